"""JAX functions, run on this interpreter and by XLA on CPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import jax as _jax
import numpy as np

from tests.helpers.oracle import Array
from tests.helpers.programs import context
from xdsl_stablehlo import parse_module, verify_module
from xdsl_stablehlo.interpreter import eval_module

jax = cast(Any, _jax)


def evaluated(function: Callable[..., Any], *args: Any, platform: str = "cpu") -> tuple[Array, ...]:
    """The results of a JAX function with 64-bit types on, as lowered for a platform, by this interpreter."""
    with jax.enable_x64(True):
        text = jax.jit(function).trace(*args).lower(lowering_platforms=(platform,)).as_text()
    module = parse_module(text, context())
    verify_module(module)
    return tuple([np.asarray(each.array) for each in eval_module(module, args)])


def by_xla(function: Callable[..., Any], *args: Any) -> tuple[Array, ...]:
    """The results of a JAX function with 64-bit types on, by XLA."""
    with jax.enable_x64(True):
        return tuple([np.asarray(each) for each in jax.tree.leaves(jax.jit(function)(*args))])


def assert_as_xla(function: Callable[..., Any], *args: Any, platform: str = "cpu") -> tuple[Array, ...]:
    """Both give the same bits, NaNs apart, which gives them."""
    ours, theirs = evaluated(function, *args, platform=platform), by_xla(function, *args)
    assert len(ours) == len(theirs)
    for our, their in zip(ours, theirs):
        assert (our.dtype, our.shape) == (their.dtype, their.shape)
        np.testing.assert_array_equal(our, their)
    return ours
