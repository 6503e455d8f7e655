"""Op definitions whose assembly format is read when it is first used.

Reading the formats of all ops takes as long as everything else that defining them takes, and a program uses few.
"""

from __future__ import annotations

from functools import cache

from typing_extensions import TypeVar
from xdsl.irdl import IRDLOperation, irdl_op_definition
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer

OpT = TypeVar("OpT", bound=IRDLOperation)


def op_definition(cls: type[OpT]) -> type[OpT]:
    """xDSL's `irdl_op_definition`, but a wrong `assembly_format` raises `ParseError` when it is first used."""
    text = cls.assembly_format
    if text is None:
        return irdl_op_definition(cls)
    assert not {"parse", "print"} & vars(cls).keys(), (
        f"{cls.name} has a format and a parser or printer of its own"
    )
    cls.assembly_format = None  # xDSL reads what it finds here
    irdl_op_definition(cls)
    definition = cls.get_irdl_definition()
    cls.assembly_format = definition.assembly_format = text

    @cache
    def program() -> FormatProgram:
        return FormatProgram.from_str(text, definition)

    def parse(cls: type[OpT], parser: Parser) -> OpT:
        return program().parse(parser, cls)

    def print_(self: OpT, printer: Printer) -> None:
        program().print(printer, self)

    for name, member in (("parse", classmethod(parse)), ("print", print_)):
        setattr(cls, name, member)
    return cls
