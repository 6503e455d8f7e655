"""Whether two functions apply the same ops to the same values, in whatever order they are written."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue

from ..folding.effects import Effects, is_terminator
from ..interpreter.execution.compiler import callees
from .matching import beside


def are_the_same(before: FuncOp, after: FuncOp) -> bool:
    """Whether two functions, and what they call, give the same terms and do the same besides.

    Repeated and unused ops do not count, names and locations neither. Types do: of each op, all of its results'.
    """
    if before.function_type != after.function_type:
        return False
    numbers = _Numbers()
    ours, theirs = [_Side(numbers, beside(func)).region(func.body, 0) for func in (before, after)]
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
        """A function that is called; one that calls itself, or has no body here, is only the same as itself."""
        if name not in self._called:
            func = self._functions.get(name)
            self._called[name] = self._numbers.of(object())
            if func is not None and not func.is_declaration:
                self._called[name] = self.region(func.body, 0)
        return self._called[name]
