"""The passes that fold, for `xdsl-opt` and `stablehlo-opt`, and the one that binds arguments.

`stablehlo-aggressive-folder`, `stablehlo-aggressive-simplification` and `stablehlo-target-independent-optimization` are
upstream's names for what the folder does. They keep what upstream's passes of these names keep (`KEEPS`);
`as-upstream=false` lets them do all that the folder can.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from itertools import islice

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, entry_of
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.programs.transaction import Transaction, atomically
from xdsl_stablehlo.transforms import shapes
from xdsl_stablehlo.values.arrays import ArrayFileError, stored_arrays
from xdsl_stablehlo.values.element_types import Array, is_float
from xdsl_stablehlo.values.files import new_content
from xdsl_stablehlo.values.storage import uniform_element

from ..explanations import page
from ..explanations.causes import root_causes
from ..explanations.terminal import shown_progress, shown_text
from ..facts.lattice import kind_of_integers
from ..fold.bind import bind_arguments
from ..fold.driver import fold_within
from ..options import FoldOptions, JudgesFold, ShouldFold
from ..report.report import FoldReport
from ..terms.constants import written_array
from ..terms.effects import Effects
from .verify import verify_fold


@dataclass(frozen=True)
class FoldingPass(ModulePass):
    """A pass that folds: `stablehlo-opt --explain` tells of values what it does with them."""

    def options(self) -> FoldOptions:
        """The options of the pass that `fold_module` has, too. Raises `PassFailedException` for wrong values."""
        shared = {option.name for option in fields(FoldOptions)}
        try:
            return FoldOptions(**{name: given for name, given in vars(self).items() if name in shared})
        except (TypeError, ValueError) as error:
            option, _, rest = str(error).partition(" ")
            raise PassFailedException(f"{self.name}: {option.replace('_', '-')} {rest}") from None


@dataclass(frozen=True)
class StablehloConstantFoldPass(FoldingPass):
    """Replaces everything that does not depend on arguments, effects or chance by constants.

    Raises `PassFailedException` for options that do not exist, for a report that cannot be written, and where `verify`
    finds a difference, besides what `fold_module` raises; after any exception the module is as it was.

    `report` and `report-html` name files for the account of what was folded and what not; `print-report` writes it to
    standard error, if anybody can read it. `verify` evaluates the module before and after and fails if they differ.
    `progress` shows on standard error how far folding is, if that is a terminal and folding takes more than a second: a
    pass may run inside of another program, which standard error belongs to, so it has to be asked for.
    """

    name = "stablehlo-constant-fold"

    fold_op_element_limit: int = FoldOptions.fold_op_element_limit
    optimize_float: bool = True
    assume_no_undeclared_side_effects: bool = False
    growth_budget: int = FoldOptions.growth_budget
    fold_expansions: bool = False
    simplify: bool = True
    op_work_limit: int = FoldOptions.op_work_limit
    work_budget: int = FoldOptions.work_budget
    loop_limit: int = FoldOptions.loop_limit
    unroll_limit: int = FoldOptions.unroll_limit
    seconds: float | None = None
    value_bytes_limit: int = FoldOptions.value_bytes_limit
    exactness: str = Exactness.LIBM.value
    reproducible: bool = False
    engine: str | None = None
    engine_work: int = FoldOptions.engine_work
    fold_barriers: bool = False
    specialize_calls: bool = True
    fuse_locations: bool = False
    report: str | None = None
    """A file for the account of what was folded and what not, as JSON."""
    report_html: str | None = None
    """A file for the same, as a page."""
    print_report: bool = False
    """Write the account to standard error, if anybody can read it."""
    progress: bool = False
    """Show how far folding is, on standard error, if that is a terminal and folding takes more than a second."""
    verify: bool = False
    """Evaluate the module before and after, and fail if they differ."""

    def spelled(self) -> str:
        """The pass with its options as a pipeline has them, those for how it reports left out."""
        said = ("report", "report_html", "print_report", "progress")
        given = {field.name: (vars(self)[field.name], field.default) for field in fields(self)}
        options = " ".join(
            [
                f"{name.replace('_', '-')}={str(value).lower()}"
                for name, (value, default) in given.items()
                if name not in said and value != default
            ]
        )
        return self.name + (options and f"{{{options}}}")

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.fold(ctx, op)

    @default_environment()
    def fold(self, ctx: Context, op: ModuleOp, prove: JudgesFold | None = None) -> FoldReport:
        """Apply the pass, and return the report; `prove` is that of `FoldOptions`."""
        options = replace(self.options(), prove=prove or (verify_fold if self.verify else None))
        return atomically(op, lambda changes: self._fold(op, options, changes, ctx))

    def _fold(self, op: ModuleOp, options: FoldOptions, changes: Transaction, ctx: Context) -> FoldReport:
        before = op.clone() if self.report_html else None
        with shown_progress(sys.stderr if self.progress else None) as on_progress:
            report = fold_within(changes, op, replace(options, on_progress=on_progress), ctx)
        if self.print_report or self.report is not None or self.report_html is not None:
            root_causes(report, options)
        self._write(report, before, op)
        return report

    def _write(self, report: FoldReport, before: ModuleOp | None, after: ModuleOp) -> None:
        if self.print_report and sys.stderr is not None:
            # No reason to lose what was folded. ValueError: it is closed, or has not all letters.
            with suppress(OSError, ValueError):
                print(shown_text(str(report), sys.stderr), file=sys.stderr, flush=True)
        if self.report is not None:
            _write_text(self.report, report.to_json() + "\n")
        if self.report_html is not None and before is not None:
            html = page.to_html(report, before, after, command=self.spelled(), date=page.today())
            _write_text(self.report_html, html)


def _write_text(path: str, text: str) -> None:
    try:
        with new_content(path) as file:
            file.write(text.encode(errors="backslashreplace"))
    except OSError as error:
        raise PassFailedException(f"cannot write '{path}': {error.strerror}") from None


@dataclass(frozen=True)
class StablehloBindArgumentsPass(ModulePass):
    """Makes arguments of a function constants: those that a file has arrays for, by position or by name."""

    name = "stablehlo-bind-arguments"

    npz: str | None = None
    """A `.npz` file with arrays."""
    safetensors: str | None = None
    """A `.safetensors` file with arrays."""
    entry: str = "main"
    """The function whose arguments they are."""

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        path = self.npz or self.safetensors
        if path is None or None not in (self.npz, self.safetensors):
            raise PassFailedException(f"{self.name} needs one of the options npz and safetensors")
        try:
            bind_arguments(op, stored_arrays(path), self.entry)
        except ArrayFileError as error:
            raise PassFailedException(str(error)) from None
        except ValueError as error:
            raise PassFailedException(f"cannot bind what is in '{path}': {error}") from None


@dataclass(frozen=True)
class SccpPass(FoldingPass):
    """Replaces what is constant in every execution by constants, across branches, loops and calls, without rules."""

    name = "sccp"

    def options(self) -> FoldOptions:
        return FoldOptions(simplify=False, specialize_calls=False)

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        _fold(op, self.options(), ctx)


SHARDING = "mhlo.sharding"


def _fold(op: ModuleOp, options: FoldOptions, ctx: Context) -> None:
    """`fold_module` with a context; shardings are handed on."""

    def fold(changes: Transaction) -> None:
        fold_within(changes, op, options, ctx)

    with _shardings_handed_on(op):
        atomically(op, fold)


@contextmanager
def _shardings_handed_on(module: ModuleOp) -> Generator[None]:
    """If an op is replaced by an equal one, that one gets its sharding, unless it has one."""
    readers = [
        (op, use.operation, use.index)
        for op in module.walk()
        if SHARDING in op.attributes and len(op.results) == 1
        for use in islice(op.results[0].uses, 1)
    ]
    yield
    for op, reader, index in readers:
        if op.parent is None and reader.parent is not None:
            value = reader.operands[index]
            if isinstance(value, OpResult) and value.type == op.result_types[0]:
                value.op.attributes.setdefault(SHARDING, op.attributes[SHARDING])


@dataclass(frozen=True)
class StablehloAggressiveFolderPass(FoldingPass):
    """Replaces what constants and rules decide by constants: `stablehlo-constant-fold` with upstream's three options.

    Values stay, bit by bit where the specification fixes them; `optimize_float=false` keeps all other float ops.
    """

    name = "stablehlo-aggressive-folder"
    assume_no_undeclared_side_effects: bool = False
    fold_op_element_limit: int = FoldOptions.fold_op_element_limit
    optimize_float: bool = True
    as_upstream: bool = True
    """Keep what upstream's pass of this name keeps."""

    def options(self) -> FoldOptions:
        return _as_upstream(super().options(), keeps_as_folder) if self.as_upstream else super().options()

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        _fold(op, self.options(), ctx)


@dataclass(frozen=True)
class StablehloAggressiveSimplificationPass(FoldingPass):
    """Writes ops in normal form (constants on the right, chains of reshapes and broadcasts in one) and folds.

    Values stay, bit by bit; which NaN an op on two gives is not specified. What constants decide of floats stays where
    the specification does not fix it.
    """

    name = "stablehlo-aggressive-simplification"
    fold_op_element_limit: int = FoldOptions.fold_op_element_limit
    as_upstream: bool = True
    """Keep what upstream's pass of this name keeps."""

    def options(self) -> FoldOptions:
        options = replace(super().options(), optimize_float=False)
        return _as_upstream(options, keeps_as_upstream) if self.as_upstream else options

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # Folding brings ops into other forms, and normal forms bring constants together.
        shapes.write_normal_forms(op)
        _fold(op, self.options(), ctx)
        shapes.write_normal_forms(op)


@dataclass(frozen=True)
class StablehloTargetIndependentOptimizationPass(StablehloAggressiveFolderPass):
    """Both of `stablehlo-aggressive-folder` and `stablehlo-aggressive-simplification`."""

    name = "stablehlo-target-independent-optimization"

    def options(self) -> FoldOptions:
        options = FoldingPass.options(self)
        return _as_upstream(options, keeps_as_upstream) if self.as_upstream else options

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for _ in range(2):
            shapes.write_normal_forms(op)
            _fold(op, self.options(), ctx)


WITHOUT_RULES = frozenset({"constant-neighbours"})
"""Rules of which upstream has less, or nothing."""


def _as_upstream(options: FoldOptions, should_fold: ShouldFold) -> FoldOptions:
    """The options with which `should_fold` keeps what upstream keeps."""
    return replace(options, should_fold=should_fold, without_rules=WITHOUT_RULES)


def keeps_as_folder(op: Operation) -> bool | None:
    """For `FoldOptions.should_fold`: False for an op that upstream's folder keeps."""
    return False if isinstance(op, hlo.ReverseOp) and _reverses_nothing(op) else keeps_as_upstream(op)


def keeps_as_upstream(op: Operation) -> bool | None:
    """For `FoldOptions.should_fold`: False for an op that upstream's folder and its simplification keep."""
    entry = entry_of(op)
    keeps = _has_effects if entry is not None and entry.loop else KEEPS.get(op.name)
    return False if keeps is not None and keeps(op) else None


def _reverses_nothing(op: hlo.ReverseOp) -> bool:
    """Whether a reverse leaves all elements in their places; only the simplification has a rule for it."""
    shape = ranked(op.operand).get_shape()
    array = written_array(op.operand)
    splat = array is not None and uniform_element(array) is not None
    return splat or all(shape[d] == 1 for d in ints(op.dimensions))


def _has_effects(op: Operation) -> bool:
    """A loop around ops with effects, which upstream keeps even if it never runs."""
    return not Effects({}, assume_none=True).removable(op)


def _counts(op: Operation) -> bool:
    """An iota of more than one number."""
    assert isinstance(op, hlo.IotaOp)
    shape = ranked(op.output).get_shape()
    return 0 not in shape and shape[op.iota_dimension.value.data] > 1


def _floats(value: SSAValue) -> Array | None:
    """The elements of a constant of floats."""
    return written_array(value) if is_float(ranked(value).element_type) else None


def _of(outside: Callable[[Array], Array]) -> Callable[[Operation], bool]:
    """Whether some element of a constant operand is where upstream does not fold."""

    def keeps(op: Operation) -> bool:
        array = _floats(op.operands[0])
        return array is not None and bool(np.any(outside(array)))

    return keeps


def _does_not_fit(op: Operation) -> bool:
    """A conversion of floats of which one, cut off, is none of the integers of the result's type, or -0.0."""
    array, kind = _floats(op.operands[0]), kind_of_integers(ranked(op.results[0]).element_type)
    if array is None or kind is None or kind.width == 1:
        return False
    values = np.trunc(array.astype(np.float64))
    fits = (values >= kind.least) & (values < kind.most + 1)
    return bool(np.any(~fits | ((values == 0) & np.signbit(values))))


KEEPS: Mapping[str, Callable[[Operation], bool]] = {
    "stablehlo.convert": _does_not_fit,
    "stablehlo.iota": _counts,
    "stablehlo.log": _of(lambda x: ~(x > 0)),
    "stablehlo.rsqrt": _of(lambda x: ~(x > 0)),
    "stablehlo.sign": _of(np.isnan),
    "stablehlo.sqrt": _of(lambda x: ~(x >= 0)),
}
"""By the name of an op, whether it stays: its result is no number, or it is shorter than its elements."""
