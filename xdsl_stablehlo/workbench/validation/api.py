"""The doors: validate two programs, or each pass of a pipeline, and a helper for tests.

Which function of `before` is which of `after`, and how their arguments and results correspond, is found here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from xdsl.context import Context
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TupleType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, TypeAttribute
from xdsl.passes import ModulePass
from xdsl.traits import IsTerminator

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.errors import EvaluationError
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.kernels.table import entry_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import is_private
from xdsl_stablehlo.programs.verification import verify_module

from .inputs import refused
from .proofs import Answer, answer
from .relation.implementations import comparable_targets
from .relation.relation import Relation
from .relation.runs import Budget, Subject, beside
from .search import Search
from .verdicts import Kind, ValidationOptions, Verdict


def validate(
    before: ModuleOp | FuncOp,
    after: ModuleOp | FuncOp,
    options: ValidationOptions | None = None,
    **changes: Any,
) -> list[Verdict]:
    """Whether each function of `after` gives what the one of its name in `before` may give: one verdict for each.

    `changes` are fields of `ValidationOptions` that are other than in `options`. Programs are taken to be verified.
    What a verdict means is said in docs/validation.md; nothing is raised for programs that cannot be evaluated.

    Examples:
        >>> (verdict,) = validate(module, module.clone())
        >>> verdict.kind.value
        'proved'
    """
    options = replace(options or ValidationOptions(), **changes)
    if isinstance(before, ModuleOp) and isinstance(after, ModuleOp):
        return [_of_pair(pair, options) for pair in pairs_of(before, after)]
    if isinstance(before, FuncOp) and isinstance(after, FuncOp):
        return [_of_pair(Pair(before, after), options)]
    raise TypeError("validate takes two modules or two functions")


def _of_pair(pair: Pair, options: ValidationOptions) -> Verdict:
    name = pair.before.sym_name.data
    one_for_one = options.arguments is options.results is None and not options.bound
    known = Answer()
    if one_for_one and pair.after is not None:
        known = answer(pair.before, pair.after, options)
    if known.proof is not None:
        return Verdict(name, Kind.PROVED, known.proof)
    try:
        relation, types = relate(pair, options)
        why = refused(types)
        if why is not None:
            return Verdict(name, Kind.CANNOT, why)
        return Search(relation, types, options).verdict(known.candidate)
    except (Mismatch, EvaluationError) as error:
        return Verdict(name, Kind.CANNOT, str(error))


class PassVerdicts(NamedTuple):
    """What a pass of a pipeline did to each function."""

    name: str
    verdicts: Sequence[Verdict]

    @property
    def is_refuted(self) -> bool:
        return any(verdict.is_refuted for verdict in self.verdicts)


def validate_passes(
    module: ModuleOp,
    passes: Sequence[ModulePass],
    context: Context,
    options: ValidationOptions | None = None,
    **changes: Any,
) -> Iterator[PassVerdicts]:
    """Run `passes` on a copy of `module`, one after the other, and validate what each of them did.

    No proof rests on this project's own folding: a wrong rule would prove itself.

    Raises what the passes raise, and `VerifyException` where one leaves a module that is not valid.

    Examples:
        >>> from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
        >>> for name, verdicts in validate_passes(module, [StablehloConstantFoldPass()], ctx):
        ...     print(name, *[verdict.kind.value for verdict in verdicts])
        stablehlo-constant-fold not refuted
    """
    options = replace(replace(options or ValidationOptions(), **changes), proofs_by_folding=False)
    before = module.clone()
    for each in passes:
        after = before.clone()
        each.apply(context, after)
        verify_module(after)
        yield PassVerdicts(each.name, validate(before, after, options))
        before = after


def assert_refines(
    before: ModuleOp | FuncOp,
    after: ModuleOp | FuncOp,
    options: ValidationOptions | None = None,
    **changes: Any,
) -> None:
    """Raise `AssertionError`, with the smallest arguments that show it, where `after` does not refine `before`.

    The arguments are those of `validate`. What cannot be validated is an error, too: the test would say nothing.

    Examples:
        >>> assert_refines(module, module.clone())
    """
    wrong = (Kind.REFUTED, Kind.CANNOT)
    found = [str(v) for v in validate(before, after, options, **changes) if v.kind in wrong]
    if found:
        raise AssertionError("\n".join(found))


class Mismatch(ValueError):
    """Why two functions cannot be compared."""


class Pair(NamedTuple):
    """A function before, and the one of its name after, if there is one."""

    before: FuncOp
    after: FuncOp | None


def pairs_of(before: ModuleOp, after: ModuleOp) -> Iterator[Pair]:
    """The public functions of `before` that have bodies, each with its namesake; two that are alone are a pair."""
    mine, theirs = [[f for f in functions_of(m).values() if _is_public(f)] for m in (before, after)]
    if len(mine) == len(theirs) == 1:
        yield Pair(mine[0], theirs[0])
        return
    named = {func.sym_name.data: func for func in theirs}
    for func in mine:
        yield Pair(func, named.get(func.sym_name.data))


def _is_public(func: FuncOp) -> bool:
    return not func.is_declaration and not is_private(func)


def relate(pair: Pair, options: ValidationOptions) -> tuple[Relation, list[Attribute]]:
    """The relation that a pair should have, and the types of the arguments. Raises `Mismatch`."""
    before, after = pair
    if after is None:
        raise Mismatch(f"there is no function @{before.sym_name.data} after")
    inputs = list(before.function_type.inputs.data)
    outputs = before.function_type.outputs.data
    places = _places(options.arguments, len(inputs), "argument", options.bound)
    taken = after.function_type.inputs.data
    if len(places) != len(taken):
        raise Mismatch(f"it takes {len(places)} argument(s) before and {len(taken)} after")
    for place, theirs in zip(places, taken, strict=True):
        inputs[place] = _common(inputs[place], theirs, f"argument {place}")
    chosen = _places(options.results, len(outputs), "result", ())
    given = after.function_type.outputs.data
    if len(chosen) != len(given):
        raise Mismatch(f"it gives {len(chosen)} result(s) before and {len(given)} after")
    for place, theirs in zip(chosen, given, strict=True):
        _common(outputs[place], theirs, f"result {place}")
    budget = Budget(options)
    subjects = [Subject(f, beside(f), budget) for f in (before, after)]
    for subject, side in zip(subjects, ("before", "after"), strict=True):
        _check_evaluators(subject, side)
    subjects[0].targets = subjects[1].targets = comparable_targets(*[subject.ops() for subject in subjects])

    def results(values: Sequence[Value]) -> Sequence[Value]:
        return [*[values[place] for place in chosen], *values[len(outputs) :]]

    def arguments(values: Sequence[Any]) -> Sequence[Any]:
        return [values[place] for place in places]

    return Relation(subjects[0], subjects[1], budget, options, arguments, results), inputs


def _places(wanted: Sequence[int] | None, count: int, what: str, bound: Any) -> Sequence[int]:
    """For each of `after`'s the number of `before`'s. Raises `Mismatch` for one that is not there."""
    places = [i for i in range(count) if i not in bound] if wanted is None else wanted
    for place in (*places, *bound):
        if not 0 <= place < count:
            raise Mismatch(f"there is no {what} {place}: there are {count}")
    return places


def _common(ours: Attribute, theirs: Attribute, what: str) -> Attribute:
    """The type of what both take: the sizes that either knows. Raises `Mismatch` where there is none."""
    if ours == theirs:
        return ours
    if is_tensor_type(ours) and is_tensor_type(theirs) and ours.element_type == theirs.element_type:
        pairs = list(zip(ours.get_shape(), theirs.get_shape()))
        if ours.get_num_dims() == theirs.get_num_dims() and all(
            a == b or is_dynamic(a) or is_dynamic(b) for a, b in pairs
        ):
            return theirs if _known(theirs) >= _known(ours) else ours
    if isinstance(ours, TupleType) and isinstance(theirs, TupleType) and len(ours.types) == len(theirs.types):
        parts = tuple([_common(a, b, what) for a, b in zip(ours.types.data, theirs.types.data)])
        return TupleType(cast("tuple[TypeAttribute, ...]", parts))
    raise Mismatch(f"{what} is of type {ours} before and {theirs} after")


def _known(t: AnyTensorType) -> int:
    return sum(not is_dynamic(size) for size in t.get_shape())


def _check_evaluators(subject: Subject, side: str) -> None:
    """Raise `Mismatch` where an op cannot be evaluated, or what the function returns is not what it says."""
    last = subject.func.body.block.last_op
    if not isinstance(last, ReturnOp):
        raise Mismatch(
            f"{side}: it ends with '{'' if last is None else last.name}', and not with 'func.return'"
        )
    for op in subject.ops():
        runs_by_itself = isinstance(op, CallOp | ConstantOp | FuncOp) or op.has_trait(IsTerminator)
        if not runs_by_itself and entry_of(op) is None:
            raise Mismatch(f"{side}: '{op.name}' has no evaluator")
