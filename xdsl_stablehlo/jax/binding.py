"""Which arguments of a program are to be constants, and their values."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.folding.passes.argument_names import ArgumentIndex, BindingError
from xdsl_stablehlo.values.arrays import StoredArray, stored_arrays

from .conversion import from_jax
from .machinery import Exported, jax, keystr, program_array
from .signature import FunctionCall, completed, leaf_names, names_in

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
