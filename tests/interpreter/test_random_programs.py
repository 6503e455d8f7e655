"""Random programs against the C++ interpreter.

`python -m tests.campaigns.random_programs COUNT FIRST_SEED` runs more of them.
"""

from __future__ import annotations

import pytest

from tests.campaigns.random_programs import difference
from tests.helpers.tiers import one_of

BATCH = 100


@pytest.mark.parametrize("batch", one_of(10, range(10)))
def test_random_programs_compute_what_the_oracle_does(batch: int) -> None:
    found = {seed: difference(seed) for seed in range(batch * BATCH, (batch + 1) * BATCH)}
    assert {seed: message for seed, message in found.items() if message is not None} == {}
