"""Arguments that are bound together: what all of a pytree fold that no single one does."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.helpers.programs import parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import FoldOptions, FoldReport, RootCause, explain, fold_module, root_causes
from xdsl_stablehlo.folding.explanations.causes import promising
from xdsl_stablehlo.folding.explanations.page.document import sentence
from xdsl_stablehlo.folding.fold.bind import prefixes_of


def program(names: Sequence[str], ops: str, function: str = "main") -> str:
    """A function of `%x` and an argument for each name, `%a`, `%b`, ..., that gives `%x + %r`."""
    given = [
        f'%{letter}: tensor<4xf32> {{jax.arg_info = "{name}"}}' for letter, name in zip("abcdefgh", names)
    ]
    lines = "\n".join([f"  {op} : tensor<4xf32>" for op in ops.split("; ")])
    return (
        f"func.func @{function}({', '.join(['%x: tensor<4xf32>', *given])}) -> tensor<4xf32> {{\n{lines}\n"
        "  %out = stablehlo.add %x, %r : tensor<4xf32>\n  return %out : tensor<4xf32>\n}\n"
    )


LAYERS = program(
    ["params['l0']['w']", "params['l0']['b']", "params['l1']['w']", "params['l1']['b']"],
    "%p = stablehlo.multiply %a, %b; %q = stablehlo.sine %p; %s = stablehlo.multiply %c, %d;"
    " %t = stablehlo.multiply %q, %s; %r = stablehlo.cosine %t",
)
"""Two ops read the first layer alone, one the second, two both; the last one needs %x, too."""


def folded(text: str, options: FoldOptions | None = None) -> FoldReport:
    module = parse(text)
    report = fold_module(module, options)
    before = print_module(module)
    root_causes(report, options)
    assert print_module(module) == before
    return report


def groups(report: FoldReport) -> list[RootCause]:
    return [cause for cause in report.causes if cause.kind == "arguments"]


def test_all_of_a_pytree_fold_what_no_one_of_them_does() -> None:
    found = groups(folded(LAYERS))
    assert [(group.what, group.ops, group.waiting, group.alone, group.would_fold) for group in found] == [
        ("params of @main", 4, 6, 5, 5),
        ("params['l0'] of @main", 2, 5, 2, 2),
        ("params['l1'] of @main", 2, 4, 1, 1),
    ]
    assert [group.arguments for group in found] == [[1, 2, 3, 4], [1, 2], [3, 4]]
    assert str(found[0]) == (
        "6 ops wait for params of @main (4 arguments); binding all 4 would fold 5 of them"
    )


def test_the_smallest_group_that_folds_as_much_is_named() -> None:
    names = ["v['params']['l0'].w", "v['params']['l0'].b", "v['params']['l1'].w"]
    ops = "%p = stablehlo.multiply %a, %b; %s = stablehlo.multiply %x, %c; %r = stablehlo.multiply %p, %s"
    (group,) = groups(folded(program(names, ops)))
    assert (group.what, group.would_fold) == ("v['params']['l0'] of @main", 1)


def test_the_shortest_name_of_the_same_arguments_is_given() -> None:
    ops = "%r = stablehlo.multiply %a, %b"
    (group,) = groups(folded(program(["v['params'].w", "v['params'].b"], ops)))
    assert group.what == "v of @main"


@pytest.mark.parametrize(
    "ops",
    [
        "%r = stablehlo.sine %a",  # the other one is not read
        "%p = stablehlo.multiply %a, %x; %r = stablehlo.multiply %p, %b",  # both need %x
    ],
)
def test_where_one_argument_folds_as_much_there_is_no_group(ops: str) -> None:
    assert groups(folded(program(["params.w", "params.b"], ops))) == []


def test_a_group_is_what_folding_says_and_not_what_waits() -> None:
    """One of the two ops that wait for both is not exact, so that it stays."""
    report = folded(
        program(["p[0]", "p[1]"], "%q = stablehlo.add %a, %b; %r = stablehlo.sine %q"),
        FoldOptions(exactness="exact"),
    )
    (group,) = groups(report)
    assert (group.alone, group.would_fold) == (2, 1)
    nothing = folded(
        program(["p[0]", "p[1]"], "%q = stablehlo.sine %a; %r = stablehlo.atan2 %q, %b"),
        FoldOptions(exactness="exact"),
    )
    assert groups(nothing) == []


def test_functions_have_their_own_groups() -> None:
    names, ops = ["params.w", "params.b"], "%r = stablehlo.multiply %a, %b"
    report = folded(program(names, ops) + program(names, ops, "other"))
    assert [group.what for group in groups(report)] == ["params of @main", "params of @other"]


def test_text_data_page_and_story_have_groups() -> None:
    report = folded(LAYERS)
    line = "6 ops wait for params of @main (4 arguments); binding all 4 would fold 5 of them"
    assert f"  {line}" in report.to_text().split("\n")
    (first, *_) = json.loads(report.to_json())["causes"]
    assert (first["kind"], first["arguments"], first["would_fold"]) == ("arguments", [1, 2, 3, 4], 5)
    assert sentence(report).endswith(
        "Most of what stays, 6 ops, waits for params of @main (4 arguments); 5 of them would fold if they were known."
    )
    assert line in explain(parse(LAYERS), "%b")
    assert line not in explain(parse(LAYERS), "%x")


def test_the_page_names_what_folds_most_where_more_waits_for_something_else() -> None:
    ops = (
        "%s = stablehlo.multiply %x, %c; %t = stablehlo.sine %s; %u = stablehlo.cosine %t;"
        " %p = stablehlo.multiply %a, %b; %r = stablehlo.multiply %u, %p"
    )
    assert sentence(folded(program(["params.w", "params.b", "mask"], ops))).endswith(
        "Most of what stays, 5 ops, waits for %x of @main."
        " Most would fold, 1, if params of @main (2 arguments) were known."
    )


@pytest.mark.parametrize(
    ("name", "prefixes"),
    [
        ("params['layer0']['w']", ["params", "params['layer0']"]),
        ("args[0][1].w", ["args", "args[0]", "args[0][1]"]),
        ("model/dense/kernel:0", ["model", "model/dense"]),
        ("x", []),
    ],
)
def test_prefixes_are_as_they_are_written(name: str, prefixes: list[str]) -> None:
    assert [written for _, written in prefixes_of(name)[:-1]] == prefixes


def test_few_of_very_many_groups_are_tried() -> None:
    """3,000 arguments in 1,000 layers: the groups are found among what waits in one pass."""
    names = {i: ("main", f"params['l{i // 3}']['{'abc'[i % 3]}']") for i in range(3000)}
    waits = [([3 * i, 3 * i + 1, 3 * i + 2], 1 + i % 7) for i in range(1000)] + [([0, 2999], 1)]
    found = promising(names, waits)
    assert len(found) == 1001
    assert [prefix for prefix, _ in found[:2]] == ["params", "params['l6']"]
