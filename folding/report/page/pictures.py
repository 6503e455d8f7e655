"""Constants as small pictures: a heat map of a matrix, a histogram of the elements, and the first values."""

from __future__ import annotations

from html import escape

import numpy as np

from xdsl_stablehlo.values.element_types import Array, holds_complex

WIDTH, HEIGHT = 96, 32
"""Pixels of a picture."""

SAMPLE = 1 << 16
"""Elements that are looked at for a histogram."""

BINS = 24
CELLS = 16
"""Bars of a histogram; cells of a heat map along each dimension, at most."""

FIRST = 4
"""Values that are shown as text."""


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
    shown = [str(value) for value in array.flat[:FIRST]]
    return ", ".join(shown) + (", …" if array.size > FIRST else "")


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
    sample = numbers[_thinned(numbers.size, SAMPLE)]
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
