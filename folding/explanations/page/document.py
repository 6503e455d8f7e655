"""The page as a whole: its parts in order."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version
from pathlib import Path
from string import Template
from time import time

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.text.locations import origin_of

from ...report.report import FoldReport, readable_bytes
from ...terms.reasons import Code
from ...tuning import LISTED_LINES, PAGE_ROWS
from . import tables
from .listing import Block, compared, lines_of, listing, what_is_left

HERE = Path(__file__).parent


@default_environment()
def to_html(
    report: FoldReport,
    before: ModuleOp,
    after: ModuleOp,
    title: str | None = None,
    command: str = "",
    date: str = "",
) -> str:
    """The page for one run, one file that needs no network: `before` is the module as it was (a clone made in time),
    `after` the folded module.

    Its title is the file or the name of the module if none is given. Below are what was asked for, the version of this
    project, and the date, which is only told if it is given.
    """
    old, new = lines_of(before), lines_of(after)
    blocks = [*compared(old[:LISTED_LINES], new[:LISTED_LINES], what_is_left(report, before, after))]
    lines = {line.op: f"a{i + 1}" for i, line in enumerate(new[:LISTED_LINES]) if line.part == 0}
    kept = sorted(report.kept, key=lambda op: op.code == Code.NOT_CONSTANT.value)[:PAGE_ROWS]
    rows = {op.operation: f"k{i}" for i, op in enumerate(kept) if op.operation is not None}
    why = (tables.causes(report) if report.causes else "") + (tables.reasons(report) if report.kept else "")
    sections = [
        ("why", "What stays, and why", why),
        ("constants", "New constants", tables.constants(report, lines) if report.constants else ""),
        ("program", "The program, before and after", _program(report, blocks, rows, max(len(old), len(new)))),
        ("kept", "Op by op", tables.kept(kept, lines) if kept else ""),
        ("evaluated", "What was folded and evaluated", tables.kinds(report) if report.folded else ""),
    ]
    return page(
        title_of(before) if title is None else title,
        sentence(report),
        [command, f"xdsl-stablehlo {version('xdsl-stablehlo')}", date],
        _tiles(report),
        sections,
    )


def page(
    title: str,
    lead: str,
    made: Sequence[str],
    tiles: Sequence[tuple[str, str]],
    sections: Sequence[tuple[str, str, str]],
) -> str:
    """A page: a sentence, how it was made, numbers with what each counts, and sections.

    A section is its id, its heading and its HTML. One without HTML is left out.
    """
    present = [section for section in sections if section[2]]
    return Template((HERE / "page.html").read_text()).substitute(
        title=escape(title),
        made=escape(", ".join([part for part in made if part])),
        style=(HERE / "page.css").read_text(),
        script=(HERE / "page.js").read_text(),
        lead=escape(lead),
        tiles="".join(
            [f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>" for value, label in tiles]
        ),
        first=f"#{present[0][0]}" if present else "#",
        navigation="".join([f'<a href="#{name}">{escape(heading)}</a>' for name, heading, _ in present]),
        sections="\n".join(
            [
                f'<section id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{escape(heading)}</h2>'
                f"{content}</section>"
                for name, heading, content in present
            ]
        ),
    )


def title_of(module: ModuleOp) -> str:
    """The name of a module, or else the file that the first op with a location is from."""
    if module.sym_name is not None:
        return f"@{module.sym_name.data}"
    frames = next((found for op in module.walk() if (found := origin_of(op.location).frames)), None)
    return frames[0].file if frames else "Constant folding"


def sentence(report: FoldReport) -> str:
    """The page in a sentence."""
    said = report.summary().capitalize()
    waiting = [cause for cause in report.causes if cause.waiting]
    if not waiting:
        return f"{said}."
    first, best = waiting[0], max(waiting, key=lambda cause: cause.would_fold or 0)
    known = "they were" if first.ops > 1 else "it were"
    would = ""
    if first.would_fold:
        fold = "it" if first.waiting == 1 else f"{first.would_fold:,} of them"
        would = f"; {fold} would fold if {known} known"
    more = (best.would_fold or 0) > (first.would_fold or 0)
    most = f" Most would fold, {best.would_fold:,}, if {best.what}{best.how_many} were known." if more else ""
    waits = f"Most of what stays, {counted(first.waiting, 'op')}, waits for {first.what}{first.how_many}"
    return f"{said}. {waits}{would}.{most}"


def _tiles(report: FoldReport) -> list[tuple[str, str]]:
    stayed = sum(1 for _ in report.explained())
    return [
        (f"{report.ops_before:,} → {report.ops_after:,}", "ops of the program"),
        (f"{readable_bytes(report.bytes_before)} → {readable_bytes(report.bytes_after)}", "of constants"),
        (f"{report.folded_ops:,}", "ops folded"),
        (f"{report.replaced_ops:,}", "ops replaced by rules"),
        (f"{report.unread_ops:,}", "ops no longer read"),
        (f"{stayed:,}", "ops with only constant operands that stayed"),
    ]


def _parts(parts: Sequence[tuple[int, str]], verb: str) -> str:
    """The number of ops that were removed or added, with the numbers that it is the sum of."""
    told = ", ".join([f"{count:,} {what}" for count, what in parts if count])
    return f"{counted(sum([count for count, _ in parts]), 'op')} {verb}{told and f' ({told})'}."


def _program(report: FoldReport, blocks: list[Block], rows: dict[Operation, str], lines: int) -> str:
    gone, came = (sum([len(block.lines) for block in blocks if block.sign == sign]) for sign in "-+")
    tools = (
        '<div class="tools"><label>find <input type="search" id="find" autocomplete="off"></label>'
        '<span id="found" role="status"></span>'
        '<fieldset><legend>show</legend><label><input type="radio" name="side" value="both" checked> both</label>'
        '<label><input type="radio" name="side" value="before"> before</label>'
        '<label><input type="radio" name="side" value="after"> after</label></fieldset>'
        '<button type="button" id="expand">expand all</button></div>'
    )
    said = (
        f"<p>{_parts(report.removed(), 'removed')} {_parts(report.added(), 'added')} "
        f"{counted(gone, 'line')} removed or changed (-), {counted(came, 'line')} added or changed (+).</p>"
    )
    if lines > LISTED_LINES:
        said += f"<p>The first {LISTED_LINES:,} lines are shown.</p>"
    code = (
        f'<div class="listing" tabindex="0" role="region" aria-label="program">{listing(blocks, rows)}</div>'
    )
    return said + tools + code


def today() -> str:
    """The date of this run, or that of SOURCE_DATE_EPOCH, for reproducible builds."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(said) if said.isdecimal() else time()
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
