"""Assertions about shapes, and arguments that get sizes."""

from __future__ import annotations

import pytest
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import PassFailedException

from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.transforms.shapes.refine_arguments import StablehloRefineArgumentsPass
from xdsl_stablehlo.transforms.shapes.refinements import (
    ShapeError,
    StablehloCheckShapeAssertionsPass,
    assertion_message,
)

T = "tensor<i32>"


def asserting(
    condition: str, attributes: str = 'error_message = "size {0} is not {1}"', rest: str = ""
) -> str:
    """A function that asserts `%p`, with 7 and 8 for the message."""
    return f"""func.func @main(%x: tensor<i1>, %y: tensor<i8>) {{
      %p = {condition}
      %a = stablehlo.constant dense<7> : {T}
      %b = stablehlo.constant dense<8> : {T}
      stablehlo.custom_call @shape_assertion(%p, %a, %b{rest}) {{{attributes}, has_side_effect = true}}
        : (tensor<i1>, {T}, {T}{", tensor<i8>" if rest else ""}) -> ()
      return
    }}"""


HOLDS = "stablehlo.constant dense<true> : tensor<i1>"
FAILS = "stablehlo.constant dense<false> : tensor<i1>"


def test_assertions_that_hold_go() -> None:
    module = parse(asserting(HOLDS))
    StablehloCheckShapeAssertionsPass().apply(context(), module)
    assert "shape_assertion" not in print_module(module)


def test_assertions_that_nobody_wants_go_unseen() -> None:
    module = parse(asserting(FAILS))
    StablehloCheckShapeAssertionsPass(enable_shape_assertions=False).apply(context(), module)
    assert "shape_assertion" not in print_module(module)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (asserting(FAILS), "size 7 is not 8"),
        (asserting("stablehlo.not %x : tensor<i1>"), "expects static assert_what (operand #0)"),
        (asserting(HOLDS, 'error_message = "{2}"'), "index less than 2. Found specifier {2}"),
        (asserting(HOLDS, "foo = 1 : i32"), "foo is not a supported attribute"),
        (asserting(HOLDS, 'backend_config = "x", error_message = ""'), "expects an empty backend_config"),
        (asserting(HOLDS, "api_version = 2 : i32"), "expects an error_message attribute"),
        (asserting(HOLDS, rest=", %y"), "(operand #3) to be a constant of type tensor<i32> or tensor<i64>"),
        (
            asserting(FAILS).replace(f"stablehlo.constant dense<8> : {T}", f"stablehlo.add %a, %a : {T}"),
            "expects static error_message_input (operand #2)",
        ),
    ],
)
def test_assertions_that_do_not_hold_are_errors(text: str, error: str) -> None:
    module = parse(text)
    with pytest.raises(ShapeError) as raised:
        StablehloCheckShapeAssertionsPass().apply(context(), module)
    assert error in str(raised.value)
    assert raised.value.op.name == "stablehlo.custom_call"


def test_places_of_a_message() -> None:
    assert assertion_message("{0} {1:x} {2} {} {a}", [3, -4]) == "3 -4 {2} {} {a}"


def test_refined_arguments_are_read_through_wrappers() -> None:
    module = parse("""func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) -> tensor<?xf32> {
      %r = stablehlo.add %x, %x : tensor<?xf32>
      return %r : tensor<?xf32>
    }""")
    StablehloRefineArgumentsPass(types=("tensor<4xf32>", "tensor<2xf32>")).apply(context(), module)
    verify_module(module)
    (func,) = [op for op in module.ops if isinstance(op, FuncOp)]
    assert str(func.function_type) == "(tensor<4xf32>, tensor<2xf32>) -> tensor<?xf32>"
    printed = print_module(module)
    assert "@stablehlo.shape_refinement_operand_wrapper(%x, " in printed
    assert "dense<4> : tensor<1xi64>" in printed


@pytest.mark.parametrize(
    ("types", "error"),
    [
        (["tensor<4xf32>"], "number of refinements must match number of op operands 1 vs 2"),
        (
            ["tensor<4xi32>", "tensor<2xf32>"],
            "refinement element types must match in tensor<?xf32> -> tensor<4xi32>",
        ),
        (["tensor<4x1xf32>", "tensor<2xf32>"], "refinement rank must match operand rank"),
        (
            ["tensor<4xf32>", "tensor<3xf32>"],
            "argument 1, refinement dimension sizes must match for static dimensions",
        ),
        (["tensor<*xf32>", "tensor<2xf32>"], "refinement must be ranked"),
        (["!stablehlo.token", "tensor<2xf32>"], "refinement must be a tensor"),
        (["tensor<4xf33>", "tensor<2xf32>"], "Invalid type string: tensor<4xf33>"),
    ],
)
def test_types_that_do_not_refine_are_errors(types: list[str], error: str) -> None:
    module = parse("func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) { return }")
    with pytest.raises(
        PassFailedException, match=error.replace("(", r"\(").replace("?", r"\?").replace("*", r"\*")
    ):
        StablehloRefineArgumentsPass(types=tuple(types)).apply(context(), module)


def test_which_function_is_refined_has_to_be_clear() -> None:
    module = parse("func.func @f() { return }\nfunc.func @g() { return }")
    with pytest.raises(ShapeError, match="no more than one function or a `main` function"):
        StablehloRefineArgumentsPass().apply(context(), module)
