"""Work estimates: nanoseconds of one core, computed before an evaluation and charged while it runs.

The cost of an op is defined beside its kernel (`kernels.table.Cost`), the cost of running bodies and calls here. Bodies
of regions and called functions are charged when they run.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from math import prod

import numpy as np
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.signatures import values_read
from xdsl_stablehlo.values.storage import Varying, varying_of

from ..interface.errors import LimitExceeded
from ..interface.limits import Limits
from ..kernels.support.table import Entry, Kernel, entry_of
from ..kernels.support.values import Value, is_array, most_elements, results_of
from .blocks import Blocks
from .executor import Body, BodyPrice, Call, Emptying, Step
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
    """Nanoseconds to evaluate `op`, without the bodies of its regions and its callees.

    `elements` is the size of its largest operand or result, if the types do not determine it; unknown sizes count
    as one.
    """
    arithmetic, function, quantized, largest = 1, 0, False, 0
    for value in (*values_read(op), *op.results):
        facts = types.of(value.type)
        arithmetic = max(arithmetic, facts.arithmetic)
        function = max(function, facts.function)
        quantized = quantized or facts.quantized
        largest = max(largest, 1 if facts.elements is None else facts.elements)
    once, each = _price(entry, arithmetic, function, quantized)
    if elements is None:
        elements = largest
        if entry and (counted := entry.cost.work) and not has_unknown_size(op, types):
            elements = max(elements, counted(op))
    return once + each * elements


def has_unknown_size(op: Operation, types: KnownTypes) -> bool:
    """Whether the type of some operand or result of `op` has an unknown size."""
    return None in [types.of(value.type).elements for value in (*values_read(op), *op.results)]


def _price(entry: Entry | None, arithmetic: int, function: int, quantized: bool) -> tuple[int, int]:
    """Nanoseconds whatever the operands are, and for each elementary operation; `arithmetic` takes one of them,
    or a `function` of the mathematical library."""
    if entry is None:
        return CALL, 0
    once, each = entry.cost.once, entry.cost.each
    if once is None:
        once, each = (TRANSCENDENTAL, function) if entry.function is True else (ARITHMETIC, arithmetic)
    elif arithmetic == COMPLEX_ARITHMETIC:
        once, each = once + 20_000, 5 * each
    if quantized:
        return once + 30_000, each + 30
    return once, each


# The charge for running a block, added up op by op while the block is compiled.


FREE = BodyPrice(0, 0, 0, 0)
"""The price of a body that nothing is charged for."""


class Meter:
    """Adds up the price of one body."""

    def __init__(self, types: KnownTypes, limits: Limits, block: Block):
        self._types = types
        self._limits = limits
        self._work, self._steps, self._each = RUN, 0, 0
        # The state of a loop belongs to nobody but its body.
        state = block.args if StableHLO.is_op(block.parent_op(), "stablehlo.while") else ()
        self._alive = {i: self._bytes(value) for i, value in enumerate(state)}
        self._live = self._peak = sum(self._alive.values())

    def price(self) -> BodyPrice:
        """The charge for one run of the body."""
        return BodyPrice(self._work, self._steps, self._each, self._peak)

    def step(self, step: Step) -> Step:
        """Count a step of the body, and return the step to run, which charges itself if it is heavy."""
        self._count_bytes(step)
        if step.parts:
            return self._together(step)
        op, types = step.op, self._types
        entry = entry_of(op)
        work = work_of(op, entry, types)
        self._steps += 1
        self._each += max(0, work_of(op, entry, types, 1) - work_of(op, entry, types, 0))
        if isinstance(step.kernel, (Call, Emptying)):
            self._work += work  # a callee and a loop charge what they run
        elif has_unknown_size(op, types):
            return step.with_kernel(lambda kernel, single: self._measured(kernel, single, step.op, entry))
        elif work >= METERED:
            return step.with_kernel(lambda kernel, _: _charged(kernel, self._limits, op, work))
        else:
            self._work += work
        return step

    def _together(self, step: Step) -> Step:
        """Count a step that stands for several."""
        self._steps += len(step.parts)
        heavy: dict[int, int] = {}
        for i, part in enumerate(step.parts):
            work = work_of(part.op, entry_of(part.op), self._types)
            if work >= METERED:
                heavy[i] = work
            else:
                self._work += work
        if not heavy or not isinstance(step.kernel, Blocks):
            return step
        return step._replace(kernel=_each_charged(step.kernel, self._limits, heavy))

    def _count_bytes(self, step: Step) -> None:
        made = [
            pair for each in step.parts or (step,) for pair in zip(each.outputs, each.op.results, strict=True)
        ]
        for slot, result in made:
            if slot in step.outputs:
                self._alive[slot] = size = self._bytes(result)
                self._live += size
        self._peak = max(self._peak, self._live)
        self._live -= sum([self._alive.pop(slot, 0) for slot in step.dead])

    def _bytes(self, value: SSAValue) -> int:
        return self._types.of(value.type).bytes or 0

    def _measured(self, kernel: Kernel, single: bool, op: Operation, entry: Entry | None) -> Kernel:
        """The kernel of a step whose sizes are only known when it runs."""
        limits, types = self._limits, self._types

        def run(*operands: Value, **options: object) -> Value:
            before = work_of(op, entry, types, most_elements(operands))
            limits.spend(before)
            given = kernel(*operands, **options)
            results = (given,) if single else results_of(given)
            limits.spend(max(0, work_of(op, entry, types, most_elements(results)) - before))
            if limits.bytes is not None and sum(r.nbytes for r in results if is_array(r)) > limits.bytes:
                raise LimitExceeded(
                    f"has results of more than the {limits.bytes} bytes that are allowed", "bytes"
                )
            return given

        return run


def _charged(kernel: Kernel, limits: Limits, op: Operation, work: int) -> Kernel:
    """The kernel, charged before each run in proportion to the varying parts of its operands and its result."""
    entry = entry_of(op)
    varying = None if entry is None or entry.cost.varying is None else entry.varying

    def run(*operands: Value, **options: object) -> Value:
        limits.spend(work if varying is None else _of_what_varies(work, op, varying, operands))
        return kernel(*operands, **options)

    return run


def _of_what_varies(
    work: int, op: Operation, varying: Callable[..., Varying], operands: Sequence[Value]
) -> int:
    arrays = [operand for operand in operands[: len(op.operands)] if isinstance(operand, np.ndarray)]
    along = [varying_of(array) for array in arrays]
    if len(along) != len(op.operands):
        return work
    shapes = [ranked(value).get_shape() for value in (*op.operands, op.results[0])]
    along.append(varying(op, along))
    stored = [
        prod([n for n, varies in zip(*of, strict=True) if varies]) for of in zip(shapes, along, strict=True)
    ]
    return work * max(stored) // max(1, *[prod(shape) for shape in shapes])


def _each_charged(blocks: Blocks, limits: Limits, heavy: Mapping[int, int]) -> Kernel:
    """The kernel of several steps, each of which is charged before they run."""
    elements = prod(blocks.shape)

    def run(*operands: Value) -> Value:
        evaluated = blocks.evaluated(operands)
        for i, work in heavy.items():
            try:
                limits.spend(work * evaluated[i] // elements)
            except LimitExceeded as error:
                raise error.at(blocks.parts[i].step.op) from None
        return blocks(*operands)

    return run


@contextmanager
def holding(limits: Limits, bodies: Iterable[Body]) -> Generator[None]:
    """Count the largest amount of memory that one of `bodies` holds while it runs."""
    size = max([body.price.bytes for body in bodies], default=0)
    limits.hold(size)
    try:
        yield
    finally:
        limits.release(size)
