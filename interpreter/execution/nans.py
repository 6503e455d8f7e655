"""Where the NaNs of results are made one (`numerics.nans`).

Only ops that move elements expose the bits of a NaN. The result of a computation is therefore checked only if an op
that does not compute reads it: in a chain of elementwise ops this is the last result.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from xdsl.ir import Operation, OpResult

from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.values.element_types import FloatFormat, format_or_none, is_complex
from xdsl_stablehlo.values.storage import on_varying_part

from ..kernels.support.table import Entry, Kernel, entry_of
from ..kernels.support.values import Value
from ..numerics.floats import ByRows
from ..numerics.nans import one_nan


class OneNaN(NamedTuple):
    """A kernel whose results have one NaN."""

    kernel: Kernel

    def __call__(self, *operands: Value) -> Value:
        given = self.kernel(*operands)
        return tuple(map(_of_value, given)) if isinstance(given, tuple) else _of_value(given)


def with_one_nan(op: Operation, kernel: Kernel, entry: Entry | None) -> Kernel:
    """The kernel of `op`, with one NaN among its results if it computes them."""
    if entry is None or not computes_nans(op, entry):
        return kernel
    if isinstance(kernel, partial) and kernel.args and isinstance(compute := kernel.args[0], ByRows):
        return on_varying_part(compute._replace(one_nan=True), len(op.operands))
    return OneNaN(kernel)


def _of_value(value: Value) -> Value:
    if isinstance(value, np.generic):
        value = np.asarray(value)
    return one_nan(value) if isinstance(value, np.ndarray) else value


def computes_nans(op: Operation, entry: Entry) -> bool:
    """Whether NaNs among the results of `op` are computed, not moved."""
    if entry.storage or entry.asserts or entry.keeps_nans:
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
    entry = entry_of(user)
    if entry is None:
        return True
    if entry.reads_nan_bits is not None:
        return entry.reads_nan_bits(user)
    return bool(user.regions) or not computes_nans(user, entry)
