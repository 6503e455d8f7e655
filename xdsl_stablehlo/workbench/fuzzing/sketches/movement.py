"""Ops that move elements."""

from __future__ import annotations

from math import prod
from random import Random

from ..kinds import MOVED, TensorKind
from ..sketch import Drawing, Operand, Sketch, drawn_shape, listed


def draw_broadcast(r: Random, kind: TensorKind) -> Sketch:
    """Into up to two dimensions more, in any order; sizes of 1 may grow."""
    rank = len(kind.shape) + r.randint(0, 2)
    target = list(drawn_shape(r, rank, 1, 3))
    places = r.sample(range(rank), len(kind.shape))
    for size, place in zip(kind.shape, places):
        target[place] = size if size != 1 or r.random() < 0.5 else target[place]
    text = f"%r0 = stablehlo.broadcast_in_dim %a0, dims = [{listed(places)}] : TYPES"
    return Sketch(text, (Operand(kind),), (kind.sized(tuple(target)),))


def draw_reshape(r: Random, kind: TensorKind) -> Sketch:
    shape = kind.shape
    targets = [(kind.size,), (1, *shape), (*shape, 1), shape[::-1], (*shape[:1], prod(shape[1:]))]
    target = r.choice([each for each in targets if prod(each) == kind.size])
    return Sketch("%r0 = stablehlo.reshape %a0 : TYPES", (Operand(kind),), (kind.sized(target),))


def draw_transpose(r: Random, kind: TensorKind) -> Sketch:
    order = r.sample(range(len(kind.shape)), len(kind.shape))
    target = kind.sized(tuple([kind.shape[d] for d in order]))
    return Sketch(
        f"%r0 = stablehlo.transpose %a0, dims = [{listed(order)}] : TYPES", (Operand(kind),), (target,)
    )


def draw_reverse(r: Random, kind: TensorKind) -> Sketch:
    dims = r.sample(range(len(kind.shape)), r.randint(0, len(kind.shape)))
    return Sketch(f"%r0 = stablehlo.reverse %a0, dims = [{listed(dims)}] : {kind}", (Operand(kind),), (kind,))


def draw_slice(r: Random, kind: TensorKind) -> Sketch:
    starts = [r.randint(0, size) for size in kind.shape]
    bounds = [(start, r.randint(start, n), r.choice((1, 1, 2, 3))) for start, n in zip(starts, kind.shape)]
    target = tuple([-(-(limit - start) // stride) for start, limit, stride in bounds])
    ranges = ", ".join([f"{start}:{limit}:{stride}" for start, limit, stride in bounds])
    return Sketch(f"%r0 = stablehlo.slice %a0 [{ranges}] : TYPES", (Operand(kind),), (kind.sized(target),))


def draw_concatenate(r: Random, kind: TensorKind) -> Sketch:
    dim = r.randrange(len(kind.shape))
    before, after = kind.shape[:dim], kind.shape[dim + 1 :]
    kinds = [kind, *[kind.sized((*before, r.randint(0, 3), *after)) for _ in range(r.randint(0, 2))]]
    target = kind.sized((*before, sum([each.shape[dim] for each in kinds]), *after))
    operands = listed([f"%a{i}" for i in range(len(kinds))])
    text = f"%r0 = stablehlo.concatenate {operands}, dim = {dim} : TYPES"
    return Sketch(text, tuple(map(Operand, kinds)), (target,))


def draw_pad(r: Random, kind: TensorKind) -> Sketch:
    """Some of it before, behind and between the elements; less than nothing takes elements away."""
    rank = len(kind.shape)
    interior = drawn_shape(r, rank, 0, 2)
    inner = [max(0, n - 1) * (i + 1) + min(n, 1) for n, i in zip(kind.shape, interior)]
    low = [r.randint(max(-2, -n), 2) for n in inner]
    high = [r.randint(max(-2, -n - a), 2) for n, a in zip(inner, low)]
    target = kind.sized(tuple([n + a + b for n, a, b in zip(inner, low, high)]))
    amounts = f"low = [{listed(low)}], high = [{listed(high)}], interior = [{listed(interior)}]"
    text = f"%r0 = stablehlo.pad %a0, %a1, {amounts} : TYPES"
    return Sketch(text, (Operand(kind), Operand(kind.sized(()))), (target,))


BROADCAST = Drawing(draw_broadcast, MOVED, (0, 2))
RESHAPE = Drawing(draw_reshape, MOVED, (0, 3))
TRANSPOSE = Drawing(draw_transpose, MOVED, (0, 4))
REVERSE = Drawing(draw_reverse, MOVED)
SLICE = Drawing(draw_slice, MOVED, (0, 3))
CONCATENATE = Drawing(draw_concatenate, MOVED)
PAD = Drawing(draw_pad, MOVED)
