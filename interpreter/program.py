"""Blocks compiled to steps over numbered slots: what runs functions, region bodies and loops.

Compiling decodes every property once, numbers the values, and notes where each value is used last, so that running is
one loop over `(kernel, inputs, outputs)` and a value's memory goes when its last reader has run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp

from ..elements import Array
from .errors import EvaluationError
from .evaluator import EVALUATORS, Evaluator, Kernel, Value
from .tensor import DeclaredForm, array_of, conform, declared_form

Fallback = Callable[[Operation, tuple[Value, ...]], tuple[Value, ...]]
"""Runs an op of a dialect that has no evaluator here."""


class Step(NamedTuple):
    """One op of a compiled block."""

    kernel: Kernel
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    forms: tuple[DeclaredForm | None, ...]
    single: bool
    dead: tuple[int, ...]
    op: Operation


@dataclass
class Body:
    """A compiled block. Called with the block's arguments it gives what the terminator returns.

    A region body that reads values from outside lists them in `captures`; `bind` fixes them for one evaluation.
    """

    block: Block
    captures: tuple[SSAValue, ...]
    template: list[Value]
    steps: list[Step]
    returns: tuple[int, ...]
    elementwise: bool
    """Every op is elementwise: `batched` evaluates the body for many elements at once."""
    captured: tuple[Value, ...] = ()

    def bind(self, captured: tuple[Value, ...]) -> Body:
        """This body with the values that it reads from outside."""
        if not self.captures:
            return self
        return Body(
            self.block, self.captures, self.template, self.steps, self.returns, self.elementwise, captured
        )

    def __call__(self, *arguments: Value) -> tuple[Value, ...]:
        slots = self._frame(arguments)
        step = None
        try:
            for step in self.steps:
                kernel, inputs, outputs, forms, single, dead, _ = step
                given = kernel(*[slots[i] for i in inputs])
                if single:
                    form = forms[0]
                    slots[outputs[0]] = given if form is None or form.holds(given) else conform(given, form)
                else:
                    for output, form, value in zip(outputs, forms, given, strict=True):
                        slots[output] = (
                            value if form is None or form.holds(value) else conform(value, form)
                        )
                for slot in dead:
                    slots[slot] = None
        except EvaluationError as error:
            assert step is not None
            raise error.at(step.op) from None
        return tuple([slots[i] for i in self.returns])

    def batched(self, *arguments: Array) -> tuple[Array, ...]:
        """Evaluate an `elementwise` body at once for every element of arguments that broadcast together."""
        slots = self._frame(arguments)
        for kernel, inputs, outputs, _, single, _, _ in self.steps:
            given = kernel(*[slots[i] for i in inputs])
            if single:
                slots[outputs[0]] = np.asarray(given)
            else:
                for output, value in zip(outputs, given, strict=True):
                    slots[output] = np.asarray(value)
        return tuple([slots[i] for i in self.returns])

    def _frame(self, arguments: Sequence[Value]) -> list[Value]:
        slots = self.template.copy()
        count = len(arguments)
        slots[:count] = arguments
        slots[count : count + len(self.captured)] = self.captured
        return slots


@dataclass
class Compiler:
    """Compiles blocks, each once. `functions` are what `func.call` can reach; `fallback` runs foreign ops."""

    functions: Mapping[str, FuncOp] = field(default_factory=dict[str, FuncOp])
    fallback: Fallback | None = None
    _bodies: dict[Block, Body] = field(default_factory=dict[Block, Body])

    def region(self, region: Region) -> Body:
        """The body of a region of exactly one block. Raises `EvaluationError` for any other region."""
        block = region.first_block
        if block is None or block.next_block is not None:
            raise EvaluationError("a region needs exactly one block to be evaluated", region.parent)
        body = self._bodies.get(block)
        if body is None:
            body = self._bodies[block] = self._compile(block)
        return body

    def function(self, name: str) -> Body:
        """The body of the function `name`. Raises `EvaluationError` where there is none."""
        func = self.functions.get(name)
        if func is None:
            raise EvaluationError(f"calls @{name}, which is not a function of the module")
        if func.is_declaration:
            raise EvaluationError(f"calls @{name}, which has no body")
        return self.region(func.body)

    def _compile(self, block: Block) -> Body:
        captures = tuple(_captures(block))
        numbers: dict[SSAValue, int] = {}
        for value in (*block.args, *captures):
            numbers[value] = len(numbers)
        ops = list(block.ops)
        for op in ops:
            for result in op.results:
                numbers[result] = len(numbers)
        template: list[Value] = [None] * len(numbers)
        last_use = self._last_uses(ops, numbers, len(block.args) + len(captures))
        steps: list[Step] = []
        elementwise = True
        returns: tuple[int, ...] = ()
        for op in ops:
            if op.has_trait(IsTerminator):
                returns = tuple([numbers[operand] for operand in op.operands])
            elif isinstance(op, ConstantOp):
                array = array_of(op.value)
                template[numbers[op.output]] = array
                elementwise = elementwise and array.ndim == 0
            else:
                evaluator = EVALUATORS.get(type(op))
                steps.append(self._step(op, evaluator, numbers, last_use.get(op, ())))
                elementwise = elementwise and evaluator is not None and evaluator.elementwise
        return Body(block, captures, template, steps, returns, elementwise)

    def _step(
        self,
        op: Operation,
        evaluator: Evaluator | None,
        numbers: Mapping[SSAValue, int],
        dead: tuple[int, ...],
    ) -> Step:
        try:
            kernel, captured = self.kernel(op, evaluator)
        except EvaluationError as error:
            raise error.at(op) from None
        return Step(
            kernel,
            tuple([numbers[value] for value in (*op.operands, *captured)]),
            tuple([numbers[result] for result in op.results]),
            tuple([declared_form(result.type) for result in op.results]),
            evaluator is not None and evaluator.single,
            dead,
            op,
        )

    def kernel(
        self, op: Operation, evaluator: Evaluator | None = None
    ) -> tuple[Kernel, tuple[SSAValue, ...]]:
        """The kernel of `op`, and the values from outside its regions that it takes behind the operands."""
        if isinstance(op, CallOp):
            return self._call(op), ()
        evaluator = evaluator or EVALUATORS.get(type(op))
        if evaluator is None:
            return self._foreign(op), ()
        kernel = evaluator.prepare(op)
        if not evaluator.regions:
            return kernel, ()
        return self._with_regions(op, kernel, evaluator.regions)

    def _call(self, op: CallOp) -> Kernel:
        name = op.callee.string_value()
        if name not in self.functions:
            raise EvaluationError(f"calls @{name}, which is not a function of the module")
        return lambda *operands: self.function(name)(*operands)

    def _foreign(self, op: Operation) -> Kernel:
        fallback = self.fallback
        if fallback is None:
            raise EvaluationError("has no evaluator")
        return lambda *operands: fallback(op, operands)

    def _with_regions(
        self, op: Operation, kernel: Kernel, names: tuple[str, ...]
    ) -> tuple[Kernel, tuple[SSAValue, ...]]:
        count = len(op.operands)
        captured: list[SSAValue] = []
        layout: list[tuple[str, tuple[Body, ...], bool]] = []
        for name in names:
            region: Region | Sequence[Region] = getattr(op, name)
            variadic = not isinstance(region, Region)
            bodies = tuple([self.region(r) for r in (region if variadic else (region,))])
            layout.append((name, bodies, variadic))
            for body in bodies:
                captured.extend(body.captures)

        def run(*values: Value) -> Value:
            at = count
            bound: dict[str, Any] = {}
            for name, bodies, variadic in layout:
                group: list[Body] = []
                for body in bodies:
                    group.append(body.bind(values[at : at + len(body.captures)]))
                    at += len(body.captures)
                bound[name] = tuple(group) if variadic else group[0]
            return kernel(*values[:count], **bound)

        return run, tuple(captured)

    def _last_uses(
        self, ops: Sequence[Operation], numbers: Mapping[SSAValue, int], first: int
    ) -> dict[Operation, tuple[int, ...]]:
        """For each op the slots whose values no later op reads; block arguments and captures included."""
        last: dict[int, Operation] = {}
        for op in ops:
            for value in _reads(op):
                slot = numbers.get(value)
                if slot is not None:
                    last[slot] = op
            for result in op.results:
                last[numbers[result]] = op
        dead: dict[Operation, list[int]] = {}
        for slot, op in last.items():
            dead.setdefault(op, []).append(slot)
        return {op: tuple(slots) for op, slots in dead.items()}


def _reads(op: Operation) -> Iterator[SSAValue]:
    """The values that `op` or an op inside its regions reads."""
    yield from op.operands
    for region in op.regions:
        for inner in region.walk():
            yield from inner.operands


def _captures(block: Block) -> dict[SSAValue, None]:
    """The values that ops in `block` read and that are defined outside of it, in order of first use."""
    inside: set[SSAValue] = set(block.args)
    captured: dict[SSAValue, None] = {}
    for op in block.walk():
        for region in op.regions:
            for inner in region.blocks:
                inside.update(inner.args)
        inside.update(op.results)
    if block.parent is None or isinstance(block.parent_op(), FuncOp):
        return captured
    for op in block.walk():
        for operand in op.operands:
            if operand not in inside:
                captured[operand] = None
    return captured
