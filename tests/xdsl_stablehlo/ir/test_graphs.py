"""Depth-first search against its definition by recursion, and on a chain that is too long for that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hypothesis import given, strategies as st

from xdsl_stablehlo.ir.graphs import postorder

Graph = Mapping[int, Sequence[int]]

NODES = st.integers(0, 7)
GRAPHS = st.fixed_dictionaries({node: st.lists(NODES, max_size=4) for node in range(8)})


def by_recursion(roots: Sequence[int], graph: Graph) -> list[int]:
    entered: set[int] = set()

    def visit(node: int) -> Iterator[int]:
        if node not in entered:
            entered.add(node)
            for following in graph[node]:
                yield from visit(following)
            yield node

    return [node for root in roots for node in visit(root)]


def reachable(node: int, graph: Graph) -> set[int]:
    """What one or more edges lead to."""
    found: set[int] = set()
    border = set(graph[node])
    while border:
        found |= border
        border = {following for node in border for following in graph[node]} - found
    return found


@given(st.lists(NODES, max_size=8), GRAPHS)
def test_postorder_is_that_of_the_recursion(roots: list[int], graph: Graph) -> None:
    assert list(postorder(roots, graph.__getitem__)) == by_recursion(roots, graph)


@given(NODES, GRAPHS)
def test_circles_are_told(root: int, graph: Graph) -> None:
    told: list[int] = []
    order = list(postorder([root], graph.__getitem__, told.append))
    assert all(node in reachable(node, graph) for node in told)
    assert bool(told) == any(node in reachable(node, graph) for node in order)


@given(NODES, GRAPHS)
def test_successors_are_asked_once(root: int, graph: Graph) -> None:
    asked: list[int] = []

    def successors(node: int) -> Sequence[int]:
        asked.append(node)
        return graph[node]

    assert sorted(postorder([root], successors)) == sorted(asked)


def test_a_chain_may_be_long() -> None:
    length = 100_000
    order = list(postorder([0], lambda node: [node + 1] if node < length else []))
    assert order == list(range(length, -1, -1))
