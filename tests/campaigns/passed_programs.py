"""Random programs through the folder, under several options, through every pass, and through the validator.

    python -m tests.campaigns.passed_programs 5000 0 --step=10

Nothing may raise but what a pass documents, no op may stay because the folder failed over it, what comes out is valid,
and the validator refutes none of it by the arguments that it tries. Each program is folded under one of `OPTIONS` and
goes through `PASSES_EACH` of the passes: one program after the other has the next ones. With `--step=N` one
of N programs is validated, which takes longest; without it every program is.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import DiagnosticException

from tests.helpers.drawn.dynamic_programs import dynamic_program
from tests.helpers.drawn.loop_programs import loop_program
from tests.helpers.drawn.partial_programs import partial_program
from tests.helpers.drawn.unsized_programs import unsized_program
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.programs.registry import PASSES
from xdsl_stablehlo.tools.command_line.reading import PassSpec
from xdsl_stablehlo.tools.programs import pass_named
from xdsl_stablehlo.workbench.validation import Kind, ValidationOptions, validate

from .legalized_programs import quantized_program
from .seeds import Finding, flags, main

PASSES_EACH = 2

OPTIONS = (
    FoldOptions(),
    FoldOptions(unroll_limit=64, fold_expansions=True),
    FoldOptions(simplify=False),
    FoldOptions(fold_op_element_limit=2, growth_budget=8),
    FoldOptions(work_budget=30_000, loop_limit=3),
    FoldOptions(specialize_calls=False, fuse_locations=True),
    FoldOptions(exactness="exact", fold_barriers=True, assume_no_undeclared_side_effects=True),
)

NEEDED: dict[str, tuple[tuple[str, str | None], ...]] = {
    "stablehlo-compatibility-expander": (("target", "1.0.0"),),
    "stablehlo-wrap-in-composite": (("op_names", "stablehlo.add,stablehlo.multiply"),),
    "vhlo-to-version": (("target", "current"),),
}
"""Options without which a pass has nothing to do."""

CHANGES_VALUES = frozenset(
    (
        "interpreter-instrument-with-probe",
        "stablehlo-compatibility-expander",
        "stablehlo-complex-math-expander",
        "stablehlo-convert-to-signless",
    )
)
"""Passes behind which a program gives something else, as they say: other roundings, other types, files of values."""

NOT_BY_THEMSELVES = frozenset(
    (
        "hlo-test-broadcast",
        "hlo-test-infer",
        "hlo-test-speculatability",
        "stablehlo-bind-arguments",
        "stablehlo-refine-arguments",
        "stablehlo-split",
    )
)
"""Passes of upstream's tests, and those that need a file, names or types that fit one program."""

TRIED = ValidationOptions(proofs=False, inputs=3, steps=20_000)

Change: TypeAlias = Callable[[ModuleOp], None]

TO_VHLO = "stablehlo-legalize-to-vhlo"
FROM_VHLO = "vhlo-legalize-to-stablehlo"


def program_of(seed: int) -> str:
    """The program of a seed."""
    kind, number = seed % 8, seed // 8
    if kind == 5:
        return unsized_program(number)[0] if number % 2 else dynamic_program(number)[0]
    if kind == 6:
        return quantized_program(number)
    if kind in (0, 4):
        return loop_program(seed)
    return partial_program(seed) if kind in (1, 2, 3) else random_program(seed)


def passes_of(seed: int) -> Iterator[tuple[str, ...]]:
    """The pipelines that the program of a seed goes through, by the names of their passes."""
    names = sorted(PASSES.keys() - NOT_BY_THEMSELVES)
    for i in range(PASSES_EACH):
        name = names[(seed * PASSES_EACH + i) % len(names)]
        vhlo = name.startswith("vhlo") or name in (TO_VHLO, "stablehlo-deserialize")
        yield (
            (TO_VHLO, name, FROM_VHLO)
            if vhlo and name not in (TO_VHLO, FROM_VHLO)
            else ((TO_VHLO, FROM_VHLO) if vhlo else (name,))
        )


def findings(seed: int, validated: bool = True) -> Iterator[Finding]:
    """What is wrong with what becomes of the program of a seed."""
    text = program_of(seed)
    try:
        before = parse(text)
    except Exception as error:
        yield Finding("not parsed", f"does not parse: {_shown(error)}\n{text}")
        return
    number = seed % len(OPTIONS)
    yield from _found(f"fold {number}", before, partial(_fold, OPTIONS[number]), validated)
    for names in passes_of(seed):
        refutable = validated and CHANGES_VALUES.isdisjoint(names)
        yield from _found(",".join(names), before, partial(_apply, names), refutable)


def _fold(options: FoldOptions, module: ModuleOp) -> None:
    for kept in fold_module(module, options).kept:
        if kept.code == "failed" and re.search(
            r"fails to (fold|evaluate): \w+(Error|Exception)\b", kept.reason
        ):
            raise AssertionError(f"{kept.op} {kept.reason}")


def _apply(names: tuple[str, ...], module: ModuleOp) -> None:
    for name in names:
        each = pass_named(PassSpec(name, NEEDED.get(name, ())))
        try:
            each.apply(context(), module)
        except DiagnosticException:
            raise Refused from None


class Refused(Exception):
    """A pass says, in the way that is documented, that it does not take this program."""


def _found(what: str, before: ModuleOp, change: Change, validated: bool) -> Iterator[Finding]:
    module = before.clone()
    try:
        change(module)
        verify_module(module)
        yield Finding(what, is_wrong=False)
        if validated:
            for verdict in validate(before, module, TRIED):
                yield Finding(f"verdict: {verdict.kind.value}", is_wrong=False)
                if verdict.kind is Kind.REFUTED:
                    programs = f"{print_module(before)}\n{print_module(module)}"
                    yield Finding("refuted", f"{what}: {verdict}\n{programs}")
    except Refused:
        yield Finding(f"{what} refuses", is_wrong=False)
    except Exception as error:
        yield Finding("failed", f"{what}: {_shown(error)}\n{print_module(before)}")


def _shown(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def find(seed: int, asked: Namespace) -> Iterator[Finding]:
    """What is found for a seed. Every second one is tried as tests do, the others as users fold, where exceptions are
    handled."""
    failures.RAISES = seed % 2 == 0
    return findings(seed, seed % asked.step == 0)


if __name__ == "__main__":
    parser = flags("Folds random programs under several options, and runs every pass on them.")
    parser.add_argument("--step", type=int, default=1, help="validate one of so many programs (each)")
    main(find, parser)
