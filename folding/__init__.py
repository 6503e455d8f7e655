"""Constant folding, with a reason for each op that stays.

The folders from the ground up: `terms`, `facts`, `rules`, `report`, `evaluate`, `solver`, `plan`, `fold`,
`explanations`, `passes`. They import the interpreter and below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from xdsl_stablehlo.interpreter.kernels.support.table import Exactness
    from xdsl_stablehlo.programs.transaction import ConcurrentFoldError

    from .explanations.causes import explain, root_causes
    from .facts.lattice import FloatKinds, IntegerFact
    from .fold.bind import BindingError, bind_arguments
    from .fold.driver import fold_module
    from .fold.folded_bytes import fold_bytes
    from .fold.patterns import ConstantAnalysis, FoldConstants, constant_value, fold_op
    from .options import FoldOptions, Progress
    from .passes.verify import verify_fold
    from .report.report import FoldReport, RootCause
    from .terms.reasons import RefutedFoldError
else:
    __getattr__ = members_on_demand(
        __name__,
        {
            "fold.bind": ["BindingError", "bind_arguments"],
            ".programs.transaction": ["ConcurrentFoldError"],
            "fold.driver": ["fold_module"],
            "fold.folded_bytes": ["fold_bytes"],
            "facts.lattice": ["FloatKinds", "IntegerFact"],
            "options": ["Exactness", "FoldOptions", "Progress"],
            "fold.patterns": ["ConstantAnalysis", "FoldConstants", "constant_value", "fold_op"],
            "report.report": ["FoldReport", "RootCause"],
            "explanations.causes": ["explain", "root_causes"],
            "passes.verify": ["verify_fold"],
            "terms.reasons": ["RefutedFoldError"],
        },
    )

__all__ = [
    "BindingError",
    "ConcurrentFoldError",
    "ConstantAnalysis",
    "Exactness",
    "FloatKinds",
    "FoldConstants",
    "FoldOptions",
    "FoldReport",
    "IntegerFact",
    "Progress",
    "RefutedFoldError",
    "RootCause",
    "bind_arguments",
    "constant_value",
    "explain",
    "fold_bytes",
    "fold_module",
    "fold_op",
    "root_causes",
    "verify_fold",
]
