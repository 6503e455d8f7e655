"""Conversions there and back, of one another, and to the type that there is already."""

from __future__ import annotations

from functools import cache
from typing import cast

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, SSAValue

from xdsl_stablehlo.values.element_types import FloatFormat, float_format, format_or_none

from ..facts.known import Known
from ..facts.lattice import IntegerFact, kind_of_integers
from .conditions import element_type, integers_of, range_of
from .terms import ANY, FLOAT, FLOATS, Found, Types, equation, kind_of_elements


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
    return last is not None and last.width > 1 and bool(integers_of(found["x"])) and _is_no_narrower(k, found)


def _holds_all_the_way(k: Known, found: Found) -> bool:
    fact, target = range_of(k, found["x"]), _element(found, "T")
    middle, last = kind_of_integers(_element(found, "U")), kind_of_integers(target)
    # A float becomes the nearest integer of the type, an integer wraps around.
    if fact is not None and middle is None and last is not None and last.width > 1:
        return keeps_integers(fact, target) and _holds(k, found)
    return _holds(k, found)


HOLDS = Types("U holds all numbers that x may be", _holds)
HOLDS_ALL_THE_WAY = Types(
    "U holds all numbers that x may be, and so does T where integers become floats and integers again",
    _holds_all_the_way,
)
NO_NARROWER = Types("T and U are integers, U no narrower", _is_no_narrower)
ONLY_LOSES_BITS = Types("T, U and x are integers, U no narrower than T, which is not i1", _only_loses_bits)

equation("convert-to-itself", "op[T](x:T)", "x", ANY, "convert", "bitcast_convert")
equation("convert-and-back", "convert[T](convert[U](x:T))", "x", ANY, types=NO_NARROWER)
equation("convert-and-back", "convert[T](convert[U](x:T))", "x", ANY, types=HOLDS)
equation("convert-once", "convert[T](convert[U](x))", "convert[T](x)", ANY, types=ONLY_LOSES_BITS)
equation("convert-once", "convert[T](convert[U](x))", "convert[T](x)", ANY, types=HOLDS_ALL_THE_WAY)
equation("bitcast-and-back", "bitcast_convert[T](bitcast_convert[U](x:T))", "x", ANY)
