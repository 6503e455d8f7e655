"""MHLO's functions, which are CHLO's."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation

from ...dialects import chlo
from ...dialects.mhlo import (
    MhloAcoshOp,
    MhloAcosOp,
    MhloAsinhOp,
    MhloAsinOp,
    MhloAtanhOp,
    MhloCoshOp,
    MhloErfInvOp,
    MhloErfOp,
    MhloSinhOp,
    MhloTanOp,
    MhloTopKOp,
)
from .chlo import elementwise as elementwise
from .chlo.scan import top_k_kernel
from .table import KERNELS, Cost, Exactness, Kernel, as_operands, register

COST = Cost(varying=as_operands)


def _of(kind: type[Operation]) -> Callable[[Operation], Kernel]:
    """How an op of CHLO is evaluated."""
    return KERNELS[kind].make


register(MhloAcosOp, _of(chlo.AcosOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloAcoshOp, _of(chlo.AcoshOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloAsinOp, _of(chlo.AsinOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloAsinhOp, _of(chlo.AsinhOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloAtanhOp, _of(chlo.AtanhOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloCoshOp, _of(chlo.CoshOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloErfOp, _of(chlo.ErfOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloErfInvOp, _of(chlo.ErfInvOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloSinhOp, _of(chlo.SinhOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)
register(MhloTanOp, _of(chlo.TanOp), cost=COST, exactness=Exactness.LIBM, elementwise=True)


def _top_k(op: MhloTopKOp) -> Kernel:
    return top_k_kernel(op.operand, op.k.value.data, bool(op.largest.value.data))


register(MhloTopKOp, _top_k, cost=KERNELS[chlo.TopKOp].cost)
