"""Ops on sizes that are only known at run time: dynamic_iota, dynamic_reshape, get_dimension_size, ...

A shape operand that is a constant is checked against the result type; one that is not can be anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY
from math import prod

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType, TensorType, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import Pure

from ....base import fields
from ... import hlo_types as kinds, shapes
from ...attributes import GatherDimensionNumbersAttr
from ...checks import any_quantized, check_types_match
from ...constant import constant_ints, is_constant_ints
from ...definition import HloOp, Violation, ranked
from ...dimension_numbers import GatherDims, check_gather, gather_shape
from ...hlo_types import ints
from ...syntax import FUNCTIONAL
from ...traits import (
    ElementTypesMatch,
    MovesElements,
    SpeculatableAsOpSays,
    SpeculatableIfAllInputsStaticAndLimitsConstant,
    SpeculatableIfAllInputsStaticAndShapeConstant,
    pure_if,
    sizes_are_expected,
)
from .data_movement import (
    check_broadcast_dimension,
    check_broadcast_dimensions,
    check_broadcast_quantization,
    check_reshape_quantization,
)
from .indexing import infer_gather


def check_shape_operand(shape: SSAValue, result: AnyTensorType, label: str) -> None:
    """A constant shape is the result's, as far as that is known."""
    rank, count = result.get_num_dims(), ranked(shape).get_shape()[0]
    if is_constant_ints(shape) and count != rank:
        raise Violation(
            f"output shape of {count} sizes is incompatible with return type of operation '{result}'", label
        )
    sizes = constant_ints(shape, rank)
    if sizes is None:
        return
    if any(size < 0 for size in sizes) or not shapes.compatible_tensors(
        TensorType(result.element_type, sizes), result
    ):
        raise Violation(
            f"output shape {list(sizes)} is incompatible with return type of operation '{result}'", label
        )


def check_same_kind(operand: AnyTensorType, result: AnyTensorType, label: str) -> None:
    """Operand and result have the same elements, unless one is quantized."""
    if not any_quantized(operand, result) and not shapes.compatible_element_types(operand, result):
        raise Violation(
            f"expects operand and result to have compatible element type. Got: '{operand}' and '{result}'",
            label,
        )


class DynamicIotaOp(HloOp, op="stablehlo.dynamic_iota"):
    """`iota` of a shape that is an operand."""

    output_shape: fields.OneOperand = fields.operand_def(kinds.HLO_StaticDimensionTensor)
    iota_dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    result: fields.StatedResult = fields.result_def(kinds.HLO_Tensor, alias="result_type")
    traits = pure_if(SpeculatableAsOpSays())
    assembly_format = f"$output_shape `,` `dim` `=` $iota_dimension {FUNCTIONAL}"

    def check(self) -> None:
        result = ranked(self.result)
        if self.iota_dimension.value.data >= result.get_num_dims():
            raise Violation("iota dimension cannot go beyond the output rank.", "C1")
        check_shape_operand(self.output_shape, result, "C2")

    def speculatable(self) -> bool:
        expects_nothing = all(map(shapes.is_dynamic, ranked(self.result).get_shape()))
        return expects_nothing or is_constant_ints(self.output_shape)


class DynamicReshapeOp(HloOp, op="stablehlo.dynamic_reshape"):
    """`reshape` to a shape that is an operand."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    output_shape: fields.OneOperand = fields.operand_def(kinds.HLO_StaticDimensionTensor)
    result: fields.StatedResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensor, alias="result_type"
    )
    traits = pure_if(SpeculatableIfAllInputsStaticAndShapeConstant(), MovesElements())
    assembly_format = f"operands {FUNCTIONAL}"

    def check(self) -> None:
        operand, result = ranked(self.operand), ranked(self.result)
        check_same_kind(operand, result, "C1")
        source, target = operand.get_shape(), result.get_shape()
        if shapes.is_static(source) and shapes.is_static(target) and prod(source) != prod(target):
            raise Violation(
                f"number of output elements ({prod(target)}) doesn't match expected number of elements "
                f"({prod(source)})",
                "C2",
            )
        check_shape_operand(self.output_shape, result, "C4")
        if ranked(self.output_shape).get_shape()[0] != len(target):
            raise Violation("result should have a rank equal to the number of elements in output_shape", "C4")
        sizes = constant_ints(self.output_shape, len(target))
        if shapes.is_static(source) and sizes is not None and prod(source) != prod(sizes):
            raise Violation(
                f"output_shape is incompatible with input type of operation: input has {prod(source)} elements, "
                f"but output_shape has {prod(sizes)}",
                "C2",
            )
        if any_quantized(operand, result):
            check_reshape_quantization(operand, result)


class DynamicBroadcastInDimOp(HloOp, op="stablehlo.dynamic_broadcast_in_dim"):
    """`broadcast_in_dim` to a shape that is an operand."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    output_dimensions: fields.OneOperand = fields.operand_def(kinds.HLO_StaticDimensionTensor)
    broadcast_dimensions: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.StatedResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensor, alias="result_type"
    )
    _: KW_ONLY
    known_expanding_dimensions: fields.OptionalIntsField = fields.opt_prop_def(
        kinds.DenseI64ArrayAttr, default=None
    )
    known_nonexpanding_dimensions: fields.OptionalIntsField = fields.opt_prop_def(
        kinds.DenseI64ArrayAttr, default=None
    )
    traits = pure_if(SpeculatableAsOpSays(), MovesElements())
    assembly_format = f"$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions {FUNCTIONAL}"

    def check(self) -> None:
        operand, result = ranked(self.operand), ranked(self.result)
        dimensions = ints(self.broadcast_dimensions)
        check_same_kind(operand, result, "C1")
        rank, result_rank = operand.get_num_dims(), result.get_num_dims()
        check_broadcast_dimensions(dimensions, rank, result_rank)
        for i, (size, dim) in enumerate(zip(operand.get_shape(), dimensions)):
            check_broadcast_dimension(dim, result_rank)
            declared = result.get_shape()[dim]
            if size != 1 and not shapes.compatible_sizes(size, declared):
                raise Violation(
                    f"size of operand dimension {i} ({size}) is not compatible with size of result dimension "
                    f"{dim} ({declared})",
                    "C5",
                )
        check_shape_operand(self.output_dimensions, result, "C7")
        expanding, fixed = ints(self.known_expanding_dimensions), ints(self.known_nonexpanding_dimensions)
        if len({*expanding, *fixed}) != len(expanding) + len(fixed):
            raise Violation("duplicate expansion hint for at least one operand dimension", "C8")
        for hints, label in ((expanding, "C9"), (fixed, "C10")):
            for hint in hints:
                if not 0 <= hint < rank:
                    raise Violation(
                        f"hint for expanding dimension {hint} does not refer to a valid operand dimension",
                        label,
                    )
        sizes = constant_ints(self.output_dimensions, result.get_num_dims())
        if sizes is not None and shapes.is_static(operand.get_shape()):
            for i, (size, dim) in enumerate(zip(operand.get_shape(), dimensions)):
                if size not in (1, sizes[dim]):
                    raise Violation(
                        f"size of operand dimension {i} ({size}) is not equal to 1 or value of shape at index "
                        f"{dim} ({sizes[dim]})",
                        "C5",
                    )
        check_broadcast_quantization(operand, result, dimensions)

    def speculatable(self) -> bool:
        operand = ranked(self.operand).get_shape()
        if not shapes.is_static(operand):
            return False
        expects_nothing = prod(operand) == 1 and all(map(shapes.is_dynamic, ranked(self.result).get_shape()))
        return expects_nothing or is_constant_ints(self.output_dimensions)


class DynamicPadOp(HloOp, op="stablehlo.dynamic_pad"):
    """`pad` by sizes that are operands."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    padding_value: fields.OneOperand = fields.operand_def(kinds.HLO_ScalarTensor)
    edge_padding_low: fields.OneOperand = fields.operand_def(kinds.HLO_StaticDimensionTensor)
    edge_padding_high: fields.OneOperand = fields.operand_def(kinds.HLO_StaticDimensionTensor)
    interior_padding: fields.OneOperand = fields.operand_def(kinds.HLO_StaticDimensionTensor)
    result: fields.StatedResult = fields.result_def(kinds.HLO_Tensor, alias="result_type")
    traits = pure_if(
        SpeculatableIfAllInputsStaticAndLimitsConstant(),
        ElementTypesMatch(("operand", "padding_value", "result"), "C1"),
    )
    assembly_format = f"operands {FUNCTIONAL}"

    def check(self) -> None:
        operand, result = ranked(self.operand), ranked(self.result)
        paddings = (self.edge_padding_low, self.edge_padding_high, self.interior_padding)
        check_types_match(
            ("edge_padding_low", "edge_padding_high", "interior_padding"), [p.type for p in paddings], "C2"
        )
        if operand.get_num_dims() != result.get_num_dims():
            raise Violation("failed to verify that all of {operand, result} have same rank", "C4")
        size = ranked(self.edge_padding_low).get_shape()[0]
        if size != operand.get_num_dims():
            raise Violation(
                f"padding operands size ({size}) must match operand rank ({operand.get_num_dims()})", "C2"
            )
        low, high, interior = (constant_ints(padding, size) for padding in paddings)
        if interior is not None and any(value < 0 for value in interior):
            listed = ", ".join(map(str, interior))
            raise Violation(f"interior_padding must be non-negative, but got {listed}", "C3")
        known = shapes.is_static(operand.get_shape()) and shapes.is_static(result.get_shape())
        if low is None or high is None or interior is None or not known:
            return
        sizes = zip(operand.get_shape(), result.get_shape(), low, high, interior)
        for i, (size, declared, before, after, between) in enumerate(sizes):
            expected = before + size + max(size - 1, 0) * between + after
            if declared != expected:
                raise Violation(
                    f"expected output dimension at index {i} to equal {expected}, but got {declared}", "C4"
                )


class RealDynamicSliceOp(HloOp, op="stablehlo.real_dynamic_slice"):
    """`slice` by indices that are operands. Not in the specification."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    start_indices: fields.OneOperand = fields.operand_def(kinds.HLO_DimensionTensor)
    limit_indices: fields.OneOperand = fields.operand_def(kinds.HLO_DimensionTensor)
    strides: fields.OneOperand = fields.operand_def(kinds.HLO_DimensionTensor)
    result: fields.StatedResult = fields.result_def(kinds.HLO_Tensor, alias="result_type")
    traits = pure_if(
        SpeculatableIfAllInputsStaticAndLimitsConstant(), ElementTypesMatch(("operand", "result"))
    )
    assembly_format = f"operands {FUNCTIONAL}"

    def check(self) -> None:
        indices = (self.start_indices, self.limit_indices, self.strides)
        names = ("start_indices", "limit_indices", "strides")
        check_types_match(names, [index.type for index in indices])
        rank = ranked(self.operand).get_num_dims()
        for name, value in zip(names, indices):
            size = ranked(value).get_shape()[0]
            if not shapes.is_dynamic(size) and size != rank:
                raise Violation(f"has mismatched number of operand rank ({rank}) and {name} size ({size})")


class DynamicGatherOp(HloOp, op="stablehlo.dynamic_gather"):
    """`gather` of slices whose sizes are an operand."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    start_indices: fields.OneOperand = fields.operand_def(kinds.HLO_IntTensor)
    slice_sizes: fields.OneOperand = fields.operand_def(kinds.HLO_Static1DIntTensor)
    dimension_numbers: GatherDimensionNumbersAttr = fields.prop_def(GatherDimensionNumbersAttr)
    _: KW_ONLY
    indices_are_sorted: fields.OptionalBoolField = fields.opt_prop_def(kinds.HloBoolAttr, default=False)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(SpeculatableIfAllInputsStaticAndShapeConstant())

    def infer(self) -> Sequence[Attribute]:
        operand, start_indices = ranked(self.operand), ranked(self.start_indices)
        dims, rank = GatherDims.of(self.dimension_numbers), ranked(self.slice_sizes).get_shape()[0]
        sizes = constant_ints(self.slice_sizes, operand.get_num_dims())
        try:
            if sizes is not None:
                return infer_gather(operand, start_indices, dims, sizes)
            check_gather(operand, start_indices, dims, rank)
            shape = gather_shape(start_indices, dims, [(shapes.DYNAMIC, shapes.DYNAMIC)] * rank)
            return (shapes.tensor_of_dims(shape, operand.element_type),)
        except Violation as violation:
            raise Violation(violation.message, GATHER_LABELS.get(violation.label, "")) from None


GATHER_LABELS = {
    **{f"C{number}": f"C{number}" for number in range(1, 7)},
    "C7": "C6",
    "C8": "C7",
    "C9": "C8",
    "C18": "C9",
    "C19": "C10",
    "C20": "C11",
    "C21": "C12",
}
"""The numbers of gather's constraints in dynamic_gather, whose section of the specification has no batching."""


def check_dimension(t: AnyTensorType, dimension: int, label: str) -> None:
    """`dimension` is one of `t`."""
    if not 0 <= dimension < t.get_num_dims():
        raise Violation(
            f"requires dimension attribute in range [0, {t.get_num_dims()}); found ({dimension})", label
        )


class GetDimensionSizeOp(HloOp, op="stablehlo.get_dimension_size"):
    """The size of one dimension."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    result: fields.InferredResult = fields.result_def(
        kinds.I32RankedTensor, alias="result_type", default=None
    )
    traits = irdl.traits_def(Pure(), MovesElements())
    assembly_format = f"$operand `,` `dim` `=` $dimension {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        check_dimension(ranked(self.operand), self.dimension.value.data, "C1")
        return (shapes.scalar_type(i32),)


class SetDimensionSizeOp(HloOp, op="stablehlo.set_dimension_size"):
    """The operand with the size of one dimension replaced by `size`, which is at most what it was.

    The result's type has that size as a bound. Not in the specification.
    """

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    size: fields.OneOperand = fields.operand_def(kinds.I32RankedTensor)
    dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(SpeculatableAsOpSays())
    assembly_format = f"$operand `,` $size `,` `dim` `=` $dimension {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        operand, dimension = ranked(self.operand), self.dimension.value.data
        if ranked(self.size).get_num_dims() != 0:
            raise Violation("size operand should be of rank-0", "I2")
        check_dimension(operand, dimension, "C1")
        shape, bounds = list(operand.get_shape()), list(shapes.all_bounds_of(operand))
        if not shapes.is_dynamic(shape[dimension]):
            bounds[dimension] = shape[dimension]
        shape[dimension] = shapes.DYNAMIC
        value = constant_ints(self.size, 1)
        if value is not None and value[0] == bounds[dimension]:
            shape[dimension], bounds[dimension] = value[0], shapes.DYNAMIC
        return (shapes.tensor_with_bounds(shape, operand.element_type, bounds),)

    def speculatable(self) -> bool:
        dimension = self.dimension.value.data
        operand, result = ranked(self.operand), ranked(self.result)
        if not is_constant_ints(self.size) and not shapes.is_dynamic(result.get_shape()[dimension]):
            return False
        return sizes_are_expected(operand, result, but=(dimension,))
