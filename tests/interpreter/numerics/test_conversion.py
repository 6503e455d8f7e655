"""Conversions: every pair of element types against C++, and what the specification leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from xdsl.dialects.builtin import IndexType

from tests.helpers.drawn.samples import wild
from tests.helpers.element_types import ELEMENT_TYPES, FLOATS
from tests.helpers.oracle import Array, dtype_named, oracle
from tests.helpers.programs import assert_same, function
from xdsl_stablehlo.interpreter.numerics import conversion, convert, quiet
from xdsl_stablehlo.values.element_types import round_to

COUNT = 1500
NAMES = [name for name in ELEMENT_TYPES if name != "tf32"]
FINITE = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN")
SCALE = "f8E8M0FNU"


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with quiet():
        yield


def between(source: str, target: str, operand: Array) -> Array:
    return np.asarray(convert(operand, ELEMENT_TYPES[source], ELEMENT_TYPES[target]))


def real_part(operand: Array) -> Array:
    return np.real(operand) if operand.dtype.kind == "c" else operand.astype(np.float64)


@pytest.mark.parametrize("source", NAMES)
def test_every_pair_has_the_bits_of_cpp(source: str) -> None:
    for target in NAMES:
        operand = wild(source, COUNT)
        numbers = real_part(operand)
        usable = np.ones(operand.shape, np.bool_)
        if target in FINITE or source == SCALE:
            # C++ makes zeros of infinities, which saturate here, gives a NaN the other sign, and infinities of
            # the scale type's NaN.
            usable &= np.isfinite(numbers)
        if target == SCALE:
            # C++ drops the sign; here a negative number has no nearest element.
            usable &= ~np.signbit(numbers)
        operand = operand[usable]
        types = [f"tensor<{operand.size}x{t}>" for t in (source, target)]
        body = f"%r0 = stablehlo.convert %a0 : ({types[0]}) -> {types[1]}"
        expected = oracle(function(body, types[:1], types[1:]), operand)[0]
        assert_same(between(source, target, operand), expected)


def test_float_to_integer_truncates_and_saturates() -> None:
    values = np.array([1.9, -1.9, 300, -300, np.inf, -np.inf, np.nan, -0.9], np.float32)
    assert between("f32", "i8", values).tolist() == [1, -1, 127, -128, 127, -128, 0, 0]
    assert between("f32", "ui8", values).tolist() == [1, 0, 255, 0, 255, 0, 0, 0]
    assert between("f32", "i4", values).astype(np.int64).tolist() == [1, -1, 7, -8, 7, -8, 0, 0]
    assert between("f32", "i64", values)[4:6].tolist() == [2**63 - 1, -(2**63)]
    assert between("f64", "ui64", np.array([2.0**64, 2.0**63, -1.0])).tolist() == [2**64 - 1, 2**63, 0]
    assert between("f64", "i64", np.array([2.0**63, -(2.0**63), 1e19])).tolist() == [
        2**63 - 1,
        -(2**63),
        2**63 - 1,
    ]


def test_index() -> None:
    from_float = convert(np.array([2.5, -1e30]), FLOATS["f64"], IndexType())
    assert from_float.tolist() == [2, -(2**63)]
    assert convert(np.array([3]), IndexType(), FLOATS["f32"]).tolist() == [3.0]


def test_integer_to_integer_wraps_around() -> None:
    assert between("i32", "i8", np.array([300, -129, 127], np.int32)).tolist() == [44, 127, 127]
    assert between("i32", "ui4", np.array([17, -1], np.int32)).astype(np.int64).tolist() == [1, 15]
    assert between("i4", "i2", np.array([7, -8]).astype(dtype_named("i4"))).astype(np.int64).tolist() == [
        -1,
        0,
    ]
    assert between("i8", "ui64", np.array([-1], np.int8)).tolist() == [2**64 - 1]


@pytest.mark.parametrize(
    ("source", "target"), [*product(["i64", "ui64"], ["bf16", "f16", "f32", "f8E5M2", "tf32"])]
)
def test_wide_integers_are_rounded_once(source: str, target: str) -> None:
    """Just beside a tie, by less than a float64 shows."""
    bits = {"bf16": 8, "f16": 11, "f32": 24, "f8E5M2": 3, "tf32": 11}[target]
    one = {"f16": 2**14, "f8E5M2": 2**14}.get(target, 2**62)
    tie = one + (one >> bits)
    values = np.array([tie - 1, tie, tie + 1], dtype_named(source))
    unit = one >> (bits - 1)
    expected = [float(one), float(one), float(one + unit)]
    assert between(source, target, values).astype(np.float64).tolist() == expected


def test_to_boolean() -> None:
    assert between("f32", "i1", np.array([0.0, -0.0, 1e-45, np.nan], np.float32)).tolist() == [
        False,
        False,
        True,
        True,
    ]
    assert between("ui2", "i1", np.arange(4).astype(dtype_named("ui2"))).tolist() == [False, True, True, True]
    assert between("complex<f32>", "i1", np.array([1j, 1], np.complex64)).tolist() == [False, True]
    assert between("i1", "bf16", np.array([True, False])).astype(np.float64).tolist() == [1.0, 0.0]


def test_complex_numbers_lose_and_gain_parts() -> None:
    assert between("complex<f64>", "f32", np.array([1.5 + 2j])).tolist() == [1.5]
    assert between("complex<f32>", "i32", np.array([-1.5 + 2j], np.complex64)).tolist() == [-1]
    assert between("i8", "complex<f64>", np.array([-3], np.int8)).tolist() == [-3 + 0j]
    assert between("complex<f64>", "complex<f32>", np.array([1e300 - 0.1j]))[0] == np.complex64(np.inf - 0.1j)


@pytest.mark.parametrize("name", ["bf16", "f16", *[name for name in FLOATS if "E" in name]])
def test_narrow_floats_survive_wider_ones(name: str) -> None:
    bits = 16 if name in ("bf16", "f16") else int(name[1])
    elements = np.arange(1 << bits, dtype=f"u{2 if bits == 16 else 1}").view(dtype_named(name))
    for wider in ("f32", "f64"):
        assert_same(between(wider, name, between(name, wider, elements)), elements)


@pytest.mark.parametrize("name", ["f32", "f64", "f16", "bf16", "i1", "i4", "ui8", "i32", "complex<f32>"])
def test_tf32_to_and_from_others(name: str) -> None:
    values = wild(name, COUNT)
    in_tf32 = between(name, "tf32", values)
    np.testing.assert_array_equal(in_tf32, round_to(between(name, "f64", values), FLOATS["tf32"]))
    assert_same(between("tf32", name, in_tf32), between("f32", name, in_tf32))


def test_same_type_is_the_same_array() -> None:
    values = np.array([1.0], np.float32)
    assert conversion(FLOATS["f32"], FLOATS["f32"])(values) is values


def test_scalars() -> None:
    assert int(between("f32", "i32", np.array(2.5, np.float32))) == 2
    assert float(between("i64", "bf16", np.array(2**60 + 1))) == 2.0**60
    assert float(between("f64", "bf16", np.array(1.0 + 2.0**-8 + 2.0**-40))) == 1.0078125
    assert between("f32", "i32", np.zeros((0, 2), np.float32)).shape == (0, 2)
    assert between("i64", "bf16", np.zeros((0, 2), np.int64)).shape == (0, 2)
