"""What each op gave is told to a listener: steps one by one, nothing written in place, loops iteration by iteration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.ir.guards import is_tensor_type

from ...kernels.support.values import Value, results_of
from ...kernels.table import Kernel
from ..boundary import Result, wrap
from .executor import Call, Step

Trace: TypeAlias = Callable[[Operation, tuple[Result, ...]], None]
"""Told of each op after it was evaluated, with its results."""


class Traced(NamedTuple):
    """The kernel of a step whose results are told."""

    kernel: Kernel
    op: Operation
    single: bool
    trace: Trace

    def __call__(self, *operands: Value, **options: Any) -> Value:
        given = self.kernel(*operands, **options)
        values = (given,) if self.single else results_of(given)
        self.trace(self.op, tuple([_shown(v, r.type) for v, r in zip(values, self.op.results, strict=True)]))
        return given if self.single else values


def traced(step: Step, trace: Trace) -> Step:
    """A step that tells what it gives; not that of a call, whose callee tells."""
    if isinstance(step.kernel, Call):
        return step
    return step.with_kernel(lambda kernel, single: Traced(kernel, step.op, single, trace))


def _shown(value: Value, declared: Attribute) -> Result:
    """A result as the caller sees it: all elements that the body of a reduction is evaluated for at once."""
    if not is_tensor_type(declared):
        return wrap(value, declared)
    array = np.asarray(value)
    shape = declared.get_shape()
    return wrap(array, declared if shape == array.shape else TensorType(declared.element_type, array.shape))
