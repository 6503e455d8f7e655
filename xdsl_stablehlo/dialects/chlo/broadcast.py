"""CHLO ops of two operands that broadcast, and broadcast_compare, broadcast_complex, broadcast_select."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import ComplexType, i1
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import Commutative, Pure

from ..definition.lazy_format import op_definition
from ..stablehlo.definition.constraints import DenseI64ArrayAttr, HloOp, ValueLike, Violation
from ..stablehlo.enums import ComparisonDirection, ComparisonType
from ..stablehlo.hlo_types import (
    HLO_AnyComplexTensor,
    HLO_AnyFpTensor,
    HLO_AnyPredOrIntTensor,
    HLO_AnyPredTensor,
    HLO_AnyTensor,
    HLO_PredTensor,
    ints,
)
from ..stablehlo.rules.shared import TypesAgree, check_compatible_elements, check_same_elements
from ..stablehlo.shapes import element_type_of
from .attributes import ComparisonDirectionAttr, ComparisonTypeAttr
from .broadcast_rules import infer_broadcast_binary, infer_numpy_broadcast


class BroadcastOp(HloOp, ABC):
    """An op on two operands that are broadcast together, as in NumPy or by `broadcast_dimensions`."""

    lhs = operand_def(HLO_AnyTensor)
    rhs = operand_def(HLO_AnyTensor)
    broadcast_dimensions = opt_prop_def(DenseI64ArrayAttr)
    result = result_def(HLO_AnyTensor)

    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)"

    def __init__(
        self,
        lhs: ValueLike,
        rhs: ValueLike,
        broadcast_dimensions: Sequence[int] | None = None,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    @classmethod
    def result_element_type(cls, lhs: Attribute) -> Attribute | None:
        """The elements of the result where they are not those of the operands."""
        return None

    def infer(self) -> Sequence[Attribute]:
        dimensions = None if self.broadcast_dimensions is None else ints(self.broadcast_dimensions)
        element_type = self.result_element_type(self.lhs.type)
        return (infer_broadcast_binary(self.lhs.type, self.rhs.type, dimensions, element_type),)


class BroadcastCompatibleOp(BroadcastOp, ABC):
    """Operands and result have compatible elements: quantized ones may differ in scale."""

    traits = traits_def(TypesAgree(check_compatible_elements))


class BroadcastSameOp(BroadcastOp, ABC):
    """Operands and result have the same elements."""

    traits = traits_def(TypesAgree(check_same_elements))


class BroadcastLogicalOp(BroadcastOp, ABC):
    """An op on booleans, or on the bits of integers."""

    lhs = operand_def(HLO_AnyPredOrIntTensor)
    rhs = operand_def(HLO_AnyPredOrIntTensor)


@op_definition
class BroadcastAddOp(BroadcastCompatibleOp):
    """`lhs + rhs`"""

    name = "chlo.broadcast_add"
    traits = traits_def(Commutative())


@op_definition
class BroadcastAtan2Op(BroadcastSameOp):
    """`atan2(lhs, rhs)`"""

    name = "chlo.broadcast_atan2"


@op_definition
class BroadcastDivOp(BroadcastSameOp):
    """`lhs / rhs`"""

    name = "chlo.broadcast_divide"


@op_definition
class BroadcastMaxOp(BroadcastCompatibleOp):
    """`max(lhs, rhs)`"""

    name = "chlo.broadcast_maximum"
    traits = traits_def(Commutative())


@op_definition
class BroadcastMinOp(BroadcastCompatibleOp):
    """`min(lhs, rhs)`"""

    name = "chlo.broadcast_minimum"
    traits = traits_def(Commutative())


@op_definition
class BroadcastMulOp(BroadcastSameOp):
    """`lhs * rhs`"""

    name = "chlo.broadcast_multiply"
    traits = traits_def(Commutative())


@op_definition
class BroadcastNextAfterOp(BroadcastSameOp):
    """The representable value next to `lhs` in the direction of `rhs`."""

    name = "chlo.broadcast_next_after"


@op_definition
class BroadcastPolygammaOp(BroadcastSameOp):
    """The polygamma function of order `lhs` at `rhs`."""

    name = "chlo.broadcast_polygamma"


@op_definition
class BroadcastPowOp(BroadcastSameOp):
    """`lhs ** rhs`"""

    name = "chlo.broadcast_power"


@op_definition
class BroadcastRemOp(BroadcastSameOp):
    """`lhs % rhs`, with the sign of `lhs`."""

    name = "chlo.broadcast_remainder"


@op_definition
class BroadcastShiftLeftOp(BroadcastSameOp):
    """`lhs << rhs`"""

    name = "chlo.broadcast_shift_left"


@op_definition
class BroadcastShiftRightArithmeticOp(BroadcastSameOp):
    """`lhs >> rhs`, which keeps the sign."""

    name = "chlo.broadcast_shift_right_arithmetic"


@op_definition
class BroadcastShiftRightLogicalOp(BroadcastSameOp):
    """`lhs >> rhs`, which shifts in zeros."""

    name = "chlo.broadcast_shift_right_logical"


@op_definition
class BroadcastSubOp(BroadcastSameOp):
    """`lhs - rhs`"""

    name = "chlo.broadcast_subtract"


@op_definition
class BroadcastZetaOp(BroadcastSameOp):
    """The Hurwitz zeta function of `lhs` and `rhs`."""

    name = "chlo.broadcast_zeta"
    lhs = operand_def(HLO_AnyFpTensor)
    rhs = operand_def(HLO_AnyFpTensor)
    result = result_def(HLO_AnyFpTensor)


@op_definition
class BroadcastAndOp(BroadcastLogicalOp):
    """`lhs & rhs`"""

    name = "chlo.broadcast_and"
    traits = traits_def(Commutative())


@op_definition
class BroadcastOrOp(BroadcastLogicalOp):
    """`lhs | rhs`"""

    name = "chlo.broadcast_or"
    traits = traits_def(Commutative())


@op_definition
class BroadcastXorOp(BroadcastLogicalOp):
    """`lhs ^ rhs`"""

    name = "chlo.broadcast_xor"
    traits = traits_def(Commutative())


@op_definition
class BroadcastComplexOp(BroadcastOp):
    """Complex numbers with the real part `lhs` and the imaginary part `rhs`."""

    name = "chlo.broadcast_complex"
    lhs = operand_def(HLO_AnyFpTensor)
    rhs = operand_def(HLO_AnyFpTensor)
    result = result_def(HLO_AnyComplexTensor)

    @classmethod
    def result_element_type(cls, lhs: Attribute) -> Attribute:
        return ComplexType.new([element_type_of(lhs)])


@op_definition
class BroadcastCompareOp(BroadcastOp):
    """Whether `lhs` and `rhs` are in the relation `comparison_direction`."""

    name = "chlo.broadcast_compare"
    comparison_direction = prop_def(ComparisonDirectionAttr)
    compare_type = opt_prop_def(ComparisonTypeAttr)
    result = result_def(HLO_AnyPredTensor)

    def __init__(
        self,
        lhs: ValueLike,
        rhs: ValueLike,
        comparison_direction: ComparisonDirection,
        compare_type: ComparisonType | None = None,
        broadcast_dimensions: Sequence[int] | None = None,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    @classmethod
    def result_element_type(cls, lhs: Attribute) -> Attribute:
        return i1


@op_definition
class BroadcastSelectOp(HloOp):
    """`on_true` where `pred` is true, else `on_false`; all three are broadcast together."""

    name = "chlo.broadcast_select"
    pred = operand_def(HLO_PredTensor)
    on_true = operand_def(HLO_AnyTensor)
    on_false = operand_def(HLO_AnyTensor)
    result = result_def(HLO_AnyTensor)
    traits = traits_def(Pure())
    assembly_format = (
        "$pred `,` $on_true `,` $on_false attr-dict `:` "
        "`(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type($result)"
    )

    def __init__(
        self, pred: ValueLike, on_true: ValueLike, on_false: ValueLike, result_type: Attribute | None = None
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        elements = element_type_of(self.on_true.type)
        if elements != element_type_of(self.on_false.type):
            raise Violation("mismatched operand types")
        return (infer_numpy_broadcast(self.operand_types, elements),)
