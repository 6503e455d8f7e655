"""The bytes of dense elements: the only conversion between attributes and arrays.

Each element type has one buffer form and one NumPy dtype. The buffer form is that of xDSL's `DenseIntOrFPElementsAttr`:
row-major, little-endian, a whole number of bytes per element, `true` as 0xFF, sub-byte integers extended to a byte by
their sign, tf32 in three bytes. NumPy's form differs in the last three points.
A large splat is one element in a `SplatElementsAttr`, because xDSL's attribute would store it expanded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from math import prod
from typing import Any, ClassVar, TypeAlias, cast

import numpy as np
from typing_extensions import TypeIs
from xdsl.dialects import builtin
from xdsl.ir import Attribute, BuiltinAttribute, TypedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xdsl_stablehlo.ir.guards import is_dense, is_integer_or_index, is_scalar_attr, is_tensor_type

from . import element_types
from .element_types import Array, StoredAsInteger, dtype_of
from .storage import SPLAT_BYTES, broadcast, is_splat, is_uniform

_BOOL = np.dtype(np.bool_)
_MOST_DIMENSIONS = 64
_MOST_ELEMENTS = 1 << 58
"""NumPy counts bytes in 63 bits, and complex numbers have 16."""


def _hexadecimal(attribute: SplatElementsAttr) -> str:
    return f'dense<"0x{bytes(attribute.data.data).hex().upper()}">'


@irdl_attr_definition
class SplatElementsAttr(TypedAttribute, BuiltinAttribute, builtin.ContainerType[Attribute]):
    """A dense attribute whose elements are all equal: `dense<0.0> : tensor<8192x8192xf32>` in four bytes.

    It prints like xDSL's `DenseIntOrFPElementsAttr` and has its methods for readers. `data` is one element in the
    buffer form.
    """

    name = "dense_splat"
    type: builtin.AnyTensorType = param_def()
    data: builtin.BytesAttr = param_def()

    LITERAL_OF: ClassVar[Callable[[Any], str]] = _hexadecimal
    """Returns the literal. `text.literals` replaces it by MLIR's spelling when it is imported."""

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
        element_type = cast(builtin.AnyDenseElement, self.type.element_type)
        return repeat(element_type.unpack(self.data.data, 1)[0], len(self))

    def get_values(self) -> Sequence[Any]:
        """Every element as a Python value: as long as the tensor, so not for large ones."""
        return tuple(self.iter_values())

    @staticmethod
    def parse_with_type(parser: AttrParser, type: Attribute) -> TypedAttribute:
        return builtin.DenseIntOrFPElementsAttr.parse_with_type(parser, type)

    def print_without_type(self, printer: Printer) -> None:
        printer.print_string(type(self).LITERAL_OF(self))

    def print_builtin(self, printer: Printer) -> None:
        self.print_without_type(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.type)


Buffer: TypeAlias = bytes | memoryview
"""Read-only bytes: a whole file, or a view of a part of one."""

AnyElementsAttr: TypeAlias = "builtin.DenseIntOrFPElementsAttr[builtin.AnyDenseElement] | SplatElementsAttr"


def is_elements(a: object) -> TypeIs[AnyElementsAttr]:
    """Dense elements, written out or of a splat."""
    return isinstance(a, builtin.DenseIntOrFPElementsAttr | SplatElementsAttr)


def element_bytes(element_type: Attribute) -> int:
    """The bytes that one element takes in a buffer."""
    return element_types.format_of(element_type).itemsize


def array_of(attribute: Attribute) -> Array:
    """The elements of a dense attribute, read-only: a view of its bytes wherever NumPy's form is the buffer's.

    A splat is an array of stride 0. Raises `ValueError` for an attribute that holds no elements, or too few, or whose
    shape no array can have: more than 64 dimensions, or more than 2^63 bytes.
    """
    if isinstance(attribute, SplatElementsAttr):
        return broadcast(flat_array_of(attribute).reshape(()), attribute.type.get_shape())
    if not is_dense(attribute):
        raise ValueError(f"'{attribute.name}' attribute holds no dense elements")
    shape = attribute.type.get_shape()
    array = _from_buffer(attribute.data.data, attribute.type.element_type)
    if array.size != prod(shape):
        raise ValueError(
            f"dense elements hold {array.size} values where '{attribute.type}' has {prod(shape)}"
        )
    return array.reshape(shape)


_SCALARS = {builtin.IndexType(), *[builtin.IntegerType(width) for width in (1, 2, 4, 8, 16, 32, 64)]}
"""Types of integers that `arith.constant` takes and tensors have."""


def array_of_scalar(attribute: Attribute) -> Array | None:
    """The number that an attribute of a scalar holds, of rank 0; None for what is none of a type that tensors have."""
    if not is_scalar_attr(attribute) or element_types.dtype_or_none(attribute.type) is None:
        return None
    tensor_type = builtin.TensorType[Any](attribute.type, [])
    return array_of(builtin.DenseIntOrFPElementsAttr.from_list(tensor_type, [attribute.value.data]))


def attribute_of_scalar(array: Array, declared: Attribute) -> Attribute | None:
    """The inverse of `array_of_scalar`; None where no `arith.constant` of type `declared` holds the number to the bit.

    It takes no signed and unsigned types, and xDSL keeps floats as doubles: no NaN signals any more.
    """
    if isinstance(declared, builtin.AnyFloat):
        attribute: Attribute = builtin.FloatAttr(float(array), declared)
    elif declared in _SCALARS and is_integer_or_index(declared):
        attribute = builtin.IntegerAttr(int(array), declared)
    else:
        return None
    again = array_of_scalar(attribute)
    return attribute if again is not None and again.tobytes() == array.tobytes() else None


def has_array(shape: Sequence[int]) -> bool:
    """Whether there can be a NumPy array of that shape, whatever its elements."""
    return len(shape) <= _MOST_DIMENSIONS and prod([max(size, 1) for size in shape]) < _MOST_ELEMENTS


def flat_array_of(attribute: AnyElementsAttr) -> Array:
    """The elements in row-major order, one-dimensional; the one element of a `SplatElementsAttr`."""
    return _from_buffer(attribute.data.data, attribute.get_element_type())


def attribute_of_flat(array: Array, tensor_type: builtin.AnyTensorType) -> AnyElementsAttr:
    """As `attribute_of` for elements in row-major order: a tensor may have more dimensions than an array can."""
    shape = tensor_type.get_shape()
    if not isinstance(tensor_type.element_type, StoredAsInteger) and has_array(shape):
        return attribute_of(array.reshape(shape), tensor_type)
    flat = attribute_of(array, builtin.TensorType(tensor_type.element_type, array.shape))
    if isinstance(flat, SplatElementsAttr):
        return SplatElementsAttr(tensor_type, flat.data)
    return dense_elements(tensor_type, flat.data.data)


def splat_of(element: Array, tensor_type: builtin.AnyTensorType) -> AnyElementsAttr:
    """The attribute all of whose elements are the one in `element`; any number of them costs the same.

    As in MLIR, a tensor without elements keeps the one that it was filled with.
    """
    one = _to_buffer(element.reshape(1), tensor_type.element_type)
    count = prod(tensor_type.get_shape())
    if not 0 < count * element.itemsize <= SPLAT_BYTES:
        return SplatElementsAttr(tensor_type, _bytes_attr(one))
    return dense_elements(tensor_type, bytes(one) * count)


def attribute_of(array: Array, tensor_type: builtin.AnyTensorType, *, owned: bool = False) -> AnyElementsAttr:
    """The attribute that holds `array` as elements of `tensor_type`: the inverse of `array_of`, byte for byte.

    Splats above `SPLAT_BYTES` become a `SplatElementsAttr`, so that equal values are equal attributes. Elements of a
    quantized type are stored, as MLIR does it, in a tensor of the storage type. An `owned` array is one that nobody
    else will write to: a large one becomes read-only and is not copied, its bytes are a `memoryview` of it.
    Raises `ValueError` where shape or dtype are not those of `tensor_type`.
    """
    element_type = tensor_type.element_type
    if isinstance(element_type, StoredAsInteger):
        element_type = element_type.storage_type
        tensor_type = builtin.TensorType(element_type, tensor_type.get_shape(), tensor_type.encoding)
        array = array.view(dtype_of(element_type))
    shape = tensor_type.get_shape()
    dtype = dtype_of(element_type)
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{array.dtype}{list(array.shape)} does not hold the elements of '{tensor_type}'")
    if array.nbytes > SPLAT_BYTES and (is_splat(array) or is_uniform(array)):
        element = _to_buffer(array[(0,) * array.ndim].reshape(1), element_type)
        return SplatElementsAttr(tensor_type, _bytes_attr(element))
    return dense_elements(tensor_type, _to_buffer(array, element_type, owned))


def attribute_of_array(value: Any, tensor_type: Attribute | None = None) -> AnyElementsAttr:
    """The attribute that holds an array of any byte order, by default as elements of its own type and shape.

    Raises `ValueError` for a dtype that holds no elements, and as `attribute_of` does.
    """
    array: Array = np.asarray(value)
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if not is_tensor_type(tensor_type):
        tensor_type = builtin.TensorType(element_types.format_of_dtype(array.dtype).type, array.shape)
    return attribute_of(array, tensor_type)


def dense_elements(
    tensor_type: Attribute, buffer: Buffer
) -> builtin.DenseIntOrFPElementsAttr[builtin.AnyDenseElement]:
    """xDSL's attribute over a whole buffer in its own form, which is not checked again."""
    attribute: builtin.DenseIntOrFPElementsAttr[builtin.AnyDenseElement] = object.__new__(
        builtin.DenseIntOrFPElementsAttr
    )
    object.__setattr__(attribute, "type", tensor_type)
    object.__setattr__(attribute, "data", _bytes_attr(buffer))
    return attribute


def elements_from_buffer(tensor_type: builtin.AnyTensorType, buffer: Buffer) -> AnyElementsAttr:
    """The attribute of a raw buffer as MLIR writes it, of one element for a splat or of all.

    MLIR's buffers hold `true` as 0x01 (or any other byte but 0) and leave the upper bits of sub-byte elements free.
    Raises `ValueError` where the buffer has another size.
    """
    shape, element_type = tensor_type.get_shape(), tensor_type.element_type
    if builtin.DYNAMIC_INDEX in shape:
        raise ValueError(f"elements need a static shape, and '{tensor_type}' has none")
    size, count = element_bytes(element_type), prod(shape)
    if len(buffer) == size and count != 1:
        return splat_of(_from_buffer(buffer, element_type), tensor_type)
    if len(buffer) != size * count:
        raise ValueError(f"{len(buffer)} bytes of elements where '{tensor_type}' has {size * count}")
    return attribute_of_flat(_from_buffer(buffer, element_type), tensor_type)


def buffer_of(array: Array, element_type: Attribute) -> bytes:
    """The elements of `array` in row-major order as MLIR writes raw buffers: NumPy's form, and tf32 in three bytes."""
    if element_bytes(element_type) < array.itemsize:
        return bytes(_to_buffer(array, element_type))
    return array.tobytes()


def _from_buffer(data: Buffer, element_type: Attribute) -> Array:
    """The elements in `data`, one-dimensional, without copying them where NumPy's form is the same."""
    known = element_types.format_of(element_type)
    dtype = known.dtype
    if dtype == _BOOL:
        array = np.frombuffer(data, np.uint8) != 0
    elif known.width < 8:
        mask = (1 << known.width) - 1
        array = np.frombuffer(data, np.uint8)
        array = (array & mask if array.size and array.max() > mask else array).view(dtype)
    elif known.unused_bits:
        three = np.frombuffer(data, np.uint8).reshape(-1, 3)
        wide = np.zeros((len(three), 4), np.uint8)
        wide[:, :3] = three
        array = (wide.view(np.uint32) << known.unused_bits).view(dtype).reshape(-1)
    elif len(data) % dtype.itemsize:
        raise ValueError(f"{len(data)} bytes are not a whole number of '{element_type}' elements")
    else:
        return np.frombuffer(data, dtype)
    array.flags.writeable = False
    return array


def _to_buffer(array: Array, element_type: Attribute, owned: bool = False) -> Buffer:
    """The elements of `array` in row-major order in the form that xDSL packs."""
    known = element_types.format_of(element_type)
    if known.dtype == _BOOL:
        return (-array.view(np.int8)).tobytes()
    if known.width < 8 and isinstance(known, element_types.IntegerFormat) and known.signed:
        shift = 8 - known.width
        return (array.view(np.int8) << shift >> shift).tobytes()
    if known.unused_bits:
        bits = np.ascontiguousarray(array).view(np.uint32).reshape(-1) >> known.unused_bits
        return bits.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
    memory = _memory_of(array, owned)
    return array.tobytes() if memory is None else memory


def _memory_of(array: Array, owned: bool) -> Buffer | None:
    """The bytes that an array is all of, in order: those of an attribute or, if it is large, of a file.

    The memory of a large `owned` array, which is read-only from now on. None for other arrays.
    """
    root, is_large = array, array.nbytes > SPLAT_BYTES
    while element_types.is_array(root.base):
        root = root.base
    owner: object = root.base
    if not array.flags.c_contiguous:
        return None
    if owner is None and owned and is_large and root.nbytes == array.nbytes:
        root.flags.writeable = array.flags.writeable = False
        return array.reshape(-1).view(np.uint8).data
    if not _is_buffer(owner):
        return None
    if isinstance(owner, memoryview) and not (is_large and owner.readonly and owner.format == "B"):
        return None  # it may be of another shape, as that of an array of JAX
    return owner if len(owner) == array.nbytes else None


def _bytes_attr(data: Buffer) -> builtin.BytesAttr:
    """xDSL's attribute of bytes, which holds views of files as well."""
    return builtin.BytesAttr(cast(bytes, data))


def _is_buffer(owner: object) -> TypeIs[Buffer]:
    return isinstance(owner, bytes | memoryview)
