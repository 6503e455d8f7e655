"""Calls to what the program does not define, by functions that users register (spec: custom_call)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np

from ...dialects.stablehlo import CustomCallOp
from ...dialects.stablehlo.constraints import ranked
from ...guards import is_integer_type
from ..errors import EvaluationError
from .check import expect_almost_eq, expect_close, expect_eq
from .table import Kernel, register
from .values import Value, call_user

CustomCall: TypeAlias = Callable[[CustomCallOp], Kernel]
"""From a custom call to its kernel: read-only arrays in, a tuple of arrays out (or the one of a single result)."""

CUSTOM_CALLS: dict[str, CustomCall] = {
    "check.expect_eq": lambda op: partial(expect_eq, element_type=ranked(op.inputs[0]).element_type),
    "check.expect_almost_eq": lambda _: partial(expect_almost_eq, tolerance=0.001),
    "check.expect_close": lambda _: partial(expect_close, max_ulp_difference=3),
    "check.eq": lambda op: partial(_equal, prepare=_exact_or_almost(op)),
}
"""The custom calls that can be evaluated, by target."""


def register_custom_call(target: str, prepare: CustomCall) -> None:
    """Evaluate custom calls of `target`: `prepare(op)` gives the function that computes the results from arrays."""
    CUSTOM_CALLS[target] = prepare


def _exact_or_almost(op: CustomCallOp) -> Kernel:
    element_type = ranked(op.inputs[0]).element_type
    if is_integer_type(element_type):
        return partial(expect_eq, element_type=element_type)
    return partial(expect_almost_eq, tolerance=0.0001)


def _equal(*operands: Value, prepare: Kernel) -> Value:
    prepare(*operands)
    return np.asarray(True)


def _custom_call(op: CustomCallOp) -> Kernel:
    target = op.call_target_name.data
    prepare = CUSTOM_CALLS.get(target)
    if prepare is None:
        return partial(_unknown, target)
    return partial(call_user, prepare(op))


def _unknown(target: str, *_: Value) -> Value:
    raise EvaluationError(f"calls @{target}, for which no evaluator is registered")


register(CustomCallOp, _custom_call, effects=True, storage=True)
