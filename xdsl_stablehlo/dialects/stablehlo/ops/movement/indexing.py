"""Ops that read or write parts of a tensor (spec: slice, dynamic_slice, dynamic_update_slice, gather, scatter)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation, Region
from xdsl.traits import Pure, RecursiveMemoryEffect

from ....base import fields
from ... import checks, hlo_types as kinds, shapes
from ...attributes import GatherDimensionNumbersAttr, ScatterDimensionNumbersAttr
from ...definition import HloOp, Violation, ranked, ranked_types
from ...dimension_numbers import (
    GatherDims,
    ScatterDims,
    check_gather,
    check_scatter,
    check_scatter_shapes,
    gather_shape,
)
from ...hlo_types import ints
from ...syntax import FUNCTIONAL
from ...traits import (
    ElementTypesMatch,
    MovesElements,
    RecursiveCondition,
    SpeculatableAsOpSays,
    SpeculatableIfStaticDimInOutputIsStaticInInput,
    TypesAgree,
    inputs_are_static,
    pure_if,
)


class SliceOp(HloOp, op="stablehlo.slice"):
    """The elements of one range of indices along each dimension."""

    operand = irdl.operand_def(kinds.HLO_Tensor)
    start_indices: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    limit_indices: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    strides: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result = irdl.result_def(kinds.HLO_Tensor)
    traits = pure_if(
        SpeculatableIfStaticDimInOutputIsStaticInInput(),
        TypesAgree(checks.check_same_elements, "C1"),
        MovesElements(),
    )
    assembly_format = f"$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) {FUNCTIONAL}"

    def __init__(
        self,
        operand: fields.ValueLike,
        start_indices: Sequence[int],
        limit_indices: Sequence[int],
        strides: Sequence[int] | None = None,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars() | {"strides": strides or [1] * len(start_indices)})

    def infer(self) -> Sequence[Attribute]:
        operand, starts, limits = ranked(self.operand), ints(self.start_indices), ints(self.limit_indices)
        strides = ints(self.strides)
        checks.check_same_length({"start_indices": starts, "limit_indices": limits, "strides": strides}, "C2")
        rank = operand.get_num_dims()
        if len(starts) != rank:
            raise Violation(
                f"the number of elements in start_indices ({len(starts)}) does not match the rank of the operand "
                f"({rank})",
                "C2",
            )
        dims = zip(operand.get_shape(), shapes.all_bounds_of(operand), starts, limits, strides)
        for i, (size, bound, start, limit, stride) in enumerate(dims):
            if start < 0:
                raise Violation(f"negative start index {start} in dimension {i}", "C3")
            largest = bound if shapes.is_dynamic(size) else size
            if not shapes.is_dynamic(largest) and limit > largest:
                what = "bound" if shapes.is_dynamic(size) else "size"
                raise Violation(
                    f"limit index {limit} is larger than dimension {what} {largest} in dimension {i}", "C3"
                )
            if start > limit:
                raise Violation(
                    f"start index {start} is larger than limit index {limit} in dimension {i}", "C3"
                )
            if stride <= 0:
                raise Violation(f"stride must be positive but got {stride} in dimension {i}", "C4")
        shape = [-(-(limit - start) // stride) for start, limit, stride in zip(starts, limits, strides)]
        return (shapes.tensor_with_bounds(shape, operand.element_type, ()),)


def infer_dynamic_slice(
    operand: AnyTensorType, start_indices: Sequence[Attribute], slice_sizes: Sequence[int]
) -> Sequence[Attribute]:
    """A tensor of `slice_sizes`, which are at most the operand's sizes."""
    if len(start_indices) != len(slice_sizes):
        raise Violation(
            f"has mismatched number of slice sizes ({len(slice_sizes)}) and number of start indices "
            f"({len(start_indices)})",
            "C2",
        )
    if operand.get_num_dims() != len(start_indices):
        raise Violation(
            f"has mismatched number of start indices ({len(start_indices)}) and the rank of operand "
            f"({operand.get_num_dims()})",
            "C2",
        )
    checks.check_index_types(start_indices, "C3")
    for i, (size, slice_size) in enumerate(zip(operand.get_shape(), slice_sizes)):
        if slice_size < 0:
            raise Violation(f"has negative size index to dynamic slice: {slice_size}", "C4")
        if not shapes.is_dynamic(size) and slice_size > size:
            raise Violation(
                f"has slice size {slice_size} greater than dimension size {size} in dimension {i} of operand",
                "C4",
            )
    return (shapes.tensor_with_bounds(slice_sizes, operand.element_type, ()),)


class DynamicSliceOp(HloOp, op="stablehlo.dynamic_slice"):
    """A part of the operand that begins at computed indices."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    start_indices: fields.ManyOperands = fields.var_operand_def(kinds.HLO_ScalarIntTensor)
    slice_sizes: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = irdl.traits_def(ElementTypesMatch(("operand", "result"), "C1"), Pure(), MovesElements())
    assembly_format = (
        "$operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` "
        f"$slice_sizes {FUNCTIONAL}"
    )

    def infer(self) -> Sequence[Attribute]:
        return infer_dynamic_slice(ranked(self.operand), self.start_indices.types, ints(self.slice_sizes))


class DynamicUpdateSliceOp(HloOp, op="stablehlo.dynamic_update_slice"):
    """The operand with a part, which begins at computed indices, replaced."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    update: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    start_indices: fields.ManyOperands = fields.var_operand_def(kinds.HLO_ScalarIntTensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = irdl.traits_def(
        ElementTypesMatch(("operand", "update", "result"), "C1, C2"), Pure(), MovesElements()
    )
    assembly_format = f"operands {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        operand, update = ranked(self.operand).get_shape(), ranked(self.update).get_shape()
        rank, indices = len(operand), self.start_indices.types
        if len(update) != rank:
            raise Violation(f"update rank does not match operand rank: {len(update)} vs {rank}.", "C3")
        if len(indices) != rank:
            raise Violation(
                f"expects number of start_indices to match operand rank: {len(indices)} vs {rank}.", "C4"
            )
        checks.check_index_types(indices, "C5")
        for i, (size, update_size) in enumerate(zip(operand, update)):
            if shapes.DYNAMIC not in (size, update_size) and update_size > size:
                raise Violation(
                    f"expects size at dimension {i} of update to be in range [0, {size}]. Got: {update_size}.",
                    "C6",
                )
        return (self.operand.type,)


def infer_gather(
    operand: AnyTensorType, start_indices: AnyTensorType, dims: GatherDims, slice_sizes: Sequence[int]
) -> Sequence[Attribute]:
    """The batch dimensions of the indices, with the dimensions of the slices at `offset_dims`."""
    check_gather(operand, start_indices, dims, len(slice_sizes))
    for name, taken, label in (
        ("collapsed_slice_dims", dims.collapsed_slice_dims, "C9"),
        ("operand_batching_dims", dims.operand_batching_dims, "C12"),
    ):
        for dim in taken:
            if slice_sizes[dim] > 1:
                raise Violation(
                    f"Expects that for each dim in {name}, slice_sizes[dim] should be <= 1, but got "
                    f"{slice_sizes[dim]}",
                    label,
                )
    for i, (slice_size, size) in enumerate(zip(slice_sizes, operand.get_shape())):
        if slice_size < 0 or (not shapes.is_dynamic(size) and slice_size > size):
            raise Violation(
                f"slice size ({slice_size}) is out of bounds for operand dimension ({shapes.size_text(size)}) at "
                f"index {i}",
                "C21",
            )
    shape = gather_shape(start_indices, dims, [(size, shapes.DYNAMIC) for size in slice_sizes])
    return (shapes.tensor_of_dims(shape, operand.element_type),)


class GatherOp(HloOp, op="stablehlo.gather"):
    """Slices of the operand that begin at computed indices, put together."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    start_indices: fields.OneOperand = fields.operand_def(kinds.HLO_IntTensor)
    dimension_numbers: GatherDimensionNumbersAttr = fields.prop_def(GatherDimensionNumbersAttr)
    slice_sizes: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    indices_are_sorted: fields.DefaultBoolField = fields.opt_prop_def(
        kinds.HloBoolAttr, kinds.FALSE, default=None
    )
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(SpeculatableAsOpSays(), ElementTypesMatch(("operand", "result"), "C23"), MovesElements())

    def infer(self) -> Sequence[Attribute]:
        return infer_gather(
            ranked(self.operand),
            ranked(self.start_indices),
            GatherDims.of(self.dimension_numbers),
            ints(self.slice_sizes),
        )

    def speculatable(self) -> bool:
        return not self.indices_are_sorted.value.data and inputs_are_static(self)


class TorchIndexSelectOp(HloOp, op="stablehlo.torch_index_select"):
    """Slices of the operand along one dimension (deprecated)."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    index: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    dim: fields.IntField = fields.prop_def(kinds.I64Attr)
    batch_dims: fields.IntField = fields.prop_def(kinds.I64Attr)
    result: fields.StatedResult = fields.result_def(kinds.HLO_Tensor, alias="result_type")
    traits = irdl.traits_def(Pure())


class ScatterIsSpeculatable(RecursiveCondition):
    """Not speculatable where indices are said to be sorted or unique, or sizes are unknown: both may be wrong."""

    @classmethod
    def condition(cls, op: Operation) -> bool:
        promises = isinstance(op, ScatterOp) and (
            op.indices_are_sorted.value.data or op.unique_indices.value.data
        )
        return not promises and inputs_are_static(op)


class ScatterOp(HloOp, op="stablehlo.scatter"):
    """The inputs, with slices that begin at computed indices combined with the updates."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    scatter_indices: fields.OneOperand = fields.operand_def(kinds.HLO_ScatterIndicesTensor)
    updates: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    scatter_dimension_numbers: ScatterDimensionNumbersAttr = fields.prop_def(ScatterDimensionNumbersAttr)
    update_computation: Region = fields.region_def()
    indices_are_sorted: fields.DefaultBoolField = fields.opt_prop_def(
        kinds.HloBoolAttr, kinds.FALSE, default=None
    )
    unique_indices: fields.DefaultBoolField = fields.opt_prop_def(
        kinds.HloBoolAttr, kinds.FALSE, default=None
    )
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_Tensor, alias="result_types", default=None
    )
    traits = irdl.traits_def(ScatterIsSpeculatable(), RecursiveMemoryEffect())
    irdl_options = (irdl.SameVariadicOperandSize(),)

    def infer(self) -> Sequence[Attribute]:
        inputs = ranked_types(self.inputs)
        accumulators = checks.accumulator_types(self.update_computation, inputs)
        return tuple(
            shapes.with_element_type(t, shapes.element_type_of(a)) for t, a in zip(inputs, accumulators)
        )

    def check(self) -> None:
        inputs = ranked_types(self.inputs)
        updates = ranked_types(self.updates)
        indices, dims = ranked(self.scatter_indices), ScatterDims.of(self.scatter_dimension_numbers)
        check_scatter_shapes(inputs, indices, updates, dims)
        init_values = [shapes.scalar_type(t.element_type) for t in updates]
        checks.check_reducer(self.update_computation, inputs, init_values, (), "C23")
        check_scatter(inputs, indices, updates, dims)
