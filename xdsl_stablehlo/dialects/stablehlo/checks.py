"""Constraints that several ops share: on types, lists of dimensions, quantized elements, and on reducers.

Each check raises `Violation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Block, Region
from xdsl.traits import IsTerminator

from xdsl_stablehlo.ir.guards import is_complex_type, is_integer_type, is_tensor_type
from xdsl_stablehlo.values.element_types import bit_width, is_float, is_pred

from ..base.quant import AnyQuantizedType, UniformQuantizedPerAxisType, UniformQuantizedType
from . import shapes
from .hlo_types import Violation, ranked_type


def check_same_shape(
    types: Sequence[Attribute],
    label: str = "",
    message: str = "requires the same shape for all operands and results",
) -> None:
    """All tensors have compatible shapes."""
    each = [t.get_shape() for t in types if is_tensor_type(t)]
    if not all(shapes.compatible_shapes(each[0], shape) for shape in each):
        raise Violation(message, label)


def check_elementwise(types: Sequence[Attribute], label: str = "") -> None:
    """`check_same_shape`, for the ops where upstream's `Elementwise` trait is the first to see it."""
    check_same_shape(types, label, "all non-scalar operands/results must have the same shape and base type")


def check_compatible(types: Sequence[Attribute], label: str = "") -> None:
    """All types are compatible with the first one."""
    if not all(shapes.compatible_types(t, types[0]) for t in types):
        raise Violation("requires compatible types for all operands and results", label)


def check_compatible_elements(types: Sequence[Attribute], label: str = "", what: str = "") -> None:
    """All types have elements that are compatible with those of the first one."""
    if not all(shapes.compatible_element_types(t, types[0]) for t in types):
        what = what or "all operands and results"
        raise Violation(f"requires compatible element types for {what}", label)


def check_same_elements(
    types: Sequence[Attribute], label: str = "", what: str = "all operands and results"
) -> None:
    """All types have the same elements."""
    if any(shapes.element_type_of(t) != shapes.element_type_of(types[0]) for t in types):
        raise Violation(f"requires the same element type for {what}", label)


def check_types_match(names: Sequence[str], types: Sequence[Attribute], label: str = "") -> None:
    """The named operands and attributes have the same type."""
    if len(set(types)) > 1:
        raise Violation(f"failed to verify that all of {{{', '.join(names)}}} have same type", label)


def check_same_length(lists: Mapping[str, Sequence[int]], label: str) -> None:
    """The named lists have the same length."""
    if len(set(map(len, lists.values()))) > 1:
        raise Violation(f"failed to verify that all of {{{', '.join(lists)}}} have same size", label)


def check_index_types(types: Iterable[Attribute], label: str) -> None:
    """All start indices have the same element type."""
    if len({shapes.element_type_of(t) for t in types}) > 1:
        raise Violation("start indices must have same element type", label)


def check_dim_in_bounds(dim: int, bound: int, name: str, bound_name: str, label: str) -> None:
    """`dim` is a dimension or one past the last: at most `bound`."""
    if not 0 <= dim <= bound:
        raise Violation(
            f"Expects {name} to be in range [0, {bound_name}] i.e. [0, {bound}]. got: {dim}.", label
        )


def check_dims_in_bounds(dims: Sequence[int], bound: int, name: str, bound_name: str, label: str) -> None:
    """All `dims` are dimensions, less than `bound`."""
    for dim in dims:
        if not 0 <= dim < bound:
            raise Violation(
                f"Expects each element of {name} to be in range [0, {bound_name}) i.e. [0, {bound}). got: {dim}.",
                label,
            )


def check_distinct(lhs: Sequence[int], rhs: Sequence[int], lhs_name: str, rhs_name: str, label: str) -> None:
    """No dimension is in two lists, or twice in one."""
    seen: set[int] = set()
    for dim in (*lhs, *rhs):
        if dim in seen:
            raise Violation(f"has duplicated dimension from {lhs_name} and {rhs_name}: {dim}", label)
        seen.add(dim)


def dims_text(dims: Iterable[int]) -> str:
    """Format sizes or dimensions for an error, without brackets: `2, ?`."""
    return shapes.shape_text(tuple(dims))[1:-1]


def scalar_shaped(t: AnyTensorType) -> bool:
    """Whether a tensor has rank 0."""
    return t.get_num_dims() == 0


def is_scalar_pred(t: Attribute) -> bool:
    """Whether a type is `tensor<i1>`, that of a condition."""
    return is_tensor_type(t) and scalar_shaped(t) and is_pred(t.element_type)


def any_quantized(*tensors: AnyTensorType) -> bool:
    """Whether any of the tensors has quantized elements."""
    return any(isinstance(t.element_type, AnyQuantizedType) for t in tensors)


def check_contraction(
    lhs: AnyTensorType, rhs: AnyTensorType, result: AnyTensorType, first_label: int
) -> None:
    """The rules of dot_general (C14, C17 to C20) and convolution (C28, C31 to C34), where anything is quantized."""
    left, right, out = lhs.element_type, rhs.element_type, result.element_type

    def label(offset: int) -> str:
        return f"C{first_label + offset}"

    if not isinstance(right, AnyQuantizedType) or (
        isinstance(left, AnyQuantizedType) != isinstance(out, AnyQuantizedType)
    ):
        raise Violation(
            "rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) "
            "should hold",
            label(0),
        )
    if isinstance(left, AnyQuantizedType) and isinstance(out, AnyQuantizedType):
        if left.storage_type != right.storage_type:
            raise Violation("mismatched lhs and rhs quantization storage types", label(3))
        if not left.expressed_type == right.expressed_type == out.expressed_type:
            raise Violation("mismatched lhs, rhs and result quantization expressed types", label(4))
        if isinstance(right, UniformQuantizedType) and not isinstance(out, UniformQuantizedType):
            raise Violation("mismatched rhs and result quantization granularity", label(5))
    elif not left == right.expressed_type == out:
        raise Violation(
            "mismatched rhs quantization expressed type and lhs and result element type", label(6)
        )


def check_same_scales(operand: AnyTensorType, result: AnyTensorType, label: str) -> None:
    """Tensors that are both quantized per tensor, or both per axis, have the same scales and zero points."""
    lhs, rhs = operand.element_type, result.element_type
    if isinstance(lhs, UniformQuantizedType) and isinstance(rhs, UniformQuantizedType) and lhs != rhs:
        raise Violation(
            f"expect same quantization scale and zero_point but got '{operand}' vs '{result}'", label
        )
    axes = per_axis(operand), per_axis(result)
    if axes[0] and axes[1] and (axes[0].scales, axes[0].zero_points) != (axes[1].scales, axes[1].zero_points):
        raise Violation(
            f"expect same quantization scales and zero_points but got '{operand}' vs '{result}'", label
        )


def per_axis(t: AnyTensorType) -> UniformQuantizedPerAxisType | None:
    """The element type of a tensor that is quantized per axis."""
    return t.element_type if isinstance(t.element_type, UniformQuantizedPerAxisType) else None


# Reducers: the regions that combine two values (spec: reduce, scatter, all_reduce, ...)


def accumulator_types(region: Region, fallback: Sequence[Attribute]) -> Sequence[Attribute]:
    """The types that `region` returns; `fallback` where it does not (yet) return one value for each of them."""
    last = region.block.last_op if region.blocks else None
    if last is None or not last.has_trait(IsTerminator) or len(last.operands) < len(fallback):
        return fallback
    types = last.operand_types[: len(fallback)]
    return types if all(map(is_tensor_type, types)) else fallback


def check_inputs(inputs: Sequence[AnyTensorType], some: str, same: str) -> None:
    """There are inputs (label `some`), of compatible shapes (label `same`)."""
    if not inputs:
        raise Violation("requires at least 1 input value", some)
    for i, other in enumerate(inputs):
        if not shapes.compatible_shapes(inputs[0].get_shape(), other.get_shape()):
            raise Violation(
                f"expects all inputs to have compatible shapes. Shape at input-index {i} is not compatible "
                "with shape at input-index 0",
                same,
            )


def same_shape_and_element(lhs: AnyTensorType, rhs: Attribute, any_float: bool = False) -> bool:
    """Whether two types have compatible shapes and one element type, where `any_float` takes floats for alike."""
    if not is_tensor_type(rhs) or not shapes.compatible_shapes(lhs.get_shape(), rhs.get_shape()):
        return False
    both_float = any_float and is_float(lhs.element_type) and is_float(rhs.element_type)
    return both_float or lhs.element_type == rhs.element_type


def promotable(source: Attribute, target: Attribute) -> bool:
    """Whether elements of type `source` can be promoted to `target` (spec: `is_promotable`); floats always can."""
    if is_float(source) and is_float(target):
        return True
    if isinstance(source, AnyQuantizedType) and isinstance(target, AnyQuantizedType):
        return source.expressed_type == target.expressed_type and bit_width(source) <= bit_width(target)
    same_kind = any(kind(source) and kind(target) for kind in (is_integer_type, is_complex_type))
    return same_kind and bit_width(source) <= bit_width(target)


def check_reducer(
    region: Region,
    inputs: Sequence[AnyTensorType],
    init_values: Sequence[AnyTensorType],
    dimensions: Sequence[int],
    label: str,
    init_label: str = "",
) -> None:
    """A reducer takes and returns one accumulator for each input: (E0, .., A0, ..) -> (A0, ..).

    `init_values` are what the accumulators begin with, `init_label` the number of what is asked of them;
    `dimensions` are the sizes that a partial result may have.
    """
    block = region.block
    n = len(inputs)
    check_parameters(block, n, label)
    last = block.last_op
    if last is None or not last.has_trait(IsTerminator):
        raise Violation("The reduction-region expected to have a terminator")
    types = last.operand_types
    if not types:
        raise Violation("The reduction-region expected to return some value(s)", label)
    if len(types) != n:
        raise Violation(
            f"Reduction-region here must produce {n} tensors, but produces {len(types)} instead", label
        )
    for t in types:
        if not is_tensor_type(t):
            raise Violation(
                f"Reduction-region here must produce tensor-typed result(s), but produces '{t}' instead",
                label,
            )
    for i, (returned, init) in enumerate(zip(map(ranked_type, types), init_values)):
        for index, any_float in ((i, False), (n + i, True)):
            argument = block.args[index].type
            if not same_shape_and_element(returned, argument, any_float):
                raise Violation(
                    f"The type of reduction-region's parameter at index {index} is different than the "
                    f"corresponding result type: '{argument}' vs '{returned}'",
                    label,
                )
        if not shapes.compatible_shapes(init.get_shape(), returned.get_shape()):
            raise Violation(
                f"The shape of reduction-region's result type at index {i} differs from the op's corresponding "
                f"init-value type: '{returned}' vs '{init}'",
                init_label or label,
            )
        if not promotable(init.element_type, returned.element_type):
            raise Violation(
                f"The element-type of reduction-region's result type at index {i} is expected to be promotable "
                f"from the op's corresponding init-value element-type: '{returned}' vs '{init}'",
                init_label or label,
            )
        _check_argument(block, i, n, inputs[i], dimensions, label)


def check_parameters(block: Block, inputs: int, label: str) -> None:
    """A reducer has two parameters for each input."""
    if len(block.args) != 2 * inputs:
        raise Violation(
            f"Reduction-region must take {2 * inputs} parameters, but takes {len(block.args)} parameter(s)",
            label,
        )


def _check_argument(
    block: Block, i: int, n: int, source: AnyTensorType, dimensions: Sequence[int], label: str
) -> None:
    argument = ranked_type(block.args[n + i].type)
    if not promotable(source.element_type, argument.element_type):
        raise Violation(
            f"The element-type of reduction-region's argument at index {n + i} is expected to be promotable "
            f"from '{source.element_type}', but got '{argument.element_type}'",
            label,
        )
    shape = argument.get_shape()
    if len(shape) > len(dimensions):
        raise Violation(
            f"The rank of reduction-region's argument at index {n + i} is expected to be "
            f"<= {len(dimensions)}, got {len(shape)}",
            label,
        )
    matched = 0
    for size in dimensions:
        if matched < len(shape) and shapes.compatible_sizes(size, shape[matched]):
            matched += 1
    if matched != len(shape):
        raise Violation(
            f"The shape of reduction-region's argument at index {n + i} is not compatible with that of "
            f"reduce-op's input-parameter at index {i}",
            label,
        )
