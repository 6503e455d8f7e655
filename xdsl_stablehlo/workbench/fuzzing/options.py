"""What programs are to be like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .kinds import CALCULATED

FAMILIES: Mapping[str, str] = {
    "elementwise": "arithmetic, functions, bits and shifts, comparisons, conversions, clamp, select",
    "movement": "broadcast, reshape, transpose, reverse, slice, concatenate, pad, iota",
    "indexing": "dynamic_slice, dynamic_update_slice, gather, scatter",
    "reduction": "reduce, also of two operands at once as in argmax, and map",
    "windows": "reduce_window, select_and_scatter",
    "contraction": "dot_general, convolution",
    "sorting": "sort: by one key or two, with and without what is carried along",
    "complex": "complex numbers, from their parts and back",
    "dynamic": "ops whose shapes, paddings and sizes are operands",
    "structure": "calls, composites, tuples and barriers",
    "control-flow": "if, case, while with several carried values",
}
"""The families of ops, and what is in each; constants are in every program."""

TYPES = CALCULATED
"""The element types that programs can be written in."""

USUAL_TYPES = (
    *("i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"),
    *("bf16", "f16", "f32", "f64", "complex<f32>", "complex<f64>"),
)
"""Those that most compilers have."""


@dataclass(frozen=True)
class FuzzOptions:
    """What programs are to be like.

    Raises `ValueError` for a family or type that is not known, none at all, and for what is no probability.

    Examples:
        >>> FuzzOptions(size=5, types=("f32",)).types
        ('f32',)
    """

    size: int = 20
    """The most ops in `@main`, nested ones and what operands are made fit by aside."""
    families: tuple[str, ...] = tuple(FAMILIES)
    types: tuple[str, ...] = USUAL_TYPES
    """Element types of data, a few of them in each program; conditions are i1, indices and counters i32 or i64 all
    the same."""
    special: float = 0.2
    """How likely an element is special: NaN, an infinity, a zero of either sign, the largest, the smallest."""
    equal: float = 0.2
    """How likely two operands are one value, and an element of an argument the one before it."""
    extreme: float = 0.2
    """How likely an index is one that is far out of bounds."""
    undefined: bool = False
    """Whether programs may do what the specification leaves open."""

    def __post_init__(self) -> None:
        for what, given, known in (("family", self.families, FAMILIES), ("type", self.types, TYPES)):
            unknown = [name for name in given if name not in known]
            if unknown or not given:
                named = f"'{unknown[0]}' is not a {what}" if unknown else f"no {what}"
                raise ValueError(f"{named}: there are {', '.join(known)}")
        for name in ("special", "equal", "extreme"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}: {getattr(self, name)} is not a probability, from 0 to 1")
        if self.size < 1:
            raise ValueError(f"size: {self.size} is not a number of ops, from 1 on")
