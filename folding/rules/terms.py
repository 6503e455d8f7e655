"""Rules that are equations of terms: `and(x, or(x, y))` is `x`.

A term is an op of StableHLO on terms, the name of a number that all elements are, or a variable: one letter, which is
the same value wherever it stands. Operands of commutative ops may stand in either order. What a rule gives is a
variable, a number, or the op itself on variables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias, cast

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import HloOp
from xdsl_stablehlo.values.element_types import FloatFormat, format_or_none, is_complex, is_float

from ..facts.known import Known
from ..facts.lattice import FloatKinds, kind_of_integers
from .conditions import constant_like, element_type, equal, is_number, number
from .engine import CONSTANT, Form, Operands, Outcome, Rule, add_rules

COMMUTATIVE = frozenset(("add", "and", "maximum", "minimum", "multiply", "or", "xor"))
BOOLEAN, INTEGER, FLOAT, COMPLEX, QUANTIZED = "boolean", "integer", "float", "complex", "quantized"
FINITE = "finite float"
"""Elements of f4E2M1FN, f6E2M3FN and f6E3M2FN, which have no infinity and no NaN: they saturate."""
SCALE = "scale"
"""Elements of f8E8M0FNU, which have no sign and no zero."""
INTEGERS = (BOOLEAN, INTEGER)
SIGNED = (FLOAT, FINITE)
FLOATS = (*SIGNED, SCALE)
ORDERED = (*INTEGERS, *FLOATS)

Binding: TypeAlias = "dict[str, SSAValue]"
"""The values that variables are."""


@dataclass(frozen=True)
class Term:
    """An op on terms; a variable or a number where there are no parts."""

    head: str
    parts: tuple[Term, ...] = ()
    name: str = ""
    """The variable that is the value of the whole term, if there is one."""

    @property
    def is_variable(self) -> bool:
        return len(self.head) == 1

    @property
    def is_number(self) -> bool:
        return not self.parts and not self.is_variable

    def __str__(self) -> str:
        name = f"{self.name}=" if self.name else ""
        return name + self.head + (f"({', '.join(map(str, self.parts))})" if self.parts else "")

    def orders(self) -> tuple[tuple[Term, ...], ...]:
        """The parts in the orders that mean the same."""
        swapped = self.head in COMMUTATIVE and self.parts[0] != self.parts[1]
        return (self.parts, self.parts[::-1]) if swapped else (self.parts,)


def term(text: str) -> Term:
    """The term that is written so: `select(p, x, y=not(z))`."""
    tokens = re.findall(r"\w+=?|[()]", text)

    def read() -> Term:
        name = tokens.pop(0)[:-1] if tokens[0].endswith("=") else ""
        head, parts = tokens.pop(0), list[Term]()
        if tokens and tokens[0] == "(":
            del tokens[0]
            parts = [read() for _ in iter(lambda: tokens[0], ")")]
            del tokens[0]
        return Term(head, tuple(parts), name)

    return read()


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


def matches(
    k: Known, terms: tuple[Term, ...], values: tuple[SSAValue, ...], found: Binding, loose: bool = False
) -> Iterator[Binding]:
    """The bindings for which terms are values. `loose`: as far as they have the form, whatever the ops and numbers."""
    if not terms:
        yield found
        return
    first, value = terms[0], values[0]
    for binding in _match(k, first, value, found, loose):
        yield from matches(k, terms[1:], values[1:], binding, loose)


def _match(k: Known, wanted: Term, value: SSAValue, found: Binding, loose: bool) -> Iterator[Binding]:
    if wanted.is_variable:
        before = found.get(wanted.head)
        if before is None:
            yield {**found, wanted.head: value}
        elif loose or equal(k, before, value):
            yield found
    elif wanted.is_number:
        if loose or is_number(k, value, wanted.head.replace("_", " ")):
            yield found
    else:
        owner = k.resolved(value).owner
        if isinstance(owner, Operation) and (loose or owner.name == f"stablehlo.{wanted.head}"):
            named = {**found, wanted.name: value} if wanted.name else found
            yield from match_op(k, wanted, owner, named, loose)


def match_op(k: Known, wanted: Term, op: Operation, found: Binding, loose: bool = False) -> Iterator[Binding]:
    """The bindings for which an op is a term."""
    values = tuple(op.operands)
    if len(values) == len(wanted.parts):
        for parts in wanted.orders():
            yield from matches(k, parts, values, found, loose)


def may_match(wanted: Term) -> Callable[[Operands], bool]:
    """Which operands an op may have that is this term."""

    def fits(part: Term, name: str) -> bool:
        return part.is_variable or name == (CONSTANT if part.is_number else f"stablehlo.{part.head}")

    def asks(operands: Operands) -> bool:
        if wanted.head in COMMUTATIVE and wanted.parts[0] == wanted.parts[1]:
            return operands.alike
        return any(all(map(fits, parts, operands.names)) for parts in wanted.orders())

    return asks


class Fact(NamedTuple):
    """What has to be known of a variable."""

    says: str
    holds: Callable[[Known, SSAValue], bool]
    excluded: FloatKinds = FloatKinds(0)
    """The kinds of floats that it is not, where it is about floats."""


@dataclass(frozen=True)
class Equation:
    """What ops are equal to."""

    left: Term
    """The op that it is about. Others of `ops` may stand in its place."""
    right: Term
    """A variable, a number, or an op of the same name on variables."""
    kinds: tuple[str, ...]
    """Of the elements of the last operand."""
    facts: Mapping[str, Fact]
    """What has to be known of variables."""
    ops: tuple[str, ...]

    def holds(self, k: Known, op: Operation) -> bool:
        """Whether an op is the left side, of elements and under facts as they have to be."""
        element = element_type(op.operands[-1])
        if element is None or kind_of_elements(element) not in self.kinds:
            return False
        found = next(match_op(k, self.left, op, {}), None)
        return found is not None and all(fact.holds(k, found[name]) for name, fact in self.facts.items())

    def gives(self, k: Known, op: Operation) -> Outcome:
        """The right side, for an op that has at least the form of the left side."""
        strictly, loosely = match_op(k, self.left, op, {}), match_op(k, self.left, op, {}, loose=True)
        found = next(strictly, None) or next(loosely, None)
        if found is None or not self.right.parts:
            return None if found is None else _outcome(op, self.right.head, found)

        def build(read: Sequence[SSAValue]) -> HloOp:
            types, properties = [op.results[0].type], dict(op.properties)
            return cast("type[HloOp]", type(op)).create(
                operands=read, result_types=types, properties=properties
            )

        return Form(tuple([found[part.head] for part in self.right.parts]), build)

    def says(self) -> str:
        """The equation, and what it holds for."""
        facts = "".join(f", {name} {fact.says}" for name, fact in self.facts.items())
        return f"`{self.left}` = `{self.right}` ({', '.join(self.kinds)}{facts})"


def _outcome(op: Operation, right: str, found: Binding) -> Outcome:
    """A variable, or the elements of a constant."""
    element = element_type(op.results[0])
    if len(right) == 1 or element is None:
        return found.get(right)
    return constant_like(op.results[0], number(right.replace("_", " "), element))


EQUATIONS: dict[str, Equation] = {}
"""By the names of their rules."""


def equation(name: str, left: str, right: str, kinds: tuple[str, ...], *ops: str, **facts: Fact) -> None:
    """Add the rule that `left`, with any of `ops` as its outermost op, is `right`."""
    about = term(left)
    row = Equation(about, term(right), kinds, facts, ops or (about.head,))
    EQUATIONS[name] = row
    add_rules(Rule(name, row.ops, row.holds, row.gives, row.says(), may_match(about)))
