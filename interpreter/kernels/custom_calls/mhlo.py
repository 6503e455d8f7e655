"""Calls by which MHLO's functions that StableHLO lacks are written: `mhlo.erf` and its kin, as CHLO has them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from xdsl.irdl import IRDLOperation

from ....dialects import chlo
from ..chlo import elementwise as elementwise
from ..support.values import Value
from ..table import KERNELS, Kernel
from .registry import register_known

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp

FUNCTIONS: dict[str, type[IRDLOperation]] = {
    "acos": chlo.AcosOp,
    "acosh": chlo.AcoshOp,
    "asin": chlo.AsinOp,
    "asinh": chlo.AsinhOp,
    "atanh": chlo.AtanhOp,
    "cosh": chlo.CoshOp,
    "erf": chlo.ErfOp,
    "erf_inv": chlo.ErfInvOp,
    "sinh": chlo.SinhOp,
    "tan": chlo.TanOp,
}
"""Functions of one number, each with the op of CHLO that is the same one."""


def _function(op: CustomCallOp, kind: type[IRDLOperation]) -> Kernel:
    kernel = KERNELS[kind].make(op)

    def run(operand: Value) -> Value:
        return (kernel(operand),)

    return run


for name, kind in FUNCTIONS.items():
    known = KERNELS[kind]
    register_known(f"mhlo.{name}", partial(_function, kind=kind), cost=known.cost, exactness=known.exactness)
