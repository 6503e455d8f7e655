"""reduce_window and select_and_scatter against the oracle, and the windows themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.helpers.counting import with_peak
from tests.helpers.oracle import dtype_named
from tests.helpers.programs import assert_as_oracle, evaluate, function, sample, type_of
from xdsl_stablehlo.interpreter.kernels.ops.combining.windows import dilate_and_pad, sliding_windows

WINDOW = (
    "window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 1>, "
    "window_dilations = array<i64: 3, 1>, padding = dense<[[2, 1], [0, 1]]> : tensor<2x2xi64>"
)


def reducer(op: str, element_type: str) -> str:
    scalar = f"tensor<{element_type}>"
    return f"({{ ^bb0(%x: {scalar}, %y: {scalar}):\n %z = {op} %x, %y : {scalar}\n stablehlo.return %z : {scalar} }})"


def reduce_window(op: str, element_type: str, shape: str, result: str, attributes: str) -> str:
    body = (
        f'%r0 = "stablehlo.reduce_window"(%a0, %a1) {reducer(op, element_type)} {{{attributes}}} '
        f": (tensor<{shape}x{element_type}>, tensor<{element_type}>) -> tensor<{result}x{element_type}>"
    )
    inputs = [f"tensor<{shape}x{element_type}>", f"tensor<{element_type}>"]
    return function(body, inputs, [f"tensor<{result}x{element_type}>"])


@pytest.mark.parametrize(
    ("op", "element_type"),
    [
        *[
            ("stablehlo.add", t)
            for t in ("i1", "i4", "i8", "ui8", "i64", "bf16", "f32", "f64", "complex<f32>")
        ],
        *[("stablehlo.maximum", t) for t in ("i1", "ui4", "i32", "f8E5M2", "f32")],
        *[("stablehlo.multiply", t) for t in ("i16", "f16", "complex<f64>")],
        ("stablehlo.minimum", "f64"),
        ("stablehlo.subtract", "i32"),
    ],
)
def test_reduce_window_with_every_attribute(op: str, element_type: str):
    program = reduce_window(op, element_type, "3x4", "3x3", WINDOW)
    values = sample(element_type, (3, 4), 1)
    # subtract is no reducer: the result depends on the order, so it may only see one element.
    if op == "stablehlo.subtract":
        attributes = "window_dimensions = array<i64: 1, 1>"
        program = reduce_window(op, element_type, "3x4", "3x4", attributes)
    assert_as_oracle(program, values, sample(element_type, (), 7), ulps=2)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("size", [33, 40, 64, 100])
@pytest.mark.parametrize(
    ("op", "element_type"),
    [
        ("add", "f32"),
        ("add", "bf16"),
        ("add", "i8"),
        ("multiply", "f64"),
        ("maximum", "f32"),
        ("minimum", "f16"),
    ],
)
def test_windows_of_all_elements_before_have_the_bits_of_windows_of_padded_operands(
    op: str, element_type: str, size: int, axis: int
):
    """With the order of docs/right.md, also where init values count."""
    shape, dtype = (40, 3) if axis == 0 else (3, 40), dtype_named(element_type)
    rng = np.random.default_rng(size)
    values = rng.choice([-0.0, 0.0, -1.0, 1.5, 3.1, 1.0 if element_type == "i8" else np.nan], shape).astype(
        dtype
    )
    of = [size if d == axis else 1 for d in range(2)]
    pairs = [[size - 1 if d == axis else 0, 0] for d in range(2)]
    window = f"window_dimensions = array<i64: {of[0]}, {of[1]}>"
    padding = f"padding = dense<{pairs}> : tensor<2x2xi64>"
    result = f"{shape[0]}x{shape[1]}"
    wide = "x".join([str(n + low) for n, (low, _) in zip(shape, pairs)])
    running = reduce_window(f"stablehlo.{op}", element_type, result, result, f"{window}, {padding}")
    sliding = reduce_window(f"stablehlo.{op}", element_type, wide, result, window)
    for first in (0.0, -0.0, 1.0, 2.0):
        init = np.array(first, dtype)
        padded = np.pad(values, pairs, constant_values=init)
        (given,), (expected,) = evaluate(running, values, init), evaluate(sliding, padded, init)
        assert given.tobytes() == expected.tobytes()


def test_reduce_window_of_two_inputs_finds_the_largest_and_its_place():
    body = """%r0, %r1 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) ({
  ^bb0(%v0: tensor<f32>, %i0: tensor<i32>, %v1: tensor<f32>, %i1: tensor<i32>):
    %p = stablehlo.compare GE, %v0, %v1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %p, %v0, %v1 : tensor<i1>, tensor<f32>
    %i = stablehlo.select %p, %i0, %i1 : tensor<i1>, tensor<i32>
    stablehlo.return %v, %i : tensor<f32>, tensor<i32>
  }) {window_dimensions = array<i64: 3>}
    : (tensor<5xf32>, tensor<5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)"""
    inputs = ["tensor<5xf32>", "tensor<5xi32>", "tensor<f32>", "tensor<i32>"]
    program = function(body, inputs, ["tensor<3xf32>", "tensor<3xi32>"])
    arguments = (np.array([3, 1, 2, 9, 4], "f4"), np.arange(5, dtype="i4"), np.float32(-np.inf), np.int32(-1))
    values, places = assert_as_oracle(program, *arguments)
    np.testing.assert_array_equal(values, [3, 9, 9])
    np.testing.assert_array_equal(places, [0, 3, 3])


@pytest.mark.parametrize(("shape", "window", "result"), [("0", 1, "0"), ("2", 3, "0"), ("0x3", 2, "0x2")])
def test_reduce_window_without_windows(shape: str, window: int, result: str):
    rank = shape.count("x") + 1
    dimensions = ", ".join(["1"] * (rank - 1) + [str(window)])
    program = reduce_window(
        "stablehlo.add", "i32", shape, result, f"window_dimensions = array<i64: {dimensions}>"
    )
    dims = tuple(map(int, shape.split("x")))
    (out,) = evaluate(program, np.zeros(dims, "i4"), np.array(0, "i4"))
    assert out.shape == tuple(map(int, result.split("x")))


def select_and_scatter(element_type: str, shapes: tuple[str, str], attributes: str, combine: str) -> str:
    operand, source = (f"tensor<{s}x{element_type}>" for s in shapes)
    scalar = f"tensor<{element_type}>"
    body = f"""%r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({{
  ^bb0(%x: {scalar}, %y: {scalar}):
    %p = stablehlo.compare GE, %x, %y : ({scalar}, {scalar}) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }}, {reducer(combine, element_type)[1:-1]}) {{{attributes}}} : ({operand}, {source}, {scalar}) -> {operand}"""
    return function(body, [operand, source, scalar], [operand])


@pytest.mark.parametrize("element_type", ["i32", "ui8", "f32", "bf16", "f64"])
@pytest.mark.parametrize("combine", ["stablehlo.add", "stablehlo.multiply"])
def test_select_and_scatter_overlapping_windows_and_padding(element_type: str, combine: str):
    attributes = (
        "window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>, "
        "padding = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>"
    )
    program = select_and_scatter(element_type, ("3x5", "3x3"), attributes, combine)
    arguments = [
        sample(element_type, (3, 5), 1),
        sample(element_type, (3, 3), 2),
        # The oracle combines the init value with every update, not once: only a neutral one gives the same.
        np.asarray(combine == "stablehlo.multiply").astype(dtype_named(element_type)),
    ]
    assert_as_oracle(program, *arguments, ulps=1)


def test_select_and_scatter_of_no_windows_is_the_init_value():
    program = select_and_scatter("f32", ("2", "0"), "window_dimensions = array<i64: 3>", "stablehlo.add")
    (result,) = evaluate(program, np.zeros(2, "f4"), np.zeros(0, "f4"), np.float32(4))
    np.testing.assert_array_equal(result, np.full(2, 4, "f4"))


def test_select_and_scatter_chooses_the_first_element_and_no_padding():
    attributes = "window_dimensions = array<i64: 2>, padding = dense<[[2, 0]]> : tensor<1x2xi64>"
    program = select_and_scatter("i32", ("3", "4"), attributes, "stablehlo.add")
    operand, source = np.array([3, 1, 2], "i4"), np.array([5, 7, 10, 20], "i4")
    (result,) = evaluate(program, operand, source, np.int32(0))
    np.testing.assert_array_equal(result, [17, 0, 20])


def test_windows_are_views():
    operand = np.arange(10)
    padded = dilate_and_pad(operand, np.array(0), [(-1, -2)], [1])
    windows = sliding_windows(padded, [3], [2], [2])
    assert np.shares_memory(windows, operand)
    np.testing.assert_array_equal(windows, [[1, 3, 5], [3, 5, 7]])


LARGE = [
    # size, window, stride, base dilation, window dilation, padding along both dimensions
    ((9, 5), (7, 6), (1, 1), (1, 1), (1, 1), ((6, 0), (5, 0))),
    ((9, 5), (5, 8), (2, 3), (1, 2), (3, 1), ((4, 5), (2, 3))),
    ((3, 4), (11, 4), (3, 1), (2, 1), (1, 2), ((8, 8), (1, 2))),
]


@pytest.mark.parametrize("case", LARGE)
@pytest.mark.parametrize("kind", ["i8", "f32"])
@pytest.mark.parametrize("op", ["add", "maximum", "project"])
def test_reduce_window_of_more_elements_than_are_taken_in_order(case: Any, kind: str, op: str) -> None:
    shape, window, strides, base, dilation, padding = case
    sizes = [(n - 1) * d + 1 + low + high for n, d, (low, high) in zip(shape, base, padding)]
    counts = [
        (n - ((w - 1) * d + 1)) // stride + 1 for n, w, d, stride in zip(sizes, window, dilation, strides)
    ]
    source, result = type_of(np.zeros(shape), kind), type_of(np.zeros(counts), kind)
    # The right one of two values is associative too, and says which element a window ends with.
    compute = f"stablehlo.{op} %x, %y" if op != "project" else "stablehlo.minimum %y, %y"
    body = f"""%r0 = "stablehlo.reduce_window"(%a0, %a1) <{{
        padding = dense<{[list(pair) for pair in padding]}> : tensor<2x2xi64>,
        window_dimensions = array<i64: {", ".join(map(str, window))}>,
        window_strides = array<i64: {", ".join(map(str, strides))}>,
        base_dilations = array<i64: {", ".join(map(str, base))}>,
        window_dilations = array<i64: {", ".join(map(str, dilation))}>}}> ({{
      ^bb0(%x: tensor<{kind}>, %y: tensor<{kind}>):
        %z = {compute} : tensor<{kind}>
        stablehlo.return %z : tensor<{kind}>
      }}) : ({source}, tensor<{kind}>) -> {result}"""
    program = function(body, [source, f"tensor<{kind}>"], [result])
    assert_as_oracle(program, sample(kind, shape), sample(kind, (), 1), ulps=8 if op == "add" else 0)


def test_reduce_window_of_long_windows_takes_little_memory() -> None:
    size = 1 << 16
    body = f"""%r0 = "stablehlo.reduce_window"(%a0, %a1) <{{
        padding = dense<[[{size - 1}, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: {size}>}}> ({{
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %z = stablehlo.add %x, %y : tensor<i32>
        stablehlo.return %z : tensor<i32>
      }}) : (tensor<{size}xi32>, tensor<i32>) -> tensor<{size}xi32>"""
    program = function(body, [f"tensor<{size}xi32>", "tensor<i32>"], [f"tensor<{size}xi32>"])
    (sums,), peak = with_peak(lambda: evaluate(program, np.full(size, 3, np.int32), np.int32(0)))
    # The windows laid out one by one would take 8 GB.
    assert peak < 100 * sums.nbytes
    assert sums[[0, 1, 1000, size - 1]].tolist() == [3, 6, 3003, 3 * size]
