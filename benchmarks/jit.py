"""`python -m benchmarks.jit slow|idle [NAME ...] [--write]`: compiling inside of `folding()`, against JAX as it is.

Each figure is the median of processes of their own, JAX as it is and inside of `folding()` in turn, on the CPU.
*Slow* programs close over constants that XLA folds for long, or computes at every call: "first" is compiling and the
first call, "call" a later one, in seconds and milliseconds; "alarm" says whether XLA's `slow_operation_alarm` was
printed. What takes more than a minute is stopped. In *idle* programs nothing is to be won: the ratios are of compiling
and the first call (and, in milliseconds, how much longer that takes), and of a later call.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from .alone import ROOT, Failed, arguments, measure_table

MINUTE = 60
HEADS = {
    "slow": (
        "program",
        "thread",
        "first, JAX",
        "alarm",
        "first, folding",
        "ratio",
        "call, JAX",
        "call, folding",
    ),
    "idle": ("program", "first, JAX", "first, folding", "ratio", "ms more", "call ratio"),
}


class Figures(NamedTuple):
    """One process: seconds of compiling and the first call, and of a later call; whether XLA raised its alarm."""

    first: float
    call: float
    alarm: bool


def alone(kind: str, name: str, how: str) -> dict[str, float]:
    """Seconds of the first call and of later ones."""
    from xdsl_stablehlo.jax import folding

    from .jit_programs import IDLE, SLOW, jax

    function, given = SLOW[name].make() if kind == "slow" else IDLE[name]()
    with folding():
        jax.block_until_ready(jax.jit(jax.numpy.sin)(1.0))
    compiled = jax.jit(function)
    with folding() if how == "folding" else contextlib.nullcontext():
        started = perf_counter()
        jax.block_until_ready(compiled(*given))
        first = perf_counter() - started
    calls: list[float] = []
    while sum(calls) < 0.5 or len(calls) < 5:
        started = perf_counter()
        jax.block_until_ready(compiled(*given))
        calls.append(perf_counter() - started)
    return {"first": first, "call": median(calls)}


def measured(kind: str, name: str, how: str) -> Figures | None:
    """The figures of one process; None where a slow program takes more than a minute."""
    command = [sys.executable, "-m", "benchmarks.jit", kind, name, "--alone", how]
    try:
        limit = MINUTE if kind == "slow" else None
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
            plain.append(measured("slow", name, "plain"))
        one = measured("slow", name, "folding")
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
    ratio = f"{first / before:.2g}"
    return [
        *cells,
        f"{before:.2f} s",
        alarm,
        f"{first:.2f} s",
        ratio,
        _ms(median([one.call for one in found])),
        _ms(call),
    ]


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


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms"


def main() -> int:
    parser = arguments("benchmarks.jit", __doc__)
    parser.add_argument("--alone", help="measure one program in this process")
    options: Any = parser.parse_args()
    kind, *names = options.names or ["slow"]
    if options.alone:
        print(json.dumps(alone(kind, names[0], options.alone)))
        return 0
    from .jit_programs import IDLE, SLOW

    row = _slow if kind == "slow" else _idle
    title = (
        "Inside jax.jit: what XLA takes long for" if kind == "slow" else "Inside jax.jit: nothing to be won"
    )
    every = SLOW if kind == "slow" else IDLE
    measure_table(
        title, __doc__, HEADS[kind], names or every, lambda name: row(name, options.rounds), options
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
