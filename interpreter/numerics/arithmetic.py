"""The vocabulary of arithmetic: one method per op of the specification, on whole arrays of one element type.

Each kind of element type (booleans, integers, floats, complex numbers) implements the methods that the specification
defines for it; the others raise. Operands are arrays of the type's dtype, of shapes that broadcast together;
results are arrays of that dtype, or NumPy scalars for operands of rank 0.

NumPy warns about infinities, NaNs and overflow that the specification defines. Start evaluations under `quiet()`; the
methods here do not silence warnings again for each op.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from keyword import iskeyword
from typing import Protocol

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.values.element_types import Array, Binary, DType, Unary, dtype_of, parts

from ..interface.errors import EvaluationError
from ..rounded import FAST

DIRECTIONS = ("EQ", "NE", "GE", "GT", "LE", "LT")


@contextmanager
def quiet(fast: bool = False) -> Generator[None]:
    """The context of every evaluation: the default floating-point environment, and no warnings of NumPy.

    Infinities, NaNs and wrap-around are results.

    A `fast` one may leave functions, sums and products of floats to NumPy and BLAS. Raises `EnvironmentRefusal`.
    """
    token = FAST.set(fast)
    try:
        with default_environment(), np.errstate(all="ignore"):
            yield
    finally:
        FAST.reset(token)


def _undefined(name: str) -> Callable[..., Array]:
    """The method of an operation that the specification does not define for a kind of element type."""

    def method(self: Arithmetic, *_: Array) -> Array:
        raise self.undefined(name)

    return method


def _nowhere(operand: Array) -> Array:
    return np.zeros(operand.shape, np.bool_)


class Arithmetic:
    """The elementwise operations on elements of `element_type`. `dtype` is the dtype of the arrays.

    An operation is a method of the class for its kind of element type, or a NumPy function that does the same; the
    executor then calls NumPy directly.
    """

    def __init__(self, element_type: Attribute):
        self.element_type = element_type
        self.dtype: DType = dtype_of(element_type)
        if self.multiply is np.multiply:
            self.square = np.square
        self.least = 0
        """The least integer of a signed type, whose negation wraps around to itself; 0 for all other types."""

    def named(self, op: str) -> Callable[..., Array]:
        """The operation of an op, by the name of the op without its dialect."""
        return getattr(self, f"{op}_" if iskeyword(op) else op)

    @classmethod
    def defines(cls, op: str) -> bool:
        """Whether elements of this kind have the operation of an op."""
        method = f"{op}_" if iskeyword(op) else op
        return getattr(cls, method) is not getattr(Arithmetic, method)

    def undefined(self, name: str) -> EvaluationError:
        return EvaluationError(f"{name} is not defined for elements of type {self.element_type}")

    # Arithmetic.

    add: Binary = _undefined("add")
    """Logical or for booleans; wraps around for integers."""
    subtract: Binary = _undefined("subtract")
    multiply: Binary = _undefined("multiply")
    """Logical and for booleans; wraps around for integers."""
    divide: Binary = _undefined("divide")
    """Integers: truncates; x / 0 is -1 (all ones), and the least integer / -1 is itself."""
    remainder: Binary = _undefined("remainder")
    """Has the dividend's sign. Integers: x % 0 is x, and the least integer % -1 is 0."""
    power: Binary = _undefined("power")
    """Integers wrap around; with a negative exponent only 1 and -1 have a power, all others give 0."""
    maximum: Binary = _undefined("maximum")
    """Floats: a NaN operand gives NaN, and -0 < +0. Complex: lexicographic."""
    minimum: Binary = _undefined("minimum")
    """Floats: a NaN operand gives NaN, and -0 < +0. Complex: lexicographic."""
    negate: Unary = _undefined("negate")
    abs: Unary = _undefined("abs")
    """Of the element type, or of its part's type for complex numbers. The least integer gives itself."""
    sign: Unary = _undefined("sign")
    """Keeps signed zeros and NaNs."""

    # Bits. Amounts of shifts are unsigned numbers.

    and_: Binary = _undefined("and")
    or_: Binary = _undefined("or")
    xor: Binary = _undefined("xor")
    not_: Unary = _undefined("not")
    shift_left: Binary = _undefined("shift_left")
    """0 where the amount is not less than the width."""
    shift_right_arithmetic: Binary = _undefined("shift_right_arithmetic")
    """Copies of the top bit where the amount is not less than the width."""
    shift_right_logical: Binary = _undefined("shift_right_logical")
    """0 where the amount is not less than the width."""
    count_leading_zeros: Unary = _undefined("count_leading_zeros")
    popcnt: Unary = _undefined("popcnt")

    # Transcendental functions. For types below f64 they are computed in float64 and rounded once.

    exponential: Unary = _undefined("exponential")
    exponential_minus_one: Unary = _undefined("exponential_minus_one")
    log: Unary = _undefined("log")
    log_plus_one: Unary = _undefined("log_plus_one")
    logistic: Unary = _undefined("logistic")
    """1 / (1 + exp(-x)), each step rounded to the element type."""
    sqrt: Unary = _undefined("sqrt")
    rsqrt: Unary = _undefined("rsqrt")
    cbrt: Unary = _undefined("cbrt")
    sine: Unary = _undefined("sine")
    cosine: Unary = _undefined("cosine")
    tan: Unary = _undefined("tan")
    tanh: Unary = _undefined("tanh")
    atan2: Binary = _undefined("atan2")

    # CHLO's functions, and what else it adds.

    acos: Unary = _undefined("acos")
    acosh: Unary = _undefined("acosh")
    asin: Unary = _undefined("asin")
    asinh: Unary = _undefined("asinh")
    atan: Unary = _undefined("atan")
    atanh: Unary = _undefined("atanh")
    cosh: Unary = _undefined("cosh")
    sinh: Unary = _undefined("sinh")
    erf: Unary = _undefined("erf")
    erf_inv: Unary = _undefined("erf_inv")
    erfc: Unary = _undefined("erfc")
    _asin_acos_kernel: Unary = _undefined("_asin_acos_kernel")
    """Of real numbers, `asin`."""
    conj: Unary = _undefined("conj")
    is_inf: Unary = _undefined("is_inf")
    """Types without infinities have none, of either sign."""
    is_pos_inf: Unary = _undefined("is_pos_inf")
    is_neg_inf: Unary = _undefined("is_neg_inf")
    mulhi: Binary = _undefined("mulhi")
    """The upper half of the product of integers, which has twice their width."""
    next_after: Binary = _undefined("next_after")
    """The float next to the first operand towards the second."""

    def square(self, operand: Array, /) -> Array:
        return self.multiply(operand, operand)

    # Rounding and parts.

    ceil: Unary = _undefined("ceil")
    floor: Unary = _undefined("floor")
    round_nearest_afz: Unary = _undefined("round_nearest_afz")
    round_nearest_even: Unary = _undefined("round_nearest_even")
    is_finite: Unary = _undefined("is_finite")
    is_nan: Unary = staticmethod(_nowhere)
    """False throughout where the type has no NaN; for a complex number, whether a part is NaN."""
    real: Unary = _undefined("real")
    imag: Unary = _undefined("imag")
    complex: Binary = _undefined("complex")
    """The complex numbers with the operands as their real and imaginary parts."""

    def reduce_precision(self, operand: Array, exponent_bits: int, mantissa_bits: int) -> Array:
        raise self.undefined("reduce_precision")

    # Order.

    order_key: Unary = _undefined("order")
    """Integers, or booleans, in the order of the elements; floats in IEEE 754's total order."""

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        """The function that compares two arrays, giving bool. `direction` is one of `DIRECTIONS`; of the types of
        comparison only TOTALORDER says more than the element type does."""
        raise self.undefined("compare")

    def compare(self, lhs: Array, rhs: Array, direction: str, compare_type: str | None = None) -> Array:
        return self.comparison(direction, compare_type)(lhs, rhs)

    def clamp(self, minimum: Array, operand: Array, maximum: Array) -> Array:
        """minimum(maximum(operand, min), max)."""
        return self.minimum(self.maximum(operand, minimum), maximum)


def select_elements(pred: Array, on_true: Array, on_false: Array) -> Array:
    """`on_true` where `pred` holds, `on_false` elsewhere; `pred` may be a scalar (spec: select)."""
    if pred.ndim == 0:
        return on_true if pred else on_false
    return np.where(pred, on_true, on_false)


class ComputedWide(Protocol):
    """Arithmetic that computes in another type than that of its elements."""

    wide: DType

    def round(self, values: Array) -> Array:
        """Values of `wide` as elements."""
        ...


def rounded_once(compute: Callable[..., Array]) -> Callable[..., Array]:
    """The method of one or two operands that computes in the wide type and rounds once."""

    def method(self: ComputedWide, operand: Array, other: Array | None = None) -> Array:
        if other is None:
            return self.round(compute(operand.astype(self.wide)))
        return self.round(compute(operand.astype(self.wide), other.astype(self.wide)))

    return method


# Comparison: the relations by name, and IEEE 754's total order as an order of integers.


ORDERED: dict[str, Binary] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "GE": np.greater_equal,
    "GT": np.greater,
    "LE": np.less_equal,
    "LT": np.less,
}
"""Each direction as NumPy compares numbers: with a NaN, only NE holds."""


def total_order(direction: str, width: int, signed: bool) -> Binary:
    """The comparison in IEEE 754's `totalOrder` of floats that are encoded in `width` bits.

    -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN, and equality is that of bits.
    `signed` says whether the encoding has a sign bit at its top.
    """
    compare = ORDERED[direction]
    return lambda lhs, rhs: compare(total_order_key(lhs, width, signed), total_order_key(rhs, width, signed))


def total_order_key(floats: Array, width: int, signed: bool) -> Array:
    """Integers ordered as the floats are: two's complement made of sign and magnitude."""
    size = floats.dtype.itemsize
    if not signed:
        return floats.view(f"u{size}")
    bits = floats.view(f"i{size}") << (8 * size - width)
    magnitude = (1 << (8 * size - 1)) - 1
    return bits ^ ((bits >> (8 * size - 1)) & magnitude)


def lexicographic(direction: str, compare: Binary, equal: Binary) -> Binary:
    """The comparison of complex numbers as pairs, `compare` being that of the parts in `direction`."""

    def compare_pairs(lhs: Array, rhs: Array) -> Array:
        (a, b), (c, d) = parts(lhs), parts(rhs)
        if direction == "EQ":
            return np.logical_and(equal(a, c), equal(b, d))
        if direction == "NE":
            return np.logical_or(compare(a, c), compare(b, d))
        return np.where(equal(a, c), compare(b, d), compare(a, c))

    return compare_pairs


# Complex numbers as pairs of floats.
