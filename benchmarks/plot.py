"""A chart of the table, as SVG: one line per row, one dot per peer, logarithmic milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from xml.sax.saxutils import escape

COLOURS = ("#555555", "#d1495b", "#f4a6ad", "#8d96a3", "#9b1b5a", "#e0a030", "#2e86ab", "#66a182")
LEFT, TOP, LINE, WIDTH = 170, 60, 26, 860


def plot(rows: Sequence[dict[str, float | str]], columns: Sequence[str]) -> str:
    """The chart of `rows` (labels and milliseconds by column) as the text of an SVG file."""
    figures = [float(row[c]) for row in rows for c in columns if c in row]
    low, high = floor(log10(min(figures))), floor(log10(max(figures))) + 1

    def x(milliseconds: float) -> float:
        return LEFT + WIDTH * (log10(milliseconds) - low) / (high - low)

    height = TOP + LINE * len(rows) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 40}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for i, column in enumerate(columns):
        at = LEFT + i * 110
        parts.append(f'<circle cx="{at}" cy="20" r="5" fill="{COLOURS[i]}"/>')
        parts.append(f'<text x="{at + 9}" y="24">{escape(column)}</text>')
    for power in range(low, high + 1):
        at = x(10.0**power)
        parts.append(
            f'<line x1="{at:.1f}" y1="{TOP - 14}" x2="{at:.1f}" y2="{height - 24}" stroke="#dddddd"/>'
        )
        parts.append(f'<text x="{at:.1f}" y="{height - 8}" text-anchor="middle">{10.0**power:g} ms</text>')
    for i, row in enumerate(rows):
        y = TOP + LINE * i
        parts.append(
            f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(str(row["label"]))}</text>'
        )
        for column, colour in zip(columns, COLOURS, strict=True):
            if column in row:
                parts.append(f'<circle cx="{x(float(row[column])):.1f}" cy="{y}" r="5" fill="{colour}"/>')
    return "\n".join([*parts, "</svg>\n"])
