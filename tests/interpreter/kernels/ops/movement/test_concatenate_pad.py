"""concatenate and pad, against the reference interpreter."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import assert_as_oracle, evaluate, function, sample, tensor_type

# One type of every kind that is stored or moved in a way of its own.
KINDS = ("i1", "i4", "ui8", "i32", "bf16", "f8E4M3FN", "f32", "complex<f32>")


@pytest.mark.parametrize("kind", KINDS)
def test_concatenate(kind: str) -> None:
    types = [tensor_type((2, n), kind) for n in (3, 0, 1)]
    result = tensor_type((2, 4), kind)
    body = f"%r0 = stablehlo.concatenate %a0, %a1, %a2, dim = 1 : ({', '.join(types)}) -> {result}"
    assert_as_oracle(function(body, types, [result]), *[sample(kind, (2, n), n) for n in (3, 0, 1)])


PADDINGS = {
    "edges": ((0, 1, 2), (1, 0, 0), (0, 0, 0)),
    "interior": ((0, 1, 0), (0, 0, 3), (2, 1, 3)),
    "negative edges": ((-1, -1, 3), (0, 2, -4), (1, 0, 0)),
    "negative edges inside of interior padding": ((-2, -5, -7), (9, 9, 9), (0, 2, 1)),
    "nothing left": ((-2, 0, 0), (0, 0, 0), (0, 0, 0)),
    "a view": ((0, -1, -1), (-1, 0, -2), (0, 0, 0)),
}


@pytest.mark.parametrize("padding", PADDINGS)
@pytest.mark.parametrize("kind", ["i1", "i4", "f8E4M3FN", "f32", "complex<f32>"])
def test_pad(padding: str, kind: str) -> None:
    low, high, interior = PADDINGS[padding]
    shape = tuple(
        below + above + (size - 1) * (step + 1) + 1
        for size, below, above, step in zip((2, 3, 4), low, high, interior)
    )
    source, result, value = tensor_type((2, 3, 4), kind), tensor_type(shape, kind), tensor_type((), kind)
    body = (
        f"%r0 = stablehlo.pad %a0, %a1, low = {list(low)}, high = {list(high)}, interior = {list(interior)} : "
        f"({source}, {value}) -> {result}"
    )
    assert_as_oracle(function(body, [source, value], [result]), sample(kind, (2, 3, 4)), sample(kind, (), 7))


def test_pad_of_an_empty_dimension() -> None:
    body = """%r0 = stablehlo.pad %a0, %a1, low = [1], high = [2], interior = [3]
      : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>"""
    program = function(body, ["tensor<0xi32>", "tensor<i32>"], ["tensor<3xi32>"])
    (given,) = evaluate(program, np.zeros(0, np.int32), np.int32(7))
    assert given.tolist() == [7, 7, 7]
