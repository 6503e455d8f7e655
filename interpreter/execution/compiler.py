"""Compilation of functions and regions to bodies: properties are decoded once, values numbered, last uses noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.dialects.stablehlo.traits import TypesAgree
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.elementwise import quantized_kernel
from xdsl_stablehlo.ir.graphs import ops_from, postorder
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.runtime import no_collections
from xdsl_stablehlo.programs.constants import array_of_constant, is_constant

from ..interface.errors import FAILURES, EvaluationError, located
from ..interface.limits import RESULT_BYTES, Limits, too_large
from ..kernels.support.table import Entry, Kernel, entry_of
from ..kernels.support.values import Value, detached_copy, raising
from .blocks import fuse
from .boundary import Trace, traced
from .executor import VACANT, Body, BodyPrice, Call, Emptying, InPlace, OnStep, PreparedOp, Step
from .jumps import BlockGroup, SlotNumbers, jumping_body
from .loops import Loop
from .meter import FREE, Meter, holding
from .nans import are_bits_seen, with_one_nan
from .type_facts import KnownTypes

DEEPEST_REGION = 1_000
"""Regions in regions, deeper than this, are not evaluated: each level takes a part of the stack of the process."""

SHALLOW = 50
"""The most levels of regions, of all functions together, for which Python's own recursion limit is left."""

Fallback = Callable[[Operation, tuple[Value, ...]], tuple[Value, ...]]
"""Runs an op of a dialect that has no entry here."""


class Captures:
    """The values that blocks read from outside. Each block is looked at once, after the blocks inside of it."""

    def __init__(self) -> None:
        self._of: dict[Block, tuple[SSAValue, ...]] = {}

    def of(self, block: Block) -> tuple[SSAValue, ...]:
        """The values that ops in `block` read and that are defined outside of it, in order of first use."""
        if isinstance(block.parent_op(), FuncOp | None):
            return ()
        pending = [] if block in self._of else [block]
        while pending:
            regions = [region for op in pending[-1].ops for region in op.regions]
            inside = [inner for region in regions for inner in region.blocks if inner not in self._of]
            if inside:
                pending += inside
                continue
            done = pending.pop()
            captured = dict.fromkeys([value for op in done.ops for value in self.read_by(op)])
            defined = {*done.args, *[result for op in done.ops for result in op.results]}
            self._of[done] = tuple([value for value in captured if value not in defined])
        return self._of[block]

    def read_by(self, op: Operation) -> Iterator[SSAValue]:
        """The values that `op` reads, and those that its regions read from outside of them."""
        yield from op.operands
        for region in op.regions:
            read = [value for block in region.blocks for value in self.of(block)]
            if len(region.blocks) > 1:
                defined: set[SSAValue] = {argument for block in region.blocks for argument in block.args}
                defined.update(result for block in region.blocks for op in block.ops for result in op.results)
                read = [value for value in read if value not in defined]
            yield from read


def last_uses(
    ops: Sequence[Operation], numbers: Mapping[SSAValue, int], returns: tuple[int, ...], captures: Captures
) -> dict[Operation, tuple[int, ...]]:
    """For each op the slots, of arguments and captures too, that no later op reads."""
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
        if not is_constant(type(op)):
            dead.setdefault(op, []).append(slot)
    return {op: tuple(slots) for op, slots in dead.items()}


@dataclass
class Compiler:
    """Compiles blocks, each once. `functions` are the callees of `func.call`; `fallback` runs foreign ops.

    `on_step` is called with every op before it is evaluated, `trace` with an op and its results.
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
    _depth: int = 0
    _deepest: int = 0
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
            self._depth += 1
            try:
                if self._depth > 1 + DEEPEST_REGION:  # the body of a function is one, too
                    raise EvaluationError(f"has regions nested too deeply: more than {DEEPEST_REGION}")
                self._deepest = max(self._deepest, self._depth)
                body = self._bodies[block] = self.compile_block(block)
            finally:
                self._depth -= 1
        return body

    def function(self, name: str) -> Body:
        """The body of the function `name`.

        Raises `EvaluationError` where there is none, and where calls lead from a function back to itself.
        """
        body = self._by_name.get(name)
        if body is None:
            func = self.functions.get(name)
            if func is None:
                raise EvaluationError(f"calls @{name}, which is not a function of the module")
            if func.is_declaration:
                raise EvaluationError(f"calls @{name}, which has no body")
            try:
                self._captures = Captures()
                with no_collections():
                    body = self.region(func.body) if len(func.body.blocks) == 1 else self._several(func.body)
            except EvaluationError as error:
                raise error.at(func) from None
            if self._calling:
                self._refuse_recursion(name)
            self._by_name[name] = body
        return body

    @property
    def is_shallow(self) -> bool:
        """Whether all that may run is compiled, and needs few frames of Python: the limit need not be raised."""
        count = len(self._by_name)
        is_whole = count == len(self.functions) if self._calling else count > 0
        return is_whole and self._deepest * count <= SHALLOW

    def _call(self, name: str) -> Call:
        self._calling = True
        return Call(partial(self.function, name))

    def _refuse_recursion(self, name: str) -> None:
        """Follow all calls from the function `name` that were not followed before."""

        def calls_of(name: str) -> Iterator[str]:
            called = [callee for op in ops_from(self.functions[name]) for callee in callees(op)]
            return (name for name in called if name in self.functions and name not in self._finite)

        def refuse(name: str) -> None:
            raise EvaluationError(f"calls @{name} from within @{name}; recursion is not evaluated")

        if name not in self._finite:
            self._finite.update(postorder([name], calls_of, refuse))

    def compile_block(self, block: Block) -> Body:
        """The body of a block, compiled anew."""
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
        elementwise = all(is_tensor_type(v.type) and not v.type.get_num_dims() for v in numbers)
        steps, price, alike = self._steps(block, ops, numbers, template, last_use, returns)
        return Body(block, captures, template, steps, returns, elementwise and alike, price, self.limits)

    def _several(self, region: Region) -> Body:
        """The body of a function of several blocks."""
        entry = region.blocks[0]
        body = self._bodies.get(entry)
        if body is None:
            body = self._bodies[entry] = self.compile_group(BlockGroup.of_function(entry))
        return body

    def loop_of(self, blocks: Sequence[Block]) -> tuple[BlockGroup, Body]:
        """The body of some blocks of a function that lead to each other, and the values that they exchange."""
        self._captures = Captures()
        group = BlockGroup.of_loop(blocks, self._all_read)
        return group, self.compile_group(group)

    def _all_read(self, op: Operation) -> Sequence[SSAValue]:
        return [*self._captures.read_by(op)] if op.regions else op.operands

    def compile_group(self, group: BlockGroup) -> Body:
        """The body of several blocks, compiled anew."""
        numbering = SlotNumbers(group, self._all_read)
        numbers, template = numbering.numbers, numbering.template()
        compiled: dict[Block, tuple[list[Step], BodyPrice]] = {}
        for block in group.blocks:
            ops, kept, local = list(block.ops)[:-1], numbering.kept(block), numbering.local[block]
            last_use = {
                op: tuple([slot for slot in slots if slot in local])
                for op, slots in last_uses(ops, numbers, kept, self._captures).items()
            }
            steps, price, _ = self._steps(block, ops, numbers, template, last_use, kept)
            compiled[block] = steps, price

        def body(returns: tuple[int, ...], price: BodyPrice) -> Body:
            entry = group.blocks[0]
            steps, _ = compiled[entry]
            return Body(entry, group.outside, template, steps, returns, False, price, self.limits)

        return jumping_body(group, numbering, compiled, body, self.types)

    def _steps(
        self,
        block: Block,
        ops: Sequence[Operation],
        numbers: Mapping[SSAValue, int],
        template: list[Value],
        last_use: Mapping[Operation, tuple[int, ...]],
        kept: tuple[int, ...],
    ) -> tuple[list[Step], BodyPrice, bool]:
        """The steps of the ops of a block, the charge for them, and whether all are elementwise.

        Constants are put into the `template`; slots that are `kept` are read when the steps have run.
        """
        unfused: list[Step] = []
        elementwise = True
        for op in ops:
            if is_constant(type(op)):
                try:
                    template[numbers[op.results[0]]] = array_of_constant(op)
                except ValueError as error:
                    raise (failed := located(error, op)) from failed.__cause__
                continue
            entry = entry_of(op)
            unfused.append(self._step(op, entry, numbers, last_use.get(op, ())))
            elementwise = elementwise and self._is_elementwise(op, entry)
        steps = fuse(unfused, kept) if self.trace is None else [traced(s, self.trace) for s in unfused]
        price = FREE
        if self.limits is not None:
            meter = Meter(self.types, self.limits, block)
            steps = [meter.step(step) for step in steps]
            price = meter.price()
        if self.on_step is not None:
            steps = [step.observed(self.on_step) for step in steps]
        return steps, price, elementwise

    def _is_elementwise(self, op: Operation, entry: Entry | None) -> bool:
        if isinstance(op, CallOp) and not isinstance(op.parent_op(), FuncOp):
            (callee,) = callees(op)
            if callee in self.functions:
                self._refuse_recursion(callee)
            return self.function(callee).elementwise
        return entry is not None and entry.elementwise

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
        if self.trace is not None or are_bits_seen(op):
            kernel = with_one_nan(op, kernel, entry)
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
            fallback = self.fallback
            if fallback is None:
                return raising(EvaluationError("has no evaluator")), ()
            return lambda *operands: fallback(op, operands), ()
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
        """`PreparedOp.captured` of `op`."""
        return tuple(self._captures.read_by(op))[len(op.operands) :]

    def prepare(self, op: Operation, entry: Entry | None = None) -> PreparedOp:
        """Prepare `op` to run by itself. Raises `EvaluationError` if a region of it cannot be compiled.

        Regions that were compiled before keep their `captured` values.
        """
        if any(region.first_block not in self._bodies for region in op.regions):
            self._captures = Captures()  # ops may have been changed since they were looked at
        entry = entry or entry_of(op)
        kernel, captured = self.kernel(op, entry)
        kernel = with_one_nan(op, kernel, entry)
        forms = tuple([self.types.of(result.type).form for result in op.results])
        return PreparedOp(op, kernel, captured, entry is not None and entry.single, forms)

    def without_regions(self, op: Operation, entry: Entry) -> Kernel:
        """The kernel of an op without regions; on expressed values if operands or results are quantized."""
        if entry.storage or not self.is_quantized(op):
            return entry.make(op)
        return quantized_kernel(op, entry.make)

    def is_quantized(self, op: Operation) -> bool:
        """Whether an operand or result of `op` is quantized."""
        known = self.types.of
        return True in [known(value.type).quantized for value in (*op.operands, *op.results)]

    def _too_large(self, op: Operation) -> Kernel | None:
        """The kernel of an op with a result that is too large for memory; None for any other op."""
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

    def _with_regions(
        self, op: Operation, kernel: Kernel, entry: Entry
    ) -> tuple[Kernel, tuple[SSAValue, ...]]:
        """The kernel, with regions bound to the values that they read from outside, which follow the operands."""
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

        def run(*values: Value, **options: object) -> Value:
            at = count
            bound: dict[str, object] = {}
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
        """The kernel of a loop, which takes a list: the state, then the values that its regions read from outside."""
        cond, body = map(self.region, op.regions)
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


# Constraints on sizes that are only known at run time.


def holding_sizes(op: Operation, kernel: Kernel) -> Kernel:
    """The kernel of `op`, which has operands of unknown sizes, with its constraints checked when it runs.

    NumPy would broadcast [3] and [1], and cut a slice off at the end of its operand. Custom calls have no constraints.
    """
    if not isinstance(op, HloOp) or StableHLO.is_op(op, "stablehlo.custom_call"):
        return kernel
    count = len(op.operands)
    held: set[tuple[tuple[int, ...] | None, ...]] = set()

    def run(*values: Value, **options: object) -> Value:
        shapes = tuple([x.shape if isinstance(x, np.ndarray) else None for x in values[:count]])
        if shapes not in held:
            _check(op, shapes)
            held.add(shapes)
        return kernel(*values, **options)

    return run


def _check(op: HloOp, shapes: Sequence[tuple[int, ...] | None]) -> None:
    """Raise `EvaluationError` if `op` does not verify for operands of these shapes."""
    types = [ranked_type(t) for t in op.operand_types]
    sized = [t if n is None else TensorType(t.element_type, n) for t, n in zip(types, shapes)]
    copy = detached_copy(op, sized, op.result_types)
    try:
        for trait in copy.get_traits_of_type(TypesAgree):
            trait.verify(copy)
        copy.verify_()
    except VerifyException as violation:
        given = ", ".join(["-" if shape is None else str(list(shape)) for shape in shapes])
        message = str(violation).removeprefix(f"'{op.name}' op ")
        raise EvaluationError(f"{message}, for operands of the shapes {given}") from None
