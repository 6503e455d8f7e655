"""CHLO in terms of StableHLO: what C++ computes from the legalized program is what CHLO's own entry gives."""

from __future__ import annotations

import re

import numpy as np
import pytest
from xdsl.utils.exceptions import PassFailedException

from tests.helpers.oracle import oracle
from tests.helpers.programs import assert_same, context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.programs.verification import ProgramWarning
from xdsl_stablehlo.transforms.chlo.legalize import ChloLegalizeToStablehloPass
from xdsl_stablehlo.transforms.functions import StablehloLegalizeCompositeToCallPass

CUMULATIVE = """
func.func @main() -> (tensor<2x3xi32>, tensor<2xi32>) {{
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %init = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %out:2 = chlo.scan(%x) inits(%init) dimension=1 {attributes}{{
  ^bb0(%value: tensor<2xi32>, %carry: tensor<2xi32>):
    %sum = stablehlo.add %value, %carry : tensor<2xi32>
    stablehlo.return %sum, %sum : tensor<2xi32>, tensor<2xi32>
  }} : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return %out#0, %out#1 : tensor<2x3xi32>, tensor<2xi32>
}}
"""

RAGGED = """
func.func @main() -> {result} {{
  %lhs = stablehlo.constant dense<{lhs}> : {lhs_type}
  %rhs = stablehlo.constant dense<{rhs}> : {rhs_type}
  %sizes = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [],
    lhs_contracting_dimensions = [{contracting[0]}], rhs_contracting_dimensions = [{contracting[1]}],
    lhs_ragged_dimensions = [{ragged}], rhs_group_dimensions = [{groups}]>,
    precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}}>
    : ({lhs_type}, {rhs_type}, tensor<2xi64>) -> {result}
  return %r : {result}
}}
"""


def binary(op: str, lhs: str, rhs: str, types: tuple[str, str, str]) -> str:
    """A program of one op on two constants."""
    return f"""
func.func @main() -> {types[2]} {{
  %lhs = stablehlo.constant dense<{lhs}> : {types[0]}
  %rhs = stablehlo.constant dense<{rhs}> : {types[1]}
  %r = {op.format("%lhs, %rhs")} : ({types[0]}, {types[1]}) -> {types[2]}
  return %r : {types[2]}
}}
"""


def unary(op: str, operand: str, operand_type: str, result: str) -> str:
    """A program of one op on a constant."""
    return f"""
func.func @main() -> {result} {{
  %x = stablehlo.constant dense<{operand}> : {operand_type}
  %r = {op} %x : {operand_type} -> {result}
  return %r : {result}
}}
"""


def high_product(element_type: str, lhs: str, rhs: str) -> str:
    return binary(
        '"chlo.mulhi"({})',
        lhs,
        rhs,
        (f"tensor<3x{element_type}>", f"tensor<3x{element_type}>", f"tensor<3x{element_type}>"),
    )


LEAST = -(1 << 63)
PROGRAMS = {
    "mulhi_ui16": high_product("ui16", "[65535, 40000, 1]", "[65535, 2, 1]"),
    "mulhi_i32": high_product("i32", "[-2147483648, 100000, -1]", "[-2147483648, -100000, 1]"),
    "mulhi_i64": high_product("i64", f"[{LEAST}, {LEAST}, -1]", f"[{LEAST}, 3, 5]"),
    "mulhi_ui64": high_product("ui64", f"[{2**64 - 1}, {2**63 + 7}, 12]", f"[{2**64 - 1}, {2**40 + 3}, 5]"),
    "broadcast_add_numpy": binary(
        '"chlo.broadcast_add"({})',
        "[1, 2, 3]",
        "[[10], [20]]",
        ("tensor<3xi32>", "tensor<2x1xi32>", "tensor<2x3xi32>"),
    ),
    "broadcast_subtract_dimensions": binary(
        '"chlo.broadcast_subtract"({}) <{{broadcast_dimensions = array<i64: 0>}}>',
        "[[1, 2], [3, 4]]",
        "[10, 20]",
        ("tensor<2x2xi32>", "tensor<2xi32>", "tensor<2x2xi32>"),
    ),
    "broadcast_compare": binary(
        '"chlo.broadcast_compare"({}) <{{comparison_direction = #chlo<comparison_direction GE>}}>',
        "[1.0, 2.0, 0x7FC00000]",
        "2.0",
        ("tensor<3xf32>", "tensor<f32>", "tensor<3xi1>"),
    ),
    "square": unary("chlo.square", "[3.0, -2.0]", "tensor<2xf32>", "tensor<2xf32>"),
    "is_inf": unary("chlo.is_inf", "[0xFF800000, 1.0, 0x7F800000]", "tensor<3xf32>", "tensor<3xi1>"),
    "is_neg_inf": unary("chlo.is_neg_inf", "[0xFF800000, 1.0, 0x7F800000]", "tensor<3xf32>", "tensor<3xi1>"),
    "is_pos_inf": unary("chlo.is_pos_inf", "[0xFF800000, 1.0, 0x7F800000]", "tensor<3xf32>", "tensor<3xi1>"),
    "conj": unary("chlo.conj", "[(1.0, 2.0)]", "tensor<1xcomplex<f32>>", "tensor<1xcomplex<f32>>"),
    "cosh_f64": unary("chlo.cosh", "[-2.0, 0.0, 0.5, 1.0]", "tensor<4xf64>", "tensor<4xf64>"),
    "sinh_f16": unary("chlo.sinh", "[-2.0, 0.0009765625, 0.5, 8.0]", "tensor<4xf16>", "tensor<4xf16>"),
    "top_k": """
func.func @main() -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %x = stablehlo.constant dense<[[1.0, 5.0, 5.0, -0.5], [0.0, -3.0, 2.0, 0x7F800000]]> : tensor<2x4xf32>
  %values, %indices = chlo.top_k(%x, k=3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %values, %indices : tensor<2x3xf32>, tensor<2x3xi32>
}
""",
    "scan": CUMULATIVE.format(attributes=""),
    "scan_reverse": CUMULATIVE.format(attributes="attributes {is_reverse = true} "),
    "ragged_dot_kept": RAGGED.format(
        lhs="[[1, 2], [3, 4], [5, 6], [7, 8]]",
        rhs="[[[1, 0], [0, 1]], [[2, 1], [1, 2]]]",
        lhs_type="tensor<4x2xi32>",
        rhs_type="tensor<2x2x2xi32>",
        result="tensor<4x2xi32>",
        contracting=(1, 1),
        ragged=0,
        groups=0,
    ),
    "ragged_dot_contracted": RAGGED.format(
        lhs="[[1, 2, 3], [4, 5, 6]]",
        rhs="[[1, 2], [3, 4], [5, 6]]",
        lhs_type="tensor<2x3xi32>",
        rhs_type="tensor<3x2xi32>",
        result="tensor<2x2x2xi32>",
        contracting=(1, 0),
        ragged=1,
        groups="",
    ),
    # Of group sizes 2 and 1: infinities of one group are nothing to the other.
    "ragged_dot_contracted_infinities": RAGGED.format(
        lhs="[[1.0, 2.0, 0xFF800000], [4.0, 5.0, 6.0]]",
        rhs="[[1.0, 0x7F800000], [3.0, 4.0], [5.0, 6.0]]",
        lhs_type="tensor<2x3xf32>",
        rhs_type="tensor<3x2xf32>",
        result="tensor<2x2x2xf32>",
        contracting=(1, 0),
        ragged=1,
        groups="",
    ),
}


ROUNDED_TWICE = {"cosh_f64", "sinh_f16"}
"""Sequences of ops that each round; the evaluators of the ops themselves round once."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_legalized_program_computes_the_same_in_cpp(name: str) -> None:
    module = parse(PROGRAMS[name])
    wanted = [np.asarray(tensor) for tensor in eval_module(module, ())]
    ChloLegalizeToStablehloPass().apply(context(), module)
    verify_module(module)
    assert "chlo." not in print_module(module)
    ulps = 2 if name in ROUNDED_TWICE else 0
    for actual, expected in zip(oracle(print_module(module)), wanted, strict=True):
        assert_same(actual, expected, ulps)


BROADCAST = """
func.func @main(%a: tensor<{a}>, %b: tensor<{b}>) -> tensor<{r}> {{
  %r = chlo.broadcast_add %a, %b : (tensor<{a}>, tensor<{b}>) -> tensor<{r}>
  return %r : tensor<{r}>
}}
"""


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            CUMULATIVE.format(attributes="")
            .replace("2x3xi32", "2x?xi32")
            .replace("%x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x?xi32>", "")
            .replace("@main()", "@main(%x: tensor<2x?xi32>)"),
            "failed to legalize operation 'chlo.scan' that was explicitly marked illegal: its sizes must be known",
        ),
    ],
)
def test_what_is_not_legalized_is_said(program: str, message: str) -> None:
    with pytest.raises(PassFailedException, match=re.escape(message)):
        ChloLegalizeToStablehloPass().apply(context(), parse(program))


def test_dimensions_that_are_none_of_the_result_are_warned_of_and_refused() -> None:
    text = BROADCAST.format(a="1x4xf32", b="4xf32", r="1x4xf32")
    module = parse(text.replace("%b :", "%b {broadcast_dimensions = array<i64: 2>} :"))
    with (
        pytest.warns(ProgramWarning, match="unsupported non prefix-padded dynamic rank broadcast_dimensions"),
        pytest.raises(LegalizationError, match="failed to legalize operation"),
    ):
        ChloLegalizeToStablehloPass().apply(context(), module)


@pytest.mark.parametrize(
    ("types", "ops"),
    [
        (("?xf32", "?x?xf32", "?x?xf32"), ["shape_of", "cstr_broadcastable", "assuming", "broadcast"]),
        (("?xf32", "2x1xf32", "2x?xf32"), ["const_shape", "cstr_broadcastable"]),
        (("?xf32, #stablehlo.bounds<9>", "f32", "?xf32, #stablehlo.bounds<9>"), ["set_dimension_size"]),
        (("?xf32, #stablehlo.bounds<9>",) * 3, []),
    ],
)
def test_broadcasts_of_unknown_sizes_are_valid_and_read_back(
    types: tuple[str, str, str], ops: list[str]
) -> None:
    module = parse(BROADCAST.format(a=types[0], b=types[1], r=types[2]))
    ChloLegalizeToStablehloPass().apply(context(), module)
    verify_module(module)
    text = print_module(module)
    assert print_module(parse(text)) == text
    assert "chlo." not in text
    assert all(op in text for op in ops)
    assert ops or "_size" not in text


COMPOSITES = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.composite "my.double" %x {decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
  %b = stablehlo.composite "my.kept" %a {decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}
func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
"""


def test_composites_become_calls_except_those_named() -> None:
    module = parse(COMPOSITES)
    StablehloLegalizeCompositeToCallPass(("my.kept",)).apply(context(), module)
    verify_module(module)
    text = print_module(module)
    assert "call @double(%x)" in text
    assert text.count("stablehlo.composite") == 1
    (result,) = eval_module(module, [np.array([1, 2], np.float32)])
    assert np.asarray(result).tolist() == [4, 8]
