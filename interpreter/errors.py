"""The one error of evaluation."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import InterpretationError


class EvaluationError(InterpretationError):
    """A program that cannot be evaluated, or a check in it that failed: one line, with the op and its place."""

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.message = message
        self.op = op

    def at(self, op: Operation) -> EvaluationError:
        """This error with `op` as its place, unless it already has one."""
        return self if self.op is not None else EvaluationError(self.message, op)

    def __str__(self) -> str:
        return self.message if self.op is None else f"'{self.op.name}' op {self.message}"
