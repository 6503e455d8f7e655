"""Special functions against mpmath: at most 4 units in the last place, for float64 and rounded to float32."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import mpmath
import numpy as np
import pytest

from tests.helpers.oracle import Array
from tests.helpers.tiers import sampled
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.rounded import double_double as dd, wide
from xdsl_stablehlo.interpreter.special import real as special
from xdsl_stablehlo.interpreter.special.real import bernoulli

mp = cast(Any, mpmath)
COUNT = 150
RNG = np.random.default_rng(0)
_START = RNG.bit_generator.state


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    RNG.bit_generator.state = _START  # the same numbers whichever tests ran before
    with quiet(), mp.workdps(60):
        yield


def worst_ulps(function: Callable[..., Array], exact: Callable[..., Any], *arguments: Array) -> float:
    """The largest error of `function`, in units in the last place of the exact value."""
    worst = 0.0
    results = function(*arguments)
    for result, *numbers in zip(results.tolist(), *[a.tolist() for a in arguments], strict=True):
        expected = exact(*[mp.mpf(number) for number in numbers])
        nearest = float(expected)
        assert np.isfinite(result) == np.isfinite(nearest), numbers
        if np.isfinite(nearest):
            worst = max(
                worst, float(abs(mp.mpf(result) - expected) / mp.mpf(float(np.spacing(abs(nearest)))))
            )
        else:
            assert result == nearest, numbers
    return worst


def log_gamma(x: Any) -> Any:
    return mp.log(abs(mp.gamma(x))) if x < 0 else mp.loggamma(x)


def scaled_i1(x: Any) -> Any:
    return mp.exp(-abs(x)) * mp.besseli(1, x)


def polygamma(n: Any, x: Any) -> Any:
    return mp.polygamma(int(n), x)


def zeta(x: Any, q: Any) -> Any:
    """mpmath's digits are absolute: where the sum is 1e-60, sixty are none."""
    with mp.workdps(250):
        return mp.zeta(x, q)


def uniform(low: float, high: float) -> Array:
    return RNG.uniform(low, high, COUNT)


def sizes(low: float, high: float, sign: float = 1.0) -> Array:
    """Numbers of all magnitudes between powers of ten."""
    return sign * 10.0 ** RNG.uniform(low, high, COUNT)


def around(centre: float) -> Array:
    """The nearest neighbours of a number and, ever sparser, further ones."""
    return centre * (
        1 + np.concatenate([np.arange(-20, 20) * 2.0**-52, sizes(-15, -1), sizes(-15, -1, -1.0)])
    )


UNARY: list[tuple[Callable[..., Array], Callable[..., Any], Array]] = [
    (special.bessel_i1e, scaled_i1, uniform(-30, 30)),
    (special.bessel_i1e, scaled_i1, uniform(7.5, 8.5)),
    (special.bessel_i1e, scaled_i1, sizes(-300, 4)),
    (special.lgamma, log_gamma, uniform(0, 30)),
    (special.lgamma, log_gamma, uniform(-30, 0)),
    (special.lgamma, log_gamma, sizes(-300, 300)),
    (special.lgamma, log_gamma, sizes(-30, 5, -1.0)),
    (special.lgamma, log_gamma, around(1.0)),
    (special.lgamma, log_gamma, around(2.0)),
    (special.digamma, mp.digamma, uniform(0, 30)),
    (special.digamma, mp.digamma, uniform(-30, 0)),
    (special.digamma, mp.digamma, sizes(-300, 300)),
    (special.digamma, mp.digamma, sizes(-30, 5, -1.0)),
    (special.digamma, mp.digamma, 1.4616321449683623 + sizes(-14, -1)),
]
BINARY: list[tuple[Callable[..., Array], Callable[..., Any], Array, Array]] = [
    (special.zeta, zeta, 1 + sizes(-8, 1.5), sizes(-3, 3)),
    (special.zeta, zeta, uniform(1, 60), uniform(0, 60)),
    (special.zeta, zeta, uniform(1, 10), sizes(3, 12)),
    (special.zeta, zeta, 2 * RNG.integers(1, 5, COUNT).astype(np.float64), uniform(-20, 0)),
    (special.polygamma, polygamma, RNG.integers(0, 10, COUNT).astype(np.float64), uniform(0, 20)),
    (special.polygamma, polygamma, RNG.integers(1, 60, COUNT).astype(np.float64), sizes(-2, 3)),
    (special.polygamma, polygamma, 2 * RNG.integers(0, 5, COUNT) + 1.0, uniform(-20, 0)),
]


@pytest.mark.parametrize(("function", "exact", "x"), UNARY)
def test_functions_of_one_number(function: Callable[..., Array], exact: Callable[..., Any], x: Array) -> None:
    assert worst_ulps(function, exact, x) <= 4


@sampled("count", 15, COUNT)
@pytest.mark.parametrize(("function", "exact", "x", "y"), BINARY)
def test_functions_of_two_numbers(
    function: Callable[..., Array], exact: Callable[..., Any], x: Array, y: Array, count: int
) -> None:
    assert worst_ulps(function, exact, x[:count], y[:count]) <= 4


LIMITS: list[tuple[Callable[..., Array], list[list[float]], list[float]]] = [
    (
        special.lgamma,
        [[0, -0.0, -1, -7, np.inf, -np.inf, np.nan, 1, 2, 1e308]],
        [*[np.inf] * 6, np.nan, 0, 0, np.inf],
    ),
    (special.digamma, [[0, -0.0, -1, -7, np.nan, np.inf, -np.inf]], [*[np.nan] * 5, np.inf, np.nan]),
    (special.bessel_i1e, [[0, np.inf, -np.inf, np.nan]], [0, 0, 0, np.nan]),
    # x < 1, q at a pole with x even or odd, q < 0 and x no integer, x = 1, both infinities.
    (
        special.zeta,
        [[0.5, 2, 3, 2.5, 1, np.inf, np.inf, 2, np.nan], [2, 0, -1, -1.5, 2, 2, 1, np.inf, 1]],
        [np.nan, np.inf, np.nan, np.nan, np.inf, 0, 1, 0, np.nan],
    ),
    (
        special.polygamma,
        [[-1, 1.5, 0, 1, 1, 200], [2, 2, 0, 0, np.inf, 2]],
        [np.nan, np.nan, np.nan, np.inf, 0, np.nan],
    ),
]


@pytest.mark.parametrize(("function", "arguments", "expected"), LIMITS)
def test_limits(function: Callable[..., Array], arguments: list[list[float]], expected: list[float]) -> None:
    np.testing.assert_array_equal(function(*[np.array(a, np.float64) for a in arguments]), expected)


@pytest.mark.parametrize("function", [special.bessel_i1e])
def test_odd_functions_keep_the_sign_of_zero(function: Callable[..., Array]) -> None:
    assert np.signbit(function(np.array([-0.0, 0.0]))).tolist() == [True, False]


@pytest.mark.parametrize("function", [special.lgamma, special.digamma])
def test_arrays_of_any_shape(function: Callable[..., Array]) -> None:
    x = uniform(0, 1)[:6].reshape(2, 3)
    assert function(x).tolist() == [[float(function(np.array(v))) for v in row] for row in x.tolist()]
    assert function(np.zeros((0, 3))).shape == (0, 3)
    large = np.resize(x, 20_000)
    assert (function(large) == np.resize(function(x), 20_000)).all()


def test_two_arguments_broadcast() -> None:
    x, q = np.array([2.0, 3.0, 4.0]), np.array([[1.0], [2.0]])
    assert special.zeta(x, q).shape == (2, 3)
    assert special.zeta(x, q)[1, 0] == float(special.zeta(np.array(2.0), np.array(2.0)))


def test_bernoulli_numbers() -> None:
    assert [str(bernoulli(n)) for n in (0, 1, 2, 3, 4, 10, 12)] == [
        "1",
        "-1/2",
        "1/6",
        "0",
        "-1/30",
        "5/66",
        "-691/2730",
    ]


class TestDoubleDouble:
    """Some 31 digits."""

    def value(self, x: dd.DD) -> list[Any]:
        return [mp.mpf(high) + mp.mpf(low) for high, low in zip(x.high.tolist(), x.low.tolist(), strict=True)]

    @pytest.mark.parametrize("op", ["add", "sub", "mul", "truediv"])
    def test_arithmetic(self, op: str) -> None:
        x = dd.total(uniform(-1, 1), uniform(-1, 1) * 1e-17)
        y = dd.total(uniform(0.5, 1), uniform(-1, 1) * 1e-17)
        result = getattr(x, f"__{op}__")(y)
        for a, b, c in zip(self.value(x), self.value(y), self.value(result), strict=True):
            expected = getattr(a, f"__{op}__")(b)
            assert abs(c - expected) <= 1e-31 * max(1, abs(expected))

    def test_exp_and_log(self) -> None:
        x = dd.exact(uniform(-300, 300))
        for a, b in zip(self.value(x), self.value(wide.scaled(*wide.exp(x))), strict=True):
            assert abs(b / mp.exp(a) - 1) < 1e-28
        x = dd.exact(np.append(sizes(-300, 300), [9.7911018453936825e299, 5e-324]))
        for a, b in zip(self.value(x), self.value(wide.log(x)), strict=True):
            assert abs(b - mp.log(a)) < 1e-29 * max(1, abs(mp.log(a)))

    def test_sine_and_cosine(self) -> None:
        x = np.concatenate([uniform(-0.5, 0.5), [0.0, 0.25, 0.5, -0.5]])
        sine, cosine = wide.sin_cos_pi(x)
        for a, s, c in zip(x.tolist(), self.value(sine), self.value(cosine), strict=True):
            assert abs(s - mp.sinpi(mp.mpf(a))) < 1e-30
            assert abs(c - mp.cospi(mp.mpf(a))) < 1e-30
