"""A sample of JAX's own cases, of every kind that it has: XLA's values, and constants where the arguments are."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from tests.campaigns.conformance.exceptions import EXCEPTIONS
from tests.campaigns.conformance.jax_harnesses import evaluated, folded, harnesses

pytestmark = pytest.mark.prove

PARTS = 8
EVALUATED, FOLDED = 400, 80


def sample(count: int, suite: str) -> list[Any]:
    """So many cases, by turns of every group, the same in every run."""
    groups: defaultdict[str, list[Any]] = defaultdict(list)
    for harness in harnesses():
        if harness.fullname not in EXCEPTIONS[suite]:
            groups[harness.group_name].append(harness)
    for group in groups.values():
        Random(len(group)).shuffle(group)
    chosen: list[Any] = []
    while len(chosen) < count:
        chosen += [group.pop() for group in groups.values() if group]
    return chosen[:count]


@pytest.mark.parametrize("part", range(PARTS))
def test_cases_give_the_values_of_xla(part: int) -> None:
    outcomes = [evaluated(harness) for harness in sample(EVALUATED, "jax")[part::PARTS]]
    assert [(each.name, each.seen) for each in outcomes if not each.holds] == []


@pytest.mark.parametrize("part", range(PARTS))
def test_cases_with_constant_arguments_fold(part: int) -> None:
    outcomes = [folded(harness) for harness in sample(FOLDED, "jax-folded")[part::PARTS]]
    assert [(each.name, each.seen) for each in outcomes if not each.holds] == []
