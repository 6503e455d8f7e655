"""Programs as a whole: arguments, errors with their place, memory, time, and xDSL's own interpreter."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects import test as foreign
from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
    TensorType,
    UnknownLoc,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from tests.helpers.programs import evaluate, function, named, parse
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.interpreter import EvaluationError, Tensor, eval_func, eval_module
from xdsl_stablehlo.interpreter.interface.errors import located
from xdsl_stablehlo.text.locations import (
    FileLineColRange,
    FileLineLoc,
    origin_of,
    place_of,
    unverified as location_of,
)

PROGRAMS = named(__file__)

ADD = function("%r0 = stablehlo.add %a0, %a1 : tensor<2xi32>", ["tensor<2xi32>"] * 2, ["tensor<2xi32>"])
ONE_TWO = np.array([1, 2], np.int32)


def test_arguments_may_be_tensors_arrays_or_lists() -> None:
    module = parse(ADD)
    for argument in (Tensor.of(ONE_TWO), ONE_TWO, [1, 2], (1, 2)):
        (given,) = eval_module(module, [argument, argument])
        assert np.asarray(given).tolist() == [2, 4]


REFUSED = [
    ([ONE_TWO], r"@main takes 2 argument\(s\), but 1 given"),
    ([ONE_TWO, np.int32(1)], r"argument 1 of @main: int32\[\] does not hold the elements of 'tensor<2xi32>'"),
    ([ONE_TWO.astype("f4"), ONE_TWO], r"argument 0 of @main: float32\[2\] does not hold"),
    ([[1.5, 2], ONE_TWO], r"argument 0 of @main: 1.5 \(float64\) is no element of type i32"),
    ([[1, 1 << 40], ONE_TWO], r"argument 0 of @main: 1099511627776 \(int64\) is no element of type i32"),
    (["text", ONE_TWO], "argument 0 of @main: "),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_arguments_that_do_not_fit_are_refused(arguments: list[Any], message: str) -> None:
    with pytest.raises(EvaluationError, match=message) as caught:
        eval_module(parse(ADD), arguments)
    assert "\n" not in str(caught.value)


def test_entry_by_name_and_a_single_function_without_main() -> None:
    two = PROGRAMS["entry by name and a single function without main"]
    (given,) = eval_module(parse(two), (), "g")
    assert int(given.get()) == 2
    (given,) = eval_module(parse(two.split("func.func @g")[0]))
    assert int(given.get()) == 1
    with pytest.raises(EvaluationError, match="module must have entry func with name main"):
        eval_module(parse(two))


def test_eval_func_calls_the_functions_beside_it() -> None:
    module = parse(PROGRAMS["eval func calls the functions beside it"])
    first = module.body.block.first_op
    assert isinstance(first, FuncOp)
    (given,) = eval_func(first, [np.int32(3)])
    assert int(given.get()) == -3
    first.detach()
    with pytest.raises(EvaluationError, match="calls @g, which is not a function of the module"):
        eval_func(first, [np.int32(3)])


def test_dynamic_parameters_take_any_size() -> None:
    program = function("%r0 = stablehlo.add %a0, %a0 : tensor<?xi32>", ["tensor<?xi32>"], ["tensor<?xi32>"])
    (given,) = eval_module(parse(program), [np.arange(3, dtype=np.int32)])
    assert given.type == TensorType(IntegerType(32), [3])


def test_errors_have_place_op_and_operand_types() -> None:
    program = "\n\n  " + function(
        """%0 = stablehlo.add %a0, %a0 : tensor<2xi32>
  check.expect_eq %a0, %0 : tensor<2xi32>""",
        ["tensor<2xi32>"],
    )
    ctx = Context()
    register_dialects(ctx)
    with pytest.raises(EvaluationError) as caught:
        eval_module(parse_module(program, ctx, "model.mlir"), [ONE_TWO])
    assert str(caught.value) == (
        "model.mlir:5:3: 'check.expect_eq' op Element values don't match: 1 (actual) vs 2 (expected) at index [0]; "
        "2 (actual) vs 4 (expected) at index [1]; 2 of 2 elements in all (operands: tensor<2xi32>, tensor<2xi32>)"
    )


IMPOSSIBLE = [
    ("%r0 = stablehlo.iota dim = 0 : tensor<1000000000000xi32>", "tensor<1000000000000xi32>"),
    (
        "%c = stablehlo.constant dense<1> : tensor<i8>\n"
        "%r0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i8>) -> tensor<4294967296x4294967296x16xi8>",
        "tensor<4294967296x4294967296x16xi8>",
    ),
]


@pytest.mark.parametrize(("body", "result"), IMPOSSIBLE)
def test_results_larger_than_the_memory_are_refused_before_anything_is_allocated(
    body: str, result: str
) -> None:
    with pytest.raises(EvaluationError, match=r"op has a result of \d+ bytes; half of the memory"):
        evaluate(function(body, [], [result]))


def test_an_op_without_an_evaluator_is_an_error_only_where_it_runs() -> None:
    body = PROGRAMS["an op without an evaluator is an error only where it runs"]
    ctx = Context()
    register_dialects(ctx)
    module = parse_module(function(body, ["tensor<i1>", "tensor<i32>"], ["tensor<i32>"]), ctx)
    (given,) = eval_module(module, [np.bool_(False), np.int32(5)])
    assert int(given.get()) == 5
    with pytest.raises(EvaluationError, match=r"'tensor.empty' op has no evaluator"):
        eval_module(module, [np.bool_(True), np.int32(5)])


def test_regions_of_several_blocks_are_refused() -> None:
    text = PROGRAMS["regions of several blocks are refused"]
    ctx = Context()
    register_dialects(ctx)
    with pytest.raises(EvaluationError, match=r"'stablehlo.if' op has a region of 2 blocks"):
        eval_module(parse_module(text, ctx), [np.int32(1), np.bool_(True)])


def nested(depth: int) -> str:
    """As many `if` in each other, around one sum."""
    opening = "".join([f'%r{i} = "stablehlo.if"(%p) ({{\n' for i in range(depth)])
    closing = "".join(
        [
            f"}}, {{ stablehlo.return %x : tensor<i32> }}) : (tensor<i1>) -> tensor<i32> {end} %r{i} : tensor<i32>\n"
            for i, end in reversed([*enumerate(["return", *["stablehlo.return"] * (depth - 1)])])
        ]
    )
    return (
        "func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {\n"
        f"{opening}%y = stablehlo.add %x, %x : tensor<i32> stablehlo.return %y : tensor<i32>\n{closing}}}"
    )


def test_regions_in_regions() -> None:
    for p, wanted in ((True, 6), (False, 3)):
        (given,) = evaluate(nested(300), np.bool_(p), np.int32(3))
        assert int(given) == wanted


@pytest.mark.prove
def test_regions_in_regions_at_the_stated_depth() -> None:
    (given,) = evaluate(nested(1000), np.bool_(True), np.int32(3))
    assert int(given) == 6
    with pytest.raises(EvaluationError, match="has regions nested too deeply: more than 1000"):
        evaluate(nested(1001), np.bool_(True), np.int32(3))


def test_what_numpy_refuses_is_an_error_of_the_op() -> None:
    # Not verified: the verifier does not let it through.
    text = function(
        "%r0 = stablehlo.reshape %a0 : (tensor<2xi32>) -> tensor<3xi32>", ["tensor<2xi32>"], ["tensor<3xi32>"]
    )
    ctx = Context()
    register_dialects(ctx)
    message = r"'stablehlo.reshape' op cannot be evaluated for such operands \(ValueError\)"
    with pytest.raises(EvaluationError, match=message):
        eval_module(parse_module(text, ctx), [ONE_TWO])
    assert located(MemoryError(), None).message == "needs more memory than there is"
    assert located(RecursionError(), None).message == "has regions nested too deeply"
    assert located(ValueError(), None).message == "cannot be evaluated: ValueError"


FILE = FileLineColLoc(StringAttr("a.py"), IntAttr(3), IntAttr(7))
OTHER = FileLineColLoc(StringAttr("b.py"), IntAttr(5), IntAttr(1))
RANGE = cast(
    "LocationAttr", FileLineColRange(StringAttr("a.py"), IntAttr(3), IntAttr(7), IntAttr(3), IntAttr(62))
)


def name_loc(name: str, location: Attribute) -> NameLoc:
    return location_of(NameLoc, StringAttr(name), location)


def called(callee: Attribute, caller: Attribute) -> LocationAttr:
    return location_of(CallSiteLoc, callee, caller)


def fused(*locations: Attribute) -> LocationAttr:
    return location_of(FusedLoc, ArrayAttr(locations), NoneAttr())


LOCATIONS = [
    (FILE, "a.py:3:7: ", ""),
    (RANGE, "a.py:3:7: ", ""),
    (FileLineLoc(StringAttr("a.py"), IntAttr(3)), "a.py:3: ", ""),
    (FileLineLoc(StringAttr("a.py"), NoneAttr()), "a.py: ", ""),
    (name_loc("name", FILE), "a.py:3:7: ", " (name)"),
    (name_loc("jit(f)/mul", name_loc("f", RANGE)), "a.py:3:7: ", " (jit(f)/mul)"),
    (name_loc("name", NoneAttr()), "", " (name)"),
    (called(FILE, UnknownLoc()), "a.py:3:7: ", ""),
    (called(UnknownLoc(), FILE), "a.py:3:7: ", ""),
    (called(name_loc("g", RANGE), OTHER), "a.py:3:7: ", " (called from b.py:5:1)"),
    (
        name_loc("jit(f)/mul", called(name_loc("g", RANGE), OTHER)),
        "a.py:3:7: ",
        " (jit(f)/mul, called from b.py:5:1)",
    ),
    (
        called(FILE, called(OTHER, called(OTHER, called(OTHER, OTHER)))),
        "a.py:3:7: ",
        " (called from b.py:5:1, b.py:5:1, b.py:5:1, ...)",
    ),
    (fused(UnknownLoc(), name_loc("name", FILE), OTHER), "a.py:3:7: ", " (name)"),
    (fused(name_loc("only", NoneAttr()), OTHER), "b.py:5:1: ", " (only)"),
    (UnknownLoc(), "", ""),
]


@pytest.mark.parametrize(("location", "place", "context"), LOCATIONS)
def test_the_place_of_an_op_is_in_its_location(location: LocationAttr, place: str, context: str) -> None:
    op = foreign.TestOp()
    op.location = location
    assert place_of(op.location) == place
    assert str(EvaluationError("fails", op)) == f"{place}'test.op' op fails{context}"


def test_a_call_stack_of_any_depth_is_read() -> None:
    location: Attribute = FILE
    for _ in range(100_000):
        location = called(OTHER, location)
    assert origin_of(location).place == "b.py:5:1"
    assert len(origin_of(location).frames) == 100


def unverified(text: str) -> ModuleOp:
    ctx = Context()
    register_dialects(ctx)
    ctx.load_op(foreign.TestOp)
    return parse_module(text, ctx)


NOT_VALID = [
    (
        '%0 = "stablehlo.constant"() <{value = 1 : i32}> : () -> tensor<i32>',
        "'stablehlo.constant' op cannot be",
    ),
    ('%0 = "test.op"() : () -> tensor<2xi7>', r"'test.op' op has no evaluator"),
    (
        '"stablehlo.map"() ({ ^a: stablehlo.return ^b: stablehlo.return }) {dimensions = array<i64>} : () -> ()',
        r"'stablehlo.map' op has a region of 2 blocks; only regions of one block are evaluated",
    ),
]


@pytest.mark.parametrize(("statement", "message"), NOT_VALID)
def test_what_no_verifier_would_let_through_is_an_error_all_the_same(statement: str, message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        eval_module(unverified(f"func.func @main() {{\n {statement}\n return\n}}"))


def test_a_function_without_a_terminator_returns_nothing() -> None:
    assert eval_module(unverified("func.func @main() {\n}")) == ()


def test_an_impossible_update_in_place_is_refused_like_any_other() -> None:
    kind = "tensor<4611686018427387904xi8>"
    body = f"""%z = stablehlo.constant dense<0> : tensor<i64>
    %c = stablehlo.constant dense<1> : tensor<1xi8>
    %r0 = stablehlo.dynamic_update_slice %a0, %c, %z : ({kind}, tensor<1xi8>, tensor<i64>) -> {kind}"""
    with pytest.raises(EvaluationError, match="op has a result of 4611686018427387904 bytes"):
        evaluate(function(body, [kind], [kind]), np.broadcast_to(np.int8(0), (1 << 62,)))


def test_every_op_is_told_before_it_is_evaluated() -> None:
    text = PROGRAMS["every op is told before it is evaluated"]
    seen: list[str] = []
    (result,) = eval_module(parse(text), [np.int32(3)], on_step=lambda op: seen.append(op.name))
    assert result.array == -6
    assert seen == ["stablehlo.while", "stablehlo.compare", "stablehlo.add", "stablehlo.negate"]


@pytest.mark.parametrize("kind", ["i32", "f32"])
def test_a_loop_over_scalars_is_as_fast_and_one_op_when_it_is_observed(kind: str) -> None:
    one = "1" if kind == "i32" else "1.0"
    text = f"""
    func.func @main(%n: tensor<{kind}>) -> tensor<{kind}> {{
      %one = stablehlo.constant dense<{one}> : tensor<{kind}>
      %r:2 = stablehlo.while(%i = %one, %s = %one) : tensor<{kind}>, tensor<{kind}>
      cond {{
        %p = stablehlo.compare LT, %i, %n : (tensor<{kind}>, tensor<{kind}>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }} do {{
        %j = stablehlo.add %i, %one : tensor<{kind}>
        %t = stablehlo.add %s, %i : tensor<{kind}>
        stablehlo.return %j, %t : tensor<{kind}>, tensor<{kind}>
      }}
      return %r#1 : tensor<{kind}>
    }}"""
    seen: list[str] = []
    (result,) = eval_module(
        parse(text), [np.dtype(kind[0] + "4").type(1000)], on_step=lambda op: seen.append(op.name)
    )
    assert result.array == 1 + 1000 * 999 // 2
    assert len(seen) < 150
