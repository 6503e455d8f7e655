"""Values between processes, one to one or one to many, and between a process and its host.

collective_broadcast, collective_permute, send, recv, infeed, outfeed, the two ids of a process; async_start and
async_done, for collectives that run beside other ops.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import KW_ONLY
from enum import IntEnum

from xdsl import irdl
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Region
from xdsl.traits import (
    IsolatedFromAbove,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
    SingleBlockImplicitTerminator,
)

from xdsl_stablehlo.ir.guards import is_array_attr, is_tensor_type

from ....base import fields
from ... import hlo_types as kinds, meshes
from ...attributes import ChannelHandleAttr
from ...checks import check_same_elements
from ...definition import HloOp, Violation
from ...hlo_types import FutureType, TokenType
from ...traits import (
    RecursivelySpeculatableIfAllInputsStatic,
    SpeculatableIfStaticDimInOutputIsStaticInInput,
    TypesAgree,
)
from ..structure.control_flow import ReturnOp, terminator_types
from .collective import check_dynamic_root, check_mesh_symbol, check_source_target_pairs

UI32_SCALAR = builtin.TensorType(builtin.IntegerType(32, builtin.Signedness.UNSIGNED), [])


class CollectiveBroadcastOp(HloOp, op="stablehlo.collective_broadcast"):
    """Sends the operands of one process to all processes of its group."""

    operands_: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor, alias="operands")
    replica_groups: meshes.GroupsField = fields.prop_def(meshes.ReplicaGroupsAttr)
    _: KW_ONLY
    channel_handle: ChannelHandleAttr | None = fields.opt_prop_def(ChannelHandleAttr, default=None)
    has_dynamic_root: fields.UnitField = fields.opt_prop_def(builtin.UnitAttr, default=False)
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_Tensor, alias="result_types", default=None
    )
    traits = irdl.traits_def(SpeculatableIfStaticDimInOutputIsStaticInInput())

    def infer(self) -> Sequence[Attribute]:
        types = self.operand_types
        return types[:-1] if self.has_dynamic_root is not None else types

    def check(self) -> None:
        check_mesh_symbol(self, self.replica_groups)
        groups = self.replica_groups
        if not isinstance(groups, meshes.ReplicaGroupMeshAxesAttr):
            rank = len(groups.get_shape())
            if rank != 2:
                raise Violation(
                    f"replica groups should be a rank 2 tensor,but instead it is of rank {rank}", "I2"
                )
            seen: set[int] = set()
            for replica in meshes.flat_ints(groups):
                if replica < 0:
                    raise Violation(f"replica_groups values must be positive, but was given {replica}", "C2")
                if replica in seen:
                    raise Violation(f"replica id #{replica} seen more than once", "C1")
                seen.add(replica)
        check_dynamic_root(
            "collective_broadcast", self.operand_types, self.has_dynamic_root is not None, ("C3", "C4")
        )


class CollectivePermuteOp(HloOp, op="stablehlo.collective_permute"):
    """Sends the operand of each source process to its target."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    source_target_pairs: meshes.ElementsField = fields.prop_def(meshes.I64ElementsAttr)
    _: KW_ONLY
    channel_handle: ChannelHandleAttr | None = fields.opt_prop_def(ChannelHandleAttr, default=None)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = irdl.traits_def(
        TypesAgree(check_same_elements, "C5"), SpeculatableIfStaticDimInOutputIsStaticInInput()
    )

    def infer(self) -> Sequence[Attribute]:
        return (self.operand.type,)

    def check(self) -> None:
        check_source_target_pairs(self.source_target_pairs)


class ProcessIdOp(HloOp, ABC):
    """An op without operands that gives the process a number: `tensor<ui32>`."""

    result: fields.InferredResult = fields.result_def(
        kinds.UI32RankedTensor, alias="result_type", default=None
    )
    traits = irdl.traits_def(Pure())
    assembly_format = "attr-dict `:` type(results)"

    def infer(self) -> Sequence[Attribute]:
        return (UI32_SCALAR,)


class ReplicaIdOp(ProcessIdOp, op="stablehlo.replica_id"):
    """The replica that runs this process."""


class PartitionIdOp(ProcessIdOp, op="stablehlo.partition_id"):
    """The partition that runs this process."""


# With the host and between channels --------------------------------------------------------------------------------


class ChannelType(IntEnum):
    """The two ends of a channel (spec: send, recv)."""

    DEVICE_TO_DEVICE = 1
    DEVICE_TO_HOST = 2
    HOST_TO_DEVICE = 3


def check_received(types: Sequence[Attribute], everything: str, labels: tuple[str, str, str]) -> None:
    """Check that an op receives tensors and, at the end, a token. `everything` begins the sentence of the error."""
    if not types:
        raise Violation("result is expected to be at least of size 1, but got 0", labels[0])
    wrong = next((t for t in types[:-1] if not is_tensor_type(t)), None)
    if wrong is not None:
        raise Violation(f"{everything} expected to be of tensor type, but got '{wrong}'", labels[1])
    if not isinstance(types[-1], TokenType):
        raise Violation(
            f"last element of result types is expected to be of token type, but got '{types[-1]}'", labels[2]
        )


class HostOp(HloOp, ABC):
    """An op that reads or writes outside of the program."""

    traits = irdl.traits_def(MemoryReadEffect(), MemoryWriteEffect())


class ChannelOp(HostOp, ABC):
    """An end of a channel between devices, or between a device and its host."""

    channel_handle = irdl.prop_def(ChannelHandleAttr)
    _: KW_ONLY
    is_host_transfer: fields.OptionalBoolField = fields.opt_prop_def(kinds.HloBoolAttr, default=False)
    source_target_pairs: meshes.OptionalElementsField = fields.opt_prop_def(
        meshes.I64ElementsAttr, default=None
    )

    def check_channel(self, host_type: ChannelType) -> None:
        """The channel has the type `host_type` for a transfer with the host, else the one between devices.

        No pairs of processes at all may be written in any shape.
        """
        flag, pairs = self.is_host_transfer, self.source_target_pairs
        is_host_transfer = flag is not None and bool(flag.value.data)
        expected = host_type if is_host_transfer else ChannelType.DEVICE_TO_DEVICE
        if self.channel_handle.type.value.data != expected:
            when = f"when is_host_transfer is {str(is_host_transfer).lower()}"
            raise Violation(f"channel_type should be {expected.name} {when}", "C5")
        if pairs is not None and len(pairs):
            check_source_target_pairs(pairs)


class SendOp(ChannelOp, op="stablehlo.send"):
    """Sends `inputs` to a channel."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    token: fields.OneOperand = fields.operand_def(kinds.HLO_Token)
    channel_handle: ChannelHandleAttr = fields.prop_def(ChannelHandleAttr)
    result = irdl.result_def(kinds.HLO_Token)

    def infer(self) -> Sequence[Attribute]:
        self.check_channel(ChannelType.DEVICE_TO_HOST)
        return (TokenType(),)


class RecvOp(ChannelOp, op="stablehlo.recv"):
    """Receives tensors from a channel."""

    token: fields.OneOperand = fields.operand_def(kinds.HLO_Token)
    channel_handle: ChannelHandleAttr = fields.prop_def(ChannelHandleAttr)
    results_: fields.StatedResults = fields.var_result_def(
        kinds.HLO_StaticShapeTensorOrPerAxisQuantizedTensorOrToken, alias="result_types"
    )

    def check(self) -> None:
        self.check_channel(ChannelType.HOST_TO_DEVICE)
        check_received(self.result_types, "everything but the last element of result types is", ("", "", ""))


class InfeedOp(HostOp, op="stablehlo.infeed"):
    """Reads tensors from the infeed."""

    token: fields.OneOperand = fields.operand_def(kinds.HLO_Token)
    results_: fields.StatedResults = fields.var_result_def(
        kinds.HLO_StaticShapeTensorOrPerAxisQuantizedTensorOrToken, alias="result_types"
    )
    _: KW_ONLY
    infeed_config: fields.OptionalTextField = fields.opt_prop_def(builtin.StringAttr, default="")
    layout: builtin.ArrayAttr[Attribute] | None = fields.opt_prop_def(builtin.ArrayAttr, default=None)

    def check(self) -> None:
        everything = "all elements of result types, except the last element, are"
        check_received(self.result_types, everything, ("C1", "C2", "C3"))
        if self.layout is None:
            return
        tensors = len(self.result_types) - 1
        if len(self.layout) != tensors:
            raise Violation(
                f"layout-attribute size must be {tensors} (which is the number of op-results - 1 (for token result)), "
                f"but got {len(self.layout)}"
            )
        for child in self.layout:
            if not is_array_attr(child):
                raise Violation(f"layout-attribute expected to have elements of type array, but got {child}")
            for leaf in child:
                if not isinstance(leaf, builtin.IntegerAttr):
                    raise Violation(
                        f"layout-attribute's leaf elements are expected to be of type integer, but got {leaf}"
                    )


class OutfeedOp(HostOp, op="stablehlo.outfeed"):
    """Writes tensors to the outfeed."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    token: fields.OneOperand = fields.operand_def(kinds.HLO_Token)
    _: KW_ONLY
    outfeed_config: fields.OptionalTextField = fields.opt_prop_def(builtin.StringAttr, default="")
    result = irdl.result_def(kinds.HLO_Token)

    def infer(self) -> Sequence[Attribute]:
        return (TokenType(),)


ASYNC_OPS = frozenset(
    f"stablehlo.{name}"
    for name in (
        *("all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute"),
        *("collective_reduce", "dynamic_slice", "dynamic_update_slice", "reduce_scatter", "slice"),
    )
)
"""The ops that may run asynchronously."""


class AsyncStartOp(HloOp, op="stablehlo.async_start"):
    """Starts the collective in `body` and gives a future of its result."""

    operands_: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor, alias="operands")
    body: Region = fields.region_def()
    result: fields.InferredResult = fields.result_def(kinds.HLO_Future, alias="result_type", default=None)
    traits = irdl.traits_def(
        IsolatedFromAbove(),
        RecursivelySpeculatableIfAllInputsStatic(),
        SingleBlockImplicitTerminator(ReturnOp),
    )

    def infer(self) -> Sequence[Attribute]:
        if not self.body.blocks:
            raise Violation("region must not be empty")
        block, operands = self.body.block, self.operand_types
        ops, arguments = list(block.ops), block.arg_types
        if len(ops) != 2:
            raise Violation("region must contain exactly one operation and a return", "C1")
        if ops[0].name not in ASYNC_OPS:
            raise Violation("region must contain a collective or slice operation", "C2")
        if len(operands) != len(arguments):
            raise Violation(
                f"number of operands ({len(operands)}) must match number of region arguments ({len(arguments)})",
                "C3",
            )
        for i, (operand, argument) in enumerate(zip(operands, arguments)):
            if operand != argument:
                raise Violation(
                    f"operand type '{operand}' at index {i} must match region argument type '{argument}'",
                    "C3",
                )
        returned = terminator_types(block)
        if len(returned) != 1:
            raise Violation(f"region must return exactly one value, but got {len(returned)}", "C4")
        return (FutureType(builtin.ArrayAttr(returned)),)


class AsyncDoneOp(HloOp, op="stablehlo.async_done"):
    """Waits for a future and gives its value."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Future)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)

    def infer(self) -> Sequence[Attribute]:
        if not isinstance(self.operand.type, FutureType):
            raise Violation("operand must be a future type")
        types = self.operand.type.types.data
        if len(types) != 1:
            raise Violation(f"future must have exactly one type parameter, but got {len(types)}")
        return types
