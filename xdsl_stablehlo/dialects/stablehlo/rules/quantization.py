"""Constraints on quantized operands and results that several ops share."""

from __future__ import annotations

from xdsl.dialects.builtin import AnyTensorType

from ...quant import AnyQuantizedType, UniformQuantizedPerAxisType, UniformQuantizedType
from ..definition.violations import Violation


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
    """Where both are quantized alike, they have the same scales and zero points."""
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
