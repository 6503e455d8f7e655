"""Functions and regions compiled to bodies: every property decoded once, values numbered, their last uses noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.stablehlo import ConstantOp, StableHLO
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp
from xdsl_stablehlo.dialects.stablehlo.traits import TypesAgree
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.elementwise import quantized_kernel
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.runtime import no_collections
from xdsl_stablehlo.values.element_types import Array

from ..errors import FAILURES, EvaluationError, located
from ..kernels.support.values import Value, detached_copy, raising
from ..kernels.table import Entry, Kernel, entry_of
from ..limits import RESULT_BYTES, Limits, too_large
from .blocks import fuse
from .boundary import Trace, traced
from .executor import VACANT, Body, Call, Emptying, InPlace, OnStep, PreparedOp, Step
from .loops import Loop
from .meter import FREE, Meter, holding
from .type_facts import KnownTypes

Fallback = Callable[[Operation, tuple[Value, ...]], tuple[Value, ...]]
"""Runs an op of a dialect that has no entry here."""


# Which values a block reads, from outside and for the last time.


class Captures:
    """What blocks read from outside, each block looked at once: those inside of it have said theirs before."""

    def __init__(self) -> None:
        self._of: dict[Block, tuple[SSAValue, ...]] = {}

    def of(self, block: Block) -> tuple[SSAValue, ...]:
        """The values that ops in `block` read and that are defined outside of it, in order of first use."""
        if isinstance(block.parent_op(), FuncOp | None):
            return ()
        pending = [] if block in self._of else [block]
        while pending:
            inside = [inner for op in pending[-1].ops for inner in _blocks(op) if inner not in self._of]
            if inside:
                pending += inside
            else:
                done = pending.pop()
                self._of[done] = self._look_at(done)
        return self._of[block]

    def read_by(self, op: Operation) -> Iterator[SSAValue]:
        """The values that `op` reads, and those that its regions read from outside of them."""
        yield from op.operands
        for region in op.regions:
            read = [value for block in region.blocks for value in self.of(block)]
            if len(region.blocks) > 1:
                defined = set(_defined(region))
                read = [value for value in read if value not in defined]
            yield from read

    def _look_at(self, block: Block) -> tuple[SSAValue, ...]:
        captured: dict[SSAValue, None] = {}
        inside: set[SSAValue] = set(block.args)
        for op in block.ops:
            inside.update(op.results)
            captured.update(dict.fromkeys(self.read_by(op)))
        return tuple([value for value in captured if value not in inside])


def last_uses(
    ops: Sequence[Operation], numbers: Mapping[SSAValue, int], returns: tuple[int, ...], captures: Captures
) -> dict[Operation, tuple[int, ...]]:
    """For each op the slots whose values no later op reads; block arguments and captures included."""
    last: dict[int, Operation] = {}
    for op in ops:
        for result in op.results:
            last[numbers[result]] = op
        for value in captures.read_by(op) if op.regions else op.operands:
            slot = numbers.get(value)
            if slot is not None:
                last[slot] = op
    for slot in returns:
        last.pop(slot, None)
    dead: dict[Operation, list[int]] = {}
    for slot, op in last.items():
        if not isinstance(op, ConstantOp):
            dead.setdefault(op, []).append(slot)
    return {op: tuple(slots) for op, slots in dead.items()}


def _blocks(op: Operation) -> Iterator[Block]:
    for region in op.regions:
        yield from region.blocks


def _defined(region: Region) -> Iterator[SSAValue]:
    for block in region.blocks:
        yield from block.args
        for op in block.ops:
            yield from op.results


# The compiler.


@dataclass
class Compiler:
    """Compiles blocks, each once. `functions` are what `func.call` can reach; `fallback` runs foreign ops.

    `on_step` is told of every op before it is evaluated, `trace` of what it gave.
    """

    functions: Mapping[str, FuncOp] = field(default_factory=dict[str, FuncOp])
    fallback: Fallback | None = None
    limits: Limits | None = None
    on_step: OnStep | None = None
    trace: Trace | None = None
    types: KnownTypes = field(default_factory=KnownTypes)
    _bodies: dict[Block, Body] = field(default_factory=dict[Block, Body])
    _captures: Captures = field(default_factory=Captures)
    _by_name: dict[str, Body] = field(default_factory=dict[str, Body])
    _finite: set[str] = field(default_factory=set[str])
    _calling: bool = False
    """Whether any op that was compiled calls a function."""

    def forget(self) -> None:
        """Drop what was compiled."""
        self._bodies.clear()
        self._captures = Captures()
        self._by_name.clear()
        self._finite.clear()
        self._calling = False

    def region(self, region: Region) -> Body:
        """The body of a region of exactly one block. Raises `EvaluationError` for any other region."""
        block = region.first_block
        if block is None or block.next_block is not None:
            count = len(region.blocks)
            raise EvaluationError(f"has a region of {count} blocks; only regions of one block are evaluated")
        body = self._bodies.get(block)
        if body is None:
            body = self._bodies[block] = self.compile_block(block)
        return body

    def function(self, name: str) -> Body:
        """The body of the function `name`.

        Raises `EvaluationError` where there is none, and where calls lead from a function back to itself.
        """
        body = self._by_name.get(name)
        if body is None:
            func = self._function_op(name)
            try:
                self._captures = Captures()
                with no_collections():
                    body = self.region(func.body)
            except EvaluationError as error:
                raise error.at(func) from None
            if self._calling:
                self._refuse_recursion(name)
            self._by_name[name] = body
        return body

    def _call(self, name: str) -> Call:
        self._calling = True
        return Call(partial(self.function, name))

    def _function_op(self, name: str) -> FuncOp:
        func = self.functions.get(name)
        if func is None:
            raise EvaluationError(f"calls @{name}, which is not a function of the module")
        if func.is_declaration:
            raise EvaluationError(f"calls @{name}, which has no body")
        return func

    def _refuse_recursion(self, name: str) -> None:
        """Follow all calls from the function `name` that were not followed before."""

        def calls_of(name: str) -> Iterator[str]:
            called = [callee for op in self.functions[name].walk() for callee in callees(op)]
            return (name for name in called if name in self.functions and name not in self._finite)

        def refuse(name: str) -> None:
            raise EvaluationError(f"calls @{name} from within @{name}; recursion is not evaluated")

        if name not in self._finite:
            self._finite.update(postorder([name], calls_of, refuse))

    def compile_block(self, block: Block) -> Body:
        """The body of a block, which is not looked for among those that were compiled before."""
        captures = self._captures.of(block)
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
        template = [VACANT] * len(numbers)
        last_use = last_uses(ops, numbers, returns, self._captures)
        unfused: list[Step] = []
        elementwise = all(_is_scalar(value.type) for value in numbers)
        for op in ops:
            if isinstance(op, ConstantOp):
                template[numbers[op.output]] = self._constant(op)
                continue
            entry = entry_of(op)
            unfused.append(self._step(op, entry, numbers, last_use.get(op, ())))
            elementwise = elementwise and self._is_elementwise(op, entry)
        steps = fuse(unfused, returns) if self.trace is None else [traced(s, self.trace) for s in unfused]
        price = FREE
        if self.limits is not None:
            meter = Meter(self.types, self.limits, block)
            steps = [meter.step(step) for step in steps]
            price = meter.price()
        if self.on_step is not None:
            steps = [step.observed(self.on_step) for step in steps]
        return Body(block, captures, template, steps, returns, elementwise, price, self.limits)

    def _is_elementwise(self, op: Operation, entry: Entry | None) -> bool:
        if isinstance(op, CallOp) and not isinstance(op.parent_op(), FuncOp):
            (callee,) = callees(op)
            if callee in self.functions:
                self._refuse_recursion(callee)
            return self.function(callee).elementwise
        return entry is not None and entry.elementwise

    def _constant(self, op: ConstantOp) -> Array:
        try:
            return op.array()
        except ValueError as error:
            raise (failed := located(error, op)) from failed.__cause__

    def _step(
        self, op: Operation, entry: Entry | None, numbers: Mapping[SSAValue, int], dead: tuple[int, ...]
    ) -> Step:
        try:
            kernel, captured = self.kernel(op, entry)
            forms = tuple([self.types.of(result.type).form for result in op.results])
        except FAILURES as error:
            raise (failed := located(error, op)) from failed.__cause__
        inputs = tuple([numbers[value] for value in (*op.operands, *captured)])
        single = entry is not None and entry.single
        in_place = entry is not None and entry.in_place and self.trace is None
        if in_place and inputs[0] in dead and inputs[0] not in inputs[1:]:
            kernel, single = InPlace(kernel, single), False
        outputs = tuple([numbers[result] for result in op.results])
        return Step(kernel, inputs, outputs, forms, single, dead, op)

    def kernel(self, op: Operation, entry: Entry | None = None) -> tuple[Kernel, tuple[SSAValue, ...]]:
        """The kernel of `op`, and the values from outside its regions that it takes behind the operands."""
        if isinstance(op, CallOp):
            return self._call(callees(op)[0]), ()
        entry = entry or entry_of(op)
        if entry is None:
            return self._foreign(op), ()
        refusal = self._too_large(op)
        if refusal is not None:
            return refusal, ()
        kernel = self.without_regions(op, entry)
        if entry.callees is not None:
            called = tuple([self._call(name) for name in entry.callees(op)])
            kernel = partial(kernel, callees=called)
        elif not entry.loop and None in [self.types.of(operand.type).elements for operand in op.operands]:
            kernel = holding_sizes(op, kernel)
        if not entry.regions:
            return kernel, ()
        return self._loop(op, kernel, entry) if entry.loop else self._with_regions(op, kernel, entry)

    def read_inside(self, op: Operation) -> tuple[SSAValue, ...]:
        """The values from outside that the regions of `op` read, as `PreparedOp.captured` lists them."""
        return tuple(self._captures.read_by(op))[len(op.operands) :]

    def prepare(self, op: Operation, entry: Entry | None = None) -> PreparedOp:
        """`op` ready to run by itself. Raises `EvaluationError` where a region of it cannot be compiled.

        What regions that were compiled before read stays as it was then; `captured` says what.
        """
        if any(region.first_block not in self._bodies for region in op.regions):
            self._captures = Captures()  # ops may have been changed since they were looked at
        entry = entry or entry_of(op)
        kernel, captured = self.kernel(op, entry)
        forms = tuple([self.types.of(result.type).form for result in op.results])
        return PreparedOp(op, kernel, captured, entry is not None and entry.single, forms)

    def without_regions(self, op: Operation, entry: Entry) -> Kernel:
        """The kernel of an op without regions, on what it expresses where its operands or results are quantized."""
        if entry.storage or not self.is_quantized(op):
            return entry.make(op)
        return quantized_kernel(op, entry.make)

    def is_quantized(self, op: Operation) -> bool:
        """Whether an operand or result of `op` is quantized."""
        known = self.types.of
        return True in [known(value.type).quantized for value in (*op.operands, *op.results)]

    def _too_large(self, op: Operation) -> Kernel | None:
        """The kernel of an op with a result that may not be held in memory; None for any other op."""
        allowed = RESULT_BYTES
        if self.limits is not None and self.limits.bytes is not None:
            allowed = min(allowed, self.limits.bytes)
        for result in op.results:
            size = self.types.of(result.type).bytes
            if size is None or size > allowed:
                error = too_large(result.type, allowed)
                if error is not None:
                    return raising(error)
        return None

    def _foreign(self, op: Operation) -> Kernel:
        fallback = self.fallback
        if fallback is None:
            return raising(EvaluationError("has no evaluator"))
        return lambda *operands: fallback(op, operands)

    def _with_regions(
        self, op: Operation, kernel: Kernel, entry: Entry
    ) -> tuple[Kernel, tuple[SSAValue, ...]]:
        """The kernel with its regions bound to what they read from outside, which follows the operands."""
        count = len(op.operands)
        captured: list[SSAValue] = []
        layout: list[tuple[str, tuple[Body, ...], bool]] = []
        for name in entry.regions:
            region: Region | Sequence[Region] = getattr(op, name)
            variadic = not isinstance(region, Region)
            bodies = tuple([self.region(r) for r in (region if variadic else (region,))])
            layout.append((name, bodies, variadic))
            for body in bodies:
                captured.extend(body.captures)
        limited = None if self.limits is None or self.limits.bytes is None else self.limits

        def run(*values: Value, **options: Any) -> Value:
            at = count
            bound: dict[str, Any] = {}
            for name, bodies, variadic in layout:
                group: list[Body] = []
                for body in bodies:
                    group.append(body.bind(values[at : at + len(body.captures)]))
                    at += len(body.captures)
                bound[name] = tuple(group) if variadic else group[0]
            if limited is None:
                return kernel(*values[:count], **bound, **options)
            with holding(limited, [body for _, bodies, _ in layout for body in bodies]):
                return kernel(*values[:count], **bound, **options)

        return run, tuple(captured)

    def _loop(self, op: Operation, kernel: Kernel, entry: Entry) -> tuple[Kernel, tuple[SSAValue, ...]]:
        """The kernel of a loop, which takes a list: the state, followed by what its regions read from outside."""
        cond, body = [self.region(getattr(op, name)) for name in entry.regions]
        count = len(op.operands)
        behind_cond = count + len(cond.captures)
        limits = self.limits or Limits()
        scalar_after = None if self.trace is None else 0

        def run(values: list[Value]) -> Value:
            bound = cond.bind(tuple(values[count:behind_cond])), body.bind(tuple(values[behind_cond:]))
            loop = Loop(limits, *bound, scalar_after)
            del values[count:]
            if limits.bytes is None:
                return kernel(values, cond=loop.cond, body=loop.body)
            with holding(limits, (cond, body)):
                return kernel(values, cond=loop.cond, body=loop.body)

        return Emptying(run), (*cond.captures, *body.captures)


def callees(op: Operation) -> Sequence[str]:
    """The names of the functions that `op` runs."""
    if isinstance(op, CallOp):
        return (op.callee.string_value(),)
    entry = entry_of(op)
    return () if entry is None or entry.callees is None else entry.callees(op)


def _is_scalar(value_type: Attribute) -> bool:
    return isinstance(value_type, TensorType) and value_type.get_num_dims() == 0


# Sizes that are only known at run time, held to the constraints that a verifier could not decide before.


Shape = tuple[int, ...]


def holding_sizes(op: Operation, kernel: Kernel) -> Kernel:
    """The kernel of `op`, some of whose operands have unknown sizes, which fails for sizes that they may not have.

    NumPy would broadcast [3] and [1], and cut a slice off at the end of its operand. Custom calls have no such rules.
    """
    if not isinstance(op, HloOp) or StableHLO.is_op(op, "stablehlo.custom_call"):
        return kernel
    count = len(op.operands)
    held: set[tuple[Shape | None, ...]] = set()

    def run(*values: Value, **options: Any) -> Value:
        shapes = tuple([x.shape if isinstance(x, np.ndarray) else None for x in values[:count]])
        if shapes not in held:
            _check(op, shapes)
            held.add(shapes)
        return kernel(*values, **options)

    return run


def _check(op: HloOp, shapes: Sequence[Shape | None]) -> None:
    """Raise `EvaluationError` where `op` does not hold for operands of these shapes."""
    copy = detached_copy(op, list(map(_sized, op.operand_types, shapes)), op.result_types)
    try:
        for trait in copy.get_traits_of_type(TypesAgree):
            trait.verify(copy)
        copy.verify_()
    except VerifyException as violation:
        given = ", ".join(["-" if shape is None else str(list(shape)) for shape in shapes])
        message = str(violation).removeprefix(f"'{op.name}' op ")
        raise EvaluationError(f"{message}, for operands of the shapes {given}") from None


def _sized(value_type: Attribute, shape: Shape | None) -> Attribute:
    return value_type if shape is None else TensorType(cast(AnyTensorType, value_type).element_type, shape)
