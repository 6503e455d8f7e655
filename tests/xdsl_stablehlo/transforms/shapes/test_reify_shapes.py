"""Ops that compute result shapes: run on arrays, they must give the shape that the result has."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import SSAValue

from tests.helpers.programs import context, function, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.programs.verification import ProgramWarning
from xdsl_stablehlo.transforms.shapes.hlo_test import HloTestInferPass


def divide(a: int, b: int) -> int:
    return int(a / b)


def select(condition: bool, a: int, b: int) -> int:
    return a if condition else b


def cast_index(a: int) -> int:
    return a


def dim(x: Any, i: int) -> int:
    return x.shape[i]


def extract(x: Any, i: int) -> int:
    return int(x[i])


def from_elements(*sizes: int) -> tuple[int, ...]:
    return sizes


def shape_of(x: Any) -> tuple[int, ...]:
    return x.shape


MEANING: dict[str, Callable[..., Any]] = {
    "arith.addi": operator.add,
    "arith.subi": operator.sub,
    "arith.muli": operator.mul,
    "arith.divsi": divide,
    "arith.cmpi": operator.lt,
    "arith.select": select,
    "arith.index_cast": cast_index,
    "tensor.dim": dim,
    "tensor.extract": extract,
    "tensor.from_elements": from_elements,
    "shape.shape_of": shape_of,
    "shape.broadcast": np.broadcast_shapes,
}


def asking(line: str, inputs: Sequence[str], result: str, shape: str) -> ModuleOp:
    """`main` that returns the reified shape of the op in `line`; the pass has answered."""
    question = f'%r0 = "hlo_test_infer.reify_return_type_shapes"(%x) : ({result}) -> {shape}'
    module = parse(function(f"{line}\n  {question}", inputs, [shape]))
    HloTestInferPass().apply(context(), module)
    verify_module(module)
    return module


def run(module: ModuleOp, *args: Any) -> list[int]:
    """What `main` returns, by `MEANING`."""
    (block,) = next(iter(module.ops)).regions[0].blocks
    values: dict[SSAValue, Any] = dict(zip(block.args, args))
    for op in block.ops:
        if isinstance(op, ConstantOp):
            assert isinstance(op.value, IntegerAttr)
            values[op.result] = op.value.value.data
        elif op.name == "func.return":
            return list(values[op.operands[0]])
        else:
            values[op.results[0]] = MEANING[op.name](*[values[v] for v in op.operands])
    raise AssertionError("main returns")


def f32(*sizes: int) -> Any:
    return np.zeros(sizes, np.float32)


def index(*sizes: int) -> Any:
    return np.array(sizes)


REDUCE = (
    "%x = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = {} : "
    "(tensor<?x4x?xf32>, tensor<f32>) -> {}"
)
GATHER = (
    '%x = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], '
    "collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1, 4>}> : "
    "(tensor<3x5x7xf32>, tensor<?x1xi32>) -> tensor<2x?x4xf32>"
)
DYNAMIC_GATHER = (
    '%x = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
    "operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>}> : "
    "(tensor<?x5xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>"
)


@pytest.mark.parametrize(
    ("line", "inputs", "result", "args", "expected"),
    [
        (REDUCE.format("[0]", "tensor<4x?xf32>"), ["tensor<?x4x?xf32>", "tensor<f32>"], "tensor<4x?xf32>",
         [f32(2, 4, 6), f32()], [4, 6]),
        (REDUCE.format("[0, 1, 2]", "tensor<f32>"), ["tensor<?x4x?xf32>", "tensor<f32>"], "tensor<f32>",
         [f32(2, 4, 6), f32()], []),
        ("%x = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<?x3x?xf32>) -> tensor<?x?x3xf32>",
         ["tensor<?x3x?xf32>"], "tensor<?x?x3xf32>", [f32(2, 3, 5)], [5, 2, 3]),
        ("%x = stablehlo.broadcast %a0, sizes = [4] : (tensor<?xf32>) -> tensor<4x?xf32>",
         ["tensor<?xf32>"], "tensor<4x?xf32>", [f32(0)], [4, 0]),
        ("%x = stablehlo.concatenate %a0, %a1, %a0, dim = 1 : "
         "(tensor<?x2xf32>, tensor<?x?xf32>, tensor<?x2xf32>) -> tensor<?x?xf32>",
         ["tensor<?x2xf32>", "tensor<?x?xf32>"], "tensor<?x?xf32>", [f32(3, 2), f32(3, 5)], [3, 9]),
        ("%x = stablehlo.dot_general %a0, %a1, batching_dims = [1] x [0], contracting_dims = [2] x [2] : "
         "(tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>",
         ["tensor<?x?x?xf32>"] * 2, "tensor<?x?x?xf32>", [f32(2, 3, 4), f32(3, 5, 4)], [3, 2, 5]),
        ("%x = stablehlo.pad %a0, %a1, low = [1, -2, 0], high = [-1, 3, 0], interior = [2, 0, 3] : "
         "(tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?x13xf32>",
         ["tensor<?x?x4xf32>", "tensor<f32>"], "tensor<?x?x13xf32>", [f32(5, 6, 4), f32()], [13, 7, 13]),
        ("%x = stablehlo.pad %a0, %a1, low = [1], high = [1], interior = [2] : "
         "(tensor<?xf32>, tensor<f32>) -> tensor<?xf32>",
         ["tensor<?xf32>", "tensor<f32>"], "tensor<?xf32>", [f32(0), f32()], [2]),
        (GATHER, ["tensor<3x5x7xf32>", "tensor<?x1xi32>"], "tensor<2x?x4xf32>",
         [f32(3, 5, 7), np.zeros((6, 1), np.int32)], [2, 6, 4]),
        (DYNAMIC_GATHER, ["tensor<?x5xf32>", "tensor<?x1xi32>", "tensor<2xi32>"], "tensor<?x?xf32>",
         [f32(2, 5), np.zeros((2, 1), np.int32), index(1, 3)], [2, 3]),
    ],
)  # fmt: skip
def test_sizes(line: str, inputs: Sequence[str], result: str, args: Sequence[Any], expected: list[int]):
    assert run(asking(line, inputs, result, f"tensor<{len(expected)}xindex>"), *args) == expected


@pytest.mark.parametrize("element", ["index", "i64"])
@pytest.mark.parametrize("size", [0, 1, 5])
def test_dynamic_pad_has_sizes_of_the_type_of_its_operands(element: str, size: int):
    line = (
        "%x = stablehlo.dynamic_pad %a0, %a1, %a2, %a3, %a4 : (tensor<?x3xf32>, tensor<f32>, "
        f"tensor<2x{element}>, tensor<2x{element}>, tensor<2x{element}>) -> tensor<?x?xf32>"
    )
    inputs = ["tensor<?x3xf32>", "tensor<f32>", *[f"tensor<2x{element}>"] * 3]
    module = asking(line, inputs, "tensor<?x?xf32>", f"tensor<2x{element}>")
    args = f32(size, 3), f32(), index(1, 0), index(2, -1), index(3, 4)
    assert run(module, *args) == [size + 3 + 3 * max(size - 1, 0), 10]


@pytest.mark.parametrize("element", ["index", "i32"])
def test_real_dynamic_slice_has_sizes_of_the_type_of_its_operands(element: str):
    line = (
        f"%x = stablehlo.real_dynamic_slice %a0, %a1, %a2, %a3 : (tensor<?x9xf32>, tensor<2x{element}>, "
        f"tensor<2x{element}>, tensor<2x{element}>) -> tensor<?x?xf32>"
    )
    module = asking(
        line, ["tensor<?x9xf32>", *[f"tensor<2x{element}>"] * 3], "tensor<?x?xf32>", f"tensor<2x{element}>"
    )
    assert run(module, f32(8, 9), index(1, 2), index(8, 2), index(3, 1)) == [3, 0]


ELEMENTWISE = "tensor<?x3xf32>"


@pytest.mark.parametrize(
    ("line", "inputs", "args"),
    [
        (f"%x = stablehlo.negate %a0 : {ELEMENTWISE}", [ELEMENTWISE], [f32(2, 3)]),
        (f"%x = stablehlo.add %a0, %a0 : {ELEMENTWISE}", [ELEMENTWISE], [f32(2, 3)]),
        (f"%x = stablehlo.reverse %a0, dims = [1] : {ELEMENTWISE}", [ELEMENTWISE], [f32(2, 3)]),
        (f"%x = chlo.erf %a0 : {ELEMENTWISE} -> {ELEMENTWISE}", [ELEMENTWISE], [f32(2, 3)]),
        # The first operand may be a scalar.
        (f"%x = stablehlo.clamp %a0, %a1, %a0 : (tensor<f32>, {ELEMENTWISE}, tensor<f32>) -> {ELEMENTWISE}",
         ["tensor<f32>", ELEMENTWISE], [f32(), f32(2, 3)]),
        (f"%x = stablehlo.select %a0, %a1, %a1 : tensor<i1>, {ELEMENTWISE}", ["tensor<i1>", ELEMENTWISE],
         [np.array(True), f32(2, 3)]),
        (f"%x = chlo.broadcast_add %a0, %a1 : (tensor<3xf32>, tensor<?x1xf32>) -> {ELEMENTWISE}",
         ["tensor<3xf32>", "tensor<?x1xf32>"], [f32(3), f32(2, 1)]),
        (f"%x = chlo.broadcast_add %a0, %a1 {{broadcast_dimensions = array<i64: 1>}} : "
         f"(tensor<3xf32>, tensor<?x1xf32>) -> {ELEMENTWISE}",
         ["tensor<3xf32>", "tensor<?x1xf32>"], [f32(3), f32(2, 1)]),
    ],
)  # fmt: skip
def test_shape_of_operands(line: str, inputs: Sequence[str], args: Sequence[Any]):
    assert run(asking(line, inputs, ELEMENTWISE, "tensor<2xindex>"), *args) == [2, 3]


def test_a_shape_that_is_an_operand_is_the_answer():
    line = "%x = stablehlo.dynamic_iota %a0, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>"
    text = print_module(asking(line, ["tensor<1xindex>"], "tensor<?xi32>", "tensor<1xindex>"))
    assert "return %a0 : tensor<1xindex>" in text
    assert "dynamic_iota" not in text, "nothing uses it any more"


@pytest.mark.parametrize(
    ("line", "inputs", "result"),
    [
        # No rule; not NumPy's broadcast; a cast that `arith` does not have for tensors.
        ("%x = stablehlo.iota dim = 0 : tensor<2x2xf32>", [], "tensor<2x2xf32>"),
        ("%x = chlo.broadcast_add %a0, %a1 {broadcast_dimensions = array<i64: 0>} : "
         "(tensor<?xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>",
         ["tensor<?xf32>", "tensor<?x1xf32>"], "tensor<?x1xf32>"),
        ("%x = stablehlo.dynamic_iota %a0, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>", ["tensor<2xi64>"],
         "tensor<?x?xf32>"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore::xdsl_stablehlo.programs.verification.ProgramWarning")
def test_what_cannot_be_told_stays_a_question(line: str, inputs: Sequence[str], result: str):
    text = print_module(asking(line, inputs, result, "tensor<2xindex>"))
    assert "hlo_test_infer.reify_return_type_shapes" in text


def test_a_broadcast_that_is_not_numpys_is_warned_of():
    line = (
        "%x = chlo.broadcast_add %a0, %a1 {broadcast_dimensions = array<i64: 0>} : "
        "(tensor<?xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>"
    )
    with pytest.warns(ProgramWarning, match="unsupported non prefix-padded dynamic rank"):
        asking(line, ["tensor<?xf32>", "tensor<?x1xf32>"], "tensor<?x1xf32>", "tensor<2xindex>")


def test_shape_ops_are_read_and_printed_as_upstream():
    lines = [
        "%0 = shape.shape_of %a0 : tensor<?xf32> -> tensor<1xindex>",
        "%1 = shape.shape_of %a1 : tensor<*xf32> -> tensor<?xindex>",
        "%r0 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<?xindex> -> tensor<?xindex>",
    ]
    text = function("\n  ".join(lines), ["tensor<?xf32>", "tensor<*xf32>"], ["tensor<?xindex>"])
    printed = print_module(parse(text))
    for line in lines:
        assert re.sub("%r0 = ", "", line).split(" ", 2)[-1] in printed
