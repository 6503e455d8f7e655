"""Elements are combined in an order that the specification permits: they only meet what is next to them.

Three kinds of evidence. Monoids that are associative and nothing else: their value is that of the sequence, whatever
the tree, and another one if two elements meet out of order. Numbers of which all trees give one sum or product, with
extremes in turn, so that another order has an infinity or NaN. And the tree itself, written in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import evaluate, function, parse, tensor_type
from tests.helpers.tiers import one_of
from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.interpreter.kernels.support.sums import combined_in_order, neighbours_combined, rows_of
from xdsl_stablehlo.interpreter.kernels.support.values import PAIRWISE
from xdsl_stablehlo.interpreter.numerics import arithmetic_of, quiet
from xdsl_stablehlo.values.element_types import FLOAT_TYPES, Array, float_format, pairs

seeds = st.integers(0, 2**32 - 1)


# Sequences: concatenation is associative and nothing else.


def words(shape: Sequence[int]) -> Array:
    """A word for each place, which no other has."""
    return np.array([f"{i}." for i in range(prod(shape))], dtype=object).reshape(shape)


def sequences(values: Array, axes: Sequence[int]) -> Array:
    """The words along some dimensions, one behind the other in row-major order."""
    kept = [axis for axis in range(values.ndim) if axis not in axes]
    rows = values.transpose(*kept, *sorted(axes)).reshape(*[values.shape[axis] for axis in kept], -1)
    return np.array(["".join(row) for row in rows.reshape(-1, rows.shape[-1])]).reshape(rows.shape[:-1])


@st.composite
def arrays_of_words(draw: st.DrawFn) -> tuple[Array, list[int]]:
    """Words in some order in memory, some of them repeated, and the dimensions to reduce."""
    shape = draw(st.lists(st.integers(1, 40), min_size=1, max_size=4).filter(lambda s: prod(s) <= 20_000))
    repeated = [draw(st.integers(1, 9)) == 1 for _ in shape]
    stored = words([1 if once else size for size, once in zip(shape, repeated)])
    order = draw(st.permutations(range(len(shape))))
    values = np.ascontiguousarray(stored.transpose(order)).transpose(np.argsort(order))
    values = np.broadcast_to(values, shape)[..., :: draw(st.sampled_from([1, -1]))]
    count = draw(st.integers(1, len(shape)))
    return values, draw(st.permutations(range(len(shape))))[:count]


@settings(deadline=None, max_examples=60)
@given(arrays_of_words())
def test_sequences_keep_their_order(drawn: tuple[Array, list[int]]) -> None:
    values, axes = drawn
    found = np.asarray(combined_in_order(np.add, values, axes))
    np.testing.assert_array_equal(found.astype(str), sequences(values, axes))


@pytest.mark.parametrize(
    ("stored", "shape", "axes"),
    [
        ((70_001,), (70_001,), [0]),
        ((3, 20_011), (3, 20_011), [1]),
        ((20_011, 3), (20_011, 3), [0]),
        ((2_003, 40), (2_003, 40), [0]),
        ((5, 1, 7), (5, 40_001, 7), [0, 1, 2]),
        ((1, 7, 1), (99, 7, 301), [0, 1, 2]),
        ((1, 6, 2), (9_999, 6, 2), [0, 1]),
    ],
)
def test_many_words_keep_their_order(
    stored: tuple[int, ...], shape: tuple[int, ...], axes: list[int]
) -> None:
    """Several rounds together, blocks, and copies."""
    values = np.broadcast_to(words(stored), shape)
    found = np.asarray(combined_in_order(np.add, values, axes))
    np.testing.assert_array_equal(found.astype(str), sequences(values, axes))


def in_a_tree(items: Sequence[Any], combine: Callable[[Any, Any], Any]) -> Any:
    """As `docs/right.md` describes it."""
    if len(items) <= 32:
        return reduce(combine, items)
    while len(items) > 1:
        pairs = [combine(a, b) for a, b in zip(items[::2], items[1::2])]
        items = [*pairs, *items[2 * len(pairs) :]]
    return items[0]


bracketed = np.frompyfunc(lambda a, b: f"({a}{b})", 2, 1)


@pytest.mark.parametrize("size", [1, 2, 31, 32, 33, 63, 64, 65, 127, 1000, 16_383, 16_385, PAIRWISE + 77])
def test_the_tree_is_the_one_that_is_written_down(size: int) -> None:
    values = words([size])
    expected = in_a_tree(list(values), lambda a, b: f"({a}{b})")
    assert combined_in_order(bracketed, values, [0]) == expected
    assert combined_in_order(bracketed, np.stack((values, values), 1), [0]).tolist() == [expected] * 2
    if size % 3 == 0 and size > 32:
        assert combined_in_order(bracketed, values.reshape(3, -1), [1, 0]) == expected


@pytest.mark.parametrize("size", [33, 100, PAIRWISE - 1, PAIRWISE, PAIRWISE + 1, 2 * PAIRWISE + 33])
def test_blocks_are_subtrees(size: int) -> None:
    """A reduction that is fused with what comes before takes a block after the other."""
    values = words([size])
    blocks = [values[start : start + PAIRWISE] for start in range(0, size, PAIRWISE)]
    parts = np.array([neighbours_combined(bracketed, block) for block in blocks], dtype=object)
    assert neighbours_combined(bracketed, parts) == combined_in_order(bracketed, values, [0])


@pytest.mark.parametrize("count", [33, 64, 97, 4_095])
@pytest.mark.parametrize("period", [1, 2, 3, 8, 12, 35])
def test_copies_are_combined_as_if_they_were_stored(count: int, period: int) -> None:
    values = np.broadcast_to(words([1, period]), (count, period))
    found = combined_in_order(bracketed, values, [0, 1])
    assert found == in_a_tree(list(values.reshape(-1)), lambda a, b: f"({a}{b})")


def test_several_arrays_are_combined_together() -> None:
    left, right = words([50, 3]), words([50, 3])[::-1]

    def combine(a: Any, b: Any) -> Any:
        return rows_of([a.arrays[0] + b.arrays[0], b.arrays[1] + a.arrays[1]])

    found = combined_in_order(combine, rows_of([left, right]), [0]).arrays
    assert found[0].tolist() == sequences(left, [0]).tolist()
    assert found[1].tolist() == sequences(right[::-1], [0]).tolist()


# Maps x -> p x + h of integers: their composition is associative and nothing else, and a program can compute it.


ELEMENTWISE = """
  ^bb0(%h: tensor<ui64>, %p: tensor<ui64>, %k: tensor<ui64>, %q: tensor<ui64>):
    %s = stablehlo.multiply %h, %q : tensor<ui64>
    %t = stablehlo.add %s, %k : tensor<ui64>
    %u = stablehlo.multiply %p, %q : tensor<ui64>
    stablehlo.return %t, %u : tensor<ui64>, tensor<ui64>
"""


ONE_BY_ONE = ELEMENTWISE.replace("multiply %h,", "multiply %b,").replace(
    "%s =",
    """%a = stablehlo.reshape %h : (tensor<ui64>) -> tensor<1xui64>
    %b = stablehlo.reshape %a : (tensor<1xui64>) -> tensor<ui64>
    %s =""",
)
"""The same with ops that are not elementwise."""


def affine_program(
    name: str, shape: Sequence[int], attributes: str, result: Sequence[int], body: str = ELEMENTWISE
) -> str:
    types = [*[tensor_type(shape, "ui64")] * 2, *["tensor<ui64>"] * 2]
    given = [tensor_type(result, "ui64")] * 2
    op = f'%r:2 = "stablehlo.{name}"(%a0, %a1, %a2, %a3) ({{{body}}}) {{{attributes}}}'
    return function(f"{op} : ({', '.join(types)}) -> ({', '.join(given)})", types, given, ["%r#0", "%r#1"])


def composed(values: Sequence[int], factor: int) -> int:
    return reduce(lambda h, k: (h * factor + k) % 2**64, values, 0)


@settings(deadline=None, max_examples=15)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=3), seeds, st.data())
def test_general_bodies_reduce_in_order(shape: list[int], seed: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, len(shape)))
    axes = data.draw(st.permutations(range(len(shape))))[:count]
    kept = [size for axis, size in enumerate(shape) if axis not in axes]
    rng = np.random.default_rng(seed)
    values, factor = rng.integers(0, 2**63, shape).astype("u8"), int(rng.integers(2**62)) * 2 + 1
    body = data.draw(st.sampled_from([ELEMENTWISE, ONE_BY_ONE])) if prod(shape) < 200 else ELEMENTWISE
    text = affine_program(
        "reduce", shape, f"dimensions = array<i64: {', '.join(map(str, axes))}>", kept, body
    )
    found, _ = evaluate(text, values, np.full(shape, factor, "u8"), np.array(0, "u8"), np.array(1, "u8"))
    rows = values.transpose(*[a for a in range(len(shape)) if a not in axes], *sorted(axes)).reshape(
        *kept, -1
    )
    for index in np.ndindex(*kept):
        assert int(found[index]) == composed(rows[index].tolist(), factor)


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 3), seeds, st.data())
def test_general_bodies_reduce_windows_in_order(rank: int, seed: int, data: st.DataObject) -> None:
    """The initial value is neutral, so that only elements of the operand count."""
    few = {1: 80, 2: 9, 3: 4}[rank]
    windows = data.draw(st.lists(st.integers(1, few), min_size=rank, max_size=rank))
    strides, dilations, bases = [
        data.draw(st.lists(st.integers(1, 3), min_size=rank, max_size=rank)) for _ in range(3)
    ]
    padding = data.draw(
        st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=rank, max_size=rank)
    )
    shape = [w * d + data.draw(st.integers(0, 3)) for w, d in zip(windows, dilations)]
    rng = np.random.default_rng(seed)
    values, factor = rng.integers(0, 2**63, shape).astype("u8"), int(rng.integers(2**62)) * 2 + 1
    widened = [(n - 1) * b + 1 for n, b in zip(shape, bases)]
    full = [low + n + high for n, (low, high) in zip(widened, padding)]
    counts = [(n - (w - 1) * d - 1) // s + 1 for n, w, d, s in zip(full, windows, dilations, strides)]
    attributes = ", ".join(
        [
            *[
                f"{name} = array<i64: {', '.join(map(str, each))}>"
                for name, each in (
                    ("window_dimensions", windows),
                    ("window_strides", strides),
                    ("window_dilations", dilations),
                    ("base_dilations", bases),
                )
            ],
            f"padding = dense<{[list(pair) for pair in padding]}> : tensor<{rank}x2xi64>",
        ]
    )
    text = affine_program("reduce_window", shape, attributes, counts)
    found, _ = evaluate(text, values, np.full(shape, factor, "u8"), np.array(0, "u8"), np.array(1, "u8"))
    places = {
        tuple([low + i * b for i, b, (low, _) in zip(index, bases, padding)]): int(values[index])
        for index in np.ndindex(*shape)
    }
    for window in np.ndindex(*counts):
        at = [[i * s + j * d for j in range(w)] for i, s, d, w in zip(window, strides, dilations, windows)]
        inside = [places[place] for place in product(*at) if place in places]
        assert int(found[window]) == composed(inside, factor)


# Numbers of which every tree gives one sum: what is next to each other never adds up to more than one of them.


SOME = ("f64", "f32", "bf16", "f8E4M3FN")
"""Types that are tried each time; the others are in `make prove`."""


def in_make_prove(kinds: Sequence[str]) -> list[Any]:
    return [pytest.param(kind, marks=pytest.mark.prove) for kind in kinds]


REAL = [*SOME, *in_make_prove([kind for kind in FLOAT_TYPES if kind not in (*SOME, "tf32", "f8E8M0FNU")])]
"""Types that programs may have, with negative numbers."""

ALL = [*REAL, "complex<f32>", *in_make_prove(["complex<f64>"])]

SIZES = (33, 64, 100, 127, 1_024, 5_001, 70_000)


def extremes(rng: np.random.Generator, size: int) -> Array:
    """1 and -1 in turn: everywhere, or at a few places among zeros."""
    signs = np.zeros(size, np.int64)
    number = size if rng.random() < 0.5 else min(size, int(rng.integers(2, 6)))
    places = np.sort(rng.choice(size, number, replace=False))
    signs[places] = int(rng.choice([-1, 1])) * (1 - 2 * (np.arange(number) % 2))
    return signs


def times_largest(units: Array, kind: str) -> Array:
    """Numbers of a type that are so many times the largest one."""
    if kind.startswith("complex"):
        part = times_largest(units, kind[8:-1])
        return pairs(part, np.negative(part))
    known = float_format(FLOAT_TYPES[kind])
    return (units * float(known.largest)).astype(known.dtype)


def same(found: Array, expected: Array) -> None:
    """The same numbers. Zero has one sign: some orders give -0, others +0."""
    found, expected = found + np.zeros((), found.dtype), expected + np.zeros((), expected.dtype)
    assert found.tobytes() == expected.astype(found.dtype).tobytes(), (found, expected)


def combining(op: str, kind: str) -> str:
    scalar = f"tensor<{kind}>"
    return (
        f"({{^bb0(%x: {scalar}, %y: {scalar}):\n %z = stablehlo.{op} %x, %y : {scalar}\n"
        f" stablehlo.return %z : {scalar}}})"
    )


def reduction(shape: Sequence[int], axes: Sequence[int], kind: str, op: str = "add") -> str:
    kept = [size for axis, size in enumerate(shape) if axis not in axes]
    types = [tensor_type(shape, kind), f"tensor<{kind}>"]
    attributes = f"{{dimensions = array<i64: {', '.join(map(str, axes))}>}}"
    text = f'%r0 = "stablehlo.reduce"(%a0, %a1) {combining(op, kind)} {attributes} : ({", ".join(types)}) -> '
    return function(text + tensor_type(kept, kind), types, [tensor_type(kept, kind)])


def laid_out(row: Array, kept: Sequence[int], axes: Sequence[int], sizes: Sequence[int]) -> Array:
    """The same elements in row-major order along `axes`, of some sizes, at every place of the others."""
    rank = len(kept) + len(axes)
    full = np.broadcast_to(row.reshape(sizes), (*kept, *sizes))
    others = [axis for axis in range(rank) if axis not in axes]
    return np.ascontiguousarray(full.transpose(np.argsort([*others, *sorted(axes)])))


WAYS = [
    ((), (0,), 1),
    ((3,), (1,), 1),
    ((3,), (0,), 1),
    ((40,), (0,), 1),
    ((2, 3), (1,), 1),
    ((), (0, 1), 2),
    ((3,), (2, 0), 2),
    ((2,), (1, 2), 4),
]
"""Sizes that are kept, dimensions to reduce, and the size of the first of two of these."""


@pytest.mark.parametrize("kind", ALL)
@settings(deadline=None, max_examples=12)
@given(st.sampled_from(SIZES), st.sampled_from(WAYS), seeds)
def test_reductions_of_extremes(kind: str, size: int, way: Any, seed: int) -> None:
    kept, axes, first = way
    if kind not in ("f32", "f64") and prod(kept) * size > 10_000:
        size = 1_024
    rng = np.random.default_rng(seed)
    sizes = [size] if len(axes) == 1 else [first, -(-size // first)]
    units = extremes(rng, prod(sizes))
    values = laid_out(units, kept, axes, sizes)
    values, expected = times_largest(values, kind), times_largest(np.full(kept, units.sum()), kind)
    (found,) = evaluate(reduction(values.shape, axes, kind), values, np.zeros((), values.dtype))
    same(found, expected)


@pytest.mark.parametrize("kind", [*ALL, *in_make_prove(["f8E8M0FNU"])])
@settings(deadline=None, max_examples=8)
@given(st.sampled_from(SIZES), st.sampled_from(WAYS), seeds)
def test_products_of_powers_in_turn(kind: str, size: int, way: Any, seed: int) -> None:
    """Large and small ones in turn, among ones: what is next to each other has a product of at most one of them."""
    kept, axes, first = way
    if kind not in ("f32", "f64") and prod(kept) * size > 10_000:
        size = 1_024
    rng = np.random.default_rng(seed)
    sizes = [size] if len(axes) == 1 else [first, -(-size // first)]
    units = extremes(rng, prod(sizes))
    part = FLOAT_TYPES[kind.removeprefix("complex<").removesuffix(">")]
    # 2**exponent, its inverse, and no square of one of them are numbers of the type.
    exponent = min(int(np.log2(float(float_format(part).largest))), 1 - float_format(part).least_exponent)
    exponent = 1 if kind == "f4E2M1FN" else exponent - (kind.startswith("f6") or kind.startswith("complex"))
    values = (2.0 ** (exponent * laid_out(units, kept, axes, sizes))).astype(dtype_named(kind))
    expected = np.full(kept, 2.0 ** (exponent * int(units.sum()))).astype(values.dtype)
    (found,) = evaluate(reduction(values.shape, axes, kind, "multiply"), values, np.ones((), values.dtype))
    same(found, expected)


def window_program(
    shape: Sequence[int], result: Sequence[int], kind: str, **attributes: Sequence[int]
) -> str:
    types = [tensor_type(shape, kind), f"tensor<{kind}>"]
    padding = attributes.pop("padding", [0] * (2 * len(shape)))
    pairs = [list(padding[i : i + 2]) for i in range(0, len(padding), 2)]
    named = [f"{name} = array<i64: {', '.join(map(str, each))}>" for name, each in attributes.items()]
    named.append(f"padding = dense<{pairs}> : tensor<{len(shape)}x2xi64>")
    text = f'%r0 = "stablehlo.reduce_window"(%a0, %a1) {combining("add", kind)} {{{", ".join(named)}}}'
    return function(
        f"{text} : ({', '.join(types)}) -> {tensor_type(result, kind)}", types, [tensor_type(result, kind)]
    )


@pytest.mark.parametrize("kind", REAL)
@pytest.mark.parametrize("size", [40, 200])
def test_cumulative_sums_of_extremes(kind: str, size: int) -> None:
    units = extremes(np.random.default_rng(size), size)
    text = window_program([size], [size], kind, window_dimensions=[size], padding=[size - 1, 0])
    values = times_largest(units, kind)
    (found,) = evaluate(text, values, np.zeros((), values.dtype))
    same(found, times_largest(np.cumsum(units), kind))


@pytest.mark.parametrize("kind", one_of(2, ["f32", "f16", "f64", "f8E5M2"]))
@pytest.mark.parametrize(
    ("window", "strides", "dilations", "bases"),
    [
        ((5, 8), (1, 1), (1, 1), (1, 1)),
        ((6, 6), (2, 3), (1, 1), (1, 1)),
        ((3, 12), (1, 2), (2, 2), (1, 1)),
        ((7, 12), (1, 1), (3, 1), (2, 2)),
        ((1, 64), (1, 1), (1, 3), (1, 1)),
    ],
)
def test_windows_of_extremes(kind: str, window: Any, strides: Any, dilations: Any, bases: Any) -> None:
    """Rows begin with one sign and end with the other, so that signs take turns from row to row."""
    extent: list[int] = [(w - 1) * d + 1 for w, d in zip(window, dilations)]
    columns = np.arange(-(-extent[1] // int(bases[1])) + 5)
    row = 1 - 2 * ((columns // int(dilations[1])) % 2)
    units = np.tile(row, (-(-extent[0] // bases[0]) + 4, 1))
    widened = np.zeros([(n - 1) * b + 1 for n, b in zip(units.shape, bases)], np.int64)
    widened[:: bases[0], :: bases[1]] = units
    full = np.pad(widened, ((2, 1), (0, 0)))
    counts = [(n - e) // s + 1 for n, e, s in zip(full.shape, extent, strides)]
    expected = np.empty(counts, np.int64)
    for i, j in np.ndindex(*counts):
        part = full[i * strides[0] :: dilations[0], j * strides[1] :: dilations[1]][: window[0], : window[1]]
        sums = np.concatenate(([0], np.cumsum(part.reshape(-1))))
        assert np.ptp(sums) <= 1  # every tree gives this sum
        expected[i, j] = sums[-1]
    values = times_largest(units, kind)
    text = window_program(
        units.shape,
        counts,
        kind,
        window_dimensions=window,
        window_strides=strides,
        window_dilations=dilations,
        base_dilations=bases,
        padding=[2, 1, 0, 0],
    )
    (found,) = evaluate(text, values, np.zeros((), values.dtype))
    same(found, times_largest(expected, kind))


@pytest.mark.parametrize("kind", one_of(2, ["f64", "f16", "f32", "bf16"]))
@pytest.mark.parametrize("size", [64, 5_000])
@pytest.mark.parametrize("feature", [0, 1])
def test_batch_norms_of_extremes(kind: str, size: int, feature: int) -> None:
    units = 1 - 2 * (np.arange(size) % 2)
    values = times_largest(laid_out(units, (3,), (1 - feature,), [size]), kind)
    operand, vector = tensor_type(values.shape, kind), f"tensor<3x{kind}>"
    attributes = f"{{epsilon = 1.0 : f32, feature_index = {feature} : i64}}"
    ones = np.ones(3, values.dtype)
    body = f"""%r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a1) {attributes}
      : ({operand}, {vector}, {vector}) -> ({operand}, {vector}, {vector})"""
    (mean,) = evaluate(function(body, [operand, vector], [vector], ["%r#1"]), values, ones)
    same(mean, np.zeros(3))
    body = f"""%r:3 = "stablehlo.batch_norm_grad"(%a1, %a2, %a2, %a2, %a0) {attributes}
      : ({operand}, {vector}, {vector}, {vector}, {operand}) -> ({operand}, {vector}, {vector})"""
    text = function(body, [operand, operand, vector], [vector, vector], ["%r#1", "%r#2"])
    scale, offset = evaluate(text, values, np.zeros_like(values), ones)
    same(scale, np.zeros(3))
    same(offset, np.zeros(3))


def product_of(types: Sequence[str]) -> str:
    operands = f"%a0, %a1, contracting_dims = [1] x [0] : ({types[0]}, {types[1]})"
    return f"%r0 = stablehlo.dot_general {operands} -> {types[2]}"


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("shape", [(1, 1), (3, 1), (20, 20)])
@pytest.mark.parametrize("inner", [70, 1_000])
def test_sums_of_products_of_extremes(kind: str, shape: tuple[int, int], inner: int) -> None:
    if kind not in ("f32", "f64") and prod(shape) * inner > 70_000:
        inner = 100
    units = np.array([extremes(np.random.default_rng(inner + row), inner) for row in range(shape[0])])
    rhs = np.ones((inner, shape[1])).astype(dtype_named(kind))
    expected = times_largest(np.broadcast_to(units.sum(1, keepdims=True), shape), kind)
    types = [
        tensor_type([shape[0], inner], kind),
        tensor_type([inner, shape[1]], kind),
        tensor_type(shape, kind),
    ]
    (found,) = evaluate(function(product_of(types), types[:2], types[2:]), times_largest(units, kind), rhs)
    same(found, expected)


@pytest.mark.parametrize("kind", one_of(2, ["f64", "f16", "complex<f64>", "f32"]))
@pytest.mark.parametrize("reversal", [(False, False), (True, False), (True, True)])
def test_convolutions_of_extremes(kind: str, reversal: tuple[bool, bool]) -> None:
    """Signs take turns within a row and from row to row, also where rows come in the reverse order."""
    units = np.tile(1 - 2 * (np.arange(12) % 2), (9, 1))
    units[3] = 0
    lhs = times_largest(units.reshape(1, 9, 12, 1), kind)
    types = [tensor_type(shape, kind) for shape in ((1, 9, 12, 1), (9, 12, 1, 1), (1, 1, 1, 1))]
    body = f"""%r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {{reverse = {[int(flag) for flag in reversal]}}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({types[0]}, {types[1]}) -> {types[2]}"""
    dtype = dtype_named(kind)
    (found,) = evaluate(
        function(body, types[:2], types[2:]), lhs.astype(dtype), np.ones((9, 12, 1, 1), dtype)
    )
    same(found, np.zeros((1, 1, 1, 1), dtype))


def test_reversed_windows_are_added_in_the_order_of_the_specification() -> None:
    """The window is reversed, not the kernel: rows from the last to the first, each from its first element."""
    rng = np.random.default_rng(5)
    lhs, rhs = rng.standard_normal((1, 9, 12, 1)), rng.standard_normal((9, 12, 1, 1))
    types = [tensor_type(shape, "f64") for shape in (lhs.shape, rhs.shape, (1, 1, 1, 1))]
    body = f"""%r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {{reverse = [1, 0]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
      : ({types[0]}, {types[1]}) -> {types[2]}"""
    (found,) = evaluate(function(body, types[:2], types[2:]), lhs, rhs)
    terms = (lhs[0, ::-1, :, 0] * rhs[:, :, 0, 0]).reshape(-1)
    assert found.item() == in_a_tree(terms.tolist(), lambda a, b: a + b)


@pytest.mark.parametrize("kind", ALL)
def test_scattered_extremes(kind: str) -> None:
    units = extremes(np.random.default_rng(1), 300)
    updates, zero = times_largest(units, kind), np.zeros(3, dtype_named(kind))
    types = [tensor_type([3], kind), "tensor<300x1xi32>", tensor_type([300], kind)]
    body = (
        '%r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<'
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> "
        f"{combining('add', kind)} : ({', '.join(types)}) -> {types[0]}"
    )
    at = np.ones((300, 1), np.int32)
    (found,) = evaluate(function(body, types, types[:1]), zero, at, updates)
    same(found, times_largest(np.array([0, units.sum(), 0]), kind))


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("reverse", ["false", "true"])
def test_scans_of_extremes(kind: str, reverse: str) -> None:
    units = extremes(np.random.default_rng(2), 200)
    whole, part = tensor_type([200], kind), f"tensor<{kind}>"
    body = f"""%r:2 = chlo.scan (%a0) inits (%a1) dimension=0 attributes {{is_reverse = {reverse}}} {{
    ^bb0(%x: {part}, %y: {part}):
      %s = stablehlo.add %x, %y : {part}
      stablehlo.return %s, %s : {part}, {part}
    }} : ({whole}, {part}) -> ({whole}, {part})"""
    text = function(body, [whole, part], [whole, part], ["%r#0", "%r#1"])
    values = times_largest(units, kind)
    outputs, carry = evaluate(text, values, np.zeros((), values.dtype))
    sums = np.cumsum(units[::-1])[::-1] if reverse == "true" else np.cumsum(units)
    same(outputs, times_largest(sums, kind))
    same(carry, times_largest(units.sum(), kind))


@pytest.mark.parametrize("kind", ["f32", "f64", "bf16"])
@pytest.mark.parametrize("size", [300, 3 * PAIRWISE + 50])
def test_extremes_that_are_computed_in_blocks(kind: str, size: int) -> None:
    """What is negated is reduced block by block, also where it has several dimensions."""
    units = extremes(np.random.default_rng(3), 2 * size)
    values = times_largest(units, kind).reshape(2, size)
    whole, part = tensor_type([2, size], kind), f"tensor<{kind}>"
    body = f"""%n = stablehlo.negate %a0 : {whole}
    %m = stablehlo.negate %n : {whole}
    %r0 = stablehlo.reduce(%m init: %a1) applies stablehlo.add across dimensions = [0, 1]
      : ({whole}, {part}) -> {part}"""
    (found,) = evaluate(function(body, [whole, part], [part]), values, np.zeros((), values.dtype))
    same(found, times_largest(units.sum(), kind))


@pytest.mark.parametrize("kind", ["bf16", "f32", "f64"])
def test_sums_and_products_of_numpy_are_not_taken_where_they_overflow(kind: str) -> None:
    """A fast evaluation leaves the order to NumPy and BLAS, but an infinity that no order has is not a result."""
    units = 1 - 2 * (np.arange(1_000) % 2)
    values = times_largest(units, kind)
    program = Program.of(parse(reduction([1_000], [0], kind)), fast=True)
    assert float(np.asarray(program(values, np.zeros((), values.dtype))[0].array)) == 0
    types = [tensor_type([1, 1_000], kind), tensor_type([1_000, 1], kind), tensor_type([1, 1], kind)]
    program = Program.of(parse(function(product_of(types), types[:2], types[2:])), fast=True)
    (found,) = program(values[None], np.ones((1_000, 1), values.dtype))
    assert float(np.asarray(found.array).item()) == 0


# The bits, from the tree in plain Python.


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("op", ["add", "multiply"])
@pytest.mark.parametrize("size", [32, 33, 100, 1_000])
def test_each_step_is_rounded_to_the_element_type(kind: str, op: str, size: int) -> None:
    rng = np.random.default_rng(size)
    values = rng.standard_normal(size) if op == "add" else 1 + rng.standard_normal(size) / 4
    if kind.startswith("complex"):
        values = np.exp(1j * rng.standard_normal(size)) * (1 + rng.random(size) / 8)
    dtype = dtype_named(kind)
    with quiet():
        values, init = values.astype(dtype), np.array(1.5).astype(dtype)
        complete = FLOAT_TYPES.get(kind)
        if complete is None:
            step: Any = multiplied if op == "multiply" else np.add
        else:
            step = getattr(arithmetic_of(complete), op)
        if size <= 32:
            expected = reduce(step, list(values), init)
        else:
            expected = step(init, in_a_tree(list(values), step))
    (found,) = evaluate(reduction([size], [0], kind, op), values, init)
    assert found.tobytes() == np.asarray(expected, dtype).tobytes()


def multiplied(a: Any, b: Any) -> Any:
    """A product of complex numbers, of which each real operation is rounded."""
    result = np.empty((), np.asarray(b).dtype)
    result.real, result.imag = a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real
    return result
