"""The storage of arrays: broadcast dimensions, splats, and the part of them that varies.

A dimension of stride 0 repeats one index of memory: `np.broadcast_to(0.0, (8192, 8192))` takes eight bytes. No other
module looks at strides. The stride of a dimension of size 1 has no meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.lib.stride_tricks import as_strided

from .element_types import Array, is_native

SPLAT_BYTES = 1 << 16
"""A splat whose expanded form is larger than this many bytes is kept as one element."""


def is_splat(array: Array) -> bool:
    """Whether the array is stored as one element, whatever its shape."""
    strides = array.strides
    if 0 not in strides:
        return array.size == 1
    return not any(strides) or all(not step or size == 1 for step, size in zip(strides, array.shape))


def is_repetitive(array: Array) -> bool:
    """Whether the array is stored once along some dimension."""
    return 0 in array.strides


_FEW_BYTES = 1 << 10
"""So many are compared at once."""


def is_uniform(array: Array) -> bool:
    """Whether all elements have the same bits. Stops at the first difference."""
    array = varying_part(array)
    if array.nbytes <= _FEW_BYTES:
        stored = array.tobytes()
        return stored == stored[: array.dtype.itemsize] * array.size
    if not array.flags.c_contiguous:
        corner = array[(slice(0, 2),) * array.ndim]
        return corner.tobytes() == corner.flat[0].tobytes() * corner.size and is_uniform(
            np.ascontiguousarray(array)
        )
    flat = array.reshape(-1)
    size = array.dtype.itemsize
    flat = flat.view(f"u{size}") if size in (1, 2, 4, 8) else flat.view(np.uint64).reshape(-1, 2)
    first, step = flat[:1], 1 << 14
    head = flat[:64]
    return bool((head == first).all()) and all(
        bool((flat[at : at + step] == first).all()) for at in range(0, len(flat), step)
    )


def uniform_element(array: Array) -> Array | None:
    """The element, of rank 0, that all elements equal; None if they differ, or if the array is large and no splat."""
    if not array.size:
        return None
    element: Array = np.asarray(array[(0,) * array.ndim])
    stored = varying_part(array)
    if stored.size == 1 or (
        stored.nbytes <= SPLAT_BYTES and stored.tobytes() == element.tobytes() * stored.size
    ):
        return element
    return None


def varying_part(array: Array) -> Array:
    """The array with every broadcast dimension reduced to size 1."""
    if 0 not in array.strides:
        return array
    return array[tuple([slice(None) if stride else slice(0, 1) for stride in array.strides])]


Varying: TypeAlias = tuple[bool, ...]
"""Whether elements may differ along each dimension of a tensor; never along a dimension of size 1."""


def varying_of(array: Array) -> Varying:
    """Along which dimensions the array is not stored as a repetition; along none if it has no elements."""
    some = array.size > 0
    return tuple([some and stride != 0 and size > 1 for stride, size in zip(array.strides, array.shape)])


def any_varying(rank: int, operands: Sequence[Varying]) -> Varying:
    """Along which dimensions one of several tensors of a rank varies; scalars are ignored."""
    same = [operand for operand in operands if len(operand) == rank]
    return tuple([any(along) for along in zip(*same)]) if same else (False,) * rank


def repeated_dimensions(arrays: Sequence[Array]) -> list[int]:
    """The dimensions along which none of several arrays of one rank varies."""
    for array in arrays:
        if 0 not in array.strides and array.size:
            return []
    along = any_varying(arrays[0].ndim, [varying_of(array) for array in arrays])
    return [dimension for dimension, varies in enumerate(along) if not varies]


def first_along(array: Array, dimensions: Sequence[int]) -> Array:
    """The array reduced to the first index along some dimensions, which get size 1."""
    return array[tuple([slice(0, 1) if d in dimensions else slice(None) for d in range(array.ndim)])]


def as_varying(array: Array, varying: Varying) -> Array:
    """The array, stored once along the dimensions along which its elements are known to be the same."""
    wider = [d for d, (stored, varies) in enumerate(zip(varying_of(array), varying)) if stored and not varies]
    return broadcast(first_along(array, wider), array.shape) if wider else array


def broadcast(array: Array, shape: Sequence[int]) -> Array:
    """`array` broadcast to `shape`, for reading; itself if it has that shape."""
    if array.shape == shape:
        return array
    if array.size == 1 and not array.dtype.hasobject:  # in a tenth of the time
        return np.ndarray(shape, array.dtype, array.tobytes(), 0, (0,) * len(shape))
    return np.broadcast_to(array, shape)


def stored_bytes(array: Array) -> int:
    """Bytes that the array takes while its broadcast dimensions stay broadcast."""
    return varying_part(array).nbytes


def constant_bytes(array: Array) -> int:
    """Bytes of the constant that holds the array: one element for a splat."""
    return array.dtype.itemsize if is_splat(array) else array.nbytes


def reshapes_to_view(array: Array) -> bool:
    """Whether every reshape of the array is a view."""
    return 0 not in array.strides or is_splat(array)


# ---- several arrays ----


def common_varying_part(operands: Sequence[Array]) -> tuple[slice, ...] | None:
    """The part of arrays of one shape (scalars are ignored) without the dimensions along which none of them varies.

    None if there is no such dimension.
    """
    arrays = [operand for operand in operands if operand.ndim]
    if not arrays or [a for a in arrays if 0 not in a.strides or a.shape != arrays[0].shape]:
        return None
    strides = zip(arrays[0].shape, *[array.strides for array in arrays], strict=True)
    part = tuple([_ALL if size < 2 or any(steps) else _FIRST for size, *steps in strides])
    return part if _FIRST in part else None


_ALL, _FIRST = slice(None), slice(0, 1)


def on_varying_part(compute: Callable[..., Array], operands: int) -> partial[Array]:
    """An elementwise function of `operands` arrays, evaluated without the dimensions along which none varies.

    Its first argument is bound: it is `compute`.
    """
    return partial(_of_one if operands == 1 else _of_several, compute)


def _of_one(compute: Callable[..., Array], operand: Array) -> Array:
    return _on_varying_part(compute, operand) if 0 in operand.strides else compute(operand)


def _of_several(compute: Callable[..., Array], *arrays: Array) -> Array:
    for array in arrays:
        if 0 not in array.strides and array.ndim:
            return compute(*arrays)
    return _on_varying_part(compute, *arrays)


def _on_varying_part(compute: Callable[..., Array], *operands: Array) -> Array:
    part = common_varying_part(operands)
    if part is None:
        return compute(*operands)
    given = compute(*[operand[part] if operand.ndim else operand for operand in operands])
    return broadcast(given, max([operand.shape for operand in operands], key=len))


# ---- the order in memory, and views with strides of their own ----


def in_row_major_order(array: Array) -> bool:
    """Whether elements lie in memory in the order of their indices, with gaps and repetitions, or backwards."""
    steps = [abs(stride) for stride, size in zip(array.strides, array.shape) if stride and size > 1]
    return all(outer >= inner for outer, inner in pairwise(steps))


def strides_of(array: Array) -> tuple[int, ...]:
    """The bytes from one index to the next along each dimension."""
    return array.strides


def nearest_axis(array: Array) -> int:
    """The axis along which neighbours are nearest in memory."""
    strides = [abs(stride) or array.nbytes for stride in array.strides]
    return strides.index(min(strides))


def window_view(
    array: Array,
    counts: Sequence[int],
    sizes: Sequence[int],
    steps: Sequence[int] | None = None,
    dilations: Sequence[int] | None = None,
) -> Array:
    """A read-only view of shape [counts..., sizes...]: windows of `sizes`, with elements `dilations` apart and `steps`
    from one window to the next, both 1 by default. All elements must lie in `array`.
    """
    outer = inner = array.strides
    if steps is not None:
        outer = [stride * step for stride, step in zip(array.strides, steps, strict=True)]
    if dilations is not None:
        inner = [stride * dilation for stride, dilation in zip(array.strides, dilations, strict=True)]
    shape, strides = (*counts, *sizes), (*outer, *inner)
    if is_native(array.dtype):
        return as_strided(array, shape, strides, writeable=False)
    # NumPy passes strides through the array interface, which has no extension types.
    return as_strided(native_bits(array), shape, strides, writeable=False).view(array.dtype)


def native_bits(array: Array) -> Array:
    """The array itself; where NumPy has no type for its elements, unsigned integers of the same bits."""
    return array if is_native(array.dtype) else array.view(f"u{array.dtype.itemsize}")
