"""Elementwise ops of one operand (spec: abs to tanh).

Operand and result have compatible types; ops whose result has another element type are in `convert`.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect

from .....definition.lazy_format import op_definition
from ....attributes import DEFAULT_RESULT_ACCURACY, ResultAccuracyAttr
from ....definition.constraints import HloOp, ValueLike
from ....hlo_types import (
    HLO_FpComplexOrQuantizedIntTensor,
    HLO_FpOrQuantizedIntTensor,
    HLO_IntFpOrComplexOrQuantizedIntTensor,
    HLO_IntTensor,
    HLO_PredOrIntTensor,
    HLO_SIntFpComplexOrQuantizedIntTensor,
    HLO_Tensor,
)
from ....interfaces.speculation import SpeculatableIfStaticDimInOutputIsStaticInInput
from ....rules.shared import check_compatible
from ....shapes import most_specific_type
from ....syntax.directives import SAME_TYPE


def infer_elementwise(operands: Sequence[Attribute]) -> Sequence[Attribute]:
    """One result: what the operand types know together. Raises `Violation` where their shapes contradict."""
    return (most_specific_type(operands),)


class UnaryElementwiseOp(HloOp, ABC):
    """An op on each element that keeps the type (C1)."""

    operand = operand_def(HLO_Tensor)
    result = result_def(HLO_Tensor)

    traits = traits_def(SpeculatableIfStaticDimInOutputIsStaticInInput(), NoMemoryEffect())

    assembly_format = f"$operand {SAME_TYPE}"

    def __init__(self, operand: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return infer_elementwise(self.operand_types)

    def check(self) -> None:
        check_compatible((*self.operand_types, *self.result_types), "C1")


class TranscendentalOp(UnaryElementwiseOp, ABC):
    """A function that is rarely exact, so that a program can say how exact it has to be."""

    operand = operand_def(HLO_FpComplexOrQuantizedIntTensor)
    result = result_def(HLO_FpComplexOrQuantizedIntTensor)
    result_accuracy = opt_prop_def(ResultAccuracyAttr, DEFAULT_RESULT_ACCURACY)

    def __init__(
        self,
        operand: ValueLike,
        result_type: Attribute | None = None,
        result_accuracy: ResultAccuracyAttr | None = None,
    ):
        self.init_fields(vars())


class RoundingOp(UnaryElementwiseOp, ABC):
    """A function from real numbers to integers among them."""

    operand = operand_def(HLO_FpOrQuantizedIntTensor)
    result = result_def(HLO_FpOrQuantizedIntTensor)


@op_definition
class CbrtOp(TranscendentalOp):
    """The cubic root of each element."""

    name = "stablehlo.cbrt"


@op_definition
class CeilOp(RoundingOp):
    """Each element rounded to an integer, towards positive infinity."""

    name = "stablehlo.ceil"


@op_definition
class ClzOp(UnaryElementwiseOp):
    """The number of leading zero bits of each element."""

    name = "stablehlo.count_leading_zeros"
    operand = operand_def(HLO_IntTensor)
    result = result_def(HLO_IntTensor)


@op_definition
class CosineOp(TranscendentalOp):
    """The cosine of each element."""

    name = "stablehlo.cosine"


@op_definition
class ExpOp(TranscendentalOp):
    """e to the power of each element."""

    name = "stablehlo.exponential"


@op_definition
class Expm1Op(TranscendentalOp):
    """e to the power of each element, minus one."""

    name = "stablehlo.exponential_minus_one"


@op_definition
class FloorOp(RoundingOp):
    """Each element rounded to an integer, towards negative infinity."""

    name = "stablehlo.floor"


@op_definition
class LogOp(TranscendentalOp):
    """The natural logarithm of each element."""

    name = "stablehlo.log"


@op_definition
class Log1pOp(TranscendentalOp):
    """The natural logarithm of each element plus one."""

    name = "stablehlo.log_plus_one"


@op_definition
class LogisticOp(TranscendentalOp):
    """1 / (1 + e^-x) of each element."""

    name = "stablehlo.logistic"


@op_definition
class NegOp(UnaryElementwiseOp):
    """Each element with the other sign."""

    name = "stablehlo.negate"
    operand = operand_def(HLO_IntFpOrComplexOrQuantizedIntTensor)
    result = result_def(HLO_IntFpOrComplexOrQuantizedIntTensor)


@op_definition
class NotOp(UnaryElementwiseOp):
    """Logical not of booleans, bitwise not of integers."""

    name = "stablehlo.not"
    operand = operand_def(HLO_PredOrIntTensor)
    result = result_def(HLO_PredOrIntTensor)


@op_definition
class PopulationCountOp(UnaryElementwiseOp):
    """The number of one bits of each element."""

    name = "stablehlo.popcnt"
    operand = operand_def(HLO_IntTensor)
    result = result_def(HLO_IntTensor)


@op_definition
class RoundOp(RoundingOp):
    """Each element rounded to the nearest integer, ties away from zero."""

    name = "stablehlo.round_nearest_afz"


@op_definition
class RoundNearestEvenOp(RoundingOp):
    """Each element rounded to the nearest integer, ties to the even one."""

    name = "stablehlo.round_nearest_even"


@op_definition
class RsqrtOp(TranscendentalOp):
    """The reciprocal square root of each element."""

    name = "stablehlo.rsqrt"


@op_definition
class SignOp(UnaryElementwiseOp):
    """The sign of each element; x / |x| of a complex one."""

    name = "stablehlo.sign"
    operand = operand_def(HLO_SIntFpComplexOrQuantizedIntTensor)
    result = result_def(HLO_SIntFpComplexOrQuantizedIntTensor)


@op_definition
class SineOp(TranscendentalOp):
    """The sine of each element."""

    name = "stablehlo.sine"


@op_definition
class SqrtOp(TranscendentalOp):
    """The square root of each element."""

    name = "stablehlo.sqrt"


@op_definition
class TanOp(TranscendentalOp):
    """The tangent of each element."""

    name = "stablehlo.tan"


@op_definition
class TanhOp(TranscendentalOp):
    """The hyperbolic tangent of each element."""

    name = "stablehlo.tanh"
