"""CHLO's ops on whole tensors in terms of StableHLO: mulhi, top_k, scan, ragged_dot."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, Signedness, TensorType, i32, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from ..dialects import chlo, stablehlo as hlo
from ..dialects.chlo.ragged_dot import Mode, RaggedDims
from ..dialects.stablehlo.attributes import DotDimensionNumbersAttr
from ..dialects.stablehlo.constraints import ranked
from ..dialects.stablehlo.enums import ComparisonDirection, ComparisonType, Precision
from ..element_types import is_float
from ..guards import is_integer_type
from .emit import Emitter


def expand_mulhi(op: chlo.MulhiOp, emit: Emitter) -> list[SSAValue]:
    """The upper half of the product, computed in twice the width, or from halves where there is no such type."""
    element_type = ranked(op.lhs).element_type
    assert is_integer_type(element_type)
    width, sign = element_type.width.data, element_type.signedness.data
    if width == 64:
        return [_mulhi_64(op, emit, sign is not Signedness.UNSIGNED)]
    wide = IntegerType(2 * width, sign)
    shape = ranked(op.lhs).get_shape()
    lhs, rhs = [emit(hlo.ConvertOp(x, TensorType(wide, shape))) for x in (op.lhs, op.rhs)]
    product = emit(hlo.MulOp(lhs, rhs))
    shifted = emit(hlo.ShiftRightLogicalOp(product, emit.filled(emit.constant(width, wide), shape)))
    return [emit(hlo.ConvertOp(shifted, op.result.type))]


def _mulhi_64(op: chlo.MulhiOp, emit: Emitter, signed: bool) -> SSAValue:
    """Schoolbook multiplication of 32-bit halves; a negative factor counts 2^64 too much of the other one."""
    shape = ranked(op.lhs).get_shape()
    u64 = IntegerType(64, Signedness.UNSIGNED)
    unsigned = TensorType(u64, shape)
    half = emit.filled(emit.constant(32, u64), shape)
    mask = emit.filled(emit.constant((1 << 32) - 1, u64), shape)

    def high(x: SSAValue) -> SSAValue:
        return emit(hlo.ShiftRightLogicalOp(x, half))

    def low(x: SSAValue) -> SSAValue:
        return emit(hlo.AndOp(x, mask))

    def product(x: SSAValue, y: SSAValue) -> SSAValue:
        return emit(hlo.MulOp(x, y))

    def plus(x: SSAValue, y: SSAValue) -> SSAValue:
        return emit(hlo.AddOp(x, y))

    a, b = [emit(hlo.BitcastConvertOp(x, unsigned)) if signed else x for x in (op.lhs, op.rhs)]
    middle = plus(product(high(a), low(b)), high(product(low(a), low(b))))
    other = plus(product(low(a), high(b)), low(middle))
    upper = plus(plus(product(high(a), high(b)), high(middle)), high(other))
    if not signed:
        return upper
    result = emit(hlo.BitcastConvertOp(upper, op.result.type))
    zero = emit.filled(emit.constant(0, i64), shape)
    for factor, counted in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        negative = emit(hlo.CompareOp(factor, zero, ComparisonDirection.LT, ComparisonType.SIGNED))
        result = emit(hlo.SubtractOp(result, emit(hlo.SelectOp(negative, counted, zero))))
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
    positions = emit(hlo.IotaOp(last, TensorType(i32, shape)))
    ordered = emit.all(hlo.SortOp([op.operand, positions], comparator, last, True))
    limits = [*shape[:-1], op.k.value.data]
    return [emit(hlo.SliceOp(value, [0] * len(shape), limits)) for value in ordered]


def expand_scan(op: chlo.ScanOp, emit: Emitter) -> list[SSAValue]:
    """A loop over the places along `dimension` that slices the inputs and updates the outputs."""
    dimension = op.dimension.value.data
    size = ranked((*op.inputs, *op.outputs)[0]).get_shape()[dimension]
    outputs = [
        emit.filled(emit.constant(0, ranked(x).element_type), ranked(x).get_shape()) for x in op.outputs
    ]
    state = [emit.constant(0, i64), *outputs, *op.inits]
    types = [value.type for value in state]
    condition, body = Region(Block(arg_types=types)), Region(Block(arg_types=types))
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
    """What the loop carries on, from what it carries: the place, the outputs, the carries."""
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


def expand_ragged_dot(op: chlo.RaggedDotOp, emit: Emitter) -> list[SSAValue]:
    """A product for each group, of which only what belongs to the group counts."""
    dims = RaggedDims(op.ragged_dot_dimension_numbers)
    if dims.mode is Mode.BATCHED:
        return [_dot(op, emit, op.lhs, op.rhs, dims)]
    groups = ranked(op.group_sizes).get_shape()[-1]
    prefix = ranked(op.group_sizes).get_shape()[:-1]
    element_type = ranked(op.group_sizes).element_type
    end = emit.filled(emit.constant(0, element_type), prefix)
    products: list[SSAValue] = []
    for group in range(groups):
        start = end
        sizes = emit(hlo.SliceOp(op.group_sizes, [*(0 for _ in prefix), group], [*prefix, group + 1]))
        end = emit(hlo.AddOp(start, emit.reshaped(sizes, prefix)))
        if dims.mode is Mode.CONTRACTED:
            mine = _belongs(op.lhs, dims, start, end, range(ranked(op.lhs).get_num_dims()), emit)
            product = _dot(op, emit, _masked(mine, op.lhs, emit), op.rhs, dims)
            products.append(emit.reshaped(product, [1, *ranked(product).get_shape()]))
        else:
            product = _dot(op, emit, op.lhs, _group_of_rhs(op, dims, group, emit), dims)
            mine = _belongs(product, dims, start, end, _places(op, dims), emit)
            part = _masked(mine, product, emit)
            products = [emit(hlo.AddOp(products[0], part))] if products else [part]
    return [emit(hlo.ConcatenateOp(products, 0))] if dims.mode is Mode.CONTRACTED else products


def _places(op: chlo.RaggedDotOp, dims: RaggedDims) -> dict[int, int]:
    """Where the dimensions of lhs that are kept stand in the result."""
    kept = [d for d in range(ranked(op.lhs).get_num_dims()) if d not in dims.contracting[0]]
    order = [*dims.batching[0], *(d for d in kept if d not in dims.batching[0])]
    return {dimension: place for place, dimension in enumerate(order)}


def _belongs(
    value: SSAValue,
    dims: RaggedDims,
    start: SSAValue,
    end: SSAValue,
    places: Sequence[int] | dict[int, int],
    emit: Emitter,
) -> SSAValue:
    """Which elements of `value` lie in [start, end) along the ragged dimension; `places` maps dimensions of lhs."""
    shape = ranked(value).get_shape()
    element_type = ranked(start).element_type
    kind = (
        ComparisonType.UNSIGNED
        if is_integer_type(element_type) and element_type.signedness.data is Signedness.UNSIGNED
        else ComparisonType.SIGNED
    )
    at = emit(hlo.IotaOp(places[dims.ragged], TensorType(element_type, shape)))
    spread = [places[d] for d in dims.group_prefix()] if ranked(start).get_num_dims() else []
    first, behind = emit.spread(start, shape, spread), emit.spread(end, shape, spread)
    after = emit(hlo.CompareOp(at, first, ComparisonDirection.GE, kind))
    return emit(hlo.AndOp(after, emit(hlo.CompareOp(at, behind, ComparisonDirection.LT, kind))))


def _masked(mine: SSAValue, value: SSAValue, emit: Emitter) -> SSAValue:
    """`value` where `mine` is true, else 0."""
    zero = emit.filled(emit.constant(0, ranked(value).element_type), ranked(value).get_shape())
    return emit(hlo.SelectOp(mine, value, zero))


def _group_of_rhs(op: chlo.RaggedDotOp, dims: RaggedDims, group: int, emit: Emitter) -> SSAValue:
    """The part of rhs for one group; its group dimension stays, with size 1, among the kept ones."""
    shape, axis = ranked(op.rhs).get_shape(), dims.groups[0]
    starts = [group if d == axis else 0 for d in range(len(shape))]
    limits = [group + 1 if d == axis else n for d, n in enumerate(shape)]
    part = emit(hlo.SliceOp(op.rhs, starts, limits))
    return emit.reshaped(part, [n for d, n in enumerate(shape) if d != axis])


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
    return emit(hlo.DotGeneralOp(lhs, rhs, numbers, precision=precision))
