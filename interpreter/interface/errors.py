"""The errors of evaluation: one line each, with the place, the op and its operand types."""

from __future__ import annotations

from opcode import opmap

from xdsl.ir import Operation
from xdsl.utils.exceptions import InterpretationError

from xdsl_stablehlo.ir.printable import abridged, first_line, printable
from xdsl_stablehlo.text.locations import origin_of


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
    """An exception of a kernel as the error of its op; one of NumPy or Python is its cause, and does not speak."""
    if isinstance(error, EvaluationError):
        return error if op is None else error.at(op)
    kind = type(error).__name__
    if _is_raised_by_a_kernel(error):
        reason = f"cannot be evaluated: {first_line(error)}"
    else:
        reason = f"cannot be evaluated for such operands ({kind})"
    if isinstance(error, MemoryError):
        reason = "needs more memory than there is"
    if isinstance(error, RecursionError):
        reason = "has regions nested too deeply"
    wrapped = EvaluationError(reason, op)
    wrapped.__cause__ = error
    return wrapped


_RAISE = opmap["RAISE_VARARGS"]


def _is_raised_by_a_kernel(error: Exception) -> bool:
    """Whether a kernel says what is wrong, with `raise`, or a function of the user's in whatever way.

    What is raised by an operation of Python or NumPy names arrays and axes that nobody sees.
    """
    trace = error.__traceback__
    while trace is not None:
        code, module = trace.tb_frame.f_code, trace.tb_frame.f_globals.get("__name__", "")
        if code.co_name == "call_user":
            return True
        if trace.tb_next is None:
            return code.co_code[trace.tb_lasti] == _RAISE and not module.startswith("numpy.")
        trace = trace.tb_next
    return True
