"""top_k: the largest elements of each row, and where they are."""

from __future__ import annotations

from functools import partial

import numpy as np
from xdsl.ir import Attribute

from ....dialects.chlo import TopKOp
from ....dialects.stablehlo.constraints import ranked
from ....element_types import Array
from ...numerics import arithmetic_of
from ..table import Cost, register


def eval_top_k(operand: Array, *, k: int, element_type: Attribute) -> tuple[Array, Array]:
    """The `k` largest elements of each row in descending order, and where they are (i32).

    Floats are in IEEE 754's total order, so NaN comes first; of equal elements the first one does.
    """
    keys = arithmetic_of(element_type).order_key(operand)
    # The complement turns the order of integers around, without overflow, and leaves equal ones where they are.
    order = np.argsort(np.invert(keys), axis=-1, kind="stable")[..., :k]
    return np.take_along_axis(operand, order, -1), order.astype(np.int32)


register(
    TopKOp,
    lambda op: partial(eval_top_k, k=op.k.value.data, element_type=ranked(op.operand).element_type),
    cost=Cost(15_000, 120),
)
