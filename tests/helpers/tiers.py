"""The two tiers of tests: of what takes long `make test` runs a sample, and `make prove` all of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def sampled(name: str, sample: T, whole: T) -> pytest.MarkDecorator:
    """Run the test twice: with `name` as `sample` in `make test`, and as `whole` in `make prove`."""
    cases = [pytest.param(sample, id="sample"), pytest.param(whole, id="whole", marks=pytest.mark.prove)]
    return pytest.mark.parametrize(name, cases)


def one_of(every: int, cases: Iterable[Any], *, rows: bool = False) -> list[Any]:
    """Cases for `parametrize`, of which `make test` runs the first of each `every`, and `make prove` the others too.

    A case is the value of one parameter, or, with `rows`, a tuple of the values of several.
    """
    return [case if i % every == 0 else _proved(case, rows) for i, case in enumerate(cases)]


def _proved(case: Any, rows: bool) -> Any:
    return pytest.param(*(case if rows else (case,)), marks=pytest.mark.prove)
