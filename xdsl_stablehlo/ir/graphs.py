"""Depth-first search without recursion, and the values that regions read."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from typing import TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue

Node = TypeVar("Node", bound=Hashable)


def postorder(
    roots: Iterable[Node],
    successors: Callable[[Node], Iterable[Node]],
    on_circle: Callable[[Node], object] | None = None,
) -> Iterator[Node]:
    """The nodes that can be reached from `roots`, each once and after its successors, in depth-first order.

    In a cycle, a node comes before those successors through which it was reached; `on_circle` is called with such a
    successor for every edge back to it. `successors` is called once for each node, when the search enters it.
    """
    left: dict[Node, bool] = {}
    for root in roots:
        path: list[tuple[Node, Iterator[Node]]] = []
        if root not in left:
            left[root] = False
            path.append((root, iter(successors(root))))
        while path:
            node, rest = path[-1]
            for following in rest:
                if following not in left:
                    left[following] = False
                    path.append((following, iter(successors(following))))
                    break
                if on_circle is not None and not left[following]:
                    on_circle(following)
            else:
                path.pop()
                left[node] = True
                yield node


def unseen(root: Node, seen: Container[Node], successors: Callable[[Node], Iterable[Node]]) -> Iterable[Node]:
    """`root` and the nodes behind it, each after its successors, without those that are in `seen` by their turn."""
    if all(node in seen for node in successors(root)):  # as is the case in a walk in the order of a program
        return (root,)
    return (node for node in postorder([root], successors) if node not in seen)


def ops_within(region: Region) -> Iterator[Operation]:
    """The ops of a region and of all regions inside it, in order."""
    stack = [block.first_op for block in reversed(region.blocks)]
    while stack:
        op = stack.pop()
        while op is not None:
            following = op.next_op
            yield op
            if op.regions:
                stack.append(following)
                stack += [b.first_op for inside in reversed(op.regions) for b in reversed(inside.blocks)]
                break
            op = following


def ops_from(root: Operation) -> Iterator[Operation]:
    """`root` and all ops inside of it, in order: `walk` of xDSL's is as many generators as the regions are deep."""
    yield root
    for region in root.regions:
        yield from ops_within(region)


def values_read_inside(op: Operation) -> Iterator[SSAValue]:
    """The values from outside that ops in the regions of `op` read."""
    inner = [each for region in op.regions for each in region.walk()]
    made: set[SSAValue] = {result for each in inner for result in each.results}
    for each in (op, *inner):
        made.update(argument for region in each.regions for block in region.blocks for argument in block.args)
    return (operand for each in inner for operand in each.operands if operand not in made)


def values_of_module(module: ModuleOp) -> Iterator[SSAValue]:
    """Every result and every block argument, in order."""
    for op in module.walk():
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.args


def structure_of(op: Operation) -> Hashable:
    """A key that is equal for two ops if they compute the same of the values that they read from outside."""
    numbers: dict[SSAValue, int] = {}

    def number(values: Iterable[SSAValue]) -> tuple[int, ...]:
        return tuple([numbers.setdefault(value, len(numbers)) for value in values])

    def inside(op: Operation) -> Hashable:
        read = number(op.operands)
        regions = tuple([tuple(map(of_block, region.blocks)) for region in op.regions])
        types = tuple([result.type for result in op.results])
        return op.name, read, number(op.results), types, frozenset(op.properties.items()), regions

    def of_block(block: Block) -> Hashable:
        types = tuple([argument.type for argument in block.args])
        return number(block.args), types, tuple(map(inside, block.ops))

    return inside(op)
