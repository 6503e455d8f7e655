"""The pass `stablehlo-legalize-quantized-op-to-qdq`: ops on quantized tensors become ops on the real numbers."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import expressed_tensor, holds_quantized

from ..writing.dead_code import erase_unread
from ..writing.emit import Emitter

COMPUTING: tuple[type[Operation], ...] = (
    hlo.AbsOp,
    hlo.AddOp,
    hlo.Atan2Op,
    hlo.BatchNormGradOp,
    hlo.BatchNormInferenceOp,
    hlo.BatchNormTrainingOp,
    hlo.CbrtOp,
    hlo.CeilOp,
    hlo.CholeskyOp,
    hlo.ClampOp,
    hlo.CompareOp,
    hlo.ConvolutionOp,
    hlo.CosineOp,
    hlo.DivOp,
    hlo.DotGeneralOp,
    hlo.DotOp,
    hlo.Expm1Op,
    hlo.ExpOp,
    hlo.FloorOp,
    hlo.Log1pOp,
    hlo.LogisticOp,
    hlo.LogOp,
    hlo.MaxOp,
    hlo.MinOp,
    hlo.MulOp,
    hlo.NegOp,
    hlo.PowOp,
    hlo.ReducePrecisionOp,
    hlo.RemOp,
    hlo.RoundOp,
    hlo.RoundNearestEvenOp,
    hlo.RsqrtOp,
    hlo.SelectOp,
    hlo.SignOp,
    hlo.SineOp,
    hlo.SqrtOp,
    hlo.SubtractOp,
    hlo.TanhOp,
    hlo.TanOp,
    hlo.TriangularSolveOp,
)
"""Ops of which the specification says that they dequantize, compute and quantize (spec: dequantize_op_quantize)."""


@dataclass(frozen=True)
class StablehloLegalizeQuantizedOpToQDQPass(ModulePass):
    """Dequantizes the operands of ops that compute on quantized tensors, and quantizes their results.

    That is what such an op means (spec: dequantize_op_quantize): results are the same bit by bit. Ops that only move
    elements stay as they are. What nobody reads goes.
    """

    name = "stablehlo-legalize-quantized-op-to-qdq"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in [inner for inner in op.walk() if isinstance(inner, COMPUTING)]:
            if any(map(holds_quantized, (*inner.operand_types, *inner.result_types))):
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
