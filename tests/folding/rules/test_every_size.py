"""Rules about ops that move, write and combine elements, on programs that stand for all of their sizes.

The program before is folded with one rule alone, and `stablehlo-tv` proves that the result is equal to it whatever the
sizes are. Its terms of elements know none of these rules.
"""

from __future__ import annotations

from collections import defaultdict

import pytest
from xdsl.dialects.builtin import ModuleOp

from tests.campaigns.conformance.xla_rules import extent_of, is_right, rules
from tests.campaigns.validated_pairs import PairCase, pairs_in
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.rules.engine import limited_to
from xdsl_stablehlo.folding.rules.families import RULES
from xdsl_stablehlo.workbench.validation import Kind, Verdict, validate

from ...helpers.programs import parse
from ...helpers.tiers import one_of
from .proofs import CASES, EVERY_SIZE, SizeProof, is_about_movement
from .reduction_cases import RIGHT

MINE = list(pairs_in((CASES / "every_size.txt").read_text()))
PAIRS: dict[str, list[PairCase]] = defaultdict(list)
for _pair in [*filter(is_right, rules()), *[_each for _each in MINE if not _each.change]]:
    PAIRS[_pair.name.rpartition("-")[0]].append(_pair)

PROVED = [row for row in EVERY_SIZE if row.program]


def verdict_on(before: str, after: ModuleOp) -> Verdict:
    """The verdict on two programs, found where there are no rules."""
    with limited_to():
        (verdict,) = validate(parse(before), after, inputs=20)
    return verdict


@pytest.mark.parametrize("row", one_of(9, PROVED), ids=lambda row: f"{row.rule}: {row.program}")
def test_rule_is_right_for_every_size(row: SizeProof) -> None:
    assert PAIRS[row.program]
    for pair in PAIRS[row.program]:
        folded, wanted = parse(pair.before), parse(pair.after)
        with limited_to(RULES[row.rule]):
            assert fold_module(folded).rules()[row.rule]
        for after in (folded, wanted):
            verdict = verdict_on(pair.before, after)
            assert verdict.is_proved, str(verdict)
            assert extent_of(verdict) == row.how_far
        assert verdict_on(pair.after, folded).is_proved


@pytest.mark.parametrize(
    "pair", one_of(9, [each for each in MINE if each.change]), ids=lambda pair: pair.name
)
def test_another_program_is_refuted(pair: PairCase) -> None:
    assert verdict_on(pair.before, parse(pair.after)).kind is Kind.REFUTED


def test_every_rule_about_many_elements_says_how_far_it_is_proved() -> None:
    about = {name for name, rule in RULES.items() if is_about_movement(rule) or name in RIGHT}
    assert {row.rule for row in EVERY_SIZE} == about
    names = {row.program for row in EVERY_SIZE}
    assert {each.name.rpartition("-")[0] for each in MINE if not each.change} <= names
