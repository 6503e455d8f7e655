"""Root causes of the ops that stay: arguments, effects and limits, the ops that wait for each, and how many would fold.

`root_causes` says it of a program, `explain` of one value.

"Operand 0 is not constant" is a link of a chain. At its end is an argument, an op that does something or whose result
is not defined, or a limit. How many ops would fold if that were known is found by folding a copy.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, StringAttr, UnknownLoc
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.constant import may_be_constant
from xdsl_stablehlo.interpreter.execution.type_facts import facts_of
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.graphs import postorder, values_of_module
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import Lines
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.foreign import has_foreign_ops
from xdsl_stablehlo.programs.symbols import CallGraph, is_private, ops_within
from xdsl_stablehlo.text.locations import origin_of
from xdsl_stablehlo.text.names import Names
from xdsl_stablehlo.values.element_types import Array, format_of
from xdsl_stablehlo.values.elements import attribute_of

from ..fold.adopted import adoption_of
from ..fold.bind import argument_names, path_of, prefixes_of
from ..fold.driver import fold_module
from ..fold.patterns import ConstantAnalysis
from ..options import FoldOptions, chosen
from ..report.account import bits, function_around, is_computed
from ..report.report import ChainLink, FoldReport, KeptOp, RootCause, readable_bytes, source_of, values_of
from ..terms.effects import Effects
from ..terms.reasons import Code
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

KNOWN_ALL_THE_SAME = {
    Code.ELEMENT_LIMIT.value,
    Code.GROWTH_BUDGET.value,
    Code.EXPANSION.value,
    Code.USES.value,
}
"""Why ops stay whose results are known: nothing waits for these."""


@default_environment()
def root_causes(
    report: FoldReport, options: FoldOptions | None = None, work_budget: int = CAUSES_WORK
) -> list[RootCause]:
    """The root causes of the ops that stayed, those with the most waiting ops first. They are stored in the report.

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
    causes, names = _bottoms(module, report, given)
    flow = _flow(module, causes)
    alike: dict[int, list[Operation]] = {}
    for op in flow.ops:
        if waits := flow.waits(op):
            alike.setdefault(waits, []).append(op)
    for waits, ops in alike.items():
        numbers = bits(waits)
        for i in numbers:
            causes[i].waiting_operations += ops
        if len(numbers) == 1:
            causes[numbers[0]].alone += len(ops)
    ranked = sorted(range(len(causes)), key=lambda i: -causes[i].waiting)
    what_if = WhatIf(module, given, work_budget)
    together = _together(causes, names, alike, what_if)
    for i in ranked[: max(0, TRIED - what_if.tried)]:
        what_if(causes[i])
    for i in ranked[:CHAINS]:
        causes[i].chain = _chain(flow, causes[i], i)
    found = [*together, *[causes[i] for i in ranked]]
    report.causes = sorted(found, key=lambda cause: -cause.waiting)
    return report.causes


def _bottoms(
    module: ModuleOp, report: FoldReport, options: FoldOptions
) -> tuple[list[RootCause], dict[int, tuple[str, str]]]:
    """The bottoms of a module: arguments one by one, ops together that are alike and stay for the same reason.

    With them, by their numbers, the function and the name of the arguments that the framework has a name for.
    """
    causes, named = list[RootCause](), dict[int, tuple[str, str]]()
    graph = CallGraph.of(module)
    for name, func in graph.functions.items():
        # Callers that the module does not have give these.
        if func.is_declaration or (is_private(func) and name not in graph.escaping):
            continue
        for argument, known in zip(func.args, argument_names(func)):
            if known:
                named[len(causes)] = name, known[0]
            what = f"{_argument_label(argument, known)} of @{name}"
            causes.append(RootCause("argument", what, name, argument.location, "is an argument", [argument]))
    kept_ops = {kept.operation: kept for kept in report.kept if kept.operation is not None}
    effects = Effects(graph.functions, options.assume_no_undeclared_side_effects)
    groups: dict[tuple[str, str], RootCause] = {}
    for op in ops_within(module.body):
        kept = kept_ops.get(op)
        if kept is not None and kept.code != Code.NOT_CONSTANT.value:
            code, reason = kept.code, kept.reason
        elif op.results and not op.regions and not isinstance(op, CallOp) and not effects.removable(op):
            code, reason = Code.SIDE_EFFECTS.value, "has side effects"
        else:
            continue
        target = op.properties.get("call_target_name")
        called = target.data if isinstance(target, StringAttr) else ""
        what = op.name if target is None else f"{op.name} @{called}"
        if (code, what) not in groups:
            groups[code, what] = RootCause(code, what, function_around(op), op.location, reason, [])
        groups[code, what].bottoms.append(op)
    return [*causes, *groups.values()], named


def _argument_label(argument: BlockArgument, names: Sequence[str]) -> str:
    """The label of an argument: `%arg3`, or with the name that the framework gave it, `%arg3 = params['w']`."""
    written = argument.name_hint or f"arg{argument.index}"
    known = next((name for name in names if name != argument.name_hint), None)
    return f"%{written}" + (f" = {known}" if known else "")


def _flow(module: ModuleOp, causes: Sequence[RootCause]) -> ValueFlow:
    """The data flow from the bottoms, whose values are not known."""
    unknown = [(i, cause) for i, cause in enumerate(causes) if cause.kind not in KNOWN_ALL_THE_SAME]
    return ValueFlow(
        module,
        {value: 1 << i for i, cause in unknown for bottom in cause.bottoms for value in values_of(bottom)},
    )


def _chain(flow: ValueFlow, cause: RootCause, number: int) -> list[ChainLink]:
    """The way from the op that waits for a cause and comes last in the program down to the cause."""
    if not cause.waiting:
        return []
    last = cause.waiting_operations[-1]
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
    what = f"argument {value.index} of a region of {around.name if around else 'a block'}"
    return ChainLink(what, value.location)


class ValueFlow:
    """The bottoms from which each value of a module is computed, through regions and calls.

    The bottoms of a value are a number with a bit for each group of bottoms, so that joining them is one operation,
    however many there are. What is carried by a loop or handed into a region counts as computed from all operands of
    its op: the op runs as a whole.
    """

    def __init__(self, module: ModuleOp, bottoms: Mapping[SSAValue, int]):
        """`bottoms` are the values that are not constant by themselves, each with the bit of its group."""
        self._bottoms = bottoms
        self._graph = CallGraph.of(module)
        self._inside: dict[Operation, Sequence[SSAValue]] = {}
        self.ops = [op for op in ops_within(module.body) if is_computed(type(op))]
        """The ops that are neither constants nor there for structure, in order."""
        self._sources: dict[SSAValue, Sequence[SSAValue]] = {}
        self._found: dict[SSAValue, int] = {}
        self._spread()

    def waits(self, op: Operation) -> int:
        """The groups of bottoms, as bits, that `op` waits for; its own is none of them."""
        found = 0
        for value in self._read(op):
            found |= self._found.get(value, 0)
        return found

    def chain(self, op: Operation, group: int) -> list[SSAValue]:
        """A shortest way from what `op` reads down to a bottom of a group, nearest values first; empty without one."""
        bit = 1 << group
        reader: dict[SSAValue, SSAValue | None] = {}
        for value in self._read(op):
            if self._found.get(value, 0) & bit:
                reader[value] = None
        pending = deque(reader)
        while pending:
            value = pending.popleft()
            if self._bottoms.get(value, 0) & bit:
                way, at = list[SSAValue](), reader[value]
                while at is not None:
                    way.append(at)
                    at = reader[at]
                return [*way[::-1], value]
            for source in self._sources[value]:
                if source not in reader and self._found.get(source, 0) & bit:
                    reader[source] = value
                    pending.append(source)
        return []

    def _spread(self) -> None:
        """Join what values are computed from, again while circles of loops and recursion add something."""
        roots = [operand for op in self.ops for operand in (*op.operands, *op.results)]
        circles = list[SSAValue]()
        order = list(postorder(roots, self._note_sources, circles.append))
        found, changed = self._found, True
        while changed:
            changed = False
            for value in order:
                joined = self._bottoms.get(value, 0)
                for source in self._sources[value]:
                    joined |= found.get(source, 0)
                if joined != found.get(value, 0):
                    found[value] = joined
                    changed = bool(circles)

    def _note_sources(self, value: SSAValue) -> Sequence[SSAValue]:
        """Note the values from which `value` is computed directly."""
        op, found = value.owner, list[SSAValue]()
        if isinstance(value, BlockArgument):
            around = value.block.parent_op()
            if isinstance(around, FuncOp):
                sites = self._graph.sites.get(around.sym_name.data, ()) if is_private(around) else ()
                found = [call.operands[value.index] for call in sites]
            elif around is not None:
                found = self._read(around)
        elif isinstance(op, Operation):
            callee = self._graph.functions.get(op.callee.string_value()) if isinstance(op, CallOp) else None
            found = _handed_on(callee) if callee is not None and not callee.is_declaration else self._read(op)
        self._sources[value] = found
        return found

    def _read(self, op: Operation) -> Sequence[SSAValue]:
        """The operands of `op`, and the values that its regions return."""
        if not op.regions:
            return op.operands
        if op not in self._inside:
            self._inside[op] = (*op.operands, *_handed_on(op))
        return self._inside[op]


def _handed_on(op: Operation) -> Sequence[SSAValue]:
    """The operands of the ops that end the blocks of `op`."""
    ends = [block.last_op for region in op.regions for block in region.blocks]
    return [operand for end in ends if end is not None for operand in end.operands]


# Arguments that are tried together.


def _together(
    causes: Sequence[RootCause],
    names: Mapping[int, tuple[str, str]],
    alike: Mapping[int, Sequence[Operation]],
    what_if: WhatIf,
) -> list[RootCause]:
    """Arguments of which all fold more than any one of them, and more than any smaller group of them that is tried.

    `names` are functions and names of arguments, `alike` the ops that wait for the same causes, which are bits.
    """
    found = list[RootCause]()
    groups = promising(names, [(bits(waits), len(ops)) for waits, ops in alike.items()])
    for prefix, numbers in groups[:TRIED_TOGETHER]:
        members, mask = [causes[i] for i in numbers], sum([1 << i for i in numbers])
        function = members[0].function
        what, bottoms = f"{prefix} of @{function}", [bottom for one in members for bottom in one.bottoms]
        group = RootCause("arguments", what, function, UnknownLoc(), "are arguments", bottoms)
        for waits, ops in alike.items():
            group.waiting_operations += ops if waits & mask else ()
            group.alone += 0 if waits & ~mask else len(ops)
        would_fold = what_if(group)
        if would_fold is not None and would_fold > _best(members, would_fold, what_if):
            found.append(group)
    return [group for group in found if not any(_says_more(other, group) for other in found)]


def _best(members: Sequence[RootCause], enough: int, what_if: WhatIf) -> int:
    """The most ops that one of `members` would fold, as far as found; trying stops where none has `enough` waiting."""
    if all(member.waiting < enough for member in members):
        return 0
    best = max(members, key=lambda member: member.alone)
    found = what_if(best)
    return best.alone if found is None else found


def _says_more(other: RootCause, group: RootCause) -> bool:
    """Whether fewer of the arguments of a group fold as much."""
    fewer = other.ops < group.ops and set(other.bottoms) <= set(group.bottoms)
    return fewer and other.would_fold == group.would_fold


Path: TypeAlias = tuple[str, ...]
"""A function, and the parts of a name: `params['layer0']['w']` is in `params` and in `params['layer0']`."""


def promising(
    names: Mapping[int, tuple[str, str]], waits: Iterable[tuple[Sequence[int], int]]
) -> list[tuple[str, list[int]]]:
    """Groups of arguments of which more ops wait for nothing else than of any one part: those with the most such ops
    first. Each is what the names begin with, as it is written there, and the numbers of the arguments.

    `names` are the functions and names of arguments, by their numbers. `waits` are the numbers of what ops wait for,
    each with the number of ops that wait for just that. Where two prefixes are of the same arguments, it is the shorter
    one.
    """
    paths, groups = dict[int, Path](), dict[Path, tuple[str, list[int]]]()
    for number, (function, name) in names.items():
        paths[number] = (function, *path_of(name))
        for path, written in prefixes_of(name)[:-1]:
            groups.setdefault((function, *path), (written, []))[1].append(number)
    groups = {path: group for path, group in groups.items() if len(group[1]) > 1}
    alone, best_part = Counter[Path](), Counter[Path]()
    for numbers, count in waits:
        if all(number in paths for number in numbers):
            read = [paths[number] for number in numbers]
            # The first and the last in order have no more in common than any two others.
            first, last = min(read), max(read)
            for end in range(2, len(first) + 1):
                if first[:end] == last[:end]:
                    alone[first[:end]] += count
    for path, count in alone.items():
        best_part[path[:-1]] = max(best_part[path[:-1]], count)
    found: dict[Path, int] = {}
    for path, count in alone.items():
        if path in groups and count > best_part[path]:
            while path[:-1] in groups and len(groups[path[:-1]][1]) == len(groups[path][1]):
                path = path[:-1]
            found[path] = count
    return [groups[path] for path in sorted(found, key=lambda p: (-found[p], len(groups[p][1])))]


# What would fold.


class WhatIf:
    """Folds copies of a module in which a value is made known, within a budget of work."""

    def __init__(self, module: ModuleOp, options: FoldOptions, work: int):
        """`work` are nanoseconds, as estimated, that all folds together may take."""
        self._module = module
        self._options = options
        self._left = work
        self._asked: set[int] = set()
        self.tried = 0
        """The number of folds that were tried."""

    def __call__(self, cause: RootCause) -> int | None:
        """The number of ops waiting for `cause` that fold if it is known; None if that is not tried.

        It is found once, and noted in the cause.
        """
        if id(cause) not in self._asked:
            self._asked.add(id(cause))
            cause.would_fold = self._folded(cause)
        return cause.would_fold

    def _folded(self, cause: RootCause) -> int | None:
        values = [value for bottom in cause.bottoms for value in values_of(bottom)]
        if self._left <= 0 or not cause.waiting:
            return None
        typical = _typical_elements([value.type for value in values])
        if typical is None:
            return None
        self.tried += 1
        known: dict[SSAValue, SSAValue] = {}
        copy = self._module.clone(value_mapper=known)
        copies = dict(zip(ops_within(self._module.body), ops_within(copy.body), strict=True))
        for value, elements in zip(values, typical):
            _make_known(known[value], elements)
        allowed = min(self._left, self._options.work_budget)
        report = fold_module(copy, replace(self._options, work_budget=allowed, on_progress=None, prove=None))
        is_cut = allowed == self._left and Code.WORK_BUDGET.value in report.reasons()
        self._left -= report.work
        if is_cut or Code.SECONDS.value in report.reasons():
            return None
        gone = sum([not copy.is_ancestor(copies[op]) for op in cause.waiting_operations])
        there = set(copies.values())
        # What rules put in the place of others does not count as folded.
        return max(0, gone - sum([is_computed(type(op)) and op not in there for op in ops_within(copy.body)]))


def _typical_elements(types: Sequence[Attribute]) -> list[Attribute] | None:
    """Elements for values of these types, not all the same; None where some cannot be, or all take too much."""
    seen, found = Counter[Attribute](), list[tuple[AnyTensorType, int]]()
    for declared in types:
        if not is_tensor_type(declared) or not may_be_constant(declared):
            return None
        found.append((declared, seen[declared] % TYPICAL_VALUES))
        seen[declared] += 1
    if sum([facts_of(declared).bytes or 0 for declared, _ in set(found)]) > TYPICAL_BYTES:
        return None
    made = {one: attribute_of(_typical_array(*one), one[0]) for one in set(found)}
    return [made[one] for one in found]


def _typical_array(declared: AnyTensorType, turn: int) -> Array:
    """Numbers to which no rule applies: neither 0 nor 1 if the type has others, and not all the same."""
    held = format_of(declared.element_type)
    few = {1: [1, 0], 2: [1]}.get(held.width, [3, 2, 5])
    first = turn % len(few)
    numbers = np.array([*few[first:], *few[:first]], np.float64).astype(held.dtype)
    return np.resize(numbers, declared.get_shape())


def _make_known(value: SSAValue, elements: Attribute) -> None:
    """Replace all uses of `value` by a constant."""
    constant = ConstantOp(elements, value.type)
    owner = value.owner
    point = InsertPoint.after(owner) if isinstance(owner, Operation) else InsertPoint.at_start(owner)
    Rewriter.insert_op(constant, point)
    value.replace_all_uses_with(constant.output)


# The story of one value: what it is, whether it is constant, why its op stays, and what it waits for in the end.


@default_environment()
def explain(module: ModuleOp, name: str, options: FoldOptions | None = None) -> Lines:
    """The story of the values that are written `%name` in `module`, as text. The module is not changed.

    What folding would do is found by folding a copy. Raises `ValueError` where no value has the name, and what
    `fold_module` raises.

    Examples:
        >>> explain(module, "%two")
        %two in @main: tensor<2xf32>, a result of stablehlo.add (<input>:4:10)
          is constant: [0., 2.]
          its op goes when the module is folded
    """
    own = adoption_of(module).module if has_foreign_ops(module) else module
    written = name.removeprefix("%")
    texts = Names(own).texts
    found = [value for value in values_of_module(own) if texts.get(value) == written]
    if not found:
        close = get_close_matches(written, texts.values(), 1, 0.7)
        meant = f": did you mean '%{close[0]}'?" if close else ""
        if written.isdecimal():
            meant = ": names are those of the program that was read; print it with --keep-names to see them"
        raise ValueError(f"no value is called '%{written}'{meant}")
    fates, analysis = Fates(own, options), ConstantAnalysis(own, options)
    lines = list[str]()
    for value in found:
        tensor = analysis.value(value)
        elements = repr(tensor).removeprefix("Tensor(").rpartition(" : ")[0].split()
        lines += [
            _what(value, written),
            "  is not constant" if tensor is None else f"  is constant: {' '.join(elements)}",
            *[f"  {line}" for line in _told(fates, value)],
        ]
    return Lines("\n".join(lines))


def _what(value: SSAValue, name: str) -> str:
    """The value's name, function, type and op, and where that is."""
    owner = value.owner
    around = function_around(owner)
    kind = f"a result of {owner.name}" if isinstance(owner, Operation) else "an argument"
    source = source_of(value)
    function = around and f" in @{around}"
    origin = origin_of(source.location)
    said = ", ".join([part for part in (origin.place, origin.context) if part])
    return f"%{name}{function}: {value.type}, {kind}{said and f' ({said})'}"


class Fates:
    """The result of folding for the values of a module, which is not changed: a copy of it is folded, once."""

    def __init__(self, module: ModuleOp, options: FoldOptions | None = None):
        """Raises what `fold_module` raises."""
        self._options = options
        self._copies: dict[SSAValue, SSAValue] = {}
        self.folded = module.clone(value_mapper=self._copies)
        """The copy."""
        self._originals = {copied: value for value, copied in self._copies.items()}
        self.report = fold_module(self.folded, options)

    @cached_property
    def _bottoms(self) -> list[RootCause]:
        return _bottoms(self.folded, self.report, chosen(self._options))[0]

    @cached_property
    def _flow(self) -> ValueFlow:
        return _flow(self.folded, self._bottoms)

    def causes(self, value: SSAValue) -> list[RootCause]:
        """The root causes of ops that stayed that `value`, an argument, is."""
        causes = root_causes(self.report, self._options)
        return [cause for cause in causes if cause.waiting and self._copies[value] in cause.bottoms]

    def waiting(self, argument: SSAValue) -> int:
        """The number of ops that stayed and wait for an argument, and perhaps for others."""
        own = [i for i, cause in enumerate(self._bottoms) if self._copies[argument] in cause.bottoms]
        return sum([bool(self._flow.waits(op) & 1 << own[0]) for op in self._flow.ops]) if own else 0

    def goes(self, op: Operation) -> bool:
        """Whether an op is not there any more when the module is folded."""
        return not self.folded.is_ancestor(self._copy(op))

    def kept(self, op: Operation) -> KeptOp | None:
        """The reason for which an op with constant operands stays; None for an op without such operands."""
        copied = self._copy(op)
        return next((kept for kept in self.report.kept if kept.operation is copied), None)

    def ways(self, op: Operation) -> list[list[SSAValue]]:
        """The ways from what an op reads down to the first of the causes that it waits for, nearest values first."""
        copied = self._copy(op)
        told = [self._flow.chain(copied, group) for group in bits(self._flow.waits(copied))[:CAUSES_TOLD]]
        return [[self._originals.get(value, value) for value in way] for way in told]

    def _copy(self, op: Operation) -> Operation:
        owner = self._copies[op.results[0]].owner
        assert isinstance(owner, Operation)
        return owner


def _told(fates: Fates, value: SSAValue) -> list[str]:
    """The result of folding for the op of a value, and the reason."""
    op = value.owner
    if not isinstance(op, Operation):
        return [str(cause) for cause in fates.causes(value)]
    if is_constant(type(op)):
        return []
    if fates.goes(op):
        return ["its op goes when the module is folded"]
    kept = fates.kept(op)
    stays = "its op stays" if kept is None else f"its op stays: it {kept.reason} ({kept.code})"
    ways = [" <- ".join([str(link_of(value)) for value in way]) for way in fates.ways(op)]
    cost = list[str]()
    if kept is not None and kept.bytes is not None:
        cost.append(f"its constant would take {readable_bytes(kept.bytes)}")
    if kept is not None and kept.work:
        cost.append(f"evaluating it an estimated {kept.work / 1e6:.2f} ms")
    return [stays, *cost, *[f"waits: {way}" for way in ways]]
