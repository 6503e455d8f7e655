"""Arithmetic: the operations of the specification on arrays, once per kind of element type.

    arithmetic_of(element_type).add(lhs, rhs)
    convert(array, from_type, to_type)

Evaluate under `quiet()`: kernels do not silence NumPy's warnings.
"""

from __future__ import annotations

from functools import cache

from xdsl.ir import Attribute

from xdsl_stablehlo.values.element_types import (
    Binary,
    ComplexFormat,
    FloatFormat,
    IntegerFormat,
    StoredAsInteger,
    Unary,
    format_of,
)

from .arithmetic import DIRECTIONS, Arithmetic, quiet
from .complexes import Complexes
from .conversion import conversion, convert
from .floats import FiniteFloats, Floats, WidenedFloats
from .integers import Booleans, Integers, NarrowIntegers, UnsignedIntegers

__all__ = ["DIRECTIONS", "Arithmetic", "Binary", "Unary", "arithmetic_of", "conversion", "convert", "quiet"]


@cache
def arithmetic_of(element_type: Attribute) -> Arithmetic:
    """The arithmetic of an element type; of the storage integers for a quantized one.

    Raises `ValueError` for a type that no tensor of the specification has.
    """
    if isinstance(element_type, StoredAsInteger):
        return arithmetic_of(element_type.stored_as)
    known = format_of(element_type)
    if isinstance(known, ComplexFormat):
        return Complexes(element_type, arithmetic_of(known.part.type))
    if isinstance(known, FloatFormat):
        if not known.has_nan:
            return FiniteFloats(element_type)
        return (WidenedFloats if known.unused_bits or not known.signed else Floats)(element_type)
    if known.width == 1:
        return Booleans(element_type)
    assert isinstance(known, IntegerFormat)
    if not known.is_native:
        return NarrowIntegers(element_type)
    return Integers(element_type) if known.signed else UnsignedIntegers(element_type)
