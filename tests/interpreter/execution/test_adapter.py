"""Programs run by xDSL's own interpreter, with our implementation functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects import test as foreign
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    impl_external,
    register_impls,
)
from xdsl.ir import Operation

from tests.helpers.programs import COUNTING_LOOP, function, named
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.dialects.stablehlo import CbrtOp, IfOp
from xdsl_stablehlo.interpreter import Tensor, register_implementations
from xdsl_stablehlo.interpreter.kernels.support.table import KERNELS, every_kernel
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.values.element_types import Array

PROGRAMS = named(__file__)

ONE_TWO = np.array([1, 2], np.int32)


def host(text: str, *families: InterpreterFunctions) -> Interpreter:
    ctx = Context()
    register_dialects(ctx)
    ctx.load_op(foreign.TestOp)
    interpreter = Interpreter(parse_module(text, ctx))
    register_implementations(interpreter, ctx)
    for family in families:
        interpreter.register_implementations(family)
    return interpreter


def test_xdsl_interpreter_runs_programs() -> None:
    text = PROGRAMS["xdsl interpreter runs programs"]
    (given,) = host(text).call_op("main", (Tensor.of(ONE_TWO),))
    assert isinstance(given, Tensor)
    assert np.asarray(given).tolist() == [11, 22]


def test_xdsl_interpreter_runs_one_op_without_a_warning() -> None:
    interpreter = host(
        function("%r0 = stablehlo.divide %a0, %a1 : tensor<f32>", ["tensor<f32>"] * 2, ["tensor<f32>"])
    )
    op = next(op for op in interpreter.module.walk() if op.name == "stablehlo.divide")
    (given,) = interpreter.run_op(op, (Tensor.of(np.float32(1)), Tensor.of(np.float32(0))))
    assert np.asarray(given).item() == np.inf


def test_xdsl_interpreter_runs_each_op_by_its_implementation() -> None:
    class Listener(Interpreter.Listener):
        def __init__(self) -> None:
            self.names: list[str] = []

        def will_interpret_op(self, op: Operation, args: PythonValues) -> None:
            self.names.append(op.name)

    listener = Listener()
    interpreter = host(COUNTING_LOOP)
    interpreter.listeners = (listener,)
    (given,) = interpreter.call_op("main", (Tensor.of(np.int32(9999)),))
    assert int(given.get()) == 10000
    assert listener.names == ["stablehlo.constant", "stablehlo.constant", "stablehlo.while", "func.return"]


@register_impls
class TestFunctions(InterpreterFunctions):
    """A dialect of someone else."""

    __test__ = False

    @impl(foreign.TestOp)
    def run_test(self, interpreter: Interpreter, op: foreign.TestOp, args: PythonValues) -> PythonValues:
        (operand,) = args
        assert isinstance(operand, Tensor)
        return (Tensor(operand.type, operand.array * 2),)


FOREIGN = function(PROGRAMS["foreign"], ["tensor<i1>", "tensor<2xi32>"], ["tensor<2xi32>"])


def test_xdsl_interpreter_runs_foreign_ops_inside_of_regions() -> None:
    arguments = Tensor.of(np.bool_(True)), Tensor.of(ONE_TWO)
    (given,) = host(FOREIGN, TestFunctions()).call_op("main", arguments)
    assert np.asarray(given).tolist() == [3, 6]


def test_xdsl_interpreter_reports_our_errors() -> None:
    text = function("check.expect_eq %a0, %a1 : tensor<2xi32>", ["tensor<2xi32>"] * 2)
    with pytest.raises(Exception, match=r"Element values don't match: 1 \(actual\) vs 3 \(expected\)"):
        host(text).call_op("main", (Tensor.of(ONE_TWO), Tensor.of(ONE_TWO + np.int32(2))))


def test_xdsl_interpreter_calls_decompositions_and_refuses_what_is_missing() -> None:
    text = PROGRAMS["xdsl interpreter calls decompositions and refuses what is missing"]
    (given,) = host(text).call_op("main", (Tensor.of(ONE_TWO),))
    assert np.asarray(given).tolist() == [2, 4]
    with pytest.raises(Exception, match="calls @g, which is not a function of the module"):
        host(text.replace("@f}", "@g}")).call_op("main", (Tensor.of(ONE_TWO),))
    with pytest.raises(Exception, match=r"@main takes 1 argument\(s\), but 0 given"):
        host(text).call_op("main", ())


def test_xdsl_interpreter_passes_tuples_and_tokens() -> None:
    text = PROGRAMS["xdsl interpreter passes tuples and tokens"]
    given, token = host(text).call_op("main", (Tensor.of(ONE_TWO),))
    assert np.asarray(given).tolist() == [1, 2]
    assert token == Token()


@register_impls
class ExternalFunctions(InterpreterFunctions):
    """A function that the program only declares."""

    @impl_external("twice")
    def twice(self, interpreter: Interpreter, op: Operation, args: PythonValues) -> PythonValues:
        return (Tensor(args[0].type, args[0].array * 2),)


def test_xdsl_interpreter_calls_a_function_twice_and_external_ones() -> None:
    text = PROGRAMS["xdsl interpreter calls a function twice and external ones"]
    (given,) = host(text, ExternalFunctions()).call_op("main", (ONE_TWO,))
    assert np.asarray(given).tolist() == [8, 16]
    with pytest.raises(Exception, match="calls @missing, which is not a function of the module"):
        host(text.replace("call @f(%x)", "call @missing(%x)")).call_op("main", (ONE_TWO,))


def test_xdsl_interpreter_runs_a_region_of_ours() -> None:
    interpreter = host(FOREIGN, TestFunctions())
    (op,) = [op for op in interpreter.module.walk() if isinstance(op, IfOp)]
    block = op.parent_block()
    assert block is not None
    _, outside = block.args
    interpreter.set_values([(outside, Tensor.of(ONE_TWO))])
    (given,) = interpreter.run_ssacfg_region(op.true_branch, ())
    assert np.asarray(given).tolist() == [3, 6]


def test_xdsl_interpreter_reports_what_numpy_refuses() -> None:
    body = "%r0 = stablehlo.reshape %a0 : (tensor<2xi32>) -> tensor<3xi32>"
    text = function(body, ["tensor<2xi32>"], ["tensor<3xi32>"])
    with pytest.raises(
        Exception, match=r"'stablehlo.reshape' op cannot be evaluated for such operands \(ValueError\)"
    ):
        host(text).call_op("main", (ONE_TWO,))


CUBE_ROOT = "func.func @main(%x: T) -> T {\n%r = stablehlo.cbrt %x : T\nreturn %r : T\n}".replace(
    "T", "tensor<2xf32>"
)


@pytest.mark.parametrize(("shape", "dtype"), [((2,), "f4"), ((3,), "f4"), ((1, 2), "f4"), ((2,), "f8")])
def test_a_kernel_that_gives_another_type_is_reported(
    shape: tuple[int, ...], dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(_: CbrtOp) -> Callable[[Array], Array]:
        return lambda _: np.ones(shape, dtype)

    monkeypatch.setitem(KERNELS, CbrtOp, replace(every_kernel()[CbrtOp], make=make))
    argument = Tensor.of(np.ones(2, np.float32))
    if (shape, dtype) == ((2,), "f4"):
        (result,) = host(CUBE_ROOT).call_op("main", (argument,))
        assert result.array.tolist() == [1.0, 1.0]
    else:
        with pytest.raises(Exception, match=r"op evaluates to .* where float32\[2\] is declared"):
            host(CUBE_ROOT).call_op("main", (argument,))
