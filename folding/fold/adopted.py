"""Programs in other projects' classes of our ops: folded in ours, and given back in theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.programs.foreign import AdoptionError
from xdsl_stablehlo.programs.transaction import Transaction

from ..options import FoldOptions
from ..report.report import FoldReport

if TYPE_CHECKING:
    from xdsl_stablehlo.programs.adoption import Adoption


def adoption_of(module: ModuleOp, ctx: Context | None = None) -> Adoption:
    """A program in foreign classes, and the same in ours. Imported when there is one."""
    from xdsl_stablehlo.programs.adoption import Adoption

    return Adoption(module, ctx)


def fold_adopted(
    changes: Transaction,
    module: ModuleOp,
    options: FoldOptions,
    ctx: Context | None,
    fold: Callable[[ModuleOp, FoldOptions], FoldReport],
) -> FoldReport:
    """Fold a program in foreign classes by `fold`, which folds one in ours.

    Where their dialect lacks what rules would put in, nothing is replaced by rules.
    """
    adoption = adoption_of(module, ctx)
    report = fold(adoption.module, options)
    try:
        returned = adoption.returned()
    except AdoptionError:
        if not options.simplify:
            raise
        return fold_adopted(changes, module, replace(options, simplify=False), ctx, fold)
    if report.changed:
        changes.replace_body(module, returned)
    return report
