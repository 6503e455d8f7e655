"""The clock: peers in turn, medians, ratios run by run."""

from __future__ import annotations

import gc
from statistics import median
from time import perf_counter

from .peers import EVALUATING, FOLDING, Absent, Run, Seconds, Setup
from .works import Work

BUDGET = 12.0
"""Seconds for one row, all peers together, beyond the first three rounds."""
MOST_ROUNDS = 60
GRAIN = 2e-2
"""Seconds that one measurement takes at least: quick work is done so many times in a row."""
SLOW = 1000.0
"""Milliseconds from which three measurements are enough."""

FOLDERS = ("StableHLO folder", "Enzyme", "XLA")


def measure_row(work: Work) -> dict[str, float | str]:
    """Milliseconds of each peer for `work`, and the ratios that matter."""
    runners: dict[str, tuple[Setup, Run]] = {}
    for name, make in {**EVALUATING, **FOLDING}.items():
        try:
            runners[name] = make(work)
        except Absent:
            continue
    # What is there by now is no garbage, and no peer should pay for the collector's looking at it.
    gc.collect()
    gc.freeze()
    repeats = {name: _repetitions(runner) for name, runner in runners.items()}
    times: dict[str, list[float]] = {name: [] for name in runners}
    started = perf_counter()
    while len(times["NumPy"]) < MOST_ROUNDS and (
        len(times["NumPy"]) < 3 or perf_counter() - started < BUDGET
    ):
        for name, runner in runners.items():
            if len(times[name]) < 3 or times[name][0] < SLOW:
                times[name].append(_milliseconds(runner, repeats[name]))
    row: dict[str, float | str] = {"label": work.label, **{name: median(t) for name, t in times.items()}}
    row["evaluate / NumPy"] = _ratio(times, "evaluate", "NumPy")
    row["C++ / evaluate"] = _ratio(times, "C++ interpreter", "evaluate")
    peers = [name for name in FOLDERS if name in times]
    if peers:
        fastest = min(peers, key=lambda name: median(times[name]))
        row["fastest peer / fold"] = _ratio(times, fastest, "fold")
    return row


def _ratio(times: dict[str, list[float]], above: str, below: str) -> float:
    return median([a / b for a, b in zip(times[above], times[below])])


def _repetitions(runner: tuple[Setup, Run]) -> int:
    """How often to run in a row, once imports and caches are warm."""
    taken = _milliseconds(runner, 1)
    if taken < 100 * GRAIN * 1e3:
        taken = min(_milliseconds(runner, 1) for _ in range(3))
    return max(1, min(500, int(GRAIN * 1e3 / max(taken, 1e-3))))


def _milliseconds(runner: tuple[Setup, Run], repeat: int) -> float:
    """The mean of `repeat` runs in a row."""
    setup, run = runner
    total = 0.0
    for _ in range(repeat):
        given = setup()
        started = perf_counter()
        answer = run(given)
        elapsed = perf_counter() - started
        total += answer if isinstance(answer, Seconds) else elapsed
    return total * 1e3 / repeat
