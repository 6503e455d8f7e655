"""MHLO's functions, which are CHLO's."""

from __future__ import annotations

from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.chlo import mhlo

from ..support.table import KERNELS, register_made
from . import elementwise as elementwise
from .scan import top_k_kernel

for kind in mhlo.MhloFunction.__subclasses__():
    function = chlo.Chlo.operation(kind.name.removeprefix("mhlo."))
    assert function is not None
    KERNELS[kind] = KERNELS[function]

register_made(
    mhlo.MhloTopKOp,
    lambda op: top_k_kernel(op.operand, op.k.value.data, bool(op.largest.value.data)),
    cost=KERNELS[chlo.TopKOp].cost,
    keeps_nans=True,
)
