"""What xDSL's `canonicalize` gets: small constants of the same bits everywhere, and values that ops are equal to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_stablehlo.interpreter.execution.type_facts import facts_of
from xdsl_stablehlo.interpreter.kernels.table import Exactness, entry_of
from xdsl_stablehlo.values.elements import attribute_of

from ..options import FoldOptions
from ..patterns import fold_op, frame_around

MAX_ELEMENTS = 256
"""Larger results are left to `stablehlo-constant-fold`, which weighs what they cost."""

OPTIONS = FoldOptions(exactness=Exactness.EXACT)


AROUND = 8
"""So many ops are looked at, at most, to find out what an op is equal to: those that its operands come from."""


def fold_exact(op: Operation) -> Sequence[SSAValue | Attribute] | None:
    """For each result of `op` its elements or the value that it is equal to; None where `canonicalize` is to leave it.

    Ops with regions and ops with discardable attributes, which `canonicalize` would lose, stay.
    """
    if not op.results or op.regions or op.attributes or entry_of(op) is None or op.has_trait(IsTerminator):
        return None
    counts = [facts_of(result.type).elements for result in op.results]
    if any(count is None or count > MAX_ELEMENTS for count in counts):
        return None
    values = fold_op(op, options=OPTIONS)
    if values is None:
        return _by_rule(op)
    if any(value.type != result.type for value, result in zip(values, op.results)):
        return None
    return [attribute_of(value.array, value.type) for value in values]


def _by_rule(op: Operation) -> Sequence[SSAValue | Attribute] | None:
    """What the only result of an op is equal to, as far as the ops around it tell."""
    if len(op.results) != 1 or not op.operands:
        return None
    frame = frame_around(op, AROUND, OPTIONS)
    result = op.results[0]
    array = frame.array(result)
    if array is not None and array.shape == cast("AnyTensorType", result.type).get_shape():
        return [attribute_of(array, cast("AnyTensorType", result.type))]
    other = frame.terms.resolved(result)
    is_new = isinstance(other.owner, Operation) and frame.terms.is_made(other.owner)
    return None if other is result or is_new else [other]
