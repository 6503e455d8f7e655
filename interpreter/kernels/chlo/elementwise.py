"""CHLO's functions of one or two numbers, without broadcasting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np
from typing_extensions import TypeVar
from xdsl.dialects.builtin import FloatAttr, IntegerType, Signedness, i64
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.values.element_types import Array, dtype_of, float_format, is_complex, is_float, round_to
from xdsl_stablehlo.values.elements import array_of

from ....dialects.chlo import ConstantLikeOp, ConstantOp
from ....dialects.stablehlo.hlo_types import is_complex_attr, is_integer_attr
from ...numerics import Unary, arithmetic_of, convert
from ...rounded import function as rounded
from ...special import complexes, elementary, real as special
from ...special.elementary import ComplexFunction
from ...special.reals import reals_of
from ..ops.arithmetic.elementwise import (
    operand_element_type,
    register_elementwise,
    register_method,
)
from ..support.table import COMPUTED, ArrayKernel, Cost, Exactness, register_made

OpT = TypeVar("OpT", bound=Operation)


def register_rounded(
    op_class: type[OpT], name: str, complex: ComplexFunction | None = None, cost: Cost = COMPUTED
) -> None:
    """Register an op that applies the correctly rounded function of this name, or one of complex128 arrays."""
    implementation = rounded(name)

    def make(op: OpT) -> ArrayKernel:
        element_type = operand_element_type(op)
        if complex is None or not is_complex(element_type):
            return partial(implementation, float_format(element_type))
        return _of_complex(complex, dtype_of(element_type))

    register_elementwise(op_class, make, cost=cost, exactness=Exactness.ROUNDED, function=True)


def _of_complex(function: ComplexFunction, dtype: np.dtype[Any]) -> Unary:
    m = reals_of(dtype)

    def compute(operand: Array) -> Array:
        return function(operand.astype(np.complex128), m=m).astype(dtype)

    return compute


def register_special(op_class: type[OpT], function: Unary, cost: Cost) -> None:
    """Register an op that applies a function of float64 arrays and rounds once."""

    def make(op: OpT) -> ArrayKernel:
        element_type = operand_element_type(op)

        def compute(operand: Array) -> Array:
            return round_to(function(operand.astype(np.float64)), element_type)

        return compute

    register_elementwise(op_class, make, cost=cost, exactness=Exactness.ROUNDED, function=True)


def register_binary(op_class: type[OpT], function: Callable[[Array, Array], Array], cost: Cost) -> None:
    """Register an op that applies a function of two float64 arrays and rounds once."""

    def make(op: OpT) -> ArrayKernel:
        element_type = operand_element_type(op)
        if not is_float(element_type):  # which the ops that broadcast allow
            raise arithmetic_of(element_type).undefined(function.__name__)
        if dtype_of(element_type) == np.float64:
            return function

        def rounded(lhs: Array, rhs: Array) -> Array:
            return round_to(function(lhs.astype(np.float64), rhs.astype(np.float64)), element_type)

        return rounded

    register_elementwise(op_class, make, cost=cost, exactness=Exactness.ROUNDED, function=True)


def is_infinite(positive: bool, negative: bool) -> Unary:
    """Whether elements are infinities of these signs. Types without infinities have none."""

    def compute(operand: Array) -> Array:
        infinite = np.isinf(operand)
        if positive and negative:
            return infinite
        return infinite & (np.signbit(operand) == negative)

    return compute


register_rounded(chlo.AcosOp, "acos", elementary.acos)
register_rounded(chlo.AcoshOp, "acosh", elementary.acosh)
register_rounded(chlo.AsinOp, "asin", elementary.asin)
register_rounded(chlo.AsinhOp, "asinh", elementary.asinh)
register_rounded(chlo.AtanOp, "atan", elementary.atan)
register_rounded(chlo.AtanhOp, "atanh", elementary.atanh)
register_rounded(chlo.CoshOp, "cosh", elementary.cosh)
register_rounded(chlo.SinhOp, "sinh", elementary.sinh)
register_method(chlo.TanOp, exactness=Exactness.ROUNDED, function=True)
register_rounded(chlo.AsinAcosKernelOp, "asin", complexes.asin_acos_kernel)
register_special(chlo.BesselI1eOp, special.bessel_i1e, cost=Cost(200_000, 300))
register_special(chlo.DigammaOp, special.digamma, cost=Cost(5_000_000, 6_000))
register_rounded(chlo.ErfOp, "erf")
register_rounded(chlo.ErfInvOp, "erf_inv", cost=Cost(100_000, 2_500))
register_rounded(chlo.ErfcOp, "erfc")
register_special(chlo.LgammaOp, special.lgamma, cost=Cost(4_000_000, 4_000))
register_binary(chlo.PolygammaOp, special.polygamma, Cost(6_000_000, 12_000))
register_binary(chlo.ZetaOp, special.zeta, Cost(500_000, 4_000))
register_elementwise(
    chlo.ConjOp,
    lambda op: np.conjugate if is_complex(operand_element_type(op)) else np.positive,
    keeps_nans=True,
)
register_elementwise(chlo.IsInfOp, lambda op: is_infinite(True, True), reads_nan_bits=lambda _: False)
register_elementwise(chlo.IsNegInfOp, lambda op: is_infinite(False, True), reads_nan_bits=lambda _: False)
register_elementwise(chlo.IsPosInfOp, lambda op: is_infinite(True, False), reads_nan_bits=lambda _: False)
register_method(chlo.MulhiOp)
register_method(chlo.NextAfterOp)
register_method(chlo.SquareOp)


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
    if is_complex_attr(value):
        return np.asarray(complex(value.real.data, value.imag.data), dtype_of(value.type))
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


register_made(ConstantOp, eval_constant, storage=True)
register_made(ConstantLikeOp, eval_constant_like, keeps_nans=True)
