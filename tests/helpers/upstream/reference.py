"""What JAX lowers a function to, and what XLA on CPU computes for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import jax
import numpy as np

from xdsl_stablehlo.values.element_types import Array

# JAX's annotations leave parts of `jit` and `tree` unknown.
_jax = cast(Any, jax)


def lower(function: Callable[..., Any], arguments: Sequence[Array], platform: str = "cpu") -> str:
    """The StableHLO text of `function` for arguments of these shapes and types, as lowered for `platform`."""
    shapes = [jax.ShapeDtypeStruct(np.shape(a), a.dtype) for a in arguments]
    return _jax.jit(function).trace(*shapes).lower(lowering_platforms=(platform,)).as_text()


def run(function: Callable[..., Any], arguments: Sequence[Array]) -> list[Array]:
    """The results of `function`, flattened, as XLA on CPU computes them."""
    return [np.asarray(leaf) for leaf in _jax.tree.leaves(_jax.jit(function)(*arguments))]
