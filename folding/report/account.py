"""The account of what happened to each op of a program, computed from the program before and after.

An op of the program went into constants, or a rule put something else in its place, or nothing reads it any more.

Into which constants, the `Trail` says. What stays and reads a new constant read another value of the program before.
What was evaluated for that value read others in turn. So the way goes backwards through the program before, also into
callees, the bodies of loops, and through what rules put in the place of ops. What a value was not computed from is left
out: the operands of an op about which a rule or a fact said enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from xdsl.dialects.builtin import FusedLoc, LocationAttr, ModuleOp, NoneAttr, UnknownLoc
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.programs.constants import attribute_bytes, is_constant
from xdsl_stablehlo.programs.symbols import ops_within
from xdsl_stablehlo.programs.transaction import Snapshot, Transaction, reads_of

from ..evaluate.records import Evaluated, FoldedKind
from ..terms.effects import is_terminator
from ..tuning import HELD_BYTES
from .report import AppliedRule, FoldReport, NewConstant


@cache
def is_counted(kind: type[Operation]) -> bool:
    """Whether ops of this class are operations of a program: neither modules nor functions nor ends of blocks."""
    return kind is not FuncOp and kind is not ModuleOp and not is_terminator(kind)


@cache
def is_computed(kind: type[Operation]) -> bool:
    """Whether ops of this class are operations of a program, and no constants."""
    return is_counted(kind) and not is_constant(kind)


def size_of_program(ops: Sequence[Operation]) -> tuple[int, int]:
    """The number of operations among `ops`, and the bytes of the constants; a splat counts one element."""
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
    """Let the report of a run compute, on demand, what happened to each op of the program.

    Until then it holds what went, so that it tells at once where that is much. What is changed later makes no
    difference.
    """
    after = [*ops_within(changes.root.regions[0])]
    reads, before = reads_of(after), changes.before

    def tell(report: FoldReport) -> None:
        if before is None:
            report.ops_before, report.bytes_before = size_of_program(after)
            report.ops_after, report.bytes_after = report.ops_before, report.bytes_before
        else:
            now = dict(zip(map(id, after), reads))
            _tell(report, before, changes, evaluated, applied, after, now, fuse_locations)

    report.folded = evaluated.kinds
    gone = [] if before is None else [op for op in before.ops if type(op) is ConstantOp and op.parent is None]
    if fuse_locations or sum([attribute_bytes(op.value) for op in gone]) > HELD_BYTES:
        tell(report)
    else:
        report.tell_later(tell)


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
    copies = changes.copies
    removed = [op for op in before.ops if id(op) not in now]
    stay = {id(op) for op in before.ops if id(op) in now}
    new = [op for op in after if id(op) not in stay]
    (ops, size), (fewer, less), (more, larger) = map(size_of_program, (before.ops, removed, new))
    report.ops_before, report.bytes_before = ops, size
    report.ops_after, report.bytes_after = ops - fewer + more, size - less + larger
    copied = {changes.original(op): op for op in reversed(new) if op in copies}
    report.program = [op if id(op) in now else copied.get(op) for op in before.ops]
    made = [op for op in new if is_constant(type(op)) and op not in copies]
    trail = Trail(before, changes, evaluated, now, new, made)
    by_rule = set(map(changes.original, applied))
    groups: dict[int, list[Operation]] = {}
    gone = 0
    for op, into in zip(before.ops, trail.into):
        if id(op) in now or op in copied or not is_counted(type(op)):
            continue
        gone += 1
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
    report.made_ops = report.ops_after - report.ops_before + gone - len(made)
    if fuse_locations:
        _fuse_locations(made, trail, groups)


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
            function_around(op),
            op.location,
            trail.stands_for(i),
            folded[i],
            shared[i],
            op,
        )
        for i, op in enumerate(made)
    ]


def function_around(op: Operation | Block | None) -> str:
    """The name of the function that an op or a block is in; nothing where there is none."""
    while op is not None and not isinstance(op, FuncOp):
        op = op.parent_op()
    return "" if op is None else op.sym_name.data


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


Identity: TypeAlias = "int | tuple[int, int]"
"""The identity of a value or of a function as a whole; that of a function with the number of a result. Operations and
values take longer to look up."""


def bits(number: int) -> list[int]:
    """The positions of the bits that are set in a number."""
    found = list[int]()
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return found


class Trail:
    """The new constants into which each op of the program was folded. Sets of constants are the bits of a number."""

    def __init__(
        self,
        before: Snapshot,
        changes: Transaction,
        evaluated: Evaluated,
        now: Mapping[int, Sequence[SSAValue]],
        new: Sequence[Operation],
        made: Sequence[Operation],
    ):
        """`now` says, by the identity of each op that is there after folding, what it reads; `made` are the constants
        among the `new` ops that are no copies."""
        self.into = [0] * len(before.ops)
        """For each op of the program the constants that it led to, if it went."""
        self.values: dict[int, SSAValue] = {}
        """For each constant the first value of the program in whose place it, or what is computed of it, is read."""
        self._before, self._changes, self._now = before, changes, now
        self._has_new = bool(changes.copies or changes.inserted)
        self._lead = defaultdict[Identity, int](int)
        """For each value of the program the constants that it led to."""
        self._asked: dict[Identity, int] = {}
        """Answers that were given before all facts about them were known."""
        if made:
            self._replaced = self._of_originals(changes)
            self._renamed = {
                op.sym_name.data: changes.original(op) for op in changes.copies if isinstance(op, FuncOp)
            }
            # What is evaluated in a copy was evaluated in its original, when the copy was decided on.
            self._evaluated = frozenset(evaluated.ops)
            self._link(new, {op: 1 << i for i, op in enumerate(made)})
            self._follow()

    def stands_for(self, constant: int) -> str:
        """The name of the op in whose place a constant is; `argument` for that of an argument."""
        value = self.values.get(constant)
        if value is None:
            return ""
        return value.owner.name if isinstance(value.owner, Operation) else "argument"

    @staticmethod
    def _of_originals(changes: Transaction) -> dict[int, list[SSAValue]]:
        """The replacement of each value and of its copies."""
        found: dict[int, list[SSAValue]] = {}
        for value, replacement in changes.replaced.items():
            if changes.copies and isinstance(value, OpResult):
                value = changes.original(value.op).results[value.index]
            found.setdefault(id(value), []).append(replacement)
        return found

    def _link(self, new: Sequence[Operation], behind: dict[Operation, int]) -> None:
        """Note the values in whose place what stays reads constants, or what is made of constants."""
        now, copies = self._now, self._changes.copies
        for op in new:
            if op not in copies and op not in behind:
                behind[op] = 0
                for operand in now[id(op)]:
                    behind[op] |= behind.get(operand.owner, 0) if isinstance(operand, OpResult) else 0
        for op, operands in zip(self._before.ops, self._before.operands):
            reads = now.get(id(op), operands)
            if reads is not operands:
                self._compare(operands, reads, behind)
        if copies:
            before = dict(zip(self._before.ops, self._before.operands))
            for op in new:
                if op in copies:
                    self._compare(before.get(self._changes.original(op), ()), now[id(op)], behind)

    def _compare(
        self, old: Sequence[SSAValue], new: Sequence[SSAValue], behind: Mapping[Operation, int]
    ) -> None:
        for was, reads in zip(old, new) if len(old) == len(new) else ():
            into = behind.get(reads.owner, 0) if was is not reads and isinstance(reads, OpResult) else 0
            if into:
                self._lead[id(was)] |= into
                for i in bits(into):
                    self.values.setdefault(i, was)

    def _follow(self) -> None:
        """Go backwards from the constants; again where a function was met before all that calls it, or was called
        before all that reads its arguments was met."""
        before = self._before
        modules = [op.regions[0] for op in before.ops if type(op) is ModuleOp]
        for region in (*before.root.regions, *modules):
            ops = [op for _, start, end in before.blocks_of(region) for op in before.ops[start:end]]
            functions = {op.sym_name.data: op for op in ops if type(op) is FuncOp}
            while True:
                self._asked = {}
                self._region(region, functions)
                if all(self._lead.get(place, 0) == answer for place, answer in self._asked.items()):
                    break

    def _ask(self, place: Identity) -> int:
        return self._asked.setdefault(place, self._lead.get(place, 0))

    def _region(self, region: Region, functions: Mapping[str, FuncOp]) -> None:
        """Follow all that is in the region of a module. Its functions come in order, ops in them the last one first."""
        ops, reads = self._before.ops, self._before.operands
        stack = [iter([*self._entries(region, 0)][::-1])]
        while stack:
            entry = next(stack[-1], None)
            if entry is None:
                stack.pop()
                continue
            i, around, is_done = entry
            op, operands = ops[i], reads[i]
            if is_done:
                self._hand_back(op, operands)
                continue
            into = 0 if id(op) in self._now else self._went(i, op, operands, around)
            if type(op) is CallOp:
                self._call(op, operands, functions, into)
            elif op.regions and type(op) is not ModuleOp:
                if type(op) is FuncOp:
                    around = self._returned(op)
                elif op in self._evaluated:
                    around = into
                stack.append(iter([(i, 0, True)]))
                stack += [self._entries(inner, around) for inner in op.regions]

    def _entries(self, region: Region, around: int) -> Iterator[tuple[int, int, bool]]:
        """The numbers of ops directly in a region that lead somewhere, with what all in the region led to."""
        ops, now = self._before.ops, self._now
        for _, start, end in reversed(self._before.blocks_of(region)):
            for i in reversed(range(start, end)):
                if id(ops[i]) not in now or ops[i].regions or type(ops[i]) is CallOp:
                    yield i, around, False

    def _went(self, number: int, op: Operation, operands: Sequence[SSAValue], around: int) -> int:
        """Note what an op that went led to, and its operands with it; gives it."""
        into = around
        # It is passed on now, and need not be kept; what comes later is passed on by the next look.
        lead = self._lead.get if op.regions or type(op) is CallOp else self._lead.pop
        for result in op.results:
            led = lead(id(result), 0)
            if led:
                into |= led
                self._flow_on(result, led)
        if into:
            self.into[number] |= into
            if around or op in self._evaluated:
                for operand in operands:
                    self._flow(operand, into)
        return into

    def _flow_on(self, value: SSAValue, into: int) -> bool:
        """Note the replacements of a value that led to constants; return whether it was replaced."""
        others = self._replaced.get(id(value), ()) if into else ()
        for other in others:
            self._flow(other, into)
        return bool(others)

    def _flow(self, value: SSAValue, into: int) -> None:
        """Note that a value led to constants, and so what it was computed from, if it is not of the program before."""
        if not self._has_new:
            self._lead[id(value)] |= into
            return
        stack = [value]
        while stack:
            value = stack.pop()
            led = self._lead.get(id(value), 0)
            if led | into == led:
                continue
            self._lead[id(value)] = led | into
            owner = value.owner
            if not isinstance(owner, Operation):
                continue
            if owner in self._changes.copies and isinstance(value, OpResult):
                stack.append(self._changes.original(owner).results[value.index])
            elif owner in self._changes.inserted:
                if id(value) in self._replaced:
                    stack += self._replaced[id(value)]
                elif owner in self._evaluated:
                    stack += self._changes.inserted[owner]

    def _call(
        self, op: CallOp, operands: Sequence[SSAValue], functions: Mapping[str, FuncOp], into: int
    ) -> None:
        """The callee leads to the same constants as its call, and operands to the same constants as the arguments."""
        name = op.callee.string_value()
        called = self._renamed.get(name, functions.get(name))
        if not isinstance(called, FuncOp):
            return
        if into and op in self._evaluated:
            self._lead[id(called)] |= into
        for i, result in enumerate(op.results):
            led = self._lead.get(id(result), 0)
            if led:
                self._lead[id(called), i] |= led
        blocks = self._before.blocks_of(called.body)
        arguments = blocks[0][0] if blocks else ()
        for operand, argument in zip(operands, arguments):
            self._flow(operand, self._ask(id(argument)))

    def _returned(self, func: FuncOp) -> int:
        """Let the results of calls lead to what a function returns; gives what the function led to as a whole."""
        for _, start, end in self._before.blocks_of(func.body):
            for i, value in enumerate(self._before.operands[end - 1] if end > start else ()):
                self._flow(value, self._ask((id(func), i)))
        return 0 if id(func) in self._now else self._ask(id(func))

    def _hand_back(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        """Let what the arguments of regions led to lead to what they were given."""
        for region in op.regions:
            for arguments, _, _ in self._before.blocks_of(region)[:1]:
                given = operands if len(operands) == len(arguments) else ()
                for i, argument in enumerate(arguments):
                    led = self._lead.get(id(argument), 0)
                    if not self._flow_on(argument, led) and led and given:
                        self._flow(given[i], led)
