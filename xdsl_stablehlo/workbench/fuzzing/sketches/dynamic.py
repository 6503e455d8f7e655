"""Ops whose sizes and paddings are operands; they are what the type of the result says."""

from __future__ import annotations

from random import Random

from ..kinds import MOVED, TensorKind
from ..sketch import Drawing, Numbers, Operand, Sketch
from .movement import draw_broadcast, draw_reshape

SIZE_TYPES = ("i32", "i64")


def _numbers(element: str, values: tuple[int, ...]) -> Operand:
    return Operand(TensorKind(element, (len(values),)), Numbers(values))


def _with_shape(r: Random, sketch: Sketch) -> Sketch:
    """The op of a name with `dynamic_`, whose last operand is the shape of its result."""
    text = sketch.text.replace("stablehlo.", "stablehlo.dynamic_").replace("%a0", "%a0, %a1")
    shape = _numbers(r.choice(SIZE_TYPES), sketch.results[0].shape)
    return Sketch(text, (*sketch.operands, shape), sketch.results)


def draw_dynamic_reshape(r: Random, kind: TensorKind) -> Sketch:
    return _with_shape(r, draw_reshape(r, kind))


def draw_dynamic_broadcast(r: Random, kind: TensorKind) -> Sketch:
    return _with_shape(r, draw_broadcast(r, kind))


def draw_dynamic_pad(r: Random, kind: TensorKind) -> Sketch:
    rank, element = len(kind.shape), r.choice(SIZE_TYPES)
    low, high, interior = (tuple([r.randint(0, 2) for _ in range(rank)]) for _ in range(3))
    inner = [max(0, n - 1) * (i + 1) + min(n, 1) for n, i in zip(kind.shape, interior)]
    target = kind.sized(tuple([n + a + b for n, a, b in zip(inner, low, high)]))
    amounts = [_numbers(element, values) for values in (low, high, interior)]
    text = "%r0 = stablehlo.dynamic_pad %a0, %a1, %a2, %a3, %a4 : TYPES"
    return Sketch(text, (Operand(kind), Operand(kind.sized(())), *amounts), (target,))


def draw_dimension_size(r: Random, kind: TensorKind) -> Sketch:
    text = f"%r0 = stablehlo.get_dimension_size %a0, dim = {r.randrange(len(kind.shape))} : TYPES"
    return Sketch(text, (Operand(kind),), (TensorKind("i32"),))


DYNAMIC_RESHAPE = Drawing(draw_dynamic_reshape, MOVED)
DYNAMIC_BROADCAST = Drawing(draw_dynamic_broadcast, MOVED, (0, 2))
DYNAMIC_PAD = Drawing(draw_dynamic_pad, MOVED)
DIMENSION_SIZE = Drawing(draw_dimension_size, MOVED)
