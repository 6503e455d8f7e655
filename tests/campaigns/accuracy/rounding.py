"""Correctly rounded functions against another evaluation, on as many numbers as there is time for.

    python -m tests.campaigns.accuracy.rounding f32 exp --from 0 --to 0x1000000000 --step 1
    python -m tests.campaigns.accuracy.rounding f64 exp --count 1000000 --seed 7

The reference for f32 is NumPy's function in float64, which shares no step with ours. Its error is below 2**-46: where a
change by 2**-44 does not change how it is rounded, this is the nearest float32, and mpmath settles the few others with
300 bits. The reference for f64 is NumPy's function in `longdouble`, whose error on x86 is below 2**-61, likewise. With
`--keep` a run that was stopped goes on where it was. erf, erfc and erf_inv are compared with mpmath alone.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

import numpy as np

from tests.campaigns.seeds import each_result, flags, names_of_code
from tests.helpers.element_types import FLOATS
from tests.helpers.exact import wrong
from tests.helpers.oracle import Array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.rounded import FUNCTIONS, function
from xdsl_stablehlo.values.element_types import FloatFormat, float_format
from xdsl_stablehlo.workbench.running import FAILED, Item, ItemResult


def _rsqrt(x: Array) -> Array:
    return 1 / np.sqrt(x)


REFERENCES: dict[str, Callable[..., Array]] = {
    **{"exp": np.exp, "expm1": np.expm1, "log": np.log, "log1p": np.log1p, "cbrt": np.cbrt, "rsqrt": _rsqrt},
    **{"sin": np.sin, "cos": np.cos, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh},
    **{"asin": np.arcsin, "acos": np.arccos, "atan": np.arctan},
    **{"asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh, "power": np.power, "atan2": np.arctan2},
}
PART = 1 << 20


def misrounded(name: str, target: FloatFormat, *operands: Array) -> tuple[int, list[tuple[float, ...]]]:
    """How many results mpmath had to settle, and the operands of those that are not the nearest ones."""
    wide, bits = (np.dtype(np.longdouble), 60) if target.precision == 53 else (np.dtype(np.float64), 44)
    result = function(name)(target, *operands)
    if name not in REFERENCES:
        off = wrong(name, target, result, *operands)
        return result.size, [tuple(float(operand[i]) for operand in operands) for i in off]
    reference = REFERENCES[name](*[operand.astype(wide) for operand in operands])
    error = wide.type(2.0**-bits)
    low, high = [(reference * factor).astype(target.dtype) for factor in (1 - error, 1 + error)]
    same = (low == high) & (np.signbit(low) == np.signbit(high))
    agree = same & (result == low) & (np.signbit(result) == np.signbit(low))
    agree |= np.isnan(result) & np.isnan(reference)
    open_ = np.flatnonzero(~agree)
    settled = [operand[open_] for operand in operands]
    off = wrong(name, target, result[open_], *settled)
    infinite = ~np.isfinite(result[open_]) & ~(same[open_] & (result[open_] == low[open_]))
    off += np.flatnonzero(infinite).tolist()
    return open_.size, [tuple(float(operand[i]) for operand in settled) for i in off]


def drawn(name: str, target: FloatFormat, count: int, seed: int) -> list[Array]:
    """Operands: a half of all bit patterns, a half of numbers that are not far from 1."""
    rng = np.random.default_rng(seed)
    size = target.dtype.itemsize
    arrays: list[Array] = []
    for _ in range(2 if name in ("power", "atan2") else 1):
        patterns = rng.integers(0, 1 << 8 * size, count // 2, dtype=f"u{size}", endpoint=False)
        near = rng.choice([-1.0, 1.0], count - count // 2) * 2.0 ** rng.uniform(-12, 6, count - count // 2)
        arrays.append(
            rng.permutation(np.concatenate([patterns.view(target.dtype), near.astype(target.dtype)]))
        )
    return arrays


def rounded_part(item: Item) -> ItemResult:
    """What is found for one part of the numbers, in any process."""
    options, start = item.payload
    target = float_format(FLOATS[options.kind])
    if options.count:
        count = min(PART, options.count - start)
        operands = drawn(options.name, target, count, options.seed + start)
    else:
        last = min(start + PART * options.step, options.last)
        codes = np.arange(start, last, options.step, dtype=np.uint64)
        operands = [codes.astype(np.uint32).view(np.float32)]
    with quiet():
        settled, off = misrounded(options.name, target, *operands)
    shown = [" ".join([number.hex() for number in numbers]) for numbers in off[:10]]
    return {"seen": operands[0].size, "settled": settled, "wrong": len(off), "shown": shown}


def main(argv: list[str] | None = None) -> int:
    parser = flags("Compares correctly rounded functions with another evaluation.")
    parser.add_argument("kind", choices=["f32", "f64"])
    parser.add_argument("name", choices=sorted(FUNCTIONS))
    parser.add_argument("--from", dest="first", type=lambda text: int(text, 0), default=0)
    parser.add_argument("--to", dest="last", type=lambda text: int(text, 0), default=1 << 32)
    parser.add_argument("--step", type=int, default=1, help="take each of so many bit patterns of f32")
    parser.add_argument("--count", type=int, help="draw so many numbers instead")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(argv)
    step = PART * options.step
    starts = range(0, options.count, PART) if options.count else range(options.first, options.last, step)
    content = (options.kind, options.name, str((options.last, options.step, options.count, options.seed)))
    code = names_of_code()
    items = (Item.of((options, start), code, *content, str(start)) for start in starts)
    sums: Counter[str] = Counter()
    for number, (item, found) in enumerate(each_result(options, items, rounded_part), 1):
        if FAILED in found:
            raise SystemExit(f"{item.payload[1]:#x}: {found[FAILED]}")
        sums.update({key: found[key] for key in ("seen", "settled", "wrong")})
        for numbers in found["shown"]:
            print("not the nearest:", options.name, numbers)
        if number % 64 == 0:
            print(
                f"{options.kind} {options.name}: {sums['seen']} numbers up to {item.payload[1] + step:#x}",
                flush=True,
            )
    print(
        f"{options.kind} {options.name}: {sums['seen']} numbers, {sums['settled']} settled by mpmath, "
        f"{sums['wrong']} not the nearest"
    )
    return 1 if sums["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
