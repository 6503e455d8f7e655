"""dot_general, dot, einsum and unary_einsum."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import ComplexType, f16, f32, f64, i8, i64

from tests.helpers.programs import assert_as_oracle, evaluate, function, parse, sample, tensor_type
from xdsl_stablehlo.dialects.stablehlo import DotGeneralOp
from xdsl_stablehlo.interpreter.kernels.support.contraction import product_work
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, every_kernel


@pytest.mark.parametrize(
    "kind", ["i1", "i4", "ui8", "i32", "ui64", "bf16", "f16", "f32", "f64", "complex<f32>"]
)
def test_dot_general_with_batching_dimensions(kind: str) -> None:
    lhs, rhs, result = (
        tensor_type((2, 3, 4), kind),
        tensor_type((4, 5, 2), kind),
        tensor_type((2, 3, 5), kind),
    )
    body = f"""%r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [2], contracting_dims = [2] x [0]
      : ({lhs}, {rhs}) -> {result}"""
    program = function(body, [lhs, rhs], [result])
    assert_as_oracle(program, sample(kind, (2, 3, 4)), sample(kind, (4, 5, 2), 4), ulps=1)


DIMENSIONS = {
    "outer product": ((3,), (4,), (3, 4), ""),
    "two contracted": ((2, 3, 4), (4, 2), (3,), ", contracting_dims = [0, 2] x [1, 0]"),
    "scalar result": ((3,), (3,), (), ", contracting_dims = [0] x [0]"),
    "two batched": ((2, 3), (3, 2), (3, 2), ", batching_dims = [1, 0] x [0, 1], contracting_dims = [] x []"),
    "empty result": ((0, 3), (3, 2), (0, 2), ", contracting_dims = [1] x [0]"),
}


@pytest.mark.parametrize("case", DIMENSIONS)
def test_dot_general_dimension_numbers(case: str) -> None:
    left, right, kept, numbers = DIMENSIONS[case]
    lhs, rhs, result = tensor_type(left, "i32"), tensor_type(right, "i32"), tensor_type(kept, "i32")
    body = f"%r0 = stablehlo.dot_general %a0, %a1{numbers} : ({lhs}, {rhs}) -> {result}"
    if not numbers:
        body = f"""%r0 = "stablehlo.dot_general"(%a0, %a1) <{{dot_dimension_numbers = #stablehlo.dot<>}}>
          : ({lhs}, {rhs}) -> {result}"""
    assert_as_oracle(function(body, [lhs, rhs], [result]), sample("i32", left), sample("i32", right, 1))


def product(lhs: str, rhs: str, result: str) -> str:
    body = f"%r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : ({lhs}, {rhs}) -> {result}"
    return function(body, [lhs, rhs], [result])


@pytest.mark.parametrize("kind", ["f32", "bf16", "i8"])
def test_dot_general_over_nothing_is_zero(kind: str) -> None:
    program = product(tensor_type((2, 0), kind), tensor_type((0, 3), kind), tensor_type((2, 3), kind))
    (given,) = evaluate(program, sample(kind, (2, 0)), sample(kind, (0, 3)))
    assert given.tolist() == [[0.0] * 3] * 2


@pytest.mark.parametrize("kind", ["f32", "f64", "bf16", "complex<f32>"])
def test_dot_general_of_many_products(kind: str) -> None:
    # Small whole numbers: every sum is exact in every order.
    shapes = (3, 200), (200, 2)
    program = product(tensor_type(shapes[0], kind), tensor_type(shapes[1], kind), tensor_type((3, 2), kind))
    rng = np.random.default_rng(0)
    numbers = [rng.integers(-1, 2, shape) for shape in shapes]
    dtype = sample(kind, ()).dtype
    (given,) = evaluate(program, *[n.astype(dtype) for n in numbers])
    expected = [
        [sum(int(a) * int(b) for a, b in zip(row, column)) for column in numbers[1].T] for row in numbers[0]
    ]
    assert given.astype(np.complex64).tolist() == expected


@pytest.mark.parametrize("scale", [1.0, 2.0**-149])
def test_a_number_that_f64_loses_beside_large_ones_is_not_lost(scale: float) -> None:
    # In f64, 2^60 + 1 is 2^60; what is large cancels, and the ones are left. The squares of small numbers are 0 in f32.
    rng, height, inner = np.random.default_rng(0), 9, 65
    lhs = (
        np.full((height, inner), scale * 2.0**60, np.float32)
        * 2.0 ** np.arange(height, dtype=np.float32)[:, None]
    )
    lhs[:, 1] = scale
    signs = np.array([1, -1] * (inner // 2), np.float32)
    rhs = np.insert(np.stack([rng.permutation(signs) for _ in range(height)], axis=1), 1, 1, axis=0)
    shapes = lhs.shape, rhs.shape, (height, height)
    (given,) = evaluate(product(*[tensor_type(shape, "f32") for shape in shapes]), lhs, rhs)
    assert given.tolist() == [[scale] * height] * height


def test_a_small_number_is_not_lost_beside_one_that_is_not_there() -> None:
    # Ones that are multiplied by 0 leave a sum of one small product, which is exact.
    side, inner = 17, 65
    lhs, rhs = np.zeros((side, inner)), np.zeros((inner, side))
    lhs[:, 0], lhs[:, 1], rhs[1] = 1, 2.0**-100, 2.0 ** np.arange(side)
    types = [tensor_type(shape, "f64") for shape in (lhs.shape, rhs.shape, (side, side))]
    (given,) = evaluate(product(*types), lhs, rhs)
    assert given.tolist() == [[2.0 ** (column - 100) for column in range(side)]] * side


@pytest.mark.parametrize(("kind", "expected"), [("i32", Exactness.EXACT), ("f32", Exactness.ROUNDED)])
def test_a_product_is_exact_where_its_sums_are(kind: str, expected: Exactness) -> None:
    types = tensor_type((2, 3), kind), tensor_type((3, 4), kind), tensor_type((2, 4), kind)
    (op,) = [op for op in parse(product(*types)).walk() if isinstance(op, DotGeneralOp)]
    entry = every_kernel()[DotGeneralOp]
    assert callable(entry.exactness)
    assert entry.exactness(op) is expected


def test_wide_numbers_cost_more() -> None:
    """What BLAS multiplies in f64, below what takes slices of it, and complex doubles above all."""
    work = [
        product_work(120, element) for element in (f16, f32, i8, ComplexType(f32), f64, i64, ComplexType(f64))
    ]
    assert len(set(work[:4])) == 1
    assert work[3:] == sorted(set(work))
