"""`split`: a program in two, one of which runs when the weights are loaded."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.transforms.common_subexpression_elimination import OperationInfo
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.fold.adopted import adoption_of
from xdsl_stablehlo.folding.fold.bind import ArgumentIndex, BindingError, argument_names, path_of
from xdsl_stablehlo.folding.fold.driver import fold_module
from xdsl_stablehlo.folding.options import FoldOptions
from xdsl_stablehlo.folding.report.account import is_counted
from xdsl_stablehlo.folding.terms.effects import Effects
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.printable import Readable
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.foreign import has_foreign_ops
from xdsl_stablehlo.programs.transaction import atomically
from xdsl_stablehlo.text.locations import origin_of
from xdsl_stablehlo.transforms.functions import InlinePass

from .cut import BYTE, UNLIMITED, Chosen, CutStep, Prices, all_read_by, cheapest, ops_behind, terminator_of
from .hoisting import Hoister, may_not_run_early, sweep
from .report import Crossing, Reason, SplitReport, Staying
from .shardings import carried_shardings
from .stages import Stages, functions_behind

SPARE = 1 << 14
"""Bytes by which the values that cross may exceed the arguments, whatever the budget."""

MOST_BYTE = BYTE << 24
"""The price of a byte above which nothing gets smaller any more."""

SETUP = "setup"
"""The function of the pass that computes what crosses."""

ARG_INFO = "jax.arg_info"
"""The attribute of arguments that says their names."""

DONATED = ("tf.aliasing_output", "jax.buffer_donor")
"""Attributes of arguments whose memory results take: that of weights stays."""


@dataclass(frozen=True, kw_only=True)
class SplitOptions:
    """Options of splitting."""

    growth: float = 0.02
    """The values that cross may exceed the arguments that are known at load by this fraction of their size."""
    fold: FoldOptions = field(default_factory=FoldOptions)
    """The options with which constants are folded before."""

    def __post_init__(self) -> None:
        if not self.growth >= 0:
            raise ValueError("growth is a number from 0 on")


@dataclass(frozen=True, repr=False)
class Split(Readable):
    """A program in two: `main(*setup(*weights), *inputs)` are the results of the program."""

    setup: ModuleOp
    """Its `@main` takes the arguments that are known at load, and returns the values that cross."""
    main: ModuleOp
    """Its `@main` takes the values that cross, and then the other arguments."""
    names: list[str]
    """The names of the values that cross, in order."""
    weights: list[str]
    """The names of the arguments of setup."""
    positions: list[int]
    """The positions in the program of the arguments of setup."""
    report: SplitReport

    def __str__(self) -> str:
        return str(self.report)


@default_environment()
def split(module: ModuleOp, names: Sequence[str], options: SplitOptions | None = None) -> Split:
    """Split a program, whose entry is `@main`, where the arguments `names` are known at load.

    A name is that of an argument, its position (`"0"`), or what the names of several begin with: `params` for
    `params['w']` and `params['b']`. The module stays as it is.
    Raises `BindingError` for a name that no argument has, and for a module without `@main`.

    Examples:
        >>> found = split(module, ["0"], SplitOptions(growth=0))
        >>> found.names, found.report.replaced
        (['x/multiply'], ['x'])
    """
    chosen = options or SplitOptions()
    prepared = adoption_of(module).module if has_foreign_ops(module) else module.clone()
    main = functions_of(prepared).get("main")
    if main is None or main.is_declaration:
        raise BindingError("the module has no function @main with a body")
    at_load = positions_of(main, names)
    InlinePass().apply(Context(), prepared)
    fold_module(prepared, chosen.fold)
    if len(functions_of(prepared)["main"].body.blocks) != 1:
        raise BindingError("@main has more than one block")
    rejected: set[Hashable] = set()
    while True:
        attempt = _Attempt(prepared, at_load, chosen, rejected)
        more = attempt.rejected - rejected
        if not more:
            return attempt.result()
        rejected |= more


def positions_of(func: FuncOp, names: Sequence[str]) -> list[int]:
    """The positions of the arguments that `names` name, or whose names begin with one of them, in order."""
    return positions_named(names, argument_names(func), f"@{func.sym_name.data}")


def positions_named(names: Sequence[str], given: Sequence[Sequence[str]], owner: str) -> list[int]:
    """As `positions_of`, for the names `given` to each argument of the function that messages call `owner`."""
    index = ArgumentIndex(given, owner, offers_prefixes=True)
    found: set[int] = set()
    for name in names:
        path = path_of(name)
        below = [
            i
            for i, known in enumerate(given)
            if not name.isdecimal() and any(path_of(each)[: len(path)] == path for each in known)
        ]
        found.update(below or [index.position(name)])
    return sorted(found)


class _Attempt:
    """One try, in which `rejected` values of regions stay where they are."""

    def __init__(
        self, prepared: ModuleOp, at_load: Sequence[int], options: SplitOptions, rejected: set[Hashable]
    ):
        self._module = module = prepared.clone()
        self._func = func = functions_of(module)["main"]
        self._at_load = at_load
        self._ops_before = len(counted_ops(module))
        numbers = {op: i for i, op in enumerate(module.walk())}
        read = [i for i in at_load if func.args[i].first_use is not None]
        self._read = read
        sweep(func, Effects(functions_of(module)))
        stages = Stages(module, func, at_load)
        hoister = Hoister(stages, Prices(stages.worthy), numbers, rejected)
        hoister.run(func.body.block)
        swept = sweep(func, Effects(functions_of(module)))
        _merge_equal(module, func, at_load)
        self._stages = stages = Stages(module, func, at_load)
        self._block = block = func.body.block
        self._ops = [op for op in block.ops if stages.is_known(op)]
        self._costs = Prices(stages.worthy)
        self._works = {op: self._costs.work(op, stages.trips) for op in self._ops}
        self.bytes_before = sum([self._costs.bytes(func.args[i]) or 0 for i in read])
        self._most = int(self.bytes_before * (1 + options.growth)) + SPARE
        self._first = self._chosen = self._cut()
        while self._size() > self._most and self._costs.byte < MOST_BYTE:
            self._costs.byte *= 2
            self._chosen = self._cut()
        stays = set(self._chosen.stays)
        self.rejected = {
            key
            for made, keys in hoister.origins.items()
            for op in [swept.get(made, made)]
            if op.parent is not None and (op.parent is not block or op in stays)
            for key in keys
        }

    def _cut(self) -> Chosen:
        known = set(self._ops)
        steps = [CutStep(op, all_read_by(op), op.results, self._works[op]) for op in self._ops]
        readers = [op for op in self._block.ops if op not in known]
        needed = [value for op in readers for value in all_read_by(op) if value in self._stages.known]
        return cheapest(steps, needed, self._costs.price)

    def _size(self) -> int:
        return sum([self._costs.bytes(value) or 0 for value in self._chosen.crossing])

    def result(self) -> Split:
        """The two programs."""
        func, crossing = self._func, self._chosen.crossing
        written = argument_labels(func)
        sources = self._sources()
        names = self._names(written, sources)
        self._shardings = carried_shardings(func, self._at_load, self._ops)
        weights = [func.args[i] for i in self._at_load]
        inputs = [arg for arg in func.args if arg not in set(weights)]
        cone = set(ops_behind(crossing))
        end = terminator_of(self._block)
        stays = set(self._chosen.stays)
        gone = {op for op in self._ops if op not in stays}
        setup = program_of(
            self._module,
            weights,
            [op for op in self._ops if op in cone],
            crossing,
            self._attributes(weights, [written[i] for i in self._at_load]),
            ArrayAttr(
                [
                    DictionaryAttr({"jax.result_info": StringAttr(name), **self._shardings.get(value, {})})
                    for name, value in zip(names, crossing)
                ]
            ),
        )
        main = program_of(
            self._module,
            [*crossing, *inputs],
            [op for op in self._block.ops if op not in gone and op is not end],
            end.operands,
            self._attributes([*crossing, *inputs], [*names, *[written[arg.index] for arg in inputs]]),
            func.res_attrs,
        )
        for made in (setup, main):
            made.attributes.update(self._module.attributes)
            made.location = self._module.location
        report = SplitReport(
            crossing=[
                Crossing(
                    name,
                    str(value.type),
                    self._costs.bytes(value) or 0,
                    value.owner.name if isinstance(value.owner, Operation) else "",
                    [written[i] for i in sources[value]],
                )
                for name, value in zip(names, crossing)
            ],
            staying=self._staying(),
            unread=[written[i] for i in self._at_load if i not in self._read],
            replaced=[written[i] for i in self._read if func.args[i] not in crossing],
            ops_before=self._ops_before,
            ops_setup=len(counted_ops(setup)),
            ops_main=len(counted_ops(main)),
            bytes_before=self.bytes_before,
            bytes_crossing=self._size(),
            work_saved=sum([self._works[op] for op in self._ops if op not in stays and op in cone]) // 1000,
        )
        return Split(setup, main, names, [written[i] for i in self._at_load], [*self._at_load], report)

    def _sources(self) -> Mapping[SSAValue, list[int]]:
        """The arguments that each value known at load is computed from."""
        found: dict[SSAValue, frozenset[int]] = {self._func.args[i]: frozenset([i]) for i in self._at_load}
        for op in self._ops:
            read = frozenset[int]().union(*[found.get(value, frozenset()) for value in all_read_by(op)])
            found.update(dict.fromkeys(op.results, read))
        return {value: sorted(read) for value, read in found.items()}

    def _names(self, written: Sequence[str], sources: Mapping[SSAValue, list[int]]) -> list[str]:
        """A name for each value that crosses: an argument's own, or that of its largest source and what made it."""
        taken = {*written}
        names: list[str] = []
        for value in self._chosen.crossing:
            if not isinstance(value.owner, Operation):
                names.append(written[self._func.args.index(value)])
                continue
            largest = max(
                sources[value], key=lambda i: self._costs.bytes(self._func.args[i]) or 0, default=None
            )
            said = origin_of(value.owner.location).name.rpartition("/")[2]
            label = said or value.owner.name.rpartition(".")[2]
            stem = f"{'constant' if largest is None else written[largest]}/{label}"
            name, number = stem, 1
            while name in taken:
                name, number = f"{stem}_{number}", number + 1
            taken.add(name)
            names.append(name)
        return names

    def _staying(self) -> list[Staying]:
        """The ops that are known at load and stay in main, with reasons."""
        stays = set(self._chosen.stays)
        first = set(self._first.stays)
        found: list[tuple[Operation, Reason]] = []
        for op in self._ops:
            if op in stays and not is_constant(type(op)) and op.operands:
                if all(self._costs.price(result) >= UNLIMITED for result in op.results):
                    reason = Reason.TYPE
                elif op not in first:
                    reason = Reason.GROWTH
                else:
                    reason = Reason.SIZE if self._works[op] else Reason.CHEAP
                found.append((op, reason))
        found += self._stages.refused.items()
        for op in self._func.walk():
            inside = op.parent is not self._block and bool(op.operands) and self._stages.is_known(op)
            if inside and not self._stages.worthy.isdisjoint(op.results):
                reason = Reason.SIZE if self._costs.work(op, self._stages.trips) else Reason.CHEAP
                found.append((op, Reason.BRANCH if may_not_run_early(op) else reason))
        return [Staying(op.name, op.location, reason.code, self._bytes_given(op)) for op, reason in found]

    def _bytes_given(self, op: Operation) -> int | None:
        """The bytes of the results of an op; None where the size of one is not known."""
        sizes = [size for size in map(self._costs.bytes, op.results) if size is not None]
        return sum(sizes) if len(sizes) == len(op.results) else None

    def _attributes(self, values: Sequence[SSAValue], names: Sequence[str]) -> ArrayAttr[DictionaryAttr]:
        """The attributes of arguments: those that they have, and their names."""
        every: list[DictionaryAttr] = []
        for value, name in zip(values, names, strict=True):
            known = self._shardings.get(value, {})
            if isinstance(value, BlockArgument) and self._func.arg_attrs is not None:
                known = self._func.arg_attrs.data[value.index].data
                if value.index in self._at_load:
                    known = {key: said for key, said in known.items() if key not in DONATED}
            every.append(DictionaryAttr({**known, ARG_INFO: StringAttr(name)} if name else known))
        return ArrayAttr(every)


def program_of(
    module: ModuleOp,
    arguments: Sequence[SSAValue],
    ops: Sequence[Operation],
    results: Sequence[SSAValue],
    arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
    res_attrs: ArrayAttr[DictionaryAttr] | None = None,
) -> ModuleOp:
    """A module whose `@main` computes `results` from `arguments` by `ops`, with all else of `module` that they need."""
    body = Block(arg_types=[value.type for value in arguments])
    values: dict[SSAValue, SSAValue] = {}
    for value, argument in zip(arguments, body.args, strict=True):
        values[value] = argument
        if isinstance(value, BlockArgument):
            argument.location, argument.name_hint = value.location, value.name_hint
    body.add_ops([op.clone(values) for op in ops])
    body.add_op(ReturnOp(*[values[value] for value in results]))
    types = [value.type for value in arguments], [value.type for value in results]
    func = FuncOp("main", types, Region(body), "public", arg_attrs=arg_attrs, res_attrs=res_attrs)
    functions = functions_of(module)
    main = functions.pop("main")
    func.location = main.location
    needed = set(functions_behind(func, functions))
    others = [op for op in module.ops if op is not main and (not isinstance(op, FuncOp) or op in needed)]
    return ModuleOp([*[op.clone() for op in others], func])


def argument_labels(func: FuncOp) -> list[str]:
    """A name for each argument: the first of its names, or one made from its position."""
    return [known[0] if known else f"arg{i}" for i, known in enumerate(argument_names(func))]


def counted_ops(module: ModuleOp) -> list[Operation]:
    """The ops of a module, without modules, functions and ends of blocks."""
    return [op for op in module.walk() if is_counted(type(op))]


def _merge_equal(module: ModuleOp, func: FuncOp, at_load: Sequence[int]) -> None:
    """Let equal ops that are known at load give one value."""
    stages = Stages(module, func, at_load)
    seen: dict[Hashable, Operation] = {}
    for op in list(func.body.block.ops):
        if not stages.is_known(op) or is_constant(type(op)):
            continue
        # Structural equivalence does not compare the types of results in regions.
        types = [each.result_types for each in op.walk()]
        first = seen.setdefault((len(op.regions), *types, OperationInfo(op)), op)
        if first is not op:
            for old, new in zip(op.results, first.results, strict=True):
                old.replace_all_uses_with(new)
            op.detach()
            op.erase()


@dataclass(frozen=True)
class StablehloSplitPass(ModulePass):
    """Moves ops that depend only on the arguments `names` to `@setup`, whose results `@main` takes instead."""

    name = "stablehlo-split"

    names: tuple[str, ...]
    """The arguments that are known at load: names, positions, or prefixes of names."""
    growth: float = SplitOptions.growth
    """The values that cross may exceed these arguments by this fraction of their size."""

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if SETUP in functions_of(op):
            raise PassFailedException(f"{self.name}: the module has a function @{SETUP} already")
        try:
            found = split(op, self.names, SplitOptions(growth=self.growth))
        except ValueError as error:
            raise PassFailedException(f"{self.name}: {error}") from None
        joined = found.main.clone()
        there = functions_of(joined)
        for function in functions_of(found.setup).values():
            if function.sym_name.data == "main" or function.sym_name.data not in there:
                copied = function.clone()
                if function.sym_name.data == "main":
                    copied.properties["sym_name"] = StringAttr(SETUP)
                joined.body.block.insert_op_before(copied, terminator_of(joined.body.block))
        atomically(op, lambda changes: changes.replace_body(op, joined))
