"""Random programs of which constants decide a part: identities, chains, masks, half known arrays, known indices."""

from __future__ import annotations

from xdsl_stablehlo.workbench.fuzzing.generator import CodeScope
from xdsl_stablehlo.workbench.fuzzing.sketch import TensorKind

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
            *(self._scattered, self._unsized, self._called, self._loop_in_branch),
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

    def _scattered(self, scope: CodeScope) -> None:
        """One element overwritten at a constant place, inside or outside: the updates are a scalar or a row of one.
        A part of the result does not depend on it."""
        found = self.value(scope, lambda k: k.size == 1 and len(k.shape) < 2)
        if found is None:
            return
        update, kind = found
        whole, window = TensorKind(kind.element, (4,)), "update_window_dims = [0], " if kind.shape else ""
        inserted = "" if kind.shape else "inserted_window_dims = [0], "
        old, place = self.constant(scope, whole), self.name()
        scope.lines.append(
            f"{place} = stablehlo.constant dense<{self.random.choice((0, 1, 3, 4, -1))}> : tensor<1xi32>"
        )
        a, b, scalar = self.name(), self.name(), TensorKind(kind.element)
        result = self.emit(
            scope,
            whole,
            f'"stablehlo.scatter"({old}, {place}, {update}) <{{scatter_dimension_numbers = #stablehlo.scatter<'
            f"{window}{inserted}scatter_dims_to_operand_dims = [0]>}}> ({{ ^bb0({a}: {scalar}, {b}: {scalar}): "
            f"stablehlo.return {self.random.choice((a, b, b))} : {scalar} }}) : "
            f"({whole}, tensor<1xi32>, {kind}) -> {whole}",
        )
        part = TensorKind(kind.element, (2,))
        low = self.random.randrange(3)
        self.emit(scope, part, f"stablehlo.slice {result} [{low}:{low + 2}] : ({whole}) -> {part}")

    def _unsized(self, scope: CodeScope) -> None:
        """A value, constant or not, whose type does not say its sizes, in ops that take a part of it."""
        found = self.value(scope, lambda k: len(k.shape) == 1 and k.shape[0] > 1)
        if found is None:
            return
        value, kind = found
        value = value if self.chance(0.5) else self.constant(scope, kind)
        (size,), unknown, shape = kind.shape, f"tensor<?x{kind.element}>", self.name()
        scope.lines.append(f"{shape} = stablehlo.constant dense<{size}> : tensor<1xi64>")
        there = self.name()
        scope.lines.append(
            f"{there} = stablehlo.dynamic_reshape {value}, {shape} : ({kind}, tensor<1xi64>) -> {unknown}"
        )
        at = self.value(scope, lambda k: k.element == "i32" and not k.shape)
        start = at[0] if at is not None and self.chance(0.5) else self._index(scope)
        if self.chance(0.3):
            updated, part = self.name(), TensorKind(kind.element, (1,))
            update = self.same(scope, part)
            scope.lines.append(
                f"{updated} = stablehlo.dynamic_update_slice {there}, {update}, {start} : "
                f"({unknown}, {part}, tensor<i32>) -> {unknown}"
            )
            there = updated
        if self.chance(0.3):
            chosen, mask, other = self.name(), self.same(scope, kind.of("i1")), self.same(scope, kind)
            scope.lines.append(
                f"{chosen} = stablehlo.select {mask}, {there}, {other} : "
                f"({kind.of('i1')}, {unknown}, {kind}) -> {unknown}"
            )
            there = chosen
        part = TensorKind(kind.element, (self.random.randint(1, size),))
        self.emit(
            scope,
            part,
            f"stablehlo.dynamic_slice {there}, {start}, sizes = [{part.shape[0]}] : "
            f"({unknown}, tensor<i32>) -> {part}",
        )

    def _called(self, scope: CodeScope) -> None:
        """Calls of one function with constants that differ in some of the arguments."""
        if not self.callable:
            return
        name, inputs, outputs = self.random.choice(self.callable)
        shared = [self.same(scope, kind) if self.chance(0.5) else None for kind in inputs]
        for _ in range(self.random.randint(2, 3)):
            values = [value or self.constant(scope, kind) for value, kind in zip(shared, inputs)]
            results = [self.name() for _ in outputs]
            signature = f"({', '.join(map(str, inputs))}) -> ({', '.join(map(str, outputs))})"
            scope.lines.append(f"{', '.join(results)} = func.call @{name}({', '.join(values)}) : {signature}")
            scope.values += zip(results, outputs)

    def _loop_in_branch(self, scope: CodeScope) -> None:
        """A loop that counts to a constant, in one branch of an `if`, or in both."""
        found = self.value(scope, lambda k: k.element == "i1" and not k.shape)
        scalar = TensorKind("i32")
        predicate = found[0] if found is not None else self.constant(scope, TensorKind("i1"))
        value, kind = self.any_value(scope)
        result = self.name()
        branches = [self._loop(value, kind) if self.chance(0.7) else (list[str](), value) for _ in range(2)]
        bodies = ["\n".join([*lines, f"stablehlo.return {given} : {kind}"]) for lines, given in branches]
        scope.lines.append(
            f'{result} = "stablehlo.if"({predicate}) ({{\n{bodies[0]}\n}}, {{\n{bodies[1]}\n}}) : '
            f"({scalar.of('i1')}) -> {kind}"
        )
        scope.values.append((result, kind))

    def _loop(self, value: str, kind: TensorKind) -> tuple[list[str], str]:
        """The lines of a loop that carries a value, and the name of what it ends with."""
        count, state, outcome, zero, limit, step = [self.name() for _ in range(6)]
        less, more, after = [self.name() for _ in range(3)]
        scalar = TensorKind("i32")
        changed = self.random.choice((state, value, after))
        return [
            f"{zero} = stablehlo.constant dense<0> : {scalar}",
            f"{step} = stablehlo.constant dense<{self.random.choice((1, 1, 2))}> : {scalar}",
            f"{limit} = stablehlo.constant dense<{self.random.choice((0, 1, 2, 5))}> : {scalar}",
            f"{outcome}:2 = stablehlo.while({count} = {zero}, {state} = {value}) : {scalar}, {kind}",
            f"cond {{ {less} = stablehlo.compare LT, {count}, {limit} : ({scalar}, {scalar}) -> tensor<i1>",
            f"stablehlo.return {less} : tensor<i1> }} do {{",
            f"{after} = stablehlo.maximum {state}, {value} : {kind}",
            f"{more} = stablehlo.add {count}, {step} : {scalar}",
            f"stablehlo.return {more}, {changed} : {scalar}, {kind} }}",
        ], f"{outcome}#1"

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
