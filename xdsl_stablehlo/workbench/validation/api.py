"""Validate two programs, or each pass of a pipeline: which functions, arguments and results correspond."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute
from xdsl.passes import ModulePass

from xdsl_stablehlo import verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import tuple_type
from xdsl_stablehlo.dialects.stablehlo.shapes import compatible_tensors, most_specific_type
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.terms.effects import is_terminator
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.ir.branches import branch_of
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type, name_of
from xdsl_stablehlo.programs.symbols import is_private

from ..permitted.choices.implementations import comparable_targets
from .inputs import refused
from .proofs import Answer, answer
from .relation import Relation
from .runs import Budget, Subject
from .search import Search
from .terms.graph import beside
from .verdicts import Kind, ValidationOptions, Verdict


@default_environment()
def validate(
    before: ModuleOp | FuncOp,
    after: ModuleOp | FuncOp,
    options: ValidationOptions | None = None,
    **changes: object,
) -> list[Verdict]:
    """Whether each function of `after` gives what the function of its name in `before` may give: a verdict for each.

    `changes` replace fields of `options`. Both programs must be verified. A program that cannot be evaluated gets a
    verdict, too. docs/validation.md says what verdicts mean.

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
    known = Answer()
    if options.arguments is options.results is None and not options.bound and pair.after is not None:
        known = answer(pair.before, pair.after, options)
    if known.proof is not None:
        return Verdict(name, Kind.PROVED, known.proof, steps=known.steps)
    try:
        relation, types = relate(pair, options)
        why = refused(types)
        if why is not None:
            return Verdict(name, Kind.CANNOT, why)
        return Search(relation, types).verdict(known.candidate)
    except (Mismatch, EvaluationError) as error:
        return Verdict(name, Kind.CANNOT, str(error))


@default_environment()
def proof_of(before: ModuleOp, after: ModuleOp) -> str | None:
    """A proof for the shapes at hand, without trying arguments, that `validate` would refute no function.

    Examples:
        >>> proof_of(module, module.clone())
        'both functions apply the same ops to the same values, for these shapes'
    """
    proofs: dict[str, None] = {}
    for mine, theirs in pairs_of(before, after):
        proof = None if theirs is None else answer(mine, theirs, ValidationOptions(sizes=False)).proof
        if proof is None:
            return None
        proofs[proof] = None
    return "; ".join(proofs) or None


class PassVerdicts(NamedTuple):
    """The verdicts on what a pass did to each function."""

    name: str
    verdicts: Sequence[Verdict]

    @property
    def is_refuted(self) -> bool:
        return any(verdict.is_refuted for verdict in self.verdicts)


@default_environment()
def validate_passes(
    module: ModuleOp,
    passes: Sequence[ModulePass],
    context: Context,
    options: ValidationOptions | None = None,
    **changes: object,
) -> Iterator[PassVerdicts]:
    """Run `passes` on a copy of `module`, one after the other, and validate each of them.

    Raises what the passes raise, and `VerifyException` if one leaves an invalid module.

    Examples:
        >>> from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
        >>> for name, verdicts in validate_passes(module, [StablehloConstantFoldPass()], ctx):
        ...     print(name, *[verdict.kind.value for verdict in verdicts])
        stablehlo-constant-fold proved
    """
    options = replace(options or ValidationOptions(), **changes)
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
    **changes: object,
) -> None:
    """Raise `AssertionError`, with the smallest counterexample, if `after` does not refine `before`.

    Takes the arguments of `validate`. Raises also if there is no verdict, because a test would then say nothing.

    Examples:
        >>> assert_refines(module, module.clone())
    """
    wrong = (Kind.REFUTED, Kind.CANNOT)
    found = [str(v) for v in validate(before, after, options, **changes) if v.kind in wrong]
    if found:
        raise AssertionError("\n".join(found))


class Mismatch(ValueError):
    """Raised for two functions that cannot be compared."""


class Pair(NamedTuple):
    """A function before, and the corresponding one after, if there is one."""

    before: FuncOp
    after: FuncOp | None


def pairs_of(before: ModuleOp, after: ModuleOp) -> Iterator[Pair]:
    """The public functions of `before` with bodies, each with the one of its name; two single functions are a pair."""
    mine, theirs = [
        [f for f in functions_of(m).values() if not f.is_declaration and not is_private(f)]
        for m in (before, after)
    ]
    if len(mine) == len(theirs) == 1:
        yield Pair(mine[0], theirs[0])
        return
    named = {func.sym_name.data: func for func in theirs}
    for func in mine:
        yield Pair(func, named.get(func.sym_name.data))


def relate(pair: Pair, options: ValidationOptions) -> tuple[Relation, list[Attribute]]:
    """The relation of a pair, and the types of the arguments. Raises `Mismatch`."""
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
    ours, its = [Subject(f, beside(f), budget) for f in (before, after)]
    _check_evaluators(ours, "before")
    _check_evaluators(its, "after")
    ours.targets = its.targets = comparable_targets(ours.ops(), its.ops())
    return Relation(ours, its, budget, options, places, chosen), inputs


def _places(wanted: Sequence[int] | None, count: int, what: str, bound: Collection[int]) -> Sequence[int]:
    """For each argument or result of `after`, the index of that of `before`. Raises `Mismatch` for a wrong index."""
    places = [i for i in range(count) if i not in bound] if wanted is None else wanted
    for place in (*places, *bound):
        if not 0 <= place < count:
            raise Mismatch(f"there is no {what} {place}: there are {count}")
    return places


def _common(ours: Attribute, theirs: Attribute, what: str) -> Attribute:
    """The type with the sizes that either type knows. Raises `Mismatch` if they do not agree."""
    if ours == theirs:
        return ours
    if (
        is_tensor_type(ours)
        and is_tensor_type(theirs)
        and ours.element_type == theirs.element_type
        and compatible_tensors(ours, theirs)
    ):
        return most_specific_type([ours, theirs])
    if isinstance(ours, TupleType) and isinstance(theirs, TupleType) and len(ours.types) == len(theirs.types):
        return tuple_type([_common(a, b, what) for a, b in zip(ours.types.data, theirs.types.data)])
    raise Mismatch(f"{what} is of type {ours} before and {theirs} after")


def _check_evaluators(subject: Subject, side: str) -> None:
    """Raise `Mismatch` if an op cannot be evaluated, or if the function does not end with a `func.return`."""
    for block in subject.func.body.blocks:
        last = block.last_op
        if not isinstance(last, ReturnOp) and branch_of(last) is None:
            name = "" if last is None else name_of(last)
            raise Mismatch(f"{side}: it ends with '{name}', and not with 'func.return'")
    for op in subject.ops():
        runs_by_itself = isinstance(op, CallOp | ConstantOp | FuncOp) or is_terminator(type(op))
        if not runs_by_itself and entry_of(op) is None:
            raise Mismatch(f"{side}: '{name_of(op)}' has no evaluator")
