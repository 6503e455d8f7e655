"""Writing slices into a tensor at computed indices (spec: scatter)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType, BoolAttr, TensorType
from xdsl.ir import Attribute, Operation, Region
from xdsl.irdl import (
    SameVariadicOperandSize,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect

from ...attributes import ScatterDimensionNumbersAttr
from ...definition import HloBoolAttr, HloOp, ValueLike, ranked, ranked_types
from ...hlo_types import HLO_ScatterIndicesTensor, HLO_Tensor
from ...rules.indexing import ScatterDims, check_scatter, check_scatter_shapes
from ...rules.reducer import accumulator_types, check_reducer
from ...shapes import element_type_of, with_element_type
from ...speculation import RecursiveCondition, inputs_are_static
from .indexing import FALSE


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

    inputs = var_operand_def(HLO_Tensor)
    scatter_indices = operand_def(HLO_ScatterIndicesTensor)
    updates = var_operand_def(HLO_Tensor)
    scatter_dimension_numbers = prop_def(ScatterDimensionNumbersAttr)
    indices_are_sorted = opt_prop_def(HloBoolAttr, FALSE)
    unique_indices = opt_prop_def(HloBoolAttr, FALSE)
    update_computation = region_def("single_block")
    results_ = var_result_def(HLO_Tensor)
    traits = traits_def(ScatterIsSpeculatable(), RecursiveMemoryEffect())
    irdl_options = (SameVariadicOperandSize(),)

    def __init__(
        self,
        inputs: Sequence[ValueLike],
        scatter_indices: ValueLike,
        updates: Sequence[ValueLike],
        scatter_dimension_numbers: ScatterDimensionNumbersAttr,
        update_computation: Region,
        indices_are_sorted: bool | BoolAttr | None = None,
        unique_indices: bool | BoolAttr | None = None,
        result_types: Sequence[Attribute] | None = None,
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        inputs = ranked_types(self.inputs)
        accumulators = accumulator_types(self.update_computation, inputs)
        return tuple(with_element_type(t, element_type_of(a)) for t, a in zip(inputs, accumulators))

    def check(self) -> None:
        inputs = ranked_types(self.inputs)
        updates = ranked_types(self.updates)
        indices, dims = ranked(self.scatter_indices), ScatterDims.of(self.scatter_dimension_numbers)
        check_scatter_shapes(inputs, indices, updates, dims)
        init_values: list[AnyTensorType] = [TensorType(t.element_type, ()) for t in updates]
        check_reducer(self.update_computation, inputs, init_values, (), "C23")
        check_scatter(inputs, indices, updates, dims)
