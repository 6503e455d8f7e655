"""NaNs that are computed have one pattern, and those that are moved keep theirs."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import combining, evaluate, function, named
from xdsl_stablehlo.interpreter.execution.blocks import LARGE
from xdsl_stablehlo.interpreter.numerics.nans import one_nan

PROGRAMS = named(__file__)

QUIET = {
    "f8E5M2": 0x7E,
    "f8E4M3FN": 0x7F,
    "bf16": 0x7FC0,
    "f16": 0x7E00,
    "f32": 0x7FC00000,
    "f64": 0x7FF8 << 48,
}
"""The positive quiet NaN without a payload: exponent all ones, and of the fraction only the highest digit."""
KINDS = list(QUIET)


def tensor(kind: str, *sizes: int) -> str:
    return f"tensor<{''.join(f'{n}x' for n in sizes)}{kind}>"


def bits(values: Any) -> list[int]:
    return np.atleast_1d(values).view(f"u{values.dtype.itemsize}").tolist()


def other_nans(kind: str) -> Any:
    """A negative NaN, and one with a payload, if there are some."""
    width = dtype_named(kind).itemsize * 8
    sign, quiet = 1 << width - 1, QUIET[kind]
    payload = quiet if kind == "f8E4M3FN" else quiet | 1
    return np.array([quiet | sign, payload, payload | sign, quiet | sign], f"u{width // 8}").view(
        dtype_named(kind)
    )


@pytest.mark.parametrize("kind", ["f8E5M2", "f8E4M3FN", "f8E4M3", "f8E3M4", "bf16", "f16"])
def test_every_nan_of_few_bits_is_found_alone_and_among_all(kind: str) -> None:
    """NumPy says which numbers are NaN."""
    dtype = dtype_named(kind)
    quiet = {**QUIET, "f8E4M3": 0x7C, "f8E3M4": 0x78}[kind]
    every = np.arange(1 << dtype.itemsize * 8).astype(f"u{dtype.itemsize}")
    with np.errstate(invalid="ignore"):
        is_nan = np.isnan(every.view(dtype))
    assert bits(one_nan(every.view(dtype))) == np.where(is_nan, quiet, every).tolist()
    for one in every[is_nan]:
        assert bits(one_nan(np.array([0, one, 1], every.dtype).view(dtype))) == [0, quiet, 1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "op", ["add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "power"]
)
def test_of_operands_that_are_nan_comes_one(kind: str, op: str) -> None:
    t = tensor(kind, 4)
    (result,) = evaluate(
        function(f"%r0 = stablehlo.{op} %a0, %a1 : {t}", [t, t], [t]),
        other_nans(kind),
        other_nans(kind)[::-1],
    )
    assert bits(result) == [QUIET[kind]] * 4


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "op", ["sqrt", "rsqrt", "log", "floor", "round_nearest_even", "sine", "sign", "cbrt"]
)
def test_of_an_operand_that_is_nan_comes_one(kind: str, op: str) -> None:
    t = tensor(kind, 4)
    (result,) = evaluate(function(f"%r0 = stablehlo.{op} %a0 : {t}", [t], [t]), other_nans(kind))
    assert bits(result) == [QUIET[kind]] * 4


@pytest.mark.parametrize("kind", ["f8E5M2", "bf16", "f16", "f32", "f64"])
@pytest.mark.parametrize(
    ("op", "lhs", "rhs"),
    [
        ("subtract", "inf", "inf"),
        ("multiply", "0", "inf"),
        ("divide", "0", "0"),
        ("divide", "-0", "0"),
        ("remainder", "1", "0"),
    ],
)
def test_invalid_operations_give_one(kind: str, op: str, lhs: str, rhs: str) -> None:
    t, dtype = tensor(kind), dtype_named(kind)
    operands = [np.array(float(x)).astype(dtype) for x in (lhs, rhs)]
    (result,) = evaluate(function(f"%r0 = stablehlo.{op} %a0, %a1 : {t}", [t, t], [t]), *operands)
    assert bits(result) == [QUIET[kind]]


@pytest.mark.parametrize(("kind", "target"), [*permutations(KINDS, 2)])
def test_converted_nans_are_computed(kind: str, target: str) -> None:
    t, u = tensor(kind, 4), tensor(target, 4)
    program = function(f"%r0 = stablehlo.convert %a0 : ({t}) -> {u}", [t], [u])
    assert bits(evaluate(program, other_nans(kind))[0]) == [QUIET[target]] * 4


@pytest.mark.parametrize("kind", KINDS)
def test_moved_nans_keep_their_bits(kind: str) -> None:
    t, p, nans = tensor(kind, 4), "tensor<4xi1>", other_nans(kind)
    text = f"""%v0 = stablehlo.reverse %a0, dims = [0] : {t}
  %v1 = stablehlo.select %a1, %a0, %v0 : {p}, {t}
  %v2 = stablehlo.convert %v1 : {t}
  %v3 = stablehlo.negate %v2 : {t}
  %r0 = stablehlo.negate %v3 : {t}"""
    (result,) = evaluate(function(text, [t, p], [t]), nans, np.array([True, True, False, False]))
    assert bits(result) == bits(np.concatenate((nans[:2], nans[::-1][2:])))


@pytest.mark.parametrize("shape", [(), (3,), (LARGE + 5,)], ids=str)
def test_within_chains_too_where_bits_are_taken(shape: tuple[int, ...]) -> None:
    """Scalars, small arrays, and blocks."""
    t, u = tensor("f32", *shape), tensor("ui32", *shape)
    text = f"""%v0 = stablehlo.subtract %a0, %a0 : {t}
  %v1 = stablehlo.multiply %v0, %a0 : {t}
  %r0 = stablehlo.bitcast_convert %v1 : ({t}) -> {u}
  %v2 = stablehlo.negate %v1 : {t}
  %v3 = stablehlo.add %v2, %v0 : {t}
  %r1 = stablehlo.bitcast_convert %v3 : ({t}) -> {u}"""
    infinities = np.full(shape, np.inf, np.float32)
    for result in evaluate(function(text, [t], [u, u]), infinities):
        assert np.all(result == QUIET["f32"])
    # Of a NaN among many, the others stay.
    if shape:
        infinities[1:] = 1.0
        taken = evaluate(function(text, [t], [u, u]), infinities)[1]
        assert taken[0] == QUIET["f32"]
        assert not taken[1:].any()


def test_total_order_sees_one_nan() -> None:
    """x86 makes a negative NaN, the least of all numbers, and ARM a positive one, the greatest."""
    text = """%v0 = stablehlo.subtract %a0, %a0 : tensor<f32>
  %r0 = stablehlo.compare GT, %v0, %a0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>"""
    program = function(text, ["tensor<f32>"], ["tensor<i1>"])
    assert evaluate(program, np.float32(np.inf))[0]
    assert evaluate(program, np.float32(-np.inf))[0]


def test_loops_over_scalars_have_one_nan() -> None:
    text = PROGRAMS["loops over scalars have one nan"]
    program = function(text, ["tensor<f32>"], ["tensor<f32>"], returns=("%r#1",))
    assert bits(evaluate(program, np.float32(np.inf))[0]) == [QUIET["f32"] | 1 << 31]


@pytest.mark.parametrize("kind", ["f32", "f64", "bf16"])
@pytest.mark.parametrize("op", ["add", "multiply", "maximum", "minimum"])
@pytest.mark.parametrize("size", [3, 40, LARGE + 1])
def test_reductions_give_one(kind: str, op: str, size: int) -> None:
    t, s = tensor(kind, size), tensor(kind)
    body = f"""%v0 = stablehlo.abs %a0 : {t}
  %v1 = stablehlo.negate %v0 : {t}
  %r0 = "stablehlo.reduce"(%v1, %a1) {combining(op, kind)} {{dimensions = array<i64: 0>}} : ({t}, {s}) -> {s}"""
    values = np.ones(size, dtype_named(kind))
    values[-1] = np.nan
    (result,) = evaluate(function(body, [t, s], [s]), values, values[0])
    assert bits(result) == [QUIET[kind]]


def test_scatter_computes_what_it_reaches_and_moves_the_rest() -> None:
    t, i, u = "tensor<4xf32>", "tensor<2x1xi32>", "tensor<2xf32>"
    text = f"""%r0 = "stablehlo.scatter"(%a0, %a1, %a2) {combining("add", "f32")} {{
      scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}} : ({t}, {i}, {u}) -> {t}"""
    nans = other_nans("f32")
    (result,) = evaluate(
        function(text, [t, i, u], [t]), nans, np.array([[1], [2]], np.int32), np.ones(2, np.float32)
    )
    assert bits(result) == [bits(nans)[0], QUIET["f32"], QUIET["f32"], bits(nans)[3]]


def test_products_and_complex_parts_have_one() -> None:
    t = "tensor<2x2xf32>"
    dot = f"%r0 = stablehlo.dot_general %a0, %a0, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}"
    (result,) = evaluate(function(dot, [t], [t]), other_nans("f32").reshape(2, 2))
    assert bits(result) == [[QUIET["f32"]] * 2] * 2
    c = "tensor<2xcomplex<f32>>"
    values = np.array([complex(np.inf, 1), complex(1, -np.inf)], np.complex64)
    (result,) = evaluate(function(f"%r0 = stablehlo.subtract %a0, %a0 : {c}", [c], [c]), values)
    assert bits(result.view(np.float32)) == [QUIET["f32"], 0, 0, QUIET["f32"]]
