"""What each step makes of a small program, on its last target: what has to be there afterwards, and what has not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.helpers.programs import named, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.workbench.reducing.program import Unread
from xdsl_stablehlo.workbench.reducing.steps import STEPS

PROGRAMS = named(__file__)

CALL = PROGRAMS["call"]
ALONE = "func.func @f() { return }\nfunc.func @g() { return }"
TUPLE = PROGRAMS["tuple"]
CHAIN = PROGRAMS["chain"]
UNREAD = PROGRAMS["unread"]
KNOWN = PROGRAMS["known"]
SCALAR = PROGRAMS["scalar"]
CASE = PROGRAMS["case"]
LOOP = PROGRAMS["loop"]
SLICE = PROGRAMS["slice"]
NAMED = PROGRAMS["named"]

CASES: list[tuple[str, str, Sequence[str], Sequence[str]]] = [
    ("functions", ALONE, ["@f"], ["@g"]),
    ("unread ops", UNREAD, [], ["stablehlo"]),
    ("results", CALL, ["call @g(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"], ["dense"]),
    ("last ops", CHAIN, ["abs", "return %a : tensor<4xf64>"], ["add"]),
    ("ops to arguments", CHAIN, ["%x: tensor<4xf64>, %s: tensor<4xf64>", "return %s"], ["abs", "add"]),
    ("ops to their values", KNOWN, ["dense<[3, 4]>"], ["abs", "-4"]),
    ("ops to 0", CHAIN, ["dense<0.000000e+00> : tensor<4xf64>"], ["add"]),
    ("ops to 1", KNOWN, ["dense<1> : tensor<2xi32>"], ["abs"]),
    ("ops to operands", CHAIN, ["return %x : tensor<4xf64>"], ["add"]),
    ("ops to operands", TUPLE, ["return %y : tensor<i32>"], ["get_tuple_element"]),
    ("regions", CASE, ["negate"], ["case", "abs"]),
    ("regions", LOOP, ["negate %x"], ["while"]),
    ("branches", CASE, ["case", "abs"], ["negate"]),
    ("calls", CALL, ["abs"], ["call", "@g"]),
    ("arguments", CALL, ["call @g(%x) : (tensor<2xf32>)", "@g(%x: tensor<2xf32>)"], []),
    (
        "equal arguments",
        CALL.replace("private", "public").replace("@main", "@m"),
        ["@m(%x: tensor<2xf32>)"],
        [],
    ),
    ("sizes to 1", CHAIN, ["add %a, %x : tensor<1xf64>", "-> tensor<1xf64>"], ["4x"]),
    ("sizes to 2", SLICE, ["slice %x [0:2] : (tensor<6xf32>) -> tensor<2xf32>"], ["3x"]),
    ("dimensions", CHAIN, ["add %a, %x : tensor<f64>"], ["4x"]),
    ("elements to f32", CHAIN, ["add %a, %x : tensor<4xf32>"], ["f64"]),
    ("elements to f32", SCALAR, ["dense<3.000000e+00> : tensor<f32>"], ["f64"]),
    ("elements to i1", KNOWN, ["dense<true> : tensor<2xi1>"], ["i32"]),
    ("constants to 0", KNOWN, ["dense<0> : tensor<2xi32>"], ["-4"]),
    ("constants to splats", KNOWN, ["dense<3> : tensor<2xi32>"], ["-4"]),
    ("attributes", NAMED, ["%x"], ["jax.arg_info"]),
]


@pytest.mark.parametrize(("name", "program", "there", "gone"), CASES)
def test_a_step(name: str, program: str, there: Sequence[str], gone: Sequence[str]) -> None:
    (step,) = [step for step in STEPS if step.name == name]
    module = parse(program)
    unread = Unread.of(module)
    step.change(module, step.targets(module)[-1:])
    unread.remove_others(module)
    if name != "elements to i1":  # stablehlo.abs takes no booleans: what is not valid is not tried
        verify_module(module)
    text = print_module(module)
    assert [part for part in there if part not in text] == []
    assert [part for part in gone if part in text] == []


def test_every_step_is_tested() -> None:
    assert {step.name for step in STEPS} - {name for name, *_ in CASES} == {
        "elements to i32",
        "constants to 1",
    }
