"""`split`: main after setup computes what the program computes, and keeps nothing known at load without a reason."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import FuncOp

from tests.campaigns.split_programs import difference, found_again, without_reason
from tests.golden.files import Case, cases
from tests.helpers.programs import named, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import BindingError
from xdsl_stablehlo.folding.passes.verify import random_tensor
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.splitting import Split, SplitOptions, split
from xdsl_stablehlo.splitting.cut import FlowNetwork

PROGRAMS = named(__file__)

GOLDEN = [case for case in cases(Path(__file__).parent / "cases" / "split.mlir") if "rng" not in case.program]


def names_of(case: Case) -> list[str]:
    """The arguments that a golden case says are known at load."""
    return case.runs[0].head.partition("names=")[2].rstrip("}").split(",")


def main_of(module: ModuleOp) -> FuncOp:
    (main,) = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    return main


def arguments_for(module: ModuleOp, seed: int = 0) -> list[Any]:
    generator = np.random.default_rng(seed)
    return [random_tensor(cast(AnyTensorType, a.type), generator) for a in main_of(module).args]


def assert_same_results(module: ModuleOp, found: Split, arguments: Sequence[Any]) -> None:
    weights = eval_module(found.setup, [arguments[i] for i in found.positions])
    inputs = [argument for i, argument in enumerate(arguments) if i not in found.positions]
    assert eval_module(found.main, [*weights, *inputs]) == eval_module(module, arguments)


@pytest.mark.parametrize(
    "case", [case for case in GOLDEN if not case.runs[0].expected[0].startswith("// error:")], ids=str
)
def test_golden_cases_compute_the_same(case: Case) -> None:
    module = parse(case.program)
    before = print_module(module)
    found = split(module, names_of(case))
    assert print_module(module) == before
    assert without_reason(found) == []
    for seed in range(3):
        assert_same_results(module, found, arguments_for(module, seed))


@pytest.mark.parametrize("first", one_of(3, range(0, 120, 20)))
def test_random_programs_compute_the_same(first: int) -> None:
    assert [(seed, wrong) for seed in range(first, first + 20) if (wrong := difference(seed))] == []


@pytest.mark.parametrize("seed", [10074, 11564, 11666, 16268])
def test_what_loops_carry_for_nothing_is_gone_before_regions_are_looked_at(seed: int) -> None:
    """A second split found more in these while it was only erased afterwards."""
    assert difference(seed) is None


COUNTED_DOWN = PROGRAMS["counted down"]


def test_the_number_of_a_row_costs_nothing() -> None:
    """It is a quotient of integers where a loop counts down; a second split computed a table of rows in that order."""
    module = parse(COUNTED_DOWN)
    found = split(module, ["w"], SplitOptions(growth=1.0))
    assert found.names == ["w/while"]
    assert found_again(found) == []
    assert_same_results(module, found, arguments_for(module))


@pytest.mark.prove
@pytest.mark.parametrize("first", range(120, 1120, 100))
def test_more_random_programs_compute_the_same(first: int) -> None:
    assert [(seed, wrong) for seed in range(first, first + 100) if (wrong := difference(seed))] == []


@pytest.mark.prove
def test_random_programs_compute_the_same_in_cpp() -> None:
    assert [(seed, wrong) for seed in range(3000, 3012) if (wrong := difference(seed, cpp=True))] == []


ROWS_TWICE = PROGRAMS["rows twice"]


def test_equal_ops_with_regions_cross_once() -> None:
    """Two sums are one value, a maximum of the same is another."""
    module = parse(ROWS_TWICE)
    found = split(module, ["w"])
    assert found.names == ["w/reduce", "w/reduce_1"]
    assert_same_results(module, found, arguments_for(module))


BEHIND_AN_EFFECT = PROGRAMS["behind an effect"]


def test_what_reads_the_result_of_an_op_that_stays_has_a_reason() -> None:
    found = split(parse(BEHIND_AN_EFFECT), ["w"])
    assert [(each.op, each.reason) for each in found.report.staying] == [
        ("stablehlo.case", "side-effects"),
        ("stablehlo.popcnt", "operand"),
    ]
    assert without_reason(found) == []


def test_long_lists_are_cut_short() -> None:
    """The report as text names some of many weights, and JSON all of them."""
    arguments = ", ".join([f"%w{i}: tensor<64x64xf32>" for i in range(30)])
    ops = "".join(
        [
            f"%e{i} = stablehlo.exponential %w{i} : tensor<64x64xf32>\n"
            f"%y{i + 1} = stablehlo.add %y{i}, %e{i} : tensor<64x64xf32>\n"
            for i in range(30)
        ]
    )
    text = f"func.func @main({arguments}, %y0: tensor<64x64xf32>) -> tensor<64x64xf32> {{\n{ops}"
    module = parse(text + "return %y30 : tensor<64x64xf32>\n}")
    report = split(module, [f"w{i}" for i in range(30)]).report
    lines = str(report).splitlines()
    assert lines.count("  and 6 more") == 1
    assert "read by setup alone: w0, w1, w2, w3, w4, w5, and 24 more" in lines
    assert "w29/exponential" in report.to_json()


TWO_READERS = PROGRAMS["two readers"]


def test_what_crosses_is_not_larger_than_the_budget() -> None:
    """The weight is needed as it is, too, so that its exponential doubles the memory."""
    module = parse(TWO_READERS)
    found = split(module, ["w"])
    assert [each.name for each in found.report.crossing] == ["w"]
    assert [(each.op, each.reason) for each in found.report.staying] == [("stablehlo.exponential", "growth")]
    generous = split(module, ["w"], SplitOptions(growth=1.0))
    assert [each.name for each in generous.report.crossing] == ["w", "w/exponential"]
    assert generous.report.staying == []
    assert generous.report.bytes_crossing == 2 * generous.report.bytes_before


def test_a_dequantized_weight_stays_small() -> None:
    """Eight bits cross, not the floats that they become."""
    module = parse(PROGRAMS["a dequantized weight stays small"])
    found = split(module, ["q", "s"])
    assert [each.name for each in found.report.crossing] == ["q", "s"]
    assert sorted({each.reason for each in found.report.staying}) == ["cheap", "size"]


def test_a_weight_that_setup_alone_reads_is_named() -> None:
    module = parse(PROGRAMS["a weight that setup alone reads is named"])
    report = split(module, ["w", "v"]).report
    assert (report.replaced, report.unread) == (["w"], ["v"])
    assert "read by setup alone: w\nread by nothing: v" in str(report)
    assert report.to_json().startswith("{")


def test_an_op_that_may_be_undefined_stays_in_its_branch() -> None:
    (case,) = [case for case in GOLDEN if "A division in a branch" in case.program]
    staying = split(parse(case.program), names_of(case)).report.staying
    assert [(each.op, each.reason) for each in staying] == [("stablehlo.divide", "branch")]


def test_elementwise_derived_weights_are_sharded_as_their_sources() -> None:
    module = parse(PROGRAMS["elementwise derived weights are sharded as their sources"])
    found = split(module, ["w", "v"], SplitOptions(growth=1))
    rows, columns = '#sdy.sharding<@mesh, [{"a"}, {}]>', '#sdy.sharding<@mesh, [{}, {"a"}]>'
    given, taken = main_of(found.setup).res_attrs, main_of(found.main).arg_attrs
    assert given is not None
    assert taken is not None
    assert found.names == ["v", "w/exponential", "w/power"]
    for known in (given.data, taken.data[:3]):
        said = [each.data.get("sdy.sharding") for each in known]
        assert [None if each is None else str(each) for each in said] == [columns, rows, None]


def test_a_cast_to_fewer_bytes_crosses() -> None:
    module = parse(PROGRAMS["a cast to fewer bytes crosses"])
    report = split(module, ["w"]).report
    assert [each.name for each in report.crossing] == ["w/convert"]
    assert report.bytes_crossing * 2 == report.bytes_before


def test_what_a_recurrence_of_weights_ends_with_crosses() -> None:
    """The loop carries a state that weights decide beside one that inputs decide."""
    module = parse(PROGRAMS["what a recurrence of weights ends with crosses"])
    found = split(module, ["w"])
    assert "tanh" not in print_module(found.main)
    assert_same_results(module, found, arguments_for(module))


def test_names_that_no_argument_has() -> None:
    module = parse(TWO_READERS)
    with pytest.raises(BindingError, match="no argument 'v'; nearest: x, w"):
        split(module, ["v"])
    with pytest.raises(BindingError, match="no function @main"):
        split(parse("func.func @f() { return }"), [])
    with pytest.raises(ValueError, match="growth"):
        SplitOptions(growth=-1)


def test_the_nearest_minimum_cut() -> None:
    """Two edges of the same capacity in a row: the first one is cut."""
    network = FlowNetwork()
    nodes = [network.node() for _ in range(5)]
    for source, target, capacity in ((0, 1, 9), (1, 2, 4), (2, 4, 4), (0, 3, 2), (3, 4, 7), (3, 2, 1)):
        network.edge(nodes[source], nodes[target], capacity)
    assert network.cut(nodes[0], nodes[4]) == {0, 1}
