"""Rules on arithmetic: identities, absorbing elements, ops on a value and itself, ops that undo others, known numbers,
and ops in a row. Of these two at a time: what stands for the first two is what the third one reads, however long the
chain is."""

from __future__ import annotations

from functools import cache

import numpy as np
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.interpreter.numerics.conversion import integer_of_type
from xdsl_stablehlo.values.element_types import Array, FloatFormat, float_format, format_or_none

from ..facts.known import Known
from ..facts.lattice import ALONE, FloatKinds, IntegerFact, kind_of_integers
from ..facts.transfer import ON_INTEGERS, kind_of
from .conditions import LONE, constant_like, element_type, range_of
from .engine import Operands, Rule, add_rules, some_constant
from .terms import (
    ANY,
    BOOLEAN,
    COMPLEX,
    FLOAT,
    FLOATS,
    INTEGER,
    INTEGERS,
    ORDERED,
    SHIFTS,
    SIGNED,
    Fact,
    Found,
    TypeCondition,
    add_view,
    equation,
    kind_of_elements,
    over_integers,
)

ZEROS = FloatKinds.ZERO | FloatKinds.NEGATIVE_ZERO


def never(kinds: FloatKinds) -> Fact:
    """A float is of none of these kinds."""
    names = " or ".join([str(kind.name).lower().replace("_", " ") for kind in kinds])

    def holds(k: Known, value: SSAValue) -> bool:
        return not k.floats(value) & kinds

    return Fact(f"never {names}", holds, kinds)


def of_kinds(kinds: tuple[str, ...], says: str) -> Fact:
    """Elements are of one of these kinds."""

    def holds(_: Known, value: SSAValue) -> bool:
        element = element_type(value)
        return element is not None and kind_of_elements(element) in kinds

    return Fact(says, holds)


NEVER_NEGATIVE = never(FloatKinds.NEGATIVE | FloatKinds.NEGATIVE_ZERO)
NEVER_NAN = never(FloatKinds.NAN)
NEVER_NEGATIVE_ZERO = never(FloatKinds.NEGATIVE_ZERO)
NEVER_INFINITE = never(FloatKinds.NAN | FloatKinds.INFINITE)
NEVER_INFINITE_NOR_ZERO = never(FloatKinds.NAN | FloatKinds.INFINITE | ZEROS)
OF_BOOLEANS = of_kinds((BOOLEAN,), "booleans")
OF_INTEGERS = of_kinds(INTEGERS, "integers or booleans")
OF_REALS = of_kinds((*INTEGERS, *FLOATS), "not complex")

ROUNDINGS = ("ceil", "floor", "round_nearest_afz", "round_nearest_even")

# ---- identities ----

equation("add-zero", "add(x, zero)", "x", INTEGERS, "add", "or", "xor")
equation("add-negative-zero", "add(x, negative_zero)", "x", (*FLOATS, COMPLEX))
equation("add-zero-float", "add(x, zero)", "x", FLOATS, x=NEVER_NEGATIVE_ZERO)
equation("subtract-zero", "subtract(x, zero)", "x", (*ORDERED, COMPLEX))
equation("subtract-negative-zero", "subtract(x, negative_zero)", "x", FLOATS, x=NEVER_NEGATIVE_ZERO)
equation("multiply-one", "multiply(x, one)", "x", ORDERED)
equation("divide-one", "divide(x, one)", "x", ORDERED, "divide", "power")
equation("and-all-ones", "and(x, all_ones)", "x", INTEGERS)
equation("maximum-least", "maximum(x, least)", "x", ORDERED)
equation("minimum-most", "minimum(x, most)", "x", ORDERED)
equation("shift-zero", "shift_left(x, zero)", "x", (INTEGER,), *SHIFTS)

# ---- absorbing elements ----

equation("multiply-zero", "multiply(x, zero)", "zero", INTEGERS, "multiply", "and")
equation("or-all-ones", "or(x, all_ones)", "all_ones", INTEGERS)
equation("maximum-most", "maximum(x, most)", "most", INTEGERS)
equation("maximum-most-float", "maximum(x, most)", "most", FLOATS, x=NEVER_NAN)
equation("minimum-least", "minimum(x, least)", "least", INTEGERS)
equation("minimum-least-float", "minimum(x, least)", "least", FLOATS, x=NEVER_NAN)
equation("remainder-one", "remainder(x, one)", "zero", (INTEGER,))
equation("remainder-of-zero", "remainder(zero, x)", "zero", (INTEGER,))
equation("divide-zero", "divide(zero, x)", "zero", (INTEGER,), where="x != 0")
equation("shift-of-zero", "shift_left(zero, x)", "zero", (INTEGER,), *SHIFTS)
equation("power-zero", "power(x, zero)", "one", (INTEGER, *SIGNED))
equation("power-of-one", "power(one, x)", "one", (INTEGER, *FLOATS))

# ---- a value and itself ----

equation("and-itself", "and(x, x)", "x", INTEGERS, "and", "or")
equation("maximum-itself", "maximum(x, x)", "x", ORDERED, "maximum", "minimum")
equation("add-boolean-itself", "add(x, x)", "x", (BOOLEAN,), "add", "multiply")
equation("subtract-itself", "subtract(x, x)", "zero", (INTEGER,), "subtract", "remainder")
equation("subtract-itself-float", "subtract(x, x)", "zero", SIGNED, x=NEVER_INFINITE)
equation("xor-itself", "xor(x, x)", "zero", INTEGERS)
equation("divide-itself", "divide(x, x)", "one", (INTEGER,), where="x != 0")
equation("divide-itself-float", "divide(x, x)", "one", FLOATS, x=NEVER_INFINITE_NOR_ZERO)
equation("select-alike", "select(p, x, x)", "x", ANY)

# ---- a value and what was just computed of it ----

for op, dual in (("and", "or"), ("or", "and"), ("minimum", "maximum"), ("maximum", "minimum")):
    equation(f"{op}-absorbs-{dual}", f"{op}(x, {dual}(x, y))", "x", INTEGERS)
for op, kinds in (("and", INTEGERS), ("or", INTEGERS), ("maximum", ORDERED), ("minimum", ORDERED)):
    equation(f"{op}-again", f"{op}(x, z={op}(x, y))", "z", kinds)
equation("xor-again", "xor(x, xor(x, y))", "y", INTEGERS)
equation("and-not", "and(x, not(x))", "zero", INTEGERS)
equation("or-not", "or(x, not(x))", "all_ones", INTEGERS, "or", "xor")
equation("add-not", "add(x, not(x))", "all_ones", INTEGERS)
equation("add-negated", "add(x, negate(x))", "zero", (INTEGER,))
equation("add-then-subtract", "subtract(add(x, y), y)", "x", (INTEGER,))
equation("subtract-then-add", "add(subtract(x, y), y)", "x", (INTEGER,))
equation("subtract-difference", "subtract(x, subtract(x, y))", "y", (INTEGER,))
equation("sign-times-size", "multiply(sign(x), abs(x))", "x", (INTEGER, *SIGNED))
equation("clamp-again", "clamp(x, z=clamp(x, v, y), y)", "z", ORDERED)

# ---- ops that undo others, or do nothing any more ----

equation("negate-negate", "negate(negate(x))", "x", (INTEGER, *SIGNED, COMPLEX))
equation("not-not", "not(not(x))", "x", INTEGERS)
equation("abs-not-negative", "abs(x)", "x", (INTEGER,), where="x >= 0")
equation("abs-not-negative-float", "abs(x)", "x", FLOATS, x=NEVER_NEGATIVE)
equation("abs-abs", "abs(y=abs(x))", "y", (INTEGER, *SIGNED))
equation("abs-square", "abs(y=multiply(x, x))", "y", SIGNED)
equation("sign-sign", "sign(y=sign(x))", "y", (INTEGER, *SIGNED))
for op in ROUNDINGS:
    for rounded in (*ROUNDINGS, "sign"):
        equation(f"{op}-{rounded}".replace("_", "-"), f"{op}(y={rounded}(x))", "y", (FLOAT,))
    equation(f"{op}-integer".replace("_", "-"), f"{op}(y=convert(x))", "y", (FLOAT,), x=OF_INTEGERS)
equation("real-of-complex", "real(complex(x, y))", "x", (COMPLEX,))
equation("imag-of-complex", "imag(complex(x, y))", "y", (COMPLEX,))
equation("complex-of-parts", "complex(real(x), imag(x))", "x", SIGNED)
equation("real-of-real", "real(x)", "x", SIGNED)
equation("imag-of-real", "imag(x)", "zero", SIGNED)
equation("real-of-converted", "real(convert(x))", "x", (COMPLEX,), x=OF_REALS)
equation("imag-of-converted", "imag(convert(x))", "zero", (COMPLEX,), x=OF_REALS)

# ---- selections ----

equation("select-true", "select(one, x, y)", "x", ANY)
equation("select-false", "select(zero, x, y)", "y", ANY)
equation("select-itself", "select(p, one, zero)", "p", (BOOLEAN,))
equation("select-not", "select(not(p), x, y)", "select(p, y, x)", ANY)
equation("select-same-first", "select(p, select(p, x, y), z)", "select(p, x, z)", ANY)
equation("select-same-last", "select(p, x, select(p, y, z))", "select(p, x, z)", ANY)
equation("select-opposite-first", "select(p, select(not(p), x, y), z)", "select(p, y, z)", ANY)
equation("select-opposite-last", "select(p, x, select(not(p), y, z))", "select(p, x, y)", ANY)


# ---- what is known of numbers: one that is left ----


ASKED_ALWAYS = ("compare", "is_finite", "sign")
"""Ops of which even two operands that are not constant may leave one number."""

_ELEMENTWISE = [name.removeprefix("stablehlo.") for name in ON_INTEGERS]
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


# ---- ops with constants, one of another ----

add_view(
    "affine(x, A, B)",
    "add(multiply(x, A), B)",
    reads={
        "add(x, C)": "affine(x, one, C)",
        "subtract(x, C)": "affine(x, one, negate(C))",
        "subtract(C, x)": "affine(x, all_ones, C)",
        "multiply(x, C)": "affine(x, C, zero)",
        "shift_left(x, C)": "affine(x, shift_left(one, C), zero)",
        "negate(x)": "affine(x, all_ones, zero)",
        "not(x)": "affine(x, all_ones, all_ones)",
    },
    writes={
        "affine(x, zero, B)": "B",
        "affine(x, one, zero)": "x",
        "affine(x, one, B)": "add(x, B)",
        "affine(x, all_ones, zero)": "negate(x)",
        "affine(x, all_ones, all_ones)": "not(x)",
        "affine(x, all_ones, B)": "subtract(B, x)",
        "affine(x, A, zero)": "multiply(x, A)",
    },
)

equation(
    "shifts-in-a-row",
    "op(op(x, C), D)",
    "op(x, add(C, D))",
    (INTEGER,),
    *SHIFTS,
    where="0 <= C, 0 <= D, C + D < width",
)
equation(
    "constants-in-a-row",
    "affine(affine(x, A, B), C, D)",
    "affine(x, multiply(A, C), add(multiply(B, C), D))",
    (INTEGER,),
)
equation("masks-in-a-row", "op(op(x, C), D)", "op(x, op(C, D))", INTEGERS, "and", "or", "xor")
equation("bounds-in-a-row", "op(op(x, C), D)", "op(x, op(C, D))", ORDERED, "maximum", "minimum")
equation(
    "divisors-in-a-row",
    "divide(divide(x, C), D)",
    "divide(x, multiply(C, D))",
    (INTEGER,),
    where="0 < C, 0 < D, C * D <= most",
)
equation("negate-scaled", "negate(multiply(x, C))", "multiply(x, negate(C))", (FLOAT,))
equation("negate-scaled", "negate(divide(x, C))", "divide(x, negate(C))", (FLOAT,))
equation("negate-scaled", "negate(divide(C, x))", "divide(negate(C), x)", (FLOAT,))
for base, offset in (("one", "subtract(D, C)"), ("all_ones", "subtract(C, D)")):
    equation(
        "compare-sum", f"compare[EQ|NE](affine(x, {base}, C), D)", f"compare[EQ|NE](x, {offset})", (INTEGER,)
    )

# ---- comparisons of a value with itself, and of booleans ----

for directions, given in (("EQ|GE|LE", "true"), ("NE|GT|LT", "false")):
    equation("compare-itself", f"compare[{directions}](x, x)", given, INTEGERS)
    equation("compare-itself", f"compare[{directions}|TOTALORDER](x, x)", given, FLOATS)
equation("compare-itself-strictly", "compare[GT|LT](x, x)", "false", FLOATS)
equation("compare-itself-never-nan", "compare[EQ|GE|LE](x, x)", "true", FLOATS, x=NEVER_NAN)
equation("compare-itself-never-nan", "compare[NE|GT|LT](x, x)", "false", FLOATS, x=NEVER_NAN)
equation("compare-boolean-left", "compare[EQ|GE](x, true)", "x", (BOOLEAN,))
equation("compare-boolean-left", "compare[NE|GT](x, false)", "x", (BOOLEAN,))
equation("compare-boolean-right", "compare[EQ|LE](true, x)", "x", (BOOLEAN,))
equation("compare-boolean-right", "compare[NE|LT](false, x)", "x", (BOOLEAN,))
equation("compare-converted-left", "compare[EQ|GE](convert(x), one)", "x", ORDERED, x=OF_BOOLEANS)
equation("compare-converted-left", "compare[NE|GT](convert(x), zero)", "x", ORDERED, x=OF_BOOLEANS)
equation("compare-converted-right", "compare[EQ|LE](one, convert(x))", "x", ORDERED, x=OF_BOOLEANS)
equation("compare-converted-right", "compare[NE|LT](zero, convert(x))", "x", ORDERED, x=OF_BOOLEANS)

# ---- conversions there and back, of one another, and to the type that there is already ----


@cache
def holds_all(wide: FloatFormat, narrow: FloatFormat) -> bool:
    """Whether every element of one float type, signed zeros and infinities among them, is one of the other."""
    return (
        (wide.signed and wide.precision >= narrow.precision)
        and (wide.smallest <= narrow.smallest and wide.largest >= narrow.largest)
        and (wide.has_nan or not narrow.has_nan)
        and (wide.has_infinity or not narrow.has_infinity)
        and (wide.has_negative_zero or not narrow.has_negative_zero)
    ) or wide is narrow


def keeps_integers(fact: IntegerFact, target: Attribute) -> bool:
    """Whether integers are the same numbers after a conversion."""
    kind = kind_of_integers(target)
    if kind is not None:
        return kind.least <= fact.low and fact.high <= kind.most
    known = format_or_none(target)
    if kind_of_elements(target) != FLOAT or not isinstance(known, FloatFormat):
        return False
    return max(abs(fact.low), abs(fact.high)) <= min(2**known.precision, known.largest)


def keeps(k: Known, value: SSAValue, target: Attribute) -> bool:
    """Whether no element of a value is another number after conversion to elements of type `target`."""
    source, fact = element_type(value), range_of(k, value)
    if fact is not None:
        return keeps_integers(fact, target)
    if source is None or kind_of_elements(source) not in FLOATS or kind_of_elements(target) not in FLOATS:
        return False
    return holds_all(float_format(target), float_format(source))


def _element(found: Found, name: str) -> Attribute:
    """The elements of a type that is named."""
    return ranked_type(found[f":{name}"]).element_type


def _holds(k: Known, found: Found) -> bool:
    return keeps(k, found["x"], _element(found, "U"))


def _is_no_narrower(_: Known, found: Found) -> bool:
    first, middle = (kind_of_integers(_element(found, name)) for name in "TU")
    return first is not None and middle is not None and first.width <= middle.width


def _only_loses_bits(k: Known, found: Found) -> bool:
    last = kind_of_integers(_element(found, "T"))
    return last is not None and last.width > 1 and bool(kind_of(found["x"])) and _is_no_narrower(k, found)


def _holds_all_the_way(k: Known, found: Found) -> bool:
    fact, target = range_of(k, found["x"]), _element(found, "T")
    middle, last = kind_of_integers(_element(found, "U")), kind_of_integers(target)
    # A float becomes the nearest integer of the type, an integer wraps around.
    if fact is not None and middle is None and last is not None and last.width > 1:
        return keeps_integers(fact, target) and _holds(k, found)
    return _holds(k, found)


HOLDS = TypeCondition("U holds all numbers that x may be", _holds)
HOLDS_ALL_THE_WAY = TypeCondition(
    "U holds all numbers that x may be, and so does T where integers become floats and integers again",
    _holds_all_the_way,
)
NO_NARROWER = TypeCondition("T and U are integers, U no narrower", _is_no_narrower)
ONLY_LOSES_BITS = TypeCondition(
    "T, U and x are integers, U no narrower than T, which is not i1", _only_loses_bits
)

equation("convert-to-itself", "op[T](x:T)", "x", ANY, "convert", "bitcast_convert")
equation("convert-and-back", "convert[T](convert[U](x:T))", "x", ANY, types=NO_NARROWER)
equation("convert-and-back", "convert[T](convert[U](x:T))", "x", ANY, types=HOLDS)
equation("convert-once", "convert[T](convert[U](x))", "convert[T](x)", ANY, types=ONLY_LOSES_BITS)
equation("convert-once", "convert[T](convert[U](x))", "convert[T](x)", ANY, types=HOLDS_ALL_THE_WAY)
equation("bitcast-and-back", "bitcast_convert[T](bitcast_convert[U](x:T))", "x", ANY)
