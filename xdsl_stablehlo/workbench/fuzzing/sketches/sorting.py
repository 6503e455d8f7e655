"""Sorts, by comparisons that are strict weak orders."""

from __future__ import annotations

from random import Random

from ..kinds import REAL, TensorKind
from ..sketch import Drawing, ElementRole, Operand, Sketch

DIRECTIONS = ("LT", "GT")


def _sketch(r: Random, kinds: list[TensorKind], arguments: str, comparison: str, keys: int) -> Sketch:
    """A stable sort, as the order of equal elements can be seen."""
    names = [", ".join([f"%{letter}{i}" for i in range(len(kinds))]) for letter in "ra"]
    text = f"""{names[0]} = "stablehlo.sort"({names[1]}) ({{
  ^bb0({arguments}):
    {comparison}
    stablehlo.return %p : tensor<i1>
  }}) {{dimension = {r.randrange(len(kinds[0].shape))} : i64, is_stable = true}} : TYPES"""
    roles = [ElementRole.COMPARABLE] * keys + [ElementRole.PLACES] * (len(kinds) - keys)
    return Sketch(text, tuple(map(Operand, kinds, roles)), tuple(kinds))


def draw_sort(r: Random, kind: TensorKind) -> Sketch:
    """By one key, with or without the places where elements were."""
    kinds = [kind, *[kind.of("i32")] * r.randint(0, 1)]
    scalars = [each.sized(()) for each in kinds]
    arguments = ", ".join([f"%x{i}: {t}, %y{i}: {t}" for i, t in enumerate(scalars)])
    compared = f"%x0, %y0 : ({scalars[0]}, {scalars[0]}) -> tensor<i1>"
    return _sketch(r, kinds, arguments, f"%p = stablehlo.compare {r.choice(DIRECTIONS)}, {compared}", 1)


def draw_sort_by_two(r: Random, kind: TensorKind) -> Sketch:
    """By the first key, and where that is equal by another, with the places where elements were."""
    kinds = [kind, kind.of(r.choice(("i1", "i8", "ui8", "i32"))), kind.of("i32")]
    scalars = [each.sized(()) for each in kinds]
    arguments = ", ".join([f"%x{i}: {t}, %y{i}: {t}" for i, t in enumerate(scalars)])
    types = [f"({t}, {t}) -> tensor<i1>" for t in scalars]
    comparison = f"""%first = stablehlo.compare {r.choice(DIRECTIONS)}, %x0, %y0 : {types[0]}
    %second = stablehlo.compare {r.choice(DIRECTIONS)}, %x1, %y1 : {types[1]}
    %equal = stablehlo.compare EQ, %x0, %y0 : {types[0]}
    %p = stablehlo.select %equal, %second, %first : tensor<i1>, tensor<i1>"""
    return _sketch(r, kinds, arguments, comparison, 2)


SORT = Drawing(draw_sort, REAL)
SORT_BY_TWO = Drawing(draw_sort_by_two, REAL)
