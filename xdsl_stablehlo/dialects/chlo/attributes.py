"""CHLO's own attributes: its enums, which have the cases of StableHLO's, and the dimension numbers of ragged_dot."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerType
from xdsl.irdl import AttrConstraint, irdl_attr_definition, param_def

from xdsl_stablehlo.ir.versions import EnumAttribute

from ..stablehlo.attributes import ArrayOf, ComparisonDirection, ComparisonType, Precision, SpacedEnum
from ..stablehlo.hlo_types import i64_array
from ..stablehlo.syntax import SparseStruct


# fmt: off
class ComparisonDirectionAttr(SpacedEnum, EnumAttribute[ComparisonDirection], attr="chlo.comparison_direction"):
    """`#chlo<comparison_direction LT>`"""
class ComparisonTypeAttr(SpacedEnum, EnumAttribute[ComparisonType], attr="chlo.comparison_type"):
    """`#chlo<comparison_type TOTALORDER>`"""
class PrecisionAttr(SpacedEnum, EnumAttribute[Precision], attr="chlo.precision"):
    """`#chlo<precision HIGHEST>`"""
# fmt: on


PrecisionConfigAttr = cast(
    "AttrConstraint[ArrayAttr[PrecisionAttr]]", ArrayOf("Precision Config attribute", PrecisionAttr)
)


@irdl_attr_definition
class RaggedDotDimensionNumbersAttr(SparseStruct):
    """`#chlo.ragged_dot<..>`: those of `dot_general`, the ragged dimension of lhs and the group dimension of rhs."""

    name = "chlo.ragged_dot"
    lhs_batching_dimensions: DenseArrayBase[IntegerType] = param_def(converter=i64_array)
    rhs_batching_dimensions: DenseArrayBase[IntegerType] = param_def(converter=i64_array)
    lhs_contracting_dimensions: DenseArrayBase[IntegerType] = param_def(converter=i64_array)
    rhs_contracting_dimensions: DenseArrayBase[IntegerType] = param_def(converter=i64_array)
    lhs_ragged_dimensions: DenseArrayBase[IntegerType] = param_def(converter=i64_array)
    rhs_group_dimensions: DenseArrayBase[IntegerType] = param_def(converter=i64_array)
