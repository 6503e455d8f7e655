"""The tables of the page, and the bars of what stayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TypeAlias, cast

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.text.locations import origin_of
from xdsl_stablehlo.values.element_types import Array, holds_complex

from ...report.report import FoldReport, KeptOp, Located, NewConstant, RootCause, readable_bytes
from ...terms.reasons import Code
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


def text_cell(html: str) -> str:
    """A cell of a table with HTML."""
    return f"<td>{html}</td>"


def code(text: str) -> str:
    """Text of a program."""
    return f"<code>{escape(text)}</code>"


def number_cell(value: float | None, shown: str | None = None) -> str:
    """A cell that is sorted by a number; `?` for None."""
    if value is None:
        value, shown = -1, "?"
    return f'<td class="n" data-n="{value:g}">{escape(f"{value:,}" if shown is None else shown)}</td>'


def bytes_cell(count: int | None) -> str:
    """A cell that is sorted by a number of bytes; `?` for None."""
    return number_cell(count, None if count is None else readable_bytes(count))


def _ms(value: float) -> str:
    return number_cell(value, f"{value:.2f}")


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], ids: str = "") -> str:
    """A table that scripts sort by column and filter by text; rows have ids that begin with `ids`, if it is given."""
    columns = "".join([f'<th scope="col">{escape(name)}</th>' for name in head])
    opened = [f"<tr id='{ids}{i}'>" if ids else "<tr>" for i in range(PAGE_ROWS)]
    body = [f"{begin}{''.join(row)}</tr>" for begin, row in zip(opened, rows)]
    left = counted(len(rows) - PAGE_ROWS, "more row")
    more = f"<p>The JSON report has {left}.</p>" if len(rows) > PAGE_ROWS else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table data-sorted>'
        f"<caption>{escape(caption)}</caption><thead><tr>{columns}</tr></thead><tbody>{''.join(body)}</tbody></table>"
        f"</div>{more}"
    )


def causes(report: FoldReport) -> str:
    """A table of the causes that the ops that stayed wait for."""
    rows = [
        [
            text_cell(code(cause.what) + _why(cause)),
            *map(number_cell, (cause.waiting, cause.alone, cause.would_fold)),
            text_cell(place_of_row(cause)),
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
            text_cell(code(constant.type) + _link(constant.operation, anchors)),
            *_shown(constant if i < PICTURES else None),
            bytes_cell(constant.bytes),
            number_cell(constant.folded),
            number_cell(constant.shared),
            text_cell(code(constant.op)),
            text_cell(place_of_row(constant)),
        ]
        for i, constant in enumerate(ordered[:PAGE_ROWS])
    ]
    head = ["type", "picture", "first values", "bytes", "ops gone into it", "of these shared"]
    shared = f", {report.shared_ops:,} of them into several" if report.shared_ops else ""
    said = f"<p>{counted(report.folded_ops, 'op')} went into these constants{shared}.</p>"
    return said + table("The constants that were made", [*head, "in place of", "where"], rows)


def _shown(constant: NewConstant | None) -> tuple[str, str]:
    """The cells with the picture of a constant and its first values; empty ones without a constant."""
    if constant is None or not isinstance(constant.operation, ConstantOp):
        return text_cell(""), text_cell("")
    array = constant.operation.array()
    return text_cell(picture(array)), text_cell(code(first_values(array)))


def kept(ops: Sequence[KeptOp], anchors: Mapping[Operation, str]) -> str:
    """Each op that had constant operands and stayed; the first row has the id `k0`, and so on."""
    rows = [
        [
            text_cell(code(op.op) + _link(op.operation, anchors)),
            text_cell(escape(op.reason)),
            bytes_cell(op.bytes),
            _ms(op.work / 1e6),
            text_cell(place_of_row(op)),
        ]
        for op in ops
    ]
    head = ["op", "why", "bytes", "estimated ms", "where"]
    return table("Each op that had constant operands and stayed", head, rows, "k")


def kinds(report: FoldReport) -> str:
    """A table of evaluations by kind of op."""
    rows = [
        [
            text_cell(code(name)),
            number_cell(kind.count),
            number_cell(kind.evaluations),
            bytes_cell(kind.bytes),
            _ms(kind.work / 1e6),
            _ms(kind.seconds * 1e3),
        ]
        for name, kind in report.kinds()
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
        (name, len(ops), sum([op.bytes or 0 for op in ops]), sum([op.work for op in ops]) / 1e6)
        for name, ops in ordered
    ]
    bars = [
        _bar("ops", [(name, count, f"{count:,}") for name, count, _, _ in sums]),
        _bar("bytes of their results", [(name, size, readable_bytes(size)) for name, _, size, _ in sums]),
        _bar("estimated time to evaluate them", [(name, ms, f"{ms:.2f} ms") for name, _, _, ms in sums]),
    ]
    rows = [
        [
            text_cell(code(name)),
            number_cell(count),
            bytes_cell(size),
            _ms(ms),
            text_cell(escape(Code(name).meaning)),
        ]
        for name, count, size, ms in sums
    ]
    return "".join(bars) + table("Reasons", ["reason", "ops", "bytes", "estimated ms", "meaning"], rows)


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


Floats: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


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


def _real(array: Array) -> Floats:
    """The numbers of a picture: magnitudes of complex ones."""
    with np.errstate(all="ignore"):
        return np.abs(array).astype(np.float64) if holds_complex(array.dtype) else array.astype(np.float64)


def _thinned(count: int, most: int) -> slice:
    return slice(None, None, max(1, -(-count // most)))


def _heat_map(rows: Floats) -> str:
    cells = rows[_thinned(rows.shape[0], CELLS), _thinned(rows.shape[1], CELLS)]
    finite = cells[np.isfinite(cells)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    tall, wide = HEIGHT / cells.shape[0], WIDTH / cells.shape[1]
    shares = (cells - low) / (high - low or 1.0)
    drawn = [
        _rectangle(j * wide, i * tall, wide, tall, f' opacity="{0.08 + 0.92 * share:.2f}"')
        for i, row in enumerate(shares.tolist())
        for j, share in enumerate(row)
        if np.isfinite(share)
    ]
    return _svg(f"heat map, {low:.4g} to {high:.4g}", drawn)


def _histogram(numbers: Floats) -> str:
    sample = numbers[_thinned(numbers.size, HISTOGRAM_ELEMENTS)]
    finite = sample[np.isfinite(sample)]
    if not finite.size:
        return ""
    low, high = float(finite.min()), float(finite.max())
    with np.errstate(all="ignore"):
        bins = np.minimum(((finite - low) / (high - low or 1.0) * BINS).astype(np.int64), BINS - 1)
    counts = np.bincount(bins, minlength=BINS)
    wide, tall = WIDTH / BINS, HEIGHT / int(counts.max())
    drawn = [
        _rectangle(i * wide, HEIGHT - tall * count, wide - 0.5, tall * count)
        for i, count in enumerate(counts.tolist())
        if count
    ]
    return _svg(f"histogram, {low:.4g} to {high:.4g}", drawn)


def _rectangle(x: float, y: float, wide: float, tall: float, more: str = "") -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}"{more}/>'


def _svg(label: str, drawn: list[str]) -> str:
    return (
        f'<svg class="picture" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img"'
        f' aria-label="{escape(label)}"><title>{escape(label)}</title>{"".join(drawn)}</svg>'
    )
