"""Booleans: add is or, multiply is and."""

from __future__ import annotations

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from .arithmetic import Arithmetic, Binary
from .comparison import ORDERED


class Booleans(Arithmetic):
    """i1."""

    add = maximum = or_ = np.logical_or
    multiply = minimum = and_ = np.logical_and
    xor = np.logical_xor
    not_ = np.logical_not

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        return ORDERED[direction]

    def order_key(self, operand: Array) -> Array:
        return operand
