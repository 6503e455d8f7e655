"""Arguments to try: all of them if there are few, otherwise directed and random ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice, product
from math import prod
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TupleType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo import ConstantOp, TokenType
from xdsl_stablehlo.dialects.stablehlo.shapes import all_bounds_of, is_dynamic, is_static_tensor
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import is_uniform

Arguments: TypeAlias = "tuple[object, ...]"

EXHAUSTIVE_BITS = 16
"""All arguments are tried if they have at most this many bits together."""

MOST_ELEMENTS = 1 << 24
"""Larger arguments are not tried."""

SMALL = 64
"""Unknown dimensions have smaller sizes than this; larger sizes that the programs mention are tried once."""
LARGEST = 1 << 16
"""The largest size of an unknown dimension, and the largest number of elements of an argument that has one."""
PAST_BLOCKS = (65, 129, 257, 1025)
"""Sizes just above those of blocks, and above the range of 8-bit counters."""

Sizes: TypeAlias = "tuple[int, ...]"
"""The sizes of the unknown dimensions of each argument, in a cycle."""


def refused(types: Sequence[Attribute]) -> str | None:
    """The reason why no arguments of these types can be made; None if they can."""
    for value_type in types:
        if isinstance(value_type, TupleType):
            inside = refused(value_type.types.data)
            if inside is not None:
                return inside
        elif is_tensor_type(value_type):
            if formats.format_or_none(value_type.element_type) is None:
                return f"no arguments of type {value_type} can be made"
            if prod(_shape(value_type, (1,))) > MOST_ELEMENTS:
                return f"an argument of type {value_type} is too large"
        elif not isinstance(value_type, TokenType):
            return f"no arguments of type {value_type} can be made"
    return None


class Inputs:
    """The arguments of some types that are tried; the same for the same seed."""

    def __init__(
        self, types: Sequence[Attribute], numbers: Sequence[float], seed: int, bound: Mapping[int, Tensor]
    ):
        """`numbers` are those in the programs; arguments that are `bound` are constant."""
        self._bound = dict(bound)
        self._free = [i for i in range(len(types)) if i not in bound]
        self._types = [types[i] for i in self._free]
        self._numbers = numbers
        self._draw = np.random.default_rng(seed)
        self._pools: dict[Attribute, Array] = {}
        said = {int(n) + near for n in numbers if n == int(n) for near in (0, 1, -1)}
        self._sizes = [2, 3, 1, 4, 0, *(int(n) for n in numbers if n == int(n) and 0 <= n < SMALL)]
        self._large = sorted({*PAST_BLOCKS, *(size for size in said if SMALL <= size <= LARGEST)})
        self._open = [t for t in self._types if is_tensor_type(t) and not is_static_tensor(t)]
        self.reaching: list[Arguments] = []
        """Arguments that reached new code."""

    # ---- all of them ----

    def count(self) -> int | None:
        """The number of all arguments, if it is small."""
        bits = 0
        for value_type in self._types:
            if not is_static_tensor(value_type):
                return None
            bits += formats.format_of(value_type.element_type).width * prod(value_type.get_shape())
            if bits > EXHAUSTIVE_BITS or isinstance(value_type.element_type, AnyQuantizedType):
                return None
        return 1 << bits

    def every(self) -> Iterator[Arguments]:
        """All arguments, if `count` is known."""
        tensors = [t for t in self._types if is_tensor_type(t)]
        alphabets = [self._all_of(t.element_type) for t in tensors for _ in range(prod(t.get_shape()))]
        for word in product(*alphabets):
            letters, arguments = iter(word), list[Tensor]()
            for each in tensors:
                shape, dtype = each.get_shape(), self._pool(each.element_type).dtype
                array = np.array([*islice(letters, prod(shape))], dtype).reshape(shape)
                arguments.append(Tensor(each, array))
            yield self._whole(arguments)

    def _all_of(self, element_type: Attribute) -> Array:
        """All elements of a type, beginning with the pool."""
        pool, elements = self._pool(element_type), every_element(element_type)
        bits = f"u{elements.dtype.itemsize}"
        return np.concatenate([pool, elements[~np.isin(elements.view(bits), pool.view(bits))]])

    def _whole(self, free: Sequence[object]) -> Arguments:
        """All arguments, from the values of those that are not bound."""
        values = {**self._bound, **dict(zip(self._free, free, strict=True))}
        return tuple([values[i] for i in range(len(values))])

    # ---- some of them ----

    def directed(self) -> Iterator[Arguments]:
        """Arguments that are worth trying for most programs."""
        yield from map(self._whole, self._directed_ones())
        yield from map(self._whole, self._few_ones())
        for size in self._large:
            yield from self.of_size(size)

    def random(self, count: int) -> Iterator[Arguments]:
        """`count` random arguments, some of them changed from arguments that reached new code."""
        for _ in range(count):
            if self.reaching and self._draw.random() < 0.5:
                yield self._changed(self.reaching[int(self._draw.integers(len(self.reaching)))])
            else:
                yield self._whole(self._random())

    def _directed_ones(self) -> Iterator[Arguments]:
        """Zeros, ones, counting up and down, every element of the pools; also in one argument alone."""
        most = max([len(self._patterns_of(t)) for t in self._types], default=1)
        for k in range(min(most, 40)):
            yield self._of_sizes([k] * len(self._types), (self._sizes[k % 3],))
        for position in range(min(len(self._types), 8) if len(self._types) > 1 else 0):
            for k in range(min(len(self._patterns_of(self._types[position])), 12)):
                patterns = [k if i == position else 2 for i in range(len(self._types))]
                yield self._of_sizes(patterns, (self._sizes[k % 3],))

    def _few_ones(self) -> Iterator[Arguments]:
        """Some of many floats are 1, as many -1, the others 0: their sums are exact, and show each that is left out.

        The other arguments are zeros, which add nothing, or ones, which multiply nothing.
        """
        for beside in (0, 1):
            others = self._of_sizes([beside] * len(self._types), (self._sizes[0],))
            for position, tensor in enumerate(others):
                if (
                    isinstance(tensor, Tensor)
                    and tensor.array.size > PART // 2
                    and formats.is_float(tensor.element_type)
                ):
                    size = tensor.array.size
                    length = min(PART, size - size % 2)
                    signs = self._draw.permutation(np.resize(np.array([1, -1], np.int8), length))
                    count = min(-(-size // length), MOST_PARTS)
                    for start in np.linspace(0, size - length, count).astype(int):
                        few = np.zeros(size, np.int8)
                        few[start : start + length] = signs
                        part = Tensor(tensor.type, few.reshape(tensor.shape).astype(tensor.dtype))
                        yield (*others[:position], part, *others[position + 1 :])

    def _of_sizes(self, patterns: Sequence[int], sizes: Sizes) -> Arguments:
        return tuple([self._directed(t, patterns[i], i, sizes) for i, t in enumerate(self._types)])

    def of_size(self, size: int) -> Iterator[Arguments]:
        """Arguments whose unknown dimensions have a size: all of them, then every other one."""
        counting = [2] * len(self._types)
        for sizes in ((size,), (size, 2)):
            elements = max([prod(_shape(t, sizes)) for t in self._open], default=LARGEST + 1)
            if elements <= LARGEST:
                yield self._whole(self._of_sizes(counting, sizes))

    def _patterns_of(self, value_type: Attribute) -> range:
        """The indices of the directed values of a type."""
        if not is_tensor_type(value_type):
            return range(1)
        return range(_FILLED + len(self._pool(value_type.element_type)))

    def _directed(self, value_type: Attribute, pattern: int, position: int, sizes: Sizes) -> object:
        if isinstance(value_type, TupleType):
            return tuple([self._directed(t, pattern, position, sizes) for t in value_type.types.data])
        if not is_tensor_type(value_type):
            return Token()
        shape = _shape(value_type, sizes)
        pool = self._pool(value_type.element_type)
        places = np.arange(prod(shape)).reshape(shape)
        if pattern < 2:
            chosen = np.full(shape, pattern)
        elif pattern == 2:  # the pool in order; every pair of elements of different arguments meets
            chosen = places // (len(pool) ** (position % 3)) + position
        elif pattern == 3:
            chosen = prod(shape) - 1 - places
        elif pattern == 4:  # 0, 1, 2, ..., different at every place if the type has that many numbers
            is_small = isinstance(value_type.element_type, AnyQuantizedType) or pool.dtype.itemsize == 1
            numbers = np.asarray(places % (2 if is_small else 1 << 15))
            return Tensor(value_type, numbers.astype(np.int16).astype(pool.dtype))
        elif pattern == 5:
            chosen = places // 2 * 3 + position
        else:
            chosen = np.full(shape, pattern - _FILLED)
        return Tensor(value_type, np.asarray(pool[chosen % len(pool)]))

    def _one_of(self, array: Array) -> Array:
        return array[int(self._draw.integers(len(array)))]

    def _random(self) -> Arguments:
        sizes = self._drawn_sizes()
        same = self._draw.random() < 0.8
        arguments: list[object] = []
        for value_type in self._types:
            sizes = sizes if same else self._drawn_sizes()
            arguments.append(self._drawn(value_type, sizes, arguments))
        return tuple(arguments)

    def _drawn_sizes(self) -> Sizes:
        """Mostly one size for all dimensions, as many ops require."""
        count = 1 if self._draw.random() < 0.7 else 2
        return tuple([self._sizes[int(self._draw.integers(len(self._sizes)))] for _ in range(count)])

    def _drawn(self, value_type: Attribute, sizes: Sizes, others: Sequence[object]) -> object:
        if isinstance(value_type, TupleType):
            return tuple([self._drawn(t, sizes, ()) for t in value_type.types.data])
        if not is_tensor_type(value_type):
            return Token()
        element_type, shape = value_type.element_type, _shape(value_type, sizes)
        tensors = [x for x in others if isinstance(x, Tensor)]
        alike = [x for x in tensors if x.element_type == element_type and x.shape == shape]
        if alike and self._draw.random() < 0.15:  # equal to another argument, perhaps in another order
            array = alike[int(self._draw.integers(len(alike)))].array
            if array.ndim and self._draw.random() < 0.5:
                order = self._draw.permutation(array.size)
                array = array.reshape(-1)[order].reshape(array.shape)
            return Tensor(value_type, array)
        pool = self._pool(element_type)
        if shape and self._draw.random() < 0.15:
            return Tensor(value_type, np.full(shape, self._one_of(pool)))
        return Tensor(value_type, random_elements(value_type, shape, pool, self._draw))

    def _changed(self, arguments: Arguments) -> Arguments:
        """Arguments with a new value, or one new element, for one of them."""
        i = self._free[int(self._draw.integers(len(self._free)))] if self._free else -1
        tensor = arguments[i] if i >= 0 else None
        if not isinstance(tensor, Tensor):
            return arguments
        pool = self._pool(tensor.element_type)
        if tensor.array.size and self._draw.random() < 0.7:
            array = tensor.array.copy()
            array.reshape(-1)[int(self._draw.integers(array.size))] = self._one_of(pool)
        else:
            array = random_elements(tensor.type, tensor.shape, pool, self._draw)
        return (*arguments[:i], Tensor(tensor.type, array), *arguments[i + 1 :])

    def replaced(self, arguments: Arguments, position: int, value: Array) -> Iterator[Arguments]:
        """Arguments with another value for one of them, if it is a tensor and not bound."""
        tensor = arguments[position]
        if position in self._free and isinstance(tensor, Tensor):
            changed = Tensor(tensor.type, np.asarray(value))
            yield (*arguments[:position], changed, *arguments[position + 1 :])

    def _pool(self, element_type: Attribute) -> Array:
        if element_type not in self._pools:
            self._pools[element_type] = pool_of(element_type, self._numbers)
        return self._pools[element_type]


PART = 192
"""The size of a part of many elements: so many ones are summed exactly in each type of 8 digits or more."""
MOST_PARTS = 32
"""The largest number of parts of one argument that are tried."""

_FILLED = 6
"""The number of patterns before those that repeat one element of the pool."""


def _shape(tensor_type: AnyTensorType, sizes: Sizes) -> tuple[int, ...]:
    """The shape of a type with `sizes` for unknown dimensions, but not above their bounds."""
    shape, wanted = list(tensor_type.get_shape()), cycle(sizes)
    for axis, most in enumerate(all_bounds_of(tensor_type)):
        if is_dynamic(shape[axis]):
            size = next(wanted)
            shape[axis] = size if is_dynamic(most) else min(size, most)
    return tuple(shape)


MOST_NUMBERS = 48
"""The largest number of numbers that are taken from the programs."""

_OF_ONE_CONSTANT = 8
_COMBINED = 5


def numbers_in(ops: Iterable[Operation]) -> list[float]:
    """The numbers in programs: elements of constants first, then sizes and their differences.

    Sums, differences and products of the first follow, because a program may compute what it compares with.
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
    """Some of the elements of a constant, as numbers of Python."""
    if not array.size:
        return
    flat = array.reshape(-1)[:1] if is_uniform(array) else array.reshape(-1)[: 4 * _OF_ONE_CONSTANT]
    if formats.holds_complex(array.dtype):
        for part in formats.parts(flat):
            yield from _elements(part)
        return
    if formats.holds_integers(array.dtype):
        yield from [int(x) for x in flat][:_OF_ONE_CONSTANT]
        return
    yield from [x for x in map(float, flat) if math.isfinite(x)][:_OF_ONE_CONSTANT]


def _sizes(op: Operation) -> Iterator[int]:
    """The sizes of operands and results, and their differences in one dimension, where slices may begin."""
    shapes = [v.type.get_shape() for v in (*op.operands, *op.results) if is_tensor_type(v.type)]
    for shape in shapes:
        yield from [size for size in shape if not is_dynamic(size)]
    same_rank = [shape for shape in shapes[1:] if len(shape) == len(shapes[0])]
    for shape in same_rank:
        yield from [abs(a - b) for a, b in zip(shapes[0], shape, strict=True) if a >= 0 and b >= 0]


def pool_of(element_type: Attribute, numbers: Iterable[float]) -> Array:
    """Different elements of a type to try, simple ones first."""
    held = formats.format_of(element_type)
    with quiet():
        if isinstance(held, formats.ComplexFormat):
            pool = _complex(_floats(held.part, numbers))
        elif isinstance(held, formats.FloatFormat):
            pool = _floats(held, numbers)
        else:
            assert isinstance(held, formats.IntegerFormat)
            pool = _integers(held, numbers)
    if isinstance(element_type, AnyQuantizedType):
        wide = pool.astype(np.int64)
        return pool[(wide >= element_type.storage_min) & (wide <= element_type.storage_max)]
    return pool


def _integers(held: formats.IntegerFormat, numbers: Iterable[float]) -> Array:
    """Zero, one, extremes, widths (for shifts), and the numbers with their neighbours."""
    if held.width == 1:
        return np.array([False, True])
    wanted = [0, 1, -1, 2, 3, -2, held.least, held.most, held.least + 1, held.most - 1]
    for number in map(int, numbers):
        wanted += [number, number - 1, number + 1, -number]
    wanted += [5, 7, held.width - 1, held.width, -3, held.most // 2 + 1, 100]
    fitting = [x for x in dict.fromkeys(wanted) if held.least <= x <= held.most]
    return np.array(fitting, held.native).astype(held.dtype)


def _floats(held: formats.FloatFormat, numbers: Iterable[float]) -> Array:
    """Zeros of both signs, one, extremes, infinities, NaN, the numbers with their neighbours, and what times a number
    is about the largest or the smallest normal."""
    normal = math.ldexp(1.0, held.least_exponent)
    wanted = [0.0, 1.0, -0.0, -1.0, 2.0, 0.5, math.nan, math.inf, -math.inf, -0.5, 3.0, -2.0]
    wanted += [held.largest, -held.largest, held.smallest, -held.smallest, normal, -normal]
    others = [0.1, -0.7, 1.5, 2.5, -1.5, 3.14159265358979, 7.0, 1e-3, 100.0, -12.25, 2.0**held.precision + 1]
    said = np.array([float(number) for number in numbers], np.float64)
    near = [*with_neighbours(held.from_f64(said)), *map(held.from_f64, (-said, said + 1, said - 1))]
    factors = [abs(x) for x in said[:_COMBINED].tolist() if x and abs(x) != 1]
    edges = [held.largest / x if x > 1 else normal / x for x in factors]
    ends = [held.from_f64(np.array(some, np.float64)) for some in (wanted, edges, others)]
    edge = np.stack(with_neighbours(ends[1]), axis=-1).reshape(-1)
    rounded = np.concatenate([ends[0], np.stack(near, axis=-1).reshape(-1), edge, ends[2]])
    _, first = np.unique(np.frombuffer(rounded.tobytes(), f"u{held.dtype.itemsize}"), return_index=True)
    return rounded[np.sort(first)]


def with_neighbours(array: Array) -> list[Array]:
    """An array, and arrays of the next and the previous elements: of floats, away from zero and toward it."""
    if formats.holds_complex(array.dtype) or array.dtype == np.bool_:
        return [array]
    if formats.holds_integers(array.dtype):
        wide = array.astype(np.int64)
        return [array, *((wide + step).astype(array.dtype) for step in (1, -1))]
    known = formats.format_of_dtype(array.dtype)
    bits = np.ascontiguousarray(array).reshape(array.shape).view(f"u{array.dtype.itemsize}")
    step = bits.dtype.type(1 << known.unused_bits)
    mask = bits.dtype.type((1 << known.width + known.unused_bits) - 1)
    return [array, *(moved.view(array.dtype) for moved in ((bits + step) & mask, (bits - step) & mask))]


def _complex(pool: Array) -> Array:
    """Pairs of floats: each with itself, with zero, and with the next."""
    zero = np.zeros_like(pool)
    return formats.pairs(
        np.concatenate([pool, pool, zero, pool]), np.concatenate([zero, pool, pool, np.roll(pool, 1)])
    )


def every_element(element_type: Attribute) -> Array:
    """All elements of a type of at most 16 bits."""
    held = formats.format_of(element_type)
    if isinstance(held, formats.IntegerFormat):
        if held.width == 1:
            return np.array([False, True])
        return np.arange(held.least, held.most + 1).astype(held.native).astype(held.dtype)
    bits = np.arange(1 << held.width, dtype=f"u{held.dtype.itemsize}")
    return bits.view(held.dtype)


def random_elements(
    tensor_type: AnyTensorType, shape: tuple[int, ...], pool: Array, draw: np.random.Generator
) -> Array:
    """Random elements of the pool, small numbers and arbitrary bits."""
    choice = pool[draw.integers(len(pool), size=shape)]
    kind = draw.random()
    if kind < 0.4 or isinstance(tensor_type.element_type, AnyQuantizedType):
        return np.asarray(choice)
    small = pool[draw.integers(min(4, len(pool)), size=shape)]
    held = formats.format_of(tensor_type.element_type)
    if kind < 0.8 and held.width > 1:
        with quiet():
            numbers = draw.integers(-8 if held.signed else 0, 9, shape)
            if not isinstance(held, formats.IntegerFormat):
                numbers = numbers / 4 if kind < 0.6 else draw.normal(size=shape) * 4
            elif held.width < 8:
                return np.asarray(choice)
            small = np.asarray(numbers).astype(held.dtype)
    elif held.is_native and held.width > 1 and isinstance(held, formats.IntegerFormat):
        small = np.frombuffer(draw.bytes(held.dtype.itemsize * max(1, small.size)), held.dtype)[: small.size]
        small = small.reshape(shape)
    mask = draw.random(shape) < draw.choice([0.0, 0.2, 0.5])
    return np.where(mask, choice, small).astype(formats.dtype_of(tensor_type.element_type))
