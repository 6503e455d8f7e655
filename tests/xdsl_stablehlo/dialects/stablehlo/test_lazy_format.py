"""Assembly formats are read when they are first used, so a test has to read them all."""

from __future__ import annotations

import pytest
from xdsl.irdl import IRDLOperation, operand_def
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError

from xdsl_stablehlo.dialects.base.definition import op_definition
from xdsl_stablehlo.programs.registry import DIALECTS, dialect_factory

OPS = [op for name in DIALECTS if name != "mpmd" for op in dialect_factory(name)().operations]


def test_every_format_is_one() -> None:
    """xDSL's reader of formats checks that each names all operands, types, regions and required properties."""
    read: list[str] = []
    for op in OPS:
        assert issubclass(op, IRDLOperation)
        definition = op.get_irdl_definition()
        if definition.assembly_format is not None:
            assert FormatProgram.from_str(definition.assembly_format, definition).stmts
            read.append(op.name)
    assert len(read) > 100


def test_a_wrong_format_is_found_when_it_is_used() -> None:
    @op_definition
    class Wrong(IRDLOperation):
        name = "test.wrong"
        operand = operand_def()
        assembly_format = "$nothing attr-dict"

    with pytest.raises(ParseError, match="nothing"):
        str(Wrong.create(operands=[]))


def test_a_format_and_a_printer_of_its_own_exclude_each_other() -> None:
    class Two(IRDLOperation):
        name = "test.two"
        assembly_format = "attr-dict"

        def print(self, printer: Printer) -> None:
            printer.print_string(" two")

    with pytest.raises(AssertionError, match=r"test\.two has a format and a parser or printer"):
        op_definition(Two)
