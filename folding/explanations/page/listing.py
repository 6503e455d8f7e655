"""A program before and after folding as one listing: unchanged lines once, removed and added lines marked."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.transaction import Snapshot
from xdsl_stablehlo.text.locations import origin_of
from xdsl_stablehlo.text.printer import TextPrinter

from ...report.report import FoldReport
from ...tuning import LINE_CHARACTERS, LINES_AROUND

_HEX = re.compile(r'dense<"0x([0-9A-Fa-f]{8})[0-9A-Fa-f]{9,}"')
_NAME = re.compile(r"%[\w$.-]+(?::\d+|#\d+)?")


@dataclass(frozen=True)
class ProgramLine:
    """A line of a program, the op that it belongs to, and which of the lines of that op it is, from 0 on."""

    text: str
    op: Operation
    part: int

    @property
    def key(self) -> str:
        """The text of a line without the numbers of values."""
        return _NAME.sub("%", self.text)


def lines_of(module: ModuleOp) -> list[ProgramLine]:
    """The text of a module, line by line; long hexadecimal strings and lines are cut."""
    printer = _LinePrinter()
    with deep_recursion():
        printer.print_op(module)
    text = _HEX.sub(r'dense<"0x\1…"', "".join(printer.pieces))
    found, parts = list[ProgramLine](), Counter[Operation]()
    for i, line in enumerate(text.split("\n")):
        op = printer.ops[i]
        cut = line if len(line) <= LINE_CHARACTERS else line[:LINE_CHARACTERS] + " …"
        found.append(ProgramLine(cut, op, parts[op]))
        parts[op] += 1
    return found


class _LinePrinter(TextPrinter):
    """Prints to itself, and notes to which op each line belongs: of those that it has a part of, the outermost."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.ops: dict[int, Operation] = {}
        self._line = 0
        super().__init__(self)

    def write(self, text: str) -> None:
        self.pieces.append(text)
        self._line += text.count("\n")

    def print_op(self, op: Operation) -> None:
        first = self._line
        self.ops.setdefault(first, op)
        super().print_op(op)
        for line in range(first, self._line + 1):
            self.ops.setdefault(line, op)


@dataclass(frozen=True)
class Block:
    """Lines of one kind that follow each other: ` ` for those that stayed, `-` for those that went, `+` for others."""

    sign: str
    lines: Sequence[ProgramLine]
    first: int
    """The number of the first line, from 1 on, in the program before for `-`, in the one after for others."""


def what_is_left(report: FoldReport, before: ModuleOp, after: ModuleOp) -> dict[Operation, Operation]:
    """For the ops of the program before, of which `before` is a copy, the ops of `after` that are left of them."""
    copies, left = Snapshot(before).ops, report.program
    now = Snapshot(after).ops
    if not left:
        left = now
    elif report.module is not None and report.module is not after:
        # It was folded in classes of this project, and given back in its own.
        given_back = dict(zip(Snapshot(report.module).ops, now))
        left = [None if op is None else given_back.get(op) for op in left]
    pairs = zip(copies, left) if len(copies) == len(left) else ()
    return {before: after, **{copy: op for copy, op in pairs if op is not None}}


def compared(
    before: Sequence[ProgramLine], after: Sequence[ProgramLine], left: Mapping[Operation, Operation]
) -> Iterator[Block]:
    """The differences between two programs, in order; `left` has the op that is left of each op."""
    numbers = {(line.op, line.part): i for i, line in enumerate(after)}
    found = [(i, numbers.get((left[line.op], line.part))) for i, line in enumerate(before) if line.op in left]
    pairs = _in_order([(i, j) for i, j in found if j is not None and before[i].key == after[j].key])
    old = new = 0
    for i, j, length in _runs([*pairs, (len(before), len(after))]):
        if i > old:
            yield Block("-", before[old:i], old + 1)
        if j > new:
            yield Block("+", after[new:j], new + 1)
        old, new = i + length, j + length
        if after[j:new]:
            yield Block(" ", after[j:new], j + 1)


def _in_order(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most of `pairs`, which are in the order of their first numbers, that are in that of the second ones, too."""
    lasts, ends, came_from = list[int](), list[int](), list[int]()
    for number, (_, j) in enumerate(pairs):
        length = bisect_left(lasts, j)
        came_from.append(ends[length - 1] if length else -1)
        lasts[length : length + 1] = [j]
        ends[length : length + 1] = [number]
    found, number = list[tuple[int, int]](), ends[-1] if ends else -1
    while number >= 0:
        found.append(pairs[number])
        number = came_from[number]
    return found[::-1]


def _runs(pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """The pairs that follow each other in both programs, together: where they begin, and how many there are."""
    start = 0
    for end in range(1, len(pairs) + 1):
        (i, j), last = pairs[start], end == len(pairs)
        if last or pairs[end] != (i + end - start, j + end - start):
            yield i, j, end - start
            start = end


def listing(blocks: Sequence[Block], anchors: Mapping[Operation, str]) -> str:
    """The listing as HTML; `anchors` are the ids of rows that are about an op that stayed or came."""
    parts = list[str]()
    for i, block in enumerate(blocks):
        rows = [_row(block.sign, line, block.first + j, anchors) for j, line in enumerate(block.lines)]
        head = LINES_AROUND if i else 1
        tail = LINES_AROUND if i + 1 < len(blocks) else 1
        middle = len(rows) - head - tail
        if block.sign == " " and middle > LINES_AROUND:
            rows.insert(head + middle, "</details>")
            rows.insert(head, f"<details><summary>{middle:,} lines that stayed as they are</summary>")
        parts += rows
    return "".join(parts)


_CLASSES = {" ": "", "-": " gone", "+": " new"}


def _row(sign: str, line: ProgramLine, number: int, anchors: Mapping[Operation, str]) -> str:
    side = "b" if sign == "-" else "a"
    row = anchors.get(line.op) if line.part == 0 and sign != "-" else None
    why = f'<a href="#{row}" aria-label="the row about line {number}">why</a>' if row else ""
    spaces = len(line.text) - len(line.text.lstrip(" "))
    place = origin_of(line.op.location).place
    title = f' title="{escape(place)}"' if place else ""
    code = f'<code style="--in:{spaces}ch">{escape(line.text[spaces:])}</code>'
    return (
        f'<div class="line{_CLASSES[sign]}" id="{side}{number}"{title}><span class="number">{number}</span>'
        f'<span class="sign">{sign}</span>{code}{why}</div>\n'
    )
