"""CHLO's functions of one or two numbers, without broadcasting, and its constants."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

import numpy as np
from xdsl import irdl
from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, SSAValue, TypedAttribute
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure

from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import AnyElementsAttr, attribute_of_array

from ...text.literals import parse_elements, print_elements
from ..base import fields
from ..check import elements_type
from ..stablehlo import hlo_types as kinds
from ..stablehlo.checks import check_compatible, check_elementwise, check_same_shape
from ..stablehlo.definition import HloOp, Violation
from ..stablehlo.shapes import element_type_of, most_specific_type
from ..stablehlo.traits import TypesAgree
from .broadcast import same_shape_of


class UnaryOp(HloOp, ABC):
    """A function of each element that keeps the type."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpOrComplexTensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_AnyFpOrComplexTensor, alias="result_type", default=None
    )
    traits = irdl.traits_def(TypesAgree(check_compatible), Pure())
    assembly_format = "$operand attr-dict `:` type($operand) `->` type($result)"

    def infer(self) -> Sequence[Attribute]:
        return (self.operand.type,)


class PredicateOp(HloOp, ABC):
    """A question about each element."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_AnyPredTensor, alias="result_type", default=None
    )
    traits = irdl.traits_def(TypesAgree(check_elementwise), Pure())
    assembly_format = "$operand attr-dict `:` type($operand) `->` type($result)"

    def infer(self) -> Sequence[Attribute]:
        return (same_shape_of(i1, self.operand.type),)


# fmt: off
class AsinAcosKernelOp(UnaryOp, op="chlo._asin_acos_kernel", types=kinds.HLO_AnyComplexTensor):
    """The computation that asin and acos of complex numbers share."""
class AcosOp(UnaryOp, op="chlo.acos"): """The inverse of cos."""
class AcoshOp(UnaryOp, op="chlo.acosh"): """The inverse of cosh."""
class AsinOp(UnaryOp, op="chlo.asin"): """The inverse of sin."""
class AsinhOp(UnaryOp, op="chlo.asinh"): """The inverse of sinh."""
class AtanOp(UnaryOp, op="chlo.atan"): """The inverse of tan."""
class AtanhOp(UnaryOp, op="chlo.atanh"): """The inverse of tanh."""
class BesselI1eOp(UnaryOp, op="chlo.bessel_i1e"): """The exponentially scaled modified Bessel function of order 1."""
class ConjOp(UnaryOp, op="chlo.conj"): """The complex conjugate."""
class CoshOp(UnaryOp, op="chlo.cosh"): """The hyperbolic cosine."""
class SinhOp(UnaryOp, op="chlo.sinh"): """The hyperbolic sine."""
class TanOp(UnaryOp, op="chlo.tan"): """The tangent."""
class SquareOp(UnaryOp, op="chlo.square"): """The product of each element with itself."""

class RealUnaryOp(UnaryOp, types=kinds.HLO_AnyFpTensor): """A function of real numbers."""
class DigammaOp(RealUnaryOp, op="chlo.digamma"): """The logarithmic derivative of the gamma function."""
class ErfOp(RealUnaryOp, op="chlo.erf"): """The error function."""
class ErfInvOp(RealUnaryOp, op="chlo.erf_inv"): """The inverse of the error function."""
class ErfcOp(RealUnaryOp, op="chlo.erfc"): """One minus the error function."""
class LgammaOp(RealUnaryOp, op="chlo.lgamma"): """The logarithm of the absolute value of the gamma function."""

class IsInfOp(PredicateOp, op="chlo.is_inf"): """Whether an element is infinite."""
class IsNegInfOp(PredicateOp, op="chlo.is_neg_inf"): """Whether an element is minus infinity."""
class IsPosInfOp(PredicateOp, op="chlo.is_pos_inf"): """Whether an element is plus infinity."""
# fmt: on


class BinaryOp(HloOp, ABC):
    """A function of two numbers of one type."""

    traits = irdl.traits_def(TypesAgree(check_compatible), Pure())
    assembly_format = "operands attr-dict `:` type(operands) `->` type($result)"

    def infer(self) -> Sequence[Attribute]:
        return (most_specific_type(self.operand_types),)


class NextAfterOp(BinaryOp, op="chlo.next_after"):
    """The representable value next to `x` in the direction of `y`."""

    x: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    y: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_AnyFpTensor, alias="result_type", default=None
    )


class PolygammaOp(BinaryOp, op="chlo.polygamma"):
    """The polygamma function of order `n` at `x`."""

    n: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    x: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_AnyFpTensor, alias="result_type", default=None
    )


class ZetaOp(BinaryOp, op="chlo.zeta"):
    """The Hurwitz zeta function of `x` and `q`."""

    x: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    q: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_AnyFpTensor, alias="result_type", default=None
    )


class MulhiOp(BinaryOp, op="chlo.mulhi", commutative=True):
    """The upper half of the product of two integers."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_IntTensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_IntTensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_IntTensor, alias="result_type", default=None)


class ConstantOp(HloOp, op="chlo.constant"):
    """A tensor of known elements."""

    value = irdl.prop_def(Attribute)
    output = irdl.result_def(kinds.HLO_StaticShapeTensor)
    traits = irdl.traits_def(ConstantLike(), Pure())

    def __init__(self, value: AnyElementsAttr | Array | np.generic):
        """`value` is an attribute of elements, or an array, which is copied."""
        if not isinstance(value, Attribute):
            value = attribute_of_array(value)
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (elements_type(self.value),)

    def fold(self) -> Sequence[SSAValue | Attribute]:
        return (self.value,)

    @classmethod
    def parse(cls, parser: Parser) -> ConstantOp:
        attributes = parser.parse_optional_attr_dict()
        value = parse_elements(parser)
        return cls.create(
            properties={"value": value}, attributes=attributes, result_types=[elements_type(value)]
        )

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        print_elements(printer, self.value)


def value_type(value: Attribute) -> Attribute:
    """The type of a typed attribute."""
    if not isinstance(value, TypedAttribute):
        raise Violation("attribute 'value' failed to satisfy constraint: TypedAttr instance")
    return value.get_type()


class ConstantLikeOp(HloOp, op="chlo.constant_like"):
    """`value` in every element of a tensor of the operand's shape."""

    value: Attribute = fields.prop_def(Attribute)
    operand: fields.OneOperand = fields.operand_def(kinds.HLO_AnyTensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_AnyTensor, alias="result_type", default=None)
    traits = irdl.traits_def(Pure())

    def infer(self) -> Sequence[Attribute]:
        return (same_shape_of(value_type(self.value), self.operand.type),)

    def check(self) -> None:
        if value_type(self.value) != element_type_of(self.result.type):
            raise Violation("value's type doesn't match element return type")
        check_same_shape((self.operand.type, self.result.type))
