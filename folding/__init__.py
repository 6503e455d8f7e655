"""What is already known at compile time: constant folding with a reason for everything that stays."""

from __future__ import annotations

from xdsl_stablehlo.runtime import no_collections

with no_collections():  # a tenth of the time was spent on looking for garbage, of which there is none
    from .analysis import ConstantAnalysis
    from .bind import BindingError, bind_arguments
    from .driver import fold_module
    from .options import FoldOptions
    from .patterns import FoldConstants, constant_value, fold_op
    from .report import FoldReport
    from .transaction import ConcurrentFoldError
    from .verify import verify_fold

__all__ = [
    "BindingError",
    "ConcurrentFoldError",
    "ConstantAnalysis",
    "FoldConstants",
    "FoldOptions",
    "FoldReport",
    "bind_arguments",
    "constant_value",
    "fold_module",
    "fold_op",
    "verify_fold",
]
