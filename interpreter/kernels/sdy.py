"""Shardy's ops. Shardings change no value; a `manual_computation` runs for each device of its mesh.

The program around it has whole tensors. Outside of a process grid one of as many partitions as the mesh has devices is
made for it; inside (a manual computation in another one, or a program that runs as a grid) each process takes its part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, cast

from xdsl.ir import Operation
from xdsl.traits import SymbolTable

from xdsl_stablehlo.values.element_types import Array

from ...dialects.sdy import (
    ManualComputationOp,
    MeshAttr,
    PropagationBarrierOp,
    ReshardOp,
    ShardingConstraintOp,
    ShardingGroupOp,
)
from ..errors import EvaluationError
from ..parallel.grid import Parts, ProcessGrid, ProcessId, Shared, current_process, run_grid
from ..parallel.groups import Mesh, Sharding, axis_names, shardings_of
from .support.values import RegionBody, as_arrays
from .table import VIEW, Cost, Kernel, register, register_made


def eval_unsharded(operand: Array) -> Array:
    """The operand: how it is sharded is nothing that its elements tell."""
    return operand


def _nothing(_: Array) -> tuple[()]:
    return ()


class Manual(NamedTuple):
    """How a manual computation cuts its operands and puts its results together."""

    mesh: Mesh
    in_shardings: Sequence[Sharding]
    out_shardings: Sequence[Sharding]
    axes: frozenset[str]


def eval_manual_computation(*tensors: Array, body: RegionBody, manual: Manual | None) -> tuple[Array, ...]:
    """What `body` gives on each device for its parts of `tensors`, put together.

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


def _mesh_text(op: Operation, name: str) -> str:
    symbol = SymbolTable.lookup_symbol(op, name)
    mesh = None if symbol is None else symbol.get_attr_or_prop("mesh")
    if not isinstance(mesh, MeshAttr):
        raise EvaluationError(f"cannot find the mesh @{name}")
    return mesh.data


def _manual_computation(op: ManualComputationOp) -> Kernel:
    axes = axis_names(op.manual_axes.data)
    ins, outs = [
        [each.restricted(axes) for each in shardings_of(text.data, partial(_mesh_text, op))]
        for text in (op.in_shardings, op.out_shardings)
    ]
    mesh = next((each.mesh for each in (*ins, *outs)), None)
    return partial(eval_manual_computation, manual=mesh and Manual(mesh, ins, outs, axes))


register(ShardingConstraintOp, eval_unsharded, cost=VIEW, storage=True)
register(ReshardOp, eval_unsharded, cost=VIEW, storage=True)
register(PropagationBarrierOp, eval_unsharded, cost=VIEW, storage=True)
register(ShardingGroupOp, _nothing, effects=True)
register_made(ManualComputationOp, _manual_computation, cost=Cost(500_000), regions=("body",), storage=True)
