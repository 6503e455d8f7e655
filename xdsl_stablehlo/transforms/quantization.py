"""Passes between quantized and real or integer arithmetic.

`stablehlo-legalize-quantized-op-to-qdq` and its inverse `stablehlo-legalize-qdq-to-quantized-op`, and
`stablehlo-legalize-quant-to-math`, after which tensors hold storage integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, i32, i64
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriteWalker, TypeConversionPattern, attr_type_rewrite_pattern
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.base.quant import (
    AnyQuantizedType,
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
)
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import expressed_tensor, holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import with_element_type
from xdsl_stablehlo.dialects.stablehlo.traits import ComputesOnReals, MovesElements
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.values.element_types import bit_width, dtype_of
from xdsl_stablehlo.values.elements import attribute_of

from .emit import Emitter, Number, erase_unread, nearest_even


def _computes(op: Operation) -> bool:
    """Whether the specification says that `op` dequantizes its operands, computes, and quantizes."""
    return op.has_trait(ComputesOnReals) and hlo.StableHLO.name_of(type(op)) is not None


@dataclass(frozen=True)
class StablehloLegalizeQuantizedOpToQDQPass(ModulePass):
    """Dequantizes the operands of ops that compute on quantized tensors, and quantizes their results.

    The specification defines such ops so (dequantize_op_quantize): results keep their bits. Ops that only move elements
    stay as they are. Unread ops are erased.
    """

    name = "stablehlo-legalize-quantized-op-to-qdq"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in [inner for inner in op.walk() if _computes(inner) and _touches_quantized(inner)]:
            compute_on_floats(inner)
        erase_unread(op)


def compute_on_floats(op: Operation) -> None:
    """Puts dequantize, compute and quantize in the place of `op`."""
    emit = Emitter(op)
    operands = [emit(hlo.UniformDequantizeOp(v)) if holds_quantized(v.type) else v for v in op.operands]
    computing = type(op).create(
        operands=operands,
        result_types=[expressed_tensor(t) for t in op.result_types],
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        regions=[op.detach_region(region) for region in list(op.regions)],
    )
    emit.replace(
        [
            emit(hlo.UniformQuantizeOp(new, t)) if holds_quantized(t) else new
            for new, t in zip(emit.all(computing), op.result_types, strict=True)
        ]
    )


# The pass `stablehlo-legalize-qdq-to-quantized-op`: dequantize, compute, quantize become one op.


@dataclass(frozen=True)
class StablehloLegalizeQDQToQuantizedOpPass(ModulePass):
    """Applies an op whose operands are all dequantized and whose one result is quantized to the quantized tensors.

    By the specification both mean the same (dequantize_op_quantize). An op that does not take quantized tensors, or has
    regions, stays. Unread ops are erased.
    """

    name = "stablehlo-legalize-qdq-to-quantized-op"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for quantize in [inner for inner in op.walk() if isinstance(inner, hlo.UniformQuantizeOp)]:
            computing = quantize.operand.owner
            if isinstance(computing, Operation) and not holds_quantized(quantize.operand.type):
                _quantized(computing, quantize)
        erase_unread(op)


def _quantized(computing: Operation, quantize: hlo.UniformQuantizeOp) -> None:
    """Replace `quantize` by `computing` on quantized tensors, if that is allowed."""
    if computing.regions or len(computing.results) != 1 or not computing.operands:
        return
    makers = [v.owner for v in computing.operands if isinstance(v.owner, hlo.UniformDequantizeOp)]
    if len(makers) != len(computing.operands) or computing.parent is None:
        return
    op = type(computing).create(
        operands=[dequantize.operand for dequantize in makers],
        result_types=[quantize.result.type],
        properties=dict(computing.properties),
        attributes=dict(computing.attributes),
    )
    try:
        op.verify_()
    except VerifyException:
        op.erase()
        return
    op.location = computing.location
    computing.parent.insert_op_after(op, computing)
    quantize.result.replace_all_uses_with(op.results[0])


# The pass `stablehlo-legalize-quant-to-math`: quantized tensors become tensors of their storage integers.


CARRYING = (CallOp, FuncOp, ModuleOp, ReturnOp, hlo.ConstantOp, hlo.ReturnOp)
"""Ops that are no arithmetic and have no trait that says so."""

CONVERTING = (hlo.IsFiniteOp, hlo.UniformQuantizeOp, hlo.UniformDequantizeOp)


def _is_known(op: Operation) -> bool:
    """Whether it is known what `op` does to quantized tensors."""
    is_moving = op.has_trait(MovesElements, value_if_unregistered=False)
    return is_moving or _computes(op) or isinstance(op, (*CARRYING, *CONVERTING))


class _Stored(TypeConversionPattern):
    """The storage type in place of a quantized one."""

    @attr_type_rewrite_pattern
    def convert_type(self, typ: AnyQuantizedType) -> Attribute | None:
        return typ.stored_as


@dataclass(frozen=True)
class StablehloLegalizeQuantToMathPass(ModulePass):
    """Replaces quantized tensors by their storage integers, and arithmetic on them by arithmetic on floats.

    Ops are written out as the specification defines them: dequantize, compute, quantize (dequantize_op_quantize).
    Results keep their bits. Ops of which neither this nor mere movement of elements is known, and parameters per block,
    are refused.
    """

    name = "stablehlo-legalize-quant-to-math"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        quantized = [inner for inner in op.walk() if _touches_quantized(inner)]
        for inner in quantized:
            if not _is_known(inner):
                raise LegalizationError(inner, "it is not known what it does to quantized tensors")
            for t in (*inner.operand_types, *inner.result_types):
                if holds_quantized(t) and isinstance(_element(t), UniformQuantizedSubChannelType):
                    raise LegalizationError(inner, "it has parameters per block")
        for inner in quantized:
            if _computes(inner) or isinstance(inner, hlo.IsFiniteOp):
                compute_on_floats(inner)
        # from the end, so that operands still have the types that say how they are quantized
        for inner in reversed(list(op.walk())):
            if isinstance(inner, hlo.UniformQuantizeOp):
                _quantize(inner)
            elif isinstance(inner, hlo.UniformDequantizeOp):
                emit = Emitter(inner)
                emit.replace([_dequantized(inner.operand, emit)])
        PatternRewriteWalker(_Stored(recursive=True), apply_recursively=False).rewrite_module(op)


def _touches_quantized(op: Operation) -> bool:
    return any(map(holds_quantized, (*op.operand_types, *op.result_types)))


def _element(t: Attribute) -> AnyQuantizedType:
    element_type = ranked_type(t).element_type
    assert isinstance(element_type, AnyQuantizedType)
    return element_type


def _constant(
    emit: Emitter, quantized: AnyQuantizedType, values: Sequence[float], element_type: Attribute
) -> SSAValue:
    """A parameter, or one for each index along the quantized axis."""
    shape = [] if _axes(quantized) is None else [len(values)]
    array = np.array(values, np.float64 if isinstance(values[0], float) else np.int64)
    array = array.astype(dtype_of(element_type)).reshape(shape)
    return emit(hlo.ConstantOp(attribute_of(array, TensorType(element_type, shape))))


def _axes(quantized: AnyQuantizedType) -> list[int] | None:
    """The dimension along which parameters vary; None where there is one for all elements."""
    return [quantized.axis] if isinstance(quantized, UniformQuantizedPerAxisType) else None


def _quantize(op: hlo.UniformQuantizeOp) -> None:
    """`convert(round_nearest_even(clamp(operand / scale + zero_point)))`."""
    emit, target = Emitter(op), _element(op.result.type)
    value = _dequantized(op.operand, emit) if holds_quantized(op.operand.type) else op.operand
    expressed = ranked(value).element_type
    axes = _axes(target)
    scales = _constant(emit, target, target.scales, expressed)
    points = _constant(emit, target, [float(point) for point in target.zero_points], expressed)
    low = emit.constant(target.storage_min, expressed)
    high = emit.constant(target.storage_max, expressed)
    scaled = emit(chlo.BroadcastDivOp(value, scales, axes, value.type))
    moved = emit(chlo.BroadcastAddOp(scaled, points, axes, value.type))
    rounded = nearest_even(Number(emit(hlo.ClampOp(low, moved, high)), emit))
    stored = emit(hlo.ConvertOp(rounded.value, with_element_type(ranked(op.result), target.stored_as)))
    # The results that still have the quantized type are retyped together, at the end.
    op.result.replace_all_uses_with(stored)
    Rewriter.erase_op(op)


def _dequantized(operand: SSAValue, emit: Emitter) -> SSAValue:
    """`(operand - zero_point) * scale`; the difference is taken where it does not wrap."""
    source = _element(operand.type)
    wide = i32 if bit_width(source.stored_as) < i32.width.data else i64
    expressed = ranked_type(expressed_tensor(operand.type))
    axes = _axes(source)
    scales = _constant(emit, source, source.scales, source.expressed_type)
    points = _constant(emit, source, source.zero_points, wide)
    whole = emit(hlo.ConvertOp(operand, with_element_type(expressed, wide)))
    difference = emit(chlo.BroadcastSubOp(whole, points, axes, whole.type))
    real = emit(hlo.ConvertOp(difference, expressed))
    return emit(chlo.BroadcastMulOp(real, scales, axes, expressed))
