"""Copies of ops that stand in no program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.ir.graphs import values_read_inside

OpT = TypeVar("OpT", bound=Operation)


def detached_copy(op: OpT, operand_types: Sequence[Attribute], result_types: Sequence[Attribute]) -> OpT:
    """A copy of `op` on operands of other types, with copies of its regions.

    It uses no value of the program, which may be evaluated in several threads: not in its regions either.
    """
    regions: list[Region] = []
    if op.regions:
        outside = list(dict.fromkeys(values_read_inside(op)))
        stand_ins: dict[SSAValue, SSAValue] = dict(
            zip(outside, Block(arg_types=[value.type for value in outside]).args, strict=True)
        )
        regions = [Region() for _ in op.regions]
        for region, copy in zip(op.regions, regions, strict=True):
            region.clone_into(copy, 0, stand_ins)
    return type(op).create(
        operands=Block(arg_types=operand_types).args,
        result_types=result_types,
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        regions=regions,
    )
