"""The forms of JAX's and jaxlib's objects that this folder uses, whose own annotations leave them unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from io import BytesIO
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


class Cache(Protocol):
    """Bytes by name, on a disk."""

    def get(self, key: str, /) -> bytes | None: ...

    def put(self, key: str, value: bytes, /) -> None: ...


class IrValue(Protocol):
    """An `ir.Value`."""

    type: Any
    owner: IrOp | IrBlock
    uses: Iterable[Any]

    def replace_all_uses_with(self, other: IrValue, /) -> None: ...


class IrOp(Protocol):
    """An `ir.Operation`, or a view of one."""

    operation: IrOp
    name: str
    operands: MutableSequence[IrValue]
    results: Sequence[IrValue]
    regions: Sequence[IrRegion]
    attributes: Any
    parent: IrOp | None
    block: IrBlock
    location: object

    def clone(self, place: object, /) -> IrOp: ...

    def erase(self) -> None: ...

    def write_bytecode(self, *, file: BytesIO) -> None: ...


class IrRegion(Protocol):
    """An `ir.Region`."""

    blocks: Sequence[IrBlock]

    def __iter__(self) -> Iterator[IrBlock]: ...


class IrBlock(Protocol):
    """An `ir.Block`."""

    arguments: Sequence[IrValue]
    operations: Iterable[IrOp]

    def add_argument(self, type: object, location: object, /) -> IrValue: ...

    def erase_argument(self, index: int, /) -> None: ...


class IrModule(Protocol):
    """An `ir.Module`."""

    body: IrBlock
    operation: IrOp
    context: Any
