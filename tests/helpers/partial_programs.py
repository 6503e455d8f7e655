"""Random programs of which constants decide a part: identities, chains, masks, half known arrays, known indices."""

from __future__ import annotations

from xdsl_stablehlo.fuzzing.generator import CodeScope
from xdsl_stablehlo.fuzzing.kinds import TensorKind

from .whole_programs import WholeProgram

INTEGERS = ("i8", "i32", "ui8", "i64")
FLOATS = ("f32", "f64", "bf16")
UNDONE = ("negate", "not", "reverse")
DIRECTIONS = ("EQ", "NE", "LT", "LE", "GT", "GE")


class PartialGenerator(WholeProgram):
    """Writes one program, with many arguments and constants next to them."""

    types_of_program = (*INTEGERS, *FLOATS, "i1")

    def kind(self) -> TensorKind:
        pick = self.random
        return TensorKind(
            pick.choice((*INTEGERS, *INTEGERS, "i1", *FLOATS)), pick.choice(((), (3,), (4,), (2, 3)))
        )

    def fill(self, scope: CodeScope, size: int, depth: int) -> None:
        super().fill(scope, max(size // 3, 1), depth)
        writers = (
            *(
                self._beside,
                self._beside,
                self._chain,
                self._twice,
                self._masked,
                self._bounded,
                self._there_and_back,
            ),
            *(
                self._half_known,
                self._update,
                self._taken,
                self._itself,
                self._shifted,
                self._divided,
                self._all_or_any,
            ),
        )
        for _ in range(size):
            self.random.choice(writers)(scope)

    def arity(self) -> int:
        return self.random.randint(3, 5)

    def constant(self, scope: CodeScope, kind: TensorKind) -> str:
        """Seldom used again: most values are to depend on arguments."""
        name = super().constant(scope, kind)
        if len(scope.values) > 1 and self.random.random() < 0.8:
            scope.values.pop()
        return name

    def _special(self, scope: CodeScope, kind: TensorKind) -> str:
        """A splat that is neutral, absorbing or extreme for some op."""
        name = self.name()
        scope.lines.append(f"{name} = stablehlo.constant dense<{self._number(kind.element)}> : {kind}")
        return name

    def _number(self, element: str) -> str:
        if element == "i1":
            return self.random.choice(("true", "false"))
        if element in FLOATS:
            return self.random.choice(
                ("0.0", "-0.0", "1.0", "-1.0", "2.0", "0x7F80" if element == "bf16" else "0.5")
            )
        width = int(element.lstrip("ui"))
        low, high = (
            (0, (1 << width) - 1) if element.startswith("u") else (-(1 << width - 1), (1 << width - 1) - 1)
        )
        return str(self.random.choice((0, 0, 1, 1, 2, 3, 15, high, low, high // 2) + ((-1,) if low else ())))

    def _ops(self, element: str) -> list[str]:
        names = ["add", "multiply", "maximum", "minimum"]
        names += ["subtract"] if element != "i1" else []
        names += ["divide", "power", "remainder"] if element in FLOATS else ["and", "or", "xor"]
        return names

    def _beside(self, scope: CodeScope) -> None:
        """An op on a value and a constant."""
        value, kind = self.any_value(scope)
        sides = [value, self._special(scope, kind)]
        self.random.shuffle(sides)
        self.emit(
            scope,
            kind,
            f"stablehlo.{self.random.choice(self._ops(kind.element))} {', '.join(sides)} : {kind}",
        )

    def _chain(self, scope: CodeScope) -> None:
        """One op again and again, with a constant each time."""
        value, kind = self.any_value(scope)
        name = self.random.choice(self._ops(kind.element))
        for _ in range(self.random.randint(2, 3)):
            value = self.emit(scope, kind, f"stablehlo.{name} {value}, {self._special(scope, kind)} : {kind}")

    def _twice(self, scope: CodeScope) -> None:
        value, kind = self.any_value(scope)
        name = "not" if kind.element == "i1" else "negate"
        for _ in range(2):
            value = self.emit(scope, kind, f"stablehlo.{name} {value} : {kind}")

    def _itself(self, scope: CodeScope) -> None:
        value, kind = self.any_value(scope)
        if self.random.random() < 0.5:
            self.emit(
                scope,
                kind,
                f"stablehlo.{self.random.choice(self._ops(kind.element))} {value}, {value} : {kind}",
            )
        else:
            self._compared(scope, value, value, kind)

    def _compared(self, scope: CodeScope, value: str, other: str, kind: TensorKind) -> str:
        result, direction = kind.of("i1"), self.random.choice(DIRECTIONS)
        text = f"stablehlo.compare {direction}, {value}, {other} : ({kind}, {kind}) -> {result}"
        return self.emit(scope, result, text)

    def _bounded(self, scope: CodeScope) -> None:
        """A value with a range, and what that decides."""
        found = self.value(scope, lambda k: k.element in INTEGERS)
        if found is None:
            return
        value, kind = found
        name = self.random.choice(
            ("and", "remainder", "minimum", "maximum", "clamp", "shift_right_logical", "or")
        )
        limit = self.name()
        scope.lines.append(
            f"{limit} = stablehlo.constant dense<{self.random.choice((1, 3, 7, 100))}> : {kind}"
        )
        operands = f"{limit}, {value}, {limit}" if name == "clamp" else f"{value}, {limit}"
        value = self.emit(scope, kind, f"stablehlo.{name} {operands} : {kind}")
        self._compared(scope, value, self._special(scope, kind), kind)

    def _masked(self, scope: CodeScope) -> None:
        value, kind = self.any_value(scope)
        other = self.same(scope, kind)
        predicate = self.constant(scope, kind.of("i1"))
        self.emit(scope, kind, f"stablehlo.select {predicate}, {value}, {other} : {kind.of('i1')}, {kind}")

    def _there_and_back(self, scope: CodeScope) -> None:
        value, kind = self.any_value(scope)
        other = kind.of(self.random.choice((*INTEGERS, *FLOATS)))
        there = self.emit(scope, other, f"stablehlo.convert {value} : ({kind}) -> {other}")
        self.emit(scope, kind, f"stablehlo.convert {there} : ({other}) -> {kind}")

    def _shifted(self, scope: CodeScope) -> None:
        found = self.value(scope, lambda k: k.element in INTEGERS)
        if found is not None:
            value, kind = found
            name = self.random.choice(("shift_left", "shift_right_logical", "shift_right_arithmetic"))
            for _ in range(2):
                value = self.emit(
                    scope, kind, f"stablehlo.{name} {value}, {self._special(scope, kind)} : {kind}"
                )

    def _divided(self, scope: CodeScope) -> None:
        found = self.value(scope, lambda k: k.element in INTEGERS)
        if found is not None:
            value, kind = found
            divisor = self.name()
            scope.lines.append(
                f"{divisor} = stablehlo.constant dense<{self.random.choice((1, 2, 3, 100))}> : {kind}"
            )
            name = self.random.choice(("divide", "remainder"))
            self.emit(scope, kind, f"stablehlo.{name} {value}, {divisor} : {kind}")

    def _half_known(self, scope: CodeScope) -> None:
        """A value next to constants, and a part of both."""
        found = self.value(scope, lambda k: len(k.shape) == 1 and k.shape[0] > 0)
        if found is None:
            return
        value, kind = found
        size = kind.shape[0]
        whole = TensorKind(kind.element, (3 * size,))
        parts = [value, self.constant(scope, kind), self._special(scope, kind)]
        self.random.shuffle(parts)
        joined = self.emit(
            scope,
            whole,
            f"stablehlo.concatenate {', '.join(parts)}, dim = 0 : ({kind}, {kind}, {kind}) -> {whole}",
        )
        low = self.random.randrange(2 * size + 1)
        part = TensorKind(kind.element, (size,))
        self.emit(scope, part, f"stablehlo.slice {joined} [{low}:{low + size}] : ({whole}) -> {part}")

    def _index(self, scope: CodeScope) -> str:
        name = self.name()
        scope.lines.append(
            f"{name} = stablehlo.constant dense<{self.random.choice((0, 1, 2, 5, -1))}> : tensor<i32>"
        )
        return name

    def _update(self, scope: CodeScope) -> None:
        found = self.value(scope, lambda k: len(k.shape) == 1 and k.shape[0] > 1)
        if found is None:
            return
        value, kind = found
        part = TensorKind(kind.element, (self.random.randint(1, kind.shape[0]),))
        update = self.same(scope, part)
        value = self.emit(
            scope,
            kind,
            f"stablehlo.dynamic_update_slice {value}, {update}, {self._index(scope)} : "
            f"({kind}, {part}, tensor<i32>) -> {kind}",
        )
        self.emit(
            scope,
            part,
            f"stablehlo.dynamic_slice {value}, {self._index(scope)}, sizes = [{part.shape[0]}] : "
            f"({kind}, tensor<i32>) -> {part}",
        )

    def _taken(self, scope: CodeScope) -> None:
        """Rows by constant positions, some of them out of range."""
        found = self.value(scope, lambda k: len(k.shape) == 1 and k.shape[0] > 1)
        if found is None:
            return
        value, kind = found
        positions = self.name()
        chosen = [self.random.choice((0, 1, 2, 7, -1)) for _ in range(2)]
        scope.lines.append(f"{positions} = stablehlo.constant dense<{chosen}> : tensor<2xi32>")
        result = TensorKind(kind.element, (2,))
        self.emit(
            scope,
            result,
            f'"stablehlo.gather"({value}, {positions}) {{dimension_numbers = #stablehlo.gather<collapsed_slice_dims '
            "= [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = "
            f"false}} : ({kind}, tensor<2xi32>) -> {result}",
        )

    def _all_or_any(self, scope: CodeScope) -> None:
        found = self.value(scope, lambda k: len(k.shape) == 1 and k.element in (*INTEGERS, "i1"))
        if found is not None:
            value, kind = found
            scalar = TensorKind(kind.element)
            name = self.random.choice(("and", "or", "minimum", "maximum", "multiply", "add"))
            self.emit(
                scope,
                scalar,
                f"stablehlo.reduce({value} init: {self._special(scope, scalar)}) applies stablehlo.{name} across "
                f"dimensions = [0] : ({kind}, {scalar}) -> {scalar}",
            )


def partial_program(seed: int, size: int = 8, portable: bool = False) -> str:
    """The program of a seed. `size` bounds the number of ops in `@main`, nested ones aside, by a few times as many."""
    return PartialGenerator(seed, size, portable).program()
