"""The errors of evaluation: one line each, with the place, the op and its operand types."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import InterpretationError

from ..printable import abridged, printable

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ArrayAttr, LocationAttr


class EvaluationError(InterpretationError):
    """A program that cannot be evaluated, or a check in it that failed: one line, with the op and its place."""

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.message = message
        self.op = op

    def at(self, op: Operation) -> EvaluationError:
        """This error with `op` as its place, unless it already has one."""
        if self.op is None:
            self.op = op
        return self

    def __str__(self) -> str:
        place = "" if self.op is None else place_of(self.op.location)
        return printable(f"{place}{abridged(self.description)}")

    @property
    def description(self) -> str:
        """The error without its place."""
        if self.op is None:
            return self.message
        types = ", ".join([str(operand.type) for operand in self.op.operands])
        operands = f" (operands: {types})" if types else ""
        return f"'{self.op.name}' op {self.message}{operands}"


class LimitExceeded(EvaluationError):
    """An evaluation that took more than its `Limits` allow; `limit` is the name of the one that was exceeded."""

    def __init__(self, message: str, limit: str):
        super().__init__(message)
        self.args = message, limit  # of which copies are made
        self.limit = limit


FAILURES = (
    EvaluationError,
    ValueError,
    TypeError,
    IndexError,
    ArithmeticError,
    MemoryError,
    RecursionError,
)
"""What a kernel may raise: its own error, or NumPy's and Python's where a program asks for what cannot be."""


def located(error: Exception, op: Operation | None) -> EvaluationError:
    """An exception of a kernel as the error of its op, with the cause of one that NumPy or Python raised."""
    if isinstance(error, EvaluationError):
        return error if op is None else error.at(op)
    wrapped = EvaluationError(_reason(error), op)
    wrapped.__cause__ = error
    return wrapped


def _reason(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "needs more memory than there is"
    if isinstance(error, RecursionError):
        return "has regions nested too deeply"
    return f"cannot be evaluated: {str(error).splitlines()[0] if str(error) else type(error).__name__}"


def place_of(source: LocationAttr) -> str:
    """`file:line:column: ` of a location that says it, otherwise nothing."""
    pending: list[Attribute] = [source]
    while pending:
        location = pending.pop()
        match location:
            case FileLineColLoc():
                return f"{location.filename.data}:{location.line.data}:{location.column.data}: "
            case NameLoc():
                pending.append(location.location)
            case CallSiteLoc():
                pending.append(location.callee)
            case FusedLoc():
                parts = cast("ArrayAttr[Attribute]", location.locations)
                pending.extend(reversed(parts.data))
            case _:
                pass
    return ""
