"""The check dialect, and the custom calls that check."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from tests.helpers.programs import evaluate, function
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.kernels.check import expect_almost_eq, expect_close, ulp_difference
from xdsl_stablehlo.interpreter.kernels.support.output import probing, write_probe


def checked(statement: str, lhs: str, rhs: str, kind: str) -> None:
    """Evaluate a check of `%x` and `%y`, which are constants."""
    body = f"""%x = stablehlo.constant dense<{lhs}> : {kind}
    %y = stablehlo.constant dense<{rhs}> : {kind}
    {statement}"""
    evaluate(function(body))


EQ = "check.expect_eq %x, %y : {0}"
EQ_CALL = "stablehlo.custom_call @check.expect_eq(%x, %y) : ({0}, {0}) -> ()"
ALMOST = "check.expect_almost_eq %x, %y : {0}"
ALMOST_CALL = "stablehlo.custom_call @check.expect_almost_eq(%x, %y) : ({0}, {0}) -> ()"
CLOSE = "check.expect_close %x, %y, max_ulp_difference = 3 : {0}, {0}"
CLOSE_CALL = "stablehlo.custom_call @check.expect_close(%x, %y) : ({0}, {0}) -> ()"
F = "tensor<3xf32>"
N = "tensor<3xi4>"
C = "tensor<complex<f32>>"

HOLDS = [
    (EQ, "[1, -8, 7]", "[1, -8, 7]", N),
    (EQ_CALL, "[true, false]", "[true, false]", "tensor<2xi1>"),
    (EQ, "[0.0, 0x7FC00000, 0x7F800000]", "[-0.0, 0xFFC00001, 0x7F800000]", F),
    (EQ, "(1.0, -0.0)", "(1.0, 0.0)", C),
    (ALMOST, "[1.0, 0x7FC00000, 0x7F800000]", "[1.00009, 0x7FC00000, 0x7F800000]", F),
    (ALMOST_CALL, "[1.0, 0.0, 0.0]", "[1.0009, 0.0, 0.0]", F),
    (ALMOST, "(1.0, 1.0)", "(1.00005, 0.99995)", C),
    (CLOSE, "[1.0, 0x7FC00000, 0x7F800000]", "[0x3F800003, 0xFFC00000, 0x7F800000]", F),
    (CLOSE, "[0.0, 0x00000001, 1.0]", "[-0.0, 0x80000002, 1.0]", F),
    (CLOSE_CALL, "(1.0, 1.0)", "(0x3F800003, 0x3F800001)", C),
    ("check.expect_close %x, %y, max_ulp_difference = 1 : {0}, {0}", "[1.0]", "[1.001]", "tensor<1xf16>"),
]


@pytest.mark.parametrize(("statement", "lhs", "rhs", "kind"), HOLDS)
def test_check_holds(statement: str, lhs: str, rhs: str, kind: str) -> None:
    checked(statement.format(kind), lhs, rhs, kind)


FAILS = [
    (
        EQ,
        "[1, -8, 7]",
        "[1, -7, 6]",
        N,
        r"-8 \(actual\) vs -7 \(expected\) at index \[1\]; 7 .* 2 of 3 elements",
    ),
    (EQ_CALL, "true", "false", "tensor<i1>", r"True \(actual\) vs False \(expected\) at index \[\]"),
    (
        EQ,
        "[0.0, 0x7FC00000, 1.0]",
        "[0.0, 0.0, 1.0]",
        F,
        r"nan \(actual\) vs 0.0 \(expected\) at index \[1\]",
    ),
    (EQ, "(1.0, 1.0)", "(1.0, 2.0)", C, r"\(1\+1j\) \(actual\) vs \(1\+2j\)"),
    (ALMOST, "[1.0, 0.0, 0.0]", "[1.0002, 0.0, 0.0]", F, r"with tolerance 0.000100: 1.0 \(actual\)"),
    (ALMOST, "[0x7F800000, 0.0, 0.0]", "[3.4e38, 0.0, 0.0]", F, r"inf \(actual\) vs 3.4e\+38"),
    (ALMOST_CALL, "[1.0, 0.0, 0.0]", "[1.002, 0.0, 0.0]", F, "with tolerance 0.001000"),
    (ALMOST, "(1.0, 1.0)", "(1.0, 1.001)", C, r"\(1\+1j\) \(actual\)"),
    (
        CLOSE,
        "[1.0, 0.0, 0.0]",
        "[0x3F800004, 0.0, 0.0]",
        F,
        r"actual=1.0, .* ULP difference=4 .*2 of 0, .*1 of 4 and more",
    ),
    (CLOSE, "[0x7F800000, 0.0, 0.0]", "[0x7F7FFFFF, 0.0, 0.0]", F, r"ULP difference=18446744073709551615"),
    (CLOSE_CALL, "(1.0, 1.0)", "(1.0, 1.1)", C, r"maximal ULP difference=3 limit"),
]


@pytest.mark.parametrize(("statement", "lhs", "rhs", "kind", "message"), FAILS)
def test_check_fails(statement: str, lhs: str, rhs: str, kind: str, message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        checked(statement.format(kind), lhs, rhs, kind)


def test_ulp_difference_counts_representable_values() -> None:
    x = np.array([1.0, -1.0, 0.0, np.inf, np.nan], np.float64)
    y = np.array([np.nextafter(1.0, 2.0), 1.0, -5e-324, np.inf, -np.nan], np.float64)
    assert ulp_difference(x, y).tolist() == [1, 2 * 0x3FF0000000000000, 1, 0, 0]


def test_ulp_difference_at_negative_zero() -> None:
    """-0 is where 0 is: as far from the numbers of either sign."""
    least = np.float32(1e-45)
    x = np.array([-0.0, -0.0, -0.0, -0.0, least, -least, -0.0], np.float32)
    y = np.array([-0.0, 0.0, least, -least, -0.0, -0.0, 1.0], np.float32)
    assert ulp_difference(x, y).tolist() == [0, 0, 1, 1, 1, 1, 0x3F800000]
    halves = np.array([-0.0, 6e-8], np.float16)
    assert ulp_difference(halves, halves[::-1]).tolist() == [1, 1]
    turned = np.array([complex(-0.0, 0.0), complex(0.0, -0.0)], np.complex64)
    assert ulp_difference(turned, turned[::-1]).tolist() == [0, 0]


def test_expect_close_may_ask_for_a_least_difference() -> None:
    x, y = np.array([1.0], np.float32), np.nextafter(np.array([1.0], np.float32), np.float32(2))
    assert expect_close(x, y, max_ulp_difference=1, min_ulp_difference=1) == ()
    with pytest.raises(EvaluationError, match="ULP difference=0"):
        expect_close(x, x, max_ulp_difference=1, min_ulp_difference=1)


def test_expect_close_holds_at_its_bounds_and_not_beyond() -> None:
    x = np.array([1.0, -1.0], np.float32)
    y = (x.view(np.int32) + 3).view(np.float32)
    assert expect_close(x, y, max_ulp_difference=3, min_ulp_difference=3) == ()
    with pytest.raises(
        EvaluationError, match=r"ULP difference=3;.*ULP differences: 0 of 0, .* 2 of 3, 0 of 4"
    ):
        expect_close(x, y, max_ulp_difference=2)
    with pytest.raises(EvaluationError, match="ULP difference=3"):
        expect_close(x, y, max_ulp_difference=9, min_ulp_difference=4)


def test_ulp_difference_of_other_signs_goes_through_zero() -> None:
    least = np.float16(2.0**-24)
    x, y = np.array([0.0, least, least], np.float16), np.array([-0.0, -least, -0.0], np.float16)
    assert ulp_difference(x, y).tolist() == [0, 2, 1]
    assert ulp_difference(y, x).tolist() == [0, 2, 1]
    one = np.array([np.inf], np.float16), np.array([65504.0], np.float16)
    assert ulp_difference(*one).tolist() == [2**64 - 1]


def test_expect_almost_eq_holds_at_its_tolerance_and_not_beyond() -> None:
    x = np.array([1.0, 7.0])
    assert expect_almost_eq(x, np.array([1.5, 6.5]), tolerance=0.5) == ()
    with pytest.raises(EvaluationError, match=r"1\.0 \(actual\) vs 1\.5.* at index \[0\]$"):
        expect_almost_eq(x, np.array([np.nextafter(1.5, 2.0), 7.5]), tolerance=0.5)
    with pytest.raises(EvaluationError, match=r"at index \[0\]; .* at index \[1\]; 2 of 2 elements in all$"):
        expect_almost_eq(x, np.array([np.nan, np.inf]), tolerance=np.inf)


SERIALIZED = function(
    'check.expect_serialized_eq %a0, probe_id = "here", iter = ITERATION : tensor<2xi32>', ["tensor<2xi32>"]
)


def test_expect_serialized_eq_reads_what_a_probe_wrote(tmp_path: object) -> None:
    evaluated = partial(evaluate, SERIALIZED.replace("ITERATION", "1"))
    with probing(str(tmp_path)):
        for values in ([1, 2], [3, 4]):
            write_probe("here", "tensor<2xi32>", np.array(values, np.int32))
        write_probe("there", "tensor<2xi64>", np.array([3, 4]))
        evaluated(np.array([3, 4], np.int32))
        with pytest.raises(EvaluationError, match=r"5 \(actual\) vs 4 \(expected\) at index \[1\]"):
            evaluated(np.array([3, 5], np.int32))
        with pytest.raises(EvaluationError, match=r"Serialized types don't match: tensor<2xi32> \(actual\)"):
            evaluate(SERIALIZED.replace("ITERATION", "0").replace("here", "there"), np.zeros(2, np.int32))
        with pytest.raises(EvaluationError, match="here"):
            evaluate(SERIALIZED.replace("ITERATION", "2"), np.zeros(2, np.int32))
    with pytest.raises(EvaluationError, match="here"):
        evaluated(np.array([3, 4], np.int32))
