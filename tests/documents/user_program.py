"""A program of a user, which type checkers accept as it is: `pyright` and `mypy`, both strict."""

from __future__ import annotations

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
from xdsl_stablehlo.dialects import stablehlo
from xdsl_stablehlo.folding import ConstantAnalysis, FoldOptions, FoldReport, constant_value, fold_module
from xdsl_stablehlo.interpreter import Limits, Program, Tensor, eval_module, upstream

TEXT = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %i = stablehlo.iota dim = 0 : tensor<2xf32>
  %two = stablehlo.add %i, %i : tensor<2xf32>
  %r = stablehlo.multiply %x, %two : tensor<2xf32>
  return %r : tensor<2xf32>
}
"""


class Doubled(RewritePattern):
    """x + x is 2 x."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: stablehlo.AddOp, rewriter: PatternRewriter) -> None:
        if op.lhs is op.rhs and constant_value(op.lhs) is None:
            two = stablehlo.ConstantOp(np.full(2, 2, np.float32))
            rewriter.replace(op, [two, stablehlo.MulOp(op.lhs, two)])


def main() -> list[float]:
    """Fold a program, rewrite it, evaluate it."""
    context = Context()
    register_dialects(context)
    module: ModuleOp = parse_module(TEXT, context, verify=True)
    analysis = ConstantAnalysis(module)
    known: list[Tensor | None] = [
        analysis.value(op.result) for op in module.walk() if isinstance(op, stablehlo.AddOp)
    ]
    report: FoldReport = fold_module(module, FoldOptions(exactness="rounded"))
    PatternRewriteWalker(Doubled()).rewrite_module(module)
    verify_module(module)
    artifact: bytes = upstream.serialize_portable_artifact(module, upstream.get_minimum_version())
    again = upstream.deserialize_portable_artifact(context, artifact)
    (first,) = eval_module(again, [[1.0, 2.0]])
    program = Program.of(module, limits=Limits(steps=1000))
    (second,) = program(np.array([1, 2], np.float32))
    print(report.summary(), known, print_module(again))
    return [float(np.asarray(each)[1]) for each in (first, second)]
