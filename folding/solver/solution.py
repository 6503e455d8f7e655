"""The facts about one function body that the solver found: what plans, reports and the doors of the folder ask."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.values.element_types import Array

from ..evaluate.evaluation import OpFolder
from ..facts.known import Known
from ..facts.lattice import Elements, Facts
from ..facts.trip_count import Counter
from ..terms.constants import Replacements
from ..terms.deferred import Knowledge, evaluated_all, evaluations_of, has_failed, is_sized, same_value
from ..terms.effects import Effects, Here
from ..terms.reasons import Refusal
from ..terms.terms import Terms
from ..tuning import CHEAP_LOOK
from .remainder import Remainder


class CallFacts(NamedTuple):
    """The constants and facts of the values that a call passes, or that a function returns."""

    values: Knowledge
    facts: Facts


class Called(NamedTuple):
    """The effects and results of a function in one context."""

    returned: CallFacts
    effect_free: bool
    """Whether nothing with an effect runs."""
    solved: Loops
    """The loops that were walked."""


class Solved(NamedTuple):
    """The assumptions about the values that a loop carries which its last walk did not refute."""

    values: Knowledge
    facts: Sequence[Elements]
    counted: Mapping[int, Counter]
    inside: Loops
    """Constants of the loops inside of it, and of functions that calls reach."""


Loops: TypeAlias = "Mapping[Operation, Solved]"
"""Loops that were walked, and calls of functions that have some: with these the next walk begins, which knows less."""


class Functions(Protocol):
    """The questions about the functions of a module (`contexts.py`)."""

    functions: Mapping[str, FuncOp]
    folder: OpFolder
    effects: Effects
    readers: dict[Operation, Collection[Operation]]
    """Of ops in whose place others of another type are to be: those who read their results and stay."""

    def runs_whole(self, func: FuncOp, arguments: Knowledge) -> bool: ...

    def called(
        self, func: FuncOp, arguments: Knowledge, facts: Facts = (), solved: Loops | None = None
    ) -> Called | None: ...

    def refusal_inside(self, func: FuncOp, arguments: Knowledge, facts: Facts) -> Refusal: ...

    def is_kept_by_hook(self, op: Operation) -> bool: ...


class Solution:
    """Constants, equal values and facts of one function body, or of one block outside of functions.

    A value that is not in `known` is not constant. Ops in regions that never run have not been visited.
    """

    def __init__(self, analysis: Functions):
        self.analysis = analysis
        self.simplifies = analysis.folder.options.simplify
        """Whether rules are applied, and not only constants found."""
        self.known: dict[SSAValue, Value] = {}
        self.terms = Terms(self.known)
        self.executed: dict[Operation, Region] = {}
        """The one region that runs of an `if` or `case`; `NEVER_RUNS` for a loop that is not entered."""
        self.by_rule: dict[Operation, str] = {}
        """The rules that told what the results of ops are equal to."""
        self.refused: dict[Operation, Refusal] = {}
        """Why the results of ops whose operands are all known are not."""
        self.effect_free: set[Operation] = set()
        """Calls without effects, of functions that have effects for other arguments."""
        self.replacements = Replacements(self.terms.resolved)
        """The values that get types that say more sizes."""
        self.unreached: Collection[Block] = ()
        """The blocks of the function that never run (`blocks.py`)."""
        self.facts = Known(self.known, self.terms, self.refused, analysis.folder)
        self._waiting: dict[Operation, Attribute] = {}
        """Types that ops would have in another form, which some readers of theirs do not take."""
        self._unseen: set[Operation] = set()
        """Ops whose results are known and whose regions nobody has visited, as they need not stay."""

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

    def outcome(self, values: Sequence[SSAValue], constants: bool = False) -> CallFacts:
        """The constant of each of `values`, and facts about those that are not constant, or about all."""
        return CallFacts(
            self.knowledge(values), self.facts.telling(values, constants) if self.simplifies else ()
        )

    def remainder(self) -> Remainder:
        """Computes remainders of ops with regions, according to the current knowledge."""
        return Remainder(
            self.terms,
            self.executed,
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

    def ops_of(self, block: Block) -> Iterator[Operation]:
        """The ops of a block that may run, last ones first."""
        return iter(()) if block in self.unreached else self.terms.backwards(block, self.executed)

    def here(self) -> Here:
        """The facts about this function that effects depend on."""
        return Here(self.ops_of, self.holds, self.effect_free)

    def holds(self, condition: SSAValue) -> bool:
        """Whether a condition, a scalar, is known to hold, without evaluating it for that."""
        known = self.known.get(self.terms.resolved(condition))
        present = None if known is None else evaluated_all((known,))
        return present is not None and is_array(present[0]) and present[0].ndim == 0 and bool(present[0])

    def is_resolved(self, value: SSAValue) -> bool:
        """Whether a value is known to be a constant or another value."""
        return value in self.known or value in self.terms.same_as


def present_of(values: Knowledge) -> list[Value]:
    """The values among those of which some may be unknown."""
    return [value for value in values if value is not None]
