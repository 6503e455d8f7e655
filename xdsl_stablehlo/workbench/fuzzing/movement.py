"""Sketches of ops that move elements, and of elementwise ops with conditions of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from random import Random

from .sketch import (
    BITS,
    MOVED,
    REAL,
    Drawing,
    ElementRole,
    Index,
    Numbers,
    Operand,
    Shape,
    Sketch,
    TensorKind,
    combining,
    drawn_shape,
    i64s,
    listed,
    some_of,
)


@partial(Drawing, elements=MOVED, ranks=(0, 2))
def draw_broadcast(r: Random, kind: TensorKind) -> Sketch:
    """Up to two new dimensions, in any order; dimensions of size 1 may grow."""
    rank = len(kind.shape) + r.randint(0, 2)
    target = list(drawn_shape(r, rank, 1, 3))
    places = r.sample(range(rank), len(kind.shape))
    for size, place in zip(kind.shape, places):
        target[place] = size if size != 1 or r.random() < 0.5 else target[place]
    text = f"%r0 = stablehlo.broadcast_in_dim %a0, dims = [{listed(places)}] : TYPES"
    return Sketch(text, (Operand(kind),), (kind.sized(tuple(target)),))


@partial(Drawing, elements=MOVED, ranks=(0, 3))
def draw_reshape(r: Random, kind: TensorKind) -> Sketch:
    shape = kind.shape
    targets = [(kind.size,), (1, *shape), (*shape, 1), shape[::-1], (*shape[:1], prod(shape[1:]))]
    target = r.choice([each for each in targets if prod(each) == kind.size])
    return Sketch("%r0 = stablehlo.reshape %a0 : TYPES", (Operand(kind),), (kind.sized(target),))


@partial(Drawing, elements=MOVED, ranks=(0, 4))
def draw_transpose(r: Random, kind: TensorKind) -> Sketch:
    order = r.sample(range(len(kind.shape)), len(kind.shape))
    target = kind.sized(tuple([kind.shape[d] for d in order]))
    text = f"%r0 = stablehlo.transpose %a0, dims = [{listed(order)}] : TYPES"
    return Sketch(text, (Operand(kind),), (target,))


@partial(Drawing, elements=MOVED)
def draw_reverse(r: Random, kind: TensorKind) -> Sketch:
    dims = r.sample(range(len(kind.shape)), r.randint(0, len(kind.shape)))
    return Sketch(f"%r0 = stablehlo.reverse %a0, dims = [{listed(dims)}] : {kind}", (Operand(kind),), (kind,))


@partial(Drawing, elements=MOVED, ranks=(0, 3))
def draw_slice(r: Random, kind: TensorKind) -> Sketch:
    starts = [r.randint(0, size) for size in kind.shape]
    bounds = [(start, r.randint(start, n), r.choice((1, 1, 2, 3))) for start, n in zip(starts, kind.shape)]
    target = tuple([-(-(limit - start) // stride) for start, limit, stride in bounds])
    ranges = ", ".join([f"{start}:{limit}:{stride}" for start, limit, stride in bounds])
    return Sketch(f"%r0 = stablehlo.slice %a0 [{ranges}] : TYPES", (Operand(kind),), (kind.sized(target),))


@partial(Drawing, elements=MOVED)
def draw_concatenate(r: Random, kind: TensorKind) -> Sketch:
    dim = r.randrange(len(kind.shape))
    before, after = kind.shape[:dim], kind.shape[dim + 1 :]
    kinds = [kind, *[kind.sized((*before, r.randint(0, 3), *after)) for _ in range(r.randint(0, 2))]]
    target = kind.sized((*before, sum([each.shape[dim] for each in kinds]), *after))
    operands = listed([f"%a{i}" for i in range(len(kinds))])
    text = f"%r0 = stablehlo.concatenate {operands}, dim = {dim} : TYPES"
    return Sketch(text, tuple(map(Operand, kinds)), (target,))


def _padded(kind: TensorKind, low: Sequence[int], high: Sequence[int], interior: Sequence[int]) -> TensorKind:
    sizes = zip(kind.shape, low, high, interior)
    return kind.sized(tuple([max(0, n - 1) * (i + 1) + min(n, 1) + a + b for n, a, b, i in sizes]))


@partial(Drawing, elements=MOVED)
def draw_pad(r: Random, kind: TensorKind) -> Sketch:
    """Padding before, after and between the elements; negative amounts remove elements."""
    none = (0,) * len(kind.shape)
    interior = drawn_shape(r, len(none), 0, 2)
    inner = _padded(kind, none, none, interior).shape
    low = [r.randint(max(-2, -n), 2) for n in inner]
    high = [r.randint(max(-2, -n - a), 2) for n, a in zip(inner, low)]
    amounts = f"low = [{listed(low)}], high = [{listed(high)}], interior = [{listed(interior)}]"
    operands = (Operand(kind), Operand(kind.sized(())))
    return Sketch(
        f"%r0 = stablehlo.pad %a0, %a1, {amounts} : TYPES", operands, (_padded(kind, low, high, interior),)
    )


def _numbers(element: str, values: tuple[int, ...]) -> Operand:
    return Operand(TensorKind(element, (len(values),)), Numbers(values))


def _with_shape(r: Random, sketch: Sketch) -> Sketch:
    """The dynamic form of an op: its last operand is the shape of the result."""
    text = sketch.text.replace("stablehlo.", "stablehlo.dynamic_").replace("%a0", "%a0, %a1")
    shape = _numbers(r.choice(INDEX_TYPES), sketch.results[0].shape)
    return Sketch(text, (*sketch.operands, shape), sketch.results)


@partial(Drawing, elements=MOVED)
def draw_dynamic_reshape(r: Random, kind: TensorKind) -> Sketch:
    return _with_shape(r, draw_reshape.draw(r, kind))


@partial(Drawing, elements=MOVED, ranks=(0, 2))
def draw_dynamic_broadcast(r: Random, kind: TensorKind) -> Sketch:
    return _with_shape(r, draw_broadcast.draw(r, kind))


@partial(Drawing, elements=MOVED)
def draw_dynamic_pad(r: Random, kind: TensorKind) -> Sketch:
    rank, element = len(kind.shape), r.choice(INDEX_TYPES)
    low, high, interior = (drawn_shape(r, rank, 0, 2) for _ in range(3))
    amounts = [_numbers(element, values) for values in (low, high, interior)]
    text = "%r0 = stablehlo.dynamic_pad %a0, %a1, %a2, %a3, %a4 : TYPES"
    operands = (Operand(kind), Operand(kind.sized(())), *amounts)
    return Sketch(text, operands, (_padded(kind, low, high, interior),))


@partial(Drawing, elements=MOVED)
def draw_dimension_size(r: Random, kind: TensorKind) -> Sketch:
    text = f"%r0 = stablehlo.get_dimension_size %a0, dim = {r.randrange(len(kind.shape))} : TYPES"
    return Sketch(text, (Operand(kind),), (TensorKind("i32"),))


INDEX_TYPES = ("i32", "i64")


def _window(r: Random, kind: TensorKind, first: int) -> tuple[TensorKind, str, list[Operand]]:
    """The type of a part of a tensor, and its start indices: the operands from number `first` on, and their names."""
    sizes = tuple([r.randint(0 if r.random() < 0.1 else 1, n) for n in kind.shape])
    names = listed([f"%a{first + i}" for i in range(len(sizes))])
    index = TensorKind(r.choice(INDEX_TYPES))
    return kind.sized(sizes), names, [Operand(index, Index(n - taken)) for n, taken in zip(kind.shape, sizes)]


@partial(Drawing, elements=MOVED, ranks=(1, 3), least=1)
def draw_dynamic_slice(r: Random, kind: TensorKind) -> Sketch:
    part, names, starts = _window(r, kind, 1)
    text = f"%r0 = stablehlo.dynamic_slice %a0, {names}, sizes = [{listed(part.shape)}] : TYPES"
    return Sketch(text, (Operand(kind), *starts), (part,))


@partial(Drawing, elements=MOVED, ranks=(1, 3), least=1)
def draw_dynamic_update_slice(r: Random, kind: TensorKind) -> Sketch:
    part, names, starts = _window(r, kind, 2)
    text = f"%r0 = stablehlo.dynamic_update_slice %a0, %a1, {names} : TYPES"
    return Sketch(text, (Operand(kind), Operand(part), *starts), (kind,))


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


@partial(Drawing, elements=MOVED, ranks=(1, 3), least=1)
def draw_gather(r: Random, kind: TensorKind) -> Sketch:
    """A `gather`, or a `dynamic_gather`, whose slice sizes are an operand."""
    at = draw_layout(r, kind.shape)
    operands = [
        Operand(kind),
        Operand(TensorKind(r.choice(INDEX_TYPES), at.indices), Index(max(kind.shape) - 1)),
    ]
    name, arguments, sizes = "gather", "%a0, %a1", f", slice_sizes = {i64s(at.window)}"
    if r.random() < 0.2:
        name, arguments, sizes = "dynamic_gather", "%a0, %a1, %a2", ""
        operands.append(_numbers("i64", at.window))
    text = f"""%r0 = "stablehlo.{name}"({arguments}) {{dimension_numbers = #stablehlo.gather<
    offset_dims = [{listed(at.offset)}], collapsed_slice_dims = [{listed(at.dropped)}],
    start_index_map = [{listed(at.indexed)}], index_vector_dim = {at.vector_dim}>{sizes}}} : TYPES"""
    return Sketch(text, tuple(operands), (kind.sized(at.target),))


@partial(Drawing, elements=REAL, ranks=(1, 3), least=1)
def draw_scatter(r: Random, kind: TensorKind) -> Sketch:
    """A scatter whose result does not depend on the order of updates; a single update may replace the element."""
    at = draw_layout(r, kind.shape)
    ops = ("add", "maximum", "minimum", *(("multiply", "and", "or", "xor") if kind.element in BITS else ()))
    op, unique = r.choice(ops), prod(at.target) == max(prod(at.window), 1)
    body = combining(op, kind.element)
    if unique and r.random() < 0.5:
        scalar = kind.sized(())
        op, body = "", f"({{\n  ^bb0(%x: {scalar}, %y: {scalar}):\n    stablehlo.return %y : {scalar}\n  }})"
    text = f"""%r0 = "stablehlo.scatter"(%a0, %a1, %a2) {body} {{scatter_dimension_numbers = #stablehlo.scatter<
    update_window_dims = [{listed(at.offset)}], inserted_window_dims = [{listed(at.dropped)}],
    scatter_dims_to_operand_dims = [{listed(at.indexed)}], index_vector_dim = {at.vector_dim}>,
    unique_indices = {str(unique).lower()}}} : TYPES"""
    role = ElementRole.EXACT if op == "add" else ElementRole.ANY
    indices = Operand(TensorKind(r.choice(INDEX_TYPES), at.indices), Index(max(kind.shape) - 1))
    return Sketch(text, (Operand(kind, role), indices, Operand(kind.sized(at.target), role)), (kind,))


WITH_INFINITIES = ("bf16", "f16", "f32", "f64", "f8E3M4", "f8E4M3", "f8E5M2")
SAME_BITS = {
    8: ("i8", "ui8", "f8E5M2"),
    16: ("i16", "ui16", "bf16", "f16"),
    32: ("i32", "ui32", "f32"),
    64: ("i64", "ui64", "f64"),
}
"""Element types by their width in bits."""


@partial(Drawing, elements=REAL, ranks=(0, 3))
def draw_clamp(r: Random, kind: TensorKind) -> Sketch:
    least, most = (kind if r.random() < 0.5 else kind.sized(()) for _ in range(2))
    operands = (Operand(kind), Operand(least), Operand(most))
    text = f"%r0 = stablehlo.clamp %a1, %a0, %a2 : ({least}, {kind}, {most}) -> {kind}"
    return Sketch(text, operands, (kind,))


@partial(Drawing, elements=WITH_INFINITIES, ranks=(0, 3))
def draw_reduce_precision(r: Random, kind: TensorKind) -> Sketch:
    form = f"e{r.randint(1, 11)}m{r.randint(0, 12)}"
    text = f"%r0 = stablehlo.reduce_precision %a0, format = {form} : {kind}"
    return Sketch(text, (Operand(kind),), (kind,))


@partial(Drawing, elements=sum(SAME_BITS.values(), ()), ranks=(0, 3))
def draw_bitcast(r: Random, kind: TensorKind) -> Sketch:
    """A conversion to elements of the same width, to narrower ones, or of a whole row to a wider one."""
    width = next(bits for bits, names in SAME_BITS.items() if kind.element in names)
    last = kind.shape[-1] if kind.shape else 0
    target = r.choice([bits for bits in SAME_BITS if bits <= width or bits == width * last])
    shape = (*kind.shape, width // target) if target < width else kind.shape[: -1 if target > width else None]
    result = TensorKind(r.choice(SAME_BITS[target]), shape)
    # The bits of a NaN that an operation gives are not specified.
    operand = Operand(kind, ElementRole.COMPARABLE)
    return Sketch("%r0 = stablehlo.bitcast_convert %a0 : TYPES", (operand,), (result,))
