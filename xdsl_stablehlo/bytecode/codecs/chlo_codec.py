"""The encodings of CHLO's own attributes: those of its other attributes and of its types are their text."""

from __future__ import annotations

from xdsl_stablehlo.dialects.chlo.attributes import ComparisonDirectionAttr, ComparisonTypeAttr

from ..format.codec import DialectCodec
from .stablehlo_codec import enum_field

CHLO_CODEC = DialectCodec("chlo", later_properties={"chlo.top_k": "is_stable"})
CHLO_CODEC.attribute(0, ComparisonDirectionAttr, enum_field(ComparisonDirectionAttr))
CHLO_CODEC.attribute(1, ComparisonTypeAttr, enum_field(ComparisonTypeAttr))
