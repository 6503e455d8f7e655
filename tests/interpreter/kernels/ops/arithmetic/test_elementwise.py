"""Elementwise ops as programs: each op for each kind of element against C++; splats, scalars, what is undefined."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from tests.helpers.drawn.samples import wild
from tests.helpers.exact import assert_as_cpp_or_right
from tests.helpers.oracle import Array, dtype_named, oracle
from tests.helpers.programs import assert_as_oracle, evaluate, function, parse, type_of
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, every_kernel
from xdsl_stablehlo.interpreter.numerics import quiet

SIGNED, UNSIGNED = ("i4", "i8", "i32", "i64"), ("ui2", "ui8", "ui64")
FLOATS, COMPLEX = ("f8E4M3FN", "bf16", "f16", "f32", "f64"), ("complex<f32>", "complex<f64>")
INTEGERS = (*SIGNED, *UNSIGNED)

OPS: dict[str, tuple[int, Sequence[str]]] = {
    **dict.fromkeys(
        ("cbrt", "cosine", "exponential", "exponential_minus_one", "log"), (1, (*FLOATS, *COMPLEX))
    ),
    **dict.fromkeys(
        ("log_plus_one", "logistic", "rsqrt", "sine", "sqrt", "tan", "tanh"), (1, (*FLOATS, *COMPLEX))
    ),
    **dict.fromkeys(("ceil", "floor", "round_nearest_afz", "round_nearest_even"), (1, FLOATS)),
    **dict.fromkeys(("count_leading_zeros", "popcnt"), (1, INTEGERS)),
    "sign": (1, (*SIGNED, *FLOATS, *COMPLEX)),
    "negate": (1, (*INTEGERS, *FLOATS, *COMPLEX)),
    "not": (1, ("i1", *INTEGERS)),
    **dict.fromkeys(("add", "maximum", "minimum", "multiply"), (2, ("i1", *INTEGERS, *FLOATS, *COMPLEX))),
    "subtract": (2, (*INTEGERS, *FLOATS, *COMPLEX)),
    "divide": (2, (*INTEGERS, *FLOATS, *COMPLEX)),
    "power": (2, (*INTEGERS, *FLOATS, *COMPLEX)),
    "remainder": (2, (*INTEGERS, *FLOATS)),
    "atan2": (2, (*FLOATS, *COMPLEX)),
    **dict.fromkeys(("and", "or", "xor"), (2, ("i1", *INTEGERS))),
    **dict.fromkeys(("shift_left", "shift_right_arithmetic", "shift_right_logical"), (2, INTEGERS)),
}
"""Each op that keeps the type, with its number of operands and the element types to try."""


@pytest.mark.parametrize(("op", "kind"), [(op, kind) for op, (_, kinds) in OPS.items() for kind in kinds])
def test_op(op: str, kind: str) -> None:
    arity, _ = OPS[op]
    arguments = [wild(kind, 60, seed).reshape(3, 20) for seed in range(arity)]
    if op in ("divide", "remainder") and kind in INTEGERS:
        arguments[1] = divisors(arguments[1])
    tensor = type_of(arguments[0], kind)
    names = ", ".join(f"%a{i}" for i in range(arity))
    program = function(f"%r0 = stablehlo.{op} {names} : {tensor}", [tensor] * arity, [tensor])
    with quiet():
        assert_as_cpp_or_right(
            op, evaluate(program, *arguments)[0], oracle(program, *arguments)[0], *arguments
        )


def divisors(array: Array) -> Array:
    """Without 0 and -1, which stop the C++ interpreter."""
    one, minus = np.ones((), array.dtype), np.array(-1).astype(array.dtype)
    array = np.where(array == np.zeros((), array.dtype), one, array)
    return array if minus > one else np.where(array == minus, one, array)


@pytest.mark.parametrize("kind", [*SIGNED, *FLOATS])
def test_abs(kind: str) -> None:
    operand = wild(kind, 40)
    tensor = type_of(operand, kind)
    assert_as_oracle(function(f"%r0 = stablehlo.abs %a0 : {tensor}", [tensor], [tensor]), operand)


def test_parts_of_complex_numbers() -> None:
    body = """%r0 = stablehlo.abs %a0 : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %r1 = stablehlo.real %a0 : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %r2 = stablehlo.imag %a0 : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %r3 = stablehlo.complex %r2, %r1 : tensor<9xcomplex<f32>>
  %r4 = stablehlo.real %r1 : tensor<9xf32>
  %r5 = stablehlo.imag %r1 : tensor<9xf32>"""
    real, pair = "tensor<9xf32>", "tensor<9xcomplex<f32>>"
    assert_as_oracle(function(body, [pair], [real, real, real, pair, real, real]), wild("complex<f32>", 9))


@pytest.mark.parametrize("direction", ["EQ", "NE", "GE", "GT", "LE", "LT"])
@pytest.mark.parametrize(
    ("kind", "compare"),
    [("f32", "FLOAT"), ("bf16", "FLOAT"), ("i8", "SIGNED"), ("ui8", "UNSIGNED"), ("i1", "UNSIGNED")],
)
def test_compare(kind: str, compare: str, direction: str) -> None:
    lhs, rhs = wild(kind, 80, 1), wild(kind, 80, 2)
    tensor, result = type_of(lhs, kind), "tensor<80xi1>"
    body = f"%r0 = stablehlo.compare {direction}, %a0, %a1, {compare} : ({tensor}, {tensor}) -> {result}"
    assert_as_oracle(function(body, [tensor, tensor], [result]), lhs, rhs)


def test_compare_totalorder() -> None:
    """The oracle takes it for FLOAT."""
    tensor = "tensor<3xf32>"
    body = f"%r0 = stablehlo.compare LT, %a0, %a1, TOTALORDER : ({tensor}, {tensor}) -> tensor<3xi1>"
    program = function(body, [tensor, tensor], ["tensor<3xi1>"])
    lhs, rhs = np.array([-0.0, 1, -np.nan], "f4"), np.array([0.0, np.nan, -np.inf], "f4")
    assert evaluate(program, lhs, rhs)[0].tolist() == [True, True, True]


@pytest.mark.parametrize("kind", ["f32", "i8", "ui8", "bf16", "complex<f32>"])
@pytest.mark.parametrize("scalar", [True, False])
def test_clamp(kind: str, scalar: bool) -> None:
    shape = () if scalar else (30,)
    low, operand, high = (wild(kind, 30, seed) for seed in (1, 2, 3))
    low, high = np.resize(low, shape), np.resize(high, shape)
    limit, tensor = type_of(low, kind), type_of(operand, kind)
    body = f"%r0 = stablehlo.clamp %a0, %a1, %a2 : ({limit}, {tensor}, {limit}) -> {tensor}"
    assert_as_oracle(function(body, [limit, tensor, limit], [tensor]), low, operand, high)


@pytest.mark.parametrize(
    ("shape", "source", "result_shape", "target"),
    [
        ((4,), "f32", (4,), "i32"),
        ((4,), "f64", (4, 8), "ui8"),
        ((3, 4), "i16", (3,), "i64"),
        ((2,), "complex<f64>", (2, 2), "complex<f32>"),
        ((4,), "i8", (4, 2), "i4"),
        ((4, 4), "i2", (4,), "ui8"),
        ((3, 2), "ui2", (3,), "i4"),
        ((2,), "bf16", (2, 16), "i1"),
        ((2, 8), "i1", (2,), "f8E5M2"),
        ((5,), "f8E4M3FN", (5,), "i8"),
        ((2,), "f32", (2, 2), "bf16"),
    ],
)
def test_bitcast_convert(
    shape: tuple[int, ...], source: str, result_shape: tuple[int, ...], target: str
) -> None:
    operand = wild(source, int(np.prod(shape))).reshape(shape)
    tensor, result = type_of(operand, source), type_of(np.empty(result_shape), target)
    body = f"%r0 = stablehlo.bitcast_convert %a0 : ({tensor}) -> {result}"
    assert_as_oracle(function(body, [tensor], [result]), operand)


def test_convert_reduce_precision_and_is_finite() -> None:
    body = """%r0 = stablehlo.convert %a0 : (tensor<60xf32>) -> tensor<60xui8>
  %r1 = stablehlo.reduce_precision %a0, format = e5m2 : tensor<60xf32>
  %r2 = stablehlo.is_finite %a0 : (tensor<60xf32>) -> tensor<60xi1>"""
    results = ["tensor<60xui8>", "tensor<60xf32>", "tensor<60xi1>"]
    assert_as_oracle(function(body, ["tensor<60xf32>"], results), wild("f32", 60))


@pytest.mark.parametrize("op", ["add", "divide", "power", "maximum", "remainder"])
@pytest.mark.parametrize("kind", ["f32", "i32", "f64", "complex<f32>", "i4"])
def test_scalars(op: str, kind: str) -> None:
    if op == "remainder" and kind.startswith("complex"):
        return
    tensor = f"tensor<{kind}>"
    program = function(f"%r0 = stablehlo.{op} %a0, %a1 : {tensor}", [tensor, tensor], [tensor])
    assert_as_oracle(program, np.array(3).astype(dtype_named(kind)), np.array(2).astype(dtype_named(kind)))


class TestSplats:
    """What does not vary along a dimension is computed once along it."""

    def test_in_a_program(self) -> None:
        body = """%c = stablehlo.constant dense<2.0> : tensor<1024x1024xf32>
  %0 = stablehlo.exponential %c : tensor<1024x1024xf32>
  %r0 = stablehlo.add %0, %c : tensor<1024x1024xf32>"""
        (result,) = evaluate(function(body, [], ["tensor<1024x1024xf32>"]))
        assert result.strides == (0, 0)
        assert float(result[5, 5]) == np.float32(np.float32(np.exp(2.0)) + np.float32(2))


def first_op(text: str) -> Operation:
    module: ModuleOp = parse(text)
    return next(op for op in module.walk() if op.name.startswith("stablehlo."))


@pytest.mark.parametrize(
    ("op", "kind", "exactness"),
    [
        ("power", "f32", Exactness.ROUNDED),
        ("power", "i32", Exactness.EXACT),
        ("sqrt", "f32", Exactness.EXACT),
        ("sqrt", "complex<f32>", Exactness.ROUNDED),
        ("divide", "f32", Exactness.EXACT),
        ("divide", "complex<f32>", Exactness.ROUNDED),
        ("tanh", "f32", Exactness.ROUNDED),
        ("add", "f32", Exactness.EXACT),
    ],
)
def test_exactness(op: str, kind: str, exactness: Exactness) -> None:
    tensor = f"tensor<1x{kind}>"
    arity = OPS[op][0]
    names = ", ".join(f"%a{i}" for i in range(arity))
    operation = first_op(function(f"%r0 = stablehlo.{op} {names} : {tensor}", [tensor] * arity, [tensor]))
    known = every_kernel()[type(operation)].exactness
    assert (known if isinstance(known, Exactness) else known(operation)) == exactness
