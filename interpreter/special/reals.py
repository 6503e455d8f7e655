"""The functions of real numbers, on float64 arrays, that complex functions are computed from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

import numpy as np

from xdsl_stablehlo.values.element_types import Array, Binary, DType, Unary

from ..rounded import approximate, on_doubles, quick, wide
from ..rounded.double_double import DD, exact, two_product


class Reals(ABC):
    """Functions of float64 arrays."""

    kept: float
    """The part of a sum that may cancel before it is computed with more digits."""

    def __init__(self, compute: Callable[..., Array]):
        def unary(name: str) -> Unary:
            return partial(compute, name)

        self.exp, self.expm1, self.log, self.log1p = map(unary, ("exp", "expm1", "log", "log1p"))
        self.sin, self.cos, self.tan, self.sinh = map(unary, ("sin", "cos", "tan", "sinh"))
        self.cbrt = unary("cbrt")
        self.atan2: Binary = partial(compute, "atan2")

    @abstractmethod
    def sin_cos(self, x: Array) -> tuple[Array, Array]:
        """The sine and the cosine; NaN where x is not finite."""

    @abstractmethod
    def sinh_cosh(self, x: Array) -> tuple[Array, Array]:
        """The hyperbolic sine and cosine."""

    @abstractmethod
    def hypot(self, x: Array, y: Array) -> Array:
        """sqrt(x**2 + y**2); infinite where one of both is."""

    @abstractmethod
    def log_size(self, x: Array, y: Array) -> Array:
        """log(|x + i y|), to all digits where that is near 1."""


class Doubles(Reals):
    """For parts of f64: correctly rounded, or nearly so."""

    kept = 0.5

    def __init__(self) -> None:
        super().__init__(on_doubles)

    def sin_cos(self, x: Array) -> tuple[Array, Array]:
        finite = np.isfinite(x)
        sine, cosine = wide.sin_cos(exact(np.where(finite, x, 0.0)))
        # The sine of -0 is -0.
        sines = np.where(x == 0, x, np.where(finite, sine.high, np.nan))
        return sines, np.where(finite, cosine.high, np.nan)

    def sinh_cosh(self, x: Array) -> tuple[Array, Array]:
        return on_doubles("sinh", x), on_doubles("cosh", x)

    def hypot(self, x: Array, y: Array) -> Array:
        exponent = np.frexp(np.fmax(np.abs(x), np.abs(y)))[1]
        a, b = np.ldexp(x, -exponent), np.ldexp(y, -exponent)
        size = wide.sqrt(DD(*two_product(a, a)) + DD(*two_product(b, b))).high
        return np.where(np.isinf(x) | np.isinf(y), np.inf, np.ldexp(size, exponent))

    def log_size(self, x: Array, y: Array) -> Array:
        plain = np.isfinite(x) & np.isfinite(y) & ((x != 0) | (y != 0))
        result = wide.log_abs(np.where(plain, x, 1.0), np.where(plain, y, 0.0)).high
        return np.where(plain, result, self.log(self.hypot(x, y)))


class Singles(Reals):
    """For parts of f32: within 2**-38, for numbers from f32 and what products and roots of a few of them give, so that
    no square overflows or underflows. What is beyond f32's numbers may become any number beyond them."""

    # Parts of f32 have half of the digits that there are.
    kept = 2.0**-20

    def __init__(self) -> None:
        super().__init__(approximate)

    def sin_cos(self, x: Array) -> tuple[Array, Array]:
        size = np.abs(x)
        if not size.max() < np.inf:
            finite = size < np.inf
            sine, cosine = self.sin_cos(np.where(finite, x, 0.0))
            return np.where(finite, sine, np.nan), np.where(finite, cosine, np.nan)
        sine, cosine = quick.sin_cos(size)
        return np.copysign(sine, sine * x), cosine

    def sinh_cosh(self, x: Array) -> tuple[Array, Array]:
        grown = quick.expm1(np.minimum(np.abs(x), 300.0))
        above = grown + 1.0
        fall = grown / above
        return np.copysign((grown + fall) * 0.5, x), 1.0 + grown * fall * 0.5

    def hypot(self, x: Array, y: Array) -> Array:
        size = np.sqrt(x * x + y * y)
        return size if size.max() < np.inf else np.where(np.isinf(x) | np.isinf(y), np.inf, size)

    def log_size(self, x: Array, y: Array) -> Array:
        size, other = np.abs(x), np.abs(y)
        large, small = np.square(np.maximum(size, other)), np.square(np.minimum(size, other))
        square = large + small
        if not (square.min() > 0 and square.max() < np.inf):
            plain = (square > 0) & (square < np.inf)
            result = self.log_size(np.where(plain, x, 1.0), np.where(plain, y, 0.0))
            return np.where(plain, result, self.log(self.hypot(x, y)))
        lost = large - 1.0 + small - (square - 1.0)
        lost *= np.abs(square - 1.0) < 0.5
        return 0.5 * (quick.log(square) + lost / square)


DOUBLES, SINGLES = Doubles(), Singles()


def reals_of(dtype: DType) -> Reals:
    """The functions for a dtype of complex numbers."""
    return DOUBLES if dtype == np.complex128 else SINGLES
