"""CHLO's functions of one or two numbers, without broadcasting."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Commutative, Pure

from ..definition.lazy_format import op_definition
from ..stablehlo.definition.constraints import HloOp, ValueLike
from ..stablehlo.hlo_types import (
    HLO_AnyComplexTensor,
    HLO_AnyFpOrComplexTensor,
    HLO_AnyFpTensor,
    HLO_AnyPredTensor,
    HLO_IntTensor,
)
from ..stablehlo.rules.shared import TypesAgree, check_compatible, check_elementwise
from ..stablehlo.shapes import most_specific_type
from .broadcast_rules import same_shape_of


class UnaryOp(HloOp, ABC):
    """A function of each element that keeps the type."""

    operand = operand_def(HLO_AnyFpOrComplexTensor)
    result = result_def(HLO_AnyFpOrComplexTensor)
    traits = traits_def(TypesAgree(check_compatible), Pure())
    assembly_format = "$operand attr-dict `:` type($operand) `->` type($result)"

    def __init__(self, operand: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (self.operand.type,)


class RealUnaryOp(UnaryOp, ABC):
    """A function of real numbers."""

    operand = operand_def(HLO_AnyFpTensor)
    result = result_def(HLO_AnyFpTensor)


@op_definition
class AsinAcosKernelOp(UnaryOp):
    """What asin and acos of complex numbers have in common."""

    name = "chlo._asin_acos_kernel"
    operand = operand_def(HLO_AnyComplexTensor)
    result = result_def(HLO_AnyComplexTensor)


@op_definition
class AcosOp(UnaryOp):
    """The inverse of cos."""

    name = "chlo.acos"


@op_definition
class AcoshOp(UnaryOp):
    """The inverse of cosh."""

    name = "chlo.acosh"


@op_definition
class AsinOp(UnaryOp):
    """The inverse of sin."""

    name = "chlo.asin"


@op_definition
class AsinhOp(UnaryOp):
    """The inverse of sinh."""

    name = "chlo.asinh"


@op_definition
class AtanOp(UnaryOp):
    """The inverse of tan."""

    name = "chlo.atan"


@op_definition
class AtanhOp(UnaryOp):
    """The inverse of tanh."""

    name = "chlo.atanh"


@op_definition
class BesselI1eOp(UnaryOp):
    """The exponentially scaled modified Bessel function of order 1."""

    name = "chlo.bessel_i1e"


@op_definition
class ConjOp(UnaryOp):
    """The complex conjugate."""

    name = "chlo.conj"


@op_definition
class CoshOp(UnaryOp):
    """The hyperbolic cosine."""

    name = "chlo.cosh"


@op_definition
class SinhOp(UnaryOp):
    """The hyperbolic sine."""

    name = "chlo.sinh"


@op_definition
class TanOp(UnaryOp):
    """The tangent."""

    name = "chlo.tan"


@op_definition
class SquareOp(UnaryOp):
    """The product of each element with itself."""

    name = "chlo.square"


@op_definition
class DigammaOp(RealUnaryOp):
    """The logarithmic derivative of the gamma function."""

    name = "chlo.digamma"


@op_definition
class ErfOp(RealUnaryOp):
    """The error function."""

    name = "chlo.erf"


@op_definition
class ErfInvOp(RealUnaryOp):
    """The inverse of the error function."""

    name = "chlo.erf_inv"


@op_definition
class ErfcOp(RealUnaryOp):
    """One minus the error function."""

    name = "chlo.erfc"


@op_definition
class LgammaOp(RealUnaryOp):
    """The logarithm of the absolute value of the gamma function."""

    name = "chlo.lgamma"


class PredicateOp(HloOp, ABC):
    """A question about each element."""

    operand = operand_def(HLO_AnyFpTensor)
    result = result_def(HLO_AnyPredTensor)
    traits = traits_def(TypesAgree(check_elementwise), Pure())
    assembly_format = "$operand attr-dict `:` type($operand) `->` type($result)"

    def __init__(self, operand: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (same_shape_of(i1, self.operand.type),)


@op_definition
class IsInfOp(PredicateOp):
    """Whether an element is infinite."""

    name = "chlo.is_inf"


@op_definition
class IsNegInfOp(PredicateOp):
    """Whether an element is minus infinity."""

    name = "chlo.is_neg_inf"


@op_definition
class IsPosInfOp(PredicateOp):
    """Whether an element is plus infinity."""

    name = "chlo.is_pos_inf"


class BinaryOp(HloOp, ABC):
    """A function of two numbers of one type."""

    traits = traits_def(TypesAgree(check_compatible), Pure())

    def infer(self) -> Sequence[Attribute]:
        return (most_specific_type(self.operand_types),)


@op_definition
class NextAfterOp(BinaryOp):
    """The representable value next to `x` in the direction of `y`."""

    name = "chlo.next_after"
    x = operand_def(HLO_AnyFpTensor)
    y = operand_def(HLO_AnyFpTensor)
    result = result_def(HLO_AnyFpTensor)
    assembly_format = "$x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)"

    def __init__(self, x: ValueLike, y: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())


@op_definition
class PolygammaOp(BinaryOp):
    """The polygamma function of order `n` at `x`."""

    name = "chlo.polygamma"
    n = operand_def(HLO_AnyFpTensor)
    x = operand_def(HLO_AnyFpTensor)
    result = result_def(HLO_AnyFpTensor)
    assembly_format = "$n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)"

    def __init__(self, n: ValueLike, x: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())


@op_definition
class ZetaOp(BinaryOp):
    """The Hurwitz zeta function of `x` and `q`."""

    name = "chlo.zeta"
    x = operand_def(HLO_AnyFpTensor)
    q = operand_def(HLO_AnyFpTensor)
    result = result_def(HLO_AnyFpTensor)
    assembly_format = "$x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)"

    def __init__(self, x: ValueLike, q: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())


@op_definition
class MulhiOp(BinaryOp):
    """The upper half of the product of two integers."""

    name = "chlo.mulhi"
    lhs = operand_def(HLO_IntTensor)
    rhs = operand_def(HLO_IntTensor)
    result = result_def(HLO_IntTensor)
    traits = traits_def(Commutative())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def __init__(self, lhs: ValueLike, rhs: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())
