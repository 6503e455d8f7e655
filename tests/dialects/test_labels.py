"""Every numbered constraint of the specification has a program that breaks it, or a reason why none can."""

from __future__ import annotations

import importlib
import pkgutil
import re

from . import __path__ as here
from .cases import Case
from .labels import CONSTRAINTS, REASONS


def rejected() -> list[Case]:
    """The cases of all families."""
    cases: list[Case] = []
    for info in pkgutil.iter_modules(here):
        if info.name.startswith("test_") and info.name != "test_labels":
            module = importlib.import_module(f"{__package__}.{info.name}")
            cases.extend(case for case in getattr(module, "REJECTED", ()) if isinstance(case, Case))
    return cases


def test_every_constraint_is_broken_by_a_case_or_has_a_reason():
    covered = {(case.op, case.label) for case in rejected()}
    missing = [
        f"{op}_c{number}"
        for op, count in CONSTRAINTS.items()
        for number in range(1, count + 1)
        if (op, f"C{number}") not in covered and f"{op}_c{number}" not in REASONS
    ]
    assert not missing


def test_no_reason_for_what_a_case_breaks():
    broken = {re.sub(r"^(.*_c\d+).*", r"\1", case.name) for case in rejected()}
    assert not broken & set(REASONS)


def test_case_names_are_those_of_their_ops():
    assert not [case.name for case in rejected() if not case.name.startswith(f"{case.op}_")]


def test_case_names_are_unique():
    names = [case.name for case in rejected()]
    assert len(names) == len(set(names))
