"""CHLO's ragged_dot in terms of StableHLO: a product for each group, of which only what belongs to the group counts."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.chlo.ragged_dot import Mode, RaggedDims
from xdsl_stablehlo.dialects.stablehlo.attributes import (
    ComparisonDirection,
    DotDimensionNumbersAttr,
    Precision,
)
from xdsl_stablehlo.dialects.stablehlo.definition import ranked

from ..writing.emit import Emitter


def expand_ragged_dot(op: chlo.RaggedDotOp, emit: Emitter) -> list[SSAValue]:
    """Kept rows: a product for each group, masked and added up. Contracted: one for each group, of masked operands."""
    dims = RaggedDims(op.ragged_dot_dimension_numbers)
    if dims.mode is Mode.BATCHED:
        return [_dot(op, emit, op.lhs, op.rhs, dims)]
    *prefix, groups = ranked(op.group_sizes).get_shape()
    end = emit.filled(emit.constant(0, ranked(op.group_sizes).element_type), prefix)
    rank = ranked(op.lhs).get_num_dims()
    contracted, is_static = dims.mode is Mode.CONTRACTED, ranked(op.lhs).has_static_shape()
    # Kept rows of unknown number are masked before the product, too, as upstream does it.
    rows = None if is_static and not contracted else _Rows(op, op.lhs, range(rank), emit)
    # 0 times an infinity of another group would be NaN.
    columns = _Rows(op, op.rhs, _places_in_rhs(dims), emit) if contracted else None
    products: list[SSAValue] = []
    for group in range(groups):
        start = end
        sizes = emit(hlo.SliceOp(op.group_sizes, [*(0 for _ in prefix), group], [*prefix, group + 1]))
        end = emit(hlo.AddOp(start, emit.reshaped(sizes, prefix)))
        lhs = rows.within(start, end) if rows else op.lhs
        if columns is not None:
            product = _dot(op, emit, lhs, columns.within(start, end), dims)
            products.append(emit.rearranged(product, [None, *range(ranked(product).get_num_dims())]))
        else:
            product = _dot(op, emit, lhs, _group_of_rhs(op, dims, group, emit), dims)
            part = _Rows(op, product, _places(op, dims), emit).within(start, end)
            products = [emit(hlo.AddOp(products[0], part))] if products else [part]
    return [emit(hlo.ConcatenateOp(products, 0))] if contracted else products


def _places(op: chlo.RaggedDotOp, dims: RaggedDims) -> dict[int, int]:
    """Where the dimensions of lhs that are kept stand in the result."""
    kept = [d for d in range(ranked(op.lhs).get_num_dims()) if d not in dims.contracting[0]]
    order = [*dims.batching[0], *(d for d in kept if d not in dims.batching[0])]
    return {dimension: place for place, dimension in enumerate(order)}


def _places_in_rhs(dims: RaggedDims) -> dict[int, int]:
    """Where the dimensions of lhs that both operands have stand in rhs."""
    return dict([*zip(*dims.batching), *zip(*dims.contracting)])


class _Rows:
    """The elements of `value` by their place along the ragged dimension; `places` maps dimensions of lhs to its own."""

    def __init__(
        self, op: chlo.RaggedDotOp, value: SSAValue, places: Sequence[int] | dict[int, int], emit: Emitter
    ):
        self.value, self.places, self.emit = value, places, emit
        self.dims = RaggedDims(op.ragged_dot_dimension_numbers)
        self.positions = self._positions(op.lhs, ranked(op.group_sizes).element_type)
        zero = emit.constant(0, ranked(value).element_type)
        self.zeros = emit.spread_like(zero, value, [])

    def _positions(self, lhs: SSAValue, element_type: Attribute) -> SSAValue:
        """The place along the ragged dimension; the other sizes are 1 where that of some dimension is unknown."""
        t, place, ragged = ranked(self.value), self.places[self.dims.ragged], self.dims.ragged
        if t.has_static_shape():
            return self.emit(hlo.IotaOp(place, TensorType(element_type, t.get_shape())))
        ones = [1] * t.get_num_dims()
        iota_type = TensorType(
            element_type, [*ones[:place], ranked(lhs).get_shape()[ragged], *ones[place + 1 :]]
        )
        if iota_type.has_static_shape():
            return self.emit(hlo.IotaOp(place, iota_type))
        one = self.emit.indices(1, 1)
        sizes = [self.emit.size(lhs, ragged) if d == place else one for d in range(len(ones))]
        return self.emit(hlo.DynamicIotaOp(self.emit.joined(sizes), place, iota_type))

    def within(self, start: SSAValue, end: SSAValue) -> SSAValue:
        """The value where start <= position < end, else 0."""
        emit, dims = self.emit, self.dims
        spread = [self.places[d] for d in dims.group_prefix()] if ranked(start).get_num_dims() else []
        first, behind = [emit.spread_like(limit, self.value, spread) for limit in (start, end)]
        at = emit.spread_like(self.positions, self.value, range(ranked(self.value).get_num_dims()))
        after = emit(hlo.CompareOp(at, first, ComparisonDirection.GE))
        mine = emit(hlo.AndOp(after, emit(hlo.CompareOp(at, behind, ComparisonDirection.LT))))
        return emit(hlo.SelectOp(mine, self.value, self.zeros))


def _group_of_rhs(op: chlo.RaggedDotOp, dims: RaggedDims, group: int, emit: Emitter) -> SSAValue:
    """The part of rhs for one group, without the group dimension."""
    t, axis = ranked(op.rhs), dims.groups[0]
    shape, rank = t.get_shape(), t.get_num_dims()
    kept = [d for d in range(rank) if d != axis]
    starts = [group if d == axis else 0 for d in range(rank)]
    if t.has_static_shape():
        part = emit(hlo.SliceOp(op.rhs, starts, [group + 1 if d == axis else n for d, n in enumerate(shape)]))
        return emit.rearranged(part, kept)
    limits = emit.joined([emit.size(group + 1) if d == axis else emit.size(op.rhs, d) for d in range(rank)])
    first = emit.joined([emit.size(start) for start in starts])
    part_type = TensorType(t.element_type, [1 if d == axis else n for d, n in enumerate(shape)])
    strides = emit.indices(1, rank)
    return emit.rearranged(emit(hlo.RealDynamicSliceOp(op.rhs, first, limits, strides, part_type)), kept)


def _dot(op: chlo.RaggedDotOp, emit: Emitter, lhs: SSAValue, rhs: SSAValue, dims: RaggedDims) -> SSAValue:
    """The product of `lhs` with an rhs that has lost its group dimension."""
    lost = [*dims.groups, ranked(op.rhs).get_num_dims()][0]

    def behind(dimensions: Sequence[int]) -> list[int]:
        return [d - (d > lost) for d in dimensions]

    numbers = DotDimensionNumbersAttr(
        dims.batching[0], behind(dims.batching[1]), dims.contracting[0], behind(dims.contracting[1])
    )
    config = op.precision_config
    precision = None if config is None else [Precision(each.data) for each in config]
    result = ranked(op.result)
    shape = result.get_shape()[1:] if dims.mode is Mode.CONTRACTED else result.get_shape()
    product_type = TensorType(result.element_type, shape)
    return emit(hlo.DotGeneralOp(lhs, rhs, numbers, precision=precision, result_type=product_type))
