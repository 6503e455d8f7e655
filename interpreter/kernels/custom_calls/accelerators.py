"""What JAX calls on GPU and TPU: solvers by the routines of LAPACK, Threefry, permutations of pivots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from xdsl.dialects.builtin import TupleType

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array

from ..ops.arithmetic.random_numbers import threefry_2x32
from ..table import Cost, Kernel
from .lapack import ROUTINES, ResultForm, Routine, forms_of, forms_of_types, register_routine, run_batch
from .registry import call_attributes, register_known
from .routines import Library

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp


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


def _as_they_are(attributes: dict[str, Any]) -> dict[str, Any]:
    return attributes


SVD = ROUTINES["gesdd"]
SOLVERS: dict[str, tuple[Routine, Options]] = {
    "solver_getrf_ffi": (ROUTINES["getrf"], _as_they_are),
    "solver_geqrf_ffi": (ROUTINES["geqrf"], _as_they_are),
    "solver_orgqr_ffi": (ROUTINES["orgqr"], _as_they_are),
    "solver_ormqr_ffi": (ROUTINES["ormqr"], _as_they_are),
    "solver_potrf_ffi": (ROUTINES["potrf"], lambda a: {"uplo": _uplo(a)}),
    "solver_syevd_ffi": (ROUTINES["syevd"], lambda a: {"uplo": _uplo(a), "mode": "V"}),
    "solver_sytrd_ffi": (ROUTINES["sytrd"], lambda a: {"uplo": _uplo(a)}),
    "solver_gesvd_ffi": (SVD._replace(function=_svd), _as_they_are),
    "solver_gesdd_ffi": (SVD._replace(function=_svd), _as_they_are),
    "solver_gesvdj_ffi": (SVD._replace(function=_svd_by_jacobi), _as_they_are),
    "solver_gesvdp_ffi": (SVD._replace(function=_svd_by_jacobi), _as_they_are),
    "sparse_gtsv2_ffi": (ROUTINES["gtsv"]._replace(function=_solved), _as_they_are),
}
"""The solvers of NVIDIA's and AMD's libraries, whose names begin with `cu` and `hip`: options as LAPACK has them."""


def _solver(op: CustomCallOp, routine: Routine, *, options: Options) -> Kernel:
    return partial(run_batch, routine=routine, forms=forms_of(op), attributes=options(call_attributes(op)))


def _syevd_with_work_space(op: CustomCallOp, routine: Routine) -> Kernel:
    # The descriptor: what kind of elements, then rocBLAS's number for the triangle that is read.
    config = str(call_attributes(op)["backend_config"])
    attributes = {"uplo": "L" if config[4:5] == "z" else "U", "mode": "V"}
    return partial(run_batch, routine=routine, forms=forms_of(op), attributes=attributes)


def _with_work_space(*operands: Any, **options: Any) -> Any:
    return (*ROUTINES["syevd"].function(*operands, **options), None)


for name in ("hipsolver_syevd", "hipsolver_syevj"):
    register_routine(name, ROUTINES["syevd"]._replace(function=_with_work_space), _syevd_with_work_space)


for vendor in ("cu", "hip"):
    for name, (known, options) in SOLVERS.items():
        register_routine(f"{vendor}{name}", known, partial(_solver, options=options))


def eval_permutation(pivots: Array, *, size: int) -> tuple[Array]:
    """What rows stand where after exchanging row i with row `pivots[i]`, for each i in turn; there are `size` rows.

    A pivot that is no row leaves all where they are.
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


# TPU -----------------------------------------------------------------------------------------------------------------


def _lu(library: Library, a: Array) -> Any:
    factors, pivots, _ = ROUTINES["getrf"].function(library, a)
    pivots = pivots - 1
    return factors, pivots, eval_permutation(pivots, size=a.shape[0])[0]


def _eigh(library: Library, a: Array, *, uplo: str) -> Any:
    return ROUTINES["syevd"].function(library, a, mode="V", uplo=uplo)[:2]


def _on_tpu(op: CustomCallOp, routine: Routine) -> Kernel:
    """The kernel of a call that gives its results as one tuple, or as they are."""
    kind = op.results[0].type
    in_tuple = isinstance(kind, TupleType)
    forms: list[ResultForm] = forms_of_types(kind.types.data) if isinstance(kind, TupleType) else forms_of(op)
    # "1,1,15,0.00001": the first number says whether the lower triangle is read.
    config = str(call_attributes(op).get("backend_config", ""))
    attributes = {"uplo": "U" if config.startswith("0") else "L"} if routine.function is _eigh else {}
    kernel = partial(run_batch, routine=routine, forms=forms, attributes=attributes)
    return (lambda *operands: (kernel(*operands),)) if in_tuple else kernel


for name, known in {
    "Eigh": ROUTINES["syevd"]._replace(function=_eigh),
    "LuDecomposition": ROUTINES["getrf"]._replace(function=_lu),
    "Qr": ROUTINES["geqrf"],
    "ProductOfElementaryHouseholderReflectors": ROUTINES["orgqr"],
}.items():
    register_routine(name, known, _on_tpu)
