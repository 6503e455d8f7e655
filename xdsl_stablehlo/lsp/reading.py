"""A part of a file as ops, with all its errors: what cannot be read is left out, and the rest is read all the same.

In the place of an op with a syntax error another one stands that gives values of the same types, so that the ops that
read them have no errors of their own. Ops are where they stand in the text, whatever their locations say.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, count
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.utils.exceptions import ParseError

from xdsl_stablehlo.ir.graphs import ops_within
from xdsl_stablehlo.ir.printable import printable
from xdsl_stablehlo.programs.verification import diagnostics_of_error, every_error
from xdsl_stablehlo.text import parse_module

from .names import Definition, ValueNames
from .sections import STRING, Extent, Part, aliases_in

_NUMBERS = count()

ATTEMPTS = 12
LINES_READ = 20_000
"""A part is read at most `ATTEMPTS` times, and as often as it takes to read `LINES_READ` lines, but twice at least."""

_STAND_IN = '"builtin.unrealized_conversion_cast"() : () -> '
_PLAIN = rf'(?:[^()"\n]|{STRING})*'
_TWO = rf"{_PLAIN}(?:\({_PLAIN}\){_PLAIN})*"
_FOUR = rf"{_PLAIN}(?:\({_PLAIN}(?:\({_TWO}\){_PLAIN})*\){_PLAIN})*"
_LOCATION = re.compile(rf"(?<!= )(?<!=)\bloc\((?=[#\"]|unknown|callsite|fused){_FOUR}\)")
_BRACE = re.compile(rf"//[^\n]*|{STRING}|[{{}}]")
_BEGIN = re.compile(r"\s*(?:%[^=\n]*=[^=]|\"[\w.]+\"\s*\(|[a-z_]+\.[\w.]+|return\b|call\b|\^|\}|//|$)")
_RESULTS = re.compile(r"\s*((?:%[\w$.-]+(?::\d+)?\s*,?\s*)+)=")
_RESULT = re.compile(r"%[\w$.-]+(?::(\d+))?")
_TYPES = re.compile(r"(?:->|\s:)\s*((?:(?!->|\s:).)*?)\s*\Z", re.DOTALL)
_EMPTY = "\nmodule {\n}"
_UNDECLARED = "use of undeclared SSA value name"
_WORD_AT_END = re.compile(r"[\w.]+\Z")
_LABEL = re.compile(r"\(([CI]\d+(?:, [CI]\d+)*)\)")


class Problem(NamedTuple):
    """An error at a position in the text of a part."""

    position: int
    message: str

    @property
    def label(self) -> str:
        """The specification's label of the constraint that does not hold; empty if it has none."""
        found = _LABEL.search(self.message)
        return found[1] if found else ""


@dataclass(eq=False)
class Reading:
    """The ops of a part, as far as it could be read. `module` is None where nothing could.

    Ops whose location has the file `name` are where it says; others have a location that was not found in the text.
    """

    part: Part
    name: str
    module: ModuleOp | None
    problems: list[Problem]
    replaced: list[Extent] = field(default_factory=list[Extent])
    """The statements for which others stand in."""

    @cached_property
    def roots(self) -> Sequence[Operation]:
        """The outermost ops, which have no parent: of a function's part those in the module, which is not written."""
        if self.module is None:
            return ()
        if not self.part.is_function:
            return (self.module,)
        ops = [op for block in self.module.body.blocks for op in block.ops]
        for op in ops:
            op.detach()
        return ops

    @cached_property
    def names(self) -> ValueNames:
        """The names of values in the text."""
        return ValueNames(self.part.text)

    @cached_property
    def _lines(self) -> Sequence[int]:
        return line_starts(self.part.text)

    def position(self, place: Attribute) -> int | None:
        """The position in the text that a location says; None for one that is somewhere else."""
        if not isinstance(place, FileLineColLoc) or place.filename.data != self.name:
            return None
        return self._at(place.line.data, place.column.data)

    def _at(self, line: int, column: int) -> int | None:
        """The position of a line and a column, in bytes and from 1; of a word, if it is the bracket behind one.

        There is a reduction, as in MLIR. None for a line that is not in the text.
        """
        line, column = line - 1 - self.part.aliases.count("\n"), column - 1
        if not 0 <= line < len(self._lines):
            return None
        start = self._lines[line]
        text = self.part.text[start : start + column]
        position = start + (column if text.isascii() else len(text.encode()[:column].decode(errors="ignore")))
        if self.part.text.startswith("(", position):
            position = start + len(_WORD_AT_END.sub("", self.part.text[start:position]))
        return position

    @cached_property
    def ops(self) -> Mapping[int, Operation]:
        """The ops by the position of their names."""
        found: dict[int, Operation] = {}
        for root in self.roots:
            for op in (root, *chain.from_iterable(map(ops_within, root.regions))):
                position = self.position(op.location)
                if position is not None:
                    found.setdefault(position, op)
        return found

    @cached_property
    def arguments(self) -> Mapping[int, BlockArgument]:
        """The arguments of functions and blocks by the position of their names; of a loop's, those of its body."""
        blocks = [block for op in self.ops.values() for region in op.regions for block in region.blocks]
        places = [(self.position(argument.location), argument) for block in blocks for argument in block.args]
        return {position: argument for position, argument in places if position is not None}

    @cached_property
    def written(self) -> Mapping[SSAValue, Definition]:
        """The definitions of values."""
        values = [(self.value(definition), definition) for definition in self.names.definitions]
        return {value: definition for value, definition in values if value is not None}

    def value(self, definition: Definition, number: int = 0) -> SSAValue | None:
        """The value of a name, or that with a number in a group of results."""
        start, index = definition.op_start, definition.index + number
        if start < 0:
            return self.arguments.get(definition.place.start)
        op = None if self.is_replaced(start) else self.ops.get(start)
        return op.results[index] if op is not None and index < len(op.results) else None

    def is_replaced(self, position: int) -> bool:
        """Whether a position is in a statement that could not be read."""
        return any(extent.holds(position) for extent in self.replaced)

    def errors(self, symbols: Mapping[str, Operation]) -> list[Problem]:
        """The errors of the verifier, each once, in order of the text, where `symbols` are defined around the part."""
        found: dict[Problem, None] = {}
        try:
            for error in chain.from_iterable([every_error(root, symbols) for root in self.roots]):
                position = (self._at(error.line, error.column) if error.file == self.name else None) or 0
                if not self.is_replaced(position) and not (self.replaced and "terminator" in error.message):
                    found[Problem(position, error.message)] = None
        except Exception as error:  # a defect of a verifier is one line, like other errors
            found[Problem(0, f"could not be verified: {_kind(error)}")] = None
        return sorted(found)


def read(part: Part, context: Context) -> Reading:
    """Parse a part of a file."""
    text, name = without_locations(part.text), f"<part {next(_NUMBERS)}>"
    defined = part.aliases if part.is_function else part.text
    problems = [
        Problem(place, f"undefined symbol alias '{alias}'")
        for alias, place in (aliases_in(part.text) if text != part.text else ())
        if text[place] == " " and f"{alias} =" not in defined
    ]
    attempts = max(2, min(ATTEMPTS, LINES_READ // (text.count("\n") + 1)))
    replaced = list[Extent]()
    unknown = set[str]()
    for _ in range(attempts):
        try:
            module = parse_module(part.aliases + text, context, name)
            return Reading(part, name, module, problems, replaced)
        except ParseError as error:
            position = min(error.span.start - len(part.aliases), len(text))
            problem = Problem(_unpatched(position, text, part.text), diagnostics_of_error(error)[0].message)
            if position < 0 or problem in problems:
                break  # in an alias, whose error is one of the part that defines it; or nothing was gained
            at_end = not text[position:].strip()
            if at_end and not part.is_function and not _depths(text)[-1] and not text.endswith(_EMPTY):
                text += _EMPTY  # there are aliases and no op
                continue
            word = _RESULT.match(text, position)
            if not (problem.message.endswith(_UNDECLARED) and word and word[0] in unknown):
                problems.append(problem)
        except Exception as error:  # a defect of a parser is one line, like other errors
            problems.append(Problem(0, f"could not be read: {_kind(error)}"))
            break
        if at_end and (missing := _depths(text)[-1]):
            text += "\n" + "}" * missing
            continue
        extent = statement_around(text, position)
        if extent is None:
            break
        replaced.append(Extent(*[_unpatched(each, text, part.text) for each in extent]))
        text, lost = _with_stand_in(text, extent, part.aliases, context)
        unknown |= lost
    return Reading(part, name, None, problems, replaced)


def _unpatched(position: int, patched: str, text: str) -> int:
    """The position in a text of a position in a patched one, which has the same lines but for what was replaced."""
    line, start = patched.count("\n", 0, position), patched.rfind("\n", 0, position) + 1
    starts = line_starts(text)
    if line >= len(starts):
        return len(text)
    end = starts[line + 1] - 1 if line + 1 < len(starts) else len(text)
    return min(starts[line] + position - start, end)


def _kind(error: Exception) -> str:
    return printable(f"{type(error).__name__}: {error}".splitlines()[0])


def without_locations(text: str) -> str:
    """A text of the same length with spaces in the place of locations."""
    if "loc(" not in text:
        return text
    return _LOCATION.sub(lambda match: " " * len(match[0]), text)


def line_starts(text: str) -> list[int]:
    """The positions at which lines begin."""
    return [0, *[match.end() for match in re.finditer("\n", text)]]


def _depths(text: str, depth: int = 0) -> list[int]:
    """The depth of braces at the begin of a text, and behind each of its braces."""
    braces = [match[0] for match in _BRACE.finditer(text) if match[0] in "{}"]
    return list(accumulate([1 if brace == "{" else -1 for brace in braces], initial=depth))


def statement_around(text: str, position: int) -> Extent | None:
    """The whole lines of the op around a position, with its regions; None where it is the function itself."""
    starts = line_starts(text)
    count = len(starts)
    before, low = [0], list[int]()
    for content in text.split("\n"):
        depths = _depths(content, before[-1])
        before.append(depths[-1])
        low.append(min(depths))
    first = last = bisect_right(starts, position) - 1
    while first > 0 and not _BEGIN.match(text, starts[first]):
        first -= 1
    while last + 1 < count and not _BEGIN.match(text, starts[last + 1]):
        last += 1
    while True:
        if min(low[first : last + 1]) < before[first] and first > 0:
            first -= 1
        elif before[last + 1] > before[first] and last + 1 < count:
            last += 1
        else:
            break
    if first == 0:
        return None
    return Extent(starts[first], starts[last + 1] - 1 if last + 1 < count else len(text))


def _with_stand_in(text: str, extent: Extent, aliases: str, context: Context) -> tuple[str, set[str]]:
    """The text with another op, or none, in the place of a statement, and the names that are not defined any more."""
    statement = text[extent.start : extent.end]
    breaks = "\n" * statement.count("\n")
    results = _RESULTS.match(statement)
    stand_in, lost = "", set[str]()
    if results is not None:
        names = list(_RESULT.finditer(results[1]))
        types = _types_of(statement, sum([int(name[1] or 1) for name in names]), aliases, context)
        if types is None:
            lost = {name[0].partition(":")[0] for name in names}
        else:
            stand_in = f"{results[0]} {_STAND_IN}{types}"
    return text[: extent.start] + stand_in + breaks + text[extent.end :], lost


def _types_of(statement: str, count: int, aliases: str, context: Context) -> str | None:
    """The types of `count` results at the end of a statement, in parentheses; None where they cannot be read."""
    lines = re.sub(r"//[^\n]*", "", statement).rstrip().splitlines()
    found = _TYPES.search(lines[-1]) if lines else None
    if found is None or not found[1]:
        return None
    types = found[1] if found[1].startswith("(") else f"({found[1]})"
    try:
        op = parse_module(f"{aliases}{_STAND_IN}{types}", context).body.block.first_op
    except ParseError:
        return None
    if op is None or len(op.results) != count:
        return None
    return types
