"""The size of one dimension as a value: get_dimension_size and set_dimension_size."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType, TensorType, i32
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, prop_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect, Pure

from ...definition import HloOp, NonNegativeI64Attr, ValueLike, Violation, ranked
from ...hlo_types import HLO_Tensor, HLO_TensorOrPerAxisQuantizedTensor, I32RankedTensor
from ...shapes import DYNAMIC, all_bounds_of, is_dynamic, tensor_with_bounds
from ...speculation import SpeculatableAsOpSays, sizes_are_expected
from ...syntax import FUNCTIONAL
from ..structure.constant import constant_ints, is_constant_ints


def check_dimension(t: AnyTensorType, dimension: int, label: str) -> None:
    """`dimension` is one of `t`."""
    if not 0 <= dimension < t.get_num_dims():
        raise Violation(
            f"requires dimension attribute in range [0, {t.get_num_dims()}); found ({dimension})", label
        )


class GetDimensionSizeOp(HloOp, op="stablehlo.get_dimension_size"):
    """The size of one dimension."""

    operand = operand_def(HLO_TensorOrPerAxisQuantizedTensor)
    dimension = prop_def(NonNegativeI64Attr)
    result = result_def(I32RankedTensor)
    traits = traits_def(Pure())
    assembly_format = f"$operand `,` `dim` `=` $dimension {FUNCTIONAL}"

    def __init__(self, operand: ValueLike, dimension: int, result_type: Attribute | None = None):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        check_dimension(ranked(self.operand), self.dimension.value.data, "C1")
        return (TensorType(i32, []),)


def infer_set_dimension_size(
    operand: AnyTensorType, size: AnyTensorType, value: Sequence[int] | None, dimension: int
) -> Attribute:
    """The size becomes unknown, bounded by what it was; `value` is that of `size` where it is known."""
    if size.get_num_dims() != 0:
        raise Violation("size operand should be of rank-0", "I2")
    check_dimension(operand, dimension, "C1")
    shape, bounds = list(operand.get_shape()), list(all_bounds_of(operand))
    if not is_dynamic(shape[dimension]):
        bounds[dimension] = shape[dimension]
    shape[dimension] = DYNAMIC
    if value is not None and value[0] == bounds[dimension]:
        shape[dimension], bounds[dimension] = value[0], DYNAMIC
    return tensor_with_bounds(shape, operand.element_type, bounds)


class SetDimensionSizeOp(HloOp, op="stablehlo.set_dimension_size"):
    """The operand with a size of one dimension that is only known at run time. Not in the specification."""

    operand = operand_def(HLO_Tensor)
    size = operand_def(I32RankedTensor)
    dimension = prop_def(NonNegativeI64Attr)
    result = result_def(HLO_Tensor)
    traits = traits_def(NoMemoryEffect(), SpeculatableAsOpSays())
    assembly_format = f"$operand `,` $size `,` `dim` `=` $dimension {FUNCTIONAL}"

    def __init__(
        self, operand: ValueLike, size: ValueLike, dimension: int, result_type: Attribute | None = None
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        value, dimension = constant_ints(self.size, 1), self.dimension.value.data
        return (infer_set_dimension_size(ranked(self.operand), ranked(self.size), value, dimension),)

    def speculatable(self) -> bool:
        dimension = self.dimension.value.data
        operand, result = ranked(self.operand), ranked(self.result)
        if not is_constant_ints(self.size) and not is_dynamic(result.get_shape()[dimension]):
            return False
        shapes = [list(t.get_shape()) for t in (operand, result)]
        for shape in shapes:
            del shape[dimension]
        i32_tensors = [TensorType(i32, shape) for shape in shapes]
        return sizes_are_expected(i32_tensors[0], i32_tensors[1])
