"""Results of two functions, element by element: where they are the same, and where rounding explains a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xdsl_stablehlo.interpreter.kernels.support.values import Future, Value
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.arithmetic import parts
from xdsl_stablehlo.values.element_types import (
    Array,
    FloatFormat,
    format_of_dtype,
    holds_complex,
    holds_integers,
)
from xdsl_stablehlo.values.storage import native_bits

from ..options import FloatTolerance

SLACK = 8
"""How many times what results vary by in runs that round otherwise they may be apart."""

NEAR = 4
"""ULPs that a result may be off by where the other function rounds and this one need not."""

_WIDE = np.longdouble


def leaves(results: Sequence[Value]) -> list[Array]:
    """The arrays in results, those in tuples and futures in their place; both parts of complex numbers apart."""
    found: list[Array] = []
    for value in results:
        if isinstance(value, Future):
            found += leaves((value.value,))
        elif isinstance(value, tuple):
            found += leaves(value)
        elif isinstance(value, np.ndarray):
            found += parts(value) if holds_complex(value.dtype) else [value]
    return found


def same_shapes(ours: Sequence[Array], theirs: Sequence[Array]) -> bool:
    """Whether there are as many arrays of the same shapes and dtypes on both sides."""
    return [(x.shape, x.dtype) for x in ours] == [(x.shape, x.dtype) for x in theirs]


def agreeing(ours: Array, theirs: Array, floats: FloatTolerance) -> Array:
    """Where elements have the same bits, or both are NaN, or are as near as `ulp=N` says."""
    same = _bits(ours) == _bits(theirs)
    if holds_integers(ours.dtype) or same.all() or floats.distinguishes_nans:
        return same
    with quiet():
        same = same | (np.isnan(ours) & np.isnan(theirs))
        if floats.ulps:
            same = same | _near(ours.astype(_WIDE), theirs.astype(_WIDE), _ulp(theirs) * floats.ulps)
    return same


def _bits(array: Array) -> Array:
    if holds_integers(array.dtype):
        return array
    native = np.ascontiguousarray(native_bits(array))
    return native.view(f"u{array.dtype.itemsize}").reshape(array.shape)


def _near(ours: Array, theirs: Array, distance: Array) -> Array:
    """Whether numbers are at most so far apart; zeros of two signs are not near."""
    zeros = (ours == 0) & (theirs == 0)
    return (np.abs(ours - theirs) <= distance) & ~zeros & np.isfinite(ours) & np.isfinite(theirs)


def _ulp(array: Array) -> Array:
    """The distance to the next element away from zero, in the wide type."""
    held = format_of_dtype(array.dtype)
    assert isinstance(held, FloatFormat)
    exponent = np.frexp(np.abs(array.astype(_WIDE)))[1] - held.precision
    return np.ldexp(
        np.ones(array.shape, _WIDE), np.maximum(exponent, held.least_exponent - held.precision + 1)
    )


@dataclass
class Envelope:
    """What one array of results was in runs that differ in how they round; the first run is the interpreter's."""

    runs: Sequence[Array]

    def holds(self, theirs: Array, centres: Sequence[Array], rounds: bool) -> Array:
        """Where rounding explains `theirs` around one of `centres`. `rounds`: the function that gave them rounds."""
        with quiet():
            return self._holds(theirs, centres, rounds)

    def _holds(self, theirs: Array, centres: Sequence[Array], rounds: bool) -> Array:
        wide = np.stack([x.astype(_WIDE) for x in self.runs])
        finite = np.isfinite(wide)
        unsteady = finite.any(axis=0) & ~finite.all(axis=0)
        spread = wide.max(axis=0) - wide.min(axis=0)
        spread = np.where(np.isfinite(spread), spread, 0)
        explained = np.array(unsteady)
        value = theirs.astype(_WIDE)
        is_float = not holds_integers(theirs.dtype)
        for centre in centres:
            near = np.abs(value - centre.astype(_WIDE)) <= SLACK * spread
            explained = explained | (near & (spread > 0))
            if rounds and is_float:
                explained = explained | _near(value, centre.astype(_WIDE), NEAR * _ulp(centre))
        if is_float:
            signs = np.stack([np.signbit(x.astype(_WIDE)) for x in self.runs])
            either = signs.any(axis=0) & ~signs.all(axis=0)
            explained = explained | (either & (value == 0) & (wide[0] == 0))
        return explained


def first_difference(
    ours: Sequence[Array], theirs: Sequence[Array], same: Sequence[Array], names: Sequence[str] = ()
) -> str:
    """Where the first element is that is not the same, and what stands there on both sides.

    The last arrays have `names`, the others are results.
    """
    names = [*[f"result {n}" for n in range(len(ours) - len(names))], *names]
    for position, (a, b, equal) in enumerate(zip(ours, theirs, same, strict=True)):
        if not equal.all():
            at = tuple(map(int, np.argwhere(~equal)[0]))
            place = f" at {list(at)}" if at else ""
            return f"{names[position]}{place} is {_number(a[at])} before and {_number(b[at])} after"
    return ""


def _number(element: Any) -> str:
    array = np.asarray(element)
    if holds_integers(array.dtype):
        return str(array).lower() if array.dtype == np.bool_ else str(int(array))
    return "-0.0" if array == 0 and np.signbit(array.astype(_WIDE)) else str(array)
