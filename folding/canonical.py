"""What xDSL's `canonicalize` gets: constants that are small and the same bits in every implementation."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Operation
from xdsl.traits import IsTerminator

from xdsl_stablehlo.elements import attribute_of
from xdsl_stablehlo.interpreter.execution.type_facts import facts_of
from xdsl_stablehlo.interpreter.kernels.table import Exactness, kernel_of

from .options import FoldOptions
from .patterns import fold_op

MAX_ELEMENTS = 256
"""Larger results are left to `stablehlo-constant-fold`, which weighs what they cost."""

OPTIONS = FoldOptions(exactness=Exactness.EXACT)


def fold_exact(op: Operation) -> Sequence[Attribute] | None:
    """The elements of the results of `op`, or None where it is not for `canonicalize` to fold.

    Ops with regions and ops with discardable attributes, which `canonicalize` would lose, stay.
    """
    if (
        not op.results
        or op.regions
        or op.attributes
        or kernel_of(type(op)) is None
        or op.has_trait(IsTerminator)
    ):
        return None
    counts = [facts_of(result.type).elements for result in op.results]
    if any(count is None or count > MAX_ELEMENTS for count in counts):
        return None
    values = fold_op(op, options=OPTIONS)
    if values is None or any(value.type != result.type for value, result in zip(values, op.results)):
        return None
    return [attribute_of(value.array, value.type) for value in values]
