"""Sparse conditional constant propagation, block by block: finds facts about all values before any is replaced.

A `Frame` is what one function body is known to compute for given arguments. A value that is not in `known` is not
constant. Only what can be reached is looked at: branches not taken and loops never entered stay out.
`control_flow.py` says how `if`, `case`, `while` and calls are walked, `partial.py` what is known without all operands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects.stablehlo import HloOp, StableHLO
from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.symbols import ops_in
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import has_array

from ..evaluate.evaluation import OpFolder, is_fixed
from ..facts.implied import Supposed
from ..facts.known import Known
from ..facts.lattice import Elements, Facts
from ..facts.trip_count import Counter
from ..rules.engine import Form
from ..rules.families import rules_for
from ..terms.constants import Replacements, constant_type, readers_of
from ..terms.deferred import (
    Deferred,
    Knowledge,
    evaluated_all,
    evaluations_of,
    has_failed,
    is_sized,
    same_value,
)
from ..terms.effects import Effects, Here
from ..terms.reasons import Code, Refusal
from ..terms.terms import Terms
from ..tuning import CHEAP_LOOK, LOOKED_AT, MOST_TERMS
from .remainder import Remainder

TOO_MANY_TERMS = Refusal(Code.USES, f"is the same as more than {MOST_TERMS} other ops in a row")

Steps: TypeAlias = "Generator[Steps]"
"""A walk through a block. It yields the walk through an inner block, which is taken before the outer one continues."""

Handler: TypeAlias = "Callable[[Frame, Operation], Steps | None]"
HANDLERS: dict[str | type[Operation], Handler] = {}
"""The handlers of ops that are not simply evaluated. Most have names as keys, so that few classes are imported.

Filled by `control_flow.py` and `partial.py`."""


@cache
def _handler_of(kind: type[Operation]) -> Handler | None:
    own = "stablehlo.constant" if is_constant(kind) else StableHLO.name_of(kind)
    return HANDLERS.get(own or kind) or (None if own else HANDLERS.get(kind.name))


class Outcome(NamedTuple):
    """The constants and facts of the values that a call passes, or that a function returns."""

    values: Knowledge
    facts: Facts


class Called(NamedTuple):
    """The effects and results of a function in one context."""

    returned: Outcome
    quiet: bool
    """Whether nothing with an effect runs."""
    solved: Loops
    """The loops that were walked."""


class Solved(NamedTuple):
    """The assumptions about the values that a loop carries which its last walk did not refute."""

    values: Knowledge
    facts: Sequence[Elements]
    counted: Mapping[int, Counter]
    inside: Loops
    """Those of the loops inside of it, and of those that calls reach."""


Loops: TypeAlias = "Mapping[Operation, Solved]"
"""Loops that were walked, and calls of functions that have some: with these the next walk begins, which knows less."""


class Functions(Protocol):
    """The questions that a frame asks about the functions of a module (`contexts.py`)."""

    functions: Mapping[str, FuncOp]
    folder: OpFolder
    effects: Effects

    def runs_whole(self, func: FuncOp, arguments: Knowledge) -> bool: ...

    def called(
        self, func: FuncOp, arguments: Knowledge, facts: Facts = (), solved: Loops | None = None
    ) -> Called | None: ...

    def refusal_inside(self, func: FuncOp, arguments: Knowledge, facts: Facts) -> Refusal: ...

    def is_kept_by_hook(self, op: Operation) -> bool: ...

    @property
    def readers(self) -> dict[Operation, Collection[Operation]]:
        """Of ops in whose place others of another type are to be: those who read their results and stay."""
        ...


class Frame:
    """The analysis of one function body, or of one block outside of functions."""

    def __init__(self, analysis: Functions):
        self.analysis = analysis
        options = analysis.folder.options
        self.simplifies = options.simplify
        """Whether rules are applied, and not only constants found."""
        self._without_rules = options.without_rules
        self.known: dict[SSAValue, Value] = {}
        self.terms = Terms(self.known)
        self.taken: dict[Operation, Region] = {}
        """The one region that runs of an `if` or `case`; `NEVER_RUNS` for a loop that is not entered."""
        self.by_rule: dict[Operation, str] = {}
        """The rules that told what the results of ops are equal to."""
        self._waiting: dict[Operation, Attribute] = {}
        """Types that ops would have in another form, which some readers of theirs do not take."""
        self._refined: set[SSAValue] = set()
        """Values that are the same as others of a type that says more sizes."""
        self.refused: dict[Operation, Refusal] = {}
        """Why the results of ops whose operands are all known are not."""
        self.quiet: set[Operation] = set()
        """Calls without effects, of functions that have effects for other arguments."""
        self.replacements = Replacements(self.terms.resolved)
        """The values that get types that say more sizes."""
        self._unseen: set[Operation] = set()
        """Ops whose results are known and whose regions nobody has looked at, as they need not stay."""
        self._opened: set[Operation] = set()
        """Ops whose results are known and which stay, so that what is inside of them is looked at."""
        self.unreached: Collection[Block] = ()
        """The blocks of the function that never run (`blocks.py`)."""
        self.loop_depth = 0
        """How many loops the walk is inside of."""
        self.solved: dict[Operation, Solved] = {}
        """What was walked inside of the loop around, which may be walked again, with weaker assumptions."""
        self._supposed: set[SSAValue] = set()
        """The values that are known only inside of the current branch."""
        self.facts = Known(self.known, self.terms, self.refused, analysis.folder)

    def steps(self, block: Block) -> Steps:
        """Look at every op of a block, in order."""
        budget = self.analysis.folder.budget
        for op in ops_in(block):
            budget.looks += LOOKED_AT
            inside = self.visit(op)
            if inside is not None:
                yield inside
                self._evaluate_remainder(op)

    def array(self, value: SSAValue, at_most: int | None = None) -> Array | None:
        """The array that a value of a tensor type is known to be: `Known.demanded`."""
        return self.facts.demanded(value, at_most)

    def number(self, value: SSAValue) -> int | None:
        """The integer that a scalar is, by its facts if not by its value; a boolean is 0 or 1."""
        array = self.array(value)
        if array is None and self.simplifies:
            known = self.facts.integers(value)
            return None if known is None else known.value
        return None if array is None else int(array)

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

    def same(self, a: Value | None, b: Value | None) -> bool:
        """Whether two values are known to be the same to the bit, where that is cheap to see."""
        if a is None or b is None or a is b:
            return a is not None and b is not None
        if is_sized(a) and is_sized(b) and (a.shape != b.shape or a.dtype != b.dtype):
            return False
        if not self.analysis.folder.decide((a, b), CHEAP_LOOK):
            return False
        present = evaluated_all((a, b))
        return present is not None and same_value(*present)

    def knowledge(self, values: Sequence[SSAValue]) -> Knowledge:
        """The constant of each of `values`, or None."""
        return tuple(map(self.terms.known, values))

    def outcome(self, values: Sequence[SSAValue], constants: bool = False) -> Outcome:
        """The constant of each of `values`, and facts about those that are not constant, or about all."""
        return Outcome(
            self.knowledge(values), self.facts.telling(values, constants) if self.simplifies else ()
        )

    def look_at(self, op: Operation) -> None:
        """Analyse one op, and all ops inside of it."""
        inside = self.visit(op)
        if inside is not None:
            run(inside)
            self._evaluate_remainder(op)

    def _evaluate_remainder(self, op: Operation) -> None:
        """Evaluate what is left of an op that could not be evaluated, once it is known what is inside of it."""
        if op in self.taken or all(map(self.is_resolved, op.results)):
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

    def remainder(self) -> Remainder:
        """Computes remainders of ops with regions, according to the current knowledge."""
        return Remainder(
            self.terms,
            self.taken,
            self.analysis.effects.within(self.here()),
            self.is_present,
            lambda inner: self.analysis.folder.permissions.of(inner)[1] is None,
        )

    def read_of(self, op: Operation) -> list[int]:
        """The numbers of the results of `op` that are read; all of what is made, whose readers are not known so far."""
        return [
            i for i, value in enumerate(op.results) if self.terms.is_made(op) or value.first_use is not None
        ]

    def is_present(self, value: SSAValue) -> bool:
        """Whether a value is known, and was not found to be one that cannot be evaluated."""
        return value in self.known and not has_failed(self.known[value])

    def visit(self, op: Operation) -> Steps | None:
        """Look at one op; what is left to look at inside it is given back."""
        try:
            handler = _handler_of(type(op))
            inside = self.visit_any(op) if handler is None else handler(self, op)
            if self._refined and not op.regions and not self._refined.isdisjoint(op.operands):
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
        return self.inside(op) if op.regions else None

    def simplify(self, op: Operation) -> bool:
        """Apply a rule to an op, and note the result; return whether one applied."""
        if not self.simplifies or op in self.refused or (op.results and op.results[0] in self.known):
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
            self.visit(constant)
        self.look_at(other)
        self.stand_for(other.results, op.results)
        return True

    def type_of(self, value: SSAValue) -> Attribute:
        """The type that a value has or would have in another form, which says more sizes."""
        value = self.terms.resolved(value)
        owner = value.owner
        return self._waiting.get(owner, value.type) if isinstance(owner, Operation) else value.type

    def opens(self, op: Operation, readers: Collection[Operation]) -> bool:
        """Whether another frame has to analyse more ops, because these `readers` need an op that stays."""
        if not (self._unseen or self._waiting):
            return False
        if op in self._unseen:
            for evaluation in evaluations_of(present_of(self.knowledge(op.results))):
                evaluation.stays = True
            return True
        refined = self._waiting.get(op) if readers and op not in self.analysis.readers else None
        if refined is None or self.replacements.refuse_type(op.results[0], refined, readers) is not None:
            return False
        self.analysis.readers[op] = list(readers)
        return True

    def inside(self, op: Operation) -> Steps:
        """Look inside an op whose regions may run at any time with any arguments."""
        for region in op.regions:
            for block in region.blocks:
                yield self.steps(block)

    def evaluate(self, op: Operation) -> bool:
        """Evaluate `op` if all its operands are known; return whether nothing is left to analyse."""
        if not op.results:
            return False
        known, same_as, value_of = self.known, self.terms.same_as, self.terms.known
        operands: list[Value] = []
        for operand in op.operands:
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
        result = op.results[0]
        declared = result.type
        if is_fixed(self.analysis.folder.permissions.types.of(declared)) or not is_tensor_type(declared):
            return
        # Nobody asked those who read what was made whether they take another type.
        if not isinstance(op, HloOp) or len(op.results) > 1 or op.regions or self.terms.is_made(op):
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

    def looked_at(self, ops: Iterable[Operation]) -> Frame:
        """This frame, after a look at some ops, operands before their readers."""
        for op in ops:
            self.look_at(op)
        return self

    def ops_of(self, block: Block) -> Iterator[Operation]:
        """The ops of a block that may run, last ones first."""
        return iter(()) if block in self.unreached else self.terms.backwards(block, self.taken)

    def here(self) -> Here:
        """The facts about this function that effects depend on."""
        return Here(self.ops_of, self.holds, self.quiet)

    def holds(self, condition: SSAValue) -> bool:
        """Whether a condition, a scalar, is known to hold, without evaluating it for that."""
        known = self.known.get(self.terms.resolved(condition))
        present = None if known is None else evaluated_all((known,))
        return present is not None and is_array(present[0]) and present[0].ndim == 0 and bool(present[0])

    def is_resolved(self, value: SSAValue) -> bool:
        """Whether a value is known to be a constant or another value."""
        return value in self.known or value in self.terms.same_as

    def empty_results(self, op: Operation) -> None:
        """Tensors without elements are known, whatever they are computed from."""
        for result in op.results:
            empty = self.analysis.folder.permissions.types.of(result.type).elements == 0
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
        self.taken.pop(op, None)
        self.quiet.discard(op)
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


def present_of(values: Knowledge) -> list[Value]:
    """The values among those of which some may be unknown."""
    return [value for value in values if value is not None]


def run(steps: Steps) -> None:
    """Take a walk with all those inside it, however deep."""
    stack = [steps]
    try:
        while stack:
            inside = next(stack[-1], None)
            if inside is None:
                stack.pop()
            else:
                stack.append(inside)
    finally:
        # After an exception, what is supposed around the op is dropped from inside to outside.
        while stack:
            stack.pop().close()


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
