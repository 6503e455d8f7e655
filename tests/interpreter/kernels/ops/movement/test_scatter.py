"""scatter: where updates go, in which order, and which are skipped."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import assert_as_oracle, evaluate, function, parse, sample
from xdsl_stablehlo.dialects.stablehlo import ScatterOp
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, every_kernel


def tensor(shape: tuple[int, ...], element_type: str) -> str:
    return "tensor<" + "".join(f"{n}x" for n in shape) + element_type + ">"


def scatter(
    shape: tuple[int, ...],
    indices: tuple[int, ...],
    updates: tuple[int, ...],
    kind: str,
    numbers: str,
    body: str,
    index_type: str = "i64",
) -> str:
    types = [tensor(shape, kind), tensor(indices, index_type), tensor(updates, kind)]
    text = f"""%r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{{
        scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{
      ^bb0(%x: tensor<{kind}>, %y: tensor<{kind}>):
        {body}
      }}) : ({", ".join(types)}) -> {types[0]}"""
    return function(text, types, [types[0]])


def by(op: str, kind: str) -> str:
    return f"""%z = stablehlo.{op} %x, %y : tensor<{kind}>
        stablehlo.return %z : tensor<{kind}>"""


def replace(kind: str) -> str:
    return f"stablehlo.return %y : tensor<{kind}>"


WINDOWS = (
    "update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], "
    "index_vector_dim = 2"
)
ELEMENTS = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"


UPDATES = [
    (kind, op)
    for kind in ("i1", "i4", "ui8", "i32", "bf16", "f8E4M3FN", "f16", "f32", "complex<f32>")
    for op in ("add", "multiply", "maximum", None)
    if op != "maximum" or not kind.startswith("complex")  # complex numbers have no maximum
]


@pytest.mark.parametrize(("kind", "op"), UPDATES)
def test_scatter_of_windows_partly_out_of_bounds(kind: str, op: str | None) -> None:
    body = replace(kind) if op is None else by(op, kind)
    program = scatter((3, 4, 2), (2, 3, 2), (2, 3, 2, 2), kind, WINDOWS, body)
    indices = np.random.default_rng(0).integers(-1, 4, (2, 3, 2))
    assert_as_oracle(program, sample(kind, (3, 4, 2)), indices, sample(kind, (2, 3, 2, 2), 9))


def test_scatter_with_batching_dimensions() -> None:
    numbers = (
        "update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], "
        "scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3"
    )
    program = scatter((2, 3, 4, 2), (2, 2, 3, 2), (2, 2, 3, 2, 2), "i32", numbers, by("add", "i32"))
    indices = np.random.default_rng(0).integers(-1, 4, (2, 2, 3, 2))
    assert_as_oracle(program, sample("i32", (2, 3, 4, 2)), indices, sample("i32", (2, 2, 3, 2, 2), 5))


@pytest.mark.parametrize("kind", ["i32", "bf16", "f32"])
@pytest.mark.parametrize(
    "body",
    [
        """%s = stablehlo.subtract %x, %y : tensor<KIND>
        %u = stablehlo.add %s, %s : tensor<KIND>
        stablehlo.return %u : tensor<KIND>""",
        """%c = stablehlo.compare LT, %x, %y : (tensor<KIND>, tensor<KIND>) -> tensor<i1>
        %q = "stablehlo.if"(%c) ({ stablehlo.return %x : tensor<KIND> }, {
          %s = stablehlo.subtract %y, %x : tensor<KIND>
          stablehlo.return %s : tensor<KIND> }) : (tensor<i1>) -> tensor<KIND>
        stablehlo.return %q : tensor<KIND>""",
    ],
)
def test_scatter_general_body_takes_updates_of_one_element_in_order(kind: str, body: str) -> None:
    program = scatter((6,), (30, 1), (30,), kind, ELEMENTS, body.replace("KIND", kind))
    indices = np.random.default_rng(0).integers(-2, 8, (30, 1))
    assert_as_oracle(program, sample(kind, (6,)), indices, sample(kind, (30,), 4))


def test_scatter_keeps_signed_zeros_of_minimum() -> None:
    program = scatter((2,), (3, 1), (3,), "f32", ELEMENTS, by("minimum", "f32"))
    updates = np.array([-0.0, 0.0, np.nan], np.float32)
    (given,) = evaluate(program, np.zeros(2, np.float32), np.array([[0], [0], [1]]), updates)
    assert np.signbit(given[0])
    assert np.isnan(given[1])


def test_scatter_sums_of_small_floats_round_in_every_step() -> None:
    program = scatter((1,), (512, 1), (512,), "bf16", ELEMENTS, by("add", "bf16"))
    ones = sample("bf16", (512,)) * 0 + 1
    assert_as_oracle(program, ones[:1] * 0, np.zeros((512, 1), np.int64), ones.astype(ones.dtype))


def test_scatter_of_nothing() -> None:
    program = scatter((3,), (0, 1), (0,), "i32", ELEMENTS, by("add", "i32"))
    assert_as_oracle(program, np.arange(3, dtype=np.int32), np.zeros((0, 1), np.int64), np.zeros(0, np.int32))


def test_scatter_unsigned_indices_beyond_the_signed_range_are_out_of_bounds() -> None:
    program = scatter((3,), (2, 1), (2,), "i32", ELEMENTS, by("add", "i32"), "ui64")
    indices = np.array([[(1 << 64) - 1], [1]], np.uint64)
    (given,) = evaluate(program, np.zeros(3, np.int32), indices, np.array([5, 7], np.int32))
    assert given.tolist() == [0, 7, 0]


def test_scatter_leaves_its_operand_alone_and_does_two_at_once() -> None:
    body = """%i = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %u = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
    %v = stablehlo.constant dense<[0.5, 1.5, 2.5]> : tensor<3xf32>
    %x = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
    %y = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
    %r:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%p: tensor<i32>, %q: tensor<f32>, %s: tensor<i32>, %t: tensor<f32>):
        %a = stablehlo.add %p, %s : tensor<i32>
        stablehlo.return %a, %t : tensor<i32>, tensor<f32>
      }) : (tensor<2xi32>, tensor<2xf32>, tensor<3x1xi64>, tensor<3xi32>, tensor<3xf32>)
        -> (tensor<2xi32>, tensor<2xf32>)"""
    types = ["tensor<2xi32>", "tensor<2xi32>", "tensor<2xf32>"]
    before, sums, last = evaluate(function(body, [], types, ("%x", "%r#0", "%r#1")))
    assert before.tolist() == [10, 20]
    assert sums.tolist() == [12, 24]
    assert last.tolist() == [1.5, 2.5]


@pytest.mark.parametrize(
    ("kind", "body", "expected"),
    [
        ("f32", replace("f32"), Exactness.EXACT),
        ("f32", by("add", "f32"), Exactness.ROUNDED),
        ("i32", by("add", "i32"), Exactness.EXACT),
    ],
)
def test_a_scatter_is_as_exact_as_its_body(kind: str, body: str, expected: Exactness) -> None:
    program = parse(scatter((3,), (2, 1), (2,), kind, ELEMENTS, body))
    (op,) = [op for op in program.walk() if isinstance(op, ScatterOp)]
    exactness = every_kernel()[ScatterOp].exactness
    assert callable(exactness)
    assert exactness(op) is expected


def test_scatter_of_nothing_by_a_general_body() -> None:
    body = "%s = stablehlo.subtract %x, %y : tensor<i32>\nstablehlo.return %s : tensor<i32>"
    program = scatter((3,), (2, 1), (2,), "i32", ELEMENTS, body)
    outside = np.array([[-1], [3]])
    assert_as_oracle(program, np.arange(3, dtype=np.int32), outside, np.ones(2, np.int32))


def test_a_loop_that_scatters_into_a_tensor() -> None:
    update = """%same = stablehlo.optimization_barrier %acc : tensor<5xi32>
      %0 = "stablehlo.scatter"(%acc, %at, %i) <{scatter_dimension_numbers = #stablehlo.scatter<
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
        ^bb0(%x: tensor<i32>, %y: tensor<i32>):
          %z = stablehlo.add %x, %y : tensor<i32>
          stablehlo.return %z : tensor<i32>
        }) : (tensor<5xi32>, tensor<1xi32>, tensor<i32>) -> tensor<5xi32>"""
    body = """%zero = stablehlo.constant dense<0> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %n = stablehlo.constant dense<9> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %acc = %a0) : tensor<i32>, tensor<5xi32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %two : tensor<i32>
      %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      UPDATE
      stablehlo.return %j, %new : tensor<i32>, tensor<5xi32>
    }"""
    start = np.arange(5, dtype=np.int32)
    for last in (
        "%new = stablehlo.add %0, %0 : tensor<5xi32>",
        "%new = stablehlo.add %0, %same : tensor<5xi32>",
    ):
        text = body.replace("UPDATE", f"{update}\n      {last}")
        types = ["tensor<5xi32>"]
        given = evaluate(function(text, types, [*types, *types], ("%r#1", "%a0")), start)
        # Once more with Python's lists.
        expected = list(range(5))
        for i in range(0, 9, 2):
            changed = [x + i if at == i else x for at, x in enumerate(expected)]
            expected = [x + y for x, y in zip(changed, changed if "%same" not in last else expected)]
        assert given[0].tolist() == expected
        assert given[1].tolist() == start.tolist() == list(range(5))
