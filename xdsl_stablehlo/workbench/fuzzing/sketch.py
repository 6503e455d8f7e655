"""Random types, literals and ops, before operands are found for them.

A *sketch* is a random op without operands: each operand has a type and a role, which says what its elements must be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import prod
from random import Random
from typing import TypeAlias

from xdsl.dialects.builtin import ComplexType, f32, f64

from xdsl_stablehlo.values.element_types import (
    FLOATS,
    INTEGERS,
    FloatFormat,
    Format,
    IntegerFormat,
    NaN,
    format_of,
)

Shape = tuple[int, ...]

SIGNED_INTEGERS = ("i2", "i4", "i8", "i16", "i32", "i64")
UNSIGNED_INTEGERS = ("ui2", "ui4", "ui8", "ui16", "ui32", "ui64")
INTEGER_NAMES = (*SIGNED_INTEGERS, *UNSIGNED_INTEGERS)
WIDE_FLOATS = ("bf16", "f16", "f32", "f64")
SMALL_FLOATS = ("f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ")
TINY_FLOATS = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN")
FLOAT_NAMES = (*WIDE_FLOATS, *SMALL_FLOATS)
COMPLEX_NAMES = ("complex<f32>", "complex<f64>")
REAL = ("i1", *INTEGER_NAMES, *FLOAT_NAMES)
CALCULATED = (*REAL, *COMPLEX_NAMES)
"""The element types that programs compute with."""
MOVED = (*CALCULATED, *TINY_FLOATS, "f8E8M0FNU")
"""The element types of data movement: also those whose arithmetic differs between implementations."""

FORMATS: Mapping[str, Format] = {
    str(row.type): row
    for row in (*FLOATS.values(), *INTEGERS.values(), *(format_of(ComplexType(part)) for part in (f32, f64)))
}
"""The format of each element type, by its name."""

BITS = ("i1", *INTEGER_NAMES)


@dataclass(frozen=True)
class TensorKind:
    """A tensor type."""

    element: str
    shape: Shape = ()

    def __str__(self) -> str:
        return f"tensor<{''.join([f'{n}x' for n in self.shape])}{self.element}>"

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def is_integer(self) -> bool:
        """Whether the elements are integers, i1 aside."""
        return self.element in INTEGER_NAMES

    @property
    def is_float(self) -> bool:
        return self.element in FLOAT_NAMES

    @property
    def is_complex(self) -> bool:
        return self.element in COMPLEX_NAMES

    @property
    def part(self) -> str:
        """The element type of the parts of complex numbers."""
        return self.element.removeprefix("complex<").removesuffix(">")

    def of(self, element: str) -> TensorKind:
        """The same shape with other elements."""
        return TensorKind(element, self.shape)

    def sized(self, shape: Shape) -> TensorKind:
        """The same elements in another shape."""
        return TensorKind(self.element, shape)


def extremes_of(element: str) -> tuple[int, int]:
    """The smallest and the largest number of an integer type."""
    row = FORMATS[element]
    assert isinstance(row, IntegerFormat)
    return row.least, row.most


def literal(element: str, number: int) -> str:
    """A small whole number as MLIR writes it for an element type; i1 has true and false."""
    if element == "i1":
        return str(bool(number)).lower()
    if element in INTEGER_NAMES:
        return str(number)
    return f"({number}.0, 0.0)" if element in COMPLEX_NAMES else f"{number}.0"


def ordinary_elements(element: str) -> tuple[str, ...]:
    """Small and everyday elements."""
    if element == "i1":
        return ("true", "false")
    if element in INTEGER_NAMES:
        least, most = extremes_of(element)
        return tuple([str(n) for n in (0, 1, -1, 2, 3, 5, -7, 100) if least <= n <= most])
    if element in COMPLEX_NAMES:
        return ("(0.0, 0.0)", "(1.0, 0.0)", "(0.0, 1.0)", "(-1.5, 2.0)", "(0.1, -3.0)")
    return ("0.0", "1.0", "-1.5", "2.25", "0.125", *(("1.0e3", "0.1") if element in WIDE_FLOATS else ()))


def special_elements(element: str) -> tuple[str, ...]:
    """NaN, infinities, the largest number, the smallest above zero, and zeros; the extremes of integers."""
    row = FORMATS[element]
    if isinstance(row, FloatFormat):
        bits = (_nan(row), *_infinities(row), row.largest_bits, 1)
        negative = ("-0.0",) if row.has_negative_zero else ()
        return (*[_hexadecimal(row, each) for each in bits], "0.0", *negative)
    if isinstance(row, IntegerFormat):
        return ordinary_elements(element) if element == "i1" else (str(row.least), str(row.most), "0")
    return ("(-0.0, 0.0)", "(0.0, -0.0)", "(1.0e-30, 1.0e30)", "(-1.0, -0.0)")


def neutral_element(op: str, element: str) -> str:
    """The neutral element of an op; for a sum it is 0, which changes -0."""
    row = FORMATS[element]
    if op in ("add", "or", "xor", "multiply"):
        return literal(element, int(op == "multiply"))
    if isinstance(row, FloatFormat):
        extreme = _infinities(row)[-1] if row.has_infinity else 1 << row.width - 1 | row.largest_bits
        return _hexadecimal(row, extreme if op == "maximum" else extreme ^ 1 << row.width - 1)
    assert isinstance(row, IntegerFormat)
    if element == "i1":
        return "false" if op == "maximum" else "true"
    if op == "and":
        return "-1" if row.signed else str(row.most)
    return str(row.least if op == "maximum" else row.most)


def _nan(row: FloatFormat) -> int:
    ones = (1 << row.width - 1) - 1
    quiet = (1 << row.exponent_bits) - 1 << row.fraction_bits | 1 << row.fraction_bits - 1
    return {NaN.NEGATIVE_ZERO: 1 << row.width - 1, NaN.IEEE: quiet}.get(row.nan, ones)


def _infinities(row: FloatFormat) -> tuple[int, ...]:
    positive = (1 << row.exponent_bits) - 1 << row.fraction_bits
    return (positive, positive | 1 << row.width - 1) if row.has_infinity else ()


def _hexadecimal(row: FloatFormat, bits: int) -> str:
    return f"0x{bits:0{row.width // 4}X}"


class ElementRole(Enum):
    """The condition on the elements of an operand under which the result is defined."""

    ANY = "any"
    EXACT = "sums of elements, and of products of two, are exact and never -0"
    COMPARABLE = "without NaN"
    PLACES = "0, 1, 2, ... in row-major order"
    LARGEST = "the largest number of an integer type"


@dataclass(frozen=True)
class Index:
    """Indices, in bounds up to `most`."""

    most: int


@dataclass(frozen=True)
class Numbers:
    """These numbers: sizes, amounts of padding."""

    values: tuple[int, ...]


@dataclass(frozen=True)
class Neutral:
    """The neutral element of an op."""

    op: str


Role: TypeAlias = ElementRole | Index | Numbers | Neutral


@dataclass(frozen=True)
class Operand:
    """The type and the role of an operand."""

    kind: TensorKind
    role: Role = ElementRole.ANY


@dataclass(frozen=True)
class Sketch:
    """An op as text: operands `%a0`, `%a1`, ..., results `%r0`, `%r1`, ..., and `TYPES` for the types of both.

    The op was drawn for its first operand.
    """

    text: str
    operands: tuple[Operand, ...]
    results: tuple[TensorKind, ...]

    @property
    def types(self) -> str:
        """`(operands) -> results`."""
        return function_type([operand.kind for operand in self.operands], self.results)


@dataclass(frozen=True)
class Drawing:
    """A function that draws a sketch for a first operand, and the first operands that it takes."""

    draw: Callable[[Random, TensorKind], Sketch]
    elements: Sequence[str] = CALCULATED
    ranks: tuple[int, int] = (1, 3)
    """The smallest and the largest rank of the first operand."""
    least: int = 0
    """The smallest size of a dimension."""

    def accepts(self, kind: TensorKind) -> bool:
        """Whether the op can be drawn for a first operand of this type."""
        low, high = self.ranks
        return (
            kind.element in self.elements
            and low <= len(kind.shape) <= high
            and min(kind.shape, default=self.least) >= self.least
        )


def function_type(inputs: Sequence[TensorKind], results: Sequence[TensorKind]) -> str:
    """`(inputs) -> result`, or `(inputs) -> (results)`."""
    returned = listed(results)
    return f"({listed(inputs)}) -> {returned if len(results) == 1 else f'({returned})'}"


def listed(values: Sequence[object]) -> str:
    """`1, 2, 3`."""
    return ", ".join(map(str, values))


def i64s(values: Sequence[int]) -> str:
    """An `array<i64: ..>`; an empty one has no colon."""
    return f"array<i64: {listed(values)}>" if values else "array<i64>"


def drawn_shape(r: Random, rank: int, low: int = 0, high: int = 4) -> Shape:
    """A random shape with sizes from `low` to `high`."""
    return tuple([r.randint(low, high) for _ in range(rank)])


def some_of(r: Random, rank: int) -> list[int]:
    """A random subset of the dimensions, in order."""
    return sorted(r.sample(range(rank), r.randint(0, rank)))


def combining(op: str, element: str) -> str:
    """A region that combines two scalars."""
    scalar = TensorKind(element)
    return f"""({{
  ^bb0(%x: {scalar}, %y: {scalar}):
    %z = stablehlo.{op} %x, %y : {scalar}
    stablehlo.return %z : {scalar}
  }})"""
