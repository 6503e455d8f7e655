"""Booleans: add is or, multiply is and."""

from __future__ import annotations

import numpy as np

from ...element_types import Array
from .arithmetic import Arithmetic, Binary
from .comparison import ORDERED


class Booleans(Arithmetic):
    """i1."""

    def add(self, lhs: Array, rhs: Array) -> Array:
        return np.logical_or(lhs, rhs)

    def multiply(self, lhs: Array, rhs: Array) -> Array:
        return np.logical_and(lhs, rhs)

    def maximum(self, lhs: Array, rhs: Array) -> Array:
        return np.logical_or(lhs, rhs)

    def minimum(self, lhs: Array, rhs: Array) -> Array:
        return np.logical_and(lhs, rhs)

    def and_(self, lhs: Array, rhs: Array) -> Array:
        return np.logical_and(lhs, rhs)

    def or_(self, lhs: Array, rhs: Array) -> Array:
        return np.logical_or(lhs, rhs)

    def xor(self, lhs: Array, rhs: Array) -> Array:
        return np.logical_xor(lhs, rhs)

    def not_(self, operand: Array) -> Array:
        return np.logical_not(operand)

    def comparison(self, direction: str, compare_type: str | None = None) -> Binary:
        return ORDERED[direction]

    def order_key(self, operand: Array) -> Array:
        return operand
