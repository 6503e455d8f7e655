"""The definitions and uses of names, found by tokens: in a program that does not parse, too.

Values and blocks are names of a function, by regions; functions, other symbols and aliases are names of a section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .sections import STRING, Extent, FileSection, aliases_in

_WORD = r"[\w$.-]+"
_TOKEN = re.compile(rf"//[^\n]*+|{STRING}|(\n\s*)?+([%^]{_WORD})(?=\s*([=:,()]?))|[{{}}()]", re.ASCII)
_RESULTS = re.compile(rf"((?:%{_WORD}(?:\s*:\s*\d+)?\s*,\s*)*+%{_WORD}(?:\s*:\s*\d+)?)\s*=\s*", re.ASCII)
_RESULT = re.compile(rf"(%{_WORD})(?:\s*:\s*(\d+))?", re.ASCII)
_COUNTED = re.compile(
    r"(?:scf\.forall|scf\.parallel|affine\.parallel)\s*\((?:\s*%[\w$.-]+\s*,)*\s*\Z", re.ASCII
)
_SYMBOL = re.compile(rf"//[^\n]*+|@(?:{_WORD}|{STRING})|{STRING}")
_DEFINES = re.compile(
    r"(?<![\w.])(?:func\.func|module|\w+\.mesh|\w+\.global\w*)\s+(?:public\s+|private\s+|nested\s+)?\Z"
)
_SPACES = 100
"""Between a brace and a statement behind it on the same line there are fewer spaces."""
_SYM_NAME = re.compile(r"\bsym_name\s*=\s*\Z")


@dataclass(eq=False)
class Definition:
    """A name that is defined in a function, and where it is used. `index` is its place among the results of its op."""

    name: str
    place: Extent
    op_start: int = -1
    """Where the op begins whose result it is, behind the `=`; -1 for an argument."""
    index: int = 0
    uses: list[Extent] = field(default_factory=list[Extent])

    @property
    def places(self) -> list[Extent]:
        """All places at which it is written, the definition first."""
        return [self.place, *self.uses]


@dataclass
class _Region:
    """The names that are visible between braces. Those of the op around, arguments of loops, are `header`."""

    depth: int
    names: dict[str, Definition] = field(default_factory=dict[str, Definition])
    header: dict[str, Definition] = field(default_factory=dict[str, Definition])
    has_values: bool = False
    header_is_over: bool = False
    """Whether a region of the op with the `header` has ended."""


class ValueNames:
    """The values and blocks of a part of a file, with positions in its text."""

    def __init__(self, text: str):
        self.definitions: list[Definition] = []
        self.unresolved: list[tuple[str, Extent]] = []
        self._text = text
        self._regions = [_Region(0)]
        self._parens = 0
        self._block_level = 0  # that of the parentheses around the arguments of a block
        self._read()
        self._resolve_forward()

    def at(self, position: int) -> Definition | None:
        """The name that is written at a position."""
        for definition in self.definitions:
            if any(place.holds(position) for place in definition.places):
                return definition
        return None

    def _read(self) -> None:
        text, position, end_of_brace = self._text, 0, 0
        while (match := _TOKEN.search(text, position)) is not None:
            position = match.end()
            name = match[2]
            if name is None:
                if (token := match[0]) in ("{", "}"):
                    self._brace(token)
                    end_of_brace = position
                elif token in ("(", ")"):
                    self._parens += 1 if token == "(" else -1
                    self._block_level = 0 if self._parens < self._block_level else self._block_level
                continue
            self._regions[-1].has_values = True
            start = match.start(2)
            begins = match[1] is not None or (
                start - end_of_brace < _SPACES and not text[end_of_brace:start].strip()
            )
            if begins and name[0] == "%" and self._parens == self._regions[-1].depth:
                results = _RESULTS.match(text, start)
                if results is not None:
                    self._results(results)
                    position = results.end()
                    continue
            self._name(name, Extent(start, position), match[3], begins)

    def _brace(self, brace: str) -> None:
        if brace == "{":
            self._regions.append(_Region(self._parens))
        elif len(self._regions) > 1:
            inner = self._regions.pop()
            self._parens = inner.depth
            self._regions[-1].has_values |= inner.has_values
            self._regions[-1].header_is_over |= inner.has_values

    def _name(self, name: str, place: Extent, after: str, begins: bool) -> None:
        if name[0] == "^" and begins and after in ("(", ":"):
            self._define(name, place)
            self._block_level = self._parens + 1 if after == "(" else 0
        elif name[0] == "^":
            self._use(name, place)
        elif self._block_level and self._parens == self._block_level and after == ":":
            self._define(name, place)
        elif after == "=" or (
            self._parens > self._regions[-1].depth and self._is_argument(name, place, after)
        ):
            self._define_in_header(name, place)
        else:
            self._use(name, place)

    def _is_argument(self, name: str, place: Extent, after: str) -> bool:
        """Whether a name in parentheses is that of an argument: it has a type and is new, or counts a loop."""
        if after == ":":
            return not self._is_seen(name)
        line = self._text.rfind("\n", 0, place.start) + 1
        return after in (",", ")") and _COUNTED.search(self._text, line, place.start) is not None

    def _results(self, results: re.Match[str]) -> None:
        """Define the results of an op: `%a, %b:2 =`."""
        index = 0
        for result in _RESULT.finditer(self._text, results.start(1), results.end(1)):
            self._define(result[1], Extent(*result.span(1)), results.end(), index)
            index += int(result[2] or 1)

    def _define(self, name: str, place: Extent, op_start: int = -1, index: int = 0) -> None:
        definition = Definition(name, place, op_start, index)
        self.definitions.append(definition)
        self._regions[-1].names[name] = definition

    def _define_in_header(self, name: str, place: Extent) -> None:
        region = self._regions[-1]
        if region.header_is_over:
            region.header, region.header_is_over = {}, False
        definition = region.header[name] = Definition(name, place)
        self.definitions.append(definition)

    def _is_seen(self, name: str) -> bool:
        """Whether a name that is written before a type is one that is visible."""
        return any(
            name in region.names
            or (name in region.header and not (region is self._regions[-1] and region.header_is_over))
            for region in self._regions
        )

    def _use(self, name: str, place: Extent) -> None:
        for region in reversed(self._regions):
            definition = region.header.get(name) or region.names.get(name)
            if definition is not None:
                definition.uses.append(place)
                return
        self.unresolved.append((name, place))

    def _resolve_forward(self) -> None:
        """Give names that are used before they are defined, as between blocks, to their definitions."""
        by_name = {definition.name: definition for definition in reversed(self.definitions)}
        unresolved, self.unresolved = self.unresolved, []
        for name, place in unresolved:
            if name in by_name:
                by_name[name].uses.append(place)
            else:
                self.unresolved.append((name, place))


@dataclass(eq=False)
class NamedPlaces:
    """A name in a file: how it is written, where it is defined, and where it is used."""

    name: str
    definitions: list[Extent] = field(default_factory=list[Extent])
    uses: list[Extent] = field(default_factory=list[Extent])

    @property
    def places(self) -> list[Extent]:
        """All places at which it is written, the definitions first."""
        return [*self.definitions, *self.uses]

    def around(self, place: int) -> Extent | None:
        """The place at which it is written, with the sign before it, around another one."""
        return next((each for each in self.places if each.start - 1 <= place <= each.end), None)


def globals_of(text: str, section: FileSection) -> dict[str, NamedPlaces]:
    """The symbols, with `@`, and the aliases, with `#` or `!`, of a section; names in quotes are without them."""
    found: dict[str, NamedPlaces] = {}
    for name, place, defines in (*_symbols(text, section.extent), *_aliases(text, section)):
        known = found.setdefault(name, NamedPlaces(name))
        (known.definitions if defines else known.uses).append(place)
    return found


def _symbols(text: str, extent: Extent) -> Iterator[tuple[str, Extent, bool]]:
    for match in _SYMBOL.finditer(text, *extent):
        token = match[0]
        line = max(text.rfind("\n", 0, match.start()) + 1, match.start() - 200)
        if token[0] == "@":
            defines = _DEFINES.search(text, line, match.start()) is not None
            yield f"@{token[1:].strip(chr(34))}", Extent(match.start() + 1, match.end()), defines
        elif token[0] == '"' and _SYM_NAME.search(text, line, match.start()) is not None:
            yield f"@{token[1:-1]}", Extent(match.start() + 1, match.end() - 1), True


def _aliases(text: str, section: FileSection) -> Iterator[tuple[str, Extent, bool]]:
    start, end = section.extent
    for name, position in aliases_in(text[start:end]) if section.aliases else ():
        if name in section.aliases:
            place = Extent(start + position + 1, start + position + len(name))
            yield name, place, section.aliases[name].start == place.start - 1
