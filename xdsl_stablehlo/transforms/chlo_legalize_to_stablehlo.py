"""The passes `chlo-legalize-to-stablehlo` and `chlo-pre-serialization-pipeline`: CHLO's ops in terms of StableHLO's.

How far off functions may be is said where they are written: `chlo_real`, `complex_math`, `chlo_special`, `chlo_zeta`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects.builtin import AnyTensorType, FloatAttr, ModuleOp
from xdsl.dialects.complex import ComplexNumberAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ..dialects import chlo, stablehlo as hlo
from ..dialects.chlo.broadcast import BroadcastOp
from ..dialects.stablehlo.constraints import ranked
from ..dialects.stablehlo.enums import ComparisonDirection, ComparisonType
from ..dialects.stablehlo.types import ints, is_integer_attr
from ..element_types import is_complex
from ..elements import array_of
from ..guards import is_tensor_type
from . import chlo_real, chlo_special, chlo_zeta, complex_math
from .chlo_ragged_dot import expand_ragged_dot
from .chlo_structured import expand_scan, expand_top_k, mulhi
from .complex_math import Parts, on_parts
from .emit import Emitter
from .formulas import Number, complex_of, imag, real, square, tangent

Expansion = Callable[[Any, Emitter], Sequence[SSAValue]]
"""Writes what stands for the results of an op."""

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


def expand_constant(op: chlo.ConstantOp, emit: Emitter) -> list[SSAValue]:
    return [emit(hlo.ConstantOp(op.value))]


def expand_constant_like(op: chlo.ConstantLikeOp, emit: Emitter) -> list[SSAValue]:
    """A splat, broadcast where the shape is not static."""
    return [emit.constant_like(_number(op.value), ranked(op.result).element_type)]


def _number(value: Attribute) -> complex:
    if isinstance(value, FloatAttr):
        return cast("FloatAttr[Any]", value).value.data
    if is_integer_attr(value):
        return value.value.data
    if isinstance(value, ComplexNumberAttr):
        number = cast("ComplexNumberAttr[Any]", value)
        return complex(number.real.data, number.imag.data)
    return array_of(cast(Any, value)).item()


def is_inf(x: Number) -> Number:
    return abs(x).equals(inf)


def is_pos_inf(x: Number) -> Number:
    return x.equals(inf)


def is_neg_inf(x: Number) -> Number:
    return x.equals(-inf)


def conj(z: Number) -> Number:
    """The conjugate; of a real number itself."""
    return complex_of(real(z), -imag(z)) if is_complex(z.element_type) else z


def in_formulas(
    formula: Callable[..., Number], of_parts: Callable[[Number, Number], Parts] | None = None
) -> Expansion:
    """The expansion of an op by a formula in its operands, and by one in the parts of a complex operand."""

    def expand(op: Operation, emit: Emitter) -> list[SSAValue]:
        operands = [Number(operand, emit) for operand in op.operands]
        if of_parts is not None and is_complex(operands[0].element_type):
            return [on_parts(of_parts)(*operands).value]
        return [formula(*operands).value]

    return expand


EXPANSIONS: Mapping[type[Operation], Expansion] = {
    **dict.fromkeys(BROADCASTS, expand_broadcast),
    chlo.BroadcastCompareOp: expand_broadcast,
    chlo.BroadcastSelectOp: expand_broadcast_select,
    chlo.AcosOp: in_formulas(chlo_real.acos, complex_math.acos_parts),
    chlo.AcoshOp: in_formulas(chlo_real.acosh, complex_math.acosh_parts),
    chlo.AsinAcosKernelOp: in_formulas(on_parts(complex_math.kernel_parts)),
    chlo.AsinOp: in_formulas(chlo_real.asin, complex_math.asin_parts),
    chlo.AsinhOp: in_formulas(chlo_real.asinh, complex_math.asinh_parts),
    chlo.AtanOp: in_formulas(chlo_real.atan, complex_math.atan_parts),
    chlo.AtanhOp: in_formulas(chlo_real.atanh, complex_math.atanh_parts),
    chlo.BesselI1eOp: in_formulas(chlo_special.bessel_i1e),
    chlo.ConjOp: in_formulas(conj),
    chlo.ConstantLikeOp: expand_constant_like,
    chlo.ConstantOp: expand_constant,
    chlo.CoshOp: in_formulas(chlo_real.cosh, complex_math.cosh_parts),
    chlo.DigammaOp: in_formulas(chlo_special.digamma),
    chlo.ErfInvOp: in_formulas(chlo_special.erf_inv),
    chlo.ErfOp: in_formulas(chlo_special.erf),
    chlo.ErfcOp: in_formulas(chlo_special.erfc),
    chlo.IsInfOp: in_formulas(is_inf),
    chlo.IsNegInfOp: in_formulas(is_neg_inf),
    chlo.IsPosInfOp: in_formulas(is_pos_inf),
    chlo.LgammaOp: in_formulas(chlo_special.lgamma),
    chlo.MulhiOp: in_formulas(mulhi),
    chlo.NextAfterOp: in_formulas(chlo_special.next_after),
    chlo.PolygammaOp: in_formulas(chlo_zeta.polygamma),
    chlo.RaggedDotOp: expand_ragged_dot,
    chlo.ScanOp: expand_scan,
    chlo.SinhOp: in_formulas(chlo_real.sinh, complex_math.sinh_parts),
    chlo.SquareOp: in_formulas(square, complex_math.square_parts),
    chlo.TanOp: in_formulas(tangent),
    chlo.TopKOp: expand_top_k,
    chlo.ZetaOp: in_formulas(chlo_zeta.zeta),
}
"""How each op is written in StableHLO."""

NEED_STATIC_SHAPES = (*(expand_broadcast, expand_broadcast_select, expand_scan),)


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
    if type(op) not in EXPANSIONS:
        return f"'{op.name}' op has no exact form in StableHLO; it evaluates and folds as it is"
    if EXPANSIONS[type(op)] not in NEED_STATIC_SHAPES:
        return None
    for value in (*op.operands, *op.results):
        if is_tensor_type(value.type) and not value.type.has_static_shape():
            return f"'{op.name}' op is only legalized for static shapes, not for '{value.type}'"
    return None
