"""Complex numbers: against C++ bit by bit, or against mpmath where that loses digits; against annex G of C17."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.helpers.drawn.samples import wild
from tests.helpers.element_types import COMPLEX
from tests.helpers.exact import assert_as_cpp_or_right
from tests.helpers.oracle import Array, oracle
from tests.helpers.programs import function
from xdsl_stablehlo.interpreter.numerics import arithmetic_of, quiet
from xdsl_stablehlo.interpreter.numerics.nans import one_nan
from xdsl_stablehlo.values.element_types import pairs, parts

COUNT = 20_000
UNARY = (
    *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "negate"),
    *("rsqrt", "sign", "sine", "sqrt", "tan", "tanh", "abs"),
)
BINARY = ("add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "subtract")


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with quiet():
        yield


def by_oracle(op: str, kind: str, *arguments: Array) -> Array:
    source = f"tensor<{arguments[0].size}x{kind}>"
    target = source.replace("complex<", "").replace(">>", ">") if op == "abs" else source
    operands = ", ".join(f"%a{i}" for i in range(len(arguments)))
    types = ", ".join([source] * len(arguments))
    body = f'%r0 = "stablehlo.{op}"({operands}) : ({types}) -> {target}'
    return oracle(function(body, [source] * len(arguments), [target]), *arguments)[0]


@pytest.mark.parametrize("op", UNARY)
@pytest.mark.parametrize("kind", COMPLEX)
def test_unary_has_the_bits_of_cpp(kind: str, op: str) -> None:
    operand = wild(kind, COUNT)
    ours = getattr(arithmetic_of(COMPLEX[kind]), op)(operand)
    assert_as_cpp_or_right(op, ours, by_oracle(op, kind, operand), operand)


@pytest.mark.parametrize("op", BINARY)
@pytest.mark.parametrize("kind", COMPLEX)
def test_binary_has_the_bits_of_cpp(kind: str, op: str) -> None:
    lhs, rhs = wild(kind, COUNT, 1), wild(kind, COUNT, 2)
    ours = getattr(arithmetic_of(COMPLEX[kind]), op)(lhs, rhs)
    assert_as_cpp_or_right(op, ours, by_oracle(op, kind, lhs, rhs), lhs, rhs)


@pytest.mark.parametrize("op", [*UNARY, *BINARY])
@pytest.mark.parametrize("kind", COMPLEX)
def test_an_element_alone_has_the_bits_it_has_among_others(kind: str, op: str) -> None:
    apply = getattr(arithmetic_of(COMPLEX[kind]), op)
    operands = [wild(kind, 40, seed) for seed in (3, 4)][: 2 if op in BINARY else 1]
    together = one_nan(apply(*operands))
    for i in range(len(together)):
        alone = one_nan(apply(*[operand[i : i + 1] for operand in operands]))
        assert alone.tobytes() == together[i : i + 1].tobytes(), [operand[i] for operand in operands]


@pytest.mark.parametrize("op", ["divide", "multiply"])
def test_all_combinations_of_special_parts(op: str) -> None:
    special = np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 1e-310, 1e308, -1e308, 3, 5e-324])
    a, b, c, d = np.array(np.meshgrid(special, special, special, special)).reshape(4, -1)
    lhs, rhs = pairs(a, b), pairs(c, d)
    ours = getattr(arithmetic_of(COMPLEX["complex<f64>"]), op)(lhs, rhs)
    assert_as_cpp_or_right(op, ours, by_oracle(op, "complex<f64>", lhs, rhs), lhs, rhs)


@pytest.mark.parametrize("kind", COMPLEX)
def test_division_near_overflow(kind: str) -> None:
    """NumPy gives 0.9999999 in complex64."""
    a = arithmetic_of(COMPLEX[kind])
    large = np.array([3e38 + 3e38j]).astype(a.dtype)
    assert a.divide(large, large).tolist() == [1 + 0j]


def test_comparison_is_lexicographic() -> None:
    a = arithmetic_of(COMPLEX["complex<f32>"])
    lhs, rhs = (
        np.array([1 + 2j, 1 + 2j, 2 + 0j, np.nan], np.complex64),
        np.array([1 + 3j, 1 + 2j, 1 + 9j, np.nan], np.complex64),
    )
    expected = {
        "EQ": [False, True, False, False],
        "NE": [True, False, True, True],
        "LT": [True, False, False, False],
        "LE": [True, True, False, False],
        "GT": [False, False, True, False],
        "GE": [False, True, True, False],
    }
    for direction, result in expected.items():
        assert a.compare(lhs, rhs, direction, "FLOAT").tolist() == result, direction


def test_parts_and_predicates() -> None:
    a = arithmetic_of(COMPLEX["complex<f32>"])
    values = np.array([1 + 2j, complex(np.inf, 0), complex(0, np.nan)], np.complex64)
    assert a.real(values)[0] == 1.0
    assert a.imag(values)[0] == 2.0
    assert a.real(values).dtype == a.imag(values).dtype == np.float32
    assert a.is_finite(values).tolist() == [True, False, False]
    assert a.is_nan(values).tolist() == [False, False, True]
    assert [part.tolist() for part in parts(values[:1])] == [[1.0], [2.0]]


@pytest.mark.parametrize("op", [*UNARY, *BINARY])
def test_scalars_are_as_arrays(op: str) -> None:
    a = arithmetic_of(COMPLEX["complex<f64>"])
    operands = [np.array([1.5 - 2j]), np.array([0.25 + 1j])][: 2 if op in BINARY else 1]
    expected = getattr(a, op)(*operands)[0]
    assert getattr(a, op)(*[operand[0, ...] for operand in operands]) == expected
