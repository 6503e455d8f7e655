"""Lines of programs, taken apart: most differ from one before in names, in the elements of a constant, in places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import UnknownLoc, UnregisteredOp
from xdsl.ir import Attribute, Operation, Region, SSAValue

from xdsl_stablehlo.ir.making import op_with

from ..locations import PackedLocation, located_in, set_location, unpacked_location

_UNKNOWN = UnknownLoc()

LONGEST = 600
"""Longer lines are not looked up."""

_LINE = re.compile(
    r"""(?:%([0-9]+|[a-zA-Z$._-][\w$.-]*)(?::([0-9]+))?[ ]=[ ])?  # the results
        ("[\w.]+"\([^"/\n]*+|[a-z_][^"/\n]*+)          # the op, with quotes around its name at most
        (?:\n\s*+(?=([%}"]|[a-z_]+\.|return\b)))?       # the next op, or the end
    """,
    re.VERBOSE | re.ASCII,
)
_VALUE = re.compile(r"%([0-9]+|[a-zA-Z$._-][\w$.-]*)(?:#([0-9]+))?", re.ASCII)
_CONSTANT = re.compile(r"([^%<]*\bdense<)([^%<>]*)(> : tensor<(?:[^%<>]|<[^%<>]*>)*>[^%<>]*)\Z")
"""An op without operands, with one literal of elements."""
_ALIASED = re.compile(r" loc\((#\w+)\)[ \t]*\Z", re.ASCII)
_LOCATION = re.compile(r"\bloc\b")


class Line(NamedTuple):
    """A line of a program, taken apart: `template` is its text without `operands`, which are names with the number in
    their group, without the `literal` of a constant and its brackets, and without its location."""

    template: str
    literal: str | None
    operands: Sequence[tuple[str, str]]
    result: str | None
    result_count: int
    op_start: int
    end: int
    location: str | None
    """The alias of its location."""
    is_located: bool
    """Whether a location that is written out follows."""

    @property
    def repeats(self) -> tuple[int, ...]:
        """Which operands are the same."""
        return tuple(map(self.operands.index, self.operands))

    def stands_for(self, op: Operation, operands: Sequence[SSAValue | None]) -> bool:
        """Whether the line is `op`, of these operands in this order, and other operands would make an op like it."""
        return (
            not (op.successors or isinstance(op, UnregisteredOp))
            and operands == list(op.operands)
            and len(set(operands)) == len(set(self.operands))
            and len(op.results) == self.result_count
            and _LOCATION.search(self.template) is None
        )


class Template(NamedTuple):
    """An op without its operands, in which the parser counted `attribute_count` attributes.

    The op, and all in its `regions`, stands so many characters behind its name; None where its line says where.
    `literal` is the property that elements are in, and their type.
    """

    op_type: type[Operation]
    operand_types: Sequence[Attribute]
    result_types: Sequence[Attribute]
    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    regions: Sequence[Region]
    distance: int | None
    attribute_count: int
    literal: tuple[str, Attribute] | None

    @classmethod
    def of(
        cls, op: Operation, distance: int | None, attribute_count: int, literal: tuple[str, Attribute] | None
    ) -> Template:
        """The template of lines like that of `op`."""
        return cls(
            type(op),
            tuple(op.operand_types),
            op.result_types,
            dict(op.properties),
            dict(op.attributes),
            [region.clone() for region in op.regions],
            distance,
            attribute_count,
            literal,
        )

    def made(
        self, operands: Sequence[SSAValue], place: PackedLocation, elements: Attribute | None
    ) -> Operation:
        """An op of these operands, at this place, with these elements where it has a literal."""
        properties = self.properties.copy()
        if self.literal is not None and elements is not None:
            properties[self.literal[0]] = elements
        attributes, regions = self.attributes.copy(), [region.clone() for region in self.regions]
        op = op_with(
            self.op_type, operands, self.result_types, properties, attributes, _UNKNOWN, regions=regions
        )
        set_location(op, place)
        for each in located_in(op.regions):
            each.location = unpacked_location(place)
        return op


Templates: TypeAlias = dict[str | tuple[str, tuple[int, ...]], Template]
"""By the template of a line; and by which operands are the same, where all lines like it have some that are."""


def line_at(text: str, start: int) -> Line | None:
    """The line that begins at `start`, if ops like it can be looked up."""
    match = _LINE.match(text, start, start + LONGEST)
    if match is None:
        return None
    result, count, op, following = match.groups()
    location, end = None, match.end()
    behind = op.find(" loc(")
    if behind >= 0:
        alias = _ALIASED.match(op, behind) if following else None
        if alias is not None:
            location = alias[1]
        else:
            following, end = "(", match.start(3) + behind
        op = op[:behind]
    elif following is None:
        return None
    constant = _CONSTANT.match(op) if "dense<" in op else None
    if constant is not None:
        literal, operands, template = constant[2], [], f"{constant[1]}{constant[3]}{following}"
    else:
        literal, operands, template = None, _VALUE.findall(op), _VALUE.sub("%", op) + following
    return Line(
        template,
        literal,
        operands,
        result,
        int(count) if count else 1 if result else 0,
        match.start(3),
        end,
        location,
        following == "(",
    )
