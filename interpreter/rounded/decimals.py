"""Functions of `decimal.Decimal` numbers to as many digits as the current context has, but for the last ten.

These decide what double-double cannot, and make the tables of the faster arithmetic when those are first used.
`decimal` has exact sums and products, correctly rounded quotients and roots, `exp` and `ln`, all in software.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, getcontext, localcontext
from functools import cache

Number = Decimal

HALLEY_STEPS = 9
"""From two digits to thousands."""


def digits(count: int) -> Context:
    """A context of so many digits, in which nothing overflows or underflows."""
    return Context(prec=count, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])


def scaled(x: Decimal, exponent: int) -> Decimal:
    """x * 2**exponent."""
    return x * Decimal(2) ** exponent


def select(condition: bool, yes: Decimal, no: Decimal) -> Decimal:
    """One of both."""
    return yes if condition else no


def clip(x: Decimal, most: int) -> Decimal:
    """x, but `most` or -`most` if that is nearer to 0."""
    return max(min(x, Decimal(most)), Decimal(-most))


def sqrt(x: Decimal) -> Decimal:
    """The square root."""
    return x.sqrt()


def cbrt(x: Decimal) -> tuple[Decimal, int]:
    """The cube root of x > 0, and 0."""
    return (x.ln() / 3).exp(), 0


def rsqrt(x: Decimal) -> tuple[Decimal, int]:
    """1 / sqrt(x), and 0."""
    return 1 / x.sqrt(), 0


def ln2() -> Decimal:
    """log(2)."""
    return Decimal(2).ln()


def _sum(term: Decimal, following: Callable[[Decimal, int], Decimal]) -> Decimal:
    """term + following(term, 1) + ..., until terms no longer count."""
    total, k = term, 1
    while term and term.adjusted() > total.adjusted() - getcontext().prec - 2:
        term = following(term, k)
        total += term
        k += 1
    return total


def exp(x: Decimal) -> tuple[Decimal, int]:
    """e**x, and 0: a number and the exponent of the power of two to multiply it by."""
    return x.exp(), 0


def expm1(x: Decimal) -> Decimal:
    """e**x - 1."""
    if abs(x) > Decimal("0.1"):
        return x.exp() - 1
    return _sum(x, lambda term, k: term * x / (k + 1))


def log(x: Decimal) -> Decimal:
    """The natural logarithm."""
    return x.ln()


def log1p(x: Decimal) -> Decimal:
    """log(1 + x)."""
    if abs(x) > Decimal("0.1"):
        return (1 + x).ln()
    ratio = x / (2 + x)
    return 2 * _odd(ratio, ratio * ratio)


def _odd(x: Decimal, square: Decimal) -> Decimal:
    """x + x * square / 3 + x * square**2 / 5 + ..."""
    total, power, k = x, x, 1
    while power and power.adjusted() > total.adjusted() - getcontext().prec - 2:
        power *= square
        k += 2
        total += power / k
    return total


@cache
def _pi(precision: int) -> Decimal:
    """16 atan(1/5) - 4 atan(1/239) (Machin)."""
    with localcontext(digits(precision + 5)):
        fifth, last = 1 / Decimal(5), 1 / Decimal(239)
        return 16 * _odd(fifth, -fifth * fifth) - 4 * _odd(last, -last * last)


def pi() -> Decimal:
    """The ratio of circumference to diameter."""
    return +_pi(getcontext().prec)


def half_pi() -> Decimal:
    """A right angle."""
    return pi() / 2


def sin_cos(x: Decimal) -> tuple[Decimal, Decimal]:
    """The sine and the cosine of x, which may be as near to a multiple of pi/2 as a float64 number can be."""
    with localcontext(digits(getcontext().prec + max(0, x.adjusted()) + 25)):
        quarters = int((2 * x / pi()).to_integral_value())
        rest = x - quarters * half_pi()
    rest = +rest
    square = -rest * rest
    sine = _sum(rest, lambda term, k: term * square / (2 * k * (2 * k + 1)))
    cosine = _sum(Decimal(1), lambda term, k: term * square / (2 * k * (2 * k - 1)))
    return [(sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine)][quarters % 4]


def atan2(y: Decimal, x: Decimal) -> tuple[Decimal, int]:
    """The angle of the point (x, y), for x >= 0 and y >= 0, not both 0; and 0."""
    if y > x:
        return half_pi() - atan2(x, y)[0], 0
    tangent = y / x
    for _ in range(3):
        tangent = tangent / (1 + (1 + tangent * tangent).sqrt())
    return 8 * _odd(tangent, -tangent * tangent), 0


def erf_slope() -> Decimal:
    """2 / sqrt(pi)."""
    return 2 / pi().sqrt()


def erf(x: Decimal) -> Decimal:
    """The error function, by a series of positive terms (DLMF 7.6.2)."""
    square = 2 * x * x
    return _sum(2 * x, lambda term, k: term * square / (2 * k + 1)) * (-x * x).exp() / pi().sqrt()


def erfc(x: Decimal) -> tuple[Decimal, int]:
    """1 - erf(x), by a continued fraction where that is small (DLMF 7.9.1), and 0."""
    if x < 3:
        with localcontext(digits(getcontext().prec + 8)):
            return 1 - erf(x), 0
    return (-x * x).exp() * scaled_erfc(x), 0


def scaled_erfc(x: Decimal) -> Decimal:
    """exp(x**2) erfc(x) for x >= 3."""
    fraction = x
    for k in range(int((getcontext().prec / float(x)) ** 2) + 20, 0, -1):
        fraction = x + Decimal(k) / 2 / fraction
    return 1 / (fraction * pi().sqrt())
