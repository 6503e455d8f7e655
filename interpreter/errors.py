"""The errors of evaluation: one line each, with the place, the op and its operand types."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import InterpretationError

from xdsl_stablehlo.ir.printable import abridged, printable

from ..text.locations import origin_of


class EvaluationError(InterpretationError):
    """An error of evaluation, or a failed check of the program: one line, with the op and its place."""

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
        text = abridged(self.description)
        if self.op is not None:
            origin = origin_of(self.op.location)
            text = (origin.place and f"{origin.place}: ") + text + (origin.context and f" ({origin.context})")
        return printable(text)

    @property
    def description(self) -> str:
        """The error without its place."""
        if self.op is None:
            return self.message
        types = ", ".join([str(operand.type) for operand in self.op.operands])
        operands = f" (operands: {types})" if types else ""
        return f"'{self.op.name}' op {self.message}{operands}"


class LimitExceeded(EvaluationError):
    """An evaluation that exceeded its `Limits`; `limit` is the name of the exceeded one."""

    def __init__(self, message: str, limit: str):
        super().__init__(message)
        self.args = message, limit  # of which copies are made
        self.limit = limit


FAILURES = (EvaluationError, ValueError, TypeError, IndexError, ArithmeticError, MemoryError, RecursionError)
"""Exceptions of kernels: their own, and those of NumPy and Python."""


def located(error: Exception, op: Operation | None) -> EvaluationError:
    """An exception of a kernel as the error of its op; one of NumPy or Python is its cause."""
    if isinstance(error, EvaluationError):
        return error if op is None else error.at(op)
    reason = f"cannot be evaluated: {str(error).splitlines()[0] if str(error) else type(error).__name__}"
    if isinstance(error, MemoryError):
        reason = "needs more memory than there is"
    if isinstance(error, RecursionError):
        reason = "has regions nested too deeply"
    wrapped = EvaluationError(reason, op)
    wrapped.__cause__ = error
    return wrapped
