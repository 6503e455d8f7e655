"""The forms of JAX's and jaxlib's objects that this folder uses, whose own annotations leave them unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from typing import Any, Protocol


class Aval(Protocol):
    """The shape and the element type of an array."""

    shape: tuple[Any, ...]
    dtype: Any

    def to_tangent_aval(self) -> Aval: ...


class Tree(Protocol):
    """The structure of a pytree."""

    num_leaves: int

    def unflatten(self, leaves: Iterable[object], /) -> Any: ...


class Value(Protocol):
    """An `ir.Value`."""

    type: Any
    owner: Op | Block
    uses: Iterable[Any]

    def replace_all_uses_with(self, other: Value, /) -> None: ...


class Op(Protocol):
    """An `ir.Operation`, or a view of one."""

    operation: Op
    name: str
    operands: MutableSequence[Value]
    results: Sequence[Value]
    regions: Sequence[Region]
    attributes: Any
    parent: Op | None
    block: Block
    location: object

    def clone(self, place: object, /) -> Op: ...

    def erase(self) -> None: ...


class Region(Protocol):
    """An `ir.Region`."""

    blocks: Sequence[Block]

    def __iter__(self) -> Iterator[Block]: ...


class Block(Protocol):
    """An `ir.Block`."""

    arguments: Sequence[Value]
    operations: Iterable[Op]

    def add_argument(self, type: object, location: object, /) -> Value: ...

    def erase_argument(self, index: int, /) -> None: ...


class Module(Protocol):
    """An `ir.Module`."""

    body: Block
    operation: Op
    context: Any
