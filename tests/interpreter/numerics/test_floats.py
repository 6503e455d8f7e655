"""Floats: against C++ bit by bit, small ones against exact rounding, and the traps that others fell into."""

from __future__ import annotations

from collections.abc import Iterator

import ml_dtypes
import numpy as np
import pytest

from tests.helpers.drawn.samples import wild
from tests.helpers.element_types import FLOATS
from tests.helpers.exact import assert_as_cpp_or_right
from tests.helpers.oracle import Array, dtype_named, oracle
from tests.helpers.programs import assert_same, function
from xdsl_stablehlo.interpreter.numerics import arithmetic_of, quiet
from xdsl_stablehlo.values.element_types import round_to

COUNT = 20_000

UNARY = {
    **{
        op: op
        for op in ("abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log")
    },
    **{
        op: op
        for op in ("log_plus_one", "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt")
    },
    **{op: op for op in ("sign", "sine", "sqrt", "tan", "tanh")},
}
BINARY = ("add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract")
ROUNDING = ("ceil", "floor", "round_nearest_afz", "round_nearest_even")


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with quiet():
        yield


def by_oracle(
    op: str, kind: str, *arguments: Array, result: str | None = None, attributes: str = ""
) -> Array:
    """What C++ gives for one op on vectors."""
    count = arguments[0].size
    source, target = f"tensor<{count}x{kind}>", f"tensor<{count}x{result or kind}>"
    operands = ", ".join(f"%a{i}" for i in range(len(arguments)))
    types = ", ".join([source] * len(arguments))
    body = f'%r0 = "stablehlo.{op}"({operands}) {attributes} : ({types}) -> {target}'
    return oracle(function(body, [source] * len(arguments), [target]), *arguments)[0]


# To round f8E3M4, APFloat adds 2**4 on the way, which the type does not have, and gives NaN.
UNARY_CASES = [
    (kind, op)
    for kind in ("f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3FN", "f8E4M3FNUZ", "f8E3M4")
    for op in UNARY
    if kind != "f8E3M4" or op not in ROUNDING
]


@pytest.mark.parametrize(("kind", "op"), UNARY_CASES)
def test_unary_has_the_bits_of_cpp(kind: str, op: str) -> None:
    operand = wild(kind, COUNT)
    ours = getattr(arithmetic_of(FLOATS[kind]), op)(operand)
    assert_as_cpp_or_right(op, ours, by_oracle(op, kind, operand), operand)


@pytest.mark.parametrize("op", BINARY)
@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3FN", "f8E4M3FNUZ", "f8E3M4"])
def test_binary_has_the_bits_of_cpp(kind: str, op: str) -> None:
    lhs, rhs = wild(kind, COUNT, 1), wild(kind, COUNT, 2)
    ours = getattr(arithmetic_of(FLOATS[kind]), op)(lhs, rhs)
    assert_as_cpp_or_right(op, ours, by_oracle(op, kind, lhs, rhs), lhs, rhs)


@pytest.mark.parametrize("kind", ["f4E2M1FN", "f6E2M3FN", "f6E3M2FN"])
@pytest.mark.parametrize("op", ["add", "subtract", "multiply", "maximum", "minimum", "remainder"])
def test_finite_types_have_the_bits_of_cpp_where_nothing_is_infinite_or_nan(kind: str, op: str) -> None:
    lhs, rhs = every_pair(kind)
    if op == "remainder":
        lhs, rhs = lhs[rhs.astype(np.float32) != 0], rhs[rhs.astype(np.float32) != 0]
    assert_same(getattr(arithmetic_of(FLOATS[kind]), op)(lhs, rhs), by_oracle(op, kind, lhs, rhs))


def every(kind: str) -> Array:
    """Every element of a type of up to 8 bits."""
    return np.arange(1 << int(kind[1]), dtype=np.uint8).view(dtype_named(kind))


def every_pair(kind: str) -> tuple[Array, Array]:
    values = every(kind)
    return np.repeat(values, values.size), np.tile(values, values.size)


def rounded_exactly(values: Array, kind: str) -> Array:
    """Finite float64 values as the nearest elements, by looking among all of them; ties to the even encoding."""
    elements = every(kind)
    numbers = elements.astype(np.float64)
    usable = np.isfinite(numbers) & ~np.signbit(numbers)
    grid, codes = numbers[usable], elements.view(np.uint8)[usable]
    order = np.argsort(grid)
    grid, codes = grid[order], codes[order]
    # One step beyond the largest: what is at least halfway there overflows.
    grid = np.append(grid, 2 * grid[-1] - grid[-2])
    over = round_to(np.array([np.inf]), FLOATS[kind]).view(np.uint8)
    codes = np.append(codes, over)
    size = np.abs(values)
    upper = np.clip(np.searchsorted(grid, size), 1, len(grid) - 1)
    above, below = grid[upper] - size, size - grid[upper - 1]
    up = (above < below) | ((above == below) & (codes[upper - 1] % 2 == 1))
    result = codes[np.where(up, upper, upper - 1)]
    fnuz = kind.endswith("FNUZ")
    negative = np.signbit(values) & ~(fnuz & ((result == 0) | (result == 0x80)))
    return np.where(negative, result | np.uint8(0x80), result).view(elements.dtype)


@pytest.mark.parametrize("op", ["add", "subtract", "multiply", "divide"])
@pytest.mark.parametrize(
    "kind", ["f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ"]
)
def test_all_pairs_of_small_floats_are_rounded_once(kind: str, op: str) -> None:
    lhs, rhs = every_pair(kind)
    # Sums and products of 8-bit floats are exact in float64, and no quotient is too near to a tie for it.
    exact = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide}[op](
        lhs.astype(np.float64), rhs.astype(np.float64)
    )
    finite = np.isfinite(exact)
    result = getattr(arithmetic_of(FLOATS[kind]), op)(lhs, rhs)
    assert_same(result[finite], rounded_exactly(exact[finite], kind))
    assert np.isnan(result[np.isnan(exact)].astype(np.float32)).all()


@pytest.mark.parametrize("kind", ["f8E4M3FN", "f8E5M2", "f16", "bf16", "f8E4M3FNUZ"])
def test_round_to_next_to_ties(kind: str) -> None:
    """What is next to a tie in float64 looks like the tie in float32."""
    elements = wild(kind, 4000, 5)
    numbers = np.unique(elements.astype(np.float64)[np.isfinite(elements.astype(np.float64))])
    ties = (numbers[1:] + numbers[:-1]) / 2
    below, above = np.nextafter(ties, -np.inf), np.nextafter(ties, np.inf)
    for values in (ties, below, above):
        expected = by_oracle("convert", "f64", values, result=kind)
        assert_same(round_to(values, FLOATS[kind]), expected)


def test_round_to_rounds_once() -> None:
    """ml_dtypes rounds to float32 first and gives -448."""
    value = np.array([-431.99999999999994])
    assert round_to(value, FLOATS["f8E4M3FN"]).astype(np.float64).tolist() == [-416.0]


@pytest.mark.parametrize("kind", ["f8E5M2", "f8E4M3FN", "f8E8M0FNU", "f6E2M3FN", "f4E2M1FN", "f8E4M3B11FNUZ"])
def test_round_to_keeps_every_element(kind: str) -> None:
    elements = every(kind)
    assert_same(round_to(elements.astype(np.float64), FLOATS[kind]), elements)


def test_overflow_of_small_floats() -> None:
    """To infinity, to NaN where there is none, to the largest number where there is neither."""
    large = np.array([1e30, -1e30])
    assert round_to(large, FLOATS["f8E5M2"]).astype(np.float32).tolist() == [np.inf, -np.inf]
    assert np.isnan(round_to(large, FLOATS["f8E4M3FN"]).astype(np.float32)).all()
    assert np.isnan(round_to(large, FLOATS["f8E4M3FNUZ"]).astype(np.float32)).all()
    assert round_to(large, FLOATS["f4E2M1FN"]).astype(np.float32).tolist() == [6.0, -6.0]
    assert round_to(large, FLOATS["f6E3M2FN"]).astype(np.float32).tolist() == [28.0, -28.0]


def test_f8e8m0fnu_has_no_zero_and_no_sign() -> None:
    a = arithmetic_of(FLOATS["f8E8M0FNU"])
    values = np.array([1.0, 4.0]).astype(a.dtype)
    least = np.float64(2.0**-127)
    assert round_to(np.array([0.0, 1e-300]), a.element_type).astype(np.float64).tolist() == [least, least]
    assert np.isnan(a.negate(values).astype(np.float32)).all()
    assert a.subtract(values, values).astype(np.float64).tolist() == [least, least]
    assert a.multiply(values, values).astype(np.float64).tolist() == [1.0, 16.0]
    assert a.next_after(values, values[::-1]).astype(np.float64).tolist() == [2.0, 2.0]
    assert a.sqrt(values).astype(np.float64).tolist() == [1.0, 2.0]
    # Without a fraction there is no even one of two neighbours: C++, too, takes the larger.
    assert round_to(np.array([1.5, 3.0, 6.0]), a.element_type).astype(np.float64).tolist() == [2.0, 4.0, 8.0]


class TestTF32:
    """float32 with 10 fraction bits."""

    a = arithmetic_of(FLOATS["tf32"])

    def test_rounds_ties_to_even(self) -> None:
        unit = 2.0**-10
        values = np.array(
            [1 + unit / 2, 1 + 1.5 * unit, 1 + 0.51 * unit, np.inf, np.nan, -(1 + unit / 2), 3.4028e38]
        )
        expected = [1.0, 1 + 2 * unit, 1 + unit, np.inf, np.nan, -1.0, np.inf]
        np.testing.assert_array_equal(round_to(values, FLOATS["tf32"]), np.array(expected, np.float32))

    def test_nothing_is_next_to_nan(self) -> None:
        one, nan = np.ones(1, np.float32), np.full(1, np.nan, np.float32)
        assert np.isnan(self.a.next_after(one, nan)).all()
        assert np.isnan(self.a.next_after(nan, one)).all()

    def test_rounds_once(self) -> None:
        """Just above a tie in float64, a tie in float32."""
        assert round_to(np.array([1 + 2.0**-11 + 2.0**-50]), FLOATS["tf32"]).tolist() == [1 + 2.0**-10]

    @pytest.mark.parametrize("op", ["add", "subtract", "multiply", "divide", "remainder", "power"])
    def test_results_are_elements(self, op: str) -> None:
        lhs, rhs = (round_to(wild("f64", 2000, seed), FLOATS["tf32"]) for seed in (1, 2))
        result = getattr(self.a, op)(lhs, rhs)
        assert result.dtype == np.float32
        assert not (result.view(np.uint32)[~np.isnan(result)] & 0x1FFF).any()

    def test_next_after(self) -> None:
        unit = 2.0**-10
        lhs = np.array([1, 1, -1, 0, 0, 1, np.nan, 2], np.float32)
        rhs = np.array([2, 0, -2, 1, -1, 1, 1, 1], np.float32)
        expected = [1 + unit, 1 - unit / 2, -1 - unit, 2.0**-136, -(2.0**-136), 1, np.nan, 2 - unit]
        np.testing.assert_array_equal(self.a.next_after(lhs, rhs), np.array(expected, np.float32))

    @pytest.mark.parametrize(
        "op", ["ceil", "floor", "round_nearest_afz", "round_nearest_even", "sqrt", "tanh"]
    )
    def test_unary(self, op: str) -> None:
        operand = np.array([2.5, -2.5, 0.5, -0.0, 4.0], np.float32)
        in_f64 = getattr(arithmetic_of(FLOATS["f64"]), op)(operand.astype(np.float64))
        np.testing.assert_array_equal(getattr(self.a, op)(operand), round_to(in_f64, FLOATS["tf32"]))


ZEROS_AND_NAN = [0.0, -0.0, 1.0, -1.0, np.nan]


@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E5M2", "f6E2M3FN"])
@pytest.mark.parametrize("size", [None, 3, 70_000])
def test_maximum_and_minimum_of_zeros(kind: str, size: int | None) -> None:
    """IEEE 754 maximum and minimum; NumPy gives either zero. Large arrays are looked at in blocks."""
    a = arithmetic_of(FLOATS[kind])
    shape = () if size is None else (size,)
    plus, minus = np.zeros(shape).astype(a.dtype), np.full(shape, -0.0).astype(a.dtype)
    for lhs, rhs in ((plus, minus), (minus, plus)):
        assert not np.signbit(np.asarray(a.maximum(lhs, rhs)).astype(np.float32)).any()
        assert np.signbit(np.asarray(a.minimum(lhs, rhs)).astype(np.float32)).all()
    assert np.signbit(np.asarray(a.maximum(minus, minus)).astype(np.float32)).all()
    assert not np.signbit(np.asarray(a.minimum(plus, plus)).astype(np.float32)).any()


def test_maximum_and_minimum_propagate_nan() -> None:
    a = arithmetic_of(FLOATS["f32"])
    nan, one = np.array([np.nan, 1.0], np.float32), np.array([1.0, np.nan], np.float32)
    assert np.isnan(a.maximum(nan, one)).all()
    assert np.isnan(a.minimum(nan, one)).all()
    assert a.clamp(
        np.zeros((), np.float32), np.array([-1, 0.5, 2], np.float32), np.ones((), np.float32)
    ).tolist() == [0, 0.5, 1]


def test_sign_keeps_zeros_and_nan() -> None:
    result = arithmetic_of(FLOATS["f32"]).sign(np.array([*ZEROS_AND_NAN, -np.inf], np.float32))
    np.testing.assert_array_equal(result, np.array([0.0, -0.0, 1.0, -1.0, np.nan, -1.0], np.float32))
    assert np.signbit(result).tolist()[:2] == [False, True]


def test_round_nearest_afz() -> None:
    values = np.array([0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, -0.3, 4503599627370497.0, np.inf])
    expected = np.array([1.0, -1.0, 2.0, 3.0, -3.0, 0.0, -0.0, 4503599627370497.0, np.inf])
    result = arithmetic_of(FLOATS["f64"]).round_nearest_afz(values)
    np.testing.assert_array_equal(result, expected)
    assert np.signbit(result[6])


def test_functions_at_their_limits() -> None:
    """Where Python's `math` raises."""
    a = arithmetic_of(FLOATS["f64"])
    assert a.exponential(np.array([710.0, -800.0, np.inf, -np.inf])).tolist() == [np.inf, 0, np.inf, 0]
    np.testing.assert_array_equal(a.log(np.array([0.0, -1.0, np.inf])), [-np.inf, np.nan, np.inf])
    np.testing.assert_array_equal(
        a.power(np.array([0.0, -8.0, 2.0, np.nan]), np.array([-1.0, 1 / 3, 2000.0, 0.0])),
        [np.inf, np.nan, np.inf, 1.0],
    )
    assert float(a.log(np.array(0.0))) == -np.inf
    assert float(a.power(np.array(2.0), np.array(10.0))) == 1024.0


class TestTotalOrder:
    """compare with TOTALORDER; C++ takes it for FLOAT, so the order is written down from IEEE 754."""

    ascending = (-np.nan, -np.inf, -1.0, -1e-45, -0.0, 0.0, 1e-45, 1.0, np.inf, np.nan)

    @pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3", "f8E3M4"])
    def test_is_a_total_order(self, kind: str) -> None:
        values = np.array([v for v in self.ascending if abs(v) != 1e-45]).astype(dtype_named(kind))
        rank = np.arange(len(values))
        a = arithmetic_of(FLOATS[kind])
        for direction, relation in (
            ("LT", np.less),
            ("LE", np.less_equal),
            ("EQ", np.equal),
            ("NE", np.not_equal),
        ):
            result = a.compare(values[:, None], values[None, :], direction, "TOTALORDER")
            assert (result == relation(rank[:, None], rank[None, :])).all(), direction
        assert (a.compare(values[1:], values[:-1], "GT", "TOTALORDER")).all()
        assert (a.compare(values[1:], values[:-1], "GE", "TOTALORDER")).all()

    @pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3", "f8E3M4"])
    def test_of_neighbours_below_zero(self, kind: str) -> None:
        """Bits that count up from those of -0 are numbers that go down."""
        dtype = dtype_named(kind)
        top = 1 << (8 * dtype.itemsize - 1)
        values = (np.arange(4, dtype=f"u{dtype.itemsize}") + np.array(top, f"u{dtype.itemsize}")).view(dtype)
        assert arithmetic_of(FLOATS[kind]).compare(values[1:], values[:-1], "LT", "TOTALORDER").all()

    def test_of_signed_zeros_and_nan(self) -> None:
        a = arithmetic_of(FLOATS["f32"])
        lhs, rhs = np.array([-0.0, 1.0, -np.nan], np.float32), np.array([0.0, np.nan, 1.0], np.float32)
        assert a.compare(lhs, rhs, "LT", "TOTALORDER").tolist() == [True, True, True]
        assert a.compare(lhs, rhs, "LT", "FLOAT").tolist() == [False, False, False]

    @pytest.mark.parametrize("kind", ["f4E2M1FN", "f6E3M2FN", "f8E8M0FNU"])
    def test_of_narrow_types(self, kind: str) -> None:
        values = every(kind)
        numbers = values.astype(np.float64)
        numbers = np.where(np.isnan(numbers), np.inf, numbers)
        order = np.lexsort((~np.signbit(numbers), numbers))
        ascending = values[order]
        assert arithmetic_of(FLOATS[kind]).compare(ascending[:-1], ascending[1:], "LT", "TOTALORDER").all()


@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3", "f8E3M4"])
@pytest.mark.parametrize(
    ("exponent", "mantissa"), [(1, 0), (3, 2), (4, 3), (5, 10), (8, 7), (11, 1), (2, 52)]
)
def test_reduce_precision_has_the_bits_of_cpp(kind: str, exponent: int, mantissa: int) -> None:
    operand = wild(kind, 4000)
    attributes = f"{{exponent_bits = {exponent} : i32, mantissa_bits = {mantissa} : i32}}"
    expected = by_oracle("reduce_precision", kind, operand, attributes=attributes)
    assert_same(arithmetic_of(FLOATS[kind]).reduce_precision(operand, exponent, mantissa), expected)


def test_reduce_precision_of_types_without_infinity() -> None:
    """C++ gives the bits that were infinity in other types: 256 in f8E4M3FN."""
    a = arithmetic_of(FLOATS["f8E4M3FN"])
    operand = np.array([448.0, -448.0, 1.0, 2.0**-9]).astype(a.dtype)
    reduced = a.reduce_precision(operand, 3, 3).astype(np.float32)
    np.testing.assert_array_equal(reduced, np.array([np.nan, np.nan, 1.0, 0.0], np.float32))
    # 448 has no neighbour above that fewer bits could be rounded to.
    assert np.isnan(a.reduce_precision(operand, 4, 1).astype(np.float32))[:2].all()


def test_is_finite_and_is_nan() -> None:
    a = arithmetic_of(FLOATS["bf16"])
    values = np.array([1.0, np.inf, -np.inf, np.nan]).astype(ml_dtypes.bfloat16)
    assert a.is_finite(values).tolist() == [True, False, False, False]
    assert a.is_nan(values).tolist() == [False, False, False, True]


def test_parts_of_real_numbers() -> None:
    a, values = arithmetic_of(FLOATS["f32"]), np.array([1.0, -2.0], np.float32)
    assert a.real(values).tolist() == [1.0, -2.0]
    assert a.imag(values).tolist() == [0.0, 0.0]
    assert a.complex(values, values).tolist() == [1 + 1j, -2 - 2j]


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("shape", [(), (1,), (3,)])
@pytest.mark.parametrize(("base", "expected"), [(-np.inf, np.inf), (-0.0, 0.0), (4.0, 2.0), (-4.0, np.nan)])
def test_the_power_of_a_half_is_no_square_root(
    kind: str, shape: tuple[int, ...], base: float, expected: float
) -> None:
    """As of C's `pow` and IEEE 754's; of a single exponent of 1/2 NumPy makes a square root."""
    dtype = dtype_named(kind)
    given = arithmetic_of(FLOATS[kind]).power(np.full(shape, base, dtype), np.array(0.5, dtype))
    assert_same(given, np.full(shape, expected, dtype))


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("scalar", [True, False])
def test_a_nan_to_the_power_of_zero_is_one_for_each_of_its_patterns(kind: str, scalar: bool) -> None:
    """IEEE 754: pow(x, ±0) is 1 for any x, pow(1, y) for any y. C libraries may except signaling NaNs."""
    dtype = dtype_named(kind)
    bits = np.dtype(f"u{dtype.itemsize}")
    infinity = int(np.array(np.inf, dtype).view(bits))
    sign = 1 << (8 * dtype.itemsize - 1)
    patterns = [infinity + 1, infinity + (infinity & -infinity) // 2, sign + infinity + 1]
    nans = np.array(patterns, bits).view(dtype)
    for nan in nans if scalar else [nans]:
        nan = np.asarray(nan)
        zero, one = np.full(nan.shape, -0.0, dtype), np.full(nan.shape, 1.0, dtype)
        power = arithmetic_of(FLOATS[kind]).power
        with quiet():
            assert np.array_equal(power(nan, zero), one)
            assert np.array_equal(power(one, nan), one)
