"""What rules are proved by: cases, and the rules that were applied to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from .moves import Cases, check_all


@dataclass
class Proof:
    """Cases, and the starts that they are run with."""

    cases: Cases
    starts: tuple[int, ...]
    known: Counter[str] = field(default_factory=Counter[str])

    def applied(self) -> Counter[str]:
        """The rules that were applied to the cases, which compute the same afterwards."""
        self.known = self.known or check_all(self.cases, self.starts)
        return self.known


PROOFS: dict[str, list[Proof]] = {}
"""By the names of rules."""


def proves(*rules: str, starts: tuple[int, ...] = (0,)) -> Callable[[Cases], Cases]:
    """Cases that these rules are applied to."""

    def register(cases: Cases) -> Cases:
        proof = Proof(cases, starts)
        for rule in rules:
            PROOFS.setdefault(rule, []).append(proof)
        return cases

    return register
