"""Random programs of loops, branches and calls around movement of what is known in part, on wide and narrow integers.

Pads with negative edges, slices and updates at places that a loop or a branch decides, gathers, scatters, sorts.
"""

from __future__ import annotations

from xdsl_stablehlo.workbench.fuzzing.generator import CodeScope
from xdsl_stablehlo.workbench.fuzzing.sketch import TensorKind

from .loop_programs import I32, LoopGenerator
from .partial_programs import PartialGenerator

ELEMENTS = ("i32", "i32", "i8", "ui8", "ui32", "i64", "ui16", "i1")
SHAPES = ((), (), (3,), (4,), (2, 3))


class WideGenerator(LoopGenerator):
    """Writes one program."""

    def kind(self) -> TensorKind:
        return TensorKind(self.random.choice(ELEMENTS), self.random.choice(SHAPES))

    def fill(self, scope: CodeScope, size: int, depth: int) -> None:
        LoopGenerator.fill(self, scope, size, depth)
        moved = (
            *(self._padded, self._reversed, self._transposed, self._sorted, self._strided),
            *(self._sliced_anywhere, self._updated_anywhere, self._gathered, self._added_at),
            *(self._half_known, self._taken, self._scattered, self._update, self._unsized),
        )
        for _ in range(self.random.randint(1, max(size // 2, 1))):
            self.random.choice(moved)(scope)
        if self.chance(0.3):
            PartialGenerator._called(self, scope)

    def returned(self, scope: CodeScope, count: int) -> list[tuple[str, TensorKind]]:
        return [self.random.choice(scope.values[-12:]) for _ in range(2 * count + 2)]

    def _row(self, scope: CodeScope) -> tuple[str, TensorKind]:
        """A row, constant or not."""
        found = self.value(scope, lambda k: len(k.shape) == 1 and k.shape[0] > 1)
        if found is not None and self.chance(0.7):
            return found
        kind = TensorKind(self.random.choice(ELEMENTS), (self.random.choice((3, 4)),))
        return self.constant(scope, kind), kind

    def _place(self, scope: CodeScope) -> str:
        """A number that may be known, or lie between two that are."""
        return self._between(scope, self.random.choice((-1, 0, 1)), self.random.choice((1, 2, 5)))

    def _padded(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        low, high, interior = (
            self.random.choice((-1, 0, 1, 2)),
            self.random.choice((-1, 0, 1)),
            self.chance(0.3),
        )
        size = low + high + kind.shape[0] + (kind.shape[0] - 1) * interior
        scalar, result = TensorKind(kind.element), TensorKind(kind.element, (size,))
        edge = self.constant(scope, scalar) if self.chance(0.6) else self.same(scope, scalar)
        edges = f"low = [{low}], high = [{high}], interior = [{int(interior)}]"
        self.emit(scope, result, f"stablehlo.pad {value}, {edge}, {edges} : ({kind}, {scalar}) -> {result}")

    def _reversed(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        self.emit(scope, kind, f"stablehlo.reverse {value}, dims = [0] : {kind}")

    def _transposed(self, scope: CodeScope) -> None:
        kind = TensorKind(self.random.choice(ELEMENTS), (2, 3))
        value, result = self.same(scope, kind), TensorKind(kind.element, (3, 2))
        turned = self.emit(
            scope, result, f"stablehlo.transpose {value}, dims = [1, 0] : ({kind}) -> {result}"
        )
        part = TensorKind(kind.element, (1, 2))
        low = self.random.randrange(3)
        self.emit(scope, part, f"stablehlo.slice {turned} [{low}:{low + 1}, 0:2] : ({result}) -> {part}")

    def _strided(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        part = TensorKind(kind.element, (-(-kind.shape[0] // 2),))
        self.emit(scope, part, f"stablehlo.slice {value} [0:{kind.shape[0]}:2] : ({kind}) -> {part}")

    def _sorted(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        a, b, less, scalar = self.name(), self.name(), self.name(), TensorKind(kind.element)
        direction = self.random.choice(("LT", "GT"))
        self.emit(
            scope,
            kind,
            f'"stablehlo.sort"({value}) <{{dimension = 0 : i64, is_stable = true}}> ({{\n'
            f"^bb0({a}: {scalar}, {b}: {scalar}):\n"
            f"{less} = stablehlo.compare {direction}, {a}, {b} : ({scalar}, {scalar}) -> tensor<i1>\n"
            f"stablehlo.return {less} : tensor<i1>\n}}) : ({kind}) -> {kind}",
        )

    def _sliced_anywhere(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        part = TensorKind(kind.element, (self.random.randint(1, kind.shape[0]),))
        place = self._place(scope)
        text = (
            f"stablehlo.dynamic_slice {value}, {place}, sizes = [{part.shape[0]}] : ({kind}, {I32}) -> {part}"
        )
        part_value = self.emit(scope, part, text)
        if part.shape == (1,):
            scalar = TensorKind(kind.element)
            self.emit(scope, scalar, f"stablehlo.reshape {part_value} : ({part}) -> {scalar}")

    def _updated_anywhere(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        part = TensorKind(kind.element, (self.random.randint(1, kind.shape[0]),))
        update, place = self.same(scope, part), self._place(scope)
        self.emit(
            scope,
            kind,
            f"stablehlo.dynamic_update_slice {value}, {update}, {place} : ({kind}, {part}, {I32}) -> {kind}",
        )

    def _gathered(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        places, result = TensorKind("i32", (2,)), TensorKind(kind.element, (2,))
        single = [self.name() for _ in range(2)]
        for name in single:
            place = self._place(scope)
            scope.lines.append(f"{name} = stablehlo.reshape {place} : ({I32}) -> tensor<1xi32>")
        joined = self.emit(
            scope,
            places,
            f"stablehlo.concatenate {', '.join(single)}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> {places}",
        )
        self.emit(
            scope,
            result,
            f'"stablehlo.gather"({value}, {joined}) {{dimension_numbers = #stablehlo.gather<collapsed_slice_dims '
            "= [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = "
            f"false}} : ({kind}, {places}) -> {result}",
        )

    def _added_at(self, scope: CodeScope) -> None:
        """Added to what is at some places, which may be the same."""
        value, kind = self._row(scope)
        places, update = self.name(), self.same(scope, TensorKind(kind.element, (2,)))
        chosen = [self.random.choice((0, 1, 2, 4, -1)) for _ in range(2)]
        scope.lines.append(
            f"{places} = stablehlo.constant dense<{[[each] for each in chosen]}> : tensor<2x1xi32>"
        )
        a, b, both, scalar = self.name(), self.name(), self.name(), TensorKind(kind.element)
        self.emit(
            scope,
            kind,
            f'"stablehlo.scatter"({value}, {places}, {update}) <{{scatter_dimension_numbers = #stablehlo.scatter<'
            f"inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n"
            f"^bb0({a}: {scalar}, {b}: {scalar}):\n"
            f"{both} = stablehlo.{self.random.choice(('add', 'maximum'))} {a}, {b} : {scalar}\n"
            f"stablehlo.return {both} : {scalar}\n}}) : "
            f"({kind}, tensor<2x1xi32>, {TensorKind(kind.element, (2,))}) -> {kind}",
        )


def wide_program(seed: int, size: int = 6, portable: bool = False) -> str:
    """The program of a seed. `size` bounds the number of ops in `@main`, nested ones aside, by a few times as many."""
    return WideGenerator(seed, size, portable).program()
