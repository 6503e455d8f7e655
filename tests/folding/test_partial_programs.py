"""Random programs that constants and facts decide in part, and the suite of Enzyme-JAX's programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.enzyme import enzyme
from tests.partial_programs import TWICE, differences

BATCH = 60


@pytest.mark.parametrize("batch", range(4))
def test_programs_that_are_decided_in_part_compute_the_same(batch: int) -> None:
    found = list(differences(BATCH, batch * BATCH))
    assert [(seed, message) for seed, message in found if message not in (None, TWICE)] == []


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
