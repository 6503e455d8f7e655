"""Random programs of loops and branches, written to refute what an analysis may hope or suppose of them.

Carried values start constant and change later, or do so by way of a call that no fact goes through; counters start
beyond their bound; what a branch asks for was computed in another iteration; loops inside run as often as what changes
outside says.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.workbench.fuzzing.generator import CodeScope, Typed
from xdsl_stablehlo.workbench.fuzzing.sketch import TensorKind, comparing, of_operands

from .partial_programs import DIRECTIONS, I32, PartialGenerator

I8 = TensorKind("i8")
NUMBERS = (0, 0, 0, 1, 1, 2, 9, 10, 10, 100, -3)
UPDATES = ("add", "add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor")


class LoopGenerator(PartialGenerator):
    """Writes one program."""

    def program(self) -> ModuleOp:
        self.functions += [self._hiding(kind) for kind in (I8, I32)]
        return super().program()

    def _hiding(self, kind: TensorKind) -> FuncOp:
        """A function that returns its argument, of which facts about the argument tell nothing."""
        scope = self.inside([], [kind])
        (value,) = scope.block.args
        if not self.portable:
            ones = self.splat(scope, kind.sized((1,)), 1)
            row = self.for_one_op(scope, hlo.ReshapeOp(value, kind.sized((1,)).type))
            value = self.for_one_op(scope, hlo.EinsumOp(row, ones, "i,i->", kind.type))
        scope.block.add_op(ReturnOp(value))
        return FuncOp(
            f"same_{kind.element}", ([kind.type], [kind.type]), Region(scope.block), visibility="private"
        )

    def kind(self) -> TensorKind:
        return self.random.choice((I32, I32, I32, I8)) if self.random.random() < 0.7 else super().kind()

    def fill(self, scope: CodeScope, size: int, depth: int) -> None:
        if self.random.random() < 0.15:
            super().fill(scope, max(size // 4, 1), 0)
        simple = (
            *(self._step, self._step, self._hidden, self._hidden, self._decided, self._decided),
            self._called,
        )
        nested = (self._refuted, self._asked, self._chosen)
        for _ in range(self.random.randint(1, size)):
            if depth and self.random.random() < 0.4:
                self.random.choice(nested)(scope, depth - 1)
            else:
                self.random.choice(simple)(scope)

    def returned(self, scope: CodeScope, count: int) -> list[Typed]:
        """The last values, which depend on most of what is there."""
        return scope.values[-2 * count - 4 :]

    # Numbers

    def _number_like(self, scope: CodeScope, kind: TensorKind) -> SSAValue:
        return self.splat(scope, kind, self.random.choice(NUMBERS))

    def _of(self, scope: CodeScope, kind: TensorKind, but: SSAValue | None = None) -> SSAValue:
        """One of the last values of a kind, most of the time; else a constant."""
        fitting = [value for value, other in scope.values if other == kind and value is not but]
        if not fitting or self.random.random() < 0.1:
            return self._number_like(scope, kind)
        return self.random.choice(fitting[-6:] if self.random.random() < 0.7 else fitting)

    def _between(self, scope: CodeScope, low: int, high: int) -> SSAValue:
        """An unknown i32 between two numbers, or one of both."""
        bounds = [self.splat(scope, I32, number) for number in (low, high)]
        if self.random.random() < 0.2:
            return self.random.choice(bounds)
        return self.emit(scope, hlo.ClampOp(bounds[0], self._of(scope, I32), bounds[1]))

    # Ops

    def _integer_kind(self) -> TensorKind:
        return self.random.choice((I32, I32, I8))

    def _step(self, scope: CodeScope) -> None:
        kind = self._integer_kind()
        value = self._of(scope, kind)
        other = self._of(scope, kind) if self.random.random() < 0.3 else self._number_like(scope, kind)
        self.emit(scope, of_operands(self.random.choice(UPDATES), value, other))

    def _hidden(self, scope: CodeScope) -> None:
        """A value of which nothing is known but that it is constant, if it is."""
        kind = self._integer_kind()
        self.emit(scope, self._same(self._of(scope, kind), kind))

    def _same(self, value: SSAValue, kind: TensorKind) -> Operation:
        return CallOp(f"same_{kind.element}", [value], [kind.type])

    def _decided(self, scope: CodeScope) -> None:
        """A comparison with a constant, as a number."""
        kind = self._integer_kind()
        self.emit(scope, hlo.ConvertOp(self._condition(scope, kind), kind.type))

    def _condition(self, scope: CodeScope, kind: TensorKind) -> SSAValue:
        value, other = self._of(scope, kind), self._number_like(scope, kind)
        return self.emit(scope, comparing(self.random.choice(DIRECTIONS), value, other))

    def _called(self, scope: CodeScope) -> None:
        """A call whose arguments are constant in part."""
        if self.callable:
            name, inputs, outputs = self.random.choice(self.callable)
            given = [
                self.constant(scope, kind) if self.random.random() < 0.5 else self.same(scope, kind)
                for kind in inputs
            ]
            self.emit(scope, CallOp(name, given, [kind.type for kind in outputs]))

    # Branches

    def _asked(self, scope: CodeScope, depth: int) -> None:
        """A branch whose condition says something of a value."""
        condition = self._condition(scope, self.random.choice((I32, I8)))
        holds, fails = self._arms(scope, 2, depth)
        self.emit(scope, hlo.IfOp(condition, holds, fails))

    def _chosen(self, scope: CodeScope, depth: int) -> None:
        """A branch whose selector has a range."""
        selector = self._between(scope, self.random.choice((-1, 0, 1)), self.random.choice((1, 2, 5)))
        self.emit(scope, hlo.CaseOp(selector, self._arms(scope, self.random.randint(1, 4), depth)))

    def _arms(self, scope: CodeScope, count: int, depth: int) -> list[Region]:
        kinds = [self._integer_kind() for _ in range(self.random.randint(1, 2))]
        arms: list[Region] = []
        for _ in range(count):
            inner = self.inside(scope.values)
            self.fill(inner, 3, depth)
            inner.block.add_op(hlo.ReturnOp([self._of(inner, kind) for kind in kinds]))
            arms.append(Region(inner.block))
        return arms

    # Loops

    def _refuted(self, scope: CodeScope, depth: int) -> None:
        """A loop that runs at most four times, as often as may not be known; most of what it carries starts constant
        and changes."""
        step, direction = self.random.choice(((1, "LT"), (1, "LE"), (2, "LT"), (-1, "GT"), (1, "NE")))
        bound = self._between(scope, 0, 3 if step > 0 else 1)
        start = self._counter_start(scope, step, direction)
        kinds = [I32, *[self._integer_kind() for _ in range(self.random.randint(1, 4))]]
        first = [start] + [
            self._number_like(scope, kind) if self.random.random() < 0.7 else self._of(scope, kind)
            for kind in kinds[1:]
        ]
        inner = self.inside(scope.values, kinds)
        self.fill(inner, 6, depth)
        arguments = inner.block.args
        following = [self._next(inner, argument, kind) for argument, kind in zip(arguments, kinds)]
        amount = self.splat(inner, I32, step)
        following[0] = self.emit(inner, hlo.AddOp(self._seen(inner, arguments[0]), amount))
        inner.block.add_op(hlo.ReturnOp(following))
        test = self._test(kinds, bound, direction)
        self.emit(scope, hlo.WhileOp(first, test, Region(inner.block)))

    def _counter_start(self, scope: CodeScope, step: int, direction: str) -> SSAValue:
        """Where a counter starts: beyond the bound, even, where that ends the loop."""
        if direction == "NE":
            return self._between(scope, 0, 0)
        return self._between(scope, *((0, self.random.choice((0, 1, 100))) if step > 0 else (-100, 4)))

    def _seen(self, scope: CodeScope, value: SSAValue) -> SSAValue:
        """An i32 as it is, or hidden."""
        return value if self.random.random() < 0.6 else self.emit(scope, self._same(value, I32))

    def _next(self, scope: CodeScope, argument: SSAValue, kind: TensorKind) -> SSAValue:
        """What a carried value is in the next iteration: something that was computed, or another one, or the same."""
        return argument if self.random.random() < 0.1 else self._of(scope, kind, argument)

    def _test(self, kinds: Sequence[TensorKind], bound: SSAValue, direction: str) -> Region:
        """The condition of a loop: the counter, as it is or hidden, compared with its bound."""
        scope = self.inside([], kinds)
        counter = self._seen(scope, scope.block.args[0])
        scope.block.add_op(hlo.ReturnOp([self.emit(scope, comparing(direction, counter, bound))]))
        return Region(scope.block)


def loop_program(seed: int, size: int = 6, portable: bool = False) -> str:
    """The program of a seed. `size` bounds the number of ops in `@main`, nested ones aside, by a few times as many."""
    return LoopGenerator(seed, size, portable).text()
