"""An exception inside the folder, at any of its lines: it costs an op, or the fold, and never more."""

from __future__ import annotations

import traceback
from functools import partial
from typing import Any, cast

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from tests.helpers.programs import named, parse
from xdsl_stablehlo import parse_module, print_module, verify_module
from xdsl_stablehlo.folding import FoldOptions, constant_value, fold_module, fold_op, verify_fold
from xdsl_stablehlo.folding.evaluate.evaluation import OpFolder
from xdsl_stablehlo.folding.evaluate.work import CostModel
from xdsl_stablehlo.folding.facts.families import TRANSFERS
from xdsl_stablehlo.folding.rules import engine
from xdsl_stablehlo.folding.solver import analysis
from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.interpreter.kernels.custom_calls.registry import REGISTERED, user_entry

from .faults import CONTEXT, FOLDING, PROGRAMS, Faults, all_hits, fresh, options, state, triple

TEXTS = named(__file__)


class Defect(Exception):
    """What no part of the folder expects."""


def defect(*_: Any, **__: Any) -> Any:
    raise Defect("of\nthe folder")


@pytest.fixture
def handled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is for users."""
    monkeypatch.setattr(failures, "RAISES", False)


OUTSIDE = {
    "chosen",
    "begin",
    "end",
    "__init__",
    "atomically",
    "fold_module",
    "fold_within",
    "<lambda>",
    "line",
    "defect",
}
"""What calls the fold, and opens and closes the transaction: there is nothing around it that could go on."""


EVERY = 2
"""One of so many lines is tried: all of them take minutes."""


@pytest.mark.prove
@pytest.mark.long
@pytest.mark.usefixtures("handled")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_defect_at_any_line_never_reaches_the_caller(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, "triple", user_entry(triple))
    chosen = options(should_fold=None)
    faults = Faults(*FOLDING)
    points = [point for point, _ in all_hits(faults, name, chosen)]
    whole = fresh(name)  # A function of two blocks, which cannot be evaluated, goes when all of it is folded.
    fold_module(whole, chosen)
    outcomes = {"nothing folded": 0, "an op failed": 0, "folded": 0}
    for number, point in enumerate([*dict.fromkeys(points)][::EVERY]):
        module = fresh(name)
        before = state(module)
        try:
            report = faults.run(partial(fold_module, module, chosen), point, 1, defect)
        except Defect as error:
            frames = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
            inside = frames[frames.index("fold_module") :]
            assert set(inside) <= OUTSIDE, f"raised from {point}: {frames}"
            assert state(module) == before
            continue
        failed = [kept for kept in report.kept if "Defect" in kept.reason]
        if failed and failed[0].op == "builtin.module":
            outcomes["nothing folded"] += 1
            assert state(module) == before, f"changed by a defect at {point}"
            assert not report.constants
            assert report.ops_before == report.ops_after
        else:
            outcomes["an op failed" if failed else "folded"] += 1
            verify_module(module)
            if number % 4 == 0:
                differences = verify_fold(whole, module, 1)
                assert [
                    d for d in differences if "of which it is not known where it leads" not in str(d)
                ] == [], point
    assert all(count > 20 for count in outcomes.values()), outcomes


PROGRAM = TEXTS["program"]


def failed_ops(module: ModuleOp, **more: Any) -> list[tuple[str, str]]:
    """The ops that the folder failed over, and what it says of them."""
    before = module.clone()
    report = fold_module(module, FoldOptions(**more))
    verify_module(module)
    assert verify_fold(before, module, 2) == []
    return [(kept.op, kept.reason) for kept in report.kept if kept.code == "failed"]


SAID = "fails to fold: Defect: of"


@pytest.mark.usefixtures("handled")
def test_a_rule_that_fails_costs_its_op(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = engine.Rule("bad", ("subtract",), defect, defect)
    with engine.limited_to(*engine.RULES.values(), rule):
        # The rules before it have told what x - x is.
        assert failed_ops(parse(PROGRAM)) == []
    with engine.limited_to(rule, *engine.RULES.values()):
        module = parse(PROGRAM)
        assert failed_ops(module) == [("stablehlo.subtract", SAID)]
    text = print_module(module)
    assert "dense<6>" in text
    assert "stablehlo.while" not in text


@pytest.mark.usefixtures("handled")
def test_a_transfer_function_that_fails_costs_its_op(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TRANSFERS, "stablehlo.and", defect)
    module = parse(PROGRAM)
    assert failed_ops(module) == [("stablehlo.and", SAID)]
    text = print_module(module)
    assert "stablehlo.minimum" in text, "that x & 3 is at most 3 is not known"
    assert "stablehlo.subtract" not in text


@pytest.mark.usefixtures("handled")
def test_a_form_that_cannot_be_made_costs_its_op(monkeypatch: pytest.MonkeyPatch) -> None:
    def form(_: Any, op: Operation) -> engine.Form:
        return engine.Form(tuple(op.operands), defect)

    def always(*_: Any) -> bool:
        return True

    rule = engine.Rule("bad", ("subtract",), always, form)
    with engine.limited_to(rule, *engine.RULES.values()):
        assert failed_ops(parse(PROGRAM)) == [("stablehlo.subtract", SAID)]


@pytest.mark.usefixtures("handled")
def test_a_walk_that_fails_behind_a_hope_drops_what_rests_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first walk of the loop %k is hoped to stay 0."""
    module = parse(PROGRAM.replace("%two = stablehlo.add %k, %k", "%two = stablehlo.add %k, %next"))
    same = analysis.Solver.same

    def fails_in_loops(frame: analysis.Solver, *values: Any) -> bool:
        return defect() if frame.loop_depth else same(frame, *values)

    monkeypatch.setattr(analysis.Solver, "same", fails_in_loops)
    assert failed_ops(module, simplify=False) == [("stablehlo.while", SAID)]
    assert "stablehlo.while" in print_module(module)


@pytest.mark.usefixtures("handled")
def test_doors_for_one_op_give_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    (add, *_) = [op for op in parse(PROGRAM).walk() if op.name == "stablehlo.add"]
    ones = [np.ones(4, np.int32)] * 2
    assert fold_op(add, ones) is not None
    assert constant_value(add.results[0]) is not None
    monkeypatch.setattr(CostModel, "of", defect)
    assert fold_op(add, ones) is None
    assert constant_value(add.results[0]) is None


def test_an_evaluator_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpFolder, "_run", defect)
    with pytest.raises(Defect):
        fold_module(parse(PROGRAM))
    monkeypatch.setattr(failures, "RAISES", False)
    kept = fold_module(parse(PROGRAM)).kept
    assert "fails to evaluate: Defect: of" in {each.reason for each in kept if each.code == "failed"}


@pytest.mark.usefixtures("handled")
def test_what_is_for_the_caller_reaches_the_caller() -> None:
    heavy = TEXTS["what is for the caller reaches the caller"]
    for hook in ("should_fold", "on_progress", "prove"):
        module = parse(heavy)
        before = state(module)
        with pytest.raises(Defect):
            fold_module(module, cast("Any", FoldOptions)(**{hook: defect}))
        assert state(module) == before


@pytest.mark.usefixtures("handled")
def test_a_program_that_is_not_valid_is_said_to_be() -> None:
    module = parse_module(
        PROGRAM.replace(
            "%least = stablehlo.and %x, %c : tensor<4xi32>",
            '%least = "stablehlo.and"(%x) : (tensor<4xi32>) -> tensor<4xi32>',
        ),
        CONTEXT,
    )
    before = state(module)
    with pytest.raises(VerifyException, match="Expected 2 operands, but got 1"):
        fold_module(module)
    assert state(module) == before


def test_tests_see_defects() -> None:
    assert failures.RAISES
    rule = engine.Rule("bad", ("subtract",), defect, defect)
    with engine.limited_to(rule, *engine.RULES.values()), pytest.raises(Defect):
        fold_module(parse(PROGRAM))
