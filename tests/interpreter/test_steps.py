"""How many ops run: known bodies run no op of their own, and guesses save comparisons. Counted, not timed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.values.element_types import Array

from ..helpers.oracle import dtype_named
from ..helpers.programs import function, parse


def steps(text: str, *arguments: Any) -> tuple[int, list[Array]]:
    """How many ops were evaluated, and the results."""
    limits = Limits()
    results = eval_module(parse(text), arguments, limits=limits)
    return limits.taken, [np.asarray(result.array) for result in results]


def work(text: str, *arguments: Any) -> int:
    """The nanoseconds that were charged."""
    limits = Limits()
    eval_module(parse(text), arguments, limits=limits)
    return limits.spent


def reduce(op: str, size: str, kind: str, axis: int = 0) -> str:
    shape = size.split("x")
    kept = "x".join([n for i, n in enumerate(shape) if i != axis] + [kind])
    source = f"tensor<{size}x{kind}>"
    body = (
        f"%r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.{op} across dimensions = [{axis}] "
        f": ({source}, tensor<{kind}>) -> tensor<{kept}>"
    )
    return function(body, [source, f"tensor<{kind}>"], [f"tensor<{kept}>"])


OPS = ("add", "multiply", "minimum", "maximum", "and", "or", "xor")
KNOWN = [
    *[(op, kind) for op in OPS for kind in ("i8", "ui32", "i64", "i1")],
    *[(op, kind) for op in ("add", "multiply") for kind in ("bf16", "f16", "f32", "f64", "complex<f64>")],
    *[("maximum", "f32"), ("minimum", "bf16"), ("add", "i4")],
]  # fmt: skip


@pytest.mark.parametrize(("op", "kind"), KNOWN)
def test_many_elements_by_a_known_op_are_one_step(op: str, kind: str) -> None:
    dtype = dtype_named(kind)
    count, _ = steps(reduce(op, "100", kind), np.ones(100, dtype), np.ones((), dtype))
    assert count == 1
    count, _ = steps(reduce(op, "3x100x2", kind, 1), np.ones((3, 100, 2), dtype), np.ones((), dtype))
    assert count == 1


def test_many_elements_by_another_body_are_a_tree() -> None:
    """One step for the pairs of a round, and one for the init value."""
    body = (
        "{ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %s = stablehlo.subtract %x, %y : tensor<f32> "
        "stablehlo.return %s : tensor<f32> }"
    )
    for size, rounds in ((128, 7), (129, 8)):
        types = [f"tensor<{size}xf32>", "tensor<f32>"]
        op = f'%r0 = "stablehlo.reduce"(%a0, %a1) ({body}) {{dimensions = array<i64: 0>}}'
        text = function(f"{op} : ({', '.join(types)}) -> tensor<f32>", types, ["tensor<f32>"])
        count, _ = steps(text, np.ones(size, np.float32), np.float32(0))
        assert count == 1 + rounds + 1


def test_few_elements_are_one_step_each() -> None:
    count, _ = steps(reduce("add", "32", "f32"), np.ones(32, np.float32), np.float32(0))
    assert count == 1 + 32
    count, _ = steps(reduce("add", "33", "f32"), np.ones(33, np.float32), np.float32(0))
    assert count == 1


def scatter(body: str, kind: str = "i32") -> str:
    inputs = [f"tensor<8x{kind}>", "tensor<50x1xi32>", f"tensor<50x{kind}>"]
    text = (
        '%r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<'
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> "
        f"({{ ^bb0(%x: tensor<{kind}>, %y: tensor<{kind}>): {body} }}) : ({', '.join(inputs)}) -> {inputs[0]}"
    )
    return function(text, inputs, inputs[:1])


def test_updates_by_known_bodies_are_one_step() -> None:
    at = (np.arange(50) % 5).astype(np.int32)[:, None]
    zeros, ones = np.zeros(8, np.int32), np.ones(50, np.int32)
    add = "%z = stablehlo.add %x, %y : tensor<i32> stablehlo.return %z : tensor<i32>"
    count, (result,) = steps(scatter(add), zeros, at, ones)
    assert (count, result.tolist()) == (1, [10, 10, 10, 10, 10, 0, 0, 0])
    count, (result,) = steps(
        scatter("stablehlo.return %y : tensor<i32>"), zeros, at, np.arange(50, dtype=np.int32)
    )
    assert (count, result.tolist()) == (1, [45, 46, 47, 48, 49, 0, 0, 0])


@pytest.mark.parametrize(
    ("kind", "count"), [("f32", 1), ("f64", 1), ("complex<f32>", 1), ("ui8", 1), ("bf16", 11), ("i4", 11)]
)
def test_sums_of_updates_are_one_step_where_numpy_rounds_every_sum(kind: str, count: int) -> None:
    dtype = dtype_named(kind)
    at = (np.arange(50) % 5).astype(np.int32)[:, None]
    add = f"%z = stablehlo.add %x, %y : tensor<{kind}> stablehlo.return %z : tensor<{kind}>"
    found, (result,) = steps(scatter(add, kind), np.zeros(8, dtype), at, np.ones(50, dtype))
    assert found == count
    assert result.astype(np.complex128).tolist()[:5] == [-6 if kind == "i4" else 10] * 5


def test_updates_by_other_bodies_take_a_round_for_each_of_the_same_element() -> None:
    at = (np.arange(50) % 5).astype(np.int32)[:, None]
    body = "%s = stablehlo.subtract %y, %x : tensor<i32> stablehlo.return %s : tensor<i32>"
    count, (result,) = steps(scatter(body), np.zeros(8, np.int32), at, np.arange(50, dtype=np.int32))
    assert count == 1 + 10
    expected = [0] * 8
    for update in range(50):
        expected[update % 5] = update - expected[update % 5]
    assert result.tolist() == expected


def sort(size: int, inputs: int = 1, direction: str = "LT", kind: str = "i32") -> str:
    source = f"tensor<{size}x{kind}>"
    scalars = ", ".join([f"%x{i}: tensor<{kind}>, %y{i}: tensor<{kind}>" for i in range(inputs)])
    types = ", ".join([source] * inputs)
    body = (
        f'%r:{inputs} = "stablehlo.sort"({", ".join([f"%a{i}" for i in range(inputs)])}) '
        f"<{{dimension = 0 : i64}}> ({{ ^bb0({scalars}): "
        f"%p = stablehlo.compare {direction}, %x0, %y0 : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1> "
        f"stablehlo.return %p : tensor<i1> }}) : ({types}) -> ({types})"
    )
    return function(body, [source] * inputs, [source] * inputs, [f"%r#{i}" for i in range(inputs)])


@pytest.mark.parametrize(
    ("direction", "asked"),
    [
        ("LT", 2),  # is ascending right? what is tied?
        ("GT", 3),  # ascending is not, descending is
        ("LE", 1),  # neither way round: it is no order, so that all pairs or other guesses decide
    ],
)
def test_comparisons_of_one_input(direction: str, asked: int) -> None:
    values = np.random.default_rng(0).permutation(40).astype(np.int32)
    if direction == "LE":
        values = np.repeat(values[:20], 2)
    count, (result,) = steps(sort(40, 1, direction), values)
    assert result.tolist() == sorted(values.tolist(), reverse=direction == "GT")
    if direction != "LE":
        assert count == 1 + asked


@pytest.mark.parametrize(
    ("size", "direction", "asked"), [(128, "LT", 1), (129, "LT", 2), (129, "GT", 3), (20, "GT", 1)]
)
def test_comparisons_of_two_inputs(size: int, direction: str, asked: int) -> None:
    """Few elements are all compared at once; for many an order is guessed, and neighbours are compared both ways."""
    values = np.random.default_rng(0).permutation(size).astype(np.int32)
    count, (keys, places) = steps(sort(size, 2, direction), values, np.arange(size, dtype=np.int32))
    assert count == 1 + asked
    assert keys.tolist() == sorted(values.tolist(), reverse=direction == "GT")
    assert (values[places] == keys).all()


def test_pairs_that_a_comparator_sees_are_charged() -> None:
    """100 ns for each pair of elements and each input, besides the comparison itself and the op."""
    values = [np.arange(20, dtype=np.int32)] * 3
    two, three = work(sort(20, 2), *values[:2]), work(sort(20, 3), *values)
    assert 100 * 20 * 20 <= three - two < 1.2 * 100 * 20 * 20


def test_operands_that_are_large_are_read_where_they_are() -> None:
    """A product of the declared type makes no copies of its operands: it is charged and counted as one op."""
    text = function(
        "%r0 = stablehlo.dot %a0, %a1 : (tensor<3x70xf32>, tensor<70x2xf32>) -> tensor<3x2xf32>",
        ["tensor<3x70xf32>", "tensor<70x2xf32>"],
        ["tensor<3x2xf32>"],
    )
    count, (result,) = steps(text, np.ones((3, 70), np.float32), np.ones((70, 2), np.float32))
    assert (count, result.tolist()) == (1, [[70.0, 70.0]] * 3)


def windows(size: int, window: int, kind: str = "i32") -> str:
    body = (
        f'%r0 = "stablehlo.reduce_window"(%a0, %a1) <{{window_dimensions = array<i64: {window}>}}> ({{ '
        f"^bb0(%x: tensor<{kind}>, %y: tensor<{kind}>): %z = stablehlo.maximum %x, %y : tensor<{kind}> "
        f"stablehlo.return %z : tensor<{kind}> }}) : (tensor<{size}x{kind}>, tensor<{kind}>) "
        f"-> tensor<{size - window + 1}x{kind}>"
    )
    return function(
        body, [f"tensor<{size}x{kind}>", f"tensor<{kind}>"], [f"tensor<{size - window + 1}x{kind}>"]
    )


@pytest.mark.parametrize(("window", "asked"), [(32, 32), (33, 5 + 1 + 1), (64, 6 + 1), (63, 5 + 5 + 1)])
def test_long_windows_are_put_together_from_doubled_ones(window: int, asked: int) -> None:
    """33 is 32 + 1: five doublings, one sum, and the init value. 63 is 32 + 16 + 8 + 4 + 2 + 1."""
    values = np.random.default_rng(0).permutation(200).astype(np.int32)
    count, (result,) = steps(windows(200, window), values, np.int32(-1))
    assert count == 1 + asked
    assert result.tolist() == [max(values[i : i + window].tolist()) for i in range(200 - window + 1)]
