"""The `.safetensors` format: a length, a JSON header with the type, shape and place of each array, and the elements.

https://github.com/huggingface/safetensors: the length is 8 bytes, little-endian; places count from the header's end.
"""

from __future__ import annotations

import json
import math
import os
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects.builtin import (
    BFloat16Type,
    ComplexType,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float8E8M0FNUType,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    Signedness,
)
from xdsl.ir import Attribute

from .element_types import Array, dtype_of

_LENGTH_BYTES, _MAX_HEADER = 8, 100_000_000
_TYPES: dict[str, Attribute] = {
    "BOOL": IntegerType(1),
    **{f"I{width}": IntegerType(width) for width in (8, 16, 32, 64)},
    **{f"U{width}": IntegerType(width, Signedness.UNSIGNED) for width in (8, 16, 32, 64)},
    "F8_E4M3": Float8E4M3FNType(),
    "F8_E5M2": Float8E5M2Type(),
    "F8_E8M0": Float8E8M0FNUType(),
    "F16": Float16Type(),
    "BF16": BFloat16Type(),
    "F32": Float32Type(),
    "F64": Float64Type(),
    "C64": ComplexType(Float32Type()),
}
"""The element types by the format's names. Those of which several elements share a byte are not read."""


class StoredPlace(NamedTuple):
    """An array in a file."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    offset: int
    """From the beginning of the file, in bytes."""


def is_safetensors(start: bytes) -> bool:
    """Whether a file may be of this format, by its first 9 bytes."""
    return start[_LENGTH_BYTES:] == b"{" and int.from_bytes(start[:_LENGTH_BYTES], "little") <= _MAX_HEADER


def read_entries(path: str) -> dict[str, StoredPlace]:
    """The arrays of a file by name, in the order of its header, which alone is read. Raises `ValueError` in a line."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        if length > min(_MAX_HEADER, size):
            raise ValueError(f"its header has {length} bytes, and the file {size}")
        text = file.read(length)
    header = json.loads(text, object_pairs_hook=_without_doubles)
    start = _LENGTH_BYTES + length
    return {name: _entry(name, said, start, size) for name, said in header.items() if name != "__metadata__"}


def read_elements(path: str, entry: StoredPlace) -> Array:
    """The elements of an array. Raises `ValueError` where the file has become too short."""
    count = math.prod(entry.shape)
    array: Array = np.fromfile(path, entry.dtype.newbyteorder("<"), count, offset=entry.offset)
    if array.size != count:
        raise ValueError("the file is too short")
    return array.reshape(entry.shape)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name is twice in it")
    return found


def _entry(name: str, said: Any, start: int, size: int) -> StoredPlace:
    match said:
        case {"dtype": str(kind), "shape": [*shape], "data_offsets": [int(begin), int(end)]}:
            pass
        case _:
            raise ValueError(f"'{name}' has no type, shape and place")
    if kind not in _TYPES:
        raise ValueError(f"'{name}' has elements of type {kind}, which cannot be read")
    if not all(type(n) is int and n >= 0 for n in shape):
        raise ValueError(f"'{name}' has a size that is none")
    dtype = dtype_of(_TYPES[kind])
    if not 0 <= begin <= end <= size - start or end - begin != math.prod(shape) * dtype.itemsize:
        raise ValueError(f"'{name}' has a place that does not fit its type, its shape, or the file")
    return StoredPlace(dtype, tuple(shape), start + begin)
