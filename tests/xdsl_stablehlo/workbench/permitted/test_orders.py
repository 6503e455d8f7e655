"""The sets of permitted sums, products and reductions contain what every tree gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import ml_dtypes
import numpy as np
import pytest

from tests.helpers.programs import parse
from tests.helpers.tiers import sampled
from xdsl_stablehlo.workbench.permitted.evaluation import permitted
from xdsl_stablehlo.workbench.permitted.spans import Span, contains

DTYPES: dict[str, Any] = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
TREES = 12


def span(text: str, *arguments: Any) -> Span:
    """The span of the only result."""
    (result,) = permitted(parse(text), arguments).spans
    assert isinstance(result, Span)
    return result


def reduction(kind: str, size: int, op: str, init: float) -> str:
    types = f"(tensor<{size}x{kind}>, tensor<{kind}>) -> tensor<{kind}>"
    return f"""func.func @main(%x: tensor<{size}x{kind}>) -> tensor<{kind}> {{
      %i = stablehlo.constant dense<{init}> : tensor<{kind}>
      %r = stablehlo.reduce(%x init: %i) applies stablehlo.{op} across dimensions = [0] : {types}
      return %r : tensor<{kind}> }}"""


def dot(kind: str, size: int) -> str:
    vector = f"tensor<{size}x{kind}>"
    return f"""func.func @main(%x: {vector}, %y: {vector}) -> tensor<{kind}> {{
      %r = stablehlo.dot %x, %y : ({vector}, {vector}) -> tensor<{kind}>
      return %r : tensor<{kind}> }}"""


def pool(dtype: Any) -> list[float]:
    """Elements whose sums and products overflow, vanish, cancel, and are not exact."""
    known = cast(Any, ml_dtypes.finfo(dtype))
    ends = [float(known.max), float(known.smallest_subnormal), float(known.tiny)]
    sizes = [*ends, ends[0] / 2, ends[0] / 3, 3 * ends[1], 1.0, 0.1, 1e3, 2.0**-9, 257.0]
    return [0.0, -0.0, *sizes, *[-x for x in sizes], np.inf, -np.inf, np.nan]


def of_a_tree(leaves: list[Any], combine: Callable[[Any, Any], Any], draw: np.random.Generator) -> Any:
    """Neighbours combined, again and again, in the type of the leaves."""
    while len(leaves) > 1:
        at = int(draw.integers(len(leaves) - 1))
        leaves[at : at + 2] = [combine(leaves[at], leaves[at + 1])]
    return leaves[0]


@pytest.mark.parametrize("kind", list(DTYPES))
@pytest.mark.parametrize("op", ["add", "multiply", "dot"])
@sampled("count", 6, 400)
def test_every_tree_is_inside(op: str, kind: str, count: int) -> None:
    dtype, draw = DTYPES[kind], np.random.default_rng(len(kind + op))
    elements = np.asarray(pool(dtype), np.float64)
    chances = np.where(np.isfinite(elements), 1.0, 0.15)
    for _ in range(count):
        size = int(draw.integers(2, 9))
        x, y = [draw.choice(elements, size, p=chances / chances.sum()).astype(dtype) for _ in range(2)]
        neutral = float(op == "multiply")
        if op == "dot":
            found = span(dot(kind, size), x, y)
        else:
            found = span(reduction(kind, size, op, neutral), x)
        assert not found.free
        with np.errstate(all="ignore"):
            for _ in range(TREES):
                leaves = list[Any](cast(Any, (x * y).astype(dtype) if op == "dot" else x))
                leaves.insert(int(draw.integers(size + 1)), dtype(neutral))
                combine = np.multiply if op == "multiply" else np.add
                given = np.asarray(of_a_tree(leaves, combine, draw)).astype(dtype)
                assert contains(found, given), f"{x} {y} {given} {found}"


def test_reductions_of_few_elements_have_all_trees() -> None:
    """x - y of [5, 3, 1], from 0: for example 5 - (3 - 1) = 3, 5 - 3 - 1 = 1, and 0 - (0 - 5) - 3 + 1."""
    body = "^bb0(%a: tensor<i32>, %b: tensor<i32>): %s = stablehlo.subtract %a, %b : tensor<i32>"
    text = f"""func.func @main(%x: tensor<3xi32>) -> tensor<i32> {{
      %i = stablehlo.constant dense<0> : tensor<i32>
      %r = "stablehlo.reduce"(%x, %i) <{{dimensions = array<i64: 0>}}> ({{
        {body}
        stablehlo.return %s : tensor<i32>
      }}) : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
      return %r : tensor<i32> }}"""
    found = span(text, np.asarray([5, 3, 1], np.int32))
    # Each element may have either sign.
    assert (int(found.lo), int(found.hi)) == (-9, 9)
    assert not found.free


@pytest.mark.parametrize("kind", list(DTYPES))
def test_sums_near_the_largest_number(kind: str) -> None:
    known = cast(Any, ml_dtypes.finfo(DTYPES[kind]))
    most = float(known.max)
    text = reduction(kind, 4, "add", 0.0)
    found = span(text, np.asarray([most, -most, np.inf, -most]).astype(DTYPES[kind]))
    assert (float(found.lo), float(found.hi), bool(found.nan)) == (np.inf, np.inf, True)
    found = span(text, np.asarray([most, most, 1.0, 0.0]).astype(DTYPES[kind]))
    assert (float(found.lo), float(found.hi), bool(found.nan)) == (np.inf, np.inf, False)
