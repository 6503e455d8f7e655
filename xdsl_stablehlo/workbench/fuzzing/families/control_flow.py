"""Branches and loops."""

from __future__ import annotations

from ..generator import CodeScope, Generator
from ..kinds import TensorKind
from ..sketch import listed

OPS_INSIDE = 4
"""The most ops in a branch or in the body of a loop."""
MOST_ITERATIONS = 3
COUNTER = TensorKind("i32")


def _branch(g: Generator, scope: CodeScope, kinds: list[TensorKind], depth: int) -> str:
    inner = CodeScope(list(scope.values))
    g.fill(inner, OPS_INSIDE, depth)
    returned = [g.same(inner, kind) for kind in kinds]
    body = "\n".join(inner.lines)
    return f"{{\n{body}\nstablehlo.return {listed(returned)} : {listed(kinds)}\n}}"


def write_if(g: Generator, scope: CodeScope, depth: int) -> None:
    """One of two branches."""
    _choice(g, scope, depth, "if", TensorKind("i1"), 2)


def write_case(g: Generator, scope: CodeScope, depth: int) -> None:
    """One of up to three branches, the last one for all that is out of bounds."""
    _choice(g, scope, depth, "case", TensorKind("i32"), g.random.randint(1, 3))


def _choice(
    g: Generator, scope: CodeScope, depth: int, name: str, selector: TensorKind, branches: int
) -> None:
    which = g.same(scope, selector)
    kinds = [g.any_value(scope)[1] for _ in range(g.random.randint(1, 2))]
    regions = ", ".join([_branch(g, scope, kinds, depth) for _ in range(branches)])
    results = [g.name() for _ in kinds]
    scope.lines.append(
        f'{listed(results)} = "stablehlo.{name}"({which}) ({regions}) : ({selector}) -> ({listed(kinds)})'
    )
    scope.values += zip(results, kinds)


def write_while(g: Generator, scope: CodeScope, depth: int) -> None:
    """A loop that counts up to a limit, with up to four values carried, some of which never change, and some of which
    change places."""
    limit, start = _limit(g, scope), g.name()
    scope.lines.append(f"{start} = stablehlo.constant dense<{g.random.randrange(4)}> : {COUNTER}")
    carried = [g.any_value(scope) for _ in range(g.random.randrange(5))]
    kinds = [COUNTER, *[kind for _, kind in carried]]
    arguments = [g.name() for _ in kinds]
    inner = CodeScope([*scope.values, *zip(arguments, kinds)])
    g.fill(inner, OPS_INSIDE, depth)
    one, following = g.name(), g.name()
    inner.lines.append(f"{one} = stablehlo.constant dense<1> : {COUNTER}")
    inner.lines.append(f"{following} = stablehlo.add {arguments[0]}, {one} : {COUNTER}")
    pairs = list(zip(arguments, kinds))[1:]
    returned = [argument if g.chance(0.4) else g.same(inner, kind) for argument, kind in pairs]
    headers = ", ".join([f"{a}: {k}" for a, k in zip(arguments, kinds)])
    heads = ", ".join([f"{a}c: {k}" for a, k in zip(arguments, kinds)])
    body = "\n".join(inner.lines)
    results = [g.name() for _ in kinds]
    condition = f"{results[0]}c"
    scope.lines.append(
        f'{listed(results)} = "stablehlo.while"({listed([start, *[v for v, _ in carried]])}) ({{\n'
        f"^bb0({heads}):\n"
        f"{condition} = stablehlo.compare LT, {arguments[0]}c, {limit} : ({COUNTER}, {COUNTER}) -> tensor<i1>\n"
        f"stablehlo.return {condition} : tensor<i1>\n}}, {{\n"
        f"^bb0({headers}):\n{body}\nstablehlo.return {listed([following, *returned])} : {listed(kinds)}\n}}) : "
        f"({listed(kinds)}) -> ({listed(kinds)})"
    )
    scope.values += zip(results, kinds)


def _limit(g: Generator, scope: CodeScope) -> str:
    """What a counter is less than: a constant, or a value that is known to be small only."""
    if g.chance(0.5):
        return g.splat(scope, COUNTER, str(MOST_ITERATIONS))
    return g.clamped(scope, g.same(scope, COUNTER), COUNTER, 0, MOST_ITERATIONS)
