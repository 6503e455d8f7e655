"""Upstream's names for what the folder does: values stay, constants go to the right, and chains are merged."""

from __future__ import annotations

import pytest
from xdsl.passes import ModulePass

from tests.campaigns.partial_programs import arguments_of, program_of, results
from tests.helpers.programs import context, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding.passes.passes import (
    StablehloAggressiveFolderPass,
    StablehloAggressiveSimplificationPass,
    StablehloTargetIndependentOptimizationPass,
)
from xdsl_stablehlo.folding.passes.verify import same_numbers

PASSES = (
    StablehloAggressiveFolderPass(),
    StablehloAggressiveSimplificationPass(),
    StablehloTargetIndependentOptimizationPass(),
    StablehloTargetIndependentOptimizationPass(as_upstream=False),
)


def after(body: str, inputs: str, result: str, each: ModulePass = PASSES[1]) -> str:
    """The program `body`, which returns `%r`, after a pass."""
    module = parse(f"func.func @main({inputs}) -> {result} {{ {body} return %r : {result} }}")
    each.apply(context(), module)
    verify_module(module)
    return print_module(module)


@pytest.mark.parametrize("seed", one_of(8, range(40)))
@pytest.mark.parametrize("each", PASSES, ids=str)
def test_values_of_random_programs(seed: int, each: ModulePass):
    before, module = parse(program_of(seed, False)), parse(program_of(seed, False))
    each.apply(context(), module)
    verify_module(module)
    inputs = [arguments_of(before, seed * 2 + i) for i in range(2)]
    for old, new in zip(results(before, inputs), results(module, inputs), strict=True):
        if isinstance(old, str) or isinstance(new, str):
            assert old == new
        else:
            assert all(map(same_numbers, old, new))


def unary(op: str, number: str) -> str:
    """An op on one constant."""
    return f"%c = stablehlo.constant dense<{number}> : tensor<f32> %r = stablehlo.{op} %c : tensor<f32>"


def converted(number: str, to: str) -> str:
    """A conversion of one constant."""
    f32 = "tensor<1xf32>"
    return f"%c = stablehlo.constant dense<{number}> : {f32} %r = stablehlo.convert %c : ({f32}) -> tensor<1x{to}>"


INT = "tensor<2xi64>"
LOOP = """%r = stablehlo.while(%i = %x) : tensor<2xi64> cond {{
  %never = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.return %never : tensor<i1>
}} do {{
  {} stablehlo.return %i : tensor<2xi64>
}}"""
OUTFEED = """%t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.outfeed"(%i, %t) : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token"""


@pytest.mark.parametrize(
    ("body", "result", "folder", "simplification"),
    [
        (unary("log", "0.0"), "tensor<f32>", True, True),
        (unary("log", "1.0"), "tensor<f32>", False, False),
        (unary("rsqrt", "0.0"), "tensor<f32>", True, True),
        (unary("sqrt", "-1.0"), "tensor<f32>", True, True),
        (unary("sqrt", "0.0"), "tensor<f32>", False, False),
        (unary("sign", "0x7FC00000"), "tensor<f32>", True, True),
        (converted("0x7F800000", "i64"), "tensor<1xi64>", True, True),
        (converted("-0.0", "i64"), "tensor<1xi64>", True, True),
        (converted("-0.75", "ui8"), "tensor<1xui8>", True, True),
        (converted("-1.0", "ui8"), "tensor<1xui8>", True, True),
        (converted("255.5", "ui8"), "tensor<1xui8>", False, False),
        (converted("256.0", "ui8"), "tensor<1xui8>", True, True),
        (converted("2147483520.0", "i32"), "tensor<1xi32>", False, False),
        (converted("2147483648.0", "i32"), "tensor<1xi32>", True, True),
        ("%r = stablehlo.iota dim = 1 : tensor<3x4xi32>", "tensor<3x4xi32>", True, True),
        ("%r = stablehlo.iota dim = 0 : tensor<1x4xi32>", "tensor<1x4xi32>", False, False),
        ("%c = stablehlo.constant dense<1> : tensor<3xi32> %r = stablehlo.reverse %c, dims = [0] : tensor<3xi32>",
         "tensor<3xi32>", True, False),
        ("%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32> %r = stablehlo.reverse %c, dims = [0] : tensor<2xi32>",
         "tensor<2xi32>", False, False),
        (LOOP.format(OUTFEED), INT, True, True),
        (LOOP.format(""), INT, False, False),
    ],
)  # fmt: skip
def test_what_upstream_keeps_is_kept_and_can_be_folded(
    body: str, result: str, folder: bool, simplification: bool
):
    op = body.partition("%r = ")[2].split("(")[0].split()[0]
    inputs = f"%x: {INT}"
    for upstream, kept in (
        (StablehloAggressiveFolderPass, folder),
        (StablehloTargetIndependentOptimizationPass, simplification),
    ):
        assert (op in after(body, inputs, result, upstream())) is kept
        assert op not in after(body, inputs, result, upstream(as_upstream=False))
