"""Folding functions of JAX, some of whose arguments are constants."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from xdsl.dialects.builtin import ArrayAttr, FunctionType, ModuleOp
from xdsl.dialects.func import ReturnOp

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding import FoldOptions, FoldReport, fold_module
from xdsl_stablehlo.folding.fold.bind import ArgumentIndex, BindingError, bind_positions, path_of
from xdsl_stablehlo.folding.fold.folded_bytes import folded_bytes
from xdsl_stablehlo.ir.printable import Readable, nearest
from xdsl_stablehlo.programs.transaction import without
from xdsl_stablehlo.values.arrays import StoredArray, stored_arrays

from .calls import FunctionCall, calling_without, completed, function_name, leaf_names, names_in
from .conversion import (
    Exported,
    Lowered,
    exported_of,
    from_jax,
    jax,
    keystr,
    program_array,
    signature,
    to_jax,
)
from .private import MlirModule, bytecode_of, derivative_field, replace_contents
from .protocols import Aval


@dataclass(frozen=True, repr=False, eq=False)
class Folded(Readable):
    """A folded program: a function of the remaining arguments."""

    module: ModuleOp
    """The program as a module of xDSL."""
    report: FoldReport
    """The ops that were folded, those that were not, and the reasons."""
    mlir: MlirModule | None = None
    """The folded MLIR module, if one was given."""
    _exported: Exported | None = None

    def __str__(self) -> str:
        return str(self.report)

    @cached_property
    def exported(self) -> Exported:
        """The program for `jax.export`: to call, to serialize, to load elsewhere."""
        return self._exported or to_jax(self.module)

    def __call__(self, *args: object, **kwargs: object) -> Any:
        """Call the program with the remaining arguments; the call may be jitted and differentiated."""
        return signature(self.exported).call(*args, **kwargs)

    call = __call__


def fold(
    program: Callable[..., object] | Exported | Lowered | MlirModule,
    *args: Any,
    bind: Bind | None = None,
    options: FoldOptions | None = None,
    **kwargs: Any,
) -> Folded:
    """Fold a function of JAX, for arguments of these shapes and types, or a program that JAX made of one.

    Such a program is exported (`jax.export`), lowered (`jax.jit(f).lower(x)`), or an MLIR module; its shapes are known.

    `bind` gives constant arguments, without which the result is called: `{"params": params}` by name, or
    `(params, ...)` for the first ones; `args` are the others, arrays or `jax.ShapeDtypeStruct`s. `bind` may also name
    single leaves (`params['layer0']['w']`), with values or as the path of a `.npz` or `.safetensors` file; then `args`
    are all arguments, and calls of the result have None in the place of these leaves in the pytree.

    An MLIR module is a `jaxlib.mlir.ir.Module`, as `lowered.compiler_ir("stablehlo")` returns it. It stays as it is,
    and the result has a new one in the same context; with `in_place=True` its ops are replaced by new ones, and old
    ones that are held elsewhere must not be used any more.
    Raises `BindingError` for unknown names and for values that do not fit, what `jax.export` raises, and `MLIRError`
    for an MLIR module that is not valid.

    Examples:
        >>> import jax
        >>> import jax.numpy as jnp
        >>> folded = fold(lambda w, x: x * jnp.abs(w).max(), jnp.ones(2), bind=(jnp.arange(3.0),))
        >>> folded.report.constants[0].op, folded.call(jnp.ones(2)).tolist()
        ('stablehlo.broadcast_in_dim', [2.0, 2.0])

        >>> fold(jax.jit(lambda x: x + jnp.arange(2.0) * 2).lower(jnp.ones(2)))(jnp.ones(2)).tolist()
        [1.0, 3.0]

        >>> mlir = jax.jit(lambda x: x + jnp.sin(jnp.ones(()))).lower(jnp.ones(())).compiler_ir("stablehlo")
        >>> "sine" in str(mlir), "sine" in str(fold(mlir).mlir)
        (True, False)
    """
    if isinstance(program, MlirModule):
        return _folded_mlir(program, bind, options, *args, **kwargs)
    exported, module, bound = bound_arguments(program, bind, args, kwargs)
    return _folded(exported, module, bound, (), options or FoldOptions())


def _folded_mlir(
    program: MlirModule, bind: Bind | None, options: FoldOptions | None, *, in_place: bool = False
) -> Folded:
    values = _named(bind)
    if isinstance(bind, Sequence) and not isinstance(bind, str):
        values = {str(i): value for i, value in enumerate(bind)}
    program.operation.verify()
    folded = folded_bytes(bytecode_of(program), options, values, in_memory=True)
    made = MlirModule.parse(folded.data, context=program.context)
    if in_place and (values or folded.report.changed):
        replace_contents(program, made)
    return Folded(folded.module, folded.report, program if in_place else made)


def _folded(
    exported: Exported, module: ModuleOp, bound: BoundArguments, gone: Collection[int], options: FoldOptions
) -> Folded:
    """Fold `exported`, with its `module`, after making arguments constants and dropping the results `gone`."""
    kept: Sequence[int] = exported.module_kept_var_idx
    main = functions_of(module)["main"]
    first = len(main.args) - len(kept)
    bind_positions(
        module, {first + kept.index(leaf): value for leaf, value in bound.values.items() if leaf in kept}
    )
    without_results(module, {len(exported.ordered_effects) + result for result in gone})
    report = fold_module(module, options)
    convention = calling_without(exported, bound.values, bound.places, gone)
    made = replace(to_jax(module, convention), **derivative_field(_vjp(exported, bound, gone, options)))
    return Folded(module, report, None, made)


def without_results(module: ModuleOp, gone: Collection[int]) -> None:
    """Drop results of `@main`, which nothing in the module calls."""
    if gone:
        main = functions_of(module)["main"]
        last = main.body.blocks[0].last_op
        assert isinstance(last, ReturnOp)
        last.operands = without(last.operands, gone)
        inputs, outputs = main.function_type.inputs.data, main.function_type.outputs.data
        main.properties["function_type"] = FunctionType.from_lists(inputs, without(outputs, gone))
        if main.res_attrs is not None:
            main.properties["res_attrs"] = ArrayAttr(without(main.res_attrs.data, gone))


def _vjp(
    exported: Exported, bound: BoundArguments, gone: Collection[int], options: FoldOptions
) -> Callable[[Exported], Exported] | None:
    """The derivative of the folded program: that of the whole program, folded with the same constants.

    It takes the flattened arguments and a cotangent for each result, and returns one for each argument. Dropped results
    have cotangents of 0.
    """
    if not exported.has_vjp():
        return None

    def derivative(_: Exported) -> Exported:
        whole = exported.vjp()
        arguments = len(exported.in_avals)
        values = dict(bound.values)
        for result in gone:
            aval = signature(exported).out_avals[result].to_tangent_aval()
            dtype = np.bool_ if aval.dtype == jax.dtypes.float0 else aval.dtype
            values[arguments + result] = ("cotangent", np.zeros(aval.shape, dtype))
        folded = _folded(
            whole, from_jax(whole), BoundArguments(values, frozenset()), sorted(bound.values), options
        )
        return folded.exported

    return derivative


Bind: TypeAlias = "Mapping[str, object] | Sequence[object] | str | os.PathLike[str]"
"""Values by name, the first arguments, or a file of arrays."""


@dataclass(frozen=True)
class BoundArguments:
    """The constant arguments."""

    values: Mapping[int, tuple[str, object]]
    """For positions of flattened arguments, the names in messages and the values."""
    places: Collection[int | str]
    """The positions and names of other arguments that are not passed any more."""


def bound_arguments(
    program: Callable[..., object] | Exported | Lowered,
    bind: Bind | None,
    args: Sequence[object],
    kwargs: Mapping[str, object],
) -> tuple[Exported, ModuleOp, BoundArguments]:
    """The exported program, its module, and the arguments that `bind` gives."""
    leaves: Mapping[str, object]
    if isinstance(program, Exported | Lowered):
        if args or kwargs:
            kind = "an exported" if isinstance(program, Exported) else "a lowered"
            raise TypeError(f"{kind} program has the shapes of its arguments already: none are given here")
        values, places, leaves = dict[int, object](), frozenset[int | str](), _named(bind)
        exported = program if isinstance(program, Exported) else exported_of(program)
        module = from_jax(exported)
        said: Sequence[Sequence[str]] = names_in(module, exported)
    else:
        whole, leaves = _divided(program, bind)
        args, kwargs, bound = completed(program, whole, args, kwargs)
        _check_call(program, leaves, args, kwargs)
        call = FunctionCall.of(program, args, kwargs)
        exported = call.exported()
        places = frozenset([place for place in map(call.place, bound) if place is not None])
        values = {i: value for i, (place, value) in enumerate(call.leaves()) if place in places}
        module = from_jax(exported)
        said = [(name,) for name in call.names()]
    names = [(*known, name) for known, name in zip(said, leaf_names(exported), strict=True)]
    index = ArgumentIndex(names, f"'{exported.fun_name}'")
    for key, tree in leaves.items():
        for path, value in jax.tree_util.tree_flatten_with_path(tree)[0]:
            leaf = index.position(f"{key}{keystr(path)}")
            if leaf in values:
                raise BindingError(f"{names[leaf][0]} is bound twice, the second time as '{key}'")
            values[leaf] = value
    found = {
        leaf: (names[leaf][0], _value(names[leaf][0], v, signature(exported).in_avals[leaf]))
        for leaf, v in values.items()
    }
    return exported, module, BoundArguments(found, places)


def _divided(
    function: Callable[..., object], bind: Bind | None
) -> tuple[Mapping[str, object] | Sequence[object], Mapping[str, object]]:
    """The arguments that are bound as a whole, by name or in order, and the values of single leaves by name."""
    if isinstance(bind, str | os.PathLike) or bind is None:
        return (), _named(bind)
    if not isinstance(bind, Mapping):
        return bind, {}
    parameters = inspect.signature(function).parameters.values()
    names = {parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_POSITIONAL}
    others = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    whole = {name: value for name, value in bind.items() if name in names or (others and name.isidentifier())}
    return whole, {name: value for name, value in bind.items() if name not in whole}


def _check_call(
    function: Callable[..., object],
    leaves: Mapping[str, object],
    args: Sequence[object],
    kwargs: Mapping[str, object],
) -> None:
    """Raise `BindingError` if a call lacks arguments, and a name in `leaves` may be a misspelled one."""
    signature = inspect.signature(function)
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        names = list(signature.parameters)
        wrong = [
            key for key in leaves if not key.isdecimal() and path_of(key)[:1] not in [(n,) for n in names]
        ]
        if not wrong:
            raise
        meant = nearest(wrong[0], names) or f"; its arguments are {', '.join(names)}"
        raise BindingError(f"'{function_name(function)}' has no argument '{wrong[0]}'{meant}") from None


def _named(bind: Bind | None) -> Mapping[str, object]:
    """Values by name; values without names get those of positions."""
    if bind is None or isinstance(bind, Mapping):
        return bind or {}
    if isinstance(bind, str | os.PathLike):
        return stored_arrays(bind)
    return {f"args[{i}]": value for i, value in enumerate(bind)}


def _value(name: str, value: object, aval: Aval) -> object:
    """The elements of an argument. Raises `BindingError` without values, and for unknown sizes."""
    if any(not isinstance(size, int) for size in aval.shape):
        raise BindingError(f"{name} has the shape {aval.shape}: a constant needs sizes that are known")
    if isinstance(value, jax.ShapeDtypeStruct):
        raise BindingError(f"{name} is given by its shape only, and a constant needs values")
    return value if isinstance(value, StoredArray) else program_array(value, aval.dtype)
