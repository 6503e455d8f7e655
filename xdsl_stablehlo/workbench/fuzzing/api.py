"""The program of a seed, its arguments, and the writers of each family of ops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.values.element_types import Array

from . import drawings, writers
from .arguments import random_arguments
from .generator import FuzzOptions, Generator, NestedWriter, OpWriter
from .sketch import Drawing


@dataclass(frozen=True)
class FuzzedProgram:
    """A random program, and arguments for its `@main`."""

    seed: int
    module: ModuleOp
    arguments: list[Array]

    @property
    def text(self) -> str:
        """The program as text."""
        return print_module(self.module)


@default_environment()
def fuzz(seed: int, options: FuzzOptions | None = None) -> FuzzedProgram:
    """The program of a seed, verified: the same for the same seed and options, in every process.

    Examples:
        >>> fuzz(1).text == fuzz(1).text
        True
    """
    options = options or FuzzOptions()
    module = Generator(seed, options, *writers_of(options)).program()
    verify_module(module)
    return FuzzedProgram(seed, module, random_arguments(module, seed, options))


WRITERS: Mapping[str, Sequence[OpWriter | Drawing]] = {
    "elementwise": (
        *[writers.write_binary] * 6,
        *[writers.write_unary] * 5,
        *[writers.write_comparison, writers.write_select, writers.write_conversion] * 2,
        *(writers.write_division, writers.write_shift, writers.write_is_finite),
        *(drawings.draw_clamp, drawings.draw_reduce_precision, drawings.draw_bitcast),
    ),
    "movement": (
        *(drawings.draw_broadcast, drawings.draw_reshape, drawings.draw_transpose, drawings.draw_reverse),
        *(drawings.draw_slice, drawings.draw_concatenate, drawings.draw_pad, writers.write_iota),
    ),
    "indexing": (
        *(drawings.draw_dynamic_slice, drawings.draw_dynamic_update_slice),
        *(drawings.draw_gather, drawings.draw_scatter),
    ),
    "reduction": (drawings.draw_reduce, drawings.draw_index_of_extreme, drawings.draw_map),
    "windows": (drawings.draw_reduce_window, drawings.draw_select_and_scatter),
    "contraction": (drawings.draw_dot_general, drawings.draw_convolution),
    "sorting": (drawings.draw_sort, drawings.draw_sort_by_two),
    "complex": (writers.write_complex, writers.write_part, writers.write_complex_product),
    "dynamic": (
        *(drawings.draw_dynamic_reshape, drawings.draw_dynamic_broadcast),
        *(drawings.draw_dynamic_pad, drawings.draw_dimension_size),
    ),
    "structure": (writers.write_barrier, writers.write_call, writers.write_tuple),
    "control-flow": (),
}
"""The writers of each family; a writer that stands twice is used twice as often."""

NESTED: Mapping[str, Sequence[NestedWriter]] = {
    "control-flow": (writers.write_if, writers.write_case, writers.write_while)
}
"""The writers of ops with regions."""


def writers_of(options: FuzzOptions) -> tuple[list[OpWriter | Drawing], list[NestedWriter]]:
    """The writers of ops without regions, constants among them, and of ops with regions."""
    simple = [write for name in options.families for write in WRITERS[name]]
    nested = [write for name in options.families for write in NESTED.get(name, ())]
    return [*simple, writers.write_constant], nested
