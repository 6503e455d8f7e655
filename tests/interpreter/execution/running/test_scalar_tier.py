"""Loops over scalars run as Python code after a while: the bits of C++, the limits and the errors of any loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.helpers.programs import assert_as_oracle, evaluate, function, parse
from xdsl_stablehlo.dialects.stablehlo import CbrtOp
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.interpreter.execution.loops import Loop
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.table import KERNELS, every_kernel

ITERATIONS = 50


@pytest.fixture(autouse=True)
def _early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops become Python code after one iteration."""
    monkeypatch.setattr(Loop, "scalar_after", 1)


NATIVE = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16", "f32", "f64")
EXTENDED = (
    *("i2", "i4", "ui2", "ui4", "bf16", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3"),
    *("f8E4M3B11FNUZ", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU"),
)


def counting(kind: str, start: str, body: str) -> str:
    """`body` makes `%t` of `%x`, which begins as `start`, `ITERATIONS` times; the last one is `%r#1`."""
    return f"""%zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.constant dense<{ITERATIONS}> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %x = {start}) : tensor<i32>, tensor<{kind}>
    cond {{
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %j = stablehlo.add %i, %one : tensor<i32>
      {body}
      stablehlo.return %j, %t : tensor<i32>, tensor<{kind}>
    }}"""


def loop(kind: str, body: str) -> str:
    """`main(start, operand)`, whose `body` reads the operand as `%a1`."""
    types = [f"tensor<{kind}>"]
    return function(counting(kind, "%a0", body), types * 2, types, ["%r#1"])


def binary(op: str, kind: str) -> str:
    return loop(kind, f"%t = stablehlo.{op} %x, %a1 : tensor<{kind}>")


def unary(op: str, kind: str) -> str:
    """The op on the state, and a step further so that something changes."""
    return loop(
        kind,
        f"%u = stablehlo.{op} %x : tensor<{kind}>\n"
        + f"%t = stablehlo.{'xor' if kind == 'i1' else 'add'} %u, %a1 : tensor<{kind}>",
    )


def elements(kind: str) -> tuple[np.generic, np.generic]:
    dtype = np.dtype({"i": "i", "u": "u", "f": "f"}[kind[0]] + str(int(kind.lstrip("uif")) // 8))
    first, second = (1.1, 0.3) if kind[0] == "f" else (3, 37)
    return dtype.type(first), dtype.type(second)


def assert_as_step_by_step(program: str, *arguments: np.generic) -> None:
    (fast,) = evaluate(program, *arguments)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Loop, "scalar_after", 1 << 60)
        (slow,) = evaluate(program, *arguments)
    assert fast.dtype == slow.dtype
    assert fast.tobytes() == slow.tobytes() or (np.isnan(fast.astype("f8")) and np.isnan(slow.astype("f8")))


def python_code(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The iterations of every loop that runs as Python code from now on."""
    counts: list[int] = []
    original = Loop.count

    def count(self: Loop, iterations: int, work: int, steps: int) -> None:
        counts.append(iterations)
        original(self, iterations, work, steps)

    monkeypatch.setattr(Loop, "count", count)
    return counts


@pytest.mark.parametrize("kind", NATIVE)
@pytest.mark.parametrize("op", ["add", "subtract", "multiply"])
def test_arithmetic_wraps_and_rounds_in_every_step(
    kind: str, op: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = python_code(monkeypatch)
    assert_as_oracle(binary(op, kind), *elements(kind))
    assert counts == [ITERATIONS - 1]


@pytest.mark.parametrize("op", ["and", "or", "xor"])
@pytest.mark.parametrize("kind", ["i8", "ui32", "i1"])
def test_bits(op: str, kind: str) -> None:
    operands = (np.bool_(True), np.bool_(True)) if kind == "i1" else elements(kind)
    assert_as_oracle(binary(op, kind), *operands)


@pytest.mark.parametrize("kind", ["i32", "ui8", "f32", "f64", "i1"])
@pytest.mark.parametrize("direction", ["EQ", "NE", "GE", "GT", "LE", "LT"])
def test_comparisons_and_selections(direction: str, kind: str) -> None:
    step = "or" if kind == "i1" else "add"
    body = f"""%p = stablehlo.compare {direction}, %x, %a1 : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>
      %u = stablehlo.{step} %x, %a1 : tensor<{kind}>
      %t = stablehlo.select %p, %u, %a1 : tensor<i1>, tensor<{kind}>"""
    operands = (np.bool_(False), np.bool_(True)) if kind == "i1" else elements(kind)
    assert_as_oracle(loop(kind, body), *operands)


@pytest.mark.parametrize("op", ["divide", "remainder", "power", "maximum", "atan2"])
@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_what_is_no_operator_is_called(op: str, kind: str) -> None:
    assert_as_oracle(binary(op, kind), *elements(kind), ulps=1 if op in ("power", "atan2") else 0)


@pytest.mark.parametrize("special", [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 3e38])
def test_special_numbers(special: float) -> None:
    for op in ("divide", "multiply", "maximum", "subtract"):
        assert_as_oracle(binary(op, "f32"), np.float32(-1.5), np.float32(special))


@pytest.mark.parametrize("op", ["add", "subtract"])
@pytest.mark.parametrize("other", [0.1 - 2.5j, complex(np.inf, -0.0), complex(np.nan, 1.0)])
def test_complex_numbers(op: str, other: complex) -> None:
    assert_as_oracle(binary(op, "complex<f32>"), np.complex64(1.5 + 0.25j), np.complex64(other))


def converting(kind: str, body: str) -> str:
    """`main(start: i32, operand: i32)`, whose `body` reads the operand, converted to `kind`, as `%d`."""
    text = f"""%s = stablehlo.convert %a0 : (tensor<i32>) -> tensor<{kind}>
    %d = stablehlo.convert %a1 : (tensor<i32>) -> tensor<{kind}>
    {counting(kind, "%s", body)}"""
    return function(text, ["tensor<i32>"] * 2, [f"tensor<{kind}>"], ["%r#1"])


@pytest.mark.parametrize("kind", EXTENDED)
def test_types_that_numpy_does_not_have(kind: str) -> None:
    program = converting(
        kind,
        f"""%p = stablehlo.compare GE, %x, %d : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>
      %q = stablehlo.not %p : tensor<i1>
      %u = stablehlo.add %x, %d : tensor<{kind}>
      %t = stablehlo.select %q, %u, %x : tensor<i1>, tensor<{kind}>""",
    )
    if kind != "f8E8M0FNU":  # the oracle has no arithmetic on it
        assert_as_oracle(program, np.int32(1), np.int32(3))
    assert_as_step_by_step(program, np.int32(1), np.int32(3))


BITS = ("and", "or", "xor")


@pytest.mark.parametrize("kind", [*NATIVE, *EXTENDED])
def test_every_operator_on_every_type(kind: str) -> None:
    floats = kind[0] in "fb"
    for op in ("add", "subtract", "multiply", *(("divide",) if floats else BITS)):
        body = f"""%t = stablehlo.{op} %x, %d : tensor<{kind}>"""
        assert_as_step_by_step(converting(kind, body), np.int32(1), np.int32(3))
    if kind != "f8E8M0FNU":  # it has no negative numbers
        body = f"""%u = stablehlo.negate %x : tensor<{kind}>
      %t = stablehlo.add %u, %d : tensor<{kind}>"""
        assert_as_step_by_step(converting(kind, body), np.int32(1), np.int32(3))


@settings(max_examples=60)
@given(
    kind=st.sampled_from(["i8", "ui16", "i64", "f16", "f32", "f64"]),
    ops=st.lists(
        st.sampled_from(["add", "subtract", "multiply", "maximum", "minimum"]), min_size=1, max_size=6
    ),
    picks=st.lists(st.integers(0, 7), min_size=12, max_size=12),
)
def test_python_code_gives_what_step_by_step_gives(kind: str, ops: list[str], picks: list[int]) -> None:
    values = ["%x", "%a1"]
    lines: list[str] = []
    for number, op in enumerate(ops):
        left, right = (values[pick % len(values)] for pick in picks[2 * number : 2 * number + 2])
        values.append(f"%v{number}")
        lines.append(f"%v{number} = stablehlo.{op} {left}, {right} : tensor<{kind}>")
    lines.append(f"%t = stablehlo.subtract {values[-1]}, %a1 : tensor<{kind}>")
    program = loop(kind, "\n      ".join(lines))
    assert_as_step_by_step(program, *elements(kind))


def test_steps_are_counted_as_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse(binary("add", "i32"))
    arguments = (np.int32(0), np.int32(1))
    fast, slow = Limits(), Limits()
    eval_module(module, arguments, limits=fast)
    monkeypatch.setattr(Loop, "scalar_after", 1 << 60)
    eval_module(module, arguments, limits=slow)
    assert fast.taken == slow.taken > ITERATIONS
    assert fast.spent < slow.spent
    monkeypatch.undo()
    with pytest.raises(
        LimitExceeded, match=f"'stablehlo.while' op takes more than the {slow.taken - 1} steps"
    ):
        eval_module(module, arguments, limits=Limits(steps=slow.taken - 1))
    eval_module(module, arguments, limits=Limits(steps=slow.taken))


def test_work_of_python_code_is_limited() -> None:
    module = parse(binary("add", "i32"))
    arguments = (np.int32(0), np.int32(1))
    whole = Limits()
    eval_module(module, arguments, limits=whole)
    with pytest.raises(
        LimitExceeded, match=r"'stablehlo.while' op takes more than the [0-9]+ ns of estimated work"
    ):
        eval_module(module, arguments, limits=Limits(work=whole.spent - 1))
    eval_module(module, arguments, limits=Limits(work=whole.spent))


def test_an_error_inside_has_the_place_of_its_op(monkeypatch: pytest.MonkeyPatch) -> None:
    """No verified program makes an elementwise op fail after a while; an entry that counts does."""
    calls: list[object] = []

    def fails_late(operand: object) -> object:
        calls.append(operand)
        if len(calls) > 40:
            raise ValueError("tired")
        return operand

    def prepare(_: CbrtOp) -> Callable[[object], object]:
        return fails_late

    known = every_kernel()[CbrtOp]
    monkeypatch.setitem(KERNELS, CbrtOp, replace(known, make=prepare))
    with pytest.raises(EvaluationError, match=r"'stablehlo.cbrt' op cannot be evaluated: tired"):
        evaluate(unary("cbrt", "f32"), *elements("f32"))
    assert len(calls) == 41
