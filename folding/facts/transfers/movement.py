"""Ops that move elements: each element of a result is one of an operand's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.ir import Operation

from ..lattice import Elements, join
from ..transfer import kind_of, transfer

FIRST, FIRST_TWO, ALL = slice(1), slice(2), slice(None)
MOVED = {
    f"stablehlo.{name}": operands
    for names, operands in (
        (
            "broadcast broadcast_in_dim dynamic_broadcast_in_dim dynamic_gather dynamic_reshape dynamic_slice",
            FIRST,
        ),
        (
            "gather real_dynamic_slice reshape reverse set_dimension_size slice torch_index_select transpose",
            FIRST,
        ),
        ("pad dynamic_pad dynamic_update_slice", FIRST_TWO),
        ("concatenate", ALL),
    )
    for name in names.split()
}
"""The operands whose elements go into the result."""


@transfer(*[name.removeprefix("stablehlo.") for name in MOVED])
def one_of_those_moved(op: Operation, _: int, operands: Sequence[Elements]) -> Elements:
    kind = kind_of(op.results[0])
    return reduce(lambda a, b: join(a, b, kind), operands[MOVED[op.name]])


@transfer("optimization_barrier", "sort")
def handed_on(op: Operation, i: int, operands: Sequence[Elements]) -> Elements:
    return operands[i]
