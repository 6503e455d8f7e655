"""Random bits and random numbers (spec: rng_bit_generator, rng).

The generators are those of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). How a counter is
laid out over the elements of the output is implementation-defined; here it is done as XLA does it, so that the
bits, and the state that is handed on, are those of a compiled program.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from math import prod
from typing import Any

import numpy as np

from xdsl_stablehlo.dialects.stablehlo import RngBitGeneratorOp, RngOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import (
    Array,
    DType,
    IntegerFormat,
    bit_width,
    dtype_of,
    format_of_dtype,
    holds_integers,
)

from ....interface.errors import EvaluationError
from ....parallel.grid import current_process
from ...support.table import Cost, register, register_made

U32 = np.ndarray[Any, np.dtype[np.uint32]]
U64 = np.ndarray[Any, np.dtype[np.uint64]]

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def threefry_2x32(key: tuple[U32, U32], counter: tuple[U32, U32]) -> tuple[U32, U32]:
    """Threefry-2x32 with 20 rounds, for every pair of counter words."""
    rotations = ((13, 15, 26, 6), (17, 29, 16, 24))
    keys = (*key, key[0] ^ key[1] ^ np.uint32(0x1BD11BDA))
    x, y = counter[0] + keys[0], counter[1] + keys[1]
    for group in range(5):
        for rotation in rotations[group % 2]:
            x = x + y
            y = x ^ ((y << np.uint32(rotation)) | (y >> np.uint32(32 - rotation)))
        x = x + keys[(group + 1) % 3]
        y = y + keys[(group + 2) % 3] + np.uint32(group + 1)
    return x, y


def philox_4x32(key: tuple[U32, U32], counter: tuple[U32, U32, U32, U32]) -> tuple[U32, U32, U32, U32]:
    """Philox-4x32 with 10 rounds, for every quadruple of counter words."""
    k0, k1 = key
    a, b, c, d = counter
    for round_number in range(10):
        if round_number:
            k0, k1 = k0 + np.uint32(0x9E3779B9), k1 + np.uint32(0xBB67AE85)
        low0, high0 = _words(a.astype(np.uint64) * np.uint64(0xD2511F53))
        low1, high1 = _words(c.astype(np.uint64) * np.uint64(0xCD9E8D57))
        a, b, c, d = high1 ^ b ^ k0, low1, high0 ^ d ^ k1, low0
    return a, b, c, d


def eval_rng_bit_generator(
    initial_state: Array, *, rng_algorithm: str, shape: tuple[int, ...], dtype: DType, bits: int
) -> tuple[Array, Array]:
    """The state after drawing, and `shape` elements of `bits` uniform random bits each, as `dtype`.

    `rng_algorithm` is THREE_FRY (state of 2 words: key and counter), PHILOX (3 words: key, low and high half of
    the counter; or 2, where the key is the high half too) or DEFAULT, which is PHILOX as for XLA on CPU. An element
    below 32 bits holds the low bits of one 32-bit draw. Raises `EvaluationError` for a state of another size.
    """
    state = np.asarray(initial_state, np.uint64)
    threefry = rng_algorithm == "THREE_FRY"
    if state.size not in ((2,) if threefry else (2, 3)):
        expected = "2" if threefry else "2 or 3"
        raise EvaluationError(
            f"{rng_algorithm} needs an initial_state of {expected} words, but has {state.size}"
        )
    with np.errstate(over="ignore"):
        new_state, words = (_threefry if threefry else _philox)(state, shape, bits == 64)
    if bits < 32:
        words = words & np.uint32((1 << bits) - 1)
    storage = np.dtype(f"u{dtype.itemsize}")
    return new_state, _reinterpreted(words.astype(storage), dtype)


def _reinterpreted(words: Array, dtype: DType) -> Array:
    held = format_of_dtype(dtype)
    if held.signed and not held.is_native and isinstance(held, IntegerFormat):
        # ml_dtypes keeps a 4-bit integer in a byte and expects its own extension of the sign.
        unused = 8 - held.width
        return ((words.astype(np.int8) << unused) >> unused).astype(dtype)
    return words.view(dtype)


def _threefry(state: U64, shape: tuple[int, ...], wide: bool) -> tuple[U64, Array]:
    key = _words(state[:1])
    if wide:
        counters = state[1] + np.arange(prod(shape), dtype=np.uint64)
        low, high = threefry_2x32(key, _words(counters))
        return _advanced(state, counters.size), _joined(low, high).reshape(shape)
    # One counter gives two elements: neighbours along the first even dimension, or else along the largest one.
    dims = shape or (2,)
    even = [axis for axis, size in enumerate(dims) if size % 2 == 0]
    axis = even[0] if even else dims.index(max(dims))
    half = (*dims[:axis], (dims[axis] + 1) // 2, *dims[axis + 1 :])
    counters = state[1] + np.arange(prod(half), dtype=np.uint64).reshape(half)
    pair = np.stack(threefry_2x32(key, _words(counters)), axis=axis + 1)
    words = pair.reshape((*dims[:axis], 2 * half[axis], *dims[axis + 1 :]))
    words = words[tuple(slice(size) for size in dims)] if shape else words[0]
    return _advanced(state, counters.size), words


def _philox(state: U64, shape: tuple[int, ...], wide: bool) -> tuple[U64, Array]:
    count = prod(shape)
    blocks = -(-count // (2 if wide else 4))
    low = state[1] + np.arange(blocks, dtype=np.uint64)
    high = state[2 if state.size == 3 else 0] + (low < state[1]).astype(np.uint64)
    words = philox_4x32(_words(state[:1]), (*_words(low), *_words(high)))
    if wide:
        words = (_joined(words[0], words[1]), _joined(words[2], words[3]))
    drawn = np.stack(words, axis=-1).reshape(-1)[:count].reshape(shape)
    return _advanced(state, blocks), drawn


def _advanced(state: U64, count: int) -> U64:
    """The state with `count` added to its counter; the carry goes into the third word, if there is one."""
    new = state.copy()
    new[1] += np.uint64(count)
    if new.size == 3 and new[1] < np.uint64(count):
        new[2] += np.uint64(1)
    return new


def _words(values: U64) -> tuple[U32, U32]:
    """The low and the high half of 64-bit words."""
    return (values & _LOW).astype(np.uint32), (values >> _HALF).astype(np.uint32)


def _joined(low: U32, high: U32) -> U64:
    return low.astype(np.uint64) | (high.astype(np.uint64) << _HALF)


_SOURCE: ContextVar[dict[tuple[int, int], np.random.Generator] | None] = ContextVar(
    "rng source", default=None
)
_SEED: ContextVar[int] = ContextVar("rng seed", default=0)


@contextmanager
def seeded(seed: int) -> Generator[None]:
    """Let `stablehlo.rng` draw, in this context, from generators that `seed` decides: one for each process.

    Without it `rng` does not evaluate: its numbers would be neither the user's nor anybody else's.
    """
    source, start = _SOURCE.set({}), _SEED.set(seed)
    try:
        yield
    finally:
        _SOURCE.reset(source)
        _SEED.reset(start)


def eval_rng(a: Array, b: Array, shape: Array, *, rng_distribution: str) -> Array:
    """`shape` random numbers: UNIFORM in [a, b), or NORMAL with mean a and standard deviation b.

    Raises `EvaluationError` outside of `seeded`, and where the specification leaves the distribution undefined.
    """
    generators = _SOURCE.get()
    if generators is None:
        raise EvaluationError("draws random numbers, which needs an explicit seed")
    identity = current_process().id
    generator = generators.get(identity)
    if generator is None:
        sequence = np.random.SeedSequence(_SEED.get(), spawn_key=identity)
        generator = generators[identity] = np.random.Generator(np.random.Philox(sequence))
    dims = tuple(int(size) for size in shape)
    if rng_distribution == "NORMAL":
        if b < 0:
            raise EvaluationError(f"has a negative standard deviation {b}")
        return generator.normal(float(a), float(b), dims).astype(a.dtype)
    if not a < b:
        raise EvaluationError(f"needs a < b, but they are {a} and {b}")
    if holds_integers(a.dtype):
        whole = generator.integers(int(a), int(b), dims, np.uint64 if int(b) > 2**63 - 1 else np.int64)
        return whole.astype(a.dtype)
    drawn = generator.uniform(float(a), float(b), dims).astype(a.dtype)
    # Rounding to the element type may reach b, which the interval leaves out.
    return np.where(drawn < b, drawn, np.nextafter(b, a))


def undefined_algorithm(name: str) -> str | None:
    """Why the specification does not define what an algorithm draws, or None."""
    return "DEFAULT is an algorithm of the implementation's choice" if name == "DEFAULT" else None


def _undefined(op: RngBitGeneratorOp, *_: Array) -> str | None:
    return undefined_algorithm(op.rng_algorithm.data.value)


register_made(
    RngBitGeneratorOp,
    lambda op: partial(
        eval_rng_bit_generator,
        rng_algorithm=op.rng_algorithm.data.value,
        shape=ranked(op.output).get_shape(),
        dtype=dtype_of(ranked(op.output).element_type),
        bits=bit_width(ranked(op.output).element_type),
    ),
    cost=Cost(150_000, 1, work=lambda op: 25 * prod(ranked(op.output).get_shape())),
    undefined=_undefined,
)
register(RngOp, eval_rng, effects=True)
