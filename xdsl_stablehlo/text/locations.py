"""The locations that xDSL lacks: a range of a file, as JAX writes it (`loc("f.py":1:2 to 3:9)`), and a whole line."""

from __future__ import annotations

from typing import TypeGuard, TypeVar

from xdsl.dialects.builtin import IntAttr, LocationAttr, NoneAttr, StringAttr, UnknownLoc
from xdsl.ir import Attribute, BuiltinAttribute, Operation, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.printer import Printer

A = TypeVar("A", bound=ParametrizedAttribute)


@irdl_attr_definition
class FileLineColRange(ParametrizedAttribute, BuiltinAttribute):
    """From a line and column to a line and column of one file."""

    name = "stablehlo.file_line_range"
    filename: StringAttr = param_def()
    line: IntAttr = param_def()
    column: IntAttr = param_def()
    end_line: IntAttr = param_def()
    end_column: IntAttr = param_def()

    def print_builtin(self, printer: Printer) -> None:
        with printer.in_location():
            printer.print_string_literal(self.filename.data)
            printer.print_string(f":{self.line.data}:{self.column.data} to ")
            same_line = self.end_line == self.line
            printer.print_string(f"{'' if same_line else self.end_line.data}:{self.end_column.data}")


@irdl_attr_definition
class FileLineLoc(ParametrizedAttribute, BuiltinAttribute):
    """A line of a file, or the file itself."""

    name = "stablehlo.file_line"
    filename: StringAttr = param_def()
    line: IntAttr | NoneAttr = param_def()

    def print_builtin(self, printer: Printer) -> None:
        with printer.in_location():
            printer.print_string_literal(self.filename.data)
            if isinstance(self.line, IntAttr):
                printer.print_string(f":{self.line.data}")


def is_location(a: object) -> TypeGuard[LocationAttr]:
    """Any location."""
    return isinstance(a, LocationAttr | FileLineColRange | FileLineLoc)


def unverified(kind: type[A], *parameters: Attribute) -> A:
    """An attribute of `kind` with these parameters. xDSL's own check is left out: it refuses locations from here."""
    attr = kind.__new__(kind)
    for (name, _), parameter in zip(kind.get_irdl_definition().parameters, parameters, strict=True):
        object.__setattr__(attr, name, parameter)
    return attr


def strip_locations(op: Operation) -> None:
    """Make every location in `op`, of ops and block arguments, unknown."""
    unknown = UnknownLoc()
    for inner in op.walk():
        inner.location = unknown
        for region in inner.regions:
            for block in region.blocks:
                for argument in block.args:
                    argument.location = unknown
