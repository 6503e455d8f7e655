"""What a StableHLO program computes: tensors, elements, and the evaluation of functions and modules."""

from __future__ import annotations

from xdsl_stablehlo.runtime import no_collections

with no_collections():  # a tenth of the time was spent on looking for garbage, of which there is none
    from .api import Program, eval_func, eval_module, register_implementations
    from .errors import EvaluationError
    from .kernels.probe_files import probing
    from .kernels.random import seeded
    from .tensor import Element, Tensor

__all__ = [
    "Element",
    "EvaluationError",
    "Program",
    "Tensor",
    "eval_func",
    "eval_module",
    "probing",
    "register_implementations",
    "seeded",
]
