"""Shapes with unknown sizes: what is compatible, what types agree on. The only place that knows of `?` and bounds.

"Compatible" means that two values can have the same type at run time. The *most specific* type of some compatible
types keeps every size that one of them knows, the *least specific* one only what all of them know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeGuard

from xdsl.dialects import builtin
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.guards import is_complex_type, is_tensor_type

from ...text.shaped_types import LARGEST_SIZE
from ..base.quant import AnyQuantizedType, UniformQuantizedPerAxisType
from .hlo_types import TypeExtensionsAttr, Violation, is_memref, is_unranked, tuple_type

DYNAMIC = builtin.DYNAMIC_INDEX
"""The size of a dimension that is not known, `?`, and the bound of one that has none. No rule computes with it."""

Shape = tuple[int, ...]
SizeAndBound = tuple[int, int]


def is_dynamic(size: int) -> bool:
    """Whether a size is not known, or a bound not given."""
    return size == DYNAMIC


def is_static_tensor(t: Attribute) -> TypeGuard[builtin.AnyTensorType]:
    """Whether a type is a ranked tensor of which every size is known."""
    return is_tensor_type(t) and t.has_static_shape()


def is_static(shape: Sequence[int]) -> bool:
    """Whether every size is known."""
    return DYNAMIC not in shape


def size_text(size: int) -> str:
    """A size as MLIR spells it, `?` where it is not known."""
    return "?" if size == DYNAMIC else str(size)


def shape_text(shape: Sequence[int]) -> str:
    """Format a shape or a list of dimensions for an error: `[2, ?]`."""
    return f"[{', '.join(map(size_text, shape))}]"


def element_type_of(t: Attribute) -> Attribute:
    """The element type of a shaped type; any other type itself."""
    return t.element_type if is_tensor_type(t) or is_unranked(t) or is_memref(t) else t


@lru_cache(256)
def scalar_type(element_type: Attribute) -> builtin.AnyTensorType:
    """The type of one element: `tensor<f32>`. One object for each element type, for those who look up by identity."""
    return builtin.TensorType(element_type, ())


def with_element_type(t: builtin.AnyTensorType, element_type: Attribute) -> builtin.AnyTensorType:
    """`t` with other elements."""
    return builtin.TensorType(element_type, t.shape, t.encoding)


def real_type(t: builtin.AnyTensorType) -> builtin.AnyTensorType:
    """`t` with the parts of its complex elements as elements; a real tensor itself."""
    if is_complex_type(t.element_type):
        return with_element_type(t, t.element_type.element_type)
    return t


# Bounds --------------------------------------------------------------------------------------------------------------


def bounds_of(t: Attribute) -> Shape:
    """One bound per dimension of a tensor, `DYNAMIC` where there is none; empty for a type without bounds."""
    if is_tensor_type(t) and isinstance(t.encoding, TypeExtensionsAttr):
        return tuple(t.encoding.bounds.get_values())
    return ()


def all_bounds_of(t: builtin.AnyTensorType) -> Shape:
    """One bound per dimension, `DYNAMIC` where there is none."""
    return bounds_of(t) or (DYNAMIC,) * t.get_num_dims()


def tensor_with_bounds(
    shape: Sequence[int], element_type: Attribute, bounds: Sequence[int]
) -> builtin.AnyTensorType:
    """A tensor type; without an encoding when no dimension has a bound."""
    if any(bound != DYNAMIC for bound in bounds):
        return builtin.TensorType(element_type, shape, TypeExtensionsAttr(bounds))
    return builtin.TensorType(element_type, shape)


def tensor_of_dims(dims: Sequence[SizeAndBound], element_type: Attribute) -> builtin.AnyTensorType:
    """A tensor type whose dimensions have these sizes and bounds."""
    return tensor_with_bounds([size for size, _ in dims], element_type, [bound for _, bound in dims])


def select_dimensions(t: builtin.AnyTensorType, dimensions: Sequence[int]) -> builtin.AnyTensorType:
    """`t` with only these of its dimensions, in this order."""
    sizes = list(zip(t.get_shape(), all_bounds_of(t)))
    return tensor_of_dims([sizes[i] for i in dimensions], t.element_type)


# Compatible ----------------------------------------------------------------------------------------------------------


def compatible_sizes(lhs: int, rhs: int) -> bool:
    """Whether two sizes can be the same at run time, and are no larger than sizes can be."""
    return lhs == rhs or (DYNAMIC in (lhs, rhs) and max(lhs, rhs) <= LARGEST_SIZE)


def compatible_shapes(lhs: Sequence[int], rhs: Sequence[int]) -> bool:
    """Whether two shapes can be the same at run time."""
    return lhs == rhs or (len(lhs) == len(rhs) and all(map(compatible_sizes, lhs, rhs)))


def _fits_bounds(shape: Shape, bounds: Shape) -> bool:
    return all(bound == DYNAMIC or size <= bound for size, bound in zip(shape, bounds))


def compatible_tensors(lhs: builtin.AnyTensorType, rhs: builtin.AnyTensorType) -> bool:
    """Whether two tensor types have compatible shapes, bounds included. Elements do not matter."""
    lhs_shape, rhs_shape = lhs.get_shape(), rhs.get_shape()
    return (
        compatible_shapes(lhs_shape, rhs_shape)
        and _fits_bounds(lhs_shape, bounds_of(rhs))
        and _fits_bounds(rhs_shape, bounds_of(lhs))
    )


def compatible_element_types(lhs: Attribute, rhs: Attribute) -> bool:
    """Whether the elements of two types are of the same kind; quantized ones may differ in scales and zero points."""
    lhs, rhs = element_type_of(lhs), element_type_of(rhs)
    if not (isinstance(lhs, AnyQuantizedType) and isinstance(rhs, AnyQuantizedType)):
        return lhs == rhs
    per_axis = [isinstance(t, UniformQuantizedPerAxisType) for t in (lhs, rhs)]
    return _quantization_kind(lhs) == _quantization_kind(rhs) and per_axis[0] == per_axis[1]


def _quantization_kind(t: AnyQuantizedType) -> tuple[Attribute, int, int, Attribute]:
    return t.storage_type, t.storage_min, t.storage_max, t.expressed_type


def compatible_types(lhs: Attribute, rhs: Attribute) -> bool:
    """Whether a value of one type may stand where the other is declared (spec: "compatible" types)."""
    if lhs == rhs:
        return True
    if is_tensor_type(lhs) and is_tensor_type(rhs):
        return compatible_tensors(lhs, rhs) and compatible_element_types(lhs, rhs)
    tensors = builtin.TensorType | builtin.UnrankedTensorType
    if isinstance(lhs, tensors) and isinstance(rhs, tensors):
        return compatible_element_types(lhs, rhs)
    return False


def all_compatible(types: Sequence[Attribute], others: Sequence[Attribute]) -> bool:
    """Whether two lists have the same length and pairwise compatible types."""
    return len(types) == len(others) and all(map(compatible_types, types, others))


# Agree ---------------------------------------------------------------------------------------------------------------

Join = Callable[[int, SizeAndBound, SizeAndBound], SizeAndBound]


def _check_sizes(dim: int, lhs: int, rhs: int) -> None:
    if not compatible_sizes(lhs, rhs):
        raise Violation(f"Mismatched dimension sizes {lhs} and {rhs} in dimension {dim}")


def most_specific_size(dim: int, lhs: SizeAndBound, rhs: SizeAndBound) -> SizeAndBound:
    """Combine two descriptions of dimension `dim`. Raises `Violation` where they contradict each other."""
    _check_sizes(dim, lhs[0], rhs[0])
    bounds = [bound for bound in (lhs[1], rhs[1]) if bound != DYNAMIC]
    if lhs[0] == rhs[0] == DYNAMIC:
        return DYNAMIC, min(bounds, default=DYNAMIC)
    size = rhs[0] if lhs[0] == DYNAMIC else lhs[0]
    if bounds and size > bounds[0]:
        raise Violation(f"Mismatched dimension size {size} and bound {bounds[0]} in dimension {dim}")
    return size, DYNAMIC


def _least_specific(dim: int, lhs: SizeAndBound, rhs: SizeAndBound) -> SizeAndBound:
    _check_sizes(dim, lhs[0], rhs[0])
    if lhs[0] == rhs[0] != DYNAMIC:
        return lhs[0], DYNAMIC
    limits = [bound if size == DYNAMIC else size for size, bound in (lhs, rhs)]
    return DYNAMIC, DYNAMIC if DYNAMIC in limits else max(limits)


def _join_tensors(types: Sequence[builtin.AnyTensorType], join: Join) -> builtin.AnyTensorType:
    first = types[0]
    if all(t == first for t in types):
        return first
    for t in types[1:]:
        if t.get_num_dims() != first.get_num_dims():
            raise Violation(f"Mismatched ranks of types{first.get_num_dims()} vs {t.get_num_dims()}")
    dims = list(zip(first.get_shape(), all_bounds_of(first)))
    for t in types[1:]:
        others = zip(t.get_shape(), all_bounds_of(t))
        dims = [join(i, lhs, rhs) for i, (lhs, rhs) in enumerate(zip(dims, others))]
    shape, bounds = [size for size, _ in dims], [bound for _, bound in dims]
    if isinstance(first.encoding, builtin.NoneAttr | TypeExtensionsAttr):
        return tensor_with_bounds(shape, first.element_type, bounds)
    return builtin.TensorType(first.element_type, shape, first.encoding)  # sparsity stays


def _join_types(types: Sequence[Attribute], join: Join, all_ranked: bool) -> Attribute:
    tuples = [t for t in types if isinstance(t, builtin.TupleType)]
    if tuples:
        if len(tuples) != len(types):
            raise Violation(
                "Mismatched type kinds: either all types must be tuples, or no types must be tuples"
            )
        if any(len(t.types) != len(tuples[0].types) for t in tuples):
            raise Violation("Mismatched tuple sizes: all tuple sizes must be the same")
        columns = zip(*(t.types for t in tuples))
        joined = [_join_types(column, join, all_ranked) for column in columns]
        return tuple_type(joined)
    tensors = [t for t in types if is_tensor_type(t)]
    if not tensors:
        return types[0]
    if all_ranked and len(tensors) != len(types):
        return next(t for t in types if not isinstance(t, builtin.TensorType))
    return _join_tensors(tensors, join)


def most_specific_type(types: Sequence[Attribute]) -> Attribute:
    """The type that knows what any of `types` knows. Raises `Violation` where they contradict each other.

    Elements are those of the first type. Tuples are joined element by element, tokens are themselves.
    """
    return _join_types(types, most_specific_size, all_ranked=False)


def least_specific_type(types: Sequence[Attribute]) -> Attribute:
    """The type with the sizes that all of `types` know: that of a conditional's result."""
    return _join_types(types, _least_specific, all_ranked=True)


def concatenated_size(lhs: SizeAndBound, rhs: SizeAndBound) -> SizeAndBound:
    """The size and bound of the concatenation of two dimensions."""
    if lhs[0] != DYNAMIC and rhs[0] != DYNAMIC:
        return lhs[0] + rhs[0], DYNAMIC
    limits = [bound if size == DYNAMIC else size for size, bound in (lhs, rhs)]
    return DYNAMIC, DYNAMIC if DYNAMIC in limits else limits[0] + limits[1]
