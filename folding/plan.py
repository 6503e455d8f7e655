"""Which known values become constants, which ops go and which stay, and why: decided before anything is changed.

Ops are looked at backwards, so that an op is only asked about when it is clear who still reads its results. A value
that a staying op reads becomes a constant if the limits allow it; otherwise its op stays and its operands are asked.
A constant above the limits is paid for with the bytes of constants that nobody reads any more once it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
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
        self, known: Mapping[SSAValue, Value], effects: Effects, credits: Credits, live: set[SSAValue]
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
            if used and not is_constant(type(op)):
                accepted = [result for result in used if result in known and self._accept(op, result)]
                self.constants += reversed(accepted)
                if len(accepted) == len(used) and removable(op):
                    self.dead.append(op)
                    self.credits.free(op)
                    continue
            self.kept.append(op)
            live.update(op.operands)
            if op.regions and type(op) not in SEPARATE:
                return op
        return None

    def _holds(self, op: Operation) -> bool:
        """Whether `op` is an assertion whose condition is known to hold."""
        condition = self.known.get(op.operands[0]) if op.operands and self.effects.asserts(op) else None
        present = None if condition is None else evaluated_all((condition,))
        return present is not None and is_array(present[0]) and bool(present[0].all())

    def _arguments(self, block: Block) -> None:
        live, known = self.live, self.known
        if not _passes_constants(block.parent_op()):
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
        return Refusal(Code.USES, f"gives a '{value_type}', which no constant can hold")


def make_plan(
    blocks: Sequence[Block],
    known: Mapping[SSAValue, Value],
    effects: Effects,
    ledger: Ledger,
    callee_bytes: Callable[[Operation], int],
) -> Plan:
    """The plan for the blocks of one function body. Its `credits` are to be committed when it is carried out."""
    banned: set[Operation] = set()
    made = 0

    def leaves(value: SSAValue) -> bool:
        return all(_takes_out(use.operation, effects) for use in value.uses)

    while True:
        live: set[SSAValue] = set()
        credits = Credits(ledger, known, live, leaves, callee_bytes, banned)
        plan = Plan(known, effects, credits, live)
        for block in reversed(blocks):
            plan.block(block)
        broken = credits.disappointed(plan.kept)
        if not broken:
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
