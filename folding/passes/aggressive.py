"""Upstream's names for what the folder does.

`stablehlo-aggressive-folder`, `stablehlo-aggressive-simplification`, `stablehlo-target-independent-optimization`. They
keep what upstream's passes of these names keep (`as_upstream`); `as-upstream=false` lets them do all that the folder
can.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import OpResult

from xdsl_stablehlo.programs.transaction import Transaction, atomically
from xdsl_stablehlo.transforms.shapes.static_forms import write_normal_forms

from ..driver import fold_within
from ..options import FoldOptions, ShouldFold
from .as_upstream import WITHOUT_RULES, keeps_as_folder, keeps_as_upstream
from .folding_pass import FoldingPass

SHARDING = "mhlo.sharding"


def _limited(options: FoldOptions, should_fold: ShouldFold) -> FoldOptions:
    return replace(options, should_fold=should_fold, without_rules=WITHOUT_RULES)


def _fold(op: ModuleOp, options: FoldOptions, ctx: Context) -> None:
    """`fold_module` with a context; shardings are handed on."""

    def fold(changes: Transaction) -> None:
        fold_within(changes, op, options, ctx)

    with _shardings_handed_on(op):
        atomically(op, fold)


@contextmanager
def _shardings_handed_on(module: ModuleOp) -> Generator[None]:
    """Where an op goes because another one gives the same, that one gets its sharding, if it has none."""
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
        return self._options(keeps_as_folder)

    def _options(self, should_fold: ShouldFold) -> FoldOptions:
        """As upstream, `should_fold` decides."""
        options = FoldOptions(
            assume_no_undeclared_side_effects=self.assume_no_undeclared_side_effects,
            fold_op_element_limit=self.fold_op_element_limit,
            optimize_float=self.optimize_float,
        )
        return _limited(options, should_fold) if self.as_upstream else options

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
        options = FoldOptions(fold_op_element_limit=self.fold_op_element_limit, optimize_float=False)
        return _limited(options, keeps_as_upstream) if self.as_upstream else options

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # Folding brings ops into other forms, and normal forms bring constants together.
        write_normal_forms(op)
        _fold(op, self.options(), ctx)
        write_normal_forms(op)


@dataclass(frozen=True)
class StablehloTargetIndependentOptimizationPass(StablehloAggressiveFolderPass):
    """Both of `stablehlo-aggressive-folder` and `stablehlo-aggressive-simplification`."""

    name = "stablehlo-target-independent-optimization"

    def options(self) -> FoldOptions:
        return self._options(keeps_as_upstream)

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for _ in range(2):
            write_normal_forms(op)
            _fold(op, self.options(), ctx)
