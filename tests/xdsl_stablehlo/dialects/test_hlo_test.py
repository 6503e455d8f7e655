"""The dialects hlo_test_infer and hlo_test_speculatability: questions about ops, and their answers."""

from __future__ import annotations

import pytest

from tests.helpers.programs import context, function, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.transforms.shapes.hlo_test import HloTestInferPass, HloTestSpeculatabilityPass

F32, I32 = "tensor<2xf32>", "tensor<2xi32>"


def asked(question: str, line: str, result: str) -> str:
    """A program that asks about the op in `line`."""
    return function(f'{line}\n  %q = "{question}"(%r0) : ({result}) -> {result}', [F32, "tensor<?xf32>"])


def test_inferred_types_are_written_down():
    module = parse(
        asked("hlo_test_infer.get_return_types", "%r0 = stablehlo.add %a0, %a0 : tensor<2xf32>", F32)
    )
    HloTestInferPass().apply(context(), module)
    assert '"hlo_test_infer.return_types"(%r0) {types0 = tensor<2xf32>}' in print_module(module)


def test_inferred_shapes_are_written_down():
    dot = "%r0 = stablehlo.dot %a0, %a0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"
    module = parse(asked("hlo_test_infer.get_return_type_components", dot, "tensor<f32>"))
    HloTestInferPass().apply(context(), module)
    assert '"hlo_test_infer.return_type_components"(%r0) {types0 = tensor<index>}' in print_module(module)


def test_what_cannot_be_inferred_stays_a_question():
    reshape = "%r0 = stablehlo.reshape %a0 : (tensor<2xf32>) -> tensor<1x2xf32>"
    module = parse(asked("hlo_test_infer.get_return_types", reshape, "tensor<1x2xf32>"))
    HloTestInferPass().apply(context(), module)
    assert "hlo_test_infer.get_return_types" in print_module(module)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("%r0 = stablehlo.add %a0, %a0 : tensor<2xf32>", "is_speculatable"),
        ("%r0 = stablehlo.add %a1, %a1 : tensor<?xf32>", "is_not_speculatable"),
        (
            '%r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({\n  ^bb0(%x: tensor<f32>):\n'
            "    stablehlo.return %x : tensor<f32>\n  }) : (tensor<2xf32>) -> tensor<2xf32>",
            "is_recursively_speculatable",
        ),
    ],
)
def test_right_guesses_of_speculatability_disappear(line: str, answer: str):
    result = "tensor<?xf32>" if "?" in line else F32
    for guess in ("is_speculatable", "is_not_speculatable", "is_recursively_speculatable"):
        text = function(
            f'{line}\n  "hlo_test_speculatability.{guess}"(%r0) : ({result}) -> ()', [F32, "tensor<?xf32>"]
        )
        module = parse(text)
        HloTestSpeculatabilityPass().apply(context(), module)
        assert ("hlo_test_speculatability" in print_module(module)) == (guess != answer)
