"""The part of the Shardy dialect that JAX writes for sharded programs: kept and printed, not interpreted.

A sharding is held as its text, checked for form and put into the spelling that upstream prints.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Sequence
from math import prod
from typing import ClassVar, TypeVar

from xdsl.dialects.builtin import IntegerAttr, StringAttr, SymbolNameConstraint, i32, i64
from xdsl.ir import Attribute, Data, Dialect, OpaqueSyntaxAttribute, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_attr_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import HasParent, IsolatedFromAbove, IsTerminator, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from .definition import DefinedOp, classes_of

_PRIORITY = re.compile(r"p(0|[1-9][0-9]{0,18})")
DIRECTIONS = ("NONE", "FORWARD", "BACKWARD", "BOTH")


def _list(parser: AttrParser, delimiter: AttrParser.Delimiter, item: Callable[[], str]) -> str:
    return ", ".join(parser.parse_comma_separated_list(delimiter, item))


def _axis(parser: AttrParser) -> str:
    """`"x"`, or a part of an axis, `"x":(1)2`."""
    name = parser.parse_str_literal(" for an axis")
    if parser.parse_optional_punctuation(":") is None:
        return f'"{name}"'
    with parser.in_parens():
        before = parser.parse_integer(False)
    return f'"{name}":({before}){parser.parse_integer(False)}'


def _axes(parser: AttrParser) -> str:
    """`{"x", "y"}`"""
    return "{" + _list(parser, parser.Delimiter.BRACES, lambda: _axis(parser)) + "}"


def _dimension(parser: AttrParser) -> str:
    """`{"x", ?}p1`: the axes along which a dimension is sharded, whether it is open for more, and its priority."""
    axes = _list(
        parser, parser.Delimiter.BRACES, lambda: parser.parse_optional_punctuation("?") or _axis(parser)
    )
    priority = parser.parse_optional_identifier() or ""
    if priority and not (_PRIORITY.fullmatch(priority) and int(priority[1:]) < 1 << 63):
        parser.raise_error(f"expected a priority, but got '{priority}'")
    return f"{{{axes}}}{priority}"


def parse_mesh(parser: AttrParser) -> str:
    """`<["x"=4, "y"=2], device_ids=[0, 1]>`"""

    def axis() -> tuple[str, int]:
        name = parser.parse_str_literal(" for an axis")
        parser.parse_punctuation("=")
        return name, parser.parse_integer(False)

    start, ids = parser.pos, None
    with parser.in_angle_brackets():
        axes = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, axis)
        if parser.parse_optional_punctuation(",") is not None:
            parser.parse_keyword("device_ids")
            parser.parse_punctuation("=")
            ids = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, lambda: parser.parse_integer(False)
            )
            if not ids:
                parser.raise_error("expected integer value")
    try:
        return mesh_text(axes, ids or ())
    except VerifyException as error:
        parser.raise_error(str(error), start, parser.pos)


def mesh_text(axes: Sequence[tuple[str, int]], ids: Sequence[int]) -> str:
    """The text of a mesh with these axes and, unless they are in order, these devices. Raises `VerifyException`."""
    names: set[str] = set()
    for name, size in axes:
        if size < 1:
            raise VerifyException(f"axis size must be at least 1, got: {size}")
        if name in names:
            raise VerifyException(f'duplicate axis name: "{name}"')
        names.add(name)
    if any(i < 0 for i in ids):
        raise VerifyException(f"device id must be non-negative, got: {min(ids)}")
    count = prod(size for _, size in axes)
    if ids and count != len(ids):
        raise VerifyException(
            f"total product of axis sizes must match total number of device ids, got: {count} != {len(ids)}"
        )
    if axes and ids and sorted(ids) != list(range(count)):
        listed = ", ".join(map(str, sorted(ids)))
        raise VerifyException(f"sorted device ids must be iota(product(axes)), got: {listed}")
    named = ", ".join(f'"{name}"={size}' for name, size in axes)
    devices = f", device_ids=[{', '.join(map(str, ids))}]" if ids else ""
    return f"<[{named}]{devices}>"


def parse_sharding(parser: AttrParser) -> str:
    """`<@mesh, [{"x"}, {?}], replicated={"y"}>`"""
    with parser.in_angle_brackets():
        if parser.parse_optional_keyword("mesh") is not None:
            text = "mesh" + parse_mesh(parser)
        else:
            text = "@" + parser.parse_symbol_name().data
        parser.parse_punctuation(",")
        text += ", [" + _list(parser, parser.Delimiter.SQUARE, lambda: _dimension(parser)) + "]"
        while parser.parse_optional_punctuation(",") is not None:
            kind = parser.parse_keyword_in(("replicated", "unreduced"), " in a sharding")
            parser.parse_punctuation("=")
            text += f", {kind}={_axes(parser)}"
    return f"<{text}>"


def parse_shardings(parser: AttrParser) -> str:
    """`[<@mesh, [{"x"}]>, <@mesh, [{}]>]`"""
    return "[" + _list(parser, parser.Delimiter.SQUARE, lambda: parse_sharding(parser)) + "]"


class TextAttr(Data[str], ABC):
    """What is held as its text, which `read` reads."""

    read: ClassVar[Callable[[AttrParser], str]]

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        return cls.read(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(self.data)


@irdl_attr_definition
class MeshAttr(TextAttr):
    """The axes of a mesh of devices."""

    name = "sdy.mesh"
    read = parse_mesh


@irdl_attr_definition
class ShardingAttr(TextAttr):
    """How one tensor is sharded."""

    name = "sdy.sharding"
    read = parse_sharding


@irdl_attr_definition
class ShardingPerValueAttr(Data[str]):
    """How several values are sharded."""

    name = "sdy.sharding_per_value"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        with parser.in_angle_brackets():
            return parse_shardings(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


@irdl_attr_definition
class ManualAxesAttr(OpaqueSyntaxAttribute, TextAttr):
    """The axes along which a computation is written out for each device."""

    name = "sdy.manual_axes"
    read = _axes


def parse_rule(parser: AttrParser) -> str:
    """`<([i, j])->([j]) {i=8, j=4} reduction={i}, custom>`: factors of dimensions, their sizes, and what for."""

    def mapping() -> str:
        return "[" + _list(parser, parser.Delimiter.SQUARE, parser.parse_identifier) + "]"

    def sized() -> str:
        name = parser.parse_identifier()
        parser.parse_punctuation("=")
        return f"{name}={parser.parse_integer(False)}"

    with parser.in_angle_brackets():
        text = "(" + _list(parser, parser.Delimiter.PAREN, mapping) + ")->"
        parser.parse_punctuation("->")
        text += "(" + _list(parser, parser.Delimiter.PAREN, mapping) + ")"
        sizes = parser.parse_optional_comma_separated_list(parser.Delimiter.BRACES, sized)
        text += f" {{{', '.join(sizes)}}}" if sizes else ""
        while (name := parser.parse_optional_identifier()) is not None:
            parser.parse_punctuation("=")
            text += f" {name}={{{_list(parser, parser.Delimiter.BRACES, parser.parse_identifier)}}}"
        if parser.parse_optional_punctuation(",") is not None:
            parser.parse_keyword("custom")
            text += ", custom"
    return f"<{text}>"


@irdl_attr_definition
class OpShardingRuleAttr(TextAttr):
    """How the dimensions of a custom call's operands and results go together."""

    name = "sdy.op_sharding_rule"
    read = parse_rule


Op = TypeVar("Op", bound=Operation)
T = TypeVar("T")


def _parse_one_value(parser: Parser, make: Callable[[SSAValue, T], Op], read: Callable[[], T]) -> Op:
    """`%0 text {..} : type`, of which `read` reads the text."""
    operand = parser.parse_unresolved_operand()
    text, attributes = read(), parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    op = make(parser.resolve_operand(operand, parser.parse_type()), text)
    op.attributes.update(attributes)
    return op


def _parse_key(parser: AttrParser, key: str) -> None:
    """`key=`"""
    parser.parse_keyword(key)
    parser.parse_punctuation("=")


def _print_one_value(printer: Printer, op: Operation, value: SSAValue, text: str) -> None:
    """`%0 text {..} : type`"""
    printer.print_string(" ")
    printer.print_ssa_value(value)
    printer.print_string(f" {text}")
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(value.type)


class MeshOp(DefinedOp, op="sdy.mesh"):
    """Names a mesh of devices."""

    sym_name = prop_def(SymbolNameConstraint())
    mesh = opt_prop_def(MeshAttr)
    """None where the attribute `stablehlo.mesh` says it, as a dictionary."""

    traits = traits_def(SymbolOpInterface())

    def __init__(self, sym_name: str, mesh: MeshAttr | None):
        super().__init__(properties={"sym_name": StringAttr(sym_name), "mesh": mesh})

    def verify_(self) -> None:
        if self.mesh is None and "stablehlo.mesh" not in self.attributes:
            raise VerifyException("'sdy.mesh' op requires attribute 'mesh'")

    @classmethod
    def parse(cls, parser: Parser) -> MeshOp:
        name = parser.parse_symbol_name().data
        mesh = MeshAttr(parse_mesh(parser)) if parser.parse_optional_punctuation("=") else None
        op = cls(name, mesh)
        op.attributes.update(parser.parse_optional_attr_dict())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        if self.mesh is not None:
            printer.print_string(f" = {self.mesh.data}")
        printer.print_op_attributes(self.attributes)


class _Resharding(DefinedOp):
    """An op that gives its operand back with a sharding."""

    input = operand_def()
    sharding = prop_def(ShardingAttr)
    result = result_def()

    def __init__(self, operand: SSAValue, sharding: ShardingAttr):
        super().__init__(operands=[operand], result_types=[operand.type], properties={"sharding": sharding})

    def verify_(self) -> None:
        if self.input.type != self.result.type:
            raise VerifyException("requires the same type for all operands and results")

    @classmethod
    def parse(cls, parser: Parser) -> _Resharding:
        return _parse_one_value(parser, cls, lambda: ShardingAttr(parse_sharding(parser)))

    def print(self, printer: Printer) -> None:
        _print_one_value(printer, self, self.input, self.sharding.data)


class ShardingConstraintOp(_Resharding, op="sdy.sharding_constraint"):
    """Says how a tensor is to be sharded."""


class ReshardOp(_Resharding, op="sdy.reshard"):
    """Changes how a tensor is sharded."""


class ShardingGroupOp(DefinedOp, op="sdy.sharding_group"):
    """Puts a tensor into a group of tensors that are sharded alike."""

    input = operand_def()
    group_id = prop_def(IntegerAttr)

    def __init__(self, operand: SSAValue, group_id: int):
        super().__init__(operands=[operand], properties={"group_id": IntegerAttr(group_id, i64)})

    @classmethod
    def parse(cls, parser: Parser) -> ShardingGroupOp:
        def group() -> int:
            _parse_key(parser, "group_id")
            return parser.parse_integer()

        return _parse_one_value(parser, cls, group)

    def print(self, printer: Printer) -> None:
        _print_one_value(printer, self, self.input, f"group_id={self.group_id.value.data}")


class PropagationBarrierOp(DefinedOp, op="sdy.propagation_barrier"):
    """Lets shardings through in the directions that it allows."""

    input = operand_def()
    allowed_direction = prop_def(IntegerAttr)
    result = result_def()

    def __init__(self, operand: SSAValue, allowed_direction: int):
        super().__init__(
            operands=[operand],
            result_types=[operand.type],
            properties={"allowed_direction": IntegerAttr(allowed_direction, i32)},
        )

    @classmethod
    def parse(cls, parser: Parser) -> PropagationBarrierOp:
        def direction() -> int:
            _parse_key(parser, "allowed_direction")
            return DIRECTIONS.index(parser.parse_keyword_in(DIRECTIONS))

        return _parse_one_value(parser, cls, direction)

    def print(self, printer: Printer) -> None:
        direction = DIRECTIONS[self.allowed_direction.value.data]
        _print_one_value(printer, self, self.input, f"allowed_direction={direction}")


class ManualComputationOp(DefinedOp, op="sdy.manual_computation"):
    """A computation written out for each device along `manual_axes`."""

    tensors = var_operand_def()
    in_shardings = prop_def(ShardingPerValueAttr)
    out_shardings = prop_def(ShardingPerValueAttr)
    manual_axes = prop_def(ManualAxesAttr)
    body = region_def("single_block")
    outputs = var_result_def()
    traits = traits_def(IsolatedFromAbove())

    def __init__(
        self,
        tensors: Sequence[SSAValue],
        in_shardings: ShardingPerValueAttr,
        out_shardings: ShardingPerValueAttr,
        manual_axes: ManualAxesAttr,
        body: Region,
        result_types: Sequence[Attribute],
    ):
        super().__init__(
            operands=[tensors],
            result_types=[result_types],
            properties={
                "in_shardings": in_shardings,
                "out_shardings": out_shardings,
                "manual_axes": manual_axes,
            },
            regions=[body],
        )

    @classmethod
    def parse(cls, parser: Parser) -> ManualComputationOp:
        start = parser.pos
        tensors = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        shardings: list[ShardingPerValueAttr] = []
        for keyword in ("in_shardings", "out_shardings"):
            _parse_key(parser, keyword)
            shardings.append(ShardingPerValueAttr(parse_shardings(parser)))
        _parse_key(parser, "manual_axes")
        axes = ManualAxesAttr(_axes(parser))

        def argument() -> Parser.Argument:
            found = parser.parse_argument()
            found.location = parser.parse_optional_location()
            return found

        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, argument)
        body = parser.parse_region(arguments)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        signature = parser.parse_function_type()
        operands = parser.resolve_operands(tensors, signature.inputs.data, start)
        op = cls(operands, shardings[0], shardings[1], axes, body, signature.outputs.data)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_operands(self.tensors)
        printer.print_string(
            f" in_shardings={self.in_shardings.data} out_shardings={self.out_shardings.data}"
        )
        printer.print_string(f" manual_axes={self.manual_axes.data} ")
        with printer.in_parens():
            printer.print_list(self.body.block.args, printer.print_block_argument)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


class ReturnOp(DefinedOp, op="sdy.return"):
    """Ends the body of a `manual_computation`."""

    results_ = var_operand_def()
    traits = traits_def(IsTerminator(), HasParent(ManualComputationOp))
    assembly_format = "attr-dict ($results_^ `:` type($results_))?"

    def __init__(self, values: Sequence[SSAValue]):
        super().__init__(operands=[values])


Sdy = Dialect("sdy", classes_of(__name__, "sdy", Operation), classes_of(__name__, "sdy", Attribute))
