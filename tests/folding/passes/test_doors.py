"""The ways into the folder besides `fold_module`: one op, one value, a pattern, an analysis, binding, the passes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass, PassPipeline
from xdsl.pattern_rewriter import PatternRewriteWalker
from xdsl.utils.exceptions import PassFailedException

from tests.folding.support import fold, main, values
from tests.helpers.programs import context, named, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import AddOp, ConstantOp, DivOp, IfOp
from xdsl_stablehlo.folding import (
    BindingError,
    ConstantAnalysis,
    FoldConstants,
    FoldOptions,
    bind_arguments,
    constant_value,
    fold_module,
    fold_op,
)
from xdsl_stablehlo.folding.passes.passes import StablehloBindArgumentsPass, StablehloConstantFoldPass
from xdsl_stablehlo.interpreter import Tensor, eval_module

PROGRAMS = named(__file__)

SUM = main(PROGRAMS["sum"], "tensor<2xi32>", "%x: tensor<2xi32>")


def ops_of(module: ModuleOp, kind: type[Operation]) -> list[Operation]:
    return [op for op in module.walk() if isinstance(op, kind)]


def first_of(results: tuple[Tensor, ...] | None) -> Tensor:
    assert results is not None
    return results[0]


def test_fold_op_takes_the_operands_or_finds_them() -> None:
    first, second = ops_of(parse(SUM), AddOp)
    found = first_of(fold_op(first))
    assert values(found.array) == [2, 4]
    assert fold_op(second) is None
    given = first_of(fold_op(second, [[1, 1], Tensor.of([2, 3], found.type)]))
    assert values(given.array) == [3, 4]
    assert fold_op(second, [None, [1, 1]]) is None


def test_fold_op_refuses_what_is_undefined() -> None:
    text = main("%r = stablehlo.divide %x, %x : tensor<i32>", "tensor<i32>", "%x: tensor<i32>")
    (op,) = ops_of(parse(text), DivOp)
    assert fold_op(op, [1, 0]) is None
    assert values(first_of(fold_op(op, [7, 2])).array) == 3


def test_constant_value_answers_without_rewriting() -> None:
    module = parse(SUM)
    before = print_module(module)
    (first, second) = ops_of(module, AddOp)
    found = constant_value(second.results[0])
    assert found is not None
    assert values(found.array) == [4, 8]
    assert constant_value(next(iter(module.body.block.ops)).regions[0].block.args[0]) is None
    assert constant_value(first.results[0]) is not None
    assert print_module(module) == before


def test_constant_value_follows_calls_and_branches() -> None:
    text = PROGRAMS["constant value follows calls and branches"]
    (branch,) = ops_of(parse(text), IfOp)
    found = constant_value(branch.results[0])
    assert found is not None
    assert values(found.array) == 9


def test_pattern_folds_under_a_greedy_driver() -> None:
    module = parse(SUM)
    PatternRewriteWalker(FoldConstants()).rewrite_module(module)
    verify_module(module)
    assert [values(np.asarray(r.array)) for r in eval_module(module, [np.array([1, 1], np.int32)])] == [
        [4, 8]
    ]
    assert ops_of(module, AddOp) == []


def test_pattern_keeps_within_the_limit() -> None:
    text = main(
        "%i = stablehlo.iota dim = 0 : tensor<9xi32>\n%r = stablehlo.add %i, %i : tensor<9xi32>",
        "tensor<9xi32>",
    )
    module = parse(text)
    PatternRewriteWalker(FoldConstants(FoldOptions(fold_op_element_limit=8))).rewrite_module(module)
    assert len(ops_of(module, AddOp)) == 1
    PatternRewriteWalker(FoldConstants()).rewrite_module(module)
    assert ops_of(module, AddOp) == []


def test_analysis_knows_values_and_reachable_blocks() -> None:
    text = main(PROGRAMS["analysis knows values and reachable blocks"], "tensor<i32>", "%x: tensor<i32>")
    module = parse(text)
    before = print_module(module)
    analysis = ConstantAnalysis(module)
    (branch,) = ops_of(module, IfOp)
    (addition,) = ops_of(module, AddOp)
    known = analysis.value(addition.operands[1])
    assert known is not None
    assert values(known.array) == 4
    assert analysis.value(branch.results[0]) is None
    assert [analysis.is_reachable(region.block) for region in branch.regions] == [True, False]
    assert print_module(module) == before


WEIGHTS = PROGRAMS["weights"]


@pytest.mark.parametrize("names", [("1", "2"), ("params.w", "b"), ("w", "2")])
def test_bound_arguments_fold(names: tuple[str, str]) -> None:
    module = parse(WEIGHTS)
    bound = {names[0]: np.zeros(2, np.float32), names[1]: np.ones(2, ml_dtypes.bfloat16)}
    bind_arguments(module, bound)
    verify_module(module)
    fold_module(module)
    verify_module(module)
    assert [op.name for op in module.walk() if "stablehlo" in op.name] == [
        "stablehlo.constant",
        "stablehlo.add",
    ]
    (result,) = eval_module(module, [np.array([1, 2], np.float32)])
    assert values(result.array) == [3.0, 4.0]


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        ({"nothing": 1}, "@main has no argument 'nothing'; nearest: x, params.w, b"),
        ({"3": 1}, "none of them at position 3"),
        ({"0": np.zeros(3, np.float32)}, r"type 'tensor<2xf32>', and the value has shape \[3\]"),
        ({"0": np.zeros(2)}, "type 'tensor<2xf32>', and the value is float64"),
        ({"0": np.zeros(2, np.float32), "x": np.zeros(2, np.float32)}, "bound twice"),
        ({"0": ["1", "2"]}, "argument '0' is of type 'tensor<2xf32>': '1' is no element of type f32"),
        ({"0": [1, [2]]}, r"argument '0' .*: \[1, \[2\]\] is no array"),
        ({"0": [0, None]}, "argument '0' .*: None is no element of type f32"),
    ],
)
def test_bindings_that_do_not_fit_change_nothing(bound: dict[str, object], message: str) -> None:
    module = parse(WEIGHTS)
    before = print_module(module)
    with pytest.raises(BindingError, match=message):
        bind_arguments(module, bound)
    assert print_module(module) == before


def test_lists_are_bound_where_they_lose_no_more_than_rounding() -> None:
    def bound(element_type: str, value: object) -> object:
        tensor_type = f"tensor<1x{element_type}>"
        module = parse(f"func.func @main(%a: {tensor_type}) -> {tensor_type} {{ return %a : {tensor_type} }}")
        bind_arguments(module, {"0": value})
        return values(eval_module(module)[0].array)

    assert bound("i32", [7]) == [7]
    assert bound("f32", [1 << 62]) == [2.0**62]
    assert bound("tf32", [1 + 2.0**-10 + 2.0**-11 + 2.0**-12]) == [1 + 2.0**-9]
    for element_type, value in (("i32", 1.5), ("i8", 300), ("ui8", -1), ("i64", 2.0), ("f32", 1j)):
        with pytest.raises(BindingError, match=r"is no element of type"):
            bound(element_type, [value])


def run_pipeline(module: ModuleOp, pipeline: str) -> None:
    passes: dict[str, Callable[[], type[ModulePass]]] = {
        "stablehlo-constant-fold": lambda: StablehloConstantFoldPass,
        "stablehlo-bind-arguments": lambda: StablehloBindArgumentsPass,
    }
    PassPipeline.parse_spec(passes, pipeline).apply(context(), module)


def test_passes_bind_fold_report_and_verify(tmp_path: Path) -> None:
    np.savez(tmp_path / "w.npz", w=np.zeros(2, np.float32), b=np.ones(2, ml_dtypes.bfloat16))
    module = parse(WEIGHTS)
    run_pipeline(
        module,
        f'stablehlo-bind-arguments{{npz="{tmp_path}/w.npz"}},'
        f'stablehlo-constant-fold{{fold-op-element-limit=100 verify=true report="{tmp_path}/r.json" '
        f'report-html="{tmp_path}/r.html"}}',
    )
    assert len(ops_of(module, ConstantOp)) == 1
    assert '"stablehlo.exponential"' in (tmp_path / "r.json").read_text()
    page = (tmp_path / "r.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "stablehlo.exponential" in page


def test_pass_options_reach_the_folder() -> None:
    text = main(
        "%i = stablehlo.iota dim = 0 : tensor<3xi32>\n%r = stablehlo.add %i, %i : tensor<3xi32>",
        "tensor<3xi32>",
    )
    module = parse(text)
    run_pipeline(module, "stablehlo-constant-fold{fold-op-element-limit=2}")
    assert len(ops_of(module, AddOp)) == 1


@pytest.mark.parametrize(
    "pipeline", ["stablehlo-constant-fold{exactness=maybe}", 'stablehlo-bind-arguments{npz="missing.npz"}']
)
def test_wrong_pass_options_are_one_error(pipeline: str) -> None:
    with pytest.raises(PassFailedException):
        run_pipeline(parse(SUM), pipeline)


def test_functions_keep_their_names() -> None:
    module = parse(SUM)
    fold_module(module)
    assert [f.sym_name.data for f in module.ops if isinstance(f, FuncOp)] == ["main"]


def test_constants_of_arith_are_known() -> None:
    """`check=False`: the dialect `arith` is known to the folder, not to the interpreter."""
    folded = fold(
        main(
            "%a = arith.constant dense<[1, 2]> : tensor<2xi32>\n"
            "%b = stablehlo.constant dense<[10, 20]> : tensor<2xi32>\n"
            "%r = stablehlo.add %a, %b : tensor<2xi32>",
            "tensor<2xi32>",
        ),
        check=False,
    )
    assert folded.ops() == ["stablehlo.constant"]
    assert folded.constants()[0].tolist() == [11, 22]
