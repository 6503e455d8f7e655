"""`python -m benchmarks.jit slow|idle|held|own [NAME ...] [--write]`: compiling inside of `folding()`, and without.

Each figure is the median of processes of their own, JAX as it is and inside of `folding()` in turn, on the CPU.
*Slow* programs close over constants that XLA folds for long, or computes at every call: "first" is compiling and the
first call, "call" a later one, in seconds and milliseconds; "alarm" says whether XLA's `slow_operation_alarm` was
printed. What takes more than a minute is stopped. In *idle* programs nothing is to be won: the ratios are of compiling
and the first call (and, in milliseconds, how much longer that takes), and of a later call.

*held* and *own* are programs with constants of all sizes (`jit_constants.py`). It has to hold for each, for seconds
and for processor time, that compiling and the first call take at most 1.05 times as long as JAX, and 0.06 s; where JAX
takes more than two seconds, a fifth. "Second process" is the same where a process before has filled JAX's persistent
cache, which keeps everything. What takes JAX more than 20 s is stopped.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from .alone import ROOT, Failed, arguments, measure_table, verdict

MINUTE = 60
STOPPED, SLOW_SECONDS = 20, 2
FACTOR, SLACK, FIFTH = 1.05, 0.06, 0.2
SET = (
    "program | first, JAX: s (CPU) | first, folding | holds | second process, JAX | folding | holds | "
    "call, JAX | call, folding | folded"
)
HEADS = {
    "slow": "program | thread | first, JAX | alarm | first, folding | ratio | call, JAX | call, folding",
    "idle": "program | first, JAX | first, folding | ratio | ms more | call ratio",
    "held": SET,
    "own": SET,
}
TITLES = {
    "slow": "Inside jax.jit: what XLA takes long for",
    "idle": "Inside jax.jit: nothing to be won",
    "held": "Inside jax.jit: constants of all sizes, held out",
    "own": "Inside jax.jit: constants of all sizes",
}


class Figures(NamedTuple):
    """One process: seconds of compiling and the first call, and of a later call; whether XLA raised its alarm."""

    first: float
    cpu: float
    """Processor time of the same."""
    call: float
    folded: int
    """Programs of which something was folded."""
    alarm: bool


def _programs(kind: str) -> Any:
    """The programs of a kind by name: each makes a function and its arguments."""
    from .jit_constants import SETS
    from .jit_programs import IDLE, SLOW

    return {"slow": {name: slow.make for name, slow in SLOW.items()}, "idle": IDLE, **SETS}[kind]


def alone(kind: str, name: str, how: str, cache: Path | None) -> dict[str, float]:
    """Seconds of the first call and of later ones."""
    from .jit_programs import jax

    if cache is not None:
        jax.config.update("jax_compilation_cache_dir", str(cache))
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)
    function, given = _programs(kind)[name]()
    jax.block_until_ready((given, jax.jit(jax.numpy.sin)(1.0)))
    compiled, fold = jax.jit(function), None
    if how == "folding":
        from xdsl_stablehlo.jax import folding

        fold = folding()
    used, started = process_time(), perf_counter()
    with fold or contextlib.nullcontext():
        jax.block_until_ready(compiled(*given))
    first, cpu = perf_counter() - started, process_time() - used
    calls: list[float] = []
    while sum(calls) < 0.5 and len(calls) < 1000:
        started = perf_counter()
        jax.block_until_ready(compiled(*given))
        calls.append(perf_counter() - started)
    folded = len(fold.report.folded) if fold else 0
    return {"first": first, "cpu": cpu, "call": median(calls), "folded": folded}


def measured(
    kind: str, name: str, how: str, limit: float | None = None, cache: Path | None = None
) -> Figures | None:
    """The figures of one process; None where it takes more than `limit` seconds."""
    command = [sys.executable, "-m", "benchmarks.jit", kind, name, "--alone", how]
    command += [] if cache is None else ["--cache", str(cache)]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise Failed((done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1][:200])
    return Figures(**json.loads(done.stdout.splitlines()[-1]), alarm="Constant folding" in done.stderr)


def _slow(name: str, rounds: int) -> list[str]:
    from .jit_programs import SLOW

    plain, folded = list[Figures | None](), list[Figures]()
    for i in range(rounds):
        if i == 0 or plain[0] is not None:
            plain.append(measured("slow", name, "plain", MINUTE))
        one = measured("slow", name, "folding", MINUTE)
        if one is None:
            raise Failed("over a minute inside of folding()")
        folded.append(one)
    first, call = median([one.first for one in folded]), median([one.call for one in folded])
    found = [one for one in plain if one is not None]
    cells = [name, SLOW[name].thread or "-"]
    if not found:
        return [*cells, "over 60 s", "yes", f"{first:.2f} s", f"below {first / MINUTE:.2g}", "-", _ms(call)]
    before = median([one.first for one in found])
    alarm = "yes" if any(one.alarm for one in found) else "no"
    cells += [f"{before:.2f} s", alarm, f"{first:.2f} s", f"{first / before:.2g}"]
    return [*cells, _ms(median([one.call for one in found])), _ms(call)]


def _idle(name: str, rounds: int) -> list[str]:
    pairs: list[tuple[Figures, Figures]] = []
    for _ in range(rounds):
        plain, folded = measured("idle", name, "plain"), measured("idle", name, "folding")
        if plain is None or folded is None:
            raise Failed("over a minute")
        pairs.append((plain, folded))
    before, after = (median([pair[i].first for pair in pairs]) for i in (0, 1))
    calls = median([folded.call / plain.call for plain, folded in pairs])
    ratio, more = f"{after / before:.3g}", f"{(after - before) * 1000:.0f}"
    return [name, f"{before:.3f} s", f"{after:.3f} s", ratio, more, f"{calls:.3g}"]


def _of_set(kind: str, name: str, rounds: int) -> list[str]:
    limit = {"plain": STOPPED, "folding": MINUTE}
    found: dict[tuple[str, bool], list[Figures | None]] = {}
    with tempfile.TemporaryDirectory() as folder:
        caches = {how: Path(folder) / how for how in limit}
        for how, cache in caches.items():
            measured(kind, name, how, limit[how], cache)
        for _, is_second, how in [(i, s, h) for i in range(rounds) for s in (False, True) for h in limit]:
            seen = found.setdefault((how, is_second), [])
            if seen[:1] != [None]:  # stopped once
                seen.append(measured(kind, name, how, limit[how], caches[how] if is_second else None))
    cells = [name]
    for is_second in (False, True):
        pair = [[one for one in found[how, is_second] if one is not None] for how in limit]
        cells += [*map(_seconds, pair), verdict(holds(*pair))]
    calls = [[one.call for one in found[how, False] if one is not None] for how in limit]
    return [*cells, *[_ms(median(call)) if call else "-" for call in calls], _folded(found["folding", False])]


def holds(plain: Sequence[Figures], folded: Sequence[Figures]) -> bool:
    """Whether folding takes no longer than it may, against JAX alone; this was stopped if there are no figures."""
    if not plain:
        return bool(folded) and median([one.first for one in folded]) <= FIFTH * STOPPED
    both = [[median([one[i] for one in each]) for each in (plain, folded)] for i in (0, 1)]
    most = [FIFTH * plain if plain > SLOW_SECONDS else FACTOR * plain + SLACK for plain, _ in both]
    return all(folded <= limit for (_, folded), limit in zip(both, most))


def _folded(figures: Sequence[Figures | None]) -> str:
    return str(max([0 if one is None else one.folded for one in figures]))


def _seconds(figures: Sequence[Figures]) -> str:
    if not figures:
        return f"over {STOPPED} s"
    return f"{median([one.first for one in figures]):.3f} ({median([one.cpu for one in figures]):.3f})"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms"


def main() -> int:
    parser = arguments("benchmarks.jit", __doc__)
    parser.add_argument("--alone", help="measure one program in this process")
    parser.add_argument("--cache", type=Path, help="the folder of JAX's persistent cache")
    options: Any = parser.parse_args()
    kind, *names = options.names or ["slow"]
    if options.alone:
        print(json.dumps(alone(kind, names[0], options.alone, options.cache)))
        return 0
    row = {"slow": _slow, "idle": _idle}.get(kind, partial(_of_set, kind))
    names = names or _programs(kind)
    measure_table(
        TITLES[kind], __doc__, HEADS[kind].split(" | "), names, lambda n: row(n, options.rounds), options
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
