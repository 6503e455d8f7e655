"""The dialects of upstream's own tests: check, interpreter, hlo_test_infer, hlo_test_speculatability."""

from __future__ import annotations

import re

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, f32
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import check, interpreter
from xdsl_stablehlo.dialects.stablehlo import HloOp
from xdsl_stablehlo.transforms.hlo_test import HloTestInferPass, HloTestSpeculatabilityPass

from ..helpers.programs import context, function, parse
from .cases import tensor, value

F32, I32 = "tensor<2xf32>", "tensor<2xi32>"

# Written as upstream's printer writes them; the oracle has none of these dialects.
LINES = [
    f"check.expect_eq %a0, %a0 : {F32}",
    f"check.expect_eq %a0, %a0 {{x = 1 : i32}} : {F32}",
    "check.expect_eq_const %a0, dense<[0x7FC00000, -0.000000e+00]> : tensor<2xf32>",
    f"check.expect_almost_eq %a0, %a0 : {F32}",
    f"check.expect_almost_eq %a0, %a0, tolerance = 1.000000e-03 : {F32}",
    "check.expect_almost_eq_const %a0, dense<1.500000e+00> : tensor<2xf32>",
    "check.expect_almost_eq_const %a0, dense<1.500000e+00> : tensor<2xf32>, tolerance = 1.000000e-03 {x = 1 : i32}",
    f"check.expect_close %a0, %a0, max_ulp_difference = 1 : {F32}, {F32}",
    f"check.expect_close %a0, %a0, max_ulp_difference = 18446744073709551615, min_ulp_difference = 2 : {F32}, {F32}",
    f'check.expect_serialized_eq %a0, probe_id = "p" : {F32}',
    f'check.expect_serialized_eq %a0, probe_id = "p", iter = 2 : {F32}',
    f"interpreter.print %a0 : {F32}",
    f'%r0 = interpreter.probe %a0, probe_id = "p" : {F32}',
]


@pytest.mark.parametrize("line", LINES)
def test_prints_as_upstream(line: str):
    module = parse(function(line, [F32]))
    assert f"  {line}\n" in print_module(module)
    assert print_module(parse(print_module(module, generic=True))) == print_module(module)


def test_defaults_may_be_left_out():
    text = '"check.expect_close"(%a0, %a0) : (tensor<2xf32>, tensor<2xf32>) -> ()'
    assert "max_ulp_difference = 1 :" in print_module(parse(function(text, [F32])))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('"check.expect_eq"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> ()', "all of {lhs, rhs} have same type"),
        ('"check.expect_eq_const"(%a0) <{value = dense<1> : tensor<2xi32>}> : (tensor<2xf32>) -> ()',
         "all of {lhs, value} have same type"),
        ('"check.expect_eq_const"(%a0) <{value = 1 : i32}> : (tensor<2xf32>) -> ()', "constant vector/tensor"),
        ('"check.expect_almost_eq"(%a1, %a1) : (tensor<2xi32>, tensor<2xi32>) -> ()', "operand #0 must be tensor of"),
        ('"check.expect_close"(%a0, %a2) : (tensor<2xf32>, tensor<3xf32>) -> ()', "{actual, expected} have same type"),
        ('%r = "interpreter.probe"(%a0) <{probe_id = "p"}> : (tensor<2xf32>) -> tensor<3xf32>',
         "requires the same type for all operands and results"),
    ],
)  # fmt: skip
def test_rejected(line: str, message: str):
    with pytest.raises(VerifyException, match=re.escape(message)):
        parse(function(line, [F32, I32, "tensor<3xf32>"]))


def test_builders():
    operand = value(tensor(f32, 2))
    elements = DenseIntOrFPElementsAttr.from_list(TensorType(f32, [2]), [1.0, 2.0])
    ops: list[HloOp] = [
        check.ExpectEqOp(operand, operand),
        check.ExpectEqConstOp(operand, elements),
        check.ExpectAlmostEqOp(operand, operand, 1e-2),
        check.ExpectAlmostEqConstOp(operand, elements),
        check.ExpectCloseOp(operand, operand, 3, 1),
        check.ExpectSerializedEqOp(operand, "probe"),
        interpreter.PrintOp(operand),
        interpreter.ProbeOp(operand, "probe"),
    ]
    for op in ops:
        op.verify()


PROGRAMS = """func.func @one(%a: tensor<i64>) -> tensor<i64> {
  return %a : tensor<i64>
}
func.func @two() -> (tensor<i64>, tensor<i64>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  return %c, %c : tensor<i64>, tensor<i64>
}
func.func @token() -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  return %t : !stablehlo.token
}
"""


def grid(programs: str, inputs: int = 1, results: int = 1, infeed: str = "") -> str:
    """A program that runs others."""
    types = ", ".join(["tensor<i64>"] * results)
    operands = ", ".join(["%a0"] * inputs)
    properties = f"<{{programs = {programs}{f', infeed = {infeed}' if infeed else ''}}}>"
    signature = f"({', '.join(['tensor<i64>'] * inputs)}) -> ({types})"
    bound = f"%r:{results} = " if results else ""
    return PROGRAMS + function(
        f'{bound}"interpreter.run_parallel"({operands}) {properties} : {signature}', ["tensor<i64>"]
    )


def test_a_grid_of_programs():
    parse(grid("[[@one]]"))
    parse(grid("[[@one, @one], [@one, @two]]", 3, 5, "[@one]"))
    op = interpreter.RunParallelOp([], [["f", "g"]], [], infeed=["q"])
    assert str(op.programs) == "[[@f, @g]]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (grid("[]"), "`programs` attribute cannot be empty"),
        (
            grid("[[@one], [@one, @one]]"),
            "Sizes of second dimension of `programs` should all match 1 but got 2",
        ),
        (grid("[[@three]]"), 'Function "three" not found'),
        (
            grid("[[@one]]", 2),
            "Number of inputs (2) should match the sum of the number of inputs of all programs (1)",
        ),
        (
            grid("[[@one]]", 1, 2),
            "Number of results (2) should match the sum of the number of results of all programs (1)",
        ),
        (grid("[[@one]]", infeed="[]"), "infeed attribute is optional or should not be empty"),
        (grid("[[@one]]", infeed="[@two]"), 'Function "two" should return 1 tensor but returns 2'),
        (
            grid("[[@one]]", infeed="[@token]"),
            "should return a tensor type, but instead returns '!stablehlo.token'",
        ),
    ],
)
def test_grids_that_cannot_run(text: str, message: str):
    with pytest.raises(VerifyException, match=re.escape(message)):
        parse(text)


def asked(question: str, line: str, result: str) -> str:
    """A program that asks about the op in `line`."""
    return function(f'{line}\n  %q = "{question}"(%r0) : ({result}) -> {result}', [F32, "tensor<?xf32>"])


def test_inferred_types_are_written_down():
    module = parse(
        asked("hlo_test_infer.get_return_types", "%r0 = stablehlo.add %a0, %a0 : tensor<2xf32>", F32)
    )
    HloTestInferPass().apply(context(), module)
    assert '"hlo_test_infer.return_types"(%r0) {types0 = tensor<2xf32>}' in print_module(module)


def test_inferred_shapes_are_written_down():
    dot = "%r0 = stablehlo.dot %a0, %a0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"
    module = parse(asked("hlo_test_infer.get_return_type_components", dot, "tensor<f32>"))
    HloTestInferPass().apply(context(), module)
    assert '"hlo_test_infer.return_type_components"(%r0) {types0 = tensor<index>}' in print_module(module)


def test_what_cannot_be_inferred_stays_a_question():
    reshape = "%r0 = stablehlo.reshape %a0 : (tensor<2xf32>) -> tensor<1x2xf32>"
    module = parse(asked("hlo_test_infer.get_return_types", reshape, "tensor<1x2xf32>"))
    HloTestInferPass().apply(context(), module)
    assert "hlo_test_infer.get_return_types" in print_module(module)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("%r0 = stablehlo.add %a0, %a0 : tensor<2xf32>", "is_speculatable"),
        ("%r0 = stablehlo.add %a1, %a1 : tensor<?xf32>", "is_not_speculatable"),
        (
            '%r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({\n  ^bb0(%x: tensor<f32>):\n'
            "    stablehlo.return %x : tensor<f32>\n  }) : (tensor<2xf32>) -> tensor<2xf32>",
            "is_recursively_speculatable",
        ),
    ],
)
def test_right_guesses_of_speculatability_disappear(line: str, answer: str):
    result = "tensor<?xf32>" if "?" in line else F32
    for guess in ("is_speculatable", "is_not_speculatable", "is_recursively_speculatable"):
        text = function(
            f'{line}\n  "hlo_test_speculatability.{guess}"(%r0) : ({result}) -> ()', [F32, "tensor<?xf32>"]
        )
        module = parse(text)
        HloTestSpeculatabilityPass().apply(context(), module)
        assert ("hlo_test_speculatability" in print_module(module)) == (guess != answer)


def test_a_tolerance_must_be_named():
    with pytest.raises(ParseError):
        parse(function(f"check.expect_almost_eq %a0, %a0, 1.0 : {F32}", [F32]))
