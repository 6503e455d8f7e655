"""Calls that say where values lie and give them as they are: shardings, layouts, devices and memories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import EvaluationError
from ..support.values import Value
from ..table import VIEW, Kernel
from .registry import register_known

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp

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


def _of_one_device(op: CustomCallOp) -> Kernel:
    """The kernel of a call between whole tensors and their parts on each device, where the part is the whole."""
    if op.inputs[0].type != op.results[0].type:
        return _cut
    return eval_unchanged


def _cut(*_: Value) -> Value:
    raise EvaluationError("cuts a tensor for each device, which only `sdy.manual_computation` says where")


for target in ("SPMDFullToShardShape", "SPMDShardToFullShape"):
    register_known(target, _of_one_device, cost=VIEW)


def _nothing(*_: Value) -> Value:
    return ()


register_known("xla.sdy.ShardingGroup", lambda _: _nothing, effects=True)
