"""The interpreter dialect: what its ops reject, how they are built and printed."""

from __future__ import annotations

import re

import pytest
from xdsl.dialects.builtin import f32
from xdsl.utils.exceptions import VerifyException

from tests.helpers.programs import function, named, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import interpreter

from .cases import tensor, value

TEXTS = named(__file__)

F32, I32 = "tensor<2xf32>", "tensor<2xi32>"

# Written as upstream's printer writes them; the oracle has none of these dialects.
LINES = [
    f"interpreter.print %a0 : {F32}",
    f'%r0 = interpreter.probe %a0, probe_id = "p" : {F32}',
]


@pytest.mark.parametrize("line", LINES)
def test_prints_as_upstream(line: str):
    module = parse(function(line, [F32]))
    assert f"  {line}\n" in print_module(module)
    assert print_module(parse(print_module(module, generic=True))) == print_module(module)


REJECTED = [
    ('%r = "interpreter.probe"(%a0) <{probe_id = "p"}> : (tensor<2xf32>) -> tensor<3xf32>',
     "requires the same type for all operands and results"),
]  # fmt: skip


PROGRAMS = TEXTS["programs"]


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


def test_builders():
    operand = value(tensor(f32, 2))
    interpreter.PrintOp(operand).verify()
    interpreter.ProbeOp(operand, "probe").verify()


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
