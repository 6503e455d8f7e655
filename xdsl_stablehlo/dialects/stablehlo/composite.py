"""An op made of other ops, which a function decomposes it into (spec: composite)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import (
    DictionaryAttr,
    FlatSymbolRefAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolTable

from .constraints import HloOp, I32Attr, Violation
from .types import HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple

NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+")


@irdl_op_definition
class CompositeOp(HloOp):
    """What `decomposition` computes, under a name that a backend may know. `composite_name` is the property `name`."""

    name = "stablehlo.composite"
    inputs = var_operand_def(HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple)
    composite_name = prop_def(StringAttr, prop_name="name")
    composite_attributes = opt_prop_def(DictionaryAttr, DictionaryAttr({}))
    decomposition = prop_def(FlatSymbolRefAttr)
    version = opt_prop_def(I32Attr, IntegerAttr(0, i32))
    composite_regions = var_region_def()
    results_ = var_result_def(HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple)

    def __init__(
        self,
        inputs: Sequence[SSAValue | Operation],
        name: str | StringAttr,
        decomposition: str | SymbolRefAttr,
        result_types: Sequence[Attribute],
        composite_attributes: Mapping[str, Attribute] | None = None,
        version: int | IntegerAttr[IntegerType] | None = None,
        composite_regions: Sequence[Region] = (),
    ):
        super().__init__(
            operands=[inputs],
            properties={
                "name": StringAttr(name) if isinstance(name, str) else name,
                "decomposition": SymbolRefAttr(decomposition)
                if isinstance(decomposition, str)
                else decomposition,
                "composite_attributes": None
                if composite_attributes is None
                else DictionaryAttr(composite_attributes),
                "version": IntegerAttr(version, i32) if isinstance(version, int) else version,
            },
            regions=[composite_regions],
            result_types=[result_types],
        )

    def check(self) -> None:
        if NAME.fullmatch(self.composite_name.data) is None:
            raise Violation(
                "name must be a valid namespaced op name, i.e. it must match the following regular expression: "
                '^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"',
                "C1",
            )
        decomposition = SymbolTable.lookup_symbol(self, self.decomposition)
        if not isinstance(decomposition, FuncOp):
            symbol = self.decomposition.string_value()
            raise Violation(f"'{symbol}' does not reference a valid function", "C2")
        signature = decomposition.function_type
        _check_types(self.operand_types, signature.inputs.data, "operand", "C3")
        _check_types(self.result_types, signature.outputs.data, "result", "C4")

    @classmethod
    def parse(cls, parser: Parser) -> CompositeOp:
        name = parser.parse_str_literal()
        operands = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        start = parser.pos
        regions = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_region)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        signature = parser.parse_function_type()
        properties = {key: attributes.pop(key) for key in PROPERTIES if key in attributes}
        return cls.build(
            operands=[parser.resolve_operands(operands or (), signature.inputs.data, start)],
            properties={"name": StringAttr(name), **properties},
            attributes=attributes,
            regions=[regions or ()],
            result_types=[signature.outputs.data],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.composite_name)
        if self.inputs:
            printer.print_string(" ")
            printer.print_list(self.inputs, printer.print_ssa_value)
        if self.composite_regions:
            printer.print_string(" (")
            printer.print_list(self.composite_regions, printer.print_region)
            printer.print_string(")")
        definition = self.get_irdl_definition().properties
        shown = {
            key: value
            for key, value in self.properties.items()
            if key in PROPERTIES and value != definition[key].default_value
        }
        printer.print_op_attributes({**self.attributes, **shown})
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


PROPERTIES = ("composite_attributes", "decomposition", "version")
"""The properties that stand in the attribute dictionary."""


def _check_types(types: Sequence[Attribute], expected: Sequence[Attribute], what: str, label: str) -> None:
    if len(types) != len(expected):
        raise Violation(f"has {len(types)} {what}(s), but decomposition has {len(expected)}", label)
    for i, (t, other) in enumerate(zip(types, expected)):
        if t != other:
            raise Violation(
                f"{what} at index {i} has type '{t}', but decomposition has type '{other}'", label
            )
