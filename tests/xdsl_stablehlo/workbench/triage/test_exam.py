"""The exam of the arbiter: faults put in by hand, with known verdicts."""

from __future__ import annotations

from tests.campaigns.accuracy.exam import exam, mistake
from tests.helpers.tiers import sampled


@sampled("count", 40, 1000)
def test_verdicts_on_faults_are_right(count: int) -> None:
    assert [found for found in map(mistake, exam(count)) if found is not None] == []


@sampled("count", 2, 20)
def test_small_programs_have_the_op_that_is_wrong(count: int) -> None:
    programs = [program for program in exam(1000) if program.can_be_reduced]
    assert [found for found in (mistake(each, is_reduced=True) for each in programs[:count]) if found] == []
