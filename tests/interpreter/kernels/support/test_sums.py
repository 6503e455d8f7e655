"""Sums and products of floats: their values from exact arithmetic, their order from shapes alone."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from xdsl.dialects.builtin import AnyFloat, ComplexType, f16, f32, f64

from benchmarks.bits import runnable
from tests.helpers.tiers import one_of
from xdsl_stablehlo.interpreter.kernels.support.contraction import matrix_product
from xdsl_stablehlo.interpreter.kernels.support.sums import combined_in_order
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.values.element_types import FLOAT_TYPES, Array, dtype_of, parts, round_to


def rounded(exact: Fraction, element_type: AnyFloat) -> Any:
    """The number nearest to `exact`, from its two neighbours in f64, which is exact enough for them."""
    near = float(exact)
    if Fraction(near) == exact:
        return round_to(np.array(near), element_type)
    # An odd last digit says that there is more.
    bits = np.array(near).view(np.int64)
    below = abs(Fraction(near)) > abs(exact)
    odd = bits if bits & 1 else bits - 1 if below else bits + 1
    return round_to(np.asarray(odd, np.int64).view(np.float64), element_type)


def exact_product(lhs: Array, rhs: Array, element_type: AnyFloat) -> list[list[Any]]:
    rows = [[Fraction(float(x)) for x in row] for row in lhs]
    columns = [[Fraction(float(x)) for x in column] for column in rhs.T]
    return [
        [rounded(sum(map(Fraction.__mul__, r, c), Fraction()), element_type) for c in columns] for r in rows
    ]


def kinds_of_matrices(kind: str, rng: np.random.Generator) -> tuple[Array, Array]:
    lhs, rhs = rng.standard_normal((9, 70)), rng.standard_normal((70, 8))
    match kind:
        case "normal":
            pass
        case "wild":
            lhs, rhs = (
                lhs * 2.0 ** rng.integers(-60, 60, lhs.shape),
                rhs * 2.0 ** rng.integers(-60, 60, rhs.shape),
            )
        case "cancelling":
            lhs[:, 35:], rhs[35:] = lhs[:, :35], -rhs[:35]
            lhs[:, 0] += 1e-6
        case "ties":
            lhs, rhs = np.rint(lhs * 3000), np.rint(rhs * 3000)
        case "sparse":
            lhs *= rng.random(lhs.shape) < 0.05
        case _:
            lhs[:, ::2], rhs[::2] = 1.0, 1.0
            lhs[:, 1::2], rhs[1::2] = 2.0**-24, 1.0
    return lhs, rhs


@pytest.mark.parametrize("kind", ["normal", "wild", "cancelling", "ties", "sparse", "halves"])
@pytest.mark.parametrize("element", ["f32", "f16", "bf16", "f8E4M3FN", "f8E5M2"])
def test_narrow_products_are_the_exact_sum_rounded_once(kind: str, element: str) -> None:
    element_type = cast(AnyFloat, FLOAT_TYPES[element])
    lhs, rhs = kinds_of_matrices(kind, np.random.default_rng(len(kind) + len(element)))
    with quiet():
        lhs, rhs = lhs.astype(dtype_of(element_type)), rhs.astype(dtype_of(element_type))
        lhs, rhs = [np.where(np.isfinite(x), x, np.ones((), x.dtype)) for x in (lhs, rhs)]
        found = matrix_product(lhs, rhs, element_type)
        assert found.tobytes() == np.array(exact_product(lhs, rhs, element_type), found.dtype).tobytes()


def test_sums_that_lose_many_elements_are_exact() -> None:
    """More doubtful elements than are looked at one by one."""
    rng = np.random.default_rng(1)
    lhs = np.linalg.qr(rng.standard_normal((80, 80)))[0].astype(np.float32)
    with quiet():
        found = matrix_product(lhs, lhs.T, f32)
    assert found.tolist() == np.array(exact_product(lhs, lhs.T, f32)).tolist()


def test_infinities_and_nans_are_where_the_terms_have_them() -> None:
    rng = np.random.default_rng(2)
    lhs, rhs = (
        rng.standard_normal((80, 80)).astype(np.float32),
        rng.standard_normal((80, 80)).astype(np.float32),
    )
    lhs[0, 0], lhs[1, 0], lhs[2, 1], rhs[0, 1], rhs[3, 2] = np.inf, -np.inf, np.nan, 0.0, np.inf
    with quiet():
        found = matrix_product(lhs, rhs, f32)
        terms = lhs[:, :, None] * rhs[None]
        expected = terms.astype(np.float64).sum(axis=1).astype(np.float32)
    special = ~np.isfinite(expected)
    assert special.any()
    assert (np.isfinite(found) == ~special).all()
    np.testing.assert_array_equal(found[special], expected[special])


def test_a_sum_of_nothing_but_negative_zeros_is_zero() -> None:
    zeros = np.full((70, 70), -0.0, np.float32)
    with quiet():
        found = matrix_product(zeros, np.ones((70, 70), np.float32), f32)
    assert not found.view(np.uint32).any()


@pytest.mark.parametrize("element_type", [f16, f32])
def test_exact_sums_that_overflow_where_no_order_does(element_type: AnyFloat) -> None:
    """Parts of the last digit of the largest number are lost one by one, and together they are not."""
    dtype = dtype_of(element_type)
    largest: Any = np.finfo(dtype).max
    row = np.zeros((1, 99), dtype)
    row[0, [10, 50, 90]] = [(largest - np.nextafter(largest, dtype.type(0))) * 0.375, largest, 0]
    row[0, 90] = row[0, 10]
    with quiet():
        assert matrix_product(row, np.ones((99, 1), dtype), element_type).item() == largest


def test_complex_products_are_exact_in_each_part() -> None:
    rng = np.random.default_rng(3)
    lhs, rhs = [(rng.standard_normal((2, *s))).astype(np.float32) for s in ((5, 70), (70, 6))]
    product = matrix_product(lhs[0] + 1j * lhs[1], rhs[0] + 1j * rhs[1], ComplexType(f32))
    real = exact_product(np.hstack((lhs[0], -lhs[1])), np.vstack((rhs[0], rhs[1])), f32)
    imaginary = exact_product(np.hstack((lhs[0], lhs[1])), np.vstack((rhs[1], rhs[0])), f32)
    assert [part.tolist() for part in parts(product)] == [real, imaginary]


def test_narrow_matrices_of_f64_are_the_reduction_of_the_products() -> None:
    rng = np.random.default_rng(4)
    lhs, rhs = rng.standard_normal((15, 700)), rng.standard_normal((700, 20))
    expected = combined_in_order(np.add, lhs[:, :, None] * rhs, (1,))
    assert matrix_product(lhs, rhs, f64).tobytes() == expected.tobytes()


# Products of f64 in slices.


@pytest.mark.parametrize("spread", one_of(2, [3, 0, 250, 25]))
def test_products_of_f64_are_as_exact_as_any_order(spread: int) -> None:
    rng = np.random.default_rng(7)
    lhs, rhs = [
        rng.standard_normal(shape) * 2.0 ** rng.integers(-spread, spread + 1, shape)
        for shape in ((20, 300), (300, 17))
    ]
    with quiet():
        found = matrix_product(lhs, rhs, f64)
    for i, j in np.ndindex(found.shape):
        terms = [Fraction(x) * Fraction(y) for x, y in zip(lhs[i].tolist(), rhs[:, j].tolist(), strict=True)]
        error, magnitude = abs(Fraction(float(found[i, j])) - sum(terms)), sum(map(abs, terms))
        # Every order has an error of up to 299 of these; three are what the fallback's tree may make.
        assert error <= 3 * magnitude / 2**53, (i, j)


@pytest.mark.parametrize("element_type", [f64, ComplexType(f64)])
def test_sums_in_slices_do_not_depend_on_an_order(element_type: Any) -> None:
    """Slices are such that every sum is exact, so that terms may come in any order."""
    rng = np.random.default_rng(8)
    dtype = dtype_of(element_type)
    lhs, rhs = [
        (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)
        if dtype.kind == "c"
        else rng.standard_normal(shape)
        for shape in ((150, 400), (400, 40))
    ]
    order = rng.permutation(400)
    expected = matrix_product(lhs, rhs, element_type)
    assert matrix_product(lhs[:, order], rhs[order], element_type).tobytes() == expected.tobytes()


@pytest.mark.parametrize("number", [np.inf, np.nan, 1e-310, 1e300])
@pytest.mark.parametrize("element_type", [f64, ComplexType(f64)])
def test_rows_out_of_range_are_reductions_and_leave_others_alone(number: float, element_type: Any) -> None:
    rng = np.random.default_rng(9)
    dtype = dtype_of(element_type)
    lhs, rhs = [rng.standard_normal(shape).astype(dtype) for shape in ((20, 100), (100, 17))]
    with quiet():
        before = matrix_product(lhs, rhs, element_type)
        lhs[3, 5] = rhs[7, 2] = number
        found = matrix_product(lhs, rhs, element_type)
        alone = matrix_product(lhs[3:4], rhs, element_type), matrix_product(lhs, rhs[:, 2:3], element_type)
    assert found[3:4].tobytes() == alone[0].tobytes()
    assert np.ascontiguousarray(found[:, 2:3]).tobytes() == alone[1].tobytes()
    kept = cast(Any, np.ix_(np.arange(20) != 3, np.arange(17) != 2))
    assert found[kept].tobytes() == before[kept].tobytes()


@pytest.mark.prove
def test_products_of_f64_have_the_bits_of_other_machines() -> None:
    program = """if True:
        import hashlib, numpy as np
        from xdsl.dialects.builtin import f64
        from xdsl_stablehlo.interpreter.kernels.support.contraction import matrix_product
        rng = np.random.default_rng(10)
        shapes = [((200, 300), (300, 100)), ((40, 1500), (1500, 33)), ((3, 64, 65), (3, 65, 66))]
        operands = [[rng.standard_normal(shape) for shape in pair] for pair in shapes]
        results = b"".join(matrix_product(*pair, f64).tobytes() for pair in operands)
        print(hashlib.sha256(results).hexdigest())
    """
    machines = [changes for name, changes in runnable().items() if "BLAS" in name or "thread" in name]
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | machine, capture_output=True, check=True
        ).stdout
        for machine in machines
    ]
    assert len(outputs[0]) > 64
    assert len(set(outputs)) == 1


# The order, whose tree `test_order` states.


shapes = st.sampled_from([(40,), (3, 50), (50, 3), (7, 40, 6), (1, 2, 33), (2, 33, 34)])


@settings(deadline=None)
@given(shapes, st.integers(0, 2**32 - 1), st.data())
def test_bits_do_not_depend_on_the_place_in_memory(
    shape: tuple[int, ...], seed: int, data: st.DataObject
) -> None:
    values = np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
    count = data.draw(st.integers(1, len(shape)))
    axes = tuple(sorted(data.draw(st.permutations(range(len(shape))))[:count]))
    expected = combined_in_order(np.add, values, axes)
    order = data.draw(st.permutations(range(len(shape))))
    transposed = np.ascontiguousarray(values.transpose(order)).transpose(np.argsort(order))
    strided = np.repeat(values, 3, axis=-1)[..., 1::3]
    backwards = np.ascontiguousarray(values[..., ::-1])[..., ::-1]
    for same in (transposed, strided, backwards, np.asfortranarray(values)):
        assert combined_in_order(np.add, same, axes).tobytes() == expected.tobytes()
    kept = [axis for axis in range(len(shape)) if axis not in axes]
    if kept:  # alone, not with others
        alone = combined_in_order(np.add, values.take([0], kept[0]), axes)
        assert alone.tobytes() == expected.take([0], 0).tobytes()


@pytest.mark.parametrize("shape", [(40, 5), (5, 40), (9, 40, 5), (9, 16384), (9, 40, 1000), (300, 1, 999)])
def test_repeated_elements_have_the_sum_of_stored_ones(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(7).standard_normal(shape[1:] or (1,)).astype(np.float32)
    for repeated in (np.broadcast_to(values, shape), np.broadcast_to(values[..., :1], shape)):
        for axes in ((0,), tuple(range(len(shape)))):
            found = combined_in_order(np.add, repeated, axes)
            assert found.tobytes() == combined_in_order(np.add, repeated.copy(), axes).tobytes()


@pytest.mark.parametrize(
    "shape", [(1, 1, 40_000, 1), (1, 2, 20_000, 3), (1, 40, 70, 2), (30, 1, 70, 9), (20, 3, 600, 1)]
)
@pytest.mark.parametrize("seen", ["row by row", "transposed"])
def test_narrow_products_are_exact_or_in_order(shape: tuple[int, int, int, int], seen: str) -> None:
    batch, height, inner, width = shape
    rng = np.random.default_rng(12)
    lhs, rhs = rng.standard_normal((batch, height, inner)), rng.standard_normal((batch, inner, width))
    if seen == "transposed":
        lhs, rhs = np.asfortranarray(lhs), np.asfortranarray(rhs)
    terms = lhs[..., None] * rhs[:, None]
    expected = combined_in_order(np.add, np.ascontiguousarray(terms), (2,))
    assert matrix_product(lhs, rhs, f64).tobytes() == expected.tobytes()
    lhs, rhs = lhs.astype(np.float32), rhs.astype(np.float32)
    exact = np.array([exact_product(x, y, f32) for x, y in zip(lhs, rhs, strict=True)], np.float32)
    assert matrix_product(lhs, rhs, f32).tobytes() == exact.tobytes()


@pytest.mark.parametrize("element_type", [f32, f64, ComplexType(f32), ComplexType(f64)])
def test_small_products_are_added_from_the_first_to_the_last(element_type: Any) -> None:
    rng = np.random.default_rng(13)
    dtype = dtype_of(element_type)
    lhs = (rng.standard_normal((20, 3, 9)) + (1j if dtype.kind == "c" else 0)).astype(dtype)
    rhs = rng.standard_normal((20, 9, 4)).astype(dtype)
    total = np.zeros((20, 3, 4), dtype)
    for k in range(9):
        total += lhs[:, :, k, None] * rhs[:, k, None]
    assert matrix_product(lhs, rhs, element_type).tolist() == total.tolist()


@pytest.mark.parametrize("element_type", [f16, f32, f64, ComplexType(f32), ComplexType(f64)])
def test_products_are_the_same_alone_transposed_and_in_a_batch(element_type: Any) -> None:
    rng = np.random.default_rng(8)
    dtype = dtype_of(element_type)
    lhs = (rng.standard_normal((4, 6, 70)) + (1j if dtype.kind == "c" else 0)).astype(dtype)
    rhs = rng.standard_normal((4, 70, 5)).astype(dtype)
    together = matrix_product(lhs, rhs, element_type)
    backwards = matrix_product(np.asfortranarray(lhs), np.asfortranarray(rhs), element_type)
    assert backwards.tobytes() == together.tobytes()
    for i in range(4):
        assert matrix_product(lhs[i], rhs[i], element_type).tobytes() == together[i].tobytes()
    row = matrix_product(lhs[0, 2:3], rhs[0, :, 1:2], element_type)
    assert row.tobytes() == together[0, 2:3, 1:2].tobytes()
