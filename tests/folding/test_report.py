"""The account of what was folded and what not."""

from __future__ import annotations

import json
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, FusedLoc
from xdsl.ir import Attribute

from xdsl_stablehlo.folding.html import to_html

from ..helpers.programs import parse
from .support import fold

TEXT = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4xf32> loc("model.py":3:1)
  %s = stablehlo.sine %i : tensor<4xf32> loc("model.py":4:1)
  %c = stablehlo.custom_call @unknown(%s) : (tensor<4xf32>) -> tensor<4xf32> loc("model.py":5:1)
  %a = stablehlo.add %c, %s : tensor<4xf32> loc("model.py":6:1)
  %r = stablehlo.add %a, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
"""


def test_every_op_with_constant_operands_that_stayed_has_a_reason() -> None:
    report = fold(TEXT, check=False).report
    assert [(kept.op, kept.location, kept.code) for kept in report.kept] == [
        ("stablehlo.custom_call", "model.py:5:1", "side-effects"),
        ("stablehlo.add", "model.py:6:1", "not-constant"),
    ]
    assert report.kept[0].bytes == 16


def test_locations_are_fused_on_request() -> None:
    folded = fold(TEXT, check=False, fuse_locations=True)
    constant = folded.op("stablehlo.constant")
    assert isinstance(constant.location, FusedLoc)
    assert [str(location) for location in cast("ArrayAttr[Attribute]", constant.location.locations)] == [
        'loc("model.py":4:1)',
        'loc("model.py":3:1)',
    ]
    assert not isinstance(fold(TEXT, check=False).op("stablehlo.constant").location, FusedLoc)


def test_counts_and_bytes() -> None:
    report = fold(TEXT, check=False).report
    assert {name: kind.count for name, kind in report.folded.items()} == {
        "stablehlo.iota": 1,
        "stablehlo.sine": 1,
    }
    assert (report.bytes_before, report.bytes_after) == (0, 16)
    assert report.ops_before - report.ops_after == 1
    (constant,) = report.constants
    assert (constant.op, constant.folded, constant.bytes) == ("stablehlo.sine", 2, 16)


def test_json_and_text_and_page() -> None:
    folded = fold(TEXT, check=False)
    data = json.loads(folded.report.to_json())
    assert data["folded"]["stablehlo.sine"]["count"] == 1
    assert data["reasons"] == {"side-effects": 1, "not-constant": 1}
    assert data["kept"][0]["function"] == "main"
    text = str(folded.report)
    assert "model.py:5:1: stablehlo.custom_call has side effects" in text
    page = to_html(folded.report, parse(TEXT), folded.module)
    assert "<script" not in page
    assert "http" not in page
    assert "stablehlo.custom_call" in page
