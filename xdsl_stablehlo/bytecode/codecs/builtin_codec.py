"""The encodings of the builtin dialect."""

from __future__ import annotations

from ..format.codec import DialectCodec
from .builtin_attributes import declare_attributes
from .builtin_locations import declare_locations
from .builtin_types import declare_types


def make_builtin_codec() -> DialectCodec:
    codec = DialectCodec("builtin")
    declare_types(codec)
    declare_attributes(codec)
    declare_locations(codec)
    return codec


BUILTIN_CODEC = make_builtin_codec()
