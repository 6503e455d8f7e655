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


def real_dynamic_slice(start: int, limit: int, stride: int) -> list[int]:
    one = "tensor<1xi64>"
    types = f"(tensor<5xi32>, {one}, {one}, {one}) -> tensor<?xi32>"
    body = f"%r0 = stablehlo.real_dynamic_slice %a0, %a1, %a2, %a3 : {types}"
    program = function(body, ["tensor<5xi32>", one, one, one], ["tensor<?xi32>"])
    bounds = [np.array([n]) for n in (start, limit, stride)]
    return evaluate(program, np.arange(5, dtype="i4"), *bounds)[0].tolist()


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
