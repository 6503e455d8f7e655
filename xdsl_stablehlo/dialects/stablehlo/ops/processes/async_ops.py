"""Collectives that run beside other ops: async_start and async_done (spec: async_start, async_done)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, Region
from xdsl.irdl import operand_def, region_def, result_def, traits_def, var_operand_def
from xdsl.traits import IsolatedFromAbove, SingleBlockImplicitTerminator

from ...definition import HloOp, ValueLike, Violation
from ...hlo_types import FutureType, HLO_Future, HLO_Tensor
from ...speculation import RecursivelySpeculatableIfAllInputsStatic
from ..structure.control_flow import ReturnOp, terminator_types

ASYNC_OPS = frozenset(
    f"stablehlo.{name}"
    for name in (
        "all_gather",
        "all_reduce",
        "all_to_all",
        "collective_broadcast",
        "collective_permute",
        "collective_reduce",
        "dynamic_slice",
        "dynamic_update_slice",
        "reduce_scatter",
        "slice",
    )
)
"""The ops that may run asynchronously."""


def infer_async_start(operands: Sequence[Attribute], body: Region) -> Attribute:
    """A future of what the one op in `body` returns."""
    if not body.blocks:
        raise Violation("region must not be empty")
    ops = list(body.block.ops)
    if len(ops) != 2:
        raise Violation("region must contain exactly one operation and a return", "C1")
    if ops[0].name not in ASYNC_OPS:
        raise Violation("region must contain a collective or slice operation", "C2")
    arguments = [argument.type for argument in body.block.args]
    if len(operands) != len(arguments):
        raise Violation(
            f"number of operands ({len(operands)}) must match number of region arguments ({len(arguments)})",
            "C3",
        )
    for i, (operand, argument) in enumerate(zip(operands, arguments)):
        if operand != argument:
            raise Violation(
                f"operand type '{operand}' at index {i} must match region argument type '{argument}'", "C3"
            )
    returned = terminator_types(body.block)
    if len(returned) != 1:
        raise Violation(f"region must return exactly one value, but got {len(returned)}", "C4")
    return FutureType(ArrayAttr(returned))


class AsyncStartOp(HloOp, op="stablehlo.async_start"):
    """Starts the collective in `body` and gives a future of its result."""

    operands_ = var_operand_def(HLO_Tensor)
    body = region_def("single_block")
    result = result_def(HLO_Future)
    traits = traits_def(
        IsolatedFromAbove(),
        RecursivelySpeculatableIfAllInputsStatic(),
        SingleBlockImplicitTerminator(ReturnOp),
    )

    def __init__(self, operands: Sequence[ValueLike], body: Region, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return (infer_async_start(self.operand_types, self.body),)


class AsyncDoneOp(HloOp, op="stablehlo.async_done"):
    """Waits for a future and gives its value."""

    operand = operand_def(HLO_Future)
    result = result_def(HLO_Tensor)

    def __init__(self, operand: ValueLike, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        if not isinstance(self.operand.type, FutureType):
            raise Violation("operand must be a future type")
        types = self.operand.type.types.data
        if len(types) != 1:
            raise Violation(f"future must have exactly one type parameter, but got {len(types)}")
        return types
