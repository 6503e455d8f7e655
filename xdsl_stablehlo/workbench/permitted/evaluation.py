"""The evaluation of programs on spans: op by op, with branches and loops whose conditions may not be decided.

An op that no rule knows is evaluated by the interpreter's kernel if its operands are known; otherwise its results are
open, with the reason. Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce

import numpy as np
from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked_type
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, is_static
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.solver.walk import Domain, Steps, run
from xdsl_stablehlo.interpreter import EvaluationError, seeded
from xdsl_stablehlo.interpreter.execution.boundary import check_arguments
from xdsl_stablehlo.interpreter.execution.compiler import Compiler, callees
from xdsl_stablehlo.interpreter.interface.limits import require_memory
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import computes_elementwise
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import RegionBody, Value, as_array, is_array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from . import solved, sums
from .choices.behaviours import DIVISION, OUT_OF_RANGE, UNIT_DIAGONAL, divides_integers, leaves_open
from .choices.compiler import OpenCompiler, origins
from .choices.implementations import Implementation, Open, UnknownTarget
from .choices.rounding import QUANTIZED, is_rounded
from .choices.schedules import (
    NO_ORDER,
    NOT_SORTED,
    NOT_UNIQUE,
    REDUCTION,
    REDUCTIONS,
    amount_of_inits,
    in_rows,
)
from .elementwise import OpSite, elementwise_result, float_part
from .enclosures import LIBRARY, Tier
from .orders import every_result, selects_one
from .spans import (
    ELEMENT,
    Freedom,
    FreeReason,
    Reasons,
    Span,
    SpanValue,
    elements_at,
    flushed,
    free,
    hull,
    passed_on,
    reasons_of,
    unknown,
)

STEPS = 20_000
"""The largest number of ops and rounds of loops that are evaluated for one program."""

RULES = {**sums.RULES, **solved.RULES}
"""The rules of ops that are neither elementwise nor move elements."""

_UNDEFINED = (DIVISION, OUT_OF_RANGE, NOT_SORTED, UNIT_DIAGONAL, NO_ORDER, NOT_UNIQUE)


class TooLongError(Exception):
    """Raised if a program has more steps than may be evaluated."""


@dataclass
class _Marking(Implementation):
    """The interpreter's choices, with a note of the elements that depend on them."""

    masks: list[tuple[Open, Array]] = field(default_factory=list[tuple[Open, Array]])
    is_exact_reduction: bool = False
    results: list[list[Array]] | None = None
    """All results of the op that runs, if it is a reduction of few elements."""

    def encloses(self, rows: Sequence[Array], axes: Sequence[int], body: RegionBody) -> bool:
        if self.is_exact_reduction:
            self.results = every_result(*in_rows(rows, axes, body), body)
        return self.results is not None

    def filled(self, choice: Open, name: str, given: Array, undefined: Array, *operands: Array) -> Array:
        if undefined.any():
            self.masks.append((choice, np.broadcast_to(undefined, given.shape)))
        return given

    def start(self, op: Operation) -> None:
        """Forget what was met before `op`."""
        self.is_exact_reduction = isinstance(op, REDUCTIONS) and not any(
            divides_integers(each) or is_rounded(each) for each in op.body.block.ops
        )
        self.met.clear()
        self.masks.clear()
        self.results = None
        self.inexact = False


@dataclass
class Permitted:
    """The permitted results of a program for some arguments."""

    spans: list[SpanValue]
    reasons: list[FreeReason]
    steps: int
    is_cut: bool = False
    """Whether there are more steps than may be evaluated, perhaps without end."""

    def free(self, freedom: Freedom) -> list[int]:
        """The numbers of `Span.free` that stand for a kind of freedom."""
        return [number for number, each in enumerate(self.reasons, 1) if each.freedom is freedom]

    def reason(self, number: int) -> FreeReason:
        """The reason with a number of `Span.free`."""
        return self.reasons[number - 1]

    def excuse(self) -> FreeReason | None:
        """Why a process may end: an evaluation that is not defined, or else one that may not be, read or not."""
        kinds = (Freedom.UNDEFINED, Freedom.OPEN)
        return next((each for kind in kinds for each in self.reasons if each.freedom is kind), None)


def permitted(
    module: ModuleOp,
    arguments: Sequence[object],
    entry: str = "main",
    *,
    tier: Tier = LIBRARY,
    steps: int = STEPS,
) -> Permitted:
    """The results that the specification permits. Raises `EvaluationError` for arguments that do not fit."""
    return permitted_by(functions_of(module), arguments, entry, tier=tier, steps=steps)


def permitted_by(
    functions: Mapping[str, FuncOp],
    arguments: Sequence[object],
    entry: str,
    *,
    tier: Tier = LIBRARY,
    steps: int = STEPS,
    targets: frozenset[str] = frozenset(),
    schedule: int | None = None,
) -> Permitted:
    """As `permitted`, where custom calls of `targets` stand for any function.

    With a `schedule`, reductions have as many init values as the implementation of this number gives them.
    """
    evaluation = _SpanEvaluation(functions, tier, steps, targets, schedule)
    func = functions[entry]
    with quiet(), seeded(0):
        values = check_arguments(func, arguments)
        try:
            run(evaluation.call(entry, [_given(value) for value in values]))
            spans, is_cut = list(evaluation.returned), False
        except TooLongError:
            why = evaluation.reasons.number(unknown(f"more than {steps} ops are evaluated"))
            spans, is_cut = [_free(t, why) for t in func.function_type.outputs], True
    return Permitted(spans, evaluation.reasons.known, steps - evaluation.left, is_cut)


def _given(value: Value) -> SpanValue:
    if isinstance(value, tuple):
        return tuple(map(_given, value))
    return Span.of(value) if is_array(value) else None


def _free(value_type: Attribute, number: int) -> SpanValue:
    """A value of a type that may be anything. The shape of an element of unknown size is one."""
    if isinstance(value_type, TupleType):
        return tuple([_free(t, number) for t in value_type.types])
    if not is_tensor_type(value_type) or formats.format_or_none(value_type.element_type) is None:
        return None
    shape = [max(size, 1) if size != 0 else 0 for size in value_type.get_shape()]
    return free(tuple(shape), value_type.element_type, number)


def _joined(one: SpanValue, other: SpanValue, number: int) -> SpanValue:
    """The hull of the results of two branches; free for the reason `number` if their shapes differ."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple([_joined(a, b, number) for a, b in zip(one, other, strict=True)])
    if not isinstance(one, Span) or not isinstance(other, Span):
        return one
    return hull(one, other) if one.shape == other.shape else one.freed(True, number)


def _freed(values: Sequence[SpanValue], number: int) -> tuple[SpanValue, ...]:
    """Values that may be anything."""
    return tuple([_freed(x, number) if isinstance(x, tuple) else x and x.freed(True, number) for x in values])


def _with_zeros(value: SpanValue, value_type: Attribute) -> SpanValue:
    """A value whose subnormal numbers may be zeros."""
    if isinstance(value, tuple):
        assert isinstance(value_type, TupleType)
        return tuple([_with_zeros(x, t) for x, t in zip(value, value_type.types, strict=True)])
    if not isinstance(value, Span):
        return value
    element_type = element_type_of(value_type)
    has_parts = formats.is_float(element_type) or formats.is_complex(element_type)
    return flushed(value, float_part(element_type)) if has_parts else value


@dataclass
class _SpanEvaluation(Domain):
    """One evaluation of a module: a walk through the branches and the iterations that run."""

    functions: Mapping[str, FuncOp]
    tier: Tier
    left: int
    targets: frozenset[str]
    schedule: int | None
    """The schedule of what is no sum; None for all of them."""
    reasons: Reasons = field(default_factory=Reasons)
    values: dict[SSAValue, SpanValue] = field(default_factory=dict[SSAValue, SpanValue])
    active: set[str] = field(default_factory=set[str])
    """The functions that run."""
    returned: Sequence[SpanValue] = ()
    """The operands of the last terminator."""

    def __post_init__(self) -> None:
        self.compiler = Compiler(self.functions)
        self.marking = _Marking(self.schedule or 0)
        self.amount = None if self.schedule is None else partial(amount_of_inits, self.marking)
        self.choosing = OpenCompiler(self.functions, implementation=self.marking, targets=self.targets)

    def call(self, name: str, arguments: Sequence[SpanValue], results: Sequence[SSAValue] = ()) -> Steps:
        """The walk through a function, which gives values of `results`."""
        func = self.functions.get(name)
        if func is None or func.is_declaration or name in self.active:
            raise EvaluationError(f"calls @{name}, which cannot be evaluated")
        if len(func.body.blocks) > 1:
            raise EvaluationError(f"calls @{name}, of several blocks, of which no sets of results are known")
        return self._called(func, arguments, results)

    def _called(self, func: FuncOp, arguments: Sequence[SpanValue], results: Sequence[SSAValue]) -> Steps:
        self.active.add(func.sym_name.data)
        yield self.enter(func.body.block, arguments)
        self.active.discard(func.sym_name.data)
        self.values.update(self.held(results, self.returned if results else []))

    def enter(self, block: Block, arguments: Sequence[SpanValue]) -> Steps:
        """The walk through a block, which leaves the operands of the terminator in `returned`."""
        self.values.update(self.held(block.args, arguments))
        self.returned = []
        return self.walk_block(block)

    def held(
        self, values: Sequence[SSAValue], given: Sequence[SpanValue]
    ) -> Iterable[tuple[SSAValue, SpanValue]]:
        """The elements of values: the given ones, or zeros in its place where the tier permits them."""
        pairs = zip(values, given, strict=True)
        return ((value, _with_zeros(each, value.type)) for value, each in pairs) if self.tier.zeros else pairs

    def step(self) -> None:
        """Count an op, or a round of a loop, which may have no op."""
        self.left -= 1
        if self.left < 0:
            raise TooLongError

    def visit(self, op: Operation) -> Steps | None:
        """Note the results of an op; free if it cannot be judged."""
        operands = [self.values[value] for value in op.operands]
        if op.has_trait(IsTerminator):
            self.returned = operands
            return None
        self.step()
        try:
            if type(op) in (CallOp, hlo.CompositeOp):
                return self.call(callees(op)[0], operands, op.results)
            if op.regions and isinstance(op, hlo.IfOp | hlo.CaseOp):
                return self.branch(op, operands[0])
            if op.regions and isinstance(op, hlo.WhileOp):
                return self.loop(op, operands)
            results = self.results(op, operands)
        except (EvaluationError, UnknownTarget, ArithmeticError, ValueError, TypeError, IndexError) as error:
            message = str(error).partition("\n")[0]
            results = self.open(op, message if op.name in message else f"{op.name}: {message}")
        self.values.update(self.held(op.results, results))
        return None

    def branch(self, op: hlo.IfOp | hlo.CaseOp, which: SpanValue) -> Steps:
        """The walk through the branch that is taken, or all that may be, whose results are joined."""
        assert isinstance(which, Span)
        last = len(op.regions) - 1
        if which.free.any():
            taken = [0]
        elif isinstance(op, hlo.IfOp):
            taken = sorted({int(not which.lo), int(not which.hi)})
        else:
            low, high = int(which.lo), int(which.hi)
            taken = [n for n in range(last) if low <= n <= high]
            taken += [last] if low < 0 or high >= last else []
        results: list[Sequence[SpanValue]] = []
        for n in taken:
            yield self.enter(op.regions[n].block, [])
            results.append(self.returned)
        if which.free.any():
            joined = _freed(results[0], int(which.free))
        else:
            why = self.reasons.number(unknown(f"{op.name}: which branch is taken depends on rounding"))
            joined = [reduce(partial(_joined, number=why), each) for each in zip(*results, strict=True)]
        self.values.update(self.held(op.results, joined))

    def loop(self, op: hlo.WhileOp, state: Sequence[SpanValue]) -> Steps:
        """The walk through all iterations of a loop; its results are open if rounding decides how many there are."""
        while True:
            self.step()
            yield self.enter(op.cond.block, state)
            (condition,) = self.returned
            assert isinstance(condition, Span)
            is_free, is_decided = condition.free.any(), condition.lo == condition.hi
            if is_free or not is_decided or not condition.lo:
                break
            yield self.enter(op.body.block, state)
            state = self.returned
        if is_free:
            state = _freed(state, int(condition.free))
        elif not is_decided:
            why = unknown(f"{op.name}: its condition depends on rounding")
            state = _freed(state, self.reasons.number(why))
        self.values.update(self.held(op.results, state))

    def results(self, op: Operation, operands: Sequence[SpanValue]) -> Sequence[SpanValue]:
        """The results of an op that runs no branches, no loop and no function."""
        if not operands and isinstance(op, hlo.ConstantOp):
            return [Span.of(op.array())]
        if (passed := passed_on(op, operands)) is not None:
            return passed
        spans = [x for x in operands if isinstance(x, Span)]
        if op.regions and isinstance(op, hlo.MapOp) and computes_elementwise(op.computation):
            made = self.mapped(op.computation.block, spans)
            return [_shaped(x, result.type) for x, result in zip(made, op.results, strict=True)]
        shapes = [t.get_shape() for t in op.result_types if is_tensor_type(t)]
        for shape in (*[x.shape for x in spans], *shapes):
            require_memory(shape, ELEMENT)
        if len(spans) == len(operands) and (known := self.by_rule(op, spans)) is not None:
            return [_shaped(x, result.type) for x, result in zip(known, op.results, strict=True)]
        return self.by_kernel(op)

    def mapped(self, block: Block, arguments: Sequence[Span]) -> list[Span]:
        """The results of a block of elementwise ops on scalars, for arrays in place of scalars."""
        known: dict[SSAValue, SpanValue] = dict(zip(block.args, arguments, strict=True))
        for op in block.ops:
            operands = [known[x] if x in known else self.values[x] for x in op.operands]
            spans = [x for x in operands if isinstance(x, Span)]
            if op.has_trait(IsTerminator):
                return spans
            self.step()
            made = [Span.of(op.array())] if isinstance(op, hlo.ConstantOp) else self.by_rule(op, spans)
            if made is None:
                raise EvaluationError(f"{op.name}: no rule in the body of a map")
            known.update(self.held(op.results, made))
        return []

    def open(self, op: Operation, why: str) -> Sequence[SpanValue]:
        """Results that cannot be judged."""
        number = self.reasons.number(unknown(why))
        return [_free(result.type, number) for result in op.results]

    def by_rule(self, op: Operation, operands: Sequence[Span]) -> Sequence[Span] | None:
        """The results of an op that has a rule; None for any other."""
        site = OpSite(op, self.tier, self.reasons, self.compiler, self.amount)
        types, entry = [value.type for value in (*op.operands, *op.results)], entry_of(op)
        if any(map(holds_quantized, types)):
            number = self.reasons.number(FreeReason(Freedom.ALLOWED, QUANTIZED))
            return [x for t in op.result_types if isinstance(x := _free(t, number), Span)]
        held = [formats.format_or_none(element_type_of(t)) for t in types if is_tensor_type(t)]
        if entry is None or any(isinstance(f, formats.FloatFormat) and not f.signed for f in held):
            return None
        if entry.moves is not None:
            return self.moved(op, operands[entry.moves], operands[len(operands[entry.moves]) :])
        if type(op) in RULES:
            return RULES[type(op)](site, op, operands)
        if not entry.elementwise or len(op.results) != 1 or not operands:
            return None
        made = elementwise_result(site, operands)
        return None if made is None else [made]

    def moved(self, op: Operation, data: Sequence[Span], places: Sequence[Span]) -> Sequence[Span] | None:
        """Elements of `data` moved as the interpreter's kernel moves their positions."""
        if not all(place.is_known() for place in places):
            return None
        if leaves_open(op) and data[0].is_known():
            return None
        origin = origins(op, [x.shape for x in data], *[place.lo for place in places])
        require_memory(origin.shape, ELEMENT)
        return [elements_at(origin, data)]

    def by_kernel(self, op: Operation) -> Sequence[SpanValue]:
        """The results of the interpreter's kernel for known operands, with what is left open in them."""
        read = [*op.operands, *(self.choosing.read_inside(op) if op.regions else ())]
        spans = [x for x in map(self.values.__getitem__, read) if isinstance(x, Span)]
        if len(spans) < len(read):
            return self.open(op, f"{op.name}: values that are no tensors")
        reasons = reasons_of(spans)
        if reasons:
            return [_free(result.type, reasons[0]) for result in op.results]
        if not all(x.is_known() for x in spans):
            return self.open(op, f"{op.name}: operands that depend on rounding")
        if isinstance(op, hlo.BitcastConvertOp) and any(x.nan.any() for x in spans):
            return self.open(op, f"{op.name}: which NaN an operation gives is left open")
        dtypes = [formats.dtype_of(element_type_of(value.type)) for value in read]
        arrays = [x.lo.astype(dtype, copy=False) for x, dtype in zip(spans, dtypes, strict=True)]
        self.marking.start(op)
        given = self.choosing.prepare(op).run(list(arrays))
        if self.marking.inexact:
            return self.open(op, f"{op.name}: no rule bounds its accuracy")
        results: list[Span] = [Span.of(as_array(value)) for value in given]
        for choice, mask in self.marking.masks:
            number, fits = self._number(choice), [x.shape == mask.shape for x in results]
            if any(fits):
                results = [x.freed(mask, number) if fit else x for x, fit in zip(results, fits, strict=True)]
            else:  # of an op in a region
                results = [x.freed(True, number) for x in results]
        choices = list(self.marking.met)
        if self.marking.results is not None:
            results = [reduce(hull, map(Span.of, every)) for every in zip(*self.marking.results, strict=True)]
        elif isinstance(op, REDUCTIONS):
            body, count = self.compiler.region(op.body), len(op.results)
            if not body.captures and selects_one(arrays[:count], arrays[count : 2 * count], body):
                choices = [choice for choice in choices if choice is not REDUCTION]
        if self.schedule:
            choices = []
        for choice in choices:
            # Another order may divide other integers, zero among them.
            by_zero = choice is REDUCTION and any(map(divides_integers, op.walk()))
            results = [x.freed(True, self._number(DIVISION if by_zero else choice)) for x in results]
        return results

    def _number(self, choice: Open) -> int:
        undefined = choice in _UNDEFINED or choice.name.startswith("'")
        return self.reasons.number(FreeReason(Freedom.UNDEFINED if undefined else Freedom.ALLOWED, choice))


def _shaped(span: Span, value_type: Attribute) -> Span:
    """A span with the shape of its type, to which scalars are broadcast."""
    shape = ranked_type(value_type).get_shape()
    if span.shape == shape and span.lo.shape == span.free.shape == span.nan.shape:
        return span
    wanted = shape if is_static(shape) else span.shape
    if span.shape not in ((), wanted):
        raise EvaluationError(
            f"evaluates to a tensor of shape {list(span.shape)} where {value_type} is declared"
        )
    return span.moved(lambda x: np.broadcast_to(x, wanted))
