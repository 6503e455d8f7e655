"""Ranges of what loops and reductions give, and implementations that are chosen for the program before.

Each file of `cases/known` has a program, right rewrites that are proved, and wrong ones that are not. The truth is
argued from the specification.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns.validated_pairs import pairs_with
from tests.helpers.programs import parse
from xdsl_stablehlo.workbench.validation import FloatTolerance, Kind, validate

FILES = sorted((Path(__file__).parent / "cases" / "known").glob("*.mlir"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_right_rewrites_are_proved_and_wrong_ones_are_not(file: Path) -> None:
    for case in pairs_with(file):
        (verdict,) = validate(parse(case.before), parse(case.after), inputs=5, sizes=False)
        assert verdict.is_proved != bool(case.change), f"{case.name}: {verdict}"
        assert case.change or verdict.kind is Kind.PROVED


def test_no_implementation_is_chosen_where_every_bit_counts() -> None:
    (file,) = [file for file in FILES if file.stem == "one_element"]
    right = next(iter(pairs_with(file)))
    bits = FloatTolerance.of("bits")
    (verdict,) = validate(parse(right.before), parse(right.after), floats=bits, inputs=5)
    assert not verdict.is_proved
