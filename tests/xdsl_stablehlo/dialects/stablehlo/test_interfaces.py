"""xDSL's interfaces and traits: an op has those of the op of `arith`, `scf` or `func` that does the same work."""

from __future__ import annotations

import re
from typing import Any

import pytest
from xdsl import traits
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.interfaces import HasFolderInterface
from xdsl.ir import Attribute, Operation
from xdsl.traits import HasCanonicalizationPatternsTrait, HasFolder, OpTrait
from xdsl.transforms.individual_rewrite import ApplyIndividualRewritePass

from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.folding.rules.families import RULES
from xdsl_stablehlo.values.elements import array_of

_COUNTERPARTS = """
arith.addf add, arith.addi add, arith.andi and, arith.bitcast bitcast_convert, arith.cmpf compare, arith.cmpi compare,
arith.constant constant, arith.divf divide, arith.divsi divide, arith.divui divide, arith.extf convert,
arith.extsi convert, arith.extui convert, arith.fptosi convert, arith.fptoui convert, arith.index_cast convert,
arith.maximumf maximum, arith.maxsi maximum, arith.maxui maximum, arith.minimumf minimum, arith.minsi minimum,
arith.minui minimum, arith.mulf multiply, arith.muli multiply, arith.negf negate, arith.ori or, arith.remsi remainder,
arith.remui remainder, arith.select select, arith.shli shift_left, arith.shrsi shift_right_arithmetic,
arith.shrui shift_right_logical, arith.sitofp convert, arith.subf subtract, arith.subi subtract, arith.truncf convert,
arith.trunci convert, arith.uitofp convert, arith.xori xor, func.return return, scf.for while, scf.if if,
scf.index_switch case, scf.reduce reduce, scf.while while, scf.yield return
"""
COUNTERPARTS = dict(re.findall(r"([\w.]+) (\w+)", _COUNTERPARTS))
"""Ops of xDSL, each with the op of StableHLO that does its work."""

WITHOUT = {
    "arith.addui_extended": "two results",
    "arith.ceildivsi": "StableHLO divides towards zero only",
    "arith.ceildivui": "StableHLO divides towards zero only",
    "arith.floordivsi": "StableHLO divides towards zero only",
    "arith.maxnumf": "StableHLO has the maximum that hands on NaNs only",
    "arith.minnumf": "StableHLO has the minimum that hands on NaNs only",
    "arith.mulsi_extended": "two results",
    "arith.mului_extended": "two results",
    "func.call": "programs have functions of func",
    "func.func": "programs have functions of func",
    "scf.condition": "a condition is returned, as everything is",
    "scf.execute_region": "no region runs alone",
    "scf.parallel": "`map` and `reduce` say what runs in parallel",
    "scf.reduce.return": "a reducer ends as all regions do",
}
"""Ops of xDSL without such an op, and why."""

DIFFERENT = {
    ("scf.reduce", "IsTerminator"): "`reduce` is an op among others",
    ("scf.yield", "HasParent"): "the ops around say how their regions end",
    ("func.return", "HasParent"): "the ops around say how their regions end",
    ("scf.reduce", "HasParent"): "`reduce` is an op among others",
}
"""Traits that the op of StableHLO is without, and why."""


def kinds(op: type[Operation]) -> set[str]:
    """The traits of an op by the names of xDSL's classes, with those that they are kinds of."""
    return {
        kind.__name__
        for trait in op.traits
        for kind in type(trait).__mro__
        if kind.__module__ == traits.__name__ and issubclass(kind, OpTrait) and kind is not OpTrait
    }


OTHERS = {op.name: op for dialect in (arith.Arith, scf.Scf, func.Func) for op in dialect.operations}


def test_every_op_of_xdsl_is_in_a_table() -> None:
    assert OTHERS.keys() == COUNTERPARTS.keys() | WITHOUT.keys()


@pytest.mark.parametrize("name", COUNTERPARTS)
def test_ops_have_the_traits_of_their_counterparts(name: str) -> None:
    ours = StableHLO.operation(COUNTERPARTS[name])
    assert ours is not None
    wanted = kinds(OTHERS[name]) - {"Pure", "AlwaysSpeculatable"}  # it depends on sizes, which may be unknown
    assert wanted - kinds(ours) == {trait for op, trait in DIFFERENT if op == name}
    if "Pure" in kinds(OTHERS[name]):
        assert kinds(ours) >= {"NoMemoryEffect", "ConditionallySpeculatable"}


def test_every_op_folds() -> None:
    ops = list(StableHLO.operations)
    assert all(issubclass(op, HasFolderInterface) and op.has_trait(HasFolder) for op in ops)
    module = parse(
        "func.func @f(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {"
        " %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>"
        " %zero = stablehlo.constant dense<0> : tensor<2xi32>"
        " %a = stablehlo.add %c, %c : tensor<2xi32>"
        " %b = stablehlo.add %x, %zero : tensor<2xi32>"
        " %d = stablehlo.add %x, %c : tensor<2xi32>"
        " return %a, %b, %d : tensor<2xi32>, tensor<2xi32>, tensor<2xi32> }"
    )
    before = print_module(module)
    known, same, unknown = [op for op in module.walk() if isinstance(op, hlo.AddOp)]
    folded = known.fold()
    assert folded is not None
    (value,) = folded
    assert isinstance(value, Attribute)
    assert array_of(value).tolist() == [2, 4]
    assert same.fold() == [same.lhs]
    assert unknown.fold() is None
    assert print_module(module) == before


# ---- canonicalization patterns ----


def patterns(op: type[Operation]) -> list[str]:
    (trait,) = [trait for trait in op.traits if isinstance(trait, HasCanonicalizationPatternsTrait)]
    return [type(pattern).__name__ for pattern in trait.get_canonicalization_patterns()]


def test_the_rules_of_an_op_are_its_patterns() -> None:
    context().get_dialect("stablehlo")
    listed = {op.name.removeprefix("stablehlo."): patterns(op) for op in StableHLO.operations}
    assert {name for name, found in listed.items() if found} == {
        op for rule in RULES.values() for op in rule.ops
    }
    assert "NotNot" in listed["not"]
    assert all(len(found) == len(set(found)) for found in listed.values())


PROGRAM = """
func.func @main(%x: tensor<2xi32>, %p: tensor<i1>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %a = stablehlo.add %x, %zero : tensor<2xi32>
  %b = stablehlo.add %x, %one : tensor<2xi32>
  %c = stablehlo.add %b, %one : tensor<2xi32>
  %d = stablehlo.subtract %x, %x : tensor<2xi32>
  return %a, %c, %d : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}
"""


def test_patterns_are_listed_and_applied_one_by_one() -> None:
    ctx, module = context(), parse(PROGRAM)
    listed = ApplyIndividualRewritePass.schedule_space(ctx, module)
    assert [(each.operation_name, each.pattern_name) for each in listed] == [
        ("stablehlo.add", "AddZero"),
        ("stablehlo.add", "ConstantsInARow"),
        ("stablehlo.subtract", "SubtractItself"),
    ]
    texts: list[str] = []
    for each in listed:
        copy = module.clone()
        each.apply(ctx, copy)
        verify_module(copy)
        texts.append(print_module(copy))
    assert "return %x, " in texts[0]
    assert "add %x, %c : tensor<2xi32>" in texts[1]
    assert "dense<2>" in texts[1]
    assert "subtract" not in texts[2]


# ---- control flow ----


def regions_of(op: Any, point: Any) -> list[int | str]:
    """The successors of an op at a point, a region by its number."""
    trait: Any = next(each for each in op.traits if hasattr(each, "successor_regions"))
    found = [each.successor for each in trait.successor_regions(op, point)]
    return ["results" if each is op else op.regions.index(each) for each in found]


@pytest.fixture(name="branches")
def _branches() -> dict[str, Any]:
    module = parse(
        "func.func @f(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {"
        " %a = stablehlo.constant dense<true> : tensor<i1>"
        ' %r = "stablehlo.if"(%p) ({ stablehlo.return %x : tensor<?xf32> }, {stablehlo.return %x : tensor<?xf32> })'
        " : (tensor<i1>) -> tensor<?xf32>"
        ' %s = "stablehlo.case"(%i) ({ stablehlo.return %x : tensor<?xf32> }, {stablehlo.return %x : tensor<?xf32> })'
        " : (tensor<i32>) -> tensor<?xf32>"
        " %w = stablehlo.while(%j = %s) : tensor<?xf32>"
        " cond { stablehlo.return %p : tensor<i1> } do { stablehlo.return %r : tensor<?xf32> }"
        " return %w : tensor<?xf32> }"
    )
    return {op.name.removeprefix("stablehlo."): op for op in module.walk()}


def test_branches_between_regions(branches: dict[str, Any]) -> None:
    point: Any = vars(traits)["RegionBranchPoint"]
    for name in ("if", "case"):
        op = branches[name]
        assert regions_of(op, point.PARENT) == [0, 1]
        assert regions_of(op, point(op.regions[1].block.last_op)) == ["results"]
    loop = branches["while"]
    assert regions_of(loop, point.PARENT) == [0, 1, "results"]
    assert regions_of(loop, point(loop.body.block.last_op)) == [0, 1, "results"]
    assert regions_of(loop, point(loop.cond.block.last_op)) == []
    inputs = [[*loop.successor_inputs(each)] for each in loop.successor_regions(point.PARENT)]
    assert inputs == [[*loop.cond.block.args], [*loop.body.block.args], [*loop.results]]
    assert loop.are_types_compatible(loop.operands[0].type, parse_type("tensor<3xf32>"))
    assert not loop.are_types_compatible(loop.operands[0].type, parse_type("tensor<3xi32>"))


def parse_type(text: str) -> Any:
    module = parse(f"func.func private @f({text})")
    return next(op for op in module.walk() if isinstance(op, func.FuncOp)).function_type.inputs.data[0]


def test_a_constant_says_which_region_runs(branches: dict[str, Any]) -> None:
    def bounds(op: Any, known: Any) -> list[tuple[int, int | None]]:
        return [(each.lower, each.upper) for each in op.region_invocation_bounds([known])]

    def entered(op: Any, known: Any) -> list[int]:
        return [op.regions.index(each.successor) for each in op.entry_successor_regions([known])]

    true = branches["constant"].value
    assert entered(branches["if"], true) == [0]
    assert entered(branches["if"], None) == [0, 1]
    assert bounds(branches["if"], true) == [(1, 1), (0, 0)]
    assert bounds(branches["if"], None) == [(0, 1), (0, 1)]
    for number, region in ((0, 0), (1, 1), (7, 1), (-1, 1)):
        elements = DenseIntOrFPElementsAttr.from_list(branches["case"].index.type, [number])
        assert entered(branches["case"], elements) == [region]
