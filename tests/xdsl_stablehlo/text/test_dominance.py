"""Dominators of random graphs against the definition: removing a dominator cuts every way."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st
from xdsl.dialects import test
from xdsl.ir import Block, Region

from xdsl_stablehlo.programs.verification import Dominators


def reached(edges: list[list[int]], without: int | None) -> set[int]:
    seen: set[int] = set()
    stack = [0] if without != 0 else []
    while stack:
        number = stack.pop()
        if number in seen:
            continue
        seen.add(number)
        stack.extend(successor for successor in edges[number] if successor != without)
    return seen


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    count = draw(st.integers(1, 12))
    return [draw(st.lists(st.integers(0, count - 1), max_size=3)) for _ in range(count)]


@given(graphs())
@settings(max_examples=300)
def test_a_block_dominates_what_cannot_be_reached_without_it(edges: list[list[int]]):
    blocks = [Block() for _ in edges]
    for block, successors in zip(blocks, edges, strict=True):
        block.add_op(test.TestTermOp(successors=[blocks[i] for i in successors]))
    dominators = Dominators(Region(blocks))
    everything = reached(edges, None)
    for first in range(len(edges)):
        without = reached(edges, first)
        for second in range(len(edges)):
            if first == second:
                expected = False
            elif second not in everything:
                expected = True
            else:
                expected = first in everything and second not in without
            assert dominators.strictly_dominates(blocks[first], blocks[second]) is expected
