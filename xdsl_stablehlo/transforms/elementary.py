"""Elementary functions of real and complex numbers in StableHLO, and the pass `stablehlo-complex-math-expander`.

CHLO's inverse and hyperbolic functions of real numbers are within 3 ULP, on all special values; narrow types are
computed in f32. Functions of z = x + i y are written in terms of real ones: each part within 3 ULP in all of the
plane. Zeros keep their signs, on both sides of branch cuts; infinities follow C17, annex G, where the other part is no
NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log as logarithm, pi

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import DEFAULT_RESULT_ACCURACY
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.values.element_types import is_complex

from .emit import (
    Emitter,
    Number,
    atan2,
    complex_of,
    copysign,
    cosine,
    exp,
    expm1,
    imag,
    in_f32_at_least,
    is_finite,
    largest,
    log,
    log1p,
    maximum,
    minimum,
    real,
    sign,
    sine,
    sqrt,
    square_and_error,
    sum_and_error,
    where,
)

LOG_2 = logarithm(2)


@in_f32_at_least
def acos(x: Number) -> Number:
    """2 atan2(sqrt(1 - x), sqrt(1 + x)) (Kahan, "Branch cuts", 1987): no digits are lost next to 1; NaN beyond."""
    half = atan2(sqrt(1 - x), sqrt(1 + x))
    return half + half


@in_f32_at_least
def asin(x: Number) -> Number:
    """atan2(x, sqrt((1 - x) (1 + x))): the sides of the triangle."""
    return atan2(x, sqrt((1 - x) * (1 + x)))


@in_f32_at_least
def atan(x: Number) -> Number:
    return atan2(x, 1)


@in_f32_at_least
def acosh(x: Number) -> Number:
    """log1p(t + sqrt(t (t + 2))) with t = x - 1; log(x) + log(2) where 2 x would overflow. NaN below 1."""
    t = x - 1
    near = log1p(t + sqrt(t) * sqrt(x + 1))
    return where(x >= largest(x) / 4, log(x) + LOG_2, near)


@in_f32_at_least
def asinh(x: Number) -> Number:
    """sign(x) log1p(a + a**2 / (1 + sqrt(1 + a**2))) with a = |x| (FDLIBM, s_asinh.c).

    log(a) + log(2) for large ones."""
    a = abs(x)
    square = a * a
    near = log1p(a + square / (1 + sqrt(1 + square)))
    return sign(x) * where(a >= x.choose(2.0**62, 2.0**510), log(a) + LOG_2, near)


@in_f32_at_least
def atanh(x: Number) -> Number:
    """(log1p(x) - log1p(-x)) / 2, both of the same sign. NaN beyond 1."""
    return (log1p(x) - log1p(-x)) * 0.5


@in_f32_at_least
def cosh(x: Number) -> Number:
    """(e**|x| + e**-|x|) / 2 from e**(|x| / 2), whose square does not overflow before the result."""
    half = exp(abs(x) * 0.5)
    risen = half * 0.5 * half
    return risen + 0.25 / risen


@in_f32_at_least
def sinh(x: Number) -> Number:
    """sign(x) (m + m / (m + 1)) / 2 with m = e**|x| - 1 (FDLIBM, e_sinh.c), in which nothing cancels."""
    a = abs(x)
    m = expm1(a)
    half = exp(a * 0.5)
    near = (m + m / (m + 1)) * 0.5
    return sign(x) * where(a < 80, near, half * 0.5 * half)


# Functions of complex numbers z = x + i y.


Parts = tuple[Number, Number]


def on_parts(function: Callable[[Number, Number], Parts]) -> Callable[[Number], Number]:
    """A function of the two parts as one of the complex number."""

    def on_number(z: Number) -> Number:
        return complex_of(*function(real(z), imag(z)))

    return on_number


def hypotenuse(x: Number, y: Number) -> Number:
    """sqrt(x**2 + y**2) for sizes whose squares neither overflow nor vanish together."""
    return sqrt(x * x + y * y)


def scale_of(size: Number) -> tuple[Number, Number]:
    """A power of 4 by which numbers of this size may be squared, and the root of its reciprocal."""
    one = size.like(1.0)
    down, up = size > size.choose(2.0**60, 2.0**500), size < size.choose(2.0**-40, 2.0**-400)
    small, large = size.choose(2.0**-80, 2.0**-600), size.choose(2.0**100, 2.0**700)
    scale = where(down, small, where(up, large, one))
    return scale, where(down, small**-0.5, where(up, large**-0.5, one))


def scaled_hypotenuse(x: Number, y: Number) -> Number:
    """sqrt(x**2 + y**2) of any sizes."""
    scale, root = scale_of(maximum(x, y))
    return hypotenuse(x * scale, y * scale) * root * root


def ratio_of(smaller: Number, larger: Number) -> Number:
    """Their quotient; 1 where they are equal, be they 0 or infinite."""
    return where(smaller.equals(larger), 1.0, smaller / larger)


# Logarithms


def excess(d: Number, y: Number) -> Number:
    """(1 + d)**2 + y**2 - 1 = 2 d + d**2 + y**2, with what rounding loses of each term."""
    (square_d, lost_d), (square_y, lost_y) = square_and_error(d), square_and_error(y)
    first, lost_first = sum_and_error(2 * d, square_y)
    total, lost_total = sum_and_error(first, square_d)
    return total + (lost_total + (lost_first + (lost_y + lost_d)))


def log_of_size(larger: Number, smaller: Number) -> Number:
    """log(sqrt(larger**2 + smaller**2)), where that is not near 1."""
    ratio = ratio_of(smaller, larger)
    return log(larger) + 0.5 * log1p(ratio * ratio)


def log_parts(x: Number, y: Number) -> Parts:
    """log|z| and the angle. Where |z| is near 1, |z|**2 - 1 is computed in twice the precision."""
    a, b = abs(x), abs(y)
    larger, smaller = maximum(a, b), minimum(a, b)
    near = (larger >= 0.5) & (larger <= 2.0)
    size = where(near, 0.5 * log1p(excess(larger - 1, smaller)), log_of_size(larger, smaller))
    return size, atan2(y, x)


def log1p_parts(x: Number, y: Number) -> Parts:
    """The parts of log(1 + z)."""
    shifted = 1 + x
    a, b = abs(shifted), abs(y)
    larger, smaller = maximum(a, b), minimum(a, b)
    near = (larger >= 0.5) & (larger <= 2.0)
    close = where(x.equals(0) & y.equals(0), x, 0.5 * log1p(excess(x, b)))
    return where(near, close, log_of_size(larger, smaller)), atan2(y, shifted)


# Roots, powers


def sqrt_parts(x: Number, y: Number) -> Parts:
    """The larger part is u = sqrt((|z| + |x|) / 2), the other one |y| / (2 u) (Kahan, "Branch cuts", 1987)."""
    a, b = abs(x), abs(y)
    scale, root = scale_of(maximum(a, b))
    p, q = a * scale, b * scale
    larger = sqrt((hypotenuse(p, q) + p) * 0.5) * root
    other = where(b.equals(larger), b, b / larger * 0.5)
    right = x >= 0
    return where(right, larger, other), copysign(where(right, other, larger), y)


def exp_parts(x: Number, y: Number) -> Parts:
    """e**x cos(y) and e**x sin(y); where e**x overflows, it is multiplied by its root twice.

    NaN for an infinite imaginary part, as upstream's tests expect; C17 has 0 and infinities there for an infinite x."""
    size, half = exp(x), exp(x * 0.5)
    overflows = size.equals(float("inf"))
    first, second = where(overflows, half, size), where(overflows, half, 1.0)
    cos, sin = first * cosine(y) * second, first * sine(y) * second
    return cos, where(y.equals(0), y, sin)


def square_parts(x: Number, y: Number) -> Parts:
    """(x - y) (x + y) and 2 x y."""
    product = x * y
    diagonal = abs(x).equals(abs(y)) & is_finite(x)
    return where(diagonal, 0.0, (x - y) * (x + y)), product + product


# Inverse functions


def kernel_parts(x: Number, y: Number) -> Parts:
    """u and v with asin(z) = atan2(x, u) + i sign(y) v, neither negative (CHLO: _asin_acos_kernel).

    With r = |z + 1|, s = |z - 1|, a = (r + s) / 2 and x, y >= 0, u = sqrt((a + x) (a - x)) and
    v = log1p(a - 1 + sqrt((a - 1) (a + 1))); a - x and a - 1 without cancellation (Hull, Fairgrieve, Tang,
    "Implementing the complex arcsine and arccosine functions using exception handling", ACM TOMS 23, 1997)."""
    x, y = abs(x), abs(y)
    size = maximum(x, y)
    huge = size > x.choose(2.0**61, 2.0**509)
    scale, unscale = x.choose(2.0**60, 2.0**500), x.choose(2.0**-60, 2.0**-500)
    inside, beyond = x <= 1, 1 + x
    left = abs(x - 1)
    r, s = hypotenuse(beyond, y), scaled_hypotenuse(left, y)
    a = (r + s) * 0.5
    right_part, left_part = r + beyond, s + left
    # a - x and a - 1 by y**2 = (r + 1 + x) (r - 1 - x) and so on
    sum_ = a + x
    u_inside = sqrt(0.5 * sum_ * (y * (y / right_part) + left_part))
    u_outside = y * sqrt(0.5 * (sum_ / right_part + sum_ / left_part))
    u = where(huge, y, where(inside, u_inside, u_outside))
    # Where x <= 1, (a - 1) / y is computed with y scaled, so that it has all digits.
    lifted = where(y < 1, y * scale, y)
    back = where(y < 1, x.like(unscale), 1.0)
    slope = 0.5 * (lifted / right_part + lifted / where(left_part.equals(0), 1.0, left_part))
    less_inside = y * (slope * back)
    root_inside = sqrt(lifted) * sqrt(slope * (a + 1)) * back
    less_outside = 0.5 * (y * (y / right_part) + left_part)
    root_outside = sqrt(less_outside * (a + 1))
    rise = where(inside, less_inside + root_inside, less_outside + root_outside)
    v = where(huge, log_of_size(size, minimum(x, y)) + LOG_2, log1p(rise))
    return u, v


def asin_parts(x: Number, y: Number) -> Parts:
    u, v = kernel_parts(x, y)
    return atan2(x, u), copysign(v, y)


def acos_parts(x: Number, y: Number) -> Parts:
    u, v = kernel_parts(x, y)
    return atan2(u, x), copysign(v, -y)


def asinh_parts(x: Number, y: Number) -> Parts:
    """asinh(z) = -i asin(i z)"""
    u, v = kernel_parts(y, x)
    return copysign(v, x), atan2(y, u)


def acosh_parts(x: Number, y: Number) -> Parts:
    """acosh(z) is acos(z) turned by a right angle to where its real part is not negative."""
    u, v = kernel_parts(x, y)
    return v, copysign(atan2(u, x), y)


def atanh_parts(x: Number, y: Number) -> Parts:
    """log1p(4 x / ((1 - x)**2 + y**2)) / 4 and atan2(2 y, (1 - x) (1 + x) - y**2) / 2 (Kahan, "Branch cuts", 1987)."""
    a, b = abs(x), abs(y)
    size = maximum(a, b)
    ratio = ratio_of(minimum(a, b), size)
    huge = size > x.choose(2.0**60, 2.0**500)
    away = 1 - a
    near = 0.25 * log1p(4 * a / (away * away + b * b))
    pole = 0.5 * (LOG_2 - log(b))
    far = where(a >= b, x.like(1.0), ratio) / size / (1 + ratio * ratio)
    at_pole = a.equals(1) & (b < x.choose(2.0**-20, 2.0**-50))
    modulus = where(huge, far, where(at_pole, pole, near))
    angle = 0.5 * atan2(b + b, away * (1 + a) - b * b)
    return copysign(modulus, x), copysign(where(huge, pi / 2, angle), y)


def atan_parts(x: Number, y: Number) -> Parts:
    """atan(z) = -i atanh(i z)"""
    modulus, angle = atanh_parts(-y, x)
    return angle, -modulus


# Hyperbolic functions


def cosh_parts(x: Number, y: Number) -> Parts:
    """cosh(x) cos(y) and sinh(x) sin(y)"""
    even, odd, half = _halves(x)
    imaginary = copysign(odd, x) * sine(y) * half
    return even * cosine(y) * half, where(y.equals(0), sign(x) * y, imaginary)


def sinh_parts(x: Number, y: Number) -> Parts:
    """sinh(x) cos(y) and cosh(x) sin(y)"""
    even, odd, half = _halves(x)
    return copysign(odd, x) * cosine(y) * half, where(y.equals(0), y, even * sine(y) * half)


def _halves(x: Number) -> tuple[Number, Number, Number]:
    """cosh(x) and sinh(|x|), without a factor, which is third, where they would overflow."""
    size = abs(x)
    half, large = exp(size * 0.5), size > 80
    most = half * 0.5
    return where(large, most, cosh(x)), where(large, most, sinh(size)), where(large, half, 1.0)


# `stablehlo-complex-math-expander`: complex exponential, log, log_plus_one and sqrt in terms of real numbers.


FORMULAS: Mapping[type[Operation], Callable[[Number], Number]] = {
    hlo.ExpOp: on_parts(exp_parts),
    hlo.Log1pOp: on_parts(log1p_parts),
    hlo.LogOp: on_parts(log_parts),
    hlo.SqrtOp: on_parts(sqrt_parts),
}
"""The formula of each op in the parts of its operand."""


@dataclass(frozen=True)
class StablehloComplexMathExpanderPass(ModulePass):
    """Writes complex exponential, log, log_plus_one and sqrt in terms of real ops: each part within 3 ULP.

    An op that asks for a result accuracy of its own stays."""

    name = "stablehlo-complex-math-expander"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in [inner for inner in op.walk() if _is_expanded(inner)]:
            emit = Emitter(inner)
            emit.replace([FORMULAS[type(inner)](Number(inner.operands[0], emit)).value])


def _is_expanded(op: Operation) -> bool:
    return (
        type(op) in FORMULAS
        and is_complex(ranked(op.operands[0]).element_type)
        and op.properties.get("result_accuracy", DEFAULT_RESULT_ACCURACY) == DEFAULT_RESULT_ACCURACY
    )
