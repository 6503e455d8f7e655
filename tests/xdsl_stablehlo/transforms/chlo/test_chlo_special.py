"""CHLO's special functions written in StableHLO: within their stated ULPs of what mpmath computes; their series."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import mpmath
import numpy as np
import pytest

from tests.helpers.every_input import every
from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import assert_same, evaluate
from tests.xdsl_stablehlo.transforms.legalized import evaluated
from xdsl_stablehlo.transforms.chlo import series as chlo_series
from xdsl_stablehlo.transforms.chlo.series import ChebyshevSeries

m = cast(Any, mpmath)
mp = m.mp.clone()
mp.prec = 250


def erf_inv_by_level(w: Any) -> Any:
    """erf_inv(x) / x where w = -log(1 - x**2)."""
    x = mp.sqrt(-mp.expm1(-w))
    start = 0.8 * mp.sqrt(w) if w > 1 else 0.886 * x

    def beyond(y: Any) -> Any:
        return mp.log(mp.erfc(y) * (1 + mp.erf(y))) + w

    return mp.findroot(beyond, start) / x


def erf_inv(x: Any) -> Any:
    if abs(x) < 1e-12:
        return mp.sqrt(mp.pi) / 2 * (x + mp.pi * x**3 / 12)
    return x * erf_inv_by_level(-mp.log((1 - x) * (1 + x)))


def bessel_i1e(x: Any) -> Any:
    return mp.exp(-abs(x)) * mp.besseli(1, x)


def scaled_erfc(t: Any) -> Any:
    x = mp.mpf(3.75) * (1 + t) / (1 - t)
    return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)


ROOT = mp.findroot(mp.digamma, 1.4616)
SERIES: dict[str, Callable[[Any], Any]] = {
    "ERF": lambda u: mp.erf(mp.sqrt(u)) / mp.sqrt(u),
    "ERFC": scaled_erfc,
    "ERF_INV_NEAR": lambda w: (erf_inv_by_level(w) - mp.sqrt(mp.pi) / 2) / w,
    "ERF_INV_FAR": lambda s: erf_inv_by_level(s * s),
    "LGAMMA": lambda d: mp.loggamma(2 + d) / d,
    "DIGAMMA": lambda y: mp.digamma(y) / (y - ROOT),
    "BESSEL_NEAR": lambda x: (1 + x) * bessel_i1e(x) / x,
    "BESSEL_FAR": lambda u: mp.sqrt(8 / u) * bessel_i1e(8 / u),
}


@pytest.mark.parametrize("name", SERIES)
def test_series_are_the_interpolated_ones(name: str) -> None:
    series: ChebyshevSeries = getattr(chlo_series, name)
    count = 64
    angles = [mp.pi * (j + mp.mpf(0.5)) / count for j in range(count)]
    middle, half = (mp.mpf(series.low) + series.high) / 2, (mp.mpf(series.high) - series.low) / 2
    values = [SERIES[name](middle + half * mp.cos(angle)) for angle in angles]
    weights = [(2 if k else 1) * mp.mpf(1) / count for k in range(len(series.coefficients) + 1)]
    exact = [
        w * sum(v * mp.cos(k * a) for v, a in zip(values, angles, strict=True)) for k, w in enumerate(weights)
    ]
    for wanted, coefficient in zip(exact, series.coefficients, strict=False):
        assert abs(wanted - coefficient) <= 2.0**-53 * abs(wanted) + 1e-20
    assert abs(exact[len(series.coefficients)]) < 2.0**-55 * abs(exact[0])
    assert abs(exact[series.f32_terms]) < 2.0**-26 * abs(exact[0])


EXACT: dict[str, tuple[Callable[[Any], Any], float, float]] = {
    "erf": (mp.erf, -7, 7),
    "erfc": (mp.erfc, -7, 27),
    "erf_inv": (erf_inv, -1, 1),
    "lgamma": (lambda x: mp.loggamma(x).real, 0, 20),
    "digamma": (mp.digamma, 0, 20),
    "bessel_i1e": (bessel_i1e, -30, 30),
}
"""The function, and the interval that is looked at more closely."""


def off_by(result: Array, exact: list[Any]) -> Array:
    """Distances in units in the last place of the exact values."""
    limits = np.finfo(result.dtype)
    units = [max(mp.ldexp(1, int(mp.mag(e)) - limits.nmant - 1), limits.smallest_subnormal) for e in exact]
    return np.array(
        [float(abs(mp.mpf(g) - e) / u) for g, e, u in zip(result.tolist(), exact, units, strict=True)]
    )


@pytest.mark.parametrize("element_type", ["f32", "f64"])
@pytest.mark.parametrize("name", EXACT)
def test_within_four_units(name: str, element_type: str) -> None:
    function, low, high = EXACT[name]
    rng = np.random.default_rng(sum(name.encode()))
    near = rng.uniform(low, high, 250)
    sizes = 10.0 ** rng.uniform(-30, 30 if high > 1 and name not in ("erf", "erfc") else 0, 60)
    ends = 1 - 10.0 ** rng.uniform(-7 if element_type == "f32" else -15, 0, 60)
    x = np.concatenate([near, sizes, ends]).astype(dtype_named(element_type))
    x = x[(x != 0) & ((np.abs(x) < 1) | (name != "erf_inv"))]
    off = off_by(
        evaluated(f"chlo.{name}", element_type, x), [function(mp.mpf(number)) for number in x.tolist()]
    )
    assert off.max() <= 4, f"{name} of {x[off.argmax()]} is off by {off.max()}"


@pytest.mark.parametrize("name", ["lgamma", "digamma"])
def test_reflected_values_are_within_four_units_of_the_larger_term(name: str) -> None:
    x = np.random.default_rng(1).uniform(-30, 0, 200)
    result = evaluated(f"chlo.{name}", "f64", x)
    exact = [EXACT[name][0](mp.mpf(number)) for number in x.tolist()]
    terms = [
        abs(EXACT[name][0](-mp.mpf(number))) + abs(e) + 1 for number, e in zip(x.tolist(), exact, strict=True)
    ]
    for given, wanted, term in zip(result.tolist(), exact, terms, strict=True):
        assert abs(mp.mpf(given) - wanted) <= 4 * term * 2.0**-52


@pytest.mark.parametrize("element_type", ["f16", "bf16", "f8E5M2"])
@pytest.mark.parametrize("name", EXACT)
def test_every_narrow_number_is_the_rounded_value(name: str, element_type: str) -> None:
    x = every(element_type)
    t = f"tensor<{len(x)}x{element_type}>"
    (expected,) = evaluate(
        f"func.func @main(%x: {t}) -> {t} {{ %r = chlo.{name} %x : {t} -> {t} return %r : {t} }}", x
    )
    finite = (x > -0.5) | (name not in ("lgamma", "digamma"))
    assert_same(evaluated(f"chlo.{name}", element_type, x)[finite], expected[finite], 1)


INF, NAN = np.inf, np.nan


@pytest.mark.parametrize(
    ("name", "x", "expected"),
    [
        ("erf", [INF, -INF, -0.0, NAN], [1, -1, -0.0, NAN]),
        ("erfc", [INF, -INF, -0.0, NAN], [0, 2, 1, NAN]),
        ("erf_inv", [1, -1, -0.0, 1.5, NAN], [INF, -INF, -0.0, NAN, NAN]),
        ("lgamma", [0, -0.0, -3, INF, -INF, 1, 2, NAN], [INF, INF, INF, INF, INF, 0, 0, NAN]),
        ("digamma", [0, -0.0, -3, INF, -INF, NAN], [NAN, NAN, NAN, INF, NAN, NAN]),
        ("bessel_i1e", [INF, -INF, -0.0, NAN], [0, -0.0, -0.0, NAN]),
    ],
)
def test_ends(name: str, x: list[float], expected: list[float]) -> None:
    assert_same(evaluated(f"chlo.{name}", "f64", np.array(x)), np.array(expected, np.float64))


def test_zeta_and_polygamma() -> None:
    rng = np.random.default_rng(2)
    orders, q = rng.integers(1, 12, 60).astype(np.float64), rng.uniform(0.1, 20, 60)
    zeta, polygamma = [
        evaluated(f"chlo.{name}", "f64", orders + (name == "zeta"), q) for name in ("zeta", "polygamma")
    ]
    pairs = list(zip(orders.astype(int).tolist(), q.tolist(), strict=True))
    assert (off_by(zeta, [mp.zeta(n + 1, mp.mpf(x)) for n, x in pairs]) <= 5 + orders).all()
    assert (off_by(polygamma, [mp.psi(n, mp.mpf(x)) for n, x in pairs]) <= 6 + orders).all()


def test_ends_of_zeta_and_polygamma() -> None:
    x = np.array([1, 0.5, 2, 3, 2, 2.5, INF, 2, 3])
    q = np.array([2, 2, 0, 0, -2, -0.5, 2, INF, NAN])
    expected = np.array([INF, NAN, INF, NAN, INF, NAN, 0, 0, NAN])
    assert_same(evaluated("chlo.zeta", "f64", x, q), expected)
    n = np.array([-1, 0.5, 1, 1, 2, NAN])
    expected = np.array([NAN, NAN, INF, 0, NAN, NAN])
    assert_same(evaluated("chlo.polygamma", "f64", n, np.array([1, 1, 0, INF, 0, 1])), expected)


def test_zeta_below_zero_is_the_sum() -> None:
    x, q = np.array([2.0, 3.0, 3.0, 4.0]), np.array([-0.5, -0.25, -20.75, -3.5])
    sums = [
        sum((mp.mpf(b) + n) ** -int(a) for n in range(40)) + mp.zeta(int(a), mp.mpf(b) + 40)
        for a, b in zip(x.tolist(), q.tolist(), strict=True)
    ]
    np.testing.assert_allclose(evaluated("chlo.zeta", "f64", x, q), np.array(sums, np.float64), rtol=1e-14)


@pytest.mark.parametrize("element_type", ["f32", "f64"])
def test_next_after(element_type: str) -> None:
    limits = np.finfo(dtype_named(element_type))
    ends = [0, -0.0, 1, -1, 3.5, INF, -INF, NAN, limits.max, -limits.max, limits.smallest_subnormal]
    x, y = (a.ravel() for a in np.meshgrid(*[np.array(ends, limits.dtype)] * 2))
    with np.errstate(all="ignore"):
        assert_same(evaluated("chlo.next_after", element_type, x, y), np.nextafter(x, y))


@pytest.mark.parametrize("element_type", ["f16", "bf16", "f8E5M2"])
def test_next_after_of_narrow_numbers(element_type: str) -> None:
    x = every(element_type)
    y = x[::-1].copy()
    t = f"tensor<{len(x)}x{element_type}>"
    (expected,) = evaluate(
        f"func.func @main(%x: {t}, %y: {t}) -> {t} {{"
        f' %r = "chlo.next_after"(%x, %y) : ({t}, {t}) -> {t} return %r : {t} }}',
        x,
        y,
    )
    assert_same(evaluated("chlo.next_after", element_type, x, y), expected)
