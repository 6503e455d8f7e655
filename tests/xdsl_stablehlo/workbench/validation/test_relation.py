"""Verdicts under options; which differences the specification allows at all is in `cases/differences.mlir`."""

from __future__ import annotations

import pytest

from xdsl_stablehlo.workbench.validation import FloatTolerance, Kind

from .support import verdict

INT, FLOAT = "tensor<4xi32>", "tensor<4xf32>"
RECIPROCAL = (
    f"%c = stablehlo.constant dense<3.0> : {FLOAT} %r0 = stablehlo.divide %a0, %c : {FLOAT}",
    f"%c = stablehlo.constant dense<0.333333343> : {FLOAT} %r0 = stablehlo.multiply %a0, %c : {FLOAT}",
)
"""Apart by rounding."""


def test_rounding_is_no_excuse_where_bits_are_asked_for():
    assert verdict(*RECIPROCAL, [FLOAT] * 2, [FLOAT], floats=FloatTolerance.of("bits")).is_refuted


@pytest.mark.parametrize(("ulps", "kind"), [(1, Kind.NOT_REFUTED), (0, Kind.REFUTED)])
def test_ulps_apart(ulps: int, kind: Kind):
    """An odd float times 1/3, rounded, is at most one ULP from its third."""
    found = verdict(*RECIPROCAL, [FLOAT] * 2, [FLOAT], floats=FloatTolerance.of(f"ulp={ulps}"))
    assert found.kind is kind


def test_a_choice_that_both_sides_leave_open_is_no_difference():
    """What 1/0 is, is open, but not that it is the same twice."""
    before = f"%d = stablehlo.divide %a0, %a1 : {INT} %r0 = stablehlo.subtract %d, %d : {INT}"
    after = f"""%d = stablehlo.divide %a0, %a1 : {INT} %e = stablehlo.divide %a0, %a1 : {INT}
    %r0 = stablehlo.subtract %d, %e : {INT}"""
    assert verdict(before, after, [INT] * 2, [INT], proofs=False).kind is Kind.NOT_REFUTED


@pytest.mark.prove
def test_init_values_that_are_not_neutral_may_be_used_any_number_of_times():
    """As often as the rewrite of an optimiser does it: 32 times, once for each element that is broadcast."""
    before = """%b = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<4xi32>) -> tensor<4x32xi32>
    %r0 = stablehlo.reduce(%b init: %a1) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<4x32xi32>, tensor<i32>) -> tensor<i32>"""
    after = """%c = stablehlo.constant dense<32> : tensor<i32>
    %s = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [0]
      : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    %r0 = stablehlo.multiply %s, %c : tensor<i32>"""
    types = ["tensor<4xi32>", "tensor<i32>"]
    assert verdict(before, after, types, ["tensor<i32>"]).kind is Kind.ALLOWED
    neutral = before.replace("init: %a1", "init: %z")
    zero = "%z = stablehlo.constant dense<0> : tensor<i32> "
    assert verdict(zero + neutral, after, types, ["tensor<i32>"]).kind is Kind.REFUTED
