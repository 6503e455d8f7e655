"""The passes `chlo-legalize-to-stablehlo` and `chlo-pre-serialization-pipeline`: CHLO's ops in terms of StableHLO's.

Special functions (erf, lgamma, ..) have no op sequence in StableHLO that is right to the last bits of every type. They
evaluate and fold as they are: the first pass says so of a program that holds them, the second one leaves them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TensorType, f32, f64
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ..dialects import chlo, stablehlo as hlo
from ..dialects.chlo.broadcast import BroadcastOp
from ..dialects.chlo.elementwise import PredicateOp
from ..dialects.stablehlo.constraints import ranked
from ..dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ..dialects.stablehlo.types import ints
from ..element_types import is_complex
from ..guards import is_tensor_type
from .chlo_structured import expand_mulhi, expand_ragged_dot, expand_scan, expand_top_k
from .emit import Emitter

BROADCASTS: Mapping[type[Operation], Callable[[SSAValue, SSAValue], Operation]] = {
    chlo.BroadcastAddOp: hlo.AddOp,
    chlo.BroadcastAndOp: hlo.AndOp,
    chlo.BroadcastAtan2Op: hlo.Atan2Op,
    chlo.BroadcastComplexOp: hlo.ComplexOp,
    chlo.BroadcastDivOp: hlo.DivOp,
    chlo.BroadcastMaxOp: hlo.MaxOp,
    chlo.BroadcastMinOp: hlo.MinOp,
    chlo.BroadcastMulOp: hlo.MulOp,
    chlo.BroadcastNextAfterOp: chlo.NextAfterOp,
    chlo.BroadcastOrOp: hlo.OrOp,
    chlo.BroadcastPolygammaOp: chlo.PolygammaOp,
    chlo.BroadcastPowOp: hlo.PowOp,
    chlo.BroadcastRemOp: hlo.RemOp,
    chlo.BroadcastShiftLeftOp: hlo.ShiftLeftOp,
    chlo.BroadcastShiftRightArithmeticOp: hlo.ShiftRightArithmeticOp,
    chlo.BroadcastShiftRightLogicalOp: hlo.ShiftRightLogicalOp,
    chlo.BroadcastSubOp: hlo.SubtractOp,
    chlo.BroadcastXorOp: hlo.XorOp,
    chlo.BroadcastZetaOp: chlo.ZetaOp,
}
"""The op on operands of one shape behind each op that broadcasts them."""


def _broadcast(value: SSAValue, like: AnyTensorType, dims: Sequence[int] | None, emit: Emitter) -> SSAValue:
    """`value` in the shape of `like`: its dimensions are the last ones, or `dims`."""
    shape, rank = like.get_shape(), ranked(value).get_num_dims()
    if dims is None or rank == len(shape):
        dims = range(len(shape) - rank, len(shape))
    return emit.spread(value, shape, list(dims))


def expand_broadcast(op: BroadcastOp, emit: Emitter) -> list[SSAValue]:
    """Both operands in the shape of the result, then the op on them."""
    dims = None if op.broadcast_dimensions is None else ints(op.broadcast_dimensions)
    lhs, rhs = [_broadcast(value, ranked(op.result), dims, emit) for value in op.operands]
    if isinstance(op, chlo.BroadcastCompareOp):
        direction = ComparisonDirection(op.comparison_direction.data)
        kind = None if op.compare_type is None else ComparisonType(op.compare_type.data)
        return [emit(hlo.CompareOp(lhs, rhs, direction, kind))]
    return [emit(BROADCASTS[type(op)](lhs, rhs))]


def expand_broadcast_select(op: chlo.BroadcastSelectOp, emit: Emitter) -> list[SSAValue]:
    pred, on_true, on_false = [_broadcast(value, ranked(op.result), None, emit) for value in op.operands]
    return [emit(hlo.SelectOp(pred, on_true, on_false))]


def expand_square(op: chlo.SquareOp, emit: Emitter) -> list[SSAValue]:
    return [emit(hlo.MulOp(op.operand, op.operand))]


def expand_conj(op: chlo.ConjOp, emit: Emitter) -> list[SSAValue]:
    imag = emit(hlo.NegOp(emit(hlo.ImagOp(op.operand))))
    return [emit(hlo.ComplexOp(emit(hlo.RealOp(op.operand)), imag))]


def expand_tan(op: chlo.TanOp, emit: Emitter) -> list[SSAValue]:
    return [emit(hlo.TanOp(op.operand))]


def expand_constant(op: chlo.ConstantOp, emit: Emitter) -> list[SSAValue]:
    return [emit(hlo.ConstantOp(op.value))]


def expand_is_infinite(op: PredicateOp, emit: Emitter) -> list[SSAValue]:
    """is_inf looks at the magnitude, is_pos_inf and is_neg_inf at the value itself."""
    operand = emit(hlo.AbsOp(op.operand)) if isinstance(op, chlo.IsInfOp) else op.operand
    limit = float("-inf") if isinstance(op, chlo.IsNegInfOp) else float("inf")
    value = emit.constant(limit, ranked(op.operand).element_type)
    infinite = emit.filled(value, ranked(op.operand).get_shape())
    return [emit(hlo.CompareOp(operand, infinite, ComparisonDirection.EQ))]


def expand_hyperbolic(op: chlo.CoshOp | chlo.SinhOp, emit: Emitter) -> list[SSAValue]:
    """(e^x + e^-x) / 2 and (e^x - e^-x) / 2 with the half inside of the exponents, so that nothing overflows early.

    XLA's formulas, in f32 at least: they lose what x + log(1/2) loses, some ULP for large x.
    """
    element_type = ranked(op.operand).element_type
    shape = ranked(op.operand).get_shape()
    narrow = element_type not in (f32, f64)
    x = emit(hlo.ConvertOp(op.operand, TensorType(f32, shape))) if narrow else op.operand
    half = emit.filled(emit.constant(0.5, ranked(x).element_type), shape)
    log_half = emit(hlo.LogOp(half))
    rising = emit(hlo.ExpOp(emit(hlo.AddOp(x, log_half))))
    falling = emit(hlo.ExpOp(emit(hlo.SubtractOp(log_half, x))))
    if isinstance(op, chlo.CoshOp):
        result = emit(hlo.AddOp(rising, falling))
    else:
        result = _sinh_near_zero(x, half, emit(hlo.SubtractOp(rising, falling)), emit)
    return [emit(hlo.ConvertOp(result, op.result.type)) if narrow else result]


def _sinh_near_zero(x: SSAValue, half: SSAValue, large: SSAValue, emit: Emitter) -> SSAValue:
    """`large`, except where |x| < 1: (m + m / (m + 1)) / 2 with m = e^x - 1, in which nothing cancels."""
    one = emit.filled(emit.constant(1, ranked(x).element_type), ranked(x).get_shape())
    m = emit(hlo.Expm1Op(x))
    ratio = emit(hlo.DivOp(m, emit(hlo.AddOp(m, one))))
    small = emit(hlo.MulOp(half, emit(hlo.AddOp(m, ratio))))
    is_small = emit(hlo.CompareOp(emit(hlo.AbsOp(x)), one, ComparisonDirection.LT))
    return emit(hlo.SelectOp(is_small, small, large))


Expansion = Callable[[Any, Emitter], Sequence[SSAValue]]

EXPANSIONS: Mapping[type[Operation], Expansion] = {
    **dict.fromkeys(BROADCASTS, expand_broadcast),
    chlo.BroadcastCompareOp: expand_broadcast,
    chlo.BroadcastSelectOp: expand_broadcast_select,
    chlo.ConjOp: expand_conj,
    chlo.ConstantOp: expand_constant,
    chlo.CoshOp: expand_hyperbolic,
    chlo.IsInfOp: expand_is_infinite,
    chlo.IsNegInfOp: expand_is_infinite,
    chlo.IsPosInfOp: expand_is_infinite,
    chlo.MulhiOp: expand_mulhi,
    chlo.RaggedDotOp: expand_ragged_dot,
    chlo.ScanOp: expand_scan,
    chlo.SinhOp: expand_hyperbolic,
    chlo.SquareOp: expand_square,
    chlo.TanOp: expand_tan,
    chlo.TopKOp: expand_top_k,
}
"""How each op is written in StableHLO."""


@dataclass(frozen=True)
class ChloLegalizeToStablehloPass(ModulePass):
    """Writes CHLO's ops in StableHLO. Raises `PassFailedException` for one that has no such form or a dynamic shape."""

    name = "chlo-legalize-to-stablehlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in _chlo_ops(op):
            reason = _refusal(inner)
            if reason is not None:
                raise PassFailedException(reason)
            _expand(inner)


@dataclass(frozen=True)
class ChloPreSerializationPipeline(ModulePass):
    """Writes in StableHLO what of CHLO has a form there, and leaves the rest."""

    name = "chlo-pre-serialization-pipeline"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in _chlo_ops(op):
            if _refusal(inner) is None:
                _expand(inner)


def _chlo_ops(module: ModuleOp) -> list[Operation]:
    """The CHLO ops of a module, inner ones first, so that a body is legal when it is copied."""
    return [op for op in module.walk(reverse=True) if op.name.startswith("chlo.")]


def _expand(op: Operation) -> None:
    emit = Emitter(op)
    emit.replace(EXPANSIONS[type(op)](op, emit))


def _refusal(op: Operation) -> str | None:
    """Why `op` is not written in StableHLO, or None."""
    is_hyperbolic = isinstance(op, chlo.CoshOp | chlo.SinhOp)
    if type(op) not in EXPANSIONS or (is_hyperbolic and is_complex(ranked(op.operand).element_type)):
        return f"'{op.name}' op has no exact form in StableHLO; it evaluates and folds as it is"
    for value in (*op.operands, *op.results):
        if is_tensor_type(value.type) and not value.type.has_static_shape():
            return f"'{op.name}' op is only legalized for static shapes, not for '{value.type}'"
    return None
