"""Groups of processes, as lists or axes of a mesh, and the parts of shardings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.stablehlo.meshes import (
    AxisRefAttr,
    MeshAttr,
    ReplicaGroupMeshAxesAttr,
    devices_along,
    mesh_of,
)
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import SplatElementsAttr, array_of

from ..interface.errors import EvaluationError
from .grid import ProcessGrid, ProcessId

if TYPE_CHECKING:
    from xdsl_stablehlo.dialects.sdy import structure

Grouping: TypeAlias = "Callable[[ProcessGrid], Sequence[tuple[ProcessId, ...]]]"
"""Splits a process grid into groups of processes, each in order."""

MOST_DEVICES = 1 << 20
"""The most devices of a mesh: no grid runs so many processes."""


def reducing_groups(
    op: Operation, replica_groups: Attribute, channel_id: int, use_global_device_ids: bool
) -> Grouping:
    """The strategies of all_gather, all_reduce and reduce_scatter."""
    groups = replica_groups_of(op, replica_groups)
    if use_global_device_ids:
        return lambda grid: grid.flattened_ids(groups)
    if channel_id > 0:
        return lambda grid: grid.cross_replica_and_partition(groups)
    return lambda grid: grid.cross_replica(groups)


def moving_groups(op: Operation, replica_groups: Attribute, channel_id: int) -> Grouping:
    """The strategies of all_to_all, collective_broadcast and collective_permute."""
    groups = replica_groups_of(op, replica_groups)
    if channel_id > 0:
        return lambda grid: grid.cross_partition(groups)
    return lambda grid: grid.cross_replica(groups)


def transfer_groups(op: Operation, source_target_pairs: Attribute) -> Grouping:
    """Pairs of source and target: partitions, or replicas in a grid of one partition."""
    pairs = replica_groups_of(op, source_target_pairs)
    return lambda grid: grid.cross_replica(pairs) if grid.partitions == 1 else grid.cross_partition(pairs)


def replica_groups_of(op: Operation, attribute: Attribute) -> tuple[tuple[int, ...], ...]:
    """The groups in a `replica_groups` attribute of `op`; -1 pads groups that are shorter.

    Raises `EvaluationError` for a mesh that cannot be found, or is too large.
    """
    if isinstance(attribute, ReplicaGroupMeshAxesAttr):
        mesh = mesh_of(op, attribute.mesh)
        if mesh is None:
            raise EvaluationError(f"cannot find the mesh {attribute.mesh}")
        return groups_along(mesh, [axis for axis in attribute.axes if isinstance(axis, AxisRefAttr)])
    ids = array_of(attribute)
    if isinstance(attribute, SplatElementsAttr):  # of -1, by the verifier: any number of empty groups
        ids = ids[:1, :1]
    return tuple(tuple([int(i) for i in group if i >= 0]) for group in ids)


def groups_along(mesh: MeshAttr, axes: Sequence[AxisRefAttr]) -> tuple[tuple[int, ...], ...]:
    """The groups of devices of `mesh` that differ only along `axes`.

    Raises `EvaluationError` for more than `MOST_DEVICES`.
    """
    count = prod([axis.size.value.data for axis in mesh.axes])
    if count > MOST_DEVICES:
        raise EvaluationError(f"a mesh of {count} devices is larger than any grid of processes")
    return tuple(tuple([int(i) for i in row]) for row in devices_along(mesh, axes))


# Shardy's shardings: the part of a tensor that each device of a mesh holds.


class AxisSteps(NamedTuple):
    """An axis of a mesh, or a part of one: `size` steps, each of `stride` places of the whole axis."""

    name: str
    size: int
    stride: int


class Mesh(NamedTuple):
    """Devices in a grid with named axes."""

    sizes: dict[str, int]
    devices: tuple[int, ...]
    """The device at each place, the last axis running fastest."""

    @staticmethod
    def of(mesh: structure.DeviceMesh) -> Mesh:
        """The mesh that Shardy describes."""
        return Mesh({**mesh.sizes}, mesh.ids or tuple(range(prod(mesh.sizes.values()))))

    def axis(self, axis: structure.AxisRef) -> AxisSteps:
        """An axis that a sharding names, which may be a part of one."""
        part = axis.part_in(self.sizes)
        return AxisSteps(axis.name, part.size, self.sizes[axis.name] // part.after)

    def place(self, device: int) -> dict[str, int]:
        """Where a device is along each axis."""
        at = np.unravel_index(self.devices.index(device), tuple(self.sizes.values()))
        return dict(zip(self.sizes, map(int, at), strict=True))


class Sharding(NamedTuple):
    """The axes of a mesh along which each dimension of a tensor is cut, the first axis into the largest pieces."""

    mesh: Mesh
    dimensions: tuple[tuple[AxisSteps, ...], ...]

    def restricted(self, names: frozenset[str]) -> Sharding:
        """This sharding without the other axes."""
        return Sharding(
            self.mesh, tuple([tuple([a for a in axes if a.name in names]) for axes in self.dimensions])
        )

    def part(self, whole: Sequence[int], device: int) -> tuple[slice, ...]:
        """The part of a tensor of this shape that `device` holds. Raises `EvaluationError` for a size that is not
        divisible."""
        place = self.mesh.place(device)
        slices: list[slice] = []
        for size, axes in zip(whole, self.dimensions):
            count, index = prod([axis.size for axis in axes]), 0
            for axis in axes:
                index = index * axis.size + place[axis.name] // axis.stride % axis.size
            if size % count:
                raise EvaluationError(f"cuts a dimension of size {size} into {count} parts")
            step = size // count
            slices.append(slice(index * step, (index + 1) * step))
        return tuple(slices)

    def whole(self, part: Sequence[int]) -> tuple[int, ...]:
        """The shape of the tensor of which each device holds a part of this shape."""
        cuts = [prod([axis.size for axis in axes]) for axes in self.dimensions]
        return tuple([size * cut for size, cut in zip(part, cuts)])

    def joined(self, parts: Sequence[Array], devices: Sequence[int]) -> Array:
        """The tensor of which each of `devices` holds one of `parts`."""
        shape = self.whole(parts[0].shape)
        result = np.empty(shape, parts[0].dtype)
        for part, device in zip(parts, devices, strict=True):
            result[self.part(shape, device)] = part
        return result


def sharding_along(mesh: Mesh, sharding: structure.TensorSharding) -> Sharding:
    """A sharding of a tensor along the axes of a mesh."""
    return Sharding(mesh, tuple([tuple(map(mesh.axis, each.axes)) for each in sharding.dimensions]))
