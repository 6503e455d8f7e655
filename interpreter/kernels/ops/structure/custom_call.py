"""Calls to what the program does not define (spec: custom_call); their targets are in the folder `custom_calls`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from xdsl_stablehlo.dialects.stablehlo import CompositeOp, CustomCallOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.guards import is_integer_type

from ...check import expect_almost_eq, expect_close, expect_eq
from ...custom_calls import calls as calls, lapack as lapack
from ...custom_calls.registry import entry_of_call, register_known
from ...support.table import Cost, Kernel, register, register_made
from ...support.values import Value


def _expect_eq(op: CustomCallOp) -> Kernel:
    return partial(expect_eq, element_type=ranked(op.inputs[0]).element_type)


def _exact_or_almost(op: CustomCallOp) -> Kernel:
    if is_integer_type(ranked(op.inputs[0]).element_type):
        return _expect_eq(op)
    return partial(expect_almost_eq, tolerance=0.0001)


def _equal(*operands: Value, check: Kernel) -> Value:
    check(*operands)
    return (np.asarray(True),)


register_known("check.expect_eq", _expect_eq, effects=True)
register_known("check.expect_almost_eq", lambda _: partial(expect_almost_eq, tolerance=0.001), effects=True)
register_known("check.expect_close", lambda _: partial(expect_close, max_ulp_difference=3), effects=True)
register_known("check.eq", lambda op: partial(_equal, check=_exact_or_almost(op)), effects=True)

register_made(
    CustomCallOp,
    lambda op: entry_of_call(op).make(op),
    effects=True,
    storage=True,
    each=entry_of_call,
)


def eval_composite(*inputs: Value, callees: tuple[Callable[..., tuple[Value, ...]]]) -> tuple[Value, ...]:
    """The results of the decomposition, the only one of `callees`."""
    return callees[0](*inputs)


register(
    CompositeOp,
    eval_composite,
    cost=Cost(3_000, 0),
    callees=lambda op: (op.decomposition.string_value(),),
    storage=True,
)
