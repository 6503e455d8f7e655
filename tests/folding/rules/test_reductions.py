"""Rules about ops that combine elements: right for all elements of small types, wrong without their conditions."""

from __future__ import annotations

import numpy as np
import pytest

from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.rules.engine import Rule, limited_to
from xdsl_stablehlo.folding.rules.families import RULES

from ...helpers.every_input import computed, differing, every
from ...helpers.oracle import Array
from ...helpers.programs import parse
from .reduction_cases import RIGHT, WRONG, Case
from .test_rules import careless


def changes(rule: Rule, case: Case) -> bool | None:
    """Whether a program gives something else after the rule for some element; None where the rule does not apply."""
    before, after = parse(case.program()), parse(case.program())
    with limited_to(rule):
        if not fold_module(after).simplified:
            return None
    inputs: Array = every(case.element)
    if case.size > 1:
        grid = np.meshgrid(*[np.arange(len(inputs))] * case.size, indexing="ij")
        inputs = inputs[np.stack([one.reshape(-1) for one in grid], axis=1)]
    argument = inputs.reshape(case.shape)
    (old,), (new,) = computed(before, [argument]), computed(after, [argument])
    return bool(np.any(differing(old, new)))


@pytest.mark.parametrize("name", RIGHT)
def test_rule_is_right(name: str) -> None:
    for case in RIGHT[name]:
        assert changes(RULES[name], case) is False, case


@pytest.mark.parametrize("name", WRONG)
def test_rule_is_wrong_without_its_condition(name: str) -> None:
    for case in WRONG[name]:
        assert changes(RULES[name], case) is None, case
    assert any(changes(careless(name), case) for case in WRONG[name])
