"""Functions are correctly rounded, by mpmath, for every float type, wherever an element is and whoever computed it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.campaigns.accuracy.rounding import REFERENCES, main
from tests.helpers.drawn.samples import wild
from tests.helpers.element_types import FLOATS
from tests.helpers.exact import REAL, wrong
from tests.helpers.oracle import Array
from tests.helpers.tiers import sampled
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.rounded import FUNCTIONS, function, ladder
from xdsl_stablehlo.interpreter.rounded.functions import UnaryFunction
from xdsl_stablehlo.values.element_types import FloatFormat, float_format

UNARY = sorted(name for name, row in FUNCTIONS.items() if isinstance(row, UnaryFunction))
BINARY = sorted(set(FUNCTIONS) - set(UNARY))


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with quiet():
        yield


def format_of(kind: str) -> FloatFormat:
    return float_format(FLOATS[kind])


def every(target: FloatFormat) -> Array:
    size = target.dtype.itemsize
    return np.arange(1 << 8 * size, dtype=f"u{size}").view(target.dtype)


def drawn(kind: str, count: int, seed: int) -> Array:
    """Bit patterns, numbers of all sizes below 8, numbers up to 20, and neighbours of 1."""
    rng, target = np.random.default_rng(seed), format_of(kind)
    signs = rng.choice([-1.0, 1.0], count)
    parts = [signs * 2.0 ** rng.uniform(-70, 3, count), rng.uniform(-20, 20, count)]
    parts.append(1.0 + signs * 2.0 ** rng.uniform(-60, -1, count))
    patterns = wild("f32" if kind == "tf32" else kind, count, seed).astype(np.float64)
    return target.from_f64(np.concatenate([patterns, *parts]))


def test_every_function_has_a_reference() -> None:
    assert sorted(FUNCTIONS) == sorted(REAL)


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize(
    "kind",
    [
        *("f8E3M4", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2"),
        *[pytest.param(kind, marks=pytest.mark.prove) for kind in ("f16", "bf16")],
    ],
)
def test_every_element_of_small_types(kind: str, name: str) -> None:
    target = format_of(kind)
    operand = every(target)
    assert wrong(name, target, function(name)(target, operand), operand) == []


@sampled("count", 40, 4000)
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
@pytest.mark.parametrize("kind", ["f64", "f32", "tf32"])
def test_samples(kind: str, name: str, count: int) -> None:
    operands = [drawn(kind, count, seed) for seed in range(1 + (name in BINARY))]
    target = format_of(kind)
    assert wrong(name, target, function(name)(target, *operands), *operands) == []


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("kind", ["f64", "f32"])
def test_borders_of_binades(kind: str, name: str) -> None:
    """Powers of two and their neighbours."""
    target = format_of(kind)
    least = target.least_exponent - target.precision + 1
    powers = np.ldexp(1.0, np.arange(least, 1 - target.least_exponent, 1 if kind == "f32" else 7))
    powers = powers.astype(target.dtype)
    operand = np.concatenate([powers, np.nextafter(powers, powers.dtype.type(0)), -powers])
    assert wrong(name, target, function(name)(target, operand), operand) == []


HARDEST = {
    "exp": [
        "-0x1.1d5c2daebe367p+4",
        "0x1.a8c02e974c314p-11",
        "0x1.9e9cbbfd6080bp-31",
        "0x1.83d4bcdebb3f4p+2",
    ],
    "log": ["0x1.62a88613629b5p+678", "0x1.ab50b409c8aeep+8", "0x1.4764fd6ba3cc4p-1"],
    "sin": ["0x1.7ffffffffdfffp-22", "0x1.598baeb632b04p-1", "0x1.fe767739d0f6dp-2", "0x1.842d8ec8f752fp+21"],
    "cos": ["0x1.34ec2f9fc9c00p+1", "0x1.8000000000009p-23", "0x1.06b505550e6b2p-9", "0x1.9b5a0ac4e4d03p+20"],
    "tan": ["0x1.dffffffffff1fp-22", "0x1.50486b2f87014p-5"],
    "sinh": ["0x1.dfffffffffe3ep-20", "0x1.adc135eb544c1p-2", "0x1.1b1cd1d7e4c2ap+2"],
    "asin": ["0x1.dffffffffff1ep-21", "0x1.7718543a5606ap-4"],
    "acos": ["0x1.53ea6c7255e88p-4", "0x1.fd737be914578p-11"],
    "atan": ["0x1.dffffffffff1ep-22", "0x1.62ff6a1682c25p-1", "0x1.1ba49f728736ap+3"],
    "expm1": ["0x1.9e9cbbfd6080bp-31", "-0x1.19e53fcd490d0p-23"],
    "log1p": ["0x1.800000000000ap-52", "0x1.fffffffffffffp-53"],
}
"""Numbers whose values are next to the middle of two neighbours, as Lefevre and Muller tabulated them ("Worst cases for
correct rounding of the elementary functions in double precision", 2001), and numbers of these kinds."""


@pytest.mark.parametrize("name", HARDEST)
def test_hard_cases(name: str) -> None:
    operand = np.array([float.fromhex(text) for text in HARDEST[name]] * 3)
    target = format_of("f64")
    assert wrong(name, target, function(name)(target, operand), operand) == []


@pytest.mark.parametrize("name", [*UNARY, *BINARY])
@pytest.mark.parametrize("kind", ["f64", "f32"])
def test_arithmetics_agree(kind: str, name: str) -> None:
    """Each alone, where it settles a result at all."""
    target, row = format_of(kind), FUNCTIONS[name]
    operands = [drawn(kind, 40, 10 + seed).astype(np.float64) for seed in range(1 + (name in BINARY))]
    arguments = row.prepared(operands, kind == "f32").arguments
    expected, _ = ladder.by_decimals(row, arguments, target)
    for attempt in (ladder.by_pairs, ladder.by_floats) if kind == "f32" else (ladder.by_pairs,):
        values, doubtful = attempt(row, arguments, target)
        assert np.mean(doubtful) < 0.05
        np.testing.assert_array_equal(values[~doubtful], expected[~doubtful])


def test_powers_that_are_exact_or_ties() -> None:
    """What is halfway between two numbers goes to the even one: 4097**2 in float32, (2**27 + 1)**2 in float64."""
    target = format_of("f32")
    x, y = np.array([4097, 4099, 5, 3, 0.5] * 2, np.float32), np.array([2, 2, 11, 0.5, 149] * 2, np.float32)
    expected = [float(np.float32(v)) for v in (4097**2, 4099**2, 5**11, 3**0.5, 0.5**149)] * 2
    assert function("power")(target, x, y).tolist() == expected
    target = format_of("f64")
    x, y = np.array([2**27 + 1, 3, 0.5, 0.5, 9, 2**27 - 1.0]), np.array([2, 34, 1074, 1075, 2.5, 2])
    expected = [float((2**27 + 1) ** 2), float(3**34), 5e-324, 0.0, 243.0, float((2**27 - 1) ** 2)]
    assert function("power")(target, x, y).tolist() == expected


@pytest.mark.parametrize("kind", ["f64", "f32", "bf16"])
@given(
    name=st.sampled_from([*UNARY, *BINARY]),
    seed=st.integers(0, 1 << 30),
    sizes=st.lists(st.sampled_from([1, 7, 1000, 20_003]), min_size=2, max_size=2),
    step=st.sampled_from([1, 2, -1, 3]),
)
@settings(max_examples=25, deadline=None)
def test_positions_do_not_matter(kind: str, name: str, seed: int, sizes: list[int], step: int) -> None:
    """The same elements in arrays of other sizes, at other places and with other strides."""
    rng, target = np.random.default_rng(seed), format_of(kind)
    few = [rng.choice(drawn(kind, 10, seed + k), 7) for k in range(1 + (name in BINARY))]
    results: list[Array] = []
    for size in sizes:
        arrays = [np.resize(elements, size + 7) for elements in few]
        spaced = [np.repeat(array, abs(step))[::step] for array in arrays]
        at = np.flatnonzero(np.arange(size + 7) % 7 == 3)[-1]
        at = size + 6 - at if step < 0 else at
        results.append(function(name)(target, *spaced)[at])
    bits = [result.tobytes() for result in results]
    assert bits[0] == bits[1]


@pytest.mark.prove
@pytest.mark.parametrize("name", sorted(REFERENCES))
@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_a_sample_of_the_campaign(kind: str, name: str) -> None:
    """Numbers that the runs in docs/right.md did not see."""
    assert main([kind, name, "--count", "200000", "--seed", "123"]) == 0
