"""Sorting along one dimension (spec: sort)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, Region
from xdsl.traits import RecursiveMemoryEffect

from ....base import fields
from ... import hlo_types as kinds
from ...checks import check_same_shape, is_scalar_pred
from ...definition import HloOp, Violation, ranked_types
from ...shapes import scalar_type
from ...traits import MovesElements, RecursivelySpeculatableIfAllInputsStatic


class SortOp(HloOp, op="stablehlo.sort"):
    """The slices of the inputs along one dimension, sorted together."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    comparator: Region = fields.region_def()
    dimension: fields.DefaultIntField = fields.opt_prop_def(kinds.I64Attr, IntegerAttr(-1, i64), default=None)
    is_stable: fields.DefaultBoolField = fields.opt_prop_def(kinds.HloBoolAttr, kinds.FALSE, default=None)
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_Tensor, alias="result_types", default=None
    )
    traits = irdl.traits_def(
        RecursivelySpeculatableIfAllInputsStatic(), RecursiveMemoryEffect(), MovesElements()
    )

    def infer(self) -> Sequence[Attribute]:
        if not self.inputs:
            raise Violation("expected 1 or more operands, but found 0", "C1")
        check_same_shape((*self.operand_types, *self.result_types), "C1, C3")
        return self.operand_types

    def check(self) -> None:
        inputs = ranked_types(self.inputs)
        dimension, rank = self.dimension.value.data, inputs[0].get_num_dims()
        if not -rank <= dimension < rank:
            raise Violation(
                f"dimension attribute value must be in range [-{rank}, {rank}), but found {dimension}", "C4"
            )
        block = self.comparator.block
        if len(block.args) != 2 * len(inputs):
            raise Violation(f"comparator block should have {2 * len(inputs)} arguments", "C5")
        for i, argument in enumerate(block.arg_types):
            expected = scalar_type(inputs[i // 2].element_type)
            if argument != expected:
                raise Violation(
                    f"comparator block argument #{i} should be of type '{expected}' but got '{argument}'",
                    "C5",
                )
        returned = block.last_op.operand_types if block.last_op is not None else ()
        if len(returned) != 1:
            raise Violation(f"comparator must return single output but got {len(returned)}", "C5")
        if not is_scalar_pred(returned[0]):
            raise Violation(f"comparator must return tensor<i1> but got '{returned[0]}'", "C5")
