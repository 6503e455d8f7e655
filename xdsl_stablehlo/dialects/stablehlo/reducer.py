"""Constraints on reducers, the regions that combine two values (spec: reduce, scatter, all_reduce, ...)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Block, Region
from xdsl.traits import IsTerminator

from xdsl_stablehlo.ir.guards import is_complex_type, is_integer_type, is_tensor_type
from xdsl_stablehlo.values.element_types import bit_width, is_float

from ..base.quant import AnyQuantizedType
from .definition import Violation
from .hlo_types import ranked_type
from .shapes import compatible_shapes, compatible_sizes


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
        if not compatible_shapes(inputs[0].get_shape(), other.get_shape()):
            raise Violation(
                f"expects all inputs to have compatible shapes. Shape at input-index {i} is not compatible "
                "with shape at input-index 0",
                same,
            )


def same_shape_and_element(lhs: AnyTensorType, rhs: Attribute, any_float: bool = False) -> bool:
    """Whether two types have compatible shapes and one element type, where `any_float` takes floats for alike."""
    if not is_tensor_type(rhs) or not compatible_shapes(lhs.get_shape(), rhs.get_shape()):
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
        if not compatible_shapes(init.get_shape(), returned.get_shape()):
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
        if matched < len(shape) and compatible_sizes(size, shape[matched]):
            matched += 1
    if matched != len(shape):
        raise Violation(
            f"The shape of reduction-region's argument at index {n + i} is not compatible with that of "
            f"reduce-op's input-parameter at index {i}",
            label,
        )
