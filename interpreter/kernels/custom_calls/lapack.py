"""Linear algebra that JAX calls: `routines` over batches of matrices on CPU, GPU and TPU, and tridiagonal systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TupleType
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.values.element_types import Array, dtype_of, limits_of

from ..ops.arithmetic.random_numbers import threefry_2x32
from ..support.table import Cost, Exactness, Kernel
from ..support.values import sizes_of
from . import routines
from .registry import call_attributes, register_known
from .routines import LETTERS, LIBRARIES, Library

if TYPE_CHECKING:
    from xdsl_stablehlo.dialects.stablehlo import CustomCallOp


class Routine(NamedTuple):
    """A function on one matrix, and what is known of calls of it."""

    function: Callable[..., tuple[Any, ...]]
    ranks: tuple[int, ...]
    """The rank of each operand without batch dimensions."""
    work: int
    """Elementary operations for a matrix of m x n, divided by m n min(m, n)."""
    takes_empty: bool = False
    """The function takes matrices without elements; otherwise all results are zero for them."""


ROUTINES: dict[str, Routine] = {
    "getrf": Routine(routines.getrf, (2,), 1),
    "geqrf": Routine(routines.geqrf, (2,), 2),
    "geqp3": Routine(routines.geqp3, (2, 1), 4),
    "orgqr": Routine(routines.orgqr, (2, 1), 4, takes_empty=True),
    "ormqr": Routine(routines.ormqr, (2, 1, 2), 4, takes_empty=True),
    "potrf": Routine(routines.potrf, (2,), 1),
    "gesdd": Routine(routines.gesdd, (2,), 25),
    "gesvd": Routine(routines.gesvd, (2,), 40),
    "syevd": Routine(routines.syevd, (2,), 9),
    "geev": Routine(routines.geev, (2,), 30),
    "gees": Routine(routines.gees, (2,), 25),
    "gehrd": Routine(routines.gehrd, (2,), 4),
    "sytrd": Routine(routines.sytrd, (2,), 4),
    "trsm": Routine(routines.trsm, (2, 2), 1, takes_empty=True),
    "gtsv": Routine(routines.gtsv, (1, 1, 1, 2), 30),
}
"""Every routine by the name that it has for real matrices."""

MATRIX = 20_000
"""Additional elementary operations for each matrix of a batch."""


class ResultForm(NamedTuple):
    """The shape of a result, None if an operand tells it, and its dtype."""

    shape: tuple[int, ...] | None
    dtype: np.dtype[Any]


def run_batch(
    *operands: Array, routine: Routine, forms: Sequence[ResultForm], attributes: Mapping[str, Any]
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


def letters_of(op: CustomCallOp) -> dict[str, Any]:
    """The attributes of a call, its letters as such."""
    return {name: chr(value) if name in CODES else value for name, value in call_attributes(op).items()}


def forms_of(types: Sequence[Attribute]) -> list[ResultForm]:
    """The forms of results of tensor types."""
    tensors = [cast("AnyTensorType", t) for t in types]
    shapes = [t.get_shape() for t in tensors]
    return [
        ResultForm(shape if is_static(shape) else None, dtype_of(t.element_type))
        for t, shape in zip(tensors, shapes, strict=True)
    ]


def register_routine(
    target: str, routine: Routine, attributes_of: Callable[[CustomCallOp], Mapping[str, Any]]
) -> None:
    """Let calls of `target` run a routine with the attributes that `attributes_of(op)` returns."""

    def work(op: CustomCallOp) -> int:
        shape = ranked(op.inputs[len(routine.ranks) - 1 if routine.ranks[0] == 1 else 0]).get_shape()
        *batch, rows, columns = shape
        return prod(batch) * (MATRIX + routine.work * rows * columns * min(rows, columns))

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


def _uplo(attributes: dict[str, Any]) -> str:
    return "L" if attributes["lower"] else "U"


def _svd(library: Library, a: Array, *, compute_uv: bool, full_matrices: bool, transposed: bool) -> Any:
    mode = "N" if not compute_uv else "A" if full_matrices else "S"
    rest, s, u, vt, info = ROUTINES["gesdd"].function(library, a, mode=mode)
    # Where the solver was given the transposed matrix, the factors change places.
    return (rest, s, vt, u, info) if transposed else (rest, s, u, vt, info)


def _svd_by_jacobi(library: Library, a: Array, *, compute_uv: bool, full_matrices: bool) -> Any:
    rest, s, u, vt, info = _svd(library, a, compute_uv=True, full_matrices=full_matrices, transposed=False)
    return rest, s, u, vt.conj().T, info


def _solved(library: Library, dl: Array, d: Array, du: Array, b: Array) -> Any:
    return (ROUTINES["gtsv"].function(library, dl, d, du, b)[3],)


Options = Callable[[dict[str, Any]], dict[str, Any]]

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


def _solver_attributes(op: CustomCallOp, *, options: Options) -> dict[str, Any]:
    return options(call_attributes(op))


def _from_descriptor(op: CustomCallOp) -> dict[str, Any]:
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


def _lu(library: Library, a: Array) -> Any:
    factors, pivots, _ = ROUTINES["getrf"].function(library, a)
    pivots = pivots - 1
    return factors, pivots, eval_permutation(pivots, size=a.shape[0])[0]


def _eigh(library: Library, a: Array, *, uplo: str) -> Any:
    return ROUTINES["syevd"].function(library, a, mode="V", uplo=uplo)[:2]


def _eigh_attributes(op: CustomCallOp) -> dict[str, Any]:
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


Number: TypeAlias = Any
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


def _eliminate(lower: Array, diagonal: Array, upper: Array, right: Array) -> tuple[Array, Array, Number]:
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


def perturbed(perturb: Number, pivot: Number, row: Array) -> tuple[Number, Array]:
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
