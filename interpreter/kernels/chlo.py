"""Evaluators of the elementwise CHLO ops: special functions, and the ops that broadcast their operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from typing_extensions import TypeVar
from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, IntegerType, Signedness, i64
from xdsl.dialects.complex import ComplexNumberAttr
from xdsl.interpreter import InterpreterFunctions, OpImpl, register_impls
from xdsl.ir import Attribute, Operation

from ...dialects.chlo import (
    AcoshOp,
    AcosOp,
    AsinAcosKernelOp,
    AsinhOp,
    AsinOp,
    AtanhOp,
    AtanOp,
    BesselI1eOp,
    BroadcastAddOp,
    BroadcastAndOp,
    BroadcastAtan2Op,
    BroadcastCompareOp,
    BroadcastComplexOp,
    BroadcastDivOp,
    BroadcastMaxOp,
    BroadcastMinOp,
    BroadcastMulOp,
    BroadcastNextAfterOp,
    BroadcastOrOp,
    BroadcastPolygammaOp,
    BroadcastPowOp,
    BroadcastRemOp,
    BroadcastSelectOp,
    BroadcastShiftLeftOp,
    BroadcastShiftRightArithmeticOp,
    BroadcastShiftRightLogicalOp,
    BroadcastSubOp,
    BroadcastXorOp,
    BroadcastZetaOp,
    ConjOp,
    ConstantLikeOp,
    ConstantOp,
    CoshOp,
    DigammaOp,
    ErfcOp,
    ErfInvOp,
    ErfOp,
    IsInfOp,
    IsNegInfOp,
    IsPosInfOp,
    LgammaOp,
    MulhiOp,
    NextAfterOp,
    PolygammaOp,
    SinhOp,
    SquareOp,
    TanOp,
    ZetaOp,
)
from ...dialects.stablehlo.constraints import ints, ranked
from ...dialects.stablehlo.types import is_complex, is_float, is_integer_attr
from ...elements import Array, array_of, dtype_of
from .. import special
from ..numerics import Arithmetic, Unary, arithmetic_of, convert, libm, round_to
from .elementwise import (
    by_kernel,
    by_method,
    element_type_of,
    libm_if_complex,
    libm_if_float,
    undefined_division,
)
from .table import Exactness, Kernel, evaluator

ui64 = IntegerType(64, Signedness.UNSIGNED)

OpT = TypeVar("OpT", bound=Operation)


class Function(NamedTuple):
    """One function on the arrays of three dtypes; types below f64 are rounded from the first."""

    fast: Unary
    """On float64, good enough to be rounded to a narrower type."""
    f64: Unary
    complex: Unary | None = None
    """On complex128; None where the function is one of real numbers."""


def same(function: Unary) -> Function:
    """A function of real numbers with one implementation."""
    return Function(function, function)


def by_function(op_class: type[OpT], function: Function) -> OpImpl[InterpreterFunctions, OpT]:
    """The evaluator of an op that applies `function` to its operand."""
    return by_kernel(op_class, lambda op: unary_kernel(element_type_of(op), function), Exactness.LIBM)


def unary_kernel(element_type: Attribute, function: Function) -> Kernel:
    """`function` on arrays of `element_type`, rounded once."""
    if element_type.name == "f64":
        return function.f64
    dtype, of_complex = dtype_of(element_type), function.complex

    def of_floats(operand: Array) -> Array:
        return round_to(function.fast(operand.astype(np.float64)), element_type)

    if of_complex is None or not is_complex(element_type):
        return of_floats

    def of_pairs(operand: Array) -> Array:
        return of_complex(operand.astype(np.complex128)).astype(dtype)

    return of_pairs


def binary_kernel(element_type: Attribute, function: Callable[[Array, Array], Array]) -> Kernel:
    """A function of two float64 arrays on arrays of `element_type`, rounded once.

    The ops that broadcast take elements that the function does not.
    """
    if not is_float(element_type):
        raise arithmetic_of(element_type).undefined(function.__name__)
    if element_type.name == "f64":
        return function

    def rounded(lhs: Array, rhs: Array) -> Array:
        return round_to(function(lhs.astype(np.float64), rhs.astype(np.float64)), element_type)

    return rounded


def is_infinite(positive: bool, negative: bool) -> Unary:
    """Whether elements are infinities of these signs. Types without infinities have none."""

    def compute(operand: Array) -> Array:
        infinite = np.isinf(operand)
        if positive and negative:
            return infinite
        return infinite & (np.signbit(operand) == negative)

    return compute


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


def eval_constant_like(op: ConstantLikeOp) -> Kernel:
    """The attribute's element in the operand's shape, as a splat."""
    element = splat_value(op.value)

    def like(operand: Array) -> Array:
        return np.broadcast_to(element, operand.shape)

    return like


def eval_constant(op: ConstantOp) -> Kernel:
    """The attribute's elements."""
    array = array_of(op.value)
    return lambda: array


def broadcast(
    op_class: type[OpT],
    kernel: Callable[[OpT], Kernel],
    exactness: Exactness | Callable[[OpT], Exactness] = Exactness.EXACT,
    undefined: Callable[..., str | None] | None = None,
) -> OpImpl[InterpreterFunctions, OpT]:
    """The evaluator of an op on two operands that are broadcast together: `kernel` as NumPy broadcasts it.

    `broadcast_dimensions` say to which dimensions of the other operand those of the one with fewer go; without them
    they are the last ones.
    """

    def prepare(op: OpT) -> Kernel:
        compute = kernel(op)
        ranks = [ranked(operand).get_num_dims() for operand in op.operands]
        dimensions = op.properties.get("broadcast_dimensions")
        if dimensions is None or ranks[0] == ranks[1]:
            return compute
        kept = ints(cast("DenseArrayBase", dimensions))
        spread = tuple([slice(None) if d in kept else np.newaxis for d in range(max(ranks))])

        def spread_out(lhs: Array, rhs: Array) -> Array:
            return compute(lhs[spread], rhs) if ranks[0] < ranks[1] else compute(lhs, rhs[spread])

        return spread_out

    return evaluator(op_class, prepare, exactness=exactness, undefined=undefined)


def broadcast_method(
    op_class: type[OpT],
    method: Callable[[Arithmetic], Kernel],
    exactness: Exactness | Callable[[OpT], Exactness] = Exactness.EXACT,
    undefined: Callable[..., str | None] | None = None,
) -> OpImpl[InterpreterFunctions, OpT]:
    """The evaluator of a broadcasting op that is a method of the arithmetic of its elements."""
    return broadcast(op_class, lambda op: method(arithmetic_of(element_type_of(op))), exactness, undefined)


def eval_broadcast_compare(op: BroadcastCompareOp) -> Kernel:
    """The comparison that the attributes of `op` name."""
    compare_type = None if op.compare_type is None else op.compare_type.data.value
    return arithmetic_of(element_type_of(op)).comparison(op.comparison_direction.data.value, compare_type)


@register_impls
class ChloFunctions(InterpreterFunctions):
    """Evaluators of the elementwise CHLO ops."""

    acos = by_function(AcosOp, Function(np.arccos, libm.acos, np.arccos))
    acosh = by_function(AcoshOp, Function(np.arccosh, libm.acosh, np.arccosh))
    asin = by_function(AsinOp, Function(np.arcsin, libm.asin, np.arcsin))
    asinh = by_function(AsinhOp, Function(np.arcsinh, libm.asinh, np.arcsinh))
    atan = by_function(AtanOp, Function(np.arctan, libm.atan, np.arctan))
    atanh = by_function(AtanhOp, Function(np.arctanh, libm.atanh, np.arctanh))
    cosh = by_function(CoshOp, Function(np.cosh, libm.cosh, np.cosh))
    sinh = by_function(SinhOp, Function(np.sinh, libm.sinh, np.sinh))
    tan = by_method(TanOp, lambda a: a.tan, Exactness.LIBM)
    asin_acos_kernel = by_function(
        AsinAcosKernelOp, Function(np.arcsin, libm.asin, special.complexes.asin_acos_kernel)
    )
    bessel_i1e = by_function(BesselI1eOp, same(special.bessel_i1e))
    digamma = by_function(DigammaOp, same(special.digamma))
    erf = by_function(ErfOp, same(special.erf))
    erf_inv = by_function(ErfInvOp, same(special.erf_inv))
    erfc = by_function(ErfcOp, same(special.erfc))
    lgamma = by_function(LgammaOp, same(special.lgamma))
    polygamma = by_kernel(
        PolygammaOp, lambda op: binary_kernel(element_type_of(op), special.polygamma), Exactness.LIBM
    )
    zeta = by_kernel(ZetaOp, lambda op: binary_kernel(element_type_of(op), special.zeta), Exactness.LIBM)

    conj = by_kernel(ConjOp, lambda op: np.conjugate if is_complex(element_type_of(op)) else np.positive)
    is_inf = by_kernel(IsInfOp, lambda op: is_infinite(True, True))
    is_neg_inf = by_kernel(IsNegInfOp, lambda op: is_infinite(False, True))
    is_pos_inf = by_kernel(IsPosInfOp, lambda op: is_infinite(True, False))
    mulhi = by_method(MulhiOp, lambda a: a.multiply_high)
    next_after = by_method(NextAfterOp, lambda a: a.next_after)
    square = by_method(SquareOp, lambda a: a.square)

    constant = evaluator(ConstantOp, eval_constant, storage=True)
    constant_like = evaluator(ConstantLikeOp, eval_constant_like)

    broadcast_add = broadcast_method(BroadcastAddOp, lambda a: a.add)
    broadcast_and = broadcast_method(BroadcastAndOp, lambda a: a.and_)
    broadcast_atan2 = broadcast_method(BroadcastAtan2Op, lambda a: a.atan2, Exactness.LIBM)
    broadcast_compare = broadcast(BroadcastCompareOp, eval_broadcast_compare)
    broadcast_complex = broadcast_method(BroadcastComplexOp, lambda a: a.complex)
    broadcast_divide = broadcast_method(
        BroadcastDivOp, lambda a: a.divide, libm_if_complex, undefined_division
    )
    broadcast_maximum = broadcast_method(BroadcastMaxOp, lambda a: a.maximum)
    broadcast_minimum = broadcast_method(BroadcastMinOp, lambda a: a.minimum)
    broadcast_multiply = broadcast_method(BroadcastMulOp, lambda a: a.multiply)
    broadcast_next_after = broadcast_method(BroadcastNextAfterOp, lambda a: a.next_after)
    broadcast_or = broadcast_method(BroadcastOrOp, lambda a: a.or_)
    broadcast_polygamma = broadcast(
        BroadcastPolygammaOp, lambda op: binary_kernel(element_type_of(op), special.polygamma), Exactness.LIBM
    )
    broadcast_power = broadcast_method(BroadcastPowOp, lambda a: a.power, libm_if_float)
    broadcast_remainder = broadcast_method(
        BroadcastRemOp, lambda a: a.remainder, undefined=undefined_division
    )
    broadcast_select = by_kernel(BroadcastSelectOp, lambda op: np.where)
    broadcast_shift_left = broadcast_method(BroadcastShiftLeftOp, lambda a: a.shift_left)
    broadcast_shift_right_arithmetic = broadcast_method(
        BroadcastShiftRightArithmeticOp, lambda a: a.shift_right_arithmetic
    )
    broadcast_shift_right_logical = broadcast_method(
        BroadcastShiftRightLogicalOp, lambda a: a.shift_right_logical
    )
    broadcast_subtract = broadcast_method(BroadcastSubOp, lambda a: a.subtract)
    broadcast_xor = broadcast_method(BroadcastXorOp, lambda a: a.xor)
    broadcast_zeta = broadcast(
        BroadcastZetaOp, lambda op: binary_kernel(element_type_of(op), special.zeta), Exactness.LIBM
    )
