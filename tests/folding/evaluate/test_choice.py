"""Where a budget does not suffice for all constants: what is left is left by every further fold."""

from __future__ import annotations

from random import Random

from xdsl_stablehlo.folding.evaluate.work import affordable


def test_all_are_taken_that_fit_together() -> None:
    assert affordable([], 0) == 0
    assert affordable([3, 2, 1], 6) == 3


def test_what_is_left_takes_more_than_the_budget() -> None:
    assert affordable([3, 2, 2], 6) == 0
    assert affordable([5, 3, 2, 2], 6) == 1
    assert affordable([4] * 7, 8) == 1


def test_what_is_left_stays_left() -> None:
    random = Random(1)
    for _ in range(1000):
        budget = random.randrange(100)
        costs = sorted([random.randrange(budget + 1) for _ in range(random.randrange(20))], reverse=True)
        taken = affordable(costs, budget)
        assert sum(costs[:taken]) <= budget
        assert affordable(costs[taken:], budget) == 0
        assert taken == len(costs) or sum(costs) > budget
