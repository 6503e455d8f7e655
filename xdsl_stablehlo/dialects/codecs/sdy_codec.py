"""The encodings of Shardy's attributes, which JAX puts into artifacts of sharded programs and of custom calls.

Each structure is an attribute of its own there, also those that are only parts of others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xdsl_stablehlo.bytecode import codec
from xdsl_stablehlo.bytecode.codec import Decoder, DialectCodec, Encoder, Encodings, Field
from xdsl_stablehlo.dialects.sdy import attributes, structure


@irdl_attr_definition
class PartAttr(Data[Any]):
    """A structure that is only a part of others."""

    name = "sdy.part"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        parser.raise_error("a part of a sharding has no text of its own")

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


HELD: Mapping[type[object], type[Data[Any]]] = {
    structure.AxesPerDimension: attributes.AxesPerDimensionAttr,
    structure.AxisList: attributes.AxisListAttr,
    structure.ManualAxes: attributes.ManualAxesAttr,
    structure.DeviceMesh: attributes.MeshAttr,
    structure.Moves: attributes.MovesAttr,
    structure.ShardingRule: attributes.OpShardingRuleAttr,
    structure.TensorSharding: attributes.ShardingAttr,
    structure.ValueShardings: attributes.ShardingPerValueAttr,
}
"""The attributes that hold structures. All other structures are parts of these."""


def _attribute(value: object) -> Attribute:
    if isinstance(value, Attribute):
        return value
    if isinstance(value, str):
        return StringAttr(value)
    return next((held for kind, held in HELD.items() if type(value) is kind), PartAttr)(value)


def _value(attribute: Attribute, *kinds: type[object]) -> object:
    """The structure of one of these kinds that an attribute holds. Raises `ValueError` where it holds none."""
    value = attribute.data if structure.holds_data(attribute) else attribute
    if not isinstance(value, kinds):
        raise ValueError(f"'{attribute.name}' is not the part of a sharding that stands here")
    return value


def _one(*kinds: type[object]) -> Field[object]:
    return Field(
        lambda d: _value(codec.ATTRIBUTE.read(d), *kinds),
        lambda e, v: codec.ATTRIBUTE.write(e, _attribute(v)),
    )


def _some(kind: type[object]) -> Field[object]:
    return Field(
        lambda d: tuple([_value(each, kind) for each in codec.ATTRIBUTES.read(d)]),
        lambda e, v: codec.ATTRIBUTES.write(e, tuple(map(_attribute, v))),
    )


def _maybe(kind: type[object]) -> Field[object]:
    return Field(
        lambda d: None if (found := codec.OPTIONAL_ATTRIBUTE.read(d)) is None else _value(found, kind),
        lambda e, v: codec.OPTIONAL_ATTRIBUTE.write(e, None if v is None else _attribute(v)),
    )


INT, INTS, BOOL, STRING = codec.SVARINT, codec.SVARINTS, codec.BOOL, codec.STRING
PRIORITY = Field[object](
    lambda d: value >> 1 if (value := d.cursor.varint()) & 1 else None,
    lambda e, v: e.varint(0 if v is None else v << 1 | 1),
)
AXES = _some(structure.AxisRef)
SHARDING = (_one(structure.DeviceMesh, SymbolRefAttr), _some(structure.DimensionSharding), AXES)
TENSORS = _some(structure.TensorFactors)

CODES: Mapping[int, tuple[type[object], tuple[Field[object], ...]]] = {
    0: (structure.ManualAxes, (_some(str),)),
    1: (structure.MeshAxis, (STRING, INT)),
    2: (structure.DeviceMesh, (_some(structure.MeshAxis), INTS)),
    3: (structure.SubAxis, (INT, INT)),
    4: (structure.AxisRef, (STRING, _maybe(structure.SubAxis))),
    5: (structure.DimensionSharding, (AXES, BOOL, PRIORITY)),
    6: (structure.TensorSharding, SHARDING),
    7: (structure.ValueShardings, (_some(structure.TensorSharding),)),
    8: (structure.Factors, (INTS,)),
    9: (structure.TensorFactors, (_some(structure.Factors),)),
    10: (structure.ShardingRule, (INTS, TENSORS, TENSORS, INTS, INTS, INTS, INTS, BOOL)),
    11: (structure.AxisList, (AXES,)),
    12: (structure.AxesPerDimension, (_some(structure.AxisList),)),
    13: (structure.Move, (AXES, INT, INT)),
    14: (structure.Moves, (_some(structure.Move),)),
    15: (structure.TensorSharding, (*SHARDING, AXES)),
    16: (structure.ValueShardings, (_some(structure.TensorSharding),)),
    17: (structure.TensorSharding, (*SHARDING, AXES, INT)),
}
"""The meaning of each code, and its first fields. The code of a structure is the first, but for shardings with
unreduced axes."""

_FIRST: Mapping[type[object], int] = {kind: code for code, (kind, _) in reversed(CODES.items())}


def _code(value: object) -> int:
    if isinstance(value, structure.TensorSharding) and value.unreduced:
        return 17 if value.reduction else 15
    if isinstance(value, structure.ValueShardings) and any(each.unreduced for each in value.each):
        return 16
    return _FIRST[type(value)]


def _write(encoder: Encoder, attribute: Data[Any]) -> None:
    code = _code(attribute.data)
    encoder.varint(code)
    for kind, field in zip(CODES[code][1], fields(attribute.data)):
        kind.write(encoder, getattr(attribute.data, field.name))


def _reader(structure: type[object], kinds: Sequence[Field[object]]) -> Callable[[Decoder], Attribute]:
    return lambda decoder: _attribute(structure(*[kind.read(decoder) for kind in kinds]))


SDY_CODEC = DialectCodec(
    "sdy",
    Encodings(
        {code: _reader(*row) for code, row in CODES.items()},
        dict.fromkeys((PartAttr, *HELD.values()), _write),
    ),
    later_properties=dict.fromkeys(("sdy.all_reduce", "sdy.reduce_scatter"), "reduction_op"),
)
