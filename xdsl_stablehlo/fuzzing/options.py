"""What programs are to be like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .generator import ELEMENTS

FAMILIES: Mapping[str, Sequence[str]] = {
    "elementwise": ("_binary", "_binary", "_unary", "_compare", "_select", "_convert"),
    "movement": (
        "_broadcast",
        "_reshape",
        "_transpose",
        "_reverse",
        "_slice",
        "_concatenate",
        "_pad",
        "_iota",
    ),
    "indexing": ("_dynamic_slice",),
    "reduction": ("_reduce",),
    "structure": ("_barrier", "_call"),
    "control-flow": ("_if", "_case", "_while"),
}
"""The families of ops, each with the methods of `Generator` that write its ops; constants are in every program."""

TYPES = ELEMENTS
"""The element types that programs can be written in."""


@dataclass(frozen=True)
class FuzzOptions:
    """What programs are to be like.

    Raises `ValueError` for a family or type that is not known, none at all, and for what is no probability.

    Examples:
        >>> FuzzOptions(size=5, types=("f32",)).types
        ('f32',)
    """

    size: int = 20
    """The most ops in `@main`, nested ones aside."""
    families: tuple[str, ...] = tuple(FAMILIES)
    types: tuple[str, ...] = TYPES
    """Element types of data; conditions are i1, indices and counters i32 or i64 all the same."""
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
