"""The text of attributes that are structs, `<name = value, ..>`, and of the lists and integers in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, IntegerType, StringAttr, i64
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..hlo_types import i64_array, is_i64_array, is_integer_attr, parse_dim_sizes

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


def parse_full_struct(parser: AttrParser, fields: Mapping[str, FieldParser]) -> Sequence[Attribute]:
    """`parse_struct` where every field must be there, in the order of `fields`."""
    found = parse_struct(parser, fields)
    missing = [name for name in fields if name not in found]
    if missing:
        parser.raise_error(f"struct is missing required parameter: {missing[0]}")
    return [found[name] for name in fields]


def parse_fields(parser: AttrParser, fields: Mapping[str, FieldParser]) -> Sequence[Attribute]:
    """`name = value, ..` with all fields, in this order."""
    values: list[Attribute] = []
    for name, parse in fields.items():
        if values:
            parser.parse_punctuation(",")
        parser.parse_keyword(name)
        parser.parse_punctuation("=")
        values.append(parse())
    return values


def print_dims(printer: Printer, dims: DenseArrayBase[IntegerType]) -> None:
    """`[0, 1]`"""
    with printer.in_square_brackets():
        printer.print_list(dims.get_values(), lambda dim: printer.print_string("?" if dim < -1 else str(dim)))


def dims_field(parser: AttrParser) -> FieldParser:
    return lambda: i64_array(parse_dim_sizes(parser, parser.Delimiter.SQUARE))


def int_field(parser: AttrParser) -> FieldParser:
    return lambda: IntegerAttr(parser.parse_integer(), i64)


def i64_attr(value: int | IntegerAttr[IntegerType]) -> IntegerAttr[IntegerType]:
    return value if isinstance(value, IntegerAttr) else IntegerAttr(value, i64)


def int_of(value: Attribute) -> int:
    return cast("IntegerAttr[IntegerType]", value).value.data


def string_attr(value: str | StringAttr) -> StringAttr:
    return value if isinstance(value, StringAttr) else StringAttr(value)


class Struct(ParametrizedAttribute):
    """A struct whose text, `<name = value, ..>`, has all fields in order."""

    def print_parameters(self, printer: Printer) -> None:
        names = iter(self.get_irdl_definition().parameters)

        def print_field(value: Attribute) -> None:
            printer.print_string(f"{next(names)[0]} = ")
            if is_integer_attr(value):
                value.print_without_type(printer)
            elif is_i64_array(value):
                print_dims(printer, value)
            else:
                printer.print_attribute(value)

        with printer.in_angle_brackets():
            printer.print_list(self.parameters, print_field)


class SparseStruct(ParametrizedAttribute):
    """A struct of lists and integers whose text, `<name = [..], ..>`, leaves out empty lists and zeros."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        numbers: dict[str, bool] = {
            name: IntegerAttr in (parameter.constr.get_bases() or ())
            for name, parameter in cls.get_irdl_definition().parameters
        }
        fields = {name: (int_field if number else dims_field)(parser) for name, number in numbers.items()}
        found = parse_struct(parser, fields)
        return [found.get(name, i64_attr(0) if number else i64_array(())) for name, number in numbers.items()]

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
