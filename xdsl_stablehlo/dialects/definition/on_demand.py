"""Dialects whose ops and attributes are defined when one of them is asked for, a file at a time.

Programs use few families of ops, and defining all of them takes as long as importing xDSL.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, cast

from xdsl.dialect_interfaces import DialectInterface
from xdsl.ir import Attribute, Dialect, Operation


class DialectOnDemand(Dialect):
    """The dialect of a package with a file for each family of ops, and a file `attributes`."""

    def __init__(
        self,
        name: str,
        package: str,
        families: Mapping[str, Mapping[str, str]],
        types: Sequence[type[Attribute]] = (),
        interfaces: Sequence[DialectInterface] = (),
    ):
        """`families` gives, for each file, the class of each op by the op's name in the dialect."""
        super().__init__(name, [], [*types], [*interfaces])
        self._package = package
        self._classes = {op: class_name for ops in families.values() for op, class_name in ops.items()}
        self._files = {class_name: file for file, ops in families.items() for class_name in ops.values()}

    def member(self, name: str) -> Any:
        """The op class, attribute or enum `name`: the package's `__getattr__`."""
        file = self._import(self._files.get(name, "attributes"))
        if name not in self._files and name not in file.__all__:
            raise AttributeError(f"module '{self._package}' has no attribute '{name}'")
        value = getattr(file, name)
        setattr(sys.modules[self._package], name, value)
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
        return iter([*self._import("attributes").ATTRIBUTES, *self._attributes])

    def _import(self, file: str) -> Any:
        return import_module(f"{self._package}.{file}")
