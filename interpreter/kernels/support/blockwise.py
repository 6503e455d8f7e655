"""Ops that are no elementwise ones and are evaluated block by block all the same, together with those around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from xdsl_stablehlo.values.element_types import Array

PAIRWISE = 1 << 16
"""So many neighbours in memory are summed pairwise in float32, and their sums in float64."""


class BlockMap(NamedTuple):
    """An op on one array that makes each element of one element: its kernel works on a block as on all."""


class BlockRow(NamedTuple):
    """An op without operands that repeats one row."""

    dimension: int
    """Of the result the only one along which it varies."""
    row: Callable[[int, int], Array]
    """Its elements along the dimension, from one index to before another."""


class BlockReduction(NamedTuple):
    """A reduction of all elements of one array, `PAIRWISE` neighbours after the other; the last ones may be fewer."""

    reduced: Callable[[Array], Array]
    """What is left of one block."""
    finish: Callable[[Array, Array], Array]
    """The result, from what is left of all blocks one after the other, and the init value."""
