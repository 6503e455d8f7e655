"""Which known values become constants, which ops go and which stay, and why: decided before anything is changed.

Ops are looked at backwards, so that an op is only asked about when it is clear who still reads its results. A value
that a staying op reads becomes a constant if the limits allow it; otherwise its op stays and its operands are asked.
A constant above the limits is paid for with the bytes of constants that nobody reads any more once it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
from xdsl_stablehlo.elements import attribute_of_scalar
from xdsl_stablehlo.guards import is_tensor_type
from xdsl_stablehlo.interpreter.kernels.values import Value, is_array

from .cost import Credits, Ledger
from .deferred import Sized, evaluated_all, is_sized
from .effects import Effects, is_terminator
from .materialize import constant_type
from .reasons import Code, Refusal
from .refinement import Replacements
from .symbols import is_private
from .values import is_constant

MAX_PLANS = 4
"""How often a plan is made again because a constant that was to pay for another one is still read."""

SEPARATE = (FuncOp, ModuleOp)
"""Ops whose regions are planned on their own."""

STEPS_PER_OP = 8
"""Ops to look at for payments, for each op in the module."""


class Plan:
    """What to do with the ops of one function body."""

    def __init__(
        self,
        known: Mapping[SSAValue, Value],
        effects: Effects,
        credits: Credits,
        live: set[SSAValue],
        read_after_all: set[Operation],
        hopeful: bool,
    ):
        self.known = known
        self.effects = effects
        self.credits = credits
        self.constants: list[SSAValue] = []
        """Values to become constants, last one first."""
        self.dead: list[Operation] = []
        """Ops to erase, in an order in which readers come before what they read (regions go with their op)."""
        self.kept: list[Operation] = []
        """Ops that stay, last one first."""
        self.refused: dict[Operation, Refusal] = {}
        """Why ops with known results stay."""
        self.unread: dict[Operation, set[int]] = {}
        """By the op that ends the body of a loop: the numbers of what is carried and not read."""
        self.read_after_all = read_after_all
        """Loops of which something was read, in plans before, that was taken for unread."""
        self.hopeful = hopeful
        """Whether what is known in loops is taken for constants."""
        self.live = live
        self.replacements = Replacements()

    def block(self, block: Block) -> None:
        """Plan one block, and those inside its ops."""
        stack = [(block, reversed(block.ops))]
        while stack:
            block, ops = stack[-1]
            inside = self._ops(ops)
            if inside is None:
                self._arguments(block)
                stack.pop()
            else:
                # On top, so first, is the last block of the first region.
                nested = [inner for region in reversed(inside.regions) for inner in region.blocks]
                stack += [(inner, reversed(inner.ops)) for inner in nested]

    def _ops(self, ops: Iterator[Operation]) -> Operation | None:
        """Plan what `ops` gives, until one stays with regions, which is given back."""
        removable, live, known = self.effects.removable, self.live, self.known
        for op in ops:
            used = [result for result in op.results if result in live]
            if not used and (removable(op) or self._holds(op)):
                self.dead.append(op)
                self.credits.free(op)
                continue
            accepted: list[SSAValue] = []
            if used and not is_constant(type(op)):
                accepted = [result for result in used if result in known and self._accept(op, result)]
                self.constants += reversed(accepted)
                if len(accepted) == len(used) and removable(op):
                    self.dead.append(op)
                    self.credits.free(op)
                    continue
            self.kept.append(op)
            unread = self.unread.get(op)
            live.update(
                op.operands if unread is None else [v for i, v in enumerate(op.operands) if i not in unread]
            )
            if StableHLO.is_op(op, "stablehlo.while"):
                self._look_at_loop(cast("hlo.WhileOp", op), set(used).difference(accepted))
            if op.regions and type(op) not in SEPARATE:
                return op
        return None

    def _look_at_loop(self, loop: hlo.WhileOp, used: Collection[SSAValue]) -> None:
        """Find the carried values of a loop, of whose results some are `used`, that nobody reads but to compute the
        next ones of these."""
        tested, body = loop.cond.first_block, loop.body.first_block
        last = None if body is None or body.next_block is not None else body.last_op
        if tested is None or body is None or last is None or len(last.operands) != len(loop.results):
            return
        hopeful = self.hopeful and loop not in self.read_after_all
        pairs = zip(loop.results, tested.args)
        unread = {i for i, (result, arg) in enumerate(pairs) if result not in used and arg.first_use is None}
        while unread:
            needed = self._needed(body, last, unread, hopeful)
            pairs = zip(body.args, last.operands)
            read = {i for i, (arg, given) in enumerate(pairs) if arg in needed or arg.type != given.type}
            if unread.isdisjoint(read):
                self.unread[last] = unread
                return
            unread -= read

    def _needed(self, body: Block, last: Operation, unread: set[int], hopeful: bool) -> set[SSAValue]:
        """What has to be known in the body of a loop to compute the other carried values.

        `hopeful` takes what is known for a constant that will be in its place.
        """
        needed = {value for i, value in enumerate(last.operands) if i not in unread}
        for op in reversed(body.ops):
            wanted = needed.intersection(op.results)
            if hopeful:
                wanted.difference_update(self.known)
            if op is not last and (wanted or not self.effects.removable(op)):
                needed.update([operand for inner in op.walk() for operand in inner.operands])
        # What an argument always is it is also if the body hands it on.
        return needed.difference(self.known)

    def _holds(self, op: Operation) -> bool:
        """Whether `op` is an assertion whose condition is known to hold."""
        condition = self.known.get(op.operands[0]) if op.operands and self.effects.asserts(op) else None
        present = None if condition is None else evaluated_all((condition,))
        return present is not None and is_array(present[0]) and bool(present[0].all())

    def _arguments(self, block: Block) -> None:
        live, known = self.live, self.known
        loop = block.parent_op()
        unread = self.unread.get(block.last_op, ()) if loop is not None and block.last_op is not None else ()
        if loop is not None and any(block.args[i] in live and block.args[i] not in known for i in unread):
            self.read_after_all.add(loop)
        if not _passes_constants(loop):
            return
        for argument in block.args:
            if argument in live and argument in known and self._accept(None, argument):
                self.constants.append(argument)

    def _accept(self, op: Operation | None, value: SSAValue) -> bool:
        """Whether `value` becomes a constant; charges what it costs."""
        array = self.known[value]
        if StableHLO.is_op(op, "stablehlo.tuple"):
            return False
        refusal = self._unfit(value, array) or self.credits.materialize(op, value)
        if refusal is not None and op is not None:
            self.refused[op] = refusal
        return refusal is None

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
                return self.replacements.refuse_constant(value, array, refined)
        elif is_array(array) and attribute_of_scalar(array, value_type) is not None:
            return None
        return Refusal(Code.USES, f"gives a '{value_type}', which no constant can hold")


def make_plan(
    blocks: Sequence[Block],
    known: Mapping[SSAValue, Value],
    effects: Effects,
    ledger: Ledger,
    callee_bytes: Callable[[Operation], int],
) -> Plan:
    """The plan for the blocks of one function body. Its `credits` are to be committed when it is carried out."""
    banned, read_after_all = set[Operation](), set[Operation]()
    made = 0

    def leaves(value: SSAValue) -> bool:
        return all(_takes_out(use.operation, effects) for use in value.uses)

    while True:
        live: set[SSAValue] = set()
        credits = Credits(ledger, known, live, leaves, callee_bytes, banned)
        plan, wrong = (
            Plan(known, effects, credits, live, read_after_all, made < MAX_PLANS),
            len(read_after_all),
        )
        for block in reversed(blocks):
            plan.block(block)
        broken = credits.disappointed(plan.kept)
        if not broken and len(read_after_all) == wrong:
            return plan
        banned = banned | broken
        made += 1
        if made == MAX_PLANS:
            ledger.steps_left = 0


def _takes_out(op: Operation, effects: Effects) -> bool:
    """Whether `op` hands what it reads to somebody outside of the module."""
    if not is_terminator(type(op)):
        return not effects.removable(op)
    func = op.parent_op()
    return isinstance(func, FuncOp) and not is_private(func)


def fits(array: Sized, declared: Attribute) -> bool:
    """Whether a constant of exactly the declared type can hold `array`."""
    return is_tensor_type(declared) and declared.get_shape() == array.shape


def _passes_constants(op: Operation | None) -> bool:
    """Whether the block arguments of `op` are replaced where they are known.

    Others keep theirs: `return %update` is the form in which compilers recognise a scatter that overwrites.
    """
    return type(op) is FuncOp or StableHLO.is_op(op, "stablehlo.while")
