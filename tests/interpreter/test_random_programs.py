"""Five thousand random programs of one op each, against the C++ interpreter: equal bits, or within the op's ULP."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.op_programs_structured import random_case
from tests.helpers.oracle import oracle
from tests.helpers.programs import assert_same, evaluate

BATCH = 100


@pytest.mark.parametrize("batch", range(50))
def test_random_programs_compute_what_the_oracle_does(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        case = random_case(seed)
        expected = oracle(case.program, *case.args)
        given = evaluate(case.program, *case.args)
        with np.errstate(all="ignore"):
            for ours, theirs in zip(given, expected, strict=True):
                try:
                    assert_same(ours, theirs, case.ulps)
                except AssertionError as error:
                    raise AssertionError(f"seed {seed}: {error}\n{case.program}") from None
