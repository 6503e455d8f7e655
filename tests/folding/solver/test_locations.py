"""Ops that take the place of others have their locations, which golden files do not show."""

from __future__ import annotations

from xdsl.ir import Operation

from tests.folding.support import fold, main


def test_the_static_op_has_location_and_attributes_of_the_dynamic_one() -> None:
    text = main(
        """
        %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
        %d = "stablehlo.dynamic_reshape"(%x, %s) {keep = 1 : i32} : (tensor<2x3xf32>, tensor<2xi64>)
          -> tensor<?x?xf32> loc("model.py":4:2)
        %r = stablehlo.add %d, %y : (tensor<?x?xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
        """,
        "tensor<3x2xf32>",
        "%x: tensor<2x3xf32>, %y: tensor<3x2xf32>",
    )
    op = fold(text).op("stablehlo.reshape")
    assert str(op.location) == 'loc("model.py":4:2)'
    assert str(op.attributes["keep"]) == "1 : i32"
    assert str(op.results[0].type) == "tensor<3x2xf32>"


def test_merged_neighbours_have_the_location_of_the_whole() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<1> : tensor<2xi32>
        %b = stablehlo.constant dense<1> : tensor<2xi32>
        %r = stablehlo.concatenate %a, %b, %x, dim = 0 :
            (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32> loc("model.py":2:1)
        """,
        "tensor<6xi32>",
        "%x: tensor<2xi32>",
    )
    whole = fold(text).op("stablehlo.concatenate")
    assert len(whole.operands) == 2
    merged = whole.operands[0].owner
    assert isinstance(merged, Operation)
    assert str(merged.location) == str(whole.location) == 'loc("model.py":2:1)'
