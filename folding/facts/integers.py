"""Integer arithmetic and logic on intervals and known bits.

Each result holds for what the interpreter gives, also where the specification leaves it open: divisions by zero, the
least integer by -1, shifts by the width or more, the negation of the least integer.
"""

from __future__ import annotations

from .lattice import IntegerFact, IntegerKind
from .transfer import on_integers


def trailing_ones(bits: int) -> int:
    """The number of lowest bits in a row that are set."""
    return (~bits & (bits + 1)).bit_length() - 1


def _bits_of_sum(kind: IntegerKind, a: IntegerFact, b: IntegerFact, carry: int) -> tuple[int, int]:
    """The zeros and ones of `a + b + carry`: where both bits, and what is carried to them, are known."""
    a_most, b_most = kind.mask & ~a.zeros, kind.mask & ~b.zeros
    most, least = a_most + b_most + carry, a.ones + b.ones + carry
    carried = ~(most ^ a_most ^ b_most) | (least ^ a.ones ^ b.ones)
    known = (a.zeros | a.ones) & (b.zeros | b.ones) & carried
    return ~most & known, least & known


@on_integers("add")
def add(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    if kind.width == 1:
        return or_(kind, a, b)
    return kind.between(a.low + b.low, a.high + b.high, *_bits_of_sum(kind, a, b, 0))


@on_integers("subtract")
def subtract(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    return kind.between(a.low - b.high, a.high - b.low, *_bits_of_sum(kind, a, not_(kind, b), 1))


@on_integers("negate")
def negate(kind: IntegerKind, a: IntegerFact) -> IntegerFact:
    return subtract(kind, IntegerFact(0, 0, kind.mask, 0), a)


@on_integers("multiply")
def multiply(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    corners = (a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
    # Of both factors the lowest bits are known, the zeros among them at their end give more of the product.
    a_zeros, b_zeros = trailing_ones(a.zeros), trailing_ones(b.zeros)
    a_known, b_known = trailing_ones(a.zeros | a.ones), trailing_ones(b.zeros | b.ones)
    known = (1 << min(a_known - a_zeros, b_known - b_zeros) + a_zeros + b_zeros) - 1
    product = (a.ones & (1 << a_known) - 1) * (b.ones & (1 << b_known) - 1)
    return kind.between(min(corners), max(corners), ~product & known, product & known)


@on_integers("divide")
def quotient(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    below, above = kind.part(b, kind.least, -1), kind.part(b, 1, kind.most)
    by_zero = kind.between(-1, -1) if kind.part(b, 0, 0) else None
    if b.value and a.low >= 0 and b.value & (b.value - 1) == 0 and b.value > 0:
        amount = b.value.bit_length() - 1
        return shift_right_logical(kind, a, IntegerFact(amount, amount, 0, 0))
    return kind.any_of(below and _quotient(kind, a, below), above and _quotient(kind, a, above), by_zero)


def _quotient(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    """The quotients for divisors that are all above or all below zero."""
    corners = [_truncated(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    return kind.between(min(corners), max(corners))


def _truncated(dividend: int, divisor: int) -> int:
    """The quotient without its fraction."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


@on_integers("remainder")
def remainder(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    least = max(b.low, -b.high)
    if -least < a.low and a.high < least:
        return a
    # By zero, the dividend is what remains.
    most = max(a.high, -a.low) if kind.part(b, 0, 0) else max(b.high, -b.low) - 1
    low = max(a.low, -most) if a.low < 0 else 0
    high = min(a.high, most) if a.high > 0 else 0
    # A multiple of the divisor has no bits below its lowest one.
    same = (1 << trailing_ones(b.zeros)) - 1
    return kind.between(low, high, a.zeros & same, a.ones & same)


@on_integers("abs")
def absolute(kind: IntegerKind, a: IntegerFact) -> IntegerFact:
    below = kind.part(a, kind.least, -1)
    return kind.any_of(kind.part(a, 0, kind.most), below and negate(kind, below))


@on_integers("sign")
def sign_of(kind: IntegerKind, a: IntegerFact) -> IntegerFact:
    return kind.between((a.low > 0) - (a.low < 0), (a.high > 0) - (a.high < 0))


@on_integers("maximum")
def maximum(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    return kind.any_of(kind.part(a, b.low, kind.most), kind.part(b, a.low, kind.most))


@on_integers("minimum")
def minimum(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    return kind.any_of(kind.part(a, kind.least, b.high), kind.part(b, kind.least, a.high))


@on_integers("clamp")
def between_limits(kind: IntegerKind, low: IntegerFact, a: IntegerFact, high: IntegerFact) -> IntegerFact:
    return minimum(kind, maximum(kind, a, low), high)


@on_integers("power")
def raised(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    size = max(a.high, -a.low)
    if size > 1 and b.high >= kind.width:
        low, high = kind.least, kind.most
    else:
        # Numbers that are not negative have powers that grow with both, but for 1, that of 0 by 0.
        high = max(size ** max(b.high, 0), b.low <= 0)
        low = a.low ** max(b.low, 0) if a.low > 0 else b.high <= 0 if a.low == 0 or b.zeros & 1 else -high
    if b.low < 0:
        low, high = min(low, 0 if a.low >= 0 else -1), max(high, 1)
    odd = a.ones & 1 if b.low >= 0 else 0
    even = (1 << min(trailing_ones(a.zeros) * max(b.low, 0), kind.width)) - 1
    return kind.between(low, high, even, odd)


@on_integers("and")
def and_(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    least = min(a.low, b.low)
    high = max(a.high, b.high)
    if least >= 0 or high < 0:
        high = min(a.high, b.high)
    elif max(a.low, b.low) >= 0:
        least, high = 0, a.high if a.low >= 0 else b.high
    # Numbers from -2**k have their highest bits in common.
    low = -(1 << (~least).bit_length()) if least < 0 else 0
    return kind.between(low, high, a.zeros | b.zeros, a.ones & b.ones)


@on_integers("or")
def or_(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    return not_(kind, and_(kind, not_(kind, a), not_(kind, b)))


@on_integers("xor")
def xor(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    for each, other in ((a, b), (b, a)):
        if each.zeros | each.ones == kind.mask and each.ones in (0, kind.mask):
            return not_(kind, other) if each.ones else other
    reach = max([(bound if bound >= 0 else ~bound).bit_length() for bound in (*a[:2], *b[:2])])
    low = -(1 << reach) if kind.signed else 0
    zeros, ones = a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros
    return kind.between(low, (1 << reach) - 1, zeros, ones)


@on_integers("not")
def not_(kind: IntegerKind, a: IntegerFact) -> IntegerFact:
    return kind.between(~a.high, ~a.low, a.ones, a.zeros)


def _amounts(kind: IntegerKind, b: IntegerFact) -> tuple[int, int, bool]:
    """The least and most bits that are shifted by, of those below the width, and whether there may be others.

    Amounts are unsigned numbers: negative ones are beyond the width.
    """
    return max(b.low, 0), min(b.high, kind.width - 1), b.low < 0 or b.high >= kind.width


def unsigned_bounds(kind: IntegerKind, a: IntegerFact) -> tuple[int, int]:
    """Bounds of the same bits, seen as an unsigned number."""
    if a.low < 0 <= a.high:
        return a.ones, kind.mask & ~a.zeros
    return a.low & kind.mask, a.high & kind.mask


@on_integers("shift_left")
def shift_left(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    least, most, beyond = _amounts(kind, b)
    zero = kind.between(0, 0) if beyond else None
    if least > most:
        return kind.between(0, 0)
    zeros, ones = a.zeros << least | (1 << least) - 1, a.ones << least
    if least < most:
        zeros, ones = (1 << trailing_ones(zeros)) - 1, 0
    low, high = min(a.low << least, a.low << most), max(a.high << least, a.high << most)
    return kind.any_of(kind.between(low, high, zeros, ones), zero)


@on_integers("shift_right_logical")
def shift_right_logical(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    least, most, beyond = _amounts(kind, b)
    if least > most:
        return kind.between(0, 0)
    low, high = unsigned_bounds(kind, a)
    zeros, ones = a.zeros >> least | kind.mask & ~(kind.mask >> least), a.ones >> least
    if least < most:
        zeros = ones = 0
    return kind.any_of(
        kind.between(low >> most, high >> least, zeros, ones), kind.between(0, 0) if beyond else None
    )


@on_integers("shift_right_arithmetic")
def shift_right_arithmetic(kind: IntegerKind, a: IntegerFact, b: IntegerFact) -> IntegerFact:
    if not kind.signed:
        signed = IntegerKind(kind.width, True)
        shifted = shift_right_arithmetic(signed, recast(kind, signed, a), recast(kind, signed, b))
        return recast(signed, kind, shifted)
    least, most, beyond = _amounts(kind, b)
    if beyond:
        least, most = min(least, kind.width - 1), kind.width - 1
    zeros, ones = kind.number(a.zeros) >> least, kind.number(a.ones) >> least
    if least < most:
        zeros = ones = 0
    low, high = min(a.low >> least, a.low >> most), max(a.high >> least, a.high >> most)
    return kind.between(low, high, zeros, ones)


@on_integers("popcnt")
def popcnt(kind: IntegerKind, a: IntegerFact) -> IntegerFact:
    least = max(a.ones.bit_count(), not a.low <= 0 <= a.high)
    return kind.between(least, kind.width - a.zeros.bit_count())


@on_integers("count_leading_zeros")
def count_leading_zeros(kind: IntegerKind, a: IntegerFact) -> IntegerFact:
    low, high = unsigned_bounds(kind, a)
    return kind.between(kind.width - high.bit_length(), kind.width - low.bit_length())


def recast(source: IntegerKind, target: IntegerKind, a: IntegerFact) -> IntegerFact:
    """The fact about converted integers: a larger width keeps their value, a smaller one cuts off bits."""
    zeros, ones = a.zeros, a.ones
    if target.width > source.width:
        # The bits above are copies of the sign, or 0 where there is none.
        zeros = source.number(zeros) if source.signed else zeros | ~source.mask
        ones = source.number(ones)
    return target.between(a.low, a.high, zeros, ones)
