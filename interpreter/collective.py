"""Ops that talk to other processes of the grid or to the host (spec: Parallel execution, and the ops of these names).

Outside of `interpreter.run_parallel` a program is the only process of a 1 x 1 grid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import ArrayAttr, SymbolRefAttr, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import InterpreterFunctions, register_impls
from xdsl.ir import Attribute
from xdsl.traits import SymbolTable

from ..dialects.interpreter import RunParallelOp
from ..dialects.stablehlo import (
    AllGatherOp,
    AllReduceOp,
    AllToAllOp,
    AsyncDoneOp,
    AsyncStartOp,
    CollectiveBroadcastOp,
    CollectivePermuteOp,
    CollectiveReduceOp,
    CrossReplicaSumOp,
    InfeedOp,
    OutfeedOp,
    PartitionIdOp,
    RecvOp,
    ReduceScatterOp,
    ReplicaIdOp,
    SendOp,
)
from ..dialects.stablehlo.constraints import ranked
from ..elements import Array
from .errors import EvaluationError
from .evaluator import Value, evaluator
from .groups import Groups, channel_of, moving_groups, reducing_groups
from .numerics import arithmetic, convert
from .process import ProcessGrid, current_process, run_grid
from .program import Body
from .quantization import quantized_zero
from .reducers import apply
from .values import Future, Token


def eval_replica_id() -> Array:
    """The replica of the current process."""
    return np.asarray(current_process().id.replica, np.uint32)


def eval_partition_id() -> Array:
    """The partition of the current process."""
    return np.asarray(current_process().id.partition, np.uint32)


def _exchange(
    groups: Groups, op_name: str, channel_id: int, operands: tuple[Array, ...]
) -> list[tuple[Array, ...]]:
    """What every process of the current one's group brings. Raises `EvaluationError` for one in no group."""
    process = current_process()
    group = process.group_in(groups(process.grid))
    if group is None:
        raise EvaluationError(f"process {process.id} is in no process group")
    return process.grid.rendezvous(process.id, group, op_name, channel_id, operands)


def _position(groups: Groups) -> int:
    process = current_process()
    group = process.group_in(groups(process.grid))
    assert group is not None
    return group.index(process.id)


def eval_all_gather(
    *operands: Array, all_gather_dim: int, groups: Groups, channel_id: int
) -> tuple[Array, ...]:
    """Every operand of all processes of the group, concatenated along `all_gather_dim`."""
    brought = _exchange(groups, "all_gather", channel_id, operands)
    return tuple([np.concatenate(parts, all_gather_dim) for parts in zip(*brought, strict=True)])


Promotion: TypeAlias = "tuple[Attribute, Attribute]"
"""The element types of an operand and of what a computation combines."""


def _reduced(parts: Sequence[Array], computation: Body, promotion: Promotion) -> Array:
    result, *others = [convert(part, *promotion) for part in parts]
    for other in others:
        (result,) = apply(computation, result, other)
    return result


def eval_all_reduce(
    *operands: Array, groups: Groups, channel_id: int, promotions: Sequence[Promotion], computation: Body
) -> tuple[Array, ...]:
    """Every operand of all processes of the group, combined by `computation` from the first to the last."""
    brought = _exchange(groups, "all_reduce", channel_id, operands)
    return tuple(
        [_reduced(parts, computation, p) for parts, p in zip(zip(*brought), promotions, strict=True)]
    )


def eval_cross_replica_sum(operand: Array, *, groups: Groups, element_type: Attribute) -> Array:
    """The sum of the operands of all processes of the group."""
    brought = _exchange(groups, "cross_replica_sum", 0, (operand,))
    return reduce(arithmetic(element_type).add, [part for (part,) in brought])


def eval_reduce_scatter(
    operand: Array,
    *,
    scatter_dimension: int,
    groups: Groups,
    channel_id: int,
    promotion: Promotion,
    computation: Body,
) -> Array:
    """The current process's part of the operands of its group, combined and split along `scatter_dimension`."""
    brought = _exchange(groups, "reduce_scatter", channel_id, (operand,))
    reduced = _reduced([part for (part,) in brought], computation, promotion)
    return np.split(reduced, len(brought), scatter_dimension)[_position(groups)]


def eval_all_to_all(
    *operands: Array,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    groups: Groups,
    channel_id: int,
) -> tuple[Array, ...]:
    """Each process's parts for the current one, split along one dimension and concatenated along another."""
    brought = _exchange(groups, "all_to_all", channel_id, operands)
    position = _position(groups)
    results: list[Array] = []
    for parts in zip(*brought, strict=True):
        received = [np.split(part, split_count, split_dimension)[position] for part in parts]
        results.append(np.concatenate(received, concat_dimension))
    return tuple(results)


def eval_collective_broadcast(
    *operands: Array,
    groups: Groups,
    channel_id: int,
    has_dynamic_root: bool,
    types: Sequence[TensorType[Attribute]],
) -> tuple[Array, ...]:
    """The operands of the group's root; zeros for a process in no group.

    The root is the first of the group, or for result j the one at the position that the last operand holds at j.
    """
    process = current_process()
    if process.group_in(groups(process.grid)) is None:
        return tuple(map(_zeros, types))
    brought = _exchange(groups, "collective_broadcast", channel_id, operands)
    return tuple([brought[root][j] for j, root in enumerate(_roots(operands, has_dynamic_root, len(types)))])


def eval_collective_reduce(
    *operands: Array,
    groups: Groups,
    channel_id: int,
    has_dynamic_root: bool,
    types: Sequence[TensorType[Attribute]],
    promotions: Sequence[Promotion],
    computation: Body,
) -> tuple[Array, ...]:
    """The operands of all processes of the group combined by `computation`, on the root; zeros everywhere else."""
    process = current_process()
    group = process.group_in(groups(process.grid))
    if group is None:
        return tuple(map(_zeros, types))
    brought = _exchange(groups, "collective_reduce", channel_id, operands)
    results: list[Array] = []
    for j, root in enumerate(_roots(operands, has_dynamic_root, len(types))):
        if group[root] == process.id:
            parts = [part[j] for part in brought]
            results.append(_reduced(parts, computation, promotions[j]))
        else:
            results.append(_zeros(types[j]))
    return tuple(results)


def _roots(operands: Sequence[Array], has_dynamic_root: bool, count: int) -> Sequence[int]:
    return [int(root) for root in operands[-1]] if has_dynamic_root else [0] * count


def _zeros(tensor_type: TensorType[Attribute]) -> Array:
    return np.broadcast_to(quantized_zero(tensor_type), tensor_type.get_shape())


def eval_collective_permute(
    operand: Array, *, groups: Groups, channel_id: int, tensor_type: TensorType[Attribute]
) -> Array:
    """The operand of the process that the current one is the target of; zeros where it is none's."""
    process = current_process()
    result: Array | None = None
    # Everybody goes through the pairs in the same order, so that rings do not wait for each other.
    for source, target in groups(process.grid):
        if process.id in (source, target):
            brought = process.grid.rendezvous(
                process.id, (source, target), "collective_permute", channel_id, (operand,)
            )
            if process.id == target and result is None:
                result = brought[0][0]
    return _zeros(tensor_type) if result is None else result


def eval_send(*inputs: Value, channel_id: int) -> Token:
    """Put the inputs, all but the last one, which is a token, on a channel."""
    current_process().grid.send(channel_id, inputs[:-1])
    return Token()


def eval_recv(token: Token, *, channel_id: int) -> tuple[Value, ...]:
    """Take what was sent on a channel, waiting for it; a token comes last."""
    process = current_process()
    return (*process.grid.receive(process.id, channel_id), token)


def eval_infeed(token: Token) -> tuple[Value, ...]:
    """The next data of the infeed; a token comes last."""
    return (*current_process().grid.next_infeed(), token)


def eval_outfeed(*inputs: Value) -> Token:
    """Add the inputs, all but the last one, which is a token, to the outfeed."""
    current_process().grid.add_to_outfeed(inputs[:-1])
    return Token()


def eval_async_start(*operands: Value, body: Body) -> Future:
    """The future of what `body` gives; it runs at once, as the specification allows."""
    return Future(*body(*operands))


def eval_async_done(operand: Future) -> Value:
    """What the future holds."""
    return operand.value


def eval_run_parallel(
    *inputs: Value,
    shape: tuple[int, int],
    argument_counts: Sequence[int],
    callees: Sequence[Callable[..., Any]],
) -> tuple[Value, ...]:
    """Run one function for each process of a grid of `shape`, and give all their results in order.

    `callees` are the programs, replicas first, then the functions whose results are the infeed.
    """
    count = shape[0] * shape[1]
    programs: list[Callable[[], tuple[Value, ...]]] = []
    at = 0
    for function, arity in zip(callees[:count], argument_counts, strict=True):
        programs.append(partial(function, *inputs[at : at + arity]))
        at += arity
    grid = ProcessGrid(*shape, infeed=callees[count:])
    return tuple([value for results in run_grid(grid, programs) for value in results])


def _reducing(op: AllGatherOp | AllReduceOp | ReduceScatterOp) -> dict[str, Any]:
    channel_id = channel_of(op.channel_handle)
    groups = reducing_groups(op, op.replica_groups, channel_id, op.use_global_device_ids is not None)
    return {"groups": groups, "channel_id": channel_id}


def _moving(op: AllToAllOp | CollectiveBroadcastOp) -> dict[str, Any]:
    channel_id = channel_of(op.channel_handle)
    return {"groups": moving_groups(op, op.replica_groups, channel_id), "channel_id": channel_id}


def _promotions(op: AllReduceOp | CollectiveReduceOp | ReduceScatterOp) -> list[Promotion]:
    return [(ranked(x).element_type, ranked(y).element_type) for x, y in zip(op.operands, op.results)]


def _collective_reduce(op: CollectiveReduceOp) -> partial[tuple[Array, ...]]:
    channel_id = channel_of(op.channel_handle)
    if op.use_global_device_ids is not None:
        groups = reducing_groups(op, op.replica_groups, channel_id, True)
    else:
        groups = moving_groups(op, op.replica_groups, channel_id)
    return partial(
        eval_collective_reduce,
        groups=groups,
        channel_id=channel_id,
        has_dynamic_root=op.has_dynamic_root is not None,
        promotions=_promotions(op),
        types=[ranked(result) for result in op.results],
    )


def _collective_permute(op: CollectivePermuteOp) -> partial[Array]:
    channel_id = channel_of(op.channel_handle)
    return partial(
        eval_collective_permute,
        groups=moving_groups(op, op.source_target_pairs, channel_id),
        channel_id=channel_id,
        tensor_type=ranked(op.result),
    )


def _run_parallel(op: RunParallelOp) -> partial[tuple[Value, ...]]:
    programs = [
        [cast(SymbolRefAttr, name) for name in cast("ArrayAttr[Attribute]", row)] for row in op.programs
    ]
    functions = [SymbolTable.lookup_symbol(op, name) for row in programs for name in row]
    return partial(
        eval_run_parallel,
        shape=(len(programs), len(programs[0])),
        argument_counts=[len(cast(FuncOp, function).function_type.inputs) for function in functions],
    )


def _callees(op: RunParallelOp) -> list[str]:
    names = [symbol for row in op.programs for symbol in row]
    return [symbol.root_reference.data for symbol in (*names, *(op.infeed or ()))]


def _depends_on_process(*_: object) -> str:
    return "its value depends on the process that runs it"


@register_impls
class CollectiveFunctions(InterpreterFunctions):
    """Evaluators of the collective family."""

    async_start = evaluator(
        AsyncStartOp, lambda op: eval_async_start, regions=("body",), effects=True, storage=True
    )
    async_done = evaluator(AsyncDoneOp, lambda op: eval_async_done, effects=True, storage=True)
    replica_id = evaluator(ReplicaIdOp, lambda op: eval_replica_id, undefined=_depends_on_process)
    partition_id = evaluator(PartitionIdOp, lambda op: eval_partition_id, undefined=_depends_on_process)
    all_gather = evaluator(
        AllGatherOp,
        lambda op: partial(eval_all_gather, all_gather_dim=op.all_gather_dim.value.data, **_reducing(op)),
        effects=True,
        storage=True,
    )
    all_reduce = evaluator(
        AllReduceOp,
        lambda op: partial(eval_all_reduce, promotions=_promotions(op), **_reducing(op)),
        regions=("computation",),
        effects=True,
        storage=True,
    )
    cross_replica_sum = evaluator(
        CrossReplicaSumOp,
        lambda op: partial(
            eval_cross_replica_sum,
            groups=moving_groups(op, op.replica_groups, 0),
            element_type=ranked(op.result).element_type,
        ),
        effects=True,
    )
    reduce_scatter = evaluator(
        ReduceScatterOp,
        lambda op: partial(
            eval_reduce_scatter,
            scatter_dimension=op.scatter_dimension.value.data,
            promotion=_promotions(op)[0],
            **_reducing(op),
        ),
        regions=("computation",),
        effects=True,
        storage=True,
    )
    all_to_all = evaluator(
        AllToAllOp,
        lambda op: partial(
            eval_all_to_all,
            split_dimension=op.split_dimension.value.data,
            concat_dimension=op.concat_dimension.value.data,
            split_count=op.split_count.value.data,
            **_moving(op),
        ),
        effects=True,
        storage=True,
    )
    collective_broadcast = evaluator(
        CollectiveBroadcastOp,
        lambda op: partial(
            eval_collective_broadcast,
            has_dynamic_root=op.has_dynamic_root is not None,
            types=[ranked(result) for result in op.results],
            **_moving(op),
        ),
        effects=True,
        storage=True,
    )
    collective_reduce = evaluator(
        CollectiveReduceOp, _collective_reduce, regions=("computation",), effects=True, storage=True
    )
    collective_permute = evaluator(CollectivePermuteOp, _collective_permute, effects=True, storage=True)
    send = evaluator(
        SendOp,
        lambda op: partial(eval_send, channel_id=channel_of(op.channel_handle)),
        effects=True,
        storage=True,
    )
    recv = evaluator(
        RecvOp,
        lambda op: partial(eval_recv, channel_id=channel_of(op.channel_handle)),
        effects=True,
        storage=True,
    )
    infeed = evaluator(InfeedOp, lambda op: eval_infeed, effects=True, storage=True)
    outfeed = evaluator(OutfeedOp, lambda op: eval_outfeed, effects=True, storage=True)
    run_parallel = evaluator(RunParallelOp, _run_parallel, callees=_callees, effects=True, storage=True)
