"""The evaluation of programs on spans: op by op, with branches and loops whose conditions may not be decided.

An op that no rule knows is evaluated by the interpreter's kernel if its operands are known; otherwise its results are
open, with the reason. Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TupleType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, is_static
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import EvaluationError, seeded
from xdsl_stablehlo.interpreter.execution.boundary import check_arguments
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.interface.limits import require_memory
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import RegionBody, apply, as_array, is_array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from .choices.behaviours import (
    DIVISION,
    NOT_SORTED,
    OUT_OF_RANGE,
    UNIT_DIAGONAL,
    divides_integers,
)
from .choices.compiler import OpenCompiler, origins
from .choices.implementations import Implementation, Open, UnknownTarget, element_bits
from .choices.rounding import QUANTIZED, SPECIAL_ULPS, is_rounded, transformed_size
from .choices.schedules import NO_ORDER, NOT_UNIQUE, REDUCTION, amount_of_inits, in_rows
from .decompositions import NORMALISATIONS
from .elementwise import OF_ANY, OF_COMPLEX, RULES, OpSite, excepted, float_part, near, of_integers
from .enclosures import LIBRARY, Tier
from .factors import FACTORS
from .orders import every_result
from .spans import (
    ELEMENT,
    Freedom,
    FreeReason,
    Reasons,
    Span,
    complex_span,
    flushed,
    free,
    hull,
    reasons_of,
    rounded_span,
    unknown,
)
from .sums import PRODUCTS, REDUCERS, integer_products, products, reduction

SpanValue: TypeAlias = "Span | tuple[SpanValue, ...] | None"
"""The span of a tensor, the parts of a tuple, or None for a token."""

STEPS = 20_000
"""The largest number of ops and rounds of loops that are evaluated for one program."""

SOLVED = {**NORMALISATIONS, **FACTORS}
"""The ops that have a rule of their own, by what defines them."""

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
        self.is_exact_reduction = isinstance(op, hlo.ReduceOp | hlo.ReduceWindowOp) and not any(
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
            spans, is_cut = evaluation.call(entry, [_given(value) for value in values]), False
        except TooLongError:
            why = evaluation.reasons.number(unknown(f"more than {steps} ops are evaluated"))
            spans, is_cut = [_free(t, why) for t in func.function_type.outputs], True
    return Permitted(spans, evaluation.reasons.known, steps - evaluation.left, is_cut)


def _given(value: Any) -> SpanValue:
    if isinstance(value, tuple):
        return tuple(map(_given, cast("tuple[Any, ...]", value)))
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


def _freed(value: SpanValue, number: int) -> SpanValue:
    if isinstance(value, tuple):
        return tuple([_freed(each, number) for each in value])
    return value.freed(True, number) if isinstance(value, Span) else value


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
class _SpanEvaluation:
    """One evaluation of a module."""

    functions: Mapping[str, FuncOp]
    tier: Tier
    left: int
    targets: frozenset[str]
    schedule: int | None
    """The schedule of what is no sum; None for all of them."""
    reasons: Reasons = field(default_factory=Reasons)
    values: dict[SSAValue, SpanValue] = field(default_factory=dict[SSAValue, SpanValue])
    active: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.compiler = Compiler(self.functions)
        self.marking = _Marking(self.schedule or 0)
        self.amount = None if self.schedule is None else partial(amount_of_inits, self.marking)
        self.choosing = OpenCompiler(self.marking, self.targets, self.functions)

    def call(self, name: str, arguments: Sequence[SpanValue]) -> list[SpanValue]:
        """The results of a function."""
        func = self.functions.get(name)
        if func is None or func.is_declaration or name in self.active:
            raise EvaluationError(f"calls @{name}, which cannot be evaluated")
        if len(func.body.blocks) > 1:
            raise EvaluationError(f"calls @{name}, of several blocks, of which no sets of results are known")
        self.active.add(name)
        try:
            return self.block(func.body.block, arguments)
        finally:
            self.active.discard(name)

    def block(self, block: Block, arguments: Sequence[SpanValue]) -> list[SpanValue]:
        """The operands of the terminator."""
        self.values.update(self.held(block.args, arguments))
        for op in block.ops:
            if op.has_trait(IsTerminator):
                return [self.values[value] for value in op.operands]
            self.step()
            self.values.update(self.held(op.results, self.op(op)))
        return []

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

    def op(self, op: Operation) -> Sequence[SpanValue]:
        """The results of an op; free if it cannot be judged."""
        operands = [self.values[value] for value in op.operands]
        structure = _STRUCTURE.get(type(op))
        try:
            if structure is not None:
                return structure(self, op, operands)
            spans = [x for x in operands if isinstance(x, Span)]
            types = [result.type for result in op.results]
            shapes = [t.get_shape() for t in types if is_tensor_type(t)]
            for shape in (*[x.shape for x in spans], *shapes):
                require_memory(shape, ELEMENT)
            if len(spans) == len(operands) and (known := self.by_rule(op, spans)) is not None:
                return [_shaped(x, result.type) for x, result in zip(known, op.results, strict=True)]
            return self.by_kernel(op, operands)
        except (EvaluationError, UnknownTarget, ArithmeticError, ValueError, TypeError, IndexError) as error:
            message = str(error).partition("\n")[0]
            return self.open(op, message if op.name in message else f"{op.name}: {message}")

    def open(self, op: Operation, why: str) -> Sequence[SpanValue]:
        """Results that cannot be judged."""
        number = self.reasons.number(unknown(why))
        return [_free(result.type, number) for result in op.results]

    def by_rule(self, op: Operation, operands: Sequence[Span]) -> Sequence[Span] | None:
        """The results of an op that has a rule; None for any other."""
        site, kind = OpSite(op, self.tier, self.reasons, self.compiler, self.amount), type(op)
        types = [value.type for value in (*op.operands, *op.results)]
        if any(map(holds_quantized, types)):
            number = self.reasons.number(FreeReason(Freedom.ALLOWED, QUANTIZED))
            return [x for t in op.result_types if isinstance(x := _free(t, number), Span)]
        held = [formats.format_or_none(element_type_of(t)) for t in types if is_tensor_type(t)]
        if any(isinstance(f, formats.FloatFormat) and not f.signed for f in held):
            return None
        entry = entry_of(op)
        if entry is not None and entry.moves is not None:
            return self.moved(op, operands[entry.moves], operands[len(operands[entry.moves]) :])
        if kind in OF_ANY:
            return [OF_ANY[kind](site, operands)]
        if kind in PRODUCTS and not formats.holds_integers(formats.dtype_of(site.element_type)):
            return products(site, operands)
        if kind in PRODUCTS and all(x.is_known() and not x.free.any() for x in operands):
            return integer_products(site, operands)
        if kind in SOLVED:
            return SOLVED[kind](site, op, operands)
        if kind in REDUCERS:
            return reduction(site, operands)
        if isinstance(op, hlo.SelectAndScatterOp) and formats.is_float(site.element_type):
            return None if self.choosing.read_inside(op) else [_scattered_sums(site, op, operands)]
        if isinstance(op, hlo.FftOp):
            return [_transformed(site, op, operands)] if operands[0].is_known() else None
        if entry is None or not entry.elementwise or len(op.results) != 1 or not operands:
            return None
        source = element_type_of(op.operands[0].type)
        if formats.is_float(source) and kind in RULES:
            return [RULES[kind](site, operands)]
        if formats.is_complex(source) and kind in OF_COMPLEX:
            return [OF_COMPLEX[kind](site, operands)]
        if formats.holds_integers(operands[0].lo.dtype) and kind.__module__.endswith(
            "arithmetic.elementwise"
        ):
            return [of_integers(site, operands)]
        known = all(x.is_known() for x in operands)
        if (
            known
            and entry.is_function(op)
            and not formats.holds_integers(formats.dtype_of(site.element_type))
        ):
            ulps = SPECIAL_ULPS if op.name.startswith("chlo.") else 0
            return [near(site, ulps, operands)]
        return None

    def moved(self, op: Operation, data: Sequence[Span], places: Sequence[Span]) -> Sequence[Span] | None:
        """Elements of `data` moved as the interpreter's kernel moves their positions."""
        if not all(place.is_known() for place in places):
            return None
        if isinstance(op, hlo.GatherOp) and op.indices_are_sorted.value.data and data[0].is_known():
            return None
        origin = origins(op, [x.shape for x in data], *[place.lo for place in places])
        require_memory(origin.shape, ELEMENT)

        def move(name: str) -> Array:
            return np.concatenate([getattr(x, name).reshape(-1) for x in data])[origin]

        return [Span(move("lo"), move("hi"), move("nan"), move("free"))]

    def by_kernel(self, op: Operation, operands: Sequence[SpanValue]) -> Sequence[SpanValue]:
        """The results of the interpreter's kernel for known operands, with what is left open in them."""
        captured = [self.values[value] for value in self.choosing.read_inside(op)] if op.regions else []
        spans = [x for x in (*operands, *captured) if isinstance(x, Span)]
        if len(spans) < len(operands) + len(captured):
            return self.open(op, f"{op.name}: values that are no tensors")
        reasons = reasons_of(spans)
        if reasons:
            return [_free(result.type, reasons[0]) for result in op.results]
        if not all(x.is_known() for x in spans):
            return self.open(op, f"{op.name}: operands that depend on rounding")
        types = [value.type for value in (*op.operands, *self.choosing.read_inside(op))] if op.regions else []
        types = types or [value.type for value in op.operands]
        elements = [formats.format_of(element_type_of(t)).dtype for t in types]
        arrays = [x.lo.astype(dtype, copy=False) for x, dtype in zip(spans, elements, strict=True)]
        if isinstance(op, hlo.BitcastConvertOp) and any(x.nan.any() for x in spans):
            return self.open(op, f"{op.name}: which NaN an operation gives is left open")
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
        elif isinstance(op, hlo.ReduceOp | hlo.ReduceWindowOp) and self.is_associative(op, arrays):
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

    def is_associative(self, op: hlo.ReduceOp | hlo.ReduceWindowOp, operands: Sequence[Array]) -> bool:
        """Whether a body selects one of its operands, in any order the same: tried on all triples of the elements."""
        count = len(op.results)
        columns = [x.reshape(-1) for x in operands[:count]]
        sizes = {x.size for x in columns}
        body = self.compiler.region(op.body)
        if (sizes and max(sizes) > _MOST_TRIED) or len(sizes) > 1 or body.captures or not body.elementwise:
            return False
        rows = [np.concatenate([x, i.reshape(-1)]) for x, i in zip(columns, operands[count : 2 * count])]
        return _selects(body, rows)


_MOST_TRIED = 48


def _selects(body: RegionBody, rows: Sequence[Array]) -> bool:
    """Whether a body is associative, gives one of its operands, and leaves all as they are for the last of `rows`."""

    def combined(one: Sequence[Array], other: Sequence[Array]) -> tuple[Array, ...]:
        return apply(body, *one, *other)

    def same(one: Sequence[Array], other: Sequence[Array]) -> Array:
        return reduce(np.logical_and, [element_bits(a) == element_bits(b) for a, b in zip(one, other)])

    left, right = [x[:, None] for x in rows], [x[None, :] for x in rows]
    of_pairs = combined(left, right)
    shape = of_pairs[0].shape
    wide = [[np.broadcast_to(x, shape) for x in side] for side in (left, right)]
    if not (same(of_pairs, wide[0]) | same(of_pairs, wide[1])).all():
        return False
    last = [x[-1:] for x in rows]
    firsts = [x[:-1] for x in rows]
    if not (same(combined(last, firsts), firsts) & same(combined(firsts, last), firsts)).all():
        return False
    one = combined([x[:, :, None] for x in of_pairs], [x[None, None, :] for x in rows])
    other = combined([x[:, None, None] for x in rows], [x[None, :, :] for x in of_pairs])
    return bool(same(one, other).all())


def _shaped(span: Span, value_type: Attribute) -> Span:
    """A span with the shape of its type, to which scalars are broadcast."""
    shape = cast(AnyTensorType, value_type).get_shape()
    if span.shape == shape and span.lo.shape == span.free.shape == span.nan.shape:
        return span
    wanted = shape if is_static(shape) else span.shape
    if span.shape not in ((), wanted):
        raise EvaluationError(
            f"evaluates to a tensor of shape {list(span.shape)} where {value_type} is declared"
        )
    return span.moved(lambda x: np.broadcast_to(x, wanted))


def _scattered_sums(site: OpSite, op: hlo.SelectAndScatterOp, operands: Sequence[Span]) -> Span:
    """select_and_scatter of known floats that adds: within the error of any order."""
    shape = operands[0].shape
    if not all(x.is_known() for x in operands):
        return site.open("operands that depend on rounding", shape)
    if not any(isinstance(each, hlo.AddOp) for each in op.scatter.block.ops):
        return site.open("scatters with another op than add", shape)
    operand, source, init = [x.lo for x in operands]
    if init != 0 or len(list(op.scatter.block.ops)) != 2:
        return site.open("init values that are not 0", shape)
    (value,) = site.exact([operand, source, init])
    (size,) = site.exact([operand, np.abs(source), np.abs(init)])
    known = site.part
    count = source.size + 1
    if not np.isfinite(operand).all() or not np.isfinite(size).all():
        return site.open("operands that are not finite, or sums that overflow", shape)
    factor = 2 * np.expm1(count * np.log1p(2.0 ** (1 - known.precision)))
    error = size.astype(np.float64) * factor * (1 + factor)
    wide = value.astype(np.float64)
    low = np.where(wide - error == 0, -0.0, wide - error)
    return rounded_span(known, (low, np.where(wide + error == 0, 0.0, wide + error)))


def _transformed(site: OpSite, op: hlo.FftOp, operands: Sequence[Span]) -> Span:
    """A Fourier transform of known numbers, as exact as the sums of its definition."""
    (given,) = site.exact([operands[0].lo])
    size, known = transformed_size(op, operands[0].lo), site.part
    terms = max(operands[0].lo.size, 1)
    step = np.where(np.isfinite(size), size, 0) * (terms + 8) * 2.0 ** (1 - known.precision)
    parts = Span.of(given).parts() if formats.is_complex(site.element_type) else (Span.of(given),)
    made = [rounded_span(known, (x.lo - step, x.lo + step), x.nan) for x in parts]
    made = [Span(np.where(x.lo == 0, -0.0, x.lo), x.hi, x.nan, x.free) for x in made]
    return excepted(site, complex_span(*made) if len(made) > 1 else made[0], operands)


# ---- structure ----


def _branch(evaluation: _SpanEvaluation, op: Operation, operands: Sequence[SpanValue]) -> Sequence[SpanValue]:
    """if and case: the branch that is taken, or all that may be."""
    (which,) = operands
    assert isinstance(which, Span)
    blocks = [region.block for region in op.regions]
    if which.free.any():
        results = evaluation.block(blocks[0], [])
        return [_freed(value, int(which.free)) for value in results]
    if isinstance(op, hlo.IfOp):
        taken = sorted({int(not which.lo), int(not which.hi)})
    else:
        low, high = int(which.lo), int(which.hi)
        last = len(blocks) - 1
        taken = [n for n in range(last) if low <= n <= high]
        taken += [last] if low < 0 or high >= last else []
    results = [evaluation.block(blocks[n], []) for n in taken]
    why = evaluation.reasons.number(unknown(f"{op.name}: which branch is taken depends on rounding"))
    joined = results[0]
    for other in results[1:]:
        joined = [_joined(a, b, why) for a, b in zip(joined, other, strict=True)]
    return joined


def _loop(evaluation: _SpanEvaluation, op: Operation, operands: Sequence[SpanValue]) -> Sequence[SpanValue]:
    """while: open if rounding decides how often it runs."""
    assert isinstance(op, hlo.WhileOp)
    state = list(operands)
    while True:
        evaluation.step()
        (condition,) = evaluation.block(op.cond.block, state)
        assert isinstance(condition, Span)
        if condition.free.any():
            return [_freed(value, int(condition.free)) for value in state]
        if condition.lo != condition.hi:
            why = evaluation.reasons.number(unknown("stablehlo.while: its condition depends on rounding"))
            return [_freed(value, why) for value in state]
        if not condition.lo:
            return state
        state = evaluation.block(op.body.block, state)


def _map(evaluation: _SpanEvaluation, op: Operation, operands: Sequence[SpanValue]) -> Sequence[SpanValue]:
    """map: its body on all elements at once, for bodies of elementwise ops."""
    assert isinstance(op, hlo.MapOp)
    entries = [entry_of(each) for each in op.computation.block.ops if not isinstance(each, hlo.ConstantOp)]
    if not all(entry is not None and entry.elementwise for entry in entries[:-1]):
        return evaluation.by_kernel(op, operands)
    spans = [x for x in operands if isinstance(x, Span)]
    values = _elementwise_block(evaluation, op.computation.block, spans)
    return [_shaped(x, result.type) for x, result in zip(values, op.results, strict=True)]


def _elementwise_block(evaluation: _SpanEvaluation, block: Block, arguments: Sequence[Span]) -> list[Span]:
    """A block of elementwise ops on scalars, for arrays in place of scalars."""
    known: dict[SSAValue, SpanValue] = dict(zip(block.args, arguments, strict=True))
    for op in block.ops:
        operands = [cast(Span, known[x] if x in known else evaluation.values[x]) for x in op.operands]
        if op.has_trait(IsTerminator):
            return operands
        evaluation.step()
        if isinstance(op, hlo.ConstantOp):
            made = [Span.of(op.array())]
        elif (made := evaluation.by_rule(op, operands)) is None:
            raise EvaluationError(f"{op.name}: no rule in the body of a map")
        known.update(evaluation.held(op.results, made))
    return []


def _call(evaluation: _SpanEvaluation, op: Operation, operands: Sequence[SpanValue]) -> Sequence[SpanValue]:
    name = op.callee.string_value() if isinstance(op, CallOp) else cast(Any, op).decomposition.string_value()
    return evaluation.call(name, operands)


def _element(_: _SpanEvaluation, op: Operation, operands: Sequence[SpanValue]) -> Sequence[SpanValue]:
    assert isinstance(op, hlo.GetTupleElementOp)
    whole = operands[0]
    assert isinstance(whole, tuple)
    return [whole[op.index.value.data]]


Structure: TypeAlias = "Callable[[_SpanEvaluation, Any, Sequence[SpanValue]], Sequence[SpanValue]]"

_STRUCTURE: Mapping[type[Operation], Structure] = {
    CallOp: _call,
    hlo.CompositeOp: _call,
    hlo.ConstantOp: lambda _, op, __: [Span.of(op.array())],
    hlo.IfOp: _branch,
    hlo.CaseOp: _branch,
    hlo.WhileOp: _loop,
    hlo.MapOp: _map,
    hlo.GetTupleElementOp: _element,
    hlo.OptimizationBarrierOp: lambda _, __, operands: operands,
    hlo.TupleOp: lambda _, __, operands: [tuple(operands)],
}
"""The ops that pass values on, and those that run regions or functions."""
