"""Random programs of loops and branches, written to refute what an analysis may hope or suppose of them.

Carried values start constant and change later, or do so by way of a call that no fact goes through; counters start
beyond their bound; what a branch asks for was computed in another iteration; loops inside run as often as what changes
outside says.
"""

from __future__ import annotations

from xdsl_stablehlo.workbench.fuzzing.generator import CodeScope
from xdsl_stablehlo.workbench.fuzzing.sketch import TensorKind

from .partial_programs import DIRECTIONS, PartialGenerator

I1, I8, I32 = TensorKind("i1"), TensorKind("i8"), TensorKind("i32")
NUMBERS = (0, 0, 0, 1, 1, 2, 9, 10, 10, 100, -3)
UPDATES = ("add", "add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor")


class LoopGenerator(PartialGenerator):
    """Writes one program."""

    def program(self) -> str:
        for kind in (I8, I32):
            self.functions.append(self._hiding(kind))
        return super().program()

    def _hiding(self, kind: TensorKind) -> str:
        """A function that returns its argument, of which facts about the argument tell nothing."""
        row = TensorKind(kind.element, (1,))
        lines = (
            []
            if self.portable
            else [
                f"%ones = stablehlo.constant dense<1> : {row}",
                f"%row = stablehlo.reshape %x : ({kind}) -> {row}",
                f'%same = stablehlo.einsum %row, %ones, config = "i,i->" : ({row}, {row}) -> {kind}',
            ]
        )
        body = "\n  ".join([*lines, f"return {'%same' if lines else '%x'} : {kind}"])
        return f"func.func private @same_{kind.element}(%x: {kind}) -> {kind} {{\n  {body}\n}}"

    def kind(self) -> TensorKind:
        return self.random.choice((I32, I32, I32, I8)) if self.random.random() < 0.7 else super().kind()

    def fill(self, scope: CodeScope, size: int, depth: int) -> None:
        if self.random.random() < 0.15:
            super().fill(scope, max(size // 4, 1), 0)
        simple = (
            self._step,
            self._step,
            self._hidden,
            self._hidden,
            self._decided,
            self._decided,
            self._called,
        )
        nested = (self._refuted, self._asked, self._chosen)
        for _ in range(self.random.randint(1, size)):
            if depth and self.random.random() < 0.4:
                self.random.choice(nested)(scope, depth - 1)
            else:
                self.random.choice(simple)(scope)

    def returned(self, scope: CodeScope, count: int) -> list[tuple[str, TensorKind]]:
        """The last values, which depend on most of what is there."""
        return scope.values[-2 * count - 4 :]

    # Numbers

    def _number_like(self, scope: CodeScope, kind: TensorKind) -> str:
        name = self.name()
        scope.lines.append(f"{name} = stablehlo.constant dense<{self.random.choice(NUMBERS)}> : {kind}")
        return name

    def _of(self, scope: CodeScope, kind: TensorKind) -> str:
        """One of the last values of a kind, most of the time; else a constant."""
        fitting = [name for name, other in scope.values if other == kind]
        if not fitting or self.random.random() < 0.1:
            return self._number_like(scope, kind)
        return self.random.choice(fitting[-6:] if self.random.random() < 0.7 else fitting)

    def _between(self, scope: CodeScope, low: int, high: int) -> str:
        """An unknown i32 between two numbers, or one of both."""
        bounds = [self.name(), self.name()]
        for name, number in zip(bounds, (low, high)):
            scope.lines.append(f"{name} = stablehlo.constant dense<{number}> : {I32}")
        if self.random.random() < 0.2:
            return self.random.choice(bounds)
        value = self._of(scope, I32)
        return self.emit(scope, I32, f"stablehlo.clamp {bounds[0]}, {value}, {bounds[1]} : {I32}")

    # Ops

    def _step(self, scope: CodeScope) -> None:
        kind = self.random.choice((I32, I32, I8))
        value = self._of(scope, kind)
        other = self._of(scope, kind) if self.random.random() < 0.3 else self._number_like(scope, kind)
        self.emit(scope, kind, f"stablehlo.{self.random.choice(UPDATES)} {value}, {other} : {kind}")

    def _hidden(self, scope: CodeScope) -> None:
        """A value of which nothing is known but that it is constant, if it is."""
        kind = self.random.choice((I32, I32, I8))
        value = self._of(scope, kind)
        self.emit(scope, kind, f"func.call @same_{kind.element}({value}) : ({kind}) -> {kind}")

    def _decided(self, scope: CodeScope) -> None:
        """A comparison with a constant, as a number."""
        kind = self.random.choice((I32, I32, I8))
        found = self._condition(scope, kind)
        self.emit(scope, kind, f"stablehlo.convert {found} : ({I1}) -> {kind}")

    def _condition(self, scope: CodeScope, kind: TensorKind) -> str:
        value, other = self._of(scope, kind), self._number_like(scope, kind)
        direction = self.random.choice(DIRECTIONS)
        text = f"stablehlo.compare {direction}, {value}, {other} : ({kind}, {kind}) -> {I1}"
        return self.emit(scope, I1, text)

    def _called(self, scope: CodeScope) -> None:
        """A call whose arguments are constant in part."""
        if self.callable:
            name, inputs, outputs = self.random.choice(self.callable)
            given = [
                self.constant(scope, kind) if self.random.random() < 0.5 else self.same(scope, kind)
                for kind in inputs
            ]
            results = [self.name() for _ in outputs]
            taken, types = (", ".join(map(str, kinds)) for kinds in (inputs, outputs))
            call = f"func.call @{name}({', '.join(given)}) : ({taken}) -> ({types})"
            scope.lines.append(f"{', '.join(results)} = {call}")
            scope.values += zip(results, outputs)

    # Branches

    def _arm(self, scope: CodeScope, kinds: list[TensorKind], depth: int) -> str:
        inner = CodeScope(list(scope.values))
        self.fill(inner, 3, depth)
        returned = [self._of(inner, kind) for kind in kinds]
        body, types = "\n".join(inner.lines), ", ".join(map(str, kinds))
        return f"{{\n{body}\nstablehlo.return {', '.join(returned)} : {types}\n}}"

    def _asked(self, scope: CodeScope, depth: int) -> None:
        """A branch whose condition says something of a value."""
        self._branches(scope, "if", self._condition(scope, self.random.choice((I32, I8))), I1, 2, depth)

    def _chosen(self, scope: CodeScope, depth: int) -> None:
        """A branch whose selector has a range."""
        selector = self._between(scope, self.random.choice((-1, 0, 1)), self.random.choice((1, 2, 5)))
        self._branches(scope, "case", selector, I32, self.random.randint(1, 4), depth)

    def _branches(
        self, scope: CodeScope, op: str, selector: str, kind: TensorKind, count: int, depth: int
    ) -> None:
        kinds = [self.random.choice((I32, I32, I8)) for _ in range(self.random.randint(1, 2))]
        arms = ", ".join([self._arm(scope, kinds, depth) for _ in range(count)])
        results, types = [self.name() for _ in kinds], ", ".join(map(str, kinds))
        scope.lines.append(
            f'{", ".join(results)} = "stablehlo.{op}"({selector}) ({arms}) : ({kind}) -> ({types})'
        )
        scope.values += zip(results, kinds)

    # Loops

    def _refuted(self, scope: CodeScope, depth: int) -> None:
        """A loop that runs at most four times, as often as may not be known; most of what it carries starts constant
        and changes."""
        step, direction = self.random.choice(((1, "LT"), (1, "LE"), (2, "LT"), (-1, "GT"), (1, "NE")))
        bound = self._between(scope, 0, 3 if step > 0 else 1)
        start = self._counter_start(scope, step, direction)
        kinds = [I32, *[self.random.choice((I32, I32, I8)) for _ in range(self.random.randint(1, 4))]]
        first = [start] + [
            self._number_like(scope, kind) if self.random.random() < 0.7 else self._of(scope, kind)
            for kind in kinds[1:]
        ]
        arguments, results = [self.name() for _ in kinds], [self.name() for _ in kinds]
        inner = CodeScope([*scope.values, *zip(arguments, kinds)])
        self.fill(inner, 6, depth)
        following = [self._next(inner, arguments, i, kind) for i, kind in enumerate(kinds)]
        amount = self.name()
        inner.lines.append(f"{amount} = stablehlo.constant dense<{step}> : {I32}")
        following[0] = self.emit(
            inner, I32, f"stablehlo.add {self._seen(inner, arguments[0])}, {amount} : {I32}"
        )
        scope.lines.append(
            f"{', '.join(results)} = stablehlo.while("
            + ", ".join([f"{a} = {v}" for a, v in zip(arguments, first)])
            + f") : {', '.join(map(str, kinds))}\ncond {{\n{self._test(arguments, kinds, bound, direction)}\n}} do {{\n"
            + "\n".join(inner.lines)
            + f"\nstablehlo.return {', '.join(following)} : {', '.join(map(str, kinds))}\n}}"
        )
        scope.values += zip(results, kinds)

    def _counter_start(self, scope: CodeScope, step: int, direction: str) -> str:
        """Where a counter starts: beyond the bound, even, where that ends the loop."""
        if direction == "NE":
            return self._between(scope, 0, 0)
        return self._between(scope, *((0, self.random.choice((0, 1, 100))) if step > 0 else (-100, 4)))

    def _seen(self, scope: CodeScope, value: str) -> str:
        """An i32 as it is, or hidden."""
        if self.random.random() < 0.6:
            return value
        return self.emit(scope, I32, f"func.call @same_i32({value}) : ({I32}) -> {I32}")

    def _next(self, scope: CodeScope, arguments: list[str], i: int, kind: TensorKind) -> str:
        """What a carried value is in the next iteration: something that was computed, or another one, or the same."""
        chance = self.random.random()
        if chance < 0.1:
            return arguments[i]
        return self._of(
            CodeScope([pair for pair in scope.values if pair[0] != arguments[i]], scope.lines), kind
        )

    def _test(self, arguments: list[str], kinds: list[TensorKind], bound: str, direction: str) -> str:
        """The condition of a loop: the counter, as it is or hidden, compared with its bound."""
        scope = CodeScope(list(zip(arguments, kinds)))
        counter = self._seen(scope, arguments[0])
        lines = [
            *scope.lines,
            f"%q = stablehlo.compare {direction}, {counter}, {bound} : ({I32}, {I32}) -> {I1}",
        ]
        return "\n".join([*lines, f"stablehlo.return %q : {I1}"])


def loop_program(seed: int, size: int = 6, portable: bool = False) -> str:
    """The program of a seed. `size` bounds the number of ops in `@main`, nested ones aside, by a few times as many."""
    return LoopGenerator(seed, size, portable).program()
