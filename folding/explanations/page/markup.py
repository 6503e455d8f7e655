"""The markup of a page: the document around sections, tables, and pictures of constants."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from string import Template
from time import time
from typing import NamedTuple, TypeAlias

import numpy as np

from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.text.locations import origin_of
from xdsl_stablehlo.values.element_types import Array, holds_complex

from ...report.report import Located, readable_bytes
from ...tuning import BINS, CELLS, HEIGHT, HISTOGRAM_ELEMENTS, PAGE_ROWS, SEGMENTS, VALUES_SHOWN, WIDTH

HERE = Path(__file__).parent


def template(name: str, **values: str) -> str:
    """A file of this folder with HTML in the place of its `$names`."""
    return Template((HERE / name).read_text()).substitute(values)


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
    present = [(name, escape(heading), content) for name, heading, content in sections if content]
    return template(
        "page.html",
        title=escape(title),
        made=escape(", ".join(filter(None, made))),
        style=(HERE / "page.css").read_text(),
        script=(HERE / "page.js").read_text(),
        lead=escape(lead),
        tiles="".join([f"<div><dt>{escape(of)}</dt><dd>{escape(number)}</dd></div>" for number, of in tiles]),
        first=f"#{present[0][0]}" if present else "#",
        navigation="".join([f'<a href="#{name}">{heading}</a>' for name, heading, _ in present]),
        sections="\n".join(
            [
                f'<section id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{heading}</h2>'
                f"{content}</section>"
                for name, heading, content in present
            ]
        ),
    )


def today() -> str:
    """The date of this run, or that of SOURCE_DATE_EPOCH, for reproducible builds."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(said) if said.isdecimal() else time()
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


# ---- tables ----


class Quantity(NamedTuple):
    """A cell that is sorted by a number and shown as a text."""

    number: float
    shown: str


Cell: TypeAlias = "str | int | Quantity | None"
"""HTML, or a number; `?` for None, a number that is not known."""


def code(text: str) -> str:
    """Text of a program."""
    return f"<code>{escape(text)}</code>"


def sized(count: int | None) -> Cell:
    """A cell with a number of bytes."""
    return None if count is None else Quantity(count, readable_bytes(count))


def milliseconds(value: float) -> Cell:
    """A cell with a time."""
    return Quantity(value, f"{value:.2f}")


def _td(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"<td>{cell}</td>"
    number, shown = cell if isinstance(cell, Quantity) else (-1, "?") if cell is None else (cell, f"{cell:,}")
    return f'<td class="n" data-n="{number:g}">{escape(shown)}</td>'


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Cell]], ids: str = "") -> str:
    """A table that scripts sort by column and filter by text; nothing without rows.

    Rows have ids that begin with `ids`, if it is given.
    """
    if not rows:
        return ""
    columns = "".join([f'<th scope="col">{escape(name)}</th>' for name in head])
    opened = [f'<tr id="{ids}{i}">' if ids else "<tr>" for i in range(PAGE_ROWS)]
    body = [f"{begin}{''.join(map(_td, row))}</tr>" for begin, row in zip(opened, rows)]
    left = counted(len(rows) - PAGE_ROWS, "more row")
    more = f"<p>The JSON report has {left}.</p>" if len(rows) > PAGE_ROWS else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table data-sorted>'
        f"<caption>{escape(caption)}</caption><thead><tr>{columns}</tr></thead><tbody>{''.join(body)}</tbody></table>"
        f"</div>{more}"
    )


def place_of_row(located: Located, function: str = "") -> str:
    """Where something is: function, place, JAX's name, and the calls that led there."""
    origin = origin_of(located.source)
    where = escape(" ".join([f"@{function}"] * bool(function) + [origin.place] * bool(origin.place)))
    called = "".join([f"<br>called from {escape(caller)}" for caller in origin.callers])
    return where + (f"<br><small>{escape(origin.name)}{called}</small>" if origin.name or called else "")


# ---- pictures ----


def bar(label: str, parts: Sequence[tuple[str, float, str]]) -> str:
    """A bar of parts, each with its name, its size and what is shown of that; nothing where all are 0."""
    total = sum([part for _, part, _ in parts])
    if not total:
        return ""
    some = [(f"c{min(i, SEGMENTS - 1)}", *part) for i, part in enumerate(parts) if part[1]]
    drawn = [
        f'<span class="{colour}" style="flex-grow:{part / total:.4f}"></span>' for colour, _, part, _ in some
    ]
    legend = [
        f'<li><i class="{colour}"></i>{escape(f"{name} {shown}")}</li>' for colour, name, _, shown in some
    ]
    return (
        f'<figure><figcaption>{escape(label)}</figcaption><div class="bar" aria-hidden="true">{"".join(drawn)}</div>'
        f'<ul class="legend">{"".join(legend)}</ul></figure>'
    )


def first_values(array: Array) -> str:
    """The first elements, as NumPy writes them."""
    shown = [str(value) for value in array.flat[:VALUES_SHOWN]]
    return ", ".join(shown) + (", …" if array.size > VALUES_SHOWN else "")


def picture(array: Array) -> str:
    """A constant as inline SVG: a heat map where it has rows and columns, a histogram elsewhere; nothing if it is one
    element or none. Of complex numbers the magnitudes are shown."""
    if array.size < 2:
        return ""
    is_map = array.ndim > 1 and 1 < array.shape[-1] < array.size
    most = CELLS if is_map else HISTOGRAM_ELEMENTS
    cells = array.reshape(-1, array.shape[-1] if is_map else array.size)
    cells = cells[tuple([slice(None, None, -(-count // most)) for count in cells.shape])]
    with np.errstate(all="ignore"):
        numbers = (np.abs(cells) if holds_complex(array.dtype) else cells).astype(np.float64)
        finite = np.isfinite(numbers)
        low, high = (float(f(numbers[finite])) if finite.any() else 0.0 for f in (np.min, np.max))
        shares = (numbers - low) / (high - low or 1.0)
    if is_map:
        tall, wide = HEIGHT / numbers.shape[0], WIDTH / numbers.shape[1]
        drawn = [
            _rectangle(j * wide, i * tall, wide, tall, f' opacity="{0.08 + 0.92 * share:.2f}"')
            for (i, j), share in np.ndenumerate(shares)
            if finite[i, j]
        ]
        return _svg(f"heat map, {low:.4g} to {high:.4g}", drawn)
    if not finite.any():
        return ""
    counts = np.bincount(np.minimum((shares[finite] * BINS).astype(np.int64), BINS - 1), minlength=BINS)
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
