"""Texts about what is under the cursor, and between the words of a program: documentation, types, and what is known."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import NamedTuple

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.programs.constants import is_constant

from .documents import FoundValue, OpenProgram, function_of, moved
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
    if named is not None:
        extent = next(each for each in named.places if each.start - 1 <= place <= each.end)
        if named.name[0] in "%^":
            found = program.value_at(place)
            return None if found is None else _of_value(found, extent)
        return _of_global(program, named.name, extent)
    op = program.op_at(place)
    reading = program.reading_at(place)
    position = None if op is None or reading is None else reading.position(op.location)
    if op is None or reading is None or position is None:
        return None
    name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
    start = reading.part.place(position)
    results = "\n".join([_code(f"{value.type}") for value in op.results])
    return Hover(Extent(start, start + len(name)), f"{documentation(op)}\n\n{results}")


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
    known, owner = knowledge.known(value), value.owner
    lines = [f"known: {known}"] if known else []
    if isinstance(owner, Operation) and is_constant(type(owner)):
        lines = []
    lines += knowledge.story(value)
    return "\n".join([f"- {line}" for line in lines])


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
    name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
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
        place, owner = moved(reading.part, definition.place), value.owner
        function = function_of(value) if extent.holds(place.start) else None
        if function is None or (isinstance(owner, Operation) and is_constant(type(owner))):
            continue
        knowledge = program.knowledge_of(function, reading)
        if knowledge is not None:
            found.append(Hint(place.end, value, knowledge))
    return found
