"""Rules on what is known of numbers: one that is left, and ops that change none of those that are possible."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.values.element_types import Array, dtype_or_none, float_format

from ..facts.known import Known
from ..facts.lattice import FloatKinds, IntegerFact
from .conditions import constant_like, element_type, integers_of, operand, range_of
from .engine import Rule, add_rules, some_constant
from .equations import SHIFTS
from .terms import FLOAT, FLOATS, kind_of_elements

DECIDED = (
    *("abs", "add", "and", "clamp", "count_leading_zeros", "divide", "maximum", "minimum", "multiply"),
    *("negate", "not", "or", "popcnt", "power", "remainder", "subtract", "xor", "select", "convert"),
    *SHIFTS,
)
"""Ops of which a constant operand may leave one number."""

ASKED_ALWAYS = ("compare", "is_finite", "sign")
"""Ops of which even two operands that are not constant may leave one."""

ALONE: dict[FloatKinds, float] = {
    FloatKinds.NAN: np.nan,
    FloatKinds.NEGATIVE_INFINITY: -np.inf,
    FloatKinds.NEGATIVE_ZERO: -0.0,
    FloatKinds.ZERO: 0.0,
    FloatKinds.INFINITY: np.inf,
}
"""The kinds of floats that hold one number; NaNs count as one."""

ORDER = (
    *(FloatKinds.NEGATIVE_INFINITY, FloatKinds.NEGATIVE_NORMAL, FloatKinds.NEGATIVE_SUBNORMAL),
    *(FloatKinds.NEGATIVE_ZERO, FloatKinds.ZERO, FloatKinds.SUBNORMAL, FloatKinds.NORMAL),
    FloatKinds.INFINITY,
)
"""The kinds of numbers as maximum and minimum order them."""


def integer_left(k: Known, op: Operation) -> bool:
    """All integers, or booleans, of the result are one number."""
    fact = k.integers(op.results[0])
    return fact is not None and fact.value is not None


def least_integer(k: Known, op: Operation) -> Array | None:
    """The least number that the result can hold, as a constant."""
    fact, element = range_of(k, op.results[0]), element_type(op.results[0])
    kind, dtype = integers_of(op.results[0]), None if element is None else dtype_or_none(element)
    if fact is None or kind is None or dtype is None:
        return None
    wide = np.asarray(fact.low, np.int64 if kind.signed else np.uint64)
    return constant_like(op.results[0], (wide.astype(np.int8) if kind.width < 8 else wide).astype(dtype))


def float_left(k: Known, op: Operation) -> bool:
    """All floats of the result are zeros of one sign, infinities of one sign, or NaNs."""
    element = element_type(op.results[0])
    return element is not None and kind_of_elements(element) == FLOAT and k.floats(op.results[0]) in ALONE


def lone_float(k: Known, op: Operation) -> Array | None:
    """That number; that of the lowest kind where there are several."""
    element = element_type(op.results[0])
    if element is None or kind_of_elements(element) != FLOAT:
        return None
    alone = next((ALONE[kind] for kind in ALONE if kind & k.floats(op.results[0])), np.nan)
    return constant_like(op.results[0], float_format(element).from_f64(np.asarray(alone)))


add_rules(
    Rule(
        "one-integer-left",
        DECIDED,
        integer_left,
        least_integer,
        "what has one possible value by its range and its bits is that value (integers, booleans)",
        some_constant,
    ),
    Rule(
        "decided",
        ASKED_ALWAYS,
        integer_left,
        least_integer,
        "what has one possible value by the ranges, bits and kinds of its operands is that value",
    ),
    Rule(
        "one-float-left",
        ("add", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"),
        float_left,
        lone_float,
        "what can only be +0, -0, an infinity of one sign, or NaN is that (float)",
        some_constant,
    ),
)


# ---- numbers that an op leaves as they are ----


def at_most(k: Known, lower: SSAValue, upper: SSAValue, bound: SSAValue) -> bool:
    """Whether no element of `lower` is above any of `upper`; `bound`, one of them, is never NaN."""
    below, above = range_of(k, lower), range_of(k, upper)
    if below is not None and above is not None:
        return below.high <= above.low
    element = element_type(upper)
    if element is None or kind_of_elements(element) not in FLOATS or k.floats(bound) & FloatKinds.NAN:
        return False
    ranks = [i for i, kind in enumerate(ORDER) if kind & k.floats(lower)]
    others = [i for i, kind in enumerate(ORDER) if kind & k.floats(upper)]
    if not ranks or not others:
        return False
    return ranks[-1] < others[0] or (ranks[-1] == others[0] and ORDER[ranks[-1]] in ALONE)


def bounded(k: Known, op: Operation) -> bool:
    """What is clamped lies between the bounds already."""
    least, value, most = op.operands
    return at_most(k, least, value, least) and at_most(k, value, most, most)


def mask_of(k: Known, value: SSAValue) -> tuple[IntegerFact, int] | None:
    """What is known of integers, and all of their bits."""
    fact, kind = range_of(k, value), integers_of(value)
    return None if fact is None or kind is None else (fact, kind.mask)


def masked(k: Known, value: SSAValue, mask: SSAValue) -> bool:
    """Whether every bit of `value` that may be set is set in `mask`."""
    known, other = mask_of(k, value), mask_of(k, mask)
    if known is None or other is None:
        return False
    return not ~known[0].zeros & known[1] & ~other[0].ones


def smaller(k: Known, op: Operation) -> bool:
    """What is divided is smaller, its sign aside, than what divides it."""
    value, divisor = (range_of(k, operand) for operand in op.operands)
    if value is None or divisor is None or divisor.low <= 0 <= divisor.high:
        return False
    least = min(abs(divisor.low), abs(divisor.high))
    return max(abs(value.low), abs(value.high)) < least


Unchanged = Callable[[Known, SSAValue, SSAValue], bool]
UNCHANGED: dict[str, tuple[Unchanged, str]] = {
    "maximum": (lambda k, x, y: at_most(k, y, x, y), "y is never above x, nor NaN"),
    "minimum": (lambda k, x, y: at_most(k, x, y, y), "y is never below x, nor NaN"),
    "and": (masked, "y has all bits that x may have (integers, booleans)"),
    "or": (lambda k, x, y: masked(k, y, x), "x has all bits that y may have (integers, booleans)"),
}
"""Ops of x and y that are x, and when."""


def _leaves(op: str, side: int) -> Rule:
    unchanged, says = UNCHANGED[op]
    name = f"{op}-leaves-{'right' if side else 'left'}"
    return Rule(
        name,
        (op,),
        lambda k, op: unchanged(k, op.operands[side], op.operands[1 - side]),
        operand(side),
        f"`{op}({'y, x' if side else 'x, y'})` = `x`, where {says}",
        some_constant,
    )


add_rules(
    *[_leaves(op, side) for op in UNCHANGED for side in (0, 1)],
    Rule(
        "clamp-leaves",
        ("clamp",),
        bounded,
        operand(1),
        "`clamp(y, x, z)` = `x`, where x is never below y nor above z, which are never NaN",
        some_constant,
    ),
    Rule(
        "remainder-leaves",
        ("remainder",),
        smaller,
        operand(0),
        "`remainder(x, y)` = `x`, where x is always smaller than y, signs aside (integers)",
    ),
)
