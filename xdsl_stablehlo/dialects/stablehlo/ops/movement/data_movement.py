"""Ops that make elements or put them elsewhere (spec: broadcast_in_dim, concatenate, iota, pad, reshape, ...)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute
from xdsl.traits import Pure

from ....base import fields
from ... import checks, hlo_types as kinds, shapes
from ...definition import HloOp, Violation, ranked, ranked_types
from ...hlo_types import ints
from ...syntax import FUNCTIONAL, SAME_TYPE
from ...traits import (
    MovesElements,
    SpeculatableAsOpSays,
    SpeculatableIfAllInputsStatic,
    SpeculatableIfStaticDimInOutputIsStaticInInput,
    TypesAgree,
    pure_if,
)


class IotaOp(HloOp, op="stablehlo.iota"):
    """Each element is its index along one dimension."""

    iota_dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    output: fields.StatedResult = fields.result_def(
        kinds.HLO_StaticShapeIntFpComplexOrQuantizedTensor, alias="result_type"
    )
    traits = irdl.traits_def(Pure())
    assembly_format = "`dim` `=` $iota_dimension attr-dict `:` type($output)"

    def check(self) -> None:
        rank = ranked(self.output).get_num_dims()
        if rank == 0:
            raise Violation("does not support scalars.", "C1")
        if self.iota_dimension.value.data >= rank:
            raise Violation("iota dimension cannot go beyond the output rank.", "C1")


class BroadcastOp(HloOp, op="stablehlo.broadcast"):
    """The operand repeated along new dimensions in front (deprecated)."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    broadcast_sizes: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensor, alias="result_type", default=None
    )
    traits = irdl.traits_def(TypesAgree(checks.check_same_elements), Pure())
    assembly_format = f"$operand `,` `sizes` `=` $broadcast_sizes {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        operand, sizes = ranked(self.operand), ints(self.broadcast_sizes)
        for size in sizes:
            if size < 0:
                raise Violation(f"Broadcast with negative dimension size {size}")
        return (shapes.tensor_with_bounds((*sizes, *operand.get_shape()), operand.element_type, ()),)


def check_broadcast_quantization(
    operand: AnyTensorType, result: AnyTensorType, broadcast_dimensions: Sequence[int], label: str = "C6"
) -> None:
    """The axis of quantization is broadcast to the result's; a scale of one index is that of all."""
    lhs, rhs = checks.per_axis(operand), checks.per_axis(result)
    if lhs is None or rhs is None:
        return
    if rhs.axis != broadcast_dimensions[lhs.axis]:
        raise Violation(
            f"result quantization_dimension {rhs.axis} not same as broadcast_dimensions[{lhs.axis}] = "
            f"{broadcast_dimensions[lhs.axis]}",
            label,
        )
    if operand.get_shape()[lhs.axis] != 1:
        return
    for i, (scale, zero_point) in enumerate(zip(rhs.scales, rhs.zero_points)):
        if scale != lhs.scales[0]:
            raise Violation(
                f"mismatch result scale {i} ({scale:e}) and operand scale 0 ({lhs.scales[0]:e})", label
            )
        if zero_point != lhs.zero_points[0]:
            raise Violation(
                f"mismatch result zero_point {i} ({zero_point}) and operand zero_point 0 ({lhs.zero_points[0]})",
                label,
            )


def check_broadcast_dimensions(dimensions: Sequence[int], rank: int, result_rank: int | None = None) -> None:
    """C2 and C4 of broadcast_in_dim: one dimension for each of the operand, all different.

    With `result_rank`, that of a dynamic result, also that the result has as many dimensions (C3).
    """
    if len(dimensions) != rank:
        raise Violation(
            f"broadcast_dimensions size ({len(dimensions)}) does not match operand rank ({rank})", "C2"
        )
    if result_rank is not None and result_rank < rank:
        raise Violation(f"result rank ({result_rank}) is less than operand rank ({rank})", "C3")
    if len(set(dimensions)) != len(dimensions):
        raise Violation("broadcast_dimensions should not have duplicates", "C4")


def check_broadcast_dimension(dim: int, rank: int) -> None:
    """C3 of broadcast_in_dim: the result has the dimension."""
    if not 0 <= dim < rank:
        raise Violation(
            f"broadcast_dimensions contains invalid value {dim} for result with rank {rank}", "C3"
        )


class BroadcastInDimOp(HloOp, op="stablehlo.broadcast_in_dim"):
    """The operand repeated along dimensions of the result that it has not, or has with size 1."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    broadcast_dimensions: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.StatedResult = fields.result_def(
        kinds.HLO_StaticShapeTensorPerAxisQuantizedTensorOrBoundedTensor, alias="result_type"
    )
    traits = pure_if(
        SpeculatableIfAllInputsStatic(), TypesAgree(checks.check_compatible_elements, "C1"), MovesElements()
    )
    assembly_format = f"$operand `,` `dims` `=` $broadcast_dimensions {FUNCTIONAL}"

    def check(self) -> None:
        operand, result = ranked(self.operand), ranked(self.result)
        shape, result_shape = operand.get_shape(), result.get_shape()
        broadcast_dimensions = ints(self.broadcast_dimensions)
        if checks.per_axis(operand) is None:
            checks.check_same_scales(operand, result, "C1")
        check_broadcast_dimensions(broadcast_dimensions, len(shape))
        for i, (dim, size) in enumerate(zip(broadcast_dimensions, shape)):
            check_broadcast_dimension(dim, len(result_shape))
            if size not in (shapes.DYNAMIC, 1, result_shape[dim]):
                raise Violation(
                    f"size of operand dimension {i} ({size}) is not equal to 1 or size of result dimension {dim} "
                    f"({shapes.size_text(result_shape[dim])})",
                    "C5",
                )
        check_broadcast_quantization(operand, result, broadcast_dimensions)


def check_reshape_quantization(operand: AnyTensorType, result: AnyTensorType) -> None:
    """The axis of quantization stays where it is: its size, and the number of elements in front of it."""
    lhs, rhs = checks.per_axis(operand), checks.per_axis(result)
    if lhs is None or rhs is None:
        checks.check_same_scales(operand, result, "C1")
        return
    shape, result_shape = operand.get_shape(), result.get_shape()
    if not shapes.compatible_sizes(shape[lhs.axis], result_shape[rhs.axis]):
        raise Violation(
            f"expect same quantization dimension size for operand and result '{operand}' and '{result}'", "C3"
        )
    before, result_before = prod(shape[: lhs.axis]), prod(result_shape[: rhs.axis])
    if shapes.is_static(shape) and shapes.is_static(result_shape) and before != result_before:
        raise Violation(
            "product of dimensions before quantization dimension must match between operand and result for "
            f"{before} and {result_before}",
            "C3",
        )
    checks.check_same_scales(operand, result, "C1")


class ReshapeOp(HloOp, op="stablehlo.reshape"):
    """The same elements in row-major order, in another shape."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    result: fields.StatedResult = fields.result_def(
        kinds.HLO_StaticShapeTensorPerAxisQuantizedTensorOrBoundedTensor, alias="result_type"
    )
    traits = pure_if(
        SpeculatableAsOpSays(), TypesAgree(checks.check_compatible_elements, "C1"), MovesElements()
    )
    assembly_format = f"operands {FUNCTIONAL}"

    def check(self) -> None:
        operand, result = ranked(self.operand), ranked(self.result)
        if not shapes.is_static(operand.get_shape()) or not shapes.is_static(result.get_shape()):
            return
        elements, result_elements = prod(operand.get_shape()), prod(result.get_shape())
        if elements != result_elements:
            raise Violation(
                f"number of output elements ({result_elements}) doesn't match expected number of elements "
                f"({elements})",
                "C2",
            )
        if checks.any_quantized(operand, result):
            check_reshape_quantization(operand, result)

    def speculatable(self) -> bool:
        return shapes.is_static(ranked(self.operand).get_shape())


class TransposeOp(HloOp, op="stablehlo.transpose"):
    """The dimensions of the operand in another order."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    permutation: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensor, alias="result_type", default=None
    )
    traits = pure_if(SpeculatableAsOpSays(), MovesElements())
    assembly_format = f"$operand `,` `dims` `=` $permutation {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        operand, permutation = ranked(self.operand), ints(self.permutation)
        rank = operand.get_num_dims()
        if len(permutation) != rank:
            raise Violation(
                f"TransposeOp operand rank {rank} does not match permutation size {len(permutation)}", "C2"
            )
        if sorted(permutation) != list(range(rank)):
            raise Violation(
                f"attribute permutation must be a permutation of [{checks.dims_text(range(rank))}] but got "
                f"{checks.dims_text(permutation)}",
                "C2",
            )
        return (shapes.select_dimensions(operand, permutation),)

    def check(self) -> None:
        checks.check_compatible_elements((*self.operand_types, *self.result_types), "C1")
        operand, result, permutation = ranked(self.operand), ranked(self.result), ints(self.permutation)
        lhs, rhs = checks.per_axis(operand), checks.per_axis(result)
        if lhs is not None and rhs is not None and lhs.axis != permutation[rhs.axis]:
            raise Violation(
                f"operand quantization_dimension {lhs.axis} is not same as permutation[{rhs.axis}] = "
                f"{permutation[rhs.axis]}",
                "C4",
            )
        checks.check_same_scales(operand, result, "C1")

    def speculatable(self) -> bool:
        shape, result = ranked(self.operand).get_shape(), ranked(self.result).get_shape()
        sizes = zip(result, ints(self.permutation))
        return not any(shapes.is_dynamic(shape[dim]) and not shapes.is_dynamic(size) for size, dim in sizes)


class ReverseOp(HloOp, op="stablehlo.reverse"):
    """The elements in reverse order along some dimensions."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    dimensions: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(
        SpeculatableIfStaticDimInOutputIsStaticInInput(),
        TypesAgree(checks.check_same_elements, "C1"),
        MovesElements(),
    )
    assembly_format = f"$operand `,` `dims` `=` $dimensions {SAME_TYPE}"

    def infer(self) -> Sequence[Attribute]:
        operand, dimensions = ranked(self.operand), ints(self.dimensions)
        rank = operand.get_num_dims()
        if len(set(dimensions)) != len(dimensions):
            raise Violation(f"dimensions should be unique. Got: {checks.dims_text(dimensions)}", "C2")
        for dim in dimensions:
            if dim < 0:
                raise Violation(f"all dimensions should be non-negative. Got dimension: {dim}.", "C3")
            if dim >= rank:
                raise Violation(f"all dimensions should be between [0, {rank}). Got dimension: {dim}.", "C3")
        return (operand,)


class ConcatenateOp(HloOp, op="stablehlo.concatenate"):
    """The inputs one behind the other along one dimension."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(
        SpeculatableAsOpSays(), TypesAgree(checks.check_same_elements, "C1, C5"), MovesElements()
    )
    assembly_format = f"custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        if not self.inputs:
            raise Violation("expected 1 or more operands, but found 0", "C3")
        inputs, dimension = ranked_types(self.inputs), self.dimension.value.data
        first = inputs[0].get_shape()
        rank = len(first)
        if rank == 0:
            raise Violation("rank-0 values cannot be concatenated", "C4")
        if dimension >= rank:
            raise Violation(f"dimension {dimension} is out-of-bounds for input rank {rank}", "C4")
        for index, other in enumerate(t.get_shape() for t in inputs):
            if len(other) != rank:
                raise Violation(f"operands (0) and ({index}) do not match rank", "C2")
            for i, sizes in enumerate(zip(first, other)):
                if i != dimension and not shapes.compatible_sizes(*sizes):
                    raise Violation(
                        f"shapes of operand (0) and ({index}) are not compatible at non-concat index {i}: "
                        f"({checks.dims_text(first)}) != ({checks.dims_text(other)})",
                        "C2",
                    )
        dims: list[shapes.SizeAndBound] = [(shapes.DYNAMIC, shapes.DYNAMIC)] * rank
        dims[dimension] = (0, shapes.DYNAMIC)
        for t in inputs:
            for i, dim in enumerate(zip(t.get_shape(), shapes.all_bounds_of(t))):
                known = dims[i]
                dims[i] = (
                    shapes.concatenated_size(known, dim)
                    if i == dimension
                    else shapes.most_specific_size(i, known, dim)
                )
        return (shapes.tensor_of_dims(dims, inputs[0].element_type),)

    def speculatable(self) -> bool:
        dimension = self.dimension.value.data
        grows = shapes.is_dynamic(ranked(self.result).get_shape()[dimension])
        return all(
            (i == dimension and grows) or not shapes.is_dynamic(size)
            for value in self.inputs
            for i, size in enumerate(ranked(value).get_shape())
        )


class PadOp(HloOp, op="stablehlo.pad"):
    """The operand with padding on its edges and between its elements; negative edge padding cuts off."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    padding_value: fields.OneOperand = fields.operand_def(kinds.HLO_ScalarTensor)
    edge_padding_low: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    edge_padding_high: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    interior_padding: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(
        SpeculatableIfStaticDimInOutputIsStaticInInput(),
        TypesAgree(checks.check_same_elements, "C1"),
        MovesElements(),
    )
    assembly_format = (
        "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` "
        f"`interior` `=` $interior_padding {FUNCTIONAL}"
    )

    def infer(self) -> Sequence[Attribute]:
        operand, low, high = ranked(self.operand), ints(self.edge_padding_low), ints(self.edge_padding_high)
        interior = ints(self.interior_padding)
        checks.check_same_length(
            {"edge_padding_low": low, "edge_padding_high": high, "interior_padding": interior}, "C2"
        )
        rank = operand.get_num_dims()
        if len(low) != rank:
            raise Violation(f"edge_padding_low length ({len(low)}) must match operand rank ({rank})", "C2")
        dims: list[shapes.SizeAndBound] = []
        for i, (size, bound) in enumerate(zip(operand.get_shape(), shapes.all_bounds_of(operand))):
            if interior[i] < 0:
                raise Violation(f"Interior padding cannot be negative: {interior[i]}", "C3")
            limit = bound if shapes.is_dynamic(size) else size
            if shapes.is_dynamic(limit):
                dims.append((shapes.DYNAMIC, shapes.DYNAMIC))
                continue
            padded = limit + low[i] + high[i] + max(limit - 1, 0) * interior[i]
            if padded < 0:
                what = "bound" if shapes.is_dynamic(size) else "size"
                raise Violation(f"Padding result in negative {what} for dimension {i}", "C4")
            dims.append((shapes.DYNAMIC, padded) if shapes.is_dynamic(size) else (padded, shapes.DYNAMIC))
        return (shapes.tensor_of_dims(dims, operand.element_type),)
