"""if, case and while (spec: Control flow ops)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl_stablehlo.dialects.stablehlo import CaseOp, IfOp, WhileOp
from xdsl_stablehlo.values.element_types import Array

from ...support.table import Cost, register
from ...support.values import Value

Region = Callable[..., tuple[Value, ...]]


def eval_if(pred: Array, *, true_branch: Region, false_branch: Region) -> tuple[Value, ...]:
    """The results of the chosen branch; the other one does not run."""
    return true_branch() if pred else false_branch()


def eval_case(index: Array, *, branches: Sequence[Region]) -> tuple[Value, ...]:
    """The results of branch `index`, the last one if there is none of that number."""
    number = int(index)
    return branches[number if 0 <= number < len(branches) else -1]()


def eval_while(
    state: list[Value], *, cond: Callable[[list[Value]], bool], body: Callable[[list[Value]], list[Value]]
) -> tuple[Value, ...]:
    """The state after running `body` on it as long as `cond` says true. `body` empties the list that it gets."""
    while cond(state):
        state = body(state)
    return tuple(state)


register(IfOp, eval_if, cost=Cost(4_000, 0), regions=("true_branch", "false_branch"))
register(CaseOp, eval_case, cost=Cost(4_000, 0), regions=("branches",))
register(WhileOp, eval_while, cost=Cost(8_000), regions=("cond", "body"), loop=True)
