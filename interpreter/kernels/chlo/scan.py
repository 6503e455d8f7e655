"""scan: a loop over one dimension that carries values along and puts results together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
from xdsl.ir import Attribute, SSAValue

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.values.element_types import Array, dtype_of

from ....dialects.chlo import ScanOp, TopKOp
from ...interface.errors import EvaluationError
from ...numerics import arithmetic_of
from ..support.reducer_bodies import Monoid
from ..support.table import XLA_SORTING, Cost, Kernel, XlaCost, register_made
from ..support.values import RegionBody, Value


def eval_scan(
    *operands: Array,
    inputs: int,
    dimension: int,
    size: int,
    is_reverse: bool,
    outputs: Sequence[tuple[Sequence[int], np.dtype[Any]]],
    body: RegionBody,
) -> tuple[Value, ...]:
    """`body` on each slice of the first `inputs` operands along `dimension`, with the others as the first carries.

    Gives the outputs, whose slices the body returned, and the carries that it returned last. Raises `EvaluationError`
    for operands that do not have `size` slices.
    """
    if is_dynamic(size) and inputs:
        size = operands[0].shape[dimension]
    for operand in operands[:inputs]:
        if operand.shape[dimension] != size:
            raise EvaluationError(
                f"scans {operand.shape[dimension]} slices along dimension {dimension} in place of {size}"
            )
    slices = [np.moveaxis(operand, dimension, 0) for operand in operands[:inputs]]
    carries: tuple[Value, ...] = operands[inputs:]
    # One input and one carry, which is the only output as well.
    known = Monoid.of(body, returned=2) if len(slices) == len(carries) == 1 else None
    if known is not None and size:
        running = known.running(slices[0][::-1] if is_reverse else slices[0], operands[1])
        if running is not None:
            whole = running[::-1] if is_reverse else running
            return np.moveaxis(whole, 0, dimension), running[-1]
    shapes = [[size if i == dimension else n for i, n in enumerate(shape)] for shape, _ in outputs]
    if any(map(is_dynamic, chain.from_iterable(shapes))):
        raise EvaluationError("has an output with a size that only the body knows")
    stacked = [np.empty(shape, dtype) for shape, (_, dtype) in zip(shapes, outputs)]
    places = [np.moveaxis(array, dimension, 0) for array in stacked]
    for i in reversed(range(size)) if is_reverse else range(size):
        returned = body(*[np.asarray(array[i]) for array in slices], *carries)
        for place, value in zip(places, returned):
            place[i] = value
        carries = returned[len(places) :]
    return (*stacked, *carries)


def _scan(op: ScanOp) -> partial[tuple[Value, ...]]:
    dimension = op.dimension.value.data
    if op.scan_dim_size is not None:
        size = op.scan_dim_size.value.data
    else:
        size = ranked((*op.inputs, *op.outputs)[0]).get_shape()[dimension]
    types = [ranked(output) for output in op.outputs]
    return partial(
        eval_scan,
        inputs=len(op.inputs),
        dimension=dimension,
        size=size,
        is_reverse=bool(op.is_reverse.value.data),
        outputs=[(t.get_shape(), dtype_of(t.element_type)) for t in types],
    )


register_made(ScanOp, _scan, cost=Cost(30_000, 5), xla=XlaCost(10_000, 1), regions=("body",))


def eval_top_k(operand: Array, *, k: int, element_type: Attribute) -> tuple[Array, Array]:
    """The `k` largest elements of each row in descending order, and where they are (i32).

    Floats are in IEEE 754's total order, so NaN comes first; of equal elements the first one does. Raises
    `EvaluationError` where there are fewer than `k`, which types of unknown size allow.
    """
    if operand.shape[-1] < k:
        raise EvaluationError(f"cannot give the {k} largest of {operand.shape[-1]} elements")
    keys = arithmetic_of(element_type).order_key(operand)
    # The complement turns the order of integers around, without overflow, and leaves equal ones where they are.
    order = np.argsort(np.invert(keys), axis=-1, kind="stable")[..., :k]
    return np.take_along_axis(operand, order, -1), order.astype(np.int32)


def eval_smallest_first(operand: Array, *, k: int, element_type: Attribute) -> tuple[Array, Array]:
    """The `k` smallest elements of each row in ascending order, and where they are."""
    if operand.shape[-1] < k:
        raise EvaluationError(f"cannot give the {k} smallest of {operand.shape[-1]} elements")
    values, places = eval_top_k(operand[..., ::-1], k=operand.shape[-1], element_type=element_type)
    return values[..., ::-1][..., :k], (operand.shape[-1] - 1 - places)[..., ::-1][..., :k]


def top_k_kernel(operand: SSAValue, k: int, largest: bool = True) -> Kernel:
    """The kernel that gives the `k` largest elements of each row of `operand`, or the smallest ones."""
    kernel = eval_top_k if largest else eval_smallest_first
    return partial(kernel, k=k, element_type=ranked(operand).element_type)


register_made(
    TopKOp,
    lambda op: top_k_kernel(op.operand, op.k.value.data),
    cost=Cost(15_000, 120),
    xla=XLA_SORTING,
    keeps_nans=True,
)
