"""The compiled functions against those of NumPy, bit for bit, with each kind of instructions that this processor has.

    python -m tests.campaigns.accuracy.compiled f64 exp --count 10000000 --seed 7
    python -m tests.campaigns.accuracy.compiled f32 exp --step 1

Operands of f64 are drawn: any bit patterns, numbers near 1 and of all sizes below 2**10, multiples of right angles, and
special values. Of f32 each `--step`-th bit pattern is taken, and both operands of power are drawn.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence

import numpy as np

from tests.helpers.element_types import FLOATS
from tests.helpers.oracle import Array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.rounded import FUNCTIONS, compiled, ladder
from xdsl_stablehlo.values.element_types import FloatFormat, float_format

PART = 1 << 20
ENDS = (
    0.0,
    np.inf,
    np.nan,
    1.0,
    2.0,
    0.5,
    20.0,
    40.0,
    707.9,
    708.5,
    709.9,
    745.0,
    746.0,
    5e-324,
    1e-310,
    1e300,
)


def drawn(target: FloatFormat, count: int, seed: int) -> Array:
    """About so many operands, in a random order."""
    rng, size = np.random.default_rng(seed), target.dtype.itemsize
    signs, part = rng.choice([-1.0, 1.0], count // 5), count // 5
    numbers = [
        1.0 + signs * 2.0 ** rng.uniform(-54, 0, part),
        signs * 2.0 ** rng.uniform(-12, 10, part),
        signs * 2.0 ** rng.uniform(-70, 3, part),
        signs * np.rint(2.0 ** rng.uniform(0, 13, part)) * (np.pi / 2),
        np.outer((-1.0, 1.0), ENDS).reshape(-1),
    ]
    patterns = rng.integers(0, 1 << 8 * size, part, dtype=f"u{size}").view(target.dtype)
    return rng.permutation(np.concatenate([patterns, *[each.astype(target.dtype) for each in numbers]]))


def different(name: str, target: FloatFormat, operands: Sequence[Array]) -> tuple[int, list[str]]:
    """How many results were left open, and descriptions of those with other bits than NumPy's."""
    library = compiled.shared_object()
    assert library is not None, "elementary.c is not compiled: `pip install -e .`"
    expected = ladder.settled(FUNCTIONS[name], target, operands).view(f"u{target.dtype.itemsize}")
    left, found = 0, list[str]()
    best: int = library.use_instructions(2)
    for level in range(best + 1):
        library.use_instructions(level)
        result = np.empty(expected.shape, target.dtype)
        open_ = compiled.attempted(name, target, list(operands), result)
        assert open_ is not None
        off = result.view(expected.dtype) != expected
        off[open_] = False
        left = open_.size
        for i in np.flatnonzero(off)[:5]:
            numbers = " ".join([float(operand[i]).hex() for operand in operands])
            found.append(f"{name} with instructions {level} of {numbers}: {float(result[i]).hex()}")
    return left, found


def parts(name: str, target: FloatFormat, count: int | None, step: int, seed: int) -> Iterator[list[Array]]:
    """Operands, a part after the other."""
    if count is None:
        for start in range(0, 1 << 32, PART * step):
            codes = np.arange(start, min(start + PART * step, 1 << 32), step, dtype=np.uint64)
            yield [codes.astype(np.uint32).view(np.float32)]
        return
    for start in range(0, count, PART):
        size = min(PART, count - start)
        operands = [drawn(target, size, seed + start)]
        if name == "power":
            operands.append(drawn(target, size, seed + start + 1))
            operands[1][::3] = np.random.default_rng(seed).integers(-9, 9, operands[1][::3].size) / 2
        yield operands


def main(argv: list[str] | None = None) -> int:
    parser = ArgumentParser(description="Compares compiled functions with those of NumPy, bit for bit.")
    parser.add_argument("kind", choices=["f32", "f64"])
    parser.add_argument("name", choices=sorted(compiled.COMPILED))
    parser.add_argument("--count", type=int, help="draw so many numbers")
    parser.add_argument("--step", type=int, default=1, help="take each of so many bit patterns of f32")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(argv)
    target = float_format(FLOATS[asked.kind])
    if asked.count is None and (asked.kind == "f64" or asked.name == "power"):
        parser.error("say how many: --count")
    seen, left, wrong = 0, 0, list[str]()
    with quiet():
        for operands in parts(asked.name, target, asked.count, asked.step, asked.seed):
            open_, found = different(asked.name, target, operands)
            seen, left, wrong = seen + operands[0].size, left + open_, wrong + found
            for each in found:
                print(each, flush=True)
    print(f"{asked.kind} {asked.name}: {seen} numbers, {left} left open, {len(wrong)} with other bits")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
