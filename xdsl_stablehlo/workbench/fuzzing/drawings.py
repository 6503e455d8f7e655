"""Drawings and writers of all ops but branches, loops, calls and constants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from random import Random
from typing import Any

from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo

from . import sketch
from .generator import SHAPES, CodeScope, Generator
from .sketch import Drawing, Operand, Sketch, TensorKind

ANY, EXACT, COMPARABLE = sketch.ElementRole.ANY, sketch.ElementRole.EXACT, sketch.ElementRole.COMPARABLE


@partial(Drawing, elements=sketch.MOVED, ranks=(0, 2))
def draw_broadcast(r: Random, kind: TensorKind) -> Sketch:
    """Up to two new dimensions, in any order; dimensions of size 1 may grow."""
    places, target = _spread(r, kind)
    return Sketch((Operand(kind),), lambda x: hlo.BroadcastInDimOp(x[0], places, target.type))


def _spread(r: Random, kind: TensorKind) -> tuple[list[int], TensorKind]:
    rank = len(kind.shape) + r.randint(0, 2)
    target = list(sketch.drawn_shape(r, rank, 1, 3))
    places = r.sample(range(rank), len(kind.shape))
    for size, place in zip(kind.shape, places):
        target[place] = size if size != 1 or r.random() < 0.5 else target[place]
    return places, kind.sized(target)


@partial(Drawing, elements=sketch.MOVED, ranks=(0, 3))
def draw_reshape(r: Random, kind: TensorKind) -> Sketch:
    target = _reshaped(r, kind)
    return Sketch((Operand(kind),), lambda x: hlo.ReshapeOp(x[0], target.type))


def _reshaped(r: Random, kind: TensorKind) -> TensorKind:
    shape = kind.shape
    targets = [(kind.size,), (1, *shape), (*shape, 1), shape[::-1], (*shape[:1], prod(shape[1:]))]
    return kind.sized(r.choice([each for each in targets if prod(each) == kind.size]))


@partial(Drawing, elements=sketch.MOVED, ranks=(0, 4))
def draw_transpose(r: Random, kind: TensorKind) -> Sketch:
    order = r.sample(range(len(kind.shape)), len(kind.shape))
    return Sketch((Operand(kind),), lambda x: hlo.TransposeOp(x[0], order))


@partial(Drawing, elements=sketch.MOVED)
def draw_reverse(r: Random, kind: TensorKind) -> Sketch:
    dims = r.sample(range(len(kind.shape)), r.randint(0, len(kind.shape)))
    return Sketch((Operand(kind),), lambda x: hlo.ReverseOp(x[0], dims))


@partial(Drawing, elements=sketch.MOVED, ranks=(0, 3))
def draw_slice(r: Random, kind: TensorKind) -> Sketch:
    starts = [r.randint(0, size) for size in kind.shape]
    bounds = [(r.randint(start, n), r.choice((1, 1, 2, 3))) for start, n in zip(starts, kind.shape)]
    limits, strides = [limit for limit, _ in bounds], [stride for _, stride in bounds]
    return Sketch((Operand(kind),), lambda x: hlo.SliceOp(x[0], starts, limits, strides))


@partial(Drawing, elements=sketch.MOVED)
def draw_concatenate(r: Random, kind: TensorKind) -> Sketch:
    dim = r.randrange(len(kind.shape))
    before, after = kind.shape[:dim], kind.shape[dim + 1 :]
    kinds = [kind, *[kind.sized((*before, r.randint(0, 3), *after)) for _ in range(r.randint(0, 2))]]
    return Sketch(tuple(map(Operand, kinds)), lambda x: hlo.ConcatenateOp(x, dim))


def _padded(kind: TensorKind, low: Sequence[int], high: Sequence[int], interior: Sequence[int]) -> TensorKind:
    sizes = zip(kind.shape, low, high, interior)
    return kind.sized([max(0, n - 1) * (i + 1) + min(n, 1) + a + b for n, a, b, i in sizes])


@partial(Drawing, elements=sketch.MOVED)
def draw_pad(r: Random, kind: TensorKind) -> Sketch:
    """Padding before, after and between the elements; negative amounts remove elements."""
    none = (0,) * len(kind.shape)
    interior = sketch.drawn_shape(r, len(none), 0, 2)
    inner = _padded(kind, none, none, interior).shape
    low = [r.randint(max(-2, -n), 2) for n in inner]
    high = [r.randint(max(-2, -n - a), 2) for n, a in zip(inner, low)]
    operands = (Operand(kind), Operand(kind.sized(())))
    return Sketch(operands, lambda x: hlo.PadOp(x[0], x[1], low, high, interior))


def _numbers(element: str, values: tuple[int, ...]) -> Operand:
    return Operand(TensorKind(element, (len(values),)), sketch.Numbers(values))


@partial(Drawing, elements=sketch.MOVED)
def draw_dynamic_reshape(r: Random, kind: TensorKind) -> Sketch:
    target = _reshaped(r, kind)
    operands = (Operand(kind), _numbers(r.choice(INDEX_TYPES), target.shape))
    return Sketch(operands, lambda x: hlo.DynamicReshapeOp(x[0], x[1], target.type))


@partial(Drawing, elements=sketch.MOVED, ranks=(0, 2))
def draw_dynamic_broadcast(r: Random, kind: TensorKind) -> Sketch:
    places, target = _spread(r, kind)
    operands = (Operand(kind), _numbers(r.choice(INDEX_TYPES), target.shape))
    return Sketch(operands, lambda x: hlo.DynamicBroadcastInDimOp(x[0], x[1], places, target.type))


@partial(Drawing, elements=sketch.MOVED)
def draw_dynamic_pad(r: Random, kind: TensorKind) -> Sketch:
    rank, element = len(kind.shape), r.choice(INDEX_TYPES)
    low, high, interior = (sketch.drawn_shape(r, rank, 0, 2) for _ in range(3))
    amounts = [_numbers(element, values) for values in (low, high, interior)]
    operands, target = (Operand(kind), Operand(kind.sized(())), *amounts), _padded(kind, low, high, interior)
    return Sketch(operands, lambda x: hlo.DynamicPadOp(x[0], x[1], x[2], x[3], x[4], target.type))


@partial(Drawing, elements=sketch.MOVED)
def draw_dimension_size(r: Random, kind: TensorKind) -> Sketch:
    dim = r.randrange(len(kind.shape))
    return Sketch((Operand(kind),), lambda x: hlo.GetDimensionSizeOp(x[0], dim))


INDEX_TYPES = ("i32", "i64")


def _window(r: Random, kind: TensorKind) -> tuple[TensorKind, list[Operand]]:
    """The type of a part of a tensor, and its start indices."""
    sizes = tuple([r.randint(0 if r.random() < 0.1 else 1, n) for n in kind.shape])
    index = TensorKind(r.choice(INDEX_TYPES))
    return kind.sized(sizes), [
        Operand(index, sketch.DrawnIndices(n - taken)) for n, taken in zip(kind.shape, sizes)
    ]


@partial(Drawing, elements=sketch.MOVED, ranks=(1, 3), least=1)
def draw_dynamic_slice(r: Random, kind: TensorKind) -> Sketch:
    part, starts = _window(r, kind)
    return Sketch((Operand(kind), *starts), lambda x: hlo.DynamicSliceOp(x[0], x[1:], part.shape))


@partial(Drawing, elements=sketch.MOVED, ranks=(1, 3), least=1)
def draw_dynamic_update_slice(r: Random, kind: TensorKind) -> Sketch:
    part, starts = _window(r, kind)
    operands = (Operand(kind), Operand(part), *starts)
    return Sketch(operands, lambda x: hlo.DynamicUpdateSliceOp(x[0], x[1], x[2:]))


@partial(Drawing, elements=sketch.MOVED, ranks=(1, 3), least=1)
def draw_gather(r: Random, kind: TensorKind) -> Sketch:
    """A `gather`, or a `dynamic_gather`, whose slice sizes are an operand."""
    at = sketch.draw_layout(r, kind.shape)
    indices = Operand(TensorKind(r.choice(INDEX_TYPES), at.indices), sketch.DrawnIndices(max(kind.shape) - 1))
    numbers = hlo.GatherDimensionNumbersAttr(at.offset, at.dropped, (), (), at.indexed, at.vector_dim)
    if r.random() < 0.2:
        operands = (Operand(kind), indices, _numbers("i64", at.window))
        result = kind.sized(at.target).type
        return Sketch(operands, lambda x: hlo.DynamicGatherOp(x[0], x[1], x[2], numbers, result_type=result))
    return Sketch((Operand(kind), indices), lambda x: hlo.GatherOp(x[0], x[1], numbers, at.window))


@partial(Drawing, elements=sketch.REAL, ranks=(1, 3), least=1)
def draw_scatter(r: Random, kind: TensorKind) -> Sketch:
    """A scatter whose result does not depend on the order of updates; a single update may replace the element."""
    at = sketch.draw_layout(r, kind.shape)
    op, unique = r.choice(_combiners(kind.element)), prod(at.target) == max(prod(at.window), 1)
    replaces = unique and r.random() < 0.5
    role = EXACT if op == sketch.SUM and not replaces else ANY
    indices = Operand(TensorKind(r.choice(INDEX_TYPES), at.indices), sketch.DrawnIndices(max(kind.shape) - 1))
    numbers = hlo.ScatterDimensionNumbersAttr(at.offset, at.dropped, (), (), at.indexed, at.vector_dim)

    def make(x: Sequence[SSAValue]) -> Operation:
        body = _second(kind.sized(())) if replaces else sketch.combining(op, kind.element)
        return hlo.ScatterOp(x[:1], x[1], x[2:], numbers, body, unique_indices=unique)

    return Sketch((Operand(kind, role), indices, Operand(kind.sized(at.target), role)), make)


def _second(scalar: TensorKind) -> Region:
    """A region that returns the second of two scalars."""
    block = Block(arg_types=[scalar.type] * 2)
    block.add_op(hlo.ReturnOp([block.args[1]]))
    return Region(block)


WITH_INFINITIES = ("bf16", "f16", "f32", "f64", "f8E3M4", "f8E4M3", "f8E5M2")
SAME_BITS = {
    8: ("i8", "ui8", "f8E5M2"),
    16: ("i16", "ui16", "bf16", "f16"),
    32: ("i32", "ui32", "f32"),
    64: ("i64", "ui64", "f64"),
}
"""Element types by their width in bits."""


@partial(Drawing, elements=sketch.REAL, ranks=(0, 3))
def draw_clamp(r: Random, kind: TensorKind) -> Sketch:
    least, most = (kind if r.random() < 0.5 else kind.sized(()) for _ in range(2))
    operands = (Operand(kind), Operand(least), Operand(most))
    return Sketch(operands, lambda x: hlo.ClampOp(x[1], x[0], x[2], kind.type))


@partial(Drawing, elements=WITH_INFINITIES, ranks=(0, 3))
def draw_reduce_precision(r: Random, kind: TensorKind) -> Sketch:
    bits = r.randint(1, 11), r.randint(0, 12)
    return Sketch((Operand(kind),), lambda x: hlo.ReducePrecisionOp(x[0], bits[0], bits[1]))


@partial(Drawing, elements=sum(SAME_BITS.values(), ()), ranks=(0, 3))
def draw_bitcast(r: Random, kind: TensorKind) -> Sketch:
    """A conversion to elements of the same width, to narrower ones, or of a whole row to a wider one."""
    width = next(bits for bits, names in SAME_BITS.items() if kind.element in names)
    last = kind.shape[-1] if kind.shape else 0
    target = r.choice([bits for bits in SAME_BITS if bits <= width or bits == width * last])
    shape = (*kind.shape, width // target) if target < width else kind.shape[: -1 if target > width else None]
    result = TensorKind(r.choice(SAME_BITS[target]), shape)
    # The bits of a NaN that an operation gives are not specified.
    return Sketch((Operand(kind, COMPARABLE),), lambda x: hlo.BitcastConvertOp(x[0], result.type))


@partial(Drawing, ranks=(0, 4), least=1)
def draw_dot_general(r: Random, kind: TensorKind) -> Sketch:
    """Each dimension is a batching one, a contracting one, or neither, in any order."""
    parts: tuple[list[int], list[int], list[int]] = ([], [], [])
    for d in r.sample(range(len(kind.shape)), len(kind.shape)):
        r.choice(parts if len(kind.shape) > 1 else parts[1:]).append(d)
    batch, inner, _ = parts
    shared = (*batch, *inner)
    sizes = (*[kind.shape[d] for d in shared], *sketch.drawn_shape(r, r.randint(0, 2), 1, 3))
    order = r.sample(range(len(sizes)), len(sizes))
    places = [order.index(i) for i in range(len(shared))]
    numbers = hlo.DotDimensionNumbersAttr(batch, places[: len(batch)], inner, places[len(batch) :])
    operands = (Operand(kind, EXACT), Operand(kind.sized([sizes[d] for d in order]), EXACT))
    return Sketch(operands, lambda x: hlo.DotGeneralOp(x[0], x[1], numbers))


@partial(Drawing, ranks=(2, 5), least=1)
def draw_convolution(r: Random, kind: TensorKind) -> Sketch:
    """Dimensions in any order, groups of features or of batches, padding that may be negative but leaves room for the
    kernel; sometimes a `dynamic_conv`."""
    rank = len(kind.shape)
    orders = [r.sample(range(rank), rank) for _ in range(3)]
    # The C++ interpreter ends the process where the result has its features before the batch.
    orders[2][:2] = sorted(orders[2][:2])
    batch, feature, *spatial = [kind.shape[d] for d in orders[0]]
    features = r.choice([n for n in (1, 1, 2) if feature % n == 0])
    batches = r.choice([n for n in (1, 1, 2) if batch % n == 0]) if features == 1 else 1
    strides, left, right = (sketch.drawn_shape(r, len(spatial), 1, 2) for _ in range(3))
    window = sketch.drawn_shape(r, len(spatial), 1, 3)
    padding: list[tuple[int, int]] = []
    for n, k, a, b in zip(spatial, window, left, right):
        dilated, extent = (n - 1) * a + 1, (k - 1) * b + 1
        low = r.randint(max(-1, 1 - dilated), 2)
        padding.append((low, max(extent - dilated - low, 0) + r.randint(0, 1)))
    reversal = [r.random() < 0.3 for _ in spatial]
    made = r.randint(1, 2) * features * batches
    sizes = sorted(zip(orders[1], (feature // features, made, *window)))
    (a, b, *inputs), (c, d, *kernel), (e, f, *outputs) = orders
    numbers = hlo.ConvDimensionNumbersAttr(a, b, inputs, c, d, kernel, e, f, outputs)
    attributes: Mapping[str, Any] = {"feature_group_count": features, "batch_group_count": batches}
    if spatial:
        moves = {"window_strides": strides, "lhs_dilation": left, "rhs_dilation": right}
        attributes = {**attributes, **moves, "window_reversal": reversal}
    operands = (Operand(kind, EXACT), Operand(kind.sized([size for _, size in sizes]), EXACT))

    def convolution(x: Sequence[SSAValue]) -> hlo.ConvolutionOp:
        return hlo.ConvolutionOp(x[0], x[1], numbers, padding=padding if spatial else None, **attributes)

    if not spatial or r.random() < 0.8:
        return Sketch(operands, convolution)
    result = Sketch(operands, convolution).op().results[0].type
    amounts = tuple([amount for pair in padding for amount in pair])
    given = Operand(TensorKind("i64", (len(spatial), 2)), sketch.Numbers(amounts))
    return Sketch(
        (*operands, given), lambda x: hlo.DynamicConvOp(x[0], x[1], x[2], numbers, result, **attributes)
    )


def combiner_of(r: Random, element: str) -> tuple[str, sketch.Role]:
    """An op that combines elements, and the role in which its result is the same in any order."""
    if element in sketch.COMPLEX_NAMES:
        return sketch.SUM, EXACT
    op = r.choice(_combiners(element))
    return op, EXACT if op == sketch.SUM else ANY


def _combiners(element: str) -> Sequence[str]:
    """The ops that combine real elements in any order."""
    bitwise = ("multiply", "and", "or", "xor") if element in sketch.BITS else ()
    return (sketch.SUM, "maximum", "minimum", *bitwise)


@partial(Drawing, ranks=(0, 3))
def draw_reduce(r: Random, kind: TensorKind) -> Sketch:
    dims = sketch.some_of(r, len(kind.shape)) if r.random() < 0.7 else list(range(len(kind.shape)))
    op, role = combiner_of(r, kind.element)
    operands = (Operand(kind, role), Operand(kind.sized(()), sketch.Neutral(op)))
    return Sketch(operands, lambda x: hlo.ReduceOp(x[:1], x[1:], dims, sketch.combining(op, kind.element)))


@partial(Drawing, elements=(*sketch.INTEGER_NAMES, *sketch.WIDE_FLOATS))
def draw_index_of_extreme(r: Random, kind: TensorKind) -> Sketch:
    """The largest or smallest element along a dimension and its index: the first of equal elements."""
    dim, index = r.randrange(len(kind.shape)), kind.of("i32")
    op, direction = r.choice((("maximum", "GT"), ("minimum", "LT")))
    value, place = kind.sized(()), index.sized(())

    def body(given: Sequence[SSAValue]) -> list[Operation]:
        x, i, y, j = given
        further, equal = sketch.comparing(direction, x, y), sketch.comparing("EQ", x, y)
        earlier = sketch.comparing("LT", i, j)
        tie = hlo.AndOp(equal, earlier)
        first = hlo.OrOp(further, tie)
        return [further, equal, earlier, tie, first, hlo.SelectOp(first, x, y), hlo.SelectOp(first, i, j)]

    operands = (
        *(Operand(kind, COMPARABLE), Operand(index, sketch.ElementRole.PLACES)),
        *(Operand(value, sketch.Neutral(op)), Operand(place, sketch.ElementRole.LARGEST)),
    )
    return Sketch(
        operands, lambda x: hlo.ReduceOp(x[:2], x[2:], [dim], sketch.region([value, place] * 2, body, 2))
    )


@partial(Drawing, ranks=(1, 2))
def draw_map(r: Random, kind: TensorKind) -> Sketch:
    op, dims = r.choice((sketch.SUM,) if kind.is_complex else (sketch.SUM, "maximum")), range(len(kind.shape))
    return Sketch(
        (Operand(kind), Operand(kind)), lambda x: hlo.MapOp(x, dims, sketch.combining(op, kind.element))
    )


@partial(Drawing, ranks=(1, 3), least=1)
def draw_reduce_window(r: Random, kind: TensorKind) -> Sketch:
    """Any strides and dilations, and padding that may be negative."""
    rank, (op, role) = len(kind.shape), combiner_of(r, kind.element)
    window, strides, base, dilations = (sketch.drawn_shape(r, rank, 1, most) for most in (3, 3, 2, 2))
    inner = [(n - 1) * b + 1 for n, b in zip(kind.shape, base)]
    padding = [(r.randint(max(-1, -n), 2), r.randint(0, 2)) for n in inner]

    def make(x: Sequence[SSAValue]) -> Operation:
        return hlo.ReduceWindowOp(
            x[:1],
            x[1:],
            window,
            sketch.combining(op, kind.element),
            window_strides=strides,
            base_dilations=base,
            window_dilations=dilations,
            padding=padding,
        )

    return Sketch((Operand(kind, role), Operand(kind.sized(()), sketch.Neutral(op))), make)


@partial(Drawing, elements=("i8", "ui8", "i32", "i64", *sketch.WIDE_FLOATS), ranks=(1, 3), least=1)
def draw_select_and_scatter(r: Random, kind: TensorKind) -> Sketch:
    """The comparison decides which of equal elements is selected: the first or the last."""
    rank, scalar = len(kind.shape), kind.sized(())
    window = tuple([r.randint(1, min(n, 3)) for n in kind.shape])
    strides = sketch.drawn_shape(r, rank, 1, 3)
    padding = [(r.randint(0, w - 1), r.randint(0, w - 1)) for w in window]
    sizes = [n + low + high for n, (low, high) in zip(kind.shape, padding)]
    source = kind.sized([(n - w) // s + 1 for n, w, s in zip(sizes, window, strides)])
    direction = r.choice(("GE", "GT", "LE", "LT"))

    def make(x: Sequence[SSAValue]) -> Operation:
        select = sketch.region([scalar] * 2, lambda x: [sketch.comparing(direction, x[0], x[1])])
        scatter = sketch.combining(sketch.SUM, kind.element)
        return hlo.SelectAndScatterOp(
            x[0],
            x[1],
            x[2],
            select,
            scatter,
            window_dimensions=window,
            window_strides=strides,
            padding=padding,
        )

    operands = (
        Operand(kind, COMPARABLE),
        Operand(source, EXACT),
        Operand(scalar, sketch.Neutral(sketch.SUM)),
    )
    return Sketch(operands, make)


def _sort(
    kinds: list[TensorKind], dim: int, body: Callable[[Sequence[SSAValue]], Sequence[Operation]], keys: int
) -> Sketch:
    """A stable sort of `keys` operands with indices: the order of equal elements decides the result."""
    roles = [COMPARABLE] * keys + [sketch.ElementRole.PLACES] * (len(kinds) - keys)
    scalars = [each.sized(()) for each in kinds for _ in range(2)]
    return Sketch(
        tuple(map(Operand, kinds, roles)), lambda x: hlo.SortOp(x, sketch.region(scalars, body), dim, True)
    )


@partial(Drawing, elements=sketch.REAL)
def draw_sort(r: Random, kind: TensorKind) -> Sketch:
    """One key, with or without the indices of the elements."""
    kinds = [kind, *[kind.of("i32")] * r.randint(0, 1)]
    direction, dim = r.choice(("LT", "GT")), r.randrange(len(kind.shape))
    return _sort(kinds, dim, lambda x: [sketch.comparing(direction, x[0], x[1])], 1)


@partial(Drawing, elements=sketch.REAL)
def draw_sort_by_two(r: Random, kind: TensorKind) -> Sketch:
    """A key, another one that decides where the first is equal, and the indices of the elements."""
    kinds = [kind, kind.of(r.choice(("i1", "i8", "ui8", "i32"))), kind.of("i32")]
    directions, dim = [r.choice(("LT", "GT")) for _ in range(2)], r.randrange(len(kind.shape))

    def body(given: Sequence[SSAValue]) -> list[Operation]:
        x, y, u, v, *_ = given
        first, second = sketch.comparing(directions[0], x, y), sketch.comparing(directions[1], u, v)
        equal = sketch.comparing("EQ", x, y)
        return [first, second, equal, hlo.SelectOp(equal, second, first)]

    return _sort(kinds, dim, body, 2)


# ---- ops that are written without a sketch ----

FITTING = 100
"""A number that most types can represent."""
MOST_EXPONENT = 3

ORDERED = ("EQ", "NE", "LT", "LE", "GT", "GE")
ROUNDING = ("floor", "ceil", "round_nearest_even", "round_nearest_afz")
FUNCTIONS = (
    *("sqrt", "rsqrt", "cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("sine", "cosine", "tan", "tanh"),
)


def _unary_ops(kind: TensorKind) -> tuple[str, ...]:
    if kind.element == "i1":
        return ("not",)
    if kind.is_complex:
        return ("negate",)
    if kind.is_float:
        return ("negate", "abs", "sign", *ROUNDING, *FUNCTIONS)
    signed = ("abs", "sign") if kind.element in sketch.SIGNED_INTEGERS else ()
    return ("not", "popcnt", "count_leading_zeros", "negate", *signed)


def _binary_ops(kind: TensorKind) -> tuple[str, ...]:
    if kind.is_complex:
        return (sketch.SUM, "subtract")
    ordered = (sketch.SUM, "multiply", "maximum", "minimum")
    if kind.element == "i1":
        return (*ordered, "and", "or", "xor")
    if kind.is_float:
        return (*ordered, "subtract", "divide", "remainder", "power", "atan2")
    return (*ordered, "subtract", "and", "or", "xor")


def write_binary(g: Generator, scope: CodeScope) -> None:
    """An arithmetic or bitwise op of two operands."""
    value, kind = g.any_value(scope)
    op = g.random.choice(_binary_ops(kind))
    g.emit(scope, sketch.of_operands(op, value, g.same(scope, kind)))


def write_unary(g: Generator, scope: CodeScope) -> None:
    """An arithmetic or bitwise op of one operand."""
    value, kind = g.any_value(scope)
    g.emit(scope, sketch.of_operands(g.random.choice(_unary_ops(kind)), value))


def write_comparison(g: Generator, scope: CodeScope) -> None:
    """A comparison; complex numbers are only compared for equality."""
    value, kind = g.any_value(scope)
    direction = g.random.choice(ORDERED[:2] if kind.is_complex else ORDERED)
    g.emit(scope, sketch.comparing(direction, value, g.same(scope, kind)))


def write_select(g: Generator, scope: CodeScope) -> None:
    """A selection by a predicate for each element, or by one for all."""
    value, kind = g.any_value(scope)
    other = g.same(scope, kind)
    predicate = kind.of("i1") if g.chance(0.6) else TensorKind("i1")
    g.emit(scope, hlo.SelectOp(g.same(scope, predicate), value, other))


def write_is_finite(g: Generator, scope: CodeScope) -> None:
    """A test for NaN and infinities."""
    found = g.value(scope, lambda k: k.is_float)
    if found is not None:
        g.emit(scope, hlo.IsFiniteOp(found[0]))


def write_conversion(g: Generator, scope: CodeScope) -> None:
    """A conversion: to integers only of numbers that they can represent; of complex numbers only to complex ones."""
    value, kind = g.any_value(scope)
    targets = [t for t in g.types if t in sketch.COMPLEX_NAMES or not kind.is_complex]
    result = kind.of(g.random.choice(targets or [kind.element]))
    if result.is_integer and kind.element != "i1" and not g.options.undefined:
        value = g.clamped(scope, value, kind, 0, min([FITTING, *_mosts(kind), *_mosts(result)]))
    g.emit(scope, hlo.ConvertOp(value, result.type))


def _mosts(kind: TensorKind) -> list[int]:
    """The largest number of an integer type; empty for other types."""
    return [sketch.extremes_of(kind.element)[1]] if kind.is_integer else []


def write_division(g: Generator, scope: CodeScope) -> None:
    """A quotient or a power of integers; by at least 1 and with small exponents if it has to be defined."""
    found = g.value(scope, lambda k: k.is_integer)
    if found is not None:
        value, kind = found
        op, other = g.random.choice(("divide", "remainder", "power")), g.same(scope, kind)
        if not g.options.undefined:
            most = sketch.extremes_of(kind.element)[1]
            limits = (0, min(most, MOST_EXPONENT)) if op == "power" else (1, most)
            other = g.clamped(scope, other, kind, *limits)
        g.emit(scope, sketch.of_operands(op, value, other))


def write_shift(g: Generator, scope: CodeScope) -> None:
    """A shift; by less than the width if it has to be defined."""
    found = g.value(scope, lambda k: k.is_integer)
    if found is not None:
        value, kind = found
        op, amount = g.random.choice(("left", "right_logical", "right_arithmetic")), g.same(scope, kind)
        if not g.options.undefined:
            bits = int(kind.element.lstrip("ui"))
            amount = g.clamped(scope, amount, kind, 0, min(bits - 1, *_mosts(kind)))
        g.emit(scope, sketch.of_operands(f"shift_{op}", value, amount))


def write_complex(g: Generator, scope: CodeScope) -> None:
    """A complex number from its parts."""
    wholes = [name for name in g.options.types if name in sketch.COMPLEX_NAMES]
    found = g.value(scope, lambda k: f"complex<{k.element}>" in wholes)
    if found is not None:
        value, kind = found
        g.emit(scope, hlo.ComplexOp(value, g.same(scope, kind)))


def write_part(g: Generator, scope: CodeScope) -> None:
    """The real or the imaginary part; of complex<f32> also the absolute value."""
    found = g.value(scope, lambda k: k.is_complex)
    if found is not None:
        value, kind = found
        ops = ("real", "imag", *(("abs",) if kind.part == "f32" else ()))
        g.emit(scope, sketch.of_operands(g.random.choice(ops), value))


def write_complex_product(g: Generator, scope: CodeScope) -> None:
    """A product, of small numbers if it has to be defined: overflow of products is left open."""
    found = g.value(scope, lambda k: k.is_complex)
    if found is not None:
        value, kind = found
        operands = [value, g.same(scope, kind)]
        if not g.options.undefined:
            operands = [g.exact(scope, each, kind) for each in operands]
        op = g.random.choice(("multiply", "divide") if g.options.undefined else ("multiply",))
        g.emit(scope, sketch.of_operands(op, *operands))


def write_iota(g: Generator, scope: CodeScope) -> None:
    """An iota along any dimension."""
    numbers = [element for element in g.types if element != "i1"]
    shape = g.random.choice([shape for shape in SHAPES if shape])
    kind = TensorKind(g.random.choice(numbers or ["i32"]), shape)
    g.emit(scope, hlo.IotaOp(g.random.randrange(len(shape)), kind.type))


def write_barrier(g: Generator, scope: CodeScope) -> None:
    """A barrier of up to three values."""
    held = [g.any_value(scope)[0] for _ in range(g.random.randint(1, 3))]
    g.emit(scope, hlo.OptimizationBarrierOp(held))


def write_tuple(g: Generator, scope: CodeScope) -> None:
    """A tuple, and one of its elements."""
    held = [g.any_value(scope)[0] for _ in range(g.random.randint(1, 3))]
    whole = g.emit(scope, hlo.TupleOp(held))
    g.emit(scope, hlo.GetTupleElementOp(whole, g.random.randrange(len(held))))
