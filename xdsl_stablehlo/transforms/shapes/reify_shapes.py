"""Ops that compute the shape of an op's result from its operands, for the ops that can tell it.

Elementwise ops have the shape of an operand (`shape.shape_of`), CHLO's broadcasts that of `shape.broadcast`; the
others have one that is computed size by size, with `arith` and `tensor`, or that is an operand already.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from functools import singledispatch

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, TensorType
from xdsl.dialects.tensor import DimOp, ExtractOp, FromElementsOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.chlo.broadcast import BroadcastOp
from xdsl_stablehlo.dialects.chlo.elementwise import PredicateOp, UnaryOp
from xdsl_stablehlo.dialects.shape import BroadcastOp as ShapeBroadcastOp, ShapeOfOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import (
    BinaryElementwiseOp,
    RealPartOp,
    UnaryElementwiseOp,
)
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.ir.guards import is_integer_type, is_tensor_type
from xdsl_stablehlo.programs.verification import ProgramWarning

Size = int | SSAValue
"""A Python integer if the size is known, else a value that ops of `arith` and `tensor` compute."""
INDEX = IndexType()


class SizeWriter:
    """Collects the ops that compute sizes, all of one integer type."""

    def __init__(self, element_type: IndexType | IntegerType = INDEX):
        self.element_type = element_type
        self.constants: dict[tuple[int, IndexType | IntegerType], arith.ConstantOp] = {}
        self.ops: list[Operation] = []

    @property
    def written(self) -> Sequence[Operation]:
        """All ops, in an order in which they may be inserted."""
        return [*self.constants.values(), *self.ops]

    def write(self, op: Operation) -> SSAValue:
        """The only result of `op`, which is written."""
        self.ops.append(op)
        return op.results[0]

    def constant(self, value: int, element_type: IndexType | IntegerType = INDEX) -> SSAValue:
        """A constant; equal ones are written once."""
        key = (value, element_type)
        if key not in self.constants:
            self.constants[key] = arith.ConstantOp(IntegerAttr(value, element_type))
        return self.constants[key].result

    def value(self, size: Size) -> SSAValue:
        return self.constant(size, self.element_type) if isinstance(size, int) else size

    def _cast(self, value: SSAValue) -> SSAValue:
        if value.type == self.element_type:
            return value
        return self.write(arith.IndexCastOp(value, self.element_type))

    def dim(self, tensor: SSAValue, dimension: int) -> Size:
        """The size of one dimension of a ranked tensor."""
        size = ranked(tensor).get_shape()[dimension]
        if not is_dynamic(size):
            return size
        return self._cast(self.write(DimOp(tensor, self.constant(dimension))))

    def dims(self, tensor: SSAValue, left_out: Collection[int] = ()) -> list[Size]:
        """The sizes of the dimensions of a ranked tensor, except some."""
        return [self.dim(tensor, i) for i in range(ranked(tensor).get_num_dims()) if i not in left_out]

    def extract(self, tensor: SSAValue, position: int) -> SSAValue:
        """One element of a tensor of rank 1."""
        op = ExtractOp(tensor, self.constant(position), ranked(tensor).element_type)
        return self._cast(self.write(op))

    def add(self, lhs: Size, rhs: Size) -> Size:
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs + rhs
        if isinstance(lhs, int):
            lhs, rhs = rhs, lhs
        return lhs if rhs == 0 else self.write(arith.AddiOp(self.value(lhs), self.value(rhs)))

    def subtract(self, lhs: Size, rhs: Size) -> Size:
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs - rhs
        return lhs if rhs == 0 else self.write(arith.SubiOp(self.value(lhs), self.value(rhs)))

    def multiply(self, lhs: Size, rhs: Size) -> Size:
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs * rhs
        if isinstance(lhs, int):
            lhs, rhs = rhs, lhs
        if rhs == 0:
            return 0
        return lhs if rhs == 1 else self.write(arith.MuliOp(self.value(lhs), self.value(rhs)))

    def gaps(self, size: Size) -> Size:
        """The number of gaps between `size` elements: max(size - 1, 0)."""
        if isinstance(size, int):
            return max(size - 1, 0)
        one = self.value(1)
        is_empty = self.write(arith.CmpiOp(size, one, "slt"))
        return self.write(arith.SelectOp(is_empty, self.value(0), self.write(arith.SubiOp(size, one))))

    def shape(self, sizes: Sequence[Size]) -> SSAValue:
        """The sizes in one tensor of rank 1."""
        result_type = TensorType(self.element_type, [len(sizes)])
        values = [self.value(size) for size in sizes]
        return self.write(FromElementsOp.build(operands=[values], result_types=[result_type]))


OF_FIRST_OPERAND = (
    *(UnaryElementwiseOp, BinaryElementwiseOp, RealPartOp, UnaryOp, PredicateOp, chlo.ConstantLikeOp),
    *(hlo.ComplexOp, hlo.ConvertOp, hlo.IsFiniteOp, hlo.CompareOp, hlo.ReverseOp, hlo.MapOp),
)
"""Ops whose results have the shape of the first operand."""


@singledispatch
def reify_shape(op: Operation, sizes: SizeWriter) -> SSAValue | None:
    """The shape of each of the op's results, computed by ops that `sizes` collects; None where there is no rule."""
    if isinstance(op, OF_FIRST_OPERAND):
        return sizes.write(ShapeOfOp(op.operands[0]))
    if isinstance(op, hlo.ClampOp | hlo.SelectOp):
        return sizes.write(ShapeOfOp(op.operands[1]))
    if isinstance(op, hlo.DynamicIotaOp | hlo.DynamicReshapeOp | hlo.DynamicBroadcastInDimOp | hlo.RngOp):
        # The shape is the last operand, unless its elements are not `index`: xDSL's `arith` cannot cast tensors.
        shape = op.operands[-1]
        return shape if isinstance(ranked(shape).element_type, IndexType) else None
    return None


@reify_shape.register
def _(op: BroadcastOp, sizes: SizeWriter) -> SSAValue | None:
    types = [value.type for value in op.operands]
    ranks = sorted(t.get_num_dims() for t in types if is_tensor_type(t))
    dims = op.broadcast_dimensions
    if dims is None or (len(ranks) == 2 and ints(dims) == tuple(range(ranks[1] - ranks[0], ranks[1]))):
        return _broadcast(op, sizes)
    warning = f"unsupported non prefix-padded dynamic rank broadcast_dimensions = {dims}"
    warnings.warn(ProgramWarning(op, warning), stacklevel=2)
    return None


@reify_shape.register(chlo.BroadcastSelectOp)
def _broadcast(op: Operation, sizes: SizeWriter) -> SSAValue | None:
    return sizes.write(ShapeBroadcastOp([sizes.write(ShapeOfOp(value)) for value in op.operands]))


@reify_shape.register
def _(op: hlo.ReduceOp, sizes: SizeWriter) -> SSAValue | None:
    return sizes.shape(sizes.dims(op.inputs[0], ints(op.dimensions)))


@reify_shape.register
def _(op: hlo.TransposeOp, sizes: SizeWriter) -> SSAValue | None:
    dims = sizes.dims(op.operand)
    return sizes.shape([dims[i] for i in ints(op.permutation)])


@reify_shape.register
def _(op: hlo.BroadcastOp, sizes: SizeWriter) -> SSAValue | None:
    return sizes.shape([*ints(op.broadcast_sizes), *sizes.dims(op.operand)])


@reify_shape.register
def _(op: hlo.ConcatenateOp, sizes: SizeWriter) -> SSAValue | None:
    axis, dims = op.dimension.value.data, sizes.dims(op.inputs[0])
    for other in [sizes.dim(value, axis) for value in op.inputs[1:]]:
        dims[axis] = sizes.add(dims[axis], other)
    return sizes.shape(dims)


@reify_shape.register
def _(op: hlo.DotGeneralOp, sizes: SizeWriter) -> SSAValue | None:
    numbers = op.dot_dimension_numbers
    batching, of_rhs = ints(numbers.lhs_batching_dimensions), ints(numbers.rhs_batching_dimensions)
    dims = [sizes.dim(op.lhs, i) for i in batching]
    dims += sizes.dims(op.lhs, (*batching, *ints(numbers.lhs_contracting_dimensions)))
    dims += sizes.dims(op.rhs, (*of_rhs, *ints(numbers.rhs_contracting_dimensions)))
    return sizes.shape(dims)


@reify_shape.register
def _(op: hlo.PadOp, sizes: SizeWriter) -> SSAValue | None:
    dims: list[Size] = []
    padding = zip(ints(op.edge_padding_low), ints(op.edge_padding_high), ints(op.interior_padding))
    for i, (low, high, interior) in enumerate(padding):
        size = sizes.dim(op.operand, i)
        inner = sizes.multiply(sizes.gaps(size), interior) if interior else 0
        dims.append(sizes.add(sizes.add(size, inner), low + high))
    return sizes.shape(dims)


@reify_shape.register
def _(op: hlo.DynamicPadOp, sizes: SizeWriter) -> SSAValue | None:
    sizes.element_type = _element_type(op.edge_padding_low)
    dims: list[Size] = []
    paddings = (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
    for i in range(ranked(op.operand).get_num_dims()):
        size = sizes.dim(op.operand, i)
        low, high, interior = (sizes.extract(value, i) for value in paddings)
        inner = sizes.multiply(interior, sizes.gaps(size))
        dims.append(sizes.add(sizes.add(sizes.add(inner, size), low), high))
    return sizes.shape(dims)


@reify_shape.register
def _(op: hlo.RealDynamicSliceOp, sizes: SizeWriter) -> SSAValue | None:
    sizes.element_type = _element_type(op.start_indices)
    dims: list[Size] = []
    for i in range(ranked(op.operand).get_num_dims()):
        start, limit, stride = (sizes.extract(v, i) for v in (op.start_indices, op.limit_indices, op.strides))
        rounded_up = sizes.subtract(sizes.add(stride, sizes.subtract(limit, start)), 1)
        dims.append(sizes.write(arith.DivSIOp(sizes.value(rounded_up), stride)))
    return sizes.shape(dims)


@reify_shape.register(hlo.GatherOp)
@reify_shape.register(hlo.DynamicGatherOp)
def _(op: hlo.GatherOp | hlo.DynamicGatherOp, sizes: SizeWriter) -> SSAValue | None:
    dims = GatherDims.of(op.dimension_numbers)
    dropped = (*dims.collapsed_slice_dims, *dims.operand_batching_dims)
    kept = [i for i in range(ranked(op.operand).get_num_dims()) if i not in dropped]
    offsets: list[Size] = []
    for i in kept:
        static = isinstance(op, hlo.GatherOp)
        offsets.append(ints(op.slice_sizes)[i] if static else sizes.extract(op.slice_sizes, i))
    batch = sizes.dims(op.start_indices, (dims.index_vector_dim,))
    left, right = iter(batch), iter(offsets)
    places = range(len(batch) + len(offsets))
    return sizes.shape([next(right) if i in dims.offset_dims else next(left) for i in places])


def _element_type(value: SSAValue) -> IndexType | IntegerType:
    element_type = ranked(value).element_type
    return element_type if is_integer_type(element_type) else INDEX
