"""`stablehlo-legalize-to-vhlo`: a module rebuilt in the current version of VHLO."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr, ModuleOp, UnitAttr, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from xdsl_stablehlo.bytecode.properties import property_layout
from xdsl_stablehlo.dialects.stablehlo.attributes import ChannelHandleAttr
from xdsl_stablehlo.dialects.vhlo.definition import VhloOp
from xdsl_stablehlo.dialects.vhlo.ops import latest
from xdsl_stablehlo.dialects.vhlo.type_conversion import UnsupportedError, to_vhlo

from .vhlo_attributes import ToVhlo, api_version_to_vhlo
from .vhlo_changes import bool_v1
from .vhlo_errors import LegalizationError
from .vhlo_mapping import DEFAULTS, FLAGS, FLATTENED, OPS_OF_FUNC, TRANSFER_OPS, integer, parameters_of


def vhlo_module(module: ModuleOp, other_dialects: bool = False) -> ModuleOp:
    """A new module that is `module` in VHLO; `module` stays as it is.

    With `other_dialects`, ops and attributes of other dialects stay, and casts stand between their types and VHLO's.
    Raises `LegalizationError` for the first op that VHLO cannot say.
    """
    body = Region()
    _Converter(other_dialects).region(module.body, body)
    return ModuleOp.create(
        properties=module.properties, attributes=module.attributes, location=module.location, regions=[body]
    )


def replace_body(module: ModuleOp, body: Region) -> None:
    """Give `module` another body."""
    old = module.detach_region(0)
    module.add_region(body)
    old.drop_all_references()


class _Converter:
    """Rebuilds ops from outside in and in order, so that use lists come out in their default order."""

    def __init__(self, other_dialects: bool):
        self.other_dialects = other_dialects
        self.attribute = ToVhlo(other_dialects)
        self.values: dict[SSAValue, SSAValue] = {}
        self.blocks: dict[Block, Block] = {}
        self.types: dict[int, tuple[Attribute, Attribute]] = {}

    def type(self, t: Attribute) -> Attribute:
        """The type of a value; each type object is looked at once."""
        known = self.types.get(id(t))
        if known is None:
            known = self.types[id(t)] = t, self._type(t)
        return known[1]

    def _type(self, t: Attribute) -> Attribute:
        try:
            return to_vhlo(t)
        except UnsupportedError:
            if self.other_dialects:
                return t
            raise

    def region(self, old: Region, new: Region, foreign: bool = False) -> None:
        """Fill `new` with what `old` becomes; the block arguments of a foreign op's region keep their types."""
        for block in old.blocks:
            types = [argument.type if foreign else self.type(argument.type) for argument in block.args]
            self.blocks[block] = converted = Block(arg_types=types)
            new.add_block(converted)
            for argument, replacement in zip(block.args, converted.args):
                replacement.location = argument.location
                replacement.name_hint = argument.name_hint
                self.values[argument] = self._vhlo_value(replacement, converted) if foreign else replacement
        for block in old.blocks:
            for op in block.ops:
                self.op(op, self.blocks[block])

    def op(self, op: Operation, block: Block) -> None:
        dialect, _, name = op.name.partition(".")
        name = OPS_OF_FUNC.get(op.name, name if dialect == "stablehlo" else "")
        op_class = latest(name) if name else None
        if op_class is None:
            self._foreign_op(op, block)
            return
        try:
            properties, attributes = self._attributes(op, name, op_class)
            result_types = [self.type(t) for t in op.result_types]
        except UnsupportedError as error:
            raise LegalizationError(op, str(error)) from None
        self._rebuild(
            op, op_class, block, [self.values[o] for o in op.operands], result_types, properties, attributes
        )

    def _rebuild(
        self,
        op: Operation,
        op_class: type[Operation],
        block: Block,
        operands: list[SSAValue],
        result_types: list[Attribute],
        properties: Mapping[str, Attribute],
        attributes: Mapping[str, Attribute],
        foreign: bool = False,
    ) -> Operation:
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
            self.region(old_region, new_region, foreign)
        return new

    def _foreign_op(self, op: Operation, block: Block) -> None:
        """An op that VHLO does not have: as it is, between casts."""
        if not self.other_dialects and not isinstance(op, ModuleOp):
            raise LegalizationError(op, "VHLO has no such op")
        casts: dict[SSAValue, SSAValue] = {}
        for operand in op.operands:
            value = self.values[operand]
            if value.type != operand.type and operand not in casts:
                cast_op = UnrealizedConversionCastOp.get([value], [operand.type])
                cast_op.location = op.location
                block.add_op(cast_op)
                casts[operand] = cast_op.results[0]
        operands = [casts.get(operand, self.values[operand]) for operand in op.operands]
        types = list(op.result_types)
        new = self._rebuild(op, type(op), block, operands, types, op.properties, op.attributes, foreign=True)
        for old_result, new_result in zip(op.results, new.results):
            self.values[old_result] = self._vhlo_value(new_result, block)

    def _vhlo_value(self, value: SSAValue, block: Block) -> SSAValue:
        """`value` with its VHLO type."""
        converted = self.type(value.type)
        if converted == value.type:
            return value
        cast_op = UnrealizedConversionCastOp.get([value], [converted])
        owner = value.owner
        cast_op.location = owner.location if isinstance(owner, Operation) else _location(value)
        block.add_op(cast_op)
        return cast_op.results[0]

    def _attributes(
        self, op: Operation, name: str, op_class: type[VhloOp]
    ) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
        """The inherent and the discardable attributes of the VHLO op."""
        inherent = {key for key, _ in property_layout(type(op))}
        found: dict[str, Attribute] = {}
        discardable: dict[str, Attribute] = {}
        for key, value in (*op.properties.items(), *op.attributes.items()):
            if key in inherent:
                found |= self._inherent(name, key, value)
            else:
                discardable[key] = self.attribute(value)
        for key, default in DEFAULTS.get(name, {}).items():
            if key not in found:
                value = default(op)
                if value is not None:
                    found[key] = value
        missing = [key for key in op_class.SPEC.attributes if key not in found]
        if missing:
            raise UnsupportedError(f"attribute '{missing[0]}' is missing")
        return {key: found[key] for key in op_class.SPEC.attributes}, discardable

    def _inherent(self, name: str, key: str, value: Attribute) -> dict[str, Attribute]:
        """An inherent attribute under VHLO's names."""
        flattened = FLATTENED.get(name, {}).get(key)
        if flattened is not None and isinstance(value, flattened):
            return {part: self.attribute(v) for part, v in zip(parameters_of(flattened), value.parameters)}
        if isinstance(value, ChannelHandleAttr):
            handle: dict[str, Attribute] = {"channel_id": integer(value.handle.value.data)}
            if name in TRANSFER_OPS:
                handle["channel_type"] = integer(value.type.value.data)
            return handle
        if key in FLAGS and isinstance(value, UnitAttr):
            return {key: bool_v1(True)}
        if name == "custom_call" and key == "api_version":
            return {key: api_version_to_vhlo(value)}
        return {key: self.attribute(value)}


def _location(value: SSAValue) -> LocationAttr:
    assert isinstance(value, BlockArgument)
    return value.location


@dataclass(frozen=True)
class StablehloLegalizeToVhloPass(ModulePass):
    """Convert StableHLO to the current version of VHLO."""

    name = "stablehlo-legalize-to-vhlo"
    allow_other_dialects: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        replace_body(op, vhlo_module(op, self.allow_other_dialects).detach_region(0))
