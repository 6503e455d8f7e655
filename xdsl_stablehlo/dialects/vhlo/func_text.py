"""The text of `vhlo.func_v1`, the one op that does not print in the generic form."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Region
from xdsl.parser import Parser
from xdsl.printer import Printer

from .attributes import ATTRIBUTES_BY_NAME
from .definition import VhloAttribute, VhloOp
from .vhlo_types import TYPES_BY_NAME


class FuncBase(VhloOp):
    """`vhlo.func_v1 @name(%a: type) -> (types) { .. } {other attributes}`; the body of a declaration is empty.

    As upstream prints it, a declaration does not say its argument types: the generic form does.
    """

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        name = parser.parse_symbol_name()
        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument)
        parser.parse_punctuation("->")
        results = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        body = parser.parse_region(arguments)
        if not arguments and body.blocks and not body.block.ops:
            body = Region()
        attributes = parser.parse_optional_attr_dict()
        function_type = TYPES_BY_NAME["func_v1"].new(
            (ArrayAttr([argument.type for argument in arguments]), ArrayAttr(results))
        )
        properties: dict[str, Attribute] = {
            "sym_name": ATTRIBUTES_BY_NAME["string_v1"].new((StringAttr(name.data),)),
            "function_type": ATTRIBUTES_BY_NAME["type_v1"].new((function_type,)),
        }
        for key in cls.SPEC.attributes:
            if key in attributes:
                properties[key] = attributes.pop(key)
        return cls.create(properties=properties, attributes=attributes, regions=[body])

    def print(self, printer: Printer) -> None:
        name = cast("VhloAttribute", self.properties["sym_name"]).parameters[0]
        function_type = cast("VhloAttribute", self.properties["function_type"]).parameters[0]
        printer.print_string(" ")
        printer.print_symbol_name(cast(StringAttr, name).data)
        body = self.regions[0]
        with printer.in_parens():
            block = body.blocks.first
            printer.print_list(() if block is None else block.args, printer.print_block_argument)
        printer.print_string(" -> ")
        with printer.in_parens():
            outputs = cast("ArrayAttr[Attribute]", cast("VhloAttribute", function_type).parameters[1])
            printer.print_list(outputs, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(body, print_entry_block_args=False, print_empty_block=True)
        rest = {k: v for k, v in self.properties.items() if k not in ("sym_name", "function_type")}
        rest |= self.attributes
        if rest:
            printer.print_string(" ")
            printer.print_attr_dict(dict(sorted(rest.items())))
