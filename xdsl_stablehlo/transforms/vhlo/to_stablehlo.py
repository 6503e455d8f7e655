"""A module in the current version of VHLO rebuilt in StableHLO."""

from __future__ import annotations

from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, ModuleOp, UnitAttr, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.stablehlo.attributes import ChannelHandleAttr
from xdsl_stablehlo.dialects.vhlo.attributes import ATTRIBUTES_BY_NAME as A
from xdsl_stablehlo.dialects.vhlo.definition import VhloAttribute, VhloOp
from xdsl_stablehlo.dialects.vhlo.ops import latest
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.dialects.vhlo.vhlo_types import UnsupportedError, from_vhlo
from xdsl_stablehlo.ir.identity_cache import IdentityCache

from .attribute_conversion import array_of_tensor, from_vhlo_attribute, symbol_of
from .mapping import ARRAYS, DEFAULTS, FLAGS, FLATTENED, SYMBOLS, is_left_out, parameters_of
from .rebuild import Rebuilder, replace_body


def legalize_to_stablehlo(module: ModuleOp, ctx: Context) -> None:
    """Convert the VHLO ops in `module`, all of the current version, to the StableHLO and func ops registered in `ctx`.

    Ops and attributes of other dialects stay. Raises `LegalizationError` for the first op that StableHLO cannot say.
    """
    body = Region()
    _Converter(ctx).region(module.body, body)
    replace_body(module, body)


class _Converter(Rebuilder):
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
