"""What a name refers to, found by tokens: in a program that does not parse, too.

Values and blocks are names of a function, by regions; functions, other symbols and aliases are names of a section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .sections import Extent, Section, aliases_in

_WORD = r"[\w$.-]+"
_STRING = r'"(?:[^"\\\n]++|\\.)*+"'
_TOKEN = re.compile(
    rf"//[^\n]*+|{_STRING}|[%^]{_WORD}|->|[{{}}()=:,\n]|(?<=[\s}}])[a-zA-Z_][\w.$]*", re.ASCII
)
_SYMBOL = re.compile(rf"//[^\n]*+|@(?:{_WORD}|{_STRING})|{_STRING}")
_DEFINES = re.compile(
    r"(?<![\w.])(?:func\.func|module|\w+\.mesh|\w+\.global\w*)\s+(?:public\s+|private\s+|nested\s+)?\Z"
)
_LOOPS = ("scf.forall", "scf.parallel", "affine.parallel")
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
        self._regions = [_Region(0)]
        self._parens = 0
        self._block_level = 0  # that of the parentheses around the arguments of a block
        self._waiting: list[Definition] = []  # results whose op is not met yet
        self._read(text)
        self._resolve_forward()

    def at(self, position: int) -> Definition | None:
        """The name that is written at a position."""
        for definition in self.definitions:
            for place in definition.places:
                if place.holds(position):
                    return definition
        return None

    def _read(self, text: str) -> None:
        tokens = [match for match in _TOKEN.finditer(text) if match[0][:2] != "//"]
        for i, match in enumerate(tokens):
            token = match[0]
            first = token[0]
            if first == "{":
                self._regions.append(_Region(self._parens))
            elif first == "}" and len(self._regions) > 1:
                inner = self._regions.pop()
                self._parens = inner.depth
                self._regions[-1].has_values |= inner.has_values
                self._regions[-1].header_is_over |= inner.has_values
            elif first in "()":
                self._parens += 1 if first == "(" else -1
                if self._parens < self._block_level:
                    self._block_level = 0
            elif first in "%^":
                self._regions[-1].has_values = True
                self._name(token, Extent(*match.span()), tokens, i)
            elif self._waiting and (first == '"' or first.isalpha()):
                for definition in self._waiting:
                    definition.op_start = match.start()
                self._waiting = []

    def _name(self, name: str, place: Extent, tokens: Sequence[re.Match[str]], i: int) -> None:
        before = next((tokens[j][0] for j in range(i - 1, -1, -1) if tokens[j][0] != "\n"), "\n")
        after = tokens[i + 1][0] if i + 1 < len(tokens) else ""
        starts_line = i == 0 or tokens[i - 1][0] in ("\n", "{", "}")
        is_nested = self._parens > self._regions[-1].depth
        if name[0] == "^" and not (starts_line and after in ("(", ":")):
            self._use(name, place)
        elif name[0] == "^":
            self._define(name, place)
            self._block_level = self._parens + 1 if after == "(" else 0
        elif self._block_level and self._parens == self._block_level and after == ":":
            self._define(name, place)
        elif not is_nested and starts_line and (count := _results(tokens, i)):
            self._results(tokens, i, count)
        elif not is_nested and before == "," and self._waiting and name in {d.name for d in self._waiting}:
            pass  # one of several results, which was defined with the first
        elif after == "=" or (after == ":" and is_nested and not self._is_seen(name)):
            self._define_in_header(name, place)
        elif is_nested and after in (",", ")") and _counts(tokens, i):
            self._define_in_header(name, place)
        else:
            self._use(name, place)

    def _results(self, tokens: Sequence[re.Match[str]], i: int, count: int) -> None:
        """Define the results of an op: `%a, %b:2 =`."""
        index = 0
        for j in range(i, i + count):
            token = tokens[j][0]
            if token[0] == "%":
                self._define(token, Extent(*tokens[j].span()))
                definition = self.definitions[-1]
                definition.index = index
                self._waiting.append(definition)
                size = re.compile(r"\s*:\s*(\d+)").match(tokens[j].string, tokens[j].end())
                index += int(size[1]) if size else 1

    def _define(self, name: str, place: Extent) -> None:
        definition = Definition(name, place)
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
        regions = self._regions
        own = regions[-1]
        if name in own.names or (name in own.header and not own.header_is_over):
            return True
        return any(name in region.names or name in region.header for region in regions[:-1])

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


def _results(tokens: Sequence[re.Match[str]], i: int) -> int:
    """The number of tokens in `%a, %b:2` before a `=`; 0 where there are no such results."""
    j = i
    while j < len(tokens) and (tokens[j][0][0] == "%" or tokens[j][0] in (",", ":")):
        j += 1
    return j - i if j < len(tokens) and tokens[j][0] == "=" and tokens[j - 1][0] != "," else 0


def _counts(tokens: Sequence[re.Match[str]], i: int) -> bool:
    """Whether a name in parentheses is that of an index of a loop over several."""
    while i > 0 and (tokens[i][0][0] == "%" or tokens[i][0] == ","):
        i -= 1
    return i > 0 and tokens[i][0] == "(" and tokens[i - 1][0] in _LOOPS


@dataclass(eq=False)
class GlobalName:
    """A function, another symbol or an alias of a section, with positions in the file."""

    name: str
    definitions: list[Extent] = field(default_factory=list[Extent])
    uses: list[Extent] = field(default_factory=list[Extent])

    @property
    def places(self) -> list[Extent]:
        """All places at which it is written, the definition first."""
        return [*self.definitions, *self.uses]


def globals_of(text: str, section: Section) -> dict[str, GlobalName]:
    """The symbols, with `@`, and the aliases, with `#` or `!`, of a section; names in quotes are without them."""
    found: dict[str, GlobalName] = {}
    for name, place, defines in (*_symbols(text, section.extent), *_aliases(text, section)):
        known = found.setdefault(name, GlobalName(name))
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


def _aliases(text: str, section: Section) -> Iterator[tuple[str, Extent, bool]]:
    start, end = section.extent
    for name, position in aliases_in(text[start:end]) if section.aliases else ():
        if name in section.aliases:
            place = Extent(start + position + 1, start + position + len(name))
            yield name, place, section.aliases[name].start == place.start - 1
