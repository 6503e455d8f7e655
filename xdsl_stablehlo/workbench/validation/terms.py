"""Whether two functions apply the same ops to the same values, in any order.

A choice that the specification leaves open depends on an op and its operands alone, so that it is as open on both
sides. What an op does besides giving results is compared separately:
  - effects and random numbers: the same ones in the same order;
  - loops that may not end: the same ones between the same effects, once or more often;
  - evaluations that may fail: none after that was not before.
"""

from __future__ import annotations

from collections.abc import Hashable, Set as AbstractSet
from typing import NamedTuple

from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.folding.facts.effects import Effects, is_terminator
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.runtime import deep_recursion

from .relation.behaviours import may_fail, may_not_end, named_by
from .relation.runs import beside, named_beside, reachable


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
    """Gives equal keys of both sides equal numbers."""

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
