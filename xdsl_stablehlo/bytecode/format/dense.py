"""The payload of dense elements in bytecode: one element for a splat, booleans as bits, the rest as MLIR's buffer."""

from __future__ import annotations

from math import prod
from typing import cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute

from xdsl_stablehlo.text.floats import double_of, from_bits
from xdsl_stablehlo.values.element_types import Array, is_pred
from xdsl_stablehlo.values.elements import (
    AnyElementsAttr,
    SplatElementsAttr,
    attribute_of_flat,
    buffer_of,
    element_bytes,
    elements_from_buffer,
    flat_array_of,
    splat_of,
)
from xdsl_stablehlo.values.storage import is_uniform

from .primitives import Buffer

TRUE_SPLAT, FALSE_SPLAT = b"\xff", b"\0"


def payload_of(attribute: AnyElementsAttr, single_bit_is_splat: bool = False) -> Buffer:
    """The payload of `attribute`: a view of its bytes wherever they are what MLIR writes.

    `single_bit_is_splat` is how builtin attributes write one boolean: 0xFF for true; VHLO writes the bit, 0x01.
    """
    array, count = flat_array_of(attribute), prod(attribute.get_shape())
    element_type = attribute.type.element_type
    splat = count > 0 and (isinstance(attribute, SplatElementsAttr) or is_uniform(array))
    if is_pred(element_type):
        if splat and (count > 1 or single_bit_is_splat):
            return TRUE_SPLAT if array[0] else FALSE_SPLAT
        return np.packbits(array[:count], bitorder="little").tobytes()
    array = array[: 1 if splat else count]
    return _bytes_of(array, element_type)


def _bytes_of(array: Array, element_type: Attribute) -> Buffer:
    if element_bytes(element_type) < array.itemsize:  # tf32
        return buffer_of(array, element_type)
    flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return memoryview(cast(Buffer, flat)).toreadonly()


def elements_of_payload(tensor_type: AnyTensorType, payload: Buffer) -> AnyElementsAttr:
    """The attribute that `payload` is the payload of: a view of it wherever its bytes are the buffer's.

    Raises `ValueError` where its size is not that of `tensor_type`.
    """
    if not is_pred(tensor_type.element_type):
        return elements_from_buffer(tensor_type, cast(bytes, payload))
    count = prod(tensor_type.get_shape())
    bits = _unpack(payload, count)
    return attribute_of_flat(bits, tensor_type) if len(bits) == count else splat_of(bits, tensor_type)


def check_size(shape: tuple[int, ...], element_type: Attribute, payload: Buffer) -> None:
    """Raises `ValueError` where `payload` holds neither one element nor as many as `shape` has."""
    count = prod(shape)
    if count < 0 or any(size < 0 for size in shape):
        raise ValueError("dense elements need a static shape")
    if is_pred(element_type):
        allowed = {-(-count // 8), count, 1 if count else 0}
    else:
        size = element_bytes(element_type)
        allowed = {size * count, size if count else 0}
    if len(payload) not in allowed:
        raise ValueError(f"{len(payload)} bytes of elements where {max(allowed)} are needed")


def pack_bits(payload: Buffer, shape: tuple[int, ...]) -> Buffer:
    """The payload of booleans in its one canonical form; old files hold a byte for each."""
    count = prod(shape)
    if len(payload) == 1 and (count != 1 or payload[0] <= 1):
        is_splat = payload[0] in (0, 0xFF) and count > 1
        return bytes(payload) if is_splat or count <= 8 else payload
    bits = _unpack(payload, count)
    if count > 1 and is_uniform(bits):
        return TRUE_SPLAT if bits[0] else FALSE_SPLAT
    return np.packbits(bits, bitorder="little").tobytes()


def _unpack(payload: Buffer, count: int) -> Array:
    """Booleans from bits, or (old files) from a byte for each; the one that a splat byte stands for."""
    packed = np.frombuffer(payload, np.uint8)
    if len(packed) == 1 and count > 0 and (packed[0] == 0xFF or (packed[0] == 0 and count > 1)):
        return packed != 0
    if len(packed) == -(-count // 8) and len(packed) != count:
        return np.unpackbits(packed, count=count, bitorder="little").view(np.bool_)
    if len(packed) != count:
        raise ValueError(f"{len(packed)} bytes of booleans where {count} are needed")
    return packed != 0


def float_of_bits(bits: int, t: Attribute) -> float:
    """The value of a bit pattern of float type `t`."""
    return double_of(from_bits(np.array([bits], np.uint64), t), t)
