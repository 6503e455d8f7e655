"""The error of a constraint that does not hold."""

from __future__ import annotations

from xdsl.utils.exceptions import VerifyException


class Violation(VerifyException):
    """A constraint of the specification that does not hold. `label` is its number there, `C2` or `I1`."""

    def __init__(self, message: str, label: str = ""):
        super().__init__(message)
        self.message = message
        self.label = label

    def of(self, op_name: str) -> VerifyException:
        """This violation as the verifier of `op_name` reports it."""
        suffix = f" ({self.label})" if self.label else ""
        return VerifyException(f"'{op_name}' op {self.message}{suffix}")


class SymbolViolation(Violation):
    """A symbol that an op uses and cannot see. MLIR reports these only where nothing else is wrong in a module."""

    def of(self, op_name: str) -> VerifyException:
        return SymbolViolation(f"'{op_name}' op {self.message}")
