"""The pass `shape-legalize-to-stablehlo`: sizes as values of `index` become tensors of `i32`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.context import Context
from xdsl.dialects import arith, builtin, tensor
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects import shape, stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import int_of
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static_tensor
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.elements import attribute_of

from ..emit import Emitter, Number, maximum

SCALAR = builtin.TensorType(builtin.i32, [])


@dataclass(frozen=True)
class ShapeLegalizeToStablehloPass(ModulePass):
    """Writes `shape.broadcast`, `const_shape`, `num_elements` and `shape_of`, `tensor.dim`, `extract` and
    `from_elements`, `arith.index_cast` and `muli` of indices in StableHLO, with sizes as `i32`: larger ones do not fit.

    Between the types stand ops `builtin.unrealized_conversion_cast`, none of them there and back again. Raises
    `LegalizationError` for every other op of `shape` and `tensor`, and for sizes and ranks that are not known.
    """

    name = "shape-legalize-to-stablehlo"

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        for inner in [inner for inner in op.walk() if _is_illegal(inner)]:
            form = FORMS.get(inner.name)
            if form is None:
                raise LegalizationError(inner, "it has no form in StableHLO")
            result, emit = inner.results[0], Emitter(inner)
            result.replace_all_uses_with(_as(emit, form(inner, emit), result.type))
            Rewriter.erase_op(inner)
        for inner in reversed([*op.walk()]):
            unread = all(result.first_use is None for result in inner.results)
            if unread and isinstance(inner, arith.ConstantOp | builtin.UnrealizedConversionCastOp):
                Rewriter.erase_op(inner)


def _is_illegal(op: Operation) -> bool:
    dialect = op.name.partition(".")[0]
    return (dialect in ("shape", "tensor") and op.name != "tensor.cast") or op.name in FORMS


def _cast(emit: Emitter, value: SSAValue, wanted: Attribute) -> SSAValue:
    """A value as one of another type; what it was cast from, if that is of the type."""
    owner = value.owner
    if value.type == wanted:
        return value
    if isinstance(owner, builtin.UnrealizedConversionCastOp) and owner.inputs[0].type == wanted:
        return owner.inputs[0]
    return emit(builtin.UnrealizedConversionCastOp.get([value], [wanted]))


def _in_i32(emit: Emitter, value: SSAValue) -> SSAValue:
    """Sizes as a tensor of `i32`. Raises `LegalizationError` for what cannot be."""
    if isinstance(value.owner, arith.ConstantOp) and isinstance(value.type, builtin.IndexType):
        return emit.constant(int_of(value.owner.value), builtin.i32)
    t = value.type
    if isinstance(t, builtin.IndexType) or t == builtin.i32:
        return _cast(emit, value, SCALAR)
    if is_static_tensor(t) and t.element_type in (builtin.i32, builtin.IndexType()):
        return _cast(emit, value, builtin.TensorType(builtin.i32, t.get_shape()))
    raise LegalizationError(emit.place, f"'{t}' cannot be a tensor of i32")


def _as(emit: Emitter, value: SSAValue, wanted: Attribute) -> SSAValue:
    """Numbers of StableHLO in the type that the program has them in. Raises `LegalizationError` for other types."""
    t = ranked(value)
    indices = builtin.TensorType(builtin.IndexType(), t.get_shape())
    scalars = () if t.get_shape() else (builtin.IndexType(), t.element_type)
    if wanted in (t, indices, *scalars):
        return _cast(emit, value, wanted)
    raise LegalizationError(emit.place, f"'{t}' cannot be '{wanted}'")


def _constant(emit: Emitter, sizes: Sequence[int]) -> SSAValue:
    values = np.array(sizes, np.int32)
    return emit(hlo.ConstantOp(attribute_of(values, builtin.TensorType(builtin.i32, values.shape))))


def _row(emit: Emitter, rows: list[SSAValue]) -> SSAValue:
    """Tensors of one element as one tensor of rank 1."""
    return emit.joined(rows) if rows else _constant(emit, [])


def _element(emit: Emitter, value: SSAValue, *position: int) -> SSAValue:
    """One element of a tensor as a scalar."""
    ends = [at + 1 for at in position]
    return emit.reshaped(emit(hlo.SliceOp(value, position, ends, [1] * len(ends))), [])


def _known(op: Operation, value: SSAValue) -> int:
    """The integer that a constant of `arith` is. Raises `LegalizationError` for anything else."""
    if not isinstance(value.owner, arith.ConstantOp) or not isinstance(
        value.owner.value, builtin.IntegerAttr
    ):
        raise LegalizationError(op, "an index is not constant")
    return int_of(value.owner.value)


# ---- one function for each op ----


def _const_shape(op: Operation, emit: Emitter) -> SSAValue:
    assert isinstance(op, shape.ConstShapeOp)
    return _constant(emit, op.sizes)


def _num_elements(op: Operation, emit: Emitter) -> SSAValue:
    sizes = _in_i32(emit, op.operands[0])
    product = Number(emit.constant(1, builtin.i32), emit)
    for i in range(ranked(sizes).get_shape()[0]):
        product = product * Number(_element(emit, sizes, i), emit)
    return product.value


def _shape_of(op: Operation, emit: Emitter) -> SSAValue:
    operand = op.operands[0]
    if not is_tensor_type(operand.type):
        raise LegalizationError(op, "the rank of its operand is not known")
    dimensions = range(len(operand.type.get_shape()))
    return _row(emit, [emit.reshaped(emit(hlo.GetDimensionSizeOp(operand, i)), [1]) for i in dimensions])


def _broadcast(op: Operation, emit: Emitter) -> SSAValue:
    """Of sizes that fit together, each is 1 or the larger one: sizes in front are 1."""
    if len(op.operands) != 2:
        raise LegalizationError(op, "it has not two operands")
    sizes = [_in_i32(emit, operand) for operand in op.operands]
    ranks = [ranked(each).get_shape()[0] for each in sizes]
    for i, rank in enumerate(ranks):
        if rank < max(ranks):
            sizes[i] = emit.joined([_constant(emit, [1] * (max(ranks) - rank)), sizes[i]])
    lhs, rhs = (Number(each, emit) for each in sizes)
    return maximum(lhs, rhs).value


def _dim(op: Operation, emit: Emitter) -> SSAValue:
    operand, index = op.operands
    dimension = _known(op, index)
    if not is_tensor_type(operand.type) or not 0 <= dimension < len(operand.type.get_shape()):
        raise LegalizationError(op, f"its operand has no dimension {dimension}")
    return emit(hlo.GetDimensionSizeOp(operand, dimension))


def _from_elements(op: Operation, emit: Emitter) -> SSAValue:
    t = ranked(op.results[0])
    if len(t.get_shape()) > 1 or (t.element_type not in (builtin.i32, builtin.i64, builtin.IndexType())):
        raise LegalizationError(op, f"its result is '{t}'")
    if not t.get_shape():
        scalar = op.operands[0]
        kept = scalar.type in (builtin.i32, builtin.i64)
        return _cast(emit, scalar, builtin.TensorType(scalar.type, [])) if kept else _in_i32(emit, scalar)
    if t.element_type == builtin.i64:
        raise LegalizationError(op, f"its result is '{t}'")
    return _row(emit, [_one(emit, operand) for operand in op.operands])


def _one(emit: Emitter, value: SSAValue) -> SSAValue:
    """A size as a tensor of one element: a constant is one from the start."""
    if isinstance(value.owner, arith.ConstantOp) and isinstance(value.type, builtin.IndexType):
        return _constant(emit, [_known(emit.place, value)])
    return emit.reshaped(_in_i32(emit, value), [1])


def _extract(op: Operation, emit: Emitter) -> SSAValue:
    operand, *indices = op.operands
    position, t = [_known(op, index) for index in indices], operand.type
    if not is_static_tensor(t):
        raise LegalizationError(op, "sizes of its operand are not known")
    if not all(0 <= at < size for at, size in zip(position, t.get_shape(), strict=True)):
        raise LegalizationError(op, f"{position} lies outside of '{t}'")
    value = _in_i32(emit, operand) if isinstance(t.element_type, builtin.IndexType) else operand
    return _element(emit, value, *position)


def _index_cast(op: Operation, emit: Emitter) -> SSAValue:
    operand, result = op.operands[0], op.results[0].type
    element = result.element_type if is_tensor_type(result) else result
    source = operand.type.element_type if is_tensor_type(operand.type) else operand.type
    if not {source, element} <= {builtin.i32, builtin.i64, builtin.IndexType()}:
        raise LegalizationError(op, f"'{operand.type}' and '{result}' are not indices and i32 or i64")
    if source == builtin.i64:
        tensor_type = operand.type if is_tensor_type(operand.type) else builtin.TensorType(builtin.i64, [])
        return Number(_cast(emit, operand, tensor_type), emit).to(builtin.i32).value
    value = _in_i32(emit, operand)
    return Number(value, emit).to(builtin.i64).value if element == builtin.i64 else value


def _multiply(op: Operation, emit: Emitter) -> SSAValue:
    result = op.results[0].type
    if not isinstance(result.element_type if is_tensor_type(result) else result, builtin.IndexType):
        raise LegalizationError(op, f"its result is '{result}'")
    lhs, rhs = (Number(_in_i32(emit, operand), emit) for operand in op.operands)
    return (lhs * rhs).value


FORMS: dict[str, Callable[[Operation, Emitter], SSAValue]] = {
    arith.IndexCastOp.name: _index_cast,
    arith.MuliOp.name: _multiply,
    shape.BroadcastOp.name: _broadcast,
    shape.ConstShapeOp.name: _const_shape,
    shape.NumElementsOp.name: _num_elements,
    shape.ShapeOfOp.name: _shape_of,
    tensor.DimOp.name: _dim,
    tensor.ExtractOp.name: _extract,
    tensor.FromElementsOp.name: _from_elements,
}
"""The form of each op in StableHLO: as a tensor of `i32`, or of the type that it has."""
