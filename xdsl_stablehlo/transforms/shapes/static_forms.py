"""Dynamic ops with constant shapes as static ones, other normal forms of ops with the same bits, and types with more
sizes.

The pass `stablehlo-canonicalize-dynamism`; constants on the right, chains of reshapes and broadcasts merged. Rewrites
that make more values known are in `folding/rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
)
from xdsl.rewriter import Rewriter
from xdsl.traits import Commutative

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.constant import all_constant_ints, is_constant_ints
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import Violation, ints, tuple_type
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.ops.movement.indexing import infer_dynamic_slice
from xdsl_stablehlo.dialects.stablehlo.shapes import (
    Shape,
    compatible_types,
    element_type_of,
    is_static,
    is_static_tensor,
    most_specific_type,
    with_element_type,
)
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.versions import replace
from xdsl_stablehlo.programs.transaction import without
from xdsl_stablehlo.values.element_types import bit_width

from ..emit import Emitter
from .dynamic_ops import DYNAMIC_OPS, constant_sizes, sizes_from_start, static_form
from .refinements import SHAPE_OPERANDS, shape_operands, shape_refinements


@dataclass(frozen=True)
class StablehloCanonicalizeDynamismPass(ModulePass):
    """Replaces `dynamic_broadcast_in_dim`, `dynamic_conv`, `dynamic_gather`, `dynamic_iota`, `dynamic_pad`,
    `dynamic_reshape` and `real_dynamic_slice` by static ops if their shape operands are constants, and removes shape
    operands from custom calls. Values and declared types stay the same.

    Raises `ShapeError` for a custom call with wrong `indices_of_shape_operands`.
    """

    name = "stablehlo-canonicalize-dynamism"

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        for inner in [*op.walk()]:
            static: Operation | None = None
            if inner.name in DYNAMIC_OPS:
                static = static_op(inner)
            elif isinstance(inner, hlo.CustomCallOp):
                static = _without_shape_operands(inner)
            if static is not None:
                _replace(inner, static)


def _replace(op: Operation, static: Operation) -> None:
    """Replace `op` by `static`, and erase constants, sums and casts that only `op` read."""
    static.attributes = {**op.attributes, **static.attributes}
    if isinstance(op, hlo.CustomCallOp):
        static.attributes = {key: value for key, value in op.attributes.items() if key != SHAPE_OPERANDS}
    unread = [operand.owner for operand in dict.fromkeys(op.operands)]
    emit = Emitter(op)
    emit.replace(emit.all(static))
    while unread:
        owner = unread.pop()
        goes = isinstance(owner, hlo.ConstantOp | hlo.AddOp | builtin.UnrealizedConversionCastOp)
        if goes and owner.results[0].first_use is None:
            unread += [operand.owner for operand in dict.fromkeys(owner.operands)]
            Rewriter.erase_op(owner)


def static_op(op: Operation) -> Operation | None:
    """The static op, of the same types, for a dynamic one with known shapes, else None."""
    form, (result, *_) = static_form(op, constant_sizes), op.results
    if form is None:
        return _dynamic_slice(op)
    if form.sizes is not None:
        sized = [result, *op.operands[: form.operands]]
        if (
            not all(is_static_tensor(value.type) for value in sized)
            or ranked(result).get_shape() != form.sizes
        ):
            return None
    return form.on(op.operands, op.result_types)


def _dynamic_slice(op: Operation) -> Operation | None:
    """The `dynamic_slice` for a `real_dynamic_slice` of known sizes, else None."""
    sizes = sizes_from_start(op, constant_sizes)
    if sizes is None or any(size < 0 for size in sizes):
        return None
    operand, start, *_ = op.operands
    emit, scalar = Emitter(op), builtin.TensorType(ranked(start).element_type, [])
    one = [emit(hlo.SliceOp(start, [i], [i + 1], [1])) for i in range(len(sizes))]
    scalars = [emit(hlo.ReshapeOp(part, scalar)) for part in one]
    return hlo.DynamicSliceOp.create(
        operands=[operand, *scalars],
        result_types=list(op.result_types),
        properties={"slice_sizes": builtin.DenseArrayBase.from_list(builtin.i64, list(sizes))},
    )


def _without_shape_operands(call: hlo.CustomCallOp) -> Operation | None:
    if shape_refinements(call) is None or not all(map(is_static_tensor, call.result_types)):
        return None
    gone = set(shape_operands(call))
    properties = dict(call.properties)
    if call.operand_layouts is not None:
        properties["operand_layouts"] = builtin.ArrayAttr(without(call.operand_layouts.data, gone))
    return hlo.CustomCallOp.create(
        operands=without(call.operands, gone), result_types=list(call.result_types), properties=properties
    )


# Normal forms of ops that compute the same bits.


def _is_constant(value: SSAValue) -> bool:
    return isinstance(value.owner, hlo.ConstantOp)


def _shape(value: SSAValue) -> tuple[int, ...] | None:
    """The sizes of a static tensor that is not quantized, else None."""
    if not is_tensor_type(value.type) or holds_quantized(value.type):
        return None
    shape = value.type.get_shape()
    return tuple(shape) if is_static(shape) else None


def constant_on_the_right(op: Operation) -> Operation | None:
    """`add(c, x)` is `add(x, c)`, and so on; `compare(c, x, LT)` is `compare(x, c, GT)`."""
    if len(op.operands) != 2 or not _is_constant(op.operands[0]) or _is_constant(op.operands[1]):
        return None
    right, left = op.operands
    if hlo.StableHLO.is_op(op, op.name) and op.has_trait(Commutative):
        return type(op).create(
            operands=[left, right],
            result_types=op.result_types,
            properties=dict(op.properties),
            attributes=dict(op.attributes),
        )
    if isinstance(op, hlo.CompareOp):
        direction = op.comparison_direction.data.mirrored
        swapped = hlo.CompareOp(left, right, direction, result_type=op.result.type)
        swapped.compare_type = op.compare_type
        return swapped
    return None


def merged_broadcast(op: Operation) -> Operation | None:
    """A broadcast of a broadcast in one; one that only adds dimensions of size 1 is a reshape, one that only changes
    their order is a transpose."""
    if not isinstance(op, hlo.BroadcastInDimOp):
        return None
    inner, dims = op.operand.owner, ints(op.broadcast_dimensions)
    if isinstance(inner, hlo.BroadcastInDimOp):
        merged = [dims[d] for d in ints(inner.broadcast_dimensions)]
        return hlo.BroadcastInDimOp(inner.operand, merged, ranked(op.result))
    before, after = _shape(op.operand), _shape(op.result)
    if before is None or after is None or prod(before) != prod(after):
        return None
    if sorted(dims) != list(dims):
        permutation = sorted(range(len(dims)), key=dims.__getitem__)
        return hlo.TransposeOp(op.operand, permutation, op.result.type) if len(dims) == len(after) else None
    return hlo.ReshapeOp(op.operand, ranked(op.result)) if before != after else None


def merged_reshape(op: Operation) -> Operation | None:
    """A reshape of a reshape in one."""
    if not isinstance(op, hlo.ReshapeOp) or not isinstance(inner := op.operand.owner, hlo.ReshapeOp):
        return None
    if holds_quantized(op.result.type) or holds_quantized(inner.operand.type):
        return None
    return hlo.ReshapeOp(inner.operand, ranked(op.result))


def reshape_for_transpose(op: Operation) -> Operation | None:
    """A transpose that leaves the elements in their order is a reshape."""
    if not isinstance(op, hlo.TransposeOp):
        return None
    shape, permutation = _shape(op.operand), ints(op.permutation)
    moved = [] if shape is None else [d for d in permutation if shape[d] != 1]
    if shape is None or moved != sorted(moved) or list(permutation) == sorted(permutation):
        return None
    return hlo.ReshapeOp(op.operand, ranked(op.result))


def flat_concatenate(op: Operation) -> Operation | None:
    """A concatenation of concatenations that nothing else reads, along the same dimension, in one, without what is
    empty."""
    if not isinstance(op, hlo.ConcatenateOp):
        return None
    parts = [part for value in op.inputs for part in _parts(value, op)]
    axis = op.dimension.value.data
    parts = [part for part in parts if ranked(part).get_shape()[axis] != 0] or parts
    if len(parts) == len(op.inputs):
        return None
    return hlo.ConcatenateOp(parts, op.dimension.value.data, op.result.type)


def _parts(value: SSAValue, op: hlo.ConcatenateOp) -> Sequence[SSAValue]:
    inner = value.owner
    flat = isinstance(inner, hlo.ConcatenateOp) and inner.dimension == op.dimension and value.has_one_use()
    return inner.inputs if flat and isinstance(inner, hlo.ConcatenateOp) else [value]


def select_without_not(op: Operation) -> Operation | None:
    """`select(not(p), x, y)` is `select(p, y, x)`, also where the predicate is broadcast."""
    if not isinstance(op, hlo.SelectOp) or not isinstance(inverse := op.pred.owner, hlo.NotOp):
        return None
    return hlo.SelectOp(inverse.operand, op.on_false, op.on_true, op.result.type)


NORMAL_FORMS: tuple[Callable[[Operation], Operation | None], ...] = (
    constant_on_the_right,
    merged_broadcast,
    merged_reshape,
    reshape_for_transpose,
    flat_concatenate,
    select_without_not,
    lambda op: static_op(op) if op.name in DYNAMIC_OPS else None,
)
"""Each returns the replacement of an op, or None."""


class _InNormalForm(RewritePattern):
    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        for form in NORMAL_FORMS:
            instead = form(op)
            if instead is not None:
                instead.location = op.location
                instead.attributes.update(op.attributes)
                replace(rewriter, op, instead)
                return


def write_normal_forms(op: builtin.ModuleOp) -> None:
    """Rewrite all ops in `op` until each is in its normal form, and erase unread ops."""
    PatternRewriteWalker(GreedyRewritePatternApplier([_InNormalForm()], dce_enabled=True)).rewrite_module(op)


# ---- what operands say of result types ----

ResultTypes: TypeAlias = "Sequence[Attribute] | None"
"""One type for each result; None where nothing is known."""

SHAPE_ARITHMETIC = frozenset(
    f"stablehlo.{name}"
    for name in (
        *("add", "and", "broadcast_in_dim", "clamp", "compare", "concatenate", "convert", "divide"),
        *("dynamic_slice", "get_dimension_size", "maximum", "minimum", "multiply", "or", "remainder"),
        *("reshape", "select", "sign", "slice", "subtract"),
    )
)
"""Ops that programs compute sizes with. On integers they become constants; everything else is data, which stays."""


def may_be_a_size(op: Operation) -> bool:
    """Whether `op` is a constant, or computes one, of integers."""
    if isinstance(op, hlo.ConstantOp):
        return is_of_integers(op.output)
    if op.name not in SHAPE_ARITHMETIC or not is_of_integers(op.results[0]):
        return False
    return op.name == "stablehlo.get_dimension_size" or all(map(is_constant_ints, op.operands))


def is_of_integers(value: SSAValue) -> bool:
    """Whether a value is a tensor of integers."""
    return is_tensor_type(value.type) and isinstance(value.type.element_type, builtin.IntegerType)


def more_specific_types(op: Operation) -> ResultTypes:
    """The result types of `op` with all sizes that its operands decide; None where nothing fits, or nothing is known.

    Raises `ShapeError` for a custom call whose `indices_of_shape_operands` is wrong.
    """
    if not isinstance(op, hlo.HloOp):
        return None
    try:
        inferred = INFERRED[op.name](op) if op.name in INFERRED else op.infer_components()
        return None if inferred is None else specific(op.result_types, inferred)
    except Violation:
        return None  # what is wrong with the op is for the verifier to say


def specific(declared: Sequence[Attribute], others: Sequence[Attribute]) -> ResultTypes:
    """Types with the sizes known in either of two lists, and the declared elements; None if the lists contradict."""
    if len(declared) != len(others):
        return None
    try:
        return [_both(*pair) for pair in zip(declared, others)]
    except Violation:
        return None


def _both(declared: Attribute, other: Attribute) -> Attribute:
    if isinstance(declared, builtin.TupleType) and isinstance(other, builtin.TupleType):
        if len(declared.types) != len(other.types):
            raise Violation("mismatched tuple sizes")
        parts = [_both(*pair) for pair in zip(declared.types, other.types)]
        return tuple_type(parts)
    if is_tensor_type(other):
        other = with_element_type(other, element_type_of(declared))
    if not compatible_types(declared, other):
        raise Violation("incompatible types")
    return most_specific_type([declared, other])


def _of_the_same_width(op: hlo.HloOp) -> ResultTypes:
    operand, result = (element_type_of(value.type) for value in (op.operands[0], op.results[0]))
    return op.operand_types[:1] if bit_width(operand) == bit_width(result) else None


def _of_static_form(op: hlo.HloOp) -> ResultTypes:
    """The types of the static op that replaces a dynamic one whose shape operands are constants."""
    form = static_form(op, all_constant_ints)
    if form is None:
        sizes = sizes_from_start(op, all_constant_ints)
        if sizes is None:
            return None
        indices = [TensorType(i64, [])] * len(sizes)
        return infer_dynamic_slice(ranked(op.operands[0]), indices, sizes)
    if form.sizes is not None:
        return None if min(form.sizes, default=0) < 0 else [TensorType(i64, form.sizes)]
    static = form.on(op.operands, op.result_types)
    try:
        return static.infer_components()
    finally:
        static.erase()


def _custom_call(op: hlo.HloOp) -> ResultTypes:
    assert isinstance(op, hlo.CustomCallOp)
    shapes = shape_refinements(op)
    if shapes is None:
        return None
    left = iter(shapes)
    return [_filled(t, lambda: next(left)) for t in op.result_types]


def _filled(t: Attribute, following: Callable[[], Shape]) -> Attribute:
    """`t` with the following shapes in the places of its own."""
    if isinstance(t, builtin.TupleType):
        parts = [_filled(part, following) for part in t.types]
        return tuple_type(parts)
    shape = following()
    element_type = element_type_of(t)
    return t if element_type is t else TensorType(element_type, shape)


INFERRED: dict[str, Callable[[hlo.HloOp], ResultTypes]] = {
    "stablehlo.bitcast_convert": _of_the_same_width,
    "stablehlo.convert": lambda op: op.operand_types[:1],
    "stablehlo.custom_call": _custom_call,
    "stablehlo.uniform_quantize": lambda op: op.operand_types[:1],
    **dict.fromkeys(DYNAMIC_OPS - {"stablehlo.dynamic_gather"}, _of_static_form),
}
"""Ops whose shape function says less than their operands do; all others are asked by it. Elements are of no account."""
