"""Arithmetic: what the operations of the specification mean on arrays, once per kind of element type.

    arithmetic_of(element_type).add(lhs, rhs)
    convert(array, from_type, to_type)
    round_to(array_of_float64, float_type)

Start evaluations under `quiet()`; the kernels do not silence NumPy's warnings one by one.
"""

from __future__ import annotations

from functools import cache

from xdsl.ir import Attribute

from ...dialects.guards import is_complex_type, is_integer_type
from ...dialects.quant import AnyQuantizedType
from ...dialects.stablehlo.types import is_index
from ...elements import Array
from .arithmetic import DIRECTIONS, Arithmetic, Binary, Unary, quiet
from .booleans import Booleans
from .complexes import Complexes
from .conversion import conversion, convert
from .floats import Doubles, FiniteFloats, Floats, WidenedFloats
from .integers import Integers, NarrowIntegers
from .rounding import rounding_from_f64

__all__ = [
    "DIRECTIONS",
    "Arithmetic",
    "Binary",
    "Unary",
    "arithmetic_of",
    "conversion",
    "convert",
    "quiet",
    "round_to",
]


_FLOATS: dict[str, type[Floats]] = {
    "f64": Doubles,
    "tf32": WidenedFloats,
    "f8E8M0FNU": WidenedFloats,
    "f4E2M1FN": FiniteFloats,
    "f6E2M3FN": FiniteFloats,
    "f6E3M2FN": FiniteFloats,
}


@cache
def arithmetic_of(element_type: Attribute) -> Arithmetic:
    """The arithmetic of an element type; of the storage integers for a quantized one.

    Raises `ValueError` for a type that no tensor of the specification has.
    """
    if is_integer_type(element_type):
        width = element_type.width.data
        if width == 1:
            return Booleans(element_type)
        return NarrowIntegers(element_type) if width < 8 else Integers(element_type)
    if isinstance(element_type, AnyQuantizedType):
        return arithmetic_of(element_type.stored_as)
    if is_index(element_type):
        return Integers(element_type)
    if is_complex_type(element_type):
        return Complexes(element_type, arithmetic_of(element_type.element_type))
    return _FLOATS.get(element_type.name, Floats)(element_type)


def round_to(values: Array, float_type: Attribute) -> Array:
    """float64 values as the nearest elements of a float type, ties to even, rounded once."""
    return rounding_from_f64(float_type.name)(values)
