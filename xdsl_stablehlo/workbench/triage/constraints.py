"""Constraints of the specification that no verifier checks, C++'s as well: a program that breaks one is undefined."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.values.element_types import is_complex, is_float, is_pred, is_signed_int, is_unsigned_int

from ..permitted.choices.implementations import Open

COMPARE_TYPE = Open(
    "comparison by another type than that of the elements",
    "compare_type is defined as SIGNED if is_signed_integer(element_type(lhs)), UNSIGNED if is_unsigned_integer(..) or "
    "is_boolean(..), FLOAT or TOTALORDER if is_float(..), FLOAT if is_complex(..); spec: compare (C3)",
)
BOOLEAN_INDICES = Open(
    "booleans as indices", "scatter_indices: tensor of integer type; spec: scatter, (I2) of its inputs"
)
PROMOTED_UPDATES = Open(
    "updates of another type than the inputs",
    "element_type(updates...) = element_type(inputs...); spec: scatter (C6)",
)
CONVERTED_RESULT = Open(
    "a convolution with a result of another type",
    "element_type(lhs) = element_type(rhs) = element_type(result); spec: convolution (C27)",
)
PROMOTED_BOOLEANS = Open(
    "booleans that become numbers in a reduction",
    "is_same_type = (is_bool(x) and is_bool(y)) or ...; spec: is_promotable, reduce (C6) and others",
)


def unchecked_constraint(module: ModuleOp) -> Open | None:
    """A constraint of the specification that an op breaks, though the verifiers, C++'s as well, take it."""
    return next(filter(None, map(_unchecked, module.walk())), None)


def _unchecked(op: Operation) -> Open | None:
    if isinstance(op, hlo.CompareOp):
        types = [given for is_of, given in _COMPARE_TYPES if is_of(element_type_of(op.lhs.type))]
        declared = None if op.compare_type is None else op.compare_type.data
        is_other = bool(types) and declared not in (None, hlo.ComparisonType.NOTYPE, *types[0])
        return COMPARE_TYPE if is_other else None
    if isinstance(op, hlo.ScatterOp):
        if is_pred(element_type_of(op.scatter_indices.type)):
            return BOOLEAN_INDICES
        pairs = zip(op.inputs, op.updates, strict=True)
        if any(element_type_of(x.type) != element_type_of(update.type) for x, update in pairs):
            return PROMOTED_UPDATES
    if isinstance(op, hlo.ConvolutionOp):
        types = [op.lhs.type, op.rhs.type, op.result.type]
        is_one = any(map(holds_quantized, types)) or len(set(map(element_type_of, types))) == 1
        return None if is_one else CONVERTED_RESULT
    if op.regions and not isinstance(op, hlo.IfOp | hlo.CaseOp | hlo.MapOp):
        # The first operands are elements, which may be promoted to the type of the body and of the results.
        kinds = [[is_pred(element_type_of(x.type)) for x in pair] for pair in zip(op.operands, op.results)]
        return PROMOTED_BOOLEANS if any(before != after for before, after in kinds) else None
    return None


_COMPARE_TYPES: Sequence[tuple[Callable[[Attribute], bool], Sequence[hlo.ComparisonType]]] = (
    (is_signed_int, [hlo.ComparisonType.SIGNED]),
    (lambda t: is_unsigned_int(t) or is_pred(t), [hlo.ComparisonType.UNSIGNED]),
    (is_float, [hlo.ComparisonType.FLOAT, hlo.ComparisonType.TOTALORDER]),
    (is_complex, [hlo.ComparisonType.FLOAT]),
)
"""The comparison of elements, in the words of (C3), which says nothing about quantized ones."""
