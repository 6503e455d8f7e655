"""Proofs of rules about ops that move elements: cases that all of these rules are tried on.

A rule needs no more than its row: `proofs_of` finds the cases that it is applied to, and a rule without any has no
proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl_stablehlo.folding.rules.engine import Rule, limited_to
from xdsl_stablehlo.folding.rules.families import RULES, movement, updates

from .moves import Cases, check_all


def is_about_movement(rule: Rule) -> bool:
    """Whether a rule is proved by small shapes."""
    return bool({rule.when.__module__, rule.gives.__module__} & {movement.__name__, updates.__name__})


@dataclass
class Proof:
    """Cases, and the starts that they are run with."""

    cases: Cases
    starts: tuple[int, ...]
    known: Counter[str] = field(default_factory=Counter[str])

    def applied(self) -> Counter[str]:
        """How often each rule was applied to the cases, which compute the same afterwards."""
        if not self.known:
            with limited_to(*filter(is_about_movement, RULES.values())):
                self.known = check_all(self.cases, self.starts)
        return self.known


PROOFS: list[Proof] = []


def proof(*starts: int) -> Callable[[Cases], Cases]:
    """Add cases; arguments called `%s` are each of `starts` in turn, or 0."""

    def register(cases: Cases) -> Cases:
        PROOFS.append(Proof(cases, starts or (0,)))
        return cases

    return register


def proofs_of(rule: str) -> list[Proof]:
    """The proofs whose cases a rule is applied to."""
    return [each for each in PROOFS if each.applied()[rule]]
