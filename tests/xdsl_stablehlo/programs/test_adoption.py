"""Programs in other projects' classes of StableHLO's ops: taken for ours, and given back in theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp, UnregisteredOp
from xdsl.dialects.func import Func, FuncOp
from xdsl.ir import Operation, OpResult
from xdsl.parser import Parser
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriteWalker

from tests.helpers.programs import context, named, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import FoldConstants, bind_arguments, constant_value, fold_module, fold_op
from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
from xdsl_stablehlo.interpreter import eval_func, eval_module
from xdsl_stablehlo.programs.adoption import Adoption
from xdsl_stablehlo.programs.foreign import AdoptionError
from xdsl_stablehlo.programs.universe import STABLEHLO_UNIVERSE

from .foreign import THEIRS, Constant, their_context

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]


def theirs(text: str) -> ModuleOp:
    return Parser(their_context(), text).parse_module()


def unregistered(text: str) -> ModuleOp:
    ctx = Context(allow_unregistered=True)
    ctx.load_dialect(Builtin)
    ctx.load_dialect(Func)
    return Parser(ctx, text).parse_module()


def is_theirs(op: Operation) -> bool:
    return type(op) in [*THEIRS.operations] or isinstance(op, UnregisteredOp)


def operations(module: ModuleOp) -> int:
    """How many ops there are that are neither modules nor functions nor ends of blocks."""
    return sum(
        [not op.name.startswith(("builtin.m", "func.f")) and "return" not in op.name for op in module.walk()]
    )


@pytest.mark.parametrize("read", [theirs, unregistered])
def test_a_program_folds_as_in_our_classes_and_keeps_its_own(read: Callable[[str], ModuleOp]) -> None:
    module, ours = read(PROGRAM), parse(PROGRAM)
    report, wanted = fold_module(module), fold_module(ours)
    module.verify()
    assert all(is_theirs(op) for op in module.walk() if not op.name.startswith(("builtin.m", "func.")))
    assert report.ops_after == wanted.ops_after == operations(module) < report.ops_before
    assert (report.folded_ops, len(report.constants)) == (wanted.folded_ops, len(wanted.constants))
    assert print_module(Adoption(module).module) == print_module(ours)
    assert '{note = "mine"}' in str(module)
    assert not fold_module(module).changed


def test_what_does_not_fold_is_given_back_as_it_was() -> None:
    module = theirs(PROGRAM.replace("%angle) {note", "%x) {note"))
    before = {id(value) for op in module.walk() for value in op.properties.values()}
    (product,) = [op for op in module.walk() if op.name == "stablehlo.dot_general"]
    fold_module(module)
    (after,) = [op for op in module.walk() if op.name == "stablehlo.dot_general"]
    assert type(after) is type(product)
    assert id(after.properties["dot_dimension_numbers"]) in before


def test_nothing_folds_and_nothing_is_touched() -> None:
    module = theirs("func.func @f(%x: tensor<f32>) -> tensor<f32> {\n  func.return %x : tensor<f32>\n}")
    quantum = theirs(PROGRAMS["nothing folds and nothing is touched"])
    ops = [*quantum.walk()]
    assert not fold_module(module).changed
    assert not fold_module(quantum).changed
    assert [*quantum.walk()] == ops


def test_the_pass_says_what_it_did_and_verifies_it(tmp_path: Any) -> None:
    module, page = theirs(PROGRAM), tmp_path / "report.html"
    StablehloConstantFoldPass(verify=True, report_html=str(page)).apply(their_context(), module)
    assert [op for op in module.walk() if isinstance(op, Constant)]
    assert "stablehlo.cosine" in page.read_text()


def test_passes_of_the_plugin_take_their_ops_for_ours() -> None:
    kinds: dict[str, Callable[[], type[ModulePass]]] = dict(STABLEHLO_UNIVERSE.all_passes)
    module = theirs(PROGRAM)
    kinds["stablehlo-legalize-to-vhlo"]()().apply(their_context(), module)
    assert {op.name.partition(".")[0] for op in module.walk()} == {"builtin", "vhlo"}
    module = parse(PROGRAM)
    kinds["inline"]()().apply(context(), module)
    assert "call" not in str(module)


def test_evaluation_and_binding() -> None:
    text = PROGRAMS["evaluation and binding"]
    module = theirs(text)
    (func,) = [op for op in module.walk() if isinstance(op, FuncOp)]
    assert np.asarray(eval_module(module, [[1, 2], [3, 4]])[0]).tolist() == [4, 6]
    assert eval_func(func, [[1, 2], [3, 4]]) == eval_module(module, [[1, 2], [3, 4]])
    bind_arguments(module, {"0": [1, 2]})
    assert [type(op) for op in module.walk() if op.name == "stablehlo.constant"] == [Constant]
    assert np.asarray(eval_module(module, [[3, 4]])[0]).tolist() == [4, 6]


def test_an_op_that_does_not_hold_here_is_refused_in_one_line() -> None:
    module = theirs(PROGRAMS["an op that does not hold here is refused in one line"])
    before = str(module)
    with pytest.raises(AdoptionError, match=r"'stablehlo.add' op .*; so says") as caught:
        fold_module(module)
    assert "\n" not in str(caught.value)
    assert "not that of tests" in str(caught.value)
    assert str(module) == before


COMPARISON = PROGRAMS["comparison"]


def test_a_property_that_they_name_otherwise() -> None:
    ours, module = (
        parse(COMPARISON.replace("TYPE", "compare_type")),
        theirs(COMPARISON.replace("TYPE", "comparison_type")),
    )
    fold_module(ours)
    fold_module(module)
    module.verify()
    assert "[false, true]" in str(ours)
    assert "comparison_type = #stablehlo<comparison_type TOTALORDER>" in str(module)
    assert print_module(Adoption(module).module) == print_module(ours)


def test_a_property_that_we_do_not_have() -> None:
    with pytest.raises(
        AdoptionError, match=r"'stablehlo.compare' op has the property 'accuracy', which is not"
    ):
        fold_module(theirs(COMPARISON.replace("TYPE", "accuracy")))


def test_where_their_dialect_lacks_an_op_no_rule_puts_it_in() -> None:
    """`5 - (x + 5)` is `-x`, and they have no negation."""
    text = PROGRAMS["where their dialect lacks an op no rule puts it in"]
    module, with_all = theirs(text), unregistered(text)
    fold_module(with_all)
    assert "stablehlo.negate" in str(with_all)
    fold_module(module)
    module.verify()
    assert "stablehlo.subtract" in str(module)
    assert "dense<10> : tensor<4xi32>" in str(module)


def test_a_constant_that_they_do_not_take_is_an_error_and_nothing_changes() -> None:
    module = theirs(PROGRAMS["a constant that they do not take is an error and nothing changes"])
    before = str(module)
    with pytest.raises(
        AdoptionError, match=r"'stablehlo.constant' is to be added, and tests does not take it"
    ):
        fold_module(module)
    assert str(module) == before


def test_single_ops_are_refused_and_not_overlooked() -> None:
    module = theirs(PROGRAM)
    (cosine,) = [op for op in module.walk() if op.name == "stablehlo.cosine"]
    result: OpResult = cosine.results[0]
    for ask in (
        lambda: fold_op(cosine, [np.zeros(4, np.float32)]),
        lambda: constant_value(result),
        lambda: PatternRewriteWalker(FoldConstants()).rewrite_module(module),
    ):
        with pytest.raises(AdoptionError, match="and not of xdsl_stablehlo: fold_module takes such programs"):
            ask()
