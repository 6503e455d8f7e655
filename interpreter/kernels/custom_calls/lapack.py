"""Linear algebra that JAX calls on CPU, GPU and TPU: LAPACK's routines over batches, and tridiagonal systems.

A routine works on one matrix, by SciPy: JAX on CPU calls the same library. It takes a `Library` for the element type,
matrices, and options as LAPACK's letters: `L` or `U` for the triangle `uplo` that is read, `N`, `T` or `C` for a
transposition, `V` or `N` for vectors or none. It returns all results of the call: None for an unused one, which becomes
zero, and LAPACK's `info`: 0 for success, above 0 for a matrix without such factors. Work space has the size that LAPACK
asks for, because the size of blocks, and with it rounding, depends on it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from math import prod
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.values.element_types import Array, DType, dtype_of, limits_of

from ...interface.errors import EvaluationError
from ..ops.arithmetic.random_numbers import threefry_2x32
from ..support.table import Cost, Exactness, Kernel
from ..support.values import sizes_of
from .registry import call_attributes, register_known

if TYPE_CHECKING:
    from xdsl_stablehlo.dialects.stablehlo import CustomCallOp


NOT_FINITE = -4
"""The `info` that JAX's kernel of geev gives where an element is not finite."""

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
        """The name of a routine: symmetric and orthogonal ones are Hermitian and unitary for complex matrices."""
        kind = {"sy": "he", "or": "un"}.get(routine[:2]) if self.is_complex else None
        return routine if kind is None else kind + routine[2:]

    def __getitem__(self, routine: str) -> Callable[..., Any]:
        """SciPy's function for a routine. Raises `EvaluationError` where there is no SciPy."""
        home = _extension("_fblas" if routine == "trsm" else "_flapack")
        return getattr(home, self.letter + self.name(routine))

    def work_size(self, name: str, *sizes: int, **options: int) -> int:
        """The work space that a routine asks for."""
        return int(abs(self[f"{name}_lwork"](*sizes, **options)[0]))


def _extension(name: str) -> ModuleType:
    """SciPy's wrapper of BLAS or LAPACK, without the rest, which takes 0.2 s. Raises `EvaluationError` if absent."""
    module = f"scipy.linalg.{name}"
    package = None if module in sys.modules else find_spec("scipy")
    if package is not None and package.origin is not None:
        spec = PathFinder.find_spec(module, [str(Path(package.origin).with_name("linalg"))])
        if spec is not None and spec.loader is not None:
            sys.modules[module] = module_from_spec(spec)
            try:
                spec.loader.exec_module(sys.modules[module])
            except ImportError:  # where the package says first where libraries are
                del sys.modules[module]
    try:
        return import_module(module)
    except ImportError:
        raise EvaluationError(INSTALL) from None


RoutineResults: TypeAlias = "tuple[Any, ...]"
"""The results of a routine: arrays, None, and numbers."""

LETTERS = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
LIBRARIES = {np.dtype(kind): Library(letter) for letter, kind in LETTERS.items()}


def getrf(library: Library, a: Array) -> RoutineResults:
    """P A = L U: both factors in one matrix, and the row that each row was exchanged with, from 1."""
    factors, pivots, info = library["getrf"](a)
    return factors, pivots + 1, info


def potrf(library: Library, a: Array, *, uplo: str) -> RoutineResults:
    """The Cholesky factor in the triangle `uplo`; the other one stays as it was."""
    return library["potrf"](a, lower=int(uplo == "L"), clean=0)


def geqrf(library: Library, a: Array) -> RoutineResults:
    """A = Q R: R in the upper triangle, below it the vectors of the reflectors that Q is the product of; their taus."""
    factors, tau, *_ = library["geqrf"](a, lwork=library.work_size("geqrf", *a.shape))
    return factors, tau


def geqp3(library: Library, a: Array, jpvt: Array) -> RoutineResults:
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


def orgqr(library: Library, a: Array, tau: Array) -> RoutineResults:
    """The first columns of Q, the product of the reflectors that `geqrf` gives."""
    if not tau.size or not a.size:
        return (np.eye(*a.shape, dtype=a.dtype),)
    routine = library["orgqr"]
    return (routine(a, tau, lwork=_queried(routine, a, tau))[0],)


def ormqr(library: Library, a: Array, tau: Array, c: Array, *, left: bool, transpose: bool) -> RoutineResults:
    """Q C, or C Q where not `left`, with Q^H in place of Q where `transpose`."""
    if not tau.size or not c.size:
        return (c,)
    routine = library["ormqr"]
    side, letter = "L" if left else "R", "N" if not transpose else "C" if library.is_complex else "T"
    work = int(abs(routine(side, letter, a[:, : tau.size], tau, c, -1)[1][0]))
    return (routine(side, letter, a[:, : tau.size], tau, c, work)[0],)


def gesdd(library: Library, a: Array, *, mode: str, name: str = "gesdd") -> RoutineResults:
    """A = U S V^H; `mode` A gives square U and V^H, S as many vectors as there are singular values, N none."""
    if mode not in "ASN":
        raise EvaluationError(f"computes singular vectors in mode {mode}, which nobody does")
    options = {"compute_uv": int(mode != "N"), "full_matrices": int(mode == "A")}
    work = library.work_size(name, *a.shape, **options)
    u, s, vt, info = library[name](a, lwork=work, **options)
    return a, s, *((None, None) if mode == "N" else (u, vt)), info


def gesvd(library: Library, a: Array, *, mode: str) -> RoutineResults:
    """As `gesdd`, by another algorithm."""
    return gesdd(library, a, mode=mode, name="gesvd")


def syevd(library: Library, a: Array, *, mode: str, uplo: str) -> RoutineResults:
    """A = V W V^H of a matrix that equals its adjoint: vectors, and eigenvalues in ascending order."""
    values, vectors, info = library["syevd"](a, compute_v=int(mode == "V"), lower=int(uplo == "L"))
    return vectors, values, info


def geev(library: Library, a: Array, *, compute_left: str, compute_right: str) -> RoutineResults:
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


def gees(library: Library, a: Array, *, mode: str, sort: str) -> RoutineResults:
    """A = Z T Z^H: Schur form and vectors, eigenvalues, and how many of them were selected: none."""
    if sort != "N":
        raise EvaluationError("orders eigenvalues, which nobody does")
    routine = library["gees"]
    options = {"compute_v": int(mode == "V"), "sort_t": 0}
    work = int(abs(routine(_select_none, a, lwork=-1, **options)[-2][0]))
    form, selected, *values, vectors, _, info = routine(_select_none, a, lwork=work, **options)
    return form, vectors if mode == "V" else None, *values, selected, info


def _select_none(*_: object) -> int:
    return 0


def gehrd(library: Library, a: Array, *, low: int, high: int) -> RoutineResults:
    """A = Q H Q^H with zeros below the first subdiagonal of H, where the reflectors of Q are: rows `low` to `high`."""
    size = a.shape[0]
    work = library.work_size("gehrd", size, lo=low - 1, hi=high - 1)
    return library["gehrd"](a, lo=low - 1, hi=high - 1, lwork=work)


def sytrd(library: Library, a: Array, *, uplo: str) -> RoutineResults:
    """A = Q T Q^H of a matrix that equals its adjoint: reflectors, diagonal and off-diagonal of T, taus."""
    options = {"lower": int(uplo == "L")}
    return library["sytrd"](a, lwork=library.work_size("sytrd", a.shape[0], **options), **options)


def trsm(
    library: Library, a: Array, b: Array, *, side: str, uplo: str, trans_x: str, diag: str
) -> RoutineResults:
    """The solution of op(A) X = B (X op(A) = B on side R), A a triangle, with ones on its diagonal for `diag` U."""
    if not b.size:
        return (b,)
    sides = {"side": int(side == "R"), "lower": int(uplo == "L"), "diag": int(diag == "U")}
    return (library["trsm"](1.0, a, b, trans_a="NTC".index(trans_x), **sides),)


def gtsv(library: Library, dl: Array, d: Array, du: Array, b: Array) -> RoutineResults:
    """The solution of a tridiagonal system; `dl[0]` and `du[-1]` are not read. The factors come back first."""
    second, diagonal, upper, x, info = library["gtsv"](dl[1:], d, du[:-1], b)
    below, above = dl.copy(), du.copy()
    below[1 : 1 + second.size], above[:-1] = second, upper
    return below, diagonal, above, x, info


# Calls: a routine for each matrix of a batch.


class Routine(NamedTuple):
    """A function on one matrix, and what is known of calls of it."""

    function: Callable[..., RoutineResults]
    ranks: tuple[int, ...]
    """The rank of each operand without batch dimensions."""
    work: int
    """Elementary operations for a matrix of m x n, divided by m n min(m, n)."""
    takes_empty: bool = False
    """The function takes matrices without elements; otherwise all results are zero for them."""


ROUTINES: dict[str, Routine] = {
    "getrf": Routine(getrf, (2,), 1),
    "geqrf": Routine(geqrf, (2,), 2),
    "geqp3": Routine(geqp3, (2, 1), 4),
    "orgqr": Routine(orgqr, (2, 1), 4, takes_empty=True),
    "ormqr": Routine(ormqr, (2, 1, 2), 4, takes_empty=True),
    "potrf": Routine(potrf, (2,), 1),
    "gesdd": Routine(gesdd, (2,), 25),
    "gesvd": Routine(gesvd, (2,), 40),
    "syevd": Routine(syevd, (2,), 9),
    "geev": Routine(geev, (2,), 30),
    "gees": Routine(gees, (2,), 25),
    "gehrd": Routine(gehrd, (2,), 4),
    "sytrd": Routine(sytrd, (2,), 4),
    "trsm": Routine(trsm, (2, 2), 1, takes_empty=True),
    "gtsv": Routine(gtsv, (1, 1, 1, 2), 30),
}
"""Every routine by the name that it has for real matrices."""

MATRIX = 20_000
"""Additional elementary operations for each matrix of a batch."""


class ResultForm(NamedTuple):
    """The shape of a result, None if an operand tells it, and its dtype."""

    shape: tuple[int, ...] | None
    dtype: DType


def run_batch(
    *operands: Array, routine: Routine, forms: Sequence[ResultForm], attributes: Mapping[str, object]
) -> tuple[Array, ...]:
    """The results of a routine for each matrix of a batch.

    Behind the operands come the shapes of the results, where the call is one of dynamic shapes.
    """
    matrices, sizes = operands[: len(routine.ranks)], operands[len(routine.ranks) :]
    shapes = [sizes_of(size) for size in sizes] or [form.shape or () for form in forms]
    library = LIBRARIES[matrices[0].dtype]
    batch = matrices[0].shape[: matrices[0].ndim - routine.ranks[0]]
    results = [np.zeros(shape, form.dtype) for shape, form in zip(shapes, forms, strict=True)]
    if 0 in matrices[0].shape and not routine.takes_empty:
        return tuple(results)
    for index in np.ndindex(batch):
        given = routine.function(library, *[matrix[index] for matrix in matrices], **attributes)
        for result, value in zip(results, given, strict=True):
            if value is not None:
                result[index] = value
    return tuple(results)


CODES = ("uplo", "side", "trans_x", "diag", "mode", "compute_left", "compute_right", "sort")
"""Attributes that are letters, written as the numbers of their characters."""


def letters_of(op: CustomCallOp) -> dict[str, object]:
    """The attributes of a call, its letters as such."""
    return {
        name: chr(value) if name in CODES and isinstance(value, int) else value
        for name, value in call_attributes(op).items()
    }


def forms_of(types: Sequence[Attribute]) -> list[ResultForm]:
    """The forms of results of tensor types."""
    return [
        ResultForm(t.get_shape() if is_static(t.get_shape()) else None, dtype_of(t.element_type))
        for t in map(ranked_type, types)
    ]


def register_routine(
    target: str, routine: Routine, attributes_of: Callable[[CustomCallOp], Mapping[str, object]]
) -> None:
    """Let calls of `target` run a routine with the attributes that `attributes_of(op)` returns."""

    def work(op: CustomCallOp) -> int:
        shape = ranked(op.inputs[len(routine.ranks) - 1 if routine.ranks[0] == 1 else 0]).get_shape()
        *batch, rows, columns = shape
        return prod(batch) * (MATRIX + routine.work * rows * columns * min(rows, columns) // 16)

    def kernel(op: CustomCallOp) -> Kernel:
        types = op.result_types
        in_tuple = len(types) == 1 and isinstance(types[0], TupleType)
        forms = forms_of(types[0].types.data if isinstance(types[0], TupleType) else types)
        run = partial(run_batch, routine=routine, forms=forms, attributes=attributes_of(op))
        return partial(_in_tuple, run) if in_tuple else run

    register_known(target, kernel, cost=Cost(60_000, 1, work=work), exactness=Exactness.LIBM)


def _in_tuple(run: Callable[..., tuple[Array, ...]], *operands: Array) -> tuple[tuple[Array, ...]]:
    return (run(*operands),)


for letter in LETTERS:
    for name, known in ROUTINES.items():
        register_routine(f"lapack_{letter}{Library(letter).name(name)}_ffi", known, letters_of)


# What JAX calls on GPU and TPU: solvers by the routines of LAPACK, Threefry, permutations of pivots.


def _uplo(attributes: Mapping[str, object]) -> str:
    return "L" if attributes["lower"] else "U"


def _svd(
    library: Library, a: Array, *, compute_uv: bool, full_matrices: bool, transposed: bool
) -> RoutineResults:
    mode = "N" if not compute_uv else "A" if full_matrices else "S"
    rest, s, u, vt, info = ROUTINES["gesdd"].function(library, a, mode=mode)
    # Where the solver was given the transposed matrix, the factors change places.
    return (rest, s, vt, u, info) if transposed else (rest, s, u, vt, info)


def _svd_by_jacobi(library: Library, a: Array, *, compute_uv: bool, full_matrices: bool) -> RoutineResults:
    rest, s, u, vt, info = _svd(library, a, compute_uv=True, full_matrices=full_matrices, transposed=False)
    return rest, s, u, vt.conj().T, info


def _solved(library: Library, dl: Array, d: Array, du: Array, b: Array) -> RoutineResults:
    return (ROUTINES["gtsv"].function(library, dl, d, du, b)[3],)


Options = Callable[[dict[str, object]], Mapping[str, object]]

SVD = ROUTINES["gesdd"]
SOLVERS: dict[str, tuple[Routine, Options]] = {
    "solver_getrf_ffi": (ROUTINES["getrf"], dict),
    "solver_geqrf_ffi": (ROUTINES["geqrf"], dict),
    "solver_orgqr_ffi": (ROUTINES["orgqr"], dict),
    "solver_ormqr_ffi": (ROUTINES["ormqr"], dict),
    "solver_potrf_ffi": (ROUTINES["potrf"], lambda a: {"uplo": _uplo(a)}),
    "solver_syevd_ffi": (ROUTINES["syevd"], lambda a: {"uplo": _uplo(a), "mode": "V"}),
    "solver_sytrd_ffi": (ROUTINES["sytrd"], lambda a: {"uplo": _uplo(a)}),
    "solver_gesvd_ffi": (SVD._replace(function=_svd), dict),
    "solver_gesdd_ffi": (SVD._replace(function=_svd), dict),
    "solver_gesvdj_ffi": (SVD._replace(function=_svd_by_jacobi), dict),
    "solver_gesvdp_ffi": (SVD._replace(function=_svd_by_jacobi), dict),
    "sparse_gtsv2_ffi": (ROUTINES["gtsv"]._replace(function=_solved), dict),
}
"""The solvers of NVIDIA's and AMD's libraries, whose names begin with `cu` and `hip`: options as LAPACK has them."""


def _solver_attributes(op: CustomCallOp, *, options: Options) -> Mapping[str, object]:
    return options(call_attributes(op))


def _from_descriptor(op: CustomCallOp) -> dict[str, object]:
    # The descriptor: the kind of elements, then rocBLAS's number for the triangle that is read.
    config = str(call_attributes(op)["backend_config"])
    return {"uplo": "L" if config[4:5] == "z" else "U", "mode": "V"}


def _with_work_space(*operands: Any, **options: Any) -> Any:
    return (*ROUTINES["syevd"].function(*operands, **options), None)


for name in ("hipsolver_syevd", "hipsolver_syevj"):
    register_routine(name, ROUTINES["syevd"]._replace(function=_with_work_space), _from_descriptor)


for vendor in ("cu", "hip"):
    for name, (known, options) in SOLVERS.items():
        register_routine(f"{vendor}{name}", known, partial(_solver_attributes, options=options))


def eval_permutation(pivots: Array, *, size: int) -> tuple[Array]:
    """The order of `size` rows after exchanging row i with row `pivots[i]`, for each i in turn.

    A pivot that is no row changes nothing.
    """
    rows: Array = np.empty((*pivots.shape[:-1], size), np.int32)
    rows[...] = np.arange(size)
    for index in np.ndindex(pivots.shape[:-1]):
        order = rows[index]
        for i, pivot in enumerate(pivots[index].tolist()):
            if 0 <= pivot < size:
                order[i], order[pivot] = order[pivot], order[i]
    return (rows,)


def eval_threefry(k0: Array, k1: Array, x0: Array, x1: Array) -> tuple[Array, Array]:
    """Threefry-2x32 of each counter with its key."""
    with np.errstate(over="ignore"):
        return threefry_2x32((k0, k1), (x0, x1))


for vendor in ("cu", "hip"):
    register_known(
        f"{vendor}_lu_pivots_to_permutation",
        lambda op: partial(eval_permutation, size=ranked(op.results[0]).get_shape()[-1]),
        cost=Cost(20_000, 100),
    )
    for suffix in ("", "_ffi"):
        register_known(f"{vendor}_threefry2x32{suffix}", lambda _: eval_threefry, cost=Cost(150_000, 100))


# TPU: a call may return its results as one tuple.


def _lu(library: Library, a: Array) -> RoutineResults:
    factors, pivots, _ = ROUTINES["getrf"].function(library, a)
    pivots = pivots - 1
    return factors, pivots, eval_permutation(pivots, size=a.shape[0])[0]


def _eigh(library: Library, a: Array, *, uplo: str) -> RoutineResults:
    return ROUTINES["syevd"].function(library, a, mode="V", uplo=uplo)[:2]


def _eigh_attributes(op: CustomCallOp) -> dict[str, object]:
    # "1,1,15,0.00001": the first number says whether the lower triangle is read.
    config = str(call_attributes(op).get("backend_config", ""))
    return {"uplo": "U" if config.startswith("0") else "L"}


register_routine("Eigh", ROUTINES["syevd"]._replace(function=_eigh), _eigh_attributes)
for name, known in {
    "LuDecomposition": ROUTINES["getrf"]._replace(function=_lu),
    "Qr": ROUTINES["geqrf"],
    "ProductOfElementaryHouseholderReflectors": ROUTINES["orgqr"],
}.items():
    register_routine(name, known, lambda _: {})


# `tridiagonal_solve_perturbed_ffi`: JAX's solver on CPU of tridiagonal systems that may be singular.
#
# LAPACK's xLAGTF and xLAGTS in one, for several right hand sides, as in `jaxlib/tridiagonal_solve_perturbed.h`:
# Gaussian elimination with row exchanges, in which pivots that would overflow are moved away from zero.


MatrixScalar: TypeAlias = Any
"""A scalar of NumPy, of the type of the matrix."""


def solve_perturbed(lower: Array, diagonal: Array, upper: Array, right: Array) -> Array:
    """The solution of a tridiagonal system of n equations, `right` being n x k.

    `lower[0]` and `upper[-1]` do not count.
    """
    size, epsilon = len(diagonal), limits_of(diagonal.dtype).eps
    if size == 0:
        return right
    if size == 1:
        pivot, row = perturbed(epsilon * abs(diagonal[0]), diagonal[0], right[0])
        return (row / pivot)[None]
    factor, solved, largest = _eliminate(lower, diagonal, upper, right)
    for k in range(size - 1, -1, -1):
        row = solved[k]
        for ahead in (1, 2):
            if k + ahead < size:
                row = row - factor[k, ahead] * solved[k + ahead]
        pivot, row = perturbed(epsilon * largest, factor[k, 0], row)
        solved[k] = row * (diagonal.dtype.type(1) / pivot)
    return solved


def _eliminate(
    lower: Array, diagonal: Array, upper: Array, right: Array
) -> tuple[Array, Array, MatrixScalar]:
    """The factor U, n x 3: the diagonal and the two above it; the right hand sides; the largest magnitude in U."""
    size = len(diagonal)
    factor = np.zeros((size, 3), diagonal.dtype)
    factor[0, :2] = diagonal[0], upper[0]
    solved = right.copy()
    largest = abs(factor[0, :2]).max()
    scale = abs(factor[0, 0]) + abs(factor[0, 1])
    for k in range(size - 1):
        below, middle = lower[k + 1], diagonal[k + 1]
        beyond = upper[k + 1] if k < size - 2 else diagonal.dtype.type(0)
        next_scale = abs(below) + abs(middle) + abs(beyond)
        first = abs(factor[k, 0]) / scale if factor[k, 0] != 0 else scale * 0
        if below == 0:
            factor[k + 1, :2] = middle, upper[k + 1]
            scale = next_scale
        elif abs(below) / next_scale <= first:
            ratio = below / factor[k, 0]
            factor[k + 1, :2] = middle - ratio * factor[k, 1], upper[k + 1]
            solved[k + 1] -= ratio * solved[k]
            scale = next_scale
        else:
            ratio, over = factor[k, 0] / below, factor[k, 1]
            factor[k] = below, middle, beyond
            factor[k + 1, :2] = over - ratio * middle, -ratio * beyond
            solved[k], solved[k + 1] = solved[k + 1].copy(), solved[k] - ratio * solved[k + 1]
            scale = abs(factor[k + 1, 0]) + abs(factor[k + 1, 1])
        if k < size - 2:
            largest = max(largest, abs(factor[k]).max())
    return factor, solved, max(largest, abs(factor[-1, 0]))


def perturbed(perturb: MatrixScalar, pivot: MatrixScalar, row: Array) -> tuple[MatrixScalar, Array]:
    """A pivot and a right hand side, changed so that neither their quotient nor the pivot's inverse overflows.

    `perturb` is the least by which a pivot is moved, away from zero.
    """
    least = limits_of(row.dtype).tiny
    factor = abs(row).max(initial=0)
    step = np.copysign(max(abs(perturb), least), pivot.real)
    while abs(pivot) < 1:
        tiny = abs(pivot) < least
        if tiny and pivot != 0 and factor * least <= abs(pivot):
            return pivot / least, row / least
        if not tiny and factor <= abs(pivot) / least:
            return pivot, row
        pivot, step = pivot + step, step * 2
    return pivot, row


def eval_tridiagonal_solve(lower: Array, diagonal: Array, upper: Array, right: Array) -> tuple[Array]:
    """The solutions for a batch of matrices."""
    solved = np.empty(right.shape, right.dtype)
    for index in np.ndindex(diagonal.shape[:-1]):
        solved[index] = solve_perturbed(lower[index], diagonal[index], upper[index], right[index])
    return (solved,)


register_known(
    "tridiagonal_solve_perturbed_ffi",
    lambda _: eval_tridiagonal_solve,
    cost=Cost(60_000, 40_000, work=lambda op: prod(ranked(op.inputs[1]).get_shape())),
    exactness=Exactness.LIBM,
)
