"""Equations: how their terms are matched in a program, and how the replacement is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import HloOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.interpreter.numerics import Arithmetic, arithmetic_of
from xdsl_stablehlo.values.element_types import Array, FloatFormat, format_or_none, is_complex, is_float

from ..facts.known import Known, static_shape
from ..facts.lattice import FloatKinds, kind_of_integers
from ..terms.constants import make_constant
from .conditions import Guard, constant_like, element_type, equal, is_number, number, small_constant
from .engine import CONSTANT, OF_ITSELF, RULES, Form, Operands, Outcome, Rule, anything
from .notation import Term, TermPlace, term

BOOLEAN, INTEGER, FLOAT, COMPLEX, QUANTIZED = "boolean", "integer", "float", "complex", "quantized"
FINITE = "finite float"
"""Elements of f4E2M1FN, f6E2M3FN and f6E3M2FN, which have no infinity and no NaN: they saturate."""
SCALE = "scale"
"""Elements of f8E8M0FNU, which have no sign and no zero."""
INTEGERS = (BOOLEAN, INTEGER)
SIGNED = (FLOAT, FINITE)
FLOATS = (*SIGNED, SCALE)
ORDERED = (*INTEGERS, *FLOATS)
ANY = (*ORDERED, COMPLEX, QUANTIZED)

SHIFTS = ("shift_left", "shift_right_arithmetic", "shift_right_logical")
TOTAL_ORDER = "TOTALORDER"


@cache
def kind_of_elements(element: Attribute) -> str:
    """The kind of elements of a type."""
    kind = kind_of_integers(element)
    if kind is not None:
        return BOOLEAN if kind.width == 1 else INTEGER
    known = format_or_none(element)
    if isinstance(known, FloatFormat) and is_float(element):
        return SCALE if not known.signed else FLOAT if known.has_nan else FINITE
    return COMPLEX if is_complex(element) else QUANTIZED


def over_integers(operands: Operands) -> bool:
    """A rule that needs integers or booleans."""
    return operands.element is not None and kind_of_elements(operands.element) in INTEGERS


Found: TypeAlias = "dict[str, Any]"
"""A match: values of variables and elements of constants by their letters, types by `:` and their names, and by
`INSIDE` the ops inside of the outermost one."""

INSIDE = "inside"


# ---- views ----


class _View(NamedTuple):
    """A form that several ops are special cases of: `x * A + B`. A term of it stands for each of them."""

    means: tuple[Term, Term]
    """A term of the view, and what it is."""
    reads: Mapping[str, tuple[tuple[Term, Term], ...]]
    """By the names of ops: the ops, and the terms of the view that they are."""
    writes: tuple[tuple[Term, Term], ...]
    """Terms of the view, and the op, variable or constant that each is: the first one that fits is taken."""


VIEWS: dict[str, _View] = {}


def add_view(left: str, means: str, reads: Mapping[str, str], writes: Mapping[str, str]) -> None:
    """Add a view, for integers, that ops are read as, and that is written as one op where it can be."""
    ops: dict[str, tuple[tuple[Term, Term], ...]] = {}
    for form, as_view in reads.items():
        read = term(form)
        ops[read.head] = (*ops.get(read.head, ()), (read, term(as_view)))
    pattern = term(left)
    written = tuple([(term(as_view), term(form)) for as_view, form in writes.items()])
    VIEWS[pattern.head] = _View((pattern, term(means)), ops, written)


def forms(wanted: Term) -> list[Term]:
    """The ops that a term stands for: several where it is a view."""
    seen = VIEWS.get(wanted.head)
    if seen is None:
        return [wanted]
    inner = {"x": wanted.parts[0]}
    return [form.replaced(inner) for pairs in seen.reads.values() for form, _ in pairs]


# ---- matching ----


def matches(
    k: Known, places: tuple[TermPlace, ...], values: Sequence[SSAValue], found: Found
) -> Iterator[Found]:
    """The values of letters with which terms are the values in their places."""
    (place, part), rest = places[0], places[1:]
    for each in _match(k, part, values[place], found):
        if rest:
            yield from matches(k, rest, values, each)
        else:
            yield each


def _match(k: Known, wanted: Term, value: SSAValue, found: Found) -> Iterator[Found]:
    if wanted.is_variable:
        before = found.get(wanted.head)
        if before is None:
            typed = found if not wanted.type_name else _typed(found, wanted.type_name, value.type)
            if typed is not None:
                yield {**typed, wanted.head: value}
        elif equal(k, before, value):
            yield found
    elif wanted.is_constant:
        array = small_constant(k, value)
        bound = None if array is None else _bound((wanted,), (array,), found)
        if bound is not None:
            yield bound
    elif wanted.is_number:
        if is_number(k, value, wanted.head.replace("_", " ")):
            yield found
    else:
        owner = k.resolved(value).owner
        if not isinstance(owner, Operation) or len(owner.results) != 1:
            return
        if owner.name == wanted.op_name or wanted.head in VIEWS:
            inside = {**found, INSIDE: (*found.get(INSIDE, ()), owner)}
            if wanted.name:
                inside[wanted.name] = value
            yield from match_op(k, wanted, owner, inside)


def match_op(k: Known, wanted: Term, op: Operation, found: Found) -> Iterator[Found]:
    """The values of letters if an op, whatever its name, matches a term."""
    if wanted.head in VIEWS:
        yield from _match_view(k, wanted, op, found)
        return
    values = op.operands
    if len(values) != len(wanted.parts):
        return
    if wanted.reads_a_constant and len(values) == 2 and values[0].type != values[1].type:
        return
    if wanted.said:
        if wanted.head != "compare":
            typed = _typed(found, wanted.said[0], op.results[0].type)
            if typed is None:
                return
            found = typed
        elif not isinstance(op, hlo.CompareOp) or not _compares(op, wanted.said):
            return
    for places in wanted.places:
        yield from matches(k, places, values, found)


def _compares(op: hlo.CompareOp, said: tuple[str, ...]) -> bool:
    """Whether an op compares in one of these directions, and in a total order if that is said."""
    total = TOTAL_ORDER not in said or (
        op.compare_type is not None and op.compare_type.data.value == TOTAL_ORDER
    )
    return total and op.comparison_direction.data.value in said


def _match_view(k: Known, wanted: Term, op: Operation, found: Found) -> Iterator[Found]:
    element = element_type(op.results[0])
    for form, as_view in VIEWS[wanted.head].reads.get(op.name.removeprefix("stablehlo."), ()):
        for seen in match_op(k, form, op, {}):
            for each in _match(k, wanted.parts[0], seen["x"], found):
                assert element is not None
                on = arithmetic_of(element)
                arrays = [constant_of(part, seen, on) for part in as_view.parts[1:]]
                bound = _bound(wanted.parts[1:], arrays, each, on)
                if bound is not None:
                    yield bound


def _typed(found: Found, name: str, given: Attribute) -> Found | None:
    """With the type of this name; None where that is another one."""
    before = found.get(f":{name}")
    return {**found, f":{name}": given} if before is None else found if before == given else None


def _bound(
    terms: Sequence[Term], arrays: Sequence[Array], found: Found, on: Arithmetic | None = None
) -> Found | None:
    """With constants for terms, which are letters or names of numbers; None where they are others."""
    bound = dict(found)
    for wanted, array in zip(terms, arrays, strict=True):
        held = bound.setdefault(wanted.head, array) if wanted.is_constant else None
        if held is None and on is not None:
            held = constant_of(wanted, {}, on)
        if held is not array and (held is None or not all_are(array, held)):
            return None
    return bound


def constant_of(what: Term, found: Found, on: Arithmetic) -> Array:
    """The elements of a term of constants and numbers, as the interpreter computes them."""
    if what.is_constant:
        held: Array = found[what.head]
        return held
    if what.is_number:
        array = number(what.head.replace("_", " "), on.element_type)
        assert array is not None, f"{on.element_type} has no {what.head}"
        return array
    return np.asarray(on.named(what.head)(*[constant_of(part, found, on) for part in what.parts]))


def may_match(wanted: Term) -> Callable[[Operands], bool]:
    """A quick test of the operands of an op that may be this term."""
    count = len(wanted.parts)
    if count == 2 and wanted.parts[0] == wanted.parts[1]:
        return lambda operands: operands.alike
    orders = [[_fits(part, place) for place, part in enumerate(parts)] for parts in wanted.orders]
    wants = [[fits for fits in order if fits is not None] for order in orders]

    def asks(operands: Operands) -> bool:
        if len(operands.names) != count:
            return False
        return any(all(fits(operands) for fits in order) for order in wants)

    return asks


def _fits(part: Term, place: int) -> Callable[[Operands], bool] | None:
    """Whether the operand at `place` may be a part of a term; None for a variable, which is anything."""
    if part.is_variable:
        return None
    name = CONSTANT if part.is_constant else part.op_name
    if part.is_number:
        name = part.head.replace("_", " ")
        return lambda operands: operands.may_be_number(place, name)
    if part.head in VIEWS:
        reads = {f"stablehlo.{read}" for read in VIEWS[part.head].reads}
        return lambda operands: operands.names[place] in reads
    return lambda operands: operands.names[place] == name


def all_are(array: Array, element: Array) -> bool:
    """Whether all elements of an array have the bits of this one, or of those of another one of its shape."""
    return array.tobytes() == (element.tobytes() if element.ndim else element.tobytes() * array.size)


# ---- equations ----


class Fact(NamedTuple):
    """A condition on a variable."""

    says: str
    holds: Callable[[Known, SSAValue], bool]
    excluded: FloatKinds = FloatKinds(0)
    """The kinds of floats that it is not, where it is about floats."""


class TypeCondition(NamedTuple):
    """A condition on the types that terms name, and on the numbers that are converted."""

    says: str
    holds: Callable[[Known, Found], bool]


@dataclass(frozen=True)
class Equation:
    """An equation: ops that match the left side are equal to the right side."""

    left: Term
    """The op that it is about, or a view; `op` is any of `ops`, wherever it stands."""
    right: Term
    kinds: tuple[str, ...]
    """The kinds of elements that the last operand may have."""
    facts: Mapping[str, Fact]
    """Conditions on variables."""
    ops: tuple[str, ...]
    where: Guard | None = None
    types: TypeCondition | None = None
    in_order: bool = False
    """Whether the operands have to be in this order, though the op is commutative."""
    asks: Callable[[Operands], bool] = anything
    """A cheap condition on the operands, tried before facts are asked for."""

    @cached_property
    def sides(self) -> dict[str, tuple[Term, Term]]:
        """Both sides, by the name of the op."""
        found: dict[str, tuple[Term, Term]] = {}
        for op in self.ops:
            named = {"op": Term(op)}
            left, right = self.left.replaced(named), self.right.replaced(named)
            if left.head not in VIEWS:
                left = replace(left, head=op)
            found[f"stablehlo.{op}"] = left, right
        return found

    def asked(self, operands: Operands) -> bool:
        """Whether elements and operands may be those of the left side."""
        kind = QUANTIZED if operands.element is None else kind_of_elements(operands.element)
        return kind in self.kinds and self.asks(operands) and any(may(operands) for may in self._may_match)

    @cached_property
    def _may_match(self) -> list[Callable[[Operands], bool]]:
        return [may_match(form) for left, _ in self.sides.values() for form in forms(left)]

    def found(self, k: Known, op: Operation) -> Found | None:
        """The match of an op with the left side, if all conditions hold; None otherwise."""
        left = self.sides[op.name][0]
        for found in (
            matches(k, left.places[0], op.operands, {}) if self.in_order else match_op(k, left, op, {})
        ):
            if (
                all(fact.holds(k, found[name]) for name, fact in self.facts.items())
                and (self.where is None or self.where.holds(k, found, op.operands[-1]))
                and (self.types is None or self.types.holds(k, found))
            ):
                return found
        return None

    def gives(self, k: Known, op: Operation) -> Outcome:
        """The right side."""
        found = self.found(k, op)
        if found is None:
            return None
        right = self.sides[op.name][1]
        if right.is_variable:
            return found[right.head]
        element = element_type(op.results[0] if right.is_number else op.operands[-1])
        if element is None:
            return None
        if right.is_number:
            return constant_like(op.results[0], number(right.head.replace("_", " "), element))
        return written(k, op, right, found, arithmetic_of(element))

    def says(self) -> str:
        """The equation, and what it holds for."""
        held = [f"{name} {fact.says}" for name, fact in self.facts.items()]
        held += [f"`{self.where.text}`"] if self.where is not None else []
        held += [self.types.says] if self.types is not None else []
        return f"`{self.left}` = `{self.right}` ({', '.join((*self.kinds, *held))})"


def written(k: Known, op: Operation, right: Term, found: Found, on: Arithmetic) -> Outcome:
    """A term of variables and constants in the place of `op`; None where no op is it, or it takes more than `op`."""
    if right.head in VIEWS:
        arrays = [constant_of(part, found, on) for part in right.parts[1:]]
        for as_view, form in VIEWS[right.head].writes:
            bound = _bound(as_view.parts[1:], arrays, {}, on)
            if bound is not None:
                form = form.replaced({"x": right.parts[0]})
                return written(k, op, form, {**found, **bound}, on)
        return None
    if right.is_variable:
        return found[right.head]
    inside: tuple[Operation, ...] = found.get(INSIDE, ())
    parts = right.parts or (right,)
    read = [k.resolved(found[part.head]) for part in parts if part.is_variable]
    made = {i: constant_of(part, found, on) for i, part in enumerate(parts) if not part.is_variable}
    # A constant takes no more than those that went into it, if these go.
    if any(array.ndim for array in made.values()) and not all(map(k.is_read_once, inside)):
        return None
    if right.is_computed:
        return made[0] if made[0].ndim else constant_like(op.results[0], made[0])
    result_type = op.results[0].type
    if (made and static_shape(read[0]) is None) or (right.said and static_shape(op.results[0]) is None):
        return None
    is_same = op.name == right.op_name
    if not is_same or not op.properties:
        for before in inside:
            there = before.results[0]
            if before.name == right.op_name and there.type == result_type and _reads(k, before, read, made):
                return there
    kind = type(op) if is_same else hlo.StableHLO.operation(right.head)
    assert kind is not None
    properties = dict(op.properties) if is_same else {}

    def build(given: Sequence[SSAValue]) -> HloOp:
        values, like = iter(given), given[0]
        operands = [_constant(made[i], like) if i in made else next(values) for i in range(len(parts))]
        other = kind.create(operands=operands, result_types=[result_type], properties=properties)
        assert isinstance(other, HloOp)
        return other

    return Form(tuple(read), build)


def _reads(k: Known, op: Operation, values: Sequence[SSAValue], constants: Mapping[int, Array]) -> bool:
    """Whether an op reads these values, and constants with these elements in their places."""
    rest = iter(values)
    for i, operand in enumerate(op.operands):
        if i not in constants:
            if k.resolved(operand) is not next(rest, None):
                return False
        else:
            held = small_constant(k, operand)
            if held is None or held.shape != constants[i].shape or not all_are(held, constants[i]):
                return False
    return True


def _constant(array: Array, like: SSAValue) -> SSAValue:
    """A new constant of the type of a value."""
    made = ranked(like)
    return make_constant(np.broadcast_to(array, made.get_shape()), made).output


EQUATIONS: dict[str, tuple[Equation, ...]] = {}
"""By the names of their rules."""


def equation(
    name: str,
    left: str,
    right: str,
    kinds: tuple[str, ...],
    *ops: str,
    where: str = "",
    types: TypeCondition | None = None,
    in_order: bool = False,
    asks: Callable[[Operands], bool] = anything,
    **facts: Fact,
) -> None:
    """Add to a rule that `left`, where `op`, or else its outermost op, is any of `ops`, is `right`."""
    about = term(left)
    heads = tuple(VIEWS[about.head].reads) if about.head in VIEWS else (about.head,)
    guard = Guard(where) if where else None
    row = Equation(about, term(right), kinds, facts, ops or heads, guard, types, in_order, asks)
    EQUATIONS[name] = (*EQUATIONS.get(name, ()), row)
    if about.parts[:1] == about.parts[1:2] and kinds != (BOOLEAN,):
        OF_ITSELF.update(f"stablehlo.{op}" for op in row.ops)
    RULES[name] = rule_of(name, EQUATIONS[name])


def rule_of(name: str, rows: tuple[Equation, ...]) -> Rule:
    """The rule that is the first of some equations that applies."""
    each = tuple([Rule(name, row.ops, always, row.gives, row.says(), row.asked) for row in rows])
    ops = dict.fromkeys([op for row in rows for op in row.ops])
    says = dict.fromkeys([row.says for row in each])
    return replace(each[0], ops=tuple(ops), says="; ".join(says), rows=each)


def always(*_: object) -> bool:
    """No more condition than that something is given."""
    return True
