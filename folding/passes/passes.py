"""The passes `stablehlo-constant-fold` and `stablehlo-bind-arguments` for `xdsl-opt` and `stablehlo-opt`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from time import time
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.interpreter.kernels.table import Exactness
from xdsl_stablehlo.programs.transaction import Transaction, atomically
from xdsl_stablehlo.values.arrays import ArrayFileError, stored_arrays
from xdsl_stablehlo.values.files import new_content

from ..driver import fold_within
from ..options import FoldOptions
from ..report.causes import root_causes
from ..report.page import to_html
from ..report.progress import shown_progress
from ..report.report import FoldReport
from ..report.terminal import shown_text
from .bind import bind_arguments
from .folding_pass import FoldingPass
from .verify import verify_fold


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

    def options(self) -> FoldOptions:
        shared = {option.name for option in fields(FoldOptions)} & vars(self).keys()
        given: dict[str, Any] = {name: getattr(self, name) for name in shared}
        try:
            return FoldOptions(**given)
        except (TypeError, ValueError) as error:
            option, _, rest = str(error).partition(" ")
            raise PassFailedException(f"{self.name}: {option.replace('_', '-')} {rest}") from None

    def spelled(self) -> str:
        """The pass with its options as a pipeline has them, those for how it reports left out."""
        said = ("report", "report_html", "print_report", "progress")
        given = [
            (field.name.replace("_", "-"), getattr(self, field.name))
            for field in fields(self)
            if field.name not in said and getattr(self, field.name) != field.default
        ]
        options = " ".join([f"{name}={str(value).lower()}" for name, value in given])
        return self.name + (options and f"{{{options}}}")

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        options = self.options()
        atomically(op, lambda changes: self._apply(op, options, changes, ctx))

    def _apply(self, op: ModuleOp, options: FoldOptions, changes: Transaction, ctx: Context) -> None:
        before = op.clone() if self.verify or self.report_html else None
        with shown_progress(sys.stderr if self.progress else None) as on_progress:
            report = fold_within(changes, op, replace(options, on_progress=on_progress), ctx)
        if self.print_report or self.report is not None or self.report_html is not None:
            root_causes(report, options)
        self._write(report, before, op)
        if self.verify and before is not None:
            differences = verify_fold(before, op)
            if differences:
                raise PassFailedException(f"folding changed what the module computes: {differences[0]}")

    def _write(self, report: FoldReport, before: ModuleOp | None, after: ModuleOp) -> None:
        if self.print_report and sys.stderr is not None:
            # No reason to lose what was folded. ValueError: it is closed, or has not all letters.
            with suppress(OSError, ValueError):
                print(shown_text(str(report), sys.stderr), file=sys.stderr, flush=True)
        if self.report is not None:
            _write_text(self.report, report.to_json() + "\n")
        if self.report_html is not None and before is not None:
            page = to_html(report, before, after, command=self.spelled(), date=_today())
            _write_text(self.report_html, page)


def _today() -> str:
    """The date of this run, or the one that SOURCE_DATE_EPOCH says, so that what is built again can be the same."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(said) if said.isdecimal() else time()
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


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
