"""Drawings of ops that move elements, of ops that combine them in any order, and of some elementwise ops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from random import Random

from .sketch import (
    BITS,
    COMPLEX_NAMES,
    INTEGER_NAMES,
    MOVED,
    REAL,
    WIDE_FLOATS,
    Drawing,
    ElementRole,
    Index,
    Neutral,
    Numbers,
    Operand,
    Role,
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


@partial(Drawing, ranks=(0, 4), least=1)
def draw_dot_general(r: Random, kind: TensorKind) -> Sketch:
    """Each dimension is a batching one, a contracting one, or neither, in any order."""
    parts: tuple[list[int], list[int], list[int]] = ([], [], [])
    for d in r.sample(range(len(kind.shape)), len(kind.shape)):
        r.choice(parts if len(kind.shape) > 1 else parts[1:]).append(d)
    batch, inner, outer = parts
    shared = (*batch, *inner)
    sizes = (*[kind.shape[d] for d in shared], *drawn_shape(r, r.randint(0, 2), 1, 3))
    order = r.sample(range(len(sizes)), len(sizes))
    rhs = kind.sized(tuple([sizes[d] for d in order]))
    places = [order.index(i) for i in range(len(sizes))]
    free = [d for d in range(len(sizes)) if order[d] >= len(shared)]
    target = (*sizes[: len(batch)], *[kind.shape[d] for d in sorted(outer)], *[rhs.shape[d] for d in free])
    text = f"""%r0 = stablehlo.dot_general %a0, %a1,
    batching_dims = [{listed(batch)}] x [{listed(places[: len(batch)])}],
    contracting_dims = [{listed(inner)}] x [{listed(places[len(batch) : len(shared)])}] : TYPES"""
    operands = (Operand(kind, ElementRole.EXACT), Operand(rhs, ElementRole.EXACT))
    return Sketch(text, operands, (kind.sized(target),))


@dataclass(frozen=True)
class SlidingWindow:
    """How a kernel moves over the spatial dimensions, and the sizes that follow."""

    kernel: Shape
    out: Shape
    strides: Shape
    padding: tuple[Shape, ...]
    left: Shape
    """The dilation of the operand."""
    right: Shape
    """The dilation of the kernel."""
    reversal: tuple[bool, ...]

    def attributes(self, dynamic: bool) -> str:
        """The attributes of a `convolution`, or of a `dynamic_conv`, whose padding is an operand."""
        flips = listed([str(flip).lower() for flip in self.reversal])
        if dynamic:
            return f"""window_strides = {i64s(self.strides)}, lhs_dilation = {i64s(self.left)},
    rhs_dilation = {i64s(self.right)}, window_reversal = array<i1: {flips}>"""
        pads = [list(pair) for pair in self.padding]
        return f"""{{stride = [{listed(self.strides)}], pad = {pads}, lhs_dilate = [{listed(self.left)}],
    rhs_dilate = [{listed(self.right)}], reverse = [{flips}]}}"""


def draw_sliding_window(r: Random, spatial: Shape) -> SlidingWindow:
    """A window whose padding may be negative, but leaves room for the kernel."""
    rank = len(spatial)
    strides, left, right = (drawn_shape(r, rank, 1, 2) for _ in range(3))
    kernel = drawn_shape(r, rank, 1, 3)
    out: list[int] = []
    padding: list[Shape] = []
    for n, k, stride, a, b in zip(spatial, kernel, strides, left, right):
        dilated, extent = (n - 1) * a + 1, (k - 1) * b + 1
        low = r.randint(max(-1, 1 - dilated), 2)
        high = max(extent - dilated - low, 0) + r.randint(0, 1)
        out.append((dilated + low + high - extent) // stride + 1)
        padding.append((low, high))
    reversal = tuple([r.random() < 0.3 for _ in spatial])
    return SlidingWindow(kernel, tuple(out), strides, tuple(padding), left, right, reversal)


@partial(Drawing, ranks=(2, 5), least=1)
def draw_convolution(r: Random, kind: TensorKind) -> Sketch:
    """Dimensions in any order, groups of features or of batches; sometimes a `dynamic_conv`."""
    rank = len(kind.shape)
    orders = [r.sample(range(rank), rank) for _ in range(3)]
    # The C++ interpreter ends the process where the result has its features before the batch.
    orders[2][:2] = sorted(orders[2][:2])
    batch, feature, *spatial = [kind.shape[d] for d in orders[0]]
    features = r.choice([n for n in (1, 1, 2) if feature % n == 0])
    batches = r.choice([n for n in (1, 1, 2) if batch % n == 0]) if features == 1 else 1
    window, made = draw_sliding_window(r, tuple(spatial)), r.randint(1, 2) * features * batches
    rhs = kind.sized(_arranged(orders[1], (feature // features, made, *window.kernel)))
    result = kind.sized(_arranged(orders[2], (batch // batches, made, *window.out)))
    names = [_dimension_names(order, letters) for order, letters in zip(orders, ("bf", "io", "bf"))]
    dims = f"{names[0]}x{names[1]}->{names[2]}"
    groups = f"batch_group_count = {batches} : i64, feature_group_count = {features} : i64"
    operands = (Operand(kind, ElementRole.EXACT), Operand(rhs, ElementRole.EXACT))
    if not spatial or r.random() < 0.8:
        text = f"""%r0 = stablehlo.convolution(%a0, %a1) dim_numbers = {dims},
    window = {window.attributes(False) if spatial else "{}"} {{{groups}}} : TYPES"""
        return Sketch(text, operands, (result,))
    text = f"""%r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {{dimension_numbers = #stablehlo.conv<{dims}>,
    {groups}, {window.attributes(True)}}} : TYPES"""
    amounts = tuple([amount for pair in window.padding for amount in pair])
    padding = Operand(TensorKind("i64", (len(spatial), 2)), Numbers(amounts))
    return Sketch(text, (*operands, padding), (result,))


def _arranged(order: Sequence[int], sizes: Sequence[int]) -> Shape:
    """A shape in which dimension `order[i]` has the size `sizes[i]`."""
    return tuple([size for _, size in sorted(zip(order, sizes))])


def _dimension_names(order: Sequence[int], letters: str) -> str:
    """`[b, 0, f]`: the letters name the first two dimensions of `order`, numbers the others."""
    names = dict(zip(order, (*letters, *range(len(order) - 2))))
    return f"[{listed([names[d] for d in range(len(order))])}]"


def combiner_of(r: Random, element: str) -> tuple[str, Role]:
    """An op that combines elements, and the role in which its result is the same in any order."""
    if element in COMPLEX_NAMES:
        return "add", ElementRole.EXACT
    exact = ("multiply", "and", "or", "xor") if element in BITS else ()
    op = r.choice(("add", "maximum", "minimum", *exact))
    return op, ElementRole.EXACT if op == "add" else ElementRole.ANY


@partial(Drawing, ranks=(0, 3))
def draw_reduce(r: Random, kind: TensorKind) -> Sketch:
    dims = some_of(r, len(kind.shape)) if r.random() < 0.7 else list(range(len(kind.shape)))
    op, role = combiner_of(r, kind.element)
    target = kind.sized(tuple([n for d, n in enumerate(kind.shape) if d not in dims]))
    text = (
        f"%r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.{op} across dimensions = [{listed(dims)}]"
    )
    initial = Operand(kind.sized(()), Neutral(op))
    return Sketch(f"{text} : TYPES", (Operand(kind, role), initial), (target,))


@partial(Drawing, elements=(*INTEGER_NAMES, *WIDE_FLOATS))
def draw_index_of_extreme(r: Random, kind: TensorKind) -> Sketch:
    """The largest or smallest element along a dimension and its index: the first of equal elements."""
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
        *(Operand(value, Neutral(op)), Operand(place, ElementRole.LARGEST)),
    )
    left = tuple([n for d, n in enumerate(kind.shape) if d != dim])
    return Sketch(text, operands, (kind.sized(left), index.sized(left)))


@partial(Drawing, ranks=(1, 2))
def draw_map(r: Random, kind: TensorKind) -> Sketch:
    op = r.choice(("add",) if kind.is_complex else ("add", "maximum"))
    dims = i64s(range(len(kind.shape)))
    text = f'%r0 = "stablehlo.map"(%a0, %a1) {combining(op, kind.element)} {{dimensions = {dims}}} : TYPES'
    return Sketch(text, (Operand(kind), Operand(kind)), (kind,))


def _padding(padding: list[tuple[int, int]]) -> str:
    return f"padding = dense<{[list(pair) for pair in padding]}> : tensor<{len(padding)}x2xi64>"


@partial(Drawing, ranks=(1, 3), least=1)
def draw_reduce_window(r: Random, kind: TensorKind) -> Sketch:
    """Any strides and dilations, and padding that may be negative."""
    rank, (op, role) = len(kind.shape), combiner_of(r, kind.element)
    window, strides, base, dilations = (drawn_shape(r, rank, 1, most) for most in (3, 3, 2, 2))
    inner = [(n - 1) * b + 1 for n, b in zip(kind.shape, base)]
    padding = [(r.randint(max(-1, -n), 2), r.randint(0, 2)) for n in inner]
    extents = [(w - 1) * d + 1 for w, d in zip(window, dilations)]
    sizes = [n + low + high for n, (low, high) in zip(inner, padding)]
    target = tuple([(n - e) // s + 1 if n and e <= n else 0 for n, e, s in zip(sizes, extents, strides)])
    attributes = f"""window_dimensions = {i64s(window)}, window_strides = {i64s(strides)},
    base_dilations = {i64s(base)}, window_dilations = {i64s(dilations)}, {_padding(padding)}"""
    body = combining(op, kind.element)
    text = f'%r0 = "stablehlo.reduce_window"(%a0, %a1) {body} {{{attributes}}} : TYPES'
    return Sketch(text, (Operand(kind, role), Operand(kind.sized(()), Neutral(op))), (kind.sized(target),))


@partial(Drawing, elements=("i8", "ui8", "i32", "i64", *WIDE_FLOATS), ranks=(1, 3), least=1)
def draw_select_and_scatter(r: Random, kind: TensorKind) -> Sketch:
    """The comparison decides which of equal elements is selected: the first or the last."""
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
    window_strides = {i64s(strides)}, {_padding(padding)}}} : TYPES"""
    operands = (Operand(kind, ElementRole.COMPARABLE), Operand(source, ElementRole.EXACT))
    return Sketch(text, (*operands, Operand(scalar, Neutral("add"))), (kind,))


def _sort(r: Random, kinds: list[TensorKind], comparison: str, keys: int) -> Sketch:
    """A stable sort of `keys` operands with indices: the order of equal elements decides the result."""
    names = [listed([f"%{letter}{i}" for i in range(len(kinds))]) for letter in "ra"]
    arguments = listed([f"%x{i}: {t}, %y{i}: {t}" for i, t in enumerate(each.sized(()) for each in kinds)])
    text = f"""{names[0]} = "stablehlo.sort"({names[1]}) ({{
  ^bb0({arguments}):
    {comparison}
    stablehlo.return %p : tensor<i1>
  }}) {{dimension = {r.randrange(len(kinds[0].shape))} : i64, is_stable = true}} : TYPES"""
    roles = [ElementRole.COMPARABLE] * keys + [ElementRole.PLACES] * (len(kinds) - keys)
    return Sketch(text, tuple(map(Operand, kinds, roles)), tuple(kinds))


def _compared(r: Random, key: int, kind: TensorKind, direction: str = "") -> str:
    scalar = kind.sized(())
    direction = direction or r.choice(("LT", "GT"))
    return f"stablehlo.compare {direction}, %x{key}, %y{key} : ({scalar}, {scalar}) -> tensor<i1>"


@partial(Drawing, elements=REAL)
def draw_sort(r: Random, kind: TensorKind) -> Sketch:
    """One key, with or without the indices of the elements."""
    kinds = [kind, *[kind.of("i32")] * r.randint(0, 1)]
    return _sort(r, kinds, f"%p = {_compared(r, 0, kind)}", 1)


@partial(Drawing, elements=REAL)
def draw_sort_by_two(r: Random, kind: TensorKind) -> Sketch:
    """A key, another one that decides where the first is equal, and the indices of the elements."""
    kinds = [kind, kind.of(r.choice(("i1", "i8", "ui8", "i32"))), kind.of("i32")]
    comparison = f"""%first = {_compared(r, 0, kind)}
    %second = {_compared(r, 1, kinds[1])}
    %equal = {_compared(r, 0, kind, "EQ")}
    %p = stablehlo.select %equal, %second, %first : tensor<i1>, tensor<i1>"""
    return _sort(r, kinds, comparison, 2)
