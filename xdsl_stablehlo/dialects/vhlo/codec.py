"""The bytecode of VHLO's attributes and types, from its tables."""

from __future__ import annotations

from xdsl_stablehlo.bytecode.coding import DialectCodec

from .attributes import ATTRIBUTES_BY_NAME
from .definition import reader_of, writer_of
from .types import ENCODED_TENSOR_CODE, TYPES_BY_NAME, RankedTensor, read_encoded_tensor, write_tensor


def make_vhlo_codec() -> DialectCodec:
    codec = DialectCodec("vhlo")
    for attribute in ATTRIBUTES_BY_NAME.values():
        codec.attribute(attribute.SPEC.code, attribute, reader_of(attribute), writer_of(attribute))
    for t in TYPES_BY_NAME.values():
        codec.type(t.SPEC.code, t, reader_of(t), writer_of(t))
    codec.type(ENCODED_TENSOR_CODE, RankedTensor, lambda d: read_encoded_tensor(d, d.attribute()))
    codec.type_writers[RankedTensor] = write_tensor
    return codec


VHLO_CODEC = make_vhlo_codec()
