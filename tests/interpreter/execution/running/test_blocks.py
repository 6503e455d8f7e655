"""Steps that are evaluated together have the bits and the storage that they have one by one."""

from __future__ import annotations

from threading import active_count
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.helpers.counting import peak_of
from tests.helpers.oracle import dtype_named
from tests.helpers.programs import combining, function, named, parse, tensor_type
from tests.interpreter.execution.bodies import replace_kernel
from tests.interpreter.execution.chains import Chain, op_by_op
from xdsl_stablehlo.dialects.stablehlo import CeilOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.interface.errors import EvaluationError, LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.rounded import compiled
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import varying_of

PROGRAMS = named(__file__)


def together(program: str, args: list[Array]) -> tuple[Array, ...]:
    with quiet():
        return cast("tuple[Array, ...]", Compiler(functions_of(parse(program))).function("main")(*args))


@pytest.mark.prove
@settings(max_examples=200)
@given(st.integers(0, 1 << 30))
def test_chains(seed: int):
    chain = Chain(seed)
    for ours, alone in zip(
        together(chain.program, chain.args), op_by_op(chain.program, chain.args), strict=True
    ):
        assert (ours.dtype, ours.shape) == (alone.dtype, alone.shape)
        assert ours.tobytes() == alone.tobytes()
        assert varying_of(ours) == varying_of(alone)


N = 1 << 21
T = f"tensor<{N}xf32>"
EIGHT = function(
    "\n  ".join(
        [f"%v0 = stablehlo.add %a0, %a1 : {T}"]
        + [f"%v{i} = stablehlo.multiply %v{i - 1}, %a{i % 2} : {T}" for i in range(1, 7)]
        + [f"%r0 = stablehlo.divide %v6, %a1 : {T}"]
    ),
    [T, T],
    [T],
)
SUM = f"""%i = stablehlo.iota dim = 0 : tensor<{N}xi32>
  %c = stablehlo.constant dense<3> : tensor<{N}xi32>
  %m = stablehlo.multiply %i, %c : tensor<{N}xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r0 = "stablehlo.reduce"(%m, %zero) {combining("add", "i32")} {{dimensions = array<i64: 0>}}
    : (tensor<{N}xi32>, tensor<i32>) -> tensor<i32>"""


def test_only_results_exist_as_a_whole():
    zeros = np.zeros(N, np.float32)
    module = parse(EIGHT)
    assert peak_of(lambda: eval_module(module, [zeros, zeros])) < 4 * N + (5 << 20)


def test_what_is_reduced_to_a_number_exists_in_blocks_only():
    module = parse(function(SUM, [], ["tensor<i32>"]))
    (result,) = eval_module(module)
    assert int(result.array) == (3 * N * (N - 1) // 2 + (1 << 31)) % (1 << 32) - (1 << 31)
    assert peak_of(lambda: eval_module(module)) < 4 << 20


@pytest.mark.parametrize(
    ("element", "op"),
    [("f32", "add"), ("f64", "add"), ("f64", "multiply"), ("f32", "maximum"), ("i32", "multiply")],
)
def test_reductions_in_the_order_of_all_elements(element: str, op: str):
    """So many elements that two threads evaluate them, and numbers whose sums are rounded."""
    size = N + 12_345
    t, scalar = f"tensor<{size}x{element}>", f"tensor<{element}>"
    body = f"""%v = stablehlo.negate %a0 : {t}
  %r0 = "stablehlo.reduce"(%v, %a1) {combining(op, element)} {{dimensions = array<i64: 0>}}
    : ({t}, {scalar}) -> {scalar}"""
    program = function(body, [t, scalar], [scalar])
    numbers = np.random.default_rng(0).normal(op == "multiply", 0.01, size).astype(dtype_named(element))
    if element == "i32":
        numbers = np.random.default_rng(0).integers(-9, 9, size).astype(np.int32) * 2 + 1
    args = [numbers, np.ones((), numbers.dtype)]
    assert together(program, args)[0].tobytes() == op_by_op(program, args)[0].tobytes()


@pytest.mark.parametrize("element", ["f32", "bf16", "f64"])
@pytest.mark.parametrize("shape", [(300, 251), (3 << 16,)])
@pytest.mark.parametrize(("name", "results"), [("an operand is the result", 1), ("results are read", 2)])
def test_blocks_are_overwritten_only_where_nobody_reads_them(
    element: str, shape: tuple[int, ...], name: str, results: int
):
    """The result of a conversion to the same type is its operand; infinities times zeros give negative NaNs on x86."""
    t = tensor_type(shape, element)
    program = function(PROGRAMS[name].replace("tensor<f32>", t), [t, t], [t] * results)
    numbers = np.random.default_rng(0).choice([0.5, -1.25, 3.0, 0.0, -np.inf], (2, *shape))
    args = [*numbers.astype(dtype_named(element))]
    given = [arg.copy() for arg in args]
    for ours, alone in zip(together(program, args), op_by_op(program, given), strict=True):
        assert ours.tobytes() == alone.tobytes()
    assert [arg.tobytes() for arg in args] == [arg.tobytes() for arg in given]


@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize(
    "shape", [(300, 251), (3, 40_000), (70_001, 1), (1, 90_000), (9, 300), (0, 7), (7, 0)]
)
def test_rows_are_normalized(element: str, shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch):
    """By their greatest elements and their sums, compiled and not; with NaNs, infinities and zeros of each sign."""
    numbers = np.random.default_rng(0).normal(size=(2, *shape))
    at = np.random.default_rng(1).random(numbers.shape) < 1 / (2 * shape[1] + 1)
    numbers[at] = np.random.default_rng(2).choice([np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0], at.sum())
    x, row = numbers[0], np.resize(numbers[1], shape[1:])
    t, r = tensor_type(shape, element), tensor_type(shape[1:], element)
    body = PROGRAMS["rows are normalized"].replace("tensor<300xf32>", tensor_type(shape[:1], element))
    body = body.replace("tensor<300x251xf32>", t).replace("tensor<251xf32>", r)
    program = function(body.replace("tensor<f32>", tensor_type((), element)), [t, r], [t] * 3)
    args = [each.astype(dtype_named(element)) for each in (x, row)]
    alone = [each.tobytes() for each in op_by_op(program, args)]
    assert [each.tobytes() for each in together(program, args)] == alone
    monkeypatch.setattr(compiled, "shared_object", lambda: None)
    assert [each.tobytes() for each in together(program, args)] == alone


def test_a_result_belongs_to_nobody_else():
    """Where it has the declared shape: a later step may write to it."""
    (result,) = together(EIGHT, [np.ones(N, np.float32)] * 2)
    assert result.base is None
    assert result.flags.writeable


def test_every_step_is_announced_and_charged():
    seen: list[str] = []
    limits = Limits()
    eval_module(
        parse(function(SUM, [], ["tensor<i32>"])), limits=limits, on_step=lambda op: seen.append(op.name)
    )
    assert seen == ["stablehlo.iota", "stablehlo.multiply", "stablehlo.reduce"]
    assert limits.taken == 3
    assert limits.spent > 2 * N


def test_bytes_are_those_of_results():
    zeros = np.zeros(N, np.float32)
    eval_module(parse(EIGHT), [zeros, zeros], limits=Limits(bytes=4 * N))
    with pytest.raises(LimitExceeded, match=rf"holds {4 * N} bytes at once"):
        eval_module(parse(EIGHT), [zeros, zeros], limits=Limits(bytes=4 * N - 1))


def test_the_op_that_fails_is_named():
    body = f"""%v0 = stablehlo.add %a0, %a0 : tensor<{N}xi8>
  %v1 = stablehlo.convert %v0 : (tensor<{N}xi8>) -> tensor<{N}xf64>
  %r0 = stablehlo.convert %v1 : (tensor<{N}xf64>) -> tensor<{N}xi8>"""
    program = parse(function(body, [f"tensor<{N}xi8>"], [f"tensor<{N}xi8>"]))
    with pytest.raises(EvaluationError, match=rf"3:.*'stablehlo.convert' op has a result of {8 * N} bytes"):
        eval_module(program, [np.zeros(N, np.int8)], limits=Limits(bytes=N))


@pytest.mark.parametrize("at", [0, N - 1])
@pytest.mark.parametrize(
    ("failure", "raised", "message"),
    [
        (ValueError("is negative"), EvaluationError, r"'stablehlo.ceil' op cannot be evaluated: is negative"),
        (KeyboardInterrupt(), KeyboardInterrupt, None),
    ],
)
def test_what_one_of_two_threads_raises_ends_both(
    monkeypatch: pytest.MonkeyPatch,
    at: int,
    failure: BaseException,
    raised: type[BaseException],
    message: str | None,
):
    def refuse_negatives(operand: Array) -> Array:
        if operand.min() < 0:
            raise failure
        return operand + 0

    replace_kernel(monkeypatch, CeilOp, lambda _: refuse_negatives)
    program = parse(function(f"%v = stablehlo.ceil %a0 : {T}\n  %r0 = stablehlo.add %v, %a0 : {T}", [T], [T]))
    argument = np.zeros(N, np.float32)
    threads = active_count()
    eval_module(program, [argument])
    argument[at] = -1
    with pytest.raises(raised, match=message):
        eval_module(program, [argument])
    assert active_count() == threads
