"""What became of each op of a program: told afterwards, from the program before and after.

An op of the program went into constants, or a rule put something else in its place, or nothing reads it any more. Into
which constants says the `Trail`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from xdsl.dialects.builtin import FusedLoc, LocationAttr, ModuleOp, NoneAttr, UnknownLoc
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.programs.constants import attribute_bytes, is_constant
from xdsl_stablehlo.programs.symbols import ops_within
from xdsl_stablehlo.programs.transaction import Snapshot, Transaction, reads_of

from ..facts.effects import is_terminator
from .report import AppliedRule, FoldedKind, FoldReport, NewConstant
from .trail import Evaluated, Trail, bits


@cache
def is_counted(kind: type[Operation]) -> bool:
    """Whether ops of this class are operations of a program: neither modules nor functions nor ends of blocks."""
    return kind is not FuncOp and kind is not ModuleOp and not is_terminator(kind)


HELD_BYTES = 1 << 16
"""Bytes of constants that went which a report may hold until it is asked."""


def size_of_program(ops: Sequence[Operation]) -> tuple[int, int]:
    """How many operations there are among `ops`, and the bytes of the constants; a splat counts one element."""
    kinds = Counter(map(type, ops))
    constants = {kind for kind in kinds if is_constant(kind)}
    size = sum([attribute_bytes(op.properties["value"]) for op in ops if type(op) in constants])
    return sum([count for kind, count in kinds.items() if is_counted(kind)]), size


def give_account(
    report: FoldReport,
    changes: Transaction,
    evaluated: Evaluated,
    applied: Mapping[Operation, AppliedRule],
    fuse_locations: bool,
) -> None:
    """Let the report of a run tell what became of each op of the program, when it is asked.

    Until then it holds what went, so that it tells at once where that is much. What is changed later makes no
    difference.
    """
    after = [*ops_within(cast("ModuleOp", changes.root).body)]
    reads, before = reads_of(after), changes.before

    def tell() -> None:
        if before is None:
            report.ops_before, report.bytes_before = size_of_program(after)
            report.ops_after, report.bytes_after = report.ops_before, report.bytes_before
        else:
            now = dict(zip(map(id, after), reads))
            _tell(report, before, changes, evaluated, applied, after, now, fuse_locations)

    report.folded = evaluated.kinds
    report.tell_later(tell)
    if fuse_locations or (before is not None and _holds_much(before.ops)):
        report.tell()


def _holds_much(ops: Sequence[Operation]) -> bool:
    """Whether constants among ops of the program that went take many bytes."""
    gone = [op for op in ops if type(op) is ConstantOp and op.parent is None]
    return sum([attribute_bytes(op.value) for op in gone]) > HELD_BYTES


def _tell(
    report: FoldReport,
    before: Snapshot,
    changes: Transaction,
    evaluated: Evaluated,
    applied: Mapping[Operation, AppliedRule],
    after: Sequence[Operation],
    now: Mapping[int, Sequence[SSAValue]],
    fuse_locations: bool,
) -> None:
    copies, old = changes.copies, set(map(id, before.ops))
    removed = [op for op in before.ops if id(op) not in now]
    new = [op for op in after if id(op) not in old]
    _note_sizes(report, before.ops, removed, new)
    copied = {changes.original(op): op for op in reversed(new) if op in copies}
    report.program = [op if id(op) in now else copied.get(op) for op in before.ops]
    made = [op for op in new if is_constant(type(op)) and op not in copies]
    trail = Trail(before, changes, evaluated, now, new, made)
    gone = [op for op in removed if is_counted(type(op)) and op not in copied]
    by_rule = set(map(changes.original, applied))
    groups: dict[int, list[Operation]] = {}
    for op in gone:
        into = trail.into.get(id(op), 0)
        if is_constant(type(op)):
            report.constants_gone += 1
        elif into:
            report.folded.setdefault(op.name, FoldedKind()).count += 1
            groups.setdefault(into, []).append(op)
        elif op in by_rule:
            report.replaced_ops += 1
        else:
            report.unread_ops += 1
    report.constants = _described(made, trail, groups)
    report.shared_ops = sum([len(ops) for into, ops in groups.items() if into & (into - 1)])
    report.made_ops = report.ops_after - report.ops_before + len(gone) - len(made)
    if fuse_locations:
        _fuse_locations(made, trail, groups)


def _note_sizes(
    report: FoldReport, before: Sequence[Operation], removed: Sequence[Operation], new: Sequence[Operation]
) -> None:
    """Note the sizes of the program before and after."""
    (ops, size), (fewer, less), (more, larger) = map(size_of_program, (before, removed, new))
    report.ops_before, report.bytes_before = ops, size
    report.ops_after, report.bytes_after = ops - fewer + more, size - less + larger


def _described(
    made: Sequence[Operation], trail: Trail, groups: Mapping[int, Sequence[Operation]]
) -> list[NewConstant]:
    folded, shared = Counter[int](), Counter[int]()
    for into, ops in groups.items():
        constants = bits(into)
        for i in constants:
            folded[i] += len(ops)
            shared[i] += len(ops) if len(constants) > 1 else 0
    return [
        NewConstant(
            op.results[0].type,
            attribute_bytes(op.properties["value"]),
            _function_around(op),
            op.location,
            trail.stands_for(i),
            folded[i],
            shared[i],
            op,
        )
        for i, op in enumerate(made)
    ]


def _function_around(op: Operation) -> str:
    around = op.parent_op()
    while around is not None and not isinstance(around, FuncOp):
        around = around.parent_op()
    return "" if around is None else around.sym_name.data


def _fuse_locations(
    made: Sequence[Operation], trail: Trail, groups: Mapping[int, Sequence[Operation]]
) -> None:
    """Give each new constant the locations of what went into it, each one once, that of its own op first."""
    for i, constant in enumerate(made):
        own = trail.values.get(i)
        found: dict[LocationAttr, None] = {}
        if own is not None and isinstance(own.owner, Operation):
            found[own.owner.location] = None
        for into, ops in groups.items():
            if into >> i & 1:
                found.update(dict.fromkeys([op.location for op in reversed(ops)]))
        locations = tuple([location for location in found if not isinstance(location, UnknownLoc)])
        if len(locations) > 1:
            constant.location = FusedLoc(locations, NoneAttr())
