"""Ops that take the place of others have their locations, which golden files do not show."""

from __future__ import annotations

from xdsl.ir import Operation

from tests.folding.support import fold, main
from tests.helpers.programs import named

PROGRAMS = named(__file__)


def test_the_static_op_has_location_and_attributes_of_the_dynamic_one() -> None:
    text = main(
        PROGRAMS["the static op has location and attributes of the dynamic one"],
        "tensor<3x2xf32>",
        "%x: tensor<2x3xf32>, %y: tensor<3x2xf32>",
    )
    op = fold(text).op("stablehlo.reshape")
    assert str(op.location) == 'loc("model.py":4:2)'
    assert str(op.attributes["keep"]) == "1 : i32"
    assert str(op.results[0].type) == "tensor<3x2xf32>"


def test_merged_neighbours_have_the_location_of_the_whole() -> None:
    text = main(
        PROGRAMS["merged neighbours have the location of the whole"], "tensor<6xi32>", "%x: tensor<2xi32>"
    )
    whole = fold(text).op("stablehlo.concatenate")
    assert len(whole.operands) == 2
    merged = whole.operands[0].owner
    assert isinstance(merged, Operation)
    assert str(merged.location) == str(whole.location) == 'loc("model.py":2:1)'
