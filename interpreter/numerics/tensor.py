"""Tensors and elements: MLIR's tensor types together with NumPy arrays."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike
from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyTensorType, TensorType
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_complex_type, is_tensor_type
from xdsl_stablehlo.ir.printable import in_notebooks, printable
from xdsl_stablehlo.values.element_types import (
    Array,
    DType,
    StoredAsInteger,
    dtype_of,
    format_of,
    format_of_dtype,
    holds_complex,
    holds_elements,
    holds_integers,
    is_unsigned_int,
    parts,
)
from xdsl_stablehlo.values.elements import AnyElementsAttr, array_of, attribute_of

from . import Arithmetic, arithmetic_of, convert, quiet

__all__ = ["Element", "Tensor", "array_of", "attribute_of"]

MultiIndex: TypeAlias = "tuple[int, ...]"


class Tensor:
    """A value of a ranked tensor type: the type with an array of its elements.

    `Tensor.of(anything)` makes one of any argument of `np.asarray`, `np.asarray(tensor)` returns the elements.
    `get` and `set` access single elements. Arrays that `array` returned are read-only and never change: `set` copies
    the elements first if anyone else can see them.

    Examples:
        >>> from xdsl.dialects.builtin import f32
        >>> tensor = Tensor.of([[1, 2], [3, 4]], f32)
        >>> tensor.shape, tensor.dtype, tensor[1].tolist()
        ((2, 2), dtype('float32'), [3.0, 4.0])
    """

    __slots__ = ("_array", "_shared", "type")

    def __init__(self, type: AnyTensorType, array: Array):
        """The tensor of `type` whose elements are `array`, which is not copied and must not be written to.

        Unknown sizes of `type` become those of the array. A quantized tensor's elements are its storage integers.
        Raises `ValueError` where the array's dtype or shape are not those of the type.
        """
        shape, dtype = type.get_shape(), dtype_of(type.element_type)
        fits = len(shape) == array.ndim and all(
            n in (DYNAMIC_INDEX, m) for n, m in zip(shape, array.shape, strict=True)
        )
        if not fits or array.dtype != dtype:
            raise ValueError(f"{array.dtype}{list(array.shape)} does not hold the elements of '{type}'")
        self.type = type if DYNAMIC_INDEX not in shape else TensorType(type.element_type, array.shape)
        self._array = array
        self._shared = True

    @staticmethod
    def of(value: Any, type: Attribute | None = None) -> Tensor:
        """The tensor of `value`: a tensor, an attribute of elements, or any argument of `np.asarray`.

        `type` is a tensor type or an element type; by default that of the array's dtype. Elements are converted to the
        type if only rounding is lost. Raises `ValueError` with the first element for which it is not so.
        """
        if isinstance(value, Tensor):
            if type is None or type in (value.type, value.element_type):
                return value
            value = value.array
        elif isinstance(value, Element):
            value = value.array
        array = array_of(value) if isinstance(value, Attribute) else _own(value, type)
        if type is not None and is_tensor_type(type):
            return Tensor(type, _converted(array, type.element_type))
        element_type = type or format_of_dtype(array.dtype).type
        array = _converted(array, element_type)
        return Tensor(TensorType(element_type, array.shape), array)

    @staticmethod
    def from_attr(attribute: AnyElementsAttr) -> Tensor:
        """The elements of a dense attribute."""
        return Tensor(ranked_type(attribute.type), array_of(attribute))

    def to_attr(self) -> AnyElementsAttr:
        """The dense attribute that holds the elements: storage integers for a quantized tensor."""
        return attribute_of(self.array, self.type)

    @staticmethod
    def trusted(type: AnyTensorType, array: Array) -> Tensor:
        """The tensor of a static type and an array of its elements, without checks."""
        tensor = Tensor.__new__(Tensor)
        tensor.type, tensor._array, tensor._shared = type, array, True
        return tensor

    def borrowed(self) -> Array:
        """The elements without a copy; the caller must not change them."""
        self._shared = True
        return self._array

    @property
    def array(self) -> Array:
        """The elements, read-only."""
        self._shared = True
        view = self._array.view()
        view.flags.writeable = False
        return view

    @property
    def shape(self) -> tuple[int, ...]:
        return self._array.shape

    @property
    def dtype(self) -> DType:
        """NumPy's type of the elements; of `ml_dtypes` where NumPy has none."""
        return self._array.dtype

    @property
    def element_type(self) -> Attribute:
        return self.type.element_type

    def numpy(self) -> Array:
        """The elements as an array, read-only: `array`. `np.array(tensor)` is a copy."""
        return self.array

    def to_op(self) -> ConstantOp:
        """A `stablehlo.constant` of these elements, to be put into a block."""
        return ConstantOp(self.to_attr(), self.type)

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, index: Any) -> Any:
        """Elements as indexing NumPy's array gives them, read-only."""
        return self.array[index]

    @default_environment()
    def __float__(self) -> float:
        """The only element. Raises `TypeError` where there are several."""
        return float(self._array)

    def __int__(self) -> int:
        """The only element. Raises `TypeError` where there are several."""
        return int(self._array)

    @default_environment()
    def __bool__(self) -> bool:
        """Whether the only element is not zero. Raises `ValueError` where there are several."""
        return bool(self._array)

    def get(self, index: MultiIndex = ()) -> Element:
        """The element at `index`. Raises `IndexError` where the index is not in the tensor's index space."""
        return Element(self.element_type, np.array(self._array[self._checked(index)]))

    def set(self, index: MultiIndex, element: Element) -> None:
        """Replace the element at `index`. Raises `IndexError` for an index that is not in the index space, and
        `ValueError` for an element of another type."""
        index = self._checked(index)
        if element.type != self.element_type:
            raise ValueError(f"an element of type {element.type} cannot be set in a '{self.type}'")
        if self._shared:
            self._array, self._shared = self._array.copy(), False
        self._array[index] = element.array

    def _checked(self, index: MultiIndex) -> MultiIndex:
        inside = len(index) == len(self.shape) and all(
            0 <= i < n for i, n in zip(index, self.shape, strict=True)
        )
        if not inside:
            raise IndexError(f"index {list(index)} is not in the index space of '{self.type}'")
        return tuple(index)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        array = self.array if dtype is None else self.array.astype(dtype, copy=False)
        return array.copy() if copy else array

    def __eq__(self, other: object) -> bool:
        """Same type and same bits: NaN equals itself, 0.0 is not -0.0."""
        if not isinstance(other, Tensor):
            return NotImplemented
        return self.type == other.type and self._array.tobytes() == other._array.tobytes()

    def __hash__(self) -> int:
        raise TypeError("unhashable type: 'Tensor'")

    @default_environment()
    def __repr__(self) -> str:
        text = np.array2string(self._array, separator=", ", threshold=16, edgeitems=3, prefix="Tensor(")
        return f"Tensor({text} : {self.type})"

    def _repr_html_(self) -> str:
        return in_notebooks(repr(self))


def _combined(name: str) -> Callable[[Element, Element | complex], Element]:
    """The operator that calls this method of the arithmetic of the elements."""

    def combine(element: Element, other: Element | complex) -> Element:
        return element.combined(element.arithmetic.named(name), other)

    return combine


def _compared(direction: str) -> Callable[[Element, Any], bool]:
    """The operator that compares elements by the specification."""

    def compare(element: Element, other: object) -> bool:
        with quiet():
            return bool(element.arithmetic.compare(element.array, element.operand(other), direction))

    return compare


class Element:
    """A typed scalar whose operators are the arithmetic of its type: `i8` wraps around, `i1` adds by or, floats round.

    A Python number as the other operand counts as an element of the same type.
    `>>` is the arithmetic shift of signed and the logical one of unsigned integers.
    """

    __slots__ = ("array", "type")

    def __init__(self, type: Attribute, value: object):
        """`value` as an element of `type`. Raises `ValueError` if it is none."""
        self.type = type
        array: Array = np.asarray(value)
        if array.shape:
            raise ValueError(f"an element is one value, not {array.dtype}{list(array.shape)}")
        self.array = _converted(array, type)

    @property
    def arithmetic(self) -> Arithmetic:
        """The operations of this element type: `e.arithmetic.tanh(e.array)`."""
        return arithmetic_of(self.type)

    def convert(self, type: Attribute) -> Element:
        """The element of another type that this one converts to (spec: convert)."""
        return _evaluated(type, lambda: convert(self.array, self.type, type))

    def combined(self, compute: Callable[..., Array], *others: Element | complex) -> Element:
        """The result of a function of arrays for this element and others."""
        operands = [self.operand(other) for other in others]
        return _evaluated(self.type, lambda: compute(self.array, *operands))

    def operand(self, other: object) -> Array:
        """The array of another operand. Raises `ValueError` for an element of another type."""
        if not isinstance(other, Element):
            return Element(self.type, other).array
        if other.type != self.type:
            raise ValueError(f"elements of type {self.type} and {other.type} do not combine")
        return other.array

    __add__ = _combined("add")
    __sub__ = _combined("subtract")
    __mul__ = _combined("multiply")
    __truediv__ = _combined("divide")
    __mod__ = _combined("remainder")
    __pow__ = _combined("power")
    __and__ = _combined("and")
    __or__ = _combined("or")
    __xor__ = _combined("xor")
    __lshift__ = _combined("shift_left")

    def __rshift__(self, other: Element | int) -> Element:
        unsigned = is_unsigned_int(self.type)
        shift = self.arithmetic.shift_right_logical if unsigned else self.arithmetic.shift_right_arithmetic
        return self.combined(shift, other)

    def __invert__(self) -> Element:
        return self.combined(self.arithmetic.not_)

    def __neg__(self) -> Element:
        return self.combined(self.arithmetic.negate)

    def __abs__(self) -> Element:
        type = self.type.element_type if is_complex_type(self.type) else self.type
        return _evaluated(type, lambda: self.arithmetic.abs(self.array))

    def __eq__(self, other: object) -> bool:
        """The specification's comparison: NaN differs from itself, 0.0 equals -0.0."""
        if not isinstance(other, Element | int | float | complex | np.generic):
            return NotImplemented
        return self._equals(other)

    def __ne__(self, other: object) -> bool:
        if not isinstance(other, Element | int | float | complex | np.generic):
            return NotImplemented
        return self._differs(other)

    _equals = _compared("EQ")
    _differs = _compared("NE")
    __lt__ = _compared("LT")
    __le__ = _compared("LE")
    __gt__ = _compared("GT")
    __ge__ = _compared("GE")

    def __hash__(self) -> int:
        raise TypeError("unhashable type: 'Element'")

    @default_environment()
    def __bool__(self) -> bool:
        return bool(self.array)

    def __int__(self) -> int:
        return int(self.array)

    @default_environment()
    def __float__(self) -> float:
        return float(self.array)

    @default_environment()
    def __complex__(self) -> complex:
        return complex(self.array)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        return np.array(self.array, dtype)

    @default_environment()
    def __repr__(self) -> str:
        return f"Element({self.array} : {self.type})"


def _evaluated(type: Attribute, compute: Callable[[], Array]) -> Element:
    with quiet():
        return Element(type, np.asarray(compute()))


def _own(value: object, type: Attribute | None) -> Array:
    """`value` as an array that nobody else can change."""
    try:
        array = np.asarray(value)
    except ValueError:  # with a long message about NumPy's conversion
        raise ValueError(
            f"{_shown(value)} is no array: its lists differ in length, or are too deep"
        ) from None
    if not holds_elements(array.dtype) and not hasattr(value, "dtype"):
        element_type = type.element_type if type is not None and is_tensor_type(type) else type or "StableHLO"
        leaves = np.asarray(value, object).flat
        wrong = next((leaf for leaf in leaves if not _is_number(leaf)), value)
        raise ValueError(f"{_shown(wrong)} is no element of type {element_type}")
    return array.copy() if array is value or array.base is not None else array


def _is_number(value: object) -> bool:
    if isinstance(value, int):
        return value.bit_length() <= 64
    return isinstance(value, float | complex | np.number)


def _shown(value: object) -> str:
    """A Python value in a message: short, and in one line."""
    if isinstance(value, int):  # too large a one; Python itself refuses to write down the largest
        return f"an integer of {value.bit_length()} bits"
    return printable(reprlib.repr(value))


def _converted(array: Array, element_type: Attribute) -> Array:
    """`array` with the dtype of `element_type`. Raises `ValueError` if more than rounding is lost."""
    dtype = dtype_of(element_type)
    if array.dtype == dtype and not format_of(element_type).unused_bits:
        return array
    source = format_of_dtype(array.dtype).type
    target = element_type.stored_as if isinstance(element_type, StoredAsInteger) else element_type
    with quiet():
        result = np.asarray(convert(array, source, target))
        if _rank(array.dtype) > _rank(dtype):
            lost = _most_foreign(array)
        elif _rank(dtype) == 1:
            # Integers wrap around: what comes back with the same value and sign fitted.
            same_sign = (array < array.dtype.type(0)) == (result < dtype.type(0))
            lost = ~(same_sign & (convert(result, target, source) == array))
        else:
            return result
    wrong = array[lost]
    if wrong.size:
        raise ValueError(f"{wrong[0]} ({array.dtype}) is no element of type {element_type}")
    return result


def _most_foreign(array: Array) -> Array:
    """Where complex numbers are not real, or floats not integers; if nowhere, the largest elements."""
    if holds_complex(array.dtype):
        lost, sizes = parts(array)[1] != 0, np.abs(array)
    else:
        sizes = np.abs(array.astype(np.float64))
        lost = sizes % 1 != 0
    return lost if lost.any() else sizes == sizes.max(initial=0)


def _rank(dtype: DType) -> int:
    """The order of kinds: booleans and integers, floats, complex numbers."""
    if holds_complex(dtype):
        return 3
    return 1 if holds_integers(dtype) else 2
