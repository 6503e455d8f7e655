"""The functions of a module: who calls whom, in which order, and who is mentioned otherwise."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import named, parse
from xdsl_stablehlo.programs.symbols import (
    CallGraph,
    is_private,
    is_unused,
    nesting,
    ops_backwards,
    ops_within,
)

PROGRAMS = named(__file__)

I32 = "tensor<i32>"


def calls(caller: str, *names: str, visibility: str = "private ") -> str:
    """A function that calls others one after another."""
    lines = [
        f"%{k + 1} = func.call @{name}(%{k}) : ({I32}) -> {I32}".replace("%0)", "%x)")
        for k, name in enumerate(names)
    ]
    last = f"%{len(names)}" if names else "%x"
    return f"func.func {visibility}@{caller}(%x: {I32}) -> {I32} {{\n" + "\n".join(
        [*lines, f"return {last} : {I32}\n}}"]
    )


def graph_of(text: str) -> CallGraph:
    return CallGraph.of(parse(text))


def names(functions: list[FuncOp]) -> list[str]:
    return [func.sym_name.data for func in functions]


GRAPH = "\n".join(
    [
        calls("leaf"),
        calls("left", "leaf", "leaf"),
        calls("main", "left", "right", visibility=""),
        calls("right", "leaf", "outside"),
        f"func.func private @outside({I32}) -> {I32}",
        calls("ping", "pong"),
        calls("pong", "ping"),
    ]
)


def test_callers_come_before_what_they_call() -> None:
    graph = graph_of(GRAPH)
    order = names(graph.callers_first())
    assert sorted(order) == ["leaf", "left", "main", "outside", "ping", "pong", "right"]
    at = order.index
    assert at("main") < at("left") < at("leaf")
    assert at("main") < at("right") < at("leaf")
    assert at("right") < at("outside")


def test_sites_and_callers() -> None:
    graph = graph_of(GRAPH)
    assert {name: len(sites) for name, sites in graph.sites.items()} == {
        "leaf": 3,
        "left": 1,
        "right": 1,
        "outside": 1,
        "ping": 1,
        "pong": 1,
    }
    assert graph.callers("leaf") == {"left", "right"}
    assert graph.callers("main") == set()
    assert graph.callers("ping") == {"pong"}
    assert graph.escaping == set()
    assert [is_private(graph.functions[name]) for name in ("main", "leaf")] == [False, True]


MENTIONS = {
    "composite": '%r = stablehlo.composite "a.b" %x {decomposition = @f} : (' + I32 + ") -> " + I32,
    "custom call": f"%r = stablehlo.custom_call @t(%x) {{called_computations = [@f]}} : ({I32}) -> {I32}",
    "dictionary": f'%r = stablehlo.add %x, %x {{keep = {{deep = [1 : i32, [@f]], s = "@g"}}}} : {I32}',
    "attribute": f"%r = stablehlo.add %x, %x {{keep = @f::@g}} : {I32}",
}


@pytest.mark.parametrize("how", MENTIONS)
def test_whoever_is_mentioned_otherwise_escapes(how: str) -> None:
    graph = graph_of(
        f"{calls('f')}\n{calls('g')}\n"
        f"func.func @main(%x: {I32}) -> {I32} {{\n{MENTIONS[how]}\nreturn %r : {I32}\n}}"
    )
    assert graph.escaping == {"f"}
    assert graph.sites == {}


def test_a_call_outside_of_functions_is_a_mention() -> None:
    graph = graph_of(
        f"{calls('f')}\n%c = stablehlo.constant dense<1> : {I32}\n%r = func.call @f(%c) : ({I32}) -> {I32}"
    )
    assert graph.escaping == {"f"}
    assert graph.loose
    assert not graph_of(GRAPH).loose


NESTED = PROGRAMS["nested"]


def test_sizes_of_modules() -> None:
    module = parse(NESTED)
    graph = CallGraph.of(module)
    # The module; main with 12 ops in it; the inner module with two.
    assert graph.ops == len(list(module.walk())) == 1 + 12 + 1 + 2
    assert [type(op) for op in graph.nested] == [ModuleOp]
    assert graph.unread
    assert not graph_of(GRAPH).unread


def test_walks_and_depth() -> None:
    module = parse(NESTED)
    main = CallGraph.of(module).functions["main"]
    assert list(ops_within(main.body)) == list(main.walk())[1:]
    assert list(ops_backwards(main.body)) == list(main.body.block.ops)[::-1]
    assert nesting(main.body) == 3
    assert nesting(CallGraph.of(parse(calls("f"))).functions["f"].body) == 1
    unused = [op.name for op in main.walk() if op.results and is_unused(op)]
    assert unused == ["stablehlo.constant", "stablehlo.constant"]
