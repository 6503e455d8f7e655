"""The exam: rewrites whose verdicts are known before.

Each file of `cases/known` has a program, right rewrites whose proofs need ranges of what loops and reductions give or
an implementation that is chosen for the program before, and wrong ones. The truth is argued from the specification.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.campaigns.validated_pairs import PAIRS, answer, pairs_with
from tests.helpers.programs import parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.workbench.validation import FloatTolerance, Kind, validate

FILES = sorted((Path(__file__).parent / "cases" / "known").glob("*.mlir"))


def test_there_are_enough_of_every_kind() -> None:
    changes = Counter(case.change for case in PAIRS)
    assert changes[""] >= 150
    assert sum(changes.values()) - changes[""] >= 150
    kinds = "operator constant operand index mask order type clamping nan sign_of_zero comparison"
    assert min(changes[kind] for kind in kinds.split()) >= 4
    assert len({case.name for case in PAIRS}) == len(PAIRS)


def test_few_are_out_of_reach() -> None:
    assert sum(case.is_out_of_reach for case in PAIRS) <= 30


@pytest.mark.parametrize("part", one_of(48, range(48)))
def test_right_rewrites_are_not_refuted_and_wrong_ones_are(part: int) -> None:
    answers = [answer(case) for case in PAIRS[part::48]]
    assert [f"{a.case.name}: {a.verdict}" for a in answers if not a.is_right] == []


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
