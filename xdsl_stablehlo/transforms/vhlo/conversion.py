"""StableHLO rebuilt in the current version of VHLO, and back, op by op; and the passes that do so.

Every op is made after the ops before it and before the ops inside it, so use lists come out in their default order,
which bytecode then has no need to record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, LocationAttr, ModuleOp, UnitAttr, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException, VerifyException

from xdsl_stablehlo.bytecode.format.numbering import property_layout
from xdsl_stablehlo.dialects.stablehlo.attributes import ChannelHandleAttr
from xdsl_stablehlo.dialects.vhlo.attributes import ATTRIBUTES_BY_NAME as A
from xdsl_stablehlo.dialects.vhlo.definition import VhloAttribute, VhloOp
from xdsl_stablehlo.dialects.vhlo.ops import latest
from xdsl_stablehlo.dialects.vhlo.versions import (
    CURRENT,
    LegalizationError,
    TargetMissing,
    VersionError,
    checked_target,
)
from xdsl_stablehlo.dialects.vhlo.vhlo_types import UnsupportedError, from_vhlo, to_vhlo
from xdsl_stablehlo.ir.identity_cache import IdentityCache

from .attributes import (
    ARRAYS,
    DEFAULTS,
    FLAGS,
    FLATTENED,
    OPS_OF_FUNC,
    SYMBOLS,
    TRANSFER_OPS,
    ToVhlo,
    api_version_to_vhlo,
    array_of_tensor,
    from_vhlo_attribute,
    integer,
    is_left_out,
    parameters_of,
    symbol_of,
)
from .to_version import bool_v1, convert_to_version


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


# A StableHLO module rebuilt in the current version of VHLO.


_OPTION = " (allow-other-dialects keeps it)"
_LEGALIZED = " (chlo-legalize-to-stablehlo writes it in ops that VHLO has)"


def vhlo_module(module: ModuleOp, other_dialects: bool = False) -> ModuleOp:
    """A new module that is `module` in VHLO; `module` stays as it is.

    With `other_dialects`, ops and attributes of other dialects stay, and casts stand between their types and VHLO's.
    Raises `LegalizationError` for the first op that VHLO cannot say.
    """
    body = Region()
    _ToVhlo(other_dialects).region(module.body, body)
    return ModuleOp.create(
        properties=module.properties, attributes=module.attributes, location=module.location, regions=[body]
    )


class _ToVhlo(Rebuilder):
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


# A module in the current version of VHLO rebuilt in StableHLO.


def legalize_to_stablehlo(module: ModuleOp, ctx: Context) -> None:
    """Convert the VHLO ops in `module`, all of the current version, to the StableHLO and func ops registered in `ctx`.

    Ops and attributes of other dialects stay. Raises `LegalizationError` for the first op that StableHLO cannot say.
    """
    body = Region()
    _ToStablehlo(ctx).region(module.body, body)
    replace_body(module, body)


class _ToStablehlo(Rebuilder):
    def __init__(self, ctx: Context):
        super().__init__()
        self.ctx = ctx
        self.classes: dict[str, type[Operation]] = {}
        self.attribute = IdentityCache(from_vhlo_attribute).of
        """What an attribute without a special rule becomes; each object is converted once."""

    def convert_type(self, t: Attribute) -> Attribute:
        return from_vhlo(t)

    def op_class(self, name: str) -> type[Operation]:
        op_class = self.classes.get(name)
        if op_class is None:
            found = self.ctx.get_optional_op(name)
            if found is None:
                raise UnsupportedError(f"op '{name}' is not registered")
            op_class = self.classes[name] = found
        return op_class

    def op(self, op: Operation, block: Block) -> None:
        operands = self.operands(op)
        try:
            if isinstance(op, UnrealizedConversionCastOp) and self._is_bridge(op):
                self.values.update(zip(op.results, operands))
                return
            op_class, properties, attributes = self._parts(op)
            result_types = [self.type(t) for t in op.result_types]
            self.create(op, op_class, block, operands, result_types, properties, attributes)
        except UnsupportedError as error:
            raise LegalizationError(op, str(error)) from None

    def _is_bridge(self, op: Operation) -> bool:
        """Whether a cast only stood between VHLO's types and other dialects'."""
        return len(op.operands) == len(op.results) and all(
            self.type(operand.type) == self.type(result.type)
            for operand, result in zip(op.operands, op.results)
        )

    def _parts(self, op: Operation) -> tuple[type[Operation], dict[str, Attribute], dict[str, Attribute]]:
        """The class, properties and attributes that `op` becomes."""
        if not isinstance(op, VhloOp):
            return type(op), dict(op.properties), dict(op.attributes)
        name = op.SPEC.name[:-3]
        if latest(name) is not type(op):
            raise UnsupportedError("not the current version of the op")
        op_class = self.op_class(_target_name(name, op))
        try:
            return (
                op_class,
                self._properties(name, op),
                {k: self.attribute(v) for k, v in op.attributes.items()},
            )
        except (VerifyException, ValueError) as error:
            raise UnsupportedError(str(error)) from None

    def _properties(self, name: str, op: Operation) -> dict[str, Attribute]:
        defaults = DEFAULTS.get(name, {})
        values = {
            key: value
            for key, value in op.properties.items()
            if key not in defaults or not is_left_out(op, key, value, defaults[key])
        }
        properties = _channel(values)
        for key, kind in FLATTENED.get(name, {}).items():
            parts = [values.pop(part, None) for part in parameters_of(kind)]
            if all(part is not None for part in parts):
                properties[key] = kind.new([self._part(part) for part in cast("list[VhloAttribute]", parts)])
        for key, value in values.items():
            properties[key] = self._property(name, key, value)
        return properties

    def _part(self, attr: Attribute) -> Attribute:
        """A parameter of an attribute that VHLO has flattened: dimensions are arrays there."""
        return array_of_tensor(attr) if isinstance(attr, A["tensor_v1"]) else self.attribute(attr)

    def _property(self, name: str, key: str, value: Attribute) -> Attribute:
        if key in ARRAYS and isinstance(value, A["tensor_v1"]):
            return array_of_tensor(value)
        if SYMBOLS.get(name) == key:
            return symbol_of(value)
        if key in FLAGS:
            return UnitAttr()
        return self.attribute(value)


def _channel(values: dict[str, Attribute]) -> dict[str, Attribute]:
    """The channel_handle, taken out of `values`."""
    numbers = [values.pop(key, None) for key in ("channel_id", "channel_type")]
    return {} if numbers == [None, None] else {"channel_handle": ChannelHandleAttr(*map(_number, numbers))}


def _number(attr: Attribute | None) -> int:
    """The value of a VHLO integer, 0 where there is none."""
    if attr is None:
        return 0
    if not isinstance(attr, A["integer_v1"]):
        raise UnsupportedError(f"an integer expected where '{attr}' stands")
    return cast(IntAttr, attr.parameters[0]).data


def _target_name(name: str, op: Operation) -> str:
    if name in ("func", "call"):
        return f"func.{name}"
    if name == "return":
        parent = op.parent_op()
        return "func.return" if parent is not None and parent.name == "vhlo.func_v1" else "stablehlo.return"
    return f"stablehlo.{name}"


# The passes between StableHLO, VHLO and VHLO's versions.


@dataclass(frozen=True)
class StablehloLegalizeToVhloPass(ModulePass):
    """Convert StableHLO to the current version of VHLO."""

    name = "stablehlo-legalize-to-vhlo"
    allow_other_dialects: bool = False
    """Keep ops of other dialects as they are."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        replace_body(op, vhlo_module(op, self.allow_other_dialects).detach_region(0))


@dataclass(frozen=True)
class VhloLegalizeToStablehloPass(ModulePass):
    """Convert VHLO to StableHLO; older versions of ops are made current ones first."""

    name = "vhlo-legalize-to-stablehlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convert_to_version(op, CURRENT)
        legalize_to_stablehlo(op, ctx)


@dataclass(frozen=True)
class VhloToVersionPass(ModulePass):
    """Convert VHLO to the version `target`, up or down; refused where the target cannot say what the program says."""

    name = "vhlo-to-version"
    target: str = ""
    """`x.y.z` or `current`."""
    as_upstream: bool = False
    """Leave the ops in bodies of ops that have an older form as they are, as C++ does."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if not self.target:
            raise TargetMissing(op)
        try:
            target = checked_target(self.target)
        except ValueError as error:
            raise PassFailedException(str(error)) from None
        try:
            convert_to_version(op, target, self.as_upstream)
        except VersionError as error:
            error.also = ((op, f"failed to convert VHLO to v{target}"),)
            raise


@dataclass(frozen=True)
class StablehloDeserializePass(ModulePass):
    """Brings VHLO to the current version and from there to StableHLO."""

    name = "stablehlo-deserialize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        VhloToVersionPass("current").apply(ctx, op)
        VhloLegalizeToStablehloPass().apply(ctx, op)
