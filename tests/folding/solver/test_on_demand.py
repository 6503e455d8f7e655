"""Traps for a folder that evaluates on demand: what fails late, never ends, is read from afar or by several.

Everything is asked through the public doors, and about results: the module computes what it did, or is as it was.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.folding.support import fold, main
from tests.helpers.drawn.whole_programs import random_program
from xdsl_stablehlo.folding.evaluate import work
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness

BIG, BIG_INT = "tensor<5000xf32>", "tensor<5000xi32>"
"""Too large to be evaluated before somebody asks, and small enough to become a constant."""


# ---- barriers, regions and functions ----


# ---- what may not be spent ----


@pytest.mark.parametrize(
    "limit",
    [
        {"work_budget": 0},
        {"work_budget": 200_000},
        {"op_work_limit": 1},
        {"value_bytes_limit": 1000},
        {"seconds": 0.0},
        {"growth_budget": 0},
        {"fold_op_element_limit": 0},
        {"exactness": Exactness.EXACT},
    ],
)
def test_limits_leave_a_module_that_computes_the_same(limit: dict[str, Any]) -> None:
    text = main(
        f"""
        %i = stablehlo.iota dim = 0 : {BIG}
        %s = stablehlo.sine %i : {BIG}
        %a = stablehlo.add %s, %i : {BIG}
        %t = stablehlo.slice %a [0:3] : ({BIG}) -> tensor<3xf32>
        %u = stablehlo.multiply %a, %x : {BIG}
        %v = stablehlo.slice %u [0:3] : ({BIG}) -> tensor<3xf32>
        %r = stablehlo.add %t, %v : tensor<3xf32>
        """,
        "tensor<3xf32>",
        f"%x: {BIG}",
    )
    fold(text, twice="seconds" not in limit, **limit)


# ---- everything at once ----


@pytest.mark.parametrize("batch", range(4))
def test_programs_of_which_nothing_is_evaluated_at_once(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small values go the way of large ones. What they are is known when rules have been asked: folding again asks
    with it."""
    monkeypatch.setattr(work, "AT_ONCE_BYTES", -1)
    monkeypatch.setattr(work, "AT_ONCE_WORK", -1)
    for seed in range(2000 + 15 * batch, 2015 + 15 * batch):
        fold(random_program(seed), twice=False)
