"""ragged_dot: a product of matrices in which one dimension of lhs is divided into groups of different sizes.

What is ragged decides the mode: a dimension that is kept, one that is contracted, or one that is batched.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import SSAValue
from xdsl.traits import Pure

from xdsl_stablehlo.ir.guards import is_tensor_type

from ..base import fields
from ..stablehlo import hlo_types as kinds
from ..stablehlo.checks import check_distinct
from ..stablehlo.definition import UNDECIDED, HloOp, Violation
from ..stablehlo.hlo_types import ints
from ..stablehlo.ops.arithmetic.dot import check_dot_dimensions, check_inferred_shape, check_precision_config
from ..stablehlo.shapes import compatible_sizes, tensor_with_bounds
from .attributes import PrecisionConfigAttr, RaggedDotDimensionNumbersAttr


class Mode(Enum):
    """The kind of the ragged dimension of lhs."""

    KEPT = auto()
    CONTRACTED = auto()
    BATCHED = auto()


def _ranked(value: SSAValue) -> AnyTensorType:
    if not is_tensor_type(value.type):
        raise Violation("expects ranked operands and results")
    return value.type


class RaggedDims:
    """Dimension numbers as plain integers. Raises `Violation` unless exactly one dimension is ragged."""

    def __init__(self, attr: RaggedDotDimensionNumbersAttr):
        lists = [ints(parameter) for parameter in attr.parameters]
        self.batching = (lists[0], lists[1])
        self.contracting = (lists[2], lists[3])
        self.groups = lists[5]
        if len(lists[4]) != 1:
            raise Violation("There must be exactly one ragged dimension in the lhs.")
        self.ragged = lists[4][0]

    @property
    def mode(self) -> Mode:
        if self.ragged in self.batching[0]:
            return Mode.BATCHED
        return Mode.CONTRACTED if self.ragged in self.contracting[0] else Mode.KEPT

    def group_prefix(self) -> list[int]:
        """The dimensions of lhs that `group_sizes` has in front of its groups."""
        batching, contracting = self.batching[0], self.contracting[0]
        if self.mode is Mode.BATCHED:
            return list(batching[: batching.index(self.ragged)])
        if self.mode is Mode.CONTRACTED:
            return [*batching, *contracting[: contracting.index(self.ragged)]]
        outer = [i for i in range(self.ragged) if i not in batching and i not in contracting]
        return [*batching, *outer]


def _check_dim(dim: int, rank: int, name: str, rank_name: str) -> None:
    if not 0 <= dim < rank:
        raise Violation(f"Expects {name} to be in range [0, {rank_name}) i.e. [0, {rank}). got: {dim}.")


def check_rhs_groups(rhs: AnyTensorType, groups: int, dims: RaggedDims) -> None:
    """rhs has a matrix for each group where lhs has groups of rows, and only there."""
    for dim in dims.groups:
        _check_dim(dim, rhs.get_num_dims(), "rhs_group_dim", "rhs_rank")
    for others, name in ((dims.batching[1], "batching"), (dims.contracting[1], "contracting")):
        check_distinct(dims.groups, others, "rhs_group_dimensions", f"rhs_{name}_dimensions", "")
    if dims.mode is not Mode.KEPT:
        if dims.groups:
            raise Violation(
                "There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting."
            )
        return
    if len(dims.groups) != 1:
        raise Violation(
            "There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting."
        )
    size = rhs.get_shape()[dims.groups[0]]
    if not compatible_sizes(groups, size):
        raise Violation(f"rhs group dimension is expected to have size={groups}, got {size}")


def ragged_dot_shape(lhs: Sequence[int], rhs: Sequence[int], groups: int, dims: RaggedDims) -> list[int]:
    """The sizes of the result for operands of these sizes and a number of groups."""
    taken = (*dims.batching[0], *dims.contracting[0])
    rows = [size for i, size in enumerate(lhs) if i not in taken]
    taken = (*dims.batching[1], *dims.contracting[1], *dims.groups)
    columns = [size for i, size in enumerate(rhs) if i not in taken]
    front = [groups] if dims.mode is Mode.CONTRACTED else []
    return [*front, *[lhs[i] for i in dims.batching[0]], *rows, *columns]


class RaggedDotOp(HloOp, op="chlo.ragged_dot"):
    """Products of the groups of `lhs` with `rhs`."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_AnyTensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_AnyTensor)
    group_sizes: fields.OneOperand = fields.operand_def(kinds.HLO_IntTensor)
    ragged_dot_dimension_numbers: RaggedDotDimensionNumbersAttr = fields.prop_def(
        RaggedDotDimensionNumbersAttr, alias="dimension_numbers"
    )
    result: fields.InferredResult = fields.result_def(kinds.HLO_AnyTensor, alias="result_type", default=None)
    precision_config = irdl.opt_prop_def(PrecisionConfigAttr)
    traits = irdl.traits_def(Pure())

    def infer_components(self) -> Sequence[AnyTensorType]:
        """The shape of `dot_general`, with a dimension for the groups in front where they are contracted."""
        lhs, rhs, sizes = map(_ranked, (self.lhs, self.rhs, self.group_sizes))
        numbers = self.ragged_dot_dimension_numbers
        lists = [ints(parameter) for parameter in numbers.parameters]
        check_dot_dimensions(lhs, rhs, (lists[0], lists[1]), (lists[2], lists[3]))
        dims = RaggedDims(numbers)
        _check_dim(dims.ragged, lhs.get_num_dims(), "lhs_ragged_dim", "lhs_rank")
        # `group_sizes` has the shape [g], or the sizes of what is outside of the ragged dimension in front of that.
        shape, outer = sizes.get_shape(), [lhs.get_shape()[i] for i in dims.group_prefix()]
        if len(shape) not in (1, len(outer) + 1):
            raise Violation(f"expected group_sizes to have rank {len(outer) + 1}, got {len(shape)}")
        *prefix, groups = shape
        if prefix and prefix != outer:
            raise Violation(f"group_sizes is expected to have shape {[*outer, groups]}, got {list(shape)}")
        check_rhs_groups(rhs, groups, dims)
        result = ragged_dot_shape(lhs.get_shape(), rhs.get_shape(), groups, dims)
        return (tensor_with_bounds(result, UNDECIDED, ()),)

    def check(self) -> None:
        check_precision_config(self.precision_config, "")
        check_inferred_shape(self.infer_components()[0], _ranked(self.result), "")
