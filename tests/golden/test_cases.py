"""Every section of the golden files, `tests/**/cases/*.mlir`."""

from __future__ import annotations

import pytest

from .files import ROOMS, Case, cases
from .runner import check

FILES = sorted(ROOMS.glob("**/cases/*.mlir"))


@pytest.mark.parametrize("case", [case for path in FILES for case in cases(path)], ids=str)
def test_case(case: Case, request: pytest.FixtureRequest) -> None:
    check(case, bless=bool(request.config.getoption("--bless")))
