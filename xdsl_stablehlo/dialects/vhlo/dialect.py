"""The dialect made of VHLO's tables, and its bytecode."""

from __future__ import annotations

from xdsl.ir import Dialect

from xdsl_stablehlo.bytecode.format.codec import DialectCodec

from .attributes import ATTRIBUTES_BY_NAME
from .definition import field_of
from .ops import OPS_BY_NAME
from .vhlo_types import ENCODED_TENSOR_CODE, TYPES_BY_NAME, RankedTensor, read_tensor, write_tensor

VHLO = Dialect("vhlo", list(OPS_BY_NAME.values()), [*ATTRIBUTES_BY_NAME.values(), *TYPES_BY_NAME.values()])


def _codec() -> DialectCodec:
    codec = DialectCodec("vhlo")
    for attribute in ATTRIBUTES_BY_NAME.values():
        codec.attribute(attribute.SPEC.code, attribute, field_of(attribute))
    for t in TYPES_BY_NAME.values():
        codec.type(t.SPEC.code, t, field_of(t))
    codec.type_readers[ENCODED_TENSOR_CODE] = lambda d: read_tensor(d, d.attribute())
    codec.type_writers[RankedTensor] = write_tensor
    return codec


VHLO_CODEC = _codec()
