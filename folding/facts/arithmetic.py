"""Arithmetic and logic: of integers on intervals and known bits, of floats on kinds of numbers.

Each result holds for what the interpreter gives, also where the specification leaves it open: divisions by zero, the
least integer by -1, shifts by the width or more, the negation of the least integer.

The kinds of floats are found by trying. An op is evaluated on numbers of each kind, with the kernel that evaluates it
anywhere. Types of at most 8 bits are tried themselves; f16, bf16, f32 and f64 do as f8E5M2, which has all kinds and
whose numbers overflow, underflow and cancel as theirs do. `tests/folding/facts/transfers/test_floats.py` proves that
where it can be tried and says why where not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.base.definition import classes_of
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp, ranked
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import (
    BinaryElementwiseOp,
    UnaryElementwiseOp,
)
from xdsl_stablehlo.interpreter.kernels.support.table import kernel_of
from xdsl_stablehlo.interpreter.kernels.support.values import as_array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.floats import Floats
from xdsl_stablehlo.values.element_types import (
    FLOAT_TYPES,
    Array,
    FloatFormat,
    float_format,
    format_or_none,
    is_complex,
)

from .lattice import Elements, FloatKinds, IntegerFact, IntegerKind, kinds_of, known_kinds, known_truth
from .transfer import on_floats, on_integers, transfer

# ---- integers ----


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


# ---- floats ----


ELEMENTWISE = tuple(
    [
        name
        for kind in classes_of(UnaryElementwiseOp.__module__, "stablehlo", HloOp)
        if issubclass(kind, UnaryElementwiseOp | BinaryElementwiseOp)
        and Floats.defines(name := kind.name.removeprefix("stablehlo."))
    ]
)
"""The ops whose operands and result are floats of one type; some of them give floats for complex numbers, too."""

PERIODIC = {
    "stablehlo.cosine": FloatKinds.FINITE,
    "stablehlo.sine": FloatKinds.FINITE,
    "stablehlo.tan": FloatKinds.FINITE | FloatKinds.INFINITE,
}
"""Functions whose results near 0 or a pole depend on how near numbers of the type are to a multiple of pi / 2."""

CROSSED = ("stablehlo.power",)
"""Functions of two operands for which a few representative numbers are not enough."""

LIKE_LARGE_ONES = FLOAT_TYPES["f8E5M2"]
"""The type that is tried in the place of wider ones."""

KINDS = tuple(FloatKinds(1 << bit) for bit in range(9))
"""Each kind by itself, in the order of their bits."""

AROUND_ONE = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
"""Numbers around 1, where many functions change their behaviour."""


@on_floats(*ELEMENTWISE)
def kinds_given(op: Operation, *operands: FloatKinds) -> FloatKinds:
    """The kinds of results for operands of these kinds."""
    if isinstance(op, hlo.ImagOp) and is_complex(ranked(op.operand).element_type):
        return FloatKinds.ANY
    return kinds_from(type(op), op, *operands)


@on_floats("clamp")
def kinds_between(op: Operation, least: FloatKinds, operand: FloatKinds, most: FloatKinds) -> FloatKinds:
    """The minimum of `most` and the maximum of `least` and the operand."""
    return kinds_from(hlo.MinOp, op, kinds_from(hlo.MaxOp, op, operand, least), most)


@on_floats("reduce_precision")
def reduce_precision(op: Operation, operand: FloatKinds) -> FloatKinds:
    """The sign stays; a number may become 0 or an infinity."""
    if not float_format(ranked(op.results[0]).element_type).has_infinity:
        return FloatKinds.ANY
    found = operand
    if operand & FloatKinds.NEGATIVE:
        found |= FloatKinds.NEGATIVE | FloatKinds.NEGATIVE_ZERO
    if operand & FloatKinds.POSITIVE:
        found |= FloatKinds.POSITIVE | FloatKinds.ZERO
    return found


@transfer("is_finite")
def is_finite(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    kinds = known_kinds(operands[0])
    some = kinds & FloatKinds.FINITE
    return known_truth(None if some and some != kinds else bool(some))


def kinds_from(kind: type[Operation], op: Operation, *operands: FloatKinds) -> FloatKinds:
    """The kinds of results of an op of a class, for operands of these kinds and the element type of `op`'s result."""
    element_type = ranked(op.results[0]).element_type
    known = format_or_none(element_type)
    if not isinstance(known, FloatFormat):
        return FloatKinds.ANY
    found = possible(kind, element_type if known.width <= 8 else LIKE_LARGE_ONES, operands)
    if kind.name in PERIODIC and operands[0] & (FloatKinds.NORMAL | FloatKinds.NEGATIVE_NORMAL):
        found |= PERIODIC[kind.name]
    return found


@lru_cache(1 << 12)
def possible(kind: type[Operation], element_type: Attribute, operands: tuple[FloatKinds, ...]) -> FloatKinds:
    """The kinds of results of an op for operands of these kinds, of a type of at most 8 bits."""
    index = [[bit for bit, one in enumerate(KINDS) if one in operand] for operand in operands]
    some = outcomes(kind, element_type, len(operands))[np.ix_(*index)]
    return FloatKinds(int(np.bitwise_or.reduce(some, axis=None)))


@cache
def outcomes(kind: type[Operation], element_type: Attribute, count: int) -> npt.NDArray[np.int64]:
    """For each kind of number in each of `count` operands of an op what may come of it, as bits of `FloatKinds`."""
    few = count == 2 and kind.name not in CROSSED
    numbers = representatives(element_type) if few else every_number(element_type)
    grid = np.meshgrid(*[numbers] * count, indexing="ij")
    fast = element_type == LIKE_LARGE_ONES
    found = kinds_of(evaluate(kind, element_type, grid, fast), float_format(element_type))
    kinds = kinds_of(numbers, float_format(element_type))
    for axis in range(count):
        groups = [found.compress(kinds == int(one), axis) for one in KINDS]
        found = np.stack([np.bitwise_or.reduce(group, axis) for group in groups], axis)
    return found


def evaluate(
    kind: type[Operation], element_type: Attribute, operands: Sequence[Array], fast: bool = False
) -> Array:
    """The result of an elementwise op for arrays of a float type, computed by its kernel.

    A `fast` one takes NumPy's functions of float64, which give the same kinds in `LIKE_LARGE_ONES`: the tables of exact
    ones take 20 ms each to make.
    """
    entry = kernel_of(kind)
    assert entry is not None
    tensor = TensorType(element_type, operands[0].shape)
    arguments = Block(arg_types=[tensor] * len(operands)).args
    op = kind.create(operands=arguments, result_types=[tensor])
    with quiet(fast):
        return as_array(entry.make(op)(*operands))


def representatives(element_type: Attribute) -> Array:
    """Numbers of each kind that show what an op makes of that kind: the ends of each, and some around 1."""
    numbers = every_number(element_type)
    kinds = kinds_of(numbers, float_format(element_type))
    sizes = np.abs(numbers.astype(np.float64))
    picked = np.isin(sizes, AROUND_ONE)
    for kind in KINDS:
        ends = np.flatnonzero(kinds == int(kind))
        picked[[*ends[:2], *ends[-2:]]] = True
    return numbers[picked]


def every_number(element_type: Attribute) -> Array:
    """All bit patterns of a float type of at most 8 bits."""
    known = float_format(element_type)
    return np.arange(1 << known.width, dtype=np.uint8).view(known.dtype)
