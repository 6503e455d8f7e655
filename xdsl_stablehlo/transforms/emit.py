"""Writing ops in the place of another op, broadcasting values, and erasing unread ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.shape import ShapeOfOp
from xdsl_stablehlo.dialects.stablehlo import shapes
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import Violation
from xdsl_stablehlo.dialects.stablehlo.ops.movement.data_movement import BroadcastInDimOp
from xdsl_stablehlo.dialects.stablehlo.ops.movement.dynamism import GetDimensionSizeOp, SetDimensionSizeOp
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import dtype_of
from xdsl_stablehlo.values.elements import attribute_of


@dataclass(frozen=True)
class Emitter:
    """Puts new ops in front of `place`, with its location."""

    place: Operation
    known: dict[Any, SSAValue] = field(default_factory=dict[Any, SSAValue])
    """Constants and shapes that have been written, to be used again."""

    def __call__(self, op: Operation) -> SSAValue:
        """The (first) result of `op`, put in front of the place."""
        self.all(op)
        return op.results[0]

    def all(self, op: Operation) -> Sequence[SSAValue]:
        """The results of `op`, put in front of the place."""
        assert self.place.parent is not None
        op.location = self.place.location
        self.place.parent.insert_op_before(op, self.place)
        return op.results

    def constant(self, value: complex, element_type: Attribute) -> SSAValue:
        """A scalar constant."""
        return self._constant(value, TensorType(element_type, []))

    def _constant(self, value: complex, tensor_type: TensorType[Any]) -> SSAValue:
        """The same number everywhere; equal ones are written once."""
        array = np.array(value, dtype_of(tensor_type.element_type))
        key = (array.tobytes(), tensor_type)
        if key not in self.known:
            filled = np.broadcast_to(array, tensor_type.get_shape())
            self.known[key] = self(hlo.ConstantOp(attribute_of(filled, tensor_type)))
        return self.known[key]

    def constant_like(self, value: complex, element_type: Attribute) -> SSAValue:
        """`value` at every index of the place's first operand, whose sizes may be bounded or unknown."""
        like = self.place.operands[0]
        t = ranked(like)
        if t.has_static_shape():
            return self._constant(value, TensorType(element_type, t.get_shape()))
        scalar = self.constant(value, element_type)
        if (scalar, like) not in self.known:
            sizes = zip(t.get_shape(), shapes.all_bounds_of(t))
            if all(not shapes.is_dynamic(size) or not shapes.is_dynamic(bound) for size, bound in sizes):
                self.known[scalar, like] = broadcast_to(scalar, dims_of(like), self.all)
            else:
                self.known[scalar, like] = self.spread_like(scalar, like, [])
        return self.known[scalar, like]

    def shape_of(self, value: SSAValue) -> SSAValue:
        """The sizes of `value`, one element each."""
        if value not in self.known:
            self.known[value] = self(ShapeOfOp(value))
        return self.known[value]

    def size(self, value: SSAValue | int, dimension: int = 0) -> SSAValue:
        """The size of a dimension of `value`, or a number, in a tensor<1xi64>."""
        number = value if isinstance(value, int) else ranked(value).get_shape()[dimension]
        key = ("size", number) if not shapes.is_dynamic(number) else ("size", value, dimension)
        if key not in self.known:
            if shapes.is_dynamic(number):
                assert isinstance(value, SSAValue)
                size = self(
                    hlo.ConvertOp(self(hlo.GetDimensionSizeOp(value, dimension)), TensorType(i64, []))
                )
            else:
                size = self.constant(number, i64)
            self.known[key] = self.reshaped(size, [1])
        return self.known[key]

    def joined(self, sizes: Sequence[SSAValue]) -> SSAValue:
        """Sizes of dimensions in one tensor."""
        return self(hlo.ConcatenateOp(sizes, 0))

    def indices(self, index: int, rank: int) -> SSAValue:
        """The same index for each of `rank` dimensions."""
        return self._constant(index, TensorType(i64, [rank]))

    def spread(self, value: SSAValue, shape: Sequence[int], dims: Sequence[int]) -> SSAValue:
        """`value` broadcast to `shape`, its dimensions becoming `dims` there; itself where it has that shape."""
        if ranked(value).get_shape() == tuple(shape):
            return value
        result_type = TensorType(ranked(value).element_type, shape)
        return self(hlo.BroadcastInDimOp(value, dims, result_type))

    def spread_like(self, value: SSAValue, like: SSAValue, dims: Sequence[int]) -> SSAValue:
        """`value` broadcast to the shape of `like`, whose sizes may be unknown."""
        t = ranked(like)
        if t.has_static_shape():
            return self.spread(value, t.get_shape(), dims)
        result_type = shapes.with_element_type(t, ranked(value).element_type)
        return self(hlo.DynamicBroadcastInDimOp(value, self.shape_of(like), dims, result_type))

    def reshaped(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """`value` with the elements in the same order, in another shape."""
        return self(hlo.ReshapeOp(value, TensorType(ranked(value).element_type, shape)))

    def rearranged(self, value: SSAValue, dims: Sequence[int | None]) -> SSAValue:
        """`value` with these of its dimensions, None for a new one of size 1; those that are left out have size 1."""
        shape = ranked(value).get_shape()
        new = [1 if d is None else shape[d] for d in dims]
        if ranked(value).has_static_shape():
            return self.reshaped(value, new)
        sizes = self.joined([self.size(1) if d is None else self.size(value, d) for d in dims])
        return self(hlo.DynamicReshapeOp(value, sizes, TensorType(ranked(value).element_type, new)))

    def replace(self, values: Sequence[SSAValue]) -> None:
        """Let `values` stand for the results of the place, which goes."""
        for old, new in zip(self.place.results, values, strict=True):
            new.name_hint = new.name_hint or old.name_hint
            old.replace_all_uses_with(new)
        Rewriter.erase_op(self.place)


# Broadcasting together as in NumPy, of static and bounded sizes.
#
# Where a result size is bounded, an operand without it is broadcast to the bound first, and set to the true size then.


Insert = Callable[[Operation], object]


@dataclass(frozen=True)
class Dim:
    """A size, or a bound with the value and its dimension that has the true size at run time."""

    size: int
    source: tuple[SSAValue, int] | None = None


ONE = Dim(1)


def dims_of(value: SSAValue) -> list[Dim]:
    """The dimensions of a tensor. Raises `Violation` for a value that is none."""
    if not is_tensor_type(value.type):
        raise Violation("expected ranked tensor type for broadcast inputs")
    pairs = enumerate(zip(value.type.get_shape(), shapes.all_bounds_of(value.type)))
    return [Dim(bound, (value, i)) if shapes.is_dynamic(size) else Dim(size) for i, (size, bound) in pairs]


def broadcast_dims(values: Sequence[SSAValue]) -> list[Dim]:
    """The dimensions of all values broadcast together. Raises `Violation` where they do not fit."""
    if not values:
        raise Violation("requires at least one operand to broadcast")
    joined = dims_of(values[0])
    for value in values[1:]:
        other = dims_of(value)
        rank = max(len(joined), len(other))
        pairs = zip([ONE] * (rank - len(joined)) + joined, [ONE] * (rank - len(other)) + other)
        joined = [_join(a, b) for a, b in pairs]
    return joined


def _join(a: Dim, b: Dim) -> Dim:
    if a.size == 1:
        return b
    if b.size == 1:
        return a
    if a.size != b.size:
        raise Violation(f"incompatible shapes for broadcasting {a.size} and {b.size}")
    if (a.source is None) != (b.source is None):
        raise Violation("cannot mix bounded and static dimensions in broadcast")
    return a


def _tensor(dims: Sequence[Dim], element_type: Attribute) -> AnyTensorType:
    shape = [dim.size if dim.source is None else shapes.DYNAMIC for dim in dims]
    return shapes.tensor_with_bounds(
        shape, element_type, [shapes.DYNAMIC if dim.source is None else dim.size for dim in dims]
    )


def numpy_broadcast(values: Sequence[SSAValue], insert: Insert) -> list[SSAValue]:
    """All values in the shape that they have together; `insert` is given the new ops, in order."""
    dims = broadcast_dims(values)
    return [broadcast_to(value, dims, insert) for value in values]


def broadcast_to(value: SSAValue, dims: Sequence[Dim], insert: Insert) -> SSAValue:
    """`value` in the shape `dims`, which it can be broadcast to."""
    element_type = shapes.element_type_of(value.type)
    if value.type == _tensor(dims, element_type):
        return value
    own = dims_of(value)
    new = len(dims) - len(own)
    # What the value does not bound itself is broadcast to its bound first.
    padded = [
        dim if i >= new and own[i - new].source is not None else Dim(dim.size) for i, dim in enumerate(dims)
    ]
    broadcast = BroadcastInDimOp(value, range(new, len(dims)), _tensor(padded, element_type))
    insert(broadcast)
    result: SSAValue = broadcast.result
    for i, (dim, now) in enumerate(zip(dims, padded)):
        if dim.source is not None and now.source is None:
            size = GetDimensionSizeOp(*dim.source)
            insert(size)
            narrowed = SetDimensionSizeOp(result, size, i)
            insert(narrowed)
            result = narrowed.result
    return result


def erase_unread(module: ModuleOp) -> None:
    """Erase ops without effects whose results nobody reads."""
    for op in list(module.walk(reverse=True)):
        is_gone = op.parent is None  # with an op around it
        if op.results and not is_gone and is_trivially_dead(op):
            Rewriter.erase_op(op)
