"""Changes of a module that are undone, object by object, if one of them fails.

xDSL has no undo, and exceptions can come anywhere: from a hook, from a lack of memory, or from Ctrl-C inside of xDSL
when half of the links of an op are set. So before the first change, a snapshot records the ops of each block, the
operands of each op, and the order of uses of each value. That takes a quarter of a microsecond for each op, copies no
constants, and is not done if nothing folds. To restore it, all links are set, from any state and any number of times.

For that this module, and no other, reads and sets private links of xDSL: public methods rely on invariants that an
interrupt may have broken, and walking by them would double the time of the snapshot.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TypeVar

from xdsl.dialects.builtin import ArrayAttr, FunctionType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue, SSAValues, Use

from xdsl_stablehlo.ir.printable import UserError
from xdsl_stablehlo.text.locations import place_of

from .symbols import ops_within

# pyright: reportPrivateUsage=false

T = TypeVar("T")

TRIES = 100
"""The number of times a roll-back that is interrupted begins again."""


class ConcurrentFoldError(RuntimeError, UserError):
    """A module is already being folded by another thread, or by the caller of the current hook."""


_OPEN: dict[int, Transaction] = {}
"""The current transactions, by the identity of their roots."""


def atomically(root: Operation, change: Callable[[Transaction], T]) -> T:
    """The result of `change`, which may change the inside of `root`; if it raises, everything is undone.

    Raises as `change`, and `ConcurrentFoldError` if `root`, or an op around or inside of it, is being changed already.
    """
    transaction = Transaction(root)
    try:
        transaction.begin()
        result = change(transaction)
        transaction.end()
        return result
    except BaseException as raised:
        error, tries = raised, 0
        # An interrupt may come at any call, so the first one is inside of the `try`.
        while True:
            try:
                transaction.roll_back()
                break
            except BaseException as later:
                error, tries = later, tries + 1
                if tries == TRIES:
                    break
        try:
            raise error
        finally:
            del error


class Transaction:
    """The changes of one run. Ops outside of `root` must not read values from inside."""

    def __init__(self, root: Operation):
        self.root = root
        self.before: Snapshot | None = None
        """The state before the first change; None before that."""
        self.copies: dict[Operation, Operation] = {}
        """The original of each copied op."""
        self.inserted: dict[Operation, SSAValues] = {}
        """New ops, with their operands when they were inserted."""
        self.replaced: dict[SSAValue, SSAValue] = {}
        """The replacement of each value, constants made for values excepted."""
        self._named: list[SSAValue] = []
        """Values that had no name before."""
        self._properties: list[tuple[Operation, dict[str, Attribute]]] = []
        """Ops and their properties before a change, the latest change last."""

    def begin(self) -> None:
        """Claim the root."""
        root = self.root
        # Set first and checked afterwards: of two threads at most one goes on.
        owner = _OPEN.setdefault(id(root), self)
        for other in list(_OPEN.values()):
            if other is not self and (other.root.is_ancestor(root) or root.is_ancestor(other.root)):
                owner = other
        if owner is not self:
            raise ConcurrentFoldError(
                f"{place_of(root.location)}'{root.name}' is being folded already, by another thread or around a hook"
            )

    def end(self) -> None:
        """Release the root."""
        if _OPEN.get(id(self.root)) is self:
            del _OPEN[id(self.root)]

    def save(self) -> None:
        """Take the snapshot. Call it before making an op with operands; the methods below call it themselves."""
        if self.before is None:
            self.before = Snapshot(self.root)

    def roll_back(self) -> None:
        """Undo all changes, and release the root. Call it again if it raises."""
        self.undo()
        self.end()

    def undo(self) -> None:
        """Undo all changes. Call it again if it raises."""
        with interrupts_held():
            if self.before is not None:
                self.before.restore()
            for op, properties in reversed(self._properties):
                op.properties = properties
            for value in self._named:
                value.name_hint = None
            self.before = None
            self._properties, self._named = [], []
            self.copies, self.inserted, self.replaced = {}, {}, {}

    def erase(self, op: Operation) -> None:
        """Remove `op`, with everything inside, from its block and from the uses of its operands."""
        self.save()
        op.detach()
        for each in [op, *[inner for region in op.regions for inner in ops_within(region)]]:
            each.parent = None
            for value, use in zip(each._operands, each._operand_uses):
                value.remove_use(use)
            each._operands, each._operand_uses = Operation._operands, ()  # xDSL makes a tuple for each op
            if each._successors:
                each.successors = ()
        for result in op.results:
            if result.first_use is not None:
                result.erase(safe_erase=False)

    def insert(self, op: Operation, before: Operation, original: Operation | None = None) -> None:
        """Insert a new op before another one; `original` is the op that it copies, if any."""
        if original is not None:
            self.copies.update(zip(op.walk(), original.walk()))
        elif op._operands:
            self.inserted[op] = op._operands
        self._place(op, before)

    def copy(self, op: Operation, before: Operation) -> Operation:
        """Insert a copy of `op` before another op."""
        copy = op.clone()
        self.insert(copy, before, op)
        return copy

    def original(self, op: Operation) -> Operation:
        """The op of the original program that `op` copies, or `op` itself."""
        while op in self.copies:
            op = self.copies[op]
        return op

    def move(self, op: Operation, before: Operation) -> None:
        """Move `op` before another one."""
        self.save()
        op.detach()
        self._place(op, before)

    def _place(self, op: Operation, before: Operation) -> None:
        self.save()
        block = before.parent
        assert block is not None
        block.insert_op_before(op, before)

    def replace(self, value: SSAValue, replacement: SSAValue) -> None:
        """Replace all uses of `value`; a replacement without a name gets that of `value`."""
        self.save()
        if replacement is value:
            return
        self.replaced[value] = replacement
        for use in tuple(value.uses):
            use.operation.operands[use.index] = replacement
        self.name(replacement, value)

    def name(self, value: SSAValue, other: SSAValue) -> None:
        """Give `value` the name of another one if it has none."""
        if value.name_hint is None and other.name_hint is not None:
            self._named.append(value)
            value.name_hint = other.name_hint

    def set_operands(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        """Make `op` read other values."""
        self.save()
        op.operands = operands

    def set_property(self, op: Operation, name: str, value: Attribute) -> None:
        """Set one property of `op`."""
        self._properties.append((op, op.properties))
        op.properties = {**op.properties, name: value}

    def replace_body(self, module: ModuleOp, other: ModuleOp) -> None:
        """Give `module` the body of another one, which is new."""
        self.save()
        block = other.body.detach_block(other.body.block)
        module.body.detach_block(module.body.block)
        module.body.add_block(block)

    def erase_blocks(self, blocks: Sequence[Block]) -> None:
        """Remove blocks, whose values only they read and to which only they lead."""
        self.save()
        for block in blocks:
            for op in reversed([*block.ops]):
                self.erase(op)
        for block in blocks:
            region = block.parent
            assert region is not None
            region.detach_block(block)

    def drop_block_arguments(self, block: Block, gone: Collection[int]) -> None:
        """Remove arguments that nothing reads from a block; what leads to it is changed before."""
        self.save()
        for index in sorted(gone, reverse=True):
            block.erase_arg(block.args[index])

    def drop_arguments(self, func: FuncOp, gone: Collection[int]) -> None:
        """Remove arguments that nothing reads from a function and its type."""
        self.drop_block_arguments(func.body.blocks[0], gone)
        for name, value in signature_without(func, gone).items():
            self.set_property(func, name, value)


def without(items: Sequence[T], gone: Collection[int]) -> list[T]:
    """The items whose indices are not in `gone`."""
    return [item for i, item in enumerate(items) if i not in gone]


def signature_without(func: FuncOp, gone: Collection[int]) -> dict[str, Attribute]:
    """The properties for a function without some of its arguments."""
    inputs = without(func.function_type.inputs.data, gone)
    kept: dict[str, Attribute] = {
        "function_type": FunctionType.from_lists(inputs, func.function_type.outputs.data)
    }
    if func.arg_attrs is not None:
        kept["arg_attrs"] = ArrayAttr(without(func.arg_attrs.data, gone))
    return kept


def reads_of(ops: Sequence[Operation]) -> list[SSAValues]:
    """The operands of each op: the same object as in a `Snapshot` if they have not changed."""
    return [op._operands for op in ops]


class Snapshot:
    """The structure and the operands of everything inside an op."""

    def __init__(self, root: Operation):
        self.root = root
        self.regions: list[Region] = [*root.regions]
        self.blocks: list[tuple[Region, Block, tuple[BlockArgument, ...], int]] = []
        """Each block with its region, its arguments, and the number of ops up to its end."""
        self.ops: list[Operation] = []
        self.operands: list[SSAValues] = []
        self.uses: list[tuple[Use, ...]] = []
        self.jumps: list[tuple[Operation, tuple[Block, ...], tuple[Use, ...]]] = []
        """Ops with successors."""
        self._spans: dict[Region, list[tuple[tuple[BlockArgument, ...], int, int]]] | None = None
        self._walk()
        self._all_uses = [*self.uses, *[uses for _, _, uses in self.jumps]]
        self._following = [use._next_use for uses in self._all_uses for use in uses]
        """For each use of a value or block, the next use of it."""

    def _walk(self) -> None:
        regions, blocks, ops, operands, uses = self.regions, self.blocks, self.ops, self.operands, self.uses
        for region in regions:
            # The list grows under way by the regions of the ops that are met.
            block = region._first_block
            while block is not None:
                op = block._first_op
                while op is not None:
                    ops.append(op)
                    operands.append(op._operands)
                    uses.append(op._operand_uses)
                    if op.regions:
                        regions += op.regions
                    op = op._next_op
                blocks.append((region, block, block._args, len(ops)))
                last = block._last_op
                if last is not None and last._successors:
                    self.jumps.append((last, last._successors, last._successor_uses))
                block = block._next_block

    def blocks_of(self, region: Region) -> Sequence[tuple[tuple[BlockArgument, ...], int, int]]:
        """The blocks of a region: the arguments of each, and its range of op numbers."""
        if self._spans is None:
            self._spans, start = {}, 0
            for around, _, arguments, end in self.blocks:
                self._spans.setdefault(around, []).append((arguments, start, end))
                start = end
        return self._spans.get(region, ())

    def restore(self) -> None:
        """Set all links again. Needs little memory, and may be called again if it raises."""
        self._restore_regions()
        self._restore_blocks()
        self._restore_reads()

    def _restore_regions(self) -> None:
        for region in self.root.regions:
            region.parent = self.root
        for region in self.regions:
            region._first_block = region._last_block = None
        for op in self.ops:
            for region in op.regions:
                region.parent = op
        for region, block, _, _ in self.blocks:
            last = region._last_block
            block.parent, block._prev_block, block._next_block = region, last, None
            if last is None:
                region._first_block = block
            else:
                last._next_block = block
            region._last_block = block

    def _restore_blocks(self) -> None:
        at = 0
        for _, block, arguments, end in self.blocks:
            block._args = arguments
            for index, argument in enumerate(arguments):
                argument.index = index
            last = block._first_op = None
            while at < end:
                op = self.ops[at]
                op.parent, op._prev_op, op._next_op = block, last, None
                if last is None:
                    block._first_op = op
                else:
                    last._next_op = op
                last = op
                at += 1
            block._last_op = last

    def _restore_reads(self) -> None:
        for op, operands, uses in zip(self.ops, self.operands, self.uses):
            op._operands, op._operand_uses = operands, uses
            for result in op.results:
                result.first_use = None
        for op, successors, uses in self.jumps:
            op._successors, op._successor_uses = successors, uses
        for _, block, arguments, _ in self.blocks:
            block.first_use = None
            for argument in arguments:
                argument.first_use = None
        _link(self._all_uses, self._following)
        for operands, uses in zip(self.operands, self.uses):
            _set_first(operands, uses)
        for _, successors, uses in self.jumps:
            _set_first(successors, uses)


def _link(groups: Sequence[tuple[Use, ...]], following: Sequence[Use | None]) -> None:
    """Chain the uses of each value; `following` has the next one of each."""
    for use in chain.from_iterable(groups):
        use._prev_use = None
    for use, after in zip(chain.from_iterable(groups), following):
        use._next_use = after
        if after is not None:
            after._prev_use = use


def _set_first(read: Sequence[SSAValue | Block], uses: Sequence[Use]) -> None:
    for value, use in zip(read, uses):
        if use._prev_use is None:
            value.first_use = use


@contextmanager
def interrupts_held() -> Generator[None]:
    """Hold Ctrl-C back until the end of the context. (Python gives it to the main thread only.)"""
    arrived: list[int] = []

    def note(number: int, _: object) -> None:
        arrived.append(number)

    handler = signal.getsignal(signal.SIGINT)
    try:
        if handler is not None:
            signal.signal(signal.SIGINT, note)
    except ValueError:
        handler = None
    if handler is None:
        # Not the main thread, or not Python's to handle.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if arrived:
            signal.raise_signal(signal.SIGINT)
