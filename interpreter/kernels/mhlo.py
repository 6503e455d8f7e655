"""MHLO's functions, which are CHLO's."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation

from xdsl_stablehlo.dialects import mhlo
from xdsl_stablehlo.interpreter.kernels.chlo.scan import top_k_kernel

from ...dialects import chlo
from .chlo import elementwise as elementwise
from .table import KERNELS, Cost, Exactness, Kernel, as_operands, register

COST = Cost(varying=as_operands)


def _of(kind: type[Operation]) -> Callable[[Operation], Kernel]:
    """How an op of CHLO is evaluated."""
    return KERNELS[kind].make


register(mhlo.MhloAcosOp, _of(chlo.AcosOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloAcoshOp, _of(chlo.AcoshOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloAsinOp, _of(chlo.AsinOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloAsinhOp, _of(chlo.AsinhOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloAtanhOp, _of(chlo.AtanhOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloCoshOp, _of(chlo.CoshOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloErfOp, _of(chlo.ErfOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloErfInvOp, _of(chlo.ErfInvOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloSinhOp, _of(chlo.SinhOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(mhlo.MhloTanOp, _of(chlo.TanOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)


def _top_k(op: mhlo.MhloTopKOp) -> Kernel:
    return top_k_kernel(op.operand, op.k.value.data, bool(op.largest.value.data))


register(mhlo.MhloTopKOp, _top_k, cost=KERNELS[chlo.TopKOp].cost)
