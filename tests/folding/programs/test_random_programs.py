"""Random programs: folded and unfolded evaluate alike, and folding twice changes nothing."""

from __future__ import annotations

import pytest

from tests.folding.support import fold
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.tiers import one_of

BATCH = 25


@pytest.mark.parametrize("batch", one_of(8, range(8)))
def test_folded_programs_compute_the_same(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        fold(random_program(seed))


@pytest.mark.parametrize("seed", one_of(10, range(20)))
def test_tight_limits_do_not_change_what_is_computed(seed: int) -> None:
    text = random_program(1000 + seed)
    fold(text, fold_op_element_limit=2)
    fold(text, twice=False, growth_budget=8)
    fold(text, twice=False, work_budget=30_000)
    fold(text, specialize_calls=False, loop_limit=1)
