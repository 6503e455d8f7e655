"""The types of broadcasts: NumPy's rule, with unknown sizes and bounds, and the one with `broadcast_dimensions`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType, UnrankedTensorType
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.guards import is_tensor_type

from ..stablehlo.definition.violations import Violation
from ..stablehlo.shapes import (
    DYNAMIC,
    SizeAndBound,
    all_bounds_of,
    bounds_of,
    compatible_element_types,
    element_type_of,
    is_dynamic,
    is_static,
    tensor_with_bounds,
    with_element_type,
)


def same_shape_of(element_type: Attribute, operand: Attribute) -> Attribute:
    """The shape of `operand`, which may be unranked, with other elements."""
    if is_tensor_type(operand):
        return with_element_type(operand, element_type)
    return UnrankedTensorType(element_type)


def broadcast_sizes(lhs: int, rhs: int) -> int | None:
    """The size of two dimensions broadcast together, None where they contradict.

    An unknown size is taken to be the other one, if that is above 1; 0 and 1 do not decide it.
    """
    if lhs == rhs or rhs == 1:
        return lhs
    if lhs == 1:
        return rhs
    if is_dynamic(lhs) or is_dynamic(rhs):
        known = max(lhs, rhs)
        return known if known > 1 else DYNAMIC
    return None


def broadcast_shapes(lhs: Sequence[int], rhs: Sequence[int]) -> Sequence[int] | None:
    """NumPy's rule: the shorter shape gets leading ones. None where sizes contradict each other."""
    rank = max(len(lhs), len(rhs))
    pairs = zip((*[1] * (rank - len(lhs)), *lhs), (*[1] * (rank - len(rhs)), *rhs))
    sizes = [broadcast_sizes(a, b) for a, b in pairs]
    known = [size for size in sizes if size is not None]
    return known if len(known) == rank else None


def broadcast_bounded(lhs: Sequence[SizeAndBound], rhs: Sequence[SizeAndBound]) -> Sequence[SizeAndBound]:
    """NumPy's rule for sizes that are known or bounded: bounds must be the same, and known sizes, too."""
    rank = max(len(lhs), len(rhs))
    one = (1, DYNAMIC)
    pairs = zip((*[one] * (rank - len(lhs)), *lhs), (*[one] * (rank - len(rhs)), *rhs))
    return [_bounded(a, b) for a, b in pairs]


def _bounded(a: SizeAndBound, b: SizeAndBound) -> SizeAndBound:
    limits = [bound if is_dynamic(size) else size for size, bound in (a, b)]
    if limits[0] == 1:
        return b
    if limits[1] == 1:
        return a
    if limits[0] != limits[1]:
        raise Violation(f"incompatible shapes for broadcasting {limits[0]} and {limits[1]}")
    if is_dynamic(a[0]) != is_dynamic(b[0]):
        raise Violation("cannot mix bounded and static dimensions in broadcast")
    return a


def infer_numpy_broadcast(operands: Sequence[Attribute], element_type: Attribute) -> Attribute:
    """The type of `operands` broadcast together; unranked where one is, or where unknown sizes contradict."""
    tensors = [t for t in operands if is_tensor_type(t)]
    if len(tensors) != len(operands):
        return UnrankedTensorType(element_type)
    if all(is_static(t.get_shape()) or bounds_of(t) for t in tensors):
        dims: Sequence[SizeAndBound] = _dims(tensors[0])
        for t in tensors[1:]:
            dims = broadcast_bounded(dims, _dims(t))
        return tensor_with_bounds([size for size, _ in dims], element_type, [bound for _, bound in dims])
    shape: Sequence[int] | None = tensors[0].get_shape()
    for t in tensors[1:]:
        shape = None if shape is None else broadcast_shapes(shape, t.get_shape())
    return UnrankedTensorType(element_type) if shape is None else tensor_with_bounds(shape, element_type, ())


def _dims(t: AnyTensorType) -> list[SizeAndBound]:
    return list(zip(t.get_shape(), all_bounds_of(t)))


def infer_broadcast_in_dims(
    lhs: Attribute, rhs: Attribute, dimensions: Sequence[int], element_type: Attribute
) -> Attribute:
    """The type where the operand of lower rank has its dimensions at `dimensions` of the other.

    Unranked where `dimensions` do not fit: upstream leaves it to the lowering to reject them.
    """
    illegal = UnrankedTensorType(element_type)
    if not is_tensor_type(lhs) or not is_tensor_type(rhs):
        return illegal
    large, small = (lhs, rhs) if lhs.get_num_dims() > rhs.get_num_dims() else (rhs, lhs)
    if len(dimensions) != small.get_num_dims() or any(dim >= large.get_num_dims() for dim in dimensions):
        return illegal
    shape = list(large.get_shape())
    sizes = broadcast_shapes(small.get_shape(), [shape[dim] for dim in dimensions])
    if sizes is None:
        return illegal
    for dim, size in zip(dimensions, sizes):
        shape[dim] = size
    return tensor_with_bounds(shape, element_type, ())


def infer_broadcast_binary(
    lhs: Attribute,
    rhs: Attribute,
    dimensions: Sequence[int] | None,
    element_type: Attribute | None = None,
) -> Attribute:
    """The type of an op on two operands of compatible elements; `element_type` if not theirs."""
    if not compatible_element_types(lhs, rhs):
        raise Violation("mismatched operand types")
    element = element_type_of(lhs) if element_type is None else element_type
    if dimensions is None:
        return infer_numpy_broadcast([lhs, rhs], element)
    return infer_broadcast_in_dims(lhs, rhs, dimensions, element)
