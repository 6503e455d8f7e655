"""The writers of each family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..generator import CodeScope, Generator, NestedWriter, Writer
from ..options import FuzzOptions
from ..sketch import Drawing
from ..sketches import attributes, contraction, dynamic, indexing, movement, reduction, sorting, windows
from . import complex_numbers, control_flow, elementwise, structure


@dataclass(frozen=True)
class Family:
    """What writes ops of a family; those that are named twice write twice as many."""

    simple: tuple[Writer, ...] = ()
    nested: tuple[NestedWriter, ...] = ()


def drawn(*drawings: Drawing) -> tuple[Writer, ...]:
    """What writes ops as they are drawn."""

    def writer(drawing: Drawing) -> Writer:
        def write(g: Generator, scope: CodeScope) -> None:
            g.write_drawn(scope, drawing)

        return write

    return tuple(map(writer, drawings))


WRITERS: Mapping[str, Family] = {
    "elementwise": Family(
        (
            *[elementwise.write_binary] * 6,
            *[elementwise.write_unary] * 5,
            *[elementwise.write_comparison, elementwise.write_select, elementwise.write_conversion] * 2,
            *(elementwise.write_division, elementwise.write_shift, elementwise.write_is_finite),
            *drawn(attributes.CLAMP, attributes.REDUCE_PRECISION, attributes.BITCAST),
        )
    ),
    "movement": Family(
        (
            *drawn(movement.BROADCAST, movement.RESHAPE, movement.TRANSPOSE, movement.REVERSE),
            *drawn(movement.SLICE, movement.CONCATENATE, movement.PAD),
            structure.write_iota,
        )
    ),
    "indexing": Family(
        drawn(indexing.DYNAMIC_SLICE, indexing.DYNAMIC_UPDATE_SLICE, indexing.GATHER, indexing.SCATTER)
    ),
    "reduction": Family(drawn(reduction.REDUCE, reduction.INDEX_OF_EXTREME, reduction.MAP)),
    "windows": Family(drawn(windows.REDUCE_WINDOW, windows.SELECT_AND_SCATTER)),
    "contraction": Family(drawn(contraction.DOT_GENERAL, contraction.CONVOLUTION)),
    "sorting": Family(drawn(sorting.SORT, sorting.SORT_BY_TWO)),
    "complex": Family(
        (complex_numbers.write_complex, complex_numbers.write_part, complex_numbers.write_complex_product)
    ),
    "dynamic": Family(
        drawn(
            *(dynamic.DYNAMIC_RESHAPE, dynamic.DYNAMIC_BROADCAST, dynamic.DYNAMIC_PAD),
            dynamic.DIMENSION_SIZE,
        )
    ),
    "structure": Family((structure.write_barrier, structure.write_call, structure.write_tuple)),
    "control-flow": Family(nested=(control_flow.write_if, control_flow.write_case, control_flow.write_while)),
}
"""The writers of `FAMILIES`."""


def writers_of(options: FuzzOptions) -> tuple[list[Writer], list[NestedWriter]]:
    """What writes programs of some families: ops without code in them, constants among them, and those with."""
    families = [WRITERS[name] for name in options.families]
    simple = [write for family in families for write in family.simple]
    return [*simple, structure.write_constant], [write for family in families for write in family.nested]
