"""Proofs that a function refines another one for all arguments: by equal terms, by z3, by folding.

Terms are equal if both functions apply the same ops to the same values, in any order. A choice that the specification
leaves open depends on an op and its operands alone, so that it is as open on both sides. What an op does besides giving
results is compared separately:
  - effects and random numbers: the same ones in the same order;
  - loops that may not end: the same ones between the same effects, once or more often;
  - evaluations that may fail: none after that was not before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Set as AbstractSet
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, NoReturn, cast

from xdsl.dialects.builtin import IntAttr, ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects.stablehlo import CustomCallOp
from xdsl_stablehlo.folding import FoldOptions, FoldReport, fold_module
from xdsl_stablehlo.folding.terms.effects import Effects, is_terminator
from xdsl_stablehlo.interpreter import Exactness, Tensor
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.runtime import deep_recursion

from ..permitted.choices.behaviours import acts, leaves_open, may_fail, may_not_end, named_by
from .runs import beside, named_beside, reachable
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
        self._targets: dict[_OpKind, str] = {}

    def hide(self, ops: Sequence[Operation]) -> bool:
        """Replace open ops without effects by calls; return whether that is possible."""
        hidden = [op for op in ops if leaves_open(op) and not acts(op)]
        if any(op.regions for op in hidden):
            return False
        for op in hidden:
            target = self._targets.setdefault(_OpKind.of(op), f"open {len(self._targets)}")
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


class _OpKind(NamedTuple):
    """An op without its operands."""

    op: type[Operation]
    result_types: tuple[Attribute, ...]
    properties: frozenset[tuple[str, Attribute]]
    attributes: frozenset[tuple[str, Attribute]]

    @staticmethod
    def of(op: Operation) -> _OpKind:
        attributes = frozenset(op.properties.items()), frozenset(op.attributes.items())
        return _OpKind(type(op), tuple(op.result_types), *attributes)

    def made(self, operands: Sequence[SSAValue]) -> Operation:
        return self.op.create(
            operands=operands,
            result_types=self.result_types,
            properties=dict(self.properties),
            attributes=dict(self.attributes),
        )


def _never(*_: object) -> NoReturn:
    raise AssertionError("a hidden op was evaluated")


def _rests_on(reports: Sequence[FoldReport]) -> str:
    rules = sorted({rule for report in reports for rule in report.rules()})
    return f"folding ({', '.join(rules)})" if rules else "folding"


def are_the_same(before: FuncOp, after: FuncOp) -> bool:
    """Whether two functions, with what they call, give the same terms and have the same effects.

    Repeated and unused ops, names and locations do not count; the types of all results of an op do.
    """
    if before.function_type != after.function_type:
        return False
    numbers = _Numbers()
    with deep_recursion():
        ours, theirs = [_Side(numbers, func).whole(func) for func in (before, after)]
    return ours.number == theirs.number and theirs.may_fail <= ours.may_fail


class _Numbers:
    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}

    def of(self, *key: Hashable) -> int:
        return self._known.setdefault(key, len(self._known))


class _Whole(NamedTuple):
    """The number of a function's results and effects, and the terms in it that may fail."""

    number: int
    may_fail: AbstractSet[int]


class _Done:
    """The effects of a block, in order."""

    def __init__(self, numbers: _Numbers, before: AbstractSet[int]):
        self._numbers = numbers
        self._steps: list[int] = []
        self._loops: set[int] = set()
        self._before = before
        self.may_fail: set[int] = set()

    @property
    def known(self) -> AbstractSet[int]:
        """The loops that ended, and the evaluations that did not fail."""
        return self._before | self.may_fail

    def turn(self) -> int:
        """The index of the next effect."""
        if self._loops:
            self._steps.append(self._numbers.of("loops", frozenset(self._loops)))
            self._before = self._before | self._loops
            self._loops = set()
        return len(self._steps)

    def effect(self, term: int) -> None:
        self._steps.append(term)

    def loop(self, term: int) -> None:
        if term not in self._before:
            self._loops.add(term)

    def check(self, term: int) -> None:
        if term not in self._before:
            self.may_fail.add(term)

    def steps(self) -> tuple[int, ...]:
        """The effects that must be the same on both sides."""
        return tuple(self._steps)


class _Side:
    """The values of one function, and of those that it calls, as numbered terms.

    Arguments of blocks are numbered by the depth of the block, so that names do not count.
    """

    def __init__(self, numbers: _Numbers, func: FuncOp):
        self._numbers = numbers
        self._named = named_beside(func)
        self._effects = Effects(beside(func))
        self._values: dict[SSAValue, int] = {}
        self._known: dict[str, int] = {}
        self._endless: set[str] = set()
        self._failing: set[str] = set()

    def whole(self, func: FuncOp) -> _Whole:
        """Number a function after everything that it names; chains of calls may be long."""
        named = {op: name for name, op in self._named.items()}
        used = reachable(func, self._named, named_by)[1:]
        for name in postorder([named[op] for op in used], self._names_in):
            if not self._is_elsewhere(name):
                self._known[name] = self._definition(name, self._named[name])
        if len(func.body.blocks) > 1:
            return _Whole(self._numbers.of(object()), frozenset())  # which only equals itself
        done = self._done(func.body.block, 0, frozenset())
        return _Whole(self._numbers.of("block", done.steps()), done.may_fail)

    def _names_in(self, name: str) -> list[str]:
        op = self._named.get(name)
        return [] if op is None else [inner for each in op.walk() for inner in named_by(each)]

    def _is_elsewhere(self, name: str) -> bool:
        op = self._named.get(name)
        return op is None or (isinstance(op, FuncOp) and op.is_declaration)

    def _definition(self, name: str, op: Operation) -> int:
        """The number of the op with a name: of a function its body, of any other op its term."""
        if any(self._is_endless(inner) for inner in op.walk()):
            self._endless.add(name)
        if any(self._may_fail(inner) for inner in op.walk()):
            self._failing.add(name)
        if isinstance(op, FuncOp):
            return self._region(op.body, 0, frozenset())
        return self._term(op, 0, None, frozenset())

    def _is_endless(self, op: Operation) -> bool:
        return may_not_end(op) or not self._endless.isdisjoint(callees(op))

    def _may_fail(self, op: Operation) -> bool:
        return may_fail(op) or not self._failing.isdisjoint(callees(op))

    def _region(self, region: Region, depth: int, known: AbstractSet[int]) -> int:
        """The number of a region; one of several blocks only equals itself."""
        if not region.blocks:
            return self._numbers.of("empty")
        if len(region.blocks) > 1:
            return self._numbers.of(object())
        done = self._done(region.block, depth, known)
        types = tuple([argument.type for argument in region.block.args])
        return self._numbers.of("block", types, done.steps(), frozenset(done.may_fail))

    def _done(self, block: Block, depth: int, known: AbstractSet[int]) -> _Done:
        """The effects of a block, if the loops that are `known` end and the evaluations do not fail."""
        for place, argument in enumerate(block.args):
            self._values[argument] = self._numbers.of("argument", depth, place, argument.type)
        done = _Done(self._numbers, known)
        for op in block.ops:
            stays = is_terminator(type(op)) or not self._effects.removable(op)
            term = self._term(op, depth, done.turn() if stays else None, done.known)
            if stays:
                done.effect(term)
            elif any(map(self._is_endless, op.walk())):
                done.loop(term)
            elif any(map(self._may_fail, op.walk())):
                done.check(term)
            for place, result in enumerate(op.results):
                self._values[result] = self._numbers.of("result", term, place)
        return done

    def _term(self, op: Operation, depth: int, turn: int | None, known: AbstractSet[int]) -> int:
        """The number of an op; `turn` is the index of its effect, if it has one."""
        said = () if isinstance(op, CallOp) else (*op.properties.items(), *op.attributes.items())
        return self._numbers.of(
            op.name,
            turn,
            frozenset(said),
            tuple(op.result_types),
            tuple([self._values[operand] for operand in op.operands]),
            tuple([self._region(region, depth + 1, known) for region in op.regions]),
            tuple([self._definition_of(name) for name in named_by(op)]),
        )

    def _definition_of(self, name: str) -> int:
        """The number of a symbol: by name if it is defined elsewhere; one that names itself only equals itself."""
        if name not in self._known:
            key = ("elsewhere", name) if self._is_elsewhere(name) else (object(),)
            self._known[name] = self._numbers.of(*key)
        return self._known[name]
