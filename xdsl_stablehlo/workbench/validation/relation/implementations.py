"""Implementations of what the specification leaves open: programs are run under several of them.

An *implementation* decides what the specification does not: what an integer divided by zero gives, in which order a
reduction combines, how accurate a sine is. Each is a function of what the op is and of its operands, the same for both
programs, so that a program that only keeps what was open agrees with the original under every implementation.
There are three kinds of freedom:
  - the *schedule*: one of the ways that the specification lists, such as the order of equal keys in a sort;
  - a *filler*: anything at all may stand there;
  - *rounding*: floats are as accurate as the implementation likes.
Number 0 of each is what the interpreter does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.numerics.arithmetic import pairs
from xdsl_stablehlo.values.element_types import (
    Array,
    ComplexFormat,
    IntegerFormat,
    format_of_dtype,
    holds_integers,
)
from xdsl_stablehlo.values.storage import native_bits

ArraysKernel: TypeAlias = "Callable[..., tuple[Array, ...]]"
"""The kernel of an op on tensors with any number of results."""

U64 = np.ndarray[Any, np.dtype[np.uint64]]


class Open(NamedTuple):
    """Something that the specification leaves to the implementation."""

    name: str
    sentence: str
    """The specification's, and where it stands."""

    def __str__(self) -> str:
        return f'{self.name} ("{self.sentence}")'


class Done(NamedTuple):
    """Something that a run did outside of the program."""

    what: str
    operands: tuple[Value, ...]
    acts: bool
    """Whether it has side effects, so that it counts even where nobody reads what it gives."""


@dataclass
class Implementation:
    """One way to decide all that is open, and what of it was met in a run."""

    schedule: int = 0
    filler: int = 0
    rounding: int = 0
    met: dict[Open, None] = field(default_factory=dict[Open, None])
    """What was open in the run so far, in the order in which it was met."""
    inexact: bool = False
    """Whether the run rounded what the specification does not say how to."""
    done: list[Done] = field(default_factory=list[Done])
    """What the run did outside of the program."""

    def meet(self, choice: Open) -> None:
        """Note that the run depends on `choice`."""
        self.met[choice] = None

    def generator(self, *key: object) -> np.random.Generator:
        """Random numbers that the implementation and `key` decide."""
        return np.random.default_rng([self.schedule, self.filler, self.rounding, crc32(repr(key).encode())])

    def fillers(self, name: str, shape: tuple[int, ...], dtype: np.dtype[Any], *operands: Array) -> Array:
        """Elements that stand for anything: the same wherever an op of this name has the same operands."""
        if self.filler == 1:
            return np.zeros(shape, np.uint8).astype(dtype)
        bits = mixed(crc32(name.encode()) + self.filler, np.zeros(shape, np.uint64), *operands)
        if self.filler == 2:
            bits = np.full(shape, 1, np.uint64)
        known = format_of_dtype(dtype)
        if isinstance(known, IntegerFormat):
            # Small types hold few values; of large ones, those around zero tell as much as any.
            span = min(known.most - known.least + 1, 251)
            least = max(known.least, -125)
            return (least + (bits % np.uint64(span)).astype(np.int16)).astype(known.native).astype(dtype)
        values = (bits % np.uint64(1009)).astype(np.float32) / np.float32(8) - np.float32(60)
        if isinstance(known, ComplexFormat):
            return pairs(values, values + np.float32(1)).astype(dtype)
        return values.astype(dtype)


def mixed(start: int, given: U64, *operands: Array) -> U64:
    """64 random-looking bits for every element, which the elements of the operands decide."""
    with np.errstate(over="ignore"):
        bits = given + np.uint64(start * 0x9E3779B97F4A7C15 & (1 << 64) - 1)
        for operand in operands:
            bits = _scrambled(bits ^ (np.broadcast_to(element_bits(operand), bits.shape)))
        return _scrambled(bits)


def element_bits(array: Array) -> U64:
    """The bits of each element; of a complex number, both parts' in one."""
    if array.dtype.itemsize == 16:
        words = np.ascontiguousarray(array).view(np.uint64).reshape(*array.shape, 2)
        return words[..., 0] ^ (words[..., 1] * np.uint64(0x9E3779B97F4A7C15))
    if holds_integers(array.dtype):
        return array.astype(np.int64 if array.dtype != np.uint64 else np.uint64).view(np.uint64)
    bits = native_bits(array) if array.dtype.itemsize < 8 else array
    size = array.dtype.itemsize
    return np.ascontiguousarray(bits).view(f"u{size}").reshape(array.shape).astype(np.uint64)


def _scrambled(bits: U64) -> U64:
    """SplitMix64's output function (Steele, Lea, Flood 2014)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
