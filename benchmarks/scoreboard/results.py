"""What the figures say: ratios to bars, losses, failures, and who is best."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median, quantiles
from typing import Any, NamedTuple

from xdsl_stablehlo.workbench.permitted.spans import Freedom

from .ways import MEASURES, WAYS, same

Models = Mapping[str, Mapping[str, Any]]
"""Figures by model and way."""
DECIDED = 4
"""Rounds from which a time may be a loss: one whose whole confidence interval is above the bar."""
DIFFERENT = 1e-4
"""The largest difference of results that nobody asks about, relative to the largest value of the array."""
ALLOWED = Freedom.ALLOWED.value
"""How a ruling begins that finds a larger difference to be permitted."""


class Cell(NamedTuple):
    """One model, way and measure: a ratio, or why there is none."""

    ratio: float | None
    reason: str = ""
    amounts: tuple[float, float] | None = None
    """Of the base and of the way, in the unit of the measure."""
    interval: tuple[float, float] | None = None
    rounds: int = 0
    """Of a time."""

    def is_above(self, bar: float) -> bool:
        """Whether it is worse than the bar beyond doubt."""
        if self.interval is not None:
            return self.rounds >= DECIDED and self.interval[0] > bar
        return self.ratio is not None and self.ratio > bar


def reason(found: Mapping[str, Any]) -> str:
    """Why there are no figures, or nothing."""
    return next((str(found[key]) for key in ("failed", "absent", "dash") if key in found), "")


def cell(ways: Mapping[str, Any], way: str, measure: str) -> Cell:
    """The ratio of a way to its base."""
    found = ways[way]
    base = ways[WAYS[way].base]
    why = reason(found) or reason(base)
    if why:
        return Cell(None, why)
    run = found.get("run", {})
    if measure in ("ops", "bytes"):
        return (
            _of(base[measure], found[measure])
            if measure in found
            else Cell(None, "it is folded inside of JAX")
        )
    if measure == "make":
        if "make" not in found:
            return Cell(None, "nothing is made" if way == "closed" else "it is a part of the compile")
        compiled = run.get("compile", _any_compile(ways, WAYS[way].base))
        return (
            _of(compiled["before"], found["make"])
            if compiled
            else Cell(None, "XLA's compile was not measured")
        )
    if same(ways, way, WAYS[way].base):
        return Cell(1.0, "the same program")
    if "failed" in run or measure not in run:
        return Cell(None, run.get("failed", "not measured"))
    if measure == "memory":
        return _of(*run["memory"])
    found = run[measure]
    amounts = found["before"], found["after"]
    return Cell(found["ratio"], "", amounts, tuple(found["interval"]), found["rounds"])


def _of(before: float, after: float) -> Cell:
    """Of nothing and nothing the ratio is 1."""
    return Cell(after / before if before else 1.0, "", (before, after))


def _any_compile(ways: Mapping[str, Any], base: str) -> Any:
    """XLA's compile of a base as it was measured beside another way; where there is none, of the base itself."""
    runs = [
        (way, found["run"]["compile"]) for way, found in ways.items() if "compile" in found.get("run", {})
    ]
    beside = [compiled for way, compiled in runs if WAYS[way].base == base]
    itself = [{"before": compiled["after"]} for way, compiled in runs if way == base]
    return next(iter([*beside, *itself]), None)


def failures(models: Models, ours: bool) -> list[tuple[str, str, str]]:
    """Crashes, errors, results that the specification does not permit, and second folds that change something.

    Each is a model, a way and what happened.
    """
    found: list[tuple[str, str, str]] = []
    for name, ways in models.items():
        for way, spec in WAYS.items():
            if way == "plain" or spec.ours != ours:
                continue
            figures = ways[way]
            run = figures.get("run", {})
            if said := figures.get("failed") or run.get("failed"):
                found.append((name, way, said))
            elif run.get("difference", 0) > DIFFERENT and not figures["ruling"].startswith(ALLOWED):
                found.append((name, way, f"results differ by {run['difference']:.1e}: {figures['ruling']}"))
            elif figures.get("changes_again"):
                found.append((name, way, "folding once more changes the program"))
    return found


OURS = tuple(way for way, spec in WAYS.items() if spec.ours)


def losses(models: Models, measure: str) -> dict[str, dict[str, Cell]]:
    """The models of which a way of ours is above the bar, with all of these ways; the largest ratio comes first."""
    bar = MEASURES[measure].bar
    found: dict[str, dict[str, Cell]] = {}
    for name, ways in models.items():
        cells = {way: cell(ways, way, measure) for way in OURS}
        if any(at.is_above(bar) for at in cells.values()):
            found[name] = cells
    return dict(sorted(found.items(), key=lambda row: -max(at.ratio or 0 for at in row[1].values())))


def ratios(models: Models, way: str, measure: str) -> list[float]:
    """All ratios, sorted."""
    cells = [cell(ways, way, measure) for ways in models.values()]
    return sorted([at.ratio for at in cells if at.ratio is not None])


def distribution(values: list[float]) -> tuple[float, float, float, float, float]:
    """The least, the lower quarter, the median, the upper quarter and the most."""
    low, _, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else (values[0],) * 3
    return values[0], low, median(values), high, values[-1]


AGAINST = ("folded", "enzyme", "stablehlo")


def best(models: Models, measure: str) -> dict[str, int]:
    """On how many models each of the folders alone has the smallest ratio, and on how many they are equal.

    Two are equal within a hundredth, times where their confidence intervals meet.
    """
    counts: dict[str, int] = dict.fromkeys((*AGAINST, "equal"), 0)
    for ways in models.values():
        cells = {way: cell(ways, way, measure) for way in AGAINST}
        there = {way: at for way, at in cells.items() if at.ratio is not None}
        if len(there) < 2:
            continue
        first, second, *_ = sorted(there, key=lambda way: there[way].ratio or 0.0)
        counts[first if _apart(there[first], there[second]) else "equal"] += 1
    return counts


def _apart(less: Cell, more: Cell) -> bool:
    if less.interval and less.rounds < DECIDED:
        return False
    high = less.interval[1] if less.interval else 1.01 * (less.ratio or 0.0)
    low = more.interval[0] if more.interval else more.ratio or 0.0
    return high < low
