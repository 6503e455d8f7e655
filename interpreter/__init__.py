"""The values that StableHLO programs compute: tensors, elements, and the evaluation of functions and modules.

The folders from the ground up: `interface`, `rounded`, `special`, `numerics`, `parallel`, `kernels`, `execution`. They
import the dialects, `programs` and `transforms`, and nothing of `folding`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .api import Program, eval_func, eval_module, register_implementations
    from .interface.errors import EvaluationError, LimitExceeded
    from .interface.limits import Limits
    from .kernels.custom_calls.registry import register_custom_call
    from .kernels.ops.arithmetic.random_numbers import seeded
    from .kernels.support.output import probing
    from .kernels.support.table import Cost, Exactness, register_kernel
    from .numerics.tensor import Element, Tensor
else:
    __getattr__ = members_on_demand(
        __name__,
        {
            "api": ["Program", "eval_func", "eval_module", "register_implementations"],
            "interface.errors": ["EvaluationError", "LimitExceeded"],
            "kernels.custom_calls.registry": ["register_custom_call"],
            "kernels.ops.arithmetic.random_numbers": ["seeded"],
            "kernels.support.output": ["probing"],
            "kernels.support.table": ["Cost", "Exactness", "register_kernel"],
            "interface.limits": ["Limits"],
            "numerics.tensor": ["Element", "Tensor"],
        },
    )

__all__ = [
    "Cost",
    "Element",
    "EvaluationError",
    "Exactness",
    "LimitExceeded",
    "Limits",
    "Program",
    "Tensor",
    "eval_func",
    "eval_module",
    "probing",
    "register_custom_call",
    "register_implementations",
    "register_kernel",
    "seeded",
]
