"""Blocks compiled to steps over numbered slots: what runs functions, region bodies and loops.

Compiling decodes every property once, numbers the values, and notes where each value is used last, so that running is
one loop over `(kernel, inputs, outputs)` and a value's memory goes when its last reader has run. Calls push a frame on
a list of our own rather than on Python's stack, so a chain of calls may be as long as the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import prod
from sys import getrefcount
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from ..dialects.stablehlo import ConstantOp, WhileOp
from ..elements import Array
from .errors import EvaluationError
from .evaluator import EVALUATORS, Evaluator, Kernel, Value
from .limits import Limits, Watch, too_large
from .liveness import captured_values, last_uses
from .quantization import quantized_kernel
from .tensor import DeclaredForm, array_of, conform, declared_form

Fallback = Callable[[Operation, tuple[Value, ...]], tuple[Value, ...]]
"""Runs an op of a dialect that has no evaluator here."""

REFUSED = (ValueError, TypeError, IndexError, ArithmeticError, MemoryError, RecursionError)
"""What NumPy and Python raise where a program asks for what cannot be: reported as an error of the op."""


class Step(NamedTuple):
    """One op of a compiled block."""

    kernel: Kernel
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    forms: tuple[DeclaredForm | None, ...]
    single: bool
    dead: tuple[int, ...]
    op: Operation


class Call(NamedTuple):
    """The kernel of a step that continues in a function of the module."""

    name: str
    compiler: Compiler

    def __call__(self, *operands: Value) -> tuple[Value, ...]:
        return self.enter()(*operands)

    def enter(self) -> Body:
        """The body of the function, its work counted."""
        body = self.compiler.function(self.name)
        if self.compiler.limits is not None:
            self.compiler.limits.spend(body.work)
        return body


class InPlace(NamedTuple):
    """The kernel of a step that may write to its first operand, which no later step reads."""

    kernel: Kernel
    single: bool

    def __call__(self, *operands: Value, owned: bool) -> tuple[Value, ...]:
        given = self.kernel(*operands, owned=owned)
        return (given,) if self.single else given


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
    """Every value is a scalar and every op elementwise: `batched` evaluates the body for many elements at once."""
    work: int
    """Elementary operations that running the block once takes; called functions and later iterations not counted."""
    captured: tuple[Value, ...] = ()

    def bind(self, captured: tuple[Value, ...]) -> Body:
        """This body with the values that it reads from outside."""
        if not self.captures:
            return self
        return Body(
            self.block,
            self.captures,
            self.template,
            self.steps,
            self.returns,
            self.elementwise,
            self.work,
            captured,
        )

    def __call__(self, *arguments: Value) -> tuple[Value, ...]:
        return self.run(list(arguments))

    def run(self, arguments: list[Value]) -> tuple[Value, ...]:
        """What the block returns for `arguments`, a list that is emptied: the run alone holds the values."""
        body, slots, steps = self, self.frame(arguments), iter(self.steps)
        arguments.clear()
        callers: list[tuple[Body, list[Value], Iterator[Step], Step]] = []
        step: Step | None = None
        ndarray = np.ndarray
        try:
            while True:
                for step in steps:
                    kernel, inputs, outputs, forms, single, dead, _ = step
                    if single:
                        if len(inputs) == 2:
                            i, j = inputs
                            given = kernel(slots[i], slots[j])
                        elif len(inputs) == 1:
                            given = kernel(slots[inputs[0]])
                        else:
                            given = kernel(*[slots[i] for i in inputs])
                        form = forms[0]
                        if form is not None and (
                            given.__class__ is not ndarray or given.dtype != form[0] or given.shape != form[1]
                        ):
                            given = conform(given, form)
                        slots[outputs[0]] = given
                    elif isinstance(kernel, Call):
                        callers.append((body, slots, steps, step))
                        body, slots = _enter(kernel, slots, step)
                        steps = iter(body.steps)
                        break
                    elif isinstance(kernel, InPlace):
                        _store(slots, step, _apply_in_place(kernel, slots, step))
                    else:
                        _store(slots, step, kernel(*[slots[i] for i in inputs]))
                    for slot in dead:
                        slots[slot] = None
                else:
                    returned = tuple([slots[i] for i in body.returns])
                    if not callers:
                        return returned
                    body, slots, steps, step = callers.pop()
                    _store(slots, step, returned)
        except EvaluationError as error:
            raise (error if step is None else error.at(step.op)) from None
        except REFUSED as error:
            raise EvaluationError(refusal(error), step and step.op) from error

    def batched(self, *arguments: Array) -> tuple[Array, ...]:
        """Evaluate an `elementwise` body at once for every element of arguments that broadcast together."""
        slots = self.frame(arguments)
        for kernel, inputs, outputs, _, single, dead, _ in self.steps:
            values = [slots[i] for i in inputs]
            given = kernel.enter().batched(*values) if isinstance(kernel, Call) else kernel(*values)
            if single:
                slots[outputs[0]] = np.asarray(given)
            else:
                for output, value in zip(outputs, given, strict=True):
                    slots[output] = np.asarray(value)
            for slot in dead:
                slots[slot] = None
        return tuple([slots[i] for i in self.returns])

    def frame(self, arguments: Sequence[Value]) -> list[Value]:
        """The slots at the start of a run."""
        slots = self.template.copy()
        count = len(arguments)
        slots[:count] = arguments
        if self.captured:
            slots[count : count + len(self.captured)] = self.captured
        return slots


def _enter(call: Call, slots: list[Value], step: Step) -> tuple[Body, list[Value]]:
    """The callee's body and its frame. What the caller does not read again belongs to the callee alone."""
    arguments = [slots[i] for i in step.inputs]
    for slot in step.dead:
        slots[slot] = None
    body = call.enter()
    return body, body.frame(arguments)


def _references_to_a_local() -> int:
    local = np.empty(0)
    return getrefcount(local)


_UNSHARED = _references_to_a_local()
"""What `getrefcount` says of a value that one local variable holds and nobody else."""


def _apply_in_place(kernel: InPlace, slots: list[Value], step: Step) -> tuple[Value, ...]:
    """The result of a step that reads its first operand as the last one, and owns it where it holds it alone."""
    first, *others = step.inputs
    values = [slots[i] for i in others]
    operand: Array = slots[first]
    slots[first] = None
    unshared = getrefcount(operand) <= _UNSHARED
    owned = unshared and operand.base is None and operand.flags.writeable
    return kernel(operand, *values, owned=owned)


def _store(slots: list[Value], step: Step, given: Sequence[Value]) -> None:
    """Put the results of an op with any number of them into its slots, and free what was read for the last time."""
    for output, form, value in zip(step.outputs, step.forms, given, strict=True):
        slots[output] = value if form is None or form.holds(value) else conform(value, form)
    for slot in step.dead:
        slots[slot] = None


def refusal(error: Exception) -> str:
    """What to tell the user of an exception that NumPy or Python raised inside a kernel."""
    if isinstance(error, MemoryError):
        return "needs more memory than there is"
    if isinstance(error, RecursionError):
        return "has regions nested too deeply"
    return f"cannot be evaluated: {str(error).splitlines()[0] if str(error) else type(error).__name__}"


@dataclass
class Compiler:
    """Compiles blocks, each once. `functions` are what `func.call` can reach; `fallback` runs foreign ops."""

    functions: Mapping[str, FuncOp] = field(default_factory=dict[str, FuncOp])
    fallback: Fallback | None = None
    limits: Limits | None = None
    _bodies: dict[Block, Body] = field(default_factory=dict[Block, Body])
    _by_name: dict[str, Body] = field(default_factory=dict[str, Body])
    _finite: set[str] = field(default_factory=set[str])

    def region(self, region: Region) -> Body:
        """The body of a region of exactly one block. Raises `EvaluationError` for any other region."""
        block = region.first_block
        if block is None or block.next_block is not None:
            count = len(region.blocks)
            raise EvaluationError(f"has a region of {count} blocks; only regions of one block are evaluated")
        body = self._bodies.get(block)
        if body is None:
            body = self._bodies[block] = self._compile(block)
        return body

    def function(self, name: str) -> Body:
        """The body of the function `name`.

        Raises `EvaluationError` where there is none, and where calls lead from a function back to itself.
        """
        body = self._by_name.get(name)
        if body is None:
            func = self._function_op(name)
            if name not in self._finite:
                self._refuse_recursion(name)
            try:
                body = self._by_name[name] = self.region(func.body)
            except EvaluationError as error:
                raise error.at(func) from None
        return body

    def _function_op(self, name: str) -> FuncOp:
        func = self.functions.get(name)
        if func is None:
            raise EvaluationError(f"calls @{name}, which is not a function of the module")
        if func.is_declaration:
            raise EvaluationError(f"calls @{name}, which has no body")
        return func

    def _refuse_recursion(self, name: str) -> None:
        """Follow all calls from the function `name`, depth first."""
        path: dict[str, Iterator[str]] = {name: iter(self._calls_of(name))}
        while path:
            current = next(reversed(path))
            for callee in path[current]:
                if callee in path:
                    raise EvaluationError(
                        f"calls @{callee} from within @{callee}; recursion is not evaluated"
                    )
                if callee not in self._finite and callee in self.functions:
                    path[callee] = iter(self._calls_of(callee))
                    break
            else:
                del path[current]
                self._finite.add(current)

    def _calls_of(self, name: str) -> list[str]:
        calls: dict[str, None] = {}
        for op in self.functions[name].walk():
            for callee in callees(op):
                calls[callee] = None
        return list(calls)

    def _compile(self, block: Block) -> Body:
        captures = tuple(captured_values(block))
        numbers: dict[SSAValue, int] = {}
        for value in (*block.args, *captures):
            numbers[value] = len(numbers)
        ops = list(block.ops)
        for op in ops:
            for result in op.results:
                numbers[result] = len(numbers)
        returns: tuple[int, ...] = ()
        if ops and ops[-1].has_trait(IsTerminator):
            returns = tuple([numbers[operand] for operand in ops.pop().operands])
        template: list[Value] = [None] * len(numbers)
        last_use = last_uses(ops, numbers, returns)
        steps: list[Step] = []
        elementwise = all(_is_scalar(value.type) for value in numbers)
        work = 0
        for op in ops:
            if isinstance(op, ConstantOp):
                template[numbers[op.output]] = self._constant(op)
                continue
            evaluator = EVALUATORS.get(type(op))
            steps.append(self._step(op, evaluator, numbers, last_use.get(op, ())))
            elementwise = elementwise and self._is_elementwise(op, evaluator)
            work += self.work(op, evaluator)
        return Body(block, captures, template, steps, returns, elementwise, work)

    def _is_elementwise(self, op: Operation, evaluator: Evaluator | None) -> bool:
        if isinstance(op, CallOp) and not isinstance(op.parent_op(), FuncOp):
            return self.function(callees(op)[0]).elementwise
        return evaluator is not None and evaluator.elementwise

    def _constant(self, op: ConstantOp) -> Array:
        try:
            return array_of(op.value)
        except ValueError as error:
            raise EvaluationError(refusal(error), op) from error

    def _step(
        self,
        op: Operation,
        evaluator: Evaluator | None,
        numbers: Mapping[SSAValue, int],
        dead: tuple[int, ...],
    ) -> Step:
        try:
            kernel, captured = self.kernel(op, evaluator)
            forms = tuple([declared_form(result.type) for result in op.results])
        except EvaluationError as error:
            raise error.at(op) from None
        except REFUSED as error:
            raise EvaluationError(refusal(error), op) from error
        inputs = tuple([numbers[value] for value in (*op.operands, *captured)])
        single = evaluator is not None and evaluator.single
        if evaluator is not None and evaluator.in_place and inputs[0] in dead and inputs[0] not in inputs[1:]:
            kernel, single = InPlace(kernel, single), False
        outputs = tuple([numbers[result] for result in op.results])
        return Step(kernel, inputs, outputs, forms, single, dead, op)

    def kernel(
        self, op: Operation, evaluator: Evaluator | None = None
    ) -> tuple[Kernel, tuple[SSAValue, ...]]:
        """The kernel of `op`, and the values from outside its regions that it takes behind the operands."""
        if isinstance(op, CallOp):
            return Call(callees(op)[0], self), ()
        evaluator = evaluator or EVALUATORS.get(type(op))
        if evaluator is None:
            return self._foreign(op), ()
        reason = too_large(op)
        if reason is not None:
            return _refusing(reason), ()
        kernel = evaluator.prepare(op) if evaluator.storage else quantized_kernel(op, evaluator.prepare)
        if evaluator.callees is not None:
            called = tuple([Call(name, self) for name in evaluator.callees(op)])
            kernel = partial(kernel, callees=called)
        if not evaluator.regions:
            return kernel, ()
        return self._with_regions(op, kernel, evaluator.regions)

    def _foreign(self, op: Operation) -> Kernel:
        fallback = self.fallback
        if fallback is None:
            return _refusing("has no evaluator")
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
        watched = self.limits if isinstance(op, WhileOp) else None

        def run(*values: Value, **options: Any) -> Value:
            at = count
            bound: dict[str, Any] = {}
            for name, bodies, variadic in layout:
                group: list[Body] = []
                for body in bodies:
                    group.append(body.bind(values[at : at + len(body.captures)]))
                    at += len(body.captures)
                bound[name] = tuple(group) if variadic else group[0]
            if watched is not None:
                bound["cond"] = Watch(watched, bound["cond"], bound["cond"].work + bound["body"].work)
            return kernel(*values[:count], **bound, **options)

        return run, tuple(captured)

    def work(self, op: Operation, evaluator: Evaluator | None) -> int:
        """Elementary operations that `op` takes, as far as its types say; once for a body that may run often."""
        if evaluator is not None and evaluator.work is not None:
            own = evaluator.work(op)
        else:
            own = sum([prod(form.shape or ()) for form in map(declared_form, op.result_types) if form]) + 1
        if evaluator is None:
            return own
        blocks = [block for region in op.regions for block in region.blocks]
        return own + sum([self._bodies[block].work for block in blocks if block in self._bodies])


def module_functions(module: ModuleOp) -> dict[str, FuncOp]:
    """The functions of a module by name."""
    return {op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)}


def callees(op: Operation) -> Sequence[str]:
    """The names of the functions that `op` runs."""
    if isinstance(op, CallOp):
        return (op.callee.string_value(),)
    evaluator = EVALUATORS.get(type(op))
    return () if evaluator is None or evaluator.callees is None else evaluator.callees(op)


def _refusing(reason: str) -> Kernel:
    """A kernel for an op that is an error only if it runs."""

    def refuse(*_: Value, **__: Value) -> Value:
        raise EvaluationError(reason)

    return refuse


def _is_scalar(value_type: Attribute) -> bool:
    return isinstance(value_type, TensorType) and value_type.get_num_dims() == 0
