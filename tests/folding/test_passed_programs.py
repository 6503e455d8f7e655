"""Random programs through the folder, every pass and the validator: a sample of `python -m tests.passed_programs`."""

from __future__ import annotations

import pytest

from tests.passed_programs import findings

pytestmark = pytest.mark.prove


@pytest.mark.parametrize("batch", range(4))
def test_nothing_raises_and_nothing_is_refuted(batch: int) -> None:
    seeds = range(40 * batch, 40 * batch + 40)
    assert [found for seed in seeds for found in findings(seed, validated=seed % 20 == 0)] == []
