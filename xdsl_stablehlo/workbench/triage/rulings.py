"""Rulings: whether the results of an implementation are permitted, and the smallest program that shows it if not."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache

import numpy as np
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp
from xdsl.ir import Attribute
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.terms.effects import is_terminator
from xdsl_stablehlo.interpreter import EvaluationError, Tensor
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_array_attr, is_tensor_type
from xdsl_stablehlo.ir.printable import first_line
from xdsl_stablehlo.programs.universe import load_files
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from ..permitted.choices.rounding import ACCURACY
from ..permitted.enclosures import FLUSHING, WIDEST
from ..permitted.evaluation import STEPS, Permitted, permitted
from ..permitted.spans import Freedom, Span, contains, reasons_of
from ..reducing import NotInterestingError, read_program, reduce_program
from ..running import Item, ItemResult
from ..validation.api import proof_of
from ..validation.verdicts import shown
from .constraints import unchecked_constraint
from .implementations import (
    ALONE,
    HUNG,
    REFUSED,
    AnyImplementation,
    ProgramOutcome,
    RunsPrograms,
    enzyme_patterns,
    implementation,
    writes_in_place,
)

WRONG, OPEN = "wrong", Freedom.OPEN.value
ORDER = (WRONG, OPEN, Freedom.UNDEFINED.value, Freedom.ALLOWED.value)
"""The rulings; of several results, the first in this order counts."""

PASSES = (
    *("algsimp", "constant_folding", "fusion", "reshape-mover", "dot-strength-reduction", "convert-mover"),
    *("simplify-fp-conversions", "while-loop-simplifier", "while-loop-constant-sinking", "cse"),
    *("sort-simplifier", "zero_sized_hlo_elimination", "scatter_expander", "logistic-expander"),
    *("reduce-window-rewriter", "float-normalization-s4", "float-normalization-bf16"),
    *("conditional-simplifier", "select_and_scatter_expander"),
)
"""Passes of XLA that are left out one at a time, to find the one that makes the difference."""

_TAG = "triage.argument"


@dataclass(frozen=True)
class Ruling:
    """The ruling on one implementation for one program."""

    ruling: str
    reason: str = ""
    """The sentence of the specification that allows a difference, or why the ruling is open."""
    difference: str = ""
    """In what a wrong result differs: `zero in place of a subnormal number`."""
    place: str = ""
    """The result and the element."""
    expected: str = ""
    given: str = ""


# ---- one implementation, one program ----


@default_environment()
def rule_on(
    module: ModuleOp, arguments: Sequence[Array], outcome: ProgramOutcome, strict: Permitted | None = None
) -> Ruling:
    """Judge an outcome; `strict` is what `permitted` gives, if it is known. Raises `EvaluationError` if the arguments
    do not fit."""
    if outcome.failure == REFUSED:
        return Ruling(OPEN, f"the program is refused: {outcome.message}")
    strict = strict or permitted(module, arguments)
    with quiet():  # a signalling NaN may be given
        found = _by_results(module, arguments, outcome, strict)
    broken = unchecked_constraint(module) if found.ruling == WRONG else None
    return found if broken is None else Ruling(Freedom.UNDEFINED.value, str(broken))


def judged(
    each: AnyImplementation,
    module: ModuleOp,
    arguments: Sequence[Array],
    seconds: float,
    strict: Callable[[], Permitted],
) -> Ruling:
    """Judge an implementation. What an optimiser makes of a program is run only if it is not proved right."""
    rewritten = each.rewritten(module, arguments, seconds)
    proof = None
    if rewritten is not None:
        with suppress(ParseError, VerifyException, ValueError):
            after = read_program(rewritten)
            verify_module(after)
            proof = proof_of(module, after)
    if proof is not None:
        return Ruling(Freedom.ALLOWED.value, f"proved for all arguments: {proof}")
    return rule_on(module, arguments, each.run(module, arguments, seconds, {}), strict())


def _by_results(
    module: ModuleOp, arguments: Sequence[Array], outcome: ProgramOutcome, strict: Permitted
) -> Ruling:
    """The ruling on a program that the specification allows."""
    if outcome.failure:
        reason = None if outcome.failure == HUNG and not strict.is_cut else strict.excuse()
        if reason is not None:
            return Ruling(reason.freedom.value, str(reason))
        return Ruling(WRONG, outcome.message, _kind_of(outcome))
    first = _within(strict, outcome.results)
    if first.ruling != WRONG:
        return first
    second = _within(permitted(module, arguments, tier=WIDEST), outcome.results)
    if second.ruling == WRONG:
        return first
    return Ruling(second.ruling, second.reason or str(ACCURACY), "", first.place, first.expected, first.given)


def _kind_of(outcome: ProgramOutcome) -> str:
    """The failure of a run, and the reason of a crash without its numbers, which differ between programs."""
    same = re.sub(r"\b\d+\b", "#", outcome.reason)
    return f"{outcome.failure}: {same}" if same else outcome.failure


def _within(allowed: Permitted, results: Sequence[Array]) -> Ruling:
    """The ruling on results by the spans of one tier."""
    found: list[Ruling] = []
    if len(allowed.spans) != len(results):
        return Ruling(WRONG, "", "number of results", "", str(len(allowed.spans)), str(len(results)))
    for number, (span, given) in enumerate(zip(allowed.spans, results, strict=True)):
        if not isinstance(span, Span):
            found.append(Ruling(OPEN, f"result {number} is no tensor"))
            continue
        if span.shape != given.shape:
            free = reasons_of([span])
            reason = str(allowed.reason(free[0])) if free else ""
            shapes = str(list(span.shape)), str(list(given.shape))
            found.append(Ruling(OPEN if free else WRONG, reason, "shape", f"result {number}", *shapes))
            continue
        inside = contains(span, given)
        if not inside.all():
            at = tuple(map(int, np.argwhere(~inside)[0]))
            place = f"result {number}" + (f" at {list(at)}" if at else "")
            one = Span(span.lo[at], span.hi[at], span.nan[at], span.free[at])
            expected, text = _interval(one), _text(given[at])
            found.append(Ruling(WRONG, "", difference_of(one, np.asarray(given[at])), place, expected, text))
        reasons = map(allowed.reason, reasons_of([span]))
        found += [Ruling(reason.freedom.value, str(reason)) for reason in reasons]
    return min(found, key=lambda each: ORDER.index(each.ruling), default=Ruling(Freedom.ALLOWED.value))


def difference_of(span: Span, given: Array) -> str:
    """In what a number outside of a span differs from it."""
    if span.is_integer:
        return "another boolean" if given.dtype == np.bool_ else "another integer"
    if formats.holds_complex(given.dtype):
        return "another complex number"
    value, known = float(given.astype(np.float64)), formats.format_of_dtype(given.dtype)
    assert isinstance(known, formats.FloatFormat)
    low, high = float(span.lo), float(span.hi)
    if np.isnan(low):
        return "a number in place of NaN"
    if np.isnan(value):
        return "NaN in place of a number"
    if value == 0 and (low == 0 or high == 0):
        return "zero of the other sign"
    if value == 0 and max(abs(low), abs(high)) < 2.0**known.least_exponent:
        return "zero in place of a subnormal number"
    if np.isinf(value):
        is_finite = np.isfinite(low) or np.isfinite(high)
        return "infinity in place of a finite number" if is_finite else "other infinity"
    if np.isinf(low) and np.isinf(high):
        return "a finite number in place of infinity"
    near = 2.0 ** -(known.precision // 2) * max(abs(low), abs(high))
    return "last digits" if low - near <= value <= high + near else "another number"


def _interval(span: Span) -> str:
    if not span.is_integer and np.isnan(np.asarray(span.lo)).any():
        return "NaN"
    low, high = _text(span.lo), _text(span.hi)
    return (low if low == high else f"{low} to {high}") + (" or NaN" if span.nan else "")


def _text(element: Array) -> str:
    array = np.asarray(element)
    return str(array.item() if formats.is_native(array.dtype) else array)


# ---- the smallest program ----


def tagged(module: ModuleOp) -> ModuleOp:
    """A copy of a module whose arguments of `@main` say which they are, so that they are known after a reduction."""
    copy = module.clone()
    main = functions_of(copy)["main"]
    entries = [DictionaryAttr({_TAG: IntegerAttr(i, 64)}) for i in range(len(main.function_type.inputs))]
    main.properties["arg_attrs"] = ArrayAttr(entries)
    return copy


def untagged(module: ModuleOp, arguments: Sequence[Array]) -> list[Array]:
    """Remove the tags of arguments; return their values, as far as their types are the same, and ones for new ones."""
    main = functions_of(module)["main"]
    entries = main.properties.pop("arg_attrs", None)
    tags = [_tag_of(entry) for entry in entries] if is_array_attr(entries) else []
    values: list[Array] = []
    for i, t in enumerate(main.function_type.inputs):
        if not is_tensor_type(t):
            raise ValueError("an argument is no tensor")
        tag = tags[i] if i < len(tags) else None
        shape, dtype = t.get_shape(), formats.dtype_of(t.element_type)
        value: Array = np.ones(shape) if tag is None else arguments[tag]
        if formats.holds_complex(value.dtype) and not formats.holds_complex(dtype):
            value = formats.parts(value)[0]
        with np.errstate(all="ignore"):
            values.append(np.resize(value, shape).astype(dtype))
    return values


def _tag_of(entry: Attribute) -> int | None:
    tag = entry.data.get(_TAG) if isinstance(entry, DictionaryAttr) else None
    return tag.value.data if isinstance(tag, IntegerAttr) else None


@dataclass(frozen=True)
class StillWrong:
    """A program is interesting if an implementation is wrong on it in the same way."""

    wrong: RunsPrograms
    arguments: tuple[Array, ...]
    difference: str
    seconds: float
    steps: int = STEPS
    """The largest number of ops that a program may evaluate: a smaller one that loops for long is not run."""

    def __call__(self, text: str) -> bool:
        module = read_program(text)
        if "main" not in functions_of(module):
            return False
        try:
            values = untagged(module, self.arguments)
            strict = permitted(module, values, steps=self.steps)
            if strict.is_cut:
                return False
            ruling = rule_on(module, values, self.wrong.run(module, values, self.seconds, {}), strict)
        except (EvaluationError, ValueError):
            return False
        return ruling.ruling == WRONG and ruling.difference == self.difference


def reduced(
    module: ModuleOp, arguments: Sequence[Array], test: StillWrong, candidates: int
) -> tuple[ModuleOp, list[Array]]:
    """The smallest program found that shows the same, and its arguments."""
    try:
        text = reduce_program(tagged(module), test, candidates=candidates).text
    except NotInterestingError:
        return module, list(arguments)
    small = read_program(text)
    return small, untagged(small, arguments)


def known_cause(
    module: ModuleOp,
    arguments: Sequence[Array],
    outcome: ProgramOutcome,
    wrong: AnyImplementation,
    seconds: float,
) -> str:
    """Why an outcome is wrong: `SUBNORMALS` of any implementation, `IN_PLACE` of the C++ interpreter, the first pass of
    XLA without which the results are permitted, or the first pattern of Enzyme-JAX that alone makes them wrong. It is
    empty if none of them explains it."""
    if not outcome.failure:
        flushing = permitted(module, arguments, tier=FLUSHING)
        if rule_on(module, arguments, outcome, flushing).ruling == Freedom.ALLOWED.value:
            return SUBNORMALS

    def is_wrong(**options: str) -> bool | None:
        """None where the program does not run with these options."""
        outcome = wrong.run(module, arguments, seconds, options)
        return None if outcome.failure else rule_on(module, arguments, outcome).ruling == WRONG

    if wrong.kind == "xla":
        decisive = (name for name in PASSES if is_wrong(xla_disable_hlo_passes=name) is False)
    elif wrong.kind == "enzyme":
        decisive = (name for name in enzyme_patterns() if is_wrong(pipeline=ALONE.format(name)))
    elif wrong.kind == "cpp" and writes_in_place(module):
        decisive = (name for name in (IN_PLACE,) if is_wrong(copies="") is False)
    else:
        return ""
    return next(decisive, "")


SUBNORMALS = "subnormal numbers as zeros"
"""The results are permitted if numbers below the smallest normal one may count as zeros."""

IN_PLACE = "scatter in place"
"""The C++ interpreter writes into the operand of a scatter, which other ops read, too: it is right with copies."""


def normal_form(module: ModuleOp) -> str:
    """The names of the ops of a program, without what does not matter: values, constants, sizes."""
    ops = [op for op in module.walk() if not isinstance(op, ConstantOp) and not is_terminator(type(op))]
    names = [op.name for op in ops if op.name not in ("builtin.module", "func.func")]
    return " ".join([name.removeprefix("stablehlo.") for name in names])


# ---- the work on one program ----


@dataclass(frozen=True)
class Task:
    """A program to judge."""

    name: str
    text: str
    arguments: tuple[Array, ...]
    against: tuple[str, ...]
    """The implementations, as `implementation` takes them."""
    seconds: float
    """The time limit of one run."""
    candidates: int
    """The number of smaller programs that are tried for each wrong result."""
    files: tuple[str, ...] = ()
    """Files that define custom calls and dialects."""


def judge_task(item: Item[Task]) -> ItemResult:
    """The rulings on a program: the work for `running.run`."""
    task = item.payload
    load_files(task.files)
    module = read_program(task.text)
    found: dict[str, dict[str, object]] = {}
    strict = cache(lambda: permitted(module, task.arguments))
    for spelled in task.against:
        each = implementation(spelled)
        try:
            ruling = judged(each, module, task.arguments, task.seconds, strict)
        except (EvaluationError, ValueError) as error:
            ruling = Ruling(OPEN, first_line(error))
        found[each.name] = asdict(ruling)
        if ruling.ruling == WRONG:
            steps = MORE_STEPS * strict().steps
            found[each.name]["smallest"] = _smallest(module, task, each, ruling, steps)
    return {"program": task.name, "rulings": found}


MORE_STEPS = 2
"""A smaller program may evaluate so many times the ops of a program."""


def _smallest(
    module: ModuleOp, task: Task, wrong: AnyImplementation, ruling: Ruling, steps: int
) -> ItemResult:
    test = StillWrong(wrong, task.arguments, ruling.difference, task.seconds, steps)
    small, arguments = reduced(module, task.arguments, test, task.candidates)
    outcome = wrong.run(small, arguments, task.seconds, {})
    again = rule_on(small, arguments, outcome)
    types = functions_of(small)["main"].function_type.inputs
    return {
        "program": print_module(small),
        "arguments": [shown(Tensor.of(x, t)) for x, t in zip(arguments, types, strict=True)],
        "arrays": list(map(in_python, arguments)),
        "form": normal_form(small),
        "results": _results(small, outcome),
        "pass": known_cause(small, arguments, outcome, wrong, task.seconds),
        **asdict(again),
    }


def in_python(value: Array) -> str:
    """An expression with NumPy's `array`, `inf` and `nan` that gives an array, apart from the bits of its NaNs."""
    if formats.holds_complex(value.dtype):
        flat = np.stack(formats.parts(value), -1).reshape(-1)
        return f'{in_python(flat)}.view("{value.dtype}").reshape({list(value.shape)})'
    is_float = isinstance(formats.format_of_dtype(value.dtype), formats.FloatFormat)
    numbers = value.astype(np.float64) if is_float else value
    made = f'array({numbers.tolist()}, "{value.dtype}")'
    return made if value.size else f"{made}.reshape({list(value.shape)})"


def _results(module: ModuleOp, outcome: ProgramOutcome) -> list[str]:
    """The results as text; nothing if they are not of the declared types."""
    types = functions_of(module)["main"].function_type.outputs.data
    fits = len(types) == len(outcome.results) and all(
        is_tensor_type(t) and t.get_shape() == x.shape for x, t in zip(outcome.results, types, strict=True)
    )
    return [shown(Tensor.of(x, t)) for x, t in zip(outcome.results, types, strict=True)] if fits else []
