"""CHLO's constants: constant, and constant_like, which takes its shape from an operand."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import FloatAttr, IntegerType, Signedness, i64
from xdsl.dialects.complex import ComplexNumberAttr
from xdsl.ir import Attribute

from xdsl_stablehlo.values.element_types import Array, dtype_of, round_to
from xdsl_stablehlo.values.elements import array_of

from ....dialects.chlo import ConstantLikeOp, ConstantOp
from ....dialects.stablehlo.hlo_types import is_integer_attr
from ...numerics import convert
from ..table import ArrayKernel, register

ui64 = IntegerType(64, Signedness.UNSIGNED)


def splat_value(value: Attribute) -> Array:
    """The one element that an attribute stands for. Raises `ValueError` for an attribute that is no number."""
    if isinstance(value, FloatAttr):
        attr = cast("FloatAttr[Any]", value)
        return round_to(np.asarray(attr.value.data, np.float64), attr.type)
    if is_integer_attr(value):
        number = value.value.data
        wide = np.asarray(number, np.int64 if number < 0 else np.uint64)
        return convert(wide, i64 if number < 0 else ui64, value.type)
    if isinstance(value, ComplexNumberAttr):
        number = cast("ComplexNumberAttr[Any]", value)
        return np.asarray(complex(number.real.data, number.imag.data), dtype_of(number.type))
    return array_of(value).reshape(())


def eval_constant_like(op: ConstantLikeOp) -> ArrayKernel:
    """The attribute's element in the operand's shape, as a splat."""
    element = splat_value(op.value)

    def like(operand: Array) -> Array:
        return np.broadcast_to(element, operand.shape)

    return like


def eval_constant(op: ConstantOp) -> ArrayKernel:
    """The attribute's elements."""
    array = array_of(op.value)
    return lambda: array


register(ConstantOp, eval_constant, storage=True)
register(ConstantLikeOp, eval_constant_like)
