"""Programs of JAX on this project's interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.interpreter.kernels.support.values import Token

from .conversion import from_jax
from .machinery import ANY_CUSTOM_CALL, Exported, as_jax, in_tree, jax, out_tree, program_array
from .signature import FunctionCall


def evaluate(program: Callable[..., Any] | Exported, *args: Any, **kwargs: Any) -> Any:
    """What a function of JAX's, or an exported program, gives for these arguments on this project's interpreter.

    Results are JAX's arrays, in the pytree that the function returns. Functions may be jitted already, with static
    arguments. Raises `EvaluationError` where an op cannot be evaluated.

    Examples:
        >>> import jax.numpy as jnp
        >>> evaluate(lambda x: x + 1, jnp.arange(3)).tolist()
        [1, 2, 3]
    """
    if isinstance(program, Exported):
        exported = program
        leaves, tree = jax.tree.flatten((args, kwargs))
        if tree != in_tree(exported):
            raise TypeError(f"'{exported.fun_name}' takes {in_tree(exported)}, not {tree}")
    else:
        call = FunctionCall.of(program, args, kwargs)
        exported = call.exported([ANY_CUSTOM_CALL])
        leaves = [leaf for _, leaf in call.leaves()]
    return run(from_jax(exported), exported, leaves)


def run(module: ModuleOp, exported: Exported, leaves: Sequence[Any]) -> Any:
    """What `module` gives for flattened arguments, called as `exported` says."""
    avals: Sequence[Any] = exported.in_avals
    tokens = [Token() for _ in exported.ordered_effects]
    arrays = [program_array(leaves[i], avals[i].dtype) for i in exported.module_kept_var_idx]
    platform: list[Any] = [_platform(exported)] if len(exported.platforms) > 1 else []
    results = Program.of(module)(*platform, *tokens, *arrays)[len(tokens) :]
    out_avals: Sequence[Any] = exported.out_avals
    made = [as_jax(np.asarray(result), aval) for result, aval in zip(results, out_avals, strict=True)]
    return jax.tree.unflatten(out_tree(exported), made)


def _platform(exported: Exported) -> int:
    """What a program for several platforms is told: what this interpreter is most like."""
    return exported.platforms.index("cpu") if "cpu" in exported.platforms else 0
