"""Estimates are within a factor of what was measured (`python -m benchmarks.estimates --record`): no clock is read."""

from __future__ import annotations

import json
from collections import defaultdict
from statistics import median

import pytest
from xdsl.ir import Operation

from benchmarks.estimates import FACTOR, RECORD, Case, cases, program_of
from tests.helpers.programs import parse
from xdsl_stablehlo.folding.tuning import FOLDED
from xdsl_stablehlo.interpreter.execution.meter import work_of
from xdsl_stablehlo.interpreter.execution.type_facts import KnownTypes
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of

MEASURED: dict[str, int] = json.loads(RECORD.read_text())
CASES: dict[str, list[Case]] = defaultdict(list)
for each in cases():
    CASES[each.family].append(each)


def estimated(case: Case) -> int:
    """Nanoseconds for the op that a case is about, as the folder counts them; constants and returns take none."""
    ops = [op for op in parse(program_of(case)).walk() if case.op in (op.name, "*") and _is_counted(op)]
    return sum([FOLDED + _work(op) for op in ops])


def _work(op: Operation) -> int:
    entry = entry_of(op)
    # A reshape of a whole array is a view, which the type does not say.
    is_view = entry is not None and callable(entry.cost.is_view)
    return work_of(op, entry, KnownTypes(), 0 if is_view else None)


def _is_counted(op: Operation) -> bool:
    return entry_of(op) is not None and op.name != "stablehlo.constant"


@pytest.mark.parametrize("family", CASES)
def test_estimates_are_near_what_was_measured(family: str) -> None:
    ratios = [estimated(case) / MEASURED[case.name] for case in CASES[family]]
    assert 1 / FACTOR <= median(ratios) <= FACTOR, sorted(ratios)


def test_a_wrong_estimate_is_noticed() -> None:
    """Dots were estimated as if they ran without BLAS."""
    ratios = [32 * estimated(case) / MEASURED[case.name] for case in CASES["dot"]]
    assert median(ratios) > FACTOR
