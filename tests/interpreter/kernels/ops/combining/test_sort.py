"""sort: what the comparator says, stable, however the order is found."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import assert_as_oracle, assert_same, evaluate, function, sample, tensor_type


def sort(shape: tuple[int, ...], dimension: int, kinds: tuple[str, ...], comparator: str) -> str:
    """`main` that sorts one input of each kind; the comparator's arguments are `%l0`, `%r0`, `%l1`, `%r1`, ..."""
    types = [tensor_type(shape, kind) for kind in kinds]
    arguments = ", ".join(f"%l{i}: tensor<{kind}>, %r{i}: tensor<{kind}>" for i, kind in enumerate(kinds))
    operands = ", ".join(f"%a{i}" for i in range(len(kinds)))
    bound = f"%r:{len(kinds)}" if len(kinds) > 1 else "%r"
    body = f"""{bound} = "stablehlo.sort"({operands}) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
      ^bb0({arguments}):
        {comparator}
      }}) : ({", ".join(types)}) -> ({", ".join(types)})"""
    returns = [f"%r#{i}" for i in range(len(kinds))] if len(kinds) > 1 else ["%r"]
    return function(body, types, types, returns)


def compare(direction: str, kind: str, operand: int = 0, name: str = "%c", compare_type: str = "") -> str:
    suffix = f", {compare_type}" if compare_type else ""
    return (
        f"{name} = stablehlo.compare {direction}, %l{operand}, %r{operand}{suffix} "
        f": (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>\n"
    )


RETURN = "stablehlo.return %c : tensor<i1>"
# Few enough elements to compare all pairs, more than that, and many rows.
SHAPES = [(5, 7), (200, 3), (3, 1000)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dimension", [0, 1])
@pytest.mark.parametrize("direction", ["LT", "GT", "LE"])
@pytest.mark.parametrize("kind", ["i1", "i4", "ui8", "bf16", "f8E4M3FN", "f32"])
def test_sort_by_one_comparison(shape: tuple[int, int], dimension: int, direction: str, kind: str) -> None:
    program = sort(shape, dimension, (kind, "i32"), compare(direction, kind) + RETURN)
    numbers = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape)
    assert_as_oracle(program, sample(kind, shape), numbers)


def jax_comparator(kind: str, nan: str) -> str:
    """How JAX sorts floats: zeros are equal, NaNs are equal and last."""
    types = f"(tensor<{kind}>, tensor<{kind}>) -> tensor<i1>"
    lines: list[str] = []
    for side in "lr":
        lines += [
            f"%{side}z = stablehlo.compare EQ, %{side}0, %zero, FLOAT : {types}",
            f"%{side}s = stablehlo.select %{side}z, %zero, %{side}0 : tensor<i1>, tensor<{kind}>",
            f"%{side}n = stablehlo.compare NE, %{side}0, %{side}0, FLOAT : {types}",
            f"%{side}k = stablehlo.select %{side}n, %nan, %{side}s : tensor<i1>, tensor<{kind}>",
        ]
    return "\n".join(
        [
            f"%zero = stablehlo.constant dense<0.0> : tensor<{kind}>",
            f"%nan = stablehlo.constant dense<{nan}> : tensor<{kind}>",
            *lines,
            f"%c = stablehlo.compare LT, %lk, %rk, TOTALORDER : {types}",
            RETURN,
        ]
    )


@pytest.mark.parametrize(("kind", "nan"), [("f32", "0x7FC00000"), ("bf16", "0x7FC0")])
@pytest.mark.parametrize("size", [60, 300])
def test_sort_as_jax_does_with_nans_and_signed_zeros(kind: str, nan: str, size: int) -> None:
    values = sample(kind, (size,)).copy()
    values[::7], values[3::11], values[5::13] = np.nan, -0.0, -np.inf
    numbers = np.arange(size, dtype=np.int32)
    ordered, order = evaluate(sort((size,), 0, (kind, "i32"), jax_comparator(kind, nan)), values, numbers)
    # Python's sort is stable, and tuples compare the NaNs last.
    expected = sorted(
        range(size),
        key=lambda i: (bool(np.isnan(values[i])), 0.0 if np.isnan(values[i]) else float(values[i])),
    )
    assert order.tolist() == expected
    assert_same(ordered, values[expected])


@pytest.mark.parametrize("direction", ["LT", "GT"])
@pytest.mark.parametrize("signs", [(0.0,), (0.0, -0.0)])
def test_sort_keeps_the_order_of_equal_numbers_that_differ_in_their_bits(
    direction: str, signs: tuple[float, ...]
) -> None:
    values = sample("f32", (999,)).copy()
    values[::5] = np.resize(np.array(signs), len(values[::5]))
    (given,) = evaluate(sort((999,), 0, ("f32",), compare(direction, "f32") + RETURN), values)
    # Python's sort is stable and takes the zeros for equal.
    expected = sorted(values.tolist(), key=lambda x: x if direction == "LT" else -x)
    assert_same(given, np.array(expected, np.float32))


def test_sort_by_total_order() -> None:
    values = np.array([0.0, np.nan, -0.0, -np.nan, np.inf, -np.inf, 1e-45], np.float32)
    program = sort((7,), 0, ("f32",), compare("LT", "f32", compare_type="TOTALORDER") + RETURN)
    (given,) = evaluate(program, values)
    np.testing.assert_array_equal(given[1:6], [-np.inf, -0.0, 0.0, np.float32(1e-45), np.inf])
    assert np.signbit(given[:4]).tolist() == [True, True, True, False]
    assert np.isnan(given[[0, 6]]).all()


@pytest.mark.parametrize("size", [6, 400])
def test_sort_by_a_comparator_that_contradicts_itself_permutes(size: int) -> None:
    values = sample("f32", (size,)).copy()
    values[::3] = np.nan
    (given,) = evaluate(sort((size,), 0, ("f32",), compare("NE", "f32") + RETURN), values)
    assert sorted(given.view(np.int32).tolist()) == sorted(values.view(np.int32).tolist())


@pytest.mark.parametrize("size", [20, 200])
def test_sort_by_a_comparator_with_control_flow(size: int) -> None:
    comparator = """%i = "stablehlo.if"(%c) ({ stablehlo.return %c : tensor<i1> }, { stablehlo.return %c : tensor<i1> })
          : (tensor<i1>) -> tensor<i1>
        stablehlo.return %i : tensor<i1>"""
    values = np.random.default_rng(0).permutation(size).astype(np.int32)
    (given,) = evaluate(sort((size,), 0, ("i32",), compare("LT", "i32") + comparator), values)
    assert given.tolist() == list(range(size))


def test_sort_of_nans_by_a_plain_comparison_puts_them_last() -> None:
    # The comparator is no strict weak order, so any order will do; this one is what people expect.
    values = np.array([3, np.nan, 1, -0.0, np.nan, 2] * 100, np.float32)
    (given,) = evaluate(sort((600,), 0, ("f32",), compare("LT", "f32") + RETURN), values)
    assert given[:400].tolist() == sorted(float(x) for x in values if not np.isnan(x))
    assert np.isnan(given[400:]).all()
