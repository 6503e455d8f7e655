"""Complex functions at the edges: every part against mpmath, infinities and NaNs against annex G of C17."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, nan, pi

import numpy as np
import pytest

from tests.helpers import exact
from tests.helpers.element_types import COMPLEX
from tests.helpers.oracle import Array
from tests.helpers.programs import evaluate, function
from xdsl_stablehlo.interpreter.numerics import arithmetic_of, quiet
from xdsl_stablehlo.values.element_types import pairs

COUNT = 120
CHLO = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "asin_acos_kernel")
ULPS = {("tan", "complex<f64>"): 5, ("tanh", "complex<f64>"): 5}
"""Those of the C library, of which 4.8 were met; 4 for all others."""


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with quiet():
        yield


def apply(op: str, kind: str, *operands: Array) -> Array:
    if op not in CHLO:
        return getattr(arithmetic_of(COMPLEX[kind]), op)(*operands)
    name, tensor = "_" + op if "kernel" in op else op, f"tensor<{len(operands[0])}x{kind}>"
    text = function(f'%r0 = "chlo.{name}"(%a0) : ({tensor}) -> {tensor}', [tensor], [tensor])
    return evaluate(text, *operands)[0]


SIZES = (
    *(
        0.0,
        5e-324,
        1e-310,
        2.3e-308,
        1e-200,
        1e-160,
        1e-100,
        1e-45,
        1e-40,
        1e-30,
        1e-20,
        1e-12,
        1e-9,
        1e-6,
        1e-3,
    ),
    *(
        0.1,
        0.3,
        0.5,
        0.70710678,
        0.9,
        1.0,
        1.2,
        1.5,
        pi / 2,
        2.0,
        pi,
        5.0,
        10.0,
        30.0,
        50.0,
        87.5,
        88.5,
        89.2,
        103,
    ),
    *(
        180,
        355,
        709.5,
        709.9,
        710.4,
        745.2,
        750,
        1000,
        1420,
        1e5,
        1e8,
        1e16,
        1e22,
        1e30,
        1e38,
        3.4e38,
        1e100,
        1e150,
    ),
    *(1e154, 1.3e154, 1e200, 1e300, 1e308, 1.7e308, 1 - 2**-53, 1 + 2**-52, 1 - 2**-24, 1 + 2**-23),
)


def grid(kind: str, seed: int, count: int = COUNT) -> Array:
    """Numbers with tiny, huge and common parts, and ones near circles, poles, zeros and branch cuts."""
    part, rng = (np.float32 if kind == "complex<f32>" else np.float64), np.random.default_rng(seed)
    sizes = np.array(SIZES, part)
    sizes = sizes[np.isfinite(sizes)]
    x, y = rng.choice(sizes, (2, count)) * rng.choice([1, -1], (2, count))
    few = count // 8
    angle, small = rng.uniform(-pi, pi, few), 10.0 ** rng.uniform(-17, -1, few)
    steep, turns = rng.uniform(-1.5, 1.5, few), rng.integers(-50, 50, few) * (pi / 2)
    around = rng.choice([1, -1, 1j, -1j], few) + small * np.exp(1j * angle)
    near = [
        *(np.exp(1j * angle), np.exp(1j * angle) - 1, -small * small / 2 + 1j * small),
        *(-np.log(np.cos(steep)) + 1j * steep, turns + 1j * small, small + 1j * turns, around),
        rng.standard_normal(few) * 10.0 ** rng.integers(-3, 3, few) + 1j * rng.standard_normal(few),
    ]
    z = np.concatenate(near)
    return pairs(np.append(x, np.real(z)).astype(part), np.append(y, np.imag(z)).astype(part))


POLES = {
    **dict.fromkeys(("log", "rsqrt", "sign", "cbrt"), (0,)),
    **{"log_plus_one": (-1,), "atanh": (1, -1), "atan": (1j, -1j)},
}


@pytest.mark.parametrize("op", [*exact.UNARY])
@pytest.mark.parametrize("kind", COMPLEX)
def test_each_part_is_within_4_ulp(kind: str, op: str) -> None:
    z = grid(kind, 0)
    z = z[~np.isin(z, POLES.get(op, ()))]
    off = exact.errors(op, apply(op, kind, z), z).max(axis=1)
    worst = int(off.argmax())
    assert off[worst] <= ULPS.get((op, kind), 4), (op, z[worst], off[worst])


@pytest.mark.parametrize("op", ["divide", "power", "atan2"])
@pytest.mark.parametrize("kind", COMPLEX)
def test_each_part_of_two_operands_is_within_4_ulp(kind: str, op: str) -> None:
    z, w = grid(kind, 1), np.random.default_rng(3).permutation(grid(kind, 2))
    if op == "power":
        # Exponents that keep most results finite.
        with np.errstate(all="ignore"):
            limit = 80 / np.abs(w * np.log(np.where(z == 0, 2, z)))
        w = (w * np.where(limit < 1, limit, 1)).astype(w.dtype)
    ok = (np.real(z) != 0) & (np.imag(z) != 0) & (np.real(w) != 0) & (np.imag(w) != 0) & np.isfinite(w)
    z, w = z[ok], w[ok]
    off = exact.errors(op, apply(op, kind, z, w), z, w).max(axis=1)
    worst = int(off.argmax())
    assert off[worst] <= 4, (op, z[worst], w[worst], off[worst])


@pytest.mark.parametrize("kind", COMPLEX)
def test_products_are_rounded_once_per_step(kind: str) -> None:
    """(a c - b d) + i (a d + b c): each part within 1.5 ULP of its larger product, however much cancels."""
    z, w = grid(kind, 4), np.random.default_rng(5).permutation(grid(kind, 6))
    result = apply("multiply", kind, z, w)
    limits = np.finfo(np.float32 if kind == "complex<f32>" else np.float64)
    eps, least, largest = float(limits.eps), float(limits.smallest_subnormal), float(limits.max)
    for got, p, q in zip(result.tolist(), z.tolist(), w.tolist(), strict=True):
        real, imag = exact.value("multiply", p, q)
        real_terms = abs(p.real * q.real), abs(p.imag * q.imag)
        imag_terms = abs(p.real * q.imag), abs(p.imag * q.real)
        for part, whole, terms in ((got.real, real, real_terms), (got.imag, imag, imag_terms)):
            if np.isfinite(part):
                unit = max(*terms, abs(part)) * eps + least
                assert abs(part - whole) <= 1.5 * unit, (p, q)
            else:
                assert abs(whole) > largest, (p, q)


def test_integer_powers_are_exact() -> None:
    z, w = np.array([1 + 1j, 1j, -1, 3 + 4j, 2 - 1j]), np.array([2, 3, 1e300, 2, -0.0 + 3])
    assert apply("power", "complex<f64>", z, w + 0j).tolist() == [2j, -1j, 1, -7 + 24j, 2 - 11j]


ANY = None
"""A part of which the standard does not say anything."""

ANNEX_G: dict[str, list[tuple[complex, tuple[float | None, float | None]]]] = {
    "acos": [
        (complex(0.0, 0.0), (pi / 2, -0.0)),
        (complex(-0.0, 0.0), (pi / 2, -0.0)),
        (complex(0.0, nan), (pi / 2, nan)),
        (complex(2.0, inf), (pi / 2, -inf)),
        (complex(2.0, nan), (nan, nan)),
        (complex(-inf, 1.0), (pi, -inf)),
        (complex(inf, 1.0), (0.0, -inf)),
        (complex(-inf, inf), (3 * pi / 4, -inf)),
        (complex(inf, inf), (pi / 4, -inf)),
        (complex(nan, inf), (nan, -inf)),
        (complex(nan, nan), (nan, nan)),
    ],
    "acosh": [
        (complex(0.0, 0.0), (0.0, pi / 2)),
        (complex(2.0, inf), (inf, pi / 2)),
        (complex(2.0, nan), (nan, nan)),
        (complex(-inf, 1.0), (inf, pi)),
        (complex(inf, 1.0), (inf, 0.0)),
        (complex(-inf, inf), (inf, 3 * pi / 4)),
        (complex(inf, inf), (inf, pi / 4)),
        (complex(inf, nan), (inf, nan)),
        (complex(nan, inf), (inf, nan)),
        (complex(nan, nan), (nan, nan)),
    ],
    "asinh": [
        (complex(0.0, 0.0), (0.0, 0.0)),
        (complex(2.0, inf), (inf, pi / 2)),
        (complex(2.0, nan), (nan, nan)),
        (complex(inf, 1.0), (inf, 0.0)),
        (complex(inf, inf), (inf, pi / 4)),
        (complex(inf, nan), (inf, nan)),
        (complex(nan, 0.0), (nan, 0.0)),
        (complex(nan, 1.0), (nan, nan)),
        (complex(nan, nan), (nan, nan)),
    ],
    "atanh": [
        (complex(0.0, 0.0), (0.0, 0.0)),
        (complex(0.0, nan), (0.0, nan)),
        (complex(1.0, 0.0), (inf, 0.0)),
        (complex(2.0, inf), (0.0, pi / 2)),
        (complex(2.0, nan), (nan, nan)),
        (complex(inf, 1.0), (0.0, pi / 2)),
        (complex(inf, inf), (0.0, pi / 2)),
        (complex(inf, nan), (0.0, nan)),
        (complex(nan, 1.0), (nan, nan)),
        (complex(nan, nan), (nan, nan)),
    ],
    "cosh": [
        (complex(0.0, 0.0), (1.0, 0.0)),
        (complex(2.0, inf), (nan, nan)),
        (complex(2.0, nan), (nan, nan)),
        (complex(inf, 0.0), (inf, 0.0)),
        (complex(inf, 2.0), (-inf, inf)),
        (complex(inf, nan), (inf, nan)),
        (complex(nan, 1.0), (nan, nan)),
        (complex(nan, nan), (nan, nan)),
    ],
    "sinh": [
        (complex(0.0, 0.0), (0.0, 0.0)),
        (complex(2.0, inf), (nan, nan)),
        (complex(inf, 0.0), (inf, 0.0)),
        (complex(inf, 2.0), (-inf, inf)),
        (complex(nan, 0.0), (nan, 0.0)),
        (complex(nan, 1.0), (nan, nan)),
        (complex(nan, nan), (nan, nan)),
    ],
    "tanh": [
        (complex(0.0, 0.0), (0.0, 0.0)),
        (complex(2.0, inf), (nan, nan)),
        (complex(2.0, nan), (nan, nan)),
        (complex(inf, 2.0), (1.0, -0.0)),
        (complex(inf, inf), (1.0, ANY)),
        (complex(inf, nan), (1.0, ANY)),
        (complex(nan, 0.0), (nan, 0.0)),
        (complex(nan, 1.0), (nan, nan)),
        (complex(nan, nan), (nan, nan)),
    ],
    "exponential": [
        (complex(0.0, 0.0), (1.0, 0.0)),
        (complex(-0.0, 0.0), (1.0, 0.0)),
        (complex(2.0, inf), (nan, nan)),
        (complex(2.0, nan), (nan, nan)),
        (complex(inf, 0.0), (inf, 0.0)),
        (complex(-inf, 2.0), (-0.0, 0.0)),
        (complex(inf, 2.0), (-inf, inf)),
        (complex(-inf, inf), (ANY, ANY)),
        (complex(inf, inf), (ANY, nan)),
        (complex(inf, nan), (ANY, nan)),
        (complex(nan, 0.0), (nan, 0.0)),
        (complex(nan, 1.0), (nan, nan)),
        (complex(nan, nan), (nan, nan)),
    ],
    "log": [
        (complex(-0.0, 0.0), (-inf, pi)),
        (complex(0.0, 0.0), (-inf, 0.0)),
        (complex(2.0, inf), (inf, pi / 2)),
        (complex(2.0, nan), (nan, nan)),
        (complex(-inf, 2.0), (inf, pi)),
        (complex(inf, 2.0), (inf, 0.0)),
        (complex(-inf, inf), (inf, 3 * pi / 4)),
        (complex(inf, inf), (inf, pi / 4)),
        (complex(inf, nan), (inf, nan)),
        (complex(nan, 1.0), (nan, nan)),
        (complex(nan, inf), (inf, nan)),
        (complex(nan, nan), (nan, nan)),
    ],
    "sqrt": [
        (complex(0.0, 0.0), (0.0, 0.0)),
        (complex(-0.0, 0.0), (0.0, 0.0)),
        (complex(2.0, inf), (inf, inf)),
        (complex(nan, inf), (inf, inf)),
        (complex(2.0, nan), (nan, nan)),
        (complex(-inf, 2.0), (0.0, inf)),
        (complex(inf, 2.0), (inf, 0.0)),
        (complex(-inf, nan), (nan, ANY)),
        (complex(inf, nan), (inf, nan)),
        (complex(nan, 1.0), (nan, nan)),
    ],
}
"""C17, G.6, which says with f(conj(z)) = conj(f(z)) what becomes of infinities and NaNs."""


def assert_part(given: float, expected: float | None, about: object) -> None:
    if expected is None:
        return
    if np.isnan(expected):
        assert np.isnan(given), about
    else:
        assert abs(given - expected) < 1e-6 if np.isfinite(expected) else given == expected, about
        assert np.signbit(given) == np.signbit(expected), about


@pytest.mark.parametrize("op", ANNEX_G)
@pytest.mark.parametrize("kind", COMPLEX)
def test_infinities_and_nans_are_those_of_annex_g(kind: str, op: str) -> None:
    z = np.array([z for z, _ in ANNEX_G[op]]).astype(arithmetic_of(COMPLEX[kind]).dtype)
    for given, mirrored, (number, (real, imag)) in zip(
        apply(op, kind, z).tolist(), apply(op, kind, np.conj(z)).tolist(), ANNEX_G[op], strict=True
    ):
        assert_part(given.real, real, (op, number))
        assert_part(mirrored.real, real, (op, number))
        assert_part(given.imag, imag, (op, number))
        assert_part(mirrored.imag, None if imag is None else -imag, (op, number))


def test_products_and_quotients_of_infinities_are_those_of_annex_g() -> None:
    """G.5.1: an infinity has an infinite part, whatever the other one is."""
    parts = np.array([0.0, -0.0, 1.0, -2.0, inf, -inf, nan])
    a, b, c, d = np.array(np.meshgrid(parts, parts, parts, parts)).reshape(4, -1)
    z, w = pairs(a, b), pairs(c, d)
    infinite_z, infinite_w = np.isinf(z), np.isinf(w)
    finite_w = np.isfinite(c) & np.isfinite(d)
    product, quotient = apply("multiply", "complex<f64>", z, w), apply("divide", "complex<f64>", z, w)
    zero_or_nan = (z == 0) | (np.isnan(z) & ~infinite_z), (w == 0) | (np.isnan(w) & ~infinite_w)
    assert np.isinf(product[infinite_z & ~zero_or_nan[1]]).all()
    assert np.isinf(product[infinite_w & ~zero_or_nan[0]]).all()
    assert np.isinf(quotient[infinite_z & finite_w]).all()
    assert (quotient[np.isfinite(z) & infinite_w] == 0).all()
    assert np.isinf(quotient[(z != 0) & ~np.isnan(z) & (w == 0)]).all()


INFINITE: list[tuple[str, complex, tuple[float | None, float | None]]] = [
    ("square", complex(inf, inf), (nan, inf)),
    ("square", complex(-inf, inf), (nan, -inf)),
    ("exponential_minus_one", complex(-inf, 2.0), (-1.0, 0.0)),
    ("exponential_minus_one", complex(-inf, inf), (-1.0, ANY)),
    ("exponential_minus_one", complex(nan, 0.0), (nan, 0.0)),
    ("exponential_minus_one", complex(-0.0, -0.0), (-0.0, -0.0)),
    ("log_plus_one", complex(-inf, -0.0), (inf, -pi)),
    ("log_plus_one", complex(-1.0, 0.0), (-inf, 0.0)),
    ("log_plus_one", complex(-0.0, -0.0), (-0.0, -0.0)),
    ("logistic", complex(inf, inf), (1.0, ANY)),
    ("logistic", complex(-inf, inf), (0.0, ANY)),
    ("logistic", complex(-inf, 1.0), (0.0, 0.0)),
    ("rsqrt", complex(inf, 1.0), (0.0, -0.0)),
    ("rsqrt", complex(0.0, 0.0), (inf, ANY)),
    ("cbrt", complex(inf, 0.0), (inf, 0.0)),
    ("sign", complex(-0.0, 0.0), (-0.0, 0.0)),
]
"""What follows for functions that the standard does not have."""


@pytest.mark.parametrize(("op", "number", "expected"), INFINITE)
def test_the_other_functions_at_infinity(
    op: str, number: complex, expected: tuple[float | None, float | None]
) -> None:
    given = complex(apply(op, "complex<f64>", np.array([number]))[0])
    assert_part(given.real, expected[0], given)
    assert_part(given.imag, expected[1], given)
