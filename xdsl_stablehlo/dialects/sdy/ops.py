"""Shardy's ops. Of a tensor as a whole, all but constants and computations give what they are given."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl import irdl
from xdsl.dialects.builtin import IntegerAttr, IntegerType, StringAttr, SymbolNameConstraint, i32
from xdsl.ir import Attribute, Block, Dialect, Operation, Region
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import HasParent, IsolatedFromAbove, IsTerminator, Pure, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from ..base import fields
from ..base.definition import DefinedOp, classes_of
from ..stablehlo import hlo_types as kinds
from ..stablehlo.constant import ElementsOp
from ..stablehlo.syntax import SAME_TYPE, SameOperandsAndResultType
from . import attributes, collectives, verification
from .attributes import (
    STRUCTURES,
    AxesPerDimensionAttr,
    AxisListAttr,
    DirectionName,
    ManualAxesAttr,
    MeshAttr,
    MovesAttr,
    ReductionName,
    ShardingAttr,
    ShardingPerValueAttr,
)
from .structure import DIRECTIONS, Axes, TensorSharding, read_key

DIRECTIVES = (*STRUCTURES, DirectionName, ReductionName, SameOperandsAndResultType)
"""The custom parts of assembly formats."""


class MeshOp(DefinedOp, op="sdy.mesh"):
    """Names a mesh of devices."""

    sym_name: fields.TextField = fields.prop_def(SymbolNameConstraint())
    mesh: MeshAttr | None = fields.opt_prop_def(MeshAttr)
    """None where the attribute `stablehlo.mesh` says it, as a dictionary."""

    traits = irdl.traits_def(SymbolOpInterface())
    custom_directives = DIRECTIVES
    assembly_format = "$sym_name (`=` custom<Mesh>($mesh)^)? attr-dict"

    def verify_(self) -> None:
        if self.mesh is None and "stablehlo.mesh" not in self.attributes:
            raise VerifyException("'sdy.mesh' op requires attribute 'mesh'")


class ConstantOp(ElementsOp, op="sdy.constant", init=False):
    """A tensor of known elements that is not merged with others, because each may be sharded in its own way."""

    traits = irdl.traits_def(Pure())


class ShardedOp(DefinedOp):
    """An op on one value whose result has the same type."""

    custom_directives = DIRECTIVES

    def inferred_types(self) -> Sequence[Attribute]:
        return (self.operands[0].type,)

    def verify_(self) -> None:
        if self.operands[0].type != self.results[0].type:
            raise VerifyException("requires the same type for all operands and results")
        self.check()

    def check(self) -> None:
        """The constraints of this op. Raises `VerifyException`."""


class _Resharding(ShardedOp):
    """Gives its operand back with a sharding."""

    input: fields.OneOperand = fields.operand_def(alias="operand")
    sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    result = irdl.result_def()
    assembly_format = f"$input custom<Sharding>($sharding) {SAME_TYPE}"

    def check(self) -> None:
        verification.check_sharding(self, self.sharding.data, self.result.type)


class ShardingConstraintOp(_Resharding, op="sdy.sharding_constraint"):
    """Says how a tensor is to be sharded."""


class ReshardOp(_Resharding, op="sdy.reshard"):
    """Changes how a tensor is sharded."""

    traits = irdl.traits_def(Pure())


class ShardingGroupOp(DefinedOp, op="sdy.sharding_group"):
    """Puts a tensor into a group of tensors that are sharded alike."""

    input: fields.OneOperand = fields.operand_def(alias="operand")
    group_id: fields.IntField = fields.prop_def(kinds.I64Attr)
    assembly_format = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)"

    def verify_(self) -> None:
        verification.check_ranked(self.input.type)


class PropagationBarrierOp(ShardedOp, op="sdy.propagation_barrier"):
    """Lets shardings through in the directions that it allows."""

    input: fields.OneOperand = fields.operand_def(alias="operand")
    allowed_direction: fields.IntField = fields.prop_def(
        IntegerAttr, make=lambda number: IntegerAttr(number, i32)
    )
    result = irdl.result_def()
    traits = irdl.traits_def(Pure())
    assembly_format = (
        f"$input `allowed_direction` `` `=` `` custom<DirectionName>($allowed_direction) {SAME_TYPE}"
    )

    def check(self) -> None:
        verification.check_ranked(self.input.type)
        number = self.allowed_direction.value.data
        if self.allowed_direction.type != i32 or not 0 <= number < len(DIRECTIONS):
            raise VerifyException(
                "attribute 'allowed_direction' failed to satisfy constraint: propagation direction enum"
            )
        if DIRECTIONS[number] == "BOTH":
            raise VerifyException(
                "cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant."
            )


class DataFlowEdgeOp(ShardedOp, op="sdy.data_flow_edge"):
    """A bridge between the values that an op takes and those that it passes on."""

    input: fields.OneOperand = fields.operand_def(alias="operand")
    sharding: ShardingAttr | None = fields.opt_prop_def(ShardingAttr, default=None)
    result = irdl.result_def()
    assembly_format = f"$input (`sharding` `` `=` `` custom<Sharding>($sharding)^)? {SAME_TYPE}"

    def check(self) -> None:
        verification.check_edge(self)
        if self.sharding is not None:
            verification.check_sharding(self, self.sharding.data, self.result.type)


class FuncDataFlowEdgeOp(ShardedOp, op="sdy.func_data_flow_edge"):
    """A bridge between the arguments or results of a function and those of its calls."""

    input: fields.OneOperand = fields.operand_def(alias="operand")
    result = irdl.result_def()
    assembly_format = f"$input {SAME_TYPE}"

    def check(self) -> None:
        verification.check_function_edge(self)


# Collectives


class CollectiveOp(ShardedOp):
    """Moves the parts of a tensor between devices: the whole stays the same."""

    tensor: fields.OneOperand = fields.operand_def(alias="operand")
    out_sharding = irdl.prop_def(ShardingAttr)
    result = irdl.result_def()

    UNSHARDED: ClassVar[bool] = False
    """Whether the operand may have no sharding."""
    OTHER_MESH: ClassVar[bool] = False
    """Whether the operand may have a sharding of another mesh."""

    def check(self) -> None:
        result = self.out_sharding.data
        operand, sizes = collectives.check_collective(
            self, self.tensor, result, self.UNSHARDED, self.OTHER_MESH
        )
        self.check_change(operand, result, sizes)

    @abstractmethod
    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        """Whether the op makes a sharding of another; `sizes` are those of the axes of their mesh."""


def _format(axes: str) -> str:
    return f"{axes} $tensor `out_sharding` `` `=` `` custom<Sharding>($out_sharding) {SAME_TYPE}"


class AllGatherOp(CollectiveOp, op="sdy.all_gather"):
    """Each device gets the parts of the others along axes."""

    gathering_axes: AxesPerDimensionAttr = fields.prop_def(AxesPerDimensionAttr)
    out_sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    assembly_format = _format("custom<AxesPerDimension>($gathering_axes)")

    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        collectives.check_per_dimension(operand, result, sizes, self.gathering_axes.data, "gathering")


class AllSliceOp(CollectiveOp, op="sdy.all_slice"):
    """Each device keeps a part along axes."""

    slicing_axes: AxesPerDimensionAttr = fields.prop_def(AxesPerDimensionAttr)
    out_sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    UNSHARDED: ClassVar[bool] = True
    assembly_format = _format("custom<AxesPerDimension>($slicing_axes)")

    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        collectives.check_per_dimension(operand, result, sizes, self.slicing_axes.data, None)


class AllToAllOp(CollectiveOp, op="sdy.all_to_all"):
    """Takes axes from dimensions to other dimensions."""

    params: MovesAttr = fields.prop_def(MovesAttr)
    out_sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    assembly_format = _format("custom<Moves>($params)")

    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        collectives.check_moves(operand, result, sizes, self.params.data)


class CollectivePermuteOp(CollectiveOp, op="sdy.collective_permute"):
    """Replaces axes by others of the same sizes."""

    out_sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    OTHER_MESH: ClassVar[bool] = True
    assembly_format = _format("")

    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        collectives.check_permuted(self, operand, result, sizes)


class ReducingOp(CollectiveOp):
    """Reduces what devices have along axes."""

    reduction_op = irdl.opt_prop_def(IntegerAttr)
    """None for a sum."""
    UNSHARDED: ClassVar[bool] = True

    @property
    @abstractmethod
    def axes(self) -> Axes:
        """The axes along which devices have terms."""


class AllReduceOp(ReducingOp, op="sdy.all_reduce"):
    """Each device gets the reduction along axes."""

    reduction_axes: AxisListAttr = fields.prop_def(AxisListAttr)
    out_sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    reduction_op: IntegerAttr[IntegerType] | None = fields.opt_prop_def(IntegerAttr, default=None)
    assembly_format = _format("custom<ReductionName>($reduction_op) custom<Axes>($reduction_axes)")

    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        collectives.check_reduced(operand, result, sizes, self.axes)

    @property
    def axes(self) -> Axes:
        return self.reduction_axes.data.each


class ReduceScatterOp(ReducingOp, op="sdy.reduce_scatter"):
    """Each device gets a part of the reduction along axes."""

    reduce_scatter_axes: AxesPerDimensionAttr = fields.prop_def(AxesPerDimensionAttr)
    out_sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    reduction_op: IntegerAttr[IntegerType] | None = fields.opt_prop_def(IntegerAttr, default=None)
    assembly_format = _format(
        "custom<ReductionName>($reduction_op) custom<AxesPerDimension>($reduce_scatter_axes)"
    )

    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        collectives.check_per_dimension(operand, result, sizes, self.reduce_scatter_axes.data, None)

    @property
    def axes(self) -> Axes:
        return self.reduce_scatter_axes.data.axes


class ShardedToUnreducedOp(CollectiveOp, op="sdy.sharded_to_unreduced"):
    """Axes along which a tensor is cut become axes along which it is unreduced."""

    axes: AxesPerDimensionAttr = fields.prop_def(AxesPerDimensionAttr)
    out_sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    assembly_format = _format("custom<AxesPerDimension>($axes)")

    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        collectives.check_per_dimension(operand, result, sizes, self.axes.data, "shard-to-unreduce")
        axes = self.axes.data.axes
        collectives.check_unreduced(operand, result, sizes, axes, "sharded_to_unreduced_axes")


class ReplicatedToUnreducedOp(CollectiveOp, op="sdy.replicated_to_unreduced"):
    """Axes along which a tensor is replicated become axes along which it is unreduced."""

    axes: AxisListAttr = fields.prop_def(AxisListAttr)
    out_sharding: ShardingAttr = fields.prop_def(ShardingAttr)
    assembly_format = _format("custom<Axes>($axes)")

    def check_change(self, operand: TensorSharding, result: TensorSharding, sizes: Mapping[str, int]) -> None:
        collectives.check_replicated_to_unreduced(operand, result, sizes, self.axes.data.each)


# Computations


class _ComputationOp(DefinedOp):
    """A computation in a region that sees only its arguments."""

    body = irdl.region_def("single_block")

    @classmethod
    def _tensors(cls, parser: Parser) -> list[UnresolvedOperand]:
        return parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)

    @classmethod
    def _rest(
        cls,
        parser: Parser,
        tensors: Sequence[UnresolvedOperand],
        start: int,
        properties: dict[str, Attribute],
    ) -> Operation:
        """The op, from its body on."""

        def argument() -> Parser.Argument:
            found = parser.parse_argument()
            found.location = parser.parse_optional_location()
            return found

        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, argument)
        body = parser.parse_region(arguments)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        signature = parser.parse_function_type()
        op = cls.create(
            operands=parser.resolve_operands(tensors, signature.inputs.data, start),
            result_types=signature.outputs.data,
            properties=properties,
            regions=[body],
        )
        op.attributes.update(attributes)
        return op

    def _print_shardings(self, printer: Printer) -> None:
        for name in ("in_shardings", "out_shardings"):
            shardings = self.properties.get(name)
            if isinstance(shardings, ShardingPerValueAttr):
                printer.print_string(f" {name}={shardings.data}")

    def _print_rest(self, printer: Printer) -> None:
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(self.body.block.args, printer.print_block_argument)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


class ManualComputationOp(_ComputationOp, op="sdy.manual_computation"):
    """A computation written out for each device along `manual_axes`."""

    tensors: fields.ManyOperands = fields.var_operand_def()
    in_shardings: ShardingPerValueAttr = fields.prop_def(ShardingPerValueAttr)
    out_shardings: ShardingPerValueAttr = fields.prop_def(ShardingPerValueAttr)
    manual_axes: ManualAxesAttr = fields.prop_def(ManualAxesAttr)
    body: Region = fields.region_def()
    outputs: fields.StatedResults = fields.var_result_def(alias="result_types")
    traits = irdl.traits_def(IsolatedFromAbove())

    def verify_(self) -> None:
        verification.check_manual_computation(
            self,
            self.manual_axes.data.each,
            (self.in_shardings.data, self.operand_types, self.body.block.arg_types),
            (self.out_shardings.data, self.result_types, returned_types(self.body.block)),
        )

    @classmethod
    def parse(cls, parser: Parser) -> Operation:
        start = parser.pos
        tensors = cls._tensors(parser)
        properties: dict[str, Attribute] = {}
        for name in ("in_shardings", "out_shardings"):
            read_key(parser, name)
            properties[name] = ShardingPerValueAttr.parsed(parser)
        read_key(parser, "manual_axes")
        properties["manual_axes"] = ManualAxesAttr.parsed(parser)
        return cls._rest(parser, tensors, start, properties)

    def print(self, printer: Printer) -> None:
        printer.print_operands(self.tensors)
        self._print_shardings(printer)
        printer.print_string(f" manual_axes={self.manual_axes.data}")
        self._print_rest(printer)


class NamedComputationOp(_ComputationOp, op="sdy.named_computation"):
    """A computation with a name."""

    name_: fields.TextField = fields.prop_def(StringAttr, prop_name="name")
    tensors: fields.ManyOperands = fields.var_operand_def()
    body: Region = fields.region_def()
    in_shardings: ShardingPerValueAttr | None = fields.opt_prop_def(ShardingPerValueAttr, default=None)
    out_shardings: ShardingPerValueAttr | None = fields.opt_prop_def(ShardingPerValueAttr, default=None)
    outputs = irdl.var_result_def()
    traits = irdl.traits_def(IsolatedFromAbove())

    def inferred_types(self) -> Sequence[Attribute]:
        return returned_types(self.body.block)

    def verify_(self) -> None:
        verification.check_named_computation(
            self,
            (self.operand_types, self.body.block.arg_types),
            (self.result_types, returned_types(self.body.block)),
            self.in_shardings and self.in_shardings.data,
            self.out_shardings and self.out_shardings.data,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Operation:
        with parser.in_angle_brackets():
            properties: dict[str, Attribute] = {"name": StringAttr(parser.parse_str_literal())}
        start = parser.pos
        tensors = cls._tensors(parser)
        for name in ("in_shardings", "out_shardings"):
            if parser.parse_optional_keyword(name) is not None:
                parser.parse_punctuation("=")
                properties[name] = ShardingPerValueAttr.parsed(parser)
        return cls._rest(parser, tensors, start, properties)

    def print(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string_literal(self.name_.data)
        printer.print_operands(self.tensors)
        self._print_shardings(printer)
        self._print_rest(printer)


def returned_types(block: Block) -> Sequence[Attribute]:
    """The types of what a computation returns."""
    last = block.last_op
    return () if last is None else last.operand_types


class ReturnOp(DefinedOp, op="sdy.return"):
    """Ends the body of a computation."""

    results_: fields.ManyOperands = fields.var_operand_def(alias="values")
    traits = irdl.traits_def(IsTerminator(), HasParent(ManualComputationOp, NamedComputationOp))
    assembly_format = "attr-dict ($results_^ `:` type($results_))?"


Sdy = Dialect(
    "sdy", classes_of(__name__, "sdy", Operation), classes_of(attributes.__name__, "sdy", Attribute)
)
