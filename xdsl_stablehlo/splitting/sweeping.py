"""Erases ops that nothing reads, in regions too, and loop-carried values that nothing needs."""

from __future__ import annotations

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.folding.terms.effects import Effects, is_terminator
from xdsl_stablehlo.programs.transaction import without

from .cut import terminator_of


def sweep(func: FuncOp, effects: Effects) -> dict[Operation, Operation]:
    """Erase ops that nothing reads; return the new op for each loop that carries fewer values.

    After the loop, a carried value that the loop does not change is replaced by its initial value.
    """
    for op in func.walk():
        if isinstance(op, hlo.WhileOp):
            returned = terminator_of(op.body.block).operands
            for i, value in enumerate(returned):
                if value is op.body.block.args[i]:
                    op.results[i].replace_all_uses_with(op.operands[i])
    live = _Live(effects)
    live.mark(func)
    return live.sweep(func.body.block)


class _Live:
    """The ops and values that a function needs."""

    def __init__(self, effects: Effects):
        self._effects = effects
        self._ops: set[Operation] = set()
        self._values: set[SSAValue] = set()
        self._pending: list[SSAValue] = []
        self._carried: dict[Operation, set[int]] = {}
        """The carried values that each loop keeps."""

    def mark(self, func: FuncOp) -> None:
        """Find what is needed."""
        self._keep(func)
        while self._pending:
            value = self._pending.pop()
            owner = value.owner if isinstance(value.owner, Operation) else value.owner.parent_op()
            assert owner is not None
            self._keep(owner)
            if isinstance(owner, hlo.WhileOp) and isinstance(value, OpResult | BlockArgument):
                self._carry(owner, value.index)

    def _need(self, value: SSAValue) -> None:
        if value not in self._values:
            self._values.add(value)
            self._pending.append(value)

    def _keep(self, op: Operation) -> None:
        pending = [op]
        while pending:
            op = pending.pop()
            if op in self._ops:
                continue
            self._ops.add(op)
            if isinstance(op, hlo.WhileOp):
                self._need(terminator_of(op.cond.block).operands[0])
                for i in range(len(op.operands)):
                    if op.attributes:  # they may say something of each value that is carried
                        self._carry(op, i)
            else:
                for value in op.operands:
                    self._need(value)
            around = op.parent_op()
            if around is not None and not isinstance(op, FuncOp):
                pending.append(around)
            for region in op.regions:
                for block in region.blocks:
                    for inner in block.ops:
                        ends = is_terminator(type(inner)) and not isinstance(op, hlo.WhileOp)
                        if ends or not (is_terminator(type(inner)) or self._effects.removable(inner)):
                            pending.append(inner)

    def _carry(self, loop: hlo.WhileOp, index: int) -> None:
        carried = self._carried.setdefault(loop, set())
        if index not in carried:
            carried.add(index)
            self._need(loop.operands[index])
            self._need(terminator_of(loop.body.block).operands[index])

    def sweep(self, block: Block) -> dict[Operation, Operation]:
        """Erase the rest of a block."""
        changed: dict[Operation, Operation] = {}
        for op in reversed(list(block.ops)):
            if op not in self._ops and not is_terminator(type(op)):
                op.detach()
                op.erase(safe_erase=False)
                continue
            gone = set[int]()
            if isinstance(op, hlo.WhileOp):
                gone = set(range(len(op.operands))) - self._carried.get(op, set())
                last = terminator_of(op.body.block)
                last.operands = without(last.operands, gone)
            for region in op.regions:
                for inner in region.blocks:
                    changed.update(self.sweep(inner))
            if isinstance(op, hlo.WhileOp) and gone:
                changed[op] = _without_carried(op, gone)
        return changed


def _without_carried(op: hlo.WhileOp, gone: set[int]) -> hlo.WhileOp:
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
