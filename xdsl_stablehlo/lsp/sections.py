"""The parts of a file: sections between lines `// -----`, and in each its functions, its aliases, and what is around.

Found by tokens, without a parser, so that a function that cannot be read ends where the next one begins.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import NamedTuple


class Extent(NamedTuple):
    """From one position of a text to another one."""

    start: int
    end: int

    def holds(self, position: int) -> bool:
        """Whether a position is in it, or at its end."""
        return self.start <= position <= self.end


@dataclass(frozen=True)
class Part:
    """A part of a file that is parsed by itself: a function, or all that is around the functions of a section."""

    text: str
    extents: tuple[Extent, ...]
    """Where the text is in the file: in pieces, if functions are in between."""
    aliases: str
    """The definitions of the aliases that it uses and does not have itself, each in a line."""
    is_function: bool

    @property
    def source(self) -> tuple[str, str, bool]:
        """All that a parser needs of it, wherever it is."""
        return self.text, self.aliases, self.is_function

    @cached_property
    def _begins(self) -> Sequence[int]:
        """The positions in `text` at which the pieces begin."""
        return list(accumulate([end - start for start, end in self.extents[:-1]], initial=0))

    def place(self, position: int) -> int:
        """The position in the file of a position in `text`."""
        piece = bisect_right(self._begins, position) - 1
        return self.extents[piece].start + position - self._begins[piece]

    def within(self, place: int) -> int | None:
        """The position in `text` of a position in the file; None if it is elsewhere."""
        for begin, extent in zip(self._begins, self.extents, strict=True):
            if extent.holds(place):
                return begin + place - extent.start
        return None

    def moved(self, extent: Extent) -> Extent:
        """The extent in the file of one in `text`."""
        start = self.place(extent.start)
        return Extent(start, start + extent.end - extent.start)


class FileSection(NamedTuple):
    """A program of a file. `frame` is all that is around its functions."""

    extent: Extent
    functions: Sequence[Part]
    frame: Part
    aliases: Mapping[str, Extent]
    """The definition of each alias."""

    @property
    def parts(self) -> Sequence[Part]:
        """The functions, and what is around them."""
        return [*self.functions, self.frame]


_SPLIT = re.compile(r"^// -----[^\n]*\n?", re.MULTILINE)
STRING = r'"(?:[^"\\\n]++|\\.)*+"'
"""A string literal, whatever is escaped in it."""
_TOKEN = re.compile(
    rf"""[{{}}]|//[^\n]*+|{STRING}
        |func\.func\b(?<![\w.@$#!%-]func.func)
        |(?:builtin\.)?module\b(?<![\w@$#!%-]module)(?=\s*(?:@|attributes\b|\{{))
        |[#!][\w$.-]++(?=\s*=(?!=))""",
    re.VERBOSE,
)
_BEFORE_ALIAS = re.compile(r"(?:^|[})])[ \t]*\Z", re.MULTILINE)
_COMMENT_AT_END = re.compile(r"^[ \t]*//[^\n]*\Z", re.MULTILINE)
_ALIAS_USE = re.compile(rf"//[^\n]*+|{STRING}|([#!][\w$.-]+)")


def sections_of(text: str) -> list[FileSection]:
    """The sections of a file."""
    starts, ends = [0], list[int]()
    for split in _SPLIT.finditer(text):
        ends.append(split.start())
        starts.append(split.end())
    return [_section(text, Extent(start, end)) for start, end in zip(starts, [*ends, len(text)], strict=True)]


def _section(text: str, extent: Extent) -> FileSection:
    functions, aliases = _cut(text, extent)
    definitions = {name: text[place.start : place.end] for name, place in aliases.items()}
    parts = [
        Part(text[start:end], (Extent(start, end),), _needed(text[start:end], definitions), True)
        for start, end in functions
    ]
    edges = [extent.start, *chain.from_iterable(functions), extent.end]
    around = tuple([Extent(*each) for each in zip(edges[::2], edges[1::2], strict=True)])
    frame = Part("".join([text[start:end] for start, end in around]), around, "", False)
    return FileSection(extent, parts, frame, aliases)


def _cut(text: str, extent: Extent) -> tuple[list[Extent], dict[str, Extent]]:
    """The functions of a section, none if it has modules in modules, and the definitions of its aliases."""
    functions, aliases = list[Extent](), dict[str, Extent]()
    depth, base, start, modules = 0, -1, -1, 0
    alias, alias_start = "", 0

    def end_before(position: int) -> None:
        nonlocal start, alias
        if start >= 0:
            functions.append(_without_comments_at_end(text, start, position))
        if alias:
            aliases.setdefault(alias, _without_comments_at_end(text, alias_start, position))
        start, alias = -1, ""

    for match in _TOKEN.finditer(text, extent.start, extent.end):
        token = match[0]
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
            if start >= 0 and depth < base:
                end_before(match.start())
        elif token in ("func.func", '"func.func"'):
            end_before(match.start())
            base = depth if base < 0 else base
            depth, start = base, match.start()
        elif token in ("module", "builtin.module", '"builtin.module"'):
            modules += 1
            if start >= 0 or modules > 1:
                names = [each for each in _TOKEN.finditer(text, *extent) if _begins_alias(text, each)]
                return [], {each[0]: Extent(*each.span()) for each in reversed(names)}
            end_before(match.start())
        elif _begins_alias(text, match):
            end_before(match.start())
            alias, alias_start = token, match.start()
    end_before(extent.end)
    return functions, aliases


def _begins_alias(text: str, token: re.Match[str]) -> bool:
    """Whether a token is the name of an alias at its definition: at the begin of a line, or behind an op."""
    line = text.rfind("\n", 0, token.start()) + 1
    return token[0][0] in "#!" and _BEFORE_ALIAS.search(text, line, token.start()) is not None


def _without_comments_at_end(text: str, start: int, end: int) -> Extent:
    """A piece of text without the lines of comments, and the spaces, at its end."""
    piece = text[start:end].rstrip()
    while (comment := _COMMENT_AT_END.search(piece, piece.rfind("\n") + 1)) is not None:
        piece = piece[: comment.start()].rstrip()
    return Extent(start, start + len(piece))


def aliases_in(text: str) -> Iterator[tuple[str, int]]:
    """The words of a text that may be aliases, with their positions."""
    for match in _ALIAS_USE.finditer(text):
        if match[1] is not None:
            yield match[1], match.start(1)


def _needed(text: str, definitions: Mapping[str, str]) -> str:
    """The definitions that a text needs, with those that they need in turn, each in a line."""
    needed: dict[str, str] = {}
    pending = [text] if definitions else []
    while pending:
        for name, _ in aliases_in(pending.pop()):
            if name in definitions and name not in needed:
                needed[name] = definitions[name]
                pending.append(definitions[name])
    return "".join([f"{definition}\n" for definition in needed.values()])
