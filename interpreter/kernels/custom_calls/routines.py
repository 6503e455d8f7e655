"""LAPACK's routines on one matrix from SciPy: JAX on CPU calls the same library.

Each takes a `Library` for the element type, matrices, and options as LAPACK's letters: `L` or `U` for the triangle
`uplo` that is read, `N`, `T` or `C` for a transposition, `V` or `N` for vectors or none. It returns all results of the
call: None for an unused one, which becomes zero, and LAPACK's `info`: 0 for success, above 0 for a matrix without such
factors. Work space has the size that LAPACK asks for, because the size of blocks, and with it rounding, depends on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ...interface.errors import EvaluationError

NOT_FINITE = -4
"""What JAX's kernel of geev gives for `info` where an element is not finite."""

INSTALL = "needs SciPy for its LAPACK: `pip install 'xdsl-stablehlo[linalg]'`"


@dataclass(frozen=True)
class Library:
    """LAPACK and BLAS for one element type."""

    letter: str
    """s, d, c or z."""

    @property
    def is_complex(self) -> bool:
        return self.letter in "cz"

    def name(self, routine: str) -> str:
        """What a routine is called: symmetric and orthogonal ones are Hermitian and unitary for complex matrices."""
        kind = {"sy": "he", "or": "un"}.get(routine[:2]) if self.is_complex else None
        return routine if kind is None else kind + routine[2:]

    def __getitem__(self, routine: str) -> Callable[..., Any]:
        """SciPy's function for a routine. Raises `EvaluationError` where there is no SciPy."""
        try:
            home = import_module("scipy.linalg.blas" if routine == "trsm" else "scipy.linalg.lapack")
        except ImportError:
            raise EvaluationError(INSTALL) from None
        return getattr(home, self.letter + self.name(routine))

    def work_size(self, name: str, *sizes: int, **options: int) -> int:
        """How much work space a routine asks for."""
        return int(abs(self[f"{name}_lwork"](*sizes, **options)[0]))


LETTERS = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
LIBRARIES = {np.dtype(kind): Library(letter) for letter, kind in LETTERS.items()}


def getrf(library: Library, a: Array) -> tuple[Any, ...]:
    """P A = L U: both factors in one matrix, and the row that each row was exchanged with, from 1."""
    factors, pivots, info = library["getrf"](a)
    return factors, pivots + 1, info


def potrf(library: Library, a: Array, *, uplo: str) -> tuple[Any, ...]:
    """The Cholesky factor in the triangle `uplo`; the other one stays as it was."""
    return library["potrf"](a, lower=int(uplo == "L"), clean=0)


def geqrf(library: Library, a: Array) -> tuple[Any, ...]:
    """A = Q R: R in the upper triangle, below it the vectors of the reflectors that Q is the product of; their taus."""
    factors, tau, *_ = library["geqrf"](a, lwork=library.work_size("geqrf", *a.shape))
    return factors, tau


def geqp3(library: Library, a: Array, jpvt: Array) -> tuple[Any, ...]:
    """A P = Q R as `geqrf`, with columns exchanged: those with a `jpvt` that is not 0 come first, as they are."""
    routine = library["geqp3"]
    order = list(range(a.shape[1]))
    fixed: list[int] = np.flatnonzero(jpvt).tolist()
    for front, column in enumerate(fixed):
        order[front], order[column] = order[column], order[front]
    count = len(fixed)
    if not count:
        factors, pivots, tau, *_ = routine(a, lwork=_queried(routine, a))
        return factors, pivots, tau
    factors: Array = np.array(a[:, order], order="F")
    factors[:, :count], tau = geqrf(library, factors[:, :count])
    rest = factors[:, count:]
    rest[...] = ormqr(library, factors[:, : tau.size], tau, rest, left=True, transpose=True)[0]
    if rest[count:].size:
        below, pivots, tail = geqp3(library, rest[count:], np.zeros(rest.shape[1], np.int32))
        rest[:count] = rest[:count, pivots - 1]
        rest[count:] = below
        order[count:] = [order[count + pivot - 1] for pivot in pivots]
        tau = np.append(tau, tail)
    return factors, np.array(order) + 1, tau


def _queried(routine: Callable[..., Any], *operands: Any) -> int:
    """The work space that a routine without a function of its own for that asks for: its last result but one."""
    return int(abs(routine(*operands, lwork=-1)[-2][0]))


def orgqr(library: Library, a: Array, tau: Array) -> tuple[Any, ...]:
    """The first columns of Q, the product of the reflectors that `geqrf` gives."""
    if not tau.size or not a.size:
        return (np.eye(*a.shape, dtype=a.dtype),)
    routine = library["orgqr"]
    return (routine(a, tau, lwork=_queried(routine, a, tau))[0],)


def ormqr(
    library: Library, a: Array, tau: Array, c: Array, *, left: bool, transpose: bool
) -> tuple[Any, ...]:
    """Q C, or C Q where not `left`, with Q^H in place of Q where `transpose`."""
    if not tau.size or not c.size:
        return (c,)
    routine = library["ormqr"]
    side, letter = "L" if left else "R", "N" if not transpose else "C" if library.is_complex else "T"
    work = int(abs(routine(side, letter, a[:, : tau.size], tau, c, -1)[1][0]))
    return (routine(side, letter, a[:, : tau.size], tau, c, work)[0],)


def gesdd(library: Library, a: Array, *, mode: str, name: str = "gesdd") -> tuple[Any, ...]:
    """A = U S V^H; `mode` A gives square U and V^H, S as many vectors as there are singular values, N none."""
    if mode not in "ASN":
        raise EvaluationError(f"computes singular vectors in mode {mode}, which nobody does")
    options = {"compute_uv": int(mode != "N"), "full_matrices": int(mode == "A")}
    work = library.work_size(name, *a.shape, **options)
    u, s, vt, info = library[name](a, lwork=work, **options)
    return a, s, *((None, None) if mode == "N" else (u, vt)), info


def gesvd(library: Library, a: Array, *, mode: str) -> tuple[Any, ...]:
    """As `gesdd`, by another algorithm."""
    return gesdd(library, a, mode=mode, name="gesvd")


def syevd(library: Library, a: Array, *, mode: str, uplo: str) -> tuple[Any, ...]:
    """A = V W V^H of a matrix that equals its adjoint: vectors, and eigenvalues in ascending order."""
    values, vectors, info = library["syevd"](a, compute_v=int(mode == "V"), lower=int(uplo == "L"))
    return vectors, values, info


def geev(library: Library, a: Array, *, compute_left: str, compute_right: str) -> tuple[Any, ...]:
    """A V = V W and V^H A = W V^H of any matrix: eigenvalues (real and imaginary parts apart, of a real matrix),
    left and right vectors, always complex."""
    size = a.shape[0]
    parts = 1 if library.is_complex else 2
    if not np.isfinite(a).all():
        return *[None] * (parts + 2), NOT_FINITE
    options = {"compute_vl": int(compute_left == "V"), "compute_vr": int(compute_right == "V")}
    work = library.work_size("geev", size, **options)
    *values, left, right, info = library["geev"](a, lwork=work, **options)
    if not library.is_complex:
        left, right = [_unpacked(values[1], vectors) for vectors in (left, right)]
    return *values, left if compute_left == "V" else None, right if compute_right == "V" else None, info


def _unpacked(imaginary: Array, vectors: Array) -> Array:
    """Complex vectors of a real matrix, of which LAPACK gives real and imaginary part of each pair in two columns."""
    complex_ = vectors.astype(np.result_type(vectors.dtype, np.complex64))
    column = 0
    while column < complex_.shape[1]:
        if imaginary[column] != 0 and not np.isnan(imaginary[column]):
            complex_[:, column] += 1j * vectors[:, column + 1]
            complex_[:, column + 1] = complex_[:, column].conj()
            column += 1
        column += 1
    return complex_


def gees(library: Library, a: Array, *, mode: str, sort: str) -> tuple[Any, ...]:
    """A = Z T Z^H: Schur form and vectors, eigenvalues, and how many of them were selected: none."""
    if sort != "N":
        raise EvaluationError("orders eigenvalues, which nobody does")
    routine = library["gees"]
    options = {"compute_v": int(mode == "V"), "sort_t": 0}
    work = int(abs(routine(_select_none, a, lwork=-1, **options)[-2][0]))
    form, selected, *values, vectors, _, info = routine(_select_none, a, lwork=work, **options)
    return form, vectors if mode == "V" else None, *values, selected, info


def _select_none(*_: Any) -> int:
    return 0


def gehrd(library: Library, a: Array, *, low: int, high: int) -> tuple[Any, ...]:
    """A = Q H Q^H with zeros below the first subdiagonal of H, where the reflectors of Q are: rows `low` to `high`."""
    size = a.shape[0]
    work = library.work_size("gehrd", size, lo=low - 1, hi=high - 1)
    return library["gehrd"](a, lo=low - 1, hi=high - 1, lwork=work)


def sytrd(library: Library, a: Array, *, uplo: str) -> tuple[Any, ...]:
    """A = Q T Q^H of a matrix that equals its adjoint: reflectors, diagonal and off-diagonal of T, taus."""
    options = {"lower": int(uplo == "L")}
    return library["sytrd"](a, lwork=library.work_size("sytrd", a.shape[0], **options), **options)


def trsm(
    library: Library, a: Array, b: Array, *, side: str, uplo: str, trans_x: str, diag: str
) -> tuple[Any, ...]:
    """The solution of op(A) X = B (X op(A) = B on side R), A a triangle, with ones on its diagonal for `diag` U."""
    if not b.size:
        return (b,)
    sides = {"side": int(side == "R"), "lower": int(uplo == "L"), "diag": int(diag == "U")}
    return (library["trsm"](1.0, a, b, trans_a="NTC".index(trans_x), **sides),)


def gtsv(library: Library, dl: Array, d: Array, du: Array, b: Array) -> tuple[Any, ...]:
    """The solution of a tridiagonal system; `dl[0]` and `du[-1]` are not read. The factors come back first."""
    second, diagonal, upper, x, info = library["gtsv"](dl[1:], d, du[:-1], b)
    below, above = dl.copy(), du.copy()
    below[1 : 1 + second.size], above[:-1] = second, upper
    return below, diagonal, above, x, info
