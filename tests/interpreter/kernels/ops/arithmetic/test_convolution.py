"""convolution and dynamic_conv: the oracle, and the specification's sums written out where the oracle is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ComplexType, IntegerType, f32, f64, i1, i32

from tests.helpers.programs import assert_as_oracle, evaluate, function, parse, sample
from xdsl_stablehlo.dialects.stablehlo import ConvolutionOp
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.convolution import ConvOrders, eval_convolution
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, every_kernel
from xdsl_stablehlo.values.element_types import Array


def convolution(
    element_type: str, shapes: tuple[str, str, str], numbers: str, attributes: str = "", window: str = ""
) -> str:
    lhs, rhs, result = (f"tensor<{s}x{element_type}>" for s in shapes)
    counts = attributes or "batch_group_count = 1 : i64, feature_group_count = 1 : i64"
    body = (
        f"%r0 = stablehlo.convolution(%a0, %a1) dim_numbers = {numbers}, window = {{{window}}} {{{counts}}} "
        f": ({lhs}, {rhs}) -> {result}"
    )
    return function(body, [lhs, rhs], [result])


@pytest.mark.parametrize(
    "element_type", ["i1", "i4", "i8", "ui8", "i32", "ui64", "bf16", "f16", "f32", "f64", "complex<f32>"]
)
def test_convolution_of_every_kind_of_elements(element_type: str):
    program = convolution(
        element_type,
        ("1x5x4x2", "3x2x2x3", "1x3x4x3"),
        "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
        window="stride = [2, 1], pad = [[1, 1], [1, 0]]",
    )
    assert_as_oracle(
        program, sample(element_type, (1, 5, 4, 2), 1), sample(element_type, (3, 2, 2, 3), 2), ulps=4
    )


def test_convolution_of_nothing():
    program = convolution("f32", ("1x0x1", "2x1x1", "1x0x1"), "[b, 0, f]x[0, i, o]->[b, 0, f]")
    (result,) = evaluate(program, np.zeros((1, 0, 1), "f4"), np.ones((2, 1, 1), "f4"))
    assert result.shape == (1, 0, 1)
    program = convolution("f32", ("1x3x0", "2x0x1", "1x2x1"), "[b, 0, f]x[0, i, o]->[b, 0, f]")
    (result,) = evaluate(program, np.zeros((1, 3, 0), "f4"), np.ones((2, 0, 1), "f4"))
    np.testing.assert_array_equal(result, np.zeros((1, 2, 1), "f4"))


def by_the_definition(lhs: Array, rhs: Array, d: ConvOrders, rank: int, o: dict[str, Any]) -> Array:
    """The specification's sums with Python's numbers, in the order batch, spatial, feature."""
    lhs, rhs = lhs.transpose(d.input).astype(object), rhs.transpose(d.kernel).astype(object)
    groups = o["feature_group_count"] * o["batch_group_count"]
    split = -1 if o["feature_group_count"] > 1 else 0
    pairs = zip(np.split(lhs, groups, split), np.split(rhs, groups, -1))
    result = np.concatenate([_one_group(left, right, rank, o) for left, right in pairs], -1)
    return np.moveaxis(result, range(rank + 2), d.output)


def _one_group(lhs: Array, rhs: Array, rank: int, o: dict[str, Any]) -> Array:
    sizes, kernel = lhs.shape[1:-1], rhs.shape[:rank]
    counts: list[int] = []
    for axis in range(rank):
        low, high = o["padding"][axis]
        padded = (sizes[axis] - 1) * o["lhs_dilation"][axis] + 1 + low + high
        extent = (kernel[axis] - 1) * o["rhs_dilation"][axis] + 1
        counts.append((padded - extent) // o["window_strides"][axis] + 1 if extent <= padded else 0)
    result = np.zeros((lhs.shape[0], *counts, rhs.shape[-1]), object)
    for out in np.ndindex(*counts):
        for k in np.ndindex(*kernel):
            place = [
                out[i] * o["window_strides"][i] + k[i] * o["rhs_dilation"][i] - o["padding"][i][0]
                for i in range(rank)
            ]
            if any(p < 0 or p % n or p // n >= s for p, n, s in zip(place, o["lhs_dilation"], sizes)):
                continue
            source = tuple([p // n for p, n in zip(place, o["lhs_dilation"])])
            tap = tuple([kernel[i] - 1 - k[i] if o["window_reversal"][i] else k[i] for i in range(rank)])
            result[(slice(None), *out)] += lhs[(slice(None), *source)] @ rhs[tap]
    return result


@pytest.mark.parametrize("seed", range(60))
def test_convolution_random_layouts_and_windows(seed: int):
    rng = np.random.default_rng(seed)
    rank = int(rng.integers(0, 4))
    features = int(rng.choice([1, 1, 2]))
    batches = int(rng.choice([1, 2])) if features == 1 else 1
    orders = [rng.permutation(rank + 2).tolist() for _ in range(3)]
    inputs, kernel, outputs = orders
    d = ConvOrders(
        (inputs[0], *inputs[2:], inputs[1]),
        (*kernel[2:], *kernel[:2]),
        (outputs[0], *outputs[2:], outputs[1]),
    )
    lhs_shape, rhs_shape = [0] * (rank + 2), [0] * (rank + 2)
    channels = int(rng.integers(1, 3))
    lhs_shape[inputs[0]], lhs_shape[inputs[1]] = int(rng.integers(1, 3)) * batches, channels * features
    rhs_shape[kernel[0]], rhs_shape[kernel[1]] = channels, int(rng.integers(1, 3)) * features * batches
    for axis in range(rank):
        lhs_shape[inputs[2 + axis]], rhs_shape[kernel[2 + axis]] = (
            int(rng.integers(2, 6)),
            int(rng.integers(1, 4)),
        )
    options: dict[str, Any] = {
        "window_strides": rng.integers(1, 3, rank).tolist(),
        "padding": [tuple(pair) for pair in rng.integers(-1, 3, (rank, 2)).tolist()],
        "lhs_dilation": rng.integers(1, 3, rank).tolist(),
        "rhs_dilation": rng.integers(1, 3, rank).tolist(),
        "window_reversal": rng.integers(0, 2, rank).astype(bool).tolist(),
        "feature_group_count": features,
        "batch_group_count": batches,
    }
    types = [
        (i32, "i4"),
        (IntegerType(8), "i1"),
        (f64, "f8"),
        (ComplexType(f64), "c16"),
        (i1, "?"),
        (f32, "f4"),
    ]
    element_type, code = types[seed % len(types)]
    lhs, rhs = (rng.integers(-9, 10, shape).astype(code) for shape in (lhs_shape, rhs_shape))
    result = eval_convolution(lhs, rhs, orders=d, element_type=element_type, **options)
    plain = (lhs, rhs) if code != "?" else (lhs.astype(int), rhs.astype(int))
    expected = by_the_definition(*plain, d, rank, options)
    if code == "i1":
        expected = (expected + 128) % 256 - 128
    np.testing.assert_array_equal(result, expected.astype(code))


def test_the_exactness_of_a_convolution_is_known():
    for element_type, exactness in (("i32", Exactness.EXACT), ("f32", Exactness.ROUNDED)):
        text = convolution(element_type, ("1x5x2", "3x2x4", "1x3x4"), "[b, 0, f]x[0, i, o]->[b, 0, f]")
        op = next(op for op in parse(text).walk() if isinstance(op, ConvolutionOp))
        known = every_kernel()[ConvolutionOp]
        assert not isinstance(known.exactness, Exactness)
        assert known.exactness(op) is exactness
