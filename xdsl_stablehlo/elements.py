"""The bytes of dense elements: the one border between attributes and arrays.

Parser, printer, bytecode and interpreter all come through here, so each element type has one buffer form
and one NumPy dtype. The buffer form is what xDSL's `DenseIntOrFPElementsAttr` packs: row-major, little-endian, a whole
number of bytes per element, `true` as 0xFF, sub-byte integers extended to a byte by their sign, tf32 in three bytes.
NumPy's differs in the last three points, which is settled here and nowhere else.
A large splat is one element in a `SplatElementsAttr`, because xDSL's attribute would store it expanded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, TypeAlias, cast

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyDenseElement,
    AnyTensorType,
    BytesAttr,
    ContainerType,
    DenseIntOrFPElementsAttr,
    IndexType,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute, BuiltinAttribute, TypedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from .dialects.guards import is_complex_type, is_dense, is_integer_type
from .dialects.quant import AnyQuantizedType

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
"""A NumPy array of any element type of the specification."""

SPLAT_BYTES = 1 << 16
"""A splat whose expanded form is larger than this many bytes is kept as one element."""

FLOAT_DTYPES: dict[str, np.dtype[Any]] = {
    "f4E2M1FN": np.dtype(ml_dtypes.float4_e2m1fn),
    "f6E2M3FN": np.dtype(ml_dtypes.float6_e2m3fn),
    "f6E3M2FN": np.dtype(ml_dtypes.float6_e3m2fn),
    "f8E3M4": np.dtype(ml_dtypes.float8_e3m4),
    "f8E4M3": np.dtype(ml_dtypes.float8_e4m3),
    "f8E4M3B11FNUZ": np.dtype(ml_dtypes.float8_e4m3b11fnuz),
    "f8E4M3FN": np.dtype(ml_dtypes.float8_e4m3fn),
    "f8E4M3FNUZ": np.dtype(ml_dtypes.float8_e4m3fnuz),
    "f8E5M2": np.dtype(ml_dtypes.float8_e5m2),
    "f8E5M2FNUZ": np.dtype(ml_dtypes.float8_e5m2fnuz),
    "f8E8M0FNU": np.dtype(ml_dtypes.float8_e8m0fnu),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f16": np.dtype(np.float16),
    "tf32": np.dtype(np.float32),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
"""The NumPy dtype of each float type. tf32 has none of its own: its values are held as float32."""

INTEGER_DTYPES: dict[tuple[int, bool], np.dtype[Any]] = {
    (1, True): np.dtype(np.bool_),
    (2, True): np.dtype(ml_dtypes.int2),
    (4, True): np.dtype(ml_dtypes.int4),
    (2, False): np.dtype(ml_dtypes.uint2),
    (4, False): np.dtype(ml_dtypes.uint4),
    **{(8 * n, True): np.dtype(f"i{n}") for n in (1, 2, 4, 8)},
    **{(8 * n, False): np.dtype(f"u{n}") for n in (1, 2, 4, 8)},
}
"""The NumPy dtype of each integer type, by width and signedness. i1 is NumPy's bool."""

_COMPLEX_DTYPES = {"f32": np.dtype(np.complex64), "f64": np.dtype(np.complex128)}
_SUB_BYTE_DTYPES = {dtype for (width, _), dtype in INTEGER_DTYPES.items() if width in (2, 4)}
_SIGNED_SUB_BYTE_WIDTHS = {np.dtype(ml_dtypes.int2): 2, np.dtype(ml_dtypes.int4): 4}
_BOOL = np.dtype(np.bool_)
_MOST_DIMENSIONS = 64
_MOST_ELEMENTS = 1 << 58
"""NumPy counts bytes in 63 bits, and complex numbers have 16."""
_TF32_DROPPED_BITS = 13
"""tf32 is float32 without this many bits at the end of the mantissa."""


def dtype_of(element_type: Attribute) -> np.dtype[Any]:
    """The NumPy dtype that holds elements of `element_type`; the storage integer's for a quantized type.

    Raises `ValueError` for a type that no tensor of the specification has.
    """
    dtype = dtype_or_none(element_type)
    if dtype is None:
        raise ValueError(f"'{element_type}' is not an element type of StableHLO")
    return dtype


def dtype_or_none(element_type: Attribute) -> np.dtype[Any] | None:
    """As `dtype_of`; None for a type that no tensor of the specification has."""
    dtype = FLOAT_DTYPES.get(element_type.name)
    if dtype is not None:
        return dtype
    if is_integer_type(element_type):
        signed = element_type.signedness.data is not Signedness.UNSIGNED
        dtype = INTEGER_DTYPES.get((element_type.width.data, signed))
    elif isinstance(element_type, IndexType):
        dtype = np.dtype(np.int64)
    elif is_complex_type(element_type):
        dtype = _COMPLEX_DTYPES.get(element_type.element_type.name)
    elif isinstance(element_type, AnyQuantizedType):
        dtype = dtype_or_none(element_type.stored_as)
    return dtype


@irdl_attr_definition
class SplatElementsAttr(TypedAttribute, BuiltinAttribute, ContainerType[Attribute]):
    """A dense attribute all of whose elements are one: `dense<0.0> : tensor<8192x8192xf32>` in four bytes.

    It prints as, and answers what readers of xDSL's `DenseIntOrFPElementsAttr` ask: `get_type`, `get_shape`,
    `get_element_type`, `get_values`, `iter_values`, `is_splat`. `data` is one element in the buffer form.
    """

    name = "dense_splat"
    type: AnyTensorType = param_def()
    data: BytesAttr = param_def()

    def get_shape(self) -> tuple[int, ...]:
        return self.type.get_shape()

    def get_element_type(self) -> Attribute:
        return self.type.element_type

    def __len__(self) -> int:
        return prod(self.get_shape())

    def is_splat(self) -> bool:
        return True

    def iter_values(self) -> Iterator[Any]:
        """Every element as a Python value, the same one each time."""
        value = cast(AnyDenseElement, self.type.element_type).unpack(self.data.data, 1)[0]
        return (value for _ in range(prod(self.get_shape())))

    def get_values(self) -> Sequence[Any]:
        """Every element as a Python value: as long as the tensor, so not for large ones."""
        return tuple(self.iter_values())

    @staticmethod
    def parse_with_type(parser: AttrParser, type: Attribute) -> TypedAttribute:
        return DenseIntOrFPElementsAttr.parse_with_type(parser, type)

    def print_without_type(self, printer: Printer) -> None:
        from .text.literals import dense_text

        printer.print_string(dense_text(self))

    def print_builtin(self, printer: Printer) -> None:
        self.print_without_type(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.type)


Buffer: TypeAlias = bytes | memoryview

AnyElementsAttr: TypeAlias = "DenseIntOrFPElementsAttr[AnyDenseElement] | SplatElementsAttr"


def element_bytes(element_type: Attribute) -> int:
    """How many bytes one element takes in a buffer."""
    if element_type.name == "tf32":
        return 3
    return dtype_of(element_type).itemsize


def array_of(attribute: Attribute) -> Array:
    """The elements of a dense attribute, read-only: a view of its bytes wherever NumPy's form is the buffer's.

    A splat is an array of stride 0. Raises `ValueError` for an attribute that holds no elements, or too few, or whose
    shape no array can have: more than 64 dimensions, or more than 2^63 bytes.
    """
    if isinstance(attribute, SplatElementsAttr):
        return np.broadcast_to(flat_array_of(attribute).reshape(()), attribute.type.get_shape())
    if not is_dense(attribute):
        raise ValueError(f"'{attribute.name}' attribute holds no dense elements")
    shape = attribute.type.get_shape()
    array = _from_buffer(attribute.data.data, attribute.type.element_type)
    if array.size != prod(shape):
        raise ValueError(
            f"dense elements hold {array.size} values where '{attribute.type}' has {prod(shape)}"
        )
    return array.reshape(shape)


def has_array(shape: Sequence[int]) -> bool:
    """Whether there can be a NumPy array of that shape, whatever its elements."""
    return len(shape) <= _MOST_DIMENSIONS and prod([max(size, 1) for size in shape]) < _MOST_ELEMENTS


def flat_array_of(attribute: AnyElementsAttr) -> Array:
    """The elements in row-major order, one-dimensional; the one element of a `SplatElementsAttr`."""
    return _from_buffer(attribute.data.data, cast(Attribute, attribute.type.element_type))


def attribute_of_flat(array: Array, tensor_type: AnyTensorType) -> AnyElementsAttr:
    """As `attribute_of` for elements in row-major order: a tensor may have more dimensions than an array can."""
    flat = attribute_of(array, TensorType(tensor_type.element_type, array.shape))
    return _retyped(flat, tensor_type)


def _retyped(attribute: AnyElementsAttr, tensor_type: AnyTensorType) -> AnyElementsAttr:
    if isinstance(attribute, SplatElementsAttr):
        return SplatElementsAttr(tensor_type, attribute.data)
    return dense_elements(tensor_type, attribute.data.data)


def splat_of(element: Array, tensor_type: AnyTensorType) -> AnyElementsAttr:
    """The attribute all of whose elements are the one in `element`; any number of them costs the same."""
    one = _to_buffer(element.reshape(1), tensor_type.element_type)
    count = prod(tensor_type.get_shape())
    if count * element.itemsize > SPLAT_BYTES:
        return SplatElementsAttr(tensor_type, BytesAttr(cast(bytes, one)))
    return dense_elements(tensor_type, bytes(one) * count)


def attribute_of(array: Array, tensor_type: AnyTensorType, *, owned: bool = False) -> AnyElementsAttr:
    """The attribute that holds `array` as elements of `tensor_type`: the inverse of `array_of`, byte for byte.

    Splats above `SPLAT_BYTES` become a `SplatElementsAttr`, so that equal values are equal attributes. Elements of a
    quantized type are stored, as MLIR does it, in a tensor of the storage type. An `owned` array is one that nobody
    else will write to: a large one becomes read-only and is not copied, its bytes are a `memoryview` of it.
    Raises `ValueError` where shape or dtype are not those of `tensor_type`.
    """
    element_type = tensor_type.element_type
    if isinstance(element_type, AnyQuantizedType):
        element_type = element_type.storage_type
        tensor_type = TensorType(element_type, tensor_type.get_shape(), tensor_type.encoding)
        array = array.view(dtype_of(element_type))
    shape = tensor_type.get_shape()
    dtype = dtype_of(element_type)
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{array.dtype}{list(array.shape)} does not hold the elements of '{tensor_type}'")
    if array.nbytes > SPLAT_BYTES and (not any(array.strides) or is_uniform(array)):
        element = _to_buffer(array[(0,) * array.ndim].reshape(1), element_type)
        return SplatElementsAttr(tensor_type, BytesAttr(cast(bytes, element)))
    return dense_elements(tensor_type, _to_buffer(array, element_type, owned))


def dense_elements(tensor_type: Attribute, buffer: Buffer) -> DenseIntOrFPElementsAttr[AnyDenseElement]:
    """xDSL's attribute over a whole buffer in its own form, which is not checked again."""
    attribute: DenseIntOrFPElementsAttr[AnyDenseElement] = object.__new__(DenseIntOrFPElementsAttr)
    object.__setattr__(attribute, "type", tensor_type)
    object.__setattr__(attribute, "data", BytesAttr(cast(bytes, buffer)))
    return attribute


def elements_from_buffer(tensor_type: AnyTensorType, buffer: Buffer) -> AnyElementsAttr:
    """The attribute of a raw buffer as MLIR writes it, of one element for a splat or of all.

    MLIR's buffers hold `true` as 0x01 (or any other byte but 0) and leave the upper bits of sub-byte elements free.
    Raises `ValueError` where the buffer has another size.
    """
    shape, element_type = tensor_type.get_shape(), tensor_type.element_type
    if DYNAMIC_INDEX in shape:
        raise ValueError(f"elements need a static shape, and '{tensor_type}' has none")
    size, count = element_bytes(element_type), prod(shape)
    if len(buffer) == size and count != 1:
        return splat_of(_from_buffer(buffer, element_type), tensor_type)
    if len(buffer) != size * count:
        raise ValueError(f"{len(buffer)} bytes of elements where '{tensor_type}' has {size * count}")
    return attribute_of_flat(_from_buffer(buffer, element_type), tensor_type)


def buffer_of(array: Array, element_type: Attribute) -> bytes:
    """The elements of `array` in row-major order as MLIR writes raw buffers: NumPy's form, and tf32 in three bytes."""
    if element_type.name == "tf32":
        return cast(bytes, _to_buffer(array, element_type))
    return array.tobytes()


def _from_buffer(data: Buffer, element_type: Attribute) -> Array:
    """The elements in `data`, one-dimensional, without copying them where NumPy's form is the same."""
    dtype = dtype_of(element_type)
    if dtype == _BOOL:
        array = np.frombuffer(data, np.uint8) != 0
    elif dtype in _SUB_BYTE_DTYPES or _is_sub_byte_float(element_type):
        mask = (1 << _bits(element_type)) - 1
        array = np.frombuffer(data, np.uint8)
        array = (array & mask if array.size and array.max() > mask else array).view(dtype)
    elif element_type.name == "tf32":
        three = np.frombuffer(data, np.uint8).reshape(-1, 3)
        wide = np.zeros((len(three), 4), np.uint8)
        wide[:, :3] = three
        array = (wide.view(np.uint32) << _TF32_DROPPED_BITS).view(np.float32).reshape(-1)
    elif len(data) % dtype.itemsize:
        raise ValueError(f"{len(data)} bytes are not a whole number of '{element_type}' elements")
    else:
        return np.frombuffer(data, dtype)
    array.flags.writeable = False
    return array


def _to_buffer(array: Array, element_type: Attribute, owned: bool = False) -> Buffer:
    """The elements of `array` in row-major order in the form that xDSL packs."""
    dtype = array.dtype
    if dtype == _BOOL:
        return (-array.view(np.int8)).tobytes()
    if (width := _SIGNED_SUB_BYTE_WIDTHS.get(dtype)) is not None:
        shift = 8 - width
        return (array.view(np.int8) << shift >> shift).tobytes()
    if element_type.name == "tf32":
        bits = np.ascontiguousarray(array).view(np.uint32).reshape(-1) >> _TF32_DROPPED_BITS
        return bits.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
    whole = _whole_buffer(array)
    if whole is None and owned and array.nbytes > SPLAT_BYTES:
        whole = _own_buffer(array)
    return array.tobytes() if whole is None else whole


def _own_buffer(array: Array) -> Buffer | None:
    """The memory of an array or of a view of all of it in order, read-only from now on; None for other arrays."""
    root = array
    while isinstance(root.base, np.ndarray):
        root = cast(Array, root.base)
    if root.base is not None or root.nbytes != array.nbytes or not array.flags.c_contiguous:
        return None
    root.flags.writeable = array.flags.writeable = False
    return array.reshape(-1).view(np.uint8).data


def _whole_buffer(array: Array) -> Buffer | None:
    """The bytes that `array` is a view of, if it is all of them in order. Large ones may be a view of a file."""
    if not array.flags.c_contiguous:
        return None
    base: object = array
    while isinstance(base, np.ndarray):
        base = cast(object, base.base)
    whole = isinstance(base, bytes)
    if isinstance(base, memoryview) and array.nbytes > SPLAT_BYTES:
        whole = base.readonly and base.format == "B"
    return cast(Buffer, base) if whole and len(cast(Buffer, base)) == array.nbytes else None


def is_uniform(array: Array) -> bool:
    """Whether all elements have the same bits. Gives up at the first difference it looks for."""
    if not array.flags.c_contiguous:
        corner = array[(slice(0, 2),) * array.ndim]
        return corner.tobytes() == corner.flat[0].tobytes() * corner.size and is_uniform(
            np.ascontiguousarray(array)
        )
    flat = array.reshape(-1)
    size = array.dtype.itemsize
    flat = flat.view(f"u{size}") if size in (1, 2, 4, 8) else flat.view(np.uint64).reshape(-1, 2)
    first, step = flat[:1], 1 << 14
    head = flat[:64]
    return bool((head == first).all()) and all(
        bool((flat[at : at + step] == first).all()) for at in range(0, len(flat), step)
    )


def _is_sub_byte_float(element_type: Attribute) -> bool:
    return element_type.name in ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN")


def _bits(element_type: Attribute) -> int:
    """The width of a sub-byte element type."""
    if is_integer_type(element_type):
        return element_type.width.data
    return int(element_type.name[1])
