"""A compiled block and its run: steps over numbered slots.

A run is one loop over `(kernel, inputs, outputs)`; a value is freed after its last reader. Callers wait on a list, not
on Python's stack, so a chain of calls may be as long as the program.

On paths that run for every op, short tuples are made of lists: `tuple([x for x in pair])` takes 0.2 us, of a generator
0.4 us.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from sys import getrefcount
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.values.element_types import Array

from ..interface.errors import FAILURES, LimitExceeded, located
from ..interface.limits import Limits
from ..kernels.support.table import Kernel
from ..kernels.support.values import Value, as_array, most_elements, results_of
from .type_facts import DeclaredForm, conform, conformed

P = ParamSpec("P")
T = TypeVar("T")

VACANT: Value = ()
"""The content of a slot before its value is computed and after its last use."""

OnStep: TypeAlias = Callable[[Operation], None]
"""Called with each op before it is evaluated."""


class Step(NamedTuple):
    """One op of a compiled block."""

    kernel: Kernel
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    forms: tuple[DeclaredForm | None, ...]
    single: bool
    dead: tuple[int, ...]
    op: Operation
    parts: tuple[Step, ...] = ()
    """The steps that this one evaluates together; empty for an ordinary step."""

    def with_kernel(self, change: Callable[[Kernel, bool], Kernel]) -> Step:
        """This step with `change(kernel, single)` in place of its kernel, which stays `InPlace` or `Emptying`.

        `single` says whether the kernel returns the value of the only result rather than a tuple.
        """
        if isinstance(self.kernel, InPlace):
            inner, single = self.kernel
            return self._replace(kernel=InPlace(change(inner, single), single))
        if isinstance(self.kernel, Emptying):
            return self._replace(kernel=Emptying(change(self.kernel.kernel, False)))
        return self._replace(kernel=change(self.kernel, self.single))

    def observed(self, on_step: OnStep) -> Step:
        """This step with `on_step` called before each run; a call stays, as its callee is observed."""
        if isinstance(self.kernel, Call):
            return self
        ops = tuple([part.op for part in self.parts]) or (self.op,)
        return self.with_kernel(lambda kernel, _: Observed(kernel, ops, on_step))


class Call(NamedTuple):
    """The kernel of a step that continues in a function of the module."""

    enter: Callable[[], Body]
    """The body of the function."""

    def __call__(self, *operands: Value) -> tuple[Value, ...]:
        return self.enter()(*operands)


class JumpEdge(NamedTuple):
    """One edge of a jump."""

    steps: list[Step]
    """The steps of the block that it leads to."""
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    """The arguments of that block."""
    price: BodyPrice
    counter: int | None
    """The slot with the iterations so far, if a loop begins with that block."""
    is_back: bool
    """The block comes before this one: one more iteration."""


class Jump(NamedTuple):
    """The kernel of a step at the end of one of several blocks."""

    selector: int | None
    """The slot of the integer that decides; None if there is one way only."""
    taken: Callable[[int], int]
    """The way for each number of the selector."""
    ways: tuple[JumpEdge, ...]
    passing: tuple[int, ...]
    """The slots that nothing reads after the jump."""
    limits: Limits | None

    def __call__(self, *_: Value) -> Value:
        raise TypeError("a jump is followed by the executor")

    def follow(self, slots: list[Value]) -> list[Step]:
        """The steps of the block that comes next, whose arguments are stored."""
        place = 0 if self.selector is None else self.taken(int(as_array(slots[self.selector])))
        way = self.ways[place]
        if self.limits is not None:
            self.limits.spend(
                way.price.work, max(1, way.price.steps)
            )  # or limits would not end an empty loop
            if way.counter is not None:
                self._count(slots, way.counter, way.is_back, self.limits.iterations)
        values = [slots[i] for i in way.sources]
        for slot in self.passing:
            slots[slot] = VACANT
        for slot, value in zip(way.targets, values):
            slots[slot] = value
        return way.steps

    @staticmethod
    def _count(slots: list[Value], counter: int, is_back: bool, allowed: int | None) -> None:
        """Count an iteration, or begin anew where a loop is entered."""
        count = (
            int(as_array(slots[counter])) + 1 if is_back and slots[counter] is not VACANT else int(is_back)
        )
        if allowed is not None and count > allowed:
            raise LimitExceeded(f"takes more than the {allowed} iterations that are allowed", "iterations")
        slots[counter] = np.asarray(count)


class InPlace(NamedTuple):
    """The kernel of a step that may overwrite its first operand, which no later step reads."""

    kernel: Kernel
    single: bool

    def __call__(self, *operands: Value, owned: bool) -> tuple[Value, ...]:
        given = self.kernel(*operands, owned=owned)
        return (given,) if self.single else results_of(given)


class Emptying(NamedTuple):
    """The kernel of a step that takes its operands as one list and empties it, so that no caller holds them."""

    kernel: Kernel

    def __call__(self, operands: list[Value]) -> tuple[Value, ...]:
        return results_of(self.kernel(operands))


class Observed(NamedTuple):
    """A kernel that calls `on_step` before it runs."""

    kernel: Kernel
    ops: tuple[Operation, ...]
    on_step: OnStep

    def __call__(self, *operands: Value, **options: object) -> Value:
        for op in self.ops:
            self.on_step(op)
        return self.kernel(*operands, **options)


class BodyPrice(NamedTuple):
    """The charge for one run of a body, without callees and steps that charge themselves."""

    work: int
    """Nanoseconds, as estimated."""
    steps: int
    """Ops."""
    each: int
    """Nanoseconds for each further element that is evaluated in the same run."""
    bytes: int
    """The most bytes of results that are alive at once."""


class PreparedOp(NamedTuple):
    """One op that can run by itself, for xDSL's interpreter and for the folder."""

    op: Operation
    kernel: Kernel
    captured: tuple[SSAValue, ...]
    """Values from outside that the op's regions read, which follow the operands."""
    single: bool
    forms: tuple[DeclaredForm | None, ...]

    def run(self, values: list[Value]) -> tuple[Value, ...]:
        """The results of the op, as their types declare them. A loop empties `values`. Raises `EvaluationError`."""
        try:
            if self.single:
                given = self.kernel(*values)
                form = self.forms[0]
                return (given if form is None or form.holds(given) else conform(given, form),)
            given = self.kernel(values) if isinstance(self.kernel, Emptying) else self.kernel(*values)
            results = _so_many(given, len(self.forms))
            return tuple([conformed(v, f) for v, f in zip(results, self.forms, strict=True)])
        except FAILURES as error:
            raise (failed := located(error, self.op)) from failed.__cause__


@dataclass
class Body:
    """A compiled block. Called with the block's arguments, it returns the operands of the terminator.

    `captures` are the values that a region reads from outside; `bind` fixes them for one evaluation.
    """

    block: Block
    captures: tuple[SSAValue, ...]
    template: list[Value]
    steps: list[Step]
    returns: tuple[int, ...]
    elementwise: bool
    """Every value is a scalar and every op elementwise: `batched` evaluates the body for many elements at once."""
    price: BodyPrice
    limits: Limits | None = None
    """Charged for each run."""
    captured: tuple[Value, ...] = ()
    any_shape: bool = False
    """Values have other shapes than their types: many elements are evaluated at once."""
    facts: dict[Callable[..., Any], Any] = field(default_factory=dict[Callable[..., Any], Any])

    def once(self, fact: Callable[Concatenate[Body, P], T], *others: P.args, **named: P.kwargs) -> T:
        """The result of `fact(self, ...)`, computed once for the block, whatever it is bound to."""
        if fact not in self.facts:
            self.facts[fact] = fact(self, *others, **named)
        return cast(T, self.facts[fact])

    def bind(self, captured: tuple[Value, ...]) -> Body:
        """This body with the values that it reads from outside."""
        if not self.captures:
            return self
        # By position: `replace` takes five times as long, in every iteration of a loop around this region.
        return Body(
            self.block,
            self.captures,
            self.template,
            self.steps,
            self.returns,
            self.elementwise,
            self.price,
            self.limits,
            captured,
            self.any_shape,
            self.facts,
        )

    def __call__(self, *arguments: Value) -> tuple[Value, ...]:
        return self.run(list(arguments))

    def run(self, arguments: list[Value]) -> tuple[Value, ...]:
        """The results of the block for `arguments`, a list that is emptied, so that the run alone holds the values."""
        body, slots, steps = self, self.start(arguments), iter(self.steps)
        arguments.clear()
        callers: list[tuple[Body, list[Value], Iterator[Step], Step]] = []
        step: Step | None = None
        ndarray = np.ndarray
        try:
            while True:
                for step in steps:
                    kernel, inputs, outputs, forms, single, dead, _, _ = step
                    if single:
                        if len(inputs) == 2:
                            i, j = inputs
                            given = kernel(slots[i], slots[j])
                        elif len(inputs) == 1:
                            given = kernel(slots[inputs[0]])
                        else:
                            given = kernel(*[slots[i] for i in inputs])
                        form = forms[0]
                        # As `form.holds`, without calls: half of the time of an add of two elements.
                        if form is not None and (
                            type(given) is not ndarray
                            or given.dtype != form[0]
                            or (given.shape != form[1] and (form[1] is not None or form[2] is not None))
                        ):
                            given = conform(given, form)
                        slots[outputs[0]] = given
                        for slot in dead:
                            slots[slot] = VACANT
                    else:
                        given = VACANT  # or it would keep values alive that may be overwritten or freed
                        if isinstance(kernel, Jump):
                            steps = iter(kernel.follow(slots))
                            break
                        if isinstance(kernel, Call):
                            callers.append((body, slots, steps, step))
                            operands = _taken(slots, step)
                            body = kernel.enter()
                            slots, steps = body.start(operands), iter(body.steps)
                            operands.clear()
                            if body.limits is not None:
                                body.limits.hold(body.price.bytes)
                            break
                        _store(slots, step, _results(kernel, slots, step))
                else:
                    returned = tuple([slots[i] for i in body.returns])
                    if not callers:
                        return returned
                    if body.limits is not None:
                        body.limits.release(body.price.bytes)
                    body, slots, steps, step = callers.pop()
                    _store(slots, step, returned)
                    returned = ()
        except FAILURES as error:
            raise (failed := located(error, step and step.op)) from failed.__cause__

    def batched(self, *arguments: Array) -> tuple[Array, ...]:
        """Evaluate an `elementwise` body at once for every element of arguments that broadcast together."""
        body = self.once(_of_any_shape)
        if self.captured:
            body = body.bind(self.captured)
        given = body.run(list(arguments))
        # `run` has checked that these are arrays: to do so again takes 0.3 us for each row of a reduction.
        return cast("tuple[Array, ...]", given)

    def charge(self, work: int) -> None:
        """Count work that is done around runs of this body."""
        if self.limits is not None:
            self.limits.spend(work)

    def start(self, arguments: Sequence[Value]) -> list[Value]:
        """The slots at the start of a run, which is charged."""
        if self.limits is not None:
            work = self.price.work
            if self.any_shape:
                work += self.price.each * most_elements((*arguments, *self.captured))
            self.limits.spend(work, self.price.steps)
        slots = self.template.copy()
        count = len(arguments)
        slots[:count] = arguments
        if self.captured:
            slots[count : count + len(self.captured)] = self.captured
        return slots


def _of_any_shape(body: Body) -> Body:
    """`body` for arguments that are arrays in place of scalars."""
    steps: list[Step] = []
    for step in body.steps:
        forms = tuple([None if form is None else DeclaredForm(form.dtype, None) for form in step.forms])
        kernel = (
            Call(partial(_callee_of_any_shape, step.kernel)) if isinstance(step.kernel, Call) else step.kernel
        )
        steps.append(step._replace(kernel=kernel, forms=forms, parts=()))
    return Body(
        *(body.block, body.captures, body.template, steps, body.returns, body.elementwise, body.price),
        limits=body.limits,
        any_shape=True,
    )


def _callee_of_any_shape(call: Call) -> Body:
    return call.enter().once(_of_any_shape)


def _taken(slots: list[Value], step: Step) -> list[Value]:
    """The operands of a step. The list alone holds those that no later step reads."""
    operands = [slots[i] for i in step.inputs]
    for slot in step.dead:
        slots[slot] = VACANT
    return operands


def _references_to_a_local() -> int:
    local = np.empty(0)
    return getrefcount(local)


_UNIQUE = _references_to_a_local()
"""The result of `getrefcount` for a value that only one local variable holds. Kernels overwrite only such operands: a
loop that writes single elements takes constant time for each. CPython only: other Pythons do not count references."""


def _results(kernel: Kernel, slots: list[Value], step: Step) -> Value:
    """The results of a step. A step that overwrites its first operand owns it if nobody else holds it."""
    if isinstance(kernel, Emptying):
        return kernel(_taken(slots, step))
    if not isinstance(kernel, InPlace):
        return kernel(*[slots[i] for i in step.inputs])
    first, *others = step.inputs
    values = [slots[i] for i in others]
    operand = slots[first]
    slots[first] = VACANT
    unique = getrefcount(operand) <= _UNIQUE
    owned = unique and isinstance(operand, np.ndarray) and operand.base is None and operand.flags.writeable
    return kernel(operand, *values, owned=owned)


def _so_many(given: Value, count: int) -> tuple[Value, ...]:
    """The results of a kernel. Raises `TypeError` for another number of them than `count`, as a user's may give."""
    values = results_of(given)
    if len(values) != count:
        raise TypeError(f"a kernel gives {counted(len(values), 'result')} in place of {count}")
    return values


def _store(slots: list[Value], step: Step, given: Value) -> None:
    """Store the results of a step with any number of them, and free values after their last use."""
    for output, form, value in zip(step.outputs, step.forms, _so_many(given, len(step.outputs)), strict=True):
        slots[output] = conformed(value, form)
    for slot in step.dead:
        slots[slot] = VACANT
