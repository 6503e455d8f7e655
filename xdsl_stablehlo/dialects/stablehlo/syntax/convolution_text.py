"""The text of convolution dimension numbers: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.

Each list names the tensor's dimensions in order: a letter for batch and features, a number for the spatial ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute
from xdsl.parser import AttrParser

from ..hlo_types import i64_array

MAX_MISSING = 10
"""How many missing spatial dimensions an error lists."""

Dims = tuple[int, int, Sequence[int]]
"""The positions of the two lettered dimensions and of the spatial ones."""


def format_dims(letters: str, dims: Dims) -> str:
    """`[b, 0, 1, f]` for the letters `bf`; `?` where the positions do not fit together."""
    first, second, spatial = dims
    names = ["?"] * (2 + len(spatial))
    for name, position in zip((*letters, *map(str, range(len(spatial)))), (first, second, *spatial)):
        if 0 <= position < len(names):
            names[position] = name
    return f"[{', '.join(names)}]"


def format_convolution_dimensions(inputs: Dims, kernel: Dims, outputs: Dims) -> str:
    """The text of all three lists."""
    return f"{format_dims('bf', inputs)}x{format_dims('io', kernel)}->{format_dims('bf', outputs)}"


def parse_convolution_dimensions(parser: AttrParser) -> Sequence[Attribute]:
    """The parameters of `ConvDimensionNumbersAttr`, in order."""
    inputs = _parse_dims(parser, "bf")
    parser.parse_characters("x")
    kernel = _parse_dims(parser, "io")
    parser.parse_punctuation("->")
    return [*inputs, *kernel, *_parse_dims(parser, "bf")]


def _parse_dims(parser: AttrParser, letters: str) -> Sequence[Attribute]:
    parser.parse_punctuation("[")
    expected = list(letters)
    positions: dict[str | int, int] = {}
    while True:
        name = _parse_dim(parser, expected, positions)
        positions[name] = len(positions)
        if not parser.parse_optional_punctuation(","):
            break
    if expected:
        parser.raise_error(f"Expected dimensions {', '.join(expected)} not specified")
    parser.parse_punctuation("]")
    spatial = [name for name in positions if isinstance(name, int)]
    gaps = (str(dim) for dim in range(max(spatial, default=-1)) if dim not in positions)
    missing = list(islice(gaps, MAX_MISSING))
    if missing:
        parser.raise_error(f"Expected spatial dimensions {', '.join(missing)} not specified")
    return [
        *(IntegerAttr(positions[letter], i64) for letter in letters),
        i64_array(positions[dim] for dim in range(len(spatial))),
    ]


def _parse_dim(parser: AttrParser, expected: list[str], positions: dict[str | int, int]) -> str | int:
    """One entry of the list. A letter is taken from `expected`."""
    start = parser.pos
    number = parser.parse_optional_integer(allow_boolean=False)
    if number is not None:
        if number < 0:
            parser.raise_error(f"Unexpected dimension {number}", start, parser.pos)
        if number in positions:
            parser.raise_error(f"Duplicate entries for spatial dimension {number}", start, parser.pos)
        return number
    letter = parser.parse_identifier()
    if len(letter) != 1 or not expected:
        parser.raise_error(f"Unexpected keyword {letter}", start, parser.pos)
    if letter not in expected:
        parser.raise_error(
            f"Unexpected dimension {letter}, expecting {', '.join(expected)}", start, parser.pos
        )
    expected.remove(letter)
    return letter
