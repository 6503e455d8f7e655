"""Which elements are worth trying: the special ones of a type, and those that two programs speak of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.arithmetic import pairs, parts
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import (
    Array,
    ComplexFormat,
    FloatFormat,
    IntegerFormat,
    dtype_of,
    format_of,
    format_of_dtype,
    holds_complex,
    holds_integers,
)
from xdsl_stablehlo.values.storage import is_uniform

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
