"""Random programs through the folder, every pass and the validator.

A sample of `python -m tests.campaigns.passed_programs`.
"""

from __future__ import annotations

import pytest

from tests.campaigns.passed_programs import findings
from tests.helpers.tiers import one_of


@pytest.mark.parametrize("batch", one_of(16, range(16)))
def test_nothing_raises_and_nothing_is_refuted(batch: int) -> None:
    seeds = range(10 * batch, 10 * batch + 10)
    found = [found for seed in seeds for found in findings(seed, validated=seed % 20 == 0)]
    assert [each for each in found if each.is_wrong] == []
    assert len(found) >= len(seeds)
