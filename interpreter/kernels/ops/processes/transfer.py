"""Values between processes, one to one or one to many, and between a process and its host (spec: Parallel execution).

collective_broadcast, collective_permute, send, recv, infeed, outfeed, and the two ids of a process. Outside of
`interpreter.run_parallel` a program is the only process of a 1 x 1 grid.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import AnyTensorType

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import AsyncDoneOp, AsyncStartOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.ops.processes.collective import channel_of
from xdsl_stablehlo.values.element_types import Array

from ....interface.errors import EvaluationError
from ....parallel.grid import current_process
from ....parallel.groups import Grouping, moving_groups, transfer_groups
from ...support.table import register
from ...support.values import Future, RegionBody, Token, Value, as_arrays
from .collective import exchange, moving, roots_of, to_results, zeros_of


def eval_replica_id() -> Array:
    """The replica of the current process."""
    return np.asarray(current_process().id.replica, np.uint32)


def eval_partition_id() -> Array:
    """The partition of the current process."""
    return np.asarray(current_process().id.partition, np.uint32)


def eval_collective_broadcast(
    *operands: Array,
    groups: Grouping,
    channel_id: int,
    has_dynamic_root: bool,
    types: Sequence[AnyTensorType],
) -> tuple[Array, ...]:
    """The operands of the group's root; zeros for a process in no group.

    The root is the first of the group, or for result j the one at the position that the last operand holds at j.
    """
    process = current_process()
    if process.group_in(groups) is None:
        return tuple(map(zeros_of, types))
    brought = exchange(groups, "collective_broadcast", channel_id, operands).parts
    return tuple(
        [brought[root][j] for j, root in enumerate(roots_of(operands, has_dynamic_root, len(types)))]
    )


def eval_collective_permute(
    operand: Array, *, groups: Grouping, channel_id: int, tensor_type: AnyTensorType
) -> Array:
    """The operand of the process that the current one is the target of; zeros where it is none's."""
    process = current_process()
    result: Array | None = None
    # Everybody goes through the pairs in the same order, so that rings do not wait for each other.
    for pair in process.grid.groups_of(process.id, groups):
        meeting = process.grid.rendezvous(process.id, pair, "collective_permute", channel_id, (operand,))
        if process.id == pair.members[1] and result is None:
            result = meeting.parts[0][0]
    return zeros_of(tensor_type) if result is None else result


def eval_send(*inputs: Value, channel_id: int, groups: Grouping | None) -> Token:
    """Put the inputs, all but the last one, which is a token, on a channel.

    `groups` are the pairs of source and target; each target gets the inputs, and a process that is no source sends
    nothing. Without them whoever receives first from the channel does.
    """
    process = current_process()
    if groups is None:
        process.grid.send(channel_id, None, as_arrays(inputs[:-1]))
        return Token()
    for pair in process.grid.groups_of(process.id, groups):
        source, target = pair.members
        if source == process.id:
            process.grid.send(channel_id, target, as_arrays(inputs[:-1]))
    return Token()


def eval_recv(token: Token, *, channel_id: int, groups: Grouping | None) -> tuple[Value, ...]:
    """Take what was sent on a channel, waiting for it; a token comes last.

    Raises `EvaluationError` in a process that is the target of no pair in `groups`.
    """
    process = current_process()
    if groups is None:
        return (*process.grid.receive(process.id, channel_id, None), token)
    if all(target != process.id for _, target in groups(process.grid)):
        raise EvaluationError(f"nothing is sent to process {process.id} on channel {channel_id}")
    return (*process.grid.receive(process.id, channel_id, process.id), token)


def eval_infeed(token: Token) -> tuple[Value, ...]:
    """The next data of the infeed; a token comes last."""
    return (*current_process().grid.next_infeed(), token)


def eval_outfeed(*inputs: Value) -> Token:
    """Add the inputs, all but the last one, which is a token, to the outfeed."""
    current_process().grid.add_to_outfeed(as_arrays(inputs[:-1]))
    return Token()


def _transfer(op: hlo.SendOp | hlo.RecvOp) -> dict[str, object]:
    """Where data goes: to whom the pairs say, between devices; to the host and back along the channel alone."""
    pairs = op.source_target_pairs
    to_host = op.is_host_transfer is not None and bool(op.is_host_transfer.value.data)
    groups = None if to_host or pairs is None else transfer_groups(op, pairs)
    return {"channel_id": channel_of(op.channel_handle), "groups": groups}


def _permuting(op: hlo.CollectivePermuteOp) -> dict[str, object]:
    channel_id = channel_of(op.channel_handle)
    groups = moving_groups(op, op.source_target_pairs, channel_id)
    return {"groups": groups, "channel_id": channel_id, "tensor_type": ranked(op.result)}


def _depends_on_process(*_: object) -> str:
    return "its value depends on the process that runs it"


register(hlo.ReplicaIdOp, eval_replica_id, undefined=_depends_on_process)
register(hlo.PartitionIdOp, eval_partition_id, undefined=_depends_on_process)
register(
    hlo.CollectiveBroadcastOp,
    eval_collective_broadcast,
    bind=lambda op: {**to_results(op), **moving(op)},
    effects=True,
    storage=True,
)
register(hlo.CollectivePermuteOp, eval_collective_permute, bind=_permuting, effects=True, storage=True)
register(hlo.SendOp, eval_send, bind=_transfer, effects=True, storage=True)
register(hlo.RecvOp, eval_recv, bind=_transfer, effects=True, storage=True)
register(hlo.InfeedOp, eval_infeed, effects=True, storage=True)
register(hlo.OutfeedOp, eval_outfeed, effects=True, storage=True)


def eval_async_start(*operands: Value, body: RegionBody) -> Future:
    """The future of what `body` gives; it runs at once, as the specification allows."""
    return Future(*body(*operands))


def eval_async_done(operand: Future) -> Value:
    """The value that the future holds."""
    return operand.value


register(AsyncStartOp, eval_async_start, regions=("body",), effects=True)
register(AsyncDoneOp, eval_async_done, effects=True, storage=True)
