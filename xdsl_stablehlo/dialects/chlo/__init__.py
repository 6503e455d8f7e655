"""CHLO, the client dialect of StableHLO, and MHLO: ops that broadcast, and functions that StableHLO lacks.

Imports `stablehlo` and `check`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import Operation

from ..base.definition import DialectOnDemand
from ..stablehlo import StableHLO

if TYPE_CHECKING:
    from .attributes import *
    from .broadcast import *
    from .elementwise import *
    from .ragged_dot import *
    from .scan import *

FAMILIES = {
    "broadcast": (
        "broadcast_add broadcast_and broadcast_atan2 broadcast_compare broadcast_complex "
        "broadcast_divide:BroadcastDivOp broadcast_maximum:BroadcastMaxOp "
        "broadcast_minimum:BroadcastMinOp broadcast_multiply:BroadcastMulOp broadcast_next_after "
        "broadcast_or broadcast_polygamma broadcast_power:BroadcastPowOp "
        "broadcast_remainder:BroadcastRemOp broadcast_select broadcast_shift_left "
        "broadcast_shift_right_arithmetic broadcast_shift_right_logical broadcast_subtract:BroadcastSubOp "
        "broadcast_xor broadcast_zeta"
    ),
    "elementwise": (
        "_asin_acos_kernel acos acosh asin asinh atan atanh bessel_i1e:BesselI1eOp conj constant "
        "constant_like cosh digamma erf erf_inv erfc is_inf is_neg_inf is_pos_inf lgamma mulhi "
        "next_after polygamma sinh square tan zeta"
    ),
    "ragged_dot": "ragged_dot",
    "scan": "scan top_k",
}
"""The ops of each file, as in `stablehlo.FAMILIES`."""

Chlo = DialectOnDemand("chlo", __name__, FAMILIES)


def op_on_one_shape(kind: type[Operation]) -> type[Operation]:
    """The op that a broadcasting one is on operands of one shape: `stablehlo.add` for `chlo.broadcast_add`."""
    name = kind.name.removeprefix("chlo.broadcast_")
    found = StableHLO.operation(name) or Chlo.operation(name)
    assert found is not None
    return found


if not TYPE_CHECKING:  # whom it would let believe that every name is one of this package
    __getattr__ = Chlo.member
