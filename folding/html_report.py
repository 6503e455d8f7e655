"""The report as one self-contained page for people: what went into which constant, what stayed, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from xdsl.dialects.builtin import LocationAttr, ModuleOp

from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.text.locations import origin_of

from .reasons import Code
from .report import FoldReport, KeptOp, readable_bytes

ROWS = 500
"""Rows of a table; the JSON report has them all."""

TEXT_LIMIT = 200_000
"""Characters of a module that are shown."""

EXPLANATIONS = {
    Code.NOT_CONSTANT: "an operand depends on an argument, an effect or chance",
    Code.SIDE_EFFECTS: "does something besides giving a result",
    Code.NO_EVALUATOR: "nothing here knows how to evaluate it",
    Code.UNDEFINED: "the specification does not define the result",
    Code.DYNAMIC_SIZE: "the size of the result is not known beforehand",
    Code.ELEMENT_LIMIT: "the constant would exceed fold-op-element-limit and frees less than it adds",
    Code.GROWTH_BUDGET: "the module would grow beyond growth-budget",
    Code.EXPANSION: "the program computes the value quickly from less",
    Code.OP_WORK_LIMIT: "evaluating the op takes more than op-work-limit",
    Code.WORK_BUDGET: "work-budget is spent",
    Code.LOOP_LIMIT: "the loop runs beyond loop-limit",
    Code.MEMORY: "the value takes more than value-bytes-limit",
    Code.EXACTNESS: "the result is not exact enough for the options",
    Code.BARRIER: "an optimization_barrier is respected",
    Code.HOOK: "the should_fold hook said no",
    Code.USES: "a user of the result cannot take a constant",
    Code.FAILED: "the evaluation failed",
}

STYLE = """
:root { --ink: #1c2330; --soft: #5d6778; --line: #dfe3ea; --paper: #ffffff; --shade: #f5f7fa; --mark: #2456b5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ef; --soft: #98a2b3; --line: #333b49; --paper: #161a21; --shade: #1e232d; --mark: #7fa8f5; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2.5rem 0 .75rem; }
p.lead { color: var(--soft); margin: 0 0 1.5rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; }
.tile { background: var(--shade); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
.tile b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: .85rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; color: var(--soft); font-weight: 600; border-bottom: 1px solid var(--line); }
th, td { padding: .3rem .75rem .3rem 0; vertical-align: top; }
td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code, pre { font-family: ui-monospace, monospace; font-size: .85em; }
.bar { display: inline-block; height: .6rem; background: var(--mark); border-radius: .2rem; min-width: 1px; }
.modules { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
@media (max-width: 60rem) { .modules { grid-template-columns: 1fr; } }
pre { margin: 0; padding: 1rem; background: var(--shade); border: 1px solid var(--line); border-radius: .5rem;
  overflow: auto; max-height: 40rem; }
.modules h3 { font-size: .9rem; color: var(--soft); margin: 0 0 .4rem; font-weight: 600; }
"""


def to_html(report: FoldReport, before: ModuleOp, after: ModuleOp, title: str = "Constant folding") -> str:
    """The page for one run: `before` is the module as it was (a clone made in time), `after` what became of it."""
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{report.folded_ops} ops evaluated in {report.seconds * 1e3:.1f} ms, '
        f"{len(report.constants)} constants made.</p>",
        _tiles(report),
        _kinds(report),
        _constants(report),
        _kept(report),
        '<h2>The module</h2><div class="modules">',
        f"<div><h3>before</h3><pre>{_text(before)}</pre></div>",
        f"<div><h3>after</h3><pre>{_text(after)}</pre></div></div>",
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _tiles(report: FoldReport) -> str:
    stayed = sum(1 for _ in report.explained())
    tiles = [
        (f"{report.ops_before:,} → {report.ops_after:,}", "ops in the module"),
        (
            f"{readable_bytes(report.bytes_before)} → {readable_bytes(report.bytes_after)}",
            "bytes of constants",
        ),
        (f"{report.folded_ops:,}", "ops evaluated"),
        (f"{stayed:,}", "ops with only constant operands that stayed"),
    ]
    return f'<div class="tiles">{"".join([_tile(value, label) for value, label in tiles])}</div>'


def _tile(value: str, label: str) -> str:
    return f'<div class="tile"><b>{escape(value)}</b><span>{escape(label)}</span></div>'


def _kinds(report: FoldReport) -> str:
    if not report.folded:
        return ""
    longest = max(kind.seconds for kind in report.folded.values()) or 1.0
    kinds = sorted(report.folded.items(), key=lambda item: (-item[1].seconds, item[0]))
    rows = [
        [
            f"<code>{escape(name)}</code>",
            f"{kind.count:,}",
            readable_bytes(kind.bytes),
            f"{kind.seconds * 1e3:.2f}",
            f'<span class="bar" style="width:{kind.seconds / longest * 10:.2f}rem"></span>',
        ]
        for name, kind in kinds
    ]
    return "<h2>What was evaluated</h2>" + _table(["op", "#count", "#bytes", "#ms", ""], rows)


def _constants(report: FoldReport) -> str:
    if not report.constants:
        return ""
    largest = max(constant.bytes for constant in report.constants) or 1
    rows = [
        [
            f"<code>{escape(constant.type)}</code>",
            readable_bytes(constant.bytes),
            f'<span class="bar" style="width:{constant.bytes / largest * 10:.2f}rem"></span>',
            f"<code>{escape(constant.op)}</code>",
            f"{constant.folded:,}",
            _place(constant.function, constant.source),
        ]
        for constant in sorted(report.constants, key=lambda constant: -constant.bytes)
    ]
    head = ["type", "#bytes", "", "result of", "#ops gone into it", "where"]
    return "<h2>The constants that were made, the largest first</h2>" + _table(head, rows)


def _kept(report: FoldReport) -> str:
    counts = report.reasons()
    if not counts:
        return ""
    summary = [
        [f"<code>{escape(code)}</code>", f"{count:,}", escape(EXPLANATIONS[Code(code)])]
        for code, count in counts.most_common()
    ]
    ordered: Sequence[KeptOp] = sorted(report.kept, key=lambda kept: kept.code == Code.NOT_CONSTANT.value)
    rows = [
        [
            f"<code>{escape(kept.op)}</code>",
            escape(kept.reason),
            "?" if kept.bytes is None else readable_bytes(kept.bytes),
            _place(kept.function, kept.source),
        ]
        for kept in ordered
    ]
    return (
        "<h2>What stayed, and why</h2>"
        + _table(["reason", "#ops", "meaning"], summary)
        + "<h2>Each op that had constant operands and stayed</h2>"
        + _table(["op", "why", "#bytes", "where"], rows)
    )


def _place(function: str, location: LocationAttr) -> str:
    origin = origin_of(location)
    where = escape(" ".join([f"@{function}"] * bool(function) + [origin.place] * bool(origin.place)))
    called = "".join([f"<br>called from {escape(caller)}" for caller in origin.callers])
    return where + (f"<br><small>{escape(origin.name)}{called}</small>" if origin.name or called else "")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; a column whose heading starts with `#` holds numbers."""
    numeric = [name.startswith("#") for name in head]
    heading = _row("th", [escape(name.removeprefix("#")) for name in head], numeric)
    body = [_row("td", row, numeric) for row in rows[:ROWS]]
    more = f"<p>{len(rows) - ROWS:,} more</p>" if len(rows) > ROWS else ""
    return f"<table>{heading}{''.join(body)}</table>{more}"


def _row(tag: str, cells: Iterable[str], numeric: Sequence[bool]) -> str:
    marked = [f'<{tag} class="n">' if number else f"<{tag}>" for number in numeric]
    return f"<tr>{''.join([f'{open_}{cell}</{tag}>' for open_, cell in zip(marked, cells)])}</tr>"


def _text(module: ModuleOp) -> str:
    text = print_module(module)
    shown = "\n".join([line if len(line) < 400 else line[:400] + " ..." for line in text.splitlines()])
    return escape(shown[:TEXT_LIMIT]) + ("\n..." if len(shown) > TEXT_LIMIT else "")
