"""Upstream's names for what the folder does: values stay, constants go to the right, and chains are merged."""

from __future__ import annotations

import pytest
from xdsl.passes import ModulePass

from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding.aggressive import (
    StablehloAggressiveFolderPass,
    StablehloAggressiveSimplificationPass,
    StablehloTargetIndependentOptimizationPass,
)
from xdsl_stablehlo.folding.verify import same_numbers

from ..helpers.programs import context, parse
from ..partial_programs import arguments_of, program_of, results

PASSES = (
    StablehloAggressiveFolderPass(),
    StablehloAggressiveSimplificationPass(),
    StablehloTargetIndependentOptimizationPass(),
)


def after(body: str, inputs: str, result: str, each: ModulePass = PASSES[1]) -> str:
    """The program `body`, which returns `%r`, after a pass."""
    module = parse(f"func.func @main({inputs}) -> {result} {{ {body} return %r : {result} }}")
    each.apply(context(), module)
    verify_module(module)
    return print_module(module)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("each", PASSES, ids=lambda each: each.name)
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


V, M = "tensor<6xf32>", "tensor<2x3xf32>"


@pytest.mark.parametrize(
    ("body", "inputs", "result", "expected"),
    [
        (f"%c = stablehlo.constant dense<2.0> : {V} %r = stablehlo.add %c, %x : {V}",
         f"%x: {V}", V, "stablehlo.add %x, %c"),
        (f"%c = stablehlo.constant dense<2.0> : {V} %r = stablehlo.compare LT, %c, %x : ({V}, {V}) -> tensor<6xi1>",
         f"%x: {V}", "tensor<6xi1>", "stablehlo.compare GT, %x, %c"),
        (f"%0 = stablehlo.reshape %x : ({V}) -> tensor<3x2xf32> "
         f"%r = stablehlo.reshape %0 : (tensor<3x2xf32>) -> {M}",
         f"%x: {V}", M, f"stablehlo.reshape %x : ({V}) -> {M}"),
        (f"%0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> {M} "
         f"%r = stablehlo.broadcast_in_dim %0, dims = [1, 2] : ({M}) -> tensor<4x2x3xf32>",
         "%x: tensor<3xf32>", "tensor<4x2x3xf32>", "stablehlo.broadcast_in_dim %x, dims = [2]"),
        (f"%r = stablehlo.broadcast_in_dim %x, dims = [1] : ({V}) -> tensor<1x6xf32>",
         f"%x: {V}", "tensor<1x6xf32>", "stablehlo.reshape %x"),
        ("%r = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>",
         "%x: tensor<2x1x3xf32>", "tensor<1x2x3xf32>", "stablehlo.reshape %x"),
        (f"%0 = stablehlo.concatenate %x, %y, dim = 0 : ({V}, {V}) -> tensor<12xf32> "
         f"%r = stablehlo.concatenate %0, %x, dim = 0 : (tensor<12xf32>, {V}) -> tensor<18xf32>",
         f"%x: {V}, %y: {V}", "tensor<18xf32>", "stablehlo.concatenate %x, %y, %x"),
        (f"%n = stablehlo.not %p : tensor<i1> %r = stablehlo.select %n, %x, %y : tensor<i1>, {V}",
         f"%p: tensor<i1>, %x: {V}, %y: {V}", V, "stablehlo.select %p, %y, %x"),
    ],
)  # fmt: skip
def test_normal_forms(body: str, inputs: str, result: str, expected: str):
    assert expected in after(body, inputs, result)


def test_zero_of_floats_is_kept():
    """-0.0 + 0.0 is 0.0: an op that upstream drops."""
    body = f"%c = stablehlo.constant dense<0.0> : {V} %r = stablehlo.add %x, %c : {V}"
    assert "stablehlo.add" in after(body, f"%x: {V}", V, PASSES[2])
