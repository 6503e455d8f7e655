"""Ops in which all processes of a group take part (spec: all_gather, all_reduce, all_to_all, reduce_scatter, ...).

Outside of `interpreter.run_parallel` a program is the only process of a 1 x 1 grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, TypeAlias, TypeVar

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.ops.processes.collective import channel_of
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.elementwise import quantized_zero
from xdsl_stablehlo.values.element_types import Array

from ....interface.errors import EvaluationError
from ....numerics import arithmetic_of, convert
from ....parallel.grid import Meeting, Parts, Shared, current_process
from ....parallel.groups import Grouping, moving_groups, reducing_groups
from ...support.table import register
from ...support.values import RegionBody, apply


def exchange(
    groups: Grouping,
    op_name: str,
    channel_id: int,
    operands: tuple[Array, ...],
    shared: Shared[Any] | None = None,
) -> Meeting:
    """Meet with the processes of the group of the current one. Raises `EvaluationError` for a process in no group."""
    process = current_process()
    group = process.group_in(groups)
    if group is None:
        raise EvaluationError(f"process {process.id} is in no process group")
    return process.grid.rendezvous(process.id, group, op_name, channel_id, operands, shared)


def _position(groups: Grouping) -> int:
    process = current_process()
    group = process.group_in(groups)
    assert group is not None
    return group.position[process.id]


def eval_all_gather(
    *operands: Array, all_gather_dim: int, groups: Grouping, channel_id: int
) -> tuple[Array, ...]:
    """Every operand of all processes of the group, concatenated along `all_gather_dim`."""

    def gathered(parts: Parts) -> tuple[Array, ...]:
        return tuple(np.concatenate(each, all_gather_dim) for each in zip(*parts, strict=True))

    return _share(groups, "all_gather", channel_id, operands, Shared(all_gather_dim, gathered))


T = TypeVar("T")

Promotion: TypeAlias = "tuple[Attribute, Attribute]"
"""The element types of an operand and of what a computation combines."""


def _reduced(parts: Sequence[Array], computation: RegionBody, promotion: Promotion) -> Array:
    result, *others = [convert(part, *promotion) for part in parts]
    for other in others:
        (result,) = apply(computation, result, other)
    return result


def _share(
    groups: Grouping,
    op_name: str,
    channel_id: int,
    operands: tuple[Array, ...],
    shared: Shared[T],
    computation: RegionBody | None = None,
) -> T:
    """The shared result of a group; a computation with captures is evaluated by each process."""
    if computation is not None and computation.captured:
        return shared.compute(exchange(groups, op_name, channel_id, operands).parts)
    return exchange(groups, op_name, channel_id, operands, shared).made[shared.key]


def _part(array: Array, position: int, count: int, dimension: int) -> Array:
    """Part `position` of `count` of equal size along `dimension`."""
    size = array.shape[dimension] // count
    index = [slice(None)] * array.ndim
    index[dimension] = slice(position * size, (position + 1) * size)
    return array[tuple(index)]


def eval_all_reduce(
    *operands: Array,
    groups: Grouping,
    channel_id: int,
    promotions: Sequence[Promotion],
    computation: RegionBody,
) -> tuple[Array, ...]:
    """Every operand of all processes of the group, combined by `computation` from the first to the last."""

    def reduced(parts: Parts) -> tuple[Array, ...]:
        each = zip(zip(*parts), promotions, strict=True)
        return tuple(_reduced(part, computation, promotion) for part, promotion in each)

    shared = Shared(computation.block, reduced)
    return _share(groups, "all_reduce", channel_id, operands, shared, computation)


def eval_cross_replica_sum(operand: Array, *, groups: Grouping, element_type: Attribute) -> Array:
    """The sum of the operands of all processes of the group."""
    add = arithmetic_of(element_type).add

    def summed(parts: Parts) -> Array:
        return reduce(add, [part for (part,) in parts])

    return _share(groups, "cross_replica_sum", 0, (operand,), Shared(element_type, summed))


def eval_reduce_scatter(
    operand: Array,
    *,
    scatter_dimension: int,
    groups: Grouping,
    channel_id: int,
    promotion: Promotion,
    computation: RegionBody,
) -> Array:
    """The current process's part of the operands of its group, combined and split along `scatter_dimension`."""

    def combined(parts: Parts) -> tuple[Array, int]:
        return _reduced([part for (part,) in parts], computation, promotion), len(parts)

    shared = Shared(computation.block, combined)
    reduced, count = _share(groups, "reduce_scatter", channel_id, (operand,), shared, computation)
    return _part(reduced, _position(groups), count, scatter_dimension)


def eval_all_to_all(
    *operands: Array,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    groups: Grouping,
    channel_id: int,
) -> tuple[Array, ...]:
    """Each process's parts for the current one, split along one dimension and concatenated along another."""
    meeting = exchange(groups, "all_to_all", channel_id, operands)
    position = _position(groups)
    results: list[Array] = []
    for parts in zip(*meeting.parts, strict=True):
        received = [_part(part, position, split_count, split_dimension) for part in parts]
        results.append(np.concatenate(received, concat_dimension))
    return tuple(results)


def eval_collective_reduce(
    *operands: Array,
    groups: Grouping,
    channel_id: int,
    has_dynamic_root: bool,
    types: Sequence[AnyTensorType],
    promotions: Sequence[Promotion],
    computation: RegionBody,
) -> tuple[Array, ...]:
    """The operands of all processes of the group combined by `computation`, on the root; zeros everywhere else."""
    process = current_process()
    group = process.group_in(groups)
    if group is None:
        return tuple(map(zeros_of, types))
    brought = exchange(groups, "collective_reduce", channel_id, operands).parts
    results: list[Array] = []
    for j, root in enumerate(roots_of(operands, has_dynamic_root, len(types))):
        if group.members[root] == process.id:
            parts = [part[j] for part in brought]
            results.append(_reduced(parts, computation, promotions[j]))
        else:
            results.append(zeros_of(types[j]))
    return tuple(results)


def roots_of(operands: Sequence[Array], has_dynamic_root: bool, count: int) -> Sequence[int]:
    """The position of the root in its group for each of `count` results; the last operand may hold them."""
    return [int(root) for root in operands[-1]] if has_dynamic_root else [0] * count


def zeros_of(tensor_type: AnyTensorType) -> Array:
    """The result of a process that receives nothing."""
    return np.broadcast_to(quantized_zero(tensor_type), tensor_type.get_shape())


def _reducing(op: hlo.AllGatherOp | hlo.AllReduceOp | hlo.ReduceScatterOp) -> dict[str, object]:
    channel_id = channel_of(op.channel_handle)
    groups = reducing_groups(op, op.replica_groups, channel_id, op.use_global_device_ids is not None)
    return {"groups": groups, "channel_id": channel_id}


def moving(op: hlo.AllToAllOp | hlo.CollectiveBroadcastOp) -> dict[str, object]:
    """Which processes move data to each other, and on which channel."""
    channel_id = channel_of(op.channel_handle)
    return {"groups": moving_groups(op, op.replica_groups, channel_id), "channel_id": channel_id}


def to_results(op: hlo.CollectiveBroadcastOp | hlo.CollectiveReduceOp) -> dict[str, object]:
    """Where the roots are, and the types of the results."""
    types = [ranked(result) for result in op.results]
    return {"has_dynamic_root": op.has_dynamic_root is not None, "types": types}


def _promotions(op: hlo.AllReduceOp | hlo.CollectiveReduceOp | hlo.ReduceScatterOp) -> list[Promotion]:
    return [(ranked(x).element_type, ranked(y).element_type) for x, y in zip(op.operands, op.results)]


def _rooted(op: hlo.CollectiveReduceOp) -> dict[str, object]:
    channel_id = channel_of(op.channel_handle)
    if op.use_global_device_ids is not None:
        groups = reducing_groups(op, op.replica_groups, channel_id, True)
    else:
        groups = moving_groups(op, op.replica_groups, channel_id)
    return {"groups": groups, "channel_id": channel_id, "promotions": _promotions(op), **to_results(op)}


register(hlo.AllGatherOp, eval_all_gather, bind=_reducing, effects=True, storage=True)
register(
    hlo.AllReduceOp,
    eval_all_reduce,
    bind=lambda op: {"promotions": _promotions(op), **_reducing(op)},
    regions=("computation",),
    effects=True,
)
register(
    hlo.CrossReplicaSumOp,
    eval_cross_replica_sum,
    bind=lambda op: {"groups": moving_groups(op, op.replica_groups, 0)},
    effects=True,
)
register(
    hlo.ReduceScatterOp,
    eval_reduce_scatter,
    bind=lambda op: {"promotion": _promotions(op)[0], **_reducing(op)},
    regions=("computation",),
    effects=True,
)
register(hlo.AllToAllOp, eval_all_to_all, bind=moving, effects=True, storage=True)
register(hlo.CollectiveReduceOp, eval_collective_reduce, bind=_rooted, regions=("computation",), effects=True)
