"""Proofs that rest on this project's own folding: facts, rules, and what the interpreter computes of constants."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from ..folding.driver import fold_module
from ..folding.options import FoldOptions
from ..folding.report import FoldReport
from .matching import beside
from .runs import may_be_open, reachable
from .terms import are_the_same

LIMITS = FoldOptions(
    fold_expansions=True,
    op_work_limit=1 << 27,
    work_budget=1 << 28,
    value_bytes_limit=1 << 24,
    loop_limit=1 << 12,
)
"""About a quarter of a second for a fold; constants may grow."""


def proof_by_folding(before: FuncOp, after: FuncOp) -> str | None:
    """How folding shows that `after` gives what `before` may give; None where it does not.

    What a fold leaves gives something that the program may give. So `before` is folded as it stands; but `after` only
    where the specification leaves nothing in it open, because then it gives nothing else.
    """
    ours, theirs = _alone(before), _alone(after)
    report = fold_module(_module(ours), LIMITS)
    if report.changed and are_the_same(ours, theirs):
        return f"{_by([report])} makes the one of the other"
    if any(map(may_be_open, _module(theirs).walk())):
        return None
    reports = [report, fold_module(_module(theirs), LIMITS)]
    if reports[1].changed and not reports[1].believed and are_the_same(ours, theirs):
        return f"{_by(reports)} makes the same of both"
    return None


def _alone(func: FuncOp) -> FuncOp:
    """A copy of a function, in a module with copies of those that it calls."""
    copies = [each.clone() for each in reachable(func, beside(func))]
    ModuleOp([*copies])
    return copies[0]


def _module(func: FuncOp) -> ModuleOp:
    parent = func.parent_op()
    assert isinstance(parent, ModuleOp)
    return parent


def _by(reports: list[FoldReport]) -> str:
    """What a proof rests on."""
    rules = sorted({rule for report in reports for rule in report.rules()})
    return f"folding ({', '.join(rules)})" if rules else "folding"
