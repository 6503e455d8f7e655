"""The notation of rules: `subtract(add(x, C), D)` is `add(x, subtract(C, D))`.

A term is an op of StableHLO on terms; a variable, one small letter, which is the same value wherever it stands; a
constant, one capital letter, whose elements are known; or the name of a number that all elements are. Operands of
commutative ops may stand in either order. In brackets are the directions of which a comparison has one, as
`compare[EQ|NE](x, y)`, or a letter for the type of a result, as `convert[T](x:T)`, where x is of that type, too.

What a rule gives is a variable, a number, an op on variables and on terms of constants, which are computed as the
interpreter does, or a view, which is written as one op where it can be. Several equations may have one name.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TypeAlias

from xdsl.traits import Commutative

from xdsl_stablehlo.dialects.stablehlo import StableHLO


@dataclass(frozen=True)
class Term:
    """An op on terms; a variable, a constant or a number where there are no parts."""

    head: str
    parts: tuple[Term, ...] = ()
    name: str = ""
    """The variable that is the value of the whole term, if there is one."""
    said: tuple[str, ...] = ()
    """The words in brackets: directions of a comparison, of which it has one, or the name of a result's type."""
    type_name: str = ""
    """The name of a variable's type."""

    @cached_property
    def is_variable(self) -> bool:
        return len(self.head) == 1 and self.head.islower()

    @cached_property
    def is_constant(self) -> bool:
        """Whether this is a constant that may be any."""
        return len(self.head) == 1 and self.head.isupper()

    @cached_property
    def is_number(self) -> bool:
        return not self.parts and len(self.head) > 1

    @cached_property
    def is_computed(self) -> bool:
        """Whether this is known once the constants are."""
        return all(part.is_computed for part in self.parts) if self.parts else not self.is_variable

    @cached_property
    def reads_a_constant(self) -> bool:
        return any(part.is_constant for part in self.parts)

    def __str__(self) -> str:
        said = f"[{'|'.join(self.said)}]" if self.said else ""
        parts = f"({', '.join(map(str, self.parts))})" if self.parts else ""
        types = f":{self.type_name}" if self.type_name else ""
        return (f"{self.name}=" if self.name else "") + self.head + said + parts + types

    def walk(self) -> Iterator[Term]:
        """This term and all inside of it."""
        yield self
        for part in self.parts:
            yield from part.walk()

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The variables and constants, as they are met first."""
        found = [each.head for each in self.walk() if each.is_variable or each.is_constant]
        return tuple(dict.fromkeys(found))

    def replaced(self, terms: Mapping[str, Term]) -> Term:
        """This term with others for its letters, and another head for `op`."""
        if not self.parts:
            return terms.get(self.head, self)
        head = terms["op"].head if self.head == "op" and "op" in terms else self.head
        parts = tuple([part.replaced(terms) for part in self.parts])
        if head == self.head and all(map(operator.is_, parts, self.parts)):
            return self
        return Term(head, parts, self.name, self.said, self.type_name)

    @cached_property
    def op_name(self) -> str:
        return f"stablehlo.{self.head}"

    @cached_property
    def orders(self) -> tuple[tuple[Term, ...], ...]:
        """The parts in the orders that mean the same."""
        swapped = is_commutative(self.head) and self.parts[0] != self.parts[1]
        return (self.parts, self.parts[::-1]) if swapped else (self.parts,)

    @cached_property
    def places(self) -> tuple[tuple[TermPlace, ...], ...]:
        """The parts in each order, with the number of the operand that each is, those first that fit least values."""

        def rank(place: TermPlace) -> int:
            return 2 if place[1].is_variable else bool(place[1].parts)

        return tuple([tuple(sorted(enumerate(parts), key=rank)) for parts in self.orders])


@cache
def is_commutative(op: str) -> bool:
    """Whether the operands of an op of StableHLO may be swapped, by its name without the dialect."""
    kind = StableHLO.operation(op)
    return kind is not None and kind.has_trait(Commutative)


TermPlace: TypeAlias = "tuple[int, Term]"


def term(text: str) -> Term:
    """The term that is written so: `select(p, x, y=not(z))`, `compare[EQ|NE](x, C)`, `convert[T](x:U)`."""
    tokens = re.findall(r"\w+=|\w+|\.\.\.|[][()|:]", text)

    def read() -> Term:
        name = tokens.pop(0)[:-1] if tokens[0].endswith("=") else ""
        head, said, parts = tokens.pop(0), list[str](), list[Term]()
        if tokens[:1] == ["["]:
            said = [token for token in iter(partial(tokens.pop, 0), "]") if token not in "[|"]
        if tokens[:1] == ["("]:
            del tokens[0]
            parts = [read() for _ in iter(lambda: tokens[0], ")")]
            del tokens[0]
        typed = tokens[:1] == [":"]
        del tokens[:typed]
        return Term(head, tuple(parts), name, tuple(said), tokens.pop(0) if typed else "")

    return read()
