"""Reductions whose order cannot be seen, and `map`."""

from __future__ import annotations

from random import Random

from ..kinds import BITS, CALCULATED, COMPLEX_NAMES, INTEGER_NAMES, WIDE_FLOATS, TensorKind
from ..sketch import (
    Drawing,
    ElementRole,
    Largest,
    Neutral,
    Operand,
    Role,
    Sketch,
    combining,
    i64s,
    listed,
    some_of,
)


def combiner_of(r: Random, element: str) -> tuple[str, Role]:
    """An op to combine elements with, and what they have to be so that each order gives the same."""
    if element in COMPLEX_NAMES:
        return "add", ElementRole.EXACT
    exact = ("multiply", "and", "or", "xor") if element in BITS else ()
    op = r.choice(("add", "maximum", "minimum", *exact))
    return op, ElementRole.EXACT if op == "add" else ElementRole.ANY


def draw_reduce(r: Random, kind: TensorKind) -> Sketch:
    dims = some_of(r, len(kind.shape)) if r.random() < 0.7 else list(range(len(kind.shape)))
    op, role = combiner_of(r, kind.element)
    target = kind.sized(tuple([n for d, n in enumerate(kind.shape) if d not in dims]))
    text = (
        f"%r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.{op} across dimensions = [{listed(dims)}]"
    )
    initial = Operand(kind.sized(()), Neutral(op))
    return Sketch(f"{text} : TYPES", (Operand(kind, role), initial), (target,))


def draw_index_of_extreme(r: Random, kind: TensorKind) -> Sketch:
    """The largest or smallest element along a dimension, with its place: the first one of equal ones."""
    dim, index = r.randrange(len(kind.shape)), kind.of("i32")
    op, direction = r.choice((("maximum", "GT"), ("minimum", "LT")))
    value, place = kind.sized(()), index.sized(())
    text = f"""%r0, %r1 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) ({{
  ^bb0(%x: {value}, %i: {place}, %y: {value}, %j: {place}):
    %further = stablehlo.compare {direction}, %x, %y : ({value}, {value}) -> tensor<i1>
    %equal = stablehlo.compare EQ, %x, %y : ({value}, {value}) -> tensor<i1>
    %earlier = stablehlo.compare LT, %i, %j : ({place}, {place}) -> tensor<i1>
    %tie = stablehlo.and %equal, %earlier : tensor<i1>
    %first = stablehlo.or %further, %tie : tensor<i1>
    %v = stablehlo.select %first, %x, %y : tensor<i1>, {value}
    %p = stablehlo.select %first, %i, %j : tensor<i1>, {place}
    stablehlo.return %v, %p : {value}, {place}
  }}) {{dimensions = array<i64: {dim}>}} : TYPES"""
    operands = (
        *(Operand(kind, ElementRole.COMPARABLE), Operand(index, ElementRole.PLACES)),
        *(Operand(value, Neutral(op)), Operand(place, Largest())),
    )
    left = tuple([n for d, n in enumerate(kind.shape) if d != dim])
    return Sketch(text, operands, (kind.sized(left), index.sized(left)))


def draw_map(r: Random, kind: TensorKind) -> Sketch:
    op = r.choice(("add",) if kind.is_complex else ("add", "maximum"))
    dims = i64s(range(len(kind.shape)))
    text = f'%r0 = "stablehlo.map"(%a0, %a1) {combining(op, kind.element)} {{dimensions = {dims}}} : TYPES'
    return Sketch(text, (Operand(kind), Operand(kind)), (kind,))


REDUCE = Drawing(draw_reduce, CALCULATED, (0, 3))
INDEX_OF_EXTREME = Drawing(draw_index_of_extreme, (*INTEGER_NAMES, *WIDE_FLOATS))
MAP = Drawing(draw_map, CALCULATED, (1, 2))
