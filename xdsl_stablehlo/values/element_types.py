"""The element types: one table of what is known about each, and rounding to the floats among them.

By type (`format_of`, `dtype_of`, `is_float`) or by dtype (`format_of_dtype`) it tells which dtype holds `i4`,
the number of digits of `f8E4M3FN`, how it encodes NaN, and whether an array of `int2` holds integers.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
import numpy.typing as npt
from typing_extensions import TypeIs
from xdsl.dialects import builtin
from xdsl.dialects.builtin import ComplexType, IndexType, IntegerType, Signedness
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute

from xdsl_stablehlo.ir.guards import is_complex_type, is_integer_type
from xdsl_stablehlo.ir.versions import float_type

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
"""A NumPy array of any element type of the specification."""

DType: TypeAlias = "np.dtype[Any]"


def is_array(a: object) -> TypeIs[Array]:
    """An array, whatever its elements."""
    return isinstance(a, np.ndarray)


Unary: TypeAlias = Callable[[Array], Array]
Binary: TypeAlias = Callable[[Array, Array], Array]


class StoredAsInteger(ParametrizedAttribute, TypeAttribute):
    """A quantized element type: its elements are integers that stand for real numbers."""

    storage_type: Attribute
    """As MLIR spells it, which says nothing of the sign."""

    @property
    @abstractmethod
    def stored_as(self) -> Attribute:
        """The element type that holds the storage integers, signed or not."""


# ---- the table ----


class NaN(Enum):
    """The encoding of the NaNs of a float type, and with it of its infinities."""

    IEEE = "exponent all ones, and any fraction but 0, which is infinity"
    ALL_ONES = "exponent and fraction all ones; no infinity"
    NEGATIVE_ZERO = "what would be -0; no infinity"
    NONE = "no NaN, no infinity"


@dataclass(frozen=True, eq=False)
class Format:
    """The encoding of elements of a type."""

    type: Attribute
    """The type; signless where MLIR has a signed integer type, too."""
    dtype: DType
    """The NumPy dtype that holds them."""
    width: int
    """In bits. An element below 8 bits takes a byte in memory."""
    signed: bool
    """Whether there are elements below 0."""

    @property
    def is_native(self) -> bool:
        """Whether the dtype is NumPy's own."""
        return is_native(self.dtype)

    @property
    def unused_bits(self) -> int:
        """The number of lowest bits of the dtype's fraction that are always 0: bits of a float32 that tf32 lacks."""
        return 0

    @property
    def itemsize(self) -> int:
        """The bytes that an element takes in the buffer of an attribute: as many as its bits need."""
        return -(-self.width // 8)


@dataclass(frozen=True, eq=False)
class IntegerFormat(Format):
    """Two's complement; i1 is NumPy's bool."""

    @property
    def least(self) -> int:
        return -(1 << self.width - 1) if self.signed else 0

    @property
    def most(self) -> int:
        return (1 << self.width - self.signed) - 1

    @property
    def native(self) -> DType:
        """NumPy's own dtype of this sign: of 8 bits for elements of 2 and 4."""
        return self.dtype if self.is_native else np.dtype(np.int8 if self.signed else np.uint8)


@dataclass(frozen=True, eq=False)
class FloatFormat(Format):
    """Sign, exponent and fraction, from the highest bit down."""

    precision: int
    """Binary digits, the implicit one included."""
    least_exponent: int
    """The exponent of the smallest normal number."""
    nan: NaN

    @property
    def fraction_bits(self) -> int:
        return self.precision - 1

    @property
    def exponent_bits(self) -> int:
        return self.width - self.signed - self.fraction_bits

    @property
    def bias(self) -> int:
        """The number that is added to an exponent when it is encoded. Numbers without a sign have no subnormals."""
        return int(self.signed) - self.least_exponent

    @property
    def has_nan(self) -> bool:
        return self.nan is not NaN.NONE

    @property
    def has_infinity(self) -> bool:
        return self.nan is NaN.IEEE

    @property
    def has_negative_zero(self) -> bool:
        return self.signed and self.nan is not NaN.NEGATIVE_ZERO

    @property
    def largest_bits(self) -> int:
        """The bit pattern of the largest finite number."""
        all_ones = (1 << self.width - self.signed) - 1
        above = {NaN.IEEE: 1 << self.fraction_bits, NaN.ALL_ONES: 1}
        return all_ones - above.get(self.nan, 0)

    @property
    def largest(self) -> float:
        """The largest finite number."""
        exponent, fraction = divmod(self.largest_bits, 1 << self.fraction_bits)
        return math.ldexp((1 << self.fraction_bits) + fraction, exponent - self.bias - self.fraction_bits)

    @property
    def smallest(self) -> float:
        """The smallest positive number."""
        return math.ldexp(1.0, self.least_exponent - self.fraction_bits)

    @property
    def unused_bits(self) -> int:
        return 32 - self.width if self.dtype == _F32 else 0

    @cached_property
    def from_f64(self) -> Callable[[Array], Array]:
        """Rounds float64 arrays to the nearest element, ties to even, once; NumPy may warn."""
        dtype, from_f32 = self.dtype, self.from_f32
        if dtype == _F64:
            return lambda values: values
        if self.is_native and not self.unused_bits:
            return lambda values: values.astype(dtype)
        return lambda values: from_f32(_round_to_odd(values))

    @cached_property
    def from_f32(self) -> Callable[[Array], Array]:
        """Rounds float32 arrays to the nearest element, ties to even; NumPy may warn."""
        if self.unused_bits:
            return _round_to_tf32
        if not self.signed:
            return _round_to_scale
        dtype = self.dtype
        return lambda values: values.astype(dtype)


@dataclass(frozen=True, eq=False)
class ComplexFormat(Format):
    """A real and an imaginary part."""

    part: FloatFormat


def _float(
    float_type: builtin.AnyFloat,
    dtype: npt.DTypeLike,
    precision: int,
    least_exponent: int,
    nan: NaN = NaN.IEEE,
    *,
    signed: bool = True,
) -> FloatFormat:
    return FloatFormat(
        float_type, np.dtype(dtype), float_type.bitwidth, signed, precision, least_exponent, nan
    )


FLOATS: dict[type[Attribute], FloatFormat] = {
    type(row.type): row
    for row in (
        _float(float_type("f4E2M1FN", 4), ml_dtypes.float4_e2m1fn, 2, 0, NaN.NONE),
        _float(float_type("f6E2M3FN", 6), ml_dtypes.float6_e2m3fn, 4, 0, NaN.NONE),
        _float(float_type("f6E3M2FN", 6), ml_dtypes.float6_e3m2fn, 3, -2, NaN.NONE),
        _float(float_type("f8E3M4", 8), ml_dtypes.float8_e3m4, 5, -2),
        _float(float_type("f8E4M3", 8), ml_dtypes.float8_e4m3, 4, -6),
        _float(float_type("f8E4M3FN", 8), ml_dtypes.float8_e4m3fn, 4, -6, NaN.ALL_ONES),
        _float(float_type("f8E4M3FNUZ", 8), ml_dtypes.float8_e4m3fnuz, 4, -7, NaN.NEGATIVE_ZERO),
        _float(float_type("f8E4M3B11FNUZ", 8), ml_dtypes.float8_e4m3b11fnuz, 4, -10, NaN.NEGATIVE_ZERO),
        _float(float_type("f8E5M2", 8), ml_dtypes.float8_e5m2, 3, -14),
        _float(float_type("f8E5M2FNUZ", 8), ml_dtypes.float8_e5m2fnuz, 3, -15, NaN.NEGATIVE_ZERO),
        _float(float_type("f8E8M0FNU", 8), ml_dtypes.float8_e8m0fnu, 1, -127, NaN.ALL_ONES, signed=False),
        _float(builtin.BFloat16Type(), ml_dtypes.bfloat16, 8, -126),
        _float(builtin.Float16Type(), np.float16, 11, -14),
        _float(float_type("tf32", 19), np.float32, 11, -126),
        _float(builtin.f32, np.float32, 24, -126),
        _float(builtin.f64, np.float64, 53, -1022),
    )
}
"""The float types by their classes. tf32 is a precision of `dot_algorithm` and no element of the specification."""
FLOAT_TYPES = {row.type.name: row.type for row in FLOATS.values()}
"""The float types by their names in MLIR, `f8E4M3FN`."""
_TF32, _SCALE = FLOATS[type(FLOAT_TYPES["tf32"])], FLOATS[type(FLOAT_TYPES["f8E8M0FNU"])]

_DTYPES_OF_INTEGERS = {
    True: (np.bool_, ml_dtypes.int2, ml_dtypes.int4, np.int8, np.int16, np.int32, np.int64),
    False: (ml_dtypes.uint2, ml_dtypes.uint4, np.uint8, np.uint16, np.uint32, np.uint64),
}
INTEGERS: dict[tuple[int, bool], IntegerFormat] = {
    (width, signed): IntegerFormat(
        IntegerType(width, Signedness.SIGNLESS if signed else Signedness.UNSIGNED),
        np.dtype(dtype),
        width,
        signed,
    )
    for signed, dtypes in _DTYPES_OF_INTEGERS.items()
    for width, dtype in zip((1, 2, 4, 8, 16, 32, 64)[-len(dtypes) :], dtypes)
}
"""The integer types by width and sign; signless ones count as signed."""

_INDEX = IntegerFormat(IndexType(), np.dtype(np.int64), 64, True)
_COMPLEX: dict[type[Attribute], ComplexFormat] = {
    part: ComplexFormat(ComplexType(part()), np.dtype(dtype), 2 * FLOATS[part].width, True, FLOATS[part])
    for part, dtype in ((builtin.Float32Type, np.complex64), (builtin.Float64Type, np.complex128))
}
_BY_CLASS: dict[type[Attribute], Format] = {**FLOATS, IndexType: _INDEX}
_BY_DTYPE: dict[DType, Format] = {
    row.dtype: row for row in (*FLOATS.values(), *_COMPLEX.values(), *INTEGERS.values()) if row is not _TF32
}
_F32, _F64 = np.dtype(np.float32), np.dtype(np.float64)


# ---- look-up ----


def format_or_none(element_type: Attribute) -> Format | None:
    """As `format_of`; None for a type that no tensor of the specification has."""
    known = _BY_CLASS.get(type(element_type))
    if known is None:
        if is_integer_type(element_type):
            signed = element_type.signedness.data is not Signedness.UNSIGNED
            return INTEGERS.get((element_type.width.data, signed))
        if is_complex_type(element_type):
            part: Attribute = element_type.element_type
            return _COMPLEX.get(type(part))
        if isinstance(element_type, StoredAsInteger):
            return format_or_none(element_type.stored_as)
    return known


def format_of(element_type: Attribute) -> Format:
    """The row of an element type; the storage integer's for a quantized type.

    Raises `ValueError` for a type that no tensor of the specification has.
    """
    known = format_or_none(element_type)
    if known is None:
        raise ValueError(f"'{element_type}' is not an element type of StableHLO")
    return known


def float_format(float_type: Attribute) -> FloatFormat:
    """The row of a float type. Raises `KeyError` for any other."""
    return FLOATS[type(float_type)]


def dtype_of(element_type: Attribute) -> DType:
    """The NumPy dtype that holds elements of `element_type`; raises `ValueError` as `format_of` does."""
    return format_of(element_type).dtype


def dtype_or_none(element_type: Attribute) -> DType | None:
    """As `dtype_of`; None for a type that no tensor of the specification has."""
    known = format_or_none(element_type)
    return None if known is None else known.dtype


def are_stored_alike(a: Attribute, b: Attribute) -> bool:
    """Whether elements of two types have the same bits: integers of one width, or those of the same type."""
    formats = [format_or_none(t) for t in (a, b)]
    widths = {
        f.width if isinstance(f, IntegerFormat) and f.type.name == t.name else 0
        for f, t in zip(formats, (a, b))
    }
    return a == b or (len(widths) == 1 and 0 not in widths)


def bit_width(element_type: Attribute) -> int:
    """The bits of one element (of its storage, where it is quantized) of any type of MLIR; 0 where it says none."""
    if is_complex_type(element_type):
        return 2 * bit_width(element_type.element_type)
    if isinstance(element_type, StoredAsInteger):
        return bit_width(element_type.storage_type)
    return element_type.bitwidth if isinstance(element_type, builtin.FixedBitwidthType) else 0


def format_of_dtype(dtype: DType) -> Format:
    """The row of the element type whose arrays have `dtype`: signless for a signed integer, f32 for float32.

    Raises `ValueError` for a dtype that holds no elements.
    """
    known = _BY_DTYPE.get(dtype)
    if known is None:
        raise ValueError(f"no element type of StableHLO is held as {dtype}")
    return known


def limits_of(dtype: DType) -> np.finfo[Any]:
    """NumPy's `eps`, `tiny`, ... of its own floats, and of the parts of its complex numbers."""
    return np.finfo(dtype)


def is_native(dtype: DType) -> bool:
    """Whether NumPy itself has these elements; what ml_dtypes adds goes by way of another type."""
    known = np.dtype(dtype.type)  # a dtype that was pickled does not say that it is NumPy's own
    return dtype.isbuiltin == 1 or (known.isbuiltin == 1 and dtype == known)


def holds_elements(dtype: DType) -> bool:
    """Whether there is an element type whose arrays have `dtype`."""
    return dtype in _BY_DTYPE


def holds_integers(dtype: DType) -> bool:
    """Whether elements of `dtype` are integers or booleans, the narrow integers that NumPy lacks among them."""
    return isinstance(_BY_DTYPE.get(dtype), IntegerFormat)


def holds_complex(dtype: DType) -> bool:
    """Whether elements of `dtype` are complex numbers."""
    return isinstance(_BY_DTYPE.get(dtype), ComplexFormat)


INTEGER_WIDTHS = tuple(sorted({width for width, _ in INTEGERS if width > 1}))
_ELEMENT_FLOATS = frozenset(FLOATS) - {type(_TF32.type)}


def is_index(t: Attribute) -> bool:
    return type(t) is IndexType


def is_pred(t: Attribute) -> bool:
    """i1, the specification's boolean."""
    return is_integer_type(t) and t.width.data == 1 and t.signedness.data is Signedness.SIGNLESS


def is_signed_int(t: Attribute) -> bool:
    """si2 to si64, which MLIR writes without a sign."""
    return is_integer_type(t) and t.width.data in INTEGER_WIDTHS and t.signedness.data is Signedness.SIGNLESS


def is_unsigned_int(t: Attribute) -> bool:
    """ui2 to ui64."""
    return is_integer_type(t) and t.width.data in INTEGER_WIDTHS and t.signedness.data is Signedness.UNSIGNED


def is_int(t: Attribute) -> bool:
    """si2 to si64 and ui2 to ui64."""
    return is_signed_int(t) or is_unsigned_int(t)


def is_float(t: Attribute) -> bool:
    """f4E2M1FN to f64, as the specification lists them."""
    return type(t) in _ELEMENT_FLOATS


def is_float32_or_64(t: Attribute) -> bool:
    return type(t) in _COMPLEX


def is_complex(t: Attribute) -> bool:
    """complex<f32> and complex<f64>."""
    return is_complex_type(t) and is_float32_or_64(t.element_type)


# ---- rounding ----


def round_to(values: Array, float_type: Attribute) -> Array:
    """float64 values as the nearest elements of a float type, ties to even, rounded once; NumPy may warn."""
    return FLOATS[type(float_type)].from_f64(values)


def _round_to_odd(values: Array) -> Array:
    """float64 to float32: exact values stay, of the two neighbours of all others the one with an odd last bit.

    ml_dtypes converts float64 to its types by way of float32, which rounds twice: -431.99999999999994 becomes -448 in
    f8E4M3FN, not -416. Rounding "to odd" on the way keeps what the last rounding has to know (Boldo, Melquiond: "When
    double rounding is odd", 2005), since float32 has more than two bits more than any of them.
    """
    values = np.asarray(values)
    nearest = values.astype(np.float32)
    back = nearest.astype(np.float64)
    inexact = (back != values) & ~np.isnan(values)
    if not inexact.any():
        return nearest
    bits = nearest.view(np.uint32)
    # Away from zero by one unit at most: step back, then make the last bit say that something was cut off.
    bits = bits - (inexact & (np.abs(back) > np.abs(values)))
    return (bits | inexact).astype(np.uint32).view(np.float32)


def _round_to_tf32(values: Array) -> Array:
    """float32 to the nearest float32 with 10 fraction bits, ties to even."""
    unused = _TF32.unused_bits
    bits = np.asarray(values).view(np.uint32)
    half = np.uint32((1 << (unused - 1)) - 1)
    rounded = bits + half + ((bits >> np.uint32(unused)) & np.uint32(1))
    rounded &= np.uint32(0xFFFFFFFF << unused & 0xFFFFFFFF)
    return np.where(np.isnan(values), np.float32(np.nan), rounded.view(np.float32))


def _round_to_scale(values: Array) -> Array:
    """float32 to the nearest f8E8M0FNU, the powers of two from 2**-127: 0 goes there too, negative numbers to NaN."""
    least = np.float32(_SCALE.smallest)
    # ml_dtypes rounds all that lies between the smallest two up.
    values = np.where((values >= 0) & (values < 1.5 * least), least, values)
    return np.where(values < 0, np.float32(np.nan), values).astype(_SCALE.dtype)


# ---- complex numbers ----


def parts(numbers: Array) -> tuple[Array, Array]:
    """The real and the imaginary parts, as views."""
    return np.real(numbers), np.imag(numbers)


def pairs(real: Array, imag: Array) -> Array:
    """Complex numbers of the parts, which are both float32 or both float64."""
    dtype = np.complex64 if real.dtype == np.float32 else np.complex128
    numbers = np.empty(np.broadcast_shapes(real.shape, imag.shape), dtype)
    numbers.real = real
    numbers.imag = imag
    return numbers
