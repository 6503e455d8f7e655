"""CHLO's ops on unknown sizes: what their StableHLO computes is what they compute of arrays of those sizes."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.oracle import Array
from tests.helpers.programs import assert_same, context, function, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.shape import ShapeOfOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.chlo.legalize import ChloLegalizeToStablehloPass
from xdsl_stablehlo.transforms.emit import Emitter

RNG = np.random.default_rng(0)


def ragged(batching: str, contracting: tuple[int, int], ragged_dimension: int, groups: str) -> str:
    lhs_batching, rhs_batching = (batching and "0"), batching
    return f""""chlo.ragged_dot"(%a0, %a1, %a2) <{{ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [{lhs_batching}], rhs_batching_dimensions = [{rhs_batching}],
      lhs_contracting_dimensions = [{contracting[0]}], rhs_contracting_dimensions = [{contracting[1]}],
      lhs_ragged_dimensions = [{ragged_dimension}], rhs_group_dimensions = [{groups}]>,
      precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}}>"""


def numbers(*shape: int) -> Array:
    return RNG.integers(-4, 5, shape).astype(np.float32)


SIZES = np.array([2, 0, 3])
CASES: dict[str, tuple[str, list[Array], list[str], str, str]] = {
    "atan": ("chlo.atan %a0", [numbers(5)], ["?xf32"], "?xf32", "5xf32"),
    "complex_square": (
        "chlo.square %a0",
        [numbers(2, 3) + 1j * numbers(2, 3)],
        ["?x3xcomplex<f32>"],
        "?x3xcomplex<f32>",
        "2x3xcomplex<f32>",
    ),
    "erf_inv": ("chlo.erf_inv %a0", [numbers(4) / 8], ["?xf32"], "?xf32", "4xf32"),
    "mulhi": (
        '"chlo.mulhi"(%a0, %a1)',
        [np.array([-5, 2**62]), np.array([7, 2**33])],
        ["?xi64"] * 2,
        "?xi64",
        "2xi64",
    ),
    "ragged_dot_kept": (
        ragged("1", (2, 2), 1, "0"),
        [numbers(2, 5, 4), numbers(3, 2, 4, 6), SIZES],
        ["?x?x?xf32", "3x2x4x6xf32", "3xi64"],
        "?x?x?xf32",
        "2x5x6xf32",
    ),
    "ragged_dot_unknown_rhs": (
        ragged("1", (2, 2), 1, "0"),
        [numbers(2, 5, 4), numbers(3, 2, 4, 6), SIZES],
        ["2x5x4xf32", "3x2x4x?xf32", "3xi64"],
        "2x5x?xf32",
        "2x5x6xf32",
    ),
    "ragged_dot_contracted": (
        ragged("", (1, 0), 1, ""),
        [numbers(4, 5), numbers(5, 3), SIZES],
        ["?x?xf32", "?x3xf32", "3xi64"],
        "3x?x3xf32",
        "3x4x3xf32",
    ),
}


def without_shape_ops(module: ModuleOp) -> None:
    """Sizes by StableHLO's ops, which evaluate."""
    for op in list(module.walk()):
        if isinstance(op, ShapeOfOp):
            emit = Emitter(op)
            emit.replace([emit.joined([emit.size(op.arg, d) for d in range(ranked(op.arg).get_num_dims())])])


def program(op: str, inputs: list[str], output: str) -> str:
    """`op` on arguments of these types."""
    inputs, output = [f"tensor<{t}>" for t in inputs], f"tensor<{output}>"
    operands = inputs[0] if len(inputs) == 1 else f"({', '.join(inputs)})"
    return function(f"%r0 = {op} : {operands} -> {output}", inputs, [output])


@pytest.mark.parametrize("name", CASES)
def test_values_are_those_of_the_op(name: str) -> None:
    op, arrays, types, result, known_result = CASES[name]
    element_types = [t[1 + t.rindex("x", 0, t.find("complex") % len(t)) :] for t in types]
    known = ["x".join([*map(str, a.shape), t]) for a, t in zip(arrays, element_types, strict=True)]
    (expected,) = eval_module(parse(program(op, known, known_result)), arrays)
    module = parse(program(op, types, result))
    ChloLegalizeToStablehloPass().apply(context(), module)
    verify_module(module)
    assert "chlo." not in print_module(module)
    without_shape_ops(module)
    (actual,) = eval_module(module, arrays)
    assert_same(np.asarray(actual), np.asarray(expected), 4)


def test_top_k() -> None:
    text = """
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %values, %indices = chlo.top_k(%x, k=2) : tensor<?x?xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %values, %indices : tensor<?x2xf32>, tensor<?x2xi32>
}"""
    x = np.array([[1, 5, 5], [0, -3, 2]], np.float32)
    module = parse(text)
    ChloLegalizeToStablehloPass().apply(context(), module)
    verify_module(module)
    values, indices = eval_module(module, [x])
    assert np.asarray(values).tolist() == [[5, 5], [2, 0]]
    assert np.asarray(indices).tolist() == [[1, 2], [2, 0]]
