"""Sizes in big integers, and the budgets that are charged with them before anything is evaluated."""

from __future__ import annotations

from xdsl.ir import Attribute

from xdsl_stablehlo.element_types import dtype_of
from xdsl_stablehlo.guards import is_tensor_type
from xdsl_stablehlo.interpreter.execution.limits import Limits

from .options import FoldOptions
from .reasons import Code, Refusal

FOLDED = 10_000
"""Nanoseconds that folding one op takes besides its evaluation."""

COMPILED = 30_000
"""Nanoseconds that compiling one op of a region or a function takes."""

LOOKED_AT = 5_000
"""Nanoseconds that looking at one op takes, each time that the analysis comes by."""

CONTEXT = 80_000
"""Nanoseconds that following another call with arguments of its own takes besides."""

CLONED = 60_000
"""Nanoseconds that copying one op and folding the copy takes."""


class WorkBudget:
    """Counts estimated work and says when an op or the module asks for more than is allowed."""

    def __init__(self, options: FoldOptions):
        self.options = options
        self.limits = Limits(options.loop_limit, options.work_budget, options.seconds)
        """The same count for what runs inside loops and calls."""

    def refuse(self, work: int, free: bool = False) -> Refusal | None:
        """Why an op of this much work may not be evaluated, or None and the work is counted."""
        options, limits = self.options, self.limits
        if not free:
            if work > options.op_work_limit:
                message = f"takes an estimated {work} ns, op-work-limit is {options.op_work_limit}"
                return Refusal(Code.OP_WORK_LIMIT, message, work)
            if limits.spent + work > options.work_budget:
                left = max(options.work_budget - limits.spent, 0)
                message = f"takes an estimated {work} ns, {left} are left of work-budget"
                return Refusal(Code.WORK_BUDGET, message, work)
        if options.seconds is not None and limits.is_late():
            message = f"is not evaluated: the {options.seconds:g} seconds that folding may take are over"
            return Refusal(Code.SECONDS, message, work)
        limits.spent += work
        return None

    def charge(self, work: int) -> None:
        """Count work that is done in any case."""
        self.limits.spent += work

    def is_spent(self) -> bool:
        """Whether nothing is left of the work budget, or of the time."""
        return self.limits.spent > self.options.work_budget or self.limits.is_late()


def dense_bytes(value_type: Attribute, count: int) -> int:
    """The bytes of `count` elements of a tensor type, 0 for what is not a tensor."""
    if not is_tensor_type(value_type):
        return 0
    return count * dtype_of(value_type.element_type).itemsize
