"""Random programs: arguments and constants, dead code, traps, effects, zero extents, aliases, branches, loops, calls.

Every program is valid, evaluates without an error, and is decided by its seed. A `portable` one leaves out what the C++
interpreter does not know, does not survive or gets wrong: checks, integer division by zero, unsigned indices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

Shape = tuple[int, ...]

INTEGERS = ("i8", "i32", "ui8", "i64")
FLOATS = ("f32", "f64", "bf16")
ELEMENTS = (*INTEGERS, *FLOATS, "i1")
SHAPES: tuple[Shape, ...] = ((), (3,), (2, 3), (0, 2), (1,), (2, 1, 3))


@dataclass(frozen=True)
class TensorKind:
    """A tensor type."""

    element: str
    shape: Shape = ()

    def __str__(self) -> str:
        return f"tensor<{''.join([f'{n}x' for n in self.shape])}{self.element}>"

    def of(self, element: str) -> TensorKind:
        """The same shape with other elements."""
        return TensorKind(element, self.shape)


@dataclass
class CodeScope:
    """The values that may be used at one place, and the lines written there."""

    values: list[tuple[str, TensorKind]] = field(default_factory=list["tuple[str, TensorKind]"])
    lines: list[str] = field(default_factory=list[str])


class Generator:
    """Writes one program."""

    def __init__(self, seed: int, size: int = 14, portable: bool = False):
        self.random = Random(seed)
        self.size = size
        self.portable = portable
        self.numbers: tuple[str, ...] = (*INTEGERS, *FLOATS)
        """The types that an iota may have."""
        self.names = 0
        self.functions: list[str] = []
        self.callable: list[tuple[str, list[TensorKind], list[TensorKind]]] = []

    def program(self) -> str:
        """The text of a module with a public `@main`."""
        for _ in range(self.random.randrange(3)):
            name = f"f{len(self.callable)}"
            inputs, outputs = self._function(
                name, "private", max(self.size // 3, 1), self.random.randint(1, 2)
            )
            self.callable.append((name, inputs, outputs))
        self._function("main", "public", self.size, self.random.randint(1, 4))
        return "\n".join(self.functions)

    def _function(
        self, name: str, visibility: str, size: int, results: int
    ) -> tuple[list[TensorKind], list[TensorKind]]:
        scope = CodeScope()
        inputs = [self._kind() for _ in range(self._arity())]
        header: list[str] = []
        for kind in inputs:
            value = self._name()
            scope.values.append((value, kind))
            header.append(f"{value}: {kind}")
        self._fill(scope, size, depth=2)
        returned = self._returned(scope, results)
        names, kinds = ", ".join([v for v, _ in returned]), ", ".join([str(k) for _, k in returned])
        body = "\n  ".join(scope.lines)
        self.functions.append(
            f"func.func {visibility} @{name}({', '.join(header)}) -> ({kinds}) {{\n"
            f"  {body}\n  return {names} : {kinds}\n}}"
        )
        return inputs, [kind for _, kind in returned]

    def _returned(self, scope: CodeScope, count: int) -> list[tuple[str, TensorKind]]:
        return [self.random.choice(scope.values) for _ in range(count)]

    def _arity(self) -> int:
        return self.random.randrange(3)

    def _name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def _kind(self) -> TensorKind:
        return TensorKind(self.random.choice(ELEMENTS), self.random.choice(SHAPES))

    def _fill(self, scope: CodeScope, size: int, depth: int) -> None:
        self._constant(scope, self._kind())
        simple, nested = self._simple(), self._nested()
        for _ in range(self.random.randint(1, size)):
            if depth and self.random.random() < 0.15 and nested:
                self.random.choice(nested)(scope, depth - 1)
            else:
                self.random.choice(simple)(scope)

    def _simple(self) -> list[Callable[[CodeScope], None]]:
        """What writes an op without regions, one of which is chosen at a time."""
        writers: list[Callable[[CodeScope], None]] = [
            self._any_constant,
            self._binary,
            self._binary,
            self._unary,
            self._compare,
            self._select,
            self._convert,
            self._iota,
            self._broadcast,
            self._reshape,
            self._transpose,
            self._reverse,
            self._slice,
            self._concatenate,
            self._pad,
            self._dynamic_slice,
            self._reduce,
            self._trap,
            self._barrier,
            self._effect,
            self._call,
        ]
        return [w for w in writers if w not in (self._trap, self._effect)] if self.portable else writers

    def _nested(self) -> list[Callable[[CodeScope, int], None]]:
        """What writes an op with regions."""
        return [self._if, self._case, self._while]

    # Values

    def _value(self, scope: CodeScope, accept: Callable[[TensorKind], bool]) -> tuple[str, TensorKind] | None:
        fitting = [(v, k) for v, k in scope.values if accept(k)]
        return self.random.choice(fitting) if fitting else None

    def _any(self, scope: CodeScope) -> tuple[str, TensorKind]:
        return self.random.choice(scope.values)

    def _same(self, scope: CodeScope, kind: TensorKind) -> str:
        found = self._value(scope, lambda k: k == kind) if self.random.random() < 0.8 else None
        return found[0] if found else self._constant(scope, kind)

    def _emit(self, scope: CodeScope, kind: TensorKind, text: str) -> str:
        name = self._name()
        scope.lines.append(f"{name} = {text}")
        scope.values.append((name, kind))
        return name

    # Constants

    def _any_constant(self, scope: CodeScope) -> None:
        self._constant(scope, self._kind())

    def _constant(self, scope: CodeScope, kind: TensorKind) -> str:
        literal = "" if 0 in kind.shape else self._literal(kind, kind.shape)
        if 0 not in kind.shape and self.random.random() < 0.4:
            literal = self._element(kind.element)
        return self._emit(scope, kind, f"stablehlo.constant dense<{literal}> : {kind}")

    def _literal(self, kind: TensorKind, shape: Shape) -> str:
        if not shape:
            return self._element(kind.element)
        return f"[{', '.join([self._literal(kind, shape[1:]) for _ in range(shape[0])])}]"

    def _element(self, element: str) -> str:
        pick = self.random
        if element == "i1":
            return pick.choice(("true", "false"))
        if element == "ui8":
            return str(pick.choice((0, 1, 2, 3, 200, 255)))
        if element in INTEGERS:
            return str(pick.choice((0, 1, -1, 2, 5, -7, 100, -128)))
        return pick.choice(("0.0", "-0.0", "1.0", "-1.5", "2.25", "1.0e3", "0.1"))

    # Ops

    def _binary(self, scope: CodeScope) -> None:
        value, kind = self._any(scope)
        other = self._same(scope, kind)
        names = ["add", "multiply", "maximum", "minimum"]
        names += ["and", "or", "xor"] if kind.element in (*INTEGERS, "i1") else []
        names += ["subtract"] if kind.element != "i1" else []
        names += ["divide", "remainder", "power", "atan2"] if kind.element in FLOATS else []
        self._emit(scope, kind, f"stablehlo.{self.random.choice(names)} {value}, {other} : {kind}")

    def _unary(self, scope: CodeScope) -> None:
        value, kind = self._any(scope)
        if kind.element == "i1":
            names = ["not"]
        elif kind.element in INTEGERS:
            names = ["not", "popcnt", "count_leading_zeros", "negate"]
            names += ["abs", "sign"] if kind.element != "ui8" else []
        else:
            names = ["negate", "abs", "sign", "floor", "ceil", "sqrt", "tanh", "exponential", "logistic"]
            names += ["round_nearest_even", "round_nearest_afz", "cosine", "log_plus_one", "cbrt"]
        self._emit(scope, kind, f"stablehlo.{self.random.choice(names)} {value} : {kind}")

    def _compare(self, scope: CodeScope) -> None:
        value, kind = self._any(scope)
        other = self._same(scope, kind)
        direction = self.random.choice(("EQ", "NE", "LT", "LE", "GT", "GE"))
        result = kind.of("i1")
        self._emit(
            scope, result, f"stablehlo.compare {direction}, {value}, {other} : ({kind}, {kind}) -> {result}"
        )

    def _select(self, scope: CodeScope) -> None:
        value, kind = self._any(scope)
        other = self._same(scope, kind)
        predicate = kind.of("i1") if self.random.random() < 0.6 else TensorKind("i1")
        which = self._same(scope, predicate)
        self._emit(scope, kind, f"stablehlo.select {which}, {value}, {other} : {predicate}, {kind}")

    def _convert(self, scope: CodeScope) -> None:
        value, kind = self._any(scope)
        result = kind.of(self.random.choice(ELEMENTS))
        self._emit(scope, result, f"stablehlo.convert {value} : ({kind}) -> {result}")

    def _iota(self, scope: CodeScope) -> None:
        shape = self.random.choice([shape for shape in SHAPES if shape])
        kind = TensorKind(self.random.choice(self.numbers), shape)
        self._emit(scope, kind, f"stablehlo.iota dim = {self.random.randrange(len(shape))} : {kind}")

    def _broadcast(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: len(k.shape) < 3)
        if found is None:
            return
        value, kind = found
        result = TensorKind(kind.element, (2, *kind.shape))
        dims = [i + 1 for i in range(len(kind.shape))]
        self._emit(scope, result, f"stablehlo.broadcast_in_dim {value}, dims = {dims} : ({kind}) -> {result}")

    def _reshape(self, scope: CodeScope) -> None:
        value, kind = self._any(scope)
        count = 1
        for n in kind.shape:
            count *= n
        result = TensorKind(kind.element, self.random.choice(((count,), (1, count), (count, 1))))
        self._emit(scope, result, f"stablehlo.reshape {value} : ({kind}) -> {result}")

    def _transpose(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: len(k.shape) > 1)
        if found is None:
            return
        value, kind = found
        order = self.random.sample(range(len(kind.shape)), len(kind.shape))
        result = TensorKind(kind.element, tuple([kind.shape[i] for i in order]))
        self._emit(scope, result, f"stablehlo.transpose {value}, dims = {order} : ({kind}) -> {result}")

    def _reverse(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: bool(k.shape))
        if found is not None:
            value, kind = found
            self._emit(scope, kind, f"stablehlo.reverse {value}, dims = [0] : {kind}")

    def _slice(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: bool(k.shape))
        if found is None:
            return
        value, kind = found
        limits = [self.random.randint(0, n) for n in kind.shape]
        starts = [self.random.randint(0, limit) for limit in limits]
        ranges = ", ".join([f"{start}:{limit}" for start, limit in zip(starts, limits)])
        result = TensorKind(kind.element, tuple([limit - start for start, limit in zip(starts, limits)]))
        self._emit(scope, result, f"stablehlo.slice {value} [{ranges}] : ({kind}) -> {result}")

    def _concatenate(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: bool(k.shape))
        if found is None:
            return
        value, kind = found
        other = self._same(scope, kind)
        result = TensorKind(kind.element, (2 * kind.shape[0], *kind.shape[1:]))
        self._emit(
            scope, result, f"stablehlo.concatenate {value}, {other}, dim = 0 : ({kind}, {kind}) -> {result}"
        )

    def _pad(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: len(k.shape) == 1)
        if found is None:
            return
        value, kind = found
        scalar = TensorKind(kind.element)
        filler = self._same(scope, scalar)
        low, high, interior = self.random.choice(((1, 0, 0), (0, 2, 1), (1, 1, 2)))
        size = low + kind.shape[0] + max(kind.shape[0] - 1, 0) * interior + high
        result = TensorKind(kind.element, (size,))
        self._emit(
            scope,
            result,
            f"stablehlo.pad {value}, {filler}, low = [{low}], high = [{high}], interior = [{interior}] : "
            f"({kind}, {scalar}) -> {result}",
        )

    def _dynamic_slice(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: len(k.shape) == 1 and k.shape[0] > 1)
        if found is None:
            return
        value, kind = found
        index = TensorKind(self.random.choice(("i32", "i64") if self.portable else ("i32", "i64", "ui8")))
        start = self._same(scope, index)
        result = TensorKind(kind.element, (kind.shape[0] - 1,))
        self._emit(
            scope,
            result,
            f"stablehlo.dynamic_slice {value}, {start}, sizes = [{result.shape[0]}] : ({kind}, {index}) -> {result}",
        )

    def _reduce(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: bool(k.shape))
        if found is None:
            return
        value, kind = found
        scalar = TensorKind(kind.element)
        initial = self._same(scope, scalar)
        name = self.random.choice(("add", "maximum", "minimum", "multiply"))
        result = TensorKind(kind.element, kind.shape[1:])
        self._emit(
            scope,
            result,
            f"stablehlo.reduce({value} init: {initial}) applies stablehlo.{name} across dimensions = [0] : "
            f"({kind}, {scalar}) -> {result}",
        )

    def _trap(self, scope: CodeScope) -> None:
        """Integer division by constants, zero among them, and shifts by too much: evaluated only in dead code."""
        kind = TensorKind(self.random.choice(("i32", "ui8")), self.random.choice(SHAPES))
        value = self._same(scope, kind)
        divisor = self.random.choice(("1", "2", "3"))
        name = self._name()
        scope.lines.append(
            f"{name} = stablehlo.constant dense<{divisor if 0 not in kind.shape else ''}> : {kind}"
        )
        op = self.random.choice(("divide", "remainder", "shift_left", "shift_right_logical"))
        if op in ("divide", "remainder") or kind.element in INTEGERS:
            self._emit(scope, kind, f"stablehlo.{op} {value}, {name} : {kind}")
        dead, zero = self._name(), self._name()
        scope.lines.append(
            f"{zero} = stablehlo.constant dense<{'0' if 0 not in kind.shape else ''}> : {kind}"
        )
        scope.lines.append(f"{dead} = stablehlo.divide {value}, {zero} : {kind}")

    def _barrier(self, scope: CodeScope) -> None:
        value, kind = self._any(scope)
        self._emit(scope, kind, f"stablehlo.optimization_barrier {value} : {kind}")

    def _effect(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: k.element in (*INTEGERS, "i1"))
        if found is not None:
            value, kind = found
            scope.lines.append(f"check.expect_eq {value}, {value} : {kind}")

    def _call(self, scope: CodeScope) -> None:
        if not self.callable:
            return
        name, inputs, outputs = self.random.choice(self.callable)
        arguments = [self._same(scope, kind) for kind in inputs]
        results = [self._name() for _ in outputs]
        kinds = ", ".join([str(kind) for kind in outputs])
        taken = ", ".join([str(kind) for kind in inputs])
        scope.lines.append(
            f"{', '.join(results)} = func.call @{name}({', '.join(arguments)}) : ({taken}) -> ({kinds})"
        )
        scope.values += zip(results, outputs)

    # Control flow

    def _branch(self, scope: CodeScope, kinds: list[TensorKind], depth: int) -> str:
        inner = CodeScope(list(scope.values))
        self._fill(inner, 4, depth)
        returned = [self._same(inner, kind) for kind in kinds]
        body = "\n".join(inner.lines)
        types = ", ".join([str(kind) for kind in kinds])
        return f"{{\n{body}\nstablehlo.return {', '.join(returned)} : {types}\n}}"

    def _if(self, scope: CodeScope, depth: int) -> None:
        self._choice(scope, depth, "if", TensorKind("i1"), 2)

    def _case(self, scope: CodeScope, depth: int) -> None:
        self._choice(scope, depth, "case", TensorKind("i32"), self.random.randint(1, 3))

    def _choice(self, scope: CodeScope, depth: int, name: str, selector: TensorKind, branches: int) -> None:
        which = self._same(scope, selector)
        kinds = [self._any(scope)[1] for _ in range(self.random.randint(1, 2))]
        regions = ", ".join([self._branch(scope, kinds, depth) for _ in range(branches)])
        results = [self._name() for _ in kinds]
        types = ", ".join([str(kind) for kind in kinds])
        scope.lines.append(
            f'{", ".join(results)} = "stablehlo.{name}"({which}) ({regions}) : ({selector}) -> ({types})'
        )
        scope.values += zip(results, kinds)

    def _while(self, scope: CodeScope, depth: int) -> None:
        """A loop that counts to at most three, with up to two values carried, some of which never change."""
        counter = TensorKind("i32")
        start, limit = self._name(), self._name()
        scope.lines.append(f"{start} = stablehlo.constant dense<{self.random.randrange(4)}> : {counter}")
        scope.lines.append(f"{limit} = stablehlo.constant dense<3> : {counter}")
        carried = [self._any(scope) for _ in range(self.random.randrange(3))]
        kinds = [counter, *[kind for _, kind in carried]]
        arguments = [self._name() for _ in kinds]
        types = ", ".join([str(kind) for kind in kinds])
        inner = CodeScope([*scope.values, *zip(arguments, kinds)])
        self._fill(inner, 4, depth)
        one, following = self._name(), self._name()
        inner.lines.append(f"{one} = stablehlo.constant dense<1> : {counter}")
        inner.lines.append(f"{following} = stablehlo.add {arguments[0]}, {one} : {counter}")
        returned = [following]
        for argument, kind in list(zip(arguments, kinds))[1:]:
            returned.append(argument if self.random.random() < 0.5 else self._same(inner, kind))
        headers = ", ".join([f"{a}: {k}" for a, k in zip(arguments, kinds)])
        conditions = [f"{a}c" for a in arguments]
        heads = ", ".join([f"{a}: {k}" for a, k in zip(conditions, kinds)])
        body = "\n".join(inner.lines)
        results = [self._name() for _ in kinds]
        scope.lines.append(
            f'{", ".join(results)} = "stablehlo.while"({", ".join([start, *[v for v, _ in carried]])}) ({{\n'
            f"^bb0({heads}):\n"
            f"%c{results[0][1:]} = stablehlo.compare LT, {conditions[0]}, {limit} : "
            f"({counter}, {counter}) -> tensor<i1>\n"
            f"stablehlo.return %c{results[0][1:]} : tensor<i1>\n}}, {{\n"
            f"^bb0({headers}):\n{body}\nstablehlo.return {', '.join(returned)} : {types}\n}}) : "
            f"({types}) -> ({types})"
        )
        scope.values += zip(results, kinds)


def random_program(seed: int, size: int = 14, portable: bool = False) -> str:
    """The program of a seed. `size` bounds the number of ops in `@main`, nested ones aside."""
    return Generator(seed, size, portable).program()
