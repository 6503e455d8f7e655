"""The error bounds of `elementary.c`, measured: `python -m tests.campaigns.accuracy.bounds [--count 1000000]`.

A C compiler makes a library that gives the pairs before they are rounded. Their distance from `wide`, which is within
2**-88, is compared with the bound that the rounding test relies on.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, cast

import numpy as np

from tests.helpers.oracle import Array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.rounded import FUNCTIONS, compiled, wide
from xdsl_stablehlo.interpreter.rounded.double_double import DD, exact

SOURCE = Path(compiled.__file__).with_name("elementary.c")
FUNCTION = """
PUBLIC void pairs_{name}(int64_t n, const double *x, const double *y, const double *one, const double *two, int m,
                         double *high, double *low, double *bound, int64_t *exponent) {{
    for (int64_t i = 0; i < n; i++) {{
        brief b = m == 2 ? brief_{name}(x[i], y[i], one, two, 0) : brief_{name}(x[i], y[i], one, two, FUSED);
        estimate e = m == 0   ? estimated_{name}(x[i], y[i], one, two, 0)
                     : m == 1 ? estimated_{name}(x[i], y[i], one, two, FUSED)
                              : (estimate){{{{b.value, 0.0}}, b.relative, 0.0, b.shift, b.inside}};
        high[i] = e.inside ? e.value.high : NAN;
        low[i] = e.value.low;
        bound[i] = fabs(e.value.high) * e.relative + e.absolute;
        exponent[i] = (int64_t)((e.shift + ONE_BITS) << 1 >> 53) - 1023;
    }}
}}
"""


def library(folder: Path) -> ctypes.CDLL:
    """The compiled pairs. Raises `FileNotFoundError` without a compiler."""
    text = f'#include "{SOURCE}"\n' + "".join(
        [FUNCTION.format(name=name) for name in sorted(compiled.COMPILED)]
    )
    path = folder / "pairs.c"
    path.write_text(text)
    flags = ["-O1", "-shared", "-fPIC", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
    subprocess.run(["cc", *flags, str(path), "-o", str(folder / "pairs.so"), "-lm"], check=True)
    return ctypes.CDLL(str(folder / "pairs.so"))


def drawn(name: str, count: int, narrow: bool, seed: int) -> list[Array]:
    """Operands where the formulas apply: of all sizes, near 1, and near multiples of a right angle."""
    rng = np.random.default_rng(seed)
    most = {"exp": 9.4, "expm1": 9.4, "tanh": 4.3, "sin": 13, "cos": 13, "tan": 13}.get(name, 60)
    signs = rng.choice([-1.0, 1.0], count)
    x = np.concatenate(
        [signs * 2.0 ** rng.uniform(-20, most, count), 1 + signs * 2.0 ** rng.uniform(-30, -0.1, count)]
    )
    if name in ("sin", "cos", "tan"):
        right = np.rint(rng.uniform(1, 5000, count)) * (np.pi / 2)
        x = np.concatenate([x, right, right + 2.0 ** rng.uniform(-20, 0, count)])
    x = (
        np.abs(x)
        if name in ("log", "power")
        else x[x > -1]
        if name == "log1p"
        else x[x > -40]
        if name == "expm1"
        else x
    )
    y = x
    if name == "power":
        y = (
            rng.choice([-1.0, 1.0], x.size)
            * 2.0 ** rng.uniform(-10, 6.6 if narrow else 9.4, x.size)
            / np.log(x)
        )
        y = np.where(np.abs(y) < 1e30, y, 1.0)
    return [each.astype(np.float32).astype(np.float64) if narrow else each for each in (x, y)]


def excess(loaded: ctypes.CDLL, name: str, count: int, mode: int, seed: int) -> float:
    """The largest error in units of the bound: modes are 0 without fused products, 1 with them, 2 and 3 for f32."""
    x, y = drawn(name, count, mode >= 2, seed)
    high, low, bound, exponent = [np.empty_like(x) for _ in range(3)] + [np.empty(x.size, np.int64)]
    one, two = (compiled.tables_of(name) * 2)[:2]
    pointers = [ctypes.c_void_p(each.ctypes.data) for each in (x, y, one, two, high, low, bound, exponent)]
    loaded[f"pairs_{name}"](ctypes.c_int64(x.size), *pointers[:4], ctypes.c_int(mode), *pointers[4:])
    row = FUNCTIONS[name]
    arguments = row.prepared([x, y][: 1 + (name == "power")], False).arguments
    worst = 0.0
    for at, formula in row.formulas(arguments):
        value: Any = formula(wide, *[exact(argument[at]) for argument in arguments])
        number, scale = cast("tuple[Any, Any]", value) if isinstance(value, tuple) else (value, 0)
        number = wide.scaled(number, np.asarray(scale) - exponent[at])
        number = (-number).where(number.high * high[at] < 0, number)  # the sign is added afterwards
        error = np.abs((number - DD(high[at], low[at])).high)
        worst = max(worst, float(np.nanmax(error / bound[at])))
    return worst


def main(argv: list[str] | None = None) -> int:
    parser = ArgumentParser(description="Compares the errors of compiled functions with their bounds.")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(argv)
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder, quiet():
        loaded = library(Path(folder))
        for name in sorted(compiled.COMPILED):
            found = [excess(loaded, name, asked.count // 4, mode, asked.seed) for mode in range(4)]
            print(f"{name}: {', '.join([f'{each:.3f}' for each in found])} of the bound", flush=True)
            worst = max(worst, *found)
    return 1 if worst > 0.75 else 0


if __name__ == "__main__":
    sys.exit(main())
