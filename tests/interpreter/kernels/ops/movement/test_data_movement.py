"""Ops that move elements, against the reference interpreter and worked examples of the specification."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import assert_as_oracle, evaluate, function, sample

# One type of every kind that is stored or moved in a way of its own.
KINDS = ("i1", "i4", "ui8", "i32", "bf16", "f8E4M3FN", "f32", "complex<f32>")


def tensor(shape: tuple[int, ...], element_type: str) -> str:
    return "tensor<" + "".join(f"{n}x" for n in shape) + element_type + ">"


@pytest.mark.parametrize("kind", KINDS)
def test_broadcast_in_dim(kind: str) -> None:
    source, result = tensor((3, 1), kind), tensor((5, 2, 3), kind)
    body = f"%r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : ({source}) -> {result}"
    assert_as_oracle(function(body, [source], [result]), sample(kind, (3, 1)))


@pytest.mark.parametrize("kind", KINDS)
def test_broadcast(kind: str) -> None:
    source, result = tensor((2,), kind), tensor((3, 1, 2), kind)
    body = f"%r0 = stablehlo.broadcast %a0, sizes = [3, 1] : ({source}) -> {result}"
    elements = sample(kind, (2,))
    (given,) = evaluate(function(body, [source], [result]), elements)
    np.testing.assert_array_equal(given, [[elements]] * 3)


@pytest.mark.parametrize("kind", KINDS)
def test_reshape(kind: str) -> None:
    source, result = tensor((2, 3, 4), kind), tensor((4, 6), kind)
    body = f"%r0 = stablehlo.reshape %a0 : ({source}) -> {result}"
    assert_as_oracle(function(body, [source], [result]), sample(kind, (2, 3, 4)))


def test_reshape_of_a_transposed_value() -> None:
    body = """%t = stablehlo.transpose %a0, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
    %r0 = stablehlo.reshape %t : (tensor<3x2xi32>) -> tensor<6xi32>"""
    program = function(body, ["tensor<2x3xi32>"], ["tensor<6xi32>"])
    (given,) = evaluate(program, np.array([[1, 2, 3], [4, 5, 6]], np.int32))
    assert given.tolist() == [1, 4, 2, 5, 3, 6]


def test_reshape_keeps_a_splat_one_element_in_memory() -> None:
    body = """%c = stablehlo.constant dense<1.5> : tensor<1000x1000xf32>
    %t = stablehlo.transpose %c, dims = [1, 0] : (tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
    %r0 = stablehlo.reshape %t : (tensor<1000x1000xf32>) -> tensor<1000000xf32>"""
    (given,) = evaluate(function(body, [], ["tensor<1000000xf32>"]))
    assert given.strides == (0,)
    assert given[0] == 1.5


@pytest.mark.parametrize("kind", KINDS)
def test_transpose(kind: str) -> None:
    source, result = tensor((2, 3, 4), kind), tensor((4, 2, 3), kind)
    body = f"%r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : ({source}) -> {result}"
    assert_as_oracle(function(body, [source], [result]), sample(kind, (2, 3, 4)))


@pytest.mark.parametrize("kind", KINDS)
def test_reverse(kind: str) -> None:
    source = tensor((2, 3, 4), kind)
    body = f"%r0 = stablehlo.reverse %a0, dims = [2, 0] : {source}"
    assert_as_oracle(function(body, [source], [source]), sample(kind, (2, 3, 4)))


@pytest.mark.parametrize("kind", ["i4", "ui4", "i8", "i32", "bf16", "f16", "f8E4M3FN", "f32", "complex<f32>"])
@pytest.mark.parametrize("dimension", [0, 2])
def test_iota(kind: str, dimension: int) -> None:
    result = tensor((4, 1, 7), kind)
    body = f"%r0 = stablehlo.iota dim = {dimension} : {result}"
    assert_as_oracle(function(body, [], [result]))


def test_iota_rounds_once_and_wraps_around() -> None:
    body = """%0 = stablehlo.iota dim = 0 : tensor<300xui8>
    %1 = stablehlo.iota dim = 0 : tensor<300xbf16>"""
    integers, floats = evaluate(
        function(body, [], ["tensor<300xui8>", "tensor<300xbf16>"], returns=("%0", "%1"))
    )
    assert integers[255:258].tolist() == [255, 0, 1]
    # 8 bits of precision: 257 and 259 are ties, which go to the even neighbour.
    assert floats[[255, 257, 258, 259]].astype(float).tolist() == [255, 256, 258, 260]
