"""Upstream's names for what the folder does.

`stablehlo-aggressive-folder`, `stablehlo-aggressive-simplification`, `stablehlo-target-independent-optimization`.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_stablehlo.transforms.normal_forms import write_normal_forms

from .driver import fold_within
from .options import FoldOptions
from .transaction import Transaction, atomically


def _fold(op: ModuleOp, options: FoldOptions, ctx: Context) -> None:
    """`fold_module` with a context."""

    def fold(changes: Transaction) -> None:
        fold_within(changes, op, options, ctx)

    atomically(op, fold)


@dataclass(frozen=True)
class StablehloAggressiveFolderPass(ModulePass):
    """Replaces what constants and rules decide by constants: `stablehlo-constant-fold` with upstream's three options.

    Values stay, bit by bit where the specification fixes them; `optimize_float=false` keeps all other float ops.
    """

    name = "stablehlo-aggressive-folder"
    assume_no_undeclared_side_effects: bool = False
    fold_op_element_limit: int = FoldOptions.fold_op_element_limit
    optimize_float: bool = True

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        options = FoldOptions(
            assume_no_undeclared_side_effects=self.assume_no_undeclared_side_effects,
            fold_op_element_limit=self.fold_op_element_limit,
            optimize_float=self.optimize_float,
        )
        _fold(op, options, ctx)


@dataclass(frozen=True)
class StablehloAggressiveSimplificationPass(ModulePass):
    """Writes ops in normal form (constants on the right, chains of reshapes and broadcasts in one) and folds.

    Values stay, bit by bit; which NaN an op on two gives is not specified. What constants decide of floats stays where
    the specification does not fix it.
    """

    name = "stablehlo-aggressive-simplification"
    fold_op_element_limit: int = FoldOptions.fold_op_element_limit

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        options = FoldOptions(fold_op_element_limit=self.fold_op_element_limit, optimize_float=False)
        _simplify(op, options, ctx)


@dataclass(frozen=True)
class StablehloTargetIndependentOptimizationPass(StablehloAggressiveFolderPass):
    """Both of `stablehlo-aggressive-folder` and `stablehlo-aggressive-simplification`."""

    name = "stablehlo-target-independent-optimization"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        super().apply(ctx, op)
        write_normal_forms(op)
        super().apply(ctx, op)


def _simplify(op: ModuleOp, options: FoldOptions, ctx: Context) -> None:
    """Folding brings ops into other forms, and normal forms bring constants together."""
    write_normal_forms(op)
    _fold(op, options, ctx)
    write_normal_forms(op)
