"""The exam: rewrites whose verdicts are known before."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.campaigns.validated_pairs import PAIRS, answer
from tests.helpers.tiers import one_of


def test_there_are_enough_of_every_kind() -> None:
    changes = Counter(case.change for case in PAIRS)
    assert changes[""] >= 150
    assert sum(changes.values()) - changes[""] >= 150
    kinds = "operator constant operand index mask order type clamping nan sign_of_zero comparison"
    assert min(changes[kind] for kind in kinds.split()) >= 4
    assert len({case.name for case in PAIRS}) == len(PAIRS)


def test_few_are_out_of_reach() -> None:
    assert sum(case.is_out_of_reach for case in PAIRS) <= 30


@pytest.mark.parametrize("part", one_of(48, range(48)))
def test_right_rewrites_are_not_refuted_and_wrong_ones_are(part: int) -> None:
    answers = [answer(case) for case in PAIRS[part::48]]
    assert [f"{a.case.name}: {a.verdict}" for a in answers if not a.is_right] == []
