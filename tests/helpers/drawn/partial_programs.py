"""Random programs of which constants decide a part: identities, chains, masks, half known arrays, known indices."""

from __future__ import annotations

from math import inf

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.dialects.func import CallOp
from xdsl.ir import Block, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.workbench.fuzzing.generator import CodeScope, Typed
from xdsl_stablehlo.workbench.fuzzing.sketch import (
    DrawnNumber,
    TensorKind,
    combining,
    comparing,
    extremes_of,
    of_operands,
    region,
)

from .whole_programs import WholeProgram

INTEGERS = ("i8", "i32", "ui8", "i64")
FLOATS = ("f32", "f64", "bf16")
DIRECTIONS = ("EQ", "NE", "LT", "LE", "GT", "GE")
I1, I32, I64 = TensorKind("i1"), TensorKind("i32"), TensorKind("i64")
ROWS = hlo.GatherDimensionNumbersAttr((), (0,), (), (), (0,), 1)
"""Single elements of a row, by a list of positions."""


def is_row(kind: TensorKind) -> bool:
    """Whether there are several elements along one dimension."""
    return len(kind.shape) == 1 and kind.shape[0] > 1


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
            *(self._beside, self._beside, self._chain, self._twice, self._masked, self._bounded),
            *(self._there_and_back, self._half_known, self._update, self._taken, self._itself),
            *(self._shifted, self._divided, self._all_or_any),
            *(self._scattered, self._unsized, self._called, self._loop_in_branch),
        )
        for _ in range(size):
            self.random.choice(writers)(scope)

    def arity(self) -> int:
        return self.random.randint(3, 5)

    def constant(self, scope: CodeScope, kind: TensorKind) -> SSAValue:
        """Seldom used again: most values are to depend on arguments."""
        value = super().constant(scope, kind)
        if len(scope.values) > 1 and self.random.random() < 0.8:
            scope.values.pop()
        return value

    def _special(self, scope: CodeScope, kind: TensorKind) -> SSAValue:
        """A splat that is neutral, absorbing or extreme for some op."""
        return self.splat(scope, kind, self._number(kind.element))

    def _number(self, element: str) -> DrawnNumber:
        if element == "i1":
            return self.random.choice((True, False))
        if element in FLOATS:
            return self.random.choice((0.0, -0.0, 1.0, -1.0, 2.0, inf if element == "bf16" else 0.5))
        low, high = extremes_of(element)
        return self.random.choice((0, 0, 1, 1, 2, 3, 15, high, low, high // 2) + ((-1,) if low else ()))

    def _any_op(self, element: str) -> str:
        """The name of an op of two operands."""
        names = ["add", "multiply", "maximum", "minimum"]
        names += ["subtract"] if element != "i1" else []
        names += ["divide", "power", "remainder"] if element in FLOATS else ["and", "or", "xor"]
        return self.random.choice(names)

    def _integers(self, scope: CodeScope) -> Typed | None:
        return self.value(scope, lambda k: k.element in INTEGERS)

    def _beside(self, scope: CodeScope) -> None:
        """An op on a value and a constant."""
        value, kind = self.any_value(scope)
        sides = [value, self._special(scope, kind)]
        self.random.shuffle(sides)
        self.emit(scope, of_operands(self._any_op(kind.element), *sides))

    def _chain(self, scope: CodeScope) -> None:
        """One op again and again, with a constant each time."""
        value, kind = self.any_value(scope)
        op = self._any_op(kind.element)
        for _ in range(self.random.randint(2, 3)):
            value = self.emit(scope, of_operands(op, value, self._special(scope, kind)))

    def _twice(self, scope: CodeScope) -> None:
        value, kind = self.any_value(scope)
        for _ in range(2):
            value = self.emit(scope, (hlo.NotOp if kind.element == "i1" else hlo.NegOp)(value))

    def _itself(self, scope: CodeScope) -> None:
        value, kind = self.any_value(scope)
        if self.random.random() < 0.5:
            self.emit(scope, of_operands(self._any_op(kind.element), value, value))
        else:
            self._compared(scope, value, value)

    def _compared(self, scope: CodeScope, value: SSAValue, other: SSAValue) -> SSAValue:
        return self.emit(scope, comparing(self.random.choice(DIRECTIONS), value, other))

    def _bounded(self, scope: CodeScope) -> None:
        """A value with a range, and what that decides."""
        found = self._integers(scope)
        if found is None:
            return
        value, kind = found
        names = ("and", "remainder", "minimum", "maximum", "clamp", "shift_right_logical", "or")
        name = self.random.choice(names)
        limit = self.splat(scope, kind, self.random.choice((1, 3, 7, 100)))
        operands = (limit, value, limit) if name == "clamp" else (value, limit)
        value = self.emit(scope, of_operands(name, *operands))
        self._compared(scope, value, self._special(scope, kind))

    def _masked(self, scope: CodeScope) -> None:
        value, kind = self.any_value(scope)
        other = self.same(scope, kind)
        self.emit(scope, hlo.SelectOp(self.constant(scope, kind.of("i1")), value, other))

    def _there_and_back(self, scope: CodeScope) -> None:
        value, kind = self.any_value(scope)
        other = kind.of(self.random.choice((*INTEGERS, *FLOATS)))
        there = self.emit(scope, hlo.ConvertOp(value, other.type))
        self.emit(scope, hlo.ConvertOp(there, kind.type))

    def _shifted(self, scope: CodeScope) -> None:
        found = self._integers(scope)
        if found is not None:
            value, kind = found
            op = self.random.choice((hlo.ShiftLeftOp, hlo.ShiftRightLogicalOp, hlo.ShiftRightArithmeticOp))
            for _ in range(2):
                value = self.emit(scope, op(value, self._special(scope, kind)))

    def _divided(self, scope: CodeScope) -> None:
        found = self._integers(scope)
        if found is not None:
            value, kind = found
            divisor = self.splat(scope, kind, self.random.choice((1, 2, 3, 100)))
            self.emit(scope, self.random.choice((hlo.DivOp, hlo.RemOp))(value, divisor))

    def _half_known(self, scope: CodeScope) -> None:
        """A value next to constants, and a part of both."""
        found = self.value(scope, lambda k: len(k.shape) == 1 and k.shape[0] > 0)
        if found is None:
            return
        value, kind = found
        size = kind.shape[0]
        parts = [value, self.constant(scope, kind), self._special(scope, kind)]
        self.random.shuffle(parts)
        joined = self.emit(scope, hlo.ConcatenateOp(parts, 0))
        low = self.random.randrange(2 * size + 1)
        self.emit(scope, hlo.SliceOp(joined, [low], [low + size], [1]))

    def _index(self, scope: CodeScope) -> SSAValue:
        return self.splat(scope, I32, self.random.choice((0, 1, 2, 5, -1)))

    def _update(self, scope: CodeScope) -> None:
        found = self.value(scope, is_row)
        if found is None:
            return
        value, kind = found
        part = kind.sized((self.random.randint(1, kind.shape[0]),))
        update = self.same(scope, part)
        value = self.emit(scope, hlo.DynamicUpdateSliceOp(value, update, [self._index(scope)]))
        self.emit(scope, hlo.DynamicSliceOp(value, [self._index(scope)], part.shape))

    def _taken(self, scope: CodeScope) -> None:
        """Rows by constant positions, some of them out of range."""
        found = self.value(scope, is_row)
        if found is not None:
            chosen = [self.random.choice((0, 1, 2, 7, -1)) for _ in range(2)]
            positions = self.constant_of(scope, I32.sized((2,)), chosen)
            self.emit(scope, hlo.GatherOp(found[0], positions, ROWS, [1], False))

    def _scattered(self, scope: CodeScope) -> None:
        """One element overwritten at a constant place, inside or outside: the updates are a scalar or a row of one.
        A part of the result does not depend on it."""
        found = self.value(scope, lambda k: k.size == 1 and len(k.shape) < 2)
        if found is None:
            return
        update, kind = found
        window, inserted = ((0,), ()) if kind.shape else ((), (0,))
        numbers = hlo.ScatterDimensionNumbersAttr(window, inserted, (), (), (0,), 0)
        old = self.constant(scope, kind.sized((4,)))
        place = self.splat(scope, I32.sized((1,)), self.random.choice((0, 1, 3, 4, -1)))
        block = Block(arg_types=[kind.sized(()).type] * 2)
        block.add_op(hlo.ReturnOp([block.args[self.random.choice((0, 1, 1))]]))
        result = self.emit(scope, hlo.ScatterOp([old], place, [update], numbers, Region(block)))
        low = self.random.randrange(3)
        self.emit(scope, hlo.SliceOp(result, [low], [low + 2], [1]))

    def _unsized(self, scope: CodeScope) -> None:
        """A value, constant or not, whose type does not say its sizes, in ops that take a part of it."""
        found = self.value(scope, is_row)
        if found is None:
            return
        value, kind = found
        value = value if self.chance(0.5) else self.constant(scope, kind)
        (size,), unknown = kind.shape, TensorType(ranked(value).element_type, [DYNAMIC_INDEX])
        shape = self.splat(scope, I64.sized((1,)), size)
        there = self.for_one_op(scope, hlo.DynamicReshapeOp(value, shape, unknown))
        at = self.value(scope, lambda k: k == I32)
        start = at[0] if at is not None and self.chance(0.5) else self._index(scope)
        if self.chance(0.3):
            update = self.same(scope, kind.sized((1,)))
            there = self.for_one_op(scope, hlo.DynamicUpdateSliceOp(there, update, [start]))
        if self.chance(0.3):
            mask, other = self.same(scope, kind.of("i1")), self.same(scope, kind)
            there = self.for_one_op(scope, hlo.SelectOp(mask, there, other, unknown))
        self.emit(scope, hlo.DynamicSliceOp(there, [start], [self.random.randint(1, size)]))

    def _called(self, scope: CodeScope) -> None:
        """Calls of one function with constants that differ in some of the arguments."""
        if not self.callable:
            return
        name, inputs, outputs = self.random.choice(self.callable)
        shared = [self.same(scope, kind) if self.chance(0.5) else None for kind in inputs]
        for _ in range(self.random.randint(2, 3)):
            values = [value or self.constant(scope, kind) for value, kind in zip(shared, inputs)]
            self.emit(scope, CallOp(name, values, [kind.type for kind in outputs]))

    def _loop_in_branch(self, scope: CodeScope) -> None:
        """A loop that counts to a constant, in one branch of an `if`, or in both."""
        found = self.value(scope, lambda k: k == I1)
        predicate = found[0] if found is not None else self.constant(scope, I1)
        value, kind = self.any_value(scope)
        regions: list[Region] = []
        for _ in range(2):
            inner = self.inside([])
            given = self._loop(inner, value, kind) if self.chance(0.7) else value
            inner.block.add_op(hlo.ReturnOp([given]))
            regions.append(Region(inner.block))
        self.emit(scope, hlo.IfOp(predicate, regions[0], regions[1]))

    def _loop(self, scope: CodeScope, value: SSAValue, kind: TensorKind) -> SSAValue:
        """The value with which a loop ends that carries one."""
        body = self.inside([], [I32, kind])
        count, state = body.block.args
        after = self.for_one_op(body, hlo.MaxOp(state, value))
        changed = self.random.choice((state, value, after))
        start = self.splat(scope, I32, 0)
        step = self.splat(scope, I32, self.random.choice((1, 1, 2)))
        limit = self.splat(scope, I32, self.random.choice((0, 1, 2, 5)))
        more = self.for_one_op(body, hlo.AddOp(count, step))
        body.block.add_op(hlo.ReturnOp([more, changed]))
        condition = region([I32, kind], lambda x: [comparing("LT", x[0], limit)])
        loop = hlo.WhileOp([start, value], condition, Region(body.block))
        self.for_one_op(scope, loop)
        return loop.results[1]

    def _all_or_any(self, scope: CodeScope) -> None:
        found = self.value(scope, lambda k: len(k.shape) == 1 and k.element in (*INTEGERS, "i1"))
        if found is not None:
            value, kind = found
            name = self.random.choice(("and", "or", "minimum", "maximum", "multiply", "add"))
            initial = self._special(scope, kind.sized(()))
            self.emit(scope, hlo.ReduceOp([value], [initial], [0], combining(name, kind.element)))


def partial_program(seed: int, size: int = 8, portable: bool = False) -> str:
    """The program of a seed. `size` bounds the number of ops in `@main`, nested ones aside, by a few times as many."""
    return PartialGenerator(seed, size, portable).text()
