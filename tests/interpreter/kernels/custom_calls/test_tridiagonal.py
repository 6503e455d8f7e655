"""Tridiagonal systems, singular ones among them, as JAX solves them on CPU."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from jax.lax import linalg as _linalg

from tests.helpers.oracle import Array

from .against_jax import by_xla, evaluated

linalg = cast(Any, _linalg)


def solve(*system: Any) -> Any:
    """JAX's solver, which moves pivots away from zero."""
    return linalg.tridiagonal_solve(*system, perturb_singular=True)


def assert_near(*system: Array) -> Array:
    """XLA fuses multiplications into sums, so that the last bits differ. Gives the solution."""
    (ours,), (theirs,) = evaluated(solve, *system), by_xla(solve, *system)
    assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
    scale = np.abs(theirs).max(initial=0)
    assert np.isfinite(scale)
    assert np.abs(ours - theirs).max(initial=0) <= 50 * np.finfo(ours.dtype).eps * scale
    return ours


def drawn(seed: int, shape: tuple[int, ...], dtype: Any, scale: float = 1.0) -> Array:
    """Numbers of which a third is zero."""
    rng = np.random.default_rng(seed)
    parts = rng.normal(size=shape) + (1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else 0)
    return np.where(rng.random(shape) < 0.3, 0, parts * scale).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("scale", [1e-30, 1.0, 1e3])
def test_solutions_are_those_of_jax(dtype: type, size: int, scale: float) -> None:
    diagonals = [drawn(seed, (2, size), dtype, scale) for seed in range(3)]
    assert_near(*diagonals, drawn(3, (2, size, 2), dtype))


def test_pivots_are_exchanged_and_moved() -> None:
    zero, one = np.zeros(4), np.ones((4, 1))
    moved = assert_near(zero, zero, zero, one)
    assert np.abs(moved).min() > 1e300
    exchanged = assert_near(np.ones(4), zero, np.ones(4), one)
    np.testing.assert_array_equal(exchanged[:, 0], [0, 1, 1, 0])
    assert_near(zero, np.full(4, 1e-300), zero, one * 1e10)
    # XLA takes subnormal numbers for zero.
    (scaled,) = evaluated(solve, zero, np.full(4, 1e-310), zero, one * 1e-20)
    np.testing.assert_allclose(scaled, one * 1e290)


def test_ends_of_the_outer_diagonals_do_not_count() -> None:
    """Not even where the pivot is chosen, which is below here."""
    diagonal, right = np.array([1e-9, 0.7]), np.array([[0.3], [0.9]])
    (plain,), (huge,) = (
        evaluated(solve, np.array([end, 0.6]), diagonal, np.array([0.1, end]), right) for end in (0.0, 1e9)
    )
    np.testing.assert_array_equal(huge, plain)


def test_empty_systems() -> None:
    empty = np.zeros((2, 0))
    assert evaluated(solve, empty, empty, empty, np.zeros((2, 0, 3)))[0].shape == (2, 0, 3)
