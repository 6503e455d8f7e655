"""Decides which known values become constants, which ops are erased and which stay, before anything is changed.

Ops are looked at backwards, so that an op is only asked about when it is clear who still reads its results. A value
that a staying op reads becomes a constant if the limits allow it; otherwise its op stays and its operands are asked.
A constant above the limits is made if constants of as many bytes go with what it makes unread (`cost.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.signatures import values_read
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.values.elements import attribute_of_scalar

from ..report.report import ValueSource
from ..solver.remainder import Remainder, is_regular_loop
from ..solver.solution import Solution
from ..terms.constants import Replacements, constant_type
from ..terms.deferred import Sized, is_sized
from ..terms.effects import Effects
from ..terms.reasons import Code, Refusal
from .cost import ConstantCost, Findings, Growth

SEPARATE = (FuncOp, ModuleOp)
"""Ops whose regions are planned on their own."""


class Callees(NamedTuple):
    """Bytes of constants in the function that a call is the only one of: they go when the call goes."""

    now: Callable[[CallOp], int]
    """Constants that are there."""
    planned: Callable[[CallOp, Solution], int]
    """Constants that will be there, if a call that is seen in a context stays."""


class Plan:
    """The plan for the ops of one function body: those of the program, and those that were made in their place."""

    def __init__(
        self, frame: Solution, effects: Effects, growth: Growth, callees: Callees, findings: Findings
    ):
        self.frame = frame
        self.known = frame.known
        self.resolved = frame.terms.resolved
        self.effects = effects.within(frame.here())
        self.constants: list[SSAValue] = []
        """Values to become constants, last one first."""
        self.dead: list[Operation] = []
        """Ops to erase, readers before the ops that they read (regions are erased with their op)."""
        self.kept: dict[Operation, None] = {}
        """Ops that stay, last one first."""
        self.refused: dict[Operation, Refusal] = {}
        """Why ops with known results stay."""
        self.unread: dict[Operation, set[int]] = {}
        """By the op that ends the body of a loop: the numbers of what is carried and not read."""
        self.live: dict[SSAValue, list[Operation]] = {}
        """The values that ops that stay read, with these ops."""
        self.cost = ConstantCost(
            growth, self.known, self.resolved, self.live, self.effects, callees.now, findings
        )
        self.replacements = Replacements(self.resolved, frame.replacements.stand_ins)
        self.is_open = False
        """Whether more ops have to be analysed, because of ops that stay."""
        self._findings = findings
        self._callees = callees
        self._settled = set[SSAValue]()
        """Values that become constants."""

    @classmethod
    def of(
        cls, blocks: Sequence[Block], frame: Solution, effects: Effects, growth: Growth, callees: Callees
    ) -> Plan:
        """The plan for blocks, and for those inside their ops."""
        findings = Findings()
        while True:
            plan = cls(frame, effects, growth, callees, findings)
            for block in reversed(blocks):
                plan._block(block)
            if plan._holds():
                return plan

    def _holds(self) -> bool:
        """Whether the assumptions hold: if not, that is noted."""
        late = {
            last: {i for i in unread if self._is_carried(last, i)} for last, unread in self.unread.items()
        }
        for last, read in late.items():
            self._findings.read.setdefault(last, set()).update(read)
        stays = self.cost.wrongly_offsetting(self.dead)
        self._findings.stays |= stays
        return not (stays or any(late.values()) or self._offers())

    def _offers(self) -> bool:
        """Whether this plan makes constants that would offset larger ones, which it refused; they are noted then.

        Otherwise a second fold, which finds them in the program, would go further.
        """
        findings, offered = self._findings, False
        for op, size in self.cost.too_large.items():
            if op not in self.kept:
                continue
            found, _ = self.cost.behind(op)
            made = {source: bytes_made for source in found if (bytes_made := self.cost.made_for(source))}
            behind = self._made_in_callees(found)
            worth = [max(found[each], made.get(each, 0), behind.get(each, 0)) for each in found]
            is_new = made.keys() - findings.made or behind.keys() - findings.made_in_callees
            if is_new and sum(worth) >= size:
                findings.made |= made
                findings.made_in_callees |= behind
                offered = True
        return offered

    def _made_in_callees(self, sources: Iterable[ValueSource]) -> dict[ValueSource, int]:
        """The bytes of the constants in the functions that those of `sources` call which stay."""
        calls = [op for op in sources if type(op) is CallOp and op in self.kept]
        before = self._findings.made_in_callees
        return {
            call: before[call] if call in before else self._callees.planned(call, self.frame)
            for call in calls
        }

    def _block(self, block: Block) -> None:
        """Plan one block, and those inside its ops."""
        stack = [self._begin(block)]
        while stack:
            block, ops = stack[-1]
            inside = self._ops(ops)
            if inside is None:
                self._arguments(block)
                stack.pop()
                following = self._beside(block) if stack else None
            else:
                following = _first_planned(inside.regions)
            if following is not None:
                stack.append(self._begin(following))

    def _begin(self, block: Block) -> tuple[Block, Iterator[Operation]]:
        loop = block.parent_op()
        if is_regular_loop(loop) and loop.body is block.parent:
            self._look_at_loop(loop)
        return block, self.frame.ops_of(block)

    @staticmethod
    def _beside(block: Block) -> Block | None:
        """The block that is planned after one, of those of the same op: the blocks of a region from the last one on."""
        if block.prev_block is not None:
            return block.prev_block
        around, region = block.parent_op(), block.parent
        assert around is not None
        assert region is not None
        return _first_planned(around.regions[around.get_region_index(region) + 1 :])

    def _ops(self, ops: Iterator[Operation]) -> Operation | None:
        """Plan what `ops` gives, until one stays with regions, which is given back."""
        removable, live, frame = self.effects.removable, self.live, self.frame
        for op in ops:
            used = [result for result in op.results if result in live]
            if not used and (removable(op) or self.effects.holds(op)):
                self._go(op)
                continue
            if used and not is_constant(type(op)):
                accepted = [result for result in used if self._becomes_constant(op, result)]
                if len(accepted) == len(used) and removable(op):
                    self._go(op)
                    continue
            self.is_open |= frame.opens(op, live[used[0]] if used else ())
            self.kept[op] = None
            read = values_read(op)
            if self.unread and op in self.unread:
                read = [operand for i, operand in enumerate(read) if i not in self.unread[op]]
            if frame.terms.same_as:
                read = map(self.resolved, read)
            for operand in read:
                readers = live.get(operand)
                if readers is None:
                    live[operand] = [op]
                else:
                    readers.append(op)
            if op.regions and type(op) not in SEPARATE:
                return op
        return None

    def _go(self, op: Operation) -> None:
        self.dead.append(op)
        self.cost.free(op)

    def _becomes_constant(self, op: Operation | None, value: SSAValue) -> bool:
        """Whether a value becomes a constant; charges what it costs."""
        if value in self._settled:
            return True
        if value not in self.known or StableHLO.is_op(op, "stablehlo.tuple"):
            return False
        refusal = self._unfit(value, self.known[value]) or self.cost.materialize(op, value)
        if refusal is not None:
            if op is not None:
                self.refused[op] = refusal
            return False
        self._settled.add(value)
        self.constants.append(value)
        return True

    @cached_property
    def _remainder(self) -> Remainder:
        return self.frame.remainder()

    def _look_at_loop(self, loop: hlo.WhileOp) -> None:
        """Note which carried values of a loop are not read in it or after it, if known values become constants."""
        body = loop.body.block
        last = body.last_op
        assert last is not None
        asked = [i for i, result in enumerate(loop.results) if self._is_read(result)]
        read = {*self._remainder.carried_for(loop, asked), *self._findings.read.get(last, ())}
        pairs = enumerate(zip(body.args, last.operands))
        unread = {i for i, (argument, given) in pairs if i not in read and argument.type == given.type}
        if unread:
            self.unread[last] = unread

    def _arguments(self, block: Block) -> None:
        """Plan the arguments of a block that was planned."""
        op = block.parent_op()
        # Others keep theirs: `return %update` is the form in which compilers recognise a scatter that overwrites.
        if type(op) is FuncOp or StableHLO.is_op(op, "stablehlo.while"):
            for argument in block.args:
                if argument in self.live:
                    self._becomes_constant(None, argument)

    def _is_carried(self, last: Operation, i: int) -> bool:
        """Whether what stays reads a carried value, in the loop that ends its body with `last`, or after it."""
        loop = last.parent_op()
        assert isinstance(loop, hlo.WhileOp)
        return any(map(self._is_read, (loop.results[i], loop.cond.block.args[i], loop.body.block.args[i])))

    def _is_read(self, value: SSAValue) -> bool:
        """Whether an op that stays reads the value itself, not a constant in its place."""
        return value in self.live and value not in self._settled

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
                return self.replacements.refuse_constant(
                    value, array, refined, self.live.get(value, ()), casts=True
                )
        elif is_array(array) and attribute_of_scalar(array, value_type) is not None:
            return None
        return Refusal(Code.USES, f"gives a '{value_type}', which no constant can hold")


def _first_planned(regions: Sequence[Region]) -> Block | None:
    """The block that is planned first of those in some regions."""
    return next((region.last_block for region in regions if region.last_block is not None), None)


def fits(array: Sized, declared: Attribute) -> bool:
    """Whether a constant of exactly the declared type can hold `array`."""
    return is_tensor_type(declared) and declared.get_shape() == array.shape
