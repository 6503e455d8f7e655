"""Mutants are valid, defined and small; every mutation changes programs."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.programs import named, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.programs.verification import diagnostics
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions, fuzz
from xdsl_stablehlo.workbench.fuzzing.guided import (
    GROWTH,
    Candidate,
    GuidedOptions,
    MadeProgram,
    StoredProgram,
    made,
)
from xdsl_stablehlo.workbench.fuzzing.mutations import (
    MUTATIONS,
    Material,
    Mutation,
    change_attribute,
    change_constant,
    change_elements,
    change_size,
    enclose,
    grow,
    infer_again,
    replace_op,
    splice,
)
from xdsl_stablehlo.workbench.reducing import count_ops

PROGRAMS = named(__file__)

OPTIONS = FuzzOptions(size=5)
PROGRAM = PROGRAMS["program"]


def mutants(mutation: Mutation, count: int, text: str = PROGRAM) -> list[ModuleOp]:
    """Valid programs that one mutation makes of one."""
    other = parse(
        "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %r = stablehlo.cosine %x : tensor<f32>\n"
        "  return %r : tensor<f32>\n}"
    )
    found = list[ModuleOp]()
    for seed in range(count):
        module = parse(text)
        try:
            changed = mutation(module, Random(seed), Material(other, OPTIONS, frozenset()))
        except (ValueError, LookupError):
            continue
        if changed and infer_again(module) and not list(diagnostics(module)):
            found.append(module)
    return found


@pytest.mark.parametrize("mutation", dict.fromkeys(MUTATIONS), ids=lambda each: each.__name__)
def test_every_mutation_makes_other_programs(mutation: Mutation) -> None:
    texts = {print_module(module) for module in mutants(mutation, 20)}
    assert texts - {print_module(parse(PROGRAM))}


@pytest.mark.parametrize(
    ("mutation", "there", "gone"),
    [
        (enclose, "stablehlo.if", ""),
        (enclose, "stablehlo.while", ""),
        (enclose, "stablehlo.case", ""),
        (splice, "stablehlo.cosine", ""),
        (replace_op, "stablehlo.slice", "stablehlo.add"),
        (change_attribute, "[0:2, 0:1:2]", "[0:2, 0:1]"),
        (change_elements, "tensor<2x3xbf16>", "f32"),
        (change_size, "tensor<4x3xf32>", "tensor<2x3xf32>"),
        (change_constant, "0x7F800000", ""),
    ],
)
def test_what_a_mutation_does(mutation: Mutation, there: str, gone: str) -> None:
    texts = map(print_module, mutants(mutation, 150))
    assert any(there in text and not (gone and gone in text) for text in texts)


UNKNOWN_SIZE = PROGRAMS["unknown size"]


def test_new_ops_read_no_values_of_unknown_sizes() -> None:
    texts = {print_module(module) for module in mutants(grow, 20, UNKNOWN_SIZE)}
    assert len(texts) > 10


def test_types_follow_a_changed_attribute() -> None:
    """A result has another shape, and so have the ops and the function that depend on it."""
    shapes = {str(functions_of(m)["main"].function_type.outputs.data[0]) for m in mutants(change_size, 60)}
    assert len(shapes) > 1


@pytest.mark.parametrize("batch", one_of(4, range(4)))
def test_mutants_are_valid_defined_and_small(batch: int) -> None:
    options, mutants = GuidedOptions(OPTIONS), list[MadeProgram]()
    stored = [StoredProgram.of(p.module, p.arguments) for p in (fuzz(seed, OPTIONS) for seed in range(8))]
    for number in range(12 * batch, 12 * (batch + 1)):
        parent, other = stored[number % 8], stored[number * 3 % 8]
        program = made(Candidate(number, parent, other), options, frozenset())
        assert list(diagnostics(program.module)) == []
        eval_module(program.module, program.arguments)
        if program.how:
            mutants.append(program)
            assert program.is_defined
            limit = max(GROWTH * OPTIONS.size, count_ops(parse(parent.text)))
            assert count_ops(program.module) <= limit
    assert len(mutants) >= 4


def test_what_is_undefined_is_no_mutant() -> None:
    """Of a program that divides by an argument that is zero, only mutants without the division are made."""
    text = PROGRAMS["what is undefined is no mutant"]
    parent = StoredProgram.of(parse(text), [np.asarray(1, np.int64), np.asarray(0, np.int64)])
    for number in range(20):
        program = made(Candidate(number, parent, parent), GuidedOptions(OPTIONS), frozenset())
        assert not program.how or program.is_defined


def test_stored_arguments_are_those_of_the_program() -> None:
    for seed in range(12):
        program = fuzz(seed, OPTIONS)
        again = StoredProgram.of(program.module, program.arguments).arguments()
        assert [(x.dtype, x.shape, x.tobytes()) for x in again] == [
            (x.dtype, x.shape, x.tobytes()) for x in program.arguments
        ]
