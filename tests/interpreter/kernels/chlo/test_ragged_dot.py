"""ragged_dot in its modes."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest

from tests.helpers.oracle import Array
from tests.helpers.programs import evaluate, function, type_of
from xdsl_stablehlo.interpreter import EvaluationError

RNG = np.random.default_rng(1)


class TestRaggedDot:
    """Against sums over masked groups, by `np.einsum`."""

    def run(
        self, lhs: Array, rhs: Array, sizes: Array, shape: Sequence[int], numbers: dict[str, list[int]]
    ) -> Array:
        """The result, which is the same whether or not the types say any sizes."""
        types = type_of(lhs, "f64"), type_of(rhs, "f64"), type_of(sizes, "i32")
        result = "tensor<" + "".join(f"{n}x" for n in shape) + "f64>"
        names = (
            "lhs_batching",
            "rhs_batching",
            "lhs_contracting",
            "rhs_contracting",
            "lhs_ragged",
            "rhs_group",
        )
        text = ", ".join(f"{name}_dimensions = {numbers.get(name, [])}" for name in names)
        unknown = [re.sub(r"\d+x", "?x", each) for each in (*types, result)]
        found: list[Array] = []
        for *inputs, output in ([*types, result], unknown):
            op = f'"chlo.ragged_dot"(%a0, %a1, %a2) <{{ragged_dot_dimension_numbers = #chlo.ragged_dot<{text}>}}>'
            body = f"%r0 = {op} : ({', '.join(inputs)}) -> {output}"
            found += evaluate(function(body, inputs, [output]), lhs, rhs, sizes)
        np.testing.assert_array_equal(found[0], found[1], strict=True)
        return found[0]

    def groups(self, sizes: Array, length: int) -> Array:
        """[.., g, length]: which places belong to which group."""
        ends = np.cumsum(sizes, -1)[..., None]
        place = np.arange(length)
        return ((place >= ends - sizes[..., None]) & (place < ends)).astype(np.float64)

    def test_rows(self) -> None:
        lhs, rhs, sizes = (
            RNG.standard_normal((9, 4)),
            RNG.standard_normal((3, 4, 2)),
            np.array([2, 0, 5], "i4"),
        )
        numbers = {"lhs_contracting": [1], "rhs_contracting": [1], "lhs_ragged": [0], "rhs_group": [0]}
        result = self.run(lhs, rhs, sizes, (9, 2), numbers)
        np.testing.assert_allclose(result, np.einsum("gm,mk,gkn->mn", self.groups(sizes, 9), lhs, rhs))
        assert not result[7:].any()

    def test_rows_infinite_elsewhere(self) -> None:
        """Other groups' parts of rhs do not matter, whatever is in them."""
        lhs, rhs, sizes = np.ones((4, 1)), np.array([[[np.inf]], [[2.0]]]), np.array([1, 3], "i4")
        numbers = {"lhs_contracting": [1], "rhs_contracting": [1], "lhs_ragged": [0], "rhs_group": [0]}
        assert self.run(lhs, rhs, sizes, (4, 1), numbers).ravel().tolist() == [np.inf, 2, 2, 2]

    @pytest.mark.parametrize("own", [False, True])
    def test_rows_of_batches(self, own: bool) -> None:
        lhs, rhs = RNG.standard_normal((2, 9, 4)), RNG.standard_normal((3, 2, 4, 5))
        sizes = np.array([[2, 3, 4], [5, 0, 1]] if own else [2, 3, 4], "i4")
        numbers = {"lhs_batching": [0], "rhs_batching": [1], "lhs_contracting": [2], "rhs_contracting": [2]}
        result = self.run(lhs, rhs, sizes, (2, 9, 5), {**numbers, "lhs_ragged": [1], "rhs_group": [0]})
        groups = np.broadcast_to(self.groups(sizes, 9), (2, 3, 9))
        np.testing.assert_allclose(result, np.einsum("bgm,bmk,gbkn->bmn", groups, lhs, rhs))

    @pytest.mark.parametrize("own", [False, True])
    def test_contracted(self, own: bool) -> None:
        lhs, rhs = RNG.standard_normal((2, 4, 9)), RNG.standard_normal((2, 9, 5))
        sizes = np.array([[2, 3, 4], [5, 0, 1]] if own else [2, 3, 4], "i4")
        numbers = {"lhs_batching": [0], "rhs_batching": [0], "lhs_contracting": [2], "rhs_contracting": [1]}
        result = self.run(lhs, rhs, sizes, (3, 2, 4, 5), {**numbers, "lhs_ragged": [2]})
        groups = np.broadcast_to(self.groups(sizes, 9), (2, 3, 9))
        np.testing.assert_allclose(result, np.einsum("bgk,bmk,bkn->gbmn", groups, lhs, rhs), atol=1e-14)

    def test_two_contracted(self) -> None:
        lhs, rhs = RNG.standard_normal((4, 3, 9)), RNG.standard_normal((3, 9, 5))
        sizes = np.array([[2, 3], [5, 0], [1, 8]], "i4")
        numbers = {"lhs_contracting": [1, 2], "rhs_contracting": [0, 1], "lhs_ragged": [2]}
        result = self.run(lhs, rhs, sizes, (2, 4, 5), numbers)
        np.testing.assert_allclose(
            result, np.einsum("jgk,mjk,jkn->gmn", self.groups(sizes, 9), lhs, rhs), atol=1e-14
        )

    def test_batches(self) -> None:
        lhs, rhs = RNG.standard_normal((5, 2, 3)), RNG.standard_normal((5, 3, 4))
        numbers = {"lhs_batching": [0], "rhs_batching": [0], "lhs_contracting": [2], "rhs_contracting": [1]}
        result = self.run(lhs, rhs, np.array([2, 3], "i4"), (5, 2, 4), {**numbers, "lhs_ragged": [0]})
        np.testing.assert_allclose(result, lhs @ rhs)

    @pytest.mark.parametrize("size", [-1, 10])
    def test_a_group_that_cannot_be(self, size: int) -> None:
        lhs, rhs = RNG.standard_normal((2, 9, 4)), RNG.standard_normal((3, 2, 4, 5))
        numbers = {"lhs_batching": [0], "rhs_batching": [1], "lhs_contracting": [2], "rhs_contracting": [2]}
        with pytest.raises(EvaluationError, match=f"has a group of {size} of 9 elements"):
            self.run(
                *(lhs, rhs, np.array([2, size, 4], "i4"), (2, 9, 5)),
                {**numbers, "lhs_ragged": [1], "rhs_group": [0]},
            )
