"""Proofs that a function refines another one for all arguments: by equal terms, by z3, by folding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, NoReturn, cast

from xdsl.dialects.builtin import IntAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects.stablehlo import CustomCallOp
from xdsl_stablehlo.folding.driver import fold_module
from xdsl_stablehlo.folding.options import FoldOptions
from xdsl_stablehlo.folding.report.report import FoldReport
from xdsl_stablehlo.interpreter.kernels.table import Exactness
from xdsl_stablehlo.interpreter.tensor import Tensor

from .relation.behaviours import acts, leaves_open, may_fail, may_not_end, named_by
from .relation.runs import named_beside, reachable
from .terms import are_the_same
from .verdicts import ValidationOptions


class Answer(NamedTuple):
    """A proof or a candidate, found without trying arguments."""

    proof: str | None = None
    """The proof in words."""
    candidate: tuple[Tensor, ...] | None = None
    """Arguments for which the functions may differ: z3 takes some ops for arbitrary functions."""


def answer(before: FuncOp, after: FuncOp, options: ValidationOptions) -> Answer:
    """Look for a proof that `after` gives what `before` may give."""
    if not options.proofs:
        return Answer()
    if are_the_same(before, after):
        return Answer("both functions apply the same ops to the same values")
    given = answer_of_z3(before, after)
    if given.proof is None and options.proofs_by_folding and not options.floats.distinguishes_nans:
        return Answer(proof_by_folding(before, after), given.candidate)
    return given


def answer_of_z3(before: FuncOp, after: FuncOp) -> Answer:
    """Ask z3 about two functions; the answer is empty if z3 is not installed.

    Each element is a bit vector. Integer arithmetic and movement have the meaning of the specification; any other
    elementwise op is an unknown function of its operands' bits, the same on both sides. Nothing is proved if more is
    open: the order of a sum of floats, init values that are not neutral, quotients by what may be zero.
    """
    if before.function_type != after.function_type or find_spec("z3") is None:
        return Answer()
    # By name, because importing z3 takes a tenth of a second and z3 may not be installed.
    ask = import_module(f"{__package__}.symbolic").ask
    return cast("Callable[[FuncOp, FuncOp], Answer]", ask)(before, after)


LIMITS = FoldOptions(
    fold_expansions=True,
    op_work_limit=1 << 27,
    work_budget=1 << 28,
    value_bytes_limit=1 << 24,
    loop_limit=1 << 12,
)
"""The limits of a fold: about a quarter of a second; constants may grow."""


def proof_by_folding(before: FuncOp, after: FuncOp) -> str | None:
    """The proof by folding that `after` gives what `before` may give; None if there is none.

    A folded program gives one of the values that the program may give. So `before` is folded as it is, but in `after`
    the open ops are hidden from the folder, because its fold must keep all values that it may give. Folding may also
    remove loops that may not end and evaluations that may fail; then it proves nothing.
    """
    ours = _folded(before, may_not_end)
    if ours is not None and ours.is_whole and ours.report.changed and are_the_same(ours.func, after):
        return f"{_rests_on([ours.report])} makes the one of the other"
    theirs = _folded(after, lambda op: may_not_end(op) or may_fail(op), _Hidden())
    if theirs is None or not theirs.is_whole or theirs.report.believed:
        return None
    if ours is not None and ours.is_whole and are_the_same(ours.func, theirs.func):
        return f"{_rests_on([ours.report, theirs.report])} makes the same of both"
    if any(map(leaves_open, _alone(before)[1].walk())):
        ours = _folded(before, may_not_end, _Hidden())
        if ours is not None and ours.is_whole and are_the_same(ours.func, theirs.func):
            return f"{_rests_on([ours.report, theirs.report])} makes the same of both"
    return None


class _Fold(NamedTuple):
    func: FuncOp
    report: FoldReport
    is_whole: bool
    """Whether all ops that must stay are still there."""


def _folded(func: FuncOp, stays: Callable[[Operation], bool], hidden: _Hidden | None = None) -> _Fold | None:
    """Fold a copy of a function and of those that it calls; None if an open op cannot be hidden.

    Ops that must stay are marked; an op that replaces one has no mark.
    """
    copy, module = _alone(func)
    marked = [op for op in module.walk() if stays(op)]
    for number, op in enumerate(marked):
        op.attributes[_MARK] = IntAttr(number)
    if hidden is not None and not hidden.hide([*module.walk()]):
        return None
    report = fold_module(module, LIMITS if hidden is None else hidden.options())
    if hidden is not None:
        hidden.show([*module.walk()])
    left = {op.attributes.pop(_MARK) for op in module.walk() if _MARK in op.attributes}
    return _Fold(copy, report, len(left) == len(marked))


_MARK = "validation.stays"


def _alone(func: FuncOp) -> tuple[FuncOp, ModuleOp]:
    """A copy of a function, in a module with copies of the ops that it names."""
    copies = [each.clone() for each in reachable(func, named_beside(func), named_by)]
    assert isinstance(copies[0], FuncOp)
    return copies[0], ModuleOp(copies)


class _Hidden:
    """Hides open ops behind custom calls, which are unknown functions to the folder."""

    def __init__(self) -> None:
        self._targets: dict[_Kind, str] = {}

    def hide(self, ops: Sequence[Operation]) -> bool:
        """Replace open ops without effects by calls; return whether that is possible."""
        hidden = [op for op in ops if leaves_open(op) and not acts(op)]
        if any(op.regions for op in hidden):
            return False
        for op in hidden:
            target = self._targets.setdefault(_Kind.of(op), f"open {len(self._targets)}")
            Rewriter.replace_op(op, CustomCallOp(op.operands, target, op.result_types))
        return True

    def options(self) -> FoldOptions:
        calls = dict.fromkeys(self._targets.values(), _never)
        return replace(LIMITS, custom_calls=calls, exactness=Exactness.EXACT)

    def show(self, ops: Sequence[Operation]) -> None:
        """Replace the calls by their ops."""
        kinds = {target: kind for kind, target in self._targets.items()}
        for call in ops:
            kind = kinds.get(call.call_target_name.data) if isinstance(call, CustomCallOp) else None
            if kind is not None:
                Rewriter.replace_op(call, kind.made(call.operands))


class _Kind(NamedTuple):
    """An op without its operands."""

    op: type[Operation]
    result_types: tuple[Attribute, ...]
    properties: frozenset[tuple[str, Attribute]]
    attributes: frozenset[tuple[str, Attribute]]

    @staticmethod
    def of(op: Operation) -> _Kind:
        attributes = frozenset(op.properties.items()), frozenset(op.attributes.items())
        return _Kind(type(op), tuple(op.result_types), *attributes)

    def made(self, operands: Sequence[SSAValue]) -> Operation:
        return self.op.create(
            operands=operands,
            result_types=self.result_types,
            properties=dict(self.properties),
            attributes=dict(self.attributes),
        )


def _never(*_: object) -> NoReturn:
    """The evaluator of hidden ops, which are never folded."""
    raise AssertionError("a hidden op was evaluated")


def _rests_on(reports: Sequence[FoldReport]) -> str:
    """The rules that a proof uses."""
    rules = sorted({rule for report in reports for rule in report.rules()})
    return f"folding ({', '.join(rules)})" if rules else "folding"
