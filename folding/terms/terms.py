"""Terms: the ops of the program, and ops that stand for others, over values of the program, which is not touched.

An op that a rule gives reads *stand-ins*, values of no block, and each of these is the same as a value of the program.
So it can be looked at as any other op, and what it gives be joined to the result that it stands for. Where it stays it
is put in front of the op in whose place it was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.ir.graphs import values_read_inside
from xdsl_stablehlo.programs.symbols import ops_in

from ..tuning import TERM_LIMIT

NEVER_RUNS = Region()
"""In the place of the region that always runs, for a loop whose condition is false from the start."""


class Terms:
    """The ops that were made for one function body, and the values that are equal to others."""

    def __init__(self, known: dict[SSAValue, Value]):
        """`known` has the constants of values, including values of ops that were made."""
        self._known = known
        self.same_as: dict[SSAValue, SSAValue] = {}
        """The value that each value is always equal to, whether known or not. Representatives are not keys."""
        self.made: dict[Operation, list[Operation]] = {}
        """By the op of the program in whose place they were made: ops, each after those that it reads."""
        self._places: dict[Operation, Operation] = {}
        self.copied: dict[Operation, Operation] = {}
        """Copies, and what they are copies of."""
        self._depths: dict[Operation, int] = {}
        """For each op that a rule made, how many were made before in the place of the same one."""
        self.bounded = 0
        """The number of times that no further op was made because of `TERM_LIMIT`."""

    def resolved(self, value: SSAValue) -> SSAValue:
        """The value at the end of the chain of those that are the same."""
        same_as = self.same_as
        if not same_as:
            return value
        while (other := same_as.get(value)) is not None:
            value = other
        return value

    def known(self, value: SSAValue) -> Value | None:
        """The constant of a value, or of its representative."""
        found = self._known.get(value)
        if found is None and value in self.same_as:
            found = self._known.get(self.resolved(value))
        return found

    def place(self, op: Operation) -> Operation:
        """The op of the program in whose place `op` was made, or `op` itself."""
        return self._places.get(op, op)

    def is_made(self, op: Operation) -> bool:
        """Whether `op` is not one of the program, nor inside of one."""
        return op in self._places

    def may_make(self, op: Operation) -> bool:
        """Whether rules may make a further op in the place of `op`."""
        room = self._depths.get(op, 0) < TERM_LIMIT
        self.bounded += not room
        return room

    def stand_ins(self, values: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Values that are the same as others, to be read by an op that is made."""
        values = [self.resolved(value) for value in values]
        block = Block(arg_types=[value.type for value in values])
        for stand_in, value in zip(block.args, values):
            self.same_as[stand_in] = value
            known = self._known.get(value)
            if known is not None:
                self._known[stand_in] = known
        return block.args

    def make(
        self, op: Operation, operands: Sequence[SSAValue], build: Callable[[Sequence[SSAValue]], Operation]
    ) -> list[Operation]:
        """The op that `build` makes in the place of `op`, from stand-ins for `operands`; its constants come first."""
        made = build(self.stand_ins(operands))
        made.attributes.update(op.attributes)
        ops = [*_constants_of(made), made]
        for each in ops:
            each.location = op.location
        self._add(op, ops)
        self._depths[made] = self._depths.get(op, 0) + 1
        return ops

    def copy(self, op: Operation, at: Operation, values: Mapping[SSAValue, SSAValue]) -> Operation:
        """A copy of `op` in the place of `at`, which reads other values where `values` says so."""
        read = list(dict.fromkeys((*op.operands, *values_read_inside(op))))
        stand_ins = self.stand_ins([values.get(value, value) for value in read])
        copy = op.clone(dict(zip(read, stand_ins)))
        self.copied[copy] = op
        self._add(at, [copy])
        return copy

    def put(self, copy: Operation, op: Operation) -> None:
        """Note a new op, of stand-ins, in the place of `op`."""
        self._add(op, [copy])
        self._depths[copy] = self._depths.get(op, 0) + 1

    def _add(self, at: Operation, ops: list[Operation]) -> None:
        # An op has its place before it is listed there: the folder may run out of memory at any line.
        place = self.place(at)
        self._places.update(dict.fromkeys(ops, place))
        self.made.setdefault(place, []).extend(ops)

    def drop(self, op: Operation) -> None:
        """Forget an op that was made, and nothing after it."""
        self.made[self._places[op]].remove(op)
        del self._places[op]
        self._release(op)

    def forget(self, op: Operation) -> list[Operation]:
        """Drop the ops that were made in the place of `op`, and give them."""
        gone = self.made.pop(op, [])
        for each in gone:
            del self._places[each]
            self._release(each)
        return gone

    def _release(self, op: Operation) -> None:
        for value in (*op.operands, *op.results):
            self.same_as.pop(value, None)
        read_nothing(op)

    def backwards(self, block: Block, executed: Mapping[Operation, Region]) -> Iterator[Operation]:
        """The ops of a block that may run, last ones first: before each op, those that were made in its place, and in
        the place of an op of which one region always runs, those of that region."""
        pending = list(ops_in(block))
        while pending:
            op = pending.pop()
            made, region = self.made.get(op, ()), executed.get(op)
            if region is None:
                made = list(made)
                yield op
            pending += made
            if region is not None and region is not NEVER_RUNS:
                pending += list(region.block.ops)[:-1]


def read_nothing(op: Operation) -> None:
    """Let an op that is not needed, and those inside of it, read nothing any more."""
    for each in op.walk():
        each.operands = ()


def _constants_of(op: Operation) -> list[Operation]:
    """The constants that were made to be read by a new op."""
    owners = [operand.owner for operand in op.operands]
    return [owner for owner in owners if isinstance(owner, ConstantOp) and owner.parent is None]
