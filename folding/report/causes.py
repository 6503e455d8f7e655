"""Why so much stays: the arguments, effects and limits at the bottom, what waits for each, and what would fold without.

"Operand 0 is not constant" is a link of a chain. At its end is an argument, an op that does something or whose result
is not defined, or a limit. What would fold if that were known is found out by doing it, on a copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, UnknownLoc
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import may_be_constant
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import ops_within
from xdsl_stablehlo.values.element_types import Array, format_of
from xdsl_stablehlo.values.elements import attribute_of

from ..driver import fold_module
from ..options import FoldOptions, chosen
from ..passes.bind import argument_names, prefixes_of
from ..reasons import Code
from ..tuning import (
    CAUSES_TOLD,
    CAUSES_WORK,
    CHAIN_LINKS,
    CHAINS,
    TRIED,
    TRIED_TOGETHER,
    TYPICAL_BYTES,
    TYPICAL_VALUES,
)
from .account import bits, function_around
from .report import ChainLink, FoldReport, RootCause
from .value_flow import Bottom, ValueFlow, bottom_arguments, effectful_ops, is_computed

KNOWN_ALL_THE_SAME = {
    Code.ELEMENT_LIMIT.value,
    Code.GROWTH_BUDGET.value,
    Code.EXPANSION.value,
    Code.USES.value,
}
"""Why ops stay whose results are known: nothing waits for these."""


class _Alike(NamedTuple):
    """Ops that wait for the same groups."""

    groups: list[int]
    ops: list[Operation]


@dataclass(eq=False)
class _Group:
    """Bottoms that are one cause."""

    kind: str
    what: str
    reason: str
    function: str
    bottoms: list[Bottom] = field(default_factory=list[Bottom])
    waiting: list[Operation] = field(default_factory=list[Operation])
    alone: int = 0
    """How many of these wait for nothing else."""
    name: str = ""
    """What the framework calls an argument."""
    is_tried: bool = False
    would_fold: int | None = None


def root_causes(
    report: FoldReport, options: FoldOptions | None = None, work_budget: int = CAUSES_WORK
) -> list[RootCause]:
    """What the ops that stayed wait for, in the end: those with the most waiting first. It is noted in the report.

    `report` is that of a fold with `options` whose module has not been changed since. Finding causes takes time in
    proportion to the program. Then the first ones are tried out, with `work_budget` altogether: a copy of the
    module, in which the argument or result is a constant of typical numbers, is folded, and the waiting ops that are
    gone are counted. Arguments whose names begin alike, `params`, are one more cause of the kind `arguments`, where
    binding all of them folds more than binding one. The module is not changed.

    Raises what the hook `should_fold` raises.

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
    alike = _note_waiting(flow, groups)
    ranked = sorted(range(len(groups)), key=lambda i: (-len(groups[i].waiting), i))
    what_if = WhatIf(module, given, work_budget)
    together = _together(groups, alike, what_if)
    for i in ranked[: max(0, TRIED - what_if.tried)]:
        _try_out(groups[i], what_if)
    chains = {i: _chain(flow, groups[i], i) for i in ranked[:CHAINS]}
    single = [_cause(groups[i], chains.get(i, [])) for i in ranked]
    joined = [_cause(group, []) for group in together]
    report.causes = sorted([*joined, *single], key=lambda cause: -cause.waiting)
    return report.causes


def ways_down(report: FoldReport, op: Operation, options: FoldOptions | None = None) -> list[list[ChainLink]]:
    """The ways from an op that stayed down to the causes that it waits for, `CAUSES_TOLD` at most."""
    module = report.module
    if module is None:
        return []
    flow = _flow(module, _groups(module, report, chosen(options)))
    return [
        [link_of(value) for value in flow.chain(op, group)] for group in bits(flow.waits(op))[:CAUSES_TOLD]
    ]


def _flow(module: ModuleOp, groups: Sequence[_Group]) -> ValueFlow:
    unknown = [(i, group) for i, group in enumerate(groups) if group.kind not in KNOWN_ALL_THE_SAME]
    return ValueFlow(module, {bottom: i for i, group in unknown for bottom in group.bottoms})


def _groups(module: ModuleOp, report: FoldReport, options: FoldOptions) -> list[_Group]:
    """The bottoms of a module: arguments one by one, ops together that are alike and stay for the same reason."""
    groups: dict[object, _Group] = {}
    names: dict[FuncOp, list[tuple[str, ...]]] = {}
    for argument in bottom_arguments(module):
        func = argument.block.parent_op()
        assert isinstance(func, FuncOp)
        if func not in names:
            names[func] = argument_names(func)
        known, function = names[func][argument.index], func.sym_name.data
        what = f"{_argument_label(argument, known)} of @{function}"
        name = known[0] if known else ""
        groups[argument] = _Group("argument", what, "is an argument", function, [argument], name=name)
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
        group = groups.setdefault((code, what), _Group(code, what, reason, function_around(op)))
        group.bottoms.append(op)
    return [*groups.values()]


def _argument_label(argument: BlockArgument, names: Sequence[str]) -> str:
    """What an argument is called: `%arg3`, and the name that the framework gave it, `%arg3 = params['w']`."""
    written = argument.name_hint or f"arg{argument.index}"
    known = next((name for name in names if name != argument.name_hint), None)
    return f"%{written}" + (f" = {known}" if known else "")


def _op_label(op: Operation) -> str:
    target = op.properties.get("call_target_name")
    return op.name if target is None else f"{op.name} @{getattr(target, 'data', '')}"


def _note_waiting(flow: ValueFlow, groups: Sequence[_Group]) -> list[_Alike]:
    """Note with each group what waits for it. Gives the ops that wait, together where they wait for the same."""
    found: dict[int, list[Operation]] = {}
    for op in flow.ops:
        waits = flow.waits(op)
        if waits:
            found.setdefault(waits, []).append(op)
    alike = [_Alike(bits(waits), ops) for waits, ops in found.items()]
    for numbers, ops in alike:
        for i in numbers:
            groups[i].waiting += ops
        if len(numbers) == 1:
            groups[numbers[0]].alone += len(ops)
    return alike


def _together(groups: Sequence[_Group], alike: Sequence[_Alike], what_if: WhatIf) -> list[_Group]:
    """Arguments of which all fold more than any one of them, and more than any smaller group of them that is tried."""
    leaves = {i: Leaf(group.function, group.name) for i, group in enumerate(groups) if group.name}
    tried = list[_Group]()
    for found in promising(leaves, [(numbers, len(ops)) for numbers, ops in alike])[:TRIED_TOGETHER]:
        group = _joined(found, groups, alike)
        would_fold = _try_out(group, what_if)
        members = [groups[i] for i in found.members]
        if would_fold is not None and would_fold > _best(members, would_fold, what_if):
            tried.append(group)
    return [group for group in tried if not any(_says_more(other, group) for other in tried)]


def _joined(found: Together, groups: Sequence[_Group], alike: Sequence[_Alike]) -> _Group:
    """Arguments as one cause."""
    members = set(found.members)
    waiting = [one for one in alike if not members.isdisjoint(one.groups)]
    return _Group(
        "arguments",
        f"{found.prefix} of @{found.function}",
        "are arguments",
        found.function,
        [bottom for i in found.members for bottom in groups[i].bottoms],
        [op for _, ops in waiting for op in ops],
        sum([len(ops) for numbers, ops in waiting if members.issuperset(numbers)]),
    )


def _best(members: Sequence[_Group], enough: int, what_if: WhatIf) -> int:
    """The most ops that one of `members` would fold, as far as found; trying stops where none has `enough` waiting."""
    best = max(members, key=lambda group: group.alone)
    if all(len(group.waiting) < enough for group in members):
        return 0
    found = _try_out(best, what_if)
    return best.alone if found is None else found


def _says_more(other: _Group, group: _Group) -> bool:
    """Whether fewer of the arguments of a group fold as much."""
    fewer = len(other.bottoms) < len(group.bottoms) and set(other.bottoms) <= set(group.bottoms)
    return fewer and other.would_fold == group.would_fold


def _try_out(group: _Group, what_if: WhatIf) -> int | None:
    """How many ops would fold, found once."""
    if not group.is_tried:
        group.is_tried, group.would_fold = True, what_if.folded(group.bottoms, group.waiting)
    return group.would_fold


def _cause(group: _Group, chain: list[ChainLink]) -> RootCause:
    first = group.bottoms[0]
    return RootCause(
        kind=group.kind,
        what=group.what,
        function=group.function,
        source=UnknownLoc() if group.kind == "arguments" else first.location,
        reason=group.reason,
        ops=len(group.bottoms),
        waiting=len(group.waiting),
        alone=group.alone,
        would_fold=group.would_fold,
        chain=chain,
        arguments=[bottom.index for bottom in group.bottoms if isinstance(bottom, BlockArgument)],
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
    return links if len(links) <= CHAIN_LINKS else [*links[: CHAIN_LINKS // 2], *links[-CHAIN_LINKS // 2 :]]


def link_of(value: SSAValue) -> ChainLink:
    """A value on the way to a cause: its op, or what the argument is called."""
    owner = value.owner
    if isinstance(owner, Operation):
        return ChainLink(owner.name, owner.location)
    assert isinstance(value, BlockArgument)
    around = owner.parent_op()
    if isinstance(around, FuncOp):
        label = _argument_label(value, argument_names(around)[value.index])
        return ChainLink(f"{label} of @{around.sym_name.data}", value.location)
    return ChainLink(
        f"argument {value.index} of a region of {around.name if around else 'a block'}", value.location
    )


Path = tuple[str, ...]
"""The function, and the parts of a name."""


@dataclass(frozen=True)
class Leaf:
    """A named argument of a function: with `params['layer0']['w']` it is in `params` and in `params['layer0']`."""

    function: str
    name: str


@dataclass
class Together:
    """Arguments of one function whose names begin alike."""

    function: str
    prefix: str
    """What their names begin with, as it is written there."""
    members: list[int] = field(default_factory=list[int])
    """The numbers of the leaves."""


def promising(leaves: Mapping[int, Leaf], waits: Iterable[tuple[Sequence[int], int]]) -> list[Together]:
    """Groups of which more ops wait for nothing else than of any one part: those with the most such ops first.

    `leaves` are the arguments that have names, by their numbers. `waits` are the numbers of what ops wait for, each
    with the number of ops that wait for just that. Where two prefixes are of the same arguments, it is the shorter one.
    """
    paths = {number: [(leaf.function,), *_paths(leaf)] for number, leaf in leaves.items()}
    groups = _groups_of_leaves(leaves)
    alone, best_part = Counter[Path](), Counter[Path]()
    for numbers, count in waits:
        if all(number in paths for number in numbers):
            for path in _common([paths[number] for number in numbers]):
                alone[path] += count
    for path, count in alone.items():
        best_part[path[:-1]] = max(best_part[path[:-1]], count)
    found: dict[Path, int] = {}
    for path, count in alone.items():
        if path in groups and count > best_part[path]:
            found[_shortest(path, groups)] = count
    return [groups[path] for path in sorted(found, key=lambda p: (-found[p], len(groups[p].members)))]


def _paths(leaf: Leaf) -> list[Path]:
    """From the shortest prefix of a name to the whole."""
    return [(leaf.function, *path) for path, _ in prefixes_of(leaf.name)]


def _groups_of_leaves(leaves: Mapping[int, Leaf]) -> dict[Path, Together]:
    """All groups of more than one argument."""
    groups: dict[Path, Together] = {}
    for number, leaf in leaves.items():
        for path, written in prefixes_of(leaf.name)[:-1]:
            group = groups.setdefault((leaf.function, *path), Together(leaf.function, written))
            group.members.append(number)
    return {path: group for path, group in groups.items() if len(group.members) > 1}


def _common(paths: Sequence[Sequence[Path]]) -> Sequence[Path]:
    """The prefixes that all of some leaves are in; there is none for leaves of several functions."""
    # The first and the last in order have no more in common than any two others.
    first, last = min(paths, key=_whole), max(paths, key=_whole)
    return [path for path, other in zip(first, last) if path == other][1:]


def _whole(paths: Sequence[Path]) -> Path:
    return paths[-1]


def _shortest(path: Path, groups: Mapping[Path, Together]) -> Path:
    """The shortest path to the same arguments."""
    while path[:-1] in groups and len(groups[path[:-1]].members) == len(groups[path].members):
        path = path[:-1]
    return path


class WhatIf:
    """Folding copies of a module in which something is known, as long as the work that is allowed lasts."""

    def __init__(self, module: ModuleOp, options: FoldOptions, work: int):
        """`work` are nanoseconds, as estimated, that all folds together may take."""
        self._module = module
        self._options = options
        self._left = work
        self.tried = 0
        """How often something was tried out."""

    def folded(self, bottoms: Sequence[Bottom], waiting: Sequence[Operation]) -> int | None:
        """How many of the ops that wait for `bottoms` go where these are known; None where that is not tried out."""
        values = [value for bottom in bottoms for value in _values_of(bottom)]
        if self._left <= 0 or not waiting or not all(_is_typical(value.type) for value in values):
            return None
        typical = _different(values)
        if sum([_bytes(declared) for declared, _ in set(typical)]) > TYPICAL_BYTES:
            return None
        self.tried += 1
        known: dict[SSAValue, SSAValue] = {}
        copy = self._module.clone(value_mapper=known)
        copies = dict(zip(ops_within(self._module.body), ops_within(copy.body), strict=True))
        attributes = {one: attribute_of(_typical_array(*one), one[0]) for one in set(typical)}
        for value, one in zip(values, typical):
            _make_known(known[value], attributes[one])
        allowed = min(self._left, self._options.work_budget)
        report = fold_module(copy, replace(self._options, work_budget=allowed, on_progress=None))
        is_cut = allowed == self._left and Code.WORK_BUDGET.value in report.reasons()
        self._left -= report.work
        if is_cut or Code.SECONDS.value in report.reasons():
            return None
        gone = sum([is_outside(copies[op], copy) for op in waiting])
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


def _different(values: Sequence[SSAValue]) -> list[tuple[AnyTensorType, int]]:
    """The type of each value and which of the values of that type it gets."""
    seen, found = Counter[AnyTensorType](), list[tuple[AnyTensorType, int]]()
    for value in values:
        declared = cast("AnyTensorType", value.type)
        found.append((declared, seen[declared] % TYPICAL_VALUES))
        seen[declared] += 1
    return found


def _make_known(value: SSAValue, elements: Attribute) -> None:
    """Let all read a constant in the place of `value`."""
    constant = ConstantOp(elements, value.type)
    owner = value.owner
    point = InsertPoint.after(owner) if isinstance(owner, Operation) else InsertPoint.at_start(owner)
    Rewriter.insert_op(constant, point)
    value.replace_all_uses_with(constant.output)


def _typical_array(declared: AnyTensorType, turn: int) -> Array:
    """Numbers that no rule is about: neither 0 nor 1 where the type has others, and not all the same."""
    held = format_of(declared.element_type)
    few = {1: [1, 0], 2: [1]}.get(held.width, [3, 2, 5])
    first = turn % len(few)
    numbers = np.array([*few[first:], *few[:first]], np.float64).astype(held.dtype)
    return np.resize(numbers, declared.get_shape())


def is_outside(op: Operation, module: ModuleOp) -> bool:
    """Whether `op`, or what it was in, has been taken out of `module`."""
    around: Operation | None = op
    while around is not None and around is not module:
        around = around.parent_op()
    return around is None
