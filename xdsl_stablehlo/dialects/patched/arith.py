"""xDSL's dialect `arith`, with casts, comparisons and selections of tensors and vectors, which xDSL's own refuses.

What is parsed as an op of scalars is xDSL's own op, if it has one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from xdsl import irdl
from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerAttr, IntegerType, ShapedType, i1, i64
from xdsl.ir import Attribute, Dialect, Operation, ParametrizedAttribute, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.versions import parse_keyword_in


def _shape(t: Attribute) -> tuple[int, ...] | None:
    """The shape of a tensor or vector; None of a scalar."""
    return tuple(t.get_shape()) if isinstance(t, ShapedType) else None


def _element(t: Attribute) -> Attribute:
    return getattr(t, "element_type", t) if isinstance(t, ShapedType) else t


class _CastOp(irdl.IRDLOperation, ABC):
    """Indices as integers of a width, or the other way round."""

    input = irdl.operand_def(irdl.AnyAttr())
    result = irdl.result_def(irdl.AnyAttr())
    traits = irdl.traits_def(Pure())
    SCALAR: ClassVar[type[arith.IndexCastOp] | None] = None
    """xDSL's op of scalars."""

    def __init__(self, operand: SSAValue | Operation, result_type: Attribute):
        super().__init__(operands=[operand], result_types=[result_type])

    def verify_(self) -> None:
        source, target = self.input.type, self.result.type
        kinds = {type(_element(t)) for t in (source, target)}
        if kinds != {IndexType, IntegerType} or _shape(source) != _shape(target):
            raise VerifyException(
                f"'{self.name}' op operand type '{source}' and result type '{target}' are cast incompatible"
            )

    @classmethod
    def parse(cls, parser: Parser) -> irdl.IRDLOperation:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(operand, parser.parse_type())
        parser.parse_keyword("to")
        kind = cls if cls.SCALAR is None or _shape(value.type) is not None else cls.SCALAR
        op = kind(value, parser.parse_type())
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.input)
        printer.print_op_attributes(self.attributes)
        printer.print_string(f" : {self.input.type} to {self.result.type}")


@irdl.irdl_op_definition
class IndexCastOp(_CastOp):
    """A cast of signed integers."""

    name = "arith.index_cast"
    SCALAR: ClassVar[type[arith.IndexCastOp] | None] = arith.IndexCastOp


@irdl.irdl_op_definition
class IndexCastUIOp(_CastOp):
    """A cast of unsigned integers."""

    name = "arith.index_castui"


class _CompareOp(irdl.IRDLOperation, ABC):
    """Compares elements."""

    predicate = irdl.prop_def(IntegerAttr)
    lhs = irdl.operand_def(irdl.AnyAttr())
    rhs = irdl.operand_def(irdl.AnyAttr())
    result = irdl.result_def(irdl.AnyAttr())
    traits = irdl.traits_def(Pure())
    PREDICATES: ClassVar[tuple[str, ...]]
    SCALAR: ClassVar[type[irdl.IRDLOperation]]
    """xDSL's op of scalars."""

    def verify_(self) -> None:
        t, number = self.lhs.type, self.predicate.value.data
        result = self.result.type
        if t != self.rhs.type:
            raise VerifyException("requires all operands to have the same type")
        if not self._compares(_element(t)):
            raise VerifyException(f"operand #0 has no elements that '{self.name}' compares, but '{t}'")
        if _element(result) != i1 or _shape(result) != _shape(t):
            raise VerifyException(f"result type '{result}' is not i1 of the shape of the operands, '{t}'")
        if self.predicate.type != i64 or not 0 <= number < len(self.PREDICATES):
            raise VerifyException(
                "attribute 'predicate' failed to satisfy constraint: a number of a predicate"
            )

    @classmethod
    def parse(cls, parser: Parser) -> irdl.IRDLOperation:
        number = cls.PREDICATES.index(parse_keyword_in(parser, cls.PREDICATES))
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        properties: dict[str, Attribute] = {"predicate": IntegerAttr(number, i64), **cls._flags(parser)}
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        t = parser.parse_type()
        shape = _shape(t)
        kind = cls.SCALAR if shape is None else cls
        result = _of_bools(t) if isinstance(t, ShapedType) and isinstance(t, ParametrizedAttribute) else i1
        return kind.create(
            operands=parser.resolve_operands([lhs, rhs], [t, t], parser.pos),
            result_types=[result],
            properties=properties,
            attributes=attributes,
        )

    @classmethod
    def _flags(cls, parser: Parser) -> dict[str, Attribute]:
        return {}

    @classmethod
    @abstractmethod
    def _compares(cls, element: Attribute) -> bool:
        """Whether elements of this type are compared."""

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.PREDICATES[self.predicate.value.data]}, ")
        printer.print_list((self.lhs, self.rhs), printer.print_ssa_value)
        flags = self.properties.get("fastmath")
        if isinstance(flags, arith.FastMathFlagsAttr) and flags.data:
            printer.print_string(" fastmath")
            flags.print_parameter(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(f" : {self.lhs.type}")


def _of_bools(t: ParametrizedAttribute) -> Attribute:
    """The type of the same shape, of a tensor or vector, with elements of i1."""
    element = _element(t)
    return t.new([i1 if each == element else each for each in t.parameters])


@irdl.irdl_op_definition
class CmpiOp(_CompareOp):
    """Compares integers or indices."""

    name = "arith.cmpi"
    PREDICATES: ClassVar[tuple[str, ...]] = (
        *("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"),
    )
    SCALAR: ClassVar[type[irdl.IRDLOperation]] = arith.CmpiOp

    @classmethod
    def _compares(cls, element: Attribute) -> bool:
        return isinstance(element, IntegerType | IndexType)


@irdl.irdl_op_definition
class CmpfOp(_CompareOp):
    """Compares floats."""

    name = "arith.cmpf"
    fastmath = irdl.opt_prop_def(arith.FastMathFlagsAttr)
    PREDICATES: ClassVar[tuple[str, ...]] = (
        *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
        *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
    )
    SCALAR: ClassVar[type[irdl.IRDLOperation]] = arith.CmpfOp

    @classmethod
    def _compares(cls, element: Attribute) -> bool:
        return isinstance(element, AnyFloat)

    @classmethod
    def _flags(cls, parser: Parser) -> dict[str, Attribute]:
        given = parser.parse_optional_keyword("fastmath") is not None
        flags = arith.FastMathFlagsAttr.parse_parameter(parser) if given else ()
        return {"fastmath": arith.FastMathFlagsAttr(flags)}


@irdl.irdl_op_definition
class SelectOp(irdl.IRDLOperation):
    """Elements of one of two tensors, or one of two values."""

    name = "arith.select"
    cond = irdl.operand_def(irdl.AnyAttr())
    lhs = irdl.operand_def(irdl.AnyAttr())
    rhs = irdl.operand_def(irdl.AnyAttr())
    result = irdl.result_def(irdl.AnyAttr())
    traits = irdl.traits_def(Pure())

    def verify_(self) -> None:
        t, cond = self.result.type, self.cond.type
        if not t == self.lhs.type == self.rhs.type:
            raise VerifyException(
                "failed to verify that all of {true_value, false_value, result} have same type"
            )
        if _element(cond) != i1 or _shape(cond) not in (None, _shape(t)):
            raise VerifyException(
                f"expected condition type of i1, alone or of the shape of '{t}', but got '{cond}'"
            )

    @classmethod
    def parse(cls, parser: Parser) -> irdl.IRDLOperation:
        values = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        cond = types[0] if len(types) > 1 else i1
        kind = arith.SelectOp if _shape(cond) is None else cls
        return kind.create(
            operands=parser.resolve_operands(values, [cond, types[-1], types[-1]], parser.pos),
            result_types=[types[-1]],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        shaped = _shape(self.cond.type) is not None
        printer.print_string(
            f" : {self.cond.type}, {self.result.type}" if shaped else f" : {self.result.type}"
        )


_OURS: dict[str, type[Operation]] = {
    op.name: op for op in (IndexCastOp, IndexCastUIOp, CmpiOp, CmpfOp, SelectOp)
}

Arith = Dialect(
    "arith",
    [*[op for op in arith.Arith.operations if op.name not in _OURS], *_OURS.values()],
    [*arith.Arith.attributes],
)
