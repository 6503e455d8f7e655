"""Which known values become constants, which ops go and which stay, and why: decided before anything is changed.

Ops are looked at backwards, so that an op is only asked about when it is clear who still reads its results. A value
that a staying op reads becomes a constant if the limits allow it; otherwise its op stays and its operands are asked.
A constant above the limits is paid for with the bytes of constants that nobody reads any more once it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import may_be_constant
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.symbols import is_private
from xdsl_stablehlo.values.elements import attribute_of_scalar

from ..facts.effects import Effects, is_terminator
from ..reasons import Code, Refusal
from ..solver.analysis import Frame
from ..solver.deferred import Sized, is_sized
from ..solver.refinement import Replacements
from .cost import Credits, Ledger
from .materialize import constant_type

SEPARATE = (FuncOp, ModuleOp)
"""Ops whose regions are planned on their own."""


class Plan:
    """What to do with the ops of one function body: those of the program, and those that were made in their place.

    Whatever is decided can be taken back: what a value was to be read from goes on being read where it cannot become a
    constant after all, or somebody turns out to read it.
    """

    def __init__(
        self, frame: Frame, effects: Effects, ledger: Ledger, callee_bytes: Callable[[Operation], int]
    ):
        self.frame = frame
        self.known = frame.known
        self.resolved = frame.terms.resolved
        self.effects = effects.within(frame.here())
        self.constants: list[SSAValue] = []
        """Values to become constants, last one first."""
        self.dead: dict[Operation, None] = {}
        """Ops that go, in an order in which readers come before what they read (regions go with their op)."""
        self.kept: dict[Operation, None] = {}
        """Ops that stay, last one first."""
        self.refused: dict[Operation, Refusal] = {}
        """Why ops with known results stay."""
        self.unread: dict[Operation, set[int]] = {}
        """By the op that ends the body of a loop: the numbers of what is carried and not read."""
        self.live: dict[SSAValue, list[Operation]] = {}
        """What is read by ops that stay, and by which."""
        self.credits = Credits(ledger, self.known, self.resolved, self.live, self._leaves, callee_bytes)
        self.replacements = Replacements(self.resolved, frame.replacements.stand_ins)
        self._settled = set[SSAValue]()
        """Values that become constants."""
        self._planned = set[Block]()
        self._pending: list[Iterator[Operation]] = []
        """Ops to be planned before others: those that were to go and are read after all, say."""
        self._revises = False
        """Whether ops are read that were planned before."""

    def blocks(self, blocks: Sequence[Block]) -> None:
        """Plan blocks, the last one first, and those inside their ops."""
        for block in reversed(blocks):
            self._block(block)
        # Constants that were to pay for others and stay all the same pay for nothing.
        while disappointed := self.credits.disappointed(self._stays):
            for value in disappointed:
                self._withdraw(value)
            self._settle()

    def _stays(self, op: Operation) -> bool:
        return op not in self.dead

    def _withdraw(self, value: SSAValue) -> None:
        """Take back that `value` becomes a constant."""
        self.credits.withdraw(value)
        self._settled.discard(value)
        self.constants.remove(value)
        self._look_again(value)

    def _look_again(self, value: SSAValue) -> None:
        """Plan an op again that was to go, or what a loop computes of a result that was taken for unread."""
        if not isinstance(value, OpResult):
            return
        owner = value.op
        if owner in self.dead:
            del self.dead[owner]
            self.credits.keep(owner)
            self._pending.append(iter((owner,)))
        elif value in self.live and StableHLO.is_op(owner, "stablehlo.while"):
            self._read_carried(cast("hlo.WhileOp", owner))

    def _settle(self) -> None:
        """Plan what is pending."""
        while self._pending:
            inside = self._ops(iter(()))
            for region in () if inside is None else inside.regions:
                for block in reversed(region.blocks):
                    self._block(block)

    def _block(self, block: Block) -> None:
        """Plan one block, and those inside its ops."""
        stack = [self._begin(block)]
        while stack:
            block, ops = stack[-1]
            inside = self._ops(ops)
            if inside is None:
                self._arguments(block)
                if self._pending:
                    continue
                self._planned.add(block)
                stack.pop()
                following = self._beside(block) if stack else None
            else:
                following = _first_planned(inside.regions)
            if following is not None:
                stack.append(self._begin(following))

    def _begin(self, block: Block) -> tuple[Block, Iterator[Operation]]:
        loop = block.parent_op()
        if StableHLO.is_op(loop, "stablehlo.while") and cast("hlo.WhileOp", loop).body is block.parent:
            self._look_at_loop(cast("hlo.WhileOp", loop))
        return block, self.frame.terms.backwards(block, self.frame.taken)

    @staticmethod
    def _beside(block: Block) -> Block | None:
        """The block that is planned after one, of those of the same op: the blocks of a region from the last one on."""
        if block.prev_block is not None:
            return block.prev_block
        around, region = block.parent_op(), block.parent
        assert around is not None
        assert region is not None
        return _first_planned(around.regions[around.get_region_index(region) + 1 :])

    def _next(self, ops: Iterator[Operation]) -> Operation | None:
        while self._pending:
            self._revises = True
            op = next(self._pending[-1], None)
            if op is not None:
                return op
            self._pending.pop()
        return next(ops, None)

    def _ops(self, ops: Iterator[Operation]) -> Operation | None:
        """Plan what `ops` gives, until one stays with regions, which is given back."""
        removable, live, frame = self.effects.removable, self.live, self.frame
        while (op := self._next(ops)) is not None:
            used = [result for result in op.results if result in live]
            form = frame.waiting.pop(op, None) if used and frame.waiting else None
            if form is not None and frame.join_for(op, form, live[op.results[0]]) is None:
                self._move_readers(op)
                continue
            if not used and (removable(op) or self.effects.holds(op)):
                self._go(op)
                continue
            if used and not is_constant(type(op)):
                accepted = [result for result in used if self._becomes_constant(op, result)]
                if len(accepted) == len(used) and removable(op):
                    self._go(op)
                    continue
            if op in frame.unseen:
                frame.look_inside(op)
                self._move_readers(op)
                continue
            self.kept[op] = None
            read = op.operands
            if self.unread and op in self.unread:
                read = [operand for i, operand in enumerate(read) if i not in self.unread[op]]
            if self._revises or frame.same_as:
                for operand in read:
                    self._read(operand, op)
            else:
                for operand in read:
                    readers = live.get(operand)
                    if readers is None:
                        live[operand] = [op]
                    else:
                        readers.append(op)
            if op.regions and type(op) not in SEPARATE:
                return op
        return None

    def _move_readers(self, op: Operation) -> None:
        """Let those who read an op read what turned out to stand for it."""
        self._revises = True
        self._pending.append(self.frame.terms.instead_of(op, self.frame.taken))
        for result in op.results:
            if result in self._settled:
                self._withdraw(result)
            for reader in self.live.pop(result, ()):
                self._read(result, reader)

    def _go(self, op: Operation) -> None:
        if self._revises:
            self.kept.pop(op, None)
        self.dead[op] = None
        self.credits.free(op)

    def _read(self, value: SSAValue, reader: Operation) -> None:
        """Note that `reader`, which stays, reads a value; what gives it stays after all if it was to go."""
        if self.frame.same_as:
            value = self.resolved(value)
        readers = self.live.get(value)
        if readers is not None:
            readers.append(reader)
            return
        self.live[value] = [reader]
        if self._revises:
            owner = value.owner
            if isinstance(owner, Block) and owner in self._planned:
                self._arguments(owner)
            elif value not in self._settled:
                self._look_again(value)

    def _becomes_constant(self, op: Operation | None, value: SSAValue) -> bool:
        """Whether a value becomes a constant; charges what it costs."""
        if value in self._settled:
            return True
        if value not in self.known or StableHLO.is_op(op, "stablehlo.tuple"):
            return False
        refusal = self._unfit(value, self.known[value]) or self.credits.materialize(op, value)
        if refusal is not None:
            if op is not None:
                self.refused[op] = refusal
            return False
        self._settled.add(value)
        self.constants.append(value)
        return True

    def _look_at_loop(self, loop: hlo.WhileOp) -> None:
        """Take what a loop carries and nobody has read so far for unread, until something inside of it reads it."""
        body = loop.body.first_block
        last = None if body is None or body.next_block is not None else body.last_op
        if body is None or last is None or len(last.operands) != len(loop.results):
            return
        pairs = zip(loop.results, body.args, last.operands)
        unread = {
            i
            for i, (result, arg, given) in enumerate(pairs)
            if not self._is_read(result) and arg.type == given.type
        }
        if unread:
            self.unread[last] = unread

    def _arguments(self, block: Block) -> None:
        """Plan the arguments of a block that was planned."""
        op = block.parent_op()
        # Others keep theirs: `return %update` is the form in which compilers recognise a scatter that overwrites.
        if type(op) is not FuncOp and not StableHLO.is_op(op, "stablehlo.while"):
            return
        for argument in block.args:
            if argument in self.live:
                self._becomes_constant(None, argument)
        if type(op) is not FuncOp:
            self._read_carried(cast("hlo.WhileOp", op))

    def _read_carried(self, loop: hlo.WhileOp) -> None:
        """Let the last op of the body read what computes a carried value that is read, in the loop or after it."""
        tested, body = loop.cond.first_block, loop.body.first_block
        last = None if body is None else body.last_op
        unread = set[int]() if last is None else self.unread.get(last, set[int]())
        if tested is None or body is None or last is None:
            return
        while read := {
            i for i in unread if any(map(self._is_read, (loop.results[i], tested.args[i], body.args[i])))
        }:
            self._revises = True
            unread -= read
            for i in read:
                self._read(last.operands[i], last)

    def _is_read(self, value: SSAValue) -> bool:
        """Whether what stays reads a value, and not a constant in its place."""
        if value not in self.live or value in self._settled:
            return False
        return not isinstance(value, BlockArgument) or not self._becomes_constant(None, value)

    def _leaves(self, value: SSAValue) -> bool:
        """Whether nothing computes on a value: it leaves the module."""
        return all(_takes_out(reader, self.effects) for reader in self.live.get(value, ()))

    def _unfit(self, value: SSAValue, array: Value) -> Refusal | None:
        """Why no constant can stand for `value` whatever its size."""
        value_type = value.type
        if isinstance(array, tuple) and isinstance(value_type, TupleType):
            parts = zip(array, value_type.types.data)
            whole = all(is_sized(part) and fits(part, declared) for part, declared in parts)
            return None if whole else Refusal(Code.USES, "gives a tuple with elements that are not constants")
        if is_sized(array) and is_tensor_type(value_type):
            refined = constant_type(value_type, array)
            if may_be_constant(refined):
                return self.replacements.refuse_constant(value, array, refined, self.live.get(value, ()))
        elif is_array(array) and attribute_of_scalar(array, value_type) is not None:
            return None
        return Refusal(Code.USES, f"gives a '{value_type}', which no constant can hold")


def _first_planned(regions: Sequence[Region]) -> Block | None:
    """The block that is planned first of those in some regions."""
    return next((region.last_block for region in regions if region.last_block is not None), None)


def _takes_out(op: Operation, effects: Effects) -> bool:
    """Whether `op` hands what it reads to somebody outside of the module."""
    if not is_terminator(type(op)):
        return not effects.removable(op)
    func = op.parent_op()
    return isinstance(func, FuncOp) and not is_private(func)


def fits(array: Sized, declared: Attribute) -> bool:
    """Whether a constant of exactly the declared type can hold `array`."""
    return is_tensor_type(declared) and declared.get_shape() == array.shape
