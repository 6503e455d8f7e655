"""Text: the custom parts of upstream's assembly formats, by upstream's names, and attributes that are structs.

Type directives leave types out where they follow from others: `stablehlo.add %0, %1 : tensor<f32>`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, cast

from xdsl.dialects import builtin
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import IRDLOperation, declarative_assembly_format as assembly
from xdsl.parser import AttrParser, Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_complex_type, is_tensor_type

from .hlo_types import i64_array, ints, is_i64_array, is_integer_attr, parse_dim_sizes, ranked_type
from .shapes import real_type

FUNCTIONAL = "attr-dict `:` functional-type(operands, results)"
SAME_TYPE = "attr-dict `:` custom<SameOperandsAndResultType>(type(operands), type(results))"
"""The end of most assembly formats."""


def _fail(parser: Parser, state: assembly.ParsingState, message: str, start: int) -> None:
    parser.raise_error(f"custom op '{state.op_type.name}' {message}", start, parser.pos)


def _operand_count(state: assembly.ParsingState) -> int:
    return sum(len(operands or ()) for operands in state.operands)


class ShortType(assembly.CustomDirective, ABC):
    """The types of operands and result as a function type, or in a shorter form where that says all."""

    operands: assembly.TypeDirective
    result: assembly.TypeDirective
    LISTED: ClassVar[bool] = False
    """Whether the short form is a list of types."""

    @abstractmethod
    def expand(self, types: Sequence[Attribute], count: int) -> tuple[Sequence[Attribute], Attribute] | str:
        """The types of the `count` operands and of the result that the short form stands for, or what is wrong."""

    @abstractmethod
    def shorten(self, operands: Sequence[Attribute], result: Attribute) -> Sequence[Attribute]:
        """The short form; nothing where there is none."""

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        start = parser.pos
        types = [parser.parse_type()]
        while self.LISTED and parser.parse_optional_punctuation(","):
            types.append(parser.parse_type())
        if len(types) == 1 and isinstance(types[0], builtin.FunctionType):
            inputs, count = types[0].inputs.data, _operand_count(state)
            if len(inputs) != count:
                _fail(parser, state, f"{count} operands present, but expected {len(inputs)}", start)
            try:
                self.operands.set(state, inputs)
            except VerifyException as error:
                _fail(parser, state, str(error), start)
            if len(types[0].outputs) != 1:
                _fail(parser, state, "expected single output", start)
            self.result.set(state, types[0].outputs.data)
            return
        expanded = self.expand(types, _operand_count(state))
        if isinstance(expanded, str):
            _fail(parser, state, expanded, start)
        else:
            self.operands.set(state, expanded[0])
            self.result.set(state, (expanded[1],))

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        if types := self.shorten(op.operand_types, op.results[0].type):
            printer.print_list(types, printer.print_attribute)
        else:
            printer.print_function_type(op.operand_types, op.result_types)


@assembly.irdl_custom_directive
class SameOperandsAndResultType(ShortType):
    """One type where all operands and the result have it; a function type otherwise."""

    operands: assembly.TypeDirective
    result: assembly.TypeDirective

    def expand(self, types: Sequence[Attribute], count: int) -> tuple[Sequence[Attribute], Attribute]:
        return (types[0],) * count, types[0]

    def shorten(self, operands: Sequence[Attribute], result: Attribute) -> Sequence[Attribute]:
        return (result,) if all(t == result for t in operands) else ()


@assembly.irdl_custom_directive
class ComplexOpType(ShortType):
    """The result type alone where both operands are tensors of its parts; a function type otherwise."""

    operands: assembly.TypeDirective
    result: assembly.TypeDirective

    def expand(self, types: Sequence[Attribute], count: int) -> tuple[Sequence[Attribute], Attribute] | str:
        t = types[0]
        if not is_tensor_type(t) or not is_complex_type(t.element_type):
            return "expected tensor with complex element type"
        return (real_type(t),) * count, t

    def shorten(self, operands: Sequence[Attribute], result: Attribute) -> Sequence[Attribute]:
        return (result,) if all(t == real_type(ranked_type(result)) for t in operands) else ()


@assembly.irdl_custom_directive
class SelectOpType(ShortType):
    """The types of the predicate and of the result where the branches have the latter; a function type otherwise."""

    operands: assembly.TypeDirective
    result: assembly.TypeDirective
    LISTED: ClassVar[bool] = True

    def expand(self, types: Sequence[Attribute], count: int) -> tuple[Sequence[Attribute], Attribute] | str:
        if len(types) != 2:
            return "expected functional type or list of two types"
        return (types[0], types[1], types[1]), types[1]

    def shorten(self, operands: Sequence[Attribute], result: Attribute) -> Sequence[Attribute]:
        return (operands[0], result) if all(t == result for t in operands[1:]) else ()


@assembly.irdl_custom_directive
class TupleOpType(assembly.CustomDirective):
    """The tuple type: its elements are the operand types."""

    operands: assembly.TypeDirective
    result: assembly.TypeDirective

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        start = parser.pos
        t = parser.parse_type()
        if not isinstance(t, builtin.TupleType):
            _fail(parser, state, "expected tuple type", start)
            return
        _check_count(parser, state, len(t.types), start)
        self.operands.set(state, t.types.data)
        self.result.set(state, (t,))

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_attribute(op.results[0].type)


@assembly.irdl_custom_directive
class PairwiseOpType(assembly.CustomDirective):
    """One list of types, for the operands and for the results."""

    operands: assembly.TypeDirective
    results: assembly.TypeDirective

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        start = parser.pos
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        _check_count(parser, state, len(types), start)
        self.operands.set(state, types)
        self.results.set(state, types)

    def set_empty(self, state: assembly.ParsingState) -> None:
        self.operands.set(state, ())
        self.results.set(state, ())

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_list(self.operands.get(op), printer.print_attribute)


def _check_count(parser: Parser, state: assembly.ParsingState, types: int, start: int) -> None:
    operands = _operand_count(state)
    if operands != types:
        got = f"got {operands} operands and {types} types"
        _fail(parser, state, f"number of operands and types do not match: {got}", start)


@assembly.irdl_custom_directive
class SpacedOperands(assembly.CustomDirective):
    """Operands as upstream prints variadic ones: with a space in front even where there are none."""

    operands: assembly.VariadicOperandVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        self.operands.parse(parser, state)

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_list(self.operands.get(op), printer.print_ssa_value)


@assembly.irdl_custom_directive
class VariadicOperandWithAttribute(assembly.CustomDirective):
    """`%0, %1,` in front of an attribute: a comma after each operand.

    Upstream prints a comma even without operands, which it cannot read back.
    """

    operands: assembly.VariadicOperandVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        operands: list[UnresolvedOperand] = []
        while (operand := parser.parse_optional_unresolved_operand()) is not None:
            operands.append(operand)
            parser.parse_punctuation(",")
        self.operands.set(state, operands)

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        operands = self.operands.get(op)
        if operands:
            state.print_whitespace(printer)
            printer.print_list(operands, printer.print_ssa_value)
            printer.print_string(",")


@assembly.irdl_custom_directive
class RegionsInParens(assembly.CustomDirective):
    """` ({..}, {..})`, nothing where there are no regions."""

    regions: assembly.VariadicRegionVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        regions = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_region)
        self.regions.set(state, regions or ())

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        regions = self.regions.get(op)
        if regions:
            printer.print_string(" (")
            printer.print_list(regions, printer.print_region)
            printer.print_string(")")


@assembly.irdl_custom_directive
class SliceRanges(assembly.CustomDirective):
    """`[0:4, 2:8:2]`: start, limit and, if it is not 1, the stride of each dimension."""

    starts: assembly.AttributeVariable
    limits: assembly.AttributeVariable
    strides: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        def parse_range() -> tuple[int, int, int]:
            start = parser.parse_integer(allow_boolean=False)
            parser.parse_punctuation(":")
            limit = parser.parse_integer(allow_boolean=False)
            stride = (
                parser.parse_integer(allow_boolean=False) if parser.parse_optional_punctuation(":") else 1
            )
            return start, limit, stride

        ranges = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_range)
        for variable, values in zip(
            (self.starts, self.limits, self.strides), zip(*ranges) if ranges else ((), (), ())
        ):
            variable.set(state, i64_array(values))

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        starts, limits, strides = (ints(v.get(op)) for v in (self.starts, self.limits, self.strides))
        if not len(starts) == len(limits) == len(strides):
            # Invalid IR, which cannot be read back: show what is there.
            texts = [", ".join(map(str, values)) for values in (starts, limits, strides)]
            printer.print_string("[start_indices: {}, limit_indices: {}, strides: {}]".format(*texts))
            return
        ranges = (
            f"{start}:{limit}" if stride == 1 else f"{start}:{limit}:{stride}"
            for start, limit, stride in zip(starts, limits, strides)
        )
        printer.print_string(f"[{', '.join(ranges)}]")


@assembly.irdl_custom_directive
class ExponentMantissa(assembly.CustomDirective):
    """`e5m10`: the bits of a float's exponent and mantissa."""

    exponent: assembly.AttributeVariable
    mantissa: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        start = parser.pos
        text = parser.parse_optional_identifier()
        if text is None:
            _fail(parser, state, "expected valid keyword", start)
            return
        match = re.fullmatch(r"e([0-9]+)m([0-9]+)", text)
        if match is None:
            _fail(parser, state, f"expected exponent mantissa in format e#m#, saw {text}", start)
            return
        for name, variable, digits in zip(
            ("exponent", "mantissa"), (self.exponent, self.mantissa), match.groups()
        ):
            if int(digits) >= 1 << 31:
                _fail(parser, state, f"unable to parse {name} '{digits}'", start)
            variable.set(state, builtin.IntegerAttr(int(digits), builtin.i32))

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        exponent, mantissa = ints(self.exponent.get(op)), ints(self.mantissa.get(op))
        printer.print_string(f"e{exponent[0]}m{mantissa[0]}")


@assembly.irdl_custom_directive
class CustomCallTarget(assembly.CustomDirective):
    """`@name`: the target of a custom call, which is no symbol of the module."""

    target: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        start = parser.pos
        name = parser.parse_optional_symbol_name()
        if name is None:
            _fail(parser, state, "expected valid '@'-identifier for symbol name", start)
            return
        self.target.set(state, name)

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_symbol_name(cast(builtin.StringAttr, self.target.get(op)).data)


DIRECTIVES = (
    ComplexOpType,
    CustomCallTarget,
    ExponentMantissa,
    PairwiseOpType,
    RegionsInParens,
    SameOperandsAndResultType,
    SelectOpType,
    SliceRanges,
    SpacedOperands,
    TupleOpType,
    VariadicOperandWithAttribute,
)
"""All of them: any op's format may name any."""


FieldParser = Callable[[], Attribute]


def parse_struct(parser: AttrParser, fields: Mapping[str, FieldParser]) -> dict[str, Attribute]:
    """`<name = value, ..>` with the fields in any order, each at most once; absent ones are not in the result."""
    parser.parse_punctuation("<")
    found: dict[str, Attribute] = {}
    while not parser.parse_optional_punctuation(">"):
        name = next((name for name in fields if parser.parse_optional_keyword(name)), None)
        if name is None:
            parser.raise_error(f"expected one of: {', '.join(f'`{name}`' for name in fields)}")
        if name in found:
            parser.raise_error(f"duplicated `{name}` entry")
        parser.parse_punctuation("=")
        found[name] = fields[name]()
        if not parser.parse_optional_punctuation(","):
            parser.parse_punctuation(">")
            break
    return found


def print_dims(printer: Printer, dims: builtin.DenseArrayBase[builtin.IntegerType]) -> None:
    """`[0, 1]`"""
    with printer.in_square_brackets():
        printer.print_list(dims.get_values(), lambda dim: printer.print_string("?" if dim < -1 else str(dim)))


def i64_attr(
    value: int | builtin.IntegerAttr[builtin.IntegerType],
) -> builtin.IntegerAttr[builtin.IntegerType]:
    return value if isinstance(value, builtin.IntegerAttr) else builtin.IntegerAttr(value, builtin.i64)


def string_attr(value: str | builtin.StringAttr) -> builtin.StringAttr:
    return value if isinstance(value, builtin.StringAttr) else builtin.StringAttr(value)


def text_name(parameter: str) -> str:
    """The name of a parameter in text. `name` itself is what xDSL calls the attribute."""
    return parameter.removeprefix("axis_")


def field_parsers(cls: type[ParametrizedAttribute], parser: AttrParser) -> dict[str, FieldParser]:
    """The parser of each parameter by its declaration: a list of sizes, an integer, a flag, a string, a type."""
    parsers: dict[str, FieldParser] = {}
    for name, parameter in cls.get_irdl_definition().parameters:
        bases = parameter.constr.get_bases() or ()
        if builtin.DenseArrayBase in bases:
            parsers[name] = lambda: i64_array(parse_dim_sizes(parser, parser.Delimiter.SQUARE))
        elif builtin.StringAttr in bases:
            parsers[text_name(name)] = lambda: builtin.StringAttr(parser.parse_str_literal())
        elif builtin.IntegerAttr not in bases:
            parsers[name] = parser.parse_type if name.endswith("type") else parser.parse_attribute
        elif parameter.constr.verifies(i64_attr(0)):
            parsers[name] = lambda: i64_attr(parser.parse_integer())
        else:
            parsers[name] = lambda: builtin.IntegerAttr(int(parser.parse_boolean()), 1)
    return parsers


class Struct(ParametrizedAttribute):
    """A struct whose text, `<name = value, ..>`, has all fields in order."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            values: list[Attribute] = []
            for name, parse in field_parsers(cls, parser).items():
                if values:
                    parser.parse_punctuation(",")
                parser.parse_keyword(name)
                parser.parse_punctuation("=")
                values.append(parse())
            return values

    def print_parameters(self, printer: Printer) -> None:
        names = iter(self.get_irdl_definition().parameters)

        def print_field(value: Attribute) -> None:
            printer.print_string(f"{text_name(next(names)[0])} = ")
            if is_integer_attr(value):
                value.print_without_type(printer)
            elif is_i64_array(value):
                print_dims(printer, value)
            else:
                printer.print_attribute(value)

        with printer.in_angle_brackets():
            printer.print_list(self.parameters, print_field)


class UnorderedStruct(Struct):
    """A struct whose fields may be written in any order."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        fields = field_parsers(cls, parser)
        found = parse_struct(parser, fields)
        missing = [name for name in fields if name not in found]
        if missing:
            parser.raise_error(f"struct is missing required parameter: {missing[0]}")
        return [found[name] for name in fields]


class SparseStruct(ParametrizedAttribute):
    """A struct of lists and integers whose text, `<name = [..], ..>`, leaves out empty lists and zeros."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        found = parse_struct(parser, field_parsers(cls, parser))
        parameters = cls.get_irdl_definition().parameters
        return [
            found.get(
                name, i64_array(()) if builtin.DenseArrayBase in (p.constr.get_bases() or ()) else i64_attr(0)
            )
            for name, p in parameters
        ]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            separator = ""
            for (name, _), value in zip(self.get_irdl_definition().parameters, self.parameters):
                if is_integer_attr(value) and value.value.data != 0:
                    printer.print_string(f"{separator}{name} = {value.value.data}")
                elif is_i64_array(value) and len(value):
                    printer.print_string(f"{separator}{name} = ")
                    print_dims(printer, value)
                else:
                    continue
                separator = ", "
