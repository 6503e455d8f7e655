"""Folding as xDSL's own passes ask for it: `op.fold()` of each op, and the rules as canonicalization patterns.

`canonicalize` applies whichever rule holds; `apply-individual-rewrite` lists and applies them one by one, by their
names in `docs/rules.md` in xDSL's spelling: `add-zero` is `AddZero`. The conclusions hold on every machine: only what
is computed exactly is folded. Results are small, and ops carry no attributes, which would be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.traits import IsTerminator, is_side_effect_free

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.interpreter.execution.type_facts import facts_of
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, entry_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.versions import replace
from xdsl_stablehlo.values.elements import attribute_of

from ..evaluate.evaluation import OpFolder
from ..options import FoldOptions
from ..rules.engine import Form, Outcome
from ..rules.families import RULES, rules_for
from ..solver.analysis import Solver
from ..solver.contexts import ModuleAnalysis
from ..terms.constants import make_constant
from ..tuning import PATTERN_ELEMENTS, PATTERN_OPS
from .patterns import fold_op, makers

OPTIONS = FoldOptions(exactness=Exactness.EXACT)
WITHOUT_RULES = FoldOptions(exactness=Exactness.EXACT, simplify=False)


@default_environment()
def fold_exact(op: Operation) -> Sequence[SSAValue | Attribute] | None:
    """For each result of `op` its elements or the value that it is equal to; None where `canonicalize` is to leave it.

    Ops with regions and ops with discardable attributes, which `canonicalize` would lose, stay.
    """
    if op.regions or not _may_go(op):
        return None
    values = fold_op(op, options=OPTIONS)
    if values is None:
        return _by_rule(op)
    if any(value.type != result.type for value, result in zip(values, op.results)):
        return None
    return [attribute_of(value.array, value.type) for value in values]


def _may_go(op: Operation) -> bool:
    if not op.results or op.attributes or entry_of(op) is None or op.has_trait(IsTerminator):
        return False
    counts = [facts_of(result.type).elements for result in op.results]
    return all(count is not None and count <= PATTERN_ELEMENTS for count in counts)


def _by_rule(op: Operation) -> Sequence[SSAValue | Attribute] | None:
    """The value that the only result of an op is equal to by a rule that reads at most `PATTERN_OPS` ops behind it."""
    if len(op.results) != 1 or not op.operands:
        return None
    frame = _looked_behind(op, OPTIONS)
    frame.look_at(op)
    result = op.results[0]
    array = frame.array(result)
    if array is not None and array.shape == ranked(result).get_shape():
        return [attribute_of(array, ranked(result))]
    other = frame.terms.resolved(result)
    is_new = isinstance(other.owner, Operation) and frame.terms.is_made(other.owner)
    return None if other is result or is_new else [other]


def _looked_behind(op: Operation, options: FoldOptions) -> Solver:
    """The analysis of the nearest ops behind an op."""
    nearest, seen = [op], {op}
    for reader in nearest:
        for operand in reader.operands:
            owner = operand.owner
            if (
                len(seen) <= PATTERN_OPS
                and isinstance(owner, Operation)
                and owner not in seen
                and not owner.regions
            ):
                seen.add(owner)
                nearest.append(owner)
    frame = Solver(ModuleAnalysis(OpFolder(options)))
    for each in postorder([op], lambda reader: [owner for owner in makers(reader.operands) if owner in seen]):
        if each is not op:
            frame.look_at(each)
    return frame


class RulePattern(RewritePattern):
    """Writes in the place of an op what a rule says that it is equal to."""

    rule: ClassVar[str | None] = None
    """The name of the rule; None for any."""

    @default_environment()
    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if len(op.results) != 1 or not _may_go(op) or not is_side_effect_free(op):
            return
        frame = _looked_behind(op, WITHOUT_RULES)
        with quiet():
            if frame.evaluate(op) or op in frame.refused:
                return  # `fold_exact` has folded it, or it is not to be folded
            for rule in rules_for(frame.facts, op):
                if self.rule in (None, rule.name) and rule.when(frame.facts, op):
                    outcome = rule.gives(frame.facts, op)
                    if outcome is not None and _write(rewriter, op, outcome, frame):
                        return


def _write(rewriter: PatternRewriter, op: Operation, outcome: Outcome, frame: Solver) -> bool:
    """Write an outcome in the place of `op`; return whether it is of the program, and has the type of the result."""
    declared = ranked(op.results[0])
    new: list[Operation] = []
    if isinstance(outcome, Form):
        read = [frame.terms.resolved(value) for value in outcome.operands]
        if any(map(frame.terms.is_made, makers(read))):
            return False
        made = outcome.build(read)
        new = [*[each for each in makers(made.operands) if each.parent is None], made]
        value = made.results[0]
    elif isinstance(outcome, SSAValue):
        value = frame.terms.resolved(outcome)
        if any(map(frame.terms.is_made, makers([value]))):
            return False
    else:
        assert outcome is not None
        if outcome.shape != declared.get_shape():
            return False
        new = [made := make_constant(outcome, declared)]
        value = made.output
    if value.type != declared:
        for each in reversed(new):
            each.erase()
        return False
    for each in new:
        each.location = op.location
    replace(rewriter, op, new, [value])
    return True


@cache
def any_rule() -> tuple[RewritePattern, ...]:
    """One pattern that applies any rule."""
    return (RulePattern(),)


@cache
def patterns_of(name: str) -> tuple[RewritePattern, ...]:
    """A pattern for each rule about the ops of a name, whose class has the name of the rule."""
    found = [rule for rule in RULES.values() if name.removeprefix("stablehlo.") in rule.ops]
    kinds = [type(rule.name.title().replace("-", ""), (RulePattern,), {"rule": rule.name}) for rule in found]
    return tuple([kind() for kind in kinds])
