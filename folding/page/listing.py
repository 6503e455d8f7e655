"""A program before and after folding as one listing: lines that stayed once, and those that went and came."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.runtime import deep_recursion
from xdsl_stablehlo.text.locations import origin_of
from xdsl_stablehlo.text.printer import TextPrinter

LINE_LIMIT = 400
"""Characters of a line that are shown."""

LINES = 20_000
"""Lines that are shown."""

CONTEXT = 3
"""Unchanged lines around a change that are not collapsed."""

_HEX = re.compile(r'dense<"0x([0-9A-Fa-f]{8})[0-9A-Fa-f]{9,}"')
_NAME = re.compile(r"%[\w$.-]+(?::\d+|#\d+)?")


@dataclass(frozen=True)
class ProgramLine:
    """A line of a program, and the op that begins in it."""

    text: str
    op: Operation | None

    @property
    def key(self) -> tuple[str, str]:
        """What is the same of a line when values have other numbers: its text, and its place in the source."""
        return _NAME.sub("%", self.text), "" if self.op is None else origin_of(self.op.location).place


def lines_of(module: ModuleOp) -> list[ProgramLine]:
    """The text of a module, line by line; long hexadecimal strings and lines are cut."""
    stream = _Counted()
    printer = _LinePrinter(stream)
    with deep_recursion():
        printer.print_op(module)
    text = _HEX.sub(r'dense<"0x\1…"', "".join(stream.pieces))
    return [ProgramLine(_short(line), stream.ops.get(i)) for i, line in enumerate(text.split("\n"))]


class _Counted:
    """A stream that knows in which line it is."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.line = 0
        self.ops: dict[int, Operation] = {}

    def write(self, text: str) -> None:
        self.pieces.append(text)
        self.line += text.count("\n")


class _LinePrinter(TextPrinter):
    """Notes the first line of each op."""

    def __init__(self, stream: _Counted):
        super().__init__(stream)
        self._counted = stream

    def print_op(self, op: Operation) -> None:
        self._counted.ops.setdefault(self._counted.line, op)
        super().print_op(op)


def _short(line: str) -> str:
    return line if len(line) <= LINE_LIMIT else line[:LINE_LIMIT] + " …"


@dataclass(frozen=True)
class Block:
    """Lines of one kind that follow each other: ` ` for those that stayed, `-` for those that went, `+` for others."""

    sign: str
    lines: Sequence[ProgramLine]
    first: int
    """The number of the first line, from 1 on, in the program before for `-`, in the one after for others."""


def compared(before: Sequence[ProgramLine], after: Sequence[ProgramLine]) -> Iterator[Block]:
    """How one program becomes the other, in order."""
    matcher = SequenceMatcher(None, [line.key for line in before], [line.key for line in after])
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "equal":
            yield Block(" ", after[first:last], first + 1)
            continue
        if end > start:
            yield Block("-", before[start:end], start + 1)
        if last > first:
            yield Block("+", after[first:last], first + 1)


def listing(blocks: Sequence[Block], anchors: Mapping[Operation, str]) -> str:
    """The listing as HTML; `anchors` are the ids of rows that are about an op that stayed or came."""
    parts = list[str]()
    for i, block in enumerate(blocks):
        if block.sign != " ":
            parts.append(_rows(block, block.lines, block.first, anchors))
            continue
        head = CONTEXT if i else 1
        tail = CONTEXT if i + 1 < len(blocks) else 1
        middle = len(block.lines) - head - tail
        if middle <= CONTEXT:
            parts.append(_rows(block, block.lines, block.first, anchors))
            continue
        parts += [
            _rows(block, block.lines[:head], block.first, anchors),
            f"<details><summary>{middle:,} lines that stayed as they are</summary>",
            _rows(block, block.lines[head : head + middle], block.first + head, anchors),
            "</details>",
            _rows(block, block.lines[head + middle :], block.first + head + middle, anchors),
        ]
    return "".join(parts)


_CLASSES = {" ": "", "-": " gone", "+": " new"}


def _rows(block: Block, lines: Sequence[ProgramLine], first: int, anchors: Mapping[Operation, str]) -> str:
    return "".join([_row(block.sign, line, first + i, anchors) for i, line in enumerate(lines)])


def _row(sign: str, line: ProgramLine, number: int, anchors: Mapping[Operation, str]) -> str:
    side = "b" if sign == "-" else "a"
    row = anchors.get(line.op) if line.op is not None and sign != "-" else None
    why = f'<a href="#{row}" aria-label="the row about line {number}">why</a>' if row else ""
    spaces = len(line.text) - len(line.text.lstrip(" "))
    place = "" if line.op is None else origin_of(line.op.location).place
    title = f' title="{escape(place)}"' if place else ""
    code = f'<code style="--in:{spaces}ch">{escape(line.text[spaces:])}</code>'
    return (
        f'<div class="line{_CLASSES[sign]}" id="{side}{number}"{title}><span class="number">{number}</span>'
        f'<span class="sign">{sign}</span>{code}{why}</div>\n'
    )
