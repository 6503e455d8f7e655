"""What a step of a reduction is: targets in a program, any stretch of which can be made smaller together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from xdsl.dialects.builtin import ModuleOp

T = TypeVar("T")


class ReductionStep(ABC, Generic[T]):
    """One way to make programs smaller."""

    name: str
    """What reports call it."""
    adds_arguments = False
    """Whether it may put arguments in the place of values that were computed, or constants."""

    @abstractmethod
    def targets(self, module: ModuleOp) -> list[T]:
        """What it could change, in the order of the program: the same list for equal programs."""

    @abstractmethod
    def change(self, module: ModuleOp, chosen: Sequence[T]) -> None:
        """Change some of the targets, all at once. What comes out need not be valid: it is verified afterwards.

        What an earlier one of `chosen` removed is passed over.
        """


AnyStep = ReductionStep[Any]
