"""Data movement that changes sizes (spec: concatenate, pad)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType, IntegerAttr
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, result_def, traits_def, var_operand_def
from xdsl.traits import NoMemoryEffect

from ...definition import (
    DenseI64ArrayAttr,
    HloOp,
    NonNegativeI64Attr,
    ValueLike,
    Violation,
    ranked,
    ranked_types,
)
from ...hlo_types import HLO_ScalarTensor, HLO_Tensor, ints
from ...rules.agreement import TypesAgree, check_same_elements, check_same_length, dims_text
from ...shapes import (
    DYNAMIC,
    SizeAndBound,
    all_bounds_of,
    compatible_sizes,
    concatenated_size,
    is_dynamic,
    most_specific_size,
    tensor_with_bounds,
)
from ...speculation import SpeculatableAsOpSays, SpeculatableIfStaticDimInOutputIsStaticInInput
from ...syntax import FUNCTIONAL


def infer_concatenate(inputs: Sequence[AnyTensorType], dimension: int) -> Sequence[Attribute]:
    """The sum of the sizes along `dimension`, what the inputs know together along the others."""
    first = inputs[0]
    rank = first.get_num_dims()
    if rank == 0:
        raise Violation("rank-0 values cannot be concatenated", "C4")
    if dimension >= rank:
        raise Violation(f"dimension {dimension} is out-of-bounds for input rank {rank}", "C4")
    for i, other in enumerate(inputs):
        if other.get_num_dims() != rank:
            raise Violation(f"operands (0) and ({i}) do not match rank", "C2")
        _check_other_sizes(first.get_shape(), other.get_shape(), i, dimension)
    dims: list[SizeAndBound] = [(DYNAMIC, DYNAMIC)] * rank
    dims[dimension] = (0, DYNAMIC)
    for t in inputs:
        for i, other in enumerate(zip(t.get_shape(), all_bounds_of(t))):
            if i == dimension:
                dims[i] = concatenated_size(dims[i], other)
            else:
                dims[i] = most_specific_size(i, dims[i], other)
    return (tensor_with_bounds([size for size, _ in dims], first.element_type, [bound for _, bound in dims]),)


def _check_other_sizes(first: Sequence[int], other: Sequence[int], index: int, dimension: int) -> None:
    for i, (size, other_size) in enumerate(zip(first, other)):
        if i != dimension and not compatible_sizes(size, other_size):
            raise Violation(
                f"shapes of operand (0) and ({index}) are not compatible at non-concat index {i}: "
                f"({dims_text(first)}) != ({dims_text(other)})",
                "C2",
            )


class ConcatenateOp(HloOp, op="stablehlo.concatenate"):
    """The inputs one behind the other along one dimension."""

    inputs = var_operand_def(HLO_Tensor)
    dimension = prop_def(NonNegativeI64Attr)
    result = result_def(HLO_Tensor)
    traits = traits_def(TypesAgree(check_same_elements, "C1, C5"), SpeculatableAsOpSays(), NoMemoryEffect())
    assembly_format = f"custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension {FUNCTIONAL}"

    def __init__(
        self, inputs: Sequence[ValueLike], dimension: int | IntegerAttr, result_type: Attribute | None = None
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        if not self.inputs:
            raise Violation("expected 1 or more operands, but found 0", "C3")
        return infer_concatenate(ranked_types(self.inputs), self.dimension.value.data)

    def speculatable(self) -> bool:
        dimension = self.dimension.value.data
        grows = is_dynamic(ranked(self.result).get_shape()[dimension])
        return all(
            (i == dimension and grows) or not is_dynamic(size)
            for value in self.inputs
            for i, size in enumerate(ranked(value).get_shape())
        )


def infer_pad(
    operand: AnyTensorType, low: Sequence[int], high: Sequence[int], interior: Sequence[int]
) -> Sequence[Attribute]:
    """Sizes and bounds with the padding on both sides and between elements; negative padding removes."""
    rank = operand.get_num_dims()
    if len(low) != rank:
        raise Violation(f"edge_padding_low length ({len(low)}) must match operand rank ({rank})", "C2")
    dims: list[SizeAndBound] = []
    for i, (size, bound) in enumerate(zip(operand.get_shape(), all_bounds_of(operand))):
        if interior[i] < 0:
            raise Violation(f"Interior padding cannot be negative: {interior[i]}", "C3")
        limit = bound if is_dynamic(size) else size
        if is_dynamic(limit):
            dims.append((DYNAMIC, DYNAMIC))
            continue
        padded = limit + low[i] + high[i] + max(limit - 1, 0) * interior[i]
        if padded < 0:
            what = "bound" if is_dynamic(size) else "size"
            raise Violation(f"Padding result in negative {what} for dimension {i}", "C4")
        dims.append((DYNAMIC, padded) if is_dynamic(size) else (padded, DYNAMIC))
    return (
        tensor_with_bounds([size for size, _ in dims], operand.element_type, [bound for _, bound in dims]),
    )


class PadOp(HloOp, op="stablehlo.pad"):
    """The operand with padding on its edges and between its elements; negative edge padding cuts off."""

    operand = operand_def(HLO_Tensor)
    padding_value = operand_def(HLO_ScalarTensor)
    edge_padding_low = prop_def(DenseI64ArrayAttr)
    edge_padding_high = prop_def(DenseI64ArrayAttr)
    interior_padding = prop_def(DenseI64ArrayAttr)
    result = result_def(HLO_Tensor)
    traits = traits_def(
        TypesAgree(check_same_elements, "C1"),
        SpeculatableIfStaticDimInOutputIsStaticInInput(),
        NoMemoryEffect(),
    )
    assembly_format = (
        "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` "
        f"`interior` `=` $interior_padding {FUNCTIONAL}"
    )

    def __init__(
        self,
        operand: ValueLike,
        padding_value: ValueLike,
        edge_padding_low: Sequence[int],
        edge_padding_high: Sequence[int],
        interior_padding: Sequence[int],
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        padding = {
            "edge_padding_low": ints(self.edge_padding_low),
            "edge_padding_high": ints(self.edge_padding_high),
            "interior_padding": ints(self.interior_padding),
        }
        check_same_length(padding, "C2")
        return infer_pad(ranked(self.operand), *padding.values())
