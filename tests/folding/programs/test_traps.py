"""One test for each mistake that constant folders have made elsewhere."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest

from tests.folding.support import fold, main, values
from tests.helpers.programs import parse
from xdsl_stablehlo.folding import FoldOptions, fold_module


def bits(value: float) -> bytes:
    return struct.pack(">f", value)


def binary(op: str, lhs: str, rhs: str, tensor: str, result: str | None = None) -> str:
    """`@main` that returns `op` of two constants."""
    result = result or tensor
    signature = tensor if result == tensor else f"({tensor}, {tensor}) -> {result}"
    return main(
        f"%a = stablehlo.constant dense<{lhs}> : {tensor}\n"
        f"%b = stablehlo.constant dense<{rhs}> : {tensor}\n"
        f"%r = stablehlo.{op} %a, %b : {signature}",
        result,
    )


def test_total_order_compare_is_that_of_ieee754() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<[-0.0, 1.0, 0xFFC00000, 0.0]> : tensor<4xf32>
        %b = stablehlo.constant dense<[0.0, 0x7FC00000, -1.0, -0.0]> : tensor<4xf32>
        %r = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
        """,
        "tensor<4xi1>",
    )
    assert values(fold(text).constants()[0]) == [True, True, True, False]


@pytest.mark.parametrize(("op", "zero"), [("maximum", 0.0), ("minimum", -0.0)])
def test_minimum_and_maximum_propagate_nan_and_order_zeros(op: str, zero: float) -> None:
    (result,) = fold(binary(op, "[0.0, -0.0, 0x7FC00000]", "[-0.0, 0.0, 1.0]", "tensor<3xf32>")).constants()
    assert [bits(x) for x in result[:2]] == [bits(zero)] * 2
    assert math.isnan(result[2])


def test_sign_keeps_negative_zero() -> None:
    text = main(
        "%a = stablehlo.constant dense<-0.0> : tensor<f32>\n%r = stablehlo.sign %a : tensor<f32>",
        "tensor<f32>",
    )
    assert bits(float(fold(text).constants()[0])) == bits(-0.0)


@pytest.mark.parametrize(("op", "other"), [("add", "0.0"), ("multiply", "0.0"), ("subtract", "%x")])
def test_float_identities_are_not_taken_for_granted(op: str, other: str) -> None:
    operand = other if other.startswith("%") else "%c"
    text = main(
        f"%c = stablehlo.constant dense<0.0> : tensor<2xf32>\n"
        f"%r = stablehlo.{op} %x, {operand} : tensor<2xf32>",
        "tensor<2xf32>",
        "%x: tensor<2xf32>",
    )
    assert f"stablehlo.{op}" in fold(text).ops()


def test_sums_are_not_reassociated() -> None:
    text = main(
        """
        %big = stablehlo.constant dense<1.0e8> : tensor<f32>
        %a = stablehlo.add %x, %big : tensor<f32>
        %r = stablehlo.subtract %a, %big : tensor<f32>
        """,
        "tensor<f32>",
        "%x: tensor<f32>",
    )
    assert fold(text).ops().count("stablehlo.add") == 1


@pytest.mark.parametrize("op", ["divide", "remainder"])
@pytest.mark.parametrize(("lhs", "rhs"), [("7", "0"), ("-128", "-1")])
def test_integer_division_without_a_result_stays(op: str, lhs: str, rhs: str) -> None:
    folded = fold(binary(op, f"[1, {lhs}]", f"[1, {rhs}]", "tensor<2xi8>"))
    assert folded.reasons() == {f"stablehlo.{op}": "undefined"}


@pytest.mark.parametrize("corner", [5, 1])
def test_a_matrix_without_a_factor_is_not_factorised_in_a_function_either(corner: int) -> None:
    kind = "tensor<2x2xf64>"
    text = f"""
    func.func private @factor(%a: {kind}) -> {kind} {{
      %r = "stablehlo.cholesky"(%a) {{lower = true}} : ({kind}) -> {kind}
      return %r : {kind}
    }}
    func.func @main() -> {kind} {{
      %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, {corner}.0]]> : {kind}
      %r = func.call @factor(%a) : ({kind}) -> {kind}
      return %r : {kind}
    }}
    """
    folded = fold(text)
    assert ("func.call" in folded.ops()) == (corner == 1)
    if corner == 1:
        reason = "runs 'stablehlo.cholesky', whose evaluation is undefined: a matrix is not positive-definite"
        assert reason in [kept.reason for kept in folded.report.kept]


@pytest.mark.parametrize("amount", ["8", "40", "-1"])
@pytest.mark.parametrize(
    ("op", "expected"),
    [("shift_left", [80, 0]), ("shift_right_arithmetic", [20, -1]), ("shift_right_logical", [20, 0])],
)
def test_shifts_beyond_the_width_shift_everything_out(op: str, expected: list[int], amount: str) -> None:
    """Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32."""
    folded = fold(binary(op, "[40, -8]", f"[1, {amount}]", "tensor<2xi8>"))
    assert values(folded.constants()[0]) == expected


def test_unsigned_indices_stay_unsigned() -> None:
    text = main(
        """
        %x = stablehlo.iota dim = 0 : tensor<255xi32>
        %i = stablehlo.constant dense<200> : tensor<ui8>
        %r = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<255xi32>, tensor<ui8>) -> tensor<1xi32>
        """,
        "tensor<1xi32>",
    )
    assert values(fold(text).constants()[0]) == [200]


def test_addition_of_booleans_is_or() -> None:
    (result,) = fold(binary("add", "[true, true, false]", "[true, false, false]", "tensor<3xi1>")).constants()
    assert values(result) == [True, True, False]


def test_a_scalar_predicate_selects_whole_tensors() -> None:
    text = main(
        """
        %p = stablehlo.constant dense<true> : tensor<i1>
        %a = stablehlo.constant dense<[3, 7, -3]> : tensor<3xi32>
        %b = stablehlo.constant dense<0> : tensor<3xi32>
        %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<3xi32>
        """,
        "tensor<3xi32>",
    )
    assert values(fold(text).constants()[0]) == [3, 7, -3]


def test_one_is_not_neutral_for_and() -> None:
    text = main(
        "%c = stablehlo.constant dense<1> : tensor<i8>\n%r = stablehlo.and %x, %c : tensor<i8>",
        "tensor<i8>",
        "%x: tensor<i8>",
    )
    assert "stablehlo.and" in fold(text).ops()


@pytest.mark.parametrize(
    ("source", "literal", "target", "expected"),
    [
        ("f64", "-431.99999999999994", "f8E4M3FN", -416.0),
        ("f64", "1.00390625000000022", "bf16", 1.0078125),
        ("i32", "16842753", "bf16", 16908288.0),
        ("f64", "2.0e3", "f8E4M3FN", math.nan),
        ("f64", "1.0e6", "f8E5M2", math.inf),
    ],
)
def test_small_floats_are_rounded_once_and_overflow_as_their_type_says(
    source: str, literal: str, target: str, expected: float
) -> None:
    text = main(
        f"%a = stablehlo.constant dense<{literal}> : tensor<{source}>\n"
        f"%r = stablehlo.convert %a : (tensor<{source}>) -> tensor<{target}>",
        f"tensor<{target}>",
    )
    result = float(fold(text).constants()[0])
    assert result == expected or (math.isnan(result) and math.isnan(expected))


def test_a_round_trip_through_a_small_float_rounds() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<1.001> : tensor<f32>
        %b = stablehlo.convert %a : (tensor<f32>) -> tensor<bf16>
        %r = stablehlo.convert %b : (tensor<bf16>) -> tensor<f32>
        """,
        "tensor<f32>",
    )
    assert float(fold(text).constants()[0]) == 1.0


def test_float_to_integer_saturates_and_nan_is_zero() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<[300.0, -300.0, 0x7FC00000, -1.9]> : tensor<4xf32>
        %r = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi8>
        """,
        "tensor<4xi8>",
    )
    assert values(fold(text).constants()[0]) == [127, -128, 0, -1]


def test_sub_byte_shifts_wrap_in_their_width() -> None:
    (result,) = fold(binary("shift_left", "[7, 3]", "[1, 2]", "tensor<2xi4>")).constants()
    assert [int(x) for x in result] == [-2, -4]


def test_integer_power_with_negative_exponent() -> None:
    (result,) = fold(binary("power", "[2, 1, -1, -1]", "[-1, -5, -3, -2]", "tensor<4xi32>")).constants()
    assert values(result) == [0, 1, -1, 1]


def test_complex_division_near_overflow() -> None:
    (result,) = fold(
        binary("divide", "(1.0e38, 1.0e38)", "(1.0e38, 1.0e38)", "tensor<complex<f32>>")
    ).constants()
    assert complex(result) == 1 + 0j


def test_long_sums_do_not_stall() -> None:
    text = main(
        """
        %x = stablehlo.constant dense<1.0> : tensor<33554432x2xf32>
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] :
            (tensor<33554432x2xf32>, tensor<f32>) -> tensor<2xf32>
        """,
        "tensor<2xf32>",
    )
    assert values(fold(text, check=False).constants()[0]) == [2.0**25] * 2


def test_reducing_no_elements_gives_the_initial_value() -> None:
    text = main(
        """
        %z = stablehlo.constant dense<7> : tensor<i32>
        %r = stablehlo.reduce(%x init: %z) across dimensions = [0] :
            (tensor<0x2xi32>, tensor<i32>) -> tensor<2xi32>
        reducer(%a: tensor<i32>, %b: tensor<i32>) {
          %c = stablehlo.constant dense<3> : tensor<i32>
          stablehlo.return %c : tensor<i32>
        }
        """,
        "tensor<2xi32>",
        "%x: tensor<0x2xi32>",
    )
    assert values(fold(text).constants()[0]) == [7, 7]


def test_the_comparator_orders_nan_and_sorting_is_stable() -> None:
    text = """
    func.func @main() -> (tensor<5xf32>, tensor<5xi32>) {
      %k = stablehlo.constant dense<[1.0, 0x7FC00000, -0.0, 0.0, -1.0]> : tensor<5xf32>
      %v = stablehlo.iota dim = 0 : tensor<5xi32>
      %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
        %p = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %nan = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %q = stablehlo.or %p, %nan : tensor<i1>
        %number = stablehlo.compare EQ, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %s = stablehlo.and %q, %number : tensor<i1>
        stablehlo.return %s : tensor<i1>
      }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
      return %r#0, %r#1 : tensor<5xf32>, tensor<5xi32>
    }
    """
    assert values(fold(text).constants()[1]) == [0, 2, 3, 4, 1]


def test_code_that_cannot_run_is_not_evaluated() -> None:
    text = """
    func.func @main() -> tensor<i32> {
      %p = stablehlo.constant dense<false> : tensor<i1>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %dead = stablehlo.divide %zero, %zero : tensor<i32>
      %r = "stablehlo.if"(%p) ({
        %0 = stablehlo.divide %zero, %zero : tensor<i32>
        stablehlo.return %0 : tensor<i32>
      }, {
        %1 = stablehlo.constant dense<5> : tensor<i32>
        stablehlo.return %1 : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      return %r : tensor<i32>
    }
    """
    folded = fold(text)
    assert values(folded.constants()[0]) == 5
    assert folded.ops() == ["stablehlo.constant"]
    assert "stablehlo.divide" not in folded.report.folded


def endless(limit_type: str = "tensor<i32>") -> str:
    return main(
        f"""
        %z = stablehlo.constant dense<0> : {limit_type}
        %r = stablehlo.while(%i = %z) : {limit_type}
        cond {{
          %t = stablehlo.compare GE, %i, %i : ({limit_type}, {limit_type}) -> tensor<i1>
          stablehlo.return %t : tensor<i1>
        }} do {{
          %one = stablehlo.constant dense<1> : {limit_type}
          %n = stablehlo.add %i, %one : {limit_type}
          stablehlo.return %n : {limit_type}
        }}
        """,
        limit_type,
    )


def test_endless_loops_stop_at_the_limit() -> None:
    folded = fold(endless(), check=False, loop_limit=1000)
    assert folded.reasons() == {"stablehlo.while": "loop-limit"}
    assert fold(endless(), check=False, work_budget=100_000).reasons() == {"stablehlo.while": "work-budget"}


def test_a_size_known_at_run_time_only_is_not_guessed() -> None:
    text = main(
        """
        %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
        """,
        "tensor<?xi32>",
        "%n: tensor<1xi64>",
    )
    assert fold(text, check=False).ops() == ["stablehlo.dynamic_iota"]


def test_large_broadcasts_and_iotas_stay_symbolic() -> None:
    text = """
    func.func @main() -> (tensor<100000x100000xf32>, tensor<1000000xi32>, tensor<3xi32>) {
      %c = stablehlo.constant dense<2.0> : tensor<f32>
      %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<100000x100000xf32>
      %s = stablehlo.multiply %b, %b : tensor<100000x100000xf32>
      %i = stablehlo.iota dim = 0 : tensor<1000000xi32>
      %t = stablehlo.slice %i [10:13] : (tensor<1000000xi32>) -> tensor<3xi32>
      return %s, %i, %t : tensor<100000x100000xf32>, tensor<1000000xi32>, tensor<3xi32>
    }
    """
    folded = fold(text, check=False)
    assert folded.ops().count("stablehlo.iota") == 1
    assert "dense<4.000000e+00> : tensor<100000x100000xf32>" in folded.text
    assert "dense<[10, 11, 12]> : tensor<3xi32>" in folded.text
    assert folded.reasons() == {"stablehlo.iota": "element-limit"}


@pytest.mark.parametrize("shape", ["1000000x1000000", "4294967296x4294967296", "3037000500x3037000500x4"])
def test_hostile_sizes_are_counted_before_anything_is_evaluated(shape: str) -> None:
    text = main(
        f"""
        %i = stablehlo.iota dim = 0 : tensor<{shape}xi32>
        %j = stablehlo.iota dim = 1 : tensor<{shape}xi32>
        %r = stablehlo.add %i, %j : tensor<{shape}xi32>
        """,
        f"tensor<{shape}xi32>",
    )
    assert fold(text, check=False).ops() == ["stablehlo.iota", "stablehlo.iota", "stablehlo.add"]


def test_an_unknown_size_does_not_stop_the_chain_behind_a_known_one() -> None:
    text = main(
        """
        %n = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
        %i = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x?xi32>
        %a = stablehlo.add %i, %i : tensor<?x?xi32>
        %s = stablehlo.constant dense<[4]> : tensor<1xi64>
        %d = stablehlo.dynamic_reshape %a, %s : (tensor<?x?xi32>, tensor<1xi64>) -> tensor<4xi32>
        %r = stablehlo.add %d, %d : tensor<4xi32>
        """,
        "tensor<4xi32>",
    )
    assert values(fold(text).constants()[0]) == [0, 0, 4, 4]


def test_old_constants_go_and_equal_ones_are_made_once() -> None:
    text = """
    func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
      %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %b = stablehlo.add %a, %a : tensor<2xf32>
      %c = stablehlo.constant dense<2.0> : tensor<2xf32>
      %d = stablehlo.multiply %a, %c : tensor<2xf32>
      %e = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
      return %b, %d, %e : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
    }
    """
    folded = fold(text)
    assert folded.ops() == ["stablehlo.constant"]


def test_signed_zeros_are_different_constants() -> None:
    text = """
    func.func @main() -> (tensor<f32>, tensor<f32>) {
      %a = stablehlo.constant dense<0.0> : tensor<f32>
      %b = stablehlo.negate %a : tensor<f32>
      %c = stablehlo.abs %b : tensor<f32>
      return %b, %c : tensor<f32>, tensor<f32>
    }
    """
    assert [bits(float(x)) for x in fold(text).constants()] == [bits(-0.0), bits(0.0)]


def test_attributes_and_locations_survive_and_sharding_keeps_constants_apart() -> None:
    text = """
    func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
      %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %b = stablehlo.add %a, %a {mhlo.sharding = "{replicated}"} : tensor<2xf32> loc("model.py":7:3)
      %c = stablehlo.add %a, %a {mhlo.sharding = "{devices=[2]0,1}"} : tensor<2xf32> loc("model.py":8:3)
      return %b, %c : tensor<2xf32>, tensor<2xf32>
    }
    """
    folded = fold(text)
    assert folded.ops() == ["stablehlo.constant"] * 2
    assert folded.text.count("mhlo.sharding") == 2
    assert [constant.location for constant in folded.report.constants] == ["model.py:7:3", "model.py:8:3"]


def test_a_barrier_is_respected_unless_asked_otherwise() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<1.0> : tensor<f32>
        %b = stablehlo.optimization_barrier %a : tensor<f32>
        %r = stablehlo.add %b, %b : tensor<f32>
        """,
        "tensor<f32>",
    )
    folded = fold(text)
    assert folded.ops() == ["stablehlo.constant", "stablehlo.optimization_barrier", "stablehlo.add"]
    assert folded.reasons() == {"stablehlo.optimization_barrier": "barrier"}
    assert fold(text, fold_barriers=True).ops() == ["stablehlo.constant"]


def test_nan_bits_do_not_matter_but_nan_does() -> None:
    (result,) = fold(binary("subtract", "0x7F800000", "0x7F800000", "tensor<f32>")).constants()
    assert math.isnan(float(result))


def test_quantized_weights_stay_packed() -> None:
    quantized = "tensor<4x!quant.uniform<i8:f32, 0.5>>"
    text = main(
        f"""
        %a = stablehlo.constant() {{value = dense<[1, 2, 3, 4]> : tensor<4xi8>}} : () -> {quantized}
        %t = stablehlo.reverse %a, dims = [0] : {quantized}
        %r = stablehlo.uniform_dequantize %t : ({quantized}) -> tensor<4xf32>
        """,
        "tensor<4xf32>",
    )
    assert values(fold(text).constants()[0]) == [2.0, 1.5, 1.0, 0.5]


def test_folding_never_raises_and_never_touches_what_it_cannot_fold() -> None:
    module = parse(endless())
    report = fold_module(module, FoldOptions(loop_limit=3))
    assert [kept.code for kept in report.explained()] == ["loop-limit"]
    assert np.isfinite(report.seconds)


def test_arithmetic_on_quantized_tensors_is_that_of_what_they_express() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
        %p = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.1:-30>>
        %q = stablehlo.uniform_quantize %b : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-20>>
        %s = stablehlo.add %p, %q : (tensor<2x!quant.uniform<i8:f32, 0.1:-30>>,
            tensor<2x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-20>>
        %r = stablehlo.bitcast_convert %s : (tensor<2x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<2xi8>
        """,
        "tensor<2xi8>",
    )
    assert values(fold(text).constants()[0]) == [-12, -8]


def test_calls_with_rows_and_with_columns_are_different_calls() -> None:
    """What is stored of the two arguments is the same, and so are their shapes."""
    text = """
      func.func @main(%y: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
        %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %a = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
        %b = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
        %r:2 = func.call @f(%a, %y) : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
        %s:2 = func.call @f(%b, %y) : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
        return %r#0, %s#0 : tensor<2x2xf32>, tensor<2x2xf32>
      }
      func.func private @f(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
        %r = stablehlo.add %x, %x : tensor<2x2xf32>
        %t = stablehlo.add %y, %x : tensor<2x2xf32>
        return %r, %t : tensor<2x2xf32>, tensor<2x2xf32>
      }
    """
    rows, columns = fold(text).constants()
    assert rows.tolist() == [[2.0, 2.0], [4.0, 4.0]]
    assert columns.tolist() == [[2.0, 4.0], [2.0, 4.0]]
