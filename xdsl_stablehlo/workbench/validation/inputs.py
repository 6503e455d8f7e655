"""Arguments to try: directed ones first, then random ones, some made of what reached new code; all of them if few."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle, product
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TensorType, TupleType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo import ConstantOp, TokenType
from xdsl_stablehlo.dialects.stablehlo.shapes import all_bounds_of, is_dynamic
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.arithmetic import pairs, parts
from xdsl_stablehlo.interpreter.tensor import Tensor
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import (
    Array,
    ComplexFormat,
    FloatFormat,
    IntegerFormat,
    dtype_of,
    format_of,
    format_of_dtype,
    format_or_none,
    holds_complex,
    holds_integers,
)
from xdsl_stablehlo.values.storage import is_uniform

Arguments: TypeAlias = "tuple[Any, ...]"

EXHAUSTIVE_BITS = 16
"""All arguments are tried where they have at most so many bits together."""

MOST_ELEMENTS = 1 << 24
"""Of larger arguments nothing is tried."""

SMALL = 64
"""Open dimensions have sizes below this one, and once each of the larger sizes that the programs speak of."""
LARGEST = 1 << 16
"""The size of an open dimension, and the elements of an argument that has one, at most."""
PAST_BLOCKS = (65, 129, 257, 1025)
"""Sizes just past those of blocks, and past what counters of eight bits count."""

Sizes: TypeAlias = "tuple[int, ...]"
"""Of the open dimensions of each argument, one after the other; the first again behind the last."""


def refused(types: Sequence[Attribute]) -> str | None:
    """Why there are no arguments of these types; None where there are."""
    for value_type in types:
        if isinstance(value_type, TupleType):
            inside = refused(value_type.types.data)
            if inside is not None:
                return inside
        elif is_tensor_type(value_type):
            if format_or_none(value_type.element_type) is None:
                return f"no arguments of type {value_type} can be made"
            if prod(_shape(value_type, (1,))) > MOST_ELEMENTS:
                return f"an argument of type {value_type} is too large"
        elif not isinstance(value_type, TokenType):
            return f"no arguments of type {value_type} can be made"
    return None


class Inputs:
    """The arguments of some types that are tried, the same for the same seed."""

    def __init__(
        self, types: Sequence[Attribute], numbers: Sequence[float], seed: int, bound: Mapping[int, Tensor]
    ):
        """`numbers` are those that the programs speak of; arguments that are `bound` have one value."""
        self._bound = dict(bound)
        self._free = [i for i in range(len(types)) if i not in bound]
        self._types = [types[i] for i in self._free]
        self._numbers = numbers
        self._draw = np.random.default_rng(seed)
        self._pools: dict[Attribute, Array] = {}
        said = {int(n) + near for n in numbers if n == int(n) for near in (0, 1, -1)}
        self._sizes = [2, 3, 1, 4, 0, *(int(n) for n in numbers if n == int(n) and 0 <= n < SMALL)]
        self._large = sorted({*PAST_BLOCKS, *(size for size in said if SMALL <= size <= LARGEST)})
        self._open = [t for t in self._types if is_tensor_type(t) and _is_open(t)]
        self.reaching: list[Arguments] = []
        """Arguments that reached what none before them had reached."""

    # ---- all of them ----

    def count(self) -> int | None:
        """How many arguments there are, if they are few."""
        bits = 0
        for value_type in self._types:
            if not is_tensor_type(value_type) or _is_open(value_type):
                return None
            bits += format_of(value_type.element_type).width * prod(value_type.get_shape())
            if bits > EXHAUSTIVE_BITS or isinstance(value_type.element_type, AnyQuantizedType):
                return None
        return 1 << bits

    def every(self) -> Iterator[Arguments]:
        """All arguments, where `count` knows how many they are."""
        tensors = [cast("AnyTensorType", t) for t in self._types]
        sizes = [prod(t.get_shape()) for t in tensors]
        alphabets = [self._all_of(t.element_type) for t, size in zip(tensors, sizes, strict=True) if size]
        alphabets = [a for a, size in zip(alphabets, filter(None, sizes), strict=True) for _ in range(size)]
        for letters in product(*map(range, map(len, alphabets))):
            word = [alphabet[i] for alphabet, i in zip(alphabets, letters, strict=True)]
            arguments: list[Tensor] = []
            for tensor_type, size in zip(tensors, sizes, strict=True):
                dtype = self._pool(tensor_type.element_type).dtype
                array = np.array(word[:size], dtype).reshape(tensor_type.get_shape())
                arguments.append(Tensor(tensor_type, array))
                del word[:size]
            yield self._whole(arguments)

    def _all_of(self, element_type: Attribute) -> Array:
        """All elements of a type, those of the pool first."""
        pool, elements = self._pool(element_type), every_element(element_type)
        bits = f"u{elements.dtype.itemsize}"
        return np.concatenate([pool, elements[~np.isin(elements.view(bits), pool.view(bits))]])

    def _whole(self, free: Sequence[Any]) -> Arguments:
        """Arguments with those that are bound among them."""
        values = {**self._bound, **dict(zip(self._free, free, strict=True))}
        return tuple([values[i] for i in range(len(values))])

    # ---- some of them ----

    def directed(self) -> Iterator[Arguments]:
        """Arguments that show something of most programs."""
        yield from map(self._whole, self._directed_ones())
        for size in self._large:
            yield from self.of_size(size)

    def random(self, count: int) -> Iterator[Arguments]:
        """So many random arguments, of which some are changed from those that reached something new."""
        for _ in range(count):
            if self.reaching and self._draw.random() < 0.5:
                yield self._changed(self.reaching[int(self._draw.integers(len(self.reaching)))])
            else:
                yield self._whole(self._random())

    def _directed_ones(self) -> Iterator[Arguments]:
        """Zeros, ones, counting up and down, every element of the pools; and each of those in one argument alone."""
        most = max([len(self._patterns_of(t)) for t in self._types], default=1)
        for k in range(min(most, 40)):
            yield self._made([k] * len(self._types), k)
        if len(self._types) < 2:
            return
        for position in range(min(len(self._types), 8)):
            for k in range(min(len(self._patterns_of(self._types[position])), 12)):
                yield self._made([k if i == position else 2 for i in range(len(self._types))], k)

    def _made(self, patterns: Sequence[int], k: int) -> Arguments:
        return self._of_sizes(patterns, (self._sizes[k % 3],))

    def _of_sizes(self, patterns: Sequence[int], sizes: Sizes) -> Arguments:
        return tuple([self._directed(t, patterns[i], i, sizes) for i, t in enumerate(self._types)])

    def of_size(self, size: int) -> Iterator[Arguments]:
        """Arguments whose open dimensions have a size, if there are any; all of them, and then each first one."""
        counting = [2] * len(self._types)
        for sizes in ((size,), (size, 2)):
            elements = max([prod(_shape(t, sizes)) for t in self._open], default=LARGEST + 1)
            if elements <= LARGEST:
                yield self._whole(self._of_sizes(counting, sizes))

    def _patterns_of(self, value_type: Attribute) -> range:
        """The numbers of the directed values of a type."""
        if not is_tensor_type(value_type):
            return range(1)
        return range(_FILLED + len(self._pool(value_type.element_type)))

    def _directed(self, value_type: Attribute, pattern: int, position: int, sizes: Sizes) -> Any:
        if isinstance(value_type, TupleType):
            return tuple([self._directed(t, pattern, position, sizes) for t in value_type.types.data])
        if not is_tensor_type(value_type):
            return Token()
        shape = _shape(value_type, sizes)
        pool = self._pool(value_type.element_type)
        places = np.arange(prod(shape)).reshape(shape)
        if pattern < 2:
            chosen = np.full(shape, pattern)
        elif pattern == 2:  # one after the other; of several arguments, every pair meets
            chosen = places // (len(pool) ** (position % 3)) + position
        elif pattern == 3:
            chosen = prod(shape) - 1 - places
        elif pattern == 4:  # counting, as far as small numbers go
            return self._counting(value_type, shape)
        elif pattern == 5:
            chosen = places // 2 * 3 + position
        else:
            chosen = np.full(shape, pattern - _FILLED)
        return _tensor(value_type, pool[chosen % len(pool)])

    def _counting(self, value_type: AnyTensorType, shape: tuple[int, ...]) -> Tensor:
        """0, 1, 2, ...: every place has an element of its own, where the type has that many."""
        dtype = self._pool(value_type.element_type).dtype
        places = np.arange(prod(shape)).reshape(shape)
        wraps = 2 if isinstance(value_type.element_type, AnyQuantizedType) or dtype.itemsize == 1 else 1 << 15
        return _tensor(value_type, (places % wraps).astype(np.int16).astype(dtype))

    def _random(self) -> Arguments:
        sizes = self._drawn_sizes()
        same = self._draw.random() < 0.8
        arguments: list[Any] = []
        for value_type in self._types:
            if not same:
                sizes = self._drawn_sizes()
            arguments.append(self._drawn(value_type, sizes, arguments))
        return tuple(arguments)

    def _drawn_sizes(self) -> Sizes:
        """Mostly one size for all dimensions, as many ops want."""
        count = 1 if self._draw.random() < 0.7 else 2
        return tuple([self._sizes[int(self._draw.integers(len(self._sizes)))] for _ in range(count)])

    def _drawn(self, value_type: Attribute, sizes: Sizes, others: Sequence[Any]) -> Any:
        if isinstance(value_type, TupleType):
            return tuple([self._drawn(t, sizes, ()) for t in value_type.types.data])
        if not is_tensor_type(value_type):
            return Token()
        alike = [x for x in others if isinstance(x, Tensor) and x.element_type == value_type.element_type]
        shape = _shape(value_type, sizes)
        alike = [x for x in alike if x.shape == shape]
        if alike and self._draw.random() < 0.15:  # equal to another argument, or that in another order
            array = alike[int(self._draw.integers(len(alike)))].array
            if array.ndim and self._draw.random() < 0.5:
                order = self._draw.permutation(array.size)
                array = array.reshape(-1)[order].reshape(array.shape)
            return _tensor(value_type, array)
        pool = self._pool(value_type.element_type)
        if shape and self._draw.random() < 0.15:
            return _tensor(value_type, np.full(shape, pool[int(self._draw.integers(len(pool)))]))
        return _tensor(value_type, random_elements(value_type, shape, pool, self._draw))

    def _changed(self, arguments: Arguments) -> Arguments:
        """Arguments with one of them drawn anew, or one element of it."""
        changed = list(arguments)
        i = self._free[int(self._draw.integers(len(self._free)))] if self._free else -1
        if i < 0 or not isinstance(changed[i], Tensor):
            return arguments
        tensor = cast(Tensor, changed[i])
        if tensor.array.size and self._draw.random() < 0.7:
            array = tensor.array.copy()
            pool = self._pool(tensor.element_type)
            array.reshape(-1)[int(self._draw.integers(array.size))] = pool[
                int(self._draw.integers(len(pool)))
            ]
            changed[i] = Tensor(tensor.type, array)
        else:
            pool = self._pool(tensor.element_type)
            changed[i] = _tensor(tensor.type, random_elements(tensor.type, tensor.shape, pool, self._draw))
        return tuple(changed)

    def replaced(self, arguments: Arguments, position: int, value: Array) -> Iterator[Arguments]:
        """Arguments with another value for one of them, unless that one is bound, or no tensor."""
        tensor = arguments[position]
        if position in self._free and isinstance(tensor, Tensor):
            changed = Tensor(tensor.type, np.asarray(value))
            yield (*arguments[:position], changed, *arguments[position + 1 :])

    def _pool(self, element_type: Attribute) -> Array:
        pool = self._pools.get(element_type)
        if pool is None:
            pool = self._pools[element_type] = pool_of(element_type, self._numbers)
        return pool


_FILLED = 6
"""The patterns before those that are one element of the pool throughout."""


def _is_open(tensor_type: AnyTensorType) -> bool:
    return any(map(is_dynamic, tensor_type.get_shape()))


def _shape(tensor_type: AnyTensorType, sizes: Sizes) -> tuple[int, ...]:
    """The shape of a type, with `sizes` where it is open, or their bounds where those are less."""
    shape, wanted = list(tensor_type.get_shape()), cycle(sizes)
    for axis, most in enumerate(all_bounds_of(tensor_type)):
        if is_dynamic(shape[axis]):
            size = next(wanted)
            shape[axis] = size if is_dynamic(most) else min(size, most)
    return tuple(shape)


def _tensor(tensor_type: AnyTensorType, array: Array) -> Tensor:
    return Tensor(TensorType(tensor_type.element_type, array.shape), np.asarray(array))


MOST_NUMBERS = 48
"""So many numbers of the programs are taken at most."""

_OF_ONE_CONSTANT = 8
_COMBINED = 5


def numbers_in(ops: Iterable[Operation]) -> list[float]:
    """The numbers that programs speak of: elements of constants first, then sizes and how they differ.

    Behind them are sums, differences and products of the first: what is compared may be computed.
    """
    numbers: dict[float, None] = {}
    sizes: dict[float, None] = {}
    for op in ops:
        if isinstance(op, ConstantOp):
            numbers.update(dict.fromkeys(_elements(op.array())))
        sizes.update(dict.fromkeys(_sizes(op)))
    first = list(numbers)[:_COMBINED]
    made = [made for a in first for b in first for made in (a + b, a - b, a * b)]
    combined = filter(math.isfinite, made)
    others = [*list(numbers)[: MOST_NUMBERS // 2], *sizes, *combined]
    return list(dict.fromkeys([*first, *others]))[:MOST_NUMBERS]


def _elements(array: Array) -> Iterator[float]:
    """Some of the elements of a constant, as Python's numbers."""
    if not array.size:
        return
    flat = array.reshape(-1)[:1] if is_uniform(array) else array.reshape(-1)[: 4 * _OF_ONE_CONSTANT]
    if holds_complex(array.dtype):
        for part in parts(flat):
            yield from _elements(part)
        return
    if holds_integers(array.dtype):
        yield from [int(x) for x in flat][:_OF_ONE_CONSTANT]
        return
    yield from [x for x in map(float, flat) if math.isfinite(x)][:_OF_ONE_CONSTANT]


def _sizes(op: Operation) -> Iterator[int]:
    """The sizes of operands and results, and how those of one dimension differ: where slices may begin."""
    shapes = [v.type.get_shape() for v in (*op.operands, *op.results) if is_tensor_type(v.type)]
    for shape in shapes:
        yield from [size for size in shape if not is_dynamic(size)]
    same_rank = [shape for shape in shapes[1:] if len(shape) == len(shapes[0])]
    for shape in same_rank:
        yield from [abs(a - b) for a, b in zip(shapes[0], shape, strict=True) if a >= 0 and b >= 0]


def pool_of(element_type: Attribute, numbers: Iterable[float]) -> Array:
    """The elements of a type to try, simple ones first; no two have the same bits."""
    held = format_of(element_type)
    with quiet():
        if isinstance(held, ComplexFormat):
            pool = _complex(_floats(held.part, numbers))
        elif isinstance(held, FloatFormat):
            pool = _floats(held, numbers)
        else:
            assert isinstance(held, IntegerFormat)
            pool = _integers(held, numbers)
    if isinstance(element_type, AnyQuantizedType):
        wide = pool.astype(np.int64)
        return pool[(wide >= element_type.storage_min) & (wide <= element_type.storage_max)]
    return pool


def _integers(held: IntegerFormat, numbers: Iterable[float]) -> Array:
    """Zero, one, extremes, widths (which shifts compare with), and the numbers with their neighbours."""
    if held.width == 1:
        return np.array([False, True])
    wanted = [0, 1, -1, 2, 3, -2, held.least, held.most, held.least + 1, held.most - 1]
    for number in map(int, numbers):
        wanted += [number, number - 1, number + 1, -number]
    wanted += [5, 7, held.width - 1, held.width, -3, held.most // 2 + 1, 100]
    fitting = [x for x in dict.fromkeys(wanted) if held.least <= x <= held.most]
    return np.array(fitting, held.native).astype(held.dtype)


def _floats(held: FloatFormat, numbers: Iterable[float]) -> Array:
    """Zeros of both signs, one, extremes, infinities, NaN, and the numbers with their neighbours."""
    normal = math.ldexp(1.0, held.least_exponent)
    wanted = [0.0, 1.0, -0.0, -1.0, 2.0, 0.5, math.nan, math.inf, -math.inf, -0.5, 3.0, -2.0]
    wanted += [held.largest, -held.largest, held.smallest, -held.smallest, normal, -normal]
    others = [0.1, -0.7, 1.5, 2.5, -1.5, 3.14159265358979, 7.0, 1e-3, 100.0, -12.25, 2.0**held.precision + 1]
    said = np.array([float(number) for number in numbers], np.float64)
    near = [*with_neighbours(held.from_f64(said)), *map(held.from_f64, (-said, said + 1, said - 1))]
    ends = [held.from_f64(np.array(some, np.float64)) for some in (wanted, others)]
    rounded = np.concatenate([ends[0], np.stack(near, axis=-1).reshape(-1), ends[1]])
    _, first = np.unique(np.frombuffer(rounded.tobytes(), f"u{held.dtype.itemsize}"), return_index=True)
    return rounded[np.sort(first)]


def with_neighbours(array: Array) -> list[Array]:
    """An array, and those whose elements are the next ones away from zero and toward it; of integers, the next ones."""
    if holds_complex(array.dtype) or array.dtype == np.bool_:
        return [array]
    if holds_integers(array.dtype):
        wide = array.astype(np.int64)
        return [array, *((wide + step).astype(array.dtype) for step in (1, -1))]
    known = format_of_dtype(array.dtype)
    bits = np.ascontiguousarray(array).reshape(array.shape).view(f"u{array.dtype.itemsize}")
    step = bits.dtype.type(1 << known.unused_bits)
    mask = bits.dtype.type((1 << known.width + known.unused_bits) - 1)
    return [array, *(moved.view(array.dtype) for moved in ((bits + step) & mask, (bits - step) & mask))]


def _complex(pool: Array) -> Array:
    """Pairs of floats: each with itself, with zero, and with the next."""
    zero = np.zeros_like(pool)
    return pairs(
        np.concatenate([pool, pool, zero, pool]), np.concatenate([zero, pool, pool, np.roll(pool, 1)])
    )


def every_element(element_type: Attribute) -> Array:
    """All elements of a type of at most 16 bits."""
    held = format_of(element_type)
    if isinstance(held, IntegerFormat):
        if held.width == 1:
            return np.array([False, True])
        return np.arange(held.least, held.most + 1).astype(held.native).astype(held.dtype)
    bits = np.arange(1 << held.width, dtype=f"u{held.dtype.itemsize}")
    return bits.view(held.dtype)


def random_elements(
    tensor_type: AnyTensorType, shape: tuple[int, ...], pool: Array, draw: np.random.Generator
) -> Array:
    """Elements of the pool, small ones, and any bits at all."""
    choice = pool[draw.integers(len(pool), size=shape)]
    kind = draw.random()
    if kind < 0.4 or isinstance(tensor_type.element_type, AnyQuantizedType):
        return np.asarray(choice)
    small = pool[draw.integers(min(4, len(pool)), size=shape)]
    held = format_of(tensor_type.element_type)
    if kind < 0.8 and held.width > 1:
        with quiet():
            numbers = draw.integers(-8 if held.signed else 0, 9, shape)
            if not isinstance(held, IntegerFormat):
                numbers = numbers / 4 if kind < 0.6 else draw.normal(size=shape) * 4
            elif held.width < 8:
                return np.asarray(choice)
            small = np.asarray(numbers).astype(held.dtype)
    elif held.is_native and held.width > 1 and isinstance(held, IntegerFormat):
        small = np.frombuffer(draw.bytes(held.dtype.itemsize * max(1, small.size)), held.dtype)[: small.size]
        small = small.reshape(shape)
    mask = draw.random(shape) < draw.choice([0.0, 0.2, 0.5])
    return np.where(mask, choice, small).astype(dtype_of(tensor_type.element_type))
