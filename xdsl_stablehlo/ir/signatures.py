"""Signatures of ops: modules have many ops and few signatures, so that what follows from one is found out once."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.ir import Operation

OpSignature: TypeAlias = tuple[object, ...]


def signature_of(op: Operation) -> OpSignature | None:
    """All of `op` but which values its operands are: its class, the identities of the types of its operands and
    results, of its properties and its attributes. None for an op with regions or successors.

    Equal signatures mean equal parts as long as these objects are alive and ops are not changed.
    """
    if op.regions or op.successors:
        return None
    return (
        type(op),
        len(op.operands),
        *[id(value.type) for value in op.operands],
        *[id(value.type) for value in op.results],
        *op.properties,
        *map(id, op.properties.values()),
        None,
        *op.attributes,
        *map(id, op.attributes.values()),
    )
