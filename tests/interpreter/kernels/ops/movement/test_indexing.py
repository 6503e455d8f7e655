"""slice, dynamic_slice, dynamic_update_slice, gather, torch_index_select."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import assert_as_oracle, evaluate, function, sample, tensor_type


def gather(operand: str, indices: str, result: str, numbers: str, slice_sizes: tuple[int, ...]) -> str:
    sizes = ": " + ", ".join(map(str, slice_sizes)) if slice_sizes else ""
    body = f"""%r0 = "stablehlo.gather"(%a0, %a1) <{{dimension_numbers = #stablehlo.gather<{numbers}>,
      slice_sizes = array<i64{sizes}>, indices_are_sorted = false}}> : ({operand}, {indices}) -> {result}"""
    return function(body, [operand, indices], [result])


def indices(shape: tuple[int, ...], low: int, high: int) -> Array:
    return np.random.default_rng(0).integers(low, high, shape)


GATHERS = {
    "index_vector_dim first": (
        (5, 3),
        (1, 4),
        (3, 4),
        "offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0",
        (1, 3),
    ),
    "index_vector_dim behind the last": (
        (5, 3),
        (2, 4),
        (2, 3, 4),
        "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2",
        (1, 3),
    ),
    "a single slice": ((5, 3), (2,), (2, 2), "offset_dims = [0, 1], start_index_map = [1, 0]", (2, 2)),
    "offsets around the batch": (
        (5, 3, 2),
        (4, 1),
        (2, 4, 2),
        "offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 1",
        (2, 1, 2),
    ),
    "empty index vectors": ((5,), (3, 0), (3, 2), "offset_dims = [1], index_vector_dim = 1", (2,)),
    "nothing to gather": (
        (5, 3),
        (0, 1),
        (0, 3),
        "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
        (1, 3),
    ),
}


@pytest.mark.parametrize("case", GATHERS)
def test_gather_dimension_numbers(case: str) -> None:
    shape, index_shape, result_shape, numbers, sizes = GATHERS[case]
    program = gather(
        tensor_type(shape, "f32"),
        tensor_type(index_shape, "i32"),
        tensor_type(result_shape, "f32"),
        numbers,
        sizes,
    )
    assert_as_oracle(program, sample("f32", shape), indices(index_shape, -1, 6).astype(np.int32))


def test_gather_of_a_scalar() -> None:
    program = gather("tensor<f32>", "tensor<4x0xi32>", "tensor<4xf32>", "index_vector_dim = 1", ())
    (given,) = evaluate(program, np.float32(2.5), np.zeros((4, 0), np.int32))
    assert given.tolist() == [2.5] * 4


def test_gather_of_batches_only() -> None:
    program = gather(
        "tensor<2x3xi32>",
        "tensor<3x4x2x0xi32>",
        "tensor<3x4x2xi32>",
        "operand_batching_dims = [0, 1], start_indices_batching_dims = [2, 0], index_vector_dim = 3",
        (1, 1),
    )
    assert_as_oracle(program, sample("i32", (2, 3)), np.zeros((3, 4, 2, 0), np.int32))


@pytest.mark.parametrize("kind", ["i8", "ui32", "i64", "ui64"])
@pytest.mark.parametrize("dtype", ["f32", "bf16"])
def test_gather_of_many_moves_what_is_outside(kind: str, dtype: str) -> None:
    """Some are outside of the second thousands of indices only."""
    n = 70_000
    numbers = "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"
    program = gather(
        tensor_type((300, 2), dtype), tensor_type((n, 1), kind), tensor_type((n, 2), dtype), numbers, (1, 2)
    )
    at = indices((n, 1), 0, 100).astype(dtype_named(kind))
    at[40_000], at[40_001] = np.iinfo(at.dtype).max, np.iinfo(at.dtype).min
    rows = [min(max(int(i), 0), 299) for i in at[:, 0]]
    operand = sample(dtype, (300, 2))
    (given,) = evaluate(program, operand, at)
    assert given.tobytes() == operand[rows].tobytes()
