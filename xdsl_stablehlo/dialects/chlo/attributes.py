"""CHLO's own attributes: its enums, which have the cases of StableHLO's, and the dimension numbers of ragged_dot."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerType
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import AttrConstraint, irdl_attr_definition, param_def

from ..stablehlo.definition.properties import ArrayOf
from ..stablehlo.enums import ComparisonDirection, ComparisonType, EnumText, Precision
from ..stablehlo.hlo_types import i64_array
from ..stablehlo.syntax.struct_text import SparseStruct


@irdl_attr_definition
class ComparisonDirectionAttr(EnumText, EnumAttribute[ComparisonDirection], SpacedOpaqueSyntaxAttribute):
    """`#chlo<comparison_direction LT>`"""

    name = "chlo.comparison_direction"


@irdl_attr_definition
class ComparisonTypeAttr(EnumText, EnumAttribute[ComparisonType], SpacedOpaqueSyntaxAttribute):
    """`#chlo<comparison_type TOTALORDER>`"""

    name = "chlo.comparison_type"


@irdl_attr_definition
class PrecisionAttr(EnumText, EnumAttribute[Precision], SpacedOpaqueSyntaxAttribute):
    """`#chlo<precision HIGHEST>`"""

    name = "chlo.precision"


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


ATTRIBUTES: list[type[Attribute]] = [
    ComparisonDirectionAttr,
    ComparisonTypeAttr,
    PrecisionAttr,
    RaggedDotDimensionNumbersAttr,
]
"""All attributes of the dialect."""

__all__ = ["ComparisonDirectionAttr", "ComparisonTypeAttr", "PrecisionAttr", "RaggedDotDimensionNumbersAttr"]
