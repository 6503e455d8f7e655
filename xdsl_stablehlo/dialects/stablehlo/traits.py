"""Traits of ops: what their types have in common, and when they may be executed although a program may not reach them.

With the checks that several ops share: lists of dimensions, quantized elements. A dynamic size may turn out wrong at
run time, which is undefined behaviour; an op that could meet it stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol, cast

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import traits_def
from xdsl.traits import (
    ConditionallySpeculatable,
    NoMemoryEffect,
    OpTrait,
    RecursivelySpeculatable,
    is_speculatable,
)

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import is_pred

from ..base.quant import AnyQuantizedType, UniformQuantizedPerAxisType, UniformQuantizedType
from .constant import is_constant_ints
from .hlo_types import Violation, ranked_type
from .shapes import (
    compatible_element_types,
    compatible_shapes,
    compatible_types,
    element_type_of,
    is_dynamic,
    is_static,
    shape_text,
)


@dataclass(frozen=True)
class TypesAgree(OpTrait):
    """`check` holds of the types of all operands and results. Verified before the op's own rules."""

    check: Callable[[Sequence[Attribute], str], None]
    label: str = ""

    def verify(self, op: Operation) -> None:
        try:
            self.check((*op.operand_types, *op.result_types), self.label)
        except Violation as violation:
            raise violation.of(op.name) from None


def check_same_shape(types: Sequence[Attribute], label: str = "") -> None:
    """All tensors have compatible shapes."""
    shapes = [t.get_shape() for t in types if is_tensor_type(t)]
    if not all(compatible_shapes(shapes[0], shape) for shape in shapes):
        raise Violation("requires the same shape for all operands and results", label)


def check_elementwise(types: Sequence[Attribute], label: str = "") -> None:
    """`check_same_shape`, for the ops where upstream's `Elementwise` trait is the first to see it."""
    shapes = [t.get_shape() for t in types if is_tensor_type(t)]
    if not all(compatible_shapes(shapes[0], shape) for shape in shapes):
        raise Violation("all non-scalar operands/results must have the same shape and base type", label)


def check_compatible(types: Sequence[Attribute], label: str = "") -> None:
    """All types are compatible with the first one."""
    if not all(compatible_types(t, types[0]) for t in types):
        raise Violation("requires compatible types for all operands and results", label)


def check_compatible_elements(types: Sequence[Attribute], label: str = "", what: str = "") -> None:
    """All types have elements that are compatible with those of the first one."""
    if not all(compatible_element_types(t, types[0]) for t in types):
        what = what or "all operands and results"
        raise Violation(f"requires compatible element types for {what}", label)


def check_same_elements(
    types: Sequence[Attribute], label: str = "", what: str = "all operands and results"
) -> None:
    """All types have the same elements."""
    if any(element_type_of(t) != element_type_of(types[0]) for t in types):
        raise Violation(f"requires the same element type for {what}", label)


@dataclass(frozen=True)
class ElementTypesMatch(OpTrait):
    """The named operands and results have the same elements."""

    names: tuple[str, ...]
    label: str = ""

    def verify(self, op: Operation) -> None:
        if len({element_type_of(getattr(op, name).type) for name in self.names}) > 1:
            message = f"failed to verify that all of {{{', '.join(self.names)}}} have same element type"
            raise Violation(message, self.label).of(op.name)


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
    if len({element_type_of(t) for t in types}) > 1:
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
    return shape_text(tuple(dims))[1:-1]


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


class ComputesOnReals(OpTrait):
    """Quantized operands are dequantized, computed with, and quantized (specification: dequantize_op_quantize)."""


class MovesElements(OpTrait):
    """The op means the same on the storage integers of quantized tensors: it moves elements, or runs its regions."""


class Speculatability(Enum):
    """Whether an op may be executed speculatively: never, always, or if the ops in its regions may be."""

    NOT_SPECULATABLE = auto()
    SPECULATABLE = auto()
    RECURSIVELY_SPECULATABLE = auto()


def pure_if(condition: ConditionallySpeculatable, *checks: OpTrait):
    """The traits of an op without effects on memory that is speculatable on a condition, and whose `checks` hold."""
    return traits_def(*checks, condition, NoMemoryEffect())


def speculatability(op: Operation) -> Speculatability | None:
    """The speculatability of `op`; None for an op without the trait."""
    trait = op.get_trait(ConditionallySpeculatable)
    if trait is None:
        return None
    if isinstance(trait, RecursiveCondition):
        holds = trait.condition(op)
        return Speculatability.RECURSIVELY_SPECULATABLE if holds else Speculatability.NOT_SPECULATABLE
    if isinstance(trait, RecursivelySpeculatable):
        return Speculatability.RECURSIVELY_SPECULATABLE
    return Speculatability.SPECULATABLE if trait.is_speculatable(op) else Speculatability.NOT_SPECULATABLE


def inputs_are_static(op: Operation) -> bool:
    """Whether all sizes of all operands are known."""
    return all(is_tensor_type(t) and is_static(t.get_shape()) for t in op.operand_types)


def sizes_are_expected(source: Attribute, result: Attribute, but: Sequence[int] = ()) -> bool:
    """Whether each size that `result` declares is known of `source`, those of the dimensions `but` aside.

    Then nothing can turn out different at run time.
    """
    pairs = zip(ranked_type(source).get_shape(), ranked_type(result).get_shape())
    return not any(
        is_dynamic(known) and not is_dynamic(declared)
        for i, (known, declared) in enumerate(pairs)
        if i not in but
    )


def shape_is_constant(op: Operation, operands: int) -> bool:
    """Whether all sizes of the operands are known, and the last `operands` of them are constants."""
    return inputs_are_static(op) and all(is_constant_ints(value) for value in tuple(op.operands)[-operands:])


class RecursiveCondition(RecursivelySpeculatable):
    """Speculatable if a condition on the op holds and the ops in its regions are speculatable."""

    @classmethod
    def condition(cls, op: Operation) -> bool:
        return True

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return cls.condition(op) and all(
            is_speculatable(inner) for region in op.regions for inner in region.walk()
        )


class SpeculatableIfAllInputsStatic(ConditionallySpeculatable):
    """Sizes that are not known could disagree at run time."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return inputs_are_static(op)


class RecursivelySpeculatableIfAllInputsStatic(RecursiveCondition):
    """As `SpeculatableIfAllInputsStatic`, for an op with regions."""

    @classmethod
    def condition(cls, op: Operation) -> bool:
        return inputs_are_static(op)


class SpeculatableIfStaticDimInOutputIsStaticInInput(ConditionallySpeculatable):
    """A size that the result declares must be known of the first operand."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return sizes_are_expected(op.operands[0].type, op.results[0].type)


class RecursivelySpeculatableIfStaticDimInOutputIsStaticInInput(RecursiveCondition):
    """As `SpeculatableIfStaticDimInOutputIsStaticInInput`, for an op with regions."""

    @classmethod
    def condition(cls, op: Operation) -> bool:
        return sizes_are_expected(op.operands[0].type, op.results[0].type)


class SpeculatableIfAllInputsStaticAndShapeConstant(ConditionallySpeculatable):
    """The last operand is a shape: when it is a constant, everything can be checked beforehand."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return shape_is_constant(op, 1)


class SpeculatableIfAllInputsStaticAndLimitsConstant(ConditionallySpeculatable):
    """The last three operands say where to cut or pad: when they are constants, all can be checked beforehand."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return shape_is_constant(op, 3)


class DecidesItself(Protocol):
    """An op with a condition of its own."""

    def speculatable(self) -> bool:
        """Whether this op may be executed speculatively."""
        ...


class SpeculatableAsOpSays(ConditionallySpeculatable):
    """The op has a method `speculatable` that tells."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return cast(DecidesItself, op).speculatable()
