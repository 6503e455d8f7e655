"""Effects and chance: what must stay, and where."""

from __future__ import annotations

import pytest

from .support import fold, main, values


def test_rng_is_never_folded() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<0.0> : tensor<f32>
        %b = stablehlo.constant dense<1.0> : tensor<f32>
        %s = stablehlo.constant dense<[4]> : tensor<1xi64>
        %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM :
            (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
        """,
        "tensor<4xf32>",
    )
    folded = fold(text, check=False)
    assert folded.reasons() == {"stablehlo.rng": "side-effects"}


def test_effects_of_custom_calls_and_callees_stay() -> None:
    text = """
    func.func private @log(%x: tensor<f32>) -> tensor<f32> {
      stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<f32>) -> ()
      return %x : tensor<f32>
    }
    func.func @main() -> tensor<f32> {
      %c = stablehlo.constant dense<2.0> : tensor<f32>
      %0 = func.call @log(%c) : (tensor<f32>) -> tensor<f32>
      %r = stablehlo.add %0, %0 : tensor<f32>
      return %r : tensor<f32>
    }
    """
    folded = fold(text, check=False)
    assert values(folded.constants()[0]) == 4.0
    assert "func.call" in folded.ops("main")
    assert "stablehlo.custom_call" in folded.ops("log")


def test_a_collective_is_not_moved_out_of_its_branch() -> None:
    text = """
    func.func @main(%p: tensor<i1>) -> tensor<2xf32> {
      %c = stablehlo.constant dense<1.0> : tensor<2xf32>
      %r = "stablehlo.if"(%p) ({
        %0 = "stablehlo.all_reduce"(%c) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<2xf32>) -> tensor<2xf32>
        stablehlo.return %0 : tensor<2xf32>
      }, {
        stablehlo.return %c : tensor<2xf32>
      }) : (tensor<i1>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    }
    """
    folded = fold(text, check=False)
    branch = folded.op("stablehlo.all_reduce").parent_op()
    assert branch is not None
    assert branch.name == "stablehlo.if"


@pytest.mark.parametrize(("algorithm", "folds"), [("DEFAULT", False), ("THREE_FRY", True), ("PHILOX", True)])
def test_random_bits_fold_only_where_the_algorithm_is_named(algorithm: str, folds: bool) -> None:
    text = main(
        f"""
        %k = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
        %s, %r = stablehlo.rng_bit_generator %k, algorithm = {algorithm} :
            (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
        """,
        "tensor<4xui32>",
    )
    folded = fold(text)
    assert (folded.ops() == ["stablehlo.constant"]) is folds
    assert folded.reasons() == ({} if folds else {"stablehlo.rng_bit_generator": "undefined"})
