"""CHLO ops on operands that broadcast, and the types of broadcasts: NumPy's rule, with unknown sizes and bounds, and
the one with `broadcast_dimensions`."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import ComplexType, UnrankedTensorType, i1
from xdsl.ir import Attribute
from xdsl.traits import Pure

from xdsl_stablehlo.ir.guards import is_tensor_type

from ..base import fields
from ..stablehlo import hlo_types as kinds, shapes
from ..stablehlo.attributes import ComparisonDirection, ComparisonType
from ..stablehlo.checks import check_compatible_elements, check_same_elements
from ..stablehlo.definition import HloOp, Violation
from ..stablehlo.hlo_types import ints
from ..stablehlo.traits import TypesAgree
from .attributes import ComparisonDirectionAttr, ComparisonTypeAttr


def same_shape_of(element_type: Attribute, operand: Attribute) -> Attribute:
    """The shape of `operand`, which may be unranked, with other elements."""
    if is_tensor_type(operand):
        return shapes.with_element_type(operand, element_type)
    return UnrankedTensorType(element_type)


def broadcast_sizes(lhs: int, rhs: int) -> int | None:
    """The size of two dimensions broadcast together, None where they contradict.

    An unknown size is taken to be the other one, if that is above 1; 0 and 1 do not decide it.
    """
    if lhs == rhs or rhs == 1:
        return lhs
    if lhs == 1:
        return rhs
    if shapes.is_dynamic(lhs) or shapes.is_dynamic(rhs):
        known = max(lhs, rhs)
        return known if known > 1 else shapes.DYNAMIC
    return None


def broadcast_shapes(lhs: Sequence[int], rhs: Sequence[int]) -> Sequence[int] | None:
    """NumPy's rule: the shorter shape gets leading ones. None where sizes contradict each other."""
    rank = max(len(lhs), len(rhs))
    pairs = zip((*[1] * (rank - len(lhs)), *lhs), (*[1] * (rank - len(rhs)), *rhs))
    sizes = [broadcast_sizes(a, b) for a, b in pairs]
    known = [size for size in sizes if size is not None]
    return known if len(known) == rank else None


def _bounded(a: shapes.SizeAndBound, b: shapes.SizeAndBound) -> shapes.SizeAndBound:
    """Two dimensions that are known or bounded broadcast together: bounds must be the same, and known sizes, too."""
    limits = [bound if shapes.is_dynamic(size) else size for size, bound in (a, b)]
    if limits[0] == 1:
        return b
    if limits[1] == 1:
        return a
    if limits[0] != limits[1]:
        raise Violation(f"incompatible shapes for broadcasting {limits[0]} and {limits[1]}")
    if shapes.is_dynamic(a[0]) != shapes.is_dynamic(b[0]):
        raise Violation("cannot mix bounded and static dimensions in broadcast")
    return a


def infer_numpy_broadcast(operands: Sequence[Attribute], element_type: Attribute) -> Attribute:
    """The type of `operands` broadcast together; unranked where one is, or where unknown sizes contradict."""
    tensors = [t for t in operands if is_tensor_type(t)]
    if len(tensors) != len(operands):
        return UnrankedTensorType(element_type)
    if all(shapes.is_static(t.get_shape()) or shapes.bounds_of(t) for t in tensors):
        dims: list[shapes.SizeAndBound] = []
        for t in tensors:
            others = list(zip(t.get_shape(), shapes.all_bounds_of(t)))
            rank = max(len(dims), len(others))
            padded = ([(1, shapes.DYNAMIC)] * (rank - len(side)) + side for side in (dims, others))
            dims = list(map(_bounded, *padded))
        return shapes.tensor_of_dims(dims, element_type)
    shape: Sequence[int] | None = tensors[0].get_shape()
    for t in tensors[1:]:
        shape = None if shape is None else broadcast_shapes(shape, t.get_shape())
    return (
        UnrankedTensorType(element_type)
        if shape is None
        else shapes.tensor_with_bounds(shape, element_type, ())
    )


def infer_broadcast_in_dims(
    lhs: Attribute, rhs: Attribute, dimensions: Sequence[int], element_type: Attribute
) -> Attribute:
    """The type where the operand of lower rank has its dimensions at `dimensions` of the other.

    Unranked where `dimensions` do not fit: upstream leaves it to the lowering to reject them.
    """
    illegal = UnrankedTensorType(element_type)
    if not is_tensor_type(lhs) or not is_tensor_type(rhs):
        return illegal
    large, small = (lhs, rhs) if lhs.get_num_dims() > rhs.get_num_dims() else (rhs, lhs)
    if len(dimensions) != small.get_num_dims() or any(dim >= large.get_num_dims() for dim in dimensions):
        return illegal
    shape = list(large.get_shape())
    sizes = broadcast_shapes(small.get_shape(), [shape[dim] for dim in dimensions])
    if sizes is None:
        return illegal
    for dim, size in zip(dimensions, sizes):
        shape[dim] = size
    return shapes.tensor_with_bounds(shape, element_type, ())


class BroadcastOp(HloOp, ABC):
    """An op on two operands that are broadcast together, as in NumPy or by `broadcast_dimensions`."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_AnyTensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_AnyTensor)
    broadcast_dimensions: fields.OptionalIntsField = fields.opt_prop_def(
        kinds.DenseI64ArrayAttr, default=None
    )
    result: fields.InferredResult = fields.result_def(kinds.HLO_AnyTensor, alias="result_type", default=None)
    traits = irdl.traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)"

    @classmethod
    def result_element_type(cls, lhs: Attribute) -> Attribute | None:
        """The elements of the result where they are not those of the operands."""
        return None

    def infer(self) -> Sequence[Attribute]:
        lhs, rhs = self.lhs.type, self.rhs.type
        if not shapes.compatible_element_types(lhs, rhs):
            raise Violation("mismatched operand types")
        element_type = self.result_element_type(lhs) or shapes.element_type_of(lhs)
        if self.broadcast_dimensions is None:
            return (infer_numpy_broadcast([lhs, rhs], element_type),)
        return (infer_broadcast_in_dims(lhs, rhs, ints(self.broadcast_dimensions), element_type),)


class BroadcastCompatibleOp(BroadcastOp, ABC):
    """Operands and result have compatible elements: quantized ones may differ in scale."""

    traits = irdl.traits_def(TypesAgree(check_compatible_elements))


class BroadcastSameOp(BroadcastOp, ABC):
    """Operands and result have the same elements."""

    traits = irdl.traits_def(TypesAgree(check_same_elements))


# fmt: off
class BroadcastAddOp(BroadcastCompatibleOp, op="chlo.broadcast_add", commutative=True): """`lhs + rhs`"""
class BroadcastMaxOp(BroadcastCompatibleOp, op="chlo.broadcast_maximum", commutative=True): """`max(lhs, rhs)`"""
class BroadcastMinOp(BroadcastCompatibleOp, op="chlo.broadcast_minimum", commutative=True): """`min(lhs, rhs)`"""

class BroadcastAtan2Op(BroadcastSameOp, op="chlo.broadcast_atan2"): """`atan2(lhs, rhs)`"""
class BroadcastDivOp(BroadcastSameOp, op="chlo.broadcast_divide"): """`lhs / rhs`"""
class BroadcastMulOp(BroadcastSameOp, op="chlo.broadcast_multiply", commutative=True): """`lhs * rhs`"""
class BroadcastNextAfterOp(BroadcastSameOp, op="chlo.broadcast_next_after"):
    """The representable value next to `lhs` in the direction of `rhs`."""
class BroadcastPolygammaOp(BroadcastSameOp, op="chlo.broadcast_polygamma"):
    """The polygamma function of order `lhs` at `rhs`."""
class BroadcastPowOp(BroadcastSameOp, op="chlo.broadcast_power"): """`lhs ** rhs`"""
class BroadcastRemOp(BroadcastSameOp, op="chlo.broadcast_remainder"): """`lhs % rhs`, with the sign of `lhs`."""
class BroadcastShiftLeftOp(BroadcastSameOp, op="chlo.broadcast_shift_left"): """`lhs << rhs`"""
class BroadcastShiftRightArithmeticOp(BroadcastSameOp, op="chlo.broadcast_shift_right_arithmetic"):
    """`lhs >> rhs`, which keeps the sign."""
class BroadcastShiftRightLogicalOp(BroadcastSameOp, op="chlo.broadcast_shift_right_logical"):
    """`lhs >> rhs`, which shifts in zeros."""
class BroadcastSubOp(BroadcastSameOp, op="chlo.broadcast_subtract"): """`lhs - rhs`"""
class BroadcastZetaOp(BroadcastSameOp, op="chlo.broadcast_zeta", types=kinds.HLO_AnyFpTensor):
    """The Hurwitz zeta function of `lhs` and `rhs`."""

class BroadcastLogicalOp(BroadcastOp, types=kinds.HLO_AnyPredOrIntTensor, result=kinds.HLO_AnyTensor, commutative=True):
    """An op on booleans, or on the bits of integers."""
class BroadcastAndOp(BroadcastLogicalOp, op="chlo.broadcast_and"): """`lhs & rhs`"""
class BroadcastOrOp(BroadcastLogicalOp, op="chlo.broadcast_or"): """`lhs | rhs`"""
class BroadcastXorOp(BroadcastLogicalOp, op="chlo.broadcast_xor"): """`lhs ^ rhs`"""
# fmt: on


class BroadcastComplexOp(BroadcastOp, op="chlo.broadcast_complex"):
    """Complex numbers with the real part `lhs` and the imaginary part `rhs`."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_AnyFpTensor)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_AnyComplexTensor, alias="result_type", default=None
    )

    @classmethod
    def result_element_type(cls, lhs: Attribute) -> Attribute:
        return ComplexType.new([shapes.element_type_of(lhs)])


class BroadcastCompareOp(BroadcastOp, op="chlo.broadcast_compare"):
    """Whether `lhs` and `rhs` are in the relation `comparison_direction`."""

    comparison_direction = irdl.prop_def(ComparisonDirectionAttr)
    compare_type = irdl.opt_prop_def(ComparisonTypeAttr)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_AnyPredTensor, alias="result_type", default=None
    )

    def __init__(
        self,
        lhs: fields.ValueLike,
        rhs: fields.ValueLike,
        comparison_direction: ComparisonDirection,
        compare_type: ComparisonType | None = None,
        broadcast_dimensions: Sequence[int] | None = None,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    @classmethod
    def result_element_type(cls, lhs: Attribute) -> Attribute:
        return i1


class BroadcastSelectOp(HloOp, op="chlo.broadcast_select"):
    """`on_true` where `pred` is true, else `on_false`; all three are broadcast together."""

    pred: fields.OneOperand = fields.operand_def(kinds.HLO_PredTensor)
    on_true: fields.OneOperand = fields.operand_def(kinds.HLO_AnyTensor)
    on_false: fields.OneOperand = fields.operand_def(kinds.HLO_AnyTensor)
    result: fields.InferredResult = fields.result_def(kinds.HLO_AnyTensor, alias="result_type", default=None)
    traits = irdl.traits_def(Pure())
    assembly_format = (
        "$pred `,` $on_true `,` $on_false attr-dict `:` "
        "`(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type($result)"
    )

    def infer(self) -> Sequence[Attribute]:
        elements = shapes.element_type_of(self.on_true.type)
        if elements != shapes.element_type_of(self.on_false.type):
            raise Violation("mismatched operand types")
        return (infer_numpy_broadcast(self.operand_types, elements),)
