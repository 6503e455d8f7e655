"""Lines that have been read before: an op is its line's template with other operands.

Programs repeat themselves: of `%5 = stablehlo.add %3, %4 : tensor<8xf32>` everything but the names is met again.
Once such a line has been parsed the long way, its `Template` keeps what came out, and an equal line costs one lookup.

A line qualifies when one op without regions and successors was read from exactly this line, and its operands are the
values named in it, in that order. Its key has what parsing depends on beside its own text: which of its operands are
the same, and what stands on the next line, where an op might go on. Comments and other locations than an alias at the
end are left to the parser. Nobody can tell from a module whether lines were looked up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Operation, SSAValue

LONGEST = 600
"""Longer lines are not looked up."""

_LINE = re.compile(
    r"""(?:%([0-9]+|[a-zA-Z$._-][\w$.-]*)(?::([0-9]+))?[ ]=[ ])?  # the results
        ("[\w.]+"\([^"/\n]*?|[a-z_][^"/\n]*?)        # the op, with quotes around its name at most
        (?:[ ]loc\((\#\w+)\))?[ \t]*                 # a location by its alias
        \n\s*(?=([%}"]|[a-z_]+\.|return\b))           # the next op, or the end
    """,
    re.VERBOSE | re.ASCII,
)
_VALUE = re.compile(r"%([0-9]+|[a-zA-Z$._-][\w$.-]*)(?:#([0-9]+))?", re.ASCII)
_LOCATION = re.compile(r"\bloc\b")


LineKey: TypeAlias = str | tuple[str, tuple[int, ...]]
"""A line without the names in it; where some are the same, which."""


@dataclass(frozen=True)
class Line:
    """A line of a program, taken apart. `operands` are names with the number in their group."""

    template: LineKey
    operands: Sequence[tuple[str, str]]
    result: str | None
    result_count: int
    op_start: int
    end: int
    location: str | None

    @property
    def has_other_location(self) -> bool:
        """Whether there is a location in the line that is no alias at its end."""
        key = self.template
        return _LOCATION.search(key if isinstance(key, str) else key[0]) is not None


@dataclass(frozen=True)
class Template:
    """What an op is made of, but for its operands."""

    op_type: type[Operation]
    operand_types: tuple[Attribute, ...]
    result_types: Sequence[Attribute]
    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    attribute_count: int

    @staticmethod
    def of(op: Operation, attribute_count: int) -> Template:
        """`attribute_count` is what the parser counted in it, aliases written out."""
        return Template(
            type(op),
            tuple(op.operand_types),
            op.result_types,
            dict(op.properties),
            dict(op.attributes),
            attribute_count,
        )

    def create(self, operands: Sequence[SSAValue], location: LocationAttr) -> Operation:
        """The op with these operands."""
        return self.op_type.create(
            operands=operands,
            result_types=self.result_types,
            properties=self.properties,
            attributes=self.attributes,
            location=location,
        )


Templates: TypeAlias = dict[LineKey, Template]


def line_at(text: str, start: int) -> Line | None:
    """The line that begins at `start`, if ops like it can be looked up."""
    match = _LINE.match(text, start, start + LONGEST)
    if match is None:
        return None
    result, count, op, location, following = match.groups()
    operands = _VALUE.findall(op)
    template = _VALUE.sub("%", op) + following
    return Line(
        template if len(set(operands)) == len(operands) else (template, tuple(map(operands.index, operands))),
        operands,
        result,
        int(count) if count else 1 if result else 0,
        match.start(3),
        match.end(3) if location is None else match.end(4) + 1,
        location,
    )
