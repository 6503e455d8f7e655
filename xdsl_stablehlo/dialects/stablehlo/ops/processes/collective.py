"""Ops in which all processes of a group take part: all_gather, all_reduce, all_to_all, reduce_scatter, ...

First what they demand of their replica groups; `transfer` has the ops of one process with another.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from math import prod
from typing import TypeAlias

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType, UnitAttr, i32
from xdsl.ir import Attribute, Operation, Region
from xdsl.traits import OpTrait, Pure, SingleBlockImplicitTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_tensor_type

from ....base import fields
from ... import hlo_types as kinds, meshes, shapes
from ...attributes import ChannelHandleAttr
from ...checks import accumulator_types, check_compatible, check_reducer
from ...definition import HloOp, Violation, ranked, ranked_types
from ...hlo_types import SymbolViolation
from ...traits import (
    SpeculatableAsOpSays,
    SpeculatableIfStaticDimInOutputIsStaticInInput,
    TypesAgree,
    sizes_are_expected,
)
from ..structure.control_flow import ReturnOp

ReplicaGroups: TypeAlias = "meshes.IntElements | meshes.ReplicaGroupMeshAxesAttr"


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
            if shapes.element_type_of(operand) != shapes.element_type_of(result):
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
    if isinstance(groups, meshes.ReplicaGroupMeshAxesAttr):
        return
    shape = groups.get_shape()
    if len(shape) != 2:
        raise Violation("replica groups should be a rank 2 tensor", labels.rank)
    if use_global_device_ids and not prod(shape):
        raise Violation(
            "if `use_global_device_ids` is set, the replica groups cannot be empty", labels.channel
        )
    seen: set[int] = set()
    for replica in meshes.flat_ints(groups):
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
    if isinstance(groups, meshes.ReplicaGroupMeshAxesAttr):
        try:
            groups.verify_symbol_uses(op)
        except VerifyException as error:
            raise SymbolViolation(str(error)) from None


def channel_of(handle: ChannelHandleAttr | None) -> int:
    """The id of a channel; 0 without a channel handle."""
    return 0 if handle is None else handle.handle.value.data


def check_source_target_pairs(pairs: meshes.IntElements) -> None:
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
    ids = meshes.flat_ints(pairs)
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
    if not is_tensor_type(root) or root.element_type != i32 or root.get_num_dims() != 1:
        raise Violation(f"{prefix}be a rank-1 i32 tensor, but got '{root}'", labels[1])
    if root.get_shape()[0] != data:
        raise Violation(
            f"{prefix}have the same number of elements as data operands ({data}), but got {root.get_shape()[0]}",
            labels[1],
        )


def _expected_but(exempt: Sequence[int], op: Operation) -> bool:
    """Whether each size that a result declares is known of the operand, and none of `exempt` is declared.

    The sizes of those dimensions depend on the number of processes, which is known at run time.
    """
    declared = [ranked(result).get_shape() for result in op.results]
    if any(not shapes.is_dynamic(shape[i]) for shape in declared for i in exempt):
        return False
    return all(map(partial(sizes_are_expected, but=exempt), op.operand_types, op.result_types))


class Collective(HloOp, ABC):
    """An op in which all processes of a group take part; groups may hold the ids of devices."""

    _: KW_ONLY
    channel_handle: ChannelHandleAttr | None = fields.opt_prop_def(ChannelHandleAttr, default=None)
    use_global_device_ids: fields.UnitField = fields.opt_prop_def(UnitAttr, default=False)

    def check_processes(self, groups: ReplicaGroups, labels: GroupLabels, *, same_size: bool) -> None:
        """The groups of processes are as `check_groups` says, and a mesh that they name is there."""
        check_mesh_symbol(self, groups)
        global_ids = self.use_global_device_ids is not None
        check_groups(groups, labels, same_size=same_size, use_global_device_ids=global_ids)

    def check_channel(self, label: str) -> None:
        """Global device ids need a channel."""
        channel = channel_of(self.channel_handle)
        if self.use_global_device_ids is not None and channel <= 0:
            raise Violation(
                f"channel_id must be positive when useGlobalDeviceIds is set but got: {channel}", label
            )


ALL_GATHER = GroupLabels(unique="C2", complete="C4", channel="C5", rank="I3")


class AllGatherOp(Collective, op="stablehlo.all_gather"):
    """Concatenates the operands of all processes of a group."""

    operands_: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor, alias="operands")
    all_gather_dim: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    replica_groups: meshes.GroupsField = fields.prop_def(meshes.ReplicaGroupsAttr)
    results_: fields.StatedResults = fields.var_result_def(kinds.HLO_Tensor, alias="result_types")
    traits = irdl.traits_def(PairwiseSameElements("C6"), SpeculatableAsOpSays())

    def check(self) -> None:
        self.check_processes(self.replica_groups, ALL_GATHER, same_size=True)
        if self.use_global_device_ids is not None and channel_of(self.channel_handle) < 0:
            raise Violation("channel_id cannot be negative when useGlobalDeviceIds is set", "C5")
        for operand, result in zip(self.operands, self.results):
            source, gathered = ranked(operand).get_shape(), ranked(result).get_shape()
            dim = self.all_gather_dim.value.data
            if dim >= len(source):
                raise Violation("all_gather_dim must be a valid index of operand", "C1")
            if source[dim] == 0:
                raise Violation("dimension size of operand at 'all_gather_dim' cannot be zero")
            if len(source) != len(gathered):
                raise Violation("operand and result must have the same rank", "C6")
            if not all(
                i == dim or shapes.compatible_sizes(a, b) for i, (a, b) in enumerate(zip(source, gathered))
            ):
                raise Violation(
                    "operand and result should have the same shape except for the dimension size at "
                    "'all_gather_dim'",
                    "C6",
                )
            if shapes.DYNAMIC not in (source[dim], gathered[dim]) and gathered[dim] % source[dim]:
                raise Violation(
                    f"result gather dimension has size {gathered[dim]}, expected to be a multiple of operand "
                    f"gather dimension size {source[dim]}",
                    "C6",
                )

    def speculatable(self) -> bool:
        return _expected_but([self.all_gather_dim.value.data], self)


ALL_REDUCE = GroupLabels(unique="C1", complete="C3", channel="C4", rank="I2")


class ReducingCollective(Collective, ABC):
    """A collective that combines operands, element by element, with a computation."""

    operands_: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor, alias="operands")
    replica_groups: meshes.GroupsField = fields.prop_def(meshes.ReplicaGroupsAttr)
    computation: Region = fields.region_def()
    _: KW_ONLY
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_Tensor, alias="result_types", default=None
    )
    traits = irdl.traits_def(
        SpeculatableIfStaticDimInOutputIsStaticInInput(), SingleBlockImplicitTerminator(ReturnOp)
    )

    @property
    def data(self) -> Sequence[AnyTensorType]:
        """The types of the operands that are combined."""
        return ranked_types(self.operands)

    def infer(self) -> Sequence[Attribute]:
        data = self.data
        if not data:
            return ()
        accumulator = shapes.element_type_of(accumulator_types(self.computation, data[:1])[0])
        return tuple(shapes.with_element_type(operand, accumulator) for operand in data)

    def check_computation(self, label: str) -> None:
        """The computation is a reducer of scalars."""
        for operand in self.data:
            check_reducer(self.computation, [operand], [shapes.scalar_type(operand.element_type)], (), label)


class AllReduceOp(ReducingCollective, op="stablehlo.all_reduce"):
    """Combines the operands of all processes of a group, element by element."""

    def check(self) -> None:
        self.check_processes(self.replica_groups, ALL_REDUCE, same_size=False)
        self.check_channel("C4")
        self.check_computation("C5")


class CollectiveReduceOp(ReducingCollective, op="stablehlo.collective_reduce"):
    """Combines the operands of all processes of a group; the root process has the result."""

    _: KW_ONLY
    has_dynamic_root: fields.UnitField = fields.opt_prop_def(UnitAttr, default=False)

    @property
    def data(self) -> Sequence[AnyTensorType]:
        """The types of the operands that are reduced: all but a dynamic root."""
        types = ranked_types(self.operands)
        return types[:-1] if self.has_dynamic_root is not None else types

    def check(self) -> None:
        self.check_processes(self.replica_groups, COLLECTIVE_REDUCE, same_size=False)
        self.check_channel("")
        check_dynamic_root(
            "collective_reduce", self.operand_types, self.has_dynamic_root is not None, ("C3", "C3")
        )
        self.check_computation("C4")


COLLECTIVE_REDUCE = GroupLabels(unique="C1", complete="C2", rank="I2")
REDUCE_SCATTER = GroupLabels(unique="C3", complete="C5", channel="C6", rank="I3")


class ReduceScatterOp(Collective, op="stablehlo.reduce_scatter"):
    """Combines the operands of all processes of a group; each has one part of the result."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    scatter_dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    replica_groups: meshes.GroupsField = fields.prop_def(meshes.ReplicaGroupsAttr)
    computation: Region = fields.region_def()
    result: fields.StatedResult = fields.result_def(kinds.HLO_Tensor, alias="result_type")
    traits = irdl.traits_def(SpeculatableAsOpSays())

    def check(self) -> None:
        self.check_processes(self.replica_groups, REDUCE_SCATTER, same_size=True)
        operand, result = ranked(self.operand), ranked(self.result)
        check_reducer(self.computation, [operand], [shapes.scalar_type(operand.element_type)], (), "C7")
        dim = self.scatter_dimension.value.data
        if operand.get_num_dims() != result.get_num_dims():
            raise Violation("operand and result should have same rank", "C8")
        if dim >= operand.get_num_dims():
            raise Violation("scatter dim should be less than operand/result rank", "C2")
        self.check_channel("C6")
        source, scattered = operand.get_shape(), result.get_shape()
        if shapes.DYNAMIC in (source[dim], scattered[dim]):
            return
        if scattered[dim] == 0:
            raise Violation("result dimension size at scatter_dimension cannot be zero")
        if source[dim] == 0:
            raise Violation("operand dimension size at scatter_dimension cannot be zero")
        if source[dim] % scattered[dim]:
            raise Violation(
                f"operand scatter dimension has size {source[dim]}, expected to be a multiple of result scatter "
                f"dimension size {scattered[dim]}",
                "C8",
            )
        for i, (before, after) in enumerate(zip(source, scattered)):
            if i != dim and not shapes.compatible_sizes(before, after):
                raise Violation(
                    f"non scatter dimensions should be same for operand ({before}) and result ({after})", "C8"
                )
        expected = shapes.element_type_of(accumulator_types(self.computation, [operand])[0])
        if result.element_type != expected:
            raise Violation(
                f"result element-type is expected to be '{expected}', but got '{result.element_type}'", "C9"
            )

    def speculatable(self) -> bool:
        return _expected_but([self.scatter_dimension.value.data], self)


ALL_TO_ALL = GroupLabels(unique="C5", complete="C7", size="C8", rank="I5")


def infer_all_to_all(operand: AnyTensorType, split: int, concat: int, count: int) -> AnyTensorType:
    """The size of dimension `split` is divided by `count`, that of `concat` multiplied."""
    rank = operand.get_num_dims()
    for dim, name, label in ((split, "split", "C1"), (concat, "concat", "C3")):
        if dim >= rank:
            raise Violation(f"AllToAll {name}_dimension {dim} is out-of-bounds for input rank {rank}", label)
    size = operand.get_shape()[split]
    if not shapes.is_dynamic(size) and size % count:
        raise Violation(
            f"split dimension has size {size}, expected to be a multiple of split_count {count}", "C2"
        )

    def exchange(sizes: Sequence[int]) -> Sequence[int]:
        changed = list(sizes)
        if changed and not shapes.is_dynamic(changed[split]):
            changed[split] //= count
        if changed and not shapes.is_dynamic(changed[concat]):
            changed[concat] *= count
        return changed

    shape = exchange(operand.get_shape())
    return shapes.tensor_with_bounds(shape, operand.element_type, exchange(shapes.bounds_of(operand)))


class AllToAllOp(HloOp, op="stablehlo.all_to_all"):
    """Splits the operands along one dimension, exchanges the parts, concatenates them along another."""

    operands_: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor, alias="operands")
    split_dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    concat_dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    split_count: fields.IntField = fields.prop_def(kinds.PositiveI64Attr)
    replica_groups: meshes.GroupsField = fields.prop_def(meshes.ReplicaGroupsAttr)
    _: KW_ONLY
    channel_handle: ChannelHandleAttr | None = fields.opt_prop_def(ChannelHandleAttr, default=None)
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_Tensor, alias="result_types", default=None
    )
    traits = irdl.traits_def(PairwiseSameElements("C9"), SpeculatableAsOpSays())

    def infer(self) -> Sequence[Attribute]:
        count = self.split_count.value.data
        check_groups(self.replica_groups, ALL_TO_ALL, same_size=True, group_size=count)
        split, concat = self.split_dimension.value.data, self.concat_dimension.value.data
        return [infer_all_to_all(operand, split, concat, count) for operand in ranked_types(self.operands)]

    def check(self) -> None:
        check_mesh_symbol(self, self.replica_groups)

    def speculatable(self) -> bool:
        return _expected_but([self.split_dimension.value.data, self.concat_dimension.value.data], self)


class CrossReplicaSumOp(HloOp, op="stablehlo.cross-replica-sum"):
    """The sum of the operands of all processes of a group: an older form of all_reduce, not in the specification."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    replica_groups: meshes.ElementsField = fields.prop_def(meshes.I64ElementsAttr)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = irdl.traits_def(TypesAgree(check_compatible), Pure())

    def infer(self) -> Sequence[Attribute]:
        return (self.operand.type,)
