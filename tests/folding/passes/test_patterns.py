"""The pattern for greedy drivers and the questions about single values: what they take, and what they leave."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, OpResult
from xdsl.pattern_rewriter import PatternRewriteWalker
from xdsl.transforms.canonicalize import CanonicalizePass

from tests.folding.support import main, values
from tests.helpers.drawn.partial_programs import partial_program
from tests.helpers.programs import assert_same, context, named, parse, sample
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.folding import FoldConstants, FoldOptions, constant_value, fold_module
from xdsl_stablehlo.folding.fold.patterns import cone_of
from xdsl_stablehlo.folding.terms.constants import written_array
from xdsl_stablehlo.interpreter import Tensor, eval_module
from xdsl_stablehlo.ir.graphs import values_read_inside

PROGRAMS = named(__file__)


def op_named(module: ModuleOp, name: str) -> Operation:
    (found,) = [op for op in module.walk() if op.name == name]
    return found


def rewritten(text: str, **options: Any) -> list[str]:
    """The ops of `@main` after the greedy driver, terminators left out."""
    module = parse(text)
    PatternRewriteWalker(FoldConstants(FoldOptions(**options))).rewrite_module(module)
    verify_module(module)
    (func,) = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    return [op.name for op in func.walk() if op is not func and not op.name.endswith("return")]


@pytest.mark.parametrize(
    ("body", "result", "folds"),
    [
        ("%r = stablehlo.tuple %c : tuple<tensor<2xi32>>", "tuple<tensor<2xi32>>", False),
        (
            "%s = stablehlo.constant dense<[2]> : tensor<1xi64>\n"
            "%r = stablehlo.dynamic_reshape %c, %s : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>",
            "tensor<?xi32>",
            False,
        ),
        ("%r = stablehlo.divide %c, %z : tensor<2xi32>", "tensor<2xi32>", False),
        ("%r = stablehlo.negate %c : tensor<2xi32>", "tensor<2xi32>", True),
        ("%r = stablehlo.add %c, %x : tensor<2xi32>", "tensor<2xi32>", False),
        ("%r = func.call @f(%c) : (tensor<2xi32>) -> tensor<2xi32>", "tensor<2xi32>", False),
    ],
)
def test_what_the_pattern_folds(body: str, result: str, folds: bool) -> None:
    text = main(
        f"%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
        f"%z = stablehlo.constant dense<[1, 0]> : tensor<2xi32>\n{body}",
        result,
        "%x: tensor<2xi32>",
    )
    text += "func.func private @f(%x: tensor<2xi32>) -> tensor<2xi32> { return %x : tensor<2xi32> }"
    assert (set(rewritten(text)) == {"stablehlo.constant"}) is folds


def with_limit(op: str, result: str, limit: int, more: str = "") -> list[str]:
    text = main(f"%c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n%r = {op}\n{more}", result)
    return rewritten(text, fold_op_element_limit=limit)


def test_the_pattern_pays_with_constants_that_only_the_op_reads() -> None:
    convert = "stablehlo.convert %c : (tensor<3xi32>) -> tensor<3xTYPE>"
    assert "stablehlo.convert" not in with_limit(convert.replace("TYPE", "i64"), "tensor<3xi64>", 3)
    assert "stablehlo.convert" in with_limit(convert.replace("TYPE", "i64"), "tensor<3xi64>", 2)
    assert "stablehlo.convert" not in with_limit(convert.replace("TYPE", "f32"), "tensor<3xf32>", 2)
    other = (
        '"stablehlo.custom_call"(%c) {call_target_name = "x", has_side_effect = true} : (tensor<3xi32>) -> ()'
    )
    assert "stablehlo.convert" in with_limit(convert.replace("TYPE", "f32"), "tensor<3xf32>", 2, other)
    twice = "stablehlo.add %c, %c : tensor<3xi32>"
    assert "stablehlo.add" in with_limit(twice, "tensor<3xi32>", 2)
    splat = "stablehlo.compare NE, %c, %c : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>"
    assert "stablehlo.compare" in with_limit(splat, "tensor<3xi1>", 2)


def test_splats_are_no_large_constants_for_the_pattern() -> None:
    text = main(
        "%c = stablehlo.constant dense<1> : tensor<i32>\n"
        "%r = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<99xi32>",
        "tensor<99xi32>",
    )
    assert set(rewritten(text, fold_op_element_limit=2)) == {"stablehlo.constant"}


def test_attributes_and_location_stay_with_a_single_result() -> None:
    module = parse(
        main(
            "%c = stablehlo.constant dense<[2, 1]> : tensor<2xi32>\n"
            '%r = stablehlo.negate %c {keep = "this"} : tensor<2xi32> loc("model.py":3:1)',
            "tensor<2xi32>",
        )
    )
    PatternRewriteWalker(FoldConstants()).rewrite_module(module)
    returned = op_named(module, "func.return").operands[0].owner
    assert isinstance(returned, Operation)
    assert {name: str(value) for name, value in returned.attributes.items()} == {"keep": '"this"'}
    assert str(returned.location) == 'loc("model.py":3:1)'


def test_attributes_of_an_op_of_several_results_say_nothing_of_each() -> None:
    module = parse(PROGRAMS["attributes of an op of several results say nothing of each"])
    PatternRewriteWalker(FoldConstants()).rewrite_module(module)
    verify_module(module)
    owners = [value.owner for value in op_named(module, "func.return").operands]
    assert [owner.name for owner in owners if isinstance(owner, Operation)] == ["stablehlo.constant"] * 2
    assert not any(owner.attributes for owner in owners if isinstance(owner, Operation))


LOOP = PROGRAMS["loop"]


def test_what_a_value_depends_on() -> None:
    module = parse(LOOP)
    loop, negated = op_named(module, "stablehlo.while"), op_named(module, "stablehlo.negate")
    (func,) = module.ops
    argument = func.regions[0].block.args[0]
    a, b = list(func.regions[0].block.ops)[:2]
    assert list(values_read_inside(loop)) == [argument, b.results[0]]
    order = cone_of(negated.results[0])
    assert len(order) == len(set(order)) == 4
    assert order[-2:] == [loop, negated]
    assert set(order[:2]) == {a, b}
    assert order.index(a) < order.index(b)
    assert cone_of(argument) == []


def test_constant_value_of_a_loop() -> None:
    module = parse(
        LOOP.replace("(%n: tensor<i32>)", "()").replace(
            "%a = ", "%n = stablehlo.constant dense<6> : tensor<i32>\n%a = "
        )
    )
    found = constant_value(op_named(module, "stablehlo.negate").results[0])
    assert found is not None
    assert values(found.array) == -7
    assert constant_value(op_named(parse(LOOP), "stablehlo.negate").results[0]) is None


def test_constants_that_cannot_be_read_are_not_known() -> None:
    """Their elements are in a resource that the module does not have."""
    text = main("%r = stablehlo.constant dense_resource<gone> : tensor<2xf32>", "tensor<2xf32>")
    module = parse(text)
    (constant,) = [op for op in module.walk() if op.name == "stablehlo.constant"]
    assert written_array(constant.results[0]) is None
    assert not fold_module(module).changed
    argument = parse(LOOP).body.block.first_op
    assert argument is not None
    assert written_array(argument.regions[0].block.args[0]) is None


def test_a_written_array_is_the_array() -> None:
    module = parse(LOOP)
    constant = op_named(module, "stablehlo.constant").results[0]
    assert isinstance(constant, OpResult)
    found = written_array(constant)
    assert isinstance(found, np.ndarray)
    assert found.tolist() == 1


@pytest.mark.parametrize("seed", range(12))
def test_canonicalization_keeps_values_and_ends(seed: int) -> None:
    """On programs that constants and facts decide in part, in which many rules hold."""
    module = parse(partial_program(seed))
    func = next(op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main")
    types = [ranked_type(t) for t in func.function_type.inputs]
    arguments = [sample(str(t.element_type), tuple(t.get_shape()), seed) for t in types]
    before = eval_module(module, arguments)
    CanonicalizePass().apply(context(), module)
    verify_module(module)
    for wanted, given in zip(before, eval_module(module, arguments), strict=True):
        assert isinstance(wanted, Tensor)
        assert isinstance(given, Tensor)
        assert_same(given.array, wanted.array)
    text = print_module(module)
    CanonicalizePass().apply(context(), module)
    assert print_module(module) == text
