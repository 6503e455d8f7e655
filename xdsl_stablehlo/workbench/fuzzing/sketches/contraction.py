"""Sums of products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..kinds import Shape, TensorKind
from ..sketch import Drawing, ElementRole, Numbers, Operand, Sketch, drawn_shape, i64s, listed


def draw_dot_general(r: Random, kind: TensorKind) -> Sketch:
    """Each dimension is one to batch along, to contract, or neither, in any order."""
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
    """How a kernel moves over the spatial dimensions, and what sizes that asks for."""

    kernel: Shape
    out: Shape
    strides: Shape
    padding: tuple[Shape, ...]
    left: Shape
    right: Shape
    """Dilations of both operands."""
    reversal: tuple[bool, ...]

    @property
    def flips(self) -> str:
        return listed([str(flip).lower() for flip in self.reversal])

    @property
    def attribute(self) -> str:
        """As `convolution` prints it."""
        if not self.kernel:
            return "{}"
        pads = [list(pair) for pair in self.padding]
        return f"""{{stride = [{listed(self.strides)}], pad = {pads}, lhs_dilate = [{listed(self.left)}],
    rhs_dilate = [{listed(self.right)}], reverse = [{self.flips}]}}"""

    @property
    def attributes(self) -> str:
        """Those of `dynamic_conv`, whose padding is an operand."""
        return f"""window_strides = {i64s(self.strides)}, lhs_dilation = {i64s(self.left)},
    rhs_dilation = {i64s(self.right)}, window_reversal = array<i1: {self.flips}>"""


def draw_sliding_window(r: Random, spatial: Shape) -> SlidingWindow:
    """Padding that may be less than nothing, and is enough for the kernel to fit."""
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


def draw_convolution(r: Random, kind: TensorKind) -> Sketch:
    """Dimensions in any order, groups of features or of batches; `dynamic_conv`, too."""
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
    window = {window.attribute} {{{groups}}} : TYPES"""
        return Sketch(text, operands, (result,))
    text = f"""%r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {{dimension_numbers = #stablehlo.conv<{dims}>,
    {groups}, {window.attributes}}} : TYPES"""
    amounts = tuple([amount for pair in window.padding for amount in pair])
    padding = Operand(TensorKind("i64", (len(spatial), 2)), Numbers(amounts))
    return Sketch(text, (*operands, padding), (result,))


def _arranged(order: Sequence[int], sizes: Sequence[int]) -> Shape:
    """Sizes of which the i-th one is that of dimension `order[i]`."""
    by_dimension = dict(zip(order, sizes))
    return tuple([by_dimension[d] for d in range(len(order))])


def _dimension_names(order: Sequence[int], letters: str) -> str:
    """`[b, 0, f]`: the letters name the first two dimensions of an order, numbers the others."""
    names = dict(zip(order, (*letters, *range(len(order) - 2))))
    return f"[{listed([names[d] for d in range(len(order))])}]"


DOT_GENERAL = Drawing(draw_dot_general, ranks=(0, 4), least=1)
CONVOLUTION = Drawing(draw_convolution, ranks=(2, 5), least=1)
