"""scan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.helpers.drawn.samples import wild
from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import evaluate, function


def running(name: str, element: str, shape: tuple[int, ...], dimension: int, reverse: bool) -> str:
    """A scan by one op, of which the slices are arguments of the body."""
    whole = f"tensor<{'x'.join([*map(str, shape), element])}>"
    part = f"tensor<{'x'.join([*[str(n) for d, n in enumerate(shape) if d != dimension], element])}>"
    attributes = f"{{is_reverse = {str(reverse).lower()}}}"
    return function(
        f"""%r:2 = chlo.scan (%a0) inits (%a1) dimension={dimension} attributes {attributes} {{
    ^bb0(%x: {part}, %y: {part}):
      %s = stablehlo.{name} %x, %y : {part}
      stablehlo.return %s, %s : {part}, {part}
  }} : ({whole}, {part}) -> ({whole}, {part})""",
        [whole, part],
        [whole, part],
        ["%r#0", "%r#1"],
    )


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    ("name", "element", "combine"),
    [
        ("add", "f32", np.add),
        ("add", "f64", np.add),
        ("add", "bf16", np.add),
        ("add", "i8", np.add),
        ("add", "ui16", np.add),
        ("add", "i1", np.logical_or),
        ("multiply", "f32", np.multiply),
        ("multiply", "i32", np.multiply),
        ("maximum", "f32", np.maximum),
        ("minimum", "bf16", np.minimum),
        ("minimum", "i8", np.minimum),
        ("xor", "i32", np.bitwise_xor),
        ("subtract", "f32", np.subtract),
    ],
)
@pytest.mark.parametrize(
    ("shape", "dimension"), [((37,), 0), ((3, 20), 1), ((20, 3), 0), ((0, 3), 0), ((5, 0), 0)]
)
def test_one_op_after_the_other(
    name: str,
    element: str,
    combine: Callable[..., Any],
    shape: tuple[int, ...],
    dimension: int,
    reverse: bool,
) -> None:
    """Each step rounds, wraps around, and hands NaN on, whichever way the whole is computed."""
    others = [n for d, n in enumerate(shape) if d != dimension]
    dtype = dtype_named(element)
    drawn = wild(element, 200, 7).astype(dtype)
    given = np.resize(drawn, shape)
    if dtype.kind not in "iub":
        given = ((np.arange(given.size) % 7 - 3) / 3).reshape(shape).astype(dtype)
        given.reshape(-1)[17:18] = np.nan
    start = np.resize(drawn[5:], others).astype(dtype)
    with np.errstate(all="ignore"):
        carry, rows = start, list[Array]()
        for row in np.moveaxis(given, dimension, 0)[:: -1 if reverse else 1]:
            carry = np.asarray(combine(row, carry), dtype)
            rows.append(carry)
    expected: Array = np.stack(rows, dimension) if rows else given
    if reverse:
        expected = np.flip(expected, dimension)
    outputs, last = evaluate(running(name, element, shape, dimension, reverse), given, start)
    assert outputs.dtype == dtype
    for result, right in ((outputs, expected), (last, carry)):
        np.testing.assert_array_equal(result.astype("f8"), right.astype("f8"))


def test_long_scans_are_computed_at_once() -> None:
    """A million steps one by one would take longer than all other tests of this file together."""
    count = 1 << 20
    outputs, last = evaluate(
        running("add", "i32", (count,), 0, False), np.ones(count, "i4"), np.array(0, "i4")
    )
    np.testing.assert_array_equal(outputs, np.arange(1, count + 1))
    assert last == count
