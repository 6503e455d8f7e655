"""Ops that move elements: each element of a result is one of an operand's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.ir import Operation

from ..lattice import Elements, join
from ..transfer import kind_of, transfer


def _any_of(op: Operation, operands: Sequence[Elements]) -> Elements:
    """Each element is one of these."""
    kind = kind_of(op.results[0])
    return reduce(lambda a, b: join(a, b, kind), operands)


@transfer(
    "broadcast",
    "broadcast_in_dim",
    "dynamic_broadcast_in_dim",
    "dynamic_gather",
    "dynamic_reshape",
    "dynamic_slice",
    "gather",
    "real_dynamic_slice",
    "reshape",
    "reverse",
    "set_dimension_size",
    "slice",
    "torch_index_select",
    "transpose",
)
def of_the_first(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    return operands[0]


@transfer("optimization_barrier")
def handed_on(op: Operation, i: int, operands: Sequence[Elements]) -> Elements:
    return operands[i]


@transfer("pad", "dynamic_pad", "dynamic_update_slice")
def of_the_first_two(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    return _any_of(op, operands[:2])


@transfer("concatenate")
def of_any(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    return _any_of(op, operands)
