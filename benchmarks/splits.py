"""`python -m benchmarks.splits [NAME ...] [--write]`: splitting real models, their weights known at load.

Each model of `model_programs.py` is split by `xdsl_stablehlo.jax.split`, in a process of its own, for JAX on the CPU.
"Before" is the model as it is, a function of weights and inputs, and "after" is main, a function of what setup gives
and inputs. Ops are counted after folding and inlining; "again" is how many ops move into setup if main is split once
more. Crossing holds where it takes at most 1.02 times the weights, or 16 KiB more. Seconds of XLA's compile and
milliseconds of a call are medians, before and after in turn: of five, or fewer where they take more than half a minute
(calls: more, until they take a second). "CPU ratio" is the median ratio of what the processor takes for a call
after and before, which other work on the machine changes little. "Difference" is the
largest between results of XLA before and after, relative to the largest value of its array. "Bits" says whether the
results are equal on this project's interpreter; it is asked of models below 5 MB.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from .alone import answer, arguments, measure_table, verdict
from .model_programs import SPLIT_MODELS, Model
from .peers import Absent, optional

GROWTH = 1.02
SPARE = 1 << 14
INTERPRETED = 5_000_000
"""Bytes of weights up to which models run on the interpreter."""
LONGEST = 30.0
"""Seconds after which no further round begins."""
HEAD = (
    "model",
    "ops",
    "in setup",
    "in main",
    "again",
    "derived",
    "stay for",
    "weights MB",
    "crossing MB",
    "holds",
    "split s",
    "compile s",
    "after",
    "call ms",
    "after",
    "CPU ratio",
    "difference",
    "bits",
)


def difference(ours: Sequence[Array], theirs: Sequence[Array]) -> float:
    """The largest difference, relative to the largest finite value of its array.

    It is infinite for integers that differ, and where only one of the values is no finite number.
    """
    worst = 0.0
    for a, b in zip(ours, theirs, strict=True):
        if a.dtype.kind in "biu":
            worst = max(worst, 0.0 if np.array_equal(a, b) else np.inf)
        elif a.size:
            wide = np.complex128 if a.dtype.kind == "c" else np.float64
            a, b = a.astype(wide), b.astype(wide)
            finite = np.isfinite(a) & np.isfinite(b)
            if not np.array_equal(a[~finite], b[~finite], equal_nan=True):
                return np.inf
            scale = float(np.max(np.abs(a[finite]), initial=np.finfo(np.float32).tiny))
            worst = max(worst, float(np.max(np.abs(a - b)[finite], initial=0.0)) / scale)
    return worst


def in_turn(
    first: Callable[[], float], second: Callable[[], float], rounds: int
) -> list[tuple[float, float]]:
    """The seconds that both say they took, one after the other, and in the other order in every second round."""
    found: list[tuple[float, float]] = []
    while len(found) < rounds and sum([sum(pair) for pair in found]) < LONGEST:
        if len(found) % 2:
            later = second()
            found.append((first(), later))
        else:
            found.append((first(), second()))
    return found


def medians(pairs: list[tuple[float, float]]) -> list[float]:
    """Of the first and of the second."""
    return [median([a for a, _ in pairs]), median([b for _, b in pairs])]


def measure(model: Model, rounds: int) -> dict[str, Any]:
    """The figures of one model."""
    from xdsl_stablehlo.jax import split
    from xdsl_stablehlo.splitting import split as split_module

    jax = optional("jax")
    weights = jax.tree.map(jax.numpy.asarray, model.weights)
    shapes = jax.eval_shape(_as_they_are, weights, *model.arguments)
    started = perf_counter()
    found = split(model.function, *shapes, setup=("weights",))
    seconds = perf_counter() - started
    report = found.split.report
    again = split_module(found.split.main, [str(i) for i in range(len(found.split.names))])
    derived = jax.block_until_ready(jax.jit(found.setup)(weights))
    inputs = jax.tree.map(jax.numpy.asarray, model.arguments)
    functions = (model.function, weights), (found.main, derived)
    compiles = in_turn(
        partial(compile_seconds, *functions[0], inputs),
        partial(compile_seconds, *functions[1], inputs),
        rounds,
    )
    programs = [jax.jit(function).lower(first, *inputs).compile() for function, first in functions]

    def call(which: int) -> Any:
        return jax.block_until_ready(programs[which](functions[which][1], *inputs))

    processor: tuple[list[float], list[float]] = [], []

    def call_seconds(which: int) -> float:
        started, processor_started = perf_counter(), process_time()
        call(which)
        processor[which].append(process_time() - processor_started)
        return perf_counter() - started

    results = [[np.asarray(leaf) for leaf in jax.tree.leaves(call(which))] for which in (0, 1)]
    both = partial(call_seconds, 0), partial(call_seconds, 1)
    (once,) = in_turn(*both, 1)
    calls = in_turn(*both, max(rounds, min(500, int(1 / sum(once)))))
    return {
        "ops": [report.ops_before, report.ops_setup, report.ops_main, again.report.ops_setup],
        "derived": sum([not crossing.is_passed_on for crossing in report.crossing]),
        "stay": Counter([staying.reason for staying in report.staying]),
        "bytes": [report.bytes_before, report.bytes_crossing],
        "seconds": seconds,
        "compiles": medians(compiles),
        "calls": medians(calls),
        "ratio": median([later / earlier for earlier, later in zip(*processor, strict=True)]),
        "difference": difference(*results),
        "same": same_bits(model, found) if report.bytes_before <= INTERPRETED else None,
    }


def _as_they_are(*given: Any) -> Any:
    return given


def compile_seconds(function: Callable[..., Any], first: Any, inputs: Sequence[Any]) -> float:
    """What XLA takes to compile a function for these arguments."""
    jax = optional("jax")
    # JAX keeps what it has compiled with the function: each round has a function of its own.
    lowered = jax.jit(partial(function)).lower(first, *inputs)
    started = perf_counter()
    lowered.compile()
    return perf_counter() - started


def same_bits(model: Model, found: Any) -> bool:
    """Whether main after setup gives what the model gives, on the interpreter."""
    from xdsl_stablehlo.jax import evaluate

    jax = optional("jax")
    whole = evaluate(model.function, model.weights, *model.arguments)
    parts = evaluate(found.main, evaluate(found.setup, model.weights), *model.arguments)
    pairs = zip(jax.tree.leaves(whole), jax.tree.leaves(parts), strict=True)
    return all(np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in pairs)


def row(name: str, rounds: int) -> list[str]:
    """A line of the table. Raises `Failed`."""
    found = answer(
        "-m",
        "benchmarks.splits",
        name,
        "--rounds",
        str(rounds),
        "--alone",
        environment={"JAX_PLATFORMS": "cpu"},
    )
    weights, crossing = found["bytes"]
    compiled, after = found["compiles"]
    call, later = found["calls"]
    return [
        name,
        *[str(number) for number in found["ops"]],
        str(found["derived"]),
        ", ".join([f"{reason} {count}" for reason, count in found["stay"].items()]) or "-",
        f"{weights / 1e6:.2f}",
        f"{crossing / 1e6:.2f}",
        verdict(crossing <= GROWTH * weights + SPARE),
        f"{found['seconds']:.2f}",
        f"{compiled:.2f}",
        f"{after:.2f}",
        f"{call * 1000:.3g}",
        f"{later * 1000:.3g}",
        f"{found['ratio']:.2f}",
        f"{found['difference']:.1e}",
        "-" if found["same"] is None else verdict(found["same"]),
    ]


def main() -> int:
    parser = arguments("benchmarks.splits", __doc__)
    parser.set_defaults(rounds=5)
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        try:
            print(json.dumps(measure(SPLIT_MODELS[options.names[0]](), options.rounds)))
        except Absent as absent:
            print(f"needs a package: {absent}", file=sys.stderr)
            return 1
        return 0
    names = options.names or SPLIT_MODELS
    measure_table("Splitting", __doc__, HEAD, names, lambda name: row(name, options.rounds), options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
