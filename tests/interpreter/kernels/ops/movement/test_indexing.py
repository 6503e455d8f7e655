"""slice, dynamic_slice, dynamic_update_slice, gather, torch_index_select."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.oracle import Array
from tests.helpers.programs import assert_as_oracle, evaluate, function, sample

KINDS = ("i1", "i4", "f8E4M3FN", "f8E5M2", "f32", "complex<f32>")


def tensor(shape: tuple[int, ...], element_type: str) -> str:
    return "tensor<" + "".join(f"{n}x" for n in shape) + element_type + ">"


@pytest.mark.parametrize("kind", KINDS)
def test_slice(kind: str) -> None:
    source, result = tensor((2, 3, 4), kind), tensor((2, 1, 2), kind)
    body = f"%r0 = stablehlo.slice %a0 [0:2, 1:3:2, 0:4:3] : ({source}) -> {result}"
    assert_as_oracle(function(body, [source], [result]), sample(kind, (2, 3, 4)))


STARTS = [(0, 0, 0), (1, 2, 1), (-5, 9, 100)]


@pytest.mark.parametrize("starts", STARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_dynamic_slice_clamps_start_indices(starts: tuple[int, ...], kind: str) -> None:
    source, result = tensor((2, 3, 4), kind), tensor((1, 2, 3), kind)
    body = f"""%r0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, sizes = [1, 2, 3]
      : ({source}, tensor<i32>, tensor<i32>, tensor<i32>) -> {result}"""
    program = function(body, [source, *["tensor<i32>"] * 3], [result])
    assert_as_oracle(program, sample(kind, (2, 3, 4)), *map(np.int32, starts))


def test_dynamic_slice_takes_unsigned_indices_for_what_they_are() -> None:
    body = """%r0 = stablehlo.dynamic_slice %a0, %a1, sizes = [2]
      : (tensor<9xi32>, tensor<ui8>) -> tensor<2xi32>"""
    program = function(body, ["tensor<9xi32>", "tensor<ui8>"], ["tensor<2xi32>"])
    (given,) = evaluate(program, np.arange(9, dtype=np.int32), np.uint8(200))
    assert given.tolist() == [7, 8]


@pytest.mark.parametrize("starts", STARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_dynamic_update_slice_clamps_start_indices(starts: tuple[int, ...], kind: str) -> None:
    source, update = tensor((2, 3, 4), kind), tensor((1, 2, 3), kind)
    body = f"""%r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3, %a4
      : ({source}, {update}, tensor<i32>, tensor<i32>, tensor<i32>) -> {source}"""
    program = function(body, [source, update, *["tensor<i32>"] * 3], [source])
    arguments = sample(kind, (2, 3, 4)), sample(kind, (1, 2, 3), 5)
    assert_as_oracle(program, *arguments, *map(np.int32, starts))


def test_dynamic_update_slice_leaves_its_operand_alone() -> None:
    body = """%z = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
    %u = stablehlo.constant dense<9> : tensor<1xi32>
    %r0 = stablehlo.dynamic_update_slice %c, %u, %z : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>"""
    program = function(body, [], ["tensor<3xi32>", "tensor<3xi32>"], returns=("%c", "%r0"))
    before, after = evaluate(program)
    assert before.tolist() == [1, 2, 3]
    assert after.tolist() == [9, 2, 3]


def gather(operand: str, indices: str, result: str, numbers: str, slice_sizes: tuple[int, ...]) -> str:
    sizes = ": " + ", ".join(map(str, slice_sizes)) if slice_sizes else ""
    body = f"""%r0 = "stablehlo.gather"(%a0, %a1) <{{dimension_numbers = #stablehlo.gather<{numbers}>,
      slice_sizes = array<i64{sizes}>, indices_are_sorted = false}}> : ({operand}, {indices}) -> {result}"""
    return function(body, [operand, indices], [result])


def indices(shape: tuple[int, ...], low: int, high: int) -> Array:
    return np.random.default_rng(0).integers(low, high, shape)


@pytest.mark.parametrize("kind", KINDS)
def test_gather_clamps_start_indices(kind: str) -> None:
    program = gather(
        tensor((3, 4, 2), kind),
        "tensor<2x3x2xi64>",
        tensor((2, 3, 2, 2), kind),
        "offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2",
        (1, 2, 2),
    )
    assert_as_oracle(program, sample(kind, (3, 4, 2)), indices((2, 3, 2), -2, 5))


@pytest.mark.parametrize("kind", KINDS)
def test_gather_with_batching_dimensions(kind: str) -> None:
    program = gather(
        tensor((2, 3, 4, 2), kind),
        "tensor<2x2x3x2xi64>",
        tensor((2, 2, 3, 2, 2), kind),
        "offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], "
        "start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3",
        (1, 1, 2, 2),
    )
    assert_as_oracle(program, sample(kind, (2, 3, 4, 2)), indices((2, 2, 3, 2), -2, 5))


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
    "a single slice": (
        (5, 3),
        (2,),
        (2, 2),
        "offset_dims = [0, 1], start_index_map = [1, 0]",
        (2, 2),
    ),
    "offsets around the batch": (
        (5, 3, 2),
        (4, 1),
        (2, 4, 2),
        "offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [0], index_vector_dim = 1",
        (2, 1, 2),
    ),
    "empty index vectors": (
        (5,),
        (3, 0),
        (3, 2),
        "offset_dims = [1], index_vector_dim = 1",
        (2,),
    ),
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
        tensor(shape, "f32"), tensor(index_shape, "i32"), tensor(result_shape, "f32"), numbers, sizes
    )
    assert_as_oracle(program, sample("f32", shape), indices(index_shape, -1, 6).astype(np.int32))


def test_gather_of_a_scalar() -> None:
    program = gather("tensor<f32>", "tensor<4x0xi32>", "tensor<4xf32>", "index_vector_dim = 1", ())
    (given,) = evaluate(program, np.float32(2.5), np.zeros((4, 0), np.int32))
    assert given.tolist() == [2.5] * 4


def test_gather_takes_unsigned_indices_for_what_they_are() -> None:
    program = gather(
        "tensor<5xi32>",
        "tensor<2x1xui64>",
        "tensor<2xi32>",
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
        (1,),
    )
    (given,) = evaluate(program, np.arange(5, dtype=np.int32), np.array([[1 << 63], [2]], np.uint64))
    assert given.tolist() == [4, 2]


def test_torch_index_select() -> None:
    body = """%r0 = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 1 : i64, batch_dims = 0 : i64}>
      : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x2x2xi32>"""
    program = function(body, ["tensor<2x3xi32>", "tensor<2x2xi32>"], ["tensor<2x2x2xi32>"])
    operand = np.array([[1, 2, 3], [4, 5, 6]], np.int32)
    (given,) = evaluate(program, operand, np.array([[2, 0], [-1, 7]], np.int32))
    assert given.tolist() == [[[3, 1], [1, 3]], [[6, 4], [4, 6]]]


def test_torch_index_select_walks_batches_together() -> None:
    body = """%r0 = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 2 : i64, batch_dims = 1 : i64}>
      : (tensor<2x2x3xi32>, tensor<2x1xi32>) -> tensor<2x2x1xi32>"""
    program = function(body, ["tensor<2x2x3xi32>", "tensor<2x1xi32>"], ["tensor<2x2x1xi32>"])
    operand = np.arange(12, dtype=np.int32).reshape(2, 2, 3)
    (given,) = evaluate(program, operand, np.array([[2], [0]], np.int32))
    assert given.tolist() == [[[2], [5]], [[6], [9]]]


def test_gather_of_batches_only() -> None:
    program = gather(
        "tensor<2x3xi32>",
        "tensor<3x4x2x0xi32>",
        "tensor<3x4x2xi32>",
        "operand_batching_dims = [0, 1], start_indices_batching_dims = [2, 0], index_vector_dim = 3",
        (1, 1),
    )
    assert_as_oracle(program, sample("i32", (2, 3)), np.zeros((3, 4, 2, 0), np.int32))


def test_dynamic_update_slice_of_everything() -> None:
    types = "(tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>"
    body = f"%r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2 : {types}"
    program = function(body, ["tensor<3xi32>", "tensor<3xi32>", "tensor<i32>"], ["tensor<3xi32>"])
    assert_as_oracle(program, np.zeros(3, np.int32), np.arange(3, dtype=np.int32), np.int32(2))
