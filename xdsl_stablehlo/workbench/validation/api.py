"""The doors: validate two programs, or each pass of a pipeline, and a helper for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from xdsl_stablehlo.interpreter.errors import EvaluationError
from xdsl_stablehlo.programs.verification import verify_module

from .arguments.inputs import refused
from .arguments.search import Search
from .matching import Mismatch, Pair, pairs_of, relate
from .options import ValidationOptions
from .proving.proofs import Answer, answer
from .verdicts import Kind, Verdict


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
