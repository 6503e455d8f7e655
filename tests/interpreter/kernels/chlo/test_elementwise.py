"""CHLO's functions for each float type, against mpmath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import mpmath
import numpy as np
import pytest

from tests.helpers.drawn.samples import wild
from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import evaluate, function, type_of, ulp_distance

mp = cast(Any, mpmath)
RNG = np.random.default_rng(1)


def unary(op: str, operand: Array, kind: str, result: str | None = None) -> Array:
    source = type_of(operand, kind)
    target = type_of(operand, result or kind)
    program = function(f"%r0 = chlo.{op} %a0 : {source} -> {target}", [source], [target])
    return evaluate(program, operand)[0]


def binary(op: str, lhs: Array, rhs: Array, kind: str) -> Array:
    tensor = type_of(lhs, kind)
    program = function(
        f"%r0 = chlo.{op} %a0, %a1 : {tensor}, {tensor} -> {tensor}", [tensor, tensor], [tensor]
    )
    return evaluate(program, lhs, rhs)[0]


def nearest(exact: Callable[..., Any], kind: str, *arguments: Array) -> Array:
    """The exact values, rounded to float64 and to the type."""
    numbers = zip(*[a.astype(np.float64).tolist() for a in arguments], strict=True)
    with mp.workdps(60), np.errstate(all="ignore"):
        values = np.array([float(exact(*map(mp.mpf, row))) for row in numbers])
    if len(arguments) == 1 and exact is not square:
        # A function that is zero at zero is odd; mpmath has no zero below zero.
        at_zero = (values == 0) & (arguments[0].astype(np.float64) == 0)
        values = np.where(at_zero, arguments[0].astype(np.float64), values)
    return values.astype(dtype_named(kind))


def scaled_i1(x: Any) -> Any:
    return mp.exp(-abs(x)) * mp.besseli(1, x)


def log_gamma(x: Any) -> Any:
    return mp.log(abs(mp.gamma(x)))


def square(x: Any) -> Any:
    return x * x


FUNCTIONS: dict[str, tuple[Callable[..., Any], float, float]] = {
    "acos": (mp.acos, -1, 1),
    "acosh": (mp.acosh, 1, 50),
    "asin": (mp.asin, -1, 1),
    "asinh": (mp.asinh, -50, 50),
    "atan": (mp.atan, -50, 50),
    "atanh": (mp.atanh, -1, 1),
    "bessel_i1e": (scaled_i1, -30, 30),
    "cosh": (mp.cosh, -8, 8),
    "digamma": (mp.digamma, -5, 20),
    "erf": (mp.erf, -4, 4),
    "erf_inv": (mp.erfinv, -1, 1),
    "erfc": (mp.erfc, -4, 8),
    "lgamma": (log_gamma, -5, 30),
    "sinh": (mp.sinh, -8, 8),
    "square": (square, -8, 8),
    "tan": (mp.tan, -20, 20),
}


@pytest.mark.parametrize("op", FUNCTIONS)
@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E4M3FN"])
def test_functions(kind: str, op: str) -> None:
    exact, low, high = FUNCTIONS[op]
    operand = RNG.uniform(low, high, 100).astype(dtype_named(kind))
    numbers = operand.astype(np.float64)
    if op in ("lgamma", "digamma"):
        operand = operand[(numbers > 0) | (numbers != np.rint(numbers))]
    elif op in ("atanh", "erf_inv"):
        operand = operand[np.abs(numbers) < 1]
    result = unary(op, operand, kind)
    assert result.dtype == operand.dtype
    assert ulp_distance(result, nearest(exact, kind, operand)).max() <= (4 if kind == "f64" else 0)


@pytest.mark.parametrize(
    "op", ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "square", "tan"]
)
@pytest.mark.parametrize("kind", ["complex<f64>", "complex<f32>"])
def test_complex_functions(kind: str, op: str) -> None:
    exact, _, _ = FUNCTIONS[op]
    sizes = 10.0 ** RNG.uniform(-6, 1, (4, 100)) * RNG.choice([-1, 1], (4, 100))
    operand = (sizes[0] + 1j * sizes[1]).astype(dtype_named(kind))
    with mp.workdps(60):
        values = [exact(mp.mpc(z)) for z in operand.tolist()]
        expected = np.array([complex(v) for v in values]).astype(operand.dtype)
    assert ulp_distance(unary(op, operand, kind), expected).max() <= 4


@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3FNUZ"])
def test_next_after_is_the_next_encoding(kind: str) -> None:
    dtype = dtype_named(kind)
    lhs = np.array([1.0, 1.0, -1.0, -1.0, 0.0, 0.0, 1.0, np.nan]).astype(dtype)
    rhs = np.array([2.0, 0.0, -2.0, 0.0, 1.0, -1.0, 1.0, 1.0]).astype(dtype)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    result = binary("next_after", lhs, rhs, kind)
    steps = result.view(unsigned).astype(np.int64) - lhs.view(unsigned).astype(np.int64)
    assert steps[:5].tolist() == [1, -1, 1, -1, 1]
    assert result.view(unsigned)[5] == (1 << (8 * dtype.itemsize - 1)) + 1
    assert steps[6] == 0
    assert np.isnan(result[7])


@pytest.mark.parametrize("kind", ["i4", "ui4", "i8", "ui8", "i32", "ui64", "i64"])
def test_mulhi(kind: str) -> None:
    width = int(kind.lstrip("ui"))
    lhs, rhs = wild(kind, 300, 1), wild(kind, 300, 2)
    expected = [(int(a) * int(b)) >> width for a, b in zip(lhs, rhs, strict=True)]
    assert [int(value) for value in binary("mulhi", lhs, rhs, kind)] == expected


def test_questions() -> None:
    operand = np.array([1, np.inf, -np.inf, np.nan], "f4")
    assert unary("is_inf", operand, "f32", "i1").tolist() == [False, True, True, False]
    assert unary("is_pos_inf", operand, "f32", "i1").tolist() == [False, True, False, False]
    assert unary("is_neg_inf", operand, "f32", "i1").tolist() == [False, False, True, False]
    without = np.array([448.0, np.nan]).astype(dtype_named("f8E4M3FN"))
    assert unary("is_inf", without, "f8E4M3FN", "i1").tolist() == [False, False]


def test_asin_acos_kernel() -> None:
    """Its definition: asin(z) = atan2(Re z, Re w) + i sign(Im z) Im w."""
    z = np.array([0.5 + 0.25j, -2 + 1j, 3 - 0.5j, 0.1 - 4j])
    w = unary("_asin_acos_kernel", z, "complex<f64>")
    asin = np.arctan2(np.real(z), np.real(w)) + 1j * np.sign(np.imag(z)) * np.imag(w)
    np.testing.assert_allclose(asin, np.arcsin(z), rtol=1e-14)
