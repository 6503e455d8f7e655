"""Tuples, tokens and barriers (spec: after_all, get_tuple_element, optimization_barrier, tuple)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute
from xdsl.traits import Pure

from ....base import fields
from ... import hlo_types as kinds
from ...definition import HloOp, Violation
from ...hlo_types import TokenType, tuple_type
from ...syntax import FUNCTIONAL, SAME_TYPE
from ...traits import MovesElements


class AfterAllOp(HloOp, op="stablehlo.after_all"):
    """A token that comes after all given ones."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Token)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Token, alias="result_type", default=None)
    traits = irdl.traits_def(Pure())
    assembly_format = f"custom<SpacedOperands>($inputs) {SAME_TYPE}"

    def infer(self) -> Sequence[Attribute]:
        return (TokenType(),)


class CreateTokenOp(HloOp, op="stablehlo.create_token"):
    """A token that depends on nothing (deprecated: `after_all` without inputs)."""

    output: fields.InferredResult = fields.result_def(kinds.HLO_Token, alias="result_type", default=None)
    traits = irdl.traits_def(Pure())
    assembly_format = "attr-dict `:` type(results)"

    def infer(self) -> Sequence[Attribute]:
        return (TokenType(),)


class GetTupleElementOp(HloOp, op="stablehlo.get_tuple_element"):
    """One element of a tuple."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tuple)
    index: fields.IntField = fields.prop_def(kinds.NonNegativeI32Attr)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer, alias="result_type", default=None
    )
    traits = irdl.traits_def(Pure())
    assembly_format = f"$operand `[` $index `]` {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        assert isinstance(self.operand.type, TupleType)
        types, index = self.operand.type.types.data, self.index.value.data
        if index >= len(types):
            raise Violation(f"index {index} is out of bounds of operand with size {len(types)}", "C1")
        return (types[index],)


class OptimizationBarrierOp(HloOp, op="stablehlo.optimization_barrier"):
    """The operands, across which the compiler moves no computation."""

    operand: fields.ManyOperands = fields.var_operand_def(kinds.HLO_TensorOrToken)
    result: fields.InferredResults = fields.var_result_def(
        kinds.HLO_TensorOrToken, alias="result_types", default=None
    )
    traits = irdl.traits_def(Pure(), MovesElements())
    assembly_format = (
        "attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?"
    )

    def infer(self) -> Sequence[Attribute]:
        return self.operand_types

    def check(self) -> None:
        if len(self.operand) != len(self.result):
            raise Violation("requires the same number of operands and results", "C1")
        for i, (operand, result) in enumerate(zip(self.operand_types, self.result_types)):
            if operand != result:
                raise Violation(f"requires the same type for operand and result at index {i}", "C1")


class TupleOp(HloOp, op="stablehlo.tuple"):
    """A tuple of the operands."""

    val: fields.ManyOperands = fields.var_operand_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer
    )
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tuple, alias="result_type", default=None)
    traits = irdl.traits_def(Pure())
    assembly_format = (
        "custom<SpacedOperands>($val) attr-dict `:` custom<TupleOpType>(type($val), type($result))"
    )

    def infer(self) -> Sequence[Attribute]:
        return (tuple_type(self.operand_types),)
