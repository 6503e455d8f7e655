"""Shardy's attributes as plain values: meshes, axes, shardings, rules. The text of each is upstream's.

The fields are in the order of upstream's, which is the one of bytecode.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.utils.exceptions import VerifyException

DIRECTIONS = ("NONE", "FORWARD", "BACKWARD", "BOTH")
REDUCTIONS = ("sum", "max", "min")
ENDS = ("operand", "result")
LETTERS = "ijklmnopqrstuvwxyz"
"""The first factors; `z_1`, `z_2`, .. are those after them."""
SETS = ("reduction", "need_replication", "permutation", "blocked_propagation")
"""The sets of factors of a rule."""

_SPECIAL = re.compile(rb'[^ -~]|"')


def string_literal(text: str) -> str:
    """A string literal."""
    data = text.encode("utf-8", "surrogateescape").replace(b"\\", b"\\\\")
    return '"' + _SPECIAL.sub(lambda match: b"\\%02X" % match[0][0], data).decode() + '"'


def bracketed(values: Iterable[object], around: str = "{}") -> str:
    """The values with commas between them, in brackets."""
    return around[0] + ", ".join(map(str, values)) + around[1]


@dataclass(frozen=True, slots=True)
class MeshAxis:
    """An axis of a mesh and its size: `"x"=4`."""

    name: str
    size: int

    def __post_init__(self) -> None:
        if self.size < 1:
            raise VerifyException(f"axis size must be at least 1, got: {self.size}")

    def __str__(self) -> str:
        return f"{string_literal(self.name)}={self.size}"


@dataclass(frozen=True, slots=True)
class DeviceMesh:
    """Devices in a grid with named axes: `<["x"=4, "y"=2], device_ids=[..]>`. Without ids they are in order."""

    axes: tuple[MeshAxis, ...]
    ids: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        names, ids = [axis.name for axis in self.axes], self.ids
        count = prod([axis.size for axis in self.axes])
        problem = None
        if min(ids, default=0) < 0:
            problem = f"device id must be non-negative, got: {min(ids)}"
        elif not names and len(ids) > 1:
            problem = "axes is empty and device_ids has more than one element"
        elif len({*names}) != len(names):
            problem = f"duplicate axis name: {string_literal(next(n for n in names if names.count(n) > 1))}"
        elif names and ids and count != len(ids):
            problem = f"total product of axis sizes must match total number of device ids, got: {count} != {len(ids)}"
        elif names and ids and sorted(ids) != list(range(count)):
            problem = (
                f"sorted device ids must be iota(product(axes)), got: {', '.join(map(str, sorted(ids)))}"
            )
        if problem is not None:
            raise VerifyException(problem)
        if names and ids and ids == tuple(range(count)):
            object.__setattr__(self, "ids", ())

    @property
    def sizes(self) -> Mapping[str, int]:
        """The size of each axis, in order."""
        return {axis.name: axis.size for axis in self.axes}

    @property
    def is_maximal(self) -> bool:
        """Whether it is one device, by its number."""
        return not self.axes and len(self.ids) == 1

    def __str__(self) -> str:
        ids = f", device_ids={bracketed(self.ids, '[]')}" if self.ids else ""
        return f"<{bracketed(self.axes, '[]')}{ids}>"


@dataclass(frozen=True, slots=True)
class SubAxis:
    """A part of an axis: `(before)size` where the parts before it have `before` steps together."""

    before: int
    size: int

    @property
    def after(self) -> int:
        """The number of steps in it and the parts before it."""
        return self.before * self.size

    def __str__(self) -> str:
        return f"({self.before}){self.size}"


@dataclass(frozen=True, slots=True)
class AxisRef:
    """An axis, or a part of one: `"x"`, `"x":(2)4`."""

    name: str
    part: SubAxis | None = None

    def part_in(self, sizes: Mapping[str, int]) -> SubAxis:
        """The part of its axis that it is, which may be the whole."""
        return self.part or SubAxis(1, sizes[self.name])

    def size_in(self, sizes: Mapping[str, int]) -> int:
        return self.part_in(sizes).size

    def overlaps(self, other: AxisRef) -> bool:
        if self.name != other.name or self.part is None or other.part is None:
            return self.name == other.name
        return self.part.before < other.part.after and other.part.before < self.part.after

    def merges_with(self, following: AxisRef) -> bool:
        """Whether it and the part behind it are one part."""
        if self.name != following.name or self.part is None or following.part is None:
            return False
        return self.part.after == following.part.before

    def __str__(self) -> str:
        return string_literal(self.name) + ("" if self.part is None else f":{self.part}")


Axes: TypeAlias = "tuple[AxisRef, ...]"


@dataclass(frozen=True, slots=True)
class DimensionSharding:
    """The axes along which a dimension is cut, whether no others may be added, and its priority: `{"x", ?}p1`."""

    axes: Axes
    closed: bool = True
    priority: int | None = None

    def __str__(self) -> str:
        text = bracketed(self.axes if self.closed else (*self.axes, "?"))
        return text if self.priority is None else f"{text}p{self.priority}"


@dataclass(frozen=True, slots=True)
class TensorSharding:
    """The sharding of a tensor: `<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>`."""

    mesh: DeviceMesh | SymbolRefAttr
    dimensions: tuple[DimensionSharding, ...]
    replicated: Axes = ()
    unreduced: Axes = ()
    reduction: int = 0
    """By which reduction the devices along the unreduced axes have the tensor together, in `REDUCTIONS`."""

    @property
    def is_empty(self) -> bool:
        """Whether it has no dimensions and no axes."""
        return not (self.dimensions or self.replicated or self.unreduced)

    @property
    def axes(self) -> Axes:
        """All axes."""
        return (*[axis for each in self.dimensions for axis in each.axes], *self.replicated, *self.unreduced)

    def __str__(self) -> str:
        mesh = f"mesh{self.mesh}" if isinstance(self.mesh, DeviceMesh) else f"@{_symbol(self.mesh)}"
        text = f"{mesh}, {bracketed(self.dimensions, '[]')}"
        text += f", replicated={bracketed(self.replicated)}" if self.replicated else ""
        how = REDUCTIONS[self.reduction] if self.reduction else ""
        text += f", unreduced={how}{bracketed(self.unreduced)}" if self.unreduced else ""
        return f"<{text}>"


def _symbol(mesh: SymbolRefAttr) -> str:
    name = mesh.root_reference.data
    return name if re.fullmatch(r"[a-zA-Z_][\w$.]*", name, re.ASCII) else string_literal(name)


@dataclass(frozen=True, slots=True)
class ValueShardings:
    """The shardings of several values: `[<@mesh, [{"x"}]>, <@mesh, [{}]>]`."""

    each: tuple[TensorSharding, ...]

    def __str__(self) -> str:
        return bracketed(self.each, "[]")


@dataclass(frozen=True, slots=True)
class ManualAxes:
    """The axes along which a computation is written out for each device: `{"x", "y"}`."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return bracketed(map(string_literal, self.names))


@dataclass(frozen=True, slots=True)
class AxisList:
    """Axes of a collective: `{"x", "y":(1)2}`."""

    axes: Axes

    def __str__(self) -> str:
        return bracketed(self.axes)


@dataclass(frozen=True, slots=True)
class AxesPerDimension:
    """Axes of a collective for each dimension: `[{"x"}, {}]`."""

    each: tuple[AxisList, ...]

    @property
    def axes(self) -> Axes:
        """The axes of all dimensions."""
        return tuple([axis for each in self.each for axis in each.axes])

    def __str__(self) -> str:
        return bracketed(self.each, "[]")


@dataclass(frozen=True, slots=True)
class Move:
    """Axes that an `all_to_all` takes from one dimension to another: `{"x"}: 0->2`."""

    axes: Axes
    source: int
    target: int

    def __str__(self) -> str:
        return f"{bracketed(self.axes)}: {self.source}->{self.target}"


@dataclass(frozen=True, slots=True)
class Moves:
    """The axes that an `all_to_all` moves: `[{"x"}: 0->2, {"y"}: 1->3]`."""

    each: tuple[Move, ...]

    def __str__(self) -> str:
        return bracketed(self.each, "[]")


def factor_text(factor: int) -> str:
    """`i` to `z`, then `z_1`, `z_2`, .."""
    return LETTERS[factor] if factor < len(LETTERS) else f"z_{factor - len(LETTERS) + 1}"


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of a dimension: `jk`."""

    factors: tuple[int, ...]

    def __str__(self) -> str:
        return "".join(map(factor_text, self.factors))


@dataclass(frozen=True, slots=True)
class TensorFactors:
    """The factors of each dimension of a tensor: `[i, jk]`."""

    dimensions: tuple[Factors, ...]

    def __str__(self) -> str:
        return bracketed(self.dimensions, "[]")


@dataclass(frozen=True, slots=True)
class ShardingRule:
    """A sharding rule, the correspondence of dimensions: `<([i, j])->([j]) {i=8, j=4} reduction={i}, custom>`."""

    sizes: tuple[int, ...]
    operands: tuple[TensorFactors, ...]
    results: tuple[TensorFactors, ...]
    reduction: tuple[int, ...] = ()
    need_replication: tuple[int, ...] = ()
    permutation: tuple[int, ...] = ()
    blocked_propagation: tuple[int, ...] = ()
    custom: bool = False

    def __str__(self) -> str:
        text = f"{bracketed(self.operands, '()')}->{bracketed(self.results, '()')}"
        sizes = [f"{factor_text(i)}={size}" for i, size in enumerate(self.sizes)]
        text += f" {bracketed(sizes)}" if sizes else ""
        for name in SETS:
            factors: tuple[int, ...] = getattr(self, name)
            text += f" {name}={bracketed(map(factor_text, factors))}" if factors else ""
        return f"<{text}{', custom' if self.custom else ''}>"


@dataclass(frozen=True, slots=True)
class ValueRef:
    """An operand or a result by its number: `operand-0`."""

    end: str
    index: int

    def __str__(self) -> str:
        return f"{self.end}-{self.index}"


@dataclass(frozen=True, slots=True)
class Flow:
    """An axis that came from one value to others: `{"x" = operand-0 -> [result-0]}`."""

    axis: AxisRef
    source: ValueRef
    targets: tuple[ValueRef, ...]

    def __str__(self) -> str:
        return f"{{{self.axis} = {self.source} -> {bracketed(self.targets, '[]')}}}"


@dataclass(frozen=True, slots=True)
class PropagationStep:
    """A step of propagation: `{step-1 = [{"x" = operand-0 -> [result-0]}]}`."""

    index: int
    flows: tuple[Flow, ...]

    def __str__(self) -> str:
        return f"{{step-{self.index} = {bracketed(self.flows, '[]')}}}"


@dataclass(frozen=True, slots=True)
class Edges:
    """The steps of propagation: `<[{step-0 = [..]}, {step-1 = [..]}]>`."""

    steps: tuple[PropagationStep, ...]

    def __post_init__(self) -> None:
        seen: set[int] = set()
        for step in self.steps:
            if step.index < 0:
                raise VerifyException(f"propagation edges have negative step index: {step.index}")
            if step.index in seen:
                raise VerifyException(f"propagation edges have duplicate step index: {step.index}")
            seen.add(step.index)
            for flow in step.flows:
                if flow.source in flow.targets:
                    raise VerifyException("propagation edges have a source that is the same as a target")
                if len({*flow.targets}) != len(flow.targets):
                    raise VerifyException(
                        f"propagation edges have duplicate targets for step index: {step.index} "
                        f"and axis: {flow.axis.name}"
                    )

    def __str__(self) -> str:
        return f"<{bracketed(self.steps, '[]')}>"
