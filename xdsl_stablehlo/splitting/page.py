"""The report of a split as a page for people: a picture of the cut, what crosses, and why ops stay in main.

The picture is an SVG: the weights that setup reads, what crosses, and what main does with it. It is no wider than a
phone, so that nobody has to read it made smaller, and light or dark as its reader likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from importlib.metadata import version
from textwrap import wrap
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.explanations.page.markup import code, page, place_of_row, sized, table
from xdsl_stablehlo.folding.report.report import readable_bytes
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.programs.constants import is_constant

from .api import Split, argument_labels, counted_ops
from .cut import Prices
from .report import SplitReport

SOURCES = 20
"""Names of weights that a row has."""


def split_page(found: Split, title: str, command: str = "", date: str = "") -> str:
    """The page of a split, one file that needs no network.

    Below the title are the command, the version of this project, and the date, which is only told if it is given.
    """
    report = found.report
    weights = f"{readable_bytes(report.bytes_before)} → {readable_bytes(report.bytes_crossing)}"
    tiles = [
        (f"{report.ops_before:,}", "ops of the program"),
        (f"{report.ops_setup:,}", "ops of setup"),
        (f"{report.ops_main:,}", "ops of main"),
        (weights, "of weights"),
        (f"{report.work_saved / 1e6:.2f} ms", "saved at each call, as estimated for the interpreter"),
    ]
    sections = [
        ("cut", "The cut", picture_of(found)),
        ("crossing", "What crosses", _crossing(report)),
        ("staying", "What is known at load and stays in main", _staying(report)),
        ("unread", "Weights that main does not read", _unread(report)),
    ]
    made = [command, f"xdsl-stablehlo {version('xdsl-stablehlo')}", date]
    return page(title, _sentence(report), made, tiles, sections)


def _sentence(report: SplitReport) -> str:
    passed = sum([each.is_passed_on for each in report.crossing])
    computed = counted(len(report.crossing) - passed, "value")
    said = f"Setup computes {computed} from the weights and passes {counted(passed, 'weight')} on."
    gone = len(report.replaced)
    return f"{said} {counted(gone, 'weight')} need not stay in memory." if gone else said


def _crossing(report: SplitReport) -> str:
    rows = [
        [
            *(code(each.name), code(each.type), sized(each.bytes)),
            "passed on" if each.is_passed_on else code(each.op),
            _listed(each.sources),
        ]
        for each in report.crossing
    ]
    return table("The arguments of main that setup gives", ["name", "type", "bytes", "made by", "from"], rows)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - SOURCES} more" if len(names) > SOURCES else ""
    return f"{', '.join([code(name) for name in names[:SOURCES]])}{more}"


def _staying(report: SplitReport) -> str:
    reasons = [
        [code(reason.code), number, escape(reason.meaning)] for reason, number in report.reasons().items()
    ]
    ops = [
        [code(each.op), code(each.reason), sized(each.bytes), place_of_row(each)] for each in report.staying
    ]
    return table("Reasons", ["reason", "ops", "the op"], reasons) + table(
        "Each op that is known at load and stays", ["op", "reason", "bytes", "where"], ops
    )


def _unread(report: SplitReport) -> str:
    read = [(name, "setup alone") for name in report.replaced] + [(name, "nothing") for name in report.unread]
    rows = [[code(name), said] for name, said in read]
    return table("Weights that main does not read", ["name", "read by"], rows)


# ---- the picture ----

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


class _Row(NamedTuple):
    """A value in a row of its own; `kind` is `derived` if setup makes it, or else `given`."""

    name: str
    value: SSAValue
    kind: str

    @property
    def bytes(self) -> int:
        return Prices(()).bytes(self.value) or 0

    @property
    def note(self) -> str:
        tensor = ranked(self.value)
        form = "x".join([str(extent) for extent in (*tensor.get_shape(), tensor.element_type)])
        return f"{form}, {readable_bytes(self.bytes)}"


@dataclass
class _Canvas:
    """The drawing, from top to bottom: bands, on them lines, and on these dots and texts."""

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
        half = NAME_LETTERS // 2
        shortened = name if len(name) <= NAME_LETTERS else f"{name[: half - 1]}…{name[-half:]}"
        middle = self.text(shortened, "name")
        self.text(note, "note", NOTE_LINE)
        return middle

    def rows(self, rows: Sequence[_Row]) -> dict[str, float]:
        """A row for each of the largest values, and one that counts the others; returns the middles, by name."""
        largest = sorted(rows, key=lambda row: -row.bytes)[:ROWS]
        places = {row.name: self.row(row.name, row.note, row.kind) for row in rows if row in largest}
        rest = [row for row in rows if row not in largest]
        if rest:
            size = readable_bytes(sum([row.bytes for row in rest]))
            kind = "derived" if "derived" in [row.kind for row in rest] else "given"
            middle = self.row(f"{len(rest)} more", size, kind)
            places.update({row.name: middle for row in rest})
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
            curve = f"C{left:g} {start:g} {left:g} {end:g} {x:g} {end:g}"
            self.lines[f'<path d="M{x:g} {start:g} {curve}"/>'] = None

    def svg(self, label: str) -> str:
        """All of it."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="cut" viewBox="0 0 {WIDTH} {self.y:g}" width="{WIDTH}"'
        opened = f'{head} height="{self.y:g}" role="img" aria-label="{escape(label)}">'
        about = f"<title>{escape(label)}</title>", f"<style>{STYLE}\n</style>"
        return "\n".join([opened, *about, *self.bands, *self.lines, *self.texts, "</svg>\n"])


def picture_of(found: Split) -> str:
    """The picture of a split, as the text of an SVG element: a file of its own, or a part of a page."""
    report, canvas = found.report, _Canvas()
    setup, main = functions_of(found.setup)["main"], functions_of(found.main)["main"]
    crossing = main.args[: len(found.names)]
    kinds = ["given" if each.is_passed_on else "derived" for each in report.crossing]
    readers = [dict.fromkeys([_label(use.operation.name) for use in value.uses]) for value in crossing]
    size = f"{readable_bytes(report.bytes_crossing)} for {readable_bytes(report.bytes_before)}"

    with canvas.band("setup", "Setup: once for each set of weights"):
        read = [each for each in zip(found.weights, setup.args) if each[0] not in report.unread]
        weights = canvas.rows([_Row(name, value, "given") for name, value in read])
        canvas.notes(_ops_of(found.setup))
    with canvas.band("across", f"Crosses: {size}"):
        places = canvas.rows([*map(_Row, found.names, crossing, kinds)])
    with canvas.band("main", "Main: at each call"):
        most = Counter([label for each in readers for label in each]).most_common(ROWS)
        heights = {label: canvas.row(label, f"reads {number} of these", "given") for label, number in most}
        canvas.notes(_ops_of(found.main))
        canvas.notes(f"inputs: {', '.join(argument_labels(main)[len(crossing) :]) or 'none'}")

    for each in report.crossing:
        canvas.arcs([(weights[source], places[each.name]) for source in each.sources])
    for name, each in zip(found.names, readers):
        canvas.arcs([(places[name], heights[label]) for label in each if label in heights])
    return canvas.svg(f"What setup computes and main reads: {size} of weights")


def _label(name: str) -> str:
    """The name of an op without the dialects that everybody expects."""
    return name.removeprefix("stablehlo.").removeprefix("func.")


def _ops_of(module: ModuleOp) -> str:
    """The number of ops of a program, and their kinds, the most frequent first."""
    ops = counted_ops(module)
    kinds = Counter([_label(op.name) for op in ops if not is_constant(type(op))])
    said = [f"{kind} x {number}" if number > 1 else kind for kind, number in kinds.most_common()]
    return f"{counted(len(ops), 'op')}{': ' if said else ''}{', '.join(said)}"
