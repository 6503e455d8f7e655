"""`func.func` as MLIR writes it: attributes on the arguments and results of definitions and declarations alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer

Attributes = dict[str, Attribute]

_SPELLED = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
"""Attributes that the custom form does not write in the attribute dictionary."""


def parse_function(parser: Parser) -> FuncOp:
    """Parse a function after `func.func`."""
    visibility = parser.parse_optional_visibility_keyword()
    name = parser.parse_symbol_name().data
    arguments: list[Parser.Argument] = []
    inputs: list[Attribute] = []
    arg_attrs: list[Attributes] = []

    def parse_argument() -> None:
        start = parser.pos
        argument = parser.parse_optional_argument()
        if inputs and (argument is None) != (not arguments):
            parser.raise_error("expected all arguments to be named or none", start, parser.pos)
        inputs.append(parser.parse_type() if argument is None else argument.type)
        arg_attrs.append(parser.parse_optional_attr_dict())
        location = parser.parse_optional_location()
        if argument is not None:
            arguments.append(argument)
            argument.location = location

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_argument, " in function argument list")
    outputs: list[Attribute] = []
    res_attrs: list[Attributes] = []

    def parse_result() -> None:
        outputs.append(parser.parse_type())
        res_attrs.append(parser.parse_optional_attr_dict())

    if parser.parse_optional_punctuation("->") is not None:
        results = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parse_result)
        if results is None:
            outputs.append(parser.parse_type())
            res_attrs.append({})
    extra = parser.parse_optional_attr_dict_with_keyword(_SPELLED)
    body = parser.parse_optional_region(arguments if arguments or not inputs else None)
    function = FuncOp(
        name,
        FunctionType.from_lists(inputs, outputs),
        Region() if body is None else body,
        visibility,
        arg_attrs=ArrayAttr(map(DictionaryAttr, arg_attrs)) if any(arg_attrs) else None,
        res_attrs=ArrayAttr(map(DictionaryAttr, res_attrs)) if any(res_attrs) else None,
    )
    if extra is not None:
        function.attributes.update(extra.data)
    return function


def print_function(
    printer: Printer, function: FuncOp, print_argument_end: Callable[[SSAValue], None]
) -> None:
    """Print a function after `func.func`. `print_argument_end` prints the location of an argument, if it has one."""
    if function.sym_visibility is not None:
        printer.print_string(f" {function.sym_visibility.data}")
    printer.print_string(" ")
    printer.print_symbol_name(function.sym_name.data)
    inputs, outputs = function.function_type.inputs.data, function.function_type.outputs.data
    block = function.body.first_block
    arg_attrs = _dictionaries(function.arg_attrs, len(inputs))
    with printer.in_parens():
        for index, (input_type, attributes) in enumerate(zip(inputs, arg_attrs, strict=True)):
            printer.print_string(", " if index else "")
            if block is not None:
                printer.print_ssa_value(block.args[index])
                printer.print_string(": ")
            printer.print_attribute(input_type)
            printer.print_op_attributes(attributes)
            if block is not None:
                print_argument_end(block.args[index])
    res_attrs = _dictionaries(function.res_attrs, len(outputs))
    parentheses = len(outputs) > 1 or any(res_attrs) or isinstance(next(iter(outputs), None), FunctionType)
    for index, (output, attributes) in enumerate(zip(outputs, res_attrs, strict=True)):
        printer.print_string(", " if index else " -> (" if parentheses else " -> ")
        printer.print_attribute(output)
        printer.print_op_attributes(attributes)
    printer.print_string(")" if parentheses else "")
    printer.print_op_attributes(function.attributes, reserved_attr_names=_SPELLED, print_keyword=True)
    if block is not None:
        printer.print_string(" ")
        printer.print_region(function.body, print_entry_block_args=False, print_empty_block=False)


def _dictionaries(
    attributes: ArrayAttr[DictionaryAttr] | None, count: int
) -> Sequence[Mapping[str, Attribute]]:
    if attributes is None:
        return [dict[str, Attribute]()] * count
    return [dictionary.data for dictionary in attributes]
