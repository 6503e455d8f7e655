"""Identities and absorbing elements, involutions, and chains of integers."""

from __future__ import annotations

from .conditions import on_float, on_ints, operand, splat
from .engine import Rule, add_rules

add_rules(
    Rule("add-zero", ("add", "or", "xor"), lambda k, op: on_ints(op) and splat(k, op.rhs, 0), operand(0)),
    Rule("zero-add", ("add", "or", "xor"), lambda k, op: on_ints(op) and splat(k, op.lhs, 0), operand(1)),
    Rule("add-negative-zero", ("add",), lambda k, op: on_float(op) and splat(k, op.rhs, -0.0), operand(0)),
)
