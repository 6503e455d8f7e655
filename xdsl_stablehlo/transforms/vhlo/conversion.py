"""StableHLO rebuilt in the current version of VHLO, and back, op by op; and the passes that do so.

Every op is made after the ops before it and before the ops inside it, so that use lists are in their default order,
which bytecode need not record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, ParametrizedAttribute, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException, VerifyException

from xdsl_stablehlo.bytecode.numbering import Translator, UntranslatedError, property_layout
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.attributes import ChannelHandleAttr
from xdsl_stablehlo.dialects.vhlo.attributes import ATTRIBUTES_BY_NAME as A
from xdsl_stablehlo.dialects.vhlo.definition import VhloOp
from xdsl_stablehlo.dialects.vhlo.ops import latest
from xdsl_stablehlo.dialects.vhlo.versions import (
    CURRENT,
    LegalizationError,
    TargetMissing,
    VersionError,
    checked_target,
)
from xdsl_stablehlo.dialects.vhlo.vhlo_types import UnsupportedError, from_vhlo, to_vhlo
from xdsl_stablehlo.ir.counts import miscounted
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.identity_cache import IdentityCache
from xdsl_stablehlo.ir.making import OpParts, append_op, op_with, parameters_of
from xdsl_stablehlo.ir.signatures import BySignature, signature_of

from . import attributes as spelling
from .defaults import bool_v1, integer_v1, is_left_out, unsaid
from .to_version import convert_to_version, in_version

OF_FUNC = ("func.func", "func.call", "func.return")
"""The ops of `func` that VHLO has."""

SYMBOLS = frozenset(("callee", "decomposition", "called_computations"))
"""Attributes that are symbols in StableHLO, and strings in VHLO."""


@dataclass(frozen=True)
class OpForm:
    """An op of StableHLO or `func` in the current version of VHLO, from the definitions of both.

    Attributes have the same names in both. A unit attribute is a boolean in VHLO, a dense array a tensor, and a channel
    handle two numbers.
    """

    kind: type[VhloOp]
    inherent: frozenset[str]
    """The attributes that StableHLO defines."""
    flattened: Mapping[str, type[ParametrizedAttribute]]
    """Attributes of StableHLO whose parameters are attributes of their own in VHLO, under the same names."""
    flags: frozenset[str]
    arrays: frozenset[str]
    optional: frozenset[str]
    """The attributes of VHLO that StableHLO may omit."""


@cache
def form_of(name: str) -> OpForm | None:
    """The form of an op by its name without the dialect; None where VHLO has no such op."""
    kind = latest(name)
    if kind is None:
        return None
    op_class = {"func": FuncOp, "call": CallOp}.get(name) or StableHLO.operation(name)
    assert op_class is not None
    assert issubclass(op_class, IRDLOperation)
    defined = op_class.get_irdl_definition().properties
    bases = {key: [*(each.constr.get_bases() or ())] for key, each in defined.items()}
    attributes = {*kind.SPEC.attributes}
    flattened = {
        key: base
        for key, of_key in bases.items()
        for base in of_key
        if key not in attributes
        and issubclass(base, ParametrizedAttribute)
        and {*parameters_of(base)} <= attributes
    }
    parts = {"channel_handle": ("channel_id",), **{key: parameters_of(flattened[key]) for key in flattened}}
    layout = property_layout(op_class)
    optional = [part for key, is_optional in layout if is_optional for part in parts.get(key, (key,))]
    return OpForm(
        kind,
        frozenset([key for key, _ in layout]),
        flattened,
        frozenset([key for key, of_key in bases.items() if builtin.UnitAttr in of_key]),
        frozenset([key for key, of_key in bases.items() if builtin.DenseArrayBase in of_key]),
        frozenset(optional),
    )


class Rebuilder(ABC):
    """Makes new ops of old ones, which stay as they are. `values` and `blocks` map old ones to new ones."""

    def __init__(self) -> None:
        self.values: dict[SSAValue, SSAValue] = {}
        self.blocks: dict[Block, Block] = {}
        self._parts = BySignature[OpParts]()
        self.type = IdentityCache(self.convert_type).of
        """Converts a type; each type object once."""

    @abstractmethod
    def convert_type(self, t: Attribute) -> Attribute: ...

    @abstractmethod
    def convert_parts(self, op: Operation) -> OpParts: ...

    def parts(self, op: Operation) -> OpParts:
        """The parts of the op that `op` becomes: they follow from its signature, for returns from the op around."""
        signature = None if op.name == "vhlo.return_v1" else signature_of(op)
        found = None if signature is None else self._parts.get(signature)
        if found is None:
            found = self.convert_parts(op)
            if signature is not None:
                self._parts.keep(signature, op, found)
        return found

    @abstractmethod
    def op(self, op: Operation, block: Block) -> None:
        """Convert `op`, and add the result to `block`."""

    def region(self, old: Region, new: Region) -> None:
        """Fill `new` with the converted blocks of `old`."""
        for block in old.blocks:
            self.blocks[block] = converted = Block(arg_types=[self.type(a.type) for a in block.args])
            new.add_block(converted)
            self.arguments(block, converted)
        for block in old.blocks:
            for op in block.ops:
                self.op(op, self.blocks[block])

    def arguments(self, block: Block, converted: Block) -> None:
        """Map the arguments of a block to those of the converted one."""
        for argument, replacement in zip(block.args, converted.args):
            replacement.location = argument.location
            replacement.name_hint = argument.name_hint
            self.values[argument] = replacement

    def operands(self, op: Operation) -> list[SSAValue]:
        """The converted operands of `op`. Raises `LegalizationError` for one that is defined further down."""
        operands = [self.values.get(operand) for operand in op.operands]
        known = [operand for operand in operands if operand is not None]
        if len(known) != len(operands):
            raise LegalizationError(op, "an operand is used before it is defined")
        return known

    def create(self, op: Operation, block: Block, operands: Sequence[SSAValue], parts: OpParts) -> Operation:
        """An op of these parts, with the location and the regions of `op`, at the end of `block`."""
        new = op_with(
            parts.op_class,
            operands,
            parts.result_types,
            {**parts.properties},
            {**parts.attributes},
            op.location,
            [self.blocks[successor] for successor in op.successors],
            [Region() for _ in op.regions],
        )
        append_op(block, new)
        for old_result, new_result in zip(op.results, new.results):
            if old_result.name_hint is not None:
                new_result.name_hint = old_result.name_hint
            self.values[old_result] = new_result
        for old_region, new_region in zip(op.regions, new.regions):
            self.region(old_region, new_region)
        return new


def replace_body(module: builtin.ModuleOp, body: Region) -> None:
    old = module.detach_region(0)
    module.add_region(body)
    old.drop_all_references()


# A StableHLO module rebuilt in the current version of VHLO.


_OPTION = " (allow-other-dialects keeps it)"
_LEGALIZED = " (chlo-legalize-to-stablehlo writes it in ops that VHLO has)"


def vhlo_module(module: builtin.ModuleOp, other_dialects: bool = False) -> builtin.ModuleOp:
    """A new module, `module` converted to VHLO.

    With `other_dialects`, ops and attributes of other dialects stay, with casts between their types and VHLO's.
    Raises `LegalizationError` for the first op that has no form in VHLO.
    """
    body = Region()
    StablehloToVhlo(other_dialects).region(module.body, body)
    return builtin.ModuleOp.create(
        properties=module.properties, attributes=module.attributes, location=module.location, regions=[body]
    )


class StablehloToVhlo(Rebuilder, Translator):
    """Makes VHLO of StableHLO: of a module op by op, or of a file while it is written."""

    def __init__(self, other_dialects: bool = False):
        super().__init__()
        self.other_dialects = other_dialects
        self.attribute = IdentityCache(spelling.ToVhlo(other_dialects)).of
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

    def translated(self, op: Operation, around: type[Operation]) -> OpParts:
        if isinstance(op, builtin.ModuleOp):
            return OpParts(type(op), op.result_types, op.properties, op.attributes)
        try:
            parts = None if _form(op) is None else self.convert_parts(op)
        except UnsupportedError as error:
            raise UntranslatedError from error
        if parts is None or miscounted(op, parts.op_class) is not None:
            raise UntranslatedError
        return parts

    def op(self, op: Operation, block: Block) -> None:
        form = _form(op)
        outer, self.foreign = self.foreign, form is None
        try:
            if form is None:
                self._foreign_op(op, block)
            else:
                parts = self.parts(op)
                operands = self.operands(op)
                if self.other_dialects:
                    wanted = [self.type(operand.type) for operand in op.operands]
                    operands = [self._cast(*pair, op.location) for pair in zip(operands, wanted)]
                self.create(op, block, operands, parts)
        except UnsupportedError as error:
            raise LegalizationError(op, f"{error}{'' if self.other_dialects else _OPTION}") from None
        self.foreign = outer

    def _foreign_op(self, op: Operation, block: Block) -> None:
        """An op that VHLO does not have stays as it is."""
        if not self.other_dialects and not isinstance(op, builtin.ModuleOp):
            hint = _LEGALIZED if op.name.startswith("chlo.") else _OPTION
            raise LegalizationError(op, f"VHLO has no such op{hint}")
        operands = [self._cast(value, old.type) for value, old in zip(self.operands(op), op.operands)]
        parts = OpParts(type(op), op.result_types, op.properties, op.attributes)
        self.create(op, block, operands, parts)

    def _cast(
        self, value: SSAValue, wanted: Attribute, location: builtin.LocationAttr | None = None
    ) -> SSAValue:
        """`value` with the type `wanted`. A value is cast once, where it is defined."""
        if value.type == wanted:
            return value
        known = self.casts.get(value)
        if known is not None:
            return known
        cast_op = builtin.UnrealizedConversionCastOp.get([value], [wanted])
        owner = value.owner
        if isinstance(value, BlockArgument):
            cast_op.location, point = location or value.location, InsertPoint.at_start(value.block)
        else:
            assert isinstance(owner, Operation)
            cast_op.location, point = location or owner.location, InsertPoint.after(owner)
        Rewriter.insert_op(cast_op, point)
        self.casts[value] = cast_op.results[0]
        return cast_op.results[0]

    def convert_parts(self, op: Operation) -> OpParts:
        form = form_of(op.name.partition(".")[2])
        assert form is not None
        found: dict[str, Attribute] = {}
        discardable: dict[str, Attribute] = {}
        for key, value in (*op.properties.items(), *op.attributes.items()):
            if key in form.inherent:
                found |= self._inherent(form, key, value)
            else:
                discardable[key] = self.attribute(value)
        spec = form.kind.SPEC
        for key in form.optional:
            value = None if key in found else unsaid(op, key, spec)
            if value is not None:
                found[key] = value
        missing = [key for key in spec.attributes if key not in found]
        if missing:
            raise UnsupportedError(f"attribute '{missing[0]}' is missing")
        types = [self.type(t) for t in op.result_types]
        return OpParts(form.kind, types, {key: found[key] for key in spec.attributes}, discardable)

    def _inherent(self, form: OpForm, key: str, value: Attribute) -> dict[str, Attribute]:
        """An inherent attribute under VHLO's names."""
        flattened = form.flattened.get(key)
        if flattened is not None and isinstance(value, flattened):
            return {name: self.attribute(v) for name, v in zip(parameters_of(flattened), value.parameters)}
        if isinstance(value, ChannelHandleAttr):
            handle: dict[str, Attribute] = {"channel_id": integer_v1(value.handle.value.data)}
            if "channel_type" in form.kind.SPEC.attributes:
                handle["channel_type"] = integer_v1(value.type.value.data)
            return handle
        if isinstance(value, builtin.UnitAttr) and key in form.flags:
            return {key: bool_v1(True)}
        if key == "api_version":
            return {key: spelling.api_version_to_vhlo(value)}
        return {key: self.attribute(value)}


def _form(op: Operation) -> OpForm | None:
    dialect, _, name = op.name.partition(".")
    return form_of(name) if dialect == "stablehlo" or op.name in OF_FUNC else None


# A module in the current version of VHLO rebuilt in StableHLO.


def legalize_to_stablehlo(module: builtin.ModuleOp, ctx: Context) -> None:
    """Convert the VHLO ops in `module`, all of the current version, to the StableHLO and func ops registered in `ctx`.

    Ops and attributes of other dialects stay. Raises `LegalizationError` for the first op without a form in StableHLO.
    """
    body = Region()
    VhloToStablehlo(ctx).region(module.body, body)
    replace_body(module, body)


class VhloToStablehlo(Rebuilder, Translator):
    """Makes StableHLO of VHLO: of a module op by op, or of a file while it is read."""

    def __init__(self, ctx: Context):
        super().__init__()
        self.ctx = ctx
        self.classes: dict[str, type[Operation]] = {}
        self.attribute = IdentityCache(spelling.from_vhlo_attribute).of
        """Converts an attribute without a special rule; each object once."""
        self.array = IdentityCache(spelling.array_of_tensor).of

    def convert_type(self, t: Attribute) -> Attribute:
        return from_vhlo(t)

    def translated(self, op: Operation, around: type[Operation]) -> OpParts:
        if isinstance(op, builtin.UnrealizedConversionCastOp):
            raise UntranslatedError
        try:
            new = in_version(op, CURRENT) if isinstance(op, VhloOp) else None
            parts = self.parts_in(op if new is None else new, around)
        except (UnsupportedError, VersionError) as error:
            raise UntranslatedError from error
        if new is not None:
            new.drop_all_references()
        return parts

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
            if isinstance(op, builtin.UnrealizedConversionCastOp):
                types = [[self.type(value.type) for value in values] for values in (op.operands, op.results)]
                if types[0] == types[1]:  # a cast between VHLO's types and those of other dialects
                    self.values.update(zip(op.results, operands))
                    return
            self.create(op, block, operands, self.parts(op))
        except UnsupportedError as error:
            raise LegalizationError(op, str(error)) from None

    def convert_parts(self, op: Operation) -> OpParts:
        parent = op.parent_op()
        return self.parts_in(op, builtin.ModuleOp if parent is None else type(parent))

    def parts_in(self, op: Operation, around: type[Operation]) -> OpParts:
        """The parts of what `op` becomes, which is in an op of the class `around`."""
        types = [self.type(t) for t in op.result_types]
        if not isinstance(op, VhloOp):
            return OpParts(type(op), types, op.properties, op.attributes)
        name = op.SPEC.name[:-3]
        form = form_of(name)
        if form is None or form.kind is not type(op):
            raise UnsupportedError("not the current version of the op")
        op_class = self.op_class(_target_name(name, around))
        try:
            attributes = {key: self.attribute(value) for key, value in op.attributes.items()}
            return OpParts(op_class, types, self._properties(op, form), attributes)
        except (VerifyException, ValueError) as error:
            raise UnsupportedError(str(error)) from None

    def _properties(self, op: VhloOp, form: OpForm) -> dict[str, Attribute]:
        values = {
            key: value
            for key, value in op.properties.items()
            if key not in form.optional or not is_left_out(op, key, value, op.SPEC)
        }
        properties: dict[str, Attribute] = {}
        numbers = [values.pop(key, None) for key in ("channel_id", "channel_type")]
        if numbers != [None, None]:
            properties["channel_handle"] = ChannelHandleAttr(*map(_number, numbers))
        for key, kind in form.flattened.items():
            given = [values.pop(part, None) for part in parameters_of(kind)]
            parts = [part for part in given if part is not None]
            if len(parts) == len(given):
                properties[key] = kind.new([self._value(part, is_array=True) for part in parts])
        for key, value in values.items():
            if key in SYMBOLS:
                properties[key] = spelling.symbol_of(value)
            elif key in form.flags:
                properties[key] = builtin.UnitAttr()
            else:
                properties[key] = self._value(value, key in form.arrays)
        return properties

    def _value(self, attr: Attribute, is_array: bool) -> Attribute:
        if is_array and isinstance(attr, A["tensor_v1"]):
            return self.array(attr)
        return self.attribute(attr)


def _number(attr: Attribute | None) -> int:
    """The value of a VHLO integer, 0 where there is none."""
    if attr is None:
        return 0
    if not isinstance(attr, A["integer_v1"]):
        raise UnsupportedError(f"an integer expected where '{attr}' stands")
    return attr.value.data


def _target_name(name: str, around: type[Operation]) -> str:
    is_of_func = name in ("func", "call") or (name == "return" and around.name == "vhlo.func_v1")
    return f"{'func' if is_of_func else 'stablehlo'}.{name}"


# The passes between StableHLO, VHLO and VHLO's versions.


@dataclass(frozen=True)
class StablehloLegalizeToVhloPass(ModulePass):
    """Convert StableHLO to the current version of VHLO."""

    name = "stablehlo-legalize-to-vhlo"
    allow_other_dialects: bool = False
    """Keep ops of other dialects as they are."""

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        replace_body(op, vhlo_module(op, self.allow_other_dialects).detach_region(0))


@dataclass(frozen=True)
class VhloLegalizeToStablehloPass(ModulePass):
    """Convert VHLO to StableHLO; older versions of ops are made current ones first."""

    name = "vhlo-legalize-to-stablehlo"

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
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

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
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

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        VhloToVersionPass("current").apply(ctx, op)
        VhloLegalizeToStablehloPass().apply(ctx, op)
