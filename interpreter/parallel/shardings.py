"""What Shardy's shardings mean: which part of a whole tensor each device of a mesh holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from ..errors import EvaluationError

_SHARDING = re.compile(
    r'<(?:@"?(?P<name>[^",]+)"?|mesh(?P<mesh><\[[^\]]*\](?:, device_ids=\[[^\]]*\])?>)), \[(?P<dims>[^\]]*)\][^>]*>'
)
_DIMENSION = re.compile(r"\{([^}]*)\}")
_AXIS = re.compile(r'"([^"]*)"(?::\((\d+)\)(\d+))?')
_MESH_AXIS = re.compile(r'"([^"]*)"=(\d+)')


class Axis(NamedTuple):
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
    def of(text: str) -> Mesh:
        """The mesh that a text like `<["x"=4, "y"=2], device_ids=[..]>` describes."""
        axes, _, ids = text.partition("device_ids=")
        sizes = {name: int(size) for name, size in _MESH_AXIS.findall(axes)}
        listed = tuple([int(i) for i in re.findall(r"\d+", ids)])
        return Mesh(sizes, listed or tuple(range(prod(sizes.values()))))

    def axis(self, name: str, before: str, size: str) -> Axis:
        """An axis as a sharding names it: `"x"`, or `"x":(before)size`."""
        whole = self.sizes[name]
        return Axis(name, int(size), whole // (int(before) * int(size))) if size else Axis(name, whole, 1)

    def place(self, device: int) -> dict[str, int]:
        """Where a device is along each axis."""
        at = np.unravel_index(self.devices.index(device), tuple(self.sizes.values()))
        return dict(zip(self.sizes, map(int, at), strict=True))


class Sharding(NamedTuple):
    """Along which axes of a mesh each dimension of a tensor is cut, the first axis into the largest pieces."""

    mesh: Mesh
    dimensions: tuple[tuple[Axis, ...], ...]

    def restricted(self, names: frozenset[str]) -> Sharding:
        """This sharding as far as it goes along some axes."""
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


def shardings_of(text: str, mesh_named: Callable[[str], str]) -> tuple[Sharding, ...]:
    """The shardings in a text like `[<@mesh, [{"x"}, {?}]>, ..]`; `mesh_named` gives the text of a mesh."""
    found: list[Sharding] = []
    for match in _SHARDING.finditer(text):
        mesh = Mesh.of(match["mesh"] or mesh_named(match["name"]))
        dimensions = [
            tuple([mesh.axis(*axis) for axis in _AXIS.findall(each)])
            for each in _DIMENSION.findall(match["dims"])
        ]
        found.append(Sharding(mesh, tuple(dimensions)))
    return tuple(found)


def axis_names(text: str) -> frozenset[str]:
    """The axes in a text like `{"x", "y"}`."""
    return frozenset(re.findall(r'"([^"]*)"', text))
