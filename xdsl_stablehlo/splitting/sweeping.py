"""Erases ops that nothing reads, in regions too, and loop-carried values that nothing needs."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.folding.solver.remainder import Remainder
from xdsl_stablehlo.folding.terms.effects import Effects, is_terminator
from xdsl_stablehlo.folding.terms.terms import Terms
from xdsl_stablehlo.programs.transaction import without

from .cut import terminator_of


def sweep(func: FuncOp, effects: Effects) -> dict[Operation, Operation]:
    """Erase ops that nothing reads; return the new op for each loop that carries fewer values.

    After the loop, a carried value that the loop does not change is replaced by its initial value.
    """
    for op in func.walk():
        if isinstance(op, hlo.WhileOp):
            for i, value in enumerate(terminator_of(op.body.block).operands):
                if value is op.body.block.args[i]:
                    op.results[i].replace_all_uses_with(op.operands[i])
    # Nothing is known: what is left of a loop is what its readers, its condition and its effects need.
    needed = Remainder(Terms({}), {}, effects, lambda _: False, lambda _: True)
    changed: dict[Operation, Operation] = {}
    _sweep(func.body.block, effects, needed, changed)
    return changed


def _sweep(block: Block, effects: Effects, needed: Remainder, changed: dict[Operation, Operation]) -> None:
    """Erase what a block does not need, readers before the ops that they read."""
    for op in reversed([*block.ops]):
        if is_terminator(type(op)):
            continue
        read = [i for i, result in enumerate(op.results) if result.first_use is not None]
        if not read and effects.removable(op):
            op.detach()
            op.erase(safe_erase=False)
            continue
        gone: Collection[int] = ()
        if isinstance(op, hlo.WhileOp) and not op.attributes:  # which may say something of each carried value
            gone = {*range(len(op.operands))}.difference(needed.carried_for(op, read))
            last = terminator_of(op.body.block)
            last.operands = without(last.operands, gone)
        for region in op.regions:
            for inner in region.blocks:
                _sweep(inner, effects, needed, changed)
        if isinstance(op, hlo.WhileOp) and gone:
            changed[op] = _without_carried(op, gone)


def _without_carried(op: hlo.WhileOp, gone: Collection[int]) -> hlo.WhileOp:
    """The loop in the place of `op` that carries less."""
    for block in (op.cond.block, op.body.block):
        for index in sorted(gone, reverse=True):
            block.erase_arg(block.args[index])
    cond, body = [op.detach_region(region) for region in (op.cond, op.body)]
    made = hlo.WhileOp(without(op.operands, gone), cond, body)
    made.location = op.location
    Rewriter.insert_op(made, InsertPoint.before(op))
    for old, new in zip(without(op.results, gone), made.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    op.detach()
    op.erase()
    return made
