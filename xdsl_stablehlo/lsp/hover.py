"""Texts about a program: what is under the cursor, what is known between its words, and its outline."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.ir.guards import name_of
from xdsl_stablehlo.programs.constants import is_defined_constant

from .documents import Document, FoundValue, OpenProgram, function_of
from .knowledge import FunctionKnowledge
from .reading import Reading
from .sections import Extent

SPECIFICATION = "https://github.com/openxla/stablehlo/blob/main/docs/spec.md"

_LONGEST_LINE = 300
LONGEST_HINT = 40
"""The most characters of a hint between the words of a program."""


class Hover(NamedTuple):
    """A text, in Markdown, about some part of a file. `more` finds out what is known, which may take long."""

    extent: Extent
    text: str
    more: Callable[[], str] | None = None


def specification_of(op: str) -> str:
    """The address of an op in the specification; empty for an op that it does not have."""
    dialect, _, name = op.rpartition(".")
    return f"{SPECIFICATION}#{name}" if dialect == "stablehlo" else ""


def hover_at(program: OpenProgram, place: int) -> Hover | None:
    """The text about what is at a place."""
    named = program.name_at(place)
    extent = named and named.around(place)
    if named is not None and extent is not None:
        if named.name[0] in "%^":
            found = program.value_at(place)
            return None if found is None else _of_value(found, extent)
        return _of_global(program, named.name, extent)
    named_op = program.op_at(place)
    if named_op is None:
        return None
    op, extent = named_op
    results = "\n".join([_code(f"{value.type}") for value in op.results])
    return Hover(extent, f"{documentation(op)}\n\n{results}")


def _of_value(found: FoundValue, extent: Extent) -> Hover:
    value, name = found.value, found.definition.name
    owner = value.owner
    text = _code(f"{name} : {value.type}")
    if isinstance(owner, Operation):
        text += f"\n{documentation(owner)}"
    else:
        around = owner.parent_op()
        text += f"\nAn argument of `{around.name if around else 'a block'}`."
    function = function_of(value)
    knowledge = None if function is None else found.program.knowledge_of(function, found.reading)
    if knowledge is None:
        return Hover(extent, text)
    return Hover(extent, text, lambda: told(knowledge, value))


def told(knowledge: FunctionKnowledge, value: SSAValue) -> str:
    """The knowledge of a value, and why its op does not fold, in Markdown."""
    known = "" if is_defined_constant(value) else knowledge.known(value)
    lines = [f"known: {known}"] if known else []
    return "\n".join([f"- {line}" for line in (*lines, *knowledge.story(value))])


def _of_global(program: OpenProgram, name: str, extent: Extent) -> Hover | None:
    if name[0] == "@":
        op = program.symbols.get(name[1:])
        if op is None:
            return None
        text = f"func.func {name}{_type_text(op)}" if isinstance(op, FuncOp) else f"{op.name} {name}"
        return Hover(extent, _code(text))
    definition = program.definition_of_alias(name)
    return None if definition is None else Hover(extent, _code(definition))


def _type_text(function: FuncOp) -> str:
    inputs, outputs = function.function_type.inputs.data, function.function_type.outputs.data
    return f"({', '.join(map(str, inputs))}) -> ({', '.join(map(str, outputs))})"


def _code(text: str) -> str:
    shown = text if len(text) <= _LONGEST_LINE else f"{text[:_LONGEST_LINE]} ..."
    return f"```mlir\n{shown}\n```"


def documentation(op: Operation) -> str:
    """The first lines of an op's documentation, with a link to its section of the specification."""
    name = name_of(op)
    address = specification_of(name)
    shown = f"[`{name}`]({address})" if address else f"`{name}`"
    doc = "" if isinstance(op, UnregisteredOp) else inspect.cleandoc(type(op).__doc__ or "")
    return f"{shown}: {doc.partition(chr(10) * 2)[0]}" if doc else shown


class Hint(NamedTuple):
    """A text behind a name, which may take long to find out: what is known of a value."""

    place: int
    value: SSAValue
    knowledge: FunctionKnowledge

    def text(self) -> str:
        """The text; empty where nothing is known."""
        known = self.knowledge.known(self.value)
        known = f"= {known}" if known and self.knowledge.is_constant(self.value) else known
        return known if len(known) <= LONGEST_HINT else f"{known[: LONGEST_HINT - 4]} ..."


def hints(program: OpenProgram, reading: Reading, extent: Extent) -> list[Hint]:
    """The hints for the values that a part defines between two places of the file."""
    found: list[Hint] = []
    for value, definition in reading.written.items():
        place = reading.part.moved(definition.place)
        is_asked = extent.holds(place.start) and not is_defined_constant(value)
        function = function_of(value) if is_asked else None
        knowledge = None if function is None else program.knowledge_of(function, reading)
        if knowledge is not None:
            found.append(Hint(place.end, value, knowledge))
    return found


# ---- the outline ----


class Outlined(NamedTuple):
    """A function, another symbol or an alias in the outline of a file."""

    name: str
    detail: str
    is_function: bool
    extent: Extent
    name_extent: Extent
    inner: Sequence[Outlined]


def outline(document: Document) -> list[Outlined]:
    """The functions of a file with the values that they define, and its other symbols and aliases."""
    found = [
        _outlined(program, known.name, place)
        for program in document.programs
        for known in program.globals.values()
        for place in known.definitions
    ]
    return sorted(found, key=lambda each: each.extent)


def _outlined(program: OpenProgram, name: str, place: Extent) -> Outlined:
    reading = program.reading_at(place.start)
    if name[0] != "@" or reading is None or not reading.part.is_function:
        extent = program.section.aliases.get(name, place)
        return Outlined(name, "", False, Extent(min(extent.start, place.start), extent.end), place, ())
    start, end = reading.part.extents[0]
    inner = [
        Outlined(definition.name, _op_name(reading.part.text, definition.op_start), False, here, here, ())
        for definition in reading.names.definitions
        if definition.op_start >= 0
        for here in [reading.part.moved(definition.place)]
    ]
    return Outlined(name, "func.func", True, Extent(start, end), place, inner)


def _op_name(text: str, start: int) -> str:
    found = re.compile(r"\"?([\w.]+)").match(text, start)
    return found[1] if found else ""
