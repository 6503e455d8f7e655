"""Random programs, op by op: arguments and constants, dead code, zero extents, aliases, branches, loops, calls.

Every program is valid, evaluates without an error, and depends on its seed alone. A generator is given the writers of
its ops; it finds operands for them, and makes new ones where none fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import broadcast

from . import sketch
from .sketch import FAMILIES, Drawing, Operand, Shape, Sketch, TensorKind

TYPES = sketch.CALCULATED
"""The element types that programs can be written in."""

USUAL_TYPES = (
    *("i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"),
    *("bf16", "f16", "f32", "f64", "complex<f32>", "complex<f64>"),
)
"""The element types that most compilers have."""


@dataclass(frozen=True)
class FuzzOptions:
    """The size, the ops, the types and the values of random programs.

    Raises `ValueError` if a family or type is unknown, if there is none, and if a probability is not from 0 to 1.

    Examples:
        >>> FuzzOptions(size=5, types=("f32",)).types
        ('f32',)
    """

    size: int = 20
    """The largest number of ops in `@main`; nested ops, and ops that only adapt operands, do not count."""
    families: tuple[str, ...] = FAMILIES
    types: tuple[str, ...] = USUAL_TYPES
    """Element types of data, of which each program has a few. Conditions are always i1, indices and counters i32 or
    i64."""
    special: float = 0.2
    """The probability that an element is NaN, an infinity, a zero of either sign, the largest or the smallest."""
    equal: float = 0.2
    """The probability that two operands are one value, and that an element of an argument equals the one before."""
    extreme: float = 0.2
    """The probability that an index is far out of bounds."""
    undefined: bool = False
    """Whether programs may do what the specification leaves undefined."""

    def __post_init__(self) -> None:
        for what, names, known in (("family", self.families, FAMILIES), ("type", self.types, TYPES)):
            unknown = next((name for name in names if name not in known), None)
            if unknown is not None or not names:
                named = f"no {what}" if unknown is None else f"'{unknown}' is not a {what}"
                raise ValueError(f"{named}: there are {', '.join(known)}")
        for name, given in (("special", self.special), ("equal", self.equal), ("extreme", self.extreme)):
            if not 0 <= given <= 1:
                raise ValueError(f"{name}: {given} is not a probability, from 0 to 1")
        if self.size < 1:
            raise ValueError(f"size: {self.size} is not a number of ops, from 1 on")


SHAPES: tuple[Shape, ...] = ((), (3,), (2, 3), (0, 2), (1,), (2, 1, 3), (4,), (2, 2, 2))
LATE = 6
"""The number of the latest values, which are used most."""
MOST_TYPES = 5
"""The largest number of element types in a program, so that there are several values of each."""
SUPPLIED = ("i1", "i32", "i64")
"""The element types of conditions, indices and counters."""
MOST_ELEMENTS = 256
"""Ops whose results would have more elements are not written."""


Typed: TypeAlias = "tuple[SSAValue, TensorKind]"


@dataclass
class CodeScope:
    """The values that may be used in one region, and the block that is written there."""

    values: list[Typed] = field(default_factory=list["Typed"])
    block: Block = field(default_factory=Block)


class Generator:
    """Writes one program."""

    def __init__(
        self,
        seed: int,
        options: FuzzOptions,
        simple: Sequence[OpWriter | Drawing],
        nested: Sequence[NestedWriter],
    ):
        """`simple` writers write an op without regions, `nested` ones an op with regions."""
        self.random = Random(seed)
        self.options = options
        self.simple = simple
        self.nested = nested
        self.types = self.random.sample(options.types, min(len(options.types), MOST_TYPES))
        self.functions: list[FuncOp] = []
        self.callable: list[tuple[str, list[TensorKind], list[TensorKind]]] = []
        self.latest: SSAValue | None = None
        """The operand that was chosen last."""

    def program(self) -> ModuleOp:
        """A module with a public `@main`."""
        size = self.options.size
        for _ in range(self.random.randrange(3)):
            name = f"f{len(self.callable)}"
            inputs, outputs = self.function(name, "private", max(size // 3, 1), self.random.randint(1, 2))
            self.callable.append((name, inputs, outputs))
        self.function("main", "public", size, self.random.randint(1, 4))
        return ModuleOp(self.functions)

    def continued(self, kinds: Sequence[TensorKind]) -> CodeScope:
        """Ops that read arguments of these types, in a block that has no terminator."""
        self.types = list(dict.fromkeys([*[kind.element for kind in kinds], *self.types]))[:MOST_TYPES]
        scope = self.inside([], kinds)
        self.fill(scope, self.options.size, depth=1)
        return scope

    def inside(self, values: Sequence[Typed], kinds: Sequence[TensorKind] = ()) -> CodeScope:
        """The scope of a new block, whose arguments have these types, inside of one with these values."""
        block = Block(arg_types=[kind.type for kind in kinds])
        return CodeScope([*values, *zip(block.args, kinds)], block)

    def function(
        self, name: str, visibility: str, size: int, results: int
    ) -> tuple[list[TensorKind], list[TensorKind]]:
        """Write a function; return the types of its arguments and of its results."""
        inputs = [self.kind() for _ in range(self.arity() + (visibility == "public"))]
        scope = self.inside([], inputs)
        self.fill(scope, size, depth=2)
        returned = self.returned(scope, results)
        scope.block.add_op(ReturnOp(*[value for value, _ in returned]))
        types = [argument.type for argument in scope.block.args], [value.type for value, _ in returned]
        self.functions.append(FuncOp(name, types, Region(scope.block), visibility))
        return inputs, [kind for _, kind in returned]

    def returned(self, scope: CodeScope, count: int) -> list[Typed]:
        """The values that a function returns."""
        return [self._one_of(scope.values) for _ in range(count)]

    def arity(self) -> int:
        """The number of arguments of a function; `@main` has one more."""
        return self.random.randrange(3)

    def kind(self) -> TensorKind:
        """The type of an argument or a constant."""
        return TensorKind(self.random.choice(self.types), self.random.choice(SHAPES))

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.random.random() < probability

    def fill(self, scope: CodeScope, size: int, depth: int) -> None:
        """Write at most `size` ops, with regions nested at most `depth` deep."""
        self.constant(scope, self.kind())
        for _ in range(self.random.randint(1, size)):
            if depth and self.nested and self.chance(0.15):
                self.random.choice(self.nested)(self, scope, depth - 1)
            elif self.simple:
                write = self.random.choice(self.simple)
                if isinstance(write, Drawing):
                    self.write_drawn(scope, write)
                else:
                    write(self, scope)

    # Values

    def value(self, scope: CodeScope, accept: Callable[[TensorKind], bool]) -> Typed | None:
        """A value whose type is accepted, if there is one."""
        fitting = [each for each in scope.values if accept(each[1])]
        found = self._one_of(fitting) if fitting else None
        self.latest = found[0] if found else self.latest
        return found

    def any_value(self, scope: CodeScope) -> Typed:
        """A value of any type."""
        found = self._one_of(scope.values)
        self.latest = found[0]
        return found

    def _one_of(self, values: list[Typed]) -> Typed:
        """One of the latest values, or any."""
        return self.random.choice(values[-LATE:] if self.chance(0.6) else values)

    def same(self, scope: CodeScope, kind: TensorKind) -> SSAValue:
        """A value of a type: the latest operand, another value, a reshaped value, or a constant."""
        latest = self.latest
        if latest is not None and (latest, kind) in scope.values and self.chance(self.options.equal):
            return latest
        if self.chance(0.8):
            exact = [each for each in scope.values if each[1] == kind]
            if exact:
                return self._one_of(exact)[0]
            similar = [each for each in scope.values if each[1].element == kind.element and each[1].size]
            if similar and kind.size:
                return self.made_fit(scope, *self._one_of(similar), kind.shape)
        return self.constant(scope, kind)

    def made_fit(self, scope: CodeScope, value: SSAValue, kind: TensorKind, shape: Shape) -> SSAValue:
        """The elements of a value in another shape: cut off, or followed by a constant."""
        target = kind.sized(shape)
        if not kind.shape:
            return self.emit(scope, hlo.BroadcastInDimOp(value, (), target.type))
        if kind.size != target.size:
            value = self.reshaped(scope, value, kind.sized((kind.size,)))
            filler, more = self.constant(scope, kind.sized(())), target.size - kind.size
            value = self.emit(scope, hlo.PadOp(value, filler, [0], [more], [0]))
        return self.reshaped(scope, value, target)

    def reshaped(self, scope: CodeScope, value: SSAValue, target: TensorKind) -> SSAValue:
        """A value in another shape of the same size."""
        if ranked(value).get_shape() == target.shape:
            return value
        return self.emit(scope, hlo.ReshapeOp(value, target.type))

    def emit(self, scope: CodeScope, op: Operation) -> SSAValue:
        """Write an op whose results, tensors of static shape, later ops may use; return the first one."""
        scope.block.add_op(op)
        scope.values += [(x, TensorKind.of_type(x.type)) for x in op.results if is_tensor_type(x.type)]
        return op.results[0]

    # Constants

    def constant(self, scope: CodeScope, kind: TensorKind) -> SSAValue:
        """A constant of random elements, or of one, that later ops may use."""
        if self.chance(0.4):
            value = self.splat(scope, kind, self.element(kind.element))
        else:
            elements = [self.element(kind.element) for _ in range(kind.size)]
            value = self.constant_of(scope, kind, elements)
        scope.values.append((value, kind))
        return value

    def splat(self, scope: CodeScope, kind: TensorKind, element: sketch.DrawnNumber | Array) -> SSAValue:
        """A constant whose elements are all the same, for one op."""
        elements = broadcast(kind.sized(()).array([element]), kind.shape)
        return self.for_one_op(scope, hlo.ConstantOp(elements, kind.type))

    def constant_of(
        self, scope: CodeScope, kind: TensorKind, elements: Sequence[sketch.DrawnNumber]
    ) -> SSAValue:
        """A constant of these elements, in row-major order, for one op."""
        return self.for_one_op(scope, hlo.ConstantOp(kind.array(elements), kind.type))

    def for_one_op(self, scope: CodeScope, op: Operation) -> SSAValue:
        """Write an op whose results later ops do not find; return the first one."""
        scope.block.add_op(op)
        return op.results[0]

    def element(self, element: str) -> sketch.DrawnNumber:
        """An element of a type."""
        special = self.chance(self.options.special)
        return self.random.choice((sketch.special_elements if special else sketch.ordinary_elements)(element))

    # Operands by their roles

    def write_drawn(self, scope: CodeScope, drawing: Drawing) -> None:
        """Write an op as it is drawn for some value, if there is one that fits and the results are not too large."""
        found = self.value(scope, drawing.accepts)
        if found is None:
            return
        drawn = drawing.draw(self.random, found[1])
        if not self._can_be(drawn):
            return
        first = self._as(scope, drawn.operands[0], found[0])
        others = [self._operand(scope, operand) for operand in drawn.operands[1:]]
        self.emit(scope, drawn.make([first, *others]))

    def _can_be(self, drawn: Sketch) -> bool:
        """Whether the results have types that were asked for and are not too large, and exact operands exist.

        Floats of 8 bits have too few digits for exact sums.
        """
        exact = [operand.kind for operand in drawn.operands if operand.role is sketch.ElementRole.EXACT]
        results = [TensorKind.of_type(ranked(result)) for result in drawn.op().results]
        return all(
            kind.size <= MOST_ELEMENTS and kind.element in (*self.options.types, *SUPPLIED)
            for kind in results
        ) and all(
            self.options.undefined or not kind.is_float or kind.element in sketch.WIDE_FLOATS
            for kind in exact
        )

    def _operand(self, scope: CodeScope, operand: Operand) -> SSAValue:
        kind, role = operand.kind, operand.role
        match role:
            case sketch.DrawnIndices(most):
                return self.index(scope, kind, most)
            case sketch.Numbers(values):
                return self._numbers(scope, kind, values)
            case sketch.Neutral(op):
                if self.options.undefined:
                    return self.same(scope, kind)
                return self.splat(scope, kind, sketch.neutral_element(op, kind.element))
            case sketch.ElementRole.LARGEST:
                return self.splat(scope, kind, sketch.extremes_of(kind.element)[1])
            case sketch.ElementRole.PLACES:
                row = kind.sized((kind.size,))
                return self.reshaped(scope, self.emit(scope, hlo.IotaOp(0, row.type)), kind)
            case _:
                return self._as(scope, operand, self.same(scope, kind))

    def _as(self, scope: CodeScope, operand: Operand, value: SSAValue) -> SSAValue:
        """A value whose elements suit the role."""
        if operand.role is sketch.ElementRole.EXACT and not self.options.undefined:
            return self.exact(scope, value, operand.kind)
        if operand.role is sketch.ElementRole.COMPARABLE and not self.options.undefined:
            return self.comparable(scope, value, operand.kind)
        return value

    def index(self, scope: CodeScope, kind: TensorKind, most: int) -> SSAValue:
        """Indices: far out of bounds, just out of bounds, inside, or any value."""
        if self.chance(self.options.extreme):
            numbers = (*sketch.extremes_of(kind.element), -1, most + 1)
        elif self.chance(0.6):
            numbers = range(max(most, 0) + 1)
        else:
            return self.same(scope, kind)
        return self.constant_of(scope, kind, [self.random.choice(numbers) for _ in range(kind.size)])

    def _numbers(self, scope: CodeScope, kind: TensorKind, values: Sequence[int]) -> SSAValue:
        """Numbers as a constant, or as the sum of two."""
        if self.chance(0.6):
            return self.constant_of(scope, kind, values)
        parts = [self.random.randint(-2, 2) for _ in values]
        others = [n - part for n, part in zip(values, parts)]
        one, other = (self.constant_of(scope, kind, each) for each in (parts, others))
        return self.emit(scope, sketch.plus(one, other))

    def exact(self, scope: CodeScope, value: SSAValue, kind: TensorKind) -> SSAValue:
        """Integers as they are; for floats, one of two small odd numbers, chosen by a comparison with a constant."""
        if kind.element in sketch.BITS:
            return value
        if kind.is_complex:
            part = kind.of(kind.part)
            pair = [self.exact(scope, self.emit(scope, kind_of(value)), part) for kind_of in sketch.PARTS]
            return self.emit(scope, sketch.FROM_PARTS(pair[0], pair[1]))
        limit, *numbers = (
            self.splat(scope, kind, self.random.choice(choice)) for choice in ((0, 1, 2), (1, 3), (-1, -3))
        )
        self.random.shuffle(numbers)
        larger = self.emit(scope, sketch.comparing("GT", value, limit))
        return self.emit(scope, sketch.selecting(larger, numbers[0], numbers[1]))

    def comparable(self, scope: CodeScope, value: SSAValue, kind: TensorKind) -> SSAValue:
        """A value with zeros in place of NaN."""
        if not kind.is_float:
            return value
        ordered = self.emit(scope, sketch.comparing("EQ", value, value))
        return self.emit(scope, sketch.selecting(ordered, value, self.splat(scope, kind, 0)))

    def clamped(self, scope: CodeScope, value: SSAValue, kind: TensorKind, least: int, most: int) -> SSAValue:
        """A value clamped between two numbers; NaN becomes 0 first."""
        value = self.comparable(scope, value, kind)
        bounds = [self.splat(scope, kind, number) for number in (least, most)]
        return self.emit(scope, hlo.ClampOp(bounds[0], value, bounds[1]))


OpWriter: TypeAlias = Callable[[Generator, CodeScope], None]
NestedWriter: TypeAlias = Callable[[Generator, CodeScope, int], None]
