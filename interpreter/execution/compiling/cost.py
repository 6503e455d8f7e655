"""What evaluating an op takes, estimated in nanoseconds of one core before it is evaluated.

What an op takes stands beside its kernel (`kernels.table.Cost`), what a run takes besides stands here. Bodies of
regions and called functions are charged when they run.
"""

from __future__ import annotations

from xdsl.ir import Operation

from ...kernels.table import Entry, Exactness
from .type_facts import COMPLEX_ARITHMETIC, KnownTypes

RUN = 3_000
"""Setting up one run of a body."""

SCALAR_RUN = 50
"""One iteration of a loop over scalars that is written as Python code, besides its ops."""

SCALAR_OPERATOR = 60
"""An operator of Python between two of NumPy's scalars."""

SCALAR_KERNEL = 3_000
"""Any other kernel on scalars; a heavy one charges itself."""

METERED = 1_000_000
"""An op that takes longer is charged by itself when it runs, a lighter one together with its block."""


CALL = 3_000
"""Entering a function; it is charged itself as it runs."""

ARITHMETIC = 2_000
"""An op that does arithmetic, besides what each element takes."""

TRANSCENDENTAL = 10_000
"""A function of the mathematical library, besides what each element takes."""


def work_of(op: Operation, entry: Entry | None, types: KnownTypes, elements: int | None = None) -> int:
    """Nanoseconds that evaluating `op` takes, the bodies of its regions and its callees not counted.

    `elements` is the size of its largest operand or result where that is known better than from the types; sizes that
    nobody knows count as one.
    """
    arithmetic, function, quantized, largest = 1, 0, False, 0
    for value in (*op.operands, *op.results):
        facts = types.of(value.type)
        arithmetic = max(arithmetic, facts.arithmetic)
        function = max(function, facts.function)
        quantized = quantized or facts.quantized
        largest = max(largest, 1 if facts.elements is None else facts.elements)
    once, each = _price(entry, arithmetic, function, quantized)
    if elements is None:
        elements = largest
        counted = entry and entry.cost.work
        if counted and not has_unknown_size(op, types):
            elements = max(elements, counted(op))
    return once + each * elements


def has_unknown_size(op: Operation, types: KnownTypes) -> bool:
    """Whether some operand or result of `op` has a size that its type does not say."""
    return None in [types.of(value.type).elements for value in (*op.operands, *op.results)]


def _price(entry: Entry | None, arithmetic: int, function: int, quantized: bool) -> tuple[int, int]:
    """Nanoseconds whatever the operands are, and for each elementary operation; `arithmetic` takes one of them,
    or a `function` of the mathematical library."""
    if entry is None:
        return CALL, 0
    once, each = entry.cost.once, entry.cost.each
    if once is None:
        libm = entry.exactness is Exactness.LIBM
        once, each = (TRANSCENDENTAL, function) if libm else (ARITHMETIC, arithmetic)
    elif arithmetic == COMPLEX_ARITHMETIC:
        once, each = once + 20_000, 5 * each
    if quantized:
        return once + 30_000, each + 30
    return once, each
