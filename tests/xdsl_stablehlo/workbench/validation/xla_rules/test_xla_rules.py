"""XLA's rules: right for the bits of elements, or for real numbers only. What is true is argued from IEEE 754."""

from __future__ import annotations

import pytest

from tests.campaigns.conformance.xla_rules import answered, is_right, rules
from tests.helpers.programs import parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.workbench.validation import Kind

from ..support import proof

RULES = rules()


@pytest.mark.parametrize("part", one_of(24, range(24)))
def test_rules_are_proved_where_they_hold_bit_by_bit(part: int) -> None:
    for case in RULES[part::24]:
        before, after = [functions_of(parse(text))["main"] for text in (case.before, case.after)]
        proved = proof(before, after) is not None
        assert proved == is_right(case), case.name


def test_there_are_rules_and_wrong_variants() -> None:
    assert len({case.name.rpartition("-")[0] for case in RULES if not case.change}) >= 130
    assert sum(bool(case.change) for case in RULES) >= 60


def test_products_that_overflow_on_the_way_are_refuted() -> None:
    """Four times a half is two, but four times a third of the largest number is infinite."""
    cases = [case for case in RULES if case.name.startswith("multiply powers of two in a row")]
    assert [answered(case).kind for case in cases if not case.change] == [Kind.REFUTED] * 2
