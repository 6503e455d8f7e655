"""The tables of the page, and the bars of what stayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import cast

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.text.locations import origin_of
from xdsl_stablehlo.values.element_types import Array, holds_complex

from ...reasons import Code
from ...tuning import (
    BINS,
    CELLS,
    HEIGHT,
    HISTOGRAM_ELEMENTS,
    PAGE_ROWS,
    PICTURES,
    SEGMENTS,
    VALUES_SHOWN,
    WIDTH,
)
from ..report import FoldReport, KeptOp, Located, NewConstant, RootCause, readable_bytes

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
    Code.SECONDS: "the seconds of the options are over",
    Code.LOOP_LIMIT: "the loop runs beyond loop-limit",
    Code.MEMORY: "the value takes more than value-bytes-limit",
    Code.EXACTNESS: "the result is not exact enough for the options",
    Code.BARRIER: "an optimization_barrier is respected",
    Code.HOOK: "the should_fold hook said no",
    Code.USES: "a user of the result cannot take a constant",
    Code.FAILED: "the evaluation failed",
}


@dataclass(frozen=True)
class Cell:
    """A cell of a table: HTML, and the number that it is sorted by where it is one."""

    html: str
    number: float | None = None


def number_cell(value: float | None, shown: Callable[[float], str] | None = None) -> Cell:
    """A cell with a number; `?` for None."""
    if value is None:
        return Cell("?", -1)
    return Cell(escape(shown(value) if shown else f"{value:,}"), value)


def bytes_cell(count: int | None) -> Cell:
    """A cell with a number of bytes."""
    return number_cell(count, lambda value: readable_bytes(int(value)))


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Cell]], ids: Sequence[str] = ()) -> str:
    """A table that scripts sort by column and filter by text; `ids` are those of its rows."""
    columns = "".join([f'<th scope="col">{escape(name)}</th>' for name in head])
    body = "".join([_row(row, ids[i] if i < len(ids) else "") for i, row in enumerate(rows[:PAGE_ROWS])])
    more = f"<p>{len(rows) - PAGE_ROWS:,} more are in the JSON report.</p>" if len(rows) > PAGE_ROWS else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table data-sorted>'
        f"<caption>{escape(caption)}</caption><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table></div>{more}"
    )


def _row(cells: Iterable[Cell], row: str) -> str:
    marked = [
        f"<td>{cell.html}</td>"
        if cell.number is None
        else f'<td class="n" data-n="{cell.number:g}">{cell.html}</td>'
        for cell in cells
    ]
    return f"<tr{f' id={row!r}' if row else ''}>{''.join(marked)}</tr>"


def code(text: str) -> str:
    """Text of a program."""
    return f"<code>{escape(text)}</code>"


def causes(report: FoldReport) -> str:
    """What the ops that stayed wait for, a row for each cause."""
    rows = [
        [
            Cell(code(cause.what) + _why(cause)),
            number_cell(cause.waiting),
            number_cell(cause.alone),
            number_cell(cause.would_fold),
            Cell(place_of_row(cause)),
        ]
        for cause in report.causes
    ]
    head = ["cause", "ops waiting", "for it alone", "would fold if it were known", "where"]
    return table("Root causes: what the ops that stayed wait for", head, rows)


def _why(cause: RootCause) -> str:
    said = escape(cause.how_many) if cause.arguments else f"<br>{escape(cause.reason)}{cause.how_many}"
    if not cause.chain:
        return said
    links = "".join([f"<li>{escape(str(link))}</li>" for link in cause.chain])
    return f"{said}<details><summary>the way there</summary><ol>{links}</ol></details>"


def constants(report: FoldReport, anchors: Mapping[Operation, str]) -> str:
    """The constants that were made, with pictures."""
    ordered = sorted(report.constants, key=lambda constant: -constant.bytes)
    rows = [
        [
            Cell(code(constant.type) + _link(constant.operation, anchors)),
            *(_shown(constant) if i < PICTURES else (Cell(""), Cell(""))),
            bytes_cell(constant.bytes),
            number_cell(constant.folded),
            number_cell(constant.shared),
            Cell(code(constant.op)),
            Cell(place_of_row(constant)),
        ]
        for i, constant in enumerate(ordered[:PAGE_ROWS])
    ]
    head = [
        "type",
        "picture",
        "first values",
        "bytes",
        "ops gone into it",
        "of these shared",
        "in place of",
        "where",
    ]
    shared = f", {report.shared_ops:,} of them into several" if report.shared_ops else ""
    said = f"<p>{counted(report.folded_ops, 'op')} went into these constants{shared}.</p>"
    return said + table("The constants that were made", head, rows)


def _shown(constant: NewConstant) -> tuple[Cell, Cell]:
    if not isinstance(constant.operation, ConstantOp):
        return Cell(""), Cell("")
    array = constant.operation.array()
    return Cell(picture(array)), Cell(code(first_values(array)))


def kept(ops: Sequence[KeptOp], anchors: Mapping[Operation, str]) -> str:
    """Each op that had constant operands and stayed."""
    rows = [
        [
            Cell(code(op.op) + _link(op.operation, anchors)),
            Cell(escape(op.reason), None),
            bytes_cell(op.bytes),
            number_cell(op.work / 1e6, lambda value: f"{value:.2f}"),
            Cell(place_of_row(op)),
        ]
        for op in ops
    ]
    head = ["op", "why", "bytes", "estimated ms", "where"]
    return table(
        "Each op that had constant operands and stayed", head, rows, [f"k{i}" for i in range(len(ops))]
    )


def kinds(report: FoldReport) -> str:
    """What was evaluated, by kind of op."""
    rows = [
        [
            Cell(code(name)),
            number_cell(kind.count),
            number_cell(kind.evaluations),
            bytes_cell(kind.bytes),
            number_cell(kind.work / 1e6, lambda value: f"{value:.2f}"),
            number_cell(kind.seconds * 1e3, lambda value: f"{value:.2f}"),
        ]
        for name, kind in sorted(report.folded.items(), key=lambda item: (-item[1].seconds, item[0]))
    ]
    head = ["op", "ops folded", "evaluations", "bytes", "estimated ms", "ms"]
    return table("What was folded and evaluated", head, rows)


def reasons(report: FoldReport) -> str:
    """The codes of reasons, and what each means, with bars of the bytes and the time of what stayed for it."""
    found: dict[str, list[KeptOp]] = {}
    for op in report.kept:
        found.setdefault(op.code, []).append(op)
    ordered = sorted(found.items(), key=lambda item: -len(item[1]))
    sums = [
        (name, len(ops), sum([op.bytes or 0 for op in ops]), sum([op.work for op in ops]))
        for name, ops in ordered
    ]
    bars = "".join(
        [
            _bar("ops", [(name, float(count), f"{count:,}") for name, count, _, _ in sums]),
            _bar("bytes of their results", [(n, float(b), readable_bytes(b)) for n, _, b, _ in sums]),
            _bar(
                "estimated time to evaluate them", [(n, float(w), f"{w / 1e6:.2f} ms") for n, _, _, w in sums]
            ),
        ]
    )
    rows = [
        [
            Cell(code(name)),
            number_cell(count),
            bytes_cell(total),
            number_cell(work / 1e6, lambda ms: f"{ms:.2f}"),
            Cell(escape(EXPLANATIONS[Code(name)])),
        ]
        for name, count, total, work in sums
    ]
    return bars + table("Reasons", ["reason", "ops", "bytes", "estimated ms", "meaning"], rows)


def _bar(label: str, parts: Sequence[tuple[str, float, str]]) -> str:
    """A bar of parts with their share; nothing where all are 0."""
    total = sum([part for _, part, _ in parts])
    if not total:
        return ""
    drawn, legend = list[str](), list[str]()
    for i, (name, part, shown) in enumerate(parts):
        if part:
            colour = f"c{min(i, SEGMENTS - 1)}"
            drawn.append(f'<span class="{colour}" style="flex-grow:{part / total:.4f}"></span>')
            legend.append(f'<li><i class="{colour}"></i>{escape(name)} {escape(shown)}</li>')
    return (
        f'<figure><figcaption>{escape(label)}</figcaption><div class="bar" aria-hidden="true">{"".join(drawn)}</div>'
        f'<ul class="legend">{"".join(legend)}</ul></figure>'
    )


def _link(op: Operation | None, anchors: Mapping[Operation, str]) -> str:
    line = None if op is None else anchors.get(op)
    return f' <a href="#{line}">line {line[1:]}</a>' if line else ""


def place_of_row(located: Located) -> str:
    """Where something is: function, place, JAX's name, and the calls that led there."""
    origin = origin_of(located.source)
    function = cast("str", vars(located).get("function", ""))
    where = escape(" ".join([f"@{function}"] * bool(function) + [origin.place] * bool(origin.place)))
    called = "".join([f"<br>called from {escape(caller)}" for caller in origin.callers])
    return where + (f"<br><small>{escape(origin.name)}{called}</small>" if origin.name or called else "")


def picture(array: Array) -> str:
    """A constant as inline SVG: a heat map where it has rows and columns, a histogram elsewhere; nothing if it is one
    element or none."""
    numbers = _real(array)
    if numbers.size < 2:
        return ""
    rows = numbers.reshape(-1, numbers.shape[-1]) if numbers.ndim > 1 and numbers.shape[-1] > 1 else None
    if rows is not None and len(rows) > 1:
        return _heat_map(rows)
    return _histogram(numbers.reshape(-1))


def first_values(array: Array) -> str:
    """The first elements, as NumPy writes them."""
    shown = [str(value) for value in array.flat[:VALUES_SHOWN]]
    return ", ".join(shown) + (", …" if array.size > VALUES_SHOWN else "")


def _real(array: Array) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The numbers of a picture: magnitudes of complex ones."""
    with np.errstate(all="ignore"):
        return np.abs(array).astype(np.float64) if holds_complex(array.dtype) else array.astype(np.float64)


def _thinned(count: int, most: int) -> slice:
    return slice(None, None, max(1, -(-count // most)))


def _heat_map(rows: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    cells = rows[_thinned(rows.shape[0], CELLS), _thinned(rows.shape[1], CELLS)]
    finite = cells[np.isfinite(cells)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    span = high - low or 1.0
    high_, wide = HEIGHT / cells.shape[0], WIDTH / cells.shape[1]
    drawn = [
        f'<rect x="{j * wide:.1f}" y="{i * high_:.1f}" width="{wide:.1f}" height="{high_:.1f}"'
        f' opacity="{0.08 + 0.92 * (cell - low) / span:.2f}"/>'
        for i, row in enumerate(cells.tolist())
        for j, cell in enumerate(row)
        if np.isfinite(cell)
    ]
    return _svg(f"heat map, {low:.4g} to {high:.4g}", drawn)


def _histogram(numbers: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    sample = numbers[_thinned(numbers.size, HISTOGRAM_ELEMENTS)]
    finite = sample[np.isfinite(sample)]
    if not finite.size:
        return ""
    low, high = float(finite.min()), float(finite.max())
    with np.errstate(all="ignore"):
        counts = np.bincount(
            np.minimum(((finite - low) / (high - low or 1.0) * BINS).astype(np.int64), BINS - 1),
            minlength=BINS,
        )
    wide, most = WIDTH / BINS, int(counts.max())
    drawn = [
        f'<rect x="{i * wide:.1f}" y="{HEIGHT - HEIGHT * count / most:.1f}" width="{wide - 0.5:.1f}"'
        f' height="{HEIGHT * count / most:.1f}"/>'
        for i, count in enumerate(counts.tolist())
        if count
    ]
    return _svg(f"histogram, {low:.4g} to {high:.4g}", drawn)


def _svg(label: str, drawn: list[str]) -> str:
    return (
        f'<svg class="picture" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img"'
        f' aria-label="{escape(label)}"><title>{escape(label)}</title>{"".join(drawn)}</svg>'
    )
