"""The LAPACK calls of JAX on CPU, `lapack_sgetrf_ffi` and its kin: `routines` over batches of matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, dtype_of

from ....dialects.stablehlo.shapes import is_static
from ..support.values import sizes_of
from ..table import Cost, Exactness, Kernel
from . import routines
from .registry import call_attributes, register_known
from .routines import LETTERS, LIBRARIES, Library

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp


class Routine(NamedTuple):
    """A function on one matrix, and what is known of calls of it."""

    function: Callable[..., tuple[Any, ...]]
    ranks: tuple[int, ...]
    """How many dimensions of each operand are no batch dimensions."""
    work: int
    """Elementary operations for a matrix of m x n: so many times m n min(m, n)."""
    takes_empty: bool = False
    """The function takes matrices without elements; for others all results are zero then."""


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
"""Elementary operations that each matrix of a batch takes besides."""


class ResultForm(NamedTuple):
    """The shape of a result, which an operand says where the type does not, and its elements."""

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


def forms_of(op: CustomCallOp) -> list[ResultForm]:
    """The forms of the results."""
    return forms_of_types(op.result_types)


def forms_of_types(types: Sequence[Attribute]) -> list[ResultForm]:
    """The forms of results of tensor types."""
    tensors = [cast("AnyTensorType", t) for t in types]
    shapes = [t.get_shape() for t in tensors]
    return [
        ResultForm(shape if is_static(shape) else None, dtype_of(t.element_type))
        for t, shape in zip(tensors, shapes, strict=True)
    ]


def _work(op: CustomCallOp, *, routine: Routine) -> int:
    shape = ranked(op.inputs[len(routine.ranks) - 1 if routine.ranks[0] == 1 else 0]).get_shape()
    *batch, rows, columns = shape
    return prod(batch) * (MATRIX + routine.work * rows * columns * min(rows, columns))


def register_routine(target: str, routine: Routine, make: Callable[[CustomCallOp, Routine], Kernel]) -> None:
    """Let calls of `target` run a routine; `make(op, routine)` gives the kernel."""
    register_known(
        target,
        lambda op: make(op, routine),
        cost=Cost(60_000, 1, work=partial(_work, routine=routine)),
        exactness=Exactness.LIBM,
    )


def _kernel(op: CustomCallOp, routine: Routine) -> Kernel:
    return partial(run_batch, routine=routine, forms=forms_of(op), attributes=letters_of(op))


for letter in LETTERS:
    for name, known in ROUTINES.items():
        register_routine(f"lapack_{letter}{Library(letter).name(name)}_ffi", known, _kernel)
