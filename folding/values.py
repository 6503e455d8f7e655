"""What the folder asks of arrays: is it a splat, are two the same, how few elements say it all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeGuard, cast

import numpy as np
from xdsl.dialects.builtin import BytesAttr
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.element_types import Array
from xdsl_stablehlo.elements import SplatElementsAttr, element_bytes
from xdsl_stablehlo.interpreter.kernels.table import Value
from xdsl_stablehlo.storage import SPLAT_BYTES


def is_constant(kind: type[Operation]) -> bool:
    """Whether ops of a class are constants already. The dialect `arith` is not imported to ask that."""
    return kind is ConstantOp or kind.name == "arith.constant"


def is_array(value: Value) -> TypeGuard[Array]:
    """Whether a value is that of a tensor."""
    return isinstance(value, np.ndarray)


def is_tuple(value: Value) -> TypeGuard[tuple[Value, ...]]:
    """Whether a value is that of a tuple."""
    return isinstance(value, tuple)


def is_splat(array: Array) -> bool:
    """Whether the array is stored as one element."""
    return not any(array.strides) or array.size == 1


def uniform_element(array: Array) -> Array | None:
    """The element that all elements of a splat are; None for an array that is not one."""
    if not array.size:
        return None
    element = array[(0,) * array.ndim]
    if is_splat(array) or (array.nbytes <= SPLAT_BYTES and array.tobytes() == element.tobytes() * array.size):
        return element
    return None


def compressed(array: Array) -> Array:
    """The array with every broadcast dimension reduced to size 1: all elements that are stored apart."""
    if 0 not in array.strides:
        return array
    return array[tuple([slice(0, 1) if stride == 0 else slice(None) for stride in array.strides])]


def stored_bytes(value: Value) -> int:
    """Bytes that a value takes while its broadcast dimensions stay broadcast."""
    if is_array(value):
        return compressed(value).nbytes
    if is_tuple(value):
        return sum(map(stored_bytes, value))
    return 0


def constant_bytes(array: Array) -> int:
    """Bytes of the constant that holds `array`: one element for a splat."""
    return array.dtype.itemsize if is_splat(array) else array.nbytes


def same_value(a: Value, b: Value) -> bool:
    """Whether two values are the same to the bit: -0 is not +0, and a NaN is only the NaN of its own bits."""
    if a is b:
        return True
    if is_array(a) and is_array(b):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        small_a, small_b = compressed(a), compressed(b)
        if small_a.shape == small_b.shape:
            return small_a.tobytes() == small_b.tobytes()
        return a.tobytes() == b.tobytes()
    if is_tuple(a) and is_tuple(b):
        return len(a) == len(b) and all(map(same_value, a, b))
    return bool(a == b)


class Narrow(NamedTuple):
    """The part of arrays of one shape that holds all their elements, because the rest repeats it."""

    part: tuple[slice, ...]
    shape: tuple[int, ...]
    """The full shape."""


def common_broadcast(operands: Sequence[Array]) -> Narrow | None:
    """The part of arrays of one shape (scalars aside) that leaves out dimensions along which none of them varies.

    None where there is no such dimension.
    """
    shape: tuple[int, ...] = ()
    for operand in operands:
        if operand.ndim:
            if 0 not in operand.strides:
                return None
            if shape and operand.shape != shape:
                return None
            shape = operand.shape
    if not shape or 0 in shape:
        return None
    fixed = [
        size > 1 and all(not o.ndim or o.strides[axis] == 0 for o in operands)
        for axis, size in enumerate(shape)
    ]
    if not any(fixed):
        return None
    return Narrow(tuple([slice(0, 1) if one else slice(None) for one in fixed]), shape)


def content_key(value: Value) -> Any:
    """A key under which equal small values meet; a large value is only equal to itself."""
    if is_array(value):
        small = compressed(value)
        if small.nbytes <= 4096:
            return (value.dtype, value.shape, small.strides == value.strides, small.tobytes())
        return id(value)
    if is_tuple(value):
        return tuple(map(content_key, value))
    return id(value)


def attribute_bytes(attribute: Attribute) -> int:
    """Bytes of the elements that an attribute holds; one element for a splat."""
    data = getattr(attribute, "data", None)
    if type(data) is not BytesAttr:
        return 0
    raw = data.data
    if type(attribute) is SplatElementsAttr or len(raw) > SPLAT_BYTES:
        return len(raw)
    size = element_bytes(cast("SplatElementsAttr", attribute).type.element_type)
    first = raw[:size]
    if raw[size : 2 * size] not in (first, b""):
        return len(raw)
    return size if bytes(first) * (len(raw) // max(size, 1)) == raw else len(raw)
