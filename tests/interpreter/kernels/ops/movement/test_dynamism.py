"""Ops whose shapes are operands."""

from __future__ import annotations

import re

import numpy as np
import pytest
from xdsl.ir import Operation

from tests.helpers.programs import evaluate, function
from xdsl_stablehlo.dialects.stablehlo import (
    DynamicBroadcastInDimOp,
    DynamicGatherOp,
    DynamicIotaOp,
    DynamicPadOp,
    DynamicReshapeOp,
)
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.kernels.support.table import every_kernel
from xdsl_stablehlo.values.element_types import Array


@pytest.mark.parametrize("index_type", ["i32", "i64", "ui32"])
def test_dynamic_iota(index_type: str):
    body = f"%r0 = stablehlo.dynamic_iota %a0, dim = 1 : (tensor<2x{index_type}>) -> tensor<?x?xf32>"
    dtype = (
        index_type.replace("ui", "uint").replace("i3", "int3").replace("i6", "int6").replace("uintnt", "uint")
    )
    (result,) = evaluate(
        function(body, [f"tensor<2x{index_type}>"], ["tensor<?x?xf32>"]), np.array([2, 3], dtype)
    )
    np.testing.assert_array_equal(result, np.array([[0, 1, 2], [0, 1, 2]], "f4"))


def test_dynamic_reshape():
    body = "%r0 = stablehlo.dynamic_reshape %a0, %a1 : (tensor<2x3xi8>, tensor<2xi32>) -> tensor<?x2xi8>"
    program = function(body, ["tensor<2x3xi8>", "tensor<2xi32>"], ["tensor<?x2xi8>"])
    (result,) = evaluate(program, np.arange(6, dtype="i1").reshape(2, 3), np.array([3, 2], "i4"))
    np.testing.assert_array_equal(result, [[0, 1], [2, 3], [4, 5]])
    with pytest.raises(EvaluationError, match="reshape"):
        evaluate(program, np.arange(6, dtype="i1").reshape(2, 3), np.array([4, 2], "i4"))


def test_dynamic_broadcast_in_dim():
    types = "(tensor<2xi1>, tensor<2xi64>) -> tensor<?x?xi1>"
    body = f"%r0 = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [0] : {types}"
    program = function(body, ["tensor<2xi1>", "tensor<2xi64>"], ["tensor<?x?xi1>"])
    (result,) = evaluate(program, np.array([True, False]), np.array([2, 3]))
    np.testing.assert_array_equal(result, [[True] * 3, [False] * 3])


def test_dynamic_pad():
    body = (
        "%r0 = stablehlo.dynamic_pad %a0, %a1, %a2, %a3, %a4 : "
        "(tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>"
    )
    one = "tensor<1xi64>"
    program = function(body, ["tensor<3xi32>", "tensor<i32>", one, one, one], ["tensor<?xi32>"])
    arguments = [np.array([1, 2, 3], "i4"), np.array(9, "i4"), *[np.array([n]) for n in (1, -1, 1)]]
    np.testing.assert_array_equal(evaluate(program, *arguments)[0], [9, 1, 9, 2, 9])
    for interior in (-1, -2):
        with pytest.raises(EvaluationError, match=f"negative interior padding: \\[{interior}"):
            evaluate(program, *arguments[:-1], np.array([interior]))


@pytest.mark.parametrize(
    ("op", "shape", "size", "message"),
    [
        (
            "dynamic_reshape %a0, %a1",
            [2, 3],
            "?x?",
            r"cannot make the shape [2, 3] of [4]: 6 elements of 4 (C2)",
        ),
        (
            "dynamic_broadcast_in_dim %a0, %a1, dims = [1]",
            [2, 3],
            "?x?",
            r"size 4 to dimension 1 .* [2, 3] (C5)",
        ),
        ("dynamic_pad %a0, %z, %a1, %a1, %o", [-3], "?", r"size 4 by -3 and -3, to a negative size"),
    ],
)
def test_shapes_that_the_operand_does_not_have(op: str, shape: list[int], size: str, message: str):
    sizes = f"tensor<{len(shape)}xi64>"
    more = f", tensor<i32>, {sizes}, {sizes}, {sizes}" if "pad" in op else f", {sizes}"
    body = (
        "%z = stablehlo.constant dense<0> : tensor<i32> %o = stablehlo.constant dense<0> : tensor<1xi64>"
        f" %r0 = stablehlo.{op} : (tensor<?xi32>{more}) -> tensor<{size}xi32>"
    )
    program = function(body, ["tensor<?xi32>", sizes], [f"tensor<{size}xi32>"])
    for elements in (np.arange(4, dtype="i4"), np.broadcast_to(np.int32(7), 4)):
        with pytest.raises(EvaluationError, match=re.sub(r"([][()])", r"\\\1", message)):
            evaluate(program, elements, np.array(shape))


def test_dynamic_gather():
    body = """%r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>
  } : (tensor<5xi32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2x?xi32>"""
    program = function(body, ["tensor<5xi32>", "tensor<2x1xi64>", "tensor<1xi64>"], ["tensor<2x?xi32>"])
    (result,) = evaluate(program, np.arange(5, dtype="i4"), np.array([[1], [9]]), np.array([2]))
    np.testing.assert_array_equal(result, [[1, 2], [3, 4]])


def real_dynamic_slice(start: int, limit: int, stride: int) -> list[int]:
    one = "tensor<1xi64>"
    types = f"(tensor<5xi32>, {one}, {one}, {one}) -> tensor<?xi32>"
    body = f"%r0 = stablehlo.real_dynamic_slice %a0, %a1, %a2, %a3 : {types}"
    program = function(body, ["tensor<5xi32>", one, one, one], ["tensor<?xi32>"])
    bounds = [np.array([n]) for n in (start, limit, stride)]
    return evaluate(program, np.arange(5, dtype="i4"), *bounds)[0].tolist()


def test_real_dynamic_slice():
    assert real_dynamic_slice(1, 5, 2) == [1, 3]
    assert real_dynamic_slice(2, 2, 1) == []


@pytest.mark.parametrize("bounds", [(-1, 2, 1), (0, 6, 1), (3, 2, 1), (0, 1, 0)])
def test_real_dynamic_slice_refuses_what_slice_does(bounds: tuple[int, int, int]):
    with pytest.raises(EvaluationError, match="cannot slice"):
        real_dynamic_slice(*bounds)


def test_a_negative_shape_is_refused():
    body = "%r0 = stablehlo.dynamic_iota %a0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>"
    with pytest.raises(EvaluationError, match="negative size"):
        evaluate(function(body, ["tensor<1xi32>"], ["tensor<?xf32>"]), np.array([-2], "i4"))


def numbers(*values: int) -> Array:
    return np.array(values, np.int64)


MATRIX = np.zeros((2, 3), np.float32)
BOUNDS = [
    (DynamicIotaOp, (numbers(2, 5),), 10),
    (DynamicReshapeOp, (MATRIX, numbers(3, 2)), 6),
    (DynamicBroadcastInDimOp, (MATRIX, numbers(4, 2, 3)), 24),
    (DynamicPadOp, (MATRIX, MATRIX[0, 0], numbers(1, 0), numbers(0, 2), numbers(1, 2)), 4 * 9),
    (DynamicPadOp, (MATRIX, MATRIX[0, 0], numbers(-3, 0), numbers(0, 2), numbers(0, 0)), 0),
    (DynamicPadOp, (MATRIX[:0], MATRIX[0, 0], numbers(1, 0), numbers(1, 0), numbers(5, 0)), 2 * 3),
    (DynamicGatherOp, (MATRIX, numbers(0, 1, 0, 1), numbers(1, 3)), 4 * 3),
]
"""An op, its operands, and how many elements the specification gives its result; for gather at most."""


@pytest.mark.parametrize(("op_class", "operands", "elements"), BOUNDS)
def test_results_are_bounded_before_they_are_computed(
    op_class: type[Operation], operands: tuple[Array, ...], elements: int
) -> None:
    bound = every_kernel()[op_class].cost.max_elements
    assert bound is not None
    assert bound(None, operands) == elements
