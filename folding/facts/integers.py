"""Integer arithmetic and logic on intervals and known bits."""

from __future__ import annotations

from .lattice import IntegerKind, Integers
from .transfer import on_integers


@on_integers("add")
def add(kind: IntegerKind, lhs: Integers, rhs: Integers) -> Integers:
    return kind.between(lhs.low + rhs.low, lhs.high + rhs.high)
