"""Ops drawn at random, whose operands are yet to be found: what each of them has to be is said by its role."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import TypeAlias

from .kinds import CALCULATED, Shape, TensorKind


class ElementRole(Enum):
    """What the elements of an operand have to be, for a result that is defined."""

    ANY = "any"
    EXACT = "such that sums of them, and of products of two, are exact, and never -0"
    COMPARABLE = "without NaN"
    PLACES = "0, 1, 2, ... in row-major order"


@dataclass(frozen=True)
class Index:
    """Indices; what is larger than `most` is out of bounds."""

    most: int


@dataclass(frozen=True)
class Numbers:
    """These numbers: sizes, amounts of padding."""

    values: tuple[int, ...]


@dataclass(frozen=True)
class Neutral:
    """What changes nothing as an operand of an op."""

    op: str


@dataclass(frozen=True)
class Largest:
    """What every element of an integer type is at most."""


Role: TypeAlias = ElementRole | Index | Numbers | Neutral | Largest


@dataclass(frozen=True)
class Operand:
    """The type of an operand, and what it has to be."""

    kind: TensorKind
    role: Role = ElementRole.ANY


@dataclass(frozen=True)
class Sketch:
    """An op: its operands are `%a0`, `%a1`, ..., its results `%r0`, `%r1`, ..., and `TYPES` stands for the types of
    both. The first operand is the one that it was drawn for."""

    text: str
    operands: tuple[Operand, ...]
    results: tuple[TensorKind, ...]

    @property
    def types(self) -> str:
        """`(operands) -> results`."""
        return function_type([operand.kind for operand in self.operands], self.results)


@dataclass(frozen=True)
class Drawing:
    """How ops of some name are drawn for a first operand, and for which ones."""

    draw: Callable[[Random, TensorKind], Sketch]
    elements: Sequence[str] = CALCULATED
    ranks: tuple[int, int] = (1, 3)
    """The least and the largest rank of the first operand."""
    least: int = 0
    """The least size of a dimension."""

    def accepts(self, kind: TensorKind) -> bool:
        """Whether ops can be drawn for a first operand of some type."""
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
    """Sizes between two numbers, both included."""
    return tuple([r.randint(low, high) for _ in range(rank)])


def some_of(r: Random, rank: int) -> list[int]:
    """Some dimensions, in order."""
    return sorted(r.sample(range(rank), r.randint(0, rank)))


def combining(op: str, element: str) -> str:
    """A region that combines two scalars."""
    scalar = TensorKind(element)
    return f"""({{
  ^bb0(%x: {scalar}, %y: {scalar}):
    %z = stablehlo.{op} %x, %y : {scalar}
    stablehlo.return %z : {scalar}
  }})"""
