"""The passes `chlo-legalize-to-stablehlo` and `chlo-pre-serialization-pipeline`: CHLO's ops in terms of StableHLO's.

How far off functions may be is said where they are written: `chlo_real`, `complex_math`, `chlo_special`, `chlo_zeta`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects.builtin import FloatAttr, ModuleOp, UnrankedTensorType
from xdsl.dialects.complex import ComplexNumberAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import is_integer_attr
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import is_complex
from xdsl_stablehlo.values.elements import array_of

from ..expanders import complex_math
from ..expanders.complex_math import Parts, on_parts
from ..writing.emit import Emitter
from ..writing.formulas import Number, complex_of, imag, real, square, tangent
from . import real as chlo_real, special as chlo_special, zeta as chlo_zeta
from .broadcast import BROADCASTS, expand_broadcast
from .ragged_dot import expand_ragged_dot
from .structured import expand_scan, expand_top_k, mulhi

Expansion = Callable[[Any, Emitter], Sequence[SSAValue]]
"""Writes what stands for the results of an op."""


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
    chlo.BroadcastSelectOp: expand_broadcast,
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


@dataclass(frozen=True)
class ChloLegalizeToStablehloPass(ModulePass):
    """Writes CHLO's ops in StableHLO. Raises `LegalizationError` for a scan of unknown size, and unknown ranks."""

    name = "chlo-legalize-to-stablehlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for refused in _legalize(op):
            raise refused


@dataclass(frozen=True)
class ChloPreSerializationPipeline(ModulePass):
    """Writes in StableHLO what of CHLO has a form there, and leaves the rest."""

    name = "chlo-pre-serialization-pipeline"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        _legalize(op)


def _legalize(module: ModuleOp) -> list[LegalizationError]:
    """Expand all CHLO ops, and those that they are expanded to; what is said of the others.

    Inner ones are first, so that a body is legal when it is copied."""
    refused: dict[Operation, LegalizationError] = {}
    while todo := [op for op in module.walk(reverse=True) if type(op) in EXPANSIONS and op not in refused]:
        for op in todo:
            try:
                _check_known(op)
                emit = Emitter(op)
                emit.replace(EXPANSIONS[type(op)](op, emit))
            except LegalizationError as error:
                refused[op] = error
    return [*refused.values()]


def _check_known(op: Operation) -> None:
    """Raise `LegalizationError` for what has no form in StableHLO: unknown ranks, steps and numbers of groups."""
    values = [*op.operands, *op.results] if isinstance(op, chlo.ScanOp) else []
    values += [op.group_sizes] if isinstance(op, chlo.RaggedDotOp) else []
    if any(is_tensor_type(value.type) and not value.type.has_static_shape() for value in values):
        raise LegalizationError(op, "its sizes must be known")
    if any(isinstance(value.type, UnrankedTensorType) for value in (*op.operands, *op.results)):
        raise LegalizationError(op, "its rank must be known")
