"""Tuples, tokens and barriers (spec: after_all, get_tuple_element, optimization_barrier, tuple)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, TupleType
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, result_def, traits_def, var_operand_def, var_result_def
from xdsl.traits import Pure

from ... import hlo_types as kinds
from ...definition import HloOp, NonNegativeI32Attr, ValueLike, Violation
from ...hlo_types import TokenType, tuple_type
from ...syntax import FUNCTIONAL, SAME_TYPE
from ...traits import MovesElements


class AfterAllOp(HloOp, op="stablehlo.after_all"):
    """A token that comes after all given ones."""

    inputs = var_operand_def(kinds.HLO_Token)
    result = result_def(kinds.HLO_Token)
    traits = traits_def(Pure())
    assembly_format = f"custom<SpacedOperands>($inputs) {SAME_TYPE}"

    def __init__(self, inputs: Sequence[ValueLike], result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (TokenType(),)


class CreateTokenOp(HloOp, op="stablehlo.create_token"):
    """A token that depends on nothing (deprecated: `after_all` without inputs)."""

    output = result_def(kinds.HLO_Token)
    traits = traits_def(Pure())
    assembly_format = "attr-dict `:` type(results)"

    def __init__(self, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (TokenType(),)


class GetTupleElementOp(HloOp, op="stablehlo.get_tuple_element"):
    """One element of a tuple."""

    operand = operand_def(kinds.HLO_Tuple)
    index = prop_def(NonNegativeI32Attr)
    result = result_def(kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer)
    traits = traits_def(Pure())
    assembly_format = f"$operand `[` $index `]` {FUNCTIONAL}"

    def __init__(self, operand: ValueLike, index: int | IntegerAttr, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        types, index = cast(TupleType, self.operand.type).types.data, self.index.value.data
        if index >= len(types):
            raise Violation(f"index {index} is out of bounds of operand with size {len(types)}", "C1")
        return (types[index],)


class OptimizationBarrierOp(HloOp, op="stablehlo.optimization_barrier"):
    """The operands, across which the compiler moves no computation."""

    operand = var_operand_def(kinds.HLO_TensorOrToken)
    result = var_result_def(kinds.HLO_TensorOrToken)
    traits = traits_def(Pure(), MovesElements())
    assembly_format = (
        "attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?"
    )

    def __init__(self, operand: Sequence[ValueLike], result_types: Sequence[Attribute] | None = None):
        self.init_fields(vars())

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

    val = var_operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer)
    result = result_def(kinds.HLO_Tuple)
    traits = traits_def(Pure())
    assembly_format = (
        "custom<SpacedOperands>($val) attr-dict `:` custom<TupleOpType>(type($val), type($result))"
    )

    def __init__(self, val: Sequence[ValueLike], result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (tuple_type(self.operand_types),)
