"""Turns arguments into constants, so that weights that arrive as arguments fold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.interpreter.tensor import Tensor
from xdsl_stablehlo.programs.foreign import has_foreign_ops
from xdsl_stablehlo.programs.symbols import CallGraph
from xdsl_stablehlo.programs.transaction import Transaction, atomically
from xdsl_stablehlo.values.arrays import StoredArray, as_stored
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import attribute_of

from .adopted import adoption_of
from .argument_names import ArgumentIndex, BindingError, argument_names


def bind_arguments(module: ModuleOp, values: Mapping[str, Any], entry: str = "main") -> None:
    """Make arguments of the function `entry` constants, in place; the function loses them.

    Keys are an argument's position (`"0"`), or its name: `jax.arg_info` in its attributes, that of its location, or the
    one it is written with, `params['layer0']['w']` or however else that path is written (`ArgumentIndex`).
    Values are `Tensor`s or arrays of the argument's shape and element type, also those of
    `xdsl_stablehlo.values.arrays.stored_arrays`, read only if they fit; Python numbers and lists become elements of
    the type, as by `Tensor.of`.
    Raises `BindingError` for a key that names no argument, for a value that does not fit, and where `entry` is called
    inside the module; `ArrayFileError` for a stored array that is damaged; `ConcurrentFoldError` where the module is
    being folded.
    After any exception the module is as it was.

    Examples:
        >>> bind_arguments(module, {"0": [5, 7]})
        >>> from xdsl_stablehlo.interpreter import eval_module
        >>> eval_module(module)
        (Tensor([ 0., 14.] : tensor<2xf32>),)
    """
    func = _entry(module, entry)
    arguments = ArgumentIndex(argument_names(func), f"@{entry}")
    found: dict[int, tuple[str, Any]] = {}
    for key, value in values.items():
        position = arguments.position(key)
        if position in found:
            raise BindingError(f"argument {position} of @{entry} is bound twice, the second time as '{key}'")
        found[position] = (key, value)
    bind_positions(module, found, entry)


def bind_positions(module: ModuleOp, values: Mapping[int, tuple[str, Any]], entry: str = "main") -> None:
    """As `bind_arguments`, for arguments by position, each with what messages call it and its value."""
    if has_foreign_ops(module):
        adoption = adoption_of(module)
        _bind_positions(adoption.module, values, entry)
        returned = adoption.returned()
        atomically(module, lambda changes: changes.replace_body(module, returned))
    else:
        _bind_positions(module, values, entry)


def _bind_positions(module: ModuleOp, values: Mapping[int, tuple[str, Any]], entry: str) -> None:
    func = _entry(module, entry)
    bound = {
        position: _constant(key, value, func.args[position]) for position, (key, value) in values.items()
    }
    atomically(func, lambda changes: _bind(func, bound, changes))


def _entry(module: ModuleOp, entry: str) -> FuncOp:
    graph = CallGraph.of(module)
    func = graph.functions.get(entry)
    if func is None or func.is_declaration:
        raise BindingError(f"the module has no function @{entry} with a body")
    if graph.sites.get(entry) or entry in graph.escaping:
        raise BindingError(f"@{entry} is called inside the module, so its arguments cannot be bound")
    return func


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
