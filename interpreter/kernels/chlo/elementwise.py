"""CHLO's functions of one or two numbers, without broadcasting, and its constants."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from typing_extensions import TypeVar
from xdsl.dialects.builtin import FloatAttr, IntegerType, Signedness, i64
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.ir.guards import is_scalar_attr
from xdsl_stablehlo.values.element_types import Array, FloatFormat, dtype_of, format_of, round_to
from xdsl_stablehlo.values.elements import array_of

from ....dialects.chlo import ConstantLikeOp, ConstantOp
from ....dialects.stablehlo.hlo_types import is_complex_attr, is_integer_attr
from ...numerics import arithmetic_of, convert
from ...special import real as special
from ..ops.arithmetic.elementwise import (
    operand_element_type,
    register_elementwise,
    register_function,
    register_method,
)
from ..support.table import ArrayKernel, Cost, Exactness, register_made

OpT = TypeVar("OpT", bound=Operation)


def register_special(op_class: type[OpT], function: Callable[..., Array], cost: Cost) -> None:
    """Register an op that applies a function of float64 arrays and rounds once."""

    def make(op: OpT) -> ArrayKernel:
        element_type = operand_element_type(op)
        if not isinstance(format_of(element_type), FloatFormat):  # which the ops that broadcast allow
            raise arithmetic_of(element_type).undefined(function.__name__)

        def compute(*operands: Array) -> Array:
            return round_to(function(*[operand.astype(np.float64) for operand in operands]), element_type)

        return compute

    register_elementwise(op_class, make, cost=cost, exactness=Exactness.ROUNDED, function=True)


register_function(chlo.AcosOp)
register_function(chlo.AcoshOp)
register_function(chlo.AsinOp)
register_function(chlo.AsinhOp)
register_function(chlo.AtanOp)
register_function(chlo.AtanhOp)
register_function(chlo.CoshOp)
register_function(chlo.SinhOp)
register_function(chlo.TanOp)
register_function(chlo.AsinAcosKernelOp)
register_special(chlo.BesselI1eOp, special.bessel_i1e, Cost(200_000, 300))
register_special(chlo.DigammaOp, special.digamma, Cost(5_000_000, 6_000))
register_function(chlo.ErfOp)
register_function(chlo.ErfInvOp, cost=Cost(100_000, 2_500))
register_function(chlo.ErfcOp)
register_special(chlo.LgammaOp, special.lgamma, Cost(4_000_000, 4_000))
register_special(chlo.PolygammaOp, special.polygamma, Cost(6_000_000, 12_000))
register_special(chlo.ZetaOp, special.zeta, Cost(500_000, 4_000))
register_method(chlo.ConjOp, keeps_nans=True)
register_method(chlo.IsInfOp, reads_nan_bits=lambda _: False)
register_method(chlo.IsNegInfOp, reads_nan_bits=lambda _: False)
register_method(chlo.IsPosInfOp, reads_nan_bits=lambda _: False)
register_method(chlo.MulhiOp)
register_method(chlo.NextAfterOp)
register_method(chlo.SquareOp)


ui64 = IntegerType(64, Signedness.UNSIGNED)


def splat_value(value: Attribute) -> Array:
    """The one element that an attribute stands for. Raises `ValueError` for an attribute that is no number."""
    if is_scalar_attr(value) and isinstance(value, FloatAttr):
        return round_to(np.asarray(value.value.data, np.float64), value.type)
    if is_integer_attr(value):
        number = value.value.data
        wide = np.asarray(number, np.int64 if number < 0 else np.uint64)
        return convert(wide, i64 if number < 0 else ui64, value.type)
    if is_complex_attr(value):
        return np.asarray(complex(value.real.data, value.imag.data), dtype_of(value.type))
    return array_of(value).reshape(())


def eval_constant_like(op: ConstantLikeOp) -> ArrayKernel:
    """The attribute's element in the operand's shape, as a splat."""
    element = splat_value(op.value)

    def like(operand: Array) -> Array:
        return np.broadcast_to(element, operand.shape)

    return like


register_made(ConstantOp, lambda op: partial(array_of, op.value), storage=True)
register_made(ConstantLikeOp, eval_constant_like, keeps_nans=True)
