"""Blocks compiled to bodies: slots, forms, what calls reach, and what is refused when it runs."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects import test as foreign

from tests.helpers.programs import function, named, parse
from tests.interpreter.execution.bodies import CALLING, body, compiler, unary, updated
from xdsl_stablehlo.dialects.stablehlo import DynamicUpdateSliceOp
from xdsl_stablehlo.interpreter import EvaluationError, Program, eval_module
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.execution.executor import VACANT, InPlace
from xdsl_stablehlo.interpreter.execution.type_facts import DeclaredForm
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.values import Value

PROGRAMS = named(__file__)

F32 = "tensor<f32>"


def test_arguments_come_first_and_results_in_order() -> None:
    text = function(
        PROGRAMS["arguments come first and results in order"], [F32] * 2, [F32] * 2, ["%r0", "%a0"]
    )
    compiled = body(text)
    assert [(step.inputs, step.outputs, step.single) for step in compiled.steps] == [
        ((1, 2), (3,), True),
        ((3, 0), (4,), True),
        ((4,), (5,), True),
    ]
    form = DeclaredForm(np.dtype(np.float32), ())
    assert [step.forms for step in compiled.steps] == [(form,), (None,), (form,)]
    assert [sorted(step.dead) for step in compiled.steps] == [[1, 2], [3], [4]]
    assert compiled.returns == (5, 0)
    assert [value is VACANT for value in compiled.template] == [True, True, False, True, True, True]
    assert float(np.asarray(compiled.template[2])) == 3


REGIONS = function(PROGRAMS["regions"], ["tensor<i1>", F32], [F32])


def test_what_regions_read_follows_the_operands_region_by_region() -> None:
    (step,) = body(REGIONS).steps
    assert step.inputs == (0, 1, 2, 2, 1)
    made = compiler(REGIONS)
    (op,) = [op for op in made.functions["main"].walk() if op.name == "stablehlo.if"]
    true_branch, false_branch = [made.region(region) for region in op.regions]
    assert [v.name_hint for v in true_branch.captures] == ["a1", "k"]
    assert [v.name_hint for v in false_branch.captures] == ["k", "a1"]
    prepared = made.prepare(op)
    assert [v.name_hint for v in prepared.captured] == ["a1", "k", "k", "a1"]
    values: list[Value] = [np.asarray(np.float32(v)) for v in (3, 10, 20, 5)]
    for predicate, expected in ((True, 13.0), (False, 100.0)):
        (given,) = prepared.run([np.asarray(predicate), *values])
        assert float(np.asarray(given)) == expected


def test_a_block_is_compiled_once() -> None:
    made = compiler(CALLING)
    assert made.function("f") is made.function("f")
    region = made.functions["f"].body
    assert made.region(region) is made.function("f")


def updates_in_place(text: str) -> bool:
    (step,) = [step for step in body(text).steps if isinstance(step.op, DynamicUpdateSliceOp)]
    return isinstance(step.kernel, InPlace)


def test_only_an_operand_that_dies_is_written_to() -> None:
    kernels = {
        before: updates_in_place(text)
        for before, text in {
            "read last": updated("%x = stablehlo.abs %a0 : tensor<4xf32>", "x"),
            "read later": updated(
                "%x = stablehlo.abs %a0 : tensor<4xf32>",
                "x",
                "%s = stablehlo.abs %x : tensor<4xf32>",
                ("%r0", "%s"),
            ),
            "returned": updated("%x = stablehlo.abs %a0 : tensor<4xf32>", "x", "", ("%r0", "%x")),
            "a constant": updated("%x = stablehlo.constant dense<1.0> : tensor<4xf32>", "x"),
        }.items()
    }
    # A constant dies, too, as far as slots know; that it is held elsewhere shows when it runs.
    assert kernels == {"read last": True, "read later": False, "returned": False, "a constant": True}


def test_an_operand_that_is_read_twice_by_the_op_is_not_written_to() -> None:
    text = PROGRAMS["an operand that is read twice by the op is not written to"]
    assert not updates_in_place(text)


ELEMENTWISE = PROGRAMS["elementwise"]


@pytest.mark.parametrize(
    ("lines", "elementwise"),
    [
        ("%y = stablehlo.abs %x : tensor<f32>", True),
        ("%c = stablehlo.constant dense<1.0> : tensor<f32>\n %y = stablehlo.add %x, %c : tensor<f32>", True),
        ("%y = func.call @good(%x) : (tensor<f32>) -> tensor<f32>", True),
        ("%y = func.call @bad(%x) : (tensor<f32>) -> tensor<f32>", False),
        ("%y = stablehlo.reshape %x : (tensor<f32>) -> tensor<f32>", False),
        ("%v = stablehlo.iota dim = 0 : tensor<3xf32>\n %y = stablehlo.abs %x : tensor<f32>", False),
        ("%t = stablehlo.tuple %x : tuple<tensor<f32>>\n %y = stablehlo.abs %x : tensor<f32>", False),
    ],
)
def test_elementwise_bodies_are_those_of_scalars_and_elementwise_ops(lines: str, elementwise: bool) -> None:
    mapped = ELEMENTWISE.format(lines=lines, kind=F32, element="f32")
    text = function(f"%r0 = {mapped}", ["tensor<2xf32>"], ["tensor<2xf32>"])
    text += PROGRAMS["elementwise bodies are those of scalars and elementwise ops"]
    made = compiler(text)
    (op,) = [op for op in made.functions["main"].walk() if op.name == "stablehlo.map"]
    assert made.region(op.regions[0]).elementwise is elementwise


def test_callees_are_what_an_op_runs_by_name() -> None:
    text = PROGRAMS["callees are what an op runs by name"]
    main = parse(text).body.block.first_op
    assert main is not None
    ops = list(main.regions[0].block.ops)
    assert [list(callees(op)) for op in ops] == [["f"], ["g"], [], []]


def test_calls_that_lead_back_are_refused_by_name() -> None:
    text = PROGRAMS["calls that lead back are refused by name"]
    made = compiler(text)
    with pytest.raises(EvaluationError, match="calls @f from within @f; recursion is not evaluated"):
        made.function("main")
    diamond = text[: text.rindex("%0 = call")] + "return %x : tensor<f32>\n}"
    compiler(diamond).function("main")


def test_functions_that_cannot_be_called() -> None:
    made = compiler(CALLING)
    with pytest.raises(EvaluationError, match=r"^calls @nobody, which is not a function of the module$"):
        made.function("nobody")
    declared = compiler("func.func private @f(%x: tensor<f32>) -> tensor<f32>")
    with pytest.raises(EvaluationError, match=r"^calls @f, which has no body$"):
        declared.function("f")


def test_an_op_by_itself_without_a_fallback_has_no_evaluator() -> None:
    made = compiler(CALLING)
    op = foreign.TestOp()
    with pytest.raises(EvaluationError, match="has no evaluator"):
        made.prepare(op).run([])


def test_a_result_beyond_the_limit_of_bytes_is_refused_before_it_is_made() -> None:
    text = unary("abs", kind="tensor<5xf32>")
    with pytest.raises(LimitExceeded):
        eval_module(parse(text), [np.zeros(5, np.float32)], limits=Limits(bytes=19))
    eval_module(parse(text), [np.zeros(5, np.float32)], limits=Limits(bytes=20))
    (step,) = body(text, Limits(bytes=19)).steps
    with pytest.raises(EvaluationError, match=r"has a result of 20 bytes"):
        step.kernel(np.zeros(5, np.float32))
    (step,) = body(text, Limits(bytes=20)).steps
    assert np.asarray(step.kernel(-np.ones(5, np.float32))).tolist() == [1] * 5


def test_a_refused_op_is_refused_anew_each_time() -> None:
    """The error of one run is not that of the next: each has a place of its own."""
    text = unary("abs", kind="tensor<5xf32>")
    program = Program.of(parse(text), limits=Limits(bytes=19))
    errors: list[EvaluationError] = []
    for _ in range(2):
        with pytest.raises(EvaluationError) as caught:
            program(np.zeros(5, np.float32))
        errors.append(caught.value)
    assert errors[0] is not errors[1]
