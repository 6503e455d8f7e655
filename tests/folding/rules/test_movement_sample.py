"""Rules about ops that move elements, on a sample of the cases of `test_movement.py`."""

from __future__ import annotations

from collections import Counter

from xdsl_stablehlo.folding.rules.engine import limited_to
from xdsl_stablehlo.folding.rules.families import RULES

from . import movement_cases as movement_cases, update_cases as update_cases
from .moves import check_all
from .proofs import PROOFS, is_about_movement


def test_rules_are_applied_and_right() -> None:
    """In one program of ten, with two starts."""
    rules = [rule for rule in RULES.values() if is_about_movement(rule)]
    applied = Counter[str]()
    with limited_to(*rules):
        for proof in PROOFS:
            applied += check_all(proof.cases, proof.starts[:2], every=10)
    assert {rule.name for rule in rules} <= applied.keys()
