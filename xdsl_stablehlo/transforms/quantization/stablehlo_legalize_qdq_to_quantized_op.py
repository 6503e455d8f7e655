"""The pass `stablehlo-legalize-qdq-to-quantized-op`: dequantize, compute, quantize become one op."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized

from ..writing.dead_code import erase_unread


@dataclass(frozen=True)
class StablehloLegalizeQDQToQuantizedOpPass(ModulePass):
    """Writes an op whose operands are all dequantized and whose one result is quantized on the quantized tensors.

    By the specification the new op means the same (dequantize_op_quantize); an op that cannot be on quantized tensors,
    or has regions, stays. Ops that nobody reads any more go.
    """

    name = "stablehlo-legalize-qdq-to-quantized-op"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for quantize in [inner for inner in op.walk() if isinstance(inner, hlo.UniformQuantizeOp)]:
            computing = quantize.operand.owner
            if isinstance(computing, Operation) and not holds_quantized(quantize.operand.type):
                _quantized(computing, quantize)
        erase_unread(op)


def _quantized(computing: Operation, quantize: hlo.UniformQuantizeOp) -> None:
    """Lets `computing` on quantized tensors stand for `quantize`, where it can be."""
    if computing.regions or len(computing.results) != 1 or not computing.operands:
        return
    operands = [_before_dequantize(value) for value in computing.operands]
    known = [value for value in operands if value is not None]
    if len(known) != len(operands) or computing.parent is None:
        return
    op = type(computing).create(
        operands=known,
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


def _before_dequantize(value: SSAValue) -> SSAValue | None:
    """The quantized tensor that `value` was dequantized from."""
    return value.owner.operand if isinstance(value.owner, hlo.UniformDequantizeOp) else None
