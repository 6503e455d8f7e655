"""CHLO's ops on whole tensors in terms of StableHLO: mulhi, top_k, scan, ragged_dot."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, Signedness, TensorType, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.chlo.ragged_dot import Mode, RaggedDims
from xdsl_stablehlo.dialects.stablehlo.attributes import (
    ComparisonDirection,
    ComparisonType,
    DotDimensionNumbersAttr,
    Precision,
)
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.guards import is_integer_type
from xdsl_stablehlo.values.element_types import is_float

from ..emit import Emitter, Number, shifted_right, where


def mulhi(lhs: Number, rhs: Number) -> Number:
    """The upper half of the product, computed in twice the width, or from halves where there is no such type."""
    element_type = lhs.element_type
    assert is_integer_type(element_type)
    width, sign = element_type.width.data, element_type.signedness.data
    if width == 64:
        return _mulhi_64(lhs, rhs, sign is not Signedness.UNSIGNED)
    wide = IntegerType(2 * width, sign)
    return shifted_right(lhs.to(wide) * rhs.to(wide), width).to(element_type)


def _mulhi_64(lhs: Number, rhs: Number, signed: bool) -> Number:
    """Schoolbook multiplication of 32-bit halves; a negative factor counts 2^64 too much of the other one."""

    def high(x: Number) -> Number:
        return shifted_right(x, 32)

    def low(x: Number) -> Number:
        return x & (1 << 32) - 1

    a, b = (lhs.bits(), rhs.bits()) if signed else (lhs, rhs)
    middle = high(a) * low(b) + high(low(a) * low(b))
    other = low(a) * high(b) + low(middle)
    upper = high(a) * high(b) + high(middle) + high(other)
    if not signed:
        return upper
    result = upper.bits(signed=True)
    for factor, counted in ((lhs, rhs), (rhs, lhs)):
        result = result - where(factor < 0, counted, 0)
    return result


def expand_top_k(op: chlo.TopKOp, emit: Emitter) -> list[SSAValue]:
    """A stable sort of each row and its indices in descending order, cut behind the first `k`."""
    operand = ranked(op.operand)
    shape, last = operand.get_shape(), operand.get_num_dims() - 1
    scalar, index = TensorType(operand.element_type, []), TensorType(i32, [])
    comparator = Region(Block(arg_types=[scalar, scalar, index, index]))
    block = comparator.block
    kind = ComparisonType.TOTALORDER if is_float(operand.element_type) else None
    greater = hlo.CompareOp(block.args[0], block.args[1], ComparisonDirection.GT, kind)
    block.add_ops([greater, hlo.ReturnOp([greater.result])])
    count, positions = op.k.value.data, TensorType(i32, shape)
    if operand.has_static_shape():
        iota = emit(hlo.IotaOp(last, positions))
        ordered = emit.all(hlo.SortOp([op.operand, iota], comparator, last, True))
        return [emit(hlo.SliceOp(value, [0] * len(shape), [*shape[:-1], count])) for value in ordered]
    sizes = [emit.size(op.operand, d) for d in range(len(shape))]
    all_sizes, limits = emit.joined(sizes), emit.joined([*sizes[:-1], emit.size(count)])
    iota = emit(hlo.DynamicIotaOp(all_sizes, last, positions))
    ordered = emit.all(hlo.SortOp([op.operand, iota], comparator, last, True))
    starts, strides = emit.indices(0, len(shape)), emit.indices(1, len(shape))
    pairs = zip(ordered, op.result_types, strict=True)
    return [emit(hlo.RealDynamicSliceOp(value, starts, limits, strides, t)) for value, t in pairs]


def expand_scan(op: chlo.ScanOp, emit: Emitter) -> list[SSAValue]:
    """A loop over the places along `dimension` that slices the inputs and updates the outputs."""
    dimension = op.dimension.value.data
    size = ranked((*op.inputs, *op.outputs)[0]).get_shape()[dimension]
    types = [ranked(output) for output in op.outputs]
    outputs = [emit.spread(emit.constant(0, t.element_type), t.get_shape(), []) for t in types]
    state = [emit.constant(0, i64), *outputs, *op.inits]
    carried = [value.type for value in state]
    condition, body = Region(Block(arg_types=carried)), Region(Block(arg_types=carried))
    at_end = Emitter(_end(condition, []))
    stop = at_end.constant(size, i64)
    goes_on = at_end(
        hlo.CompareOp(condition.block.args[0], stop, ComparisonDirection.LT, ComparisonType.SIGNED)
    )
    at_end.place.operands = [goes_on]
    step = Emitter(_end(body, []))
    step.place.operands = _scan_step(op, step, body.block.args, dimension, size)
    return list(emit.all(hlo.WhileOp(state, condition, body))[1:])


def _end(region: Region, operands: Sequence[SSAValue]) -> Operation:
    """A terminator for the block of `region`."""
    terminator = hlo.ReturnOp(operands)
    region.block.add_op(terminator)
    return terminator


def _scan_step(
    op: chlo.ScanOp, emit: Emitter, state: Sequence[SSAValue], dimension: int, size: int
) -> list[SSAValue]:
    """The next state of the loop: the place, the outputs, the carries."""
    place, outputs, carries = state[0], state[1 : 1 + len(op.outputs)], state[1 + len(op.outputs) :]
    zero, one = emit.constant(0, i64), emit.constant(1, i64)
    at = place
    if op.is_reverse.value.data:
        at = emit(hlo.SubtractOp(emit.constant(size - 1, i64), place))

    def starts(value: SSAValue) -> list[SSAValue]:
        return [at if d == dimension else zero for d in range(ranked(value).get_num_dims())]

    arguments: list[SSAValue] = []
    for value in op.inputs:
        shape = [1 if d == dimension else n for d, n in enumerate(ranked(value).get_shape())]
        piece = emit(hlo.DynamicSliceOp(value, starts(value), shape))
        arguments.append(emit.reshaped(piece, [n for d, n in enumerate(shape) if d != dimension]))
    values: dict[SSAValue, SSAValue] = dict(zip(op.body.block.args, [*arguments, *carries], strict=True))
    *inner, terminator = op.body.block.ops
    for each in inner:
        emit.all(each.clone(values))
    returned = [values.get(value, value) for value in terminator.operands]
    updated: list[SSAValue] = []
    for whole, piece in zip(outputs, returned):
        shape = [1 if d == dimension else n for d, n in enumerate(ranked(whole).get_shape())]
        updated.append(emit(hlo.DynamicUpdateSliceOp(whole, emit.reshaped(piece, shape), starts(whole))))
    return [emit(hlo.AddOp(place, one)), *updated, *returned[len(outputs) :]]


# CHLO's ragged_dot in terms of StableHLO: a product for each group, of which only what belongs to the group counts.


def expand_ragged_dot(op: chlo.RaggedDotOp, emit: Emitter) -> list[SSAValue]:
    """Kept rows: a product for each group, masked and added up. Contracted: one for each group, of masked operands."""
    dims = RaggedDims(op.ragged_dot_dimension_numbers)
    if dims.mode is Mode.BATCHED:
        return [_dot(op, emit, op.lhs, op.rhs, dims)]
    *prefix, groups = ranked(op.group_sizes).get_shape()
    end = emit.spread(emit.constant(0, ranked(op.group_sizes).element_type), prefix, [])
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
    """The kept dimensions of lhs, each with its place in the result."""
    kept = [d for d in range(ranked(op.lhs).get_num_dims()) if d not in dims.contracting[0]]
    order = [*dims.batching[0], *(d for d in kept if d not in dims.batching[0])]
    return {dimension: place for place, dimension in enumerate(order)}


def _places_in_rhs(dims: RaggedDims) -> dict[int, int]:
    """The dimensions of lhs that both operands have, each with its place in rhs."""
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
