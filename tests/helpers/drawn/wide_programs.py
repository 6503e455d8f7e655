"""Random programs of loops, branches and calls around movement of what is known in part, on wide and narrow integers.

Pads with negative edges, slices and updates at places that a loop or a branch decides, gathers, scatters, sorts.
"""

from __future__ import annotations

from xdsl.ir import SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.workbench.fuzzing.generator import CodeScope, Typed
from xdsl_stablehlo.workbench.fuzzing.sketch import TensorKind, combining, comparing, region

from .loop_programs import I32, LoopGenerator
from .partial_programs import ROWS, PartialGenerator, is_row

ELEMENTS = ("i32", "i32", "i8", "ui8", "ui32", "i64", "ui16", "i1")
SHAPES = ((), (), (3,), (4,), (2, 3))
ADDED_AT = hlo.ScatterDimensionNumbersAttr((), (0,), (), (), (0,), 1)


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

    def returned(self, scope: CodeScope, count: int) -> list[Typed]:
        return [self.random.choice(scope.values[-12:]) for _ in range(2 * count + 2)]

    def _row(self, scope: CodeScope) -> Typed:
        """A row, constant or not."""
        found = self.value(scope, is_row)
        if found is not None and self.chance(0.7):
            return found
        kind = TensorKind(self.random.choice(ELEMENTS), (self.random.choice((3, 4)),))
        return self.constant(scope, kind), kind

    def _place(self, scope: CodeScope) -> SSAValue:
        """A number that may be known, or lie between two that are."""
        return self._between(scope, self.random.choice((-1, 0, 1)), self.random.choice((1, 2, 5)))

    def _padded(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        low, high = self.random.choice((-1, 0, 1, 2)), self.random.choice((-1, 0, 1))
        interior, scalar = int(self.chance(0.3)), kind.sized(())
        edge = self.constant(scope, scalar) if self.chance(0.6) else self.same(scope, scalar)
        self.emit(scope, hlo.PadOp(value, edge, [low], [high], [interior]))

    def _reversed(self, scope: CodeScope) -> None:
        self.emit(scope, hlo.ReverseOp(self._row(scope)[0], [0]))

    def _transposed(self, scope: CodeScope) -> None:
        value = self.same(scope, TensorKind(self.random.choice(ELEMENTS), (2, 3)))
        turned = self.emit(scope, hlo.TransposeOp(value, [1, 0]))
        low = self.random.randrange(3)
        self.emit(scope, hlo.SliceOp(turned, [low, 0], [low + 1, 2], [1, 1]))

    def _strided(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        self.emit(scope, hlo.SliceOp(value, [0], kind.shape, [2]))

    def _sorted(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        direction = self.random.choice(("LT", "GT"))
        less = region([kind.sized(())] * 2, lambda x: [comparing(direction, x[0], x[1])])
        self.emit(scope, hlo.SortOp([value], less, 0, True))

    def _sliced_anywhere(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        size = self.random.randint(1, kind.shape[0])
        part = self.emit(scope, hlo.DynamicSliceOp(value, [self._place(scope)], [size]))
        if size == 1:
            self.emit(scope, hlo.ReshapeOp(part, kind.sized(()).type))

    def _updated_anywhere(self, scope: CodeScope) -> None:
        value, kind = self._row(scope)
        update = self.same(scope, kind.sized((self.random.randint(1, kind.shape[0]),)))
        self.emit(scope, hlo.DynamicUpdateSliceOp(value, update, [self._place(scope)]))

    def _gathered(self, scope: CodeScope) -> None:
        value, _ = self._row(scope)
        row = I32.sized((1,)).type
        single = [self.for_one_op(scope, hlo.ReshapeOp(self._place(scope), row)) for _ in range(2)]
        self.emit(
            scope, hlo.GatherOp(value, self.emit(scope, hlo.ConcatenateOp(single, 0)), ROWS, [1], False)
        )

    def _added_at(self, scope: CodeScope) -> None:
        """Added to what is at some places, which may be the same."""
        value, kind = self._row(scope)
        update = self.same(scope, kind.sized((2,)))
        chosen = [self.random.choice((0, 1, 2, 4, -1)) for _ in range(2)]
        places = self.constant_of(scope, I32.sized((2, 1)), chosen)
        body = combining(self.random.choice(("add", "maximum")), kind.element)
        self.emit(scope, hlo.ScatterOp([value], places, [update], ADDED_AT, body))


def wide_program(seed: int, size: int = 6, portable: bool = False) -> str:
    """The program of a seed. `size` bounds the number of ops in `@main`, nested ones aside, by a few times as many."""
    return WideGenerator(seed, size, portable).text()
