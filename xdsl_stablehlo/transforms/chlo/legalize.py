"""The passes `chlo-legalize-to-stablehlo` and `chlo-pre-serialization-pipeline`: CHLO's ops in terms of StableHLO's.

The accuracy of functions is stated in `transforms/elementary.py` and `chlo/special.py`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import FloatAttr, ModuleOp, UnrankedTensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.base.definition import classes_of
from xdsl_stablehlo.dialects.chlo.broadcast import BroadcastOp
from xdsl_stablehlo.dialects.shape import (
    AssumingOp,
    AssumingYieldOp,
    BroadcastOp as ShapeBroadcastOp,
    ConstShapeOp,
    CstrBroadcastableOp,
)
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp, ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints, is_complex_attr, is_integer_attr
from xdsl_stablehlo.dialects.stablehlo.shapes import all_bounds_of, is_dynamic, with_element_type
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.verification import ProgramWarning
from xdsl_stablehlo.values.element_types import is_complex
from xdsl_stablehlo.values.elements import array_of

from .. import elementary
from ..elementary import Parts, on_parts
from ..emit import Emitter, Number, complex_of, imag, numpy_broadcast, real, square, tangent
from . import special
from .structured import expand_ragged_dot, expand_scan, expand_top_k, mulhi

Expansion = Callable[[Any, Emitter], Sequence[SSAValue]]
"""Writes what stands for the results of an op."""


def expand_constant(op: chlo.ConstantOp, emit: Emitter) -> list[SSAValue]:
    return [emit(hlo.ConstantOp(op.value))]


def expand_constant_like(op: chlo.ConstantLikeOp, emit: Emitter) -> list[SSAValue]:
    """A splat, broadcast where the shape is not static."""
    return [emit.constant_like(_number(op.value), ranked(op.result).element_type)]


def _number(value: Attribute) -> complex:
    if isinstance(value, FloatAttr):
        return value.value.data
    if is_integer_attr(value):
        return value.value.data
    if is_complex_attr(value):
        return complex(value.real.data, value.imag.data)
    return array_of(value).item()


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


# Ops that broadcast their operands. Known sizes need broadcast_in_dim, bounded ones also the true size. For unknown
# sizes, ops of `shape` compute those of the result, and assume that the operands fit together.


def expand_broadcast(op: BroadcastOp | chlo.BroadcastSelectOp, emit: Emitter) -> Sequence[SSAValue]:
    """Broadcast all operands to the shape of the result, and apply the op. Raises `LegalizationError` for unknown sizes
    with other dimensions than NumPy's."""
    dims = _dims(op)
    types = [ranked(value) for value in (*op.operands, *op.results)]
    if all(t.has_static_shape() for t in types):
        shape = ranked(op.result).get_shape()
        # A scalar may select between tensors.
        first = int(isinstance(op, chlo.BroadcastSelectOp) and ranked(op.pred).get_num_dims() == 0)
        values = [emit.spread(value, shape, each) for value, each in zip(op.operands[first:], dims[first:])]
        return [emit(_on_one_shape(op, [*op.operands[:first], *values]))]
    sizes = [pair for t in types for pair in zip(t.get_shape(), all_bounds_of(t))]
    if all(not is_dynamic(size) or not is_dynamic(bound) for size, bound in sizes):
        return [emit(_on_one_shape(op, numpy_broadcast(op.operands, emit.all)))]
    return emit.all(_assuming(op, dims, emit))


def _dims(op: BroadcastOp | chlo.BroadcastSelectOp) -> list[Sequence[int]]:
    """The dimensions of the result for those of each operand: the last ones, or those of the op."""
    rank = ranked(op.result).get_num_dims()
    last = [range(rank - ranked(value).get_num_dims(), rank) for value in op.operands]
    given = None if isinstance(op, chlo.BroadcastSelectOp) else op.broadcast_dimensions
    if given is None:
        return [*last]
    named = ints(given)
    is_static = all(ranked(value).has_static_shape() for value in op.operands)
    fits = len(named) == min(map(len, last)) and all(d < rank for d in named)
    if not fits or (not is_static and named != tuple(min(last, key=len))):
        warning = f"unsupported non prefix-padded dynamic rank broadcast_dimensions = {given}"
        warnings.warn(ProgramWarning(op, warning), stacklevel=2)
        raise LegalizationError(op, f"broadcast_dimensions = {given}")
    return [dims if len(dims) == rank else named for dims in last]


def _on_one_shape(op: BroadcastOp | chlo.BroadcastSelectOp, values: Sequence[SSAValue]) -> Operation:
    """The op on operands that have been broadcast."""
    if isinstance(op, chlo.BroadcastCompareOp):
        direction = ComparisonDirection(op.comparison_direction.data)
        kind = None if op.compare_type is None else ComparisonType(op.compare_type.data)
        return hlo.CompareOp(values[0], values[1], direction, kind)
    make: Any = chlo.op_on_one_shape(type(op))
    return make(*values)


def _assuming(
    op: BroadcastOp | chlo.BroadcastSelectOp, dims: Sequence[Sequence[int]], emit: Emitter
) -> Operation:
    """The op under the assumption that its operands can be broadcast together."""
    known = [value for value in op.operands if ranked(value).has_static_shape()]
    constant = {value: emit(ConstShapeOp(ranked(value).get_shape())) for value in known}
    shapes = {value: emit.shape_of(value) for value in op.operands if value not in constant} | constant
    witness = emit(CstrBroadcastableOp([*shapes.values()]))
    body = Region(Block())
    terminator = AssumingYieldOp([])
    body.block.add_op(terminator)
    inside = Emitter(terminator)
    # Shapes of ones are not needed if others have the rank of the result.
    rank = ranked(op.result).get_num_dims()
    telling = [shape for value, shape in shapes.items() if prod(ranked(value).get_shape()) != 1]
    widest = max((ranked(shape).get_shape()[0] for shape in telling), default=0)
    result_shape = inside(ShapeBroadcastOp(telling if widest == rank else [*shapes.values()]))
    result_type = ranked(op.result)
    values = [
        inside(
            hlo.DynamicBroadcastInDimOp(
                value, result_shape, each, with_element_type(result_type, ranked(value).element_type)
            )
        )
        for value, each in zip(op.operands, dims, strict=True)
    ]
    terminator.operands = [inside(_on_one_shape(op, values))]
    return AssumingOp(witness, body, op.result_types)


# The table, and the passes.


EXPANSIONS: Mapping[type[Operation], Expansion] = {
    **dict.fromkeys(classes_of(BroadcastOp.__module__, "chlo", HloOp), expand_broadcast),
    chlo.AcosOp: in_formulas(elementary.acos, elementary.acos_parts),
    chlo.AcoshOp: in_formulas(elementary.acosh, elementary.acosh_parts),
    chlo.AsinAcosKernelOp: in_formulas(on_parts(elementary.kernel_parts)),
    chlo.AsinOp: in_formulas(elementary.asin, elementary.asin_parts),
    chlo.AsinhOp: in_formulas(elementary.asinh, elementary.asinh_parts),
    chlo.AtanOp: in_formulas(elementary.atan, elementary.atan_parts),
    chlo.AtanhOp: in_formulas(elementary.atanh, elementary.atanh_parts),
    chlo.BesselI1eOp: in_formulas(special.bessel_i1e),
    chlo.ConjOp: in_formulas(conj),
    chlo.ConstantLikeOp: expand_constant_like,
    chlo.ConstantOp: expand_constant,
    chlo.CoshOp: in_formulas(elementary.cosh, elementary.cosh_parts),
    chlo.DigammaOp: in_formulas(special.digamma),
    chlo.ErfInvOp: in_formulas(special.erf_inv),
    chlo.ErfOp: in_formulas(special.erf),
    chlo.ErfcOp: in_formulas(special.erfc),
    chlo.IsInfOp: in_formulas(is_inf),
    chlo.IsNegInfOp: in_formulas(is_neg_inf),
    chlo.IsPosInfOp: in_formulas(is_pos_inf),
    chlo.LgammaOp: in_formulas(special.lgamma),
    chlo.MulhiOp: in_formulas(mulhi),
    chlo.NextAfterOp: in_formulas(special.next_after),
    chlo.PolygammaOp: in_formulas(special.polygamma),
    chlo.RaggedDotOp: expand_ragged_dot,
    chlo.ScanOp: expand_scan,
    chlo.SinhOp: in_formulas(elementary.sinh, elementary.sinh_parts),
    chlo.SquareOp: in_formulas(square, elementary.square_parts),
    chlo.TanOp: in_formulas(tangent),
    chlo.TopKOp: expand_top_k,
    chlo.ZetaOp: in_formulas(special.zeta),
}
"""The expansion of each op in StableHLO."""


@dataclass(frozen=True)
class ChloLegalizeToStablehloPass(ModulePass):
    """Writes CHLO's ops in StableHLO. Raises `LegalizationError` for a scan of unknown size, and unknown ranks."""

    name = "chlo-legalize-to-stablehlo"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for refused in _legalize(op):
            raise refused


@dataclass(frozen=True)
class ChloPreSerializationPipeline(ModulePass):
    """Writes in StableHLO what of CHLO has a form there, and leaves the rest."""

    name = "chlo-pre-serialization-pipeline"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        _legalize(op)


def _legalize(module: ModuleOp) -> list[LegalizationError]:
    """Expand all CHLO ops, and those in their expansions, and return the errors of the others.

    Inner ops are first, so that bodies are legal when they are copied."""
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
    """Raise `LegalizationError` for unknown ranks, sizes of scans and numbers of groups."""
    values = [*op.operands, *op.results] if isinstance(op, chlo.ScanOp) else []
    values += [op.group_sizes] if isinstance(op, chlo.RaggedDotOp) else []
    if any(is_tensor_type(value.type) and not value.type.has_static_shape() for value in values):
        raise LegalizationError(op, "its sizes must be known")
    if any(isinstance(value.type, UnrankedTensorType) for value in (*op.operands, *op.results)):
        raise LegalizationError(op, "its rank must be known")
