"""Shardy's ops. Shardings and collectives change no value; a `manual_computation` runs for each device of its mesh.

The program around it has whole tensors. Outside of a process grid one of as many partitions as the mesh has devices is
made for it; inside (a manual computation in another one, or a program that runs as a grid) each process takes its part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, cast

from xdsl_stablehlo.values.element_types import Array

from ....dialects.sdy import ops as sdy
from ....dialects.sdy.structure import ValueShardings
from ....dialects.sdy.verification import mesh_of_sharding, sharding_of
from ...interface.errors import EvaluationError
from ...parallel.grid import Parts, ProcessGrid, ProcessId, Shared, current_process, run_grid
from ...parallel.groups import Mesh, Sharding, sharding_along
from ..support.table import VIEW, XLA_FREE, Cost, Kernel, register, register_made
from ..support.values import RegionBody, as_arrays


def eval_unsharded(operand: Array) -> Array:
    """The operand: how it is sharded is nothing that its elements tell."""
    return operand


def _nothing(_: Array) -> tuple[()]:
    return ()


class Manual(NamedTuple):
    """The cuts of the operands of a manual computation, and of its results."""

    mesh: Mesh
    in_shardings: Sequence[Sharding]
    out_shardings: Sequence[Sharding]
    axes: frozenset[str]


def eval_manual_computation(*tensors: Array, body: RegionBody, manual: Manual | None) -> tuple[Array, ...]:
    """The results of `body` on each device for its parts of `tensors`, put together.

    A dimension that is cut along axes that are not manual stays whole: on those devices the same is computed.
    """
    if manual is None or len(manual.mesh.devices) == 1:
        return as_arrays(body(*tensors))
    count, grid = len(manual.mesh.devices), current_process().grid
    run = partial(_on_this_device, tensors, body, manual)
    if grid.partitions == count:
        return run()
    if (grid.replicas, grid.partitions) != (1, 1):
        raise EvaluationError(f"is for {count} devices, but the grid has {grid.partitions} partitions")
    return run_grid(ProcessGrid(1, count), [run] * count)[0]


def _on_this_device(tensors: Sequence[Array], body: RegionBody, manual: Manual) -> tuple[Array, ...]:
    """Run the body on this process's parts, and give what it makes together with those of other devices."""
    process = current_process()
    device = process.id.partition
    cut = zip(tensors, manual.in_shardings, strict=True)
    given = as_arrays(body(*[tensor[sharding.part(tensor.shape, device)] for tensor, sharding in cut]))
    others = _alike(manual, device)
    group = process.grid.group(tuple([ProcessId(process.id.replica, other) for other in others]))

    def joined(brought: Parts) -> tuple[Array, ...]:
        each = zip(manual.out_shardings, zip(*brought, strict=True), strict=True)
        return tuple([sharding.joined(parts, others) for sharding, parts in each])

    shared = Shared(body.block, joined)
    meeting = process.grid.rendezvous(process.id, group, "sdy.manual_computation", 0, given, shared)
    return cast("tuple[Array, ...]", meeting.made[shared.key])


def _alike(manual: Manual, device: int) -> list[int]:
    """The devices that are where `device` is along all axes that are not manual."""
    mesh = manual.mesh
    mine = mesh.place(device)
    along = [name for name in mesh.sizes if name not in manual.axes]
    return [other for other in mesh.devices if all(mesh.place(other)[name] == mine[name] for name in along)]


def eval_named_computation(*tensors: Array, body: RegionBody) -> tuple[Array, ...]:
    """The results of `body`."""
    return as_arrays(body(*tensors))


def _manual_computation(op: sdy.ManualComputationOp) -> Kernel:
    axes = frozenset(op.manual_axes.data)

    def cut(shardings: ValueShardings) -> list[Sharding]:
        found: list[Sharding] = []
        for sharding in shardings.each:
            mesh = mesh_of_sharding(op, sharding)
            if mesh is None:
                raise EvaluationError(f"cannot find the mesh {sharding.mesh}")
            found.append(sharding_along(Mesh.of(mesh), sharding).restricted(axes))
        return found

    ins, outs = cut(op.in_shardings.data), cut(op.out_shardings.data)
    mesh = next((each.mesh for each in (*ins, *outs)), None)
    return partial(eval_manual_computation, manual=mesh and Manual(mesh, ins, outs, axes))


def _reducing(op: sdy.ReducingOp) -> Kernel:
    """A sum over devices that hold the terms of their operand: the whole is that sum before and after."""
    sharding = sharding_of(op.tensor)
    unreduced = () if sharding is None else sharding.unreduced
    for axis in op.axes:
        if not any(axis.overlaps(other) for other in unreduced):
            raise EvaluationError(f"reduces along {axis}, along which its operand is not unreduced")
    return eval_unsharded


register(sdy.ShardingConstraintOp, eval_unsharded, cost=VIEW, xla=XLA_FREE, storage=True)
for kind in (
    *(
        sdy.AllGatherOp,
        sdy.AllSliceOp,
        sdy.AllToAllOp,
        sdy.CollectivePermuteOp,
        sdy.DataFlowEdgeOp,
        sdy.FuncDataFlowEdgeOp,
    ),
    *(sdy.PropagationBarrierOp, sdy.ReplicatedToUnreducedOp, sdy.ReshardOp, sdy.ShardedToUnreducedOp),
):
    register_made(kind, lambda _: eval_unsharded, cost=VIEW, storage=True)
# What these give depends on how their operand is sharded: two of the same operand are not the same.
for kind in (sdy.AllReduceOp, sdy.ReduceScatterOp):
    register_made(kind, _reducing, cost=VIEW, storage=True, effects=True)
register_made(sdy.ConstantOp, lambda op: op.array, cost=VIEW, storage=True)
register(sdy.ShardingGroupOp, _nothing, effects=True)
register_made(
    sdy.ManualComputationOp, _manual_computation, cost=Cost(500_000), regions=("body",), storage=True
)
register(sdy.NamedComputationOp, eval_named_computation, cost=Cost(4_000, 0), regions=("body",))
