"""Ops that hand on values: calls, composites, tuples and barriers; constants and iotas, which come out of nothing."""

from __future__ import annotations

from ..generator import SHAPES, CodeScope, Generator
from ..kinds import TensorKind
from ..sketch import function_type, listed


def write_constant(g: Generator, scope: CodeScope) -> None:
    """A constant of any type."""
    g.constant(scope, g.kind())


def write_iota(g: Generator, scope: CodeScope) -> None:
    """An iota along any dimension."""
    numbers = [element for element in g.types if element != "i1"]
    shape = g.random.choice([shape for shape in SHAPES if shape])
    kind = TensorKind(g.random.choice(numbers or ["i32"]), shape)
    g.emit(scope, kind, f"stablehlo.iota dim = {g.random.randrange(len(shape))} : {kind}")


def write_barrier(g: Generator, scope: CodeScope) -> None:
    """A barrier of up to three values."""
    held = [g.any_value(scope) for _ in range(g.random.randint(1, 3))]
    values, kinds = [value for value, _ in held], [kind for _, kind in held]
    results = [g.name() for _ in held]
    text = f"{listed(results)} = stablehlo.optimization_barrier {listed(values)} : {listed(kinds)}"
    scope.lines.append(text)
    scope.values += zip(results, kinds)


def write_tuple(g: Generator, scope: CodeScope) -> None:
    """A tuple, and one of its elements."""
    held = [g.any_value(scope) for _ in range(g.random.randint(1, 3))]
    kinds = [kind for _, kind in held]
    name, whole, which = g.name(), f"tuple<{listed(kinds)}>", g.random.randrange(len(held))
    scope.lines.append(f"{name} = stablehlo.tuple {listed([value for value, _ in held])} : {whole}")
    g.emit(scope, kinds[which], f"stablehlo.get_tuple_element {name}[{which}] : ({whole}) -> {kinds[which]}")


def write_call(g: Generator, scope: CodeScope) -> None:
    """A call of a function, or a composite that it is the decomposition of."""
    if not g.callable:
        return
    name, inputs, outputs = g.random.choice(g.callable)
    arguments = listed([g.same(scope, kind) for kind in inputs])
    results = [g.name() for _ in outputs]
    called = f"func.call @{name}({arguments})"
    if g.chance(0.3):
        called = f'stablehlo.composite "fuzz.{name}" {arguments} {{decomposition = @{name}}}'
    scope.lines.append(f"{listed(results)} = {called} : {function_type(inputs, outputs)}")
    scope.values += zip(results, outputs)
