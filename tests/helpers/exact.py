"""Exact values of functions by mpmath; of complex ones every part, with signs of zeros, on both sides of branch cuts.

A zero stands for the limit from its side: it becomes a number far below all others, with its sign. Precision grows with
the exponents of the parts, so that nothing cancels away.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias, cast

import mpmath
import numpy as np

from xdsl_stablehlo.values.element_types import FloatFormat, format_of_dtype

from .oracle import Array
from .programs import assert_same, ulp_distance

mp = cast(Any, mpmath).mp
mpf, mpc, ldexp = mp.mpf, mp.mpc, mp.ldexp

Number: TypeAlias = Any
"""An mpc."""
Exact: TypeAlias = Callable[..., Any]


def _atanh(z: Number) -> Number:
    """The logarithms of 1 + z and 1 - z would need as many digits as z has zeros."""
    x, y = z.real, z.imag
    real = mp.log1p(4 * x / ((1 - x) ** 2 + y * y)) / 4
    return mpc(real, mp.atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2)


def _atan(z: Number) -> Number:
    w = _atanh(mpc(-z.imag, z.real))
    return mpc(w.imag, -w.real)


def _atan2(y: Number, x: Number) -> Number:
    return -1j * mp.log((x + 1j * y) / mp.sqrt(x * x + y * y))


def _asin_acos_kernel(z: Number) -> Number:
    w = mp.asin(z)
    return mpc(mp.cosh(w.imag) * mp.cos(w.real), abs(w.imag))


ODD: dict[str, Exact] = {
    **{"sine": mp.sin, "tan": mp.tan, "tanh": mp.tanh, "sinh": mp.sinh},
    **{"asin": mp.asin, "asinh": mp.asinh, "atan": _atan, "atanh": _atanh},
}
"""f(-z) = -f(z): evaluated in the first quadrant."""
EVEN: dict[str, Callable[[Number], Number]] = {"cosine": mp.cos, "cosh": mp.cosh, "square": lambda z: z * z}
"""f(-z) = f(z): likewise."""
OTHER: dict[str, Callable[[Number], Number]] = {
    **{"exponential": mp.exp, "exponential_minus_one": lambda z: mp.exp(z) - 1},
    **{"log": mp.log, "log_plus_one": lambda z: mp.log(1 + z), "logistic": lambda z: 1 / (1 + mp.exp(-z))},
    **{"sqrt": mp.sqrt, "rsqrt": lambda z: 1 / mp.sqrt(z), "cbrt": lambda z: mp.exp(mp.log(z) / 3)},
    **{"sign": lambda z: z / abs(z), "abs": lambda z: mpc(abs(z), 0)},
    **{"acos": mp.acos, "acosh": mp.acosh, "asin_acos_kernel": _asin_acos_kernel},
}
"""f(conj(z)) = conj(f(z)), which all of them fulfil: evaluated in the upper half."""
BINARY: dict[str, Callable[[Number, Number], Number]] = {
    **{"multiply": lambda z, w: z * w, "divide": lambda z, w: z / w},
    **{"power": lambda z, w: mp.exp(w * mp.log(z)), "atan2": _atan2},
}
UNARY = {**ODD, **EVEN, **OTHER}


def value(name: str, *arguments: complex) -> tuple[Any, Any]:
    """Both parts of the exact value at finite numbers, as mpf."""
    numbers = [part for z in arguments for part in (z.real, z.imag)]
    most = max(abs(math.frexp(part)[1]) for part in numbers)
    zero = -6000 - 3 * most
    with mp.workprec(300 + 2 * most if all(numbers) else 300 + 2 * most - zero):
        if name in BINARY:
            result = BINARY[name](*[_number(z.real, z.imag, zero) for z in arguments])
            return result.real, result.imag
        (z,) = arguments
        z = complex(_clamped(z.real, name in _GROWS_ALONG_X), _clamped(z.imag, name in _GROWS_ALONG_Y))
        x, y = math.copysign(1, z.real), math.copysign(1, z.imag)
        if name in OTHER:
            result = OTHER[name](_number(z.real, abs(z.imag), zero))
            return result.real, result.imag * (1 if name == "asin_acos_kernel" else y)
        result = UNARY[name](_number(abs(z.real), abs(z.imag), zero))
        return (result.real * x, result.imag * y) if name in ODD else (result.real, result.imag * x * y)


_GROWS_ALONG_X = ("exponential", "exponential_minus_one", "sinh", "cosh")
_GROWS_ALONG_Y = ("sine", "cosine")


def _clamped(part: float, grows: bool) -> float:
    """e**3000 times the least float is infinite like all beyond."""
    return max(-3000.0, min(3000.0, part)) if grows else part


def _number(real: float, imag: float, zero: int) -> Number:
    return mpc(*[mpf(part) if part else ldexp(math.copysign(1, part), zero) for part in (real, imag)])


def slack(name: str, exact: tuple[Any, Any], arguments: tuple[complex, ...]) -> Any:
    """How far off double-double arithmetic, of some 2**-104, leaves a part that is next to nothing beside the others.

    That of a power grows with its logarithm. Functions not named here reach every digit of every part."""
    if name == "power":
        z, w = arguments
        logarithm = mp.log(mpc(z)) if z else mpf(0)
        return mp.ldexp(abs(mpc(*exact)) * (1 + abs(mpc(w) * logarithm)), -100)
    return mp.ldexp(abs(mpc(*exact)), -100) if name in ("exponential_minus_one", "logistic") else mpf(0)


def errors(name: str, result: Array, *arguments: Array) -> Array:
    """How far the parts of each element of `result` are from the exact ones, in their units in the last place, or in
    units of `slack` where that is more.

    Of shape (n, 2). Infinite where a sign is wrong, or a number too large or not a number."""
    part = np.float32 if result.dtype.name in ("complex64", "float32") else np.float64
    rows: list[list[float]] = []
    for given, *numbers in zip(result.tolist(), *[a.tolist() for a in arguments], strict=True):
        pair = (given.real, given.imag) if isinstance(given, complex) else (given,)
        exact = value(name, *map(complex, numbers))
        with mp.workprec(2000):
            loose = slack(name, exact, tuple(map(complex, numbers)))
            rows.append([_error(g, e, part, loose) for g, e in zip(pair, exact, strict=False)])
    return np.array(rows).reshape(-1, 2 if result.dtype.kind == "c" else 1)


def _error(given: float, exact: Any, part: type[np.floating[Any]], loose: Any) -> float:
    limits = np.finfo(part)
    size, largest = abs(exact), float(limits.max)
    least = max(mp.ldexp(1, int(limits.minexp) - int(limits.nmant)), loose)
    unit = max(mp.ldexp(1, int(mp.mag(exact)) - int(limits.nmant) - 1), least) if exact else least
    if math.isnan(given):
        return math.inf
    if exact and math.copysign(1, given) != mp.sign(exact):
        return math.inf if size >= loose else float((size + min(abs(given), largest)) / unit)
    # From the largest number on all are infinite that are nearer to the next one beyond it.
    beyond = largest + mp.ldexp(1, int(limits.maxexp) - int(limits.nmant) - 1)
    if size >= beyond:
        return 0.0 if math.isinf(given) else float(min((size - abs(given)) / unit, mpf(1e300)))
    return float(abs((beyond if math.isinf(given) else mpf(abs(given))) - size) / unit)


def assert_as_cpp_or_right(op: str, actual: Array, expected: Array, *operands: Array) -> None:
    """Require the bits of C++ of an op but where it loses digits: there every part of a complex one is within 4 ULP of
    the exact one, or what annex G of C17 says (`_by_rule`), and a real one is the nearest to the exact one."""
    assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
    if actual.dtype.kind != "c":
        _assert_as_cpp_or_nearest(op, actual, expected, *operands)
        return
    if op not in (*UNARY, *BINARY):
        assert_same(actual, expected)
        return
    differ = ulp_distance(actual, expected) > 0
    ours, theirs, arguments = actual[differ], expected[differ], [operand[differ] for operand in operands]
    plain = np.all([np.isfinite(a) for a in arguments], axis=0)
    if op in ("power", "atan2"):
        plain &= np.all([a != 0 for a in arguments], axis=0)
    some = np.flatnonzero(plain)[:SAMPLE]
    off = errors(op, ours[some], *[a[some] for a in arguments]).max(axis=1, initial=0)
    for i in some[off > 4]:
        raise AssertionError(f"{op} of {[a[i] for a in arguments]} is {ours[i]}, and {theirs[i]} in C++")
    for i in np.flatnonzero(~plain & ~_by_rule(op, ours, theirs, arguments)):
        raise AssertionError(f"{op} of {[a[i] for a in arguments]} is {ours[i]}, and {theirs[i]} in C++")


SAMPLE = 300
"""So many of the elements that differ are looked at."""


def _by_rule(op: str, ours: Array, theirs: Array, operands: list[Array]) -> Array:
    """Where infinities, NaNs and zeros may differ from those of C++, which is what docs/deviations.md lists."""
    if op == "log_plus_one":
        # 1 + z has lost the sign of a zero.
        return (ours == np.conj(theirs)) & (np.imag(operands[0]) == 0)
    if op == "atan2":
        return np.isnan(ours) | np.isnan(theirs) | (operands[0] == 0)
    if op in ("multiply", "cbrt", "power"):
        # A NaN that the standard avoids, or 1 for the exponent 0 and powers of 0 and of infinities by products.
        return np.isnan(theirs) & ~(np.isnan(np.real(ours)) & np.isnan(np.imag(ours)))
    # Zeros at infinity: here with the sign of the numbers before.
    return (ours == theirs) & (op in ("logistic", "rsqrt"))


# Real functions, and the nearest elements to their values: what a correctly rounded function gives.


def _real_cbrt(x: Any) -> Any:
    return mp.sign(x) * mp.cbrt(abs(x))


def _real_rsqrt(x: Any) -> Any:
    return 1 / mp.sqrt(x) if x else mp.inf


def _real_erfc(x: Any) -> Any:
    """No float is as small as erfc(100)."""
    return mp.erfc(min(x, 100))


def _real_erf_inv(x: Any) -> Any:
    """A tiny x would be lost beside 1."""
    return mp.erfinv(x) if abs(x) > mp.ldexp(1, -200) else x * mp.sqrt(mp.pi) / 2


def _real_power(x: Any, y: Any) -> Any:
    """Of a negative base the exponent is an integer."""
    if x < 0:
        return (-1 if mp.fmod(y, 2) else 1) * mp.power(-x, y)
    return mp.power(x, y)


def _real_atan2(y: Any, x: Any) -> Any:
    """A quotient may be the middle of two numbers, and its angle below it by next to nothing."""
    apart = abs(mp.mag(y) - mp.mag(x)) if x and y else 0
    with mp.workprec(300 + 5 * apart):
        return mp.atan2(y, x)


REAL: dict[str, Exact] = {
    **{"exp": mp.exp, "expm1": mp.expm1, "log": mp.log, "log1p": mp.log1p},
    **{"cbrt": _real_cbrt, "rsqrt": _real_rsqrt},
    **{"sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh},
    **{"asin": mp.asin, "acos": mp.acos, "atan": mp.atan},
    **{"asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh},
    **{"erf": mp.erf, "erfc": _real_erfc, "erf_inv": _real_erf_inv},
    **{"power": _real_power, "atan2": _real_atan2},
}
"""By the names of `rounded.FUNCTIONS`."""


def nearest(value: Any, target: FloatFormat) -> Any:
    """The nearest element to a real number, ties to even, as a number of the type's dtype."""
    if not value:
        return target.from_f64(np.array([0.0]))[0]
    unit = max(int(mp.mag(value)) - target.precision, target.least_exponent - target.precision + 1)
    if mp.mag(value) > 1100:
        unit, value = 0, mp.sign(value) * mp.ldexp(1, 1030)
    with mp.workprec(4000):
        rounded = mp.ldexp(mp.nint(mp.ldexp(value, -unit)), unit)
    beyond = abs(rounded) > target.largest
    number = float(mp.sign(value) * np.inf) if beyond and target.precision == 53 else float(rounded)
    return target.from_f64(np.array([number]))[0]


def wrong(name: str, target: FloatFormat, result: Array, *operands: Array) -> list[int]:
    """The indices of results that are not the nearest ones to the exact values, among finite operands and
    results. What is infinite or NaN is for other tests."""
    finite = np.all([np.isfinite(array) for array in (result, *operands)], axis=0)
    found: list[int] = []
    with mp.workprec(300), np.errstate(all="ignore"):
        least, most = _nearest_to(result, target)
        for i in np.flatnonzero(finite).tolist():
            numbers = [float(operand[i]) for operand in operands]
            value = REAL[name](*map(mpf, numbers))
            # Types without infinities and NaN have a finite result everywhere.
            if isinstance(value, mpc) or not mp.isfinite(value):
                continue
            if not least[i] < float(value) < most[i] and result[i] != nearest(value, target):
                found.append(i)
    return found


def _nearest_to(elements: Array, target: FloatFormat) -> tuple[Array, Array]:
    """Numbers between which an element is the nearest one; NaN where that takes more than float64 to say."""
    ends: list[Array] = []
    for direction in (-np.inf, np.inf):
        neighbours = np.nextafter(elements, elements.dtype.type(direction))
        middle = (elements.astype(np.float64) + neighbours.astype(np.float64)) / 2
        known = np.isfinite(middle) & (elements.dtype.itemsize <= 2) & (target.precision <= 11)
        ends.append(np.where(known, middle, np.nan))
    return ends[0], ends[1]


_ROUNDED = {
    **{"exponential": "exp", "exponential_minus_one": "expm1", "log": "log", "log_plus_one": "log1p"},
    **{"cbrt": "cbrt", "rsqrt": "rsqrt", "sine": "sin", "cosine": "cos", "tan": "tan", "tanh": "tanh"},
    **{"power": "power", "atan2": "atan2"},
}
"""The functions of the specification that are correctly rounded, and their names in `REAL`."""


def _assert_as_cpp_or_nearest(op: str, actual: Array, expected: Array, *operands: Array) -> None:
    differ = ulp_distance(actual, expected) > 0
    if not differ.any():
        return
    chosen = [operand[differ] for operand in operands]
    target = cast(FloatFormat, format_of_dtype(actual.dtype))
    if op == "logistic":  # 1 / (1 + e**-x), each step rounded
        with mp.workprec(300):
            grown = np.array([nearest(mp.exp(-mpf(float(x))), target) for x in chosen[0]])
        one = actual.dtype.type(1)
        assert_same(actual[differ], one / (one + grown))
    elif op == "abs" and chosen[0].dtype.kind == "c":
        with mp.workprec(300):
            sizes = [abs(mpc(z)) for z in chosen[0].tolist()]
        assert_same(actual[differ], np.array([nearest(size, target) for size in sizes]))
    elif op in _ROUNDED:
        assert np.isfinite(actual[differ]).all()
        assert wrong(_ROUNDED[op], target, actual[differ], *chosen) == []
    else:
        assert_same(actual, expected)
