"""Arguments that are computed backwards meet what a program compares with, and what a type does not hold."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import evaluate, function, parse
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.workbench.validation.aiming import Aim, Aims
from xdsl_stablehlo.workbench.validation.api import Pair, relate
from xdsl_stablehlo.workbench.validation.verdicts import ValidationOptions

F32, I32, I64, BOOL = "tensor<f32>", "tensor<i32>", "tensor<i64>", "tensor<i1>"


def aims_of(text: str, *arguments: np.ndarray) -> list[Aim]:
    """What is computed from a run of `main`."""
    func = next(op for op in parse(text).ops if isinstance(op, FuncOp))
    relation, _ = relate(Pair(func, func), ValidationOptions())
    return Aims(relation.before).around([Tensor.of(x) for x in arguments])


def constant(name: str, value: object, kind: str) -> str:
    return f"%{name} = stablehlo.constant dense<{value}> : {kind}\n"


def compared(body: str, kind: str, to: str, of: str) -> str:
    """`%m` of a body is compared with a constant."""
    given = of.replace("f32", "i1").replace("i32", "i1")
    text = f"""{body} {constant("d", to, of)}
    %r0 = stablehlo.compare EQ, %m, %d : ({of}, {of}) -> {given}"""
    return function(text, [kind], [given])


def binary(op: str, operands: str, value: object, kind: str) -> str:
    return f"{constant('c', value, kind)} %m = stablehlo.{op} {operands} : {kind}"


def unary(op: str, kind: str) -> str:
    return f"%m = stablehlo.{op} %a0 : {kind}"


MET = {
    "add": (binary("add", "%a0, %c", 7.5, F32), F32, "123.456", F32),
    "subtract": (binary("subtract", "%a0, %c", 7.5, F32), F32, "123.125", F32),
    "subtract from": (binary("subtract", "%c, %a0", 7, I32), I32, "123456", I32),
    "multiply": (binary("multiply", "%a0, %c", 3.0, F32), F32, "0.7", F32),
    "multiply modulo": (binary("multiply", "%c, %a0", 2654435, I32), I32, "123456", I32),
    "multiply by an even": (binary("multiply", "%c, %a0", 6, I32), I32, "123456", I32),
    "square": ("%m = stablehlo.multiply %a0, %a0 : tensor<f32>", F32, "30.25", F32),
    "double": ("%m = stablehlo.add %a0, %a0 : tensor<i32>", I32, "123456", I32),
    "divide": (binary("divide", "%a0, %c", 3, I32), I32, "123456", I32),
    "remainder": (binary("remainder", "%a0, %c", 123457, I32), I32, "123456", I32),
    "xor": (binary("xor", "%a0, %c", 987654, I32), I32, "123456", I32),
    "and": (binary("and", "%a0, %c", -1, I32), I32, "123456", I32),
    "or": (binary("or", "%a0, %c", 0, I32), I32, "123456", I32),
    "shift left": (binary("shift_left", "%a0, %c", 5, I32), I32, "123456", I32),
    "shift right": (binary("shift_right_logical", "%a0, %c", 5, I32), I32, "123456", I32),
    "shift right with sign": (binary("shift_right_arithmetic", "%a0, %c", 5, I32), I32, "123456", I32),
    "minimum": (binary("minimum", "%a0, %c", 200000, I32), I32, "123456", I32),
    "maximum of itself": ("%m = stablehlo.maximum %a0, %a0 : tensor<f32>", F32, "123.456", F32),
    "minimum of itself": ("%m = stablehlo.minimum %a0, %a0 : tensor<f32>", F32, "123.456", F32),
    "and of itself": ("%m = stablehlo.and %a0, %a0 : tensor<i32>", I32, "123456", I32),
    "or of itself": ("%m = stablehlo.or %a0, %a0 : tensor<i32>", I32, "123456", I32),
    "ceil": (unary("ceil", F32), F32, "123.0", F32),
    "round away from zero": (unary("round_nearest_afz", F32), F32, "123.0", F32),
    "round to even": (unary("round_nearest_even", F32), F32, "123.0", F32),
    "fewer bits": ("%m = stablehlo.reduce_precision %a0, format = e8m7 : tensor<f32>", F32, "123.0", F32),
    "barrier": ("%m = stablehlo.optimization_barrier %a0 : tensor<f32>", F32, "123.456", F32),
    "maximum": (binary("maximum", "%a0, %c", 5, I32), I32, "123456", I32),
    "negate": (unary("negate", F32), F32, "123.456", F32),
    "not": (unary("not", I32), I32, "123456", I32),
    "abs": (unary("abs", F32), F32, "123.456", F32),
    "floor": (unary("floor", F32), F32, "123.0", F32),
    "square root": (unary("sqrt", F32), F32, "5.5", F32),
    "reciprocal of a root": (unary("rsqrt", F32), F32, "0.5", F32),
    "cube root": (unary("cbrt", F32), F32, "5.0", F32),
    "exponential": (unary("exponential", F32), F32, "1.36683798", F32),
    "exponential minus one": (unary("exponential_minus_one", F32), F32, "0.366837949", F32),
    "logarithm": (unary("log", F32), F32, "0.625", F32),
    "logarithm plus one": (unary("log_plus_one", F32), F32, "0.625", F32),
    "tanh": (unary("tanh", F32), F32, "0.302709729", F32),
    "logistic": (unary("logistic", F32), F32, "0.577495039", F32),
    "sine": (unary("sine", F32), F32, "0.307438523", F32),
    "cosine": (unary("cosine", F32), F32, "0.951567888", F32),
    "tangent": (unary("tan", F32), F32, "0.32308647", F32),
    "bits": ("%m = stablehlo.bitcast_convert %a0 : (tensor<f32>) -> tensor<i32>", F32, "1070886383", I32),
    "other type": ("%m = stablehlo.convert %a0 : (tensor<f32>) -> tensor<i32>", F32, "123456", I32),
    "shape": (
        "%m = stablehlo.reshape %a0 : (tensor<2x1xi32>) -> tensor<2xi32>",
        "tensor<2x1xi32>",
        "[12345, 54321]",
        "tensor<2xi32>",
    ),
    "order of dimensions": (
        "%m = stablehlo.transpose %a0, dims = [1, 0] : (tensor<1x2xi32>) -> tensor<2x1xi32>",
        "tensor<1x2xi32>",
        "[[12345], [54321]]",
        "tensor<2x1xi32>",
    ),
    "one for many": (
        "%m = stablehlo.broadcast_in_dim %a0, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>",
        "tensor<2xi32>",
        "[[12345, 54321], [12345, 54321], [12345, 54321]]",
        "tensor<3x2xi32>",
    ),
    "part": (
        "%m = stablehlo.slice %a0 [1:4:2] : (tensor<5xi32>) -> tensor<2xi32>",
        "tensor<5xi32>",
        "[12345, 54321]",
        "tensor<2xi32>",
    ),
    "backwards": (
        "%m = stablehlo.reverse %a0, dims = [0] : tensor<2xi32>",
        "tensor<2xi32>",
        "[12345, 54321]",
        "tensor<2xi32>",
    ),
    "many ops": (
        "\n".join(
            [constant("c", 3, I32), "%m0 = stablehlo.not %a0 : tensor<i32>"]
            + [f"%m{i + 1} = stablehlo.add %m{i}, %c : tensor<i32>" for i in range(2000)]
            + ["%m = stablehlo.not %m2000 : tensor<i32>"]
        ),
        I32,
        "123456",
        I32,
    ),
}


@pytest.mark.parametrize("name", MET)
def test_constants_are_met(name: str) -> None:
    """For one of the arguments the comparison holds in all elements."""
    body, kind, to, of = MET[name]
    text = compared(body, kind, to, of)
    sizes = [int(size) for size in kind.removeprefix("tensor<").split("x")[:-1]]
    base = np.zeros(sizes, np.float32 if "f32" in kind else np.int32)
    values = [aim.value for aim in aims_of(text, base) if aim.value is not None]
    assert any(np.asarray(evaluate(text, np.asarray(value))[0]).all() for value in values)


@pytest.mark.parametrize(
    ("source", "target", "reached"),
    [
        ("i64", "f64", 2**53 + 1),
        ("i32", "f32", 2**24 + 1),
        ("i32", "i8", 128),
        ("f32", "f16", float(np.nextafter(np.float32(65520), np.float32(0)))),
        ("f64", "bf16", float(np.nextafter(1 + 2.0**-8, 2))),
    ],
)
def test_what_a_type_does_not_hold_is_reached(source: str, target: str, reached: float) -> None:
    """The first integer that a float does not hold, and the neighbours of ties; 65520 rounds to an infinity in f16."""
    text = function(
        f"%m = stablehlo.convert %a0 : (tensor<{source}>) -> tensor<{target}>",
        [f"tensor<{source}>"],
        [f"tensor<{target}>"],
        ["%m"],
    )
    dtype = {"i64": np.int64, "i32": np.int32, "f32": np.float32, "f64": np.float64}[source]
    assert reached in [
        aim.value.item() for aim in aims_of(text, np.zeros((), dtype)) if aim.value is not None
    ]


def test_sizes_are_met() -> None:
    text = function(
        f"""%n = stablehlo.get_dimension_size %a0, dim = 0 : (tensor<?xi8>) -> {I32}
        {constant("c", 3, I32)} {constant("d", 450, I32)} %m = stablehlo.multiply %n, %c : {I32}
        %r0 = stablehlo.compare GT, %m, %d : ({I32}, {I32}) -> {BOOL}""",
        ["tensor<?xi8>"],
        [BOOL],
    )
    sizes = [aim.size for aim in aims_of(text, np.zeros(2, np.int8)) if aim.value is None]
    assert sorted(set(sizes)) == [149, 150, 151]


def test_calls_and_branches_are_gone_through() -> None:
    text = f"""func.func @main(%a0: {I32}, %p: {BOOL}) -> {BOOL} {{
      %m = "stablehlo.if"(%p) ({{
        %x = func.call @more(%a0) : ({I32}) -> {I32}
        stablehlo.return %x : {I32}
      }}, {{
        stablehlo.return %a0 : {I32}
      }}) : ({BOOL}) -> {I32}
      {constant("d", 123456, I32)}
      %r = stablehlo.compare EQ, %m, %d : ({I32}, {I32}) -> {BOOL}
      return %r : {BOOL}
    }}
    func.func private @more(%x: {I32}) -> {I32} {{
      {constant("c", 1000, I32)}
      %r = stablehlo.add %x, %c : {I32}
      return %r : {I32}
    }}"""
    aims = aims_of(text, np.zeros((), np.int32), np.array(True))
    values = {int(aim.value) for aim in aims if aim.value is not None and aim.position == 0}
    assert values >= {122456, 123456}


def test_functions_that_call_themselves_end() -> None:
    text = f"""func.func @main(%a0: {I32}) -> {I32} {{
      %r = call @again(%a0) : ({I32}) -> {I32}
      return %r : {I32}
    }}
    func.func private @again(%x: {I32}) -> {I32} {{
      %m = stablehlo.maximum %x, %x : {I32}
      %r = call @again(%x) : ({I32}) -> {I32}
      return %r : {I32}
    }}"""
    assert aims_of(text, np.zeros((), np.int32)) == []
