"""Where the NaNs of results are made one (`numerics.nans`).

Only ops that move elements expose the bits of a NaN. The result of a computation is therefore checked only if an op
that does not compute reads it: in a chain of elementwise ops this is the last result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from xdsl.ir import Operation, OpResult

from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.values.element_types import FloatFormat, format_or_none, is_complex

from ..kernels.support.reducer_bodies import known_reducer
from ..kernels.support.table import Entry, Kernel, entry_of
from ..kernels.support.values import Value
from ..numerics.nans import one_nan

if TYPE_CHECKING:
    from xdsl_stablehlo.dialects.stablehlo import CompareOp, ReduceOp

_KEEP_BITS = {
    *("stablehlo.abs", "stablehlo.complex", "stablehlo.imag", "stablehlo.negate", "stablehlo.real"),
    *("stablehlo.reduce_precision", "stablehlo.select", "stablehlo.torch_index_select"),
    *("chlo.broadcast_complex", "chlo.broadcast_select", "chlo.conj", "chlo.constant_like"),
    *("chlo.top_k", "mhlo.topk"),
}
"""Ops that move elements or change their sign, although they are not registered with `storage=True`."""

_SEE_NO_BITS = {
    *("stablehlo.is_finite", "chlo.is_inf", "chlo.is_neg_inf", "chlo.is_pos_inf"),
    "chlo.broadcast_compare",
}
"""Ops whose results, which are no floats, do not depend on the bits of a NaN."""


class OneNaN(NamedTuple):
    """A kernel whose results have one NaN."""

    kernel: Kernel

    def __call__(self, *operands: Value) -> Value:
        given = self.kernel(*operands)
        return tuple(map(_of_value, given)) if isinstance(given, tuple) else _of_value(given)


def with_one_nan(op: Operation, kernel: Kernel, entry: Entry | None) -> Kernel:
    """The kernel of `op`, with one NaN among its results if it computes them."""
    return kernel if entry is None or not computes_nans(op, entry) else OneNaN(kernel)


def _of_value(value: Value) -> Value:
    if isinstance(value, np.generic):
        value = np.asarray(value)
    return one_nan(value) if isinstance(value, np.ndarray) else value


def computes_nans(op: Operation, entry: Entry) -> bool:
    """Whether NaNs among the results of `op` are computed, not moved."""
    if entry.storage or entry.asserts or op.name in _KEEP_BITS:
        return op.name == "stablehlo.abs" and is_complex(element_type_of(op.operands[0].type))
    if op.name == "stablehlo.convert" and op.operands[0].type == op.results[0].type:
        return False
    return any(map(_may_be_nan, op.results))


def _may_be_nan(result: OpResult) -> bool:
    element_type = element_type_of(result.type)
    if isinstance(element_type, AnyQuantizedType):
        return False
    return isinstance(format_or_none(element_type), FloatFormat) or is_complex(element_type)


def are_bits_seen(op: Operation) -> bool:
    """Whether the bits of a NaN among the results of `op` matter to a reader."""
    block = op.parent_block()
    for result in op.results:
        for use in result.uses:
            user = use.operation
            if user.parent_block() is not block or _sees_bits(user):
                return True
    return False


def _sees_bits(user: Operation) -> bool:
    if StableHLO.is_op(user, "stablehlo.compare"):
        kind = cast("CompareOp", user).compare_type
        return kind is not None and kind.data.value == "TOTALORDER"
    if StableHLO.is_op(user, "stablehlo.reduce"):
        return known_reducer(cast("ReduceOp", user).body.block) is None
    entry = entry_of(user)
    if entry is None or user.regions:
        return True
    return user.name not in _SEE_NO_BITS and not computes_nans(user, entry)
