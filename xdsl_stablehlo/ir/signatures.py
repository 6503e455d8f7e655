"""Signatures of ops: modules have many ops and few signatures, so that what follows from one is found out once."""

# pyright: reportPrivateUsage=false
# xDSL's views of operands, and its properties, take four times as long as the rest.

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, TypeAlias, TypeVar

from xdsl.ir import Operation, SSAValue

OpSignature: TypeAlias = tuple[Hashable, ...]
V = TypeVar("V")


def values_read(op: Operation) -> Sequence[SSAValue]:
    """The operands of an op, as they are now."""
    return op._operands


def signature_of(op: Operation) -> OpSignature | None:
    """All of `op` but which values its operands are: its class, the identities of the types of its operands and
    results, of its properties and its attributes. None for an op with regions or successors.

    Equal signatures mean equal parts as long as these objects are alive and ops are not changed.
    """
    if op.regions or op._successors:
        return None
    key: list[Hashable] = [type(op), len(op._operands)]
    key += [id(value._type) for value in op._operands]
    key += [id(value._type) for value in op.results]
    if properties := op.properties:
        key += properties
        key += map(id, properties.values())
    if attributes := op.attributes:
        key.append(None)
        key += attributes
        key += map(id, attributes.values())
    return tuple(key)


class BySignature(Generic[V]):
    """Findings by the signatures of ops that may go meanwhile: types and attributes are kept alive."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[V, object]] = {}

    def get(self, key: Hashable) -> V | None:
        """The finding for a signature, or for a tuple of one and more; None where there is none yet."""
        known = self._known.get(key)
        return None if known is None else known[0]

    def keep(self, key: Hashable, op: Operation, value: V) -> V:
        """`value` follows from `key`, in which the signature of `op` is."""
        held = op.operand_types, op.result_types, *op.properties.values(), *op.attributes.values()
        self._known[key] = value, held
        return value
