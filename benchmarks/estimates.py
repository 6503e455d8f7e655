"""Estimated against measured: what evaluating ops is expected to take, and what it takes.

    python -m benchmarks.estimates [--record] [FAMILY ..]

Each case is a program of constants, folded three times under limits that allow everything; the smallest time counts.
A row is a case: nanoseconds estimated, nanoseconds measured, their ratio. A family is right where the median of its
ratios is between 1/4 and 4. `--record` writes `estimates.json`, to which a test holds the estimates without a clock.
The exit code is 1 where a family is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from xdsl.context import Context
from xdsl.dialects.func import FuncOp

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.folding import FoldOptions, FoldReport, bind_arguments, fold_module
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_of

HERE = Path(__file__).parent
RECORD = HERE / "estimates.json"
FACTOR = 4.0
"""How far the median of a family may be from the time measured, either way."""

EVERYTHING = FoldOptions(
    fold_op_element_limit=1 << 40,
    growth_budget=1 << 50,
    fold_expansions=True,
    op_work_limit=1 << 60,
    work_budget=1 << 60,
    value_bytes_limit=1 << 40,
)


class Case(NamedTuple):
    """One program: `text` is the body of a function of arguments `types`, which become constants."""

    family: str
    name: str
    op: str
    """The op whose evaluation is looked at; `*` for all ops together."""
    types: tuple[str, ...]
    text: str
    result: str


class Row(NamedTuple):
    """One case: nanoseconds."""

    family: str
    name: str
    estimated: int
    measured: float

    @property
    def ratio(self) -> float:
        return self.estimated / self.measured


def _elementwise() -> Iterator[Case]:
    for size in (1000, 1_000_000):
        for element, ops in ELEMENTWISE.items():
            t = f"tensor<{size}x{element}>"
            for family, names in ops.items():
                for name in names.split():
                    two = name in TWO
                    read = "%a, %b" if two else "%a"
                    text = f"%r = stablehlo.{name} {read} : {t}"
                    yield Case(
                        family,
                        f"{name} {element} {size}",
                        f"stablehlo.{name}",
                        (t, t) if two else (t,),
                        text,
                        t,
                    )


TWO = frozenset(
    (
        "add",
        "subtract",
        "multiply",
        "divide",
        "maximum",
        "minimum",
        "remainder",
        "and",
        "xor",
        "power",
        "atan2",
    )
)
ELEMENTWISE: dict[str, dict[str, str]] = {
    "i32": {"integers": "add multiply maximum and xor", "integer division": "divide remainder"},
    "i8": {"integers": "add multiply"},
    "ui64": {"integers": "add maximum"},
    "f32": {
        "floats": "add multiply divide maximum negate sqrt",
        "functions": "exponential log sine tanh logistic power",
    },
    "f64": {"floats": "add divide", "functions": "exponential sine"},
    "bf16": {"small floats": "add multiply", "functions": "exponential"},
    "f16": {"small floats": "add divide"},
    "f8E4M3FN": {"small floats": "add multiply"},
    "complex<f32>": {"complex": "add multiply exponential"},
}
SQUARE = "tensor<1000x1000xf32>"
ZERO = "%z = stablehlo.constant dense<0.0> : tensor<f32>"
MOVEMENT: tuple[tuple[str, str, str], ...] = (
    ("transpose", SQUARE, "%r = stablehlo.transpose %a, dims = [1, 0] : ({t}) -> {u}"),
    ("reverse", SQUARE, "%r = stablehlo.reverse %a, dims = [0] : {t}"),
    ("reshape", "tensor<1000000xf32>", "%r = stablehlo.reshape %a : ({t}) -> {u}"),
    ("slice", "tensor<999x1000xf32>", "%r = stablehlo.slice %a [1:1000, 0:1000] : ({t}) -> {u}"),
    (
        "pad",
        "tensor<1002x1002xf32>",
        ZERO + "\n%r = stablehlo.pad %a, %z, low = [1, 1], high = [1, 1], interior = [0, 0]"
        " : ({t}, tensor<f32>) -> {u}",
    ),
    (
        "concatenate",
        "tensor<2000x1000xf32>",
        "%r = stablehlo.concatenate %a, %a, dim = 0 : ({t}, {t}) -> {u}",
    ),
    *(
        ("convert", f"tensor<1000x1000x{element}>", "%r = stablehlo.convert %a : ({t}) -> {u}")
        for element in ("f64", "bf16", "i32")
    ),
)
"""The op, the type of its result, and the program."""


def _movement() -> Iterator[Case]:
    for name, u, text in MOVEMENT:
        yield Case(name, f"{name} {u}", f"stablehlo.{name}", (SQUARE,), text.format(t=SQUARE, u=u), u)
    for rows in (1000, 100_000):
        t, i, u = "tensor<1000x64xf32>", f"tensor<{rows}x1xi32>", f"tensor<{rows}x64xf32>"
        numbers = (
            "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
            "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>"
        )
        text = f'%r = "stablehlo.gather"(%a, %b) <{{{numbers}}}> : ({t}, {i}) -> {u}'
        yield Case("gather", f"gather {rows} rows", "stablehlo.gather", (t, i), text, u)
        numbers = (
            "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
            "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
        )
        text = (
            f'%r = "stablehlo.scatter"(%a, %b, %c) <{{{numbers}}}> ({{\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n'
            "%s = stablehlo.add %x, %y : tensor<f32>\nstablehlo.return %s : tensor<f32>\n"
            f"}}) : ({t}, {i}, {u}) -> {t}"
        )
        yield Case("scatter", f"scatter {rows} rows", "stablehlo.scatter", (t, i, u), text, t)


def _combining() -> Iterator[Case]:
    for shape, u, dimensions in (
        ("1000x1000", "tensor<1000xf32>", "[0]"),
        ("1000x1000", "tensor<1000xf32>", "[1]"),
        ("1000000", "tensor<f32>", "[0]"),
        ("10000", "tensor<f32>", "[0]"),
    ):
        t = f"tensor<{shape}xf32>"
        text = (
            f"{ZERO}\n%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = {dimensions} : "
            f"({t}, tensor<f32>) -> {u}"
        )
        yield Case("reduce", f"reduce {shape} {dimensions}", "stablehlo.reduce", (t,), text, u)
    for n, w in ((256, 3), (512, 9)):
        t, u = f"tensor<{n}x{n}xf32>", f"tensor<{n - w + 1}x{n - w + 1}xf32>"
        text = (
            f'{ZERO}\n%r = "stablehlo.reduce_window"(%a, %z) <{{window_dimensions = array<i64: {w}, {w}>}}> ({{\n'
            "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%s = stablehlo.add %x, %y : tensor<f32>\n"
            f"stablehlo.return %s : tensor<f32>\n}}) : ({t}, tensor<f32>) -> {u}"
        )
        yield Case("reduce_window", f"reduce_window {n} {w}", "stablehlo.reduce_window", (t,), text, u)
    for shape, dimension in (("1000", 0), ("1000000", 0), ("1000x1000", 1), ("1000x1000", 0)):
        t = f"tensor<{shape}xf32>"
        text = (
            f'%r = "stablehlo.sort"(%a) <{{dimension = {dimension} : i64}}> ({{\n'
            "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%s = stablehlo.compare LT, %x, %y, TOTALORDER : "
            "(tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %s : tensor<i1>\n"
            f"}}) : ({t}) -> {t}"
        )
        yield Case("sort", f"sort {shape} {dimension}", "stablehlo.sort", (t,), text, t)


def _contractions() -> Iterator[Case]:
    for element in ("f32", "f64", "bf16", "i32", "i8", "complex<f32>"):
        for n in (128, 512, *((1280, 2048) if element == "f32" else ())):
            t = f"tensor<{n}x{n}x{element}>"
            text = f"%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}"
            yield Case("dot", f"dot {element} {n}", "stablehlo.dot_general", (t, t), text, t)
    t, u = "tensor<64x64x64xf32>", "tensor<64x64x64xf32>"
    text = (
        "%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
        f"({t}, {t}) -> {u}"
    )
    yield Case("dot", "dot batched 64", "stablehlo.dot_general", (t, t), text, u)
    for batch, size, window, features in ((1, 64, 3, 16), (4, 112, 7, 16), (8, 32, 3, 64)):
        lhs = f"tensor<{batch}x{size}x{size}x{features}xf32>"
        rhs = f"tensor<{window}x{window}x{features}x{features}xf32>"
        n = size - window + 1
        u = f"tensor<{batch}x{n}x{n}x{features}xf32>"
        text = (
            "%r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
            "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
            f"({lhs}, {rhs}) -> {u}"
        )
        yield Case("convolution", f"convolution {lhs} {window}", "stablehlo.convolution", (lhs, rhs), text, u)


def _algebra() -> Iterator[Case]:
    for n in (64, 256):
        t = f"tensor<{n}x{n}xf32>"
        yield Case(
            "cholesky",
            f"cholesky {n}",
            "stablehlo.cholesky",
            (t,),
            f"%r = stablehlo.cholesky %a, lower = true : {t}",
            t,
        )
        text = (
            f'%r = "stablehlo.triangular_solve"(%a, %b) <{{left_side = true, lower = true, unit_diagonal = true, '
            f"transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : ({t}, {t}) -> {t}"
        )
        yield Case("triangular_solve", f"triangular_solve {n}", "stablehlo.triangular_solve", (t, t), text, t)
    for n in (1024, 1 << 20):
        t = f"tensor<{n}xcomplex<f32>>"
        text = f"%r = stablehlo.fft %a, type = FFT, length = [{n}] : ({t}) -> {t}"
        yield Case("fft", f"fft {n}", "stablehlo.fft", (t,), text, t)
    for n in (1000, 1_000_000):
        u = f"tensor<{n}xui32>"
        text = (
            f"%s, %r = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> "
            f"(tensor<2xui64>, {u})"
        )
        yield Case(
            "random bits", f"threefry {n}", "stablehlo.rng_bit_generator", ("tensor<2xui64>",), text, u
        )


def _chains() -> Iterator[Case]:
    for size in (100_000, 1_000_000, 4_000_000):
        t = f"tensor<{size}xf32>"
        names = ("add", "multiply", "subtract") * 3
        read, lines = "%a", list[str]()
        for i, name in enumerate(names):
            lines.append(f"%v{i} = stablehlo.{name} {read}, %b : {t}")
            read = f"%v{i}"
        lines.append(f"%r = stablehlo.negate {read} : {t}")
        yield Case("chain", f"ten ops {size}", "*", (t, t), "\n".join(lines), t)


def cases() -> Iterator[Case]:
    """All cases, family by family."""
    for make in (_elementwise, _movement, _combining, _contractions, _algebra, _chains):
        yield from make()


def _context() -> Context:
    ctx = Context()
    register_dialects(ctx)
    return ctx


def _values(case: Case, ctx: Context) -> list[Array]:
    """Random arguments: integers from 1 to 99, other numbers between 0 and 1.1."""
    rng = np.random.default_rng(3)
    function = parse_module(program_of(case), ctx).body.block.first_op
    assert isinstance(function, FuncOp)
    found: list[Array] = []
    for number, kind in enumerate(function.function_type.inputs):
        assert is_tensor_type(kind)
        shape, dtype = kind.get_shape(), dtype_of(kind.element_type)
        numbers: Array = rng.random(shape) + 0.1
        if dtype.kind in "iu":
            numbers = rng.integers(1, 100, shape)
        elif dtype.kind == "c":
            numbers = numbers + 1j * rng.random(shape)
        elif case.family == "cholesky":
            numbers = numbers @ numbers.T + shape[0] * np.eye(shape[0])
        elif case.family == "triangular_solve" and number == 0:
            numbers = np.tril(numbers, -1) / shape[0] + np.eye(shape[0])
        found.append(numbers.astype(dtype))
    return found


def program_of(case: Case) -> str:
    """The program of a case, whose arguments are to become constants."""
    arguments = ", ".join(f"%{name}: {t}" for name, t in zip("abc", case.types))
    return f"func.func @main({arguments}) -> {case.result} {{\n{case.text}\nreturn %r : {case.result}\n}}"


def measured(case: Case, ctx: Context, repeat: int = 3) -> Row:
    """A row of the table."""
    text = program_of(case)
    values = {str(i): array for i, array in enumerate(_values(case, ctx))}
    times: list[float] = []
    estimated = 0
    for _ in range(repeat):
        module = parse_module(text, ctx)
        bind_arguments(module, values)
        report = fold_module(module, EVERYTHING)
        estimated, seconds = _spent(report, case.op)
        times.append(seconds * 1e9)
    return Row(case.family, case.name, estimated, min(times))


def _spent(report: FoldReport, op: str) -> tuple[int, float]:
    kinds = [kind for name, kind in report.folded.items() if op in ("*", name)]
    assert kinds, f"{op} was not folded:\n{report}"
    return sum(kind.work for kind in kinds), sum(kind.seconds for kind in kinds)


def by_family(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows of each family."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.family, []).append(row)
    return found


def main(arguments: list[str]) -> int:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.estimates", description=__doc__)
    parser.add_argument("--record", action="store_true", help="write estimates.json")
    parser.add_argument("families", nargs="*")
    given = parser.parse_args(arguments)
    ctx = _context()
    rows: list[Row] = []
    for case in cases():
        if not given.families or case.family in given.families:
            row = measured(case, ctx)
            rows.append(row)
            print(
                f"{row.family:<18}{row.name:<46}{row.estimated:>14,}{row.measured:>14,.0f}{row.ratio:>9.2f}"
            )
    wrong = 0
    print(f"\n{'family':<18}{'cases':>7}{'median':>9}{'least':>9}{'most':>9}")
    for family, of_it in by_family(rows).items():
        ratios = [row.ratio for row in of_it]
        middle = median(ratios)
        bad = not 1 / FACTOR <= middle <= FACTOR
        wrong += bad
        print(
            f"{family:<18}{len(ratios):>7}{middle:>9.2f}{min(ratios):>9.2f}{max(ratios):>9.2f}{'  !' if bad else ''}"
        )
    if given.record:
        RECORD.write_text(json.dumps({row.name: round(row.measured) for row in rows}, indent=1) + "\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
