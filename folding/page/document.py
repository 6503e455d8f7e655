"""The page as a whole: what is said first, second and third."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ..reasons import Code
from ..report import FoldReport, readable_bytes
from . import tables
from .listing import LINES, Block, compared, lines_of, listing

HERE = Path(__file__).parent


def to_html(report: FoldReport, before: ModuleOp, after: ModuleOp, title: str = "Constant folding") -> str:
    """The page for one run, one file that needs no network: `before` is the module as it was (a clone made in time),
    `after` what became of it."""
    old, new = lines_of(before)[:LINES], lines_of(after)[:LINES]
    blocks = [*compared(old, new)]
    lines = {line.op: f"a{i + 1}" for i, line in enumerate(new) if line.op is not None}
    kept = sorted(report.kept, key=lambda op: op.code == Code.NOT_CONSTANT.value)[: tables.ROWS]
    rows = {op.operation: f"k{i}" for i, op in enumerate(kept) if op.operation is not None}
    sections = [
        ("why", "What stays, and why", _why(report)),
        ("constants", "New constants", tables.constants(report, lines) if report.constants else ""),
        ("program", "The program, before and after", _program(blocks, rows)),
        ("kept", "Op by op", tables.kept(kept, lines) if kept else ""),
        ("evaluated", "What was evaluated", tables.kinds(report) if report.folded else ""),
    ]
    present = [section for section in sections if section[2]]
    return Template((HERE / "page.html").read_text()).substitute(
        title=escape(title),
        style=(HERE / "page.css").read_text(),
        script=(HERE / "page.js").read_text(),
        lead=escape(sentence(report)),
        tiles=_tiles(report),
        navigation="".join([f'<a href="#{name}">{escape(heading)}</a>' for name, heading, _ in present]),
        sections="\n".join([_section(*section) for section in present]),
    )


def sentence(report: FoldReport) -> str:
    """The page in a sentence."""
    made = f"{len(report.constants):,} constants made"
    said = f"{report.folded_ops:,} ops evaluated in {report.seconds * 1e3:.1f} ms, {made}"
    waiting = [cause for cause in report.causes if cause.waiting]
    if not waiting:
        return f"{said}."
    first, best = waiting[0], max(waiting, key=lambda cause: cause.would_fold or 0)
    known = "they were" if first.ops > 1 else "it were"
    would = f"; {first.would_fold:,} of them would fold if {known} known" if first.would_fold else ""
    more = (best.would_fold or 0) > (first.would_fold or 0)
    most = f" Most would fold, {best.would_fold:,}, if {best.what}{best.how_many} were known." if more else ""
    return f"{said}. Most of what stays, {first.waiting:,} ops, waits for {first.what}{first.how_many}{would}.{most}"


def _tiles(report: FoldReport) -> str:
    stayed = sum(1 for _ in report.explained())
    tiles = [
        (f"{report.ops_before:,} → {report.ops_after:,}", "ops in the module"),
        (
            f"{readable_bytes(report.bytes_before)} → {readable_bytes(report.bytes_after)}",
            "bytes of constants",
        ),
        (f"{report.folded_ops:,}", "ops evaluated"),
        (f"{len(report.simplified):,}", "ops replaced by rules"),
        (f"{stayed:,}", "ops with only constant operands that stayed"),
    ]
    return "".join([f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>" for value, label in tiles])


def _section(name: str, heading: str, content: str) -> str:
    title = f'<h2 id="{name}-title">{escape(heading)}</h2>'
    return f'<section id="{name}" aria-labelledby="{name}-title">{title}{content}</section>'


def _why(report: FoldReport) -> str:
    found = tables.causes(report) if report.causes else ""
    return found + (tables.reasons(report) if report.kept else "")


def _program(blocks: list[Block], rows: dict[Operation, str]) -> str:
    gone, came = (sum([len(block.lines) for block in blocks if block.sign == sign]) for sign in "-+")
    tools = (
        '<div class="tools"><label>find <input type="search" id="find" autocomplete="off"></label>'
        '<span id="found" role="status"></span>'
        '<fieldset><legend>show</legend><label><input type="radio" name="side" value="both" checked> both</label>'
        '<label><input type="radio" name="side" value="before"> before</label>'
        '<label><input type="radio" name="side" value="after"> after</label></fieldset>'
        '<button type="button" id="expand">expand all</button></div>'
    )
    said = f"<p>{gone:,} lines went (-), {came:,} came in their place (+).</p>"
    code = (
        f'<div class="listing" tabindex="0" role="region" aria-label="program">{listing(blocks, rows)}</div>'
    )
    return said + tools + code
