"""Random programs that constants and facts decide in part, and the suite of Enzyme-JAX's programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns.conformance.enzyme import enzyme
from tests.campaigns.folded_twice import Twice, campaign, folded_twice
from tests.campaigns.partial_programs import TWICE, differences
from tests.helpers.tiers import one_of
from xdsl_stablehlo.folding import FoldOptions

BATCH = 60


@pytest.mark.parametrize("batch", one_of(4, range(4)))
def test_programs_that_are_decided_in_part_compute_the_same(batch: int) -> None:
    found = list(differences(BATCH, batch * BATCH))
    assert [(seed, message) for seed, message in found if message not in (None, TWICE)] == []


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
    found = campaign(folded_twice(seed, options, wide) for seed in range(1000, 1000 + count))
    assert (found.programs, found.different, found.went_on) == (count, [], [])


def test_a_campaign_counts_those_that_met_the_bound_apart() -> None:
    found = campaign(
        [Twice(7, False, True, False), Twice(8, False, True, True), Twice(9, True, False, False)]
    )
    assert str(found).splitlines() == [
        "3 programs",
        "1 with different values: 9",
        "1 folded further the second time: 7",
        "1 met the bound: 8",
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
