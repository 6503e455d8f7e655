"""Random programs: folded and unfolded evaluate alike, and folding twice changes nothing."""

from __future__ import annotations

import gc

import pytest

from tests.folding.support import fold
from tests.helpers.drawn.loop_programs import loop_program
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.programs import parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.evaluate.evaluation import OpFolder
from xdsl_stablehlo.folding.fold.driver import ModuleFolder
from xdsl_stablehlo.folding.plan.plan import Plan
from xdsl_stablehlo.folding.solver.analysis import Solver

BATCH = 25


@pytest.mark.parametrize("batch", one_of(8, range(8)))
def test_folded_programs_compute_the_same(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        fold(random_program(seed))


@pytest.mark.parametrize("seed", one_of(10, range(20)))
def test_tight_limits_do_not_change_what_is_computed(seed: int) -> None:
    text = random_program(1000 + seed)
    fold(text, fold_op_element_limit=2)
    fold(text, growth_budget=8)
    fold(text, work_budget=100_000)
    fold(text, specialize_calls=False, loop_limit=1)


def left_of_folds() -> list[object]:
    return [each for each in gc.get_objects() if isinstance(each, ModuleFolder | Solver | Plan | OpFolder)]


def test_nothing_of_a_fold_waits_for_the_garbage_collector() -> None:
    """It would stay in memory until a collection of the oldest generation, which may never come."""
    programs = [parse(program(seed)) for program in (random_program, loop_program) for seed in range(8)]
    gc.collect()
    gc.disable()
    try:
        before = left_of_folds()  # by other tests
        reports = [*map(fold_module, programs)]
        after = left_of_folds()
    finally:
        gc.enable()
    assert len(reports) == 16
    assert len(after) == len(before)
