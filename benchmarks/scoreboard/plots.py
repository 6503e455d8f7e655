"""The scoreboard as one HTML page without anything from elsewhere: a plot for each measure, a row for each model."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import log2
from typing import Any

from .results import Models, cell, distribution, ratios, reason
from .ways import MEASURES, WAYS

STYLE = """body{font:15px/1.45 system-ui,sans-serif;max-width:72rem;margin:1rem auto;padding:0 1rem;color:#222;
background:#fff}table{border-collapse:collapse;margin:.5rem 0}td,th{padding:.15rem .6rem;text-align:right;
border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}details{border-bottom:1px solid #ddd;
padding:.3rem 0;overflow-x:auto}summary{cursor:pointer}.loss{color:#b3261e;font-weight:600}.dim{color:#777}
svg{max-width:100%;height:auto}svg text{fill:currentColor}@media(prefers-color-scheme:dark){body{background:#161616;
color:#ddd}td,th,details{border-color:#444}.loss{color:#ff8a80}.dim{color:#999}}"""
WIDTH, LEFT, LINE = 760, 150, 30
REACH = 3.0
"""A plot goes from 1/8 to 8 times the base; what is beyond stands at its edge."""


def to_html(found: Mapping[str, Any]) -> str:
    """The page."""
    models: Models = {name: ways for name, ways in found["models"].items() if not reason(ways["plain"])}
    versions = ", ".join([f"{name} {version}" for name, version in found["versions"].items()])
    plots = [
        f"<h2>{escape(spec.title)}</h2><p>{escape(spec.text)}</p>{_plot(models, key)}"
        for key, spec in MEASURES.items()
    ]
    rows = [_model(name, ways) for name, ways in models.items()]
    return "\n".join(
        [
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Scoreboard</title>',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<style>{STYLE}</style><h1>Scoreboard</h1>",
            f"<p>{len(models)} models, measured in {found['seconds'] / 60:.0f} minutes. "
            f"{escape(found['machine'])}; {escape(versions)}.</p>",
            "<p>A dot is a model: its ratio to the base, logarithmic; left is better. The box has the middle half.</p>",
            *plots,
            "<h2>Models</h2>",
            *rows,
            "</html>\n",
        ]
    )


def _plot(models: Models, measure: str) -> str:
    """A line for each way, a dot for each model."""
    ways = [way for way in WAYS if way != "plain" and ratios(models, way, measure)]
    height = LINE * len(ways) + 24
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" font-size="12" role="img">']
    for power in range(int(-REACH), int(REACH) + 1):
        x = _x(2.0**power)
        parts.append(
            f'<line x1="{x:.0f}" x2="{x:.0f}" y1="0" y2="{height - 18}" stroke="#8884"/>'
            f'<text x="{x:.0f}" y="{height - 4}" text-anchor="middle">{2.0**power:g}</text>'
        )
    for i, way in enumerate(ways):
        y = LINE * i + LINE // 2
        _, low, middle, high, _ = distribution(ratios(models, way, measure))
        colour = "#2e86ab" if WAYS[way].ours else "#d1495b"
        parts.append(f'<text x="0" y="{y + 4}">{escape(WAYS[way].title)}</text>')
        left, right = _x(low), _x(high)
        parts.append(
            f'<rect x="{left:.1f}" y="{y - 9}" width="{max(1, right - left):.1f}" height="18" fill="{colour}" '
            f'fill-opacity=".2"/><line x1="{_x(middle):.1f}" x2="{_x(middle):.1f}" y1="{y - 9}" y2="{y + 9}" '
            f'stroke="{colour}" stroke-width="2"/>'
        )
        for name, figures in models.items():
            ratio = cell(figures, way, measure).ratio
            if ratio is not None:
                parts.append(
                    f'<circle cx="{_x(ratio):.1f}" cy="{y}" r="3" fill="{colour}" fill-opacity=".55">'
                    f"<title>{escape(name)}: {ratio:.3g}</title></circle>"
                )
    return "".join([*parts, "</svg>"])


def _x(ratio: float) -> float:
    power = max(-REACH, min(REACH, log2(max(ratio, 1e-9))))
    return LEFT + 12 + (WIDTH - LEFT - 24) * (power + REACH) / (2 * REACH)


def _model(name: str, ways: Mapping[str, Any]) -> str:
    """A row that opens to all measures of all ways."""
    plain = ways["plain"]
    head = "".join([f"<th>{escape(spec.title)}</th>" for spec in MEASURES.values()])
    rows: list[str] = []
    for way, spec in WAYS.items():
        if way == "plain":
            continue
        cells = [_cell(ways, way, measure) for measure in MEASURES]
        gap = ways[way].get("run", {}).get("difference")
        shown = '<span class="dim">-</span>' if gap is None else f"{gap:.1e}"
        rows.append(f"<tr><td>{escape(spec.title)}</td>{''.join(cells)}<td>{shown}</td></tr>")
    kinds = ", ".join(
        [f"{kind.removeprefix('stablehlo.')} {count}" for kind, count in plain["kinds"].items()]
    )
    return (
        f"<details><summary><b>{escape(name)}</b> {escape(plain['text'])} "
        f'<span class="dim">{escape(plain["package"])} {plain["version"]}, {escape(plain["licence"])}, '
        f"{plain['weights'] / 1e6:.3g} MB of weights, {plain['ops']} ops</span></summary>"
        f"<p>{escape(kinds)}</p><table><tr><th>way</th>{head}<th>difference</th></tr>{''.join(rows)}</table></details>"
    )


def _cell(ways: Mapping[str, Any], way: str, measure: str) -> str:
    at = cell(ways, way, measure)
    if at.ratio is None:
        return f'<td class="dim" title="{escape(at.reason)}">-</td>'
    loss = ' class="loss"' if at.is_above(MEASURES[measure].bar) else ""
    said = at.reason
    if at.amounts is not None:
        said = " of ".join(map(MEASURES[measure].amount, reversed(at.amounts)))
    if at.interval is not None:
        said += f"; {at.interval[0]:.3g} to {at.interval[1]:.3g}"
    return f'<td{loss} title="{escape(said)}">{at.ratio:.3g}</td>'
