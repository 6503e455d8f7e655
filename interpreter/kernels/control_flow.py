"""if, case and while (spec: Control flow ops)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dialects.stablehlo import CaseOp, IfOp, WhileOp
from ...element_types import Array
from ..execution.executor import Body
from ..execution.limits import Watch
from ..execution.scalar_tier import run_scalars
from .table import Cost, Value, register

Region = Callable[..., tuple[Value, ...]]

_FEW = 32
"""After so many iterations a loop over scalars is worth writing as Python code."""


def eval_if(pred: Array, *, true_branch: Region, false_branch: Region) -> tuple[Value, ...]:
    """What the chosen branch returns; the other one does not run."""
    return true_branch() if pred else false_branch()


def eval_case(index: Array, *, branches: Sequence[Region]) -> tuple[Value, ...]:
    """What branch `index` returns, the last one if there is none of that number."""
    number = int(index)
    return branches[number if 0 <= number < len(branches) else -1]()


def eval_while(*operand: Value, cond: Watch, body: Body) -> tuple[Value, ...]:
    """The state after running `body` on it as long as `cond` says true."""
    state = list(operand)
    del operand
    iterations = 0
    while cond(state):
        # The body takes the values out of the list: nobody else holds them while it runs.
        state = list(body.run(state))
        iterations += 1
        if iterations == _FEW:
            state = run_scalars(state, cond, body)
    return tuple(state)


register(IfOp, lambda op: eval_if, cost=Cost(4_000, 0), regions=("true_branch", "false_branch"))
register(CaseOp, lambda op: eval_case, cost=Cost(4_000, 0), regions=("branches",))
register(WhileOp, lambda op: eval_while, cost=Cost(8_000, 0), regions=("cond", "body"))
