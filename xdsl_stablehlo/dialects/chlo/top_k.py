"""top_k: the largest elements of each row, and where they are."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import BoolAttr, UnrankedTensorType, i32
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import Pure

from xdsl_stablehlo.ir.guards import is_tensor_type

from ..stablehlo.definition import HloBoolAttr, HloOp, I64Attr, ValueLike, Violation
from ..stablehlo.hlo_types import HLO_AnyTensor
from ..stablehlo.shapes import DYNAMIC, all_bounds_of, element_type_of, is_dynamic, tensor_with_bounds

TRUE = BoolAttr.from_bool(True)


def infer_top_k(operand: Attribute, k: int) -> Sequence[Attribute]:
    """The operand's shape with `k` as its last size: the values, and their indices as i32."""
    if not is_tensor_type(operand):
        return (UnrankedTensorType(element_type_of(operand)), UnrankedTensorType(i32))
    if operand.get_num_dims() < 1:
        raise Violation("operand's rank must be at least 1")
    last = operand.get_shape()[-1]
    if not is_dynamic(last) and last < k:
        raise Violation(f"operand's last dimension must be at least {k}")
    shape = (*operand.get_shape()[:-1], k)
    bounds = (*all_bounds_of(operand)[:-1], DYNAMIC)
    return tuple(tensor_with_bounds(shape, element, bounds) for element in (operand.element_type, i32))


class TopKOp(HloOp, op="chlo.top_k"):
    """The `k` largest elements along the last dimension, in descending order, and their indices."""

    operand = operand_def(HLO_AnyTensor)
    k = prop_def(I64Attr)
    is_stable = opt_prop_def(HloBoolAttr, TRUE)
    values = result_def(HLO_AnyTensor)
    indices = result_def(HLO_AnyTensor)
    traits = traits_def(Pure())
    assembly_format = (
        "`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict "
        "`:` type($operand) `->` `(` type($values) `,` type($indices) `)`"
    )

    def __init__(
        self,
        operand: ValueLike,
        k: int,
        *,
        is_stable: bool = True,
        result_types: Sequence[Attribute] | None = None,
    ):
        self.init_fields(vars() | {"is_stable": None if is_stable else False})

    def infer(self) -> Sequence[Attribute]:
        return infer_top_k(self.operand.type, self.k.value.data)
