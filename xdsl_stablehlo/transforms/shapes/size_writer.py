"""Arithmetic on sizes: Python integers where they are known, ops of `arith` and `tensor` where they are not."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.arith import (
    AddiOp,
    CmpiOp,
    ConstantOp,
    DivSIOp,
    IndexCastOp,
    MuliOp,
    SelectOp,
    SubiOp,
)
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, TensorType
from xdsl.dialects.tensor import DimOp, ExtractOp, FromElementsOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic

Size = int | SSAValue
INDEX = IndexType()


class SizeWriter:
    """Collects the ops that compute sizes, all of one integer type."""

    def __init__(self, element_type: IndexType | IntegerType = INDEX):
        self.element_type = element_type
        self.constants: dict[tuple[int, IndexType | IntegerType], ConstantOp] = {}
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
            self.constants[key] = ConstantOp(IntegerAttr(value, element_type))
        return self.constants[key].result

    def value(self, size: Size) -> SSAValue:
        """The size as a value."""
        return self.constant(size, self.element_type) if isinstance(size, int) else size

    def _cast(self, value: SSAValue) -> SSAValue:
        """The value as one of the writer's integer type."""
        if value.type == self.element_type:
            return value
        return self.write(IndexCastOp(value, self.element_type))

    def dim(self, tensor: SSAValue, dimension: int) -> Size:
        """The size of one dimension of a ranked tensor."""
        size = ranked(tensor).get_shape()[dimension]
        if not is_dynamic(size):
            return size
        return self._cast(self.write(DimOp(tensor, self.constant(dimension))))

    def extract(self, tensor: SSAValue, position: int) -> SSAValue:
        """One element of a tensor of rank 1."""
        op = ExtractOp(tensor, self.constant(position), ranked(tensor).element_type)
        return self._cast(self.write(op))

    def add(self, lhs: Size, rhs: Size) -> Size:
        """`lhs + rhs`"""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs + rhs
        if isinstance(lhs, int):
            lhs, rhs = rhs, lhs
        return lhs if rhs == 0 else self.write(AddiOp(self.value(lhs), self.value(rhs)))

    def subtract(self, lhs: Size, rhs: Size) -> Size:
        """`lhs - rhs`"""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs - rhs
        return lhs if rhs == 0 else self.write(SubiOp(self.value(lhs), self.value(rhs)))

    def multiply(self, lhs: Size, rhs: Size) -> Size:
        """`lhs * rhs`"""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs * rhs
        if isinstance(lhs, int):
            lhs, rhs = rhs, lhs
        if rhs == 0:
            return 0
        return lhs if rhs == 1 else self.write(MuliOp(self.value(lhs), self.value(rhs)))

    def divide(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """`lhs / rhs`, rounded towards zero."""
        return self.write(DivSIOp(lhs, rhs))

    def gaps(self, size: Size) -> Size:
        """How many gaps there are between `size` elements: one less than those, but no less than 0."""
        if isinstance(size, int):
            return max(size - 1, 0)
        one = self.value(1)
        is_empty = self.write(CmpiOp(size, one, "slt"))
        return self.write(SelectOp(is_empty, self.value(0), self.write(SubiOp(size, one))))

    def shape(self, sizes: Sequence[Size]) -> SSAValue:
        """The sizes in one tensor of rank 1."""
        result_type = TensorType(self.element_type, [len(sizes)])
        values = [self.value(size) for size in sizes]
        return self.write(FromElementsOp.build(operands=[values], result_types=[result_type]))
