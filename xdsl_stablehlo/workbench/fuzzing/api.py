"""The program of a seed, and its arguments."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from random import Random

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp

from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_of, holds_integers

from .generator import FuzzOptions, Generator
from .writers import writers_of


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


# ---- arguments ----

SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 0.5, 2.5, 1e-40, 1e-310, 3e38, 1e308)
"""NaN, infinities, zeros, ties, and numbers that are very small or large for some type."""

NUMBERS = (0, 1, 2, 3, 5, 7, 9, 10, 100)


def random_arguments(module: ModuleOp, seed: int, options: FuzzOptions) -> list[Array]:
    """Arguments for `@main`: the same for the same module, seed and options, in every process."""
    random = Random(seed)
    types = functions_of(module)["main"].function_type.inputs.data
    with quiet():
        return [random_array(t, random, options) for t in types if is_tensor_type(t)]


def random_array(t: AnyTensorType, random: Random, options: FuzzOptions) -> Array:
    """An array whose elements are special, or equal to the one before, with the probabilities of the options."""
    dtype, elements = dtype_of(t.element_type), list[Array]()
    for i in range(prod(t.get_shape())):
        again = i > 0 and random.random() < options.equal
        elements.append(elements[-1] if again else random_element(dtype, random, options.special))
    return np.array(elements, dtype).reshape(t.get_shape())


def random_element(dtype: np.dtype[np.generic], random: Random, special: float) -> Array:
    """A scalar, which is special with this probability."""
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


def _extreme(dtype: np.dtype[np.generic], random: Random) -> Array:
    """The smallest or the largest number of an integer type, or the number whose bits are all set."""
    ones = np.array(-1).astype(dtype)
    half = ones.view(f"u{dtype.itemsize}") >> np.array(1, f"u{dtype.itemsize}")
    return random.choice((ones, half.view(dtype), (~half).view(dtype)))
