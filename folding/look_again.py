"""A second look at what rules made: what reads it may be equal to something now, and so may what reads that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation

from xdsl_stablehlo.dialects.stablehlo import ConstantOp

from .analysis import Frame
from .plan import SEPARATE
from .symbols import ops_of

LOOKED_BACK = 3
"""How many ops apart those are that rules look at together."""


def look_again(frame: Frame, made: Sequence[Operation]) -> None:
    """Look at ops that rules made, and at what reads them: rules may have something to say of these now.

    Loops and branches around them are looked at whole.
    """
    frame.facts.forget_notes()
    read = [operand for op in made for operand in op.operands if operand not in frame.known]
    pending = _seeing(frame, [*made, *[value.owner for value in read if type(value.owner) is ConstantOp]])
    regions = dict.fromkeys([op.parent_region() for op in pending])
    for region in filter(None, regions):
        for op in ops_of((region,)):
            if op in pending and (op in frame.staying or not _is_settled(frame, op)):
                news = [result for result in op.results if not frame.is_resolved(result)]
                frame.looked_at((op,))
                if any(map(frame.is_resolved, news)):
                    pending |= _seeing(frame, (op,))


def _seeing(frame: Frame, ops: Iterable[Operation]) -> set[Operation]:
    """The ops of the function's own blocks which are or hold `ops` and their readers, as far as rules look back."""
    found, near = set[Operation](), list(ops)
    for _ in range(LOOKED_BACK + 1):
        for op in near:
            frame.refused.pop(op, None)
            frame.facts.forget_elements(op.results)
            found.add(_outermost(op))
        near = list({use.operation: None for op in near for result in op.results for use in result.uses})
    return found


def _outermost(op: Operation) -> Operation:
    """The op of a function's own blocks that `op` is in."""
    while (around := op.parent_op()) is not None and type(around) not in SEPARATE:
        op = around
    return op


def _is_settled(frame: Frame, op: Operation) -> bool:
    """Whether an op has results, and all are known to be constants or other values."""
    return bool(op.results) and all(map(frame.is_resolved, op.results))
