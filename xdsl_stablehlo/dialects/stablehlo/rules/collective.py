"""Constraints on replica groups and channels, shared by the collective ops (spec: all_gather and the others)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from xdsl.ir import Attribute, Operation
from xdsl.traits import OpTrait
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_tensor_type

from ..attributes import ChannelHandleAttr
from ..definition.constraints import Violation
from ..definition.properties import IntElements, flat_ints
from ..definition.violations import SymbolViolation
from ..hlo_types import is_signless_i32
from ..meshes import ReplicaGroupMeshAxesAttr
from ..shapes import element_type_of

ReplicaGroups: TypeAlias = "IntElements | ReplicaGroupMeshAxesAttr"


@dataclass(frozen=True)
class GroupLabels:
    """The numbers of an op's constraints on its replica groups."""

    unique: str = ""
    complete: str = ""
    size: str = ""
    channel: str = ""
    rank: str = ""


@dataclass(frozen=True)
class PairwiseSameElements(OpTrait):
    """Each operand has a result with the same elements."""

    label: str

    def verify(self, op: Operation) -> None:
        if len(op.operands) != len(op.results):
            raise Violation("requires the same number of operands and results", self.label).of(op.name)
        for i, (operand, result) in enumerate(zip(op.operand_types, op.result_types)):
            if element_type_of(operand) != element_type_of(result):
                message = f"requires the same element type for operand and result at index {i}"
                raise Violation(message, self.label).of(op.name)


def check_groups(
    groups: ReplicaGroups,
    labels: GroupLabels,
    *,
    same_size: bool,
    use_global_device_ids: bool = False,
    group_size: int | None = None,
) -> None:
    """Each process is in exactly one group. Groups as axes of a mesh hold that by themselves.

    Where groups may differ in size, -1 fills the rows of the shorter ones.
    """
    if isinstance(groups, ReplicaGroupMeshAxesAttr):
        return
    shape = groups.get_shape()
    if len(shape) != 2:
        raise Violation("replica groups should be a rank 2 tensor", labels.rank)
    if use_global_device_ids and not prod(shape):
        raise Violation(
            "if `use_global_device_ids` is set, the replica groups cannot be empty", labels.channel
        )
    seen: set[int] = set()
    for replica in flat_ints(groups):
        if replica == -1:
            if same_size:
                raise Violation("Invalid replica id -1", labels.complete)
            continue
        if replica in seen:
            raise Violation(f"replica id #{replica} seen more than once", labels.unique)
        seen.add(replica)
    missing = next((replica for replica in range(len(seen)) if replica not in seen), None)
    if missing is not None:
        raise Violation(f"replica id #{missing} not seen in replica groups", labels.complete)
    if same_size and group_size is not None and (shape[0] == 0 or shape[1] != group_size):
        raise Violation(f"group size of replica_groups must be {group_size}", labels.size)


def check_mesh_symbol(op: Operation, groups: ReplicaGroups) -> None:
    """A mesh that groups name by its symbol is there."""
    if isinstance(groups, ReplicaGroupMeshAxesAttr):
        try:
            groups.verify_symbol_uses(op)
        except VerifyException as error:
            raise SymbolViolation(str(error)) from None


def channel_id(handle: ChannelHandleAttr | None) -> int:
    """The id of a channel, 0 without one."""
    return 0 if handle is None else handle.handle.value.data


def check_source_target_pairs(pairs: IntElements) -> None:
    """Each process sends at most once and receives at most once: C1 to C4 of collective_permute."""
    shape = pairs.get_shape()
    if len(shape) != 2:
        raise Violation(
            f"expect source_target_pairs attribute to be of rank 2, but got rank {len(shape)}", "I2"
        )
    if shape[1] != 2:
        sizes = ", ".join(map(str, shape))
        raise Violation(f"expect source_target_pairs attribute of shape (N, 2), but got ({sizes})", "C1")
    sources: set[int] = set()
    targets: set[int] = set()
    ids = flat_ints(pairs)
    for source, target in zip(ids, ids, strict=True):
        for replica, seen, name, label in (
            (source, sources, "sources", "C2"),
            (target, targets, "targets", "C3"),
        ):
            if replica < 0:
                raise Violation("replica ids in source_target_pairs must be >= 0.", "C4")
            if replica in seen:
                raise Violation(f"duplicate {name} not allowed.", label)
            seen.add(replica)


def check_dynamic_root(
    op_name: str, operand_types: Sequence[Attribute], has_dynamic_root: bool, labels: tuple[str, str]
) -> None:
    """There is something to send; with a dynamic root the last operand holds one i32 root for each of the others.

    `labels` are the numbers of the two cases.
    """
    if not has_dynamic_root:
        if not operand_types:
            raise Violation(f"{op_name} requires at least one data operand", labels[0])
        return
    if len(operand_types) < 2:
        raise Violation(
            f"{op_name} with has_dynamic_root=true requires at least two operands (data + root)", labels[1]
        )
    root, data = operand_types[-1], len(operand_types) - 1
    prefix = f"last operand of {op_name} with has_dynamic_root=true must "
    if not is_tensor_type(root) or not is_signless_i32(root.element_type) or root.get_num_dims() != 1:
        raise Violation(f"{prefix}be a rank-1 i32 tensor, but got '{root}'", labels[1])
    if root.get_shape()[0] != data:
        raise Violation(
            f"{prefix}have the same number of elements as data operands ({data}), but got {root.get_shape()[0]}",
            labels[1],
        )
