"""Folding functions of JAX, with arguments that are constants: which ones, and their values."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import ArrayAttr, FunctionType, ModuleOp
from xdsl.dialects.func import ReturnOp

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding import FoldOptions, FoldReport, fold_module
from xdsl_stablehlo.folding.passes.bind import ArgumentIndex, BindingError, bind_positions
from xdsl_stablehlo.values.arrays import StoredArray, stored_arrays

from .calls import FunctionCall, calling_without, completed, leaf_names, names_in
from .conversion import Exported, from_jax, jax, keystr, program_array, to_jax

Vjp: TypeAlias = "Callable[[Exported], Exported]"


@dataclass(frozen=True)
class Folded:
    """A folded program."""

    exported: Exported
    """The program as `jax.export` has it: to call, to serialize, to load elsewhere."""
    module: ModuleOp
    """The program as a module of xDSL."""
    report: FoldReport
    """What was folded, what not, and why."""

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """What the program gives for the arguments that are left; it may be jitted and differentiated."""
        return cast(Any, self.exported).call(*args, **kwargs)


def fold(
    program: Callable[..., Any] | Exported,
    *args: Any,
    bind: Bind | None = None,
    options: FoldOptions | None = None,
    **kwargs: Any,
) -> Folded:
    """Fold a function of JAX's, for arguments of these shapes and types, or an exported program.

    `bind` gives arguments that are constants, and the result is called without them: `{"params": params}` by name, or
    `(params, ...)` the first ones; `args` are the others, arrays or `jax.ShapeDtypeStruct`s. Names of single leaves
    (`params['layer0']['w']`), with any value or from a `.npz` or `.safetensors` file, whose path `bind` may be, leave
    None in the pytree; then `args` are all arguments.
    Raises `BindingError` for names that no argument has and for values that do not fit, and what `jax.export` raises.

    Examples:
        >>> import jax.numpy as jnp
        >>> folded = fold(lambda w, x: x * jnp.abs(w).max(), jnp.ones(2), bind=(jnp.arange(3.0),))
        >>> folded.report.constants[0].op, folded.call(jnp.ones(2)).tolist()
        ('stablehlo.broadcast_in_dim', [2.0, 2.0])
    """
    exported, module, bound = bound_arguments(program, bind, args, kwargs)
    return _folded(exported, module, bound, (), options or FoldOptions())


def _folded(
    exported: Exported, module: ModuleOp, bound: Bound, gone: Collection[int], options: FoldOptions
) -> Folded:
    """`exported`, whose module is given, with constants for arguments, without the results that are `gone`, folded."""
    kept: Sequence[int] = exported.module_kept_var_idx
    main = functions_of(module)["main"]
    first = len(main.args) - len(kept)
    bind_positions(
        module, {first + kept.index(leaf): value for leaf, value in bound.values.items() if leaf in kept}
    )
    _drop_results(module, {len(exported.ordered_effects) + result for result in gone})
    report = fold_module(module, options)
    convention = calling_without(exported, bound.values, bound.places, gone)
    made = replace(to_jax(module, convention), **{"_get_vjp": _vjp(exported, bound, gone, options)})
    return Folded(made, module, report)


def _drop_results(module: ModuleOp, gone: Collection[int]) -> None:
    """Take results out of `@main`, which nothing in the module calls."""
    if not gone:
        return
    main = functions_of(module)["main"]
    left = [i for i in range(len(main.function_type.outputs)) if i not in gone]
    last = main.body.blocks[0].last_op
    assert isinstance(last, ReturnOp)
    last.operands = [last.operands[i] for i in left]
    outputs = main.function_type.outputs.data
    main.properties["function_type"] = FunctionType.from_lists(
        main.function_type.inputs.data, [outputs[i] for i in left]
    )
    if main.res_attrs is not None:
        main.properties["res_attrs"] = ArrayAttr([main.res_attrs.data[i] for i in left])


def _vjp(exported: Exported, bound: Bound, gone: Collection[int], options: FoldOptions) -> Vjp | None:
    """What differentiates the folded program: the derivative of the whole one, folded with the same constants.

    It takes the arguments, flattened, and then a cotangent for each result; it gives one for each argument. Results
    that are gone have cotangents of 0.
    """
    if not exported.has_vjp():
        return None

    def derivative(_: Exported) -> Exported:
        whole = exported.vjp()
        arguments = len(exported.in_avals)
        values: dict[int, tuple[str, Any]] = dict(bound.values)
        for result in gone:
            aval: Any = exported.out_avals[result]
            values[arguments + result] = ("cotangent", _zeros(aval))
        folded = _folded(whole, from_jax(whole), Bound(values, frozenset()), sorted(bound.values), options)
        return folded.exported

    return derivative


def _zeros(aval: Any) -> Any:
    tangent = aval.to_tangent_aval()
    dtype = np.bool_ if tangent.dtype == jax.dtypes.float0 else tangent.dtype
    return np.zeros(tangent.shape, dtype)


Bind: TypeAlias = "Mapping[str, Any] | Sequence[Any] | str | os.PathLike[str]"
"""Values by name, the first arguments, or a file of arrays."""


@dataclass(frozen=True)
class Bound:
    """Arguments that are to be constants."""

    values: Mapping[int, tuple[str, Any]]
    """By the position among the flattened arguments: what messages call it, and the array."""
    places: Collection[int | str]
    """The arguments that are not passed any more, by position and by name, besides those that are bound as a whole."""


def bound_arguments(
    program: Callable[..., Any] | Exported,
    bind: Bind | None,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> tuple[Exported, ModuleOp, Bound]:
    """The exported program, its module, and what of its arguments `bind` gives."""
    leaves: Mapping[str, Any]
    if isinstance(program, Exported):
        if args or kwargs:
            raise TypeError(
                "an exported program has the shapes of its arguments already: none are given here"
            )
        values, places, leaves = dict[int, Any](), frozenset[int | str](), _named(bind)
        exported = program
        module = from_jax(exported)
        said: Sequence[Sequence[str]] = names_in(module, exported)
    else:
        whole, leaves = _divided(program, bind)
        args, kwargs, bound = completed(program, whole, args, kwargs)
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
        leaf: (names[leaf][0], _value(names[leaf][0], v, exported.in_avals[leaf]))
        for leaf, v in values.items()
    }
    return exported, module, Bound(found, places)


def _divided(
    function: Callable[..., Any], bind: Bind | None
) -> tuple[Mapping[str, Any] | Sequence[Any], Mapping[str, Any]]:
    """The arguments that are bound as a whole, by name or the first ones, and the values of single leaves by name."""
    if isinstance(bind, str | os.PathLike) or bind is None:
        return (), _named(bind)
    if not isinstance(bind, Mapping):
        return bind, {}
    parameters = inspect.signature(function).parameters.values()
    names = {parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_POSITIONAL}
    others = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    whole = {name: value for name, value in bind.items() if name in names or (others and name.isidentifier())}
    return whole, {name: value for name, value in bind.items() if name not in whole}


def _named(bind: Bind | None) -> Mapping[str, Any]:
    """Values by name; the first arguments go by their positions."""
    if bind is None or isinstance(bind, Mapping):
        return bind or {}
    if isinstance(bind, str | os.PathLike):
        return stored_arrays(bind)
    return {f"args[{i}]": value for i, value in enumerate(bind)}


def _value(name: str, value: Any, aval: Any) -> Any:
    """The elements of an argument. Raises `BindingError` where there are none, or not as many as is known."""
    if any(not isinstance(size, int) for size in aval.shape):
        raise BindingError(f"{name} has the shape {aval.shape}: a constant needs sizes that are known")
    if isinstance(value, jax.ShapeDtypeStruct):
        raise BindingError(f"{name} is given by its shape only, and a constant needs values")
    return value if isinstance(value, StoredArray) else program_array(value, aval.dtype)
