"""Mistakes that constant folders have made elsewhere: those that `cases/traps.mlir` cannot show."""

from __future__ import annotations

import math

import numpy as np

from tests.folding.support import fold, main
from tests.helpers.programs import named, parse
from xdsl_stablehlo.folding import FoldOptions, fold_module

PROGRAMS = named(__file__)


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


def test_attributes_and_locations_survive_and_sharding_keeps_constants_apart() -> None:
    text = PROGRAMS["attributes and locations survive and sharding keeps constants apart"]
    folded = fold(text)
    assert folded.ops() == ["stablehlo.constant"] * 2
    assert folded.text.count("mhlo.sharding") == 2
    assert [constant.location for constant in folded.report.constants] == ["model.py:7:3", "model.py:8:3"]


def test_folding_never_raises_and_never_touches_what_it_cannot_fold() -> None:
    module = parse(endless())
    report = fold_module(module, FoldOptions(loop_limit=3))
    assert [kept.code for kept in report.explained()] == ["loop-limit"]
    assert np.isfinite(report.seconds)


def test_nan_bits_do_not_matter_but_nan_does() -> None:
    text = PROGRAMS["nan bits do not matter but nan does"]
    (result,) = fold(text).constants()
    assert math.isnan(float(result))
