"""The measurements of folding: what is measured is what was folded, and criteria say no where they should."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.alone import Failed, answer, fold_alone, sections, write_sections
from benchmarks.engine import WORKS, on_arguments, on_constants
from benchmarks.fold_alone import SAMPLE
from benchmarks.model_programs import MODELS, SPLIT_MODELS, Model
from benchmarks.probe_graphs import graph_of_hlo, graph_of_module
from benchmarks.probes import PROBES, Probe, evaluated, read_probes, same, special_inputs
from benchmarks.same_bits import FUNCTIONS, ORDERS, Work
from benchmarks.splits import difference, in_turn, measure, medians
from benchmarks.stamp import (
    CHANGED,
    PATTERN,
    TABLES,
    digest,
    digest_of,
    replace_marked,
    restamped,
    stamp,
    tables,
    wrong,
)
from benchmarks.thrift import BASELINE, folds_enough, most_memory, time_holds
from benchmarks.thrift_programs import ISSUE, PROGRAMS
from tests.helpers.programs import context, parse
from tests.xdsl_stablehlo.jax.functions import jnp
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    get_current_version,
    read_portable_artifact,
    serialize_portable_artifact,
)


def test_folding_a_text_in_a_process_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(SAMPLE)
    found = fold_alone(path)
    assert (found["ops_before"], found["ops_after"], found["constants"], found["made"]) == (3, 2, 1, 16)
    assert found["seconds"] > 0
    assert found["memory"] >= 0
    assert not found["again"]["changed"]


def test_folding_an_artifact_in_a_process_of_its_own(tmp_path: Path) -> None:
    module = parse(SAMPLE)
    path, folded = tmp_path / "program.mlir.bc", tmp_path / "folded.mlir.bc"
    path.write_bytes(serialize_portable_artifact(module, get_current_version()))
    found = fold_alone(path, folded=folded)
    assert found["artifact_before"] == path.stat().st_size
    assert found["artifact_after"] == folded.stat().st_size
    assert not found["again"]["changed"]
    x = np.arange(4, dtype=np.float32)
    (expected,), (got,) = (
        eval_module(module, [x]),
        eval_module(read_portable_artifact(folded.read_bytes(), context()), [x]),
    )
    assert np.array_equal(np.asarray(expected), np.asarray(got))


@pytest.mark.parametrize("name", WORKS)
def test_works_of_engines_are_programs(name: str) -> None:
    for text in (on_arguments(WORKS[name]), on_constants(WORKS[name])):
        verify_module(parse(text))


def test_a_process_that_fails_says_why() -> None:
    with pytest.raises(Failed, match="no such weights"):
        answer("-c", "raise SystemExit('no such weights')")


def test_every_program_has_a_baseline_and_lowers() -> None:
    assert len(ISSUE) == 9
    assert len(PROGRAMS) >= 29
    assert set(json.loads(BASELINE.read_text())) == set(PROGRAMS)
    for program in PROGRAMS.values():
        assert "func.func public @main" in program.lowered().as_text()


def test_criteria_of_programs() -> None:
    assert time_holds(0.149, 0.1)
    assert not time_holds(0.151, 0.1)
    assert most_memory(10_000_000) == pytest.approx(86e6)
    before = {"ops": 10, "constants": 1, "bytes": 100_000}

    def enough(ops: int, saved: int, expansions: int) -> bool:
        reasons = {"expansion": expansions} if expansions else {}
        return folds_enough({"ops_after": ops, "bytes_after": 100_000 - saved, "reasons": reasons}, before)

    assert enough(10, saved=-100_000, expansions=0)
    assert not enough(11, saved=20_000, expansions=0)
    assert enough(12, saved=20_000, expansions=1)
    assert not enough(13, saved=20_000, expansions=1)
    assert not enough(12, saved=10_000, expansions=1)


def test_differences_are_relative_to_the_largest_value() -> None:
    floats, integers = np.array([0.0, 4.0], np.float32), np.array([1, 2])
    assert difference([floats, integers], [floats, integers]) == 0
    assert difference([floats], [floats + np.float32(0.5)]) == 0.125
    assert difference([integers], [integers + 1]) == np.inf


def test_figures_of_a_model_that_is_split() -> None:
    def normalised(weights: Any, x: Any) -> Any:
        return x @ (weights["w"] / jnp.abs(weights["w"]).max()) + weights["b"]

    w = np.arange(4096, dtype=np.float32).reshape(64, 64)
    found = measure(Model(normalised, {"w": w, "b": w[0]}, (w[:2],)), 1)
    assert found["derived"] == 1
    assert found["bytes"] == [w.nbytes + w[0].nbytes] * 2
    assert found["ops"][3] == 0
    assert found["same"]
    assert found["difference"] == 0


def test_a_model_closes_over_its_weights() -> None:
    def add(weights: Any, x: Any) -> Any:
        return weights["w"] + x

    assert Model(add, {"w": 2}, ()).closed(3) == 5


def test_models_have_makers() -> None:
    assert len(MODELS) == 8
    assert len(SPLIT_MODELS) >= 25


def test_rounds_change_which_comes_first() -> None:
    order: list[str] = []

    def one(name: str, seconds: float) -> float:
        order.append(name)
        return seconds

    pairs = in_turn(lambda: one("a", 1.0), lambda: one("b", 3.0), 3)
    assert "".join(order) == "abbaab"
    assert medians(pairs) == [1.0, 3.0]
    assert len(in_turn(lambda: 10.0, lambda: 10.0, 5)) == 2


def test_a_section_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    path.write_text("# Results\n\n## One\n\n1\n\n## Two\n\n2\n")
    write_sections({"One": "first", "Three": "3"}, path)
    said = stamp()
    assert PATTERN.fullmatch(said)
    text = f"# Results\n\n## One\n\n{said}\n\nfirst\n\n## Two\n\n2\n\n## Three\n\n{said}\n\n3\n"
    assert path.read_text() == text
    assert list(sections(path.read_text())) == ["", "One", "Two", "Three"]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_tables_say_whether_kernels_changed_since_they_were_measured(path: Path) -> None:
    found = wrong(path.read_text(), digest())
    assert not found, "\n".join([*found, "python -m benchmarks.stamp says so, and what to measure again"])
    assert tables(path.read_text())


CODE = 'def f(x: int) -> int:\n    """One more."""\n    return x + 1\n'


def test_a_digest_is_of_the_code_alone() -> None:
    same = "# A comment.\ndef f( x:int )->int:\n    'Another.'\n    # Why.\n    return (x +\n 1)\n"
    assert digest_of([("a.py", CODE)]) == digest_of([("a.py", same)])
    others = [("b.py", CODE), ("a.py", CODE.replace("1", "2")), ("a.py", CODE.replace("+", "-"))]
    assert len({digest_of([each]) for each in [("a.py", CODE), *others]}) == 4


def test_a_stamp_that_is_not_so() -> None:
    fresh = "Measured at commit `c0ffee` on a machine, kernels `01234567`."
    text = f"# R\n\n## One\n\n{fresh}\n\n## Two\n\n{fresh}{CHANGED}\n\n## Three\n\n|1|\n"
    changed = "'One' says that the kernels are those that were measured, which is not so"
    fresh_again = "'Two' says that the kernels changed, which is not so"
    assert wrong(text, "01234567") == [fresh_again, "'Three' has 0 stamps"]
    assert wrong(text, "76543210") == [changed, "'Three' has 0 stamps"]
    for today in ("01234567", "76543210"):
        assert wrong(restamped(text, today), today) == ["'Three' has 0 stamps"]


def test_a_table_between_markers(tmp_path: Path) -> None:
    path = tmp_path / "right.md"
    path.write_text("before\n<!-- python -m benchmarks.x --write -->\nold\n<!-- end -->\nafter\n")
    replace_marked(path, "benchmarks.x", "|new|\n")
    assert tables(path.read_text()) == {"benchmarks.x": f"{stamp()}\n\n|new|\n"}
    assert path.read_text().startswith("before\n")
    assert path.read_text().endswith("-->\nafter\n")
    with pytest.raises(ValueError, match=r"has no markers of benchmarks\.y$"):
        replace_marked(path, "benchmarks.y", "")


@pytest.mark.parametrize("work", [*FUNCTIONS, *ORDERS], ids=lambda work: work.name)
def test_works_that_show_what_the_same_bits_cost_are_programs(work: Work) -> None:
    for kind in work.kinds:
        verify_module(parse(work.program(kind)))


@pytest.mark.parametrize("probe", read_probes(PROBES), ids=lambda probe: probe.name)
def test_a_probe_is_not_won_as_it_stands(probe: Probe) -> None:
    if probe.trap:
        assert probe.why
    else:
        stands = graph_of_module(parse(probe.text)).wins(probe.won)
        assert stands == probe.won.startswith("stores")  # It does: what must not grow is short before.


@pytest.mark.parametrize(
    "probe", [p for p in read_probes(PROBES) if p.won.startswith("returns")], ids=lambda probe: probe.name
)
def test_a_probe_returns_what_it_says(probe: Probe) -> None:
    module = parse(probe.text)
    inputs = special_inputs(module)
    results = evaluated(module, inputs)
    for i, said in enumerate(probe.won.removeprefix("returns ").split(", ")):
        got = [[run[i]] for run in results]
        if said == "constant":
            assert same(got, [got[0]] * len(got))
        elif said != "any":
            assert same(got, [[arguments[int(said.removeprefix("arg"))]] for arguments in inputs])


@pytest.mark.parametrize("probe", [p for p in read_probes(PROBES) if p.trap], ids=lambda probe: probe.name)
def test_a_trap_is_no_argument_and_no_constant(probe: Probe) -> None:
    module = parse(probe.text)
    inputs = special_inputs(module)
    results = [[run[0]] for run in evaluated(module, inputs)]
    assert not same(results, [results[0]] * len(results))
    for i in range(len(inputs[0])):
        assert not same(results, [[arguments[i]] for arguments in inputs])


@pytest.mark.parametrize(
    ("body", "result", "condition"),
    [
        ("", "%x", "returns arg0"),
        ("%c = stablehlo.constant dense<1> : tensor<2xi32>", "%c", "returns constant"),
        ("%s = stablehlo.add %x, %x : tensor<2xi32>", "%s", "has stablehlo.add; one stablehlo.add; ops 1"),
        ("%s = stablehlo.add %x, %x : tensor<2xi32>", "%s", "returns add; no stablehlo.multiply; stores 0"),
        ("%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>", "%x", "stores 2"),
    ],
)
def test_a_condition_holds_for_a_module(body: str, result: str, condition: str) -> None:
    text = f"func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {{ {body} return {result} : tensor<2xi32> }}"
    assert graph_of_module(parse(text)).wins(condition)
    assert not graph_of_module(parse(text)).wins(condition + "; has stablehlo.sine")


HLO = """HloModule m

%region (a: s32[], b: s32[]) -> s32[] {
  %a = s32[] parameter(0)
  %b = s32[] parameter(1)
  ROOT %sum = s32[] add(%a, %b)
}

%fused (p: s32[4]) -> (s32[4], s32[]) {
  %p = s32[4]{0} parameter(0)
  %zero = s32[] constant(0)
  %total = s32[] reduce(%p, %zero), dimensions={0}, to_apply=%region
  ROOT %both = (s32[4]{0}, s32[]) tuple(%p, %total)
}

ENTRY %main (x: s32[4]) -> (s32[4], s32[], s32[4]) {
  %x = s32[4]{0} parameter(0)
  %table = s32[4]{0} constant({1, 2, 3, 4})
  %pair = (s32[4]{0}, s32[]) fusion(%x), kind=kLoop, calls=%fused
  %first = s32[4]{0} get-tuple-element(%pair), index=0
  %second = s32[] get-tuple-element(%pair), index=1
  ROOT %all = (s32[4]{0}, s32[], s32[4]{0}) tuple(%first, %second, %table)
}
"""


def test_optimised_hlo_is_read_through_fusions_and_tuples() -> None:
    graph = graph_of_hlo(HLO)
    assert graph.returned == ["arg0", "reduce", "constant"]
    assert graph.ops == [("reduce", 2), ("add", 2)]
    assert graph.stored == 4
