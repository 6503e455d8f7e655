"""The parts of JAX that this folder uses, and the conversion of programs between JAX and xDSL.

JAX's annotations leave many types unknown; the untyped parts have names here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

try:
    import jax as _jax
except ModuleNotFoundError as error:
    hint = f"this needs '{error.name}': pip install 'xdsl-stablehlo[jax]'"
    raise ModuleNotFoundError(hint, name=error.name) from None
import jax.export as _export
import jax.extend.source_info_util as _source_info
from jax.export import Exported as Exported
from jax.stages import Lowered as Lowered
from xdsl.context import Context
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.dialects.vhlo.versions import CURRENT, Version
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.transforms.chlo.legalize import ChloPreSerializationPipeline
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    artifact_version,
    read_portable_artifact,
    read_vhlo,
    serialize_portable_artifact,
)
from xdsl_stablehlo.values.element_types import Array, StoredAsInteger, format_or_none

from . import private
from .private import MlirModule, bytecode_of, enable_x64, is_extended, key_implementation
from .protocols import Aval, Tree

jax: Any = cast(Any, _jax)
export: Any = cast(Any, _export)

# Call stacks in programs leave out the frames of this package.
cast(Any, _source_info).register_exclusion(str(Path(__file__).parent))

ANY_CUSTOM_CALL = export.DisabledSafetyCheck.custom_call("ALL")
"""Allows the export of programs with custom calls that are not stable in JAX."""

keystr: Any = jax.tree_util.keystr
"""A path in a pytree as JAX writes it: `['layer0']['w']`."""


class Signature(Protocol):
    """The arguments and results of an `Exported`, whose own annotations leave them unknown."""

    in_tree: Tree
    """The pytree of the arguments: positional ones and keywords."""
    out_tree: Tree
    """The pytree of the results."""
    in_avals: Sequence[Aval]
    out_avals: Sequence[Aval]

    def call(self, *args: object, **kwargs: object) -> Any:
        """The results of a program for arguments in its pytree."""
        ...


def signature(exported: Exported) -> Signature:
    """The same object with types."""
    return cast(Any, exported)


@default_environment()
def program_array(value: object, dtype: Any) -> Array:
    """The elements of an argument of `dtype`, as programs represent them."""
    if is_extended(dtype):
        return np.asarray(jax.random.key_data(value))
    if dtype == jax.dtypes.float0:
        return np.asarray(value).astype(np.bool_)
    array = np.asarray(value)
    fits = not hasattr(value, "dtype") or jax.dtypes.canonicalize_dtype(array.dtype) == dtype
    return array.astype(dtype) if fits else array


def as_jax(array: Array, aval: Aval) -> object:
    """An array of a program as an array of JAX, with the element type of `aval`, even if 64-bit types are off."""
    if aval.dtype == jax.dtypes.float0:
        return np.zeros(aval.shape, aval.dtype)
    with enable_x64(True):
        return of_keys(jax.numpy.asarray(array), aval.dtype)


def of_keys(data: object, dtype: Any) -> object:
    """Keys of random numbers of `dtype` that have these data; the data for any other type."""
    return jax.random.wrap_key_data(data, impl=key_implementation(dtype)) if is_extended(dtype) else data


def stablehlo_version(to_keep: bool) -> str:
    """The version of StableHLO for this JAX: its newest, or the older one that it writes to files."""
    return str(min(Version.parse(private.compatible_version(to_keep)), CURRENT))


class _OpsOnDemand(Context):
    """A context in which an op of StableHLO or CHLO is found without loading the other ops of its dialect."""

    def get_optional_op(self, name: str, *, dialect_stack: Sequence[str] = ()) -> type[Operation] | None:
        return op_class(name) or super().get_optional_op(name, dialect_stack=dialect_stack)


def op_class(name: str) -> type[Operation] | None:
    """The class of an op of StableHLO or CHLO; None for other names."""
    dialect, _, of_dialect = name.partition(".")
    known = {"stablehlo": StableHLO, "chlo": Chlo}.get(dialect)
    return None if known is None else known.operation(of_dialect)


def jax_context() -> Context:
    """A context with every dialect that a program of JAX may use."""
    ctx = _OpsOnDemand()
    register_all_dialects(ctx)
    return ctx


def from_jax(program: Any, ctx: Context | None = None) -> ModuleOp:
    """The module of a `jax.stages.Lowered` (`jax.jit(f).lower(...)`), of a `jax.export.Exported`, or of an MLIR module.

    An MLIR module is one of `jaxlib.mlir.ir`, as `lowered.compiler_ir("stablehlo")` returns it. A lowered program may
    have ops of CHLO; an exported one only has StableHLO and Shardy.

    Examples:
        >>> import jax
        >>> import jax.numpy as jnp
        >>> module = from_jax(jax.jit(lambda x: x + 1).lower(jnp.ones(2)))
        >>> [op.name for op in module.walk()][-2:]
        ['stablehlo.add', 'func.return']
    """
    ctx = ctx or jax_context()
    if isinstance(program, Exported):
        return read_portable_artifact(program.mlir_module_serialized, ctx)
    if hasattr(program, "compiler_ir"):
        program = program.compiler_ir("stablehlo")
    if not isinstance(program, MlirModule):
        raise TypeError(f"a lowered or exported program is needed, not {type(program).__name__}")
    return read_vhlo(bytecode_of(program), ctx)


def to_jax(module: ModuleOp, like: Exported | None = None) -> Exported:
    """`module`, whose entry is `@main`, as a program that JAX calls and serializes. The module does not change.

    `like` gives the calling convention: pytrees, shardings, symbolic shapes, effects, but no derivative. Without it,
    the program takes an array for each argument and returns a tuple of arrays; all sizes must be static. Ops of other
    dialects than StableHLO stay as they are.
    Raises `ValueError` if `@main` does not fit `like`, or has types that JAX lacks.

    Examples:
        >>> import jax
        >>> import jax.numpy as jnp
        >>> module = from_jax(jax.jit(lambda x: x + 1).lower(jnp.ones(2)))
        >>> [result.tolist() for result in to_jax(module).call(jnp.ones(2))]
        [[2.0, 2.0]]
    """
    main = functions_of(module).get("main")
    if main is None:
        raise ValueError("the module has no function @main")
    if like is None:
        types = main.function_type
        inputs, outputs = _shapes(types.inputs.data, "argument"), _shapes(types.outputs.data, "result")
        like = replace(_convention(((*inputs,), {}), (*outputs,)), fun_name=main.sym_name.data)
        version = stablehlo_version(to_keep=True)
    else:
        version = str(artifact_version(like.mlir_module_serialized) or "current")
    _check(main, like)
    data = serialize_portable_artifact(module, version, allow_other_dialects=True)
    return replace(like, mlir_module_serialized=data, **private.derivative_field(None))


def _check(main: FuncOp, like: Exported) -> None:
    """Raise `ValueError` if `main` does not have the arguments and results of `like`."""
    effects = len(like.ordered_effects)
    arguments = len(like.module_kept_var_idx) + effects + (len(like.platforms) > 1)
    results = len(like.out_avals) + effects
    found = len(main.function_type.inputs), len(main.function_type.outputs)
    if found != (arguments, results):
        wanted = f"'{like.fun_name}' {arguments} and {results}"
        raise ValueError(f"@main has {found[0]} arguments and {found[1]} results, and {wanted}")


def exported_of(lowered: Any) -> Exported:
    """A `jax.stages.Lowered` for one device as an exported program, which has no derivative.

    Raises `ValueError` for a program for several devices, and what `to_jax` raises.
    """
    ctx = jax_context()
    module = from_jax(lowered, ctx)
    for counted in ("mhlo.num_partitions", "mhlo.num_replicas"):
        number = module.attributes.get(counted)
        if isinstance(number, IntegerAttr) and number.value.data > 1:
            raise ValueError(
                f"the lowered program is for {number.value.data} devices: fold its function, or the MLIR module "
                "compiler_ir('stablehlo')"
            )
    ChloPreSerializationPipeline().apply(ctx, module)
    inputs, outputs = [jax.tree.map(_shape_of, tree) for tree in (lowered.args_info, lowered.out_info)]
    like = _convention(inputs, outputs)
    kept = tuple(sorted(private.compile_arguments(lowered)["kept_var_idx"]))
    name = next((a.data for a in [module.sym_name] if a is not None), like.fun_name)
    return to_jax(module, replace(like, fun_name=name.removeprefix("jit_"), module_kept_var_idx=kept))


def _shape_of(value: Aval) -> object:
    return jax.ShapeDtypeStruct(value.shape, value.dtype)


def _convention(inputs: tuple[Iterable[object], Mapping[str, object]], outputs: object) -> Exported:
    """JAX's calling convention for pytrees of shapes: of the arguments and the keywords, and of the results."""

    def stand_in(*_: object, **__: object) -> object:
        return jax.tree.map(_zeros, outputs)

    args, kwargs = inputs
    with enable_x64(True):
        jitted = jax.jit(stand_in, keep_unused=True)
        exporting = export.export(jitted, disabled_checks=[export.DisabledSafetyCheck.platform()])
        return exporting(*args, **kwargs)


def _zeros(shape: Aval) -> object:
    if is_extended(shape.dtype):
        return of_keys(_zeros(jax.eval_shape(jax.random.key_data, shape)), shape.dtype)
    return jax.numpy.zeros(shape.shape, shape.dtype)


def _shapes(types: tuple[Attribute, ...], what: str) -> Iterator[object]:
    for i, value_type in enumerate(types):
        if not is_tensor_type(value_type) or DYNAMIC_INDEX in value_type.get_shape():
            raise ValueError(f"{what} {i} of @main is of type '{value_type}', which needs `like`")
        known = format_or_none(value_type.element_type)
        if known is None or isinstance(value_type.element_type, StoredAsInteger):
            raise ValueError(f"{what} {i} of @main is of type '{value_type}', which JAX does not have")
        yield jax.ShapeDtypeStruct(value_type.get_shape(), known.dtype)
