"""Copies of ops that stand in no program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.ir import Attribute, Block, Operation

OpT = TypeVar("OpT", bound=Operation)


def detached_copy(op: OpT, operand_types: Sequence[Attribute], result_types: Sequence[Attribute]) -> OpT:
    """A copy of `op` on operands of other types, with copies of its regions."""
    return type(op).create(
        operands=Block(arg_types=operand_types).args,
        result_types=result_types,
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        regions=[region.clone() for region in op.regions],
    )
