"""Steps over slots: their order, what is freed and when, what is written in place, whose error it is."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from tests.helpers.counting import peak_of
from tests.helpers.oracle import Array
from tests.helpers.programs import assert_as_oracle, evaluate, function, named, parse
from tests.interpreter.execution.bodies import CALLING, body, compiler, replace_kernel, unary, updated
from xdsl_stablehlo.dialects.stablehlo import CbrtOp, CeilOp, DynamicUpdateSliceOp, OptimizationBarrierOp
from xdsl_stablehlo.interpreter import EvaluationError, Program, eval_module
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.values import Value

PROGRAMS = named(__file__)

F32 = "tensor<f32>"
PAIR = "tensor<2xf32>"


# ---- values die when they were read last ----


def life_of_a_cube_root(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the result of `cbrt` is alive whenever a `ceil` runs; both add one here."""
    made: list[weakref.ref[Array]] = []
    alive: list[bool] = []

    def remembered(operand: Array) -> Array:
        result = operand + 1
        made.append(weakref.ref(result))
        return result

    def observed(operand: Array) -> Array:
        alive.append(made[0]() is not None)
        return operand + 1

    replace_kernel(monkeypatch, CbrtOp, lambda _: remembered)
    replace_kernel(monkeypatch, CeilOp, lambda _: observed)
    return alive


def test_a_value_is_gone_when_the_next_op_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of the first op is alive while the second reads it, and dead while the third runs."""
    alive = life_of_a_cube_root(monkeypatch)
    (result,) = body(unary("cbrt", "ceil", "ceil", "ceil"))(np.zeros(2, np.float32))
    assert alive == [True, False, False]
    assert isinstance(result, np.ndarray)
    assert result.tolist() == [4, 4]


def test_a_value_that_is_read_again_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    alive = life_of_a_cube_root(monkeypatch)
    text = function(PROGRAMS["a value that is read again stays"], [PAIR], [PAIR])
    body(text)(np.zeros(2, np.float32))
    assert alive == [True, False]


def test_a_list_of_arguments_is_emptied_so_that_the_run_alone_holds_them() -> None:
    arguments: list[Value] = [np.zeros(2, np.float32)]
    (result,) = body(unary("abs")).run(arguments)
    assert arguments == []
    assert isinstance(result, np.ndarray)


def test_a_run_that_is_over_holds_nothing() -> None:
    program = Program.of(parse(unary("abs", "negate")))
    argument = np.ones(2, np.float32)
    alive = weakref.ref(argument)
    results = program(argument)
    del argument
    gc.collect()
    assert alive() is None
    assert results[0].array.tolist() == [-1, -1]


def evaluated_peak(text: str, *arguments: Array) -> int:
    module = parse(text)
    return peak_of(lambda: eval_module(module, arguments))


def test_memory_of_a_chain_is_that_of_two_values() -> None:
    kind, size = "tensor<1048576xf32>", 4 << 20
    assert evaluated_peak(unary(*["negate"] * 30, kind=kind), np.ones(1 << 20, np.float32)) < 2.5 * size


def test_a_callee_owns_what_its_caller_does_not_read_again() -> None:
    kind, size = "tensor<1048576xf32>", 4 << 20
    callee = f"""
    func.func private @f(%x: {kind}) -> {kind} {{
      %0 = stablehlo.negate %x : {kind}
      %1 = stablehlo.negate %0 : {kind}
      return %1 : {kind}
    }}"""
    call = f"%y = call @f(%x) : ({kind}) -> {kind}"
    once = f"""func.func @main(%a: {kind}) -> {kind} {{
      %x = stablehlo.negate %a : {kind}
      {call}
      return %y : {kind}
    }}"""
    again = once.replace("return %y", f"%z = stablehlo.add %x, %y : {kind}\n return %z")
    argument = np.ones(1 << 20, np.float32)
    assert evaluated_peak(once + callee, argument) < 2.5 * size
    assert evaluated_peak(again + callee, argument) > 2.9 * size


@pytest.mark.parametrize("elements", [1 << 16, 1 << 20])
@pytest.mark.parametrize(
    "body",
    [
        "%w = stablehlo.negate %v : KIND\n%x = stablehlo.negate %w : KIND",
        "%w = func.call @negated(%v) : (KIND) -> KIND\n%x = func.call @negated(%w) : (KIND) -> KIND",
        """%one = stablehlo.constant dense<1> : tensor<i32>
           %l, %w = stablehlo.while(%k = %one, %u = %v) : tensor<i32>, KIND
           cond {
             %q = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
             stablehlo.return %q : tensor<i1>
           } do {
             %o = stablehlo.add %k, %one : tensor<i32>
             %t = stablehlo.negate %u : KIND
             stablehlo.return %o, %t : tensor<i32>, KIND
           }
           %x = stablehlo.negate %w : KIND""",
    ],
    ids=["ops", "calls", "loop"],
)
def test_a_loop_alone_holds_its_state(body: str, elements: int) -> None:
    """What a loop begins with, and what an iteration makes, goes when it was read for the last time."""
    kind = f"tensor<{elements}xf64>"
    text = f"""func.func @main(%a: {kind}) -> {kind} {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %begin = stablehlo.negate %a : {kind}
      %i, %r = stablehlo.while(%n = %zero, %v = %begin) : tensor<i32>, {kind}
      cond {{
        %p = stablehlo.compare LT, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }} do {{
        {body.replace("KIND", kind)}
        %c = stablehlo.constant dense<1> : tensor<i32>
        %m = stablehlo.add %n, %c : tensor<i32>
        stablehlo.return %m, %x : tensor<i32>, {kind}
      }}
      return %r : {kind}
    }}
    func.func private @negated(%x: {kind}) -> {kind} {{
      %0 = stablehlo.negate %x : {kind}
      return %0 : {kind}
    }}"""
    program, argument = Program.of(parse(text)), np.ones(elements)
    program(argument)
    assert peak_of(lambda: program(argument)) < 2.5 * argument.nbytes


# ---- in place ----


def test_an_argument_of_the_users_is_never_written_to() -> None:
    argument = np.zeros(4, np.float32)
    (result,) = eval_module(parse(updated("", "a0")), [argument])
    assert result.array.tolist() == [0, 7, 0, 0]
    assert argument.tolist() == [0, 0, 0, 0]


def test_a_constant_is_never_written_to() -> None:
    text = updated("%c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>", "c")
    program = Program.of(parse(text))
    for _ in range(2):
        (result,) = program(np.zeros(4, np.float32))
        assert result.array.tolist() == [1, 7, 3, 4]


@pytest.mark.parametrize(
    ("before", "operand", "in_place"),
    [
        ("%x = stablehlo.add %a0, %a0 : tensor<4xf32>", "x", True),
        # Views: of a value that is read by nobody else, and of an argument.
        (
            "%y = stablehlo.abs %a0 : tensor<4xf32>\n%x = stablehlo.reverse %y, dims = [0] : tensor<4xf32>",
            "x",
            False,
        ),
        ("%x = stablehlo.reverse %a0, dims = [0] : tensor<4xf32>", "x", False),
    ],
)
def test_only_what_nobody_else_holds_is_written_to(
    before: str, operand: str, in_place: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel is told so; C++ says the values."""
    assert_as_oracle(updated(before, operand), np.array([1, -2, 3, -4], np.float32))
    told: list[bool] = []

    def note(operand: Array, *_: Array, owned: bool) -> Array:
        told.append(owned)
        return operand

    replace_kernel(monkeypatch, DynamicUpdateSliceOp, lambda _: note)
    evaluate(updated(before, operand), np.array([1, -2, 3, -4], np.float32))
    assert told == [in_place]


# ---- errors ----


def failing(error: BaseException) -> Callable[[Operation], Callable[..., Array]]:
    def make(_: Operation) -> Callable[..., Array]:
        def fail(*_: Array) -> Array:
            raise error

        return fail

    return make


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("no\nsecond line"), "cannot be evaluated: no"),
        (IndexError(), "cannot be evaluated: IndexError"),
        (ZeroDivisionError("by zero"), "cannot be evaluated: by zero"),
        (MemoryError("much"), "needs more memory than there is"),
        (RecursionError("deep"), "has regions nested too deeply"),
        (EvaluationError("says so"), "says so"),
    ],
)
def test_the_place_of_an_error_is_the_op_that_ran(
    error: Exception, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_kernel(monkeypatch, CbrtOp, failing(error))
    text = unary("abs", "cbrt", "negate")
    with pytest.raises(EvaluationError) as caught:
        evaluate(text, np.zeros(2, np.float32))
    assert str(caught.value) == f"<input>:3:7: 'stablehlo.cbrt' op {message} (operands: tensor<2xf32>)"
    wrapped = not isinstance(error, EvaluationError)
    assert caught.value.__cause__ is (error if wrapped else None)
    assert caught.value.op is not None
    assert caught.value.op.name == "stablehlo.cbrt"


def test_the_place_of_an_error_in_a_callee_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_kernel(monkeypatch, CbrtOp, failing(ValueError("no")))
    text = PROGRAMS["the place of an error in a callee is there"]
    with pytest.raises(EvaluationError, match=r"^<input>:7:12: 'stablehlo.cbrt' op cannot be evaluated: no"):
        evaluate(text, np.zeros(2, np.float32))


def test_what_is_no_failure_of_a_kernel_comes_through_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    error = KeyboardInterrupt()
    replace_kernel(monkeypatch, CbrtOp, failing(error))
    with pytest.raises(KeyboardInterrupt) as caught:
        evaluate(unary("cbrt"), np.zeros(2, np.float32))
    assert caught.value is error


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (np.zeros(3, np.float32), r"evaluates to float32\[3\] where float32\[2\] is declared"),
        (np.zeros(2, np.float64), r"evaluates to float64\[2\] where float32\[2\] is declared"),
        (np.float32(1), r"evaluates to float32\[\] where float32\[2\] is declared"),
    ],
)
def test_a_kernel_must_give_what_is_declared(
    result: Array, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(_: Array) -> Array:
        return result

    replace_kernel(monkeypatch, CbrtOp, lambda _: other)
    with pytest.raises(EvaluationError, match=f"'stablehlo.cbrt' op {message}"):
        evaluate(unary("cbrt"), np.zeros(2, np.float32))


def test_an_op_of_several_results_must_give_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    text = function(
        f"%r:2 = stablehlo.optimization_barrier %a0, %a0 : {PAIR}, {PAIR}",
        [PAIR],
        [PAIR] * 2,
        ["%r#0", "%r#1"],
    )
    values: list[Value] = [(np.zeros(2, np.float32),), np.zeros(2, np.float32)]
    for value, message in zip(
        values,
        ("a kernel gives 1 result in place of 2", "a kernel gives a ndarray in place of a tuple"),
        strict=True,
    ):
        replace_kernel(monkeypatch, OptimizationBarrierOp, lambda _, v=value: lambda *_: v)
        with pytest.raises(EvaluationError, match=f"'stablehlo.optimization_barrier' op cannot.*{message}"):
            evaluate(text, np.zeros(2, np.float32))
        prepared = compiler(text).prepare(op_of(text, "stablehlo.optimization_barrier"))
        with pytest.raises(EvaluationError, match=f"'stablehlo.optimization_barrier' op cannot.*{message}"):
            prepared.run([np.zeros(2, np.float32), np.zeros(2, np.float32)])


def op_of(text: str, name: str) -> Operation:
    (op,) = [op for op in parse(text).walk() if op.name == name]
    return op


def test_one_op_by_itself() -> None:
    text = unary("abs")
    prepared = compiler(text).prepare(op_of(text, "stablehlo.abs"))
    (given,) = prepared.run([np.array([-1, 2], np.float32)])
    assert isinstance(given, np.ndarray)
    assert given.tolist() == [1, 2]
    assert (prepared.single, prepared.captured) == (True, ())


# ---- calls ----


def test_a_call_charges_its_callee() -> None:
    limits = Limits()
    eval_module(parse(CALLING), [np.float32(1)], limits=limits)
    assert (limits.taken, limits.held) == (4, 0)  # the call is a step
    with pytest.raises(LimitExceeded) as caught:
        eval_module(parse(CALLING), [np.float32(1)], limits=Limits(steps=3))
    assert isinstance(caught.value.op, Operation)
    assert caught.value.op.name == "func.call"


# ---- bodies of regions ----


REDUCE = function(PROGRAMS["reduce"], ["tensor<3x20xf32>", F32], ["tensor<3xf32>"]) + PROGRAMS["reduce 2"]


def region(text: str, name: str) -> Any:
    made = compiler(text)
    op = op_of(text, name)
    return made.region(op.regions[0])


def test_batched_gives_what_one_by_one_gives() -> None:
    inside = region(REDUCE, "stablehlo.reduce").bind((np.asarray(np.float32(3)),))
    assert inside.elementwise
    x, y = np.arange(6, dtype=np.float32).reshape(2, 3), np.float32(10) * np.ones((2, 1), np.float32)
    (at_once,) = inside.batched(x, y)
    assert at_once.dtype == np.float32
    assert at_once.tolist() == [[30, 31, 32], [33, 34, 35]]
    (one,) = inside(np.asarray(x[1, 2]), np.asarray(y[1, 0]))
    assert (one.shape, float(one)) == ((), 35.0)


def test_a_batched_step_must_give_the_dtype_that_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    def wider(operand: Array) -> Array:
        return operand.astype(np.float64)

    replace_kernel(monkeypatch, CbrtOp, lambda _: wider)
    text = function(PROGRAMS["a batched step must give the dtype that is declared"], [PAIR], [PAIR])
    with pytest.raises(
        EvaluationError, match=r"'stablehlo.cbrt' op evaluates to float64\[2\] where float32\[\]"
    ):
        evaluate(text, np.zeros(2, np.float32))


def test_a_fact_is_asked_once_for_a_block_whatever_it_is_bound_to() -> None:
    inside = region(REDUCE, "stablehlo.reduce")
    asked: list[Any] = []

    def fact(body: Any, number: int) -> int:
        asked.append(body)
        return number

    one, other = inside.bind((np.zeros(()),)), inside.bind((np.ones(()),))
    assert one.once(fact, 5) == other.once(fact, 6) == 5
    assert len(asked) == 1
    assert [float(b.captured[0]) for b in (one, other)] == [0, 1]


def test_a_body_that_reads_nothing_from_outside_needs_no_binding() -> None:
    whole = body(unary("abs"))
    assert whole.bind(()) is whole
    assert isinstance(whole.block.parent_op(), FuncOp)
