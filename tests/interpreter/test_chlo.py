"""CHLO ops as programs: special functions for each float type, broadcasting, top_k, scan, ragged_dot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import mpmath
import numpy as np
import pytest
from xdsl.dialects.builtin import ComplexType, FloatData, StringAttr, f32
from xdsl.dialects.complex import ComplexNumberAttr
from xdsl.utils.exceptions import VerifyException

from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import evaluate, function, type_of, ulp_distance
from tests.helpers.samples import wild
from xdsl_stablehlo.interpreter.kernels.chlo.constant import splat_value

mp = cast(Any, mpmath)
RNG = np.random.default_rng(1)


def unary(op: str, operand: Array, kind: str, result: str | None = None) -> Array:
    source = type_of(operand, kind)
    target = type_of(operand, result or kind)
    program = function(f"%r0 = chlo.{op} %a0 : {source} -> {target}", [source], [target])
    return evaluate(program, operand)[0]


def binary(op: str, lhs: Array, rhs: Array, kind: str) -> Array:
    tensor = type_of(lhs, kind)
    program = function(
        f"%r0 = chlo.{op} %a0, %a1 : {tensor}, {tensor} -> {tensor}", [tensor, tensor], [tensor]
    )
    return evaluate(program, lhs, rhs)[0]


def nearest(exact: Callable[..., Any], kind: str, *arguments: Array) -> Array:
    """The exact values, rounded to float64 and to the type."""
    numbers = zip(*[a.astype(np.float64).tolist() for a in arguments], strict=True)
    with mp.workdps(60), np.errstate(all="ignore"):
        return np.array([float(exact(*map(mp.mpf, row))) for row in numbers]).astype(dtype_named(kind))


def scaled_i1(x: Any) -> Any:
    return mp.exp(-abs(x)) * mp.besseli(1, x)


def log_gamma(x: Any) -> Any:
    return mp.log(abs(mp.gamma(x)))


def square(x: Any) -> Any:
    return x * x


def polygamma(n: Any, x: Any) -> Any:
    return mp.polygamma(int(n), x)


FUNCTIONS: dict[str, tuple[Callable[..., Any], float, float]] = {
    "acos": (mp.acos, -1, 1),
    "acosh": (mp.acosh, 1, 50),
    "asin": (mp.asin, -1, 1),
    "asinh": (mp.asinh, -50, 50),
    "atan": (mp.atan, -50, 50),
    "atanh": (mp.atanh, -1, 1),
    "bessel_i1e": (scaled_i1, -30, 30),
    "cosh": (mp.cosh, -8, 8),
    "digamma": (mp.digamma, -5, 20),
    "erf": (mp.erf, -4, 4),
    "erf_inv": (mp.erfinv, -1, 1),
    "erfc": (mp.erfc, -4, 8),
    "lgamma": (log_gamma, -5, 30),
    "sinh": (mp.sinh, -8, 8),
    "square": (square, -8, 8),
    "tan": (mp.tan, -20, 20),
}


@pytest.mark.parametrize("op", FUNCTIONS)
@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E4M3FN"])
def test_functions(kind: str, op: str) -> None:
    exact, low, high = FUNCTIONS[op]
    operand = RNG.uniform(low, high, 100).astype(dtype_named(kind))
    numbers = operand.astype(np.float64)
    if op in ("lgamma", "digamma"):
        operand = operand[(numbers > 0) | (numbers != np.rint(numbers))]
    elif op in ("atanh", "erf_inv"):
        operand = operand[np.abs(numbers) < 1]
    result = unary(op, operand, kind)
    assert result.dtype == operand.dtype
    assert ulp_distance(result, nearest(exact, kind, operand)).max() <= (4 if kind == "f64" else 0)


@pytest.mark.parametrize(
    "op", ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "square", "tan"]
)
@pytest.mark.parametrize("kind", ["complex<f64>", "complex<f32>"])
def test_complex_functions(kind: str, op: str) -> None:
    exact, _, _ = FUNCTIONS[op]
    sizes = 10.0 ** RNG.uniform(-6, 1, (4, 100)) * RNG.choice([-1, 1], (4, 100))
    operand = (sizes[0] + 1j * sizes[1]).astype(dtype_named(kind))
    with mp.workdps(60):
        values = [exact(mp.mpc(z)) for z in operand.tolist()]
        expected = np.array([complex(v) for v in values]).astype(operand.dtype)
    assert ulp_distance(unary(op, operand, kind), expected).max() <= 4


def test_two_arguments() -> None:
    n, x = np.array([0, 1, 2, 3], "f4"), np.array([0.5, 1.5, 2.5, 3.5], "f4")
    expected = nearest(polygamma, "f32", n, x)
    np.testing.assert_array_equal(binary("polygamma", n, x, "f32"), expected)
    np.testing.assert_array_equal(binary("zeta", n + 2, x, "f32"), nearest(mp.zeta, "f32", n + 2, x))
    assert binary("zeta", np.array([2.0]), np.array([1.0]), "f64")[0] == np.pi**2 / 6


@pytest.mark.parametrize("kind", ["f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3FNUZ"])
def test_next_after_is_the_next_encoding(kind: str) -> None:
    dtype = dtype_named(kind)
    lhs = np.array([1.0, 1.0, -1.0, -1.0, 0.0, 0.0, 1.0, np.nan]).astype(dtype)
    rhs = np.array([2.0, 0.0, -2.0, 0.0, 1.0, -1.0, 1.0, 1.0]).astype(dtype)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    result = binary("next_after", lhs, rhs, kind)
    steps = result.view(unsigned).astype(np.int64) - lhs.view(unsigned).astype(np.int64)
    assert steps[:5].tolist() == [1, -1, 1, -1, 1]
    assert result.view(unsigned)[5] == (1 << (8 * dtype.itemsize - 1)) + 1
    assert steps[6] == 0
    assert np.isnan(result[7])


@pytest.mark.parametrize("kind", ["i4", "ui4", "i8", "ui8", "i32", "ui64", "i64"])
def test_mulhi(kind: str) -> None:
    width = int(kind.lstrip("ui"))
    lhs, rhs = wild(kind, 300, 1), wild(kind, 300, 2)
    expected = [(int(a) * int(b)) >> width for a, b in zip(lhs, rhs, strict=True)]
    assert [int(value) for value in binary("mulhi", lhs, rhs, kind)] == expected


def test_questions() -> None:
    operand = np.array([1, np.inf, -np.inf, np.nan], "f4")
    assert unary("is_inf", operand, "f32", "i1").tolist() == [False, True, True, False]
    assert unary("is_pos_inf", operand, "f32", "i1").tolist() == [False, True, False, False]
    assert unary("is_neg_inf", operand, "f32", "i1").tolist() == [False, False, True, False]
    without = np.array([448.0, np.nan]).astype(dtype_named("f8E4M3FN"))
    assert unary("is_inf", without, "f8E4M3FN", "i1").tolist() == [False, False]


def test_conj_and_square_of_complex_numbers() -> None:
    operand = np.array([1 + 2j, complex(3, -0.0), 1e200 + 1e200j])
    np.testing.assert_array_equal(unary("conj", operand, "complex<f64>"), np.conjugate(operand))
    assert unary("square", operand, "complex<f64>").tolist() == [-3 + 4j, 9 - 0j, complex(0, np.inf)]
    assert unary("conj", np.array([1.5]), "f64").tolist() == [1.5]


def test_asin_acos_kernel() -> None:
    """Its definition: asin(z) = atan2(Re z, Re w) + i sign(Im z) Im w."""
    z = np.array([0.5 + 0.25j, -2 + 1j, 3 - 0.5j, 0.1 - 4j])
    w = unary("_asin_acos_kernel", z, "complex<f64>")
    asin = np.arctan2(np.real(z), np.real(w)) + 1j * np.sign(np.imag(z)) * np.imag(w)
    np.testing.assert_allclose(asin, np.arcsin(z), rtol=1e-14)


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("3.2 : f32", "f32", np.float32(3.2)),
        ("0.1 : f64", "f64", 0.1),
        ("-1 : i8", "i8", -1),
        ("200 : ui8", "ui8", 200),
        ("true", "i1", True),
    ],
)
def test_constant_like(value: str, kind: str, expected: Any) -> None:
    source, target = "tensor<2x3xf32>", f"tensor<2x3x{kind}>"
    body = f'%r0 = "chlo.constant_like"(%a0) {{value = {value}}} : ({source}) -> {target}'
    (result,) = evaluate(function(body, [source], [target]), np.zeros((2, 3), "f4"))
    assert result.dtype == dtype_named(kind)
    assert result.tolist() == np.full((2, 3), expected).tolist()


def test_constant_like_complex_numbers_and_others() -> None:
    number = ComplexNumberAttr(FloatData(1.0), FloatData(-2.0), ComplexType(f32))
    assert splat_value(number).tolist() == 1 - 2j
    with pytest.raises(ValueError, match="holds no dense elements"):
        splat_value(StringAttr("1"))


def test_constant() -> None:
    body = "%r0 = chlo.constant dense<[1, 2, 3]> : tensor<3xi32>"
    assert evaluate(function(body, [], ["tensor<3xi32>"]))[0].tolist() == [1, 2, 3]


def broadcast(
    op: str, lhs: Array, rhs: Array, kinds: tuple[str, str], shape: Sequence[int], extra: str = ""
) -> Array:
    types = type_of(lhs, kinds[0]), type_of(rhs, kinds[0])
    result = "tensor<" + "".join(f"{n}x" for n in shape) + kinds[1] + ">"
    body = f"%r0 = chlo.{op} %a0, %a1 {extra} : ({types[0]}, {types[1]}) -> {result}"
    return evaluate(function(body, types, [result]), lhs, rhs)[0]


FLOAT_BROADCASTS: dict[str, Callable[[Array, Array], Array]] = {
    "broadcast_add": np.add,
    "broadcast_atan2": np.arctan2,
    "broadcast_divide": np.divide,
    "broadcast_maximum": np.maximum,
    "broadcast_minimum": np.minimum,
    "broadcast_multiply": np.multiply,
    "broadcast_next_after": np.nextafter,
    "broadcast_power": np.power,
    "broadcast_remainder": np.fmod,
    "broadcast_subtract": np.subtract,
}
INTEGER_BROADCASTS: dict[str, Callable[[Array, Array], Array]] = {
    "broadcast_and": np.bitwise_and,
    "broadcast_or": np.bitwise_or,
    "broadcast_xor": np.bitwise_xor,
    "broadcast_shift_left": np.left_shift,
    "broadcast_shift_right_arithmetic": np.right_shift,
    "broadcast_shift_right_logical": lambda a, b: (a.view("u4") >> b.view("u4")).view("i4"),
}


@pytest.mark.parametrize("op", FLOAT_BROADCASTS)
def test_broadcasting_floats(op: str) -> None:
    """Small numbers, for which NumPy and libm agree in float64."""
    lhs, rhs = np.array([[1.0, 2.0, 4.0], [0.5, 8.0, 1.0]]), np.array([2.0, 1.0, 3.0])
    expected = FLOAT_BROADCASTS[op](lhs, rhs)
    np.testing.assert_allclose(broadcast(op, lhs, rhs, ("f64", "f64"), (2, 3)), expected, rtol=1e-15)
    column = rhs[:2]
    placed = broadcast(op, column, lhs, ("f64", "f64"), (2, 3), "{broadcast_dimensions = array<i64: 0>}")
    np.testing.assert_allclose(placed, FLOAT_BROADCASTS[op](column[:, None], lhs), rtol=1e-15)


@pytest.mark.parametrize("op", INTEGER_BROADCASTS)
def test_broadcasting_integers(op: str) -> None:
    lhs, rhs = np.array([[1, -2], [7, 8]], "i4"), np.array([3], "i4")
    result = broadcast(op, lhs, rhs, ("i32", "i32"), (2, 2))
    np.testing.assert_array_equal(result, INTEGER_BROADCASTS[op](lhs, np.broadcast_to(rhs, (2, 2)).copy()))


def test_broadcasting_functions() -> None:
    x, q = np.array([[2.0], [4.0]]), np.array([1.0, 2.0])
    zeta = broadcast("broadcast_zeta", x, q, ("f64", "f64"), (2, 2))
    np.testing.assert_allclose(zeta, [[np.pi**2 / 6, np.pi**2 / 6 - 1], [np.pi**4 / 90, np.pi**4 / 90 - 1]])
    polygamma = broadcast("broadcast_polygamma", np.array([1.0]), q, ("f64", "f64"), (2,))
    np.testing.assert_allclose(polygamma, [np.pi**2 / 6, np.pi**2 / 6 - 1])
    pairs = broadcast("broadcast_complex", x, q, ("f64", "complex<f64>"), (2, 2))
    assert pairs.tolist() == [[2 + 1j, 2 + 2j], [4 + 1j, 4 + 2j]]


def test_broadcast_compare_and_select() -> None:
    lhs, rhs = np.array([[1.0, -0.0], [3.0, 0.0]], "f4"), np.array([2.0, 0.0], "f4")
    attributes = "{comparison_direction = #chlo<comparison_direction LT>}"
    result = broadcast("broadcast_compare", lhs, rhs, ("f32", "i1"), (2, 2), attributes)
    assert result.tolist() == [[True, False], [False, False]]
    attributes = attributes[:-1] + ", compare_type = #chlo<comparison_type TOTALORDER>}"
    result = broadcast("broadcast_compare", lhs, rhs, ("f32", "i1"), (2, 2), attributes)
    assert result.tolist() == [[True, True], [False, False]]
    types = ["tensor<i1>", "tensor<2x1xi32>", "tensor<3xi32>"]
    body = f"%r0 = chlo.broadcast_select %a0, %a1, %a2 : ({', '.join(types)}) -> tensor<2x3xi32>"
    program = function(body, types, ["tensor<2x3xi32>"])
    column, row = np.array([[1], [2]], "i4"), np.array([7, 8, 9], "i4")
    assert evaluate(program, np.array(True), column, row)[0].tolist() == [[1, 1, 1], [2, 2, 2]]
    assert evaluate(program, np.array(False), column, row)[0].tolist() == [[7, 8, 9], [7, 8, 9]]


@pytest.mark.parametrize(
    ("kind", "rows", "values", "indices"),
    [
        (
            "f32",
            [[1, np.nan, 3, 3], [-0.0, 0.0, -np.inf, -1]],
            [[np.nan, 3, 3], [0.0, -0.0, -1]],
            [[1, 2, 3], [1, 0, 3]],
        ),
        ("i8", [[-128, 127, 5, 127]], [[127, 127, 5]], [[1, 3, 2]]),
        ("ui8", [[255, 0, 128, 1]], [[255, 128, 1]], [[0, 2, 3]]),
        ("i1", [[False, True, False, True]], [[True, True, False]], [[1, 3, 0]]),
        ("i4", [[-8, 7, 0, -1]], [[7, 0, -1]], [[1, 2, 3]]),
        ("bf16", [[2.0, -1.0, 4.0, 4.0]], [[4.0, 4.0, 2.0]], [[2, 3, 0]]),
    ],
)
def test_top_k(kind: str, rows: list[Any], values: list[Any], indices: list[Any]) -> None:
    operand = np.array(rows).astype(dtype_named(kind))
    size = len(rows)
    types = type_of(operand, kind), f"tensor<{size}x3x{kind}>", f"tensor<{size}x3xi32>"
    body = f"%r:2 = chlo.top_k(%a0, k = 3) : {types[0]} -> ({types[1]}, {types[2]})"
    program = function(body, types[:1], types[1:], ["%r#0", "%r#1"])
    largest, where = evaluate(program, operand)
    expected = np.array(values).astype(dtype_named(kind))
    assert ulp_distance(largest, expected).max() == 0
    np.testing.assert_array_equal(where, indices)


def scan(reverse: bool, inputs: bool = True) -> str:
    extra = " attributes {is_reverse = true}" if reverse else ""
    return function(
        f"""%r:2 = chlo.scan (%a0) inits (%a1) dimension=1{extra} {{
    ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
      %s = stablehlo.add %x, %y : tensor<2xf32>
      stablehlo.return %s, %s : tensor<2xf32>, tensor<2xf32>
  }} : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)""",
        ["tensor<2x4xf32>", "tensor<2xf32>"],
        ["tensor<2x4xf32>", "tensor<2xf32>"],
        ["%r#0", "%r#1"],
    )


def test_scan() -> None:
    inputs, start = np.arange(8, dtype="f4").reshape(2, 4), np.array([100, 200], "f4")
    outputs, carry = evaluate(scan(False), inputs, start)
    np.testing.assert_array_equal(outputs, np.cumsum(inputs, 1) + start[:, None])
    np.testing.assert_array_equal(carry, outputs[:, -1])
    outputs, carry = evaluate(scan(True), inputs, start)
    np.testing.assert_array_equal(outputs, np.cumsum(inputs[:, ::-1], 1)[:, ::-1] + start[:, None])
    np.testing.assert_array_equal(carry, outputs[:, 0])


def test_scan_without_inputs() -> None:
    body = """%r:2 = chlo.scan () inits (%a0) dimension=0 attributes {scan_dim_size = 3 : i64} {
    ^bb0(%y: tensor<i32>):
      %s = stablehlo.add %y, %y : tensor<i32>
      stablehlo.return %y, %s : tensor<i32>, tensor<i32>
  } : (tensor<i32>) -> (tensor<3xi32>, tensor<i32>)"""
    program = function(body, ["tensor<i32>"], ["tensor<3xi32>", "tensor<i32>"], ["%r#0", "%r#1"])
    outputs, carry = evaluate(program, np.array(1, "i4"))
    assert (outputs.tolist(), int(carry)) == ([1, 2, 4], 8)


class TestRaggedDot:
    """Against sums over masked groups, by `np.einsum`."""

    def run(
        self, lhs: Array, rhs: Array, sizes: Array, shape: Sequence[int], numbers: dict[str, list[int]]
    ) -> Array:
        types = type_of(lhs, "f64"), type_of(rhs, "f64"), type_of(sizes, "i32")
        result = "tensor<" + "".join(f"{n}x" for n in shape) + "f64>"
        names = (
            "lhs_batching",
            "rhs_batching",
            "lhs_contracting",
            "rhs_contracting",
            "lhs_ragged",
            "rhs_group",
        )
        text = ", ".join(f"{name}_dimensions = {numbers.get(name, [])}" for name in names)
        body = (
            f'%r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{{ragged_dot_dimension_numbers = #chlo.ragged_dot<{text}>}}> '
            f": ({', '.join(types)}) -> {result}"
        )
        return evaluate(function(body, types, [result]), lhs, rhs, sizes)[0]

    def groups(self, sizes: Array, length: int) -> Array:
        """[.., g, length]: which places belong to which group."""
        ends = np.cumsum(sizes, -1)[..., None]
        place = np.arange(length)
        return ((place >= ends - sizes[..., None]) & (place < ends)).astype(np.float64)

    def test_rows(self) -> None:
        lhs, rhs, sizes = (
            RNG.standard_normal((9, 4)),
            RNG.standard_normal((3, 4, 2)),
            np.array([2, 0, 5], "i4"),
        )
        numbers = {"lhs_contracting": [1], "rhs_contracting": [1], "lhs_ragged": [0], "rhs_group": [0]}
        result = self.run(lhs, rhs, sizes, (9, 2), numbers)
        np.testing.assert_allclose(result, np.einsum("gm,mk,gkn->mn", self.groups(sizes, 9), lhs, rhs))
        assert not result[7:].any()

    def test_rows_infinite_elsewhere(self) -> None:
        """Other groups' parts of rhs do not matter, whatever is in them."""
        lhs, rhs, sizes = np.ones((4, 1)), np.array([[[np.inf]], [[2.0]]]), np.array([1, 3], "i4")
        numbers = {"lhs_contracting": [1], "rhs_contracting": [1], "lhs_ragged": [0], "rhs_group": [0]}
        assert self.run(lhs, rhs, sizes, (4, 1), numbers).ravel().tolist() == [np.inf, 2, 2, 2]

    @pytest.mark.parametrize("own", [False, True])
    def test_rows_of_batches(self, own: bool) -> None:
        lhs, rhs = RNG.standard_normal((2, 9, 4)), RNG.standard_normal((3, 2, 4, 5))
        sizes = np.array([[2, 3, 4], [5, 0, 1]] if own else [2, 3, 4], "i4")
        numbers = {"lhs_batching": [0], "rhs_batching": [1], "lhs_contracting": [2], "rhs_contracting": [2]}
        result = self.run(lhs, rhs, sizes, (2, 9, 5), {**numbers, "lhs_ragged": [1], "rhs_group": [0]})
        groups = np.broadcast_to(self.groups(sizes, 9), (2, 3, 9))
        np.testing.assert_allclose(result, np.einsum("bgm,bmk,gbkn->bmn", groups, lhs, rhs))

    @pytest.mark.parametrize("own", [False, True])
    def test_contracted(self, own: bool) -> None:
        lhs, rhs = RNG.standard_normal((2, 4, 9)), RNG.standard_normal((2, 9, 5))
        sizes = np.array([[2, 3, 4], [5, 0, 1]] if own else [2, 3, 4], "i4")
        numbers = {"lhs_batching": [0], "rhs_batching": [0], "lhs_contracting": [2], "rhs_contracting": [1]}
        result = self.run(lhs, rhs, sizes, (3, 2, 4, 5), {**numbers, "lhs_ragged": [2]})
        groups = np.broadcast_to(self.groups(sizes, 9), (2, 3, 9))
        np.testing.assert_allclose(result, np.einsum("bgk,bmk,bkn->gbmn", groups, lhs, rhs), atol=1e-14)

    def test_two_contracted(self) -> None:
        lhs, rhs = RNG.standard_normal((4, 3, 9)), RNG.standard_normal((3, 9, 5))
        sizes = np.array([[2, 3], [5, 0], [1, 8]], "i4")
        numbers = {"lhs_contracting": [1, 2], "rhs_contracting": [0, 1], "lhs_ragged": [2]}
        result = self.run(lhs, rhs, sizes, (2, 4, 5), numbers)
        np.testing.assert_allclose(
            result, np.einsum("jgk,mjk,jkn->gmn", self.groups(sizes, 9), lhs, rhs), atol=1e-14
        )

    def test_batches(self) -> None:
        lhs, rhs = RNG.standard_normal((5, 2, 3)), RNG.standard_normal((5, 3, 4))
        numbers = {"lhs_batching": [0], "rhs_batching": [0], "lhs_contracting": [2], "rhs_contracting": [1]}
        result = self.run(lhs, rhs, np.array([2, 3], "i4"), (5, 2, 4), {**numbers, "lhs_ragged": [0]})
        np.testing.assert_allclose(result, lhs @ rhs)


def test_functions_of_real_numbers_are_not_defined_for_integers() -> None:
    """The verifier refuses them before any kernel would have to."""
    with pytest.raises(VerifyException, match="operand #0 must be tensor of 4/6/8/16/32/64-bit float values"):
        unary("erf", np.array([1], "i4"), "i32")
