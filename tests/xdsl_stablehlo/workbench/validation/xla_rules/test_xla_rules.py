"""XLA's rules: right for the bits of elements, or for real numbers only. What is true is argued from IEEE 754."""

from __future__ import annotations

import pytest

from tests.campaigns.conformance.xla_rules import is_right, rules
from tests.helpers.programs import parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of

from ..support import proof

RULES = rules()
UNPROVED = {"dynamic slice of an iota-i32"}
"""An index that is an element is a number of which z3 knows nothing."""


@pytest.mark.parametrize("part", one_of(24, range(24)))
def test_rules_are_proved_where_they_hold_bit_by_bit(part: int) -> None:
    for case in RULES[part::24]:
        before, after = [functions_of(parse(text))["main"] for text in (case.before, case.after)]
        proved = proof(before, after) is not None
        assert proved == (is_right(case) and case.name not in UNPROVED), case.name


def test_there_are_rules_and_wrong_variants() -> None:
    assert len({case.name.rpartition("-")[0] for case in RULES if not case.change}) >= 115
    assert sum(bool(case.change) for case in RULES) >= 60
