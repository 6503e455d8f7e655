"""`stablehlo-complex-math-expander`: complex exponential, log, log_plus_one and sqrt in terms of real numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import DEFAULT_RESULT_ACCURACY
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import is_complex

from ..writing.emit import Emitter
from ..writing.formulas import Number
from .complex_math import exp_parts, log1p_parts, log_parts, on_parts, sqrt_parts

FORMULAS: Mapping[type[Operation], Callable[[Number], Number]] = {
    hlo.ExpOp: on_parts(exp_parts),
    hlo.Log1pOp: on_parts(log1p_parts),
    hlo.LogOp: on_parts(log_parts),
    hlo.SqrtOp: on_parts(sqrt_parts),
}
"""How each op is written in terms of the parts of its operand."""


@dataclass(frozen=True)
class StablehloComplexMathExpanderPass(ModulePass):
    """Writes complex exponential, log, log_plus_one and sqrt in terms of real ops: each part within 3 ULP.

    An op that asks for a result accuracy of its own stays."""

    name = "stablehlo-complex-math-expander"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in [inner for inner in op.walk() if _is_expanded(inner)]:
            emit = Emitter(inner)
            emit.replace([FORMULAS[type(inner)](Number(inner.operands[0], emit)).value])


def _is_expanded(op: Operation) -> bool:
    return (
        type(op) in FORMULAS
        and is_complex(ranked(op.operands[0]).element_type)
        and op.properties.get("result_accuracy", DEFAULT_RESULT_ACCURACY) == DEFAULT_RESULT_ACCURACY
    )
