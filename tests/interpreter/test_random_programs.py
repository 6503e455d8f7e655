"""Random programs against the C++ interpreter; `python -m tests.random_programs COUNT FIRST_SEED` runs more of them."""

from __future__ import annotations

import pytest

from tests.helpers.tiers import one_of
from tests.random_programs import differences

BATCH = 100


@pytest.mark.parametrize("batch", one_of(10, range(10)))
def test_random_programs_compute_what_the_oracle_does(batch: int) -> None:
    assert list(differences(BATCH, batch * BATCH)) == []
