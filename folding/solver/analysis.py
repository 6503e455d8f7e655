"""Sparse conditional constant propagation: finds facts about all values of a function before any is replaced.

Only what can be reached is visited: branches that never run and loops never entered stay out. `control_flow.py` says
what branches, loops and calls tell, `partial.py` what is known without all operands.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias

import numpy as np
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects.stablehlo import HloOp, StableHLO
from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.signatures import values_read
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import has_array

from ..evaluate.evaluation import is_fixed
from ..facts.known import Supposed
from ..rules.engine import Form
from ..rules.families import rules_for
from ..terms.constants import constant_type, readers_of
from ..terms.deferred import Deferred, Knowledge
from ..terms.reasons import Code, Refusal
from ..tuning import TERM_LIMIT, VISIT
from .solution import Functions, Solution, Solved, present_of
from .walk import Domain, Steps, run

TOO_MANY_TERMS = Refusal(Code.USES, f"is the same as more than {TERM_LIMIT} other ops in a row")

Handler: TypeAlias = "Callable[[Solver, Any], Steps | None]"
"""Visits an op of one class."""


class Module(Functions, Protocol):
    """The questions about functions, and the handlers of ops that are not simply evaluated."""

    @property
    def handler_of(self) -> Callable[[type[Operation]], Handler | None]: ...


class Solver(Solution, Domain):
    """The constants and facts of one function body as a domain of the walk."""

    def __init__(self, analysis: Module):
        super().__init__(analysis)
        options = analysis.folder.options
        self.loop_depth = 0
        """The number of loops around the place that is visited."""
        self.solved: dict[Operation, Solved] = {}
        """The facts found inside of the loop around, which may be visited again, with weaker assumptions."""
        self._budget = analysis.folder.budget
        self._handler_of = analysis.handler_of
        self._types = analysis.folder.permissions.types
        self._without_rules = options.without_rules
        self._refined: set[SSAValue] = set()
        """Values that are the same as others of a type that says more sizes."""
        self._opened: set[Operation] = set()
        """Ops whose results are known and which stay, so that what is inside of them is visited."""
        self._supposed: set[SSAValue] = set()
        """The values that are known only inside of the current branch."""

    @contextmanager
    def supposing(self, supposed: Supposed) -> Generator[None]:
        """While something holds."""
        new = {value: array for value, array in supposed.values.items() if value not in self.known}
        self._supposed.update(new)
        try:
            self.known.update(new)
            with self.facts.supposing(supposed.facts):
                yield
        finally:
            self._drop_supposed(new)

    def _drop_supposed(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            self.known.pop(value, None)
        self._supposed.difference_update(values)

    def look_at(self, op: Operation) -> None:
        """Visit one op, and all ops inside of it."""
        inside = self._visit(op)
        if inside is not None:
            run(inside)
            self.leave(op)

    def leave(self, op: Operation) -> None:
        """Evaluate what is left of an op that could not be evaluated, once it is known what is inside of it."""
        if op in self.executed or all(map(self.is_resolved, op.results)):
            return
        is_loop = StableHLO.is_op(op, "stablehlo.while")  # which may go on without some of what it carries
        if not is_loop and not all(map(self.is_present, map(self.terms.resolved, op.operands))):
            return
        asked = [op.results[i] for i in self.read_of(op)]
        left = self.remainder().of(op, [value for value in asked if not self.is_resolved(value)])
        if left is None or not self.terms.may_make(op):
            return
        copy, results = left
        self.terms.put(copy, op)
        # At once, because it does not stay where it cannot be evaluated.
        self.evaluate(copy)
        values = present_of(self.knowledge(copy.results))
        if len(values) == len(results) and self.analysis.folder.decide(values):
            self.learn(results, self.knowledge(copy.results))
        self._unseen.discard(copy)
        for value in copy.results:
            self.known.pop(value, None)
        self.terms.drop(copy)

    def visit(self, op: Operation) -> Steps | None:
        self._budget.looks += VISIT
        return self._visit(op)

    def _visit(self, op: Operation) -> Steps | None:
        try:
            handler = self._handler_of(type(op))
            inside = self.visit_any(op) if handler is None else handler(self, op)
            if self._refined and not op.regions and not self._refined.isdisjoint(values_read(op)):
                self._visit_refined(op)
        except Exception as error:
            self._abandon(op, error)
            return None
        return None if inside is None else self._visit_inside(op, inside)

    def _visit_inside(self, op: Operation, inside: Steps) -> Steps:
        mark, depth, solved = self.facts.mark(), self.loop_depth, self.solved
        supposed = set(self._supposed)
        try:
            yield from inside
        except Exception as error:
            # What was concluded may rest on what was only hoped or supposed.
            self.loop_depth, self.solved = depth, solved
            self._drop_supposed(self._supposed - supposed)
            self._abandon(op, error)
            self.forget(op.regions, mark)

    def _abandon(self, op: Operation, error: Exception) -> None:
        """Drop all conclusions about an op for which the folder fails; the op stays."""
        self._forget_made(op)
        self.facts.fail(op, error)

    def _visit_refined(self, op: Operation) -> None:
        """Analyse an op that reads values whose types have more known sizes than declared, with these types."""
        if len(op.results) != 1 or op in self.refused or self.is_resolved(op.results[0]):
            return
        if self.terms.may_make(op):
            copy = self.terms.copy(op, op, {})
            self.look_at(copy)
            if self.is_resolved(copy.results[0]):
                self.stand_for(copy.results, op.results)
            else:
                self.terms.drop(copy)

    def visit_any(self, op: Operation) -> Steps | None:
        """Evaluate an op whose operands are all known; look inside one that is not evaluated."""
        if self.evaluate(op):
            return None
        self.empty_results(op)
        if self.simplify(op):
            return None
        return self.walk_regions(op.regions) if op.regions else None

    def simplify(self, op: Operation) -> bool:
        """Apply a rule to an op, and note the result; return whether one applied."""
        if not self.simplifies or op in self.refused or next(iter(op.results), None) in self.known:
            return False
        for rule in rules_for(self.facts, op):
            if rule.name in self._without_rules:
                continue
            outcome = rule.gives(self.facts, op) if rule.when(self.facts, op) else None
            if outcome is None or self.analysis.is_kept_by_hook(op):
                continue
            if self._conclude(op, outcome):
                self.by_rule[op] = rule.name
                return True
        return False

    def _conclude(self, op: Operation, outcome: SSAValue | Array | Form) -> bool:
        """Note the value that the result of an op is equal to; return whether it can replace the result."""
        result = op.results[0]
        self.facts.forget(result)  # rules may have asked before it was known
        if isinstance(outcome, SSAValue):
            if outcome.type != result.type:
                return False
            self.hand_on(result, outcome)
        elif isinstance(outcome, Form):
            return self.join(op, outcome)
        else:
            self.known[result] = outcome
        return True

    def join(self, op: Operation, form: Form) -> bool:
        """Make another form of `op`, analyse it, and let it replace `op`; return whether it can.

        Where some readers do not take its type it cannot, unless they turn out to go.
        """
        if not self.terms.may_make(op):
            self.refused[op] = TOO_MANY_TERMS
            return False
        *constants, other = self.terms.make(op, form.operands, form.build)
        result, refined = op.results[0], other.results[0].type
        if result.type != refined:
            readers = self.analysis.readers.get(op)
            refusal = self.replacements.refuse_type(
                result, refined, readers_of(result) if readers is None else readers
            )
            if refusal is not None:
                for made in (other, *constants):
                    self.terms.drop(made)
                self.refused[op] = refusal
                self._waiting[op] = refined
                return False
        for constant in constants:
            self.look_at(constant)
        self.look_at(other)
        self.stand_for(other.results, op.results)
        return True

    def type_of(self, value: SSAValue) -> Attribute:
        """The type that a value has or would have in another form, which says more sizes."""
        value = self.terms.resolved(value)
        owner = value.owner
        return self._waiting.get(owner, value.type) if isinstance(owner, Operation) else value.type

    def evaluate(self, op: Operation) -> bool:
        """Evaluate `op` if all its operands are known; return whether nothing is left to analyse."""
        if not op.results:
            return False
        known, same_as, value_of = self.known, self.terms.same_as, self.terms.known
        operands: list[Value] = []
        for operand in values_read(op):
            value = known.get(operand)
            if value is None and same_as:
                value = value_of(operand)
            if value is None or (type(value) is Deferred and value.evaluation.refusal is not None):
                return False
            operands.append(value)
        values = self.analysis.folder.known(op, operands, value_of)
        if type(values) is Refusal:
            self.refused[op] = values
            return False
        known.update(zip(op.results, values))
        if is_array(values[0]):
            self._note_sizes(op, values[0])
        if not op.regions or type(values[0]) is not Deferred:
            return True
        if values[0].evaluation.stays or self._is_in_opened(op):
            self._opened.add(op)
        elif self.analysis.effects.removable(op):
            self._unseen.add(op)
            return True
        return False  # what is known does not spare a look inside

    def _is_in_opened(self, op: Operation) -> bool:
        """Whether `op` is inside of one that stays: if it was not looked into, each depth would take another look."""
        around = op.parent_op()
        while around is not None and around not in self._opened:
            around = around.parent_op()
        return around is not None

    def _note_sizes(self, op: Operation, array: Array) -> None:
        """Let the result of an op, which is known, be of the type of a constant for it, as its readers will see it."""
        result, *others = op.results
        declared = result.type
        if is_fixed(self._types.of(declared)) or not is_tensor_type(declared):
            return
        # Nobody asked those who read what was made whether they take another type.
        if not isinstance(op, HloOp) or others or op.regions or self.terms.is_made(op):
            return
        refined = constant_type(declared, array)
        if self.replacements.refuse_constant(result, array, refined, readers_of(result)) is not None:
            return
        (made,) = self.terms.make(
            op,
            op.operands,
            lambda read: type(op).create(operands=read, result_types=[refined], properties=op.properties),
        )
        self.learn(made.results, (array,))
        self.stand_for(made.results, op.results)

    def empty_results(self, op: Operation) -> None:
        """Tensors without elements are known, whatever they are computed from."""
        for result in op.results:
            empty = self._types.of(result.type).elements == 0
            form = empty_form(result.type) if empty else None
            if form is not None:
                self.known[result] = form

    def learn(self, results: Sequence[SSAValue], values: Knowledge) -> None:
        """Note what is known of results."""
        for result, value in zip(results, values):
            if value is not None:
                self.known[result] = value
                self.facts.forget(result)  # which said less

    def hand_on(self, result: SSAValue, value: SSAValue) -> None:
        """Note that `result` is always `value`, which may be unknown."""
        known = self.terms.known(value)
        if known is not None:
            self.known[result] = known
        origin = self.terms.resolved(value)
        if known is None or origin in self._supposed:
            self._note_same(result, origin)

    def stand_for(self, values: Sequence[SSAValue], gone: Sequence[SSAValue]) -> None:
        """Note that `values`, constant or not, are going to be read in the place of others, which go."""
        self.learn(gone, self.knowledge(values))
        for result, value in zip(gone, values):
            self._note_same(result, self.terms.resolved(value))

    def _note_same(self, result: SSAValue, origin: SSAValue) -> None:
        self.terms.same_as[result] = origin
        if result.type != origin.type:
            self._refined.add(result)

    def forget(self, regions: Sequence[Region], mark: object) -> None:
        """Drop what was concluded inside `regions`, and all facts since `mark`: a hope behind them was refuted."""
        self.facts.back_to(mark)
        pending = list(regions)
        while pending:
            for block in blocks_within(pending.pop()):
                for argument in block.args:
                    self._forget_value(argument)
                for op in block.ops:
                    pending += [region for made in self.terms.made.get(op, ()) for region in made.regions]
                    self._forget_made(op)

    def _forget_made(self, op: Operation) -> None:
        """Drop what was concluded of an op, and what was made in its place."""
        self._forget_op(op)
        for made in self.terms.forget(op):
            self._forget_op(made)

    def _forget_op(self, op: Operation) -> None:
        self.executed.pop(op, None)
        self.effect_free.discard(op)
        self._waiting.pop(op, None)
        self.by_rule.pop(op, None)
        self.refused.pop(op, None)
        self._unseen.discard(op)
        for result in op.results:
            self._forget_value(result)

    def _forget_value(self, value: SSAValue) -> None:
        self.known.pop(value, None)
        self.terms.same_as.pop(value, None)
        self._refined.discard(value)
        self.replacements.stand_ins.pop(value, None)
        self.facts.forget(value)


def blocks_within(region: Region) -> Iterator[Block]:
    """The blocks of `region` and of all regions inside it."""
    pending = [region]
    while pending:
        for block in pending.pop().blocks:
            yield block
            for op in block.ops:
                pending += op.regions


def empty_form(value_type: Attribute) -> Value | None:
    """The only value of a tensor type without elements; None for any other type, and where no constant has it."""
    if not is_tensor_type(value_type) or 0 not in (shape := value_type.get_shape()):
        return None
    if not may_be_constant(value_type) or not has_array(shape):
        return None
    return np.empty(shape, dtype_of(value_type.element_type))
