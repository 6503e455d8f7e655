"""Random programs that constants and facts decide in part, and the suite of Enzyme-JAX's programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns.conformance.enzyme import enzyme
from tests.campaigns.partial_programs import BOUNDED, findings
from tests.campaigns.seeds import report
from tests.helpers.tiers import one_of
from xdsl_stablehlo.folding import FoldOptions

BATCH = 60


@pytest.mark.parametrize("batch", one_of(4, range(4)))
def test_programs_that_are_decided_in_part_compute_the_same(batch: int) -> None:
    seeds = range(batch * BATCH, (batch + 1) * BATCH)
    assert [(seed, found) for seed in seeds for found in findings(seed) if found.is_wrong] == []


@pytest.mark.prove
@pytest.mark.parametrize(
    ("options", "wide"),
    [
        (FoldOptions(), False),
        (FoldOptions(), True),
        (FoldOptions(unroll_limit=40), True),
        (FoldOptions(simplify=False), True),
    ],
    ids=["default", "wide", "unrolled", "not-simplified"],
)
def test_folding_twice_changes_nothing(options: FoldOptions, wide: bool) -> None:
    count = BATCH // 3 if wide else BATCH
    found = {seed: list(findings(seed, options, wide=wide)) for seed in range(1000, 1000 + count)}
    kinds = {(seed, each.kind) for seed, those in found.items() for each in those if each.kind != BOUNDED}
    assert kinds == set()


def test_a_report_counts_what_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    found = {
        7: {"found": [("went on", "further", False), ("met the bound", "", False)]},
        8: {"found": [["went on", "", False]]},
        9: {"failed": "the process ended with exit code 1"},
    }
    assert report(found.items())
    assert not report(found.items(), "ended by C++")
    assert not report([])
    assert capsys.readouterr().out.splitlines() == [
        "seed 7: further",
        "seed 9: the process ended with exit code 1",
        "3 programs, 1 wrong",
        "     1 failed: 9",
        "     1 met the bound: 7",
        "     2 went on: 7, 8",
        "seed 7: further",
        "seed 9: the process ended with exit code 1",
        "3 programs, 0 wrong",
        "     1 ended by C++: 9",
        "     1 met the bound: 7",
        "     2 went on: 7, 8",
        "0 programs, 0 wrong",
    ]


def test_functions_of_files_are_compared_before_and_after(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
    func.func @zero(%x: tensor<3xi32>) -> tensor<3xi32> {
      %0 = stablehlo.constant dense<0> : tensor<3xi32>
      %1 = stablehlo.multiply %x, %0 : tensor<3xi32>
      return %1 : tensor<3xi32>
    }
    """
    (tmp_path / "plain.mlir").write_text(text)
    (tmp_path / "mixed.mlir").write_text(
        text
        + '    func.func @other(%x: !llvm.ptr) {\n      "llvm.use"(%x) : (!llvm.ptr) -> ()\n      return\n    }\n'
    )
    outcomes = list(enzyme(tmp_path))
    assert [(o.name, o.holds) for o in outcomes] == [
        ("mixed.mlir:1 @zero", True),
        ("plain.mlir:1 @zero", True),
    ]
    assert capsys.readouterr().out.count("not compared") == 1
