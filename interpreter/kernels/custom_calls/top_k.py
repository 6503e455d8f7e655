"""The largest elements: `ApproxTopK`, which is exact here, and the calls that have no op of their own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from xdsl.dialects.builtin import DictionaryAttr

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array

from ....dialects.stablehlo.shapes import is_dynamic
from ..chlo.scan import eval_top_k, top_k_kernel
from ..ops.combining.sort import eval_sort
from ..support.regions import Callee
from ..table import Cost, Kernel
from .registry import call_attributes, called_functions, python_value, register_known

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp

SORTING = Cost(60_000, 300, max_elements=lambda _, operands: operands[0].size)


def eval_approx_top_k(
    *operands: Array, count: int, dimension: int, k: int | None, callees: tuple[Callee]
) -> tuple[Array, ...]:
    """The first `k` elements along `dimension` in the order of the comparator, with what lies beside them.

    `operands` are `count` inputs, as many initial values, and `k` where it is None. Where a call asks for more elements
    than there are (it need not aggregate), the initial values follow.
    """
    size = operands[0].shape[dimension]
    wanted = int(operands[2 * count]) if k is None else k
    results: list[Array] = []
    ordered = eval_sort(*operands[:count], dimension=dimension, comparator=callees[0].enter())
    for each, initial in zip(ordered, operands[count:]):
        taken = each[(*[slice(None)] * dimension, slice(wanted))]
        if wanted > size:
            shape = (*taken.shape[:dimension], wanted - size, *taken.shape[dimension + 1 :])
            taken = np.concatenate([taken, np.broadcast_to(initial, shape)], dimension)
        results.append(taken)
    return tuple(results)


def _approx_top_k(op: CustomCallOp, dynamic: bool) -> Kernel:
    attributes = call_attributes(op)
    dimension: int = attributes["reduction_dim"]
    declared = ranked(op.results[0]).get_shape()[dimension]
    given: int | None = attributes.get("top_k") if is_dynamic(declared) else declared
    return partial(
        eval_approx_top_k, count=len(op.results), dimension=dimension, k=None if dynamic else given
    )


register_known("ApproxTopK", partial(_approx_top_k, dynamic=False), cost=SORTING, callees=called_functions)
register_known(
    "stablehlo.dynamic_approx_top_k",
    partial(_approx_top_k, dynamic=True),
    cost=SORTING,
    callees=called_functions,
)


def _dynamic_top_k(op: CustomCallOp) -> Kernel:
    element_type = ranked(op.inputs[0]).element_type

    def run(operand: Array, k: Array, *_: Array) -> tuple[Array, Array]:
        return eval_top_k(operand, k=int(k), element_type=element_type)

    return run


register_known("stablehlo.dynamic_top_k", _dynamic_top_k, cost=SORTING)


def _mhlo_top_k(op: CustomCallOp) -> Kernel:
    written = op.attributes.get("mhlo.attributes")
    attributes = python_value(written) if isinstance(written, DictionaryAttr) else call_attributes(op)
    return top_k_kernel(op.operands[0], attributes["k"], attributes.get("largest", True))


register_known("mhlo.topk", _mhlo_top_k, cost=SORTING)
