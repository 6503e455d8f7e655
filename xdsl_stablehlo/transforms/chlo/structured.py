"""CHLO's ops on whole tensors in terms of StableHLO: mulhi, top_k, scan."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, Signedness, TensorType, i32, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.guards import is_integer_type
from xdsl_stablehlo.values.element_types import is_float

from ..writing.emit import Emitter
from ..writing.formulas import Number, shifted_right, where


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
