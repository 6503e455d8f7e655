"""What a report says became of each op: its figures agree with each other and with counts made here.

What is counted here is the program before and after, object by object. Which ops led to which constant is asked of
programs without regions, calls and rules, where it can be told by looking at each constant in turn.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from tests.campaigns.partial_programs import program_of
from tests.folding.support import bytes_of, fold, is_operation, main, size_of
from tests.helpers.programs import context, named, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.folding import FoldOptions, FoldReport, fold_module, root_causes
from xdsl_stablehlo.folding.explanations.page import to_html
from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
from xdsl_stablehlo.folding.report.report import readable_bytes

PROGRAMS = named(__file__)

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.mlir"))


def folded(module: ModuleOp, **options: Any) -> FoldReport:
    """Fold, and compare what the report says with what is counted here."""
    before = module.clone()
    ops = [op for op in module.walk() if is_operation(op)]
    sizes = size_of(module)
    report = fold_module(module, FoldOptions(**options))
    now = [op for op in module.walk() if is_operation(op)]
    assert (report.ops_before, report.bytes_before) == sizes
    assert (report.ops_after, report.bytes_after) == size_of(module)
    went = report.folded_ops + report.replaced_ops + report.unread_ops + report.constants_gone
    assert sizes[0] - went + len(report.constants) + report.made_ops == len(now)
    if not report.functions_cloned:
        gone, new = [op for op in ops if op not in set(now)], [op for op in now if op not in set(ops)]
        constants = [op for op in new if op.name == "stablehlo.constant"]
        assert went == len(gone)
        assert report.constants_gone == sum([op.name == "stablehlo.constant" for op in gone])
        assert [constant.operation for constant in report.constants] == constants
        assert report.made_ops == len(new) - len(constants)
        assert report.bytes_materialized == sum(map(bytes_of, constants))
        names = Counter([op.name for op in gone])
        assert all(kind.count <= names[name] for name, kind in report.folded.items())
    alone = sum([constant.folded - constant.shared for constant in report.constants])
    assert alone + report.shared_ops == report.folded_ops
    assert report.bytes_in_vain <= report.bytes_evaluated
    assert report.bytes_passed_on <= report.bytes_materialized
    forms_agree(report, before, module)
    return report


def forms_agree(report: FoldReport, before: ModuleOp, after: ModuleOp) -> None:
    """Text, JSON and page say the same figures."""
    text, data = str(report), json.loads(report.to_json())
    page = to_html(report, before, after)
    first = re.match(r"folded ([\d,]+) ops? into ([\d,]+) constants? in ", text)
    assert first is not None
    said = [int(number.replace(",", "")) for number in first.groups()]
    assert said == [data["folded_ops"], len(data["constants"])] == [report.folded_ops, len(report.constants)]
    assert data["folded_ops"] == sum([kind["count"] for kind in data["folded"].values()])
    assert f"ops       {data['ops_before']} -> {data['ops_after']}" in text
    for key, what in (
        ("folded_ops", "ops? folded"),
        ("replaced_ops", "replaced by rules"),
        ("unread_ops", "no longer read"),
        ("constants_gone", "constants? removed"),
        ("made_ops", "other ops? added"),
    ):
        count = data[key]
        assert (re.search(rf" {count} {what}", text.split("\n")[1]) is not None) is bool(count)
        assert (re.search(rf"[ (]{count:,} {what}", page) is not None) is bool(count)
    tiles = dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page))
    assert tiles["ops of the program"] == f"{data['ops_before']:,} → {data['ops_after']:,}"
    sizes = [readable_bytes(data[key]) for key in ("bytes_before", "bytes_after")]
    assert tiles["of constants"] == " → ".join(sizes)
    assert f"constants {' -> '.join(sizes)}" in text
    figures = ("ops folded", "ops replaced by rules", "ops no longer read")
    assert [tiles[name] for name in figures] == [
        f"{data[key]:,}" for key in ("folded_ops", "replaced_ops", "unread_ops")
    ]
    # The listing has each line of the program before that went, or stayed, and each of the one after.
    marks = Counter(re.findall(r'<span class="sign">(.)</span>', page))
    stayed, gone, came = marks[" "], marks["-"], marks["+"]
    assert (stayed + gone, stayed + came) == (lines(before), lines(after))
    assert f"{gone:,} line" in page
    assert f"{came:,} line" in page


def lines(module: ModuleOp) -> int:
    from xdsl_stablehlo import print_module

    return len(print_module(module).rstrip("\n").split("\n"))


@pytest.mark.parametrize("batch", one_of(4, range(4)))
def test_figures_of_random_programs(batch: int) -> None:
    for seed in range(batch * 25, batch * 25 + 25):
        folded(parse(program_of(seed, portable=False)))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_figures_of_examples(path: Path) -> None:
    module = parse(path.read_text())
    report = folded(module)
    root_causes(report)
    assert "waits for" in to_html(report, module, module) or not report.causes


def straight(seed: int) -> str:
    """A program of elementwise ops on constants, positions, an argument and on each other."""
    r, kind = Random(seed), "tensor<4xf32>"
    names, body = ["%x"], list[str]()
    for number in range(r.randrange(2, 30)):
        text = r.choice(
            [
                "stablehlo.iota dim = 0",
                f"stablehlo.constant dense<[1.0, 2.0, 3.0, {number}.0]>",
                *["stablehlo.add"] * 4,
                *["stablehlo.sine"] * 3,
            ]
        )
        reads = {"stablehlo.add": 2, "stablehlo.sine": 1}.get(text, 0)
        operands = ", ".join([r.choice(names[-6:]) for _ in range(reads)])
        body.append(f"%v{number} = {text} {operands} : {kind}")
        names.append(f"%v{number}")
    last = ", ".join(names[-3:])
    kinds = ", ".join([kind] * len(names[-3:]))
    return f"func.func @main(%x: {kind}) -> ({kinds}) {{ {' '.join(body)} return {last} : {kinds} }}"


def ancestors(value: SSAValue, reads: dict[Operation, tuple[SSAValue, ...]]) -> set[Operation]:
    """The ops that a value was computed by, constants left out."""
    found, stack = set[Operation](), [value]
    while stack:
        op = stack.pop().owner
        if isinstance(op, Operation) and op not in found and op.name != "stablehlo.constant":
            found.add(op)
            stack += reads[op]
    return found


@pytest.mark.parametrize("batch", one_of(4, range(4)))
def test_which_ops_went_into_which_constant(batch: int) -> None:
    several = 0
    for seed in range(batch * 50, batch * 50 + 50):
        module = parse(straight(seed))
        reads = {op: tuple(op.operands) for op in module.walk()}
        report = folded(module, simplify=False)
        there = set(module.walk())
        into: dict[Operation, set[Operation]] = {}
        for op in there & reads.keys():
            for was, value in zip(reads[op], op.operands):
                if isinstance(value.owner, Operation) and value.owner not in reads:
                    into.setdefault(value.owner, set()).update(ancestors(was, reads) - there)
        counts = Counter([op for ops in into.values() for op in ops])
        assert report.folded_ops == len(counts)
        assert report.shared_ops == sum([count > 1 for count in counts.values()])
        several += report.shared_ops
        for constant in report.constants:
            assert constant.operation is not None
            ops = into[constant.operation]
            assert constant.folded == len(ops)
            assert constant.shared == sum([counts[op] > 1 for op in ops])
    assert several, "some ops went into several constants"


TABLES = PROGRAMS["tables"]


def test_tables_that_share_what_they_are_computed_from() -> None:
    report = folded(parse(TABLES))
    assert [(made.op, made.folded, made.shared) for made in report.constants] == [
        ("stablehlo.sine", 6, 5),
        ("stablehlo.cosine", 6, 5),
    ]
    assert (report.folded_ops, report.shared_ops, report.constants_gone) == (7, 5, 1)
    assert (report.ops_before, report.ops_after) == (10, 4)


CALLS = PROGRAMS["calls"]


OTHER = "%d = stablehlo.constant dense<[5.0, 6.0, 7.0, 9.0]> : tensor<4xf32>\n  %r ="
"""Another constant for the second call."""


@pytest.mark.parametrize(
    ("text", "contexts"),
    [(CALLS.replace("OTHER", "%c"), 1), (CALLS.replace("OTHER", "%d").replace("%r =", OTHER), 2)],
    ids=["same", "other"],
)
def test_an_op_of_a_function_is_evaluated_once_for_all_calls_that_need_the_same_values(
    text: str, contexts: int
) -> None:
    report = folded(parse(text))
    evaluations = {name: kind.evaluations for name, kind in report.folded.items()}
    assert evaluations == {"stablehlo.iota": 1, "stablehlo.cosine": 1, "stablehlo.multiply": contexts}


def test_an_op_of_a_function_counts_once() -> None:
    report = folded(parse(CALLS.replace("OTHER", "%c")))
    assert [kind.count for kind in report.folded.values()] == [1, 1, 1]
    assert [(made.op, made.folded) for made in report.constants] == [("stablehlo.multiply", 3)]
    assert (report.ops_before, report.ops_after) == (7, 4)


def test_what_is_evaluated_for_two_copies_of_a_function_is_shared() -> None:
    report = folded(parse(CALLS.replace("OTHER", "%d").replace("%r =", OTHER)))
    if report.functions_cloned:
        assert [(made.folded, made.shared) for made in report.constants] == [(3, 3), (3, 3)]
    else:
        assert [(made.op, made.folded) for made in report.constants] == [("stablehlo.cosine", 2)]


def test_what_a_result_does_not_need_did_not_go_into_it() -> None:
    body = PROGRAMS["what a result does not need did not go into it"]
    report = folded(parse(main(body, "tensor<i32>", "%x: tensor<?xf32>, %z: tensor<4xf32>")))
    assert "stablehlo.sine" not in report.folded
    assert "stablehlo.tanh" not in report.folded
    assert report.unread_ops == 2


def test_what_a_rule_makes_of_other_values_did_not_go_into_a_constant() -> None:
    text = PROGRAMS["what a rule makes of other values did not go into a constant"]
    report = folded(parse(text))
    assert [(made.op, made.folded) for made in report.constants] == [("stablehlo.add", 1)]
    assert (report.replaced_ops, report.made_ops) == (1, 1)


def test_what_is_passed_on_is_no_evaluation() -> None:
    text = PROGRAMS["what is passed on is no evaluation"]
    report = folded(parse(text))
    assert (report.bytes_materialized, report.bytes_passed_on, report.evaluations) == (12, 12, 0)
    assert [made.op for made in report.constants] == ["argument"]
    assert "made: 12 B, of which 12 B are of constants passed on" in str(report)


def test_a_listing_is_aligned_by_ops() -> None:
    """Lines that are alike are not taken for each other, however many there are."""
    kind, read, more = "tensor<4xf32>", "%x", list[str]()
    for i in range(300):
        more += [f"%a{i} = stablehlo.iota dim = 0 : {kind}", f"%b{i} = stablehlo.add {read}, %a{i} : {kind}"]
        read = f"%b{i}"
    module = parse(main("\n".join(more), kind, f"%x: {kind}", read))
    before = module.clone()
    report = fold_module(module, FoldOptions(simplify=False))
    page = to_html(report, before, module)
    marks = Counter(re.findall(r'<span class="sign">(.)</span>', page))
    assert (marks["-"], marks["+"]) == (report.ops_before - 300, len(report.constants))


def test_the_page_names_model_options_version_and_date() -> None:
    folded_program = fold(TABLES)
    page = to_html(
        folded_program.report, parse(TABLES), folded_program.module, command="fold{a=b}", date="2001-02-03"
    )
    assert re.search(r'<p class="made">fold\{a=b\}, xdsl-stablehlo [\d.]+, 2001-02-03</p>', page)
    assert "<h1>&lt;input&gt;</h1>" in page
    named = parse("module @model { func.func @main() { return } }")
    assert "<h1>@model</h1>" in to_html(FoldReport(), named, named)


def test_the_page_has_no_path_but_those_that_were_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    page, module = tmp_path / "page.html", parse(TABLES)
    StablehloConstantFoldPass(report_html=str(page), report=str(tmp_path / "r.json"), loop_limit=7).apply(
        context(), module
    )
    text = page.read_text()
    made = re.search(r'<p class="made">(.*)</p>', text)
    assert made is not None
    assert re.fullmatch(
        r"stablehlo-constant-fold\{loop-limit=7\}, xdsl-stablehlo [\d.]+, 1970-01-02", made[1]
    )
    for path in (tmp_path, Path(__file__).parents[3], Path.home()):
        assert str(path) not in text


def test_one_of_a_thing_is_said_in_the_singular() -> None:
    text = PROGRAMS["one of a thing is said in the singular"]
    one = fold(text, check=False)
    root_causes(one.report)
    said = str(one.report)
    assert said.startswith("folded 1 op into 1 constant in ")
    assert "in 1 evaluation\n" in said
    assert "1 more op has some constant operands" in said
    assert "  1 op waits for %x of @main (<input>:1:17); binding it would fold it" in said
    page = to_html(one.report, parse(text), one.module)
    assert "Most of what stays, 1 op, waits for %x of @main; it would fold if it were known." in page
    assert "<p>1 op went into these constants.</p>" in page
    assert not re.search(
        r"\b1 (ops|constants|evaluations|lines|arguments)\b", said + re.sub("<[^>]*>", "|", page)
    )
