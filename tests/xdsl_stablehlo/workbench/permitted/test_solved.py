"""Permitted results of ops that are defined by what they solve, or by other ops: other algorithms are inside.

The algorithms are written here, each step rounded to the element type, with sums in random orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import pytest

from tests.helpers.programs import parse
from xdsl_stablehlo.workbench.permitted.enclosures import LIBRARY, WIDEST, Tier
from xdsl_stablehlo.workbench.permitted.evaluation import permitted
from xdsl_stablehlo.workbench.permitted.spans import Freedom, Span, contains

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Draw: TypeAlias = np.random.Generator
NAMES = {"float32": "f32", "float64": "f64", "complex64": "complex<f32>", "float16": "f16"}
TYPES = ("float32", "float64", "complex64")


def type_of(array: Array) -> str:
    return "x".join([*map(str, array.shape), NAMES[str(array.dtype)]])


def spans_of(
    name: str, properties: str, arguments: Sequence[Array], results: Sequence[Array], tier: Tier = LIBRARY
) -> tuple[list[Span], Callable[[int], str]]:
    """The spans of one op in generic form, and the freedom of a number of `Span.free`."""
    inputs = [f"tensor<{type_of(x)}>" for x in arguments]
    outputs = ", ".join([f"tensor<{type_of(x)}>" for x in results])
    names = ", ".join([f"%a{i}" for i in range(len(inputs))])
    parameters = ", ".join([f"%a{i}: {t}" for i, t in enumerate(inputs)])
    values = ", ".join([f"%r#{i}" for i in range(len(results))])
    text = f"""func.func @main({parameters}) -> ({outputs}) {{
      %r:{len(results)} = "stablehlo.{name}"({names}) <{{{properties}}}> : ({", ".join(inputs)}) -> ({outputs})
      return {values} : {outputs} }}"""
    found = permitted(parse(text), arguments, tier=tier)
    spans = [x for x in found.spans if isinstance(x, Span)]
    assert len(spans) == len(results)
    return spans, lambda number: found.reason(number).freedom.value


def assert_inside(spans: Sequence[Span], results: Sequence[Array]) -> None:
    for span, given in zip(spans, results, strict=True):
        assert contains(span, given).all(), (given, span.lo, span.hi)


def assert_not_free(spans: Sequence[Span], where: Array | bool = True) -> None:
    for span in spans:
        assert not (span.free.astype(bool) & where).any()


def assert_noticed(span: Span, right: Array, digits: int, where: Array | bool = True) -> None:
    """A result is outside if its elements are off by 2**digits units of the last place of the largest."""
    size = np.abs(right).max() * np.finfo(right.dtype).eps * 2**digits
    outside = ~contains(span, (right + size).astype(right.dtype)) & ~contains(
        span, (right - size).astype(right.dtype)
    )
    assert outside[np.broadcast_to(where, right.shape)].all()


def numbers(draw: Draw, shape: tuple[int, ...], dtype: str) -> Array:
    made = draw.normal(size=shape)
    return (made + 1j * draw.normal(size=shape) if dtype == "complex64" else made).astype(dtype)


def sum_in_any_order(draw: Draw, first: Any, terms: Sequence[Any]) -> Any:
    """`first` minus terms, each step rounded."""
    each = [first, *[-term for term in terms]]
    while len(each) > 1:
        draw.shuffle(each)
        each.append(each.pop() + each.pop())
    return each[0]


# ---- cholesky ----


def cholesky(draw: Draw, a: Array, reciprocal: bool) -> Array:
    factor, size, one = np.zeros_like(a), len(a), np.float32(1)
    for j in range(size):
        squares = [factor[j, k] * np.conj(factor[j, k]) for k in range(j)]
        square: Any = sum_in_any_order(draw, a[j, j], squares)
        factor[j, j] = np.sqrt(square.real)
        for i in range(j + 1, size):
            rest = sum_in_any_order(draw, a[i, j], [factor[i, k] * np.conj(factor[j, k]) for k in range(j)])
            pivot = np.real(factor[j, j])
            factor[i, j] = rest * (one / pivot) if reciprocal else rest / pivot
    return factor


def positive(draw: Draw, size: int, dtype: str) -> Array:
    root = numbers(draw, (size, size), dtype).astype(np.complex128)
    made = root @ np.conj(root.T) + np.eye(size)
    return (made if dtype == "complex64" else made.real).astype(dtype)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("lower", [True, False])
def test_every_order_of_a_cholesky_decomposition_is_permitted(dtype: str, lower: bool) -> None:
    draw = np.random.default_rng(0)
    for size in (1, 2, 5):
        a = positive(draw, size, dtype)
        triangle = np.tril(np.ones(a.shape, np.bool_))
        properties = f"lower = {'true' if lower else 'false'}"
        (span,), freedom = spans_of("cholesky", properties, [a], [a])
        for reciprocal in (False, True):
            factor = cholesky(draw, a, reciprocal)
            assert_inside([span], [factor if lower else np.conj(factor.T)])
        exact = np.linalg.cholesky(a.astype(np.complex128))
        exact = (exact if dtype == "complex64" else exact.real).astype(dtype)
        if lower:
            assert_not_free([span], triangle)
            assert_noticed(span, exact, 8, triangle)
        else:
            assert_noticed(span, np.conj(exact.T), 8, triangle.T)
        if size > 1:
            assert freedom(int(span.free[(0, 1) if lower else (1, 0)])) == Freedom.ALLOWED.value


@pytest.mark.parametrize("matrix", [[[1, 2], [2, 1]], [[1, 0], [3, 9]], [[1, np.nan], [np.nan, 1]]])
def test_a_matrix_without_a_decomposition_is_undefined(matrix: Any) -> None:
    a = np.asarray(matrix, np.float32)
    (span,), freedom = spans_of("cholesky", "lower = true", [a], [a])
    assert freedom(int(span.free.min())) == Freedom.UNDEFINED.value


def test_whether_a_matrix_is_positive_may_depend_on_rounding() -> None:
    a = np.asarray([[1, 1], [1, 1 + 2.0**-23]], np.float32)
    (span,), freedom = spans_of("cholesky", "lower = true", [a], [a])
    assert freedom(int(span.free.min())) == Freedom.OPEN.value


@pytest.mark.parametrize("dtype", TYPES)
def test_what_a_large_decomposition_loses_is_permitted(dtype: str) -> None:
    """Of matrices with pivots that are small differences."""
    draw = np.random.default_rng(5)
    for _ in range(4):
        root = np.tril(numbers(draw, (9, 9), dtype).astype(np.complex128)) + np.eye(9)
        a = (
            (root @ np.conj(root.T)).astype(dtype)
            if dtype == "complex64"
            else (root @ root.T).real.astype(dtype)
        )
        (span,), _ = spans_of("cholesky", "lower = true", [a], [a])
        triangle = np.tril(np.ones(a.shape, np.bool_))
        if not (span.free.astype(bool) & triangle).any():
            assert_inside([span], [cholesky(draw, a, reciprocal=True)])


# ---- triangular_solve ----

AS_IT_IS = "transpose_a = #stablehlo<transpose NO_TRANSPOSE>"


def substituted(draw: Draw, a: Array, b: Array) -> Array:
    result = np.zeros_like(b)
    for i in range(len(a)):
        for j in range(b.shape[1]):
            terms = [a[i, k] * result[k, j] for k in range(i)]
            result[i, j] = sum_in_any_order(draw, b[i, j], terms) / a[i, i]
    return result


def times_inverse(draw: Draw, a: Array, b: Array) -> Array:
    return substituted(draw, a, np.eye(len(a), dtype=a.dtype)) @ b


def in_two_blocks(draw: Draw, a: Array, b: Array) -> Array:
    half = len(a) // 2
    first = times_inverse(draw, a[:half, :half], b[:half])
    second = times_inverse(draw, a[half:, half:], b[half:] - a[half:, :half] @ first)
    return np.concatenate([first, second])


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("solve", [substituted, times_inverse, in_two_blocks])
def test_every_solution_of_a_triangular_system_is_permitted(
    dtype: str, solve: Callable[[Draw, Array, Array], Array]
) -> None:
    draw = np.random.default_rng(1)
    for size in (2, 4, 7):
        a = np.tril(numbers(draw, (size, size), dtype)) + 2 * np.eye(size, dtype=dtype)
        b = numbers(draw, (size, 3), dtype)
        given = solve(draw, a, b)
        for properties, matrix, right, result in (
            ("left_side = true, lower = true, " + AS_IT_IS, a, b, given),
            ("left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>", a.T, b, given),
            (
                "left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>",
                a.conj().T,
                b,
                given,
            ),
            (
                "left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>",
                a.T,
                b.T,
                given.T,
            ),
            (
                "left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>",
                a,
                b.T,
                given.T,
            ),
        ):
            arguments = [np.ascontiguousarray(matrix), np.ascontiguousarray(right)]
            (span,), _ = spans_of(
                "triangular_solve", f"{properties}, unit_diagonal = false", arguments, [result]
            )
            assert_not_free([span])
            assert_inside([span], [result])
            exact = np.linalg.solve(a.astype(np.complex128), b)
            exact = exact if dtype == "complex64" else exact.real
            assert_noticed(span, (exact if "left_side = true" in properties else exact.T).astype(dtype), 14)


def test_what_products_with_an_inverse_lose_is_permitted() -> None:
    """Of a matrix whose inverse has large elements that cancel out."""
    draw = np.random.default_rng(6)
    for _ in range(20):
        a = (3 * np.tril(numbers(draw, (9, 9), "float32"), -1) + np.eye(9)).astype(np.float32)
        b = a @ np.ones((9, 1), np.float32)
        properties = f"left_side = true, lower = true, unit_diagonal = true, {AS_IT_IS}"
        (span,), _ = spans_of("triangular_solve", properties, [a, b], [b])
        assert_inside([span], [times_inverse(draw, a, b)])
        assert_inside([span], [in_two_blocks(draw, a, b)])


def test_only_the_triangle_is_read_and_a_diagonal_that_is_promised_is_one() -> None:
    a, b = np.asarray([[1, 7], [2, 1]], np.float32), np.asarray([[3], [5]], np.float32)
    properties = f"left_side = true, lower = true, unit_diagonal = true, {AS_IT_IS}"
    (span,), _ = spans_of("triangular_solve", properties, [a, b], [b])
    assert_inside([span], [np.asarray([[3], [-1]], np.float32)])
    a[0, 0] = 2
    (span,), freedom = spans_of("triangular_solve", properties, [a, b], [b])
    assert freedom(int(span.free.min())) == Freedom.UNDEFINED.value


# ---- batch normalisation ----


def means(draw: Draw, x: Array) -> Array:
    """The means of all but the last dimension."""
    rows = list(x.reshape(-1, x.shape[-1]))
    return -sum_in_any_order(draw, np.zeros(x.shape[-1], x.dtype), rows) / x.dtype.type(len(rows))


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("reciprocal", [False, True])
def test_batch_normalisation_in_any_association_is_permitted(dtype: str, reciprocal: bool) -> None:
    draw, kind = np.random.default_rng(2), np.dtype(dtype).type
    x, gradient = numbers(draw, (3, 4, 2), dtype), numbers(draw, (3, 4, 2), dtype)
    scale, offset = numbers(draw, (2,), dtype), numbers(draw, (2,), dtype)
    epsilon, count = kind(np.float32(0.001)), kind(12)
    mean = means(draw, x)
    variance = means(draw, (x - mean) * (x - mean))
    deviation = np.sqrt(variance + epsilon)
    if reciprocal:
        inverse = kind(1) / deviation
        for _ in range(6):
            inverse = np.nextafter(inverse, kind(np.inf))
        output = (x - mean) * (scale * inverse) + offset
    else:
        output = scale * ((x - mean) / deviation) + offset
    properties = "epsilon = 0.001 : f32, feature_index = 2 : i64"
    five = [x, scale, offset, mean, variance]
    spans, _ = spans_of("batch_norm_inference", properties, five, [x])
    assert_inside(spans, [output])
    assert_not_free(spans)
    assert_noticed(spans[0], output, 7)
    spans, _ = spans_of("batch_norm_training", properties, [x, scale, offset], [x, mean, variance])
    assert_inside(spans, [output, mean, variance])
    assert_not_free(spans)
    for span, right in zip(spans, (output, mean, variance), strict=True):
        assert_noticed(span, right, 9)
    of_offset = means(draw, gradient) * count
    products = means(draw, gradient * (x - mean)) * count
    i6 = gradient * count - of_offset - products * (x - mean) / (variance + epsilon)
    of_operand = scale / deviation / count * i6
    of_scale = products / deviation
    if not reciprocal:
        of_scale = means(draw, gradient * ((x - mean) / deviation)) * count
    five = [x, scale, mean, variance, gradient]
    spans, _ = spans_of("batch_norm_grad", properties, five, [x, scale, offset])
    assert_inside(spans, [of_operand, of_scale, of_offset])
    assert_not_free(spans)
    for span, right in zip(spans, (of_operand, of_scale, of_offset), strict=True):
        assert_noticed(span, right, 10)


def test_a_variance_as_a_difference_of_means_needs_the_widest_tier() -> None:
    x = np.asarray([[30.1], [30.2], [30.4]], np.float32)
    one = np.ones(1, np.float32)
    mean = x.mean(0)
    variance = (x * x).mean(0) - mean * mean
    results = [(x - mean) / np.sqrt(variance + np.float32(0.001)) + one, mean, variance]
    properties = "epsilon = 0.001 : f32, feature_index = 1 : i64"
    for tier, is_inside in ((LIBRARY, False), (WIDEST, True)):
        spans, _ = spans_of("batch_norm_training", properties, [x, one, one], results, tier)
        assert bool(contains(spans[2], results[2]).all()) == is_inside


# ---- products ----


def test_complex_products_are_sums_in_any_order() -> None:
    draw = np.random.default_rng(3)
    a, b = numbers(draw, (2, 5), "complex64"), numbers(draw, (5, 3), "complex64")
    result = np.zeros((2, 3), np.complex64)
    for i, j in np.ndindex(2, 3):
        real = [a[i, k].real * b[k, j].real for k in range(5)] + [
            -a[i, k].imag * b[k, j].imag for k in range(5)
        ]
        imaginary = [a[i, k].real * b[k, j].imag for k in range(5)] + [
            a[i, k].imag * b[k, j].real for k in range(5)
        ]
        zero = np.float32(0)
        each = [-sum_in_any_order(draw, zero, terms) for terms in (real, imaginary)]
        result[i, j] = complex(*each)
    properties = """dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1],
        rhs_contracting_dimensions = [0]>"""
    (span,), _ = spans_of("dot_general", properties, [a, b], [result])
    assert_inside([span], [result])
    assert_not_free([span])
    exact = (a.astype(np.complex128) @ b).astype(np.complex64)
    assert_noticed(span, exact, 6)
    # The imaginary part alone may be wrong.
    assert not contains(span, (exact + 1e-4j).astype(np.complex64)).any()


def test_complex_products_of_small_whole_numbers_are_exact() -> None:
    a = np.asarray([[1 + 2j, 3 - 1j]], np.complex64)
    (span,), _ = spans_of(
        "dot_general",
        "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>",
        [a, a.T.copy()],
        [np.zeros((1, 1), np.complex64)],
    )
    assert span.lo[0, 0] == span.hi[0, 0] == (1 + 2j) ** 2 + (3 - 1j) ** 2


CONVOLUTION = """func.func @main(%x: tensor<1x4x1xf32>, %k: tensor<2x1x1xf32>) -> tensor<1x4x1xf32> {
  %p = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %r = "stablehlo.OP"(%x, %k PADDING) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64 STATIC}> : (TYPES) -> tensor<1x4x1xf32>
  return %r : tensor<1x4x1xf32>
}"""


def test_a_convolution_of_unknown_padding_is_as_one_of_known_padding() -> None:
    draw = np.random.default_rng(4)
    arguments = [numbers(draw, (1, 4, 1), "float32"), numbers(draw, (2, 1, 1), "float32")]
    types = "tensor<1x4x1xf32>, tensor<2x1x1xf32>"
    static = CONVOLUTION.replace("OP", "convolution").replace("PADDING", "").replace("TYPES", types)
    static = static.replace("STATIC", ", padding = dense<[[1, 0]]> : tensor<1x2xi64>")
    dynamic = CONVOLUTION.replace("OP", "dynamic_conv").replace("PADDING", ", %p").replace("STATIC", "")
    dynamic = dynamic.replace("TYPES", f"{types}, tensor<1x2xi64>")
    (known,), (found,) = [permitted(parse(text), arguments).spans for text in (static, dynamic)]
    assert isinstance(known, Span)
    assert isinstance(found, Span)
    assert not found.free.any()
    assert (found.lo == known.lo).all()
    assert (found.hi == known.hi).all()
    assert (found.lo < found.hi).any()
