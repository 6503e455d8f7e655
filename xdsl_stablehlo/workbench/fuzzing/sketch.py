"""Random types, elements and ops, before operands are found for them.

A *sketch* is a random op without operands: each operand has a type and a role, which says what its elements must be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from math import inf, nan, prod
from random import Random
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ComplexType, TensorType, f32, f64
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.kernels.support.table import kernel_of
from xdsl_stablehlo.interpreter.numerics.conversion import number
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

Shape = tuple[int, ...]
DrawnNumber: TypeAlias = "bool | int | float | complex"

FAMILIES = (
    *("elementwise", "movement", "indexing", "reduction", "windows", "contraction"),
    *("sorting", "complex", "dynamic", "structure", "control-flow"),
)
"""The families of ops; constants are in every program."""

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

FORMATS: Mapping[str, formats.Format] = {
    str(row.type): row
    for row in (
        *formats.FLOATS.values(),
        *formats.INTEGERS.values(),
        *(formats.format_of(ComplexType(part)) for part in (f32, f64)),
    )
}
"""The format of each element type, by its name."""

BITS = ("i1", *INTEGER_NAMES)


@dataclass(frozen=True)
class TensorKind:
    """A tensor type."""

    element: str
    shape: Shape = ()

    @staticmethod
    def of_type(t: AnyTensorType) -> TensorKind:
        """A type of static shape."""
        return TensorKind(str(t.element_type), t.get_shape())

    def __str__(self) -> str:
        return f"tensor<{''.join([f'{n}x' for n in self.shape])}{self.element}>"

    @property
    def type(self) -> AnyTensorType:
        """The type as an attribute."""
        return TensorType(FORMATS[self.element].type, self.shape)

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

    def sized(self, shape: Sequence[int]) -> TensorKind:
        """The same elements in another shape."""
        return TensorKind(self.element, tuple(shape))

    def array(self, elements: Sequence[DrawnNumber | Array]) -> Array:
        """Elements in row-major order as an array of this type."""
        return np.array(list(elements), FORMATS[self.element].dtype).reshape(self.shape)


def extremes_of(element: str) -> tuple[int, int]:
    """The smallest and the largest number of an integer type."""
    row = FORMATS[element]
    assert isinstance(row, formats.IntegerFormat)
    return row.least, row.most


@cache
def ordinary_elements(element: str) -> Sequence[DrawnNumber]:
    """Small and everyday elements."""
    if element == "i1":
        return (True, False)
    if element in INTEGER_NAMES:
        least, most = extremes_of(element)
        return [n for n in (0, 1, -1, 2, 3, 5, -7, 100) if least <= n <= most]
    if element in COMPLEX_NAMES:
        return (0, 1, 1j, complex(-1.5, 2), complex(0.1, -3))
    return (0.0, 1.0, -1.5, 2.25, 0.125, *((1.0e3, 0.1) if element in WIDE_FLOATS else ()))


@cache
def special_elements(element: str) -> Sequence[DrawnNumber]:
    """NaN, infinities, the largest number, the smallest above zero, and zeros; the extremes of integers."""
    row = FORMATS[element]
    if isinstance(row, formats.FloatFormat):
        infinities = (inf, -inf) if row.has_infinity else ()
        negative = (-0.0,) if row.has_negative_zero else ()
        return (nan, *infinities, row.largest, row.smallest, 0.0, *negative)
    if isinstance(row, formats.IntegerFormat):
        return ordinary_elements(element) if element == "i1" else (row.least, row.most, 0)
    return (complex(-0.0, 0), complex(0, -0.0), complex(1.0e-30, 1.0e30), complex(-1, -0.0))


def neutral_element(op: str, element: str) -> Array:
    """The neutral element of an op; for a sum it is 0, which changes -0."""
    kind = hlo.StableHLO.operation(op)
    entry = None if kind is None else kernel_of(kind)
    found = None if entry is None else number(entry.identity[-1], FORMATS[element].type)
    assert found is not None
    return found


class ElementRole(Enum):
    """The condition on the elements of an operand under which the result is defined."""

    ANY = "any"
    EXACT = "sums of elements, and of products of two, are exact and never -0"
    COMPARABLE = "without NaN"
    PLACES = "0, 1, 2, ... in row-major order"
    LARGEST = "the largest number of an integer type"


@dataclass(frozen=True)
class DrawnIndices:
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


Role: TypeAlias = ElementRole | DrawnIndices | Numbers | Neutral


@dataclass(frozen=True)
class Operand:
    """The type and the role of an operand."""

    kind: TensorKind
    role: Role = ElementRole.ANY


@dataclass(frozen=True)
class Sketch:
    """A random op without operands, drawn for its first one."""

    operands: tuple[Operand, ...]
    make: Callable[[Sequence[SSAValue]], Operation]
    """Makes the op from values for the operands, which have their types and stand for any elements."""

    def op(self) -> Operation:
        """The op on arguments of a new block."""
        return self.make(Block(arg_types=[operand.kind.type for operand in self.operands]).args)


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


def drawn_shape(r: Random, rank: int, low: int = 0, high: int = 4) -> Shape:
    """A random shape with sizes from `low` to `high`."""
    return tuple([r.randint(low, high) for _ in range(rank)])


def some_of(r: Random, rank: int) -> list[int]:
    """A random subset of the dimensions, in order."""
    return sorted(r.sample(range(rank), r.randint(0, rank)))


SUM = "add"
"""The op whose results depend on the order in which it combines floats."""


def of_operands(name: str, *operands: SSAValue) -> Operation:
    """A StableHLO op that has nothing but operands."""
    make: Callable[..., Operation] | None = hlo.StableHLO.operation(name)
    assert make is not None
    return make(*operands)


def plus(lhs: SSAValue, rhs: SSAValue) -> Operation:
    """The sum of two values."""
    return of_operands(SUM, lhs, rhs)


PARTS, FROM_PARTS = (hlo.RealOp, hlo.ImagOp), hlo.ComplexOp
"""The ops from complex numbers to their parts, and back."""


def selecting(where: SSAValue, on_true: SSAValue, on_false: SSAValue) -> Operation:
    """A selection by a predicate for each element."""
    return hlo.SelectOp(where, on_true, on_false)


def comparing(direction: str, lhs: SSAValue, rhs: SSAValue) -> hlo.CompareOp:
    """A comparison in a direction that is given by name."""
    return hlo.CompareOp(lhs, rhs, hlo.ComparisonDirection(direction))


def region(
    kinds: Sequence[TensorKind], ops: Callable[[Sequence[SSAValue]], Sequence[Operation]], results: int = 1
) -> Region:
    """A region of the ops that are made from its arguments, which returns the results of the last few of them."""
    block = Block(arg_types=[kind.type for kind in kinds])
    made = ops(block.args)
    block.add_ops([*made, hlo.ReturnOp([op.results[0] for op in made[len(made) - results :]])])
    return Region(block)


def combining(op: str, element: str) -> Region:
    """A region that combines two scalars."""
    return region([TensorKind(element)] * 2, lambda x: [of_operands(op, *x)])


@dataclass(frozen=True)
class IndexLayout:
    """Where a gather or scatter has its indices, and its windows in the operand and in the result or updates."""

    indexed: list[int]
    """The dimensions of the operand that the indices select along."""
    dropped: list[int]
    """The dimensions of the operand along which windows have one element; the result lacks them."""
    indices: Shape
    vector_dim: int
    window: Shape
    """The sizes of a window."""
    offset: list[int]
    """The dimensions of the result, or of the updates, along which the windows lie."""
    target: Shape
    """The shape of the result, or of the updates."""


def draw_layout(r: Random, shape: Shape) -> IndexLayout:
    """A layout for an operand without dimensions of size 0."""
    rank = len(shape)
    indexed, dropped = r.sample(range(rank), r.randint(1, rank)), some_of(r, rank)
    batch = drawn_shape(r, r.randint(0, 2), 1, 3)
    vector_dim = r.randint(0, len(batch))
    indices = (*batch[:vector_dim], len(indexed), *batch[vector_dim:])
    if len(indexed) == 1 and r.random() < 0.3:
        vector_dim, indices = len(batch), batch
    window = tuple([1 if d in dropped else r.randint(1, n) for d, n in enumerate(shape)])
    kept = [n for d, n in enumerate(window) if d not in dropped]
    offset = sorted(r.sample(range(len(batch) + len(kept)), len(kept)))
    sizes, others = dict(zip(offset, kept)), iter(batch)
    target = tuple([sizes[d] if d in sizes else next(others) for d in range(len(batch) + len(kept))])
    return IndexLayout(indexed, dropped, indices, vector_dim, window, offset, target)
