"""Proofs of rules about ops that move elements: cases that all of these rules are tried on, and programs for all sizes.

A rule needs no more than its row: `proofs_of` finds the cases that it is applied to, and a rule without any has no
proof. `EVERY_SIZE` names programs on which a rule is proved for every size.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from xdsl_stablehlo.folding.rules.engine import Rule, limited_to
from xdsl_stablehlo.folding.rules.families import RULES, movement, updates

from .moves import Cases, check_all


def is_about_movement(rule: Rule) -> bool:
    """Whether a rule is proved by small shapes."""
    return bool({rule.when.__module__, rule.gives.__module__} & {movement.__name__, updates.__name__})


class SizeProof(NamedTuple):
    """A program on which a rule is proved for more than its shapes."""

    rule: str
    program: str
    """A pair among XLA's rules or in `cases/every_size.txt`; empty where the row says what is not proved."""
    how_far: str
    """The sizes that the proof is for, as `docs/xla_rules.md` says them, or why there is none."""


CASES = Path(__file__).parent / "cases"
with (CASES / "every_size.tsv").open(newline="") as _file:
    EVERY_SIZE = [SizeProof(*row) for row in csv.reader(_file, delimiter="\t")][1:]


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
