"""scatter: where updates go, in which order, and which are skipped."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import assert_as_oracle, evaluate, function, parse, sample, tensor_type
from xdsl_stablehlo.dialects.stablehlo import ScatterOp
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, every_kernel


def scatter(
    shape: tuple[int, ...],
    indices: tuple[int, ...],
    updates: tuple[int, ...],
    kind: str,
    numbers: str,
    body: str,
    index_type: str = "i64",
) -> str:
    types = [tensor_type(shape, kind), tensor_type(indices, index_type), tensor_type(updates, kind)]
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
