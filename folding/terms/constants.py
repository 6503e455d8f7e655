"""Constant ops for arrays: their types, and whether a reader needs another type."""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, LocationAttr, TensorType
from xdsl.dialects.func import CallOp, ReturnOp
from xdsl.ir import Attribute, Operation
from xdsl.traits import IsTerminator

from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp, may_be_constant
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import attribute_of, attribute_of_scalar
from xdsl_stablehlo.values.storage import is_splat, nearest_axis

from ..tuning import TILE, TILED_BYTES
from .deferred import Sized, elements_as_constant


def constant_type(declared: AnyTensorType, array: Sized) -> AnyTensorType:
    """The declared type, or the static type of `array` where some size was not known."""
    if declared.get_shape() == array.shape:
        return declared
    return TensorType(declared.element_type, array.shape)


def make_constant(
    array: Array, result_type: AnyTensorType, location: LocationAttr | None = None
) -> ConstantOp:
    """A constant op that holds `array`, whose `constant_type` is given."""
    value = attribute_of(row_major(array), result_type, owned=True)
    return ConstantOp.create(result_types=[result_type], properties={"value": value}, location=location)


def is_whole(declared: Attribute, known: Value, limit: int) -> bool:
    """Whether a constant of exactly the declared type, of at most `limit` elements, can be made of a value."""
    if not is_array(known) or elements_as_constant(known) > limit:
        return False
    if is_tensor_type(declared):
        return constant_type(declared, known) == declared and may_be_constant(declared)
    return attribute_of_scalar(known, declared) is not None


def row_major(array: Array) -> Array:
    """`array` in row-major order. A large one that is stored the other way round is copied tile by tile, because
    NumPy walks through it in rows, each element in another cache line."""
    if array.flags.c_contiguous or array.ndim < 2 or array.nbytes < TILED_BYTES or is_splat(array):
        return array
    near, last = nearest_axis(array), array.ndim - 1
    if near == last:
        return array
    result = np.empty(array.shape, array.dtype)
    tile: list[slice] = [slice(None)] * array.ndim
    for i in range(0, array.shape[near], TILE):
        tile[near] = slice(i, i + TILE)
        for j in range(0, array.shape[last], TILE):
            tile[last] = slice(j, j + TILE)
            result[tuple(tile)] = array[tuple(tile)]
    return result


def make_scalar(array: Array, declared: Attribute, location: LocationAttr | None = None) -> Operation:
    """An `arith.constant` of a scalar for which there is an attribute."""
    # Here, because few programs need the dialect.
    from xdsl.dialects.arith import ConstantOp as ScalarOp

    value = cast(Attribute, attribute_of_scalar(array, declared))
    return ScalarOp.create(result_types=[declared], properties={"value": value}, location=location)


def needs_cast(reader: Operation) -> bool:
    """Whether an op of another dialect reads tensors of exactly the declared type: a constant for it is cast.

    Not at the end of a block, a call, or a function: a program without other dialects stays one.
    """
    if isinstance(reader, HloOp | CallOp | ReturnOp) or reader.name == "tensor.cast":
        return False
    # The last op of its block may end it, if nobody knows the op.
    return reader.next_op is not None and not reader.has_trait(IsTerminator, value_if_unregistered=False)
