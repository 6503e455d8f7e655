"""The table of element types against NumPy's and ml_dtypes' own facts, and that nobody states them again."""

from __future__ import annotations

import pickle
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import (
    ComplexType,
    Float80Type,
    FloatTF32Type,
    IndexType,
    IntegerType,
    NoneType,
    Signedness,
    bf16,
    f32,
    f64,
    i1,
    i8,
    i64,
)
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.values.element_types import (
    FLOATS,
    INTEGERS,
    FloatFormat,
    IntegerFormat,
    NaN,
    bit_width,
    dtype_of,
    dtype_or_none,
    format_of,
    format_of_dtype,
    holds_complex,
    holds_integers,
    is_float,
    is_native,
    round_to,
)

ROOT = Path(__file__).parents[3]
TF32 = FLOATS[FloatTF32Type]
SMALL = [row for row in FLOATS.values() if row.width <= 16]


def name(row: FloatFormat | IntegerFormat) -> str:
    return str(row.type)


def patterns(row: FloatFormat) -> Any:
    """All elements of a type of up to 16 bits, by their bit patterns."""
    return np.arange(1 << row.width, dtype=np.uint16).astype(f"u{row.dtype.itemsize}").view(row.dtype)


@pytest.mark.parametrize("row", [row for row in FLOATS.values() if row is not TF32], ids=name)
def test_floats_are_those_of_the_dtype(row: FloatFormat) -> None:
    info = cast(Any, ml_dtypes.finfo(row.dtype))
    assert (row.fraction_bits, row.exponent_bits) == (info.nmant, info.nexp)
    assert (row.width, row.least_exponent) == (info.bits, info.minexp)
    assert (row.largest, row.smallest) == (float(info.max), float(info.smallest_subnormal))
    assert int(np.asarray(info.max).view(f"u{row.dtype.itemsize}")) == row.largest_bits
    assert row.unused_bits == 0
    assert format_of_dtype(row.dtype) is row


def test_tf32_is_float32_with_fewer_digits() -> None:
    """NVIDIA: 8 bits of exponent as float32, 10 of fraction as float16."""
    assert (TF32.width, TF32.exponent_bits, TF32.fraction_bits, TF32.unused_bits) == (19, 8, 10, 13)
    assert TF32.largest == (2 - 2.0**-10) * 2.0**127
    assert TF32.smallest == 2.0**-136
    assert TF32.itemsize == 3
    assert not is_float(TF32.type)


@pytest.mark.parametrize("row", SMALL, ids=name)
def test_what_stands_for_nan_and_infinity(row: FloatFormat) -> None:
    elements = patterns(row)
    with np.errstate(all="ignore"):
        values = elements.astype(np.float64)
    nans = np.flatnonzero(np.isnan(values)).tolist()
    assert row.has_nan == bool(nans)
    assert row.has_infinity == bool(np.isinf(values).any())
    assert row.has_negative_zero == bool(((values == 0) & np.signbit(values)).any())
    assert row.signed == bool((values < 0).any())
    half = 1 << (row.width - row.signed)
    expected = {
        NaN.ALL_ONES: [half - 1, 2 * half - 1][: 1 + row.signed],
        NaN.NEGATIVE_ZERO: [half],
        NaN.NONE: [],
    }
    if row.nan is not NaN.IEEE:
        assert nans == expected[row.nan]


@pytest.mark.parametrize("row", SMALL, ids=name)
def test_rounding_is_to_the_nearest_element(row: FloatFormat) -> None:
    """Against fractions: doubles on, just below and just above the middle of neighbours."""
    with np.errstate(all="ignore"):
        values = np.unique(patterns(row).astype(np.float64))
    finite = [float(value) for value in values if np.isfinite(value)]
    for low, high in [*pairwise(finite)][:: 1 + len(values) // 400]:
        middle = (low + high) / 2
        points = [np.nextafter(middle, low), np.nextafter(middle, high), low, high]
        with np.errstate(all="ignore"):
            rounded = round_to(np.array(points), row.type).astype(np.float64).tolist()
        for point, result in zip(points, rounded):
            distance = min(abs(Fraction(float(point)) - Fraction(value)) for value in (low, high, result))
            assert abs(Fraction(float(point)) - Fraction(result)) == distance


@pytest.mark.parametrize("row", INTEGERS.values(), ids=name)
def test_integers_are_those_of_the_dtype(row: IntegerFormat) -> None:
    if row.width > 1:
        info = cast(Any, ml_dtypes.iinfo(row.dtype))
        assert (row.least, row.most, row.width) == (info.min, info.max, info.bits)
    assert row.signed == (row.least < 0)
    ends = np.array([row.least, row.most], np.uint64 if row.least == 0 else np.int64)
    held = ends.astype(row.native).astype(row.dtype).astype(row.native)
    assert held.tolist() == ([row.least, row.most] if row.width > 1 else [True, False])
    assert format_of_dtype(row.dtype) is row
    assert holds_integers(row.dtype)
    assert not holds_complex(row.dtype)


@pytest.mark.parametrize(
    ("element_type", "dtype", "width"),
    [
        (IndexType(), np.int64, 0),
        (IntegerType(32, Signedness.SIGNED), np.int32, 32),
        (ComplexType(f64), np.complex128, 128),
        (UniformQuantizedType(i8, f32, 0.5, signed=False), np.uint8, 8),
    ],
    ids=str,
)
def test_types_beside_the_table(element_type: Attribute, dtype: type, width: int) -> None:
    assert dtype_of(element_type) == np.dtype(dtype)
    assert bit_width(element_type) == width
    assert format_of(element_type).itemsize == np.dtype(dtype).itemsize


@pytest.mark.parametrize(
    "element_type",
    [Float80Type(), IntegerType(1, Signedness.UNSIGNED), IntegerType(3), ComplexType(i64), NoneType()],
    ids=str,
)
def test_no_element_types(element_type: Attribute) -> None:
    assert dtype_or_none(element_type) is None
    with pytest.raises(ValueError, match="is not an element type of StableHLO"):
        format_of(element_type)


def test_dtypes_of_several_types_give_the_plain_one() -> None:
    assert [format_of_dtype(dtype_of(t)).type for t in (i1, i64, IndexType(), TF32.type)] == [
        i1,
        i64,
        i64,
        f32,
    ]


@pytest.mark.parametrize(("element_type", "native"), [(i1, True), (i64, True), (f32, True), (bf16, False)])
def test_a_dtype_that_was_pickled_is_numpys_own(element_type: Attribute, native: bool) -> None:
    array = np.zeros(3, dtype_of(element_type))
    assert is_native(array.dtype) == is_native(pickle.loads(pickle.dumps(array)).dtype) == native


def sources() -> dict[str, str]:
    folders = [ROOT / "interpreter", ROOT / "folding", ROOT / "xdsl_stablehlo"]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    inside = {str(file.relative_to(ROOT)): file for file in files}
    linked = ("xdsl_stablehlo/interpreter/", "xdsl_stablehlo/folding/")
    return {place: file.read_text() for place, file in inside.items() if not place.startswith(linked)}


@pytest.mark.parametrize(
    ("stated", "where"),
    [
        (r"ml_dtypes\.(u?int|float|bfloat|finfo|iinfo)", {"xdsl_stablehlo/values/element_types.py"}),
        (r"dtype\.name\b|\.name (==|!=|in|not in) .*\"([a-z]+\d+|tf32|bf16)", set[str]()),
        (r"\.(starts|ends)with\(\(?\"(u?int|float|f8|FN)", set[str]()),
        (
            r"dtype\.kind (==|!=) \"[a-zA-Z]\"|dtype\.kind (not )?in \"",
            {"xdsl_stablehlo/values/arrays.py", "folding/fold/bind.py"},
        ),
        (r"\.isbuiltin\b", {"xdsl_stablehlo/values/element_types.py"}),
        (r"def \w*round_to_(odd|tf32|scale|f\d)", {"xdsl_stablehlo/values/element_types.py"}),
        (r"np\.dtype\(f?\"(complex|float)", set[str]()),
    ],
)
def test_facts_stand_in_one_place(stated: str, where: set[str]) -> None:
    """Names of types and dtypes, kinds of dtypes and steps of rounding are not looked at anywhere else."""
    assert {place for place, text in sources().items() if re.search(stated, text)} <= where
