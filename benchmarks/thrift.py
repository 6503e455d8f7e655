"""`python -m benchmarks.thrift [NAME ...]`: whether folding pays for what nobody uses.

Each program of `thrift_programs.py` is folded with default options, and compiled and run once by XLA, in turn, each
time in a process of its own that has done the same to a tiny program before. It has to hold that

- time: folding takes at most as long as XLA's compile and one run, and 50 ms;
- memory: at most 2.2 times the bytes of the constants that it makes, and 64 MB, on top of the parsed module;
- folds: no more ops stay than stayed with the folder that evaluated everything (`thrift_baseline.json`), except for
  expansions, with a constant for each, where that saves 16 KiB of constants;
- again: a second fold changes nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from .alone import HERE, answer, arguments, fold_alone, measure_table, reasons, verdict
from .peers import optional

BASELINE = HERE / "thrift_baseline.json"
SLACK_SECONDS = 0.05
MEMORY_FACTOR, SLACK_MEMORY = 2.2, 64e6
WORTH = 16 << 10
"""Bytes of constants that are saved where expansions stay."""
HEAD = (
    "program",
    "fold s (CPU)",
    "XLA s (CPU)",
    "time",
    "memory MB",
    "of at most",
    "memory holds",
    "MB evaluated",
    "constants, MB made",
    "ops",
    "before: ops, constants, MB",
    "folds",
    "again",
    "stays for",
)


def xla_alone(name: str) -> dict[str, float]:
    """Seconds of XLA's compile and one run of a program of `thrift_programs.py`."""
    jax, programs = optional("jax"), optional("benchmarks.thrift_programs").PROGRAMS
    jax.block_until_ready(jax.jit(jax.numpy.cos)(1.0))
    program = programs[name]
    arguments = jax.block_until_ready(program.values())
    lowered = program.lowered()
    cpu, started = process_time(), perf_counter()
    jax.block_until_ready(lowered.compile()(*arguments))
    return {"seconds": perf_counter() - started, "cpu": process_time() - cpu}


def time_holds(fold: float, xla: float) -> bool:
    """Whether folding took no longer than XLA; both in seconds."""
    return fold <= xla + SLACK_SECONDS


def most_memory(made: int) -> float:
    """Bytes that folding may take on top of the module where it makes constants of `made` bytes."""
    return MEMORY_FACTOR * made + SLACK_MEMORY


def folds_enough(found: dict[str, Any], before: dict[str, int]) -> bool:
    """Whether no op stays more than before but expansions, and their constants, that save enough."""
    more, expansions = found["ops_after"] - before["ops"], found["reasons"].get("expansion", 0)
    return more <= 0 or (more <= 2 * expansions and before["bytes"] - found["bytes_after"] >= WORTH)


def measure(name: str, rounds: int, tree: Path) -> tuple[dict[str, Any], dict[str, float]]:
    """The median of folding and of XLA's compile and run, in turn. Raises `Failed`."""
    text = optional("benchmarks.thrift_programs").PROGRAMS[name].lowered().as_text()
    folds: list[dict[str, Any]] = []
    compiles: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.mlir"
        path.write_text(text)
        for _ in range(rounds):
            folds.append(fold_alone(path, tree))
            compiles.append(answer("-m", "benchmarks.thrift", "--xla", name))
    found = folds[0] | {key: median([fold[key] for fold in folds]) for key in ("seconds", "cpu", "memory")}
    return found, {key: median([one[key] for one in compiles]) for key in ("seconds", "cpu")}


def cells(name: str, found: dict[str, Any], xla: dict[str, float], before: dict[str, int]) -> list[str]:
    """A line of the table."""
    most = most_memory(found["made"])
    again = found["again"]
    return [
        name,
        f"{found['seconds']:.3f} ({found['cpu']:.2f})",
        f"{xla['seconds']:.3f} ({xla['cpu']:.2f})",
        verdict(time_holds(found["seconds"], xla["seconds"])),
        f"{found['memory'] / 1e6:.0f}",
        f"{most / 1e6:.0f}",
        verdict(found["memory"] <= most),
        f"{found['evaluated'] / 1e6:.3g}",
        f"{found['constants']}, {found['made'] / 1e6:.3g}",
        f"{found['ops_before']} -> {found['ops_after']}",
        f"{before['ops']}, {before['constants']}, {before['bytes'] / 1e6:.3g}",
        verdict(folds_enough(found, before)),
        f"{again['seconds']:.3f}{', **changes**' if again['changed'] else ''}",
        reasons(found),
    ]


def baseline(found: dict[str, Any]) -> dict[str, int]:
    """What `thrift_baseline.json` keeps of a fold."""
    return {"ops": found["ops_after"], "constants": found["constants"], "bytes": found["bytes_after"]}


def main() -> int:
    parser = arguments("benchmarks.thrift", __doc__)
    parser.add_argument("--baseline", action="store_true", help="make what is folded now the least to fold")
    parser.add_argument("--xla", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.xla:
        print(json.dumps(xla_alone(options.xla)))
        return 0
    stored: dict[str, dict[str, int]] = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}

    def row(name: str) -> list[str]:
        found, xla = measure(name, options.rounds, options.tree)
        if options.baseline:
            stored[name] = baseline(found)
        return cells(name, found, xla, stored.get(name, baseline(found)))

    names = options.names or optional("benchmarks.thrift_programs").PROGRAMS
    measure_table("Thrift", __doc__, HEAD, names, row, options)
    if options.baseline:
        BASELINE.write_text(json.dumps(stored, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
