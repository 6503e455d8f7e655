"""Rebuilding a module op by op in another dialect.

Every op is made after the ops before it and before the ops inside it, so use lists come out in their default order,
which bytecode then has no need to record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.ir.identity_cache import IdentityCache


class Rebuilder(ABC):
    """Makes new ops of old ones, which stay as they are. `values` and `blocks` are what became of the old ones."""

    def __init__(self) -> None:
        self.values: dict[SSAValue, SSAValue] = {}
        self.blocks: dict[Block, Block] = {}
        self.type = IdentityCache(self.convert_type).of
        """What a type becomes; each type object is converted once."""

    @abstractmethod
    def convert_type(self, t: Attribute) -> Attribute:
        """What a type becomes."""

    @abstractmethod
    def op(self, op: Operation, block: Block) -> None:
        """Add to `block` what `op` becomes."""

    def region(self, old: Region, new: Region) -> None:
        """Fill `new` with what `old` becomes."""
        for block in old.blocks:
            self.blocks[block] = converted = Block(arg_types=[self.type(a.type) for a in block.args])
            new.add_block(converted)
            self.arguments(block, converted)
        for block in old.blocks:
            for op in block.ops:
                self.op(op, self.blocks[block])

    def arguments(self, block: Block, converted: Block) -> None:
        """Let the arguments of one block stand for those of the other."""
        for argument, replacement in zip(block.args, converted.args):
            replacement.location = argument.location
            replacement.name_hint = argument.name_hint
            self.values[argument] = replacement

    def operands(self, op: Operation) -> list[SSAValue]:
        """What the operands of `op` became. Raises `LegalizationError` for one that is defined further down."""
        operands = [self.values.get(operand) for operand in op.operands]
        known = [operand for operand in operands if operand is not None]
        if len(known) != len(operands):
            raise LegalizationError(op, "an operand is used before it is defined")
        return known

    def create(
        self,
        op: Operation,
        op_class: type[Operation],
        block: Block,
        operands: Sequence[SSAValue],
        result_types: Sequence[Attribute],
        properties: Mapping[str, Attribute],
        attributes: Mapping[str, Attribute],
    ) -> Operation:
        """An `op_class` with the location and the regions of `op`, at the end of `block`."""
        new = op_class.create(
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
            location=op.location,
            successors=[self.blocks[successor] for successor in op.successors],
            regions=[Region() for _ in op.regions],
        )
        block.add_op(new)
        for old_result, new_result in zip(op.results, new.results):
            new_result.name_hint = old_result.name_hint
            self.values[old_result] = new_result
        for old_region, new_region in zip(op.regions, new.regions):
            self.region(old_region, new_region)
        return new


def replace_body(module: ModuleOp, body: Region) -> None:
    """Give `module` another body."""
    old = module.detach_region(0)
    module.add_region(body)
    old.drop_all_references()
