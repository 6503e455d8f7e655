"""What upstream's passes of these names leave of what the folder knows: ops that it keeps, and rules that it lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array, is_float
from xdsl_stablehlo.values.storage import uniform_element

from ..facts.effects import Effects
from ..facts.lattice import kind_of_integers

WITHOUT_RULES = frozenset({"constant-neighbours"})
"""Rules of which upstream has less, or nothing."""


def keeps_as_folder(op: Operation) -> bool | None:
    """For `FoldOptions.should_fold`: False for an op that upstream's folder keeps."""
    return False if isinstance(op, hlo.ReverseOp) and _reverses_nothing(op) else keeps_as_upstream(op)


def keeps_as_upstream(op: Operation) -> bool | None:
    """For `FoldOptions.should_fold`: False for an op that upstream's folder and its simplification keep."""
    keeps = KEEPS.get(op.name)
    return False if keeps is not None and keeps(op) else None


def _constant(value: SSAValue) -> Array | None:
    """The elements of a value that is written as a constant."""
    return value.owner.array() if isinstance(value.owner, hlo.ConstantOp) else None


def _reverses_nothing(op: hlo.ReverseOp) -> bool:
    """That goes by a rule of the simplification alone."""
    shape = ranked(op.operand).get_shape()
    array = _constant(op.operand)
    splat = array is not None and uniform_element(array) is not None
    return splat or all(shape[d] == 1 for d in ints(op.dimensions))


def _counts(op: Any) -> bool:
    """An iota of more than one number."""
    shape = op.output.type.get_shape()
    return 0 not in shape and shape[op.iota_dimension.value.data] > 1


def _of(outside: Callable[[Array], Any]) -> Callable[[Any], bool]:
    """Whether some element of a constant operand is where upstream does not fold."""

    def keeps(op: Any) -> bool:
        array = _constant(op.operands[0])
        return (
            array is not None and is_float(op.operands[0].type.element_type) and bool(np.any(outside(array)))
        )

    return keeps


def _does_not_fit(op: Any) -> bool:
    """A conversion of floats of which one, cut off, is none of the integers of the result's type, or -0.0."""
    array, kind = _constant(op.operand), kind_of_integers(op.result.type.element_type)
    if array is None or not is_float(op.operand.type.element_type) or kind is None or kind.width == 1:
        return False
    values = np.trunc(array.astype(np.float64))
    fits = (values >= kind.least) & (values < kind.most + 1)
    return bool(np.any(~fits | ((values == 0) & np.signbit(values))))


KEEPS: Mapping[str, Callable[[Any], bool]] = {
    "stablehlo.convert": _does_not_fit,
    "stablehlo.iota": _counts,
    "stablehlo.log": _of(lambda x: ~(x > 0)),
    "stablehlo.rsqrt": _of(lambda x: ~(x > 0)),
    "stablehlo.sign": _of(np.isnan),
    "stablehlo.sqrt": _of(lambda x: ~(x >= 0)),
    "stablehlo.while": lambda op: not Effects({}, assume_none=True).removable(op),
}
"""By the name of an op, whether it stays: its result is no number, or it is shorter than its elements, or it is a loop
that never runs around ops with effects."""
