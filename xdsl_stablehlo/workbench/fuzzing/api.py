"""Random programs from Python: the program of a seed, its arguments, and which writers its families have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import prod
from random import Random
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import AnyTensorType, ModuleOp

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.programs.verification import verify_module
from xdsl_stablehlo.text import parse_module, print_module
from xdsl_stablehlo.values.element_types import Array, dtype_of, holds_integers

from . import combining, movement, writers
from .generator import FuzzOptions, Generator, NestedWriter, Writer
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


def fuzz(seed: int, options: FuzzOptions | None = None) -> FuzzedProgram:
    """The program of a seed, verified: the same for the same seed and options, in every process.

    Examples:
        >>> fuzz(1).text == fuzz(1).text
        True
    """
    options = options or FuzzOptions()
    context = Context()
    register_all_dialects(context)
    text = Generator(seed, options, *writers_of(options)).program()
    module = parse_module(text, context, f"seed {seed}")
    verify_module(module)
    return FuzzedProgram(seed, module, random_arguments(module, seed, options))


SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 0.5, 2.5, 1e-40, 1e-310, 3e38, 1e308)
"""NaN, infinities, zeros, ties, and what is very small or large for some type."""

NUMBERS = (0, 1, 2, 3, 5, 7, 9, 10, 100)


def random_arguments(module: ModuleOp, seed: int, options: FuzzOptions) -> list[Array]:
    """Arguments for `@main`: the same for the same module, seed and options, in every process."""
    random = Random(seed)
    types = functions_of(module)["main"].function_type.inputs.data
    with quiet():
        return [_array(t, random, options) for t in types if is_tensor_type(t)]


def _array(t: AnyTensorType, random: Random, options: FuzzOptions) -> Array:
    """The elements one by one: each is special, or equal to the one before it, as likely as the options say."""
    dtype, elements = dtype_of(t.element_type), list[Array]()
    for i in range(prod(t.get_shape())):
        again = i > 0 and random.random() < options.equal
        elements.append(elements[-1] if again else _element(dtype, random, options.special))
    return np.array(elements, dtype).reshape(t.get_shape())


def _element(dtype: np.dtype[Any], random: Random, special: float) -> Array:
    if dtype == np.bool_:
        return np.array(random.random() < 0.5)
    integers = holds_integers(dtype)
    if random.random() < special:
        return (
            np.array(_extreme(dtype, random)) if integers else np.array(random.choice(SPECIAL)).astype(dtype)
        )
    if random.random() < 0.3:
        return np.frombuffer(random.randbytes(dtype.itemsize), dtype).reshape(())
    return np.array(random.choice(NUMBERS) if integers else random.gauss(0, 10)).astype(dtype)


def _extreme(dtype: np.dtype[Any], random: Random) -> Array:
    """The smallest number of an integer type, the largest, or the one whose bits are all set."""
    ones = np.array(-1).astype(dtype)
    half = ones.view(f"u{dtype.itemsize}") >> np.array(1, f"u{dtype.itemsize}")
    return random.choice((ones, half.view(dtype), (~half).view(dtype)))


@dataclass(frozen=True)
class Family:
    """What writes ops of a family; those that are named twice write twice as many."""

    simple: tuple[Writer, ...] = ()
    nested: tuple[NestedWriter, ...] = ()


def drawn(*drawings: Drawing) -> tuple[Writer, ...]:
    """What writes ops as they are drawn."""
    return tuple([partial(Generator.write_drawn, drawing=drawing) for drawing in drawings])


WRITERS: Mapping[str, Family] = {
    "elementwise": Family(
        (
            *[writers.write_binary] * 6,
            *[writers.write_unary] * 5,
            *[writers.write_comparison, writers.write_select, writers.write_conversion] * 2,
            *(writers.write_division, writers.write_shift, writers.write_is_finite),
            *drawn(movement.CLAMP, movement.REDUCE_PRECISION, movement.BITCAST),
        )
    ),
    "movement": Family(
        (
            *drawn(movement.BROADCAST, movement.RESHAPE, movement.TRANSPOSE, movement.REVERSE),
            *drawn(movement.SLICE, movement.CONCATENATE, movement.PAD),
            writers.write_iota,
        )
    ),
    "indexing": Family(
        drawn(movement.DYNAMIC_SLICE, movement.DYNAMIC_UPDATE_SLICE, movement.GATHER, movement.SCATTER)
    ),
    "reduction": Family(drawn(combining.REDUCE, combining.INDEX_OF_EXTREME, combining.MAP)),
    "windows": Family(drawn(combining.REDUCE_WINDOW, combining.SELECT_AND_SCATTER)),
    "contraction": Family(drawn(combining.DOT_GENERAL, combining.CONVOLUTION)),
    "sorting": Family(drawn(combining.SORT, combining.SORT_BY_TWO)),
    "complex": Family((writers.write_complex, writers.write_part, writers.write_complex_product)),
    "dynamic": Family(
        drawn(
            *(movement.DYNAMIC_RESHAPE, movement.DYNAMIC_BROADCAST, movement.DYNAMIC_PAD),
            movement.DIMENSION_SIZE,
        )
    ),
    "structure": Family((writers.write_barrier, writers.write_call, writers.write_tuple)),
    "control-flow": Family(nested=(writers.write_if, writers.write_case, writers.write_while)),
}
"""The writers of `FAMILIES`."""


def writers_of(options: FuzzOptions) -> tuple[list[Writer], list[NestedWriter]]:
    """What writes programs of some families: ops without code in them, constants among them, and those with."""
    families = [WRITERS[name] for name in options.families]
    simple = [write for family in families for write in family.simple]
    return [*simple, writers.write_constant], [write for family in families for write in family.nested]
