"""What correct rounding costs: each function here against what stood there before.

    python -m benchmarks.functions f32 f64 --elements 100000 1000000

Before, f32 was NumPy's function in float64, rounded once, and f64 the C library's, called for one element after the
other. Both are measured in turns, in processor time; a row has the medians per element and their ratio.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

import numpy as np

from tests.campaigns.accuracy.rounding import REFERENCES
from tests.helpers.element_types import FLOATS
from tests.helpers.oracle import Array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.rounded import function
from xdsl_stablehlo.values.element_types import float_format


def _seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def _before(name: str, kind: str, operands: list[Array]) -> Array:
    if kind == "f32":
        return REFERENCES[name](*[x.astype(np.float64) for x in operands]).astype(np.float32)
    if name == "rsqrt":
        return 1.0 / np.sqrt(operands[0])
    of_float: Callable[..., float] = getattr(math, "pow" if name == "power" else name)
    return np.fromiter(map(of_float, *[x.tolist() for x in operands]), np.float64, operands[0].size)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.functions", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=["f32", "f64"], default=["f32", "f64"])
    parser.add_argument("--elements", nargs="*", type=int, default=[100_000, 1_000_000])
    parser.add_argument("--names", nargs="*", choices=sorted(REFERENCES), default=sorted(REFERENCES))
    options = parser.parse_args()
    names: list[str] = options.names
    kinds: list[str] = options.kinds
    counts: list[int] = options.elements
    print("| function | type | elements | before, ns | now, ns | ratio |\n|---|---|---|---|---|---|")
    for name in names:
        for kind in kinds:
            for count in counts:
                target, rng = float_format(FLOATS[kind]), np.random.default_rng(5)
                low, high = (1, 5) if name == "acosh" else (0.1, 0.99)
                arity = 2 if name in ("power", "atan2") else 1
                drawn: list[Array] = [low + (high - low) * rng.random(count) for _ in range(arity)]
                operands = [target.from_f64(numbers) for numbers in drawn]
                before, now = partial(_before, name, kind, operands), function(name)
                after = partial(now, target, *operands)
                with quiet():
                    after()
                    pairs = [(_seconds(before), _seconds(after)) for _ in range(7)]
                old, new = [median(times) / count * 1e9 for times in zip(*pairs, strict=True)]
                print(f"| {name} | {kind} | {count} | {old:.1f} | {new:.1f} | {new / old:.1f} |", flush=True)


if __name__ == "__main__":
    main()
