"""The encodings of Shardy's attributes, which JAX puts into artifacts of sharded programs and of custom calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.ir import Attribute

from xdsl_stablehlo.dialects import sdy
from xdsl_stablehlo.dialects.sdy import Part, TextAttr, text_of

from ..format import codec
from ..format.codec import Decoder, DialectCodec, Encoder, Field

FIELDS: dict[int, str] = {
    sdy.MANUAL_AXES: "a*",
    sdy.MESH_AXIS: "s i",
    sdy.MESH: "a* i*",
    sdy.SUB_AXIS: "i i",
    sdy.AXIS: "s a?",
    sdy.DIMENSION: "a* b v?",
    sdy.SHARDING: "a a* a*",
    sdy.PER_VALUE: "a*",
    sdy.DIM_MAPPING: "i*",
    sdy.TENSOR_MAPPING: "a*",
    sdy.RULE: "i* a* a* i* i* i* i* b",
    sdy.UNREDUCED_SHARDING: "a a* a* a*",
    sdy.UNREDUCED_PER_VALUE: "a*",
}
"""The fields of each code: attributes, signed integers, strings, booleans, varints; `*` for lists, `?` for optional."""

KINDS: dict[str, Field[Any]] = {
    "a": codec.ATTRIBUTE,
    "a*": codec.ATTRIBUTES,
    "a?": codec.OPTIONAL_ATTRIBUTE,
    "b": codec.BOOL,
    "i": codec.SVARINT,
    "i*": codec.SVARINTS,
    "s": codec.STRING,
    "v?": Field(
        lambda d: value >> 1 if (value := d.cursor.varint()) & 1 else None,
        lambda e, v: e.varint(0 if v is None else v << 1 | 1),
    ),
}


def _write_part(encoder: Encoder, part: Part) -> None:
    code, *fields = part.data
    encoder.varint(code)
    for kind, value in zip(FIELDS[code].split(), fields, strict=True):
        KINDS[kind].write(encoder, value)


def _write_text(encoder: Encoder, attr: TextAttr) -> None:
    _write_part(encoder, attr.part)


def _reader(code: int) -> Callable[[Decoder], Attribute]:
    def read(decoder: Decoder) -> Attribute:
        part = Part((code, *[KINDS[kind].read(decoder) for kind in FIELDS[code].split()]))
        return sdy.HELD[code][0](text_of(part)) if code in sdy.HELD else part

    return read


SDY_CODEC = DialectCodec(
    "sdy",
    attribute_readers={code: _reader(code) for code in FIELDS},
    attribute_writers={Part: _write_part, **{kind: _write_text for kind, _ in sdy.HELD.values()}},
)
