"""Integer arithmetic and logic on intervals and known bits."""

from __future__ import annotations

from .lattice import IntegerFact, IntegerKind
from .transfer import on_integers


@on_integers("add")
def add(kind: IntegerKind, lhs: IntegerFact, rhs: IntegerFact) -> IntegerFact:
    return kind.between(lhs.low + rhs.low, lhs.high + rhs.high)
