"""What is already known at compile time: constant folding with a reason for everything that stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.on_demand import members_on_demand

if TYPE_CHECKING:
    from xdsl_stablehlo.interpreter.kernels.table import Exactness

    from .argument_names import BindingError
    from .bind import bind_arguments
    from .causes import root_causes
    from .constant_analysis import ConstantAnalysis
    from .driver import fold_module
    from .facts.lattice import FloatKinds, IntegerFact
    from .options import FoldOptions, Progress
    from .patterns import FoldConstants, constant_value, fold_op
    from .report import FoldReport, RootCause
    from .story import explain
    from .transaction import ConcurrentFoldError
    from .verify import verify_fold
else:
    __getattr__ = members_on_demand(
        __name__,
        {
            "argument_names": ["BindingError"],
            "bind": ["bind_arguments"],
            "constant_analysis": ["ConstantAnalysis"],
            "driver": ["fold_module"],
            "story": ["explain"],
            "facts.lattice": ["FloatKinds", "IntegerFact"],
            "options": ["Exactness", "FoldOptions", "Progress"],
            "patterns": ["FoldConstants", "constant_value", "fold_op"],
            "report": ["FoldReport", "RootCause"],
            "causes": ["root_causes"],
            "transaction": ["ConcurrentFoldError"],
            "verify": ["verify_fold"],
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
    "RootCause",
    "bind_arguments",
    "constant_value",
    "explain",
    "fold_module",
    "fold_op",
    "root_causes",
    "verify_fold",
]
