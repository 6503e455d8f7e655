"""The vocabulary of arithmetic: one method per op of the specification, on whole arrays of one element type.

Each kind of element type (booleans, integers, floats, complex numbers) implements the methods that the specification
defines for it; the others raise. Operands are arrays of the type's dtype, of shapes that broadcast together;
results are arrays of that dtype, or NumPy scalars for operands of rank 0.

NumPy warns about infinities, NaNs and overflow that the specification defines. Whoever starts an evaluation does so
under `quiet()`; nothing here pays for it again per op.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from xdsl.ir import Attribute

from ...element_types import Array, dtype_of
from ..errors import EvaluationError

Unary: TypeAlias = Callable[[Array], Array]
Binary: TypeAlias = Callable[[Array, Array], Array]

DIRECTIONS = ("EQ", "NE", "GE", "GT", "LE", "LT")


def quiet() -> np.errstate:
    """The context of every evaluation: infinities, NaNs and wrap-around are results, not reasons to warn."""
    return np.errstate(all="ignore")


class Arithmetic:
    """What the elementwise ops mean for `element_type`. `dtype` is that of its arrays."""

    def __init__(self, element_type: Attribute):
        self.element_type = element_type
        self.dtype: np.dtype[Any] = dtype_of(element_type)
        self.least = 0
        """The least integer of a signed type, whose negation wraps around to itself; 0 for all other types."""

    def undefined(self, name: str) -> EvaluationError:
        return EvaluationError(f"{name} is not defined for elements of type {self.element_type}")

    # Arithmetic.

    def add(self, lhs: Array, rhs: Array) -> Array:
        """Logical or for booleans; wraps around for integers."""
        raise self.undefined("add")

    def subtract(self, lhs: Array, rhs: Array) -> Array:
        raise self.undefined("subtract")

    def multiply(self, lhs: Array, rhs: Array) -> Array:
        """Logical and for booleans; wraps around for integers."""
        raise self.undefined("multiply")

    def divide(self, lhs: Array, rhs: Array) -> Array:
        """Integers: truncates; x / 0 is -1 (all ones), and the least integer / -1 is itself."""
        raise self.undefined("divide")

    def remainder(self, lhs: Array, rhs: Array) -> Array:
        """Has the dividend's sign. Integers: x % 0 is x, and the least integer % -1 is 0."""
        raise self.undefined("remainder")

    def power(self, lhs: Array, rhs: Array) -> Array:
        """Integers wrap around; with a negative exponent only 1 and -1 have a power, all others give 0."""
        raise self.undefined("power")

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        """Floats: a NaN operand gives NaN, and -0 < +0. Complex: lexicographic."""
        raise self.undefined("maximum")

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        """Floats: a NaN operand gives NaN, and -0 < +0. Complex: lexicographic."""
        raise self.undefined("minimum")

    def negate(self, operand: Array) -> Array:
        raise self.undefined("negate")

    def abs(self, operand: Array) -> Array:
        """Of the element type, or of its part's type for complex numbers. The least integer gives itself."""
        raise self.undefined("abs")

    def sign(self, operand: Array) -> Array:
        """Keeps signed zeros and NaNs."""
        raise self.undefined("sign")

    # Bits.

    def and_(self, lhs: Array, rhs: Array) -> Array:
        raise self.undefined("and")

    def or_(self, lhs: Array, rhs: Array) -> Array:
        raise self.undefined("or")

    def xor(self, lhs: Array, rhs: Array) -> Array:
        raise self.undefined("xor")

    def not_(self, operand: Array) -> Array:
        raise self.undefined("not")

    def shift_left(self, lhs: Array, rhs: Array) -> Array:
        """0 where the amount, taken as an unsigned number, is not less than the width."""
        raise self.undefined("shift_left")

    def shift_right_arithmetic(self, lhs: Array, rhs: Array) -> Array:
        """Copies of the top bit where the amount, taken as an unsigned number, is not less than the width."""
        raise self.undefined("shift_right_arithmetic")

    def shift_right_logical(self, lhs: Array, rhs: Array) -> Array:
        """0 where the amount, taken as an unsigned number, is not less than the width."""
        raise self.undefined("shift_right_logical")

    def count_leading_zeros(self, operand: Array) -> Array:
        raise self.undefined("count_leading_zeros")

    def popcnt(self, operand: Array) -> Array:
        raise self.undefined("popcnt")

    # Transcendental functions. For types below f64 they are computed in float64 and rounded once.

    def exponential(self, operand: Array) -> Array:
        raise self.undefined("exponential")

    def exponential_minus_one(self, operand: Array) -> Array:
        raise self.undefined("exponential_minus_one")

    def log(self, operand: Array) -> Array:
        raise self.undefined("log")

    def log_plus_one(self, operand: Array) -> Array:
        raise self.undefined("log_plus_one")

    def logistic(self, operand: Array) -> Array:
        """1 / (1 + exp(-x)), each step rounded to the element type."""
        raise self.undefined("logistic")

    def sqrt(self, operand: Array) -> Array:
        raise self.undefined("sqrt")

    def rsqrt(self, operand: Array) -> Array:
        raise self.undefined("rsqrt")

    def cbrt(self, operand: Array) -> Array:
        raise self.undefined("cbrt")

    def sine(self, operand: Array) -> Array:
        raise self.undefined("sine")

    def cosine(self, operand: Array) -> Array:
        raise self.undefined("cosine")

    def tan(self, operand: Array) -> Array:
        raise self.undefined("tan")

    def tanh(self, operand: Array) -> Array:
        raise self.undefined("tanh")

    def atan2(self, lhs: Array, rhs: Array) -> Array:
        raise self.undefined("atan2")

    # What CHLO adds.

    def multiply_high(self, lhs: Array, rhs: Array) -> Array:
        """The upper half of the product of integers, which has twice their width."""
        raise self.undefined("mulhi")

    def square(self, operand: Array) -> Array:
        return self.multiply(operand, operand)

    def next_after(self, lhs: Array, rhs: Array) -> Array:
        """The float next to `lhs` towards `rhs`."""
        raise self.undefined("next_after")

    # Rounding and parts.

    def ceil(self, operand: Array) -> Array:
        raise self.undefined("ceil")

    def floor(self, operand: Array) -> Array:
        raise self.undefined("floor")

    def round_nearest_afz(self, operand: Array) -> Array:
        raise self.undefined("round_nearest_afz")

    def round_nearest_even(self, operand: Array) -> Array:
        raise self.undefined("round_nearest_even")

    def reduce_precision(self, operand: Array, exponent_bits: int, mantissa_bits: int) -> Array:
        raise self.undefined("reduce_precision")

    def is_finite(self, operand: Array) -> Array:
        raise self.undefined("is_finite")

    def is_nan(self, operand: Array) -> Array:
        """False throughout where the type has no NaN; for a complex number, whether a part is NaN."""
        return np.zeros(operand.shape, np.bool_)

    def real(self, operand: Array) -> Array:
        raise self.undefined("real")

    def imag(self, operand: Array) -> Array:
        raise self.undefined("imag")

    def complex(self, lhs: Array, rhs: Array) -> Array:
        """The complex numbers with `lhs` and `rhs` as their real and imaginary parts."""
        raise self.undefined("complex")

    # Order.

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        """The function that compares two arrays, giving bool. `direction` is one of `DIRECTIONS`; of the types of
        comparison only TOTALORDER says more than the element type does."""
        raise self.undefined("compare")

    def compare(self, lhs: Array, rhs: Array, direction: str, compare_type: str | None = None) -> Array:
        return self.comparison(direction, compare_type)(lhs, rhs)

    def order_key(self, operand: Array) -> Array:
        """Integers, or booleans, in the order of the elements; floats in IEEE 754's total order."""
        raise self.undefined("order")

    def clamp(self, minimum: Array, operand: Array, maximum: Array) -> Array:
        """minimum(maximum(operand, min), max)."""
        return self.minimum(self.maximum(operand, minimum), maximum)
