"""Turns arguments into constants, so that weights that arrive as arguments fold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import (
    AnyTensorType,
    ModuleOp,
    NameLoc,
    StringAttr,
    TensorType,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument

from xdsl_stablehlo.arrays import StoredArray, as_stored
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.element_types import Array, dtype_of
from xdsl_stablehlo.elements import attribute_of
from xdsl_stablehlo.interpreter.tensor import Tensor

from .symbols import CallGraph
from .transaction import Transaction, atomically


class BindingError(ValueError):
    """An argument that does not exist, or an array that does not fit it."""


def bind_arguments(module: ModuleOp, values: Mapping[str, Any], entry: str = "main") -> None:
    """Make arguments of the function `entry` constants, in place; the function loses them.

    Keys are an argument's number (`"0"`), or its name: `jax.arg_info` in its attributes, its location, or the name it
    is written with. Values are `Tensor`s or arrays of the argument's shape and element type, also those of
    `xdsl_stablehlo.arrays.stored_arrays`, which are read only if they fit; Python numbers and lists become elements of
    the type, as by `Tensor.of`.
    Raises `BindingError` for an unknown name and for a value that does not fit, and where `entry` is called inside the
    module; `ArrayFileError` for a stored array that is damaged; `ConcurrentFoldError` where the module is being folded.
    After any exception the module is as it was.
    """
    graph = CallGraph.of(module)
    func = graph.functions.get(entry)
    if func is None or func.is_declaration:
        raise BindingError(f"the module has no function @{entry} with a body")
    if graph.sites.get(entry) or entry in graph.escaping:
        raise BindingError(f"@{entry} is called inside the module, so its arguments cannot be bound")
    names = argument_names(func)
    bound: dict[int, ConstantOp] = {}
    for key, value in values.items():
        index = _index_of(key, names, entry)
        if index in bound:
            raise BindingError(f"argument {index} of @{entry} is bound twice, the second time as '{key}'")
        bound[index] = _constant(key, value, func.args[index])
    atomically(func, lambda changes: _bind(func, bound, changes))


def _bind(func: FuncOp, bound: Mapping[int, ConstantOp], changes: Transaction) -> None:
    block = func.body.blocks[0]
    for index in sorted(bound, reverse=True):
        argument = block.args[index]
        constant = bound[index]
        constant.location = argument.location
        first = block.first_op
        assert first is not None
        changes.insert(constant, first)
        changes.replace(argument, constant.output)
    changes.drop_arguments(func, bound)


def argument_names(func: FuncOp) -> list[tuple[str, ...]]:
    """For each argument the names that it goes by."""
    attributes = func.arg_attrs.data if func.arg_attrs is not None else ()
    names: list[tuple[str, ...]] = []
    for i, argument in enumerate(func.args):
        known = [attributes[i].data.get("jax.arg_info") if i < len(attributes) else None]
        found = [name.data for name in known if isinstance(name, StringAttr)]
        if isinstance(argument.location, NameLoc):
            found.append(argument.location.desc.data)
        if argument.name_hint is not None:
            found.append(argument.name_hint)
        names.append(tuple(found))
    return names


def _index_of(key: str, names: list[tuple[str, ...]], entry: str) -> int:
    matches = [i for i, found in enumerate(names) if key in found]
    if not matches and key.isdecimal() and int(key) < len(names):
        return int(key)
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise BindingError(f"'{key}' names arguments {', '.join(map(str, matches))} of @{entry}")
    known = ", ".join([f"{i}" + (f" ({found[0]})" if found else "") for i, found in enumerate(names)])
    raise BindingError(f"@{entry} has no argument '{key}'; it has {known or 'none'}")


def _constant(key: str, value: Any, argument: BlockArgument) -> ConstantOp:
    declared = argument.type
    if not isinstance(declared, TensorType):
        raise BindingError(f"argument '{key}' is of type '{declared}', which no constant can hold")
    declared = cast("AnyTensorType", declared)
    return ConstantOp(attribute_of(_array(key, value, declared), declared), declared)


def _array(key: str, value: Any, declared: AnyTensorType) -> Array:
    dtype = dtype_of(declared.element_type)
    if isinstance(value, Tensor):
        value = value.array
    elif not hasattr(value, "dtype"):
        try:
            value = Tensor.of(value, declared.element_type).array
        except (ValueError, TypeError) as error:
            raise BindingError(f"argument '{key}' is of type '{declared}': {error}") from None
    # What is in a file is looked at before it is read.
    stored = as_stored(value.dtype, dtype) and (value.dtype.kind == "V" or isinstance(value, StoredArray))
    if value.dtype != dtype and not stored:
        raise BindingError(f"argument '{key}' is of type '{declared}', and the value is {value.dtype}")
    if tuple(value.shape) != declared.get_shape():
        raise BindingError(
            f"argument '{key}' is of type '{declared}', and the value has shape {list(value.shape)}"
        )
    array = cast(Array, np.asarray(value))
    return array.view(dtype) if stored else array
