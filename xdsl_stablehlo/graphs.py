"""Depth-first search, with a stack of its own: what calls or reads what may be as deep as the program is long."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def postorder(
    roots: Iterable[Node],
    successors: Callable[[Node], Iterable[Node]],
    on_circle: Callable[[Node], object] | None = None,
) -> Iterator[Node]:
    """The nodes that `roots` lead to, each once, after all that it leads to: depth first, in the order given.

    A node of a circle comes before those of its successors that the search came through. `on_circle` is told of each
    of these, once for every edge back to it. `successors` is asked once for each node, when the search enters it.
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
