"""xDSL's dialect `affine`, with forms that MLIR writes and xDSL does not read, or reads as something else.

To xDSL all values in the places of a load or a store are symbols, which the index of a loop is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import numpy as np
from xdsl import irdl
from xdsl.dialects import affine, builtin
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.parser import Parser
from xdsl.parser.affine_parser import AffineParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.values.elements import array_of, attribute_of

AccessT = TypeVar("AccessT", bound=irdl.IRDLOperation)

REDUCTIONS = (
    *("addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu"),
    *("minimumf", "minnumf", "mins", "minu", "mulf", "muli", "ori", "xori"),
)
_OPERAND = re.compile(r"\b([ds])([0-9]+)\b")


class _Expressions(AffineParser):
    """Reads expressions of values: bounds of loops, or places. Only symbols are marked, as in `symbol(%n)`."""

    def __init__(self, parser: Parser):
        super().__init__(parser._parser_state)
        self.parser = parser
        self.dims: list[SSAValue] = []
        self.symbols: list[SSAValue] = []

    def places(self) -> AffineMap:
        """The places in a buffer."""
        return self._map(self.parse_comma_separated_list(self.Delimiter.SQUARE, self._expression))

    def bounds(self, chooser: str) -> tuple[AffineMap, list[int]]:
        """The bounds of all loops, and how many each loop has: several in `max(..)` or `min(..)`."""
        groups = self.parse_comma_separated_list(self.Delimiter.PAREN, lambda: self._group(chooser))
        return self._map([expr for group in groups for expr in group]), list(map(len, groups))

    def _map(self, exprs: Sequence[AffineExpr]) -> AffineMap:
        return AffineMap(len(self.dims), len(self.symbols), tuple(exprs))

    def _group(self, chooser: str) -> list[AffineExpr]:
        if self.parse_optional_keyword(chooser) is None:
            return [self._expression()]
        return self.parse_comma_separated_list(self.Delimiter.PAREN, self._expression)

    def _expression(self) -> AffineExpr:
        return self._parse_affine_expr(self._value)

    def _value(self) -> AffineExpr | None:
        """A value or a marked symbol, if one comes next."""
        values, make = self.dims, AffineExpr.dimension
        if self.parse_optional_keyword("symbol") is not None:
            values, make = self.symbols, AffineExpr.symbol
            self.parse_punctuation("(")
        operand = self.parser.parse_optional_unresolved_operand()
        if operand is None:
            return None if values is self.dims else self.raise_error("expected a value")
        if values is self.symbols:
            self.parse_punctuation(")")
        value = self.parser.resolve_operand(operand, builtin.IndexType())
        if value not in values:
            values.append(value)
        return make(values.index(value))


@irdl.irdl_op_definition
class ParallelOp(irdl.IRDLOperation):
    """Nested loops whose iterations may run at the same time."""

    name = "affine.parallel"
    map_operands = irdl.var_operand_def(builtin.IndexType)
    reductions = irdl.prop_def(builtin.ArrayAttr)
    lower_map = irdl.prop_def(builtin.AffineMapAttr, prop_name="lowerBoundsMap")
    lower_groups = irdl.prop_def(Attribute, prop_name="lowerBoundsGroups")
    upper_map = irdl.prop_def(builtin.AffineMapAttr, prop_name="upperBoundsMap")
    upper_groups = irdl.prop_def(Attribute, prop_name="upperBoundsGroups")
    steps = irdl.prop_def(builtin.ArrayAttr)
    res = irdl.var_result_def()
    body = irdl.region_def("single_block")

    def verify_(self) -> None:
        maps, loops = (self.lower_map.data, self.upper_map.data), len(self.body.block.args)
        if len(self.map_operands) != sum([bounds.num_dims + bounds.num_symbols for bounds in maps]):
            raise VerifyException("expects an operand for each value in its bounds")
        for bounds, groups in zip(maps, (self.lower_groups, self.upper_groups), strict=True):
            sizes = array_of(groups)
            if len(sizes) != loops or sizes.sum() != len(bounds.results):
                raise VerifyException("expects the same number of bounds, groups and loops")
        if len(self.steps) != loops or len(self.reductions) != len(self.results):
            raise VerifyException("expects a step for each loop, and a reduction for each result")
        if not all(isinstance(each, builtin.IntegerAttr) for each in (*self.steps, *self.reductions)):
            raise VerifyException("expects numbers of steps and of reductions")

    @classmethod
    def parse(cls, parser: Parser) -> ParallelOp:
        arguments = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        properties: dict[str, Attribute] = {}
        operands: list[SSAValue] = []
        for name, mark, chooser in (("lower", "=", "max"), ("upper", "to", "min")):
            parser.parse_characters(mark)
            bounds = _Expressions(parser)
            read, sizes = bounds.bounds(chooser)
            properties[f"{name}BoundsMap"] = builtin.AffineMapAttr(read)
            groups = np.array(sizes, np.int32)
            properties[f"{name}BoundsGroups"] = attribute_of(
                groups, builtin.TensorType(builtin.i32, [len(sizes)])
            )
            operands += [*bounds.dims, *bounds.symbols]
        steps: Sequence[int] = [1] * len(arguments)
        if parser.parse_optional_keyword("step") is not None:
            steps = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_integer)
        properties["steps"] = builtin.ArrayAttr([builtin.IntegerAttr(step, builtin.i64) for step in steps])
        reductions: list[int] = []
        types: Sequence[Attribute] = ()
        if parser.parse_optional_keyword("reduce") is not None:
            names = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_str_literal)
            unknown = [name for name in names if name not in REDUCTIONS]
            if unknown:
                parser.raise_error(f"invalid reduction value: '{unknown[0]}'")
            reductions = list(map(REDUCTIONS.index, names))
            parser.parse_punctuation("->")
            listed = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
            types = [parser.parse_type()] if listed is None else listed
        properties["reductions"] = builtin.ArrayAttr(
            [builtin.IntegerAttr(number, builtin.i64) for number in reductions]
        )
        body = parser.parse_region([argument.resolve(builtin.IndexType()) for argument in arguments])
        last = body.block.last_op
        if last is None or last.name != affine.YieldOp.name:
            body.block.add_op(affine.YieldOp.get())
        return cls.create(
            operands=operands,
            result_types=types,
            properties=properties,
            attributes=parser.parse_optional_attr_dict(),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        lower, upper = self.lower_map.data, self.upper_map.data
        count = lower.num_dims + lower.num_symbols
        printer.print_string(" (")
        printer.print_list(self.body.block.args, printer.print_ssa_value)
        printer.print_string(") = (")
        _print_bounds(printer, lower, self.lower_groups, self.map_operands[:count], "max")
        printer.print_string(") to (")
        _print_bounds(printer, upper, self.upper_groups, self.map_operands[count:], "min")
        printer.print_string(")")
        steps, reductions = _numbers(self.steps), _numbers(self.reductions)
        if any(step != 1 for step in steps):
            printer.print_string(f" step ({', '.join(map(str, steps))})")
        if reductions:
            names = ", ".join([f'"{REDUCTIONS[number]}"' for number in reductions])
            printer.print_string(f" reduce ({names}) -> (")
            printer.print_list(self.result_types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        printer.print_region(
            self.body, print_entry_block_args=False, print_block_terminators=bool(self.results)
        )
        printer.print_op_attributes(self.attributes)


def _numbers(attribute: builtin.ArrayAttr[Any]) -> list[int]:
    return [each.value.data for each in attribute]


def _print_bounds(
    printer: Printer, bounds: AffineMap, groups: Attribute, operands: Sequence[SSAValue], chooser: str
) -> None:
    exprs = iter(bounds.results)
    for i, size in enumerate(array_of(groups).tolist()):
        printer.print_string(", " if i else "")
        printer.print_string(f"{chooser}(" if size > 1 else "")
        for j in range(size):
            printer.print_string(", " if j else "")
            _print_expr(printer, str(next(exprs)), bounds.num_dims, operands)
        printer.print_string(")" if size > 1 else "")


def _print_expr(printer: Printer, text: str, dims: int, operands: Sequence[SSAValue]) -> None:
    """An expression with values in the places of `d0`, `s0`, .."""
    start = 0
    for found in _OPERAND.finditer(text):
        printer.print_string(text[start : found.start()])
        is_symbol, number = found[1] == "s", int(found[2])
        printer.print_string("symbol(" if is_symbol else "")
        printer.print_ssa_value(operands[number + dims if is_symbol else number])
        printer.print_string(")" if is_symbol else "")
        start = found.end()
    printer.print_string(text[start:])


def _parse_access(op_type: type[AccessT], parser: Parser, is_read: bool) -> AccessT:
    """An op that reads or writes an element of a buffer."""
    written = None if is_read else parser.parse_unresolved_operand()
    if written is not None:
        parser.parse_punctuation(",")
    buffer = parser.parse_unresolved_operand()
    read = _Expressions(parser)
    places = builtin.AffineMapAttr(read.places())
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    buffer_type: Attribute = parser.parse_type()
    if not isinstance(buffer_type, builtin.MemRefType):
        parser.raise_error("expected a memref type")
    buffer_type = cast("builtin.MemRefType[Attribute]", buffer_type)
    element = buffer_type.element_type
    if len(places.data.results) != len(buffer_type.get_shape()):
        parser.raise_error(f"'{op_type.name}' op affine map num results must equal memref rank")
    first = [] if written is None else [parser.resolve_operand(written, element)]
    return op_type.create(
        operands=[*first, parser.resolve_operand(buffer, buffer_type), *read.dims, *read.symbols],
        result_types=[element] if is_read else [],
        properties={"map": places},
        attributes=attributes,
    )


def _print_access(op: affine.LoadOp | affine.StoreOp, printer: Printer) -> None:
    places = op.map.data
    printer.print_string(" ")
    printer.print_list(op.operands[: len(op.operands) - len(op.indices)], printer.print_ssa_value)
    printer.print_string("[")
    for i, expr in enumerate(places.results):
        printer.print_string(", " if i else "")
        _print_expr(printer, str(expr), places.num_dims, op.indices)
    printer.print_string("]")
    printer.print_op_attributes(op.attributes)
    printer.print_string(f" : {op.memref.type}")


class LoadOp(affine.LoadOp):
    """An element of a buffer. Passes of xDSL know it as xDSL's own."""

    @classmethod
    def parse(cls, parser: Parser) -> LoadOp:
        return _parse_access(cls, parser, is_read=True)

    def print(self, printer: Printer) -> None:
        _print_access(self, printer)


class StoreOp(affine.StoreOp):
    """Writes an element of a buffer. Passes of xDSL know it as xDSL's own."""

    @classmethod
    def parse(cls, parser: Parser) -> StoreOp:
        return _parse_access(cls, parser, is_read=False)

    def print(self, printer: Printer) -> None:
        _print_access(self, printer)


_OURS: dict[str, type[Operation]] = {op.name: op for op in (LoadOp, ParallelOp, StoreOp)}

Affine = Dialect(
    "affine", [_OURS.get(op.name, op) for op in affine.Affine.operations], [*affine.Affine.attributes]
)
