"""The account of what was folded and what not."""

from __future__ import annotations

import json
from typing import cast

import pytest
from xdsl.dialects.builtin import (
    ArrayAttr,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    StringAttr,
    UnknownLoc,
    i32,
)
from xdsl.ir import Attribute

from tests.folding.support import fold
from tests.helpers.clock import Clock
from tests.helpers.programs import named, parse
from xdsl_stablehlo.folding import FoldReport
from xdsl_stablehlo.folding.evaluate.records import EngineUse, FoldedKind
from xdsl_stablehlo.folding.explanations.page.markup import place_of_row
from xdsl_stablehlo.folding.fold.driver import not_constant
from xdsl_stablehlo.folding.report.report import AppliedRule, ChainLink, KeptOp, NewConstant, readable_bytes

PROGRAMS = named(__file__)

TEXT = PROGRAMS["text"]


def test_every_op_with_constant_operands_that_stayed_has_a_reason() -> None:
    report = fold(TEXT, check=False).report
    assert [(kept.op, kept.location, kept.code) for kept in report.kept] == [
        ("stablehlo.custom_call", "model.py:5:1", "side-effects"),
        ("stablehlo.add", "model.py:6:1", "not-constant"),
    ]
    assert report.kept[0].bytes == 16


def test_locations_are_fused_on_request() -> None:
    folded = fold(TEXT, check=False, fuse_locations=True)
    constant = folded.op("stablehlo.constant")
    assert isinstance(constant.location, FusedLoc)
    assert [str(location) for location in cast("ArrayAttr[Attribute]", constant.location.locations)] == [
        'loc("model.py":4:1)',
        'loc("model.py":3:1)',
    ]
    assert not isinstance(fold(TEXT, check=False).op("stablehlo.constant").location, FusedLoc)


def test_counts_and_bytes() -> None:
    report = fold(TEXT, check=False).report
    assert {name: kind.count for name, kind in report.folded.items()} == {
        "stablehlo.iota": 1,
        "stablehlo.sine": 1,
    }
    assert (report.bytes_before, report.bytes_after) == (0, 16)
    assert report.ops_before - report.ops_after == 1
    (constant,) = report.constants
    assert (constant.op, constant.folded, constant.bytes) == ("stablehlo.sine", 2, 16)


def test_seconds_are_those_of_the_run(clock: Clock) -> None:
    """The clock goes on by a second each time: before and after each of two evaluations, and around them."""
    clock.step = 1.0
    report = fold(TEXT, check=False).report
    assert [kind.seconds for kind in report.folded.values()] == [1.0, 1.0]
    assert report.seconds == 5.0


def test_json_and_text() -> None:
    folded = fold(TEXT, check=False)
    data = json.loads(folded.report.to_json())
    assert data["folded"]["stablehlo.sine"]["count"] == 1
    assert data["reasons"] == {"side-effects": 1, "not-constant": 1}
    assert data["kept"][0]["function"] == "main"
    text = str(folded.report)
    assert "model.py:5:1: stablehlo.custom_call has side effects" in text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (1536, "1.5 KiB"),
        ((1 << 20) - 1, "1024.0 KiB"),
        (1 << 20, "1.0 MiB"),
        (1 << 30, "1.0 GiB"),
        (5 << 40, "5120.0 GiB"),
    ],
)
def test_bytes_have_a_unit_that_keeps_them_short(count: int, text: str) -> None:
    assert readable_bytes(count) == text


def at(line: int) -> LocationAttr:
    return FileLineColLoc(StringAttr("m.py"), IntAttr(line), IntAttr(1))


def rows(kept: int, kinds: int, functions: int) -> FoldReport:
    """A report of so many rows of each table."""
    report = FoldReport(ops_before=30, ops_after=20, bytes_before=10, bytes_after=2048, work=7)
    report.seconds = 0.5
    for number in range(kinds):
        report.folded[f"d.op{number}"] = FoldedKind(number + 1, number + 2, 1024 * number, number / 1000)
    for number in range(kept):
        report.kept.append(
            KeptOp(f"d.kept{number}", "main", at(number), "side-effects", "has effects", None, 0)
        )
    report.functions_removed = [f"f{number}" for number in range(functions)]
    report.functions_cloned = ["g_0", "g_1"][:functions]
    return report


def test_rows_of_a_report_are_short() -> None:
    rows = [
        KeptOp("d.a", "main", at(1), "side-effects", "has effects", None, 0),
        KeptOp("d.a", "main", UnknownLoc(), "side-effects", "has effects", None, 0),
        AppliedRule("multiply-one", "d.a", "main", at(2)),
        NewConstant(i32, 4, "main", at(3), "d.a", 3, 1),
        NewConstant(i32, 4, "main", UnknownLoc(), ""),
        ChainLink("d.a", at(4)),
    ]
    assert list(map(repr, rows)) == [
        "<KeptOp: m.py:1:1: d.a has effects>",
        "<KeptOp: @main: d.a has effects>",
        "<AppliedRule: m.py:2:1: multiply-one replaced d.a>",
        "<NewConstant: m.py:3:1: i32 for d.a>",
        "<NewConstant: i32 for no op>",
        "<ChainLink: d.a (m.py:4:1)>",
    ]


def test_the_text_of_a_report() -> None:
    report = rows(1, 2, 1)
    report.replaced_ops, report.unread_ops, report.constants_gone, report.made_ops = 4, 3, 2, 1
    report.bytes_in_vain = 24
    report.constants = [NewConstant(i32, 4, "main", UnknownLoc(), "d.op0", 3, 1)]
    report.constants += [NewConstant(i32, 2048, "main", UnknownLoc(), "")]
    report.kept.append(KeptOp("d.waiting", "main", at(9), "not-constant", "waits", 4, 0))
    assert str(report) == (
        "folded 3 ops into 2 constants in 500.0 ms\n"
        "ops       30 -> 20: 3 ops folded, 4 replaced by rules, 3 no longer read, 2 constants removed;"
        " 2 constants added, 1 other op added\n"
        "constants 10 B -> 2.0 KiB; made: 2.0 KiB, of which 2.0 KiB are of constants passed on\n"
        "evaluated 1.0 KiB in 5 evaluations, of which 24 B in vain\n"
        "removed   @f0\n"
        "cloned    @g_0\n"
        "\n"
        "folded                                   ops  evaluations       bytes  estimated ms        ms\n"
        "d.op1                                      2            3     1.0 KiB          0.00      1.00\n"
        "d.op0                                      1            2         0 B          0.00      0.00\n"
        "\n"
        "kept with constant operands:\n"
        "  m.py:0:1: d.kept0 has effects\n"
        "\n"
        "1 more op has some constant operands, and others that are not"
    )


def test_an_empty_report() -> None:
    assert str(FoldReport()) == (
        "folded 0 ops into 0 constants in 0.0 ms\nops       0 -> 0\nconstants 0 B -> 0 B"
    )


@pytest.mark.parametrize(("count", "more"), [(20, 0), (21, 1), (25, 5)])
def test_long_tables_are_cut_to_twenty_rows(count: int, more: int) -> None:
    text = str(rows(count, count, count))
    assert text.count(" has effects") == 20
    assert text.count("\nd.op") == 20
    assert text.count("@f") == 20
    assert text.count(f"  ... {more} more") == (2 if more else 0)
    assert (f"@f19 and {more} more" in text) is bool(more)
    # The longest time comes first.
    assert text.index(f"d.op{count - 1} ") < text.index(f"d.op{count - 2} ")


def test_what_is_noted_in_a_nested_module_is_added() -> None:
    """A module with two copies of it inside: each figure is three times that of the module alone."""
    alone = fold(TEXT, check=False).report
    nested = fold(f"{TEXT}module @a {{ {TEXT} }}\nmodule @b {{ {TEXT} }}", check=False).report
    assert [kept.op for kept in nested.kept] == 3 * [kept.op for kept in alone.kept]
    figures = ("folded_ops", "evaluations", "ops_before", "bytes_after", "bytes_evaluated")
    assert [getattr(nested, name) for name in figures] == [3 * getattr(alone, name) for name in figures]
    assert nested.work > alone.work


def test_a_report_as_data() -> None:
    report = fold(TEXT, check=False).report
    data = report.to_dict()
    assert set(data) == {
        *("folded_ops", "reasons", "folded", "kept", "constants", "ops_before", "ops_after", "bytes_before"),
        *("bytes_after", "functions_removed", "functions_cloned", "work", "seconds", "changed"),
        *(
            "bytes_evaluated",
            "bytes_materialized",
            "bytes_in_vain",
            "on_machine",
            "simplified",
            "believed",
            "bounded",
            "engine",
            "verdicts",
        ),
        *("causes", "bytes_passed_on", "evaluations", "shared_ops", "replaced_ops", "unread_ops"),
        *("constants_gone", "made_ops"),
    }
    assert data["folded_ops"] == 2
    assert data["constants"] == [
        {
            "type": "tensor<4xf32>",
            "bytes": 16,
            "function": "main",
            "location": "model.py:4:1",
            "name": "",
            "called_from": [],
            "op": "stablehlo.sine",
            "folded": 2,
            "shared": 0,
        }
    ]
    assert report.kept[1].to_dict() == {
        "op": "stablehlo.add",
        "function": "main",
        "location": "model.py:6:1",
        "name": "",
        "called_from": [],
        "code": "not-constant",
        "reason": "has operand 0 that is not constant",
        "bytes": 16,
        "work": 0,
    }


@pytest.mark.parametrize(
    ("unknown", "message"),
    [
        ([2], "has operand 2 that is not constant"),
        ([0, 2], "has operands 0, 2 that are not constant"),
        ([0, 1, 2, 3], "has operands 0, 1, 2, 3 that are not constant"),
        ([0, 1, 2, 3, 4], "has operands 0, 1, 2, 3, ... that are not constant"),
        ([], "has side effects"),
    ],
)
def test_which_operands_are_not_constant(unknown: list[int], message: str) -> None:
    (op,) = parse("func.func @main() { return }").ops
    assert not_constant(op, unknown).message == message


JAX = PROGRAMS["jax"]


def test_what_jax_says_of_places_is_in_every_form_of_the_report() -> None:
    folded = fold(JAX, check=False)
    (constant,) = folded.report.constants
    call, other = folded.report.kept
    callers = ("net.py:7:4 in net", "run.py:20:1 in <module>")
    assert (constant.location, constant.name) == ("net.py:3:9", "jit(net)/layer3/sin")
    assert (call.location, call.name, call.called_from) == ("net.py:3:9", "jit(net)/call", callers)
    assert (other.location, other.name, other.called_from) == ("", "x[<b>]", ())
    kept = json.loads(folded.report.to_json())["kept"]
    assert [kept[0][key] for key in ("location", "name", "called_from")] == [
        "net.py:3:9",
        "jit(net)/call",
        [*callers],
    ]
    text = str(folded.report)
    place = "net.py:3:9 (jit(net)/call, called from net.py:7:4, run.py:20:1)"
    assert f"  {place}: stablehlo.custom_call has side effects\n" in text
    assert "  x[<b>]: stablehlo.custom_call has side effects" in text
    page = place_of_row(call) + place_of_row(other)
    assert "jit(net)/call<br>called from net.py:7:4 in net" in page
    assert "x[&lt;b&gt;]" in page


def test_without_a_place_the_function_is_named() -> None:
    report = rows(1, 0, 0)
    report.kept[0].source = UnknownLoc()
    assert "  @main: d.kept0 has effects" in str(report)


def test_reasons_of_an_engine_come_by_their_number_and_then_by_name() -> None:
    text = FoldReport(engine=EngineUse("xla", refused={"b": 1, "c": 2, "a": 1})).to_text()
    assert "0 ops in 0 programs in 0.0 ms" in text
    reasons = [line.strip() for line in text.splitlines() if " not " in line]
    assert reasons == ["not 2 ops: c", "not 1 op: a", "not 1 op: b"]
