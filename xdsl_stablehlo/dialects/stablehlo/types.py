"""StableHLO's types, the kinds of element types, and the operand constraints that the op definitions are written with.

The constraint names are those of upstream's ODS (`HLO_IntTensor`, ...), the descriptions are what errors print.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    ComplexType,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    Signedness,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext, irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ..quant import AnyQuantizedType, UniformQuantizedPerAxisType, UniformQuantizedType

FLOAT_TYPES: tuple[type[Attribute], ...] = tuple(AnyFloat.__args__)


@irdl_attr_definition
class TokenType(ParametrizedAttribute, TypeAttribute):
    """`!stablehlo.token`: orders side effects (spec: Types)."""

    name = "stablehlo.token"


@irdl_attr_definition
class FutureType(ParametrizedAttribute, TypeAttribute):
    """`!stablehlo.future<..>`: what an asynchronous op will give."""

    name = "stablehlo.future"
    types: ArrayAttr[Attribute] = param_def(ArrayAttr[Attribute])

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        return (ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_type)),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(self.types.data, printer.print_attribute)


def is_pred(t: Attribute) -> bool:
    """i1, the specification's boolean."""
    return isinstance(t, IntegerType) and t.width.data == 1


def is_int(t: Attribute) -> bool:
    """si2 to si64 (signless in MLIR) and ui2 to ui64."""
    return isinstance(t, IntegerType) and t.width.data in (2, 4, 8, 16, 32, 64) and not _is_signed(t)


def is_signed_int(t: Attribute) -> bool:
    return is_int(t) and isinstance(t, IntegerType) and t.signedness.data is Signedness.SIGNLESS


def is_unsigned_int(t: Attribute) -> bool:
    return is_int(t) and isinstance(t, IntegerType) and t.signedness.data is Signedness.UNSIGNED


def is_float(t: Attribute) -> bool:
    return isinstance(t, FLOAT_TYPES)


def is_complex(t: Attribute) -> bool:
    return isinstance(t, ComplexType) and isinstance(t.element_type, Float32Type | Float64Type)


def is_float32_or_64(t: Attribute) -> bool:
    return isinstance(t, Float32Type | Float64Type)


def is_quantized(t: Attribute) -> bool:
    """Quantized per tensor."""
    return isinstance(t, UniformQuantizedType)


def is_per_axis_quantized(t: Attribute) -> bool:
    return isinstance(t, UniformQuantizedPerAxisType)


def is_any_quantized(t: Attribute) -> bool:
    return isinstance(t, AnyQuantizedType)


def is_index(t: Attribute) -> bool:
    return isinstance(t, IndexType)


def _is_signed(t: IntegerType) -> bool:
    return t.signedness.data is Signedness.SIGNED


ElementPredicate = Callable[[Attribute], bool]


@dataclass(frozen=True)
class TensorOf(AttrConstraint[TensorType[Attribute]]):
    """A ranked tensor whose element type is of one of the kinds in `elements`."""

    description: str
    elements: tuple[ElementPredicate, ...]
    ranks: tuple[int, ...] | None = None
    static: bool = False
    unranked: bool = False

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not self.accepts(attr):
            raise VerifyException(f"must be {self.description}, but got '{attr}'")

    def accepts(self, attr: Attribute) -> bool:
        if not isinstance(attr, TensorType):
            is_unranked = self.unranked and isinstance(attr, UnrankedTensorType)
            return is_unranked and any(kind(attr.element_type) for kind in self.elements)
        shape = attr.get_shape()
        if self.ranks is not None and len(shape) not in self.ranks:
            return False
        if self.static and -1 in shape:
            return False
        return any(kind(attr.element_type) for kind in self.elements)

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> TensorOf:
        return self


_ANY = (is_float, is_pred, is_int, is_complex, is_quantized)

HLO_Tensor = TensorOf(
    "ranked tensor of float or bool or integer or complex or per-tensor quantized values", _ANY
)
HLO_IntTensor = TensorOf("ranked tensor of integer values", (is_int,))
HLO_PredTensor = TensorOf("ranked tensor of bool values", (is_pred,))
HLO_FpTensor = TensorOf("ranked tensor of float values", (is_float,))
HLO_PredOrIntTensor = TensorOf("ranked tensor of bool or integer values", (is_pred, is_int))
