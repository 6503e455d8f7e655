"""Calls that say where values lie and give them as they are: shardings, layouts, devices and memories."""

from __future__ import annotations

from ..table import VIEW
from ..values import Value
from .registry import register_known

UNCHANGED = (
    "Sharding",
    "LayoutConstraint",
    "MoveToDevice",
    "MoveToHost",
    "annotate_device_placement",
    "xla.sdy.FuncResultSharding",
    "xla.sdy.Sharding",
)
"""JAX gives those of them that no pass may drop `has_side_effect = true`: they stay where the folder finds them."""


def eval_unchanged(*operands: Value) -> Value:
    """The operands."""
    return operands


for target in UNCHANGED:
    register_known(target, lambda _: eval_unchanged, cost=VIEW)


def _nothing(*_: Value) -> Value:
    return ()


register_known("xla.sdy.ShardingGroup", lambda _: _nothing, effects=True)
