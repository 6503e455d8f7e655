"""The door to JAX: its functions folded, and evaluated on this project's interpreter.

Imports `splitting`, the folder and below; nothing but `tools` imports it.
"""

from __future__ import annotations

from xdsl_stablehlo.folding.fold.bind import BindingError

from .conversion import from_jax, to_jax
from .folded import Folded, fold
from .inside_jit import FoldedProgram, JitReport, folding
from .interpreting import evaluate, interpreting
from .splitting import SplitFunction, split

__all__ = [
    "BindingError",
    "Folded",
    "FoldedProgram",
    "JitReport",
    "SplitFunction",
    "evaluate",
    "fold",
    "folding",
    "from_jax",
    "interpreting",
    "split",
    "to_jax",
]
