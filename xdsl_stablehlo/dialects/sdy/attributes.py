"""Shardy's attributes: each holds a structure, read from upstream's text and printed as it."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeVar

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Data, OpaqueSyntaxAttribute
from xdsl.irdl import IRDLOperation, declarative_assembly_format as assembly, irdl_attr_definition
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.versions import parse_keyword_in, parse_optional_keyword_in

from . import structure
from .structure import DIRECTIONS, REDUCTIONS, ValueShardings

T = TypeVar("T")


class StructureAttr(Data[T]):
    """An attribute that holds a structure, which `read` reads from text."""

    read: ClassVar[Callable[[AttrParser], Any]]

    def __init_subclass__(cls, attr: str = "", kind: Any = None):
        super().__init_subclass__()
        if attr:
            cls.name, cls.read = attr, kind.read
            irdl_attr_definition(cls)

    @classmethod
    def parsed(cls, parser: AttrParser) -> Self:
        """The attribute that comes next in an op: its structure alone, or with the attribute's name in front."""
        start = parser.pos
        if structure.at_long_form(parser):
            attribute = parser.parse_attribute()
            return (
                attribute
                if isinstance(attribute, cls)
                else parser.raise_error(f"expected '#{cls.name}'", start)
            )
        try:
            return cls(cls.read(parser))
        except VerifyException as error:
            parser.raise_error(str(error), start, parser.pos)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> T:
        return cls.read(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(self.text())

    def text(self) -> str:
        """The structure as it is printed in an op."""
        return str(self.data)


class ShardingPerValueAttr(StructureAttr[ValueShardings], attr="sdy.sharding_per_value", kind=ValueShardings):
    """The shardings of several values; ops have them without the outer brackets of `<[..]>`."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> ValueShardings:
        with parser.in_angle_brackets():
            return ValueShardings.read(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


class OpaqueStructureAttr(OpaqueSyntaxAttribute, StructureAttr[T]):
    """An attribute that is printed as `#sdy<axis_ref_list{"x"}>`."""


# fmt: off
class MeshAttr(StructureAttr[structure.DeviceMesh], attr="sdy.mesh", kind=structure.DeviceMesh):
    """The axes of a mesh of devices."""
class ShardingAttr(StructureAttr[structure.TensorSharding], attr="sdy.sharding", kind=structure.TensorSharding):
    """The sharding of one tensor."""
class OpShardingRuleAttr(
    StructureAttr[structure.ShardingRule], attr="sdy.op_sharding_rule", kind=structure.ShardingRule,
):
    """The correspondence of the dimensions of an op's operands and results."""
class PropagationEdgesAttr(StructureAttr[structure.Edges], attr="sdy.propagation_edges", kind=structure.Edges):
    """The steps by which shardings came to an op."""
class ManualAxesAttr(OpaqueStructureAttr[structure.ManualAxes], attr="sdy.manual_axes", kind=structure.ManualAxes):
    """The axes along which a computation is written out for each device."""
class AxisListAttr(OpaqueStructureAttr[structure.AxisList], attr="sdy.axis_ref_list", kind=structure.AxisList):
    """The axes of a collective."""
class AxesPerDimensionAttr(
    OpaqueStructureAttr[structure.AxesPerDimension], attr="sdy.list_of_axis_ref_lists", kind=structure.AxesPerDimension,
):
    """The axes of a collective for each dimension."""
class MovesAttr(OpaqueStructureAttr[structure.Moves], attr="sdy.all_to_all_param_list", kind=structure.Moves):
    """The axes that an `all_to_all` takes from one dimension to another."""
# fmt: on


class Named(assembly.CustomDirective, ABC):
    """A property of one of these kinds: its structure alone is printed, and a name in front is read, too."""

    value: assembly.AttributeVariable
    KIND: ClassVar[type[StructureAttr[Any]]]

    def is_anchorable(self) -> bool:
        return self.value.is_anchorable()

    def is_present(self, op: IRDLOperation) -> bool:
        return self.value.is_present(op)

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        self.value.set(state, self.KIND.parsed(parser))

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        value = self.value.get(op)
        printer.print_string(value.text() if isinstance(value, self.KIND) else "")


def _directive(kind: type[StructureAttr[Any]], title: str) -> type[assembly.CustomDirective]:
    """The directive `custom<title>($value)` for a kind of attributes."""
    members = {
        "__doc__": kind.__doc__,
        "__annotations__": {"value": assembly.AttributeVariable},
        "KIND": kind,
    }
    return assembly.irdl_custom_directive(type(title, (Named,), members))


STRUCTURES = tuple(
    _directive(kind, title)
    for title, kind in (
        ("Mesh", MeshAttr),
        ("Sharding", ShardingAttr),
        ("Axes", AxisListAttr),
        ("AxesPerDimension", AxesPerDimensionAttr),
        ("Moves", MovesAttr),
    )
)
"""The directives of structures."""


@assembly.irdl_custom_directive
class DirectionName(assembly.CustomDirective):
    """`FORWARD`: the name of a number."""

    direction: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        number = DIRECTIONS.index(parse_keyword_in(parser, DIRECTIONS))
        self.direction.set(state, IntegerAttr(number, i32))

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_string(DIRECTIONS[number_of(self.direction.get(op))])


@assembly.irdl_custom_directive
class ReductionName(assembly.CustomDirective):
    """`max`: the name of a number; `sum` is left out."""

    reduction: assembly.AttributeVariable

    def parse(self, parser: Parser, state: assembly.ParsingState) -> None:
        name = parse_optional_keyword_in(parser, REDUCTIONS)
        if name is not None and name != REDUCTIONS[0]:
            self.reduction.set(state, IntegerAttr(REDUCTIONS.index(name), i32))

    def print(self, printer: Printer, state: assembly.PrintingState, op: IRDLOperation) -> None:
        number = number_of(self.reduction.get(op))
        if number:
            state.print_whitespace(printer)
            printer.print_string(REDUCTIONS[number])


def number_of(attribute: object) -> int:
    """The number of an attribute; 0 where there is none."""
    return attribute.value.data if isinstance(attribute, IntegerAttr) else 0
