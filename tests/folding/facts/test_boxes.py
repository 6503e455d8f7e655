"""Elements that are known of values that are known in part: of rank 0, and of sizes that are not known."""

from __future__ import annotations

import pytest

from ..support import fold, values


def test_a_scatter_of_one_element_leaves_the_others() -> None:
    folded = fold(
        """
        func.func @main(%v: tensor<i32>) -> (tensor<2xi32>, tensor<1xi32>) {
          %at = stablehlo.constant dense<1> : tensor<1xi32>
          %old = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
          %new = "stablehlo.scatter"(%old, %at, %v) ({
          ^bb0(%a: tensor<i32>, %b: tensor<i32>):
            stablehlo.return %b : tensor<i32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
            scatter_dims_to_operand_dims = [0]>} : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
          %ends = stablehlo.slice %new [0:3:2] : (tensor<3xi32>) -> tensor<2xi32>
          %written = stablehlo.slice %new [1:2] : (tensor<3xi32>) -> tensor<1xi32>
          return %ends, %written : tensor<2xi32>, tensor<1xi32>
        }
        """
    )
    assert folded.ops().count("stablehlo.slice") == 1
    assert "dense<[1, 3]> : tensor<2xi32>" in folded.text


def test_a_scatter_into_a_scalar() -> None:
    folded = fold(
        """
        func.func @main(%v: tensor<i32>) -> tensor<2xi32> {
          %none = stablehlo.constant dense<> : tensor<0xi32>
          %old = stablehlo.constant dense<7> : tensor<i32>
          %new = "stablehlo.scatter"(%old, %none, %v) ({
          ^bb0(%a: tensor<i32>, %b: tensor<i32>):
            stablehlo.return %b : tensor<i32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<>}
            : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<i32>
          %one = stablehlo.reshape %new : (tensor<i32>) -> tensor<1xi32>
          %two = stablehlo.concatenate %one, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
          %r = stablehlo.slice %two [0:2] : (tensor<2xi32>) -> tensor<2xi32>
          return %r : tensor<2xi32>
        }
        """
    )
    assert "stablehlo.scatter" in folded.ops()


@pytest.mark.parametrize(
    ("constant", "shape", "declared"),
    [("[4, 5, 6, 7]", "4", "?"), ("[[4, 5], [6, 7]]", "2x2", "?x2"), ("[[4, 5], [6, 7]]", "2x2", "?x?")],
)
def test_a_slice_at_an_unknown_place_of_what_has_unknown_sizes(
    constant: str, shape: str, declared: str
) -> None:
    rank = shape.count("x") + 1
    sizes, starts = ", ".join(["2"] * rank), ", ".join(["%i"] * rank)
    indices = ", ".join(["tensor<i32>"] * rank)
    folded = fold(
        f"""
        func.func @main(%i: tensor<i32>) -> tensor<{"x".join(["2"] * rank)}xi32> {{
          %c = stablehlo.constant dense<{constant}> : tensor<{shape}xi32>
          %n = stablehlo.constant dense<[{shape.replace("x", ", ")}]> : tensor<{rank}xi64>
          %u = stablehlo.dynamic_reshape %c, %n : (tensor<{shape}xi32>, tensor<{rank}xi64>) -> tensor<{declared}xi32>
          %r = stablehlo.dynamic_slice %u, {starts}, sizes = [{sizes}]
            : (tensor<{declared}xi32>, {indices}) -> tensor<{"x".join(["2"] * rank)}xi32>
          return %r : tensor<{"x".join(["2"] * rank)}xi32>
        }}
        """
    )
    # Of the matrices all is taken, whatever the starts are.
    assert ("stablehlo.dynamic_slice" in folded.ops()) == (rank == 1)
    assert rank == 1 or values(folded.constants()[0]) == [[4, 5], [6, 7]]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_selection_by_a_mask_of_unknown_size(count: int) -> None:
    """With a mask of another size than the sides it is undefined, and folding does not fail over it."""
    mask = ", ".join(["true"] * count)
    folded = fold(
        f"""
        func.func @main(%x: tensor<2xi32>, %n: tensor<1xi64>) -> tensor<2xi32> {{
          %c = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
          %m = stablehlo.constant dense<[{mask}]> : tensor<{count}xi1>
          %k = stablehlo.constant dense<{count}> : tensor<1xi64>
          %u = stablehlo.dynamic_reshape %m, %k : (tensor<{count}xi1>, tensor<1xi64>) -> tensor<?xi1>
          %s = stablehlo.select %u, %c, %x : tensor<?xi1>, tensor<2xi32>
          %r = stablehlo.slice %s [0:2] : (tensor<2xi32>) -> tensor<2xi32>
          return %r : tensor<2xi32>
        }}
        """,
        check=count == 2,
    )
    assert count != 2 or values(folded.constants()[0]) == [8, 9]
