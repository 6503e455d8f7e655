"""rng_bit_generator bit for bit as XLA on CPU, and rng, which only evaluates with a seed."""

from __future__ import annotations

from typing import Any, cast

import jax
import ml_dtypes
import numpy as np
import pytest

from tests.helpers.programs import evaluate, function
from tests.helpers.tiers import one_of
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.random_numbers import (
    eval_rng,
    eval_rng_bit_generator,
    seeded,
)
from xdsl_stablehlo.values.element_types import Array

_jax = cast(Any, jax)


def bits(
    state: list[int], algorithm: str, shape: tuple[int, ...], dtype: Any, width: int
) -> tuple[Array, Array]:
    return eval_rng_bit_generator(
        np.array(state, np.uint64), rng_algorithm=algorithm, shape=shape, dtype=np.dtype(dtype), bits=width
    )


@pytest.mark.parametrize("algorithm", ["THREE_FRY", "PHILOX", "DEFAULT"])
@pytest.mark.parametrize("shape", one_of(3, [(), (1,), (5,), (3, 5), (4, 3), (3, 4, 5), (7, 2, 1), (2, 0)]))
@pytest.mark.parametrize("dtype", one_of(2, [np.uint8, np.uint16, np.uint32, np.uint64]))
def test_rng_bit_generator_gives_the_bits_and_the_state_of_xla(
    algorithm: str, shape: tuple[int, ...], dtype: Any
):
    kind = getattr(_jax.lax.RandomAlgorithm, f"RNG_{algorithm}")
    state = [2**63 + 11, 2**64 - 2]
    with _jax.enable_x64(True):
        expected = _jax.lax.rng_bit_generator(np.array(state, np.uint64), shape, dtype, algorithm=kind)
    new_state, output = bits(state, algorithm, shape, dtype, 8 * np.dtype(dtype).itemsize)
    np.testing.assert_array_equal(new_state, np.asarray(expected[0]))
    np.testing.assert_array_equal(output, np.asarray(expected[1]))
    assert output.dtype == dtype


def test_philox_with_three_words_carries_into_the_third():
    # What a program compiled by XLA for CPU gives for this state.
    state, output = bits([7, 2**64 - 1, 5], "PHILOX", (8,), np.uint32, 32)
    np.testing.assert_array_equal(state, np.array([7, 1, 6], np.uint64))
    expected = [592388033, 4281800940, 662029415, 3118642158, 2900326916, 2923260437, 966877904, 1475541809]
    np.testing.assert_array_equal(output, np.array(expected, np.uint32))


@pytest.mark.parametrize(
    ("dtype", "width"),
    [
        (np.float32, 32),
        (np.float64, 64),
        (np.float16, 16),
        (ml_dtypes.bfloat16, 16),
        (ml_dtypes.float8_e5m2, 8),
    ],
)
def test_floats_are_the_bits_of_unsigned_integers(dtype: Any, width: int):
    unsigned = np.dtype(f"u{width // 8}")
    _, expected = bits([7, 1], "PHILOX", (3, 5), unsigned, width)
    _, output = bits([7, 1], "PHILOX", (3, 5), dtype, width)
    assert output.dtype == dtype
    np.testing.assert_array_equal(output.view(unsigned), expected)


@pytest.mark.parametrize(
    ("dtype", "width"), [(ml_dtypes.uint4, 4), (ml_dtypes.int4, 4), (ml_dtypes.uint2, 2), (ml_dtypes.int2, 2)]
)
def test_narrow_integers_are_the_low_bits(dtype: Any, width: int):
    _, wide = bits([7, 1], "THREE_FRY", (16,), np.uint32, 32)
    _, output = bits([7, 1], "THREE_FRY", (16,), dtype, width)
    mask = (1 << width) - 1
    np.testing.assert_array_equal(output.astype(np.int64) & mask, wide.astype(np.int64) & mask)


@pytest.mark.parametrize(("algorithm", "size"), [("THREE_FRY", 3), ("PHILOX", 1), ("DEFAULT", 4)])
def test_rng_bit_generator_c2_state_of_a_wrong_size_is_refused(algorithm: str, size: int):
    with pytest.raises(EvaluationError, match=f"{algorithm} needs an initial_state"):
        bits([1] * size, algorithm, (2,), np.uint32, 32)


def scalar(value: float, dtype: Any = np.float32) -> Array:
    return np.asarray(value).astype(dtype)


def test_rng_needs_a_seed():
    body = """%a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<[2]> : tensor<1xi64>
  %r0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>"""
    program = function(body, [], ["tensor<2xf32>"])
    with pytest.raises(EvaluationError, match="explicit seed"):
        evaluate(program)
    with seeded(3):
        (first,) = evaluate(program)
    with seeded(3):
        (again,) = evaluate(program)
    np.testing.assert_array_equal(first, again)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2])
def test_rng_uniform_stays_below_b_after_rounding(dtype: Any):
    with seeded(1):
        drawn = eval_rng(scalar(1, dtype), scalar(2, dtype), np.array([4000]), rng_distribution="UNIFORM")
    assert drawn.dtype == dtype
    wide = drawn.astype(np.float64)
    assert wide.min() >= 1
    assert wide.max() < 2
    assert abs(wide.mean() - 1.5) < 0.1


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.uint64, ml_dtypes.int4])
def test_rng_uniform_of_integers_reaches_every_one(dtype: Any):
    with seeded(1):
        drawn = eval_rng(scalar(2, dtype), scalar(6, dtype), np.array([20, 20]), rng_distribution="UNIFORM")
    assert drawn.dtype == dtype
    assert drawn.shape == (20, 20)
    assert set(drawn.astype(np.int64).reshape(-1).tolist()) == {2, 3, 4, 5}


def test_rng_normal_has_mean_and_deviation():
    with seeded(5):
        drawn = eval_rng(scalar(3), scalar(2), np.array([10000]), rng_distribution="NORMAL")
    assert abs(drawn.mean() - 3) < 0.1
    assert abs(drawn.std() - 2) < 0.1


@pytest.mark.parametrize(
    ("a", "b", "distribution", "message"), [(1, 1, "UNIFORM", "a < b"), (0, -1, "NORMAL", "negative")]
)
def test_rng_refuses_what_the_specification_leaves_undefined(
    a: float, b: float, distribution: str, message: str
):
    with seeded(0), pytest.raises(EvaluationError, match=message):
        eval_rng(scalar(a), scalar(b), np.array([2]), rng_distribution=distribution)


def test_rng_goes_on_where_it_was():
    with seeded(1):
        first, second = (
            eval_rng(scalar(0), scalar(1), np.array([4]), rng_distribution="UNIFORM") for _ in range(2)
        )
    assert not np.array_equal(first, second)


@pytest.mark.parametrize(
    ("dtype", "low", "high"),
    [
        (np.int64, -(2**63), 2**63 - 1),
        (np.int64, 2**63 - 3, 2**63 - 1),
        (np.uint64, 2**63 - 1, 2**63),
        (np.uint64, 2**64 - 3, 2**64 - 1),
        (np.uint64, 0, 2**64 - 1),
        (ml_dtypes.int2, -2, 1),
    ],
)
def test_rng_uniform_of_integers_at_the_ends_of_their_types(dtype: Any, low: int, high: int) -> None:
    a, b = [np.asarray(value, dtype) for value in (low, high)]
    with seeded(2):
        drawn = eval_rng(a, b, np.array([200]), rng_distribution="UNIFORM")
    found = [int(value) for value in drawn]
    assert drawn.dtype == dtype
    assert all(low <= value < high for value in found)
    if high - low < 4:
        assert set(found) == set(range(low, high))
    else:
        assert min(found) < low + (high - low) // 8
        assert max(found) > high - (high - low) // 8


def test_rng_normal_of_no_deviation_is_the_mean() -> None:
    with seeded(1):
        drawn = eval_rng(scalar(3), scalar(0), np.array([4]), rng_distribution="NORMAL")
    assert drawn.tolist() == [3.0] * 4


def test_seeds_and_processes_draw_numbers_of_their_own() -> None:
    def drawn(seed: int) -> list[float]:
        with seeded(seed):
            return eval_rng(scalar(0), scalar(1), np.array([4]), rng_distribution="UNIFORM").tolist()

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    with seeded(1), seeded(2):
        inner = eval_rng(scalar(0), scalar(1), np.array([4]), rng_distribution="UNIFORM").tolist()
    assert inner == drawn(2)


@pytest.mark.parametrize(
    ("state", "carried"),
    [
        ([7, 2**64 - 2, 5], [7, 0, 6]),
        ([7, 2**64 - 3, 5], [7, 2**64 - 1, 5]),
        ([7, 2**64 - 1, 2**64 - 1], [7, 1, 0]),
    ],
)
def test_philox_counters_of_three_words(state: list[int], carried: list[int]) -> None:
    """Two blocks of four words are drawn."""
    new_state, _ = bits(state, "PHILOX", (8,), np.uint32, 32)
    assert [int(word) for word in new_state] == carried


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 9])
def test_philox_draws_no_more_blocks_than_it_needs(size: int) -> None:
    narrow, _ = bits([7, 100, 5], "PHILOX", (size,), np.uint32, 32)
    wide, _ = bits([7, 100, 5], "PHILOX", (size,), np.uint64, 64)
    assert int(narrow[1]) - 100 == -(-size // 4)
    assert int(wide[1]) - 100 == -(-size // 2)
