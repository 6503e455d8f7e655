"""Results of calls: each function is analysed for the facts about its arguments, once for each such context."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from xdsl.dialects.func import FuncOp, ReturnOp as FuncReturnOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.ir.branches import is_understood
from xdsl_stablehlo.programs.constants import is_constant

from ..evaluate.evaluation import OpFolder
from ..facts.lattice import Facts
from ..terms.deferred import Knowledge, content_key, is_open
from ..terms.effects import Effects
from ..terms.reasons import Code, Refusal
from ..tuning import CALL_DEPTH, CONTEXT, FACT_CONTEXTS
from . import control_flow, partial
from .analysis import Handler, Solver, empty_form
from .blocks import Reached, reached
from .solution import Called, CallFacts, Loops
from .walk import run

HANDLERS = {**partial.HANDLERS, **control_flow.HANDLERS}
"""The handlers of ops that are not simply evaluated. Most have names as keys, so that few classes are imported."""


@cache
def _handler_of(kind: type[Operation]) -> Handler | None:
    if is_constant(kind):
        return partial.visit_constant
    own = StableHLO.name_of(kind)
    return HANDLERS.get(own or kind) or (None if own else HANDLERS.get(kind.name))


@dataclass
class _Context:
    """The effects and results of a function for the arguments of one key."""

    arguments: Knowledge
    """Kept alive, because the key may hold their identity."""
    called: Called
    frame: Solver | None
    reached: Reached | None
    """The walk through a function of several blocks."""


class ModuleAnalysis:
    """Frames of the functions of one module, and what calls return in each context."""

    handler_of = staticmethod(_handler_of)

    def __init__(self, folder: OpFolder):
        self.functions = folder.functions
        self.folder = folder
        self.effects = Effects(
            self.functions, folder.options.assume_no_undeclared_side_effects, folder.permissions.entry_of
        )
        self.readers: dict[Operation, Collection[Operation]] = {}
        self._contexts: dict[FuncOp, dict[object, _Context]] = {}
        self._latest: dict[FuncOp, _Context] = {}
        self._active: set[FuncOp] = set()

    def forget(self) -> None:
        """Drop all conclusions, because an evaluation failed; values that were evaluated are kept."""
        self._contexts.clear()
        self._latest.clear()

    def frame(self, func: FuncOp, arguments: Knowledge, facts: Facts = ()) -> Solver:
        """The analysis of `func` for these arguments, for which `facts` hold."""
        context = self._context(func, arguments, facts)
        if context.frame is None:
            context = self._look_inside(func, arguments, facts)
        assert context.frame is not None
        return context.frame

    def reached(self, func: FuncOp, arguments: Knowledge, facts: Facts = ()) -> tuple[Solver, Reached]:
        """The analysis of `func`, a function of several blocks, for these arguments, and the walk through it."""
        frame = self.frame(func, arguments, facts)
        found = self._context(func, arguments, facts).reached
        assert found is not None
        return frame, found

    def runs_whole(self, func: FuncOp, arguments: Knowledge) -> bool:
        """Whether a call with known arguments is taken as one op rather than looked into."""
        if self._ends_at(func):
            return True
        present = [value for value in arguments if value is not None]
        return self.folder.costs.of_call(func.sym_name.data).is_cheap and not is_open(present)

    def refusal_inside(self, func: FuncOp, arguments: Knowledge, facts: Facts) -> Refusal:
        """Why a call of `func` with known arguments does not give known results."""
        for op, refusal in self.frame(func, arguments, facts).refused.items():
            if refusal.message.startswith("runs '"):
                return refusal
            return refusal._replace(message=f"runs '{op.name}', which {refusal.message}")
        return Refusal(Code.NOT_CONSTANT, "runs what is not constant")

    def called(
        self, func: FuncOp, arguments: Knowledge, facts: Facts = (), solved: Loops | None = None
    ) -> Called | None:
        """The effects and results of a call for these arguments, for which `facts` hold; None if calls are too deep.

        `solved` is from the last time that the same call was walked, when more was known.
        """
        if self._ends_at(func):
            return None
        known = self._contexts.get(func, ())
        return self._context(func, arguments, facts if len(known) < FACT_CONTEXTS else (), solved).called

    def _ends_at(self, func: FuncOp) -> bool:
        return func in self._active or len(self._active) > CALL_DEPTH or self.folder.budget.is_spent()

    def is_kept_by_hook(self, op: Operation) -> bool:
        """Whether the user's `should_fold` keeps `op`."""
        should_fold = self.folder.options.should_fold
        return should_fold is not None and should_fold(op) is False

    def _context(
        self, func: FuncOp, arguments: Knowledge, facts: Facts, solved: Loops | None = None
    ) -> _Context:
        context = self._contexts.setdefault(func, {}).get((content_key(arguments), facts))
        return context or self._look_inside(func, arguments, facts, solved)

    def _look_inside(
        self, func: FuncOp, arguments: Knowledge, facts: Facts, solved: Loops | None = None
    ) -> _Context:
        contexts = self._contexts.setdefault(func, {})
        frame = Solver(self)
        frame.solved.update(solved or {})
        if contexts:
            self.folder.budget.charge(CONTEXT)
        called = bool(self._active)
        self._active.add(func)
        body = func.body
        block = body.first_block
        assert block is not None

        def begin() -> None:
            frame.learn(block.args, arguments)
            frame.learn(block.args, tuple(empty_form(argument.type) for argument in block.args))
            frame.facts.note(block.args, facts)

        outcome = CallFacts((None,) * len(func.function_type.outputs), ())
        found: Reached | None = None
        try:
            if block.next_block is not None:
                found = reached(frame, body, begin)
                outcome = CallFacts(found.returned(frame) or outcome.values, ())
            else:
                begin()
                run(frame.walk_block(block))
        finally:
            self._active.discard(func)
        last = block.last_op
        if block.next_block is None and type(last) is FuncReturnOp:
            outcome = (
                frame.outcome(last.operands) if called else CallFacts(frame.knowledge(last.operands), ())
            )
        effect_free = called and is_understood(body) and self._runs_nothing_with_effects(func, frame)
        # Only the latest frame is kept: a function that is called in many contexts is rewritten for none of them.
        latest = self._latest.get(func)
        if latest is not None:
            latest.frame = None
        context = _Context(arguments, Called(outcome, effect_free, frame.solved), frame, found)
        self._latest[func] = contexts[content_key(arguments), facts] = context
        return context

    def _runs_nothing_with_effects(self, func: FuncOp, frame: Solver) -> bool:
        if not self.effects.of_function(func.sym_name.data):
            return True
        return self.effects.within(frame.here()).none_left(func.regions)
