"""Open files. An edit reads and verifies the functions that it changes; the rest is kept, wherever it is now."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.ir.guards import name_of

from .knowledge import FunctionKnowledge
from .names import Definition, NamedPlaces, globals_of
from .reading import Problem, Reading, read
from .sections import Extent, FileSection, Part, sections_of

FEW = 3
"""After an edit of so many functions the folder looks at them before somebody asks."""

_SYMBOL_NAME = re.compile(r'@"?([\w$.-]+)')
_WORD = re.compile(r"[%@#!^\"]?[\w.$-]*\"?")


class FileError(NamedTuple):
    """An error in a file. `op` is the name of the op that it is about, if a constraint of one does not hold."""

    extent: Extent
    message: str
    label: str
    op: str


@dataclass
class FoundValue:
    """A value at a place of a file."""

    value: SSAValue
    definition: Definition
    reading: Reading
    program: OpenProgram


class OpenProgram:
    """A section of a file: its module, of which each function was read by itself."""

    def __init__(self, context: Context):
        self.context = context
        self._errors: dict[Reading, list[Problem]] = {}
        self._signatures: Mapping[str, Hashable] = {}
        self._fresh: list[Reading] = []
        self.readings: list[Reading] = []
        self.symbols: Mapping[str, Operation] = {}
        self.module = ModuleOp([])
        self._knowledge: dict[FuncOp, tuple[Sequence[Operation], FunctionKnowledge]] = {}
        self.section: FileSection
        self._text = ""

    def update(self, text: str, section: FileSection) -> None:
        """Read what has changed."""
        self._text, self.section = text, section
        self.__dict__.pop("globals", None)
        for root in [root for reading in self.readings for root in reading.roots if root.parent is not None]:
            root.detach()
        before: dict[Hashable, list[Reading]] = {}
        for reading in self.readings:
            before.setdefault(reading.part.source, []).append(reading)
        self.readings, self._fresh = [], []
        for part in section.parts:
            same = before.get(part.source)
            reading = same.pop() if same else read(part, self.context)
            if reading.part is part:
                self._fresh.append(reading)
            reading.part = part
            self.readings.append(reading)
        self._assemble()
        there = {root for reading in self.readings for root in reading.roots}
        for function in [each for each in self._knowledge if each not in there]:
            self._knowledge.pop(function)[1].is_out_of_date = True

    def _assemble(self) -> None:
        """Put the functions into the module, and verify what has changed, or refers to something that has."""
        *functions, frame = self.readings
        roots = [root for reading in functions for root in reading.roots]
        self.module = frame.module or ModuleOp([])
        if roots and not self.module.body.blocks:
            self.module.body.add_block(Block())  # in generic form, without its functions, it has none
        blocks = self.module.body.blocks
        self._find_symbols([*[op for block in blocks for op in block.ops], *roots])
        signatures = {name: _signature(op) for name, op in self.symbols.items()}
        names = {name for name, _ in signatures.items() ^ self._signatures.items()}
        changed = [f"{sign}{name}" for name in names for sign in ("@", '@"')]
        self._signatures = signatures
        errors, self._errors = self._errors, {}
        self._errors[frame] = errors[frame] if frame in errors and not changed else frame.errors(self.symbols)
        if roots:
            blocks[0].add_ops(roots)
        for reading in functions:
            kept = errors.get(reading)
            if kept is None or any(name in reading.part.text for name in changed):
                kept = reading.errors(self.symbols)
            self._errors[reading] = kept

    def _find_symbols(self, ops: Sequence[Operation]) -> None:
        symbols: dict[str, Operation] = {}
        self._redefined: list[tuple[str, Operation]] = []
        for op in ops:
            name = op.get_attr_or_prop("sym_name")
            if isinstance(name, StringAttr) and symbols.setdefault(name.data, op) is not op:
                self._redefined.append((name.data, op))
        self.symbols = symbols

    def findings(self) -> Iterator[FileError]:
        """All errors, in order of the parts of the section."""
        broken = [reading for reading in self.readings if reading.part.is_function and not reading.roots]
        lost = [name for reading in broken for name in _SYMBOL_NAME.findall(reading.part.text)[:1]]
        for reading in self.readings:
            for problem in (*reading.problems, *self._errors.get(reading, ())):
                # What refers to a function that could not be read has no error of its own.
                if not any(name in problem.message for name in lost if problem not in reading.problems):
                    yield self._finding(reading.part, problem)
            for name, op in self._redefined:
                position = reading.position(op.location)
                if op in reading.roots and position is not None:
                    message = f"'{op.name}' op redefinition of symbol named '{name}'"
                    yield self._finding(reading.part, Problem(position, message))

    def _finding(self, part: Part, problem: Problem) -> FileError:
        start = part.place(problem.position)
        word = _WORD.match(self._text, start)
        end = max(start + 1, word.end() if word is not None else start)
        op = re.match(r"'([\w.]+)' op ", problem.message)
        return FileError(
            Extent(start, min(end, len(self._text))), problem.message, problem.label, op[1] if op else ""
        )

    # ---- what is at a place ----

    @cached_property
    def globals(self) -> Mapping[str, NamedPlaces]:
        """The symbols and aliases of the section."""
        return globals_of(self._text, self.section)

    def definition_of_alias(self, name: str) -> str | None:
        """The text that defines an alias."""
        place = self.section.aliases.get(name)
        return None if place is None else self._text[place.start : place.end]

    def _at(self, place: int) -> tuple[Reading, int] | None:
        """The part around a place, and the position in its text."""
        positions = ((reading, reading.part.within(place)) for reading in self.readings)
        return next(((reading, position) for reading, position in positions if position is not None), None)

    def reading_at(self, place: int) -> Reading | None:
        """The part around a place."""
        here = self._at(place)
        return here and here[0]

    def name_at(self, place: int) -> NamedPlaces | None:
        """The name that is written at a place."""
        for known in self.globals.values():
            if known.around(place) is not None:
                return known
        here = self._at(place)
        found = here and here[0].names.at(here[1])
        if found is None or here is None:
            return None
        first, *uses = [here[0].part.moved(each) for each in found.places]
        return NamedPlaces(found.name, [first], uses)

    def value_at(self, place: int) -> FoundValue | None:
        """The value whose name is written at a place, with the number in its group."""
        here = self._at(place)
        definition = here and here[0].names.at(here[1])
        if definition is None or here is None or definition.name[0] != "%":
            return None
        reading, position = here
        use = next(each for each in definition.places if each.holds(position))
        number = re.compile(r"#(\d+)").match(reading.part.text, use.end)
        value = reading.value(definition, int(number[1]) if number else 0)
        return None if value is None else FoundValue(value, definition, reading, self)

    def op_at(self, place: int) -> tuple[Operation, Extent] | None:
        """The op whose name is written at a place, and where it is written."""
        here = self._at(place)
        if here is None:
            return None
        reading, start = here
        while start > 0 and re.match(r"[\w.\"]", reading.part.text[start - 1]):
            start -= 1
        op = reading.ops.get(start)
        return None if op is None else (op, reading.part.moved(Extent(start, start + len(name_of(op)))))

    def function_at(self, place: int) -> tuple[FuncOp, Reading] | None:
        """The function around a place, if it was read."""
        here = self._at(place)
        if here is None:
            return None
        reading, position = here
        functions = {
            start: op for start, op in reading.ops.items() if isinstance(op, FuncOp) and start <= position
        }
        return (functions[max(functions)], reading) if functions else None

    def is_valid(self, reading: Reading) -> bool:
        """Whether a part has no errors. Of one that has, the folder knows nothing."""
        return not (reading.problems or self._errors.get(reading))

    def knowledge_of(self, function: FuncOp, reading: Reading) -> FunctionKnowledge | None:
        """The folder's knowledge of a function: found out once, as long as it and those that it calls stay.

        None for a function with errors.
        """
        if not self.is_valid(reading):
            return None
        needed, pending = dict[str, Operation](), [reading.part.text]
        by_root = {root: reading.part.text for reading in self.readings for root in reading.roots}
        while pending:
            for name in _SYMBOL_NAME.findall(pending.pop()):
                op = self.symbols.get(name)
                if op is not None and op is not function and name not in needed:
                    needed[name] = op
                    pending.append(by_root.get(op, ""))
        callees = tuple(needed.values())
        known = self._knowledge.get(function)
        if known is None or known[0] != callees:
            if known is not None:
                known[1].is_out_of_date = True
            known = self._knowledge[function] = callees, FunctionKnowledge(function, callees)
        return known[1]

    def edited_functions(self) -> list[FunctionKnowledge]:
        """The knowledge, yet to be found out, of the functions that the last edit changed, if they are few."""
        changed = [reading for reading in self._fresh if reading.part.is_function]
        functions = [(op, each) for each in changed[:FEW] for op in each.roots if isinstance(op, FuncOp)]
        return [knowledge for each in functions if (knowledge := self.knowledge_of(*each)) is not None]

    def column(self, place: int) -> int:
        """The number of characters before a place on its line."""
        return place - self._text.rfind("\n", 0, place) - 1

    def close(self) -> None:
        """Nobody waits for what is known of the functions any more."""
        for _, knowledge in self._knowledge.values():
            knowledge.is_out_of_date = True


def function_of(value: SSAValue) -> FuncOp | None:
    """The function that a value is in."""
    op = value.owner if isinstance(value.owner, Operation) else value.owner.parent_op()
    while op is not None and not isinstance(op, FuncOp):
        op = op.parent_op()
    return op


def _signature(op: Operation) -> Hashable:
    """All of a symbol that others may look at: what it is, and its attributes; not what is in its regions."""
    attributes = (*op.properties.items(), *op.attributes.items())
    return op.name, attributes, tuple([bool(region.blocks) for region in op.regions])


class Document:
    """An open file."""

    def __init__(self, text: str, context: Context):
        self._context = context
        self.programs: list[OpenProgram] = []
        self.text = ""
        self.update(text)

    def update(self, text: str) -> None:
        """The file has another text now."""
        self.text = text
        self.__dict__.pop("_lines", None)
        sections = sections_of(text)
        for program in self.programs[len(sections) :]:
            program.close()
        while len(self.programs) < len(sections):
            self.programs.append(OpenProgram(self._context))
        del self.programs[len(sections) :]
        for program, section in zip(self.programs, sections, strict=True):
            program.update(text, section)

    def findings(self) -> list[FileError]:
        """All errors of the file."""
        return [finding for program in self.programs for finding in program.findings()]

    def edited_functions(self) -> list[FunctionKnowledge]:
        """The knowledge of the functions that the last edit changed."""
        return [knowledge for program in self.programs for knowledge in program.edited_functions()]

    def close(self) -> None:
        """The file is closed."""
        for program in self.programs:
            program.close()

    def program_at(self, place: int) -> OpenProgram:
        """The section around a place."""
        starts = [program.section.extent.start for program in self.programs]
        return self.programs[max(bisect_right(starts, place) - 1, 0)]

    # ---- lines and columns, as a client counts them ----

    @cached_property
    def _lines(self) -> Sequence[int]:
        return [0, *[match.end() for match in re.finditer(r"\r\n|\n|\r", self.text)]]

    def place(self, line: int, column: int, encoding: str) -> int:
        """The position in the text of a line and a column, which is counted in units of an encoding."""
        if line >= len(self._lines):
            return len(self.text)
        start, end = [*self._lines, len(self.text)][line : line + 2]
        content = self.text[start:end].rstrip("\r\n")
        if not content.isascii():
            unit = _UNITS[encoding]
            encoded = content.encode(encoding, "surrogatepass")[: column * unit]
            return start + len(encoded.decode(encoding, "ignore"))
        return start + min(column, len(content))

    def line_and_column(self, place: int, encoding: str) -> tuple[int, int]:
        """The line and the column of a position in the text."""
        line = bisect_right(self._lines, place) - 1
        before = self.text[self._lines[line] : place]
        if before.isascii():
            return line, len(before)
        return line, len(before.encode(encoding, "surrogatepass")) // _UNITS[encoding]


_UNITS = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}
"""The bytes of a unit of each encoding."""
