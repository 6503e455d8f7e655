"""Reductions that keep an extreme and its number, against their bodies in Python, one pair after the other."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import pytest

from tests.helpers.oracle import Array
from tests.helpers.programs import evaluate, named
from xdsl_stablehlo.interpreter.kernels.ops.combining import reduction

Pair: TypeAlias = tuple[float, int]
PROGRAMS = named(__file__)


def kept(
    beyond: Callable[[float, float], bool], nan: bool, tie: Callable[[int, int], int]
) -> Callable[..., Pair]:
    """The body as the program has it."""

    def body(left: Pair, right: Pair) -> Pair:
        (a, j), (b, k) = left, right
        takes = beyond(a, b) or (nan and a != a)
        if not nan and a == b:
            return (a if takes else b), tie(j, k)
        return (a if takes else b), j if takes or (a == b and tie(j, k) == j != k) else k

    return body


def total_order(a: float, b: float) -> bool:
    return _key(a) > _key(b)


def _key(x: float) -> int:
    (bits,) = struct.unpack("<q", struct.pack("<d", x))
    return bits if bits >= 0 else bits ^ (2**63 - 1)


BODIES: dict[str, Callable[..., Pair]] = {
    "greatest, NaN first": kept(lambda a, b: a > b, True, min),
    "least, NaN first": kept(lambda a, b: a < b, True, min),
    "greatest": kept(lambda a, b: a >= b, False, min),
    "least integer": kept(lambda a, b: a <= b, False, min),
    "last of the greatest": kept(lambda a, b: a >= b, False, max),
    "total order": kept(total_order, True, min),
}


def combined(body: Callable[..., Pair], rows: Sequence[Pair], init: Pair) -> Pair:
    """The order of docs/right.md for more than 32 elements: neighbours, and the init value before the whole."""
    while len(rows) > 1:
        pairs = [body(*rows[i : i + 2]) for i in range(0, len(rows) - 1, 2)]
        rows = pairs + list(rows[len(pairs) * 2 :])
    return body(init, rows[0])


def drawn(kind: str, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    if kind == "uint8":
        return rng.integers(*[(0, 256), (255, 256), (3, 5)][seed % 3], (2, 40)).astype(np.uint8)
    most = [
        (1.5, -0.5, 0.25, -2.0),
        (0.0, -0.0),
        (-1.0, -0.0, 0.0),
        (1.0, math.nan, -math.inf),
        (-math.inf,),
    ][seed % 5]
    return rng.choice(most, (2, 40)).astype(kind)


@pytest.mark.parametrize(
    "init", [(-math.inf, 0), (math.inf, 7), (math.nan, 3), (-0.0, -1), (0.25, 50), (1.5, -2)]
)
@pytest.mark.parametrize("name", BODIES)
def test_extremes(name: str, init: Pair) -> None:
    kind = {"f32": "float32", "f64": "float64", "f16": "float16", "ui8": "uint8"}[
        PROGRAMS[name].partition("2x40x")[2].partition(">")[0]
    ]
    if kind == "uint8":
        init = (255, init[1]) if init[1] else (3, 0)
    for seed in range(15):
        values = drawn(kind, seed)
        given = evaluate(PROGRAMS[name], values, np.array(init[0], kind), np.array(init[1], np.int32))
        for row, value, number in zip(values.tolist(), *given, strict=True):
            best, of = combined(BODIES[name], list(zip(row, range(40))), init)
            assert int(number) == of, (row, init)
            assert value.tobytes() == np.array(math.nan if best != best else best, kind).tobytes(), (
                row,
                init,
            )


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_extremes_are_known_by_what_the_body_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bodies that compare and select alone, and of equal values keep the first, are not run for each element."""
    orders: list[Any] = []
    in_order = reduction.combined_by

    def counted(*given: Any) -> Any:
        orders.append(given)
        return in_order(*given)

    monkeypatch.setattr(reduction, "combined_by", counted)
    known = name in ("greatest, NaN first", "least, NaN first", "greatest", "least integer")
    kind = PROGRAMS[name].partition("2x40x")[2].partition(">")[0]
    dtype = {"f32": "float32", "f64": "float64", "f16": "float16", "ui8": "uint8"}[kind]
    worst = -9 if "greatest" in name else 9
    evaluate(PROGRAMS[name], np.ones((2, 40), dtype), np.array(worst, dtype), np.array(0, np.int32))
    assert bool(orders) != known
