"""Rules on what is known of numbers: one that is left, and ops that change none of those that are possible."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.interpreter.numerics.conversion import integer_of_type
from xdsl_stablehlo.values.element_types import Array, float_format

from ..facts import transfer
from ..facts.known import Known
from ..facts.lattice import ALONE
from .conditions import LONE, constant_like, element_type, range_of
from .engine import Operands, Rule, add_rules, some_constant
from .equations import NEVER_NAN
from .terms import FLOAT, FLOATS, INTEGER, INTEGERS, equation, kind_of_elements, over_integers

ASKED_ALWAYS = ("compare", "is_finite", "sign")
"""Ops of which even two operands that are not constant may leave one number."""

_ELEMENTWISE = [name.removeprefix("stablehlo.") for name in transfer.ON_INTEGERS]
DECIDED = (*[name for name in _ELEMENTWISE if name not in ASKED_ALWAYS], "select", "convert")
"""Ops of which a constant operand may leave one number."""


def integer_left(k: Known, op: Operation) -> bool:
    """All integers, or booleans, of the result are one number."""
    fact = k.integers(op.results[0])
    return fact is not None and fact.value is not None


def least_integer(k: Known, op: Operation) -> Array | None:
    """The least number that the result can hold, as a constant."""
    fact, element = range_of(k, op.results[0]), element_type(op.results[0])
    if fact is None or element is None:
        return None
    return constant_like(op.results[0], integer_of_type(fact.low, element))


def float_left(k: Known, op: Operation) -> bool:
    """All floats of the result are zeros of one sign, infinities of one sign, or NaNs."""
    element = element_type(op.results[0])
    return element is not None and kind_of_elements(element) == FLOAT and k.floats(op.results[0]) in ALONE


def lone_float(k: Known, op: Operation) -> Array | None:
    """The number that `float_left` found; that of the lowest kind where there are several."""
    element = element_type(op.results[0])
    if element is None or kind_of_elements(element) != FLOAT:
        return None
    alone = next((ALONE[kind] for kind in ALONE if kind & k.floats(op.results[0])), np.nan)
    return constant_like(op.results[0], float_format(element).from_f64(np.asarray(alone)))


def _of_integers(operands: Operands) -> bool:
    return over_integers(operands) and some_constant(operands)


def _of_floats(operands: Operands) -> bool:
    """Whether a constant is a zero, an infinity or NaN: with others, results of one kind are those of operands of one
    kind, which are constant."""
    lone = any(operands.may_be_number(i, LONE) for i in range(len(operands.names)))
    return lone and operands.element is not None and kind_of_elements(operands.element) == FLOAT


# No rows: they say nothing of the form of an op, only of the fact about its result.
add_rules(
    Rule(
        "one-integer-left",
        DECIDED,
        integer_left,
        least_integer,
        "what has one possible value by its range and its bits is that value (integers, booleans)",
        _of_integers,
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
        _of_floats,
    ),
)


# ---- numbers that an op leaves as they are ----

for side, operands in (("left", "x, y"), ("right", "y, x")):
    for op, bound in (("maximum", "y <= x"), ("minimum", "x <= y")):
        leaves = f"{op}-leaves-{side}", f"{op}({operands})", "x"
        equation(*leaves, INTEGERS, where=bound, in_order=True, asks=some_constant)
        equation(*leaves, FLOATS, where=bound, in_order=True, asks=some_constant, y=NEVER_NAN)
    for op, bound in (("and", "x & ~y == 0"), ("or", "y & ~x == 0")):
        leaves = f"{op}-leaves-{side}", f"{op}({operands})", "x"
        equation(*leaves, INTEGERS, where=bound, in_order=True, asks=some_constant)
leaves, bound = ("clamp-leaves", "clamp(y, x, z)", "x"), "y <= x, x <= z"
equation(*leaves, INTEGERS, where=bound, asks=some_constant)
equation(*leaves, FLOATS, where=bound, asks=some_constant, y=NEVER_NAN, z=NEVER_NAN)
equation("remainder-leaves", "remainder(x, y)", "x", (INTEGER,), where="abs(x) < abs(y)")
