"""`python -m benchmarks.engine [NAME ...]`: large evaluations by the interpreter and by the engine `xla`.

Each figure is the median of processes of their own, the two evaluators in turn, in seconds of the clock. `fold` is
`fold_module` of a program of constants, which is made one number: with `xla`, compiling is a part of it; JAX is
imported, and has compiled something, before. `call` is the second call of a `Program` of the same operations on
arguments. "Estimated" are the nanoseconds that the folder counts, in seconds. XLA runs on what JAX finds, here its CPU;
where JAX has a GPU the same command measures that. The figures are of 2 cores that had other work all the time, so that
a ratio near 1 says little; no GPU was to be had.
"""

from __future__ import annotations

import argparse
import json
import sys
from statistics import median
from time import perf_counter
from typing import NamedTuple

import numpy as np

from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.interpreter.interface.engines import engine_named

from .alone import answer, arguments, measure_table
from .probes import parsed

HEAD = (
    "program",
    "estimated s",
    "fold: interpreter",
    "fold: xla",
    "ratio",
    "call: interpreter",
    "call: xla",
    "ratio",
)
NO_LIMITS = 1 << 60


class Work(NamedTuple):
    """Operations on some operands."""

    operands: tuple[str, ...]
    """The types of the operands."""
    result: str
    text: str
    """From `%a0`, `%a1`, .. to `%r`."""


def _dot(size: int) -> Work:
    kind = f"tensor<{size}x{size}xf32>"
    text = f"%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : ({kind}, {kind}) -> {kind}"
    return Work((kind, kind), kind, text)


def _convolution() -> Work:
    image, kernel = "tensor<32x64x64x64xf32>", "tensor<3x3x64x64xf32>"
    text = (
        "%r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        "window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
        f"({image}, {kernel}) -> {image}"
    )
    return Work((image, kernel), image, text)


def _chain(size: int) -> Work:
    kind = f"tensor<{size}xf32>"
    ops = ("sine", "exponential", "tanh", "logistic", "sqrt", "cosine", "negate", "abs")
    lines = [f"%c{i + 1} = stablehlo.{op} %{f'c{i}' if i else 'a0'} : {kind}" for i, op in enumerate(ops)]
    return Work((kind,), kind, "\n".join([*lines, f"%r = stablehlo.add %c{len(ops)}, %a0 : {kind}"]))


WORKS = {
    "dot 2048 x 2048 x 2048": _dot(2048),
    "convolution 32 x 64 x 64 x 64, 3 x 3, 64 channels": _convolution(),
    "9 elementwise ops on 1e8 elements": _chain(10**8),
    "9 elementwise ops on 1e7 elements": _chain(10**7),
    "dot 512 x 512 x 512": _dot(512),
}


def on_arguments(work: Work) -> str:
    """The program of a work whose operands are arguments."""
    parameters = ", ".join([f"%a{i}: {kind}" for i, kind in enumerate(work.operands)])
    return f"func.func @main({parameters}) -> {work.result} {{\n{work.text}\nreturn %r : {work.result}\n}}"


def on_constants(work: Work) -> str:
    """The program of a work on angles of an iota, and of its result the greatest element alone."""
    lines: list[str] = []
    for i, kind in enumerate(work.operands):
        shape = kind.removeprefix("tensor<").removesuffix("xf32>")
        size = int(np.prod([int(n) for n in shape.split("x")]))
        lines += [
            f"%i{i} = stablehlo.iota dim = 0 : tensor<{size}xf32>",
            f"%s{i} = stablehlo.cosine %i{i} : tensor<{size}xf32>",
            f"%a{i} = stablehlo.reshape %s{i} : (tensor<{size}xf32>) -> {kind}",
        ]
    dims = ", ".join(map(str, range(work.result.count("x"))))
    lines += [
        work.text,
        "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        f"%m = stablehlo.reduce(%r init: %z) applies stablehlo.maximum across dimensions = [{dims}] : "
        f"({work.result}, tensor<f32>) -> tensor<f32>",
        "return %m : tensor<f32>",
    ]
    return "func.func @main() -> tensor<f32> {\n" + "\n".join(lines) + "\n}"


def options_for(engine: str | None) -> FoldOptions:
    """Options that allow any work."""
    return FoldOptions(
        engine=engine,
        engine_work=1,
        work_budget=NO_LIMITS,
        op_work_limit=NO_LIMITS,
        value_bytes_limit=1 << 34,
    )


def alone(work: Work, engine: str | None) -> dict[str, float | str]:
    """Seconds of folding and of a call."""
    fold_module(parsed(on_constants(_dot(256)))[0], options_for(engine))
    module = parsed(on_constants(work))[0]
    started = perf_counter()
    report = fold_module(module, options_for(engine))
    seconds = perf_counter() - started
    assert report.ops_after <= 5
    program = Program.of(parsed(on_arguments(work))[0], engine=engine)
    rng = np.random.default_rng(0)
    shapes = [kind.removeprefix("tensor<").removesuffix("xf32>").split("x") for kind in work.operands]
    given = [rng.random([int(n) for n in shape], np.float32) for shape in shapes]
    program(*given)
    started = perf_counter()
    program(*given)
    called = perf_counter() - started
    estimated = sum([kind.work for kind in report.folded.values()]) / 1e9
    device = "" if engine is None else engine_named(engine).device
    return {"fold": seconds, "call": called, "estimated": estimated, "device": device}


def main() -> int:
    parser = arguments("benchmarks.engine", __doc__)
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        engine = None if options.alone == "interpreter" else str(options.alone)
        print(json.dumps(alone(WORKS[options.names[0]], engine)))
        return 0

    def row(name: str) -> list[str]:
        found: dict[str, list[dict[str, float]]] = {"interpreter": [], "xla": []}
        for _ in range(options.rounds):
            for who, figures in found.items():
                figures.append(answer("-m", "benchmarks.engine", name, "--alone", who))
        cells = [name, f"{found['xla'][0]['estimated']:.3g}"]
        for measured in ("fold", "call"):
            ours, xla = [median([one[measured] for one in found[who]]) for who in ("interpreter", "xla")]
            cells += [f"{ours:.3g}", f"{xla:.3g}", f"{ours / xla:.2g}"]
        return cells

    measure_table("Engine", __doc__, HEAD, options.names or WORKS, row, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
