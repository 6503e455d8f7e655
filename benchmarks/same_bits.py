"""What the same bits on every machine cost: `python -m benchmarks.same_bits [NAME ...] [--write]`.

Functions are correctly rounded, and sums, products and dots have an order that does not depend on the machine. Each
is evaluated by a compiled `Program` and by NumPy in turn, in processor time on one thread; a row has the medians in
nanoseconds for an element of the largest array, and their ratio. `--write` puts the tables into docs/right.md.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import Any

# Before NumPy is imported: one thread, whose time is that of the process.
os.environ.update(dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"))

import numpy as np
from xdsl.context import Context

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.interpreter.rounded.compiled import COMPILED, SWITCH
from xdsl_stablehlo.values.element_types import Array

from .alone import markdown
from .bits import environment
from .stamp import RIGHT, replace_marked, stamp

ROUNDS = 5
ELEMENTS = 1_000_000

DTYPES = {"f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64, "complex<f64>": np.complex128}


@dataclass(frozen=True)
class Work:
    """One op on operands of these shapes, and the same by NumPy. `op` has `T` for the element type."""

    name: str
    op: str
    shapes: Sequence[tuple[int, ...]]
    result: tuple[int, ...]
    numpy: Callable[..., Any]
    kinds: Sequence[str] = ("f32", "f64")
    low: float = 0.1
    high: float = 0.99

    def program(self, kind: str) -> str:
        """The text of the program of one element type."""
        types = [tensor(shape, kind) for shape in self.shapes]
        arguments = ", ".join([f"%{i}: {each}" for i, each in enumerate(types)])
        result = tensor(self.result, kind)
        operation = self.op.replace("$in", ", ".join(types)).replace("$out", result)
        head = f"func.func @main({arguments}) -> {result}"
        body = operation.replace("$scalar", tensor((), kind))
        return f"{head} {{\n{body}\n  return %r : {result}\n}}"

    def operands(self, kind: str) -> list[Array]:
        """Random elements, the same each time."""
        rng = np.random.default_rng(5)
        dtype = np.dtype(DTYPES[kind])

        def drawn(shape: tuple[int, ...]) -> Array:
            numbers = self.low + (self.high - self.low) * rng.random(shape)
            return numbers + 1j * rng.random(shape) if dtype.kind == "c" else numbers

        return [drawn(shape).astype(dtype) for shape in self.shapes]


def tensor(shape: tuple[int, ...], kind: str) -> str:
    return f"tensor<{''.join([f'{size}x' for size in shape])}{kind}>"


def _by_math(name: str) -> Callable[..., Array]:
    """A function of the C library, for one element after the other: NumPy has none."""
    function: Callable[..., float] = getattr(math, name)
    return lambda *xs: np.fromiter(map(function, *[x.tolist() for x in xs]), xs[0].dtype, xs[0].size)


def _reciprocal_root(x: Array) -> Array:
    return 1 / np.sqrt(x)


def _functions() -> Iterator[Work]:
    every = ("f32", "f64", "complex<f32>", "complex<f64>")
    unary: list[tuple[str, Callable[..., Any], Sequence[str]]] = [
        ("stablehlo.exponential", np.exp, every),
        ("stablehlo.exponential_minus_one", np.expm1, every),
        ("stablehlo.log", np.log, every),
        ("stablehlo.log_plus_one", np.log1p, every),
        ("stablehlo.sine", np.sin, every),
        ("stablehlo.cosine", np.cos, every),
        ("stablehlo.tan", np.tan, every),
        ("stablehlo.tanh", np.tanh, every),
        ("stablehlo.cbrt", np.cbrt, every[:2]),
        ("stablehlo.rsqrt", _reciprocal_root, every),
        ("stablehlo.sqrt", np.sqrt, every),
        ("chlo.sinh", np.sinh, every[:2]),
        ("chlo.cosh", np.cosh, every[:2]),
        ("chlo.asin", np.arcsin, every[:2]),
        ("chlo.acos", np.arccos, every[:2]),
        ("chlo.atan", np.arctan, every[:2]),
        ("chlo.asinh", np.arcsinh, every[:2]),
        ("chlo.acosh", np.arccosh, every[:2]),
        ("chlo.atanh", np.arctanh, every[:2]),
        ("chlo.erf", _by_math("erf"), every[:2]),
        ("chlo.erfc", _by_math("erfc"), every[:2]),
    ]
    shape = (ELEMENTS,)
    for name, of_numpy, kinds in unary:
        bounds = (1.0, 5.0) if name == "chlo.acosh" else (0.1, 0.99)
        arrow = "" if name.startswith("stablehlo") else " -> $out"
        op = f"  %r = {name} %0 : $in{arrow}"
        yield Work(name.partition(".")[2], op, [shape], shape, of_numpy, kinds, *bounds)
    for name, of_numpy in (("power", np.power), ("atan2", np.arctan2)):
        kinds = every if name == "power" else every[:2]
        yield Work(name, f"  %r = stablehlo.{name} %0, %1 : $out", [shape, shape], shape, of_numpy, kinds)


def _reduction(name: str, op: str, shape: tuple[int, ...], axis: int | None, of_numpy: Any) -> Work:
    start = "0.0" if op == "add" else "1.0"
    dimensions = list(range(len(shape))) if axis is None else [axis]
    result = tuple([size for i, size in enumerate(shape) if i not in dimensions])
    return Work(
        name,
        f"  %z = stablehlo.constant dense<{start}> : $scalar\n"
        f"  %r = stablehlo.reduce(%0 init: %z) applies stablehlo.{op} across dimensions = {dimensions} : "
        "($in, $scalar) -> $out",
        [shape],
        result,
        partial(of_numpy, axis=axis),
        low=0.9,
        high=1.1,
    )


def _dot(m: int, k: int, n: int, *batch: int) -> Work:
    """A product of matrices; with `batch`, of so many."""
    names = " x ".join(map(str, (m, k, n)))
    name = f"{batch[0]} times dot {names}" if batch else f"dot {names}"
    dims = (
        "batching_dims = [0] x [0], contracting_dims = [2] x [1]" if batch else "contracting_dims = [1] x [0]"
    )
    op = f"  %r = stablehlo.dot_general %0, %1, {dims} : ($in) -> $out"
    shapes = [(*batch, m, k), (*batch, k, n)]
    return Work(name, op, shapes, (*batch, m, n), np.matmul, ("f32", "f64", "complex<f32>"))


def _convolved(x: Array, w: Array) -> Array:
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (1, 2))
    return np.tensordot(windows, w, ((4, 5, 3), (0, 1, 2)))


def _orders() -> Iterator[Work]:
    shape = (ELEMENTS,)
    yield Work(
        "addition of 1e6", "  %r = stablehlo.add %0, %1 : $out", [shape, shape], shape, np.add, tuple(DTYPES)
    )
    yield _reduction("sum of 1e6", "add", (ELEMENTS,), None, np.sum)
    yield _reduction("sums of rows, 1000 x 1000", "add", (1000, 1000), 1, np.sum)
    yield _reduction("sums of columns, 1000 x 1000", "add", (1000, 1000), 0, np.sum)
    yield _reduction("product of 1e6", "multiply", (ELEMENTS,), None, np.prod)
    for size in (64, 256, 512):
        yield _dot(size, size, size)
    yield _dot(1, ELEMENTS, 1)
    yield _dot(1000, 1000, 1)
    yield _dot(8, 10_000, 8)
    yield _dot(16, 16, 16, 1000)
    yield Work(
        "convolution 8 x 32 x 32 x 16, 3 x 3, 16 channels",
        "  %r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : ($in) -> $out",
        [(8, 32, 32, 16), (3, 3, 16, 16)],
        (8, 30, 30, 16),
        _convolved,
    )
    yield Work(
        "fft of 1e5",
        "  %r = stablehlo.fft %0, type = FFT, length = [100000] : ($in) -> $out",
        [(100_000,)],
        (100_000,),
        np.fft.fft,
        ("complex<f32>", "complex<f64>"),
    )


FUNCTIONS = list(_functions())
ORDERS = list(_orders())


def measured(work: Work, kind: str) -> tuple[float, float]:
    """The medians of processor time for an element, in nanoseconds: of NumPy and of the program."""
    ctx = Context()
    register_dialects(ctx)
    program, operands = Program.of(parse_module(work.program(kind), ctx)), work.operands(kind)
    program(*operands)
    pairs = [(_seconds(work.numpy, operands), _seconds(program, operands)) for _ in range(ROUNDS)]
    largest = max([x.size for x in operands])
    theirs, ours = [median(times) / largest * 1e9 for times in zip(*pairs)]
    return theirs, ours


GRAIN = 0.01
"""Seconds that one measurement takes at least."""


def _seconds(run: Callable[..., Any], operands: Sequence[Array]) -> float:
    start, times = process_time(), 0
    while True:
        run(*operands)
        times += 1
        taken = process_time() - start
        if taken > GRAIN:
            return taken / times


def table(works: Sequence[Work], names: Sequence[str]) -> str:
    """Rows of works of these names (all without any), with NumPy's and our nanoseconds and the ratio of each type."""
    chosen = [work for work in works if not names or work.name in names]
    kinds = [kind for kind in DTYPES if any(kind in work.kinds for work in chosen)]
    rows: list[list[str]] = []
    for work in chosen:
        cells = [work.name]
        for kind in kinds:
            if kind in work.kinds:
                theirs, ours = measured(work, kind)
                ratio = ours / theirs
                cells.append(f"{theirs:.3g}, {ours:.3g}: {f'{ratio:.0f}' if ratio >= 10 else f'{ratio:.2g}'}")
            else:
                cells.append("-")
        rows.append(cells)
        print("  ".join(cells), flush=True)
    head = ["NumPy's ns, ours: ratio", *[kind.replace("<", "&lt;").replace(">", "&gt;") for kind in kinds]]
    return markdown(head, rows)


PROCESSORS: dict[str, tuple[dict[str, str], str]] = {
    "AVX-512": ({}, ""),
    "AVX2": ({"NPY_DISABLE_CPU_FEATURES": "wide"}, "avx2"),
    "any x86-64": ({"NPY_DISABLE_CPU_FEATURES": "all"}, "any"),
}
"""What NumPy may use, and the compiled functions."""


def by_processor() -> str:
    """The ratios of compiled functions on the machines that this one can be, with the library and without it."""
    columns: dict[str, dict[str, str]] = {}
    for name, (of_numpy, most) in PROCESSORS.items():
        for switch, told in ((most, f"{name}"), ("0", f"{name}, NumPy alone")):
            command = [sys.executable, "-m", "benchmarks.same_bits", "--ratios"]
            env = environment(sys.executable, {**of_numpy, SWITCH: switch})
            done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
            columns[told] = json.loads(done.stdout)
    names = columns["AVX-512"]
    return markdown(
        ["ours to NumPy's: f32, f64", *columns], [[n, *[of[n] for of in columns.values()]] for n in names]
    )


def ratios() -> dict[str, str]:
    """Of the compiled functions, for f32 and f64."""
    names = {"exp": "exponential", "expm1": "exponential_minus_one", "log1p": "log_plus_one"}
    names.update(sin="sine", cos="cosine")
    known = {names.get(name, name) for name in COMPILED}
    found = {
        work.name: [measured(work, kind) for kind in ("f32", "f64")]
        for work in FUNCTIONS
        if work.name in known
    }
    return {
        name: ", ".join([f"{ours / theirs:.1f}" for theirs, ours in pairs]) for name, pairs in found.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.same_bits", description=__doc__)
    parser.add_argument(
        "--processors", action="store_true", help="print compiled functions on other processors"
    )
    parser.add_argument("--ratios", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", help="rows; all without any")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/right.md")
    options = parser.parse_args()
    if options.ratios or options.processors:
        print(json.dumps(ratios()) if options.ratios else by_processor())
        return
    if options.write and options.names:
        parser.error("--write measures all rows")
    print(stamp())
    body = "\n".join([table(works, options.names) for works in (FUNCTIONS, ORDERS)])
    if options.write:
        replace_marked(RIGHT, "benchmarks.same_bits", body)


if __name__ == "__main__":
    main()
