"""Why so much stays: the arguments, effects and limits at the bottom, what waits for each, and what would fold without.

"Operand 0 is not constant" is a link of a chain. At its end is an argument, an op that does something or whose result
is not defined, or a limit. What would fold if that were known is found out by doing it, on a copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
from xdsl_stablehlo.element_types import Array, format_of
from xdsl_stablehlo.elements import attribute_of
from xdsl_stablehlo.guards import is_tensor_type

from .argument_names import argument_names
from .driver import fold_module
from .options import FoldOptions, chosen
from .reasons import Code
from .report import ChainLink, FoldReport, RootCause
from .symbols import ops_within
from .value_flow import ValueFlow, bottom_arguments, effectful_ops, is_computed

TRIED = 8
"""How many causes are tried out, those with the most ops waiting first."""

SECONDS = 2.0
"""Seconds after which no other cause is tried out, and no trial evaluates any more."""

CHAINS = 20
"""How many causes, the same ones first, get a chain: each takes a search through the program."""

CHAIN = 12
"""Links of a chain that are told."""

WAYS = 5
"""How many causes of one op are told."""

TYPICAL_BYTES = 1 << 26
"""A value that takes more is not tried out."""

KNOWN_ALL_THE_SAME = {
    Code.ELEMENT_LIMIT.value,
    Code.GROWTH_BUDGET.value,
    Code.EXPANSION.value,
    Code.USES.value,
}
"""Why ops stay whose results are known: nothing waits for these."""

Bottom = Operation | BlockArgument


@dataclass
class _Group:
    """Bottoms that are one cause."""

    kind: str
    what: str
    reason: str
    function: str
    bottoms: list[Bottom] = field(default_factory=list[Bottom])
    waiting: list[Operation] = field(default_factory=list[Operation])


def root_causes(
    report: FoldReport, options: FoldOptions | None = None, seconds: float = SECONDS
) -> list[RootCause]:
    """What the ops that stayed wait for, in the end: those with the most waiting first. It is noted in the report.

    `report` is that of a fold with `options` whose module has not been changed since. Finding causes takes time in
    proportion to the program. Then the first ones are tried out until `seconds` are over: a copy of the module, in
    which the argument or result is a constant of typical numbers, is folded, and the waiting ops that are gone are
    counted. The module is not changed. Raises what the hook `should_fold` raises.

    Examples:
        >>> from xdsl_stablehlo.folding import fold_module
        >>> report = fold_module(module)
        >>> for cause in root_causes(report):
        ...     print(cause)
        1 op waits for %x of @main (<input>:2:17); binding it would fold it
    """
    module, given = report.module, chosen(options)
    if module is None:
        return []
    groups = _groups(module, report, given)
    flow = _flow(module, groups)
    alone = _note_waiting(flow, groups)
    ranked = sorted(range(len(groups)), key=lambda i: (-len(groups[i].waiting), i))
    trial = _Trials(module, given, seconds)
    report.causes = [
        _cause(
            groups[i],
            alone[i],
            trial.of(groups[i]) if rank < TRIED else None,
            _chain(flow, groups[i], i) if rank < CHAINS else [],
        )
        for rank, i in enumerate(ranked)
    ]
    return report.causes


def ways_down(report: FoldReport, op: Operation, options: FoldOptions | None = None) -> list[list[ChainLink]]:
    """The ways from an op that stayed down to the causes that it waits for, `WAYS` at most."""
    module = report.module
    if module is None:
        return []
    flow = _flow(module, _groups(module, report, chosen(options)))
    bits = _bits(flow.waits(op))[:WAYS]
    return [[link_of(value) for value in flow.chain(op, group)] for group in bits]


def _flow(module: ModuleOp, groups: Sequence[_Group]) -> ValueFlow:
    unknown = [(i, group) for i, group in enumerate(groups) if group.kind not in KNOWN_ALL_THE_SAME]
    return ValueFlow(module, {bottom: i for i, group in unknown for bottom in group.bottoms})


def _groups(module: ModuleOp, report: FoldReport, options: FoldOptions) -> list[_Group]:
    """The bottoms of a module: arguments one by one, ops together that are alike and stay for the same reason."""
    groups: dict[object, _Group] = {}
    for argument in bottom_arguments(module):
        func = argument.block.parent_op()
        assert isinstance(func, FuncOp)
        name = func.sym_name.data
        what = f"{argument_label(func, argument.index)} of @{name}"
        groups[argument] = _Group("argument", what, "is an argument", name, [argument])
    found = {kept.operation: kept for kept in report.kept if kept.operation is not None}
    effectful = dict.fromkeys(effectful_ops(module, options.assume_no_undeclared_side_effects))
    for op in ops_within(module.body):
        kept = found.get(op)
        if kept is not None and kept.code != Code.NOT_CONSTANT.value:
            code, reason = kept.code, kept.reason
        elif op in effectful:
            code, reason = Code.SIDE_EFFECTS.value, "has side effects"
        else:
            continue
        what = _op_label(op)
        group = groups.setdefault((code, what), _Group(code, what, reason, _function_of(op)))
        group.bottoms.append(op)
    return [*groups.values()]


def argument_label(func: FuncOp, position: int) -> str:
    """What an argument is called: `%arg3`, and the name that the framework gave it, `%arg3 = params['w']`."""
    argument = func.args[position]
    written = argument.name_hint or f"arg{position}"
    known = next((name for name in argument_names(func)[position] if name != argument.name_hint), None)
    return f"%{written}" + (f" = {known}" if known else "")


def _op_label(op: Operation) -> str:
    target = op.properties.get("call_target_name")
    return op.name if target is None else f"{op.name} @{getattr(target, 'data', '')}"


def _function_of(op: Operation) -> str:
    around: Operation | None = op
    while around is not None and not isinstance(around, FuncOp):
        around = around.parent_op()
    return "" if around is None else around.sym_name.data


def _note_waiting(flow: ValueFlow, groups: Sequence[_Group]) -> Counter[int]:
    """Note with each group what waits for it; how many ops wait for that group alone."""
    alike: dict[int, list[Operation]] = {}
    for op in flow.ops:
        waits = flow.waits(op)
        if waits:
            alike.setdefault(waits, []).append(op)
    alone = Counter[int]()
    for waits, ops in alike.items():
        bits = _bits(waits)
        for i in bits:
            groups[i].waiting += ops
        if len(bits) == 1:
            alone[bits[0]] += len(ops)
    return alone


def _bits(number: int) -> list[int]:
    found = list[int]()
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return found


def _cause(group: _Group, alone: int, would_fold: int | None, chain: list[ChainLink]) -> RootCause:
    first = group.bottoms[0]
    return RootCause(
        kind=group.kind,
        what=group.what,
        function=group.function,
        source=first.location,
        reason=group.reason,
        ops=len(group.bottoms),
        waiting=len(group.waiting),
        alone=alone,
        would_fold=would_fold,
        chain=chain,
        operations=[op for op in group.bottoms if isinstance(op, Operation)],
        waiting_operations=group.waiting,
    )


def _chain(flow: ValueFlow, group: _Group, number: int) -> list[ChainLink]:
    """The way from the op that waits for a group and comes last in the program down to the group."""
    if not group.waiting:
        return []
    last = group.waiting[-1]
    links = [ChainLink(last.name, last.location)]
    links += [link_of(value) for value in flow.chain(last, number)]
    return links if len(links) <= CHAIN else [*links[: CHAIN // 2], *links[-CHAIN // 2 :]]


def link_of(value: SSAValue) -> ChainLink:
    """A value on the way to a cause: its op, or what the argument is called."""
    owner = value.owner
    if isinstance(owner, Operation):
        return ChainLink(owner.name, owner.location)
    assert isinstance(value, BlockArgument)
    around = owner.parent_op()
    if isinstance(around, FuncOp):
        return ChainLink(f"{argument_label(around, value.index)} of @{around.sym_name.data}", value.location)
    return ChainLink(
        f"argument {value.index} of a region of {around.name if around else 'a block'}", value.location
    )


class _Trials:
    """Folding copies of a module in which something is known."""

    def __init__(self, module: ModuleOp, options: FoldOptions, seconds: float):
        self._module = module
        self._options = options
        self._end = monotonic() + seconds

    def of(self, group: _Group) -> int | None:
        """How many of the ops that wait for a group go where it is known; None where that is not tried out."""
        left = self._end - monotonic()
        values = [value for bottom in group.bottoms for value in _values_of(bottom)]
        if left <= 0 or not group.waiting or not all(_is_typical(value.type) for value in values):
            return None
        if sum([_bytes(cast("AnyTensorType", value.type)) for value in values]) > TYPICAL_BYTES:
            return None
        known: dict[SSAValue, SSAValue] = {}
        copy = self._module.clone(value_mapper=known)
        copies = dict(zip(ops_within(self._module.body), ops_within(copy.body), strict=True))
        for value in values:
            _make_known(known[value])
        fold_module(copy, replace(self._options, seconds=left, on_progress=None))
        gone = sum([is_outside(copies[op], copy) for op in group.waiting])
        there = set(copies.values())
        # What rules put in the place of others does not count as folded.
        return max(0, gone - sum([is_computed(op) and op not in there for op in ops_within(copy.body)]))


def _values_of(bottom: Bottom) -> Sequence[SSAValue]:
    return bottom.results if isinstance(bottom, Operation) else (bottom,)


def _is_typical(value_type: Attribute) -> bool:
    return is_tensor_type(value_type) and may_be_constant(value_type)


def _bytes(value_type: AnyTensorType) -> int:
    count = 1
    for size in value_type.get_shape():
        count *= size
    return count * format_of(value_type.element_type).dtype.itemsize


def _make_known(value: SSAValue) -> None:
    """Let all read a constant of typical numbers in the place of `value`."""
    declared = cast("AnyTensorType", value.type)
    constant = ConstantOp(attribute_of(typical_array(declared), declared), declared)
    owner = value.owner
    point = InsertPoint.after(owner) if isinstance(owner, Operation) else InsertPoint.at_start(owner)
    Rewriter.insert_op(constant, point)
    value.replace_all_uses_with(constant.output)


def typical_array(declared: AnyTensorType) -> Array:
    """Numbers that no rule is about: neither 0 nor 1 where the type has others, and not all the same."""
    held = format_of(declared.element_type)
    few = {1: [1, 0], 2: [1]}.get(held.width, [3, 2, 5])
    return np.resize(np.array(few, np.float64), declared.get_shape()).astype(held.dtype)


def is_outside(op: Operation, module: ModuleOp) -> bool:
    """Whether `op`, or what it was in, has been taken out of `module`."""
    around: Operation | None = op
    while around is not None and around is not module:
        around = around.parent_op()
    return around is None
