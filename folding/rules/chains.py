"""Ops in a row: with constants, one of another; comparisons of what was computed; conversions there and back.

Two ops at a time: what stands for the first two is what the third one reads, however long the chain is.
"""

from __future__ import annotations

from functools import cache
from typing import cast

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, SSAValue

from xdsl_stablehlo.values.element_types import FloatFormat, float_format, format_or_none

from ..facts.known import Known
from ..facts.lattice import IntegerFact, kind_of_integers
from ..facts.transfer import kind_of
from .conditions import element_type, range_of
from .equations import NEVER_NAN, OF_BOOLEANS
from .terms import (
    ANY,
    BOOLEAN,
    FLOAT,
    FLOATS,
    INTEGER,
    INTEGERS,
    ORDERED,
    SHIFTS,
    Found,
    TypeCondition,
    add_view,
    equation,
    kind_of_elements,
)

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
    return cast("AnyTensorType", found[f":{name}"]).element_type


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
