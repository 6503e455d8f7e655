"""Random programs, op by op: arguments and constants, dead code, zero extents, aliases, branches, loops, calls.

Every program is valid, evaluates without an error, and depends on its seed alone. A generator is given the writers of
its ops; it finds operands for them, and makes new ones where none fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from .sketch import (
    CALCULATED,
    INTEGER_NAMES,
    WIDE_FLOATS,
    Drawing,
    ElementRole,
    Index,
    Neutral,
    Numbers,
    Operand,
    Shape,
    Sketch,
    TensorKind,
    extremes_of,
    literal,
    neutral_element,
    ordinary_elements,
    special_elements,
)

FAMILIES = (
    *("elementwise", "movement", "indexing", "reduction", "windows", "contraction"),
    *("sorting", "complex", "dynamic", "structure", "control-flow"),
)
"""The families of ops; constants are in every program."""

TYPES = CALCULATED
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
        for what, given, known in (("family", self.families, FAMILIES), ("type", self.types, TYPES)):
            unknown = next((name for name in given if name not in known), None)
            if unknown is not None or not given:
                named = f"no {what}" if unknown is None else f"'{unknown}' is not a {what}"
                raise ValueError(f"{named}: there are {', '.join(known)}")
        for name in ("special", "equal", "extreme"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}: {getattr(self, name)} is not a probability, from 0 to 1")
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


@dataclass
class CodeScope:
    """The values that may be used in one region, and the lines written there."""

    values: list[tuple[str, TensorKind]] = field(default_factory=list["tuple[str, TensorKind]"])
    lines: list[str] = field(default_factory=list[str])


class Generator:
    """Writes one program."""

    def __init__(
        self,
        seed: int,
        options: FuzzOptions,
        simple: Sequence[Writer | Drawing],
        nested: Sequence[NestedWriter],
    ):
        """`simple` writers write an op without regions, `nested` ones an op with regions."""
        self.random = Random(seed)
        self.options = options
        self.simple = simple
        self.nested = nested
        self.types = self.random.sample(options.types, min(len(options.types), MOST_TYPES))
        self.names = 0
        self.functions: list[str] = []
        self.callable: list[tuple[str, list[TensorKind], list[TensorKind]]] = []
        self.latest = ""
        """The operand that was chosen last."""

    def program(self) -> str:
        """The text of a module with a public `@main`."""
        size = self.options.size
        for _ in range(self.random.randrange(3)):
            name = f"f{len(self.callable)}"
            inputs, outputs = self.function(name, "private", max(size // 3, 1), self.random.randint(1, 2))
            self.callable.append((name, inputs, outputs))
        self.function("main", "public", size, self.random.randint(1, 4))
        return "\n".join(self.functions)

    def continued(self, values: Sequence[tuple[str, TensorKind]]) -> str:
        """The text of a `@main` that goes on with values, which it takes, and returns one that it makes."""
        scope = CodeScope(list(values))
        self.types = list(dict.fromkeys([*[kind.element for _, kind in values], *self.types]))[:MOST_TYPES]
        self.fill(scope, self.options.size, depth=1)
        name, kind = scope.values[-1]
        header, body = ", ".join([f"{v}: {k}" for v, k in values]), "\n  ".join(scope.lines)
        return f"func.func @main({header}) -> {kind} {{\n  {body}\n  return {name} : {kind}\n}}"

    def function(
        self, name: str, visibility: str, size: int, results: int
    ) -> tuple[list[TensorKind], list[TensorKind]]:
        """Write a function; return the types of its arguments and of its results."""
        scope = CodeScope()
        inputs = [self.kind() for _ in range(self.arity() + (visibility == "public"))]
        header: list[str] = []
        for kind in inputs:
            value = self.name()
            scope.values.append((value, kind))
            header.append(f"{value}: {kind}")
        self.fill(scope, size, depth=2)
        returned = self.returned(scope, results)
        names, kinds = ", ".join([v for v, _ in returned]), ", ".join([str(k) for _, k in returned])
        body = "\n  ".join(scope.lines)
        self.functions.append(
            f"func.func {visibility} @{name}({', '.join(header)}) -> ({kinds}) {{\n"
            f"  {body}\n  return {names} : {kinds}\n}}"
        )
        return inputs, [kind for _, kind in returned]

    def returned(self, scope: CodeScope, count: int) -> list[tuple[str, TensorKind]]:
        """The values that a function returns."""
        return [self._one_of(scope.values) for _ in range(count)]

    def arity(self) -> int:
        """The number of arguments of a function; `@main` has one more."""
        return self.random.randrange(3)

    def name(self) -> str:
        """A new name for a value."""
        self.names += 1
        return f"%v{self.names}"

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

    def value(self, scope: CodeScope, accept: Callable[[TensorKind], bool]) -> tuple[str, TensorKind] | None:
        """A value whose type is accepted, if there is one."""
        fitting = [(v, k) for v, k in scope.values if accept(k)]
        found = self._one_of(fitting) if fitting else None
        self.latest = found[0] if found else self.latest
        return found

    def any_value(self, scope: CodeScope) -> tuple[str, TensorKind]:
        """A value of any type."""
        found = self._one_of(scope.values)
        self.latest = found[0]
        return found

    def _one_of(self, values: list[tuple[str, TensorKind]]) -> tuple[str, TensorKind]:
        """One of the latest values, or any."""
        return self.random.choice(values[-LATE:] if self.chance(0.6) else values)

    def same(self, scope: CodeScope, kind: TensorKind) -> str:
        """A value of a type: the latest operand, another value, a reshaped value, or a constant."""
        if (self.latest, kind) in scope.values and self.chance(self.options.equal):
            return self.latest
        if self.chance(0.8):
            exact = [(v, k) for v, k in scope.values if k == kind]
            if exact:
                return self._one_of(exact)[0]
            similar = [(v, k) for v, k in scope.values if k.element == kind.element and k.size]
            if similar and kind.size:
                return self.made_fit(scope, *self._one_of(similar), kind.shape)
        return self.constant(scope, kind)

    def made_fit(self, scope: CodeScope, value: str, kind: TensorKind, shape: Shape) -> str:
        """The elements of a value in another shape: cut off, or followed by a constant."""
        target = kind.sized(shape)
        if not kind.shape:
            text = f"stablehlo.broadcast_in_dim {value}, dims = [] : ({kind}) -> {target}"
            return self.emit(scope, target, text)
        row, filled = kind.sized((kind.size,)), kind.sized((target.size,))
        if kind.size != target.size:
            value = self.reshaped(scope, value, kind, row)
            filler, scalar = self.constant(scope, kind.sized(())), kind.sized(())
            amounts = f"low = [0], high = [{target.size - kind.size}], interior = [0]"
            text = f"stablehlo.pad {value}, {filler}, {amounts} : ({row}, {scalar}) -> {filled}"
            value, kind = self.emit(scope, filled, text), filled
        return self.reshaped(scope, value, kind, target)

    def reshaped(self, scope: CodeScope, value: str, kind: TensorKind, target: TensorKind) -> str:
        """A value in another shape of the same size."""
        if kind == target:
            return value
        return self.emit(scope, target, f"stablehlo.reshape {value} : ({kind}) -> {target}")

    def emit(self, scope: CodeScope, kind: TensorKind, text: str) -> str:
        """Write an op of one result; return its name."""
        name = self.name()
        scope.lines.append(f"{name} = {text}")
        scope.values.append((name, kind))
        return name

    # Constants

    def constant(self, scope: CodeScope, kind: TensorKind) -> str:
        """A constant of random elements, or of one, that later ops may use."""
        if self.chance(0.4):
            name = self.splat(scope, kind, self.element(kind.element))
        else:
            elements = [self.element(kind.element) for _ in range(kind.size)]
            name = self.constant_of(scope, kind, elements)
        scope.values.append((name, kind))
        return name

    def splat(self, scope: CodeScope, kind: TensorKind, element: str) -> str:
        """A constant whose elements are all the same, for one op."""
        return self._literal(scope, kind, element if kind.size else "")

    def constant_of(self, scope: CodeScope, kind: TensorKind, elements: Sequence[object]) -> str:
        """A constant of these elements, in row-major order, for one op."""
        return self._literal(scope, kind, _nested(list(map(str, elements)), kind.shape) if elements else "")

    def _literal(self, scope: CodeScope, kind: TensorKind, text: str) -> str:
        name = self.name()
        scope.lines.append(f"{name} = stablehlo.constant dense<{text}> : {kind}")
        return name

    def element(self, element: str) -> str:
        """The literal of an element."""
        special = self.chance(self.options.special)
        return self.random.choice((special_elements if special else ordinary_elements)(element))

    # Operands by their roles

    def write_drawn(self, scope: CodeScope, drawing: Drawing) -> None:
        """Write an op as it is drawn for some value, if there is one that fits and the results are not too large."""
        found = self.value(scope, drawing.accepts)
        if found is None:
            return
        sketch = drawing.draw(self.random, found[1])
        if not self._can_be(sketch):
            return
        first = self._as(scope, sketch.operands[0], found[0])
        operands = [first, *[self._operand(scope, operand) for operand in sketch.operands[1:]]]
        names = {"a": operands, "r": [self.name() for _ in sketch.results]}
        text = re.sub(r"%([ar])(\d+)", lambda found: names[found[1]][int(found[2])], sketch.text)
        scope.lines.append(text.replace("TYPES", sketch.types))
        scope.values += zip(names["r"], sketch.results)

    def _can_be(self, sketch: Sketch) -> bool:
        """Whether the results have types that were asked for and are not too large, and exact operands exist.

        Floats of 8 bits have too few digits for exact sums.
        """
        exact = [operand.kind for operand in sketch.operands if operand.role is ElementRole.EXACT]
        return all(
            kind.size <= MOST_ELEMENTS and kind.element in (*self.options.types, *SUPPLIED)
            for kind in sketch.results
        ) and all(
            self.options.undefined or not kind.is_float or kind.element in WIDE_FLOATS for kind in exact
        )

    def _operand(self, scope: CodeScope, operand: Operand) -> str:
        kind, role = operand.kind, operand.role
        match role:
            case Index(most):
                return self.index(scope, kind, most)
            case Numbers(values):
                return self._numbers(scope, kind, values)
            case Neutral(op):
                if self.options.undefined:
                    return self.same(scope, kind)
                return self.splat(scope, kind, neutral_element(op, kind.element))
            case ElementRole.LARGEST:
                return self.splat(scope, kind, str(extremes_of(kind.element)[1]))
            case ElementRole.PLACES:
                row = kind.sized((kind.size,))
                places = self.emit(scope, row, f"stablehlo.iota dim = 0 : {row}")
                return self.reshaped(scope, places, row, kind)
            case _:
                return self._as(scope, operand, self.same(scope, kind))

    def _as(self, scope: CodeScope, operand: Operand, value: str) -> str:
        """A value whose elements suit the role."""
        if operand.role is ElementRole.EXACT and not self.options.undefined:
            return self.exact(scope, value, operand.kind)
        if operand.role is ElementRole.COMPARABLE and not self.options.undefined:
            return self.comparable(scope, value, operand.kind)
        return value

    def index(self, scope: CodeScope, kind: TensorKind, most: int) -> str:
        """Indices: far out of bounds, just out of bounds, inside, or any value."""
        if self.chance(self.options.extreme):
            numbers = (*extremes_of(kind.element), -1, most + 1)
        elif self.chance(0.6):
            numbers = range(max(most, 0) + 1)
        else:
            return self.same(scope, kind)
        return self.constant_of(scope, kind, [self.random.choice(numbers) for _ in range(kind.size)])

    def _numbers(self, scope: CodeScope, kind: TensorKind, values: Sequence[int]) -> str:
        """Numbers as a constant, or as the sum of two."""
        if self.chance(0.6):
            return self.constant_of(scope, kind, values)
        parts = [self.random.randint(-2, 2) for _ in values]
        others = [n - part for n, part in zip(values, parts)]
        one, other = (self.constant_of(scope, kind, each) for each in (parts, others))
        return self.emit(scope, kind, f"stablehlo.add {one}, {other} : {kind}")

    def exact(self, scope: CodeScope, value: str, kind: TensorKind) -> str:
        """Integers as they are; for floats, one of two small odd numbers, chosen by a comparison with a constant."""
        if kind.element == "i1" or kind.element in INTEGER_NAMES:
            return value
        if kind.is_complex:
            part = kind.of(kind.part)
            pair: list[str] = []
            for name in ("real", "imag"):
                of_value = self.emit(scope, part, f"stablehlo.{name} {value} : ({kind}) -> {part}")
                pair.append(self.exact(scope, of_value, part))
            return self.emit(scope, kind, f"stablehlo.complex {', '.join(pair)} : {kind}")
        limit, *numbers = (
            self.splat(scope, kind, literal(kind.element, self.random.choice(choice)))
            for choice in ((0, 1, 2), (1, 3), (-1, -3))
        )
        self.random.shuffle(numbers)
        larger = self.compared(scope, "GT", value, limit, kind)
        return self.selected(scope, larger, numbers[0], numbers[1], kind)

    def comparable(self, scope: CodeScope, value: str, kind: TensorKind) -> str:
        """A value with zeros in place of NaN."""
        if not kind.is_float:
            return value
        ordered = self.compared(scope, "EQ", value, value, kind)
        zero = self.splat(scope, kind, literal(kind.element, 0))
        return self.selected(scope, ordered, value, zero, kind)

    def compared(self, scope: CodeScope, direction: str, value: str, other: str, kind: TensorKind) -> str:
        """A comparison of two values."""
        result = kind.of("i1")
        text = f"stablehlo.compare {direction}, {value}, {other} : ({kind}, {kind}) -> {result}"
        return self.emit(scope, result, text)

    def selected(self, scope: CodeScope, which: str, value: str, other: str, kind: TensorKind) -> str:
        """The elements of one value or another."""
        text = f"stablehlo.select {which}, {value}, {other} : {kind.of('i1')}, {kind}"
        return self.emit(scope, kind, text)

    def clamped(self, scope: CodeScope, value: str, kind: TensorKind, least: int, most: int) -> str:
        """A value clamped between two numbers; NaN becomes 0 first."""
        value = self.comparable(scope, value, kind)
        bounds = [self.splat(scope, kind, literal(kind.element, number)) for number in (least, most)]
        return self.emit(scope, kind, f"stablehlo.clamp {bounds[0]}, {value}, {bounds[1]} : {kind}")


Writer: TypeAlias = Callable[[Generator, CodeScope], None]
NestedWriter: TypeAlias = Callable[[Generator, CodeScope, int], None]


def _nested(elements: list[str], shape: Shape) -> str:
    if not shape:
        return elements[0]
    step = len(elements) // shape[0]
    rows = [_nested(elements[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]
    return f"[{', '.join(rows)}]"
