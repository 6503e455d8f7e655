"""Ops that move elements, against the reference interpreter and worked examples of the specification."""

from __future__ import annotations

import pytest

from tests.helpers.programs import assert_as_oracle, evaluate, function, tensor_type


@pytest.mark.parametrize("kind", ["i4", "ui4", "i8", "i32", "bf16", "f16", "f8E4M3FN", "f32", "complex<f32>"])
@pytest.mark.parametrize("dimension", [0, 2])
def test_iota(kind: str, dimension: int) -> None:
    result = tensor_type((4, 1, 7), kind)
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
