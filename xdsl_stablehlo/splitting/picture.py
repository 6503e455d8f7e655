"""A picture of the cut as SVG: the weights that setup reads, what crosses, and what main does with it.

It is no wider than a phone, so that nobody has to read it made smaller, and light or dark as its reader likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.report.report import readable_bytes
from xdsl_stablehlo.folding.terms.effects import is_terminator
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.programs.constants import is_constant

from .api import Split, argument_labels
from .cut import Prices

WIDTH, MARGIN, GUTTER = 420, 6, 58
"""Pixels of the whole, of what is around the bands, and of the part of a band in which lines run."""

LINE, NOTE_LINE, PADDING = 24, 18, 10
"""Pixels of a line of text, of a line of a note, and around both in a band."""

NAME_LETTERS, NOTE_LETTERS = 38, 42
"""Letters of a name and of a line of a note."""

ROWS = 8
"""Values of each kind that are drawn, the largest ones; the others are counted."""

NOTE_LINES = 3

STYLE = """
  :root { color-scheme: light dark }
  .cut { max-width: 100%; height: auto }
  .cut text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    fill: light-dark(#1f2328, #f0f6fc); dominant-baseline: central }
  .cut .title { font: 600 15px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
  .cut .note { font-size: 13px; fill: light-dark(#59636e, #b1bac4) }
  .cut rect { fill: light-dark(#ffffff, #0d1117); stroke: light-dark(#d0d7de, #3d444d) }
  .cut .setup { fill: light-dark(#fff1e5, #3d2010); stroke: light-dark(#bc4c00, #f0883e) }
  .cut .main { fill: light-dark(#ddf4ff, #0d2d50); stroke: light-dark(#0969da, #4493f8) }
  .cut circle { fill: light-dark(#59636e, #b1bac4) }
  .cut .derived { fill: light-dark(#bc4c00, #f0883e) }
  .cut path { fill: none; stroke: #818b98; stroke-width: 1.2 }"""


class _Shown(NamedTuple):
    """A value with a row of its own."""

    name: str
    note: str
    bytes: int
    kind: str

    @staticmethod
    def of(name: str, value: SSAValue, derived: bool) -> _Shown:
        """A row for a value; `derived` if setup makes it."""
        size = Prices(()).bytes(value) or 0
        form = "x".join([str(extent) for extent in (*ranked(value).get_shape(), ranked(value).element_type)])
        return _Shown(name, f"{form}, {readable_bytes(size)}", size, "derived" if derived else "given")


@dataclass
class _Canvas:
    """What is drawn, from top to bottom: bands, on them lines, and on these dots and texts."""

    y: float = MARGIN
    bands: list[str] = field(default_factory=list[str])
    lines: dict[str, None] = field(default_factory=dict[str, None])
    texts: list[str] = field(default_factory=list[str])

    def text(self, text: str, kind: str, height: float = LINE) -> float:
        """A line of text right of the gutter; returns its middle."""
        middle = self.y + height / 2
        x = MARGIN + GUTTER + PADDING
        self.texts.append(f'<text class="{kind}" x="{x}" y="{middle:g}">{escape(text, quote=False)}</text>')
        self.y += height
        return middle

    def row(self, name: str, note: str, kind: str) -> float:
        """A name with a dot before it and a note below; returns the middle of the dot."""
        dot = f'<circle class="{kind}" cx="{MARGIN + GUTTER}" cy="{self.y + LINE / 2:g}" r="4">'
        self.texts.append(f"{dot}<title>{escape(name, quote=False)}</title></circle>")
        middle = self.text(_shortened(name), "name")
        self.text(note, "note", NOTE_LINE)
        return middle

    def rows(self, values: Sequence[_Shown]) -> dict[str, float]:
        """A row for each of the largest values, and one that counts the others; returns the middles, by name."""
        largest = sorted(values, key=lambda value: -value.bytes)[:ROWS]
        rest = [value for value in values if value not in largest]
        places = {
            value.name: self.row(value.name, value.note, value.kind) for value in values if value in largest
        }
        if rest:
            size = readable_bytes(sum([value.bytes for value in rest]))
            kind = "derived" if any(value.kind == "derived" for value in rest) else "given"
            places.update(
                dict.fromkeys([value.name for value in rest], self.row(f"{len(rest)} more", size, kind))
            )
        return places

    def notes(self, text: str) -> None:
        """A text in a few lines, a little below what is above."""
        self.y += PADDING / 2
        lines = wrap(text, NOTE_LETTERS)
        if len(lines) > NOTE_LINES:
            lines = [*lines[: NOTE_LINES - 1], f"{lines[NOTE_LINES - 1]} …"]
        for line in lines:
            self.text(line, "note", NOTE_LINE)

    @contextmanager
    def band(self, kind: str, title: str) -> Generator[None]:
        """A band around all that is drawn within."""
        top = self.y
        self.y += PADDING / 2
        self.text(title, "title")
        yield
        self.y += PADDING
        place = f'x="{MARGIN}" y="{top:g}" width="{WIDTH - 2 * MARGIN}" height="{self.y - top:g}"'
        self.bands.append(f'<rect class="{kind}" {place} rx="6"/>')
        self.y += MARGIN

    def arcs(self, ends: Iterable[tuple[float, float]]) -> None:
        """Lines in the gutter from one height to another: the longer, the farther left."""
        x = MARGIN + GUTTER - 4
        for start, end in ends:
            left = x - min(GUTTER - 2 * PADDING, 12 + (end - start) / 12) * 4 / 3
            self.lines[f'<path d="M{x:g} {start:g} C{left:g} {start:g} {left:g} {end:g} {x:g} {end:g}"/>'] = (
                None
            )

    def svg(self, label: str) -> str:
        """All of it."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="cut" viewBox="0 0 {WIDTH} {self.y:g}" width="{WIDTH}"'
        return "\n".join(
            [
                f'{head} height="{self.y:g}" role="img" aria-label="{escape(label)}">',
                f"<title>{escape(label)}</title>",
                f"<style>{STYLE}\n</style>",
                *self.bands,
                *self.lines,
                *self.texts,
                "</svg>\n",
            ]
        )


def picture_of(found: Split) -> str:
    """The picture of a split, as the text of an SVG element: a file of its own, or a part of a page."""
    report, canvas = found.report, _Canvas()
    setup, main = functions_of(found.setup)["main"], functions_of(found.main)["main"]
    crossing = main.args[: len(found.names)]
    derived = [not each.is_passed_on for each in report.crossing]
    readers = [dict.fromkeys([_label(use.operation.name) for use in value.uses]) for value in crossing]
    size = f"{readable_bytes(report.bytes_crossing)} for {readable_bytes(report.bytes_before)}"

    with canvas.band("setup", "Setup: once for each set of weights"):
        read = [each for each in zip(found.weights, setup.args) if each[0] not in report.unread]
        weights = canvas.rows([_Shown.of(name, value, False) for name, value in read])
        canvas.notes(_ops_of(found.setup))
    with canvas.band("across", f"Crosses: {size}"):
        rows = [_Shown.of(*each) for each in zip(found.names, crossing, derived, strict=True)]
        places = canvas.rows(rows)
    with canvas.band("main", "Main: at each call"):
        kinds = Counter([kind for each in readers for kind in each])
        heights = {
            kind: canvas.row(kind, f"reads {number} of these", "given")
            for kind, number in kinds.most_common(ROWS)
        }
        canvas.notes(_ops_of(found.main))
        canvas.notes(f"inputs: {', '.join(argument_labels(main)[len(crossing) :]) or 'none'}")

    for each in report.crossing:
        canvas.arcs([(weights[source], places[each.name]) for source in each.sources])
    for name, each in zip(found.names, readers):
        canvas.arcs([(places[name], heights[kind]) for kind in each if kind in heights])
    return canvas.svg(f"What setup computes and main reads: {size} of weights")


def _label(name: str) -> str:
    """The name of an op without the dialects that everybody expects."""
    return name.removeprefix("stablehlo.").removeprefix("func.")


def _ops_of(module: ModuleOp) -> str:
    """The number of ops of a program, and their kinds, the most frequent first."""
    ops = [
        op for op in module.walk() if not isinstance(op, ModuleOp | FuncOp) and not is_terminator(type(op))
    ]
    kinds = Counter([_label(op.name) for op in ops if not is_constant(type(op))])
    said = [f"{kind} x {number}" if number > 1 else kind for kind, number in kinds.most_common()]
    return f"{counted(len(ops), 'op')}{': ' if said else ''}{', '.join(said)}"


def _shortened(name: str) -> str:
    """A name with the middle left out, if it is long."""
    half = NAME_LETTERS // 2
    return name if len(name) <= NAME_LETTERS else f"{name[: half - 1]}…{name[-half:]}"
