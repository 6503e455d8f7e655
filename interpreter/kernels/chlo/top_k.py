"""top_k: the largest elements of each row, and where they are."""

from __future__ import annotations

from functools import partial

import numpy as np
from xdsl.ir import Attribute, SSAValue

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array

from ....dialects.chlo import TopKOp
from ...errors import EvaluationError
from ...numerics import arithmetic_of
from ..table import Cost, Kernel, register


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


register(TopKOp, lambda op: top_k_kernel(op.operand, op.k.value.data), cost=Cost(15_000, 120))
