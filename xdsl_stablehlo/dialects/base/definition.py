"""Dialects and ops that are defined on demand: a program pays for the families of ops that it has.

Programs use few families of ops; defining all of them takes as long as importing xDSL, and reading their assembly
formats as long again. So a dialect imports a family with the first of its ops that is asked for, and an op's format
is read when it is first used.
"""

from __future__ import annotations

import sys
from abc import ABC
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from typing_extensions import TypeVar
from xdsl.dialect_interfaces import DialectInterface
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.irdl.declarative_assembly_format import AttrDictDirective, FormatProgram, ParsingState
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_stablehlo.ir.versions import irdl_op_definition
from xdsl_stablehlo.text.shaped_types import checks_definitions

from .fields import ConstructedOp

OpT = TypeVar("OpT", bound=IRDLOperation)
T = TypeVar("T")


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
        read = FormatProgram.from_str(text, definition).stmts
        return FormatProgram(
            tuple(
                CheckedAttrDict(**vars(each)) if isinstance(each, AttrDictDirective) else each
                for each in read
            )
        )

    def parse(cls: type[OpT], parser: Parser) -> OpT:
        return program().parse(parser, cls)

    def print_(self: OpT, printer: Printer) -> None:
        program().print(printer, self)

    for name, member in (("parse", classmethod(parse)), ("print", print_)):
        setattr(cls, name, member)
    return cls


class CheckedAttrDict(AttrDictDirective):
    """An attribute dictionary. Properties of the wrong kind are reported where it begins, as in MLIR."""

    def parse(self, parser: Parser, state: ParsingState) -> None:
        start = parser.pos
        before = {*state.properties}
        super().parse(parser, state)
        given = {name: value for name, value in state.properties.items() if name not in before}
        problem = property_problem(state.op_type.get_irdl_definition(), given) if given else None
        if problem is not None:
            parser.raise_error(f"'{state.op_type.name}' op {problem}", start)


def property_problem(definition: OpDef, properties: Mapping[str, Attribute]) -> str | None:
    """The first of `properties` that is not of the declared kind, in words; also while an op is read."""
    token = checks_definitions.set(True)
    try:
        for name, prop in definition.properties.items():
            value = properties.get(name)
            if value is not None and not prop.constr.verifies(value):
                what = getattr(prop.constr, "description", str(prop.constr))
                return f"attribute '{name}' failed to satisfy constraint: {what}"
    finally:
        checks_definitions.reset(token)
    return None


class DefinedOp(ConstructedOp, ABC):
    """An op whose class statement defines it: `class PrintOp(DefinedOp, op="interpreter.print")`."""

    def __init_subclass__(cls, op: str = "", init: bool = True):
        super().__init_subclass__(init)
        if op:
            cls.name = op
            op_definition(cls)


def classes_of(module: str, dialect: str, kind: type[T]) -> list[type[T]]:
    """The ops, or the attributes, of a dialect that are in a module, by their names: `dialect.name`."""
    members: dict[str, object] = vars(sys.modules[module])
    classes = [c for c in members.values() if isinstance(c, type) and issubclass(c, kind)]
    return [c for c in classes if str(vars(c).get("name")).startswith(f"{dialect}.")]


class DialectOnDemand(Dialect):
    """The dialect of a package with a file for each family of ops, and a file `attributes`."""

    def __init__(
        self,
        name: str,
        package: str,
        families: Mapping[str, str],
        types: Sequence[type[Attribute]] = (),
        interfaces: Sequence[DialectInterface] = (),
    ):
        """`families` gives, for each file, the names of its ops in the dialect, in one string.

        The op `dot_general` has the class `DotGeneralOp`; of another class the name follows: `divide:DivOp`.
        """
        super().__init__(name, [], [*types], [*interfaces])
        self._package = package
        self._classes: dict[str, str] = {}
        self._files: dict[str, str] = {}
        for file, row in families.items():
            for entry in row.split():
                op, _, irregular = entry.partition(":")
                self._classes[op] = class_name = irregular or f"{op.title().replace('_', '')}Op"
                self._files[class_name] = file

    def member(self, name: str) -> Any:
        """The op class, attribute or enum `name`: the package's `__getattr__`."""
        value = vars(self._import(self._files.get(name, "attributes"))).get(name)
        if not getattr(value, "__module__", "").startswith(self._package):
            raise AttributeError(f"module '{self._package}' has no attribute '{name}'")
        vars(sys.modules[self._package])[name] = value
        return value

    def operation(self, name: str) -> type[Operation] | None:
        """The class of the op `name`, without the dialect's; None where there is no such op."""
        class_name = self._classes.get(name)
        return None if class_name is None else cast("type[Operation]", self.member(class_name))

    def name_of(self, kind: type[Operation]) -> str | None:
        """The name of an op class of this dialect; None for any other, and for another dialect's of the same name."""
        return kind.name if kind.__module__.startswith(self._package) else None

    def is_op(self, op: object, name: str) -> bool:
        """Whether `op` is the op `name` of this dialect, which is not defined for the question."""
        return (
            getattr(op, "name", None) == name
            and isinstance(op, Operation)
            and self.name_of(type(op)) is not None
        )

    @property
    def operations(self) -> Iterator[type[Operation]]:
        """Every op class, in the order of the files."""
        return map(self.member, self._files)

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        """Every attribute and type."""
        return iter(
            [*classes_of(self._import("attributes").__name__, self.name, Attribute), *self._attributes]
        )

    def _import(self, file: str) -> ModuleType:
        return import_module(f"{self._package}.{file}")


def shardy() -> ModuleType:
    """Shardings of values, and the constraints of Shardy's attributes: imported for programs that have some."""
    from ..sdy import verification

    return verification
