"""Ops on windows that slide over a tensor."""

from __future__ import annotations

from random import Random

from ..kinds import CALCULATED, WIDE_FLOATS, TensorKind
from ..sketch import Drawing, ElementRole, Neutral, Operand, Sketch, combining, drawn_shape, i64s
from .reduction import combiner_of


def _padded(padding: list[tuple[int, int]]) -> str:
    return f"padding = dense<{[list(pair) for pair in padding]}> : tensor<{len(padding)}x2xi64>"


def draw_reduce_window(r: Random, kind: TensorKind) -> Sketch:
    """With strides, dilations, and padding that may be less than nothing."""
    rank, (op, role) = len(kind.shape), combiner_of(r, kind.element)
    window, strides, base, dilations = (drawn_shape(r, rank, 1, most) for most in (3, 3, 2, 2))
    inner = [(n - 1) * b + 1 for n, b in zip(kind.shape, base)]
    padding = [(r.randint(max(-1, -n), 2), r.randint(0, 2)) for n in inner]
    extents = [(w - 1) * d + 1 for w, d in zip(window, dilations)]
    sizes = [n + low + high for n, (low, high) in zip(inner, padding)]
    target = tuple([(n - e) // s + 1 if n and e <= n else 0 for n, e, s in zip(sizes, extents, strides)])
    attributes = f"""window_dimensions = {i64s(window)}, window_strides = {i64s(strides)},
    base_dilations = {i64s(base)}, window_dilations = {i64s(dilations)}, {_padded(padding)}"""
    body = combining(op, kind.element)
    text = f'%r0 = "stablehlo.reduce_window"(%a0, %a1) {body} {{{attributes}}} : TYPES'
    return Sketch(text, (Operand(kind, role), Operand(kind.sized(()), Neutral(op))), (kind.sized(target),))


def draw_select_and_scatter(r: Random, kind: TensorKind) -> Sketch:
    """What is selected is decided: the first or the last one of equal elements."""
    rank, scalar = len(kind.shape), kind.sized(())
    window = tuple([r.randint(1, min(n, 3)) for n in kind.shape])
    strides = drawn_shape(r, rank, 1, 3)
    padding = [(r.randint(0, w - 1), r.randint(0, w - 1)) for w in window]
    sizes = [n + low + high for n, (low, high) in zip(kind.shape, padding)]
    source = kind.sized(tuple([(n - w) // s + 1 for n, w, s in zip(sizes, window, strides)]))
    text = f"""%r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({{
  ^bb0(%x: {scalar}, %y: {scalar}):
    %p = stablehlo.compare {r.choice(("GE", "GT", "LE", "LT"))}, %x, %y : ({scalar}, {scalar}) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }}, {combining("add", kind.element)[1:-1]}) {{window_dimensions = {i64s(window)},
    window_strides = {i64s(strides)}, {_padded(padding)}}} : TYPES"""
    operands = (
        Operand(kind, ElementRole.COMPARABLE),
        Operand(source, ElementRole.EXACT),
        Operand(scalar, Neutral("add")),
    )
    return Sketch(text, operands, (kind,))


REDUCE_WINDOW = Drawing(draw_reduce_window, CALCULATED, (1, 3), 1)
SELECT_AND_SCATTER = Drawing(draw_select_and_scatter, ("i8", "ui8", "i32", "i64", *WIDE_FLOATS), (1, 3), 1)
