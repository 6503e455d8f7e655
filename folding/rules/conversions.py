"""Conversions there and back, of one another, and to the type that there is already."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.values.element_types import FloatFormat, float_format, format_or_none

from ..facts.known import Known
from ..facts.lattice import IntegerFact, kind_of_integers
from .conditions import element_type, integers_of, operand, range_of, static_type
from .engine import Form, Outcome, Rule, add_rules, over
from .terms import FLOAT, FLOATS, kind_of_elements


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


def source_of(k: Known, op: Operation) -> SSAValue | None:
    """What was converted to what an op reads."""
    owner = k.resolved(op.operands[0]).owner
    return k.resolved(owner.operands[0]) if isinstance(owner, Operation) and owner.operands else None


def returns(k: Known, op: Operation) -> bool:
    """The type is that of what was converted, and the type in between held all of that."""
    value, between = source_of(k, op), element_type(op.operands[0])
    if value is None or between is None or value.type != op.results[0].type:
        return False
    kind, middle = integers_of(value), kind_of_integers(between)
    if kind is not None and middle is not None and kind.width <= middle.width:
        return True
    return keeps(k, value, between)


def composes(k: Known, value: SSAValue, between: Attribute, target: Attribute) -> bool:
    """Whether converting what was converted is as converting it once."""
    fact, middle, last = range_of(k, value), kind_of_integers(between), kind_of_integers(target)
    if fact is not None and last is not None and last.width > 1:
        if middle is not None and last.width <= middle.width:
            return True  # only the lowest bits count, and those are there all the time
        if middle is None and not keeps_integers(fact, target):
            return False  # a float becomes the nearest integer of the type, an integer wraps around
    return keeps(k, value, between)


def is_converted_twice(k: Known, op: Operation) -> bool:
    """What is converted was converted, and once does."""
    value, between, target = source_of(k, op), element_type(op.operands[0]), element_type(op.results[0])
    if value is None or between is None or target is None:
        return False
    return k.definition(op.operands[0], "convert") is not None and composes(k, value, between, target)


def converted_once(k: Known, op: Operation) -> Outcome:
    """The conversion of what was converted."""
    value, target = source_of(k, op), static_type(op.results[0])
    if value is None or target is None:
        return None

    def build(read: Sequence[SSAValue]) -> hlo.HloOp:
        return hlo.ConvertOp(read[0], target)

    return Form((value,), build)


def same_bits(k: Known, op: Operation) -> bool:
    """The type is that of the value whose bits were taken."""
    value = source_of(k, op)
    bitcast = k.definition(op.operands[0], "bitcast_convert") is not None
    return bitcast and value is not None and value.type == op.results[0].type


add_rules(
    Rule(
        "convert-to-itself",
        ("convert", "bitcast_convert"),
        lambda _, op: op.operands[0].type == op.results[0].type,
        operand(0),
        "`convert(x)` and `bitcast_convert(x)` to the type of x are x",
    ),
    Rule(
        "convert-and-back",
        ("convert",),
        lambda k, op: k.definition(op.operands[0], "convert") is not None and returns(k, op),
        source_of,
        "`convert(convert(x))` to the type of x is x, where the type in between holds all numbers that x may be, "
        "or as many bits (integers, booleans, floats)",
        over("convert"),
    ),
    Rule(
        "convert-once",
        ("convert",),
        is_converted_twice,
        converted_once,
        "`convert(convert(x))` is `convert(x)`, where the type in between holds all numbers that x may be, or all are "
        "integers that only lose bits; an integer that goes through a float has to fit in the last type",
        over("convert"),
    ),
    Rule(
        "bitcast-and-back",
        ("bitcast_convert",),
        same_bits,
        source_of,
        "`bitcast_convert(bitcast_convert(x))` to the type of x is x",
        over("bitcast_convert"),
    ),
)
