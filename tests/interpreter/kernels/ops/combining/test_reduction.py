"""reduce and map: known reducers and general bodies, whole arrays and single elements."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import assert_as_oracle, evaluate, function, parse, sample, tensor_type
from xdsl_stablehlo.dialects.stablehlo import MapOp, ReduceOp
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, every_kernel

KINDS = ("i1", "i4", "ui8", "i32", "bf16", "f8E4M3FN", "f16", "f32", "f64", "complex<f32>")
OPS = ("add", "multiply", "minimum", "maximum", "and", "or", "xor")


def reduce(op: str, shape: tuple[int, ...], dimensions: list[int], kind: str) -> str:
    """`main(operand, init)` that reduces by one op."""
    kept = tuple(size for axis, size in enumerate(shape) if axis not in dimensions)
    source, init, result = tensor_type(shape, kind), tensor_type((), kind), tensor_type(kept, kind)
    body = f"""%r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.{op} across dimensions = {dimensions}
      : ({source}, {init}) -> {result}"""
    return function(body, [source, init], [result])


def defined(op: str, kind: str) -> bool:
    if op in ("and", "or", "xor"):
        return kind[0] in "iu"
    return not (op in ("minimum", "maximum") and kind.startswith("complex"))


@pytest.mark.parametrize(("op", "kind"), [(op, kind) for op in OPS for kind in KINDS if defined(op, kind)])
@pytest.mark.parametrize("dimensions", [[1], [0, 2], [0, 1, 2]])
def test_reduce_by_one_op(op: str, kind: str, dimensions: list[int]) -> None:
    program = reduce(op, (2, 3, 4), dimensions, kind)
    # C++ rounds small floats after every step, here sums and products are rounded once.
    ulps = (8 if kind.startswith("f8") else 2) if op in ("add", "multiply") else 0
    assert_as_oracle(program, sample(kind, (2, 3, 4)), sample(kind, (), 3), ulps=ulps)


@pytest.mark.parametrize("op", ["minimum", "maximum"])
@pytest.mark.parametrize("size", [5, 33, 100])
def test_reduce_minimum_maximum_of_nans_and_signed_zeros(op: str, size: int) -> None:
    rng = np.random.default_rng(size)
    values = rng.choice([0.0, -0.0, 1.0, -1.0], (size, 3)).astype(np.float32)
    values[size // 2, 0] = np.nan
    values[:, 1] = rng.choice([0.0, -0.0], size)
    assert_as_oracle(reduce(op, (size, 3), [0], "f32"), values, np.float32(0))


def test_reduce_over_nothing_gives_the_init_value() -> None:
    assert_as_oracle(reduce("add", (0, 3), [0], "f32"), np.zeros((0, 3), np.float32), np.float32(7))


@pytest.mark.parametrize("kind", ["bf16", "f16", "f32", "f64", "complex<f32>"])
@pytest.mark.parametrize("axis", [0, 1])
def test_reduce_sums_of_floats_do_not_stall(kind: str, axis: int) -> None:
    shape = (1 << 16, 2) if axis == 0 else (2, 1 << 16)
    dtype = dtype_named(kind)
    values = np.full(shape, 0.25).astype(dtype)
    (total,) = evaluate(reduce("add", shape, [axis], kind), values, np.zeros((), dtype))
    assert total.astype(np.complex64).tolist() == [1 << 14, 1 << 14]


@pytest.mark.parametrize(
    ("shape", "dimensions"),
    [
        ((300_001,), [0]),
        ((3, 70_003), [1]),
        ((70_003, 3), [0]),
        ((2, 9_001, 3), [1]),
        ((130, 3, 701), [0, 2]),
    ],
)
def test_reduce_sums_f32_as_exactly_as_pairs_of_neighbours(
    shape: tuple[int, ...], dimensions: list[int]
) -> None:
    values = (np.random.default_rng(1).random(shape) + 0.1).astype(np.float32)
    (total,) = evaluate(reduce("add", shape, dimensions, "f32"), values, np.float32(0))
    moved = np.moveaxis(values, dimensions, range(-len(dimensions), 0)).reshape(*total.shape, -1)
    for index in np.ndindex(*total.shape):
        terms = moved[index].astype(np.float64)
        # Pairwise summation: each term goes into log2(n) + 1 roundings at most (Higham, 1993).
        bound = (math.log2(len(terms)) + 1) * 2.0**-24 * math.fsum(terms)
        assert abs(float(total[index]) - math.fsum(terms)) <= bound


def test_reduce_sums_f64_pairwise() -> None:
    # 1 and 2**16 halves of its last digit: one after the other, each of them is lost.
    values = np.full((1 << 16, 1), 2.0**-53)
    values[0] = 1.0
    (total,) = evaluate(reduce("add", values.shape, [0], "f64"), values, np.float64(0))
    assert abs(float(total[0]) - (1.0 + 65535 * 2.0**-53)) <= 2.0**-51


def argmax(kind: str, shape: tuple[int, int], dimension: int) -> str:
    """JAX's argmax: NaN is the largest, the first index wins."""
    scalar, source, numbers = tensor_type((), kind), tensor_type(shape, kind), tensor_type(shape, "i32")
    kept = (shape[1 - dimension],)
    results = [tensor_type(kept, kind), tensor_type(kept, "i32")]
    body = f"""%c0 = stablehlo.constant dense<0> : tensor<i32>
    %i = stablehlo.iota dim = {dimension} : {numbers}
    %r:2 = stablehlo.reduce(%a0 init: %a1), (%i init: %c0) across dimensions = [{dimension}]
      : ({source}, {numbers}, {scalar}, tensor<i32>) -> ({results[0]}, {results[1]})
      reducer(%p: {scalar}, %q: {scalar}) (%k: tensor<i32>, %l: tensor<i32>) {{
        %1 = stablehlo.compare GT, %p, %q, FLOAT : ({scalar}, {scalar}) -> tensor<i1>
        %2 = stablehlo.compare NE, %p, %p, FLOAT : ({scalar}, {scalar}) -> tensor<i1>
        %3 = stablehlo.or %1, %2 : tensor<i1>
        %4 = stablehlo.compare EQ, %p, %q, FLOAT : ({scalar}, {scalar}) -> tensor<i1>
        %5 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %6 = stablehlo.and %4, %5 : tensor<i1>
        %7 = stablehlo.or %3, %6 : tensor<i1>
        %8 = stablehlo.select %3, %p, %q : tensor<i1>, {scalar}
        %9 = stablehlo.select %7, %k, %l : tensor<i1>, tensor<i32>
        stablehlo.return %8, %9 : {scalar}, tensor<i32>
      }}"""
    return function(body, [source, scalar], results, returns=("%r#0", "%r#1"))


@pytest.mark.parametrize("dimension", [0, 1])
@pytest.mark.parametrize("kind", ["f32", "bf16"])
@pytest.mark.parametrize("nans", [False, True])
def test_reduce_two_values_by_a_general_body(dimension: int, kind: str, nans: bool) -> None:
    values = sample(kind, (6, 50)).copy()
    if nans:
        values[2, 3] = values[1, 7] = np.nan
    low = np.array(-np.inf).astype(values.dtype)
    assert_as_oracle(argmax(kind, (6, 50), dimension), values, low)


def map_(body: str, inputs: int = 1) -> str:
    arguments = ", ".join(f"%x{i}: tensor<i32>" for i in range(inputs))
    operands = ", ".join(["%a0", "%a1"][:inputs])
    source = ["tensor<4x3xi32>"] * inputs
    text = f"""%r0 = "stablehlo.map"({operands}) <{{dimensions = array<i64: 0, 1>}}> ({{
      ^bb0({arguments}):
        {body}
      }}) : ({", ".join(source)}) -> tensor<4x3xi32>"""
    return function(text, source, ["tensor<4x3xi32>"])


def operands(count: int) -> list[Array]:
    return [sample("i32", (4, 3), seed) for seed in range(count)]


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("kind", ["i1", "i4", "ui8", "i32"])
@pytest.mark.parametrize("axis", [0, 1])
def test_reduce_many_integers_by_one_op(op: str, kind: str, axis: int) -> None:
    shape = (100, 3) if axis == 0 else (3, 100)
    assert_as_oracle(reduce(op, shape, [axis], kind), sample(kind, shape), sample(kind, (), 3))


EXACTNESS = [
    (reduce("add", (3,), [0], "i32"), Exactness.EXACT),
    (reduce("add", (3,), [0], "f32"), Exactness.ROUNDED),
    (reduce("maximum", (3,), [0], "f32"), Exactness.EXACT),
    (argmax("f32", (2, 3), 0), Exactness.EXACT),
    (map_("%y = stablehlo.add %x0, %x0 : tensor<i32>\nstablehlo.return %y : tensor<i32>"), Exactness.EXACT),
    (
        reduce("add", (3,), [0], "f32")
        .replace("applies stablehlo.add across", "across")
        .replace(
            "-> tensor<f32>\n",
            """-> tensor<f32>
      reducer(%x: tensor<f32>, %y: tensor<f32>) {
        %z = stablehlo.tanh %y : tensor<f32>
        stablehlo.return %z : tensor<f32>
      }\n""",
        ),
        Exactness.ROUNDED,
    ),
]


@pytest.mark.parametrize(("program", "expected"), EXACTNESS)
def test_a_reduction_is_as_exact_as_its_body(program: str, expected: Exactness) -> None:
    found = [
        entry.exactness(op) if callable(entry.exactness) else entry.exactness
        for op in parse(program).walk()
        if isinstance(op, ReduceOp | MapOp) and (entry := every_kernel()[type(op)])
    ]
    assert found == [expected]


def test_reduce_by_an_op_on_one_of_the_two_values() -> None:
    body = """%r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [0]
      : (tensor<40xi32>, tensor<i32>) -> tensor<i32>
      reducer(%x: tensor<i32>, %y: tensor<i32>) {
        %z = stablehlo.maximum %y, %y : tensor<i32>
        stablehlo.return %z : tensor<i32>
      }"""
    program = function(body, ["tensor<40xi32>", "tensor<i32>"], ["tensor<i32>"])
    assert_as_oracle(program, np.arange(40, dtype=np.int32), np.int32(-1))
