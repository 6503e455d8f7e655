"""What a program computes in a few elementary operations for each element: a constant for it saves little."""

from __future__ import annotations

from xdsl.ir import Operation

from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.interpreter.kernels.table import Entry, Exactness, entry_of

from ..solver.deferred import Deferred, Evaluation, cone
from ..tuning import QUICK


def is_quick(value: Value) -> bool:
    """Whether a value is computed from constants in a few elementary operations for each of its elements."""
    if is_array(value):
        # What was evaluated at once is small, or a view of what is.
        return value.base is not None
    if not isinstance(value, Deferred):
        return False
    left = QUICK * value.size
    for evaluation in cone((value,), lambda _: True):
        if not is_light(evaluation):
            return False
        left -= sum([result.stored for result in evaluation.results])
        if left < 0:
            return False
    return True


def is_light(evaluation: Evaluation) -> bool:
    """Whether an evaluation takes one elementary operation for each element of its results."""
    return evaluation.entry is not None and _takes_one_step(evaluation.op, evaluation.entry)


def is_elementary(op: Operation) -> bool:
    """Whether evaluating `op` takes one elementary operation for each element of its results."""
    entry = entry_of(op)
    return entry is not None and _takes_one_step(op, entry)


def _takes_one_step(op: Operation, entry: Entry) -> bool:
    if entry.regions or entry.callees is not None or entry.cost.work is not None:
        return False
    return entry.exactness_of(op) is not Exactness.LIBM
