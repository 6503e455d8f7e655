"""CHLO, the client dialect of StableHLO: ops that broadcast, and functions that lower to several StableHLO ops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..definition.on_demand import DialectOnDemand

if TYPE_CHECKING:
    from .attributes import (
        ComparisonDirectionAttr as ComparisonDirectionAttr,
        ComparisonTypeAttr as ComparisonTypeAttr,
        PrecisionAttr as PrecisionAttr,
        RaggedDotDimensionNumbersAttr as RaggedDotDimensionNumbersAttr,
    )
    from .broadcast import (
        BroadcastAddOp as BroadcastAddOp,
        BroadcastAndOp as BroadcastAndOp,
        BroadcastAtan2Op as BroadcastAtan2Op,
        BroadcastCompareOp as BroadcastCompareOp,
        BroadcastComplexOp as BroadcastComplexOp,
        BroadcastDivOp as BroadcastDivOp,
        BroadcastMaxOp as BroadcastMaxOp,
        BroadcastMinOp as BroadcastMinOp,
        BroadcastMulOp as BroadcastMulOp,
        BroadcastNextAfterOp as BroadcastNextAfterOp,
        BroadcastOrOp as BroadcastOrOp,
        BroadcastPolygammaOp as BroadcastPolygammaOp,
        BroadcastPowOp as BroadcastPowOp,
        BroadcastRemOp as BroadcastRemOp,
        BroadcastSelectOp as BroadcastSelectOp,
        BroadcastShiftLeftOp as BroadcastShiftLeftOp,
        BroadcastShiftRightArithmeticOp as BroadcastShiftRightArithmeticOp,
        BroadcastShiftRightLogicalOp as BroadcastShiftRightLogicalOp,
        BroadcastSubOp as BroadcastSubOp,
        BroadcastXorOp as BroadcastXorOp,
        BroadcastZetaOp as BroadcastZetaOp,
    )
    from .constant import ConstantLikeOp as ConstantLikeOp, ConstantOp as ConstantOp
    from .elementwise import (
        AcoshOp as AcoshOp,
        AcosOp as AcosOp,
        AsinAcosKernelOp as AsinAcosKernelOp,
        AsinhOp as AsinhOp,
        AsinOp as AsinOp,
        AtanhOp as AtanhOp,
        AtanOp as AtanOp,
        BesselI1eOp as BesselI1eOp,
        ConjOp as ConjOp,
        CoshOp as CoshOp,
        DigammaOp as DigammaOp,
        ErfcOp as ErfcOp,
        ErfInvOp as ErfInvOp,
        ErfOp as ErfOp,
        IsInfOp as IsInfOp,
        IsNegInfOp as IsNegInfOp,
        IsPosInfOp as IsPosInfOp,
        LgammaOp as LgammaOp,
        MulhiOp as MulhiOp,
        NextAfterOp as NextAfterOp,
        PolygammaOp as PolygammaOp,
        SinhOp as SinhOp,
        SquareOp as SquareOp,
        TanOp as TanOp,
        ZetaOp as ZetaOp,
    )
    from .ragged_dot import RaggedDotOp as RaggedDotOp
    from .scan import ScanOp as ScanOp
    from .top_k import TopKOp as TopKOp

FAMILIES = {
    "broadcast": {
        "broadcast_add": "BroadcastAddOp",
        "broadcast_and": "BroadcastAndOp",
        "broadcast_atan2": "BroadcastAtan2Op",
        "broadcast_compare": "BroadcastCompareOp",
        "broadcast_complex": "BroadcastComplexOp",
        "broadcast_divide": "BroadcastDivOp",
        "broadcast_maximum": "BroadcastMaxOp",
        "broadcast_minimum": "BroadcastMinOp",
        "broadcast_multiply": "BroadcastMulOp",
        "broadcast_next_after": "BroadcastNextAfterOp",
        "broadcast_or": "BroadcastOrOp",
        "broadcast_polygamma": "BroadcastPolygammaOp",
        "broadcast_power": "BroadcastPowOp",
        "broadcast_remainder": "BroadcastRemOp",
        "broadcast_select": "BroadcastSelectOp",
        "broadcast_shift_left": "BroadcastShiftLeftOp",
        "broadcast_shift_right_arithmetic": "BroadcastShiftRightArithmeticOp",
        "broadcast_shift_right_logical": "BroadcastShiftRightLogicalOp",
        "broadcast_subtract": "BroadcastSubOp",
        "broadcast_xor": "BroadcastXorOp",
        "broadcast_zeta": "BroadcastZetaOp",
    },
    "constant": {
        "constant": "ConstantOp",
        "constant_like": "ConstantLikeOp",
    },
    "elementwise": {
        "_asin_acos_kernel": "AsinAcosKernelOp",
        "acos": "AcosOp",
        "acosh": "AcoshOp",
        "asin": "AsinOp",
        "asinh": "AsinhOp",
        "atan": "AtanOp",
        "atanh": "AtanhOp",
        "bessel_i1e": "BesselI1eOp",
        "conj": "ConjOp",
        "cosh": "CoshOp",
        "digamma": "DigammaOp",
        "erf": "ErfOp",
        "erf_inv": "ErfInvOp",
        "erfc": "ErfcOp",
        "is_inf": "IsInfOp",
        "is_neg_inf": "IsNegInfOp",
        "is_pos_inf": "IsPosInfOp",
        "lgamma": "LgammaOp",
        "mulhi": "MulhiOp",
        "next_after": "NextAfterOp",
        "polygamma": "PolygammaOp",
        "sinh": "SinhOp",
        "square": "SquareOp",
        "tan": "TanOp",
        "zeta": "ZetaOp",
    },
    "ragged_dot": {
        "ragged_dot": "RaggedDotOp",
    },
    "scan": {
        "scan": "ScanOp",
    },
    "top_k": {
        "top_k": "TopKOp",
    },
}
"""The class of each op, by the file of its family and its name. The imports above say the same to type checkers."""

Chlo = DialectOnDemand("chlo", __name__, FAMILIES)

if not TYPE_CHECKING:  # whom it would let believe that every name is one of this package
    __getattr__ = Chlo.member
