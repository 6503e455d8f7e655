"""LAPACK's calls: the bits of XLA on CPU, which calls the same library, and what each factorisation promises."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np
import pytest
from jax import lax as _lax
from jax._src.lax import linalg as _linalg

from tests.helpers.oracle import Array
from tests.helpers.programs import context
from tests.helpers.tiers import one_of
from xdsl_stablehlo import parse_module
from xdsl_stablehlo.interpreter import EvaluationError, eval_module

from .against_jax import assert_as_xla, evaluated, jax

linalg, lax = cast(Any, _linalg), cast(Any, _lax)
DTYPES = [np.float32, np.float64, np.complex64, np.complex128]


def drawn(dtype: Any, *shape: int) -> Array:
    """Normally distributed elements, the same in every run."""
    generator = np.random.default_rng(sum(shape))
    values = generator.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.normal(size=shape)
    return values.astype(dtype)


def adjoint(matrix: Array) -> Array:
    return matrix.conj().swapaxes(-1, -2)


def positive(dtype: Any, *batch: int) -> Array:
    """Positive-definite matrices."""
    a = drawn(dtype, *batch, 5, 5)
    return a @ adjoint(a) + np.eye(5, dtype=dtype)


def near(actual: Array, expected: Array) -> None:
    resolution = 200 * float(np.finfo(actual.dtype).eps)
    np.testing.assert_allclose(actual, expected, rtol=resolution, atol=resolution * np.abs(expected).max())


CALLS: dict[str, tuple[Callable[..., Any], Callable[[Any], tuple[Array, ...]]]] = {
    "lu": (linalg.lu, lambda t: (drawn(t, 2, 5, 5),)),
    "lu of a wide matrix": (linalg.lu, lambda t: (drawn(t, 3, 7),)),
    "qr": (linalg.qr, lambda t: (drawn(t, 2, 6, 4),)),
    "qr of a wide matrix, first columns": (
        partial(linalg.qr, full_matrices=False),
        lambda t: (drawn(t, 3, 7),),
    ),
    "qr with pivots": (partial(linalg.qr, pivoting=True), lambda t: (drawn(t, 2, 5, 5),)),
    "qr with columns first": (
        linalg.geqp3,
        lambda t: (drawn(t, 2, 4, 6), np.array([[0, 1, 0, 1, 1, 1], [0, 0, 1, 0, 0, 1]], np.int32)),
    ),
    "reflectors": (linalg.householder_product, lambda t: (drawn(t, 2, 6, 4), drawn(t, 2, 4))),
    "no reflectors": (linalg.householder_product, lambda t: (drawn(t, 2, 6, 4), drawn(t, 2, 0))),
    "Q C": (linalg.ormqr, lambda t: (drawn(t, 2, 6, 4), drawn(t, 2, 4), drawn(t, 2, 6, 3))),
    "C Q^H": (
        partial(linalg.ormqr, left=False, transpose=True),
        lambda t: (drawn(t, 2, 6, 4), drawn(t, 2, 4), drawn(t, 2, 3, 6)),
    ),
    "cholesky": (linalg.cholesky, lambda t: (positive(t, 2),)),
    "svd": (linalg.svd, lambda t: (drawn(t, 2, 6, 4),)),
    "svd, fewer vectors": (partial(linalg.svd, full_matrices=False), lambda t: (drawn(t, 4, 6),)),
    "svd, values": (partial(linalg.svd, compute_uv=False), lambda t: (drawn(t, 4, 6),)),
    "svd by QR": (partial(linalg.svd, algorithm=linalg.SvdAlgorithm.QR), lambda t: (drawn(t, 4, 6),)),
    "eigh": (linalg.eigh, lambda t: (positive(t, 2),)),
    "eigh of the upper triangle": (partial(linalg.eigh, lower=False), lambda t: (positive(t),)),
    "eig": (linalg.eig, lambda t: (drawn(t, 2, 5, 5),)),
    "eig, left vectors": (partial(linalg.eig, compute_right_eigenvectors=False), lambda t: (drawn(t, 5, 5),)),
    "schur": (linalg.schur, lambda t: (drawn(t, 2, 5, 5),)),
    "schur, form": (partial(linalg.schur, compute_schur_vectors=False), lambda t: (drawn(t, 5, 5),)),
    "hessenberg": (linalg.hessenberg, lambda t: (drawn(t, 2, 5, 5),)),
    "tridiagonal": (linalg.tridiagonal, lambda t: (positive(t, 2),)),
    "tridiagonal of the upper triangle": (partial(linalg.tridiagonal, lower=False), lambda t: (positive(t),)),
    "triangular solve": (
        partial(linalg.triangular_solve, left_side=True, lower=True),
        lambda t: (drawn(t, 2, 5, 5), drawn(t, 2, 5, 3)),
    ),
    "triangular solve on the right": (
        partial(linalg.triangular_solve, transpose_a=True, conjugate_a=True, unit_diagonal=True),
        lambda t: (drawn(t, 2, 5, 5), drawn(t, 2, 3, 5)),
    ),
    "tridiagonal solve": (
        linalg.tridiagonal_solve,
        lambda t: (drawn(t, 2, 6), drawn(t, 2, 6), drawn(t, 2, 6), drawn(t, 2, 6, 3)),
    ),
}

NOT_ON_GPU = re.compile("qr with|svd by QR|svd, values|eig$|eig,|schur|hessenberg|triangular")
"""Other functions, and those for which JAX calls no solver there."""


@pytest.mark.parametrize("dtype", one_of(3, DTYPES), ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("name", CALLS)
def test_gives_the_bits_of_xla(name: str, dtype: Any) -> None:
    function, arguments = CALLS[name]
    assert_as_xla(function, *arguments(dtype))


@pytest.mark.parametrize("platform", ["cuda", "rocm"])
@pytest.mark.parametrize("name", [name for name in CALLS if not NOT_ON_GPU.match(name)])
def test_solvers_of_gpus_give_the_bits_of_those_of_cpus(name: str, platform: str) -> None:
    function, arguments = CALLS[name]
    assert_as_xla(function, *arguments(np.float64), platform=platform)


EDGES: dict[str, tuple[Callable[..., Any], tuple[Array, ...]]] = {
    "singular lu": (linalg.lu, (np.zeros((3, 3)),)),
    "not positive-definite": (linalg.cholesky, (-positive(np.float64, 2),)),
    "infinite eig": (linalg.eig, (np.full((3, 3), np.inf),)),
    "one bad matrix of a batch": (linalg.eig, (np.array([[[np.nan]], [[2.0]]]),)),
    "singular tridiagonal": (linalg.tridiagonal_solve, (*[np.zeros(3)] * 3, np.ones((3, 2)))),
    "no matrices": (linalg.lu, (np.zeros((0, 4, 4)),)),
    "no elements, eigh": (linalg.eigh, (np.zeros((2, 0, 0)),)),
    "no elements, eig": (linalg.eig, (np.zeros((0, 0)),)),
    "no rows": (linalg.qr, (np.zeros((0, 3)),)),
    "no right sides": (linalg.triangular_solve, (np.eye(3), np.zeros((0, 3)))),
    "one element, hessenberg": (linalg.hessenberg, (np.full((2, 1, 1), 3.0),)),
    "one element, tridiagonal": (linalg.tridiagonal, (np.full((2, 1, 1), 3.0),)),
    "blocks": (linalg.qr, (drawn(np.float32, 150, 150),)),
}


@pytest.mark.parametrize("name", EDGES)
def test_gives_what_xla_gives_at_the_edges(name: str) -> None:
    function, arguments = EDGES[name]
    assert_as_xla(function, *arguments)


@pytest.mark.parametrize("dtype", one_of(3, DTYPES), ids=lambda dtype: dtype.__name__)
class TestMathematics:
    """Products of the factors give the matrix again."""

    def test_lu(self, dtype: Any) -> None:
        a = drawn(dtype, 2, 5, 5)
        factors, pivots, order = evaluated(linalg.lu, a)
        assert pivots.min() >= 0
        lower, upper = np.tril(factors, -1) + np.eye(5, dtype=dtype), np.triu(factors)
        near(lower @ upper, np.take_along_axis(a, order[..., None], 1))

    def test_qr(self, dtype: Any) -> None:
        a = drawn(dtype, 2, 6, 4)
        q, r = evaluated(linalg.qr, a)
        near(q @ r, a)
        near(adjoint(q) @ q, np.broadcast_to(np.eye(6, dtype=dtype), (2, 6, 6)))

    def test_cholesky(self, dtype: Any) -> None:
        a = positive(dtype, 2)
        (factor,) = evaluated(linalg.cholesky, a)
        near(factor @ adjoint(factor), a)

    def test_svd(self, dtype: Any) -> None:
        a = drawn(dtype, 2, 6, 4)
        u, s, vt = evaluated(partial(linalg.svd, full_matrices=False), a)
        assert (np.diff(s) <= 0).all()
        near((u * s[..., None, :]) @ vt, a)

    def test_eigh(self, dtype: Any) -> None:
        a = positive(dtype, 2)
        vectors, values = evaluated(linalg.eigh, a)
        near(a @ vectors, vectors * values[..., None, :])

    def test_eig(self, dtype: Any) -> None:
        a = drawn(dtype, 2, 5, 5)
        values, left, right = evaluated(linalg.eig, a)
        near(a @ right, right * values[..., None, :])
        near(adjoint(left) @ a, values[..., None] * adjoint(left))

    def test_schur(self, dtype: Any) -> None:
        a = drawn(dtype, 2, 5, 5)
        form, vectors = evaluated(linalg.schur, a)
        near(vectors @ form @ adjoint(vectors), a)

    def test_triangular_solve(self, dtype: Any) -> None:
        a, b = drawn(dtype, 5, 5) + 5 * np.eye(5, dtype=dtype), drawn(dtype, 5, 3)
        (x,) = evaluated(partial(linalg.triangular_solve, left_side=True, lower=True), a, b)
        near(np.tril(a) @ x, b)


def test_failure_gives_nan_and_only_for_the_matrix_that_failed() -> None:
    good, bad = positive(np.float64), -positive(np.float64)
    (factor,) = evaluated(linalg.cholesky, np.stack([good, bad]))
    assert np.isnan(factor[1][np.tril_indices(5)]).all()
    near(factor[0] @ factor[0].T, good)


CALL = """
func.func @main(%a: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}} :
    (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<2x2xf64>, tensor<2xi32>, tensor<i32>
}
"""


def test_without_scipy_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.linalg._flapack", None)
    with pytest.raises(EvaluationError) as failed:
        eval_module(parse_module(CALL, context()), [np.eye(2)])
    assert "needs SciPy for its LAPACK: `pip install 'xdsl-stablehlo[linalg]'`" in str(failed.value)
    assert len(str(failed.value).splitlines()) == 1


@pytest.mark.prove
def test_gradients_and_batches_of_whole_programs() -> None:
    def loss(a: Any) -> Any:
        return jax.numpy.linalg.slogdet(a)[1] + jax.numpy.linalg.norm(jax.numpy.linalg.inv(a))

    ours = evaluated(jax.vmap(jax.grad(loss)), positive(np.float64, 3))
    theirs = by_jax(jax.vmap(jax.grad(loss)), positive(np.float64, 3))
    np.testing.assert_allclose(ours[0], theirs, rtol=1e-10)


def by_jax(function: Callable[..., Any], *args: Any) -> Array:
    with jax.enable_x64(True):
        return np.asarray(function(*args))
