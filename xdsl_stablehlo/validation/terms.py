"""Whether two functions apply the same ops to the same values, in whatever order they are written."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue

from ..folding.effects import Effects, is_terminator
from ..graphs import postorder
from ..interpreter.execution.compiler import callees
from ..runtime import deep_recursion
from .matching import beside
from .runs import reachable


def are_the_same(before: FuncOp, after: FuncOp) -> bool:
    """Whether two functions, and what they call, give the same terms and do the same besides.

    Repeated and unused ops do not count, names and locations neither. Types do: of each op, all of its results'.
    """
    if before.function_type != after.function_type:
        return False
    numbers = _Numbers()
    with deep_recursion():
        ours, theirs = [_Side(numbers, beside(func)).whole(func) for func in (before, after)]
    return ours == theirs


class _Numbers:
    """Numbers what is the same alike, for both sides."""

    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}

    def of(self, *key: Hashable) -> int:
        return self._known.setdefault(key, len(self._known))


class _Side:
    """The values of one function, and of those that it calls, as terms with numbers.

    What a block takes is known by how deep the block stands, so that regions are the same whatever the names.
    """

    def __init__(self, numbers: _Numbers, functions: Mapping[str, FuncOp]):
        self._numbers = numbers
        self._functions = functions
        self._effects = Effects(functions)
        self._values: dict[SSAValue, int] = {}
        self._called: dict[str, int] = {}

    def whole(self, func: FuncOp) -> int:
        """A function, after all that it calls: chains of calls may be as long as the program."""
        called = reachable(func, self._functions)[1:]
        for name in postorder([each.sym_name.data for each in called], self._calls_of):
            if not self._is_elsewhere(name):
                self._called[name] = self.region(self._functions[name].body, 0)
        return self.region(func.body, 0)

    def _calls_of(self, name: str) -> list[str]:
        func = self._functions.get(name)
        return [] if func is None else [callee for op in func.walk() for callee in callees(op)]

    def _is_elsewhere(self, name: str) -> bool:
        func = self._functions.get(name)
        return func is None or func.is_declaration

    def region(self, region: Region, depth: int) -> int:
        """Some control flow is no term: a region of several blocks is only the same as itself."""
        if not region.blocks:
            return self._numbers.of("empty")
        return self._numbers.of(object()) if len(region.blocks) > 1 else self._block(region.block, depth)

    def _block(self, block: Block, depth: int) -> int:
        for place, argument in enumerate(block.args):
            self._values[argument] = self._numbers.of("argument", depth, place, argument.type)
        done: list[int] = []
        for op in block.ops:
            stays = is_terminator(type(op)) or not self._effects.removable(op)
            term = self._term(op, depth, len(done) if stays else None)
            if stays:
                done.append(term)
            for place, result in enumerate(op.results):
                self._values[result] = self._numbers.of("result", term, place)
        return self._numbers.of("block", tuple([argument.type for argument in block.args]), tuple(done))

    def _term(self, op: Operation, depth: int, turn: int | None) -> int:
        """An op; one that does more than give results is known by its turn, too."""
        said = () if isinstance(op, CallOp) else (*op.properties.items(), *op.attributes.items())
        return self._numbers.of(
            op.name,
            turn,
            frozenset(said),
            tuple(op.result_types),
            tuple([self._values[operand] for operand in op.operands]),
            tuple([self.region(region, depth + 1) for region in op.regions]),
            tuple([self._function(name) for name in callees(op)]),
        )

    def _function(self, name: str) -> int:
        """A function that is called: by its name if it is not here; only the same as itself if it calls itself."""
        if name not in self._called:
            key = ("elsewhere", name) if self._is_elsewhere(name) else (object(),)
            self._called[name] = self._numbers.of(*key)
        return self._called[name]
