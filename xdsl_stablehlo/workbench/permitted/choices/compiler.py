"""Compiled programs whose open choices an implementation decides, and where ops move elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, Kernel, kernel_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.values.element_types import Array

from .behaviours import with_choices
from .implementations import Implementation, outside
from .rounding import accuracy_is_open, open_accuracy, open_rounding, rounds


def _on_arrays(kernel: Kernel) -> Kernel:
    """The kernel with arrays in place of NumPy's scalars as operands and as a result."""

    def array(value: Value) -> Value:
        return np.asarray(value) if isinstance(value, np.generic) else value

    return lambda *operands, **options: array(kernel(*map(array, operands), **options))


@dataclass
class OpenCompiler(Compiler):
    """Compiles functions whose open choices an implementation decides."""

    implementation: Implementation = field(default_factory=Implementation)
    targets: frozenset[str] = frozenset()
    """The custom calls that stand for any function."""

    def without_regions(self, op: Operation, entry: Entry) -> Kernel:
        implementation = self.implementation
        kernel = with_choices(implementation, op, entry, _on_arrays(super().without_regions(op, entry)))
        if implementation.rounding and rounds(op, entry):
            kernel = open_rounding(implementation, op, kernel, entry)
        elif accuracy_is_open(op, entry):
            kernel = open_accuracy(implementation, op, kernel)
        return _on_arrays(outside(implementation, op, kernel, self.targets))


# ---- movement ----


def origins(op: Operation, shapes: Sequence[Sequence[int]], *starts: Array) -> Array:
    """For each element of the result of `op`, its position in the concatenated operands of these shapes.

    The kernel of the interpreter moves the positions. `starts` are further operands.
    """
    entry = kernel_of(type(op))
    assert entry is not None
    ends = np.cumsum([prod(shape) for shape in shapes])
    places: list[Array] = [np.arange(end - prod(s), end) for s, end in zip(shapes, ends)]
    operands = [place.reshape(shape) for place, shape in zip(places, shapes)]
    return np.asarray(entry.make(op)(*operands, *starts))
