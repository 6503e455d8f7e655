"""The report of folding: a table for people, JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import TypeAlias

from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xdsl_stablehlo.ir.printable import Readable, counted, printable
from xdsl_stablehlo.text.locations import origin_of

from ..evaluate.records import EngineUse, FoldedKind
from ..options import FoldVerdict
from ..terms.reasons import Code
from ..tuning import TEXT_ROWS


class Located(Readable):
    """An entry with a place in the program, which is read from the location on demand."""

    source: LocationAttr

    @property
    def location(self) -> str:
        """`file:line:column` where the location says it, otherwise nothing."""
        return origin_of(self.source).place

    @property
    def name(self) -> str:
        """The name that the location says, which JAX makes of its transformations, functions and ops: `jit(f)/mul`."""
        return origin_of(self.source).name

    @property
    def called_from(self) -> tuple[str, ...]:
        """The places of the calls that led here, the innermost first: `file:line:column in function`."""
        return origin_of(self.source).callers

    def to_dict(self) -> dict[str, object]:
        """It as plain data."""
        where = {"location": self.location, "name": self.name, "called_from": [*self.called_from]}
        return {**{key: value for key, value in vars(self).items() if key not in NOT_DATA}, **where}


NOT_DATA = ("source", "operation", "value_type", "bottoms", "waiting_operations", "chain")
"""Fields that plain data has in another form, or that are parts of the program."""


@dataclass(repr=False)
class KeptOp(Located):
    """An op that had constant operands and stayed."""

    op: str
    function: str
    source: LocationAttr
    code: str
    reason: str
    bytes: int | None
    """Bytes that its results would take as constants; None where the size is not known."""
    work: int
    """Nanoseconds, as estimated, of its evaluation."""
    operation: Operation | None = field(default=None, compare=False)
    """The op itself, where folding left it."""

    def __str__(self) -> str:
        """With its place and other parts of its location, or the name of its function if it has none."""
        origin = origin_of(self.source)
        said = origin.place + (f" ({origin.context})" if origin.place and origin.context else origin.context)
        where = said or (self.function and f"@{self.function}")
        return f"{where and f'{where}: '}{self.op} {self.reason}"


@dataclass(repr=False)
class ChainLink(Located):
    """A step on the way from an op that stayed to the cause."""

    what: str
    """The name of an op, or what an argument is called."""
    source: LocationAttr

    def __str__(self) -> str:
        return f"{self.what} ({self.location})" if self.location else self.what


ValueSource: TypeAlias = "Operation | BlockArgument"
"""A source of values: an op with its results, or an argument."""


def values_of(source: ValueSource) -> Sequence[SSAValue]:
    """The values that an op or an argument gives."""
    return source.results if isinstance(source, Operation) else (source,)


def source_of(value: SSAValue) -> ValueSource:
    """The op or the argument that gives a value."""
    if isinstance(value.owner, Operation):
        return value.owner
    assert isinstance(value, BlockArgument)
    return value


@dataclass(repr=False)
class RootCause(Located):
    """A root cause of ops that stayed."""

    kind: str
    """`argument`, `arguments` for several whose names begin alike, or the code of the reason for which ops stay by
    themselves."""
    what: str
    """The label of the argument or the op."""
    function: str
    source: LocationAttr
    reason: str
    bottoms: list[ValueSource] = field(compare=False)
    """The arguments or the ops that are this cause."""
    waiting_operations: list[Operation] = field(default_factory=list[Operation], compare=False)
    """The ops that wait for it, and perhaps for others."""
    alone: int = 0
    """The number of these that wait for nothing else."""
    would_fold: int | None = None
    """The number of waiting ops that go when the value is known; None where that was not tried out."""
    chain: list[ChainLink] = field(default_factory=list[ChainLink])
    """From the last op that waits, down to the cause; empty for all but the first causes, and for several arguments."""
    arguments: list[int] = field(init=False)
    """The positions of the arguments that are this cause; written in decimal they are keys for `bind_arguments`."""

    def __post_init__(self) -> None:
        self.arguments = [bottom.index for bottom in self.bottoms if isinstance(bottom, BlockArgument)]

    @property
    def ops(self) -> int:
        """The number of ops, or arguments, that are this cause."""
        return len(self.bottoms)

    @property
    def waiting(self) -> int:
        """The number of ops that wait for it, and perhaps for others."""
        return len(self.waiting_operations)

    def to_dict(self) -> dict[str, object]:
        """The cause as plain data."""
        counts = {"ops": self.ops, "waiting": self.waiting}
        return {**super().to_dict(), **counts, "chain": [str(link) for link in self.chain]}

    def __str__(self) -> str:
        waits = "op waits" if self.waiting == 1 else "ops wait"
        which = self.what if self.arguments else f"{self.what}, which {self.reason}"
        origin = origin_of(self.source)
        place = ", ".join([part for part in (origin.name, origin.place) if part and part not in which])
        said = f"{self.waiting:,} {waits} for {which}{self.how_many}{place and f' ({place})'}"
        if self.would_fold is None:
            return said
        if not self.arguments:
            return f"{said}; a known result would fold {self.how_many_would_fold}"
        bound = "it" if self.ops == 1 else f"all {self.ops:,}"
        return f"{said}; binding {bound} would fold {self.how_many_would_fold}"

    @property
    def how_many(self) -> str:
        """The number of ops or arguments that are this cause, in brackets, if there are several."""
        return "" if self.ops == 1 else f" ({self.ops:,} {'arguments' if self.arguments else 'ops'})"

    @property
    def how_many_would_fold(self) -> str:
        """The number of waiting ops that would fold, as the object of a sentence."""
        if self.waiting == 1:
            return "it" if self.would_fold else "nothing"
        if self.would_fold == self.waiting:
            return "all of them"
        return f"{self.would_fold:,} of them" if self.would_fold else "none of them"


@dataclass(repr=False)
class AppliedRule(Located):
    """A rule that replaced an op, possibly one that another rule made."""

    rule: str
    """Its name in `docs/rules.md`."""
    op: str
    function: str
    source: LocationAttr

    def __str__(self) -> str:
        return f"{self.location and f'{self.location}: '}{self.rule} replaced {self.op}"


@dataclass(eq=False, repr=False)
class NewConstant(Located):
    """A constant that folding made, and what it stands for."""

    value_type: Attribute
    bytes: int
    function: str
    source: LocationAttr
    op: str
    """The op that it replaces; `argument` for an argument, empty if it replaces no op of the program."""
    folded: int = 0
    """The number of ops of the program that were folded into it, including the op itself."""
    shared: int = 0
    """The number of these that went into other new constants as well."""
    operation: Operation | None = None
    """The constant itself."""

    def __str__(self) -> str:
        return f"{self.location and f'{self.location}: '}{self.type} for {self.op or 'no op'}"

    @property
    def type(self) -> str:
        """The type as MLIR spells it."""
        return str(self.value_type)

    def to_dict(self) -> dict[str, object]:
        """The constant as plain data."""
        return {"type": self.type, **super().to_dict()}


BUDGETS = (
    *(Code.WORK_BUDGET, Code.OP_WORK_LIMIT, Code.LOOP_LIMIT, Code.SECONDS),
    *(Code.MEMORY, Code.GROWTH_BUDGET),
)
"""The reasons that are limits of the user's, which the summary names."""

TOLD = (
    *("folded", "constants", "program", "ops_before", "ops_after", "bytes_before", "bytes_after"),
    *("shared_ops", "replaced_ops", "unread_ops", "constants_gone", "made_ops"),
)
"""Fields computed on demand from the program before and after."""

_TELLING = RLock()


@dataclass(repr=False)
class FoldReport(Readable):
    """The report of one run of the folder."""

    folded: dict[str, FoldedKind] = field(default_factory=dict[str, FoldedKind])
    kept: list[KeptOp] = field(default_factory=list[KeptOp])
    constants: list[NewConstant] = field(default_factory=list[NewConstant])
    simplified: list[AppliedRule] = field(default_factory=list[AppliedRule])
    believed: list[str] = field(default_factory=list[str])
    """Facts stated by attributes on arguments that folding used."""
    bounded: int = 0
    """The number of times that rules stopped because `TERM_LIMIT` ops had replaced each other in a row."""
    ops_before: int = field(default_factory=int)
    """Operations of the program: not modules, not functions, and not what ends a block. Those that went are
    `folded_ops`, `replaced_ops`, `unread_ops` and `constants_gone`; those that came are `constants` and `made_ops`."""
    ops_after: int = field(default_factory=int)
    shared_ops: int = field(default_factory=int)
    """The number of `folded_ops` that went into several constants. The others add up from `folded - shared` of each."""
    replaced_ops: int = field(default_factory=int)
    """The number of ops that went by rules, and not into a constant."""
    unread_ops: int = field(default_factory=int)
    """The number of ops that were erased because nothing reads them: they never run, or only decisions read them."""
    constants_gone: int = field(default_factory=int)
    """The number of constants of the program that went."""
    made_ops: int = field(default_factory=int)
    """The number of new ops that are not constants: ops that rules made, and copies."""
    bytes_before: int = field(default_factory=int)
    """Bytes of constants in the module before folding; a splat counts one element."""
    bytes_after: int = field(default_factory=int)
    engine: EngineUse | None = None
    """The use of the engine that the options name."""
    functions_removed: list[str] = field(default_factory=list[str])
    functions_cloned: list[str] = field(default_factory=list[str])
    work: int = 0
    """The work that was spent, in estimated nanoseconds."""
    left_ops: int = 0
    """The number of ops that are left because constants computed from them take more than `work_budget`."""
    left_work: int = 0
    """The work that these would have taken, in estimated nanoseconds."""
    bytes_in_vain: int = 0
    """Bytes of values that were computed on demand and went neither into a constant nor into a decision, because
    something else that was needed with them failed."""
    seconds: float = 0.0
    changed: bool = False
    verdicts: list[FoldVerdict] = field(default_factory=list[FoldVerdict])
    """The verdict on each function, of the function that `FoldOptions.prove` is."""
    causes: list[RootCause] = field(default_factory=list[RootCause])
    """The root causes of the ops that stayed, after a call of `root_causes`."""
    module: ModuleOp | None = field(default=None, compare=False)
    """The folded module: the program itself, or the adopted copy of one in foreign classes."""
    program: list[Operation | None] = field(default_factory=list[Operation | None], repr=False, compare=False)
    """For each op of the program before, in the order of a `Snapshot`, what is left of it: the op itself, or a copy;
    None for what went. Nothing if nothing was changed."""

    def tell_later(self, tell: Callable[[FoldReport], None]) -> None:
        """Call `tell` with this report when a field about the ops of the program is first read, to compute them all."""
        self._held = {name: self.__dict__.pop(name) for name in TOLD}
        self._tell = tell

    def tell(self) -> None:
        """Compute the fields about the ops of the program now."""
        with _TELLING:
            tell = self.__dict__.get("_tell")
            if tell is not None:
                self.__dict__.update(self.__dict__.pop("_held"))
                tell(self)
                del self._tell

    def __getattr__(self, name: str) -> object:
        # Only asked for what is not there.
        if name in TOLD:
            self.tell()
            if name in self.__dict__:
                return self.__dict__[name]
        raise AttributeError(f"'FoldReport' object has no attribute '{name}'", name=name, obj=self)

    @property
    def folded_ops(self) -> int:
        """The number of ops of the program that went into constants."""
        return sum(kind.count for kind in self.folded.values())

    @property
    def bytes_evaluated(self) -> int:
        """Bytes of all values that were computed; broadcast dimensions count once."""
        return sum(kind.bytes for kind in self.folded.values())

    @property
    def bytes_materialized(self) -> int:
        """Bytes of the constants that were made."""
        return sum(constant.bytes for constant in self.constants)

    @property
    def bytes_passed_on(self) -> int:
        """Bytes of new constants into which no op went: constants of the program in other places, or pieces of them."""
        return sum(constant.bytes for constant in self.constants if not constant.folded)

    @property
    def evaluations(self) -> int:
        """The number of evaluations of ops."""
        return sum(kind.evaluations for kind in self.folded.values())

    @property
    def on_machine(self) -> int:
        """The number of evaluations that used a library of the machine."""
        return sum(kind.on_machine for kind in self.folded.values())

    def kinds(self) -> list[tuple[str, FoldedKind]]:
        """The kinds of ops that were evaluated, those that took longest first."""
        return sorted(self.folded.items(), key=lambda item: (-item[1].seconds, item[0]))

    def rules(self) -> Counter[str]:
        """The number of ops that went by each rule."""
        return Counter(applied.rule for applied in self.simplified)

    def reasons(self) -> Counter[str]:
        """The number of ops that stayed for each code of reason."""
        return Counter(kept.code for kept in self.kept)

    def explained(self) -> Iterator[KeptOp]:
        """The ops that stayed although every operand was constant."""
        return (kept for kept in self.kept if kept.code != Code.NOT_CONSTANT.value)

    def to_dict(self) -> dict[str, object]:
        """The report as plain data: the fields of this class."""
        self.tell()
        computed = {
            "folded_ops": self.folded_ops,
            "bytes_evaluated": self.bytes_evaluated,
            "bytes_materialized": self.bytes_materialized,
            "bytes_passed_on": self.bytes_passed_on,
            "evaluations": self.evaluations,
            "on_machine": self.on_machine,
            "reasons": dict(self.reasons()),
            "folded": {name: vars(kind) for name, kind in self.folded.items()},
            "kept": [kept.to_dict() for kept in self.kept],
            "constants": [constant.to_dict() for constant in self.constants],
            "causes": [cause.to_dict() for cause in self.causes],
            "simplified": [applied.to_dict() for applied in self.simplified],
            "verdicts": list(map(str, self.verdicts)),
            "engine": None if self.engine is None else vars(self.engine),
        }
        left_out = ("module", "program", "left_ops", "left_work", *computed)
        return {**computed, **{name: value for name, value in vars(self).items() if name not in left_out}}

    def to_json(self) -> str:
        """The report as JSON text."""
        return json.dumps(self.to_dict(), indent=1)

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self) -> str:
        """The report as a table, for reading."""
        lines = [self.summary(), *self._sums()]
        lines += [*_engine_lines(self.engine), *map(str, self.verdicts)]
        if self.functions_removed:
            lines.append(f"removed   {_listed(self.functions_removed)}")
        if self.functions_cloned:
            lines.append(f"cloned    {_listed(self.functions_cloned)}")
        if self.folded:
            head = f"{'folded':<36}{'ops':>8}{'evaluations':>13}{'bytes':>12}{'estimated ms':>14}{'ms':>10}"
            lines += ["", head]
            lines += [
                f"{name:<36}{kind.count:>8}{kind.evaluations:>13}{readable_bytes(kind.bytes):>12}"
                f"{kind.work / 1e6:>14.2f}{kind.seconds * 1e3:>10.2f}"
                for name, kind in self.kinds()[:TEXT_ROWS]
            ]
            lines += _rest(len(self.folded))
        if self.simplified:
            lines += ["", f"{'rule':<36}{'applied':>8}"]
            lines += [f"{rule:<36}{count:>8}" for rule, count in self.rules().most_common(TEXT_ROWS)]
            lines += _rest(len(self.rules()))
        if self.believed:
            lines += ["", "believed, because attributes say so:", *[f"  {one}" for one in self.believed]]
        if self.bounded:
            lines += ["", f"rules stopped at their bound {counted(self.bounded, 'time')}"]
        lines += self.kept_lines()
        return "\n".join([printable(line) for line in lines])

    def summary(self) -> str:
        """The report in one line."""
        made = f"folded {counted(self.folded_ops, 'op')} into {counted(len(self.constants), 'constant')}"
        left = [f"left {counted(count, 'op')} ({said})" for said, count in self._left()]
        return "; ".join([f"{made} in {self.seconds * 1e3:.1f} ms", *left, *self._proved()])

    def _proved(self) -> Iterator[str]:
        """The number of functions that are proved, if anybody asked."""
        count, proved = len(self.verdicts), sum(verdict.is_proved for verdict in self.verdicts)
        if count:
            some = "" if proved == count else f"{proved} of {counted(count, 'function')} "
            yield f"{some}proved for all inputs"

    def _left(self) -> Iterator[tuple[str, int]]:
        """For each limit its name, perhaps with the work that was refused, and the number of ops left."""
        reasons = self.reasons()
        for code in BUDGETS:
            count, said = reasons[code.value], code.value
            if code is Code.WORK_BUDGET and self.left_ops >= count:
                count, said = self.left_ops, f"{said}: they take an estimated {self.left_work / 1e6:,.1f} ms"
            if count:
                yield said, count

    def removed(self) -> list[tuple[int, str]]:
        """The numbers of ops that are gone, with the reasons."""
        return [
            (self.folded_ops, "op folded" if self.folded_ops == 1 else "ops folded"),
            (self.replaced_ops, "replaced by rules"),
            (self.unread_ops, "no longer read"),
            (self.constants_gone, "constant removed" if self.constants_gone == 1 else "constants removed"),
        ]

    def added(self) -> list[tuple[int, str]]:
        """The numbers of new ops, by what they are."""
        return [
            (len(self.constants), "constant added" if len(self.constants) == 1 else "constants added"),
            (self.made_ops, "other op added" if self.made_ops == 1 else "other ops added"),
        ]

    def _sums(self) -> list[str]:
        """The lines of sizes, in which parts add up to the whole."""
        ops = f"ops       {self.ops_before} -> {self.ops_after}"
        parts = [
            [f"{count} {what}" for count, what in each if count] for each in (self.removed(), self.added())
        ]
        if any(parts):
            ops += f": {'; '.join([', '.join(part) for part in parts if part])}"
        constants = f"constants {readable_bytes(self.bytes_before)} -> {readable_bytes(self.bytes_after)}"
        if self.constants:
            constants += f"; made: {readable_bytes(self.bytes_materialized)}"
        if self.bytes_passed_on:
            constants += f", of which {readable_bytes(self.bytes_passed_on)} are of constants passed on"
        if not self.evaluations:
            return [ops, constants]
        evaluated = (
            f"evaluated {readable_bytes(self.bytes_evaluated)} in {counted(self.evaluations, 'evaluation')}"
        )
        if self.bytes_in_vain:
            evaluated += f", of which {readable_bytes(self.bytes_in_vain)} in vain"
        if self.on_machine:
            evaluated += f"; {self.on_machine} of them with libraries of the machine"
        return [ops, constants, evaluated]

    def kept_lines(self) -> list[str]:
        """The lines of the text that say why ops stayed, the first one empty."""
        explained = list(self.explained())
        waiting = len(self.kept) - len(explained)
        lines: list[str] = []
        if explained:
            lines += ["", "kept with constant operands:"]
            lines += [f"  {kept}" for kept in explained[:TEXT_ROWS]]
            lines += _rest(len(explained))
        if waiting:
            have = "have" if waiting > 1 else "has"
            lines += [
                "",
                f"{counted(waiting, 'more op')} {have} some constant operands, and others that are not",
            ]
        causes = [cause for cause in self.causes if cause.waiting]
        if causes:
            lines += ["", "what they wait for:", *[f"  {cause}" for cause in causes[:TEXT_ROWS]]]
            lines += _rest(len(causes))
        return lines


def readable_bytes(count: int) -> str:
    """A number of bytes with a unit that keeps it short."""
    size = float(count)
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"@{name}" for name in names[:TEXT_ROWS])
    return shown + (f" and {len(names) - TEXT_ROWS} more" if len(names) > TEXT_ROWS else "")


def _rest(count: int) -> list[str]:
    return [f"  ... {count - TEXT_ROWS} more"] if count > TEXT_ROWS else []


def _engine_lines(use: EngineUse | None) -> list[str]:
    """The use of the engine as lines of text."""
    if use is None or (not use.ops and not use.refused):
        return []
    where = f" on {use.device}" if use.device else ""
    said = [
        f"engine    {use.name}{where}: {counted(use.ops, 'op')} in {counted(use.programs, 'program')}"
        f" in {use.seconds * 1e3:.1f} ms"
    ]
    if use.on_floats:
        said.append(f"          {use.on_floats} of them on floats: other bits than the interpreter's")
    by_count = sorted(use.refused.items(), key=lambda item: (-item[1], item[0]))
    said += [f"          not {counted(count, 'op')}: {reason}" for reason, count in by_count[:TEXT_ROWS]]
    return said + _rest(len(by_count))
