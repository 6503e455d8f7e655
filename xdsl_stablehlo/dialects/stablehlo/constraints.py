"""What the specification demands beyond what IRDL can say: the error it raises, and the op base class that asks.

A shape function raises `Violation(message, label)`; the label is the specification's own number, `C2`.
The op's verifier puts the op's name in front and the label behind:
`'stablehlo.pad' op edge_padding_low length (2) must match operand rank (3) (C2)`.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.utils.exceptions import VerifyException

from .shapes import compatible_types


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


class HloOp(IRDLOperation, ABC):
    """An op whose verifier is its shape function, its `check`, or both.

    `infer` gives the result types from what is already on the op and raises `Violation`; it stays None-returning
    for ops whose results cannot be inferred. `check` holds what needs regions or the declared result types.
    """

    def infer(self) -> Sequence[Attribute] | None:
        """The result types that operands, properties and regions decide, or None where they do not decide them."""
        return None

    def check(self) -> None:
        """Constraints on regions and on declared result types. Raises `Violation`."""

    def accepts_return_types(self, inferred: Sequence[Attribute], declared: Sequence[Attribute]) -> bool:
        """Whether `declared` result types are allowed where `inferred` ones were computed."""
        return len(inferred) == len(declared) and all(map(compatible_types, inferred, declared))

    def verify_(self) -> None:
        try:
            inferred = self.infer()
            if inferred is not None and not self.accepts_return_types(inferred, self.result_types):
                raise Violation(
                    f"inferred type(s) {_quoted(inferred)} are incompatible with "
                    f"return type(s) of operation {_quoted(self.result_types)}"
                )
            self.check()
        except Violation as violation:
            raise violation.of(self.name) from None


def infer_return_types(op: HloOp) -> Sequence[Attribute] | None:
    """The result types of `op` by its shape function; None for an op whose results cannot be inferred.

    Raises `VerifyException` with the op's name and the specification's label where a constraint does not hold.
    """
    try:
        return op.infer()
    except Violation as violation:
        raise violation.of(op.name) from None


def _quoted(types: Sequence[Attribute]) -> str:
    return ", ".join(f"'{t}'" for t in types)


def ranked(value: SSAValue) -> TensorType[Attribute]:
    """The type of a value that the op's definition already knows to be a ranked tensor."""
    return cast(TensorType[Attribute], value.type)


def ints(array: DenseArrayBase | IntegerAttr | None) -> tuple[int, ...]:
    """The integers of an `array<i64: ..>` attribute (or of one integer attribute); nothing for an absent one."""
    if array is None:
        return ()
    if isinstance(array, IntegerAttr):
        return (array.value.data,)
    return cast("tuple[int, ...]", array.get_values())
