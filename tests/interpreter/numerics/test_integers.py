"""Integers and booleans against Python's: all pairs of the narrow types, boundaries of the wide ones."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import IndexType

from tests.helpers.element_types import FLOATS, INTEGERS
from tests.helpers.oracle import Array
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.interpreter.interface.errors import EvaluationError
from xdsl_stablehlo.interpreter.numerics import DIRECTIONS, Arithmetic, arithmetic_of, quiet

Exact = Callable[[int, int, int], int]

NARROW = ["i2", "ui2", "i4", "ui4", "i8", "ui8"]
WIDE = ["i16", "ui16", "i32", "ui32", "i64", "ui64"]


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with quiet():
        yield


def wrapped(value: int, name: str) -> int:
    width = int(name.lstrip("ui"))
    value &= (1 << width) - 1
    return value - (1 << width) if name[0] == "i" and value >> (width - 1) else value


def truncating(a: int, b: int) -> int:
    """The quotient as the specification has it; all ones by zero."""
    if b == 0:
        return -1
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def shifted(a: int, amount: int, width: int, direction: str) -> int:
    """Shifts of the `width` bits of `a` by an amount that is unsigned, however large."""
    bits, amount = a & ((1 << width) - 1), min(amount & ((1 << width) - 1), width)
    if direction == "left":
        return bits << amount
    if direction == "logical":
        return bits >> amount
    sign = bits >> (width - 1)
    return (bits - (sign << width)) >> amount


def power(a: int, b: int, width: int) -> int:
    if b < 0:
        return {1: 1, -1: 1 if b % 2 == 0 else -1}.get(a, 0)
    return pow(a, b, 1 << width)


BINARY: dict[str, Exact] = {
    "add": lambda a, b, w: a + b,
    "subtract": lambda a, b, w: a - b,
    "multiply": lambda a, b, w: a * b,
    "divide": lambda a, b, w: truncating(a, b),
    "remainder": lambda a, b, w: a if b == 0 else a - b * truncating(a, b),
    "power": power,
    "maximum": lambda a, b, w: max(a, b),
    "minimum": lambda a, b, w: min(a, b),
    "and_": lambda a, b, w: a & b,
    "or_": lambda a, b, w: a | b,
    "xor": lambda a, b, w: a ^ b,
    "shift_left": lambda a, b, w: shifted(a, b, w, "left"),
    "shift_right_arithmetic": lambda a, b, w: shifted(a, b, w, "arithmetic"),
    "shift_right_logical": lambda a, b, w: shifted(a, b, w, "logical"),
    "mulhi": lambda a, b, w: (a * b) >> w,
}
UNARY: dict[str, Callable[[int, int], int]] = {
    "negate": lambda a, w: -a,
    "abs": lambda a, w: abs(a),
    "sign": lambda a, w: (a > 0) - (a < 0),
    "not_": lambda a, w: ~a,
    "count_leading_zeros": lambda a, w: w - (a & ((1 << w) - 1)).bit_length(),
    "popcnt": lambda a, w: (a & ((1 << w) - 1)).bit_count(),
}


def elements(name: str) -> list[int]:
    """Every element of a narrow type; of a wide one the boundaries."""
    width = int(name.lstrip("ui"))
    if width <= 8:
        return [wrapped(bits, name) for bits in range(1 << width)]
    top = 1 << (width - 1)
    near = [
        0,
        1,
        2,
        3,
        7,
        width - 1,
        width,
        width + 1,
        1 << (width // 2),
        top - 2,
        top - 1,
        top,
        top + 1,
        2 * top - 1,
    ]
    return sorted({wrapped(sign * n, name) for n in near for sign in (1, -1)})


def array(values: list[int], dtype: np.dtype[Any]) -> Array:
    return np.array([value % 2**64 for value in values], np.uint64).astype(dtype)


def as_ints(array: Array) -> list[int]:
    return [int(value) for value in array.ravel()]


@pytest.mark.parametrize("op", BINARY)
@pytest.mark.parametrize("name", NARROW + WIDE)
def test_all_pairs(name: str, op: str) -> None:
    a, exact, width = arithmetic_of(INTEGERS[name]), BINARY[op], int(name.lstrip("ui"))
    values = elements(name)
    column = array(values, a.dtype)[:, None]
    result = getattr(a, op)(column, column.T)
    assert result.dtype == a.dtype
    assert as_ints(result) == [wrapped(exact(x, y, width), name) for x in values for y in values]


@pytest.mark.parametrize("op", BINARY)
@pytest.mark.parametrize("name", ["i4", "ui8", "i32", "ui64"])
def test_scalars_are_as_arrays(name: str, op: str) -> None:
    a, exact, width = arithmetic_of(INTEGERS[name]), BINARY[op], int(name.lstrip("ui"))
    for x in elements(name)[::7]:
        for y in elements(name)[::5]:
            result = getattr(a, op)(array([x], a.dtype)[0, ...], array([y], a.dtype)[0, ...])
            assert int(result) == wrapped(exact(x, y, width), name), (x, y)


@pytest.mark.parametrize("op", BINARY)
@pytest.mark.parametrize("name", ["i4", "ui8", "i32", "ui64"])
def test_scalars_with_arrays_are_arrays(name: str, op: str) -> None:
    """Arrays of one element, and of none, too."""
    a, exact, width = arithmetic_of(INTEGERS[name]), BINARY[op], int(name.lstrip("ui"))
    values = elements(name)[::3]
    for scalar in (0, 1, values[-1], wrapped(-3, name)):
        for count in (len(values), 1, 0):
            many, one = array(values[:count], a.dtype), array([scalar], a.dtype)[0, ...]
            right, left = getattr(a, op)(many, one), getattr(a, op)(one, many)
            assert right.shape == left.shape == (count,)
            assert as_ints(right) == [wrapped(exact(x, scalar, width), name) for x in values[:count]]
            assert as_ints(left) == [wrapped(exact(scalar, y, width), name) for y in values[:count]]


@pytest.mark.parametrize("op", UNARY)
@pytest.mark.parametrize("name", NARROW + WIDE)
def test_all_elements(name: str, op: str) -> None:
    a, exact, width = arithmetic_of(INTEGERS[name]), UNARY[op], int(name.lstrip("ui"))
    values = elements(name)
    result = getattr(a, op)(array(values, a.dtype))
    assert result.dtype == a.dtype
    assert as_ints(result) == [wrapped(exact(x, width), name) for x in values]


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("name", NARROW + WIDE)
def test_compare(name: str, direction: str) -> None:
    a, values = arithmetic_of(INTEGERS[name]), elements(name)
    column = array(values, a.dtype)[:, None]
    result, holds = a.compare(column, column.T, direction, "SIGNED"), getattr(operator, direction.lower())
    assert result.ravel().tolist() == [holds(x, y) for x in values for y in values]


def test_booleans_add_by_or_and_multiply_by_and() -> None:
    a = arithmetic_of(INTEGERS["i1"])
    lhs, rhs = np.array([False, False, True, True]), np.array([False, True, False, True])
    for op in ("add", "or_", "maximum"):
        assert getattr(a, op)(lhs, rhs).tolist() == [False, True, True, True]
    for op in ("multiply", "and_", "minimum"):
        assert getattr(a, op)(lhs, rhs).tolist() == [False, False, False, True]
    assert a.xor(lhs, rhs).tolist() == [False, True, True, False]
    assert a.not_(lhs).tolist() == [True, True, False, False]
    assert a.compare(lhs, rhs, "LT", "UNSIGNED").tolist() == [False, True, False, False]
    assert a.clamp(lhs, np.array(True), rhs).tolist() == [False, True, False, True]


def test_index_is_a_signed_integer_of_64_bits() -> None:
    a = arithmetic_of(IndexType())
    assert a.add(np.array([2**63 - 1]), np.array([1])).tolist() == [-(2**63)]


def test_power_of_negative_exponents() -> None:
    """Of the reference interpreter: NumPy refuses them."""
    a = arithmetic_of(INTEGERS["i32"])
    base = np.array([2, 1, -1, -1, 0, -2], np.int32)
    assert a.power(base, np.array([-1, -5, -3, -4, -1, -2], np.int32)).tolist() == [0, 1, -1, 1, 0, 0]


VOCABULARY = [
    name for name, value in vars(Arithmetic).items() if inspect.isfunction(value) and name[0] != "_"
]
DERIVED = ("undefined", "named", "is_nan", "compare", "clamp")


@pytest.mark.parametrize("name", [name for name in VOCABULARY if name not in DERIVED])
def test_what_a_kind_does_not_define_raises(name: str) -> None:
    method = getattr(Arithmetic(INTEGERS["i8"]), name)
    with pytest.raises(EvaluationError, match=r"is not defined for elements of type i8$"):
        method(*[np.zeros(1, np.int8) for _ in inspect.signature(method).parameters])


def test_quantized_elements_are_their_storage_integers() -> None:
    quantized = UniformQuantizedType(INTEGERS["i8"], FLOATS["f32"], 0.5, 0)
    assert arithmetic_of(quantized) is arithmetic_of(INTEGERS["i8"])


def test_not_all_ops_are_defined_for_all_types() -> None:
    with pytest.raises(EvaluationError, match=r"^tanh is not defined for elements of type i32$"):
        arithmetic_of(INTEGERS["i32"]).tanh(np.zeros(1, np.int32))
    with pytest.raises(EvaluationError, match=r"^subtract is not defined for elements of type i1$"):
        arithmetic_of(INTEGERS["i1"]).subtract(np.zeros(1, np.bool_), np.zeros(1, np.bool_))
    assert not arithmetic_of(INTEGERS["i1"]).is_nan(np.ones(2, np.bool_)).any()
