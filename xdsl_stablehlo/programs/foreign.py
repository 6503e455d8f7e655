"""Recognition of ops with our names in classes of other projects (xdsl-jax also has a `stablehlo` dialect), or
unregistered. `adoption` converts programs with such ops to our classes and back.
"""

from __future__ import annotations

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException

from xdsl_stablehlo.ir.graphs import ops_from
from xdsl_stablehlo.ir.guards import name_of

ADOPTED = ("chlo", "stablehlo")
"""The dialects that other projects also define."""

_PACKAGE = f"{__name__.partition('.')[0]}."
_FOREIGN: dict[type[Operation], bool] = {}


class AdoptionError(DiagnosticException):
    """A program in foreign classes that cannot be converted to ours or back: one line; `op` is the place."""

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.op = op


def is_own(kind: type) -> bool:
    """Whether a class is one of this project."""
    return kind.__module__.startswith(_PACKAGE)


def is_foreign(kind: type[Operation]) -> bool:
    """Whether a class is not ours, and its ops may have names of ours."""
    known = _FOREIGN.get(kind)
    if known is None:
        known = issubclass(kind, UnregisteredOp) or is_adopted_name(kind.name)
        known = _FOREIGN[kind] = known and not is_own(kind)
    return known


def is_adopted_name(name: str) -> bool:
    """Whether a name is in one of the `ADOPTED` dialects."""
    return name.partition(".")[0] in ADOPTED


def is_foreign_op(op: Operation) -> bool:
    """Whether an op has the name of one of ours and another class."""
    return is_foreign(type(op)) and is_adopted_name(name_of(op))


def has_foreign_ops(module: Operation, kinds: set[type[Operation]] | None = None) -> bool:
    """Whether `module` has foreign ops; `kinds` are the classes of all its ops."""
    classes = {type(op) for op in ops_from(module)} if kinds is None else kinds
    return any(map(is_foreign, classes)) and any(map(is_foreign_op, ops_from(module)))


def refuse_foreign(op: Operation) -> None:
    """Raise `AdoptionError` for a foreign op: only whole programs are adopted."""
    if is_foreign_op(op):
        raise AdoptionError(
            f"'{name_of(op)}' is of {home_of(op)}, and not of xdsl_stablehlo: fold_module takes such programs",
            op,
        )


def home_of(op: Operation) -> str:
    """The package that defines the class of an op."""
    return type(op).__module__.partition(".")[0]
