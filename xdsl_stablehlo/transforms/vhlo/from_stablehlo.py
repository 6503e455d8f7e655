"""A StableHLO module rebuilt in the current version of VHLO."""

from __future__ import annotations

from xdsl.dialects.builtin import LocationAttr, ModuleOp, UnitAttr, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from xdsl_stablehlo.bytecode.format.numbering import property_layout
from xdsl_stablehlo.dialects.stablehlo.attributes import ChannelHandleAttr
from xdsl_stablehlo.dialects.vhlo.definition import VhloOp
from xdsl_stablehlo.dialects.vhlo.ops import latest
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.dialects.vhlo.vhlo_types import UnsupportedError, to_vhlo

from .attribute_conversion import ToVhlo, api_version_to_vhlo
from .changes import bool_v1
from .mapping import DEFAULTS, FLAGS, FLATTENED, OPS_OF_FUNC, TRANSFER_OPS, integer, parameters_of
from .rebuild import Rebuilder

_OPTION = " (allow-other-dialects keeps it)"
_LEGALIZED = " (chlo-legalize-to-stablehlo writes it in ops that VHLO has)"


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


class _Converter(Rebuilder):
    def __init__(self, other_dialects: bool):
        super().__init__()
        self.other_dialects = other_dialects
        self.attribute = ToVhlo(other_dialects)
        self.foreign = False
        self.casts: dict[SSAValue, SSAValue] = {}

    def convert_type(self, t: Attribute) -> Attribute:
        try:
            return to_vhlo(t)
        except UnsupportedError:
            if self.other_dialects:
                return t
            raise

    def arguments(self, block: Block, converted: Block) -> None:
        """The arguments of a block in an op of another dialect keep their types."""
        super().arguments(block, converted)
        if self.foreign:
            for argument, replacement in zip(block.args, converted.args):
                # The block is new and has no readers yet; xDSL changes types only through a rewriter.
                replacement._type = argument.type  # pyright: ignore[reportPrivateUsage]

    def op(self, op: Operation, block: Block) -> None:
        dialect, _, name = op.name.partition(".")
        name = OPS_OF_FUNC.get(op.name, name if dialect == "stablehlo" else "")
        op_class = latest(name) if name else None
        outer, self.foreign = self.foreign, op_class is None
        try:
            if op_class is None:
                self._foreign_op(op, block)
            else:
                properties, attributes = self._attributes(op, name, op_class)
                result_types = [self.type(t) for t in op.result_types]
                operands = self.operands(op)
                if self.other_dialects:
                    wanted = [self.type(operand.type) for operand in op.operands]
                    operands = [self._cast(*pair, op.location) for pair in zip(operands, wanted)]
                self.create(op, op_class, block, operands, result_types, properties, attributes)
        except UnsupportedError as error:
            raise LegalizationError(op, f"{error}{'' if self.other_dialects else _OPTION}") from None
        self.foreign = outer

    def _foreign_op(self, op: Operation, block: Block) -> None:
        """An op that VHLO does not have stays as it is."""
        if not self.other_dialects and not isinstance(op, ModuleOp):
            hint = _LEGALIZED if op.name.startswith("chlo.") else _OPTION
            raise LegalizationError(op, f"VHLO has no such op{hint}")
        operands = [self._cast(value, old.type) for value, old in zip(self.operands(op), op.operands)]
        self.create(op, type(op), block, operands, op.result_types, op.properties, op.attributes)

    def _cast(self, value: SSAValue, wanted: Attribute, location: LocationAttr | None = None) -> SSAValue:
        """`value` with the type `wanted`. A value is cast once, where it is defined."""
        if value.type == wanted:
            return value
        known = self.casts.get(value)
        if known is not None:
            return known
        cast_op = UnrealizedConversionCastOp.get([value], [wanted])
        if isinstance(value, BlockArgument):
            cast_op.location = location or value.location
            first = value.block.first_op
            if first is None:
                value.block.add_op(cast_op)
            else:
                value.block.insert_op_before(cast_op, first)
        else:
            owner = value.owner
            assert isinstance(owner, Operation)
            assert owner.parent is not None
            cast_op.location = location or owner.location
            owner.parent.insert_op_after(cast_op, owner)
        self.casts[value] = cast_op.results[0]
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
