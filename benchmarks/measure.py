"""The clock: peers in turn, medians, ratios run by run."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from .peers import EVALUATING, FOLDING, Absent, Run, Setup
from .works import Work

BUDGET = 10.0
"""Seconds for one row, all peers together, beyond the first round."""
MOST_ROUNDS = 60


def measure_row(work: Work) -> dict[str, float | str]:
    """Milliseconds of each peer for `work`, and the two ratios that matter."""
    runners: dict[str, tuple[Setup, Run]] = {}
    for name, make in {**EVALUATING, **FOLDING}.items():
        try:
            runners[name] = make(work)
        except Absent:
            continue
    times: dict[str, list[float]] = {name: [] for name in runners}
    for setup, run in runners.values():  # warm-up: imports, caches
        once(setup, run, 1)
    repeats = {name: repetitions(setup, run) for name, (setup, run) in runners.items()}
    started = perf_counter()
    while len(times["NumPy"]) < MOST_ROUNDS and (
        len(times["NumPy"]) < 3 or perf_counter() - started < BUDGET
    ):
        for name, (setup, run) in runners.items():
            slow = times[name] and times[name][0] > 1000 and len(times[name]) >= 3
            if not slow:
                times[name].append(once(setup, run, repeats[name]))
    row: dict[str, float | str] = {"label": work.label}
    row.update({name: median(taken) for name, taken in times.items()})
    row["evaluate / NumPy"] = median([a / b for a, b in zip(times["evaluate"], times["NumPy"])])
    peers = [name for name in ("Enzyme", "XLA") if name in times]
    if peers:
        fastest = min(peers, key=lambda name: median(times[name]))
        row["fastest peer / fold"] = median([a / b for a, b in zip(times[fastest], times["fold"])])
    return row


def repetitions(setup: Setup, run: Run) -> int:
    """How often to run within one measurement, so that the clock's own grain does not matter."""
    taken = once(setup, run, 1)
    return max(1, min(200, int(0.5 / max(taken, 1e-3))))


def once(setup: Setup, run: Run, repeat: int) -> float:
    """Milliseconds of one run, the mean of `repeat` in a row."""
    total = 0.0
    for _ in range(repeat):
        given = setup()
        start = perf_counter()
        run(given)
        total += perf_counter() - start
    return total * 1e3 / repeat
