"""Ops that read and write at indices which are operands."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from random import Random

from ..kinds import BITS, MOVED, REAL, Shape, TensorKind
from ..sketch import (
    Drawing,
    ElementRole,
    Index,
    Numbers,
    Operand,
    Sketch,
    combining,
    drawn_shape,
    i64s,
    listed,
    some_of,
)

INDEX_TYPES = ("i32", "i64")


def _starts(r: Random, kind: TensorKind, sizes: Shape) -> tuple[Operand, ...]:
    index = TensorKind(r.choice(INDEX_TYPES))
    return tuple([Operand(index, Index(n - taken)) for n, taken in zip(kind.shape, sizes)])


def draw_dynamic_slice(r: Random, kind: TensorKind) -> Sketch:
    sizes = tuple([r.randint(0 if r.random() < 0.1 else 1, n) for n in kind.shape])
    names = listed([f"%a{i + 1}" for i in range(len(sizes))])
    text = f"%r0 = stablehlo.dynamic_slice %a0, {names}, sizes = [{listed(sizes)}] : TYPES"
    return Sketch(text, (Operand(kind), *_starts(r, kind, sizes)), (kind.sized(sizes),))


def draw_dynamic_update_slice(r: Random, kind: TensorKind) -> Sketch:
    sizes = tuple([r.randint(0 if r.random() < 0.1 else 1, n) for n in kind.shape])
    names = listed([f"%a{i + 2}" for i in range(len(sizes))])
    operands = (Operand(kind), Operand(kind.sized(sizes)), *_starts(r, kind, sizes))
    return Sketch(f"%r0 = stablehlo.dynamic_update_slice %a0, %a1, {names} : TYPES", operands, (kind,))


@dataclass(frozen=True)
class IndexLayout:
    """How indices of a gather or scatter are laid out, and windows in an operand, and in the result or updates."""

    indexed: list[int]
    """The dimensions of the operand that indices are for."""
    dropped: list[int]
    """Those that windows have one element along, and the result no dimension for."""
    indices: Shape
    vector_dim: int
    window: Shape
    """The sizes of a window."""
    offset: list[int]
    """The dimensions of the result, or of the updates, that windows have there."""
    target: Shape
    """The shape of the result, or of the updates."""

    @property
    def count(self) -> int:
        """How many windows there are."""
        return prod(self.target) // max(prod(self.window), 1)


def draw_layout(r: Random, shape: Shape, most_batches: int = 2) -> IndexLayout:
    """For an operand without sizes of 0."""
    rank = len(shape)
    indexed, dropped = r.sample(range(rank), r.randint(1, rank)), some_of(r, rank)
    batch = drawn_shape(r, r.randint(0, most_batches), 1, 3)
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


def draw_gather(r: Random, kind: TensorKind) -> Sketch:
    """With sizes that are an attribute, or an operand: `dynamic_gather`."""
    at = draw_layout(r, kind.shape)
    indices = Operand(TensorKind(r.choice(INDEX_TYPES), at.indices), Index(max(kind.shape) - 1))
    operands = (Operand(kind), indices)
    name, arguments, sizes = "gather", "%a0, %a1", f", slice_sizes = {i64s(at.window)}"
    if r.random() < 0.2:
        name, arguments, sizes = "dynamic_gather", "%a0, %a1, %a2", ""
        operands = (*operands, Operand(TensorKind("i64", (len(at.window),)), Numbers(at.window)))
    text = f"""%r0 = "stablehlo.{name}"({arguments}) {{dimension_numbers = #stablehlo.gather<
    offset_dims = [{listed(at.offset)}], collapsed_slice_dims = [{listed(at.dropped)}],
    start_index_map = [{listed(at.indexed)}], index_vector_dim = {at.vector_dim}>{sizes}}} : TYPES"""
    return Sketch(text, operands, (kind.sized(at.target),))


def draw_scatter(r: Random, kind: TensorKind) -> Sketch:
    """Updates are combined in a way whose order cannot be seen; a single one may take the place of what is there."""
    at = draw_layout(r, kind.shape)
    ops = ("add", "maximum", "minimum", *(("multiply", "and", "or", "xor") if kind.element in BITS else ()))
    op, unique = r.choice(ops), at.count == 1
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


DYNAMIC_SLICE = Drawing(draw_dynamic_slice, MOVED, (1, 3), 1)
DYNAMIC_UPDATE_SLICE = Drawing(draw_dynamic_update_slice, MOVED, (1, 3), 1)
GATHER = Drawing(draw_gather, MOVED, (1, 3), 1)
SCATTER = Drawing(draw_scatter, REAL, (1, 3), 1)
