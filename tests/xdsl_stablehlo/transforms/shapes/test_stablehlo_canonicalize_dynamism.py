"""Ops without shape operands in the place of those with: what they compute, and where they stay."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.oracle import oracle
from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.shapes.refinements import ShapeError
from xdsl_stablehlo.transforms.shapes.static_forms import StablehloCanonicalizeDynamismPass

X = np.arange(12, dtype=np.float32).reshape(3, 4)

CONV = """window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>,
  dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
  feature_group_count = 1 : i64, batch_group_count = 1 : i64"""

GATHER = """dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
  index_vector_dim = 1>, indices_are_sorted = false"""


def canonical(text: str) -> str:
    """What becomes of a program on `%x: tensor<3x4xf32>`; it computes the same as before, in Python and in C++."""
    module = parse(text)
    before = [np.asarray(result.array) for result in eval_module(module, [X])]
    StablehloCanonicalizeDynamismPass().apply(context(), module)
    verify_module(module)
    printed = print_module(module)
    for results in ([result.array for result in eval_module(module, [X])], oracle(printed, X)):
        for old, new in zip(before, results, strict=True):
            np.testing.assert_array_equal(old, np.asarray(new))
    return printed


def program(body: str, result: str) -> str:
    """A function of `%x: tensor<3x4xf32>` that returns `%r`."""
    return f"func.func @main(%x: tensor<3x4xf32>) -> {result} {{\n{body}\nreturn %r : {result}\n}}"


@pytest.mark.parametrize(
    ("op", "static", "body", "result"),
    [
        (
            "dynamic_reshape",
            "reshape",
            "%s = stablehlo.constant dense<[2, 6]> : tensor<2xi32>\n"
            "%r = stablehlo.dynamic_reshape %x, %s : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x6xf32>",
            "tensor<2x6xf32>",
        ),
        (
            "dynamic_broadcast_in_dim",
            "broadcast_in_dim",
            "%s = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi64>\n"
            "%r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<3x4xf32>, tensor<3xi64>)"
            " -> tensor<2x3x4xf32>",
            "tensor<2x3x4xf32>",
        ),
        (
            "dynamic_iota",
            "iota",
            "%s = stablehlo.constant dense<[3, 4]> : tensor<2xi64>\n"
            "%i = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<3x4xf32>\n"
            "%r = stablehlo.add %x, %i : tensor<3x4xf32>",
            "tensor<3x4xf32>",
        ),
        (
            "dynamic_pad",
            "pad",
            "%l = stablehlo.constant dense<[1, -1]> : tensor<2xi64>\n"
            "%h = stablehlo.constant dense<[0, 2]> : tensor<2xi64>\n"
            "%i = stablehlo.constant dense<[1, 0]> : tensor<2xi64>\n"
            "%v = stablehlo.constant dense<7.0> : tensor<f32>\n"
            "%r = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<3x4xf32>, tensor<f32>, tensor<2xi64>,"
            " tensor<2xi64>, tensor<2xi64>) -> tensor<6x5xf32>",
            "tensor<6x5xf32>",
        ),
        (
            "real_dynamic_slice",
            "slice",
            "%s = stablehlo.constant dense<[1, 0]> : tensor<2xi64>\n"
            "%l = stablehlo.constant dense<[3, 4]> : tensor<2xi64>\n"
            "%t = stablehlo.constant dense<[1, 3]> : tensor<2xi64>\n"
            "%r = stablehlo.real_dynamic_slice %x, %s, %l, %t : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>,"
            " tensor<2xi64>) -> tensor<2x2xf32>",
            "tensor<2x2xf32>",
        ),
        (
            "real_dynamic_slice",
            "dynamic_slice",
            "%n = stablehlo.constant dense<[2, 1]> : tensor<2xi64>\n%t = stablehlo.constant dense<1> : tensor<2xi64>\n"
            "%f = stablehlo.slice %x [0:1, 1:3] : (tensor<3x4xf32>) -> tensor<1x2xf32>\n"
            "%g = stablehlo.reshape %f : (tensor<1x2xf32>) -> tensor<2xf32>\n"
            "%s = stablehlo.convert %g : (tensor<2xf32>) -> tensor<2xi64>\n%l = stablehlo.add %n, %s : tensor<2xi64>\n"
            "%r = stablehlo.real_dynamic_slice %x, %s, %l, %t : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>,"
            " tensor<2xi64>) -> tensor<2x1xf32>",
            "tensor<2x1xf32>",
        ),
        (
            "dynamic_gather",
            "gather",
            "%i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>\n"
            "%s = stablehlo.constant dense<[1, 4]> : tensor<2xi32>\n"
            f'%r = "stablehlo.dynamic_gather"(%x, %i, %s) <{{{GATHER}}}> : '
            "(tensor<3x4xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xf32>",
            "tensor<2x4xf32>",
        ),
        (
            "dynamic_conv",
            "convolution",
            "%b = stablehlo.reshape %x : (tensor<3x4xf32>) -> tensor<1x3x4x1xf32>\n"
            "%k = stablehlo.constant dense<[[[[1.0]], [[2.0]]], [[[-1.0]], [[0.5]]]]> : tensor<2x2x1x1xf32>\n"
            "%p = stablehlo.constant dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>\n"
            f'%r = "stablehlo.dynamic_conv"(%b, %k, %p) <{{{CONV}}}> : (tensor<1x3x4x1xf32>, tensor<2x2x1x1xf32>,'
            " tensor<2x2xi64>) -> tensor<1x3x5x1xf32>",
            "tensor<1x3x5x1xf32>",
        ),
    ],
)
def test_static_forms_compute_the_same(op: str, static: str, body: str, result: str) -> None:
    after = canonical(program(body, result))
    assert f"stablehlo.{op}" not in after.replace("stablehlo.dynamic_slice", "")
    assert f"stablehlo.{static}" in after


@pytest.mark.parametrize(
    "body",
    [
        # A shape that is not constant, a result whose sizes are not known, and sizes that contradict the result.
        "%r = stablehlo.dynamic_reshape %x, %s : (tensor<12xf32>, tensor<2xi64>) -> tensor<2x6xf32>",
        "%c = stablehlo.constant dense<[2, 6]> : tensor<2xi64>\n"
        "%d = stablehlo.dynamic_reshape %x, %c : (tensor<12xf32>, tensor<2xi64>) -> tensor<?x6xf32>\n"
        "%r = stablehlo.constant dense<0.0> : tensor<2x6xf32>",
        # The limit is not the start and known sizes, and steps are not 1.
        "%c = stablehlo.constant dense<1> : tensor<1xi64>\n%l = stablehlo.add %t, %t : tensor<1xi64>\n"
        "%d = stablehlo.real_dynamic_slice %x, %t, %l, %c : "
        "(tensor<12xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>\n"
        "%r = stablehlo.constant dense<0.0> : tensor<2x6xf32>",
        "%c = stablehlo.constant dense<2> : tensor<1xi64>\n%l = stablehlo.add %t, %c : tensor<1xi64>\n"
        "%d = stablehlo.real_dynamic_slice %x, %t, %l, %c : "
        "(tensor<12xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>\n"
        "%r = stablehlo.constant dense<0.0> : tensor<2x6xf32>",
    ],
)
def test_what_is_not_known_stays(body: str) -> None:
    module = parse(
        "func.func @main(%x: tensor<12xf32>, %s: tensor<2xi64>, %t: tensor<1xi64>) -> tensor<2x6xf32> {\n"
        f"{body}\nreturn %r : tensor<2x6xf32>\n}}"
    )
    before = print_module(module)
    StablehloCanonicalizeDynamismPass().apply(context(), module)
    assert print_module(module) == before


@pytest.mark.parametrize(
    ("attribute", "error"),
    [
        ("dense<[1]> : tensor<1xi32>", "must have i64 element type"),
        ("dense<[[1]]> : tensor<1x1xi64>", "must have rank = 1"),
        ("1 : i64", "must be an elements attribute"),
        (
            "dense<[1, 1]> : tensor<2xi64>",
            "number of elements (2) must be equal to the number of operation results (1)",
        ),
        (
            "dense<2> : tensor<1xi64>",
            "index #0 (2) must be within bounds for operation operands (from 0 to 2)",
        ),
        (
            "dense<-1> : tensor<1xi64>",
            "index #0 (-1) must be within bounds for operation operands (from 0 to 2)",
        ),
        ("dense<1> : tensor<1xi64>", "refinement #0 ([2, 7]) must be compatible with operation result #0"),
    ],
)
def test_custom_calls_that_state_shapes_wrongly(attribute: str, error: str) -> None:
    module = parse(f"""
    func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {{
      %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
      %r = stablehlo.custom_call @foo(%x, %s) {{indices_of_shape_operands = {attribute}}}
        : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
      return %r : tensor<2x6xf32>
    }}""")
    with pytest.raises(ShapeError) as raised:
        StablehloCanonicalizeDynamismPass().apply(context(), module)
    assert error in str(raised.value)
    assert raised.value.op.name == "stablehlo.custom_call"
