"""Which differences the specification allows, and which it does not: expected verdicts are argued from its text."""

from __future__ import annotations

import pytest

from xdsl_stablehlo.workbench.validation import FloatTolerance, Kind

from .support import verdict

INT, FLOAT, BOOL = "tensor<4xi32>", "tensor<4xf32>", "tensor<4xi1>"
COMPLEX = "tensor<4xcomplex<f32>>"
ZERO_DIVISION = f"""%zero = stablehlo.constant dense<0> : {INT}
    %one = stablehlo.constant dense<1> : {INT}
    %p = stablehlo.compare EQ, %a1, %zero : ({INT}, {INT}) -> {BOOL}
    %d = stablehlo.divide %a0, %a1 : {INT}
    %r0 = stablehlo.select %p, %one, %d : {BOOL}, {INT}"""
DIVISION = f"%r0 = stablehlo.divide %a0, %a1 : {INT}"


NEAR_ZERO = f"""%l = stablehlo.constant dense<-4.0> : tensor<f32> %h = stablehlo.constant dense<4.0> : tensor<f32>
    %x = stablehlo.clamp %l, %a0, %h : (tensor<f32>, {FLOAT}, tensor<f32>) -> {FLOAT}"""

RIGHT = {
    "commuted": (f"%r0 = stablehlo.add %a0, %a1 : {INT}", f"%r0 = stablehlo.add %a1, %a0 : {INT}", INT),
    "the same division": (DIVISION, DIVISION, INT),
    "negated difference": (
        f"%d = stablehlo.subtract %a0, %a1 : {INT} %r0 = stablehlo.negate %d : {INT}",
        f"%r0 = stablehlo.subtract %a1, %a0 : {INT}",
        INT,
    ),
    "a sign twice": (
        f"%d = stablehlo.negate %a0 : {FLOAT} %r0 = stablehlo.multiply %d, %a1 : {FLOAT}",
        f"%d = stablehlo.multiply %a0, %a1 : {FLOAT} %r0 = stablehlo.negate %d : {FLOAT}",
        FLOAT,
    ),
}

WRONG = {
    "order of a subtraction": (
        f"%r0 = stablehlo.subtract %a0, %a1 : {INT}",
        f"%r0 = stablehlo.subtract %a1, %a0 : {INT}",
        INT,
    ),
    "division that was guarded": (ZERO_DIVISION, DIVISION, INT),
    "sign of zero": (
        f"%z = stablehlo.constant dense<0.0> : {FLOAT} %r0 = stablehlo.add %a0, %z : {FLOAT}",
        f"%z = stablehlo.constant dense<-0.0> : {FLOAT} %r0 = stablehlo.add %a0, %z : {FLOAT}",
        FLOAT,
    ),
    "NaN in a maximum": (
        f"%r0 = stablehlo.maximum %a0, %a1 : {FLOAT}",
        f"""%p = stablehlo.compare GT, %a0, %a1 : ({FLOAT}, {FLOAT}) -> {BOOL}
        %r0 = stablehlo.select %p, %a0, %a1 : {BOOL}, {FLOAT}""",
        FLOAT,
    ),
    "zero times anything": (
        f"%z = stablehlo.constant dense<0.0> : {FLOAT} %r0 = stablehlo.multiply %a0, %z : {FLOAT}",
        f"%r0 = stablehlo.constant dense<0.0> : {FLOAT}",
        FLOAT,
    ),
    "overflow to infinity": (
        f"""%c = stablehlo.constant dense<2.0> : {FLOAT} %d = stablehlo.multiply %a0, %c : {FLOAT}
        %r0 = stablehlo.divide %d, %c : {FLOAT}""",
        f"%z = stablehlo.constant dense<1.0> : {FLOAT} %r0 = stablehlo.multiply %a0, %z : {FLOAT}",
        FLOAT,
    ),
    "more than rounding": (
        f"%c = stablehlo.constant dense<3.0> : {FLOAT} %r0 = stablehlo.divide %a0, %c : {FLOAT}",
        f"%c = stablehlo.constant dense<0.3333> : {FLOAT} %r0 = stablehlo.multiply %a0, %c : {FLOAT}",
        FLOAT,
    ),
    "a constant in one element": (
        f"%c = stablehlo.constant dense<[1, 2, 3, 4]> : {INT} %r0 = stablehlo.xor %a0, %c : {INT}",
        f"%c = stablehlo.constant dense<[1, 2, 3, 5]> : {INT} %r0 = stablehlo.xor %a0, %c : {INT}",
        INT,
    ),
}

ALLOWED = {
    "division by zero": (DIVISION, ZERO_DIVISION, INT, "integer division by zero"),
    "reciprocal": (
        f"%c = stablehlo.constant dense<3.0> : {FLOAT} %r0 = stablehlo.divide %a0, %c : {FLOAT}",
        f"%c = stablehlo.constant dense<0.333333343> : {FLOAT} %r0 = stablehlo.multiply %a0, %c : {FLOAT}",
        FLOAT,
        "accuracy of floats",
    ),
    "a sum by another tree": (
        f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
        %s = stablehlo.reduce(%a0 init: %z) across dimensions = [0] : ({FLOAT}, tensor<f32>) -> tensor<f32>
          reducer(%x: tensor<f32>, %y: tensor<f32>) {{
          %n = stablehlo.negate %y : tensor<f32>
          %d = stablehlo.subtract %x, %n : tensor<f32>
          stablehlo.return %d : tensor<f32>
        }}
        %r0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {FLOAT}""",
        f"""%z = stablehlo.constant dense<0.0> : tensor<f32> %v = stablehlo.reverse %a0, dims = [0] : {FLOAT}
        %s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0]
          : ({FLOAT}, tensor<f32>) -> tensor<f32>
        %r0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {FLOAT}""",
        FLOAT,
        "order of reductions",
    ),
    "a complex function by others": (
        f"""{NEAR_ZERO} %c = stablehlo.complex %x, %x : {COMPLEX} %t = stablehlo.tan %c : {COMPLEX}
        %r0 = stablehlo.real %t : ({COMPLEX}) -> {FLOAT}""",
        f"""{NEAR_ZERO} %c = stablehlo.complex %x, %x : {COMPLEX} %s = stablehlo.sine %c : {COMPLEX}
        %o = stablehlo.cosine %c : {COMPLEX} %t = stablehlo.divide %s, %o : {COMPLEX}
        %r0 = stablehlo.real %t : ({COMPLEX}) -> {FLOAT}""",
        FLOAT,
        "",
    ),
    "exponential of a sum": (
        f"%d = stablehlo.add %a0, %a0 : {FLOAT} %r0 = stablehlo.exponential %d : {FLOAT}",
        f"%d = stablehlo.exponential %a0 : {FLOAT} %r0 = stablehlo.multiply %d, %d : {FLOAT}",
        FLOAT,
        "accuracy of floats",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_rewrites_are_not_refuted(name: str):
    before, after, element = RIGHT[name]
    assert verdict(before, after, [element] * 2, [element]).kind in (Kind.NOT_REFUTED, Kind.PROVED)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_rewrites_are_refuted(name: str):
    before, after, element = WRONG[name]
    assert verdict(before, after, [element] * 2, [element]).kind is Kind.REFUTED


@pytest.mark.parametrize("name", ALLOWED)
def test_what_the_specification_leaves_open_is_allowed_by_name(name: str):
    before, after, element, reason = ALLOWED[name]
    found = verdict(before, after, [element] * 2, [element])
    assert found.kind is Kind.ALLOWED
    assert found.reason.startswith(reason)


def test_rounding_is_no_excuse_where_bits_are_asked_for():
    before, after, element, _ = ALLOWED["reciprocal"]
    assert verdict(before, after, [element] * 2, [element], floats=FloatTolerance.of("bits")).is_refuted


@pytest.mark.parametrize(("ulps", "kind"), [(1, Kind.NOT_REFUTED), (0, Kind.REFUTED)])
def test_ulps_apart(ulps: int, kind: Kind):
    """An odd float times 1/3, rounded, is at most one ULP from its third."""
    before, after, element, _ = ALLOWED["reciprocal"]
    found = verdict(before, after, [element] * 2, [element], floats=FloatTolerance.of(f"ulp={ulps}"))
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
