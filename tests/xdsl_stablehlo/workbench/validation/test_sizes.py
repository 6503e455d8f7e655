"""For which sizes a proof is: argued from the programs, one element more or less."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns.validated_pairs import PairCase, pairs_in
from tests.helpers.programs import parse
from xdsl_stablehlo.workbench.validation import Kind, validate

CASES = list(pairs_in((Path(__file__).parent / "sizes.txt").read_text()))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_verdicts_say_for_which_sizes(case: PairCase) -> None:
    """A pair that is right only for its shapes is never called one for every size."""
    (found,) = validate(parse(case.before), parse(case.after))
    assert found.kind is Kind.PROVED
    extent = found.reason.partition(", for ")[2].partition(" (")[0]
    assert (extent or "these shapes") == case.name.partition(":")[0]
