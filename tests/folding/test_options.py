"""The options: what they are unless somebody says otherwise, and which classes of ops they allow."""

from __future__ import annotations

from typing import Any

import pytest

from xdsl_stablehlo.folding import FoldOptions
from xdsl_stablehlo.folding.passes import StablehloConstantFoldPass
from xdsl_stablehlo.interpreter.kernels.table import Exactness

DOCUMENTED = {
    "fold_op_element_limit": 65536,
    "growth_budget": 16777216,
    "op_work_limit": 2**32,
    "work_budget": 2**33,
    "loop_limit": 1048576,
    "value_bytes_limit": 2**30,
    "seconds": None,
    "optimize_float": True,
    "assume_no_undeclared_side_effects": False,
    "fold_barriers": False,
    "specialize_calls": True,
    "fuse_locations": False,
}
"""The table of `docs/folding.md`."""


@pytest.mark.parametrize("name", DOCUMENTED)
def test_defaults_are_the_documented_ones(name: str) -> None:
    assert getattr(FoldOptions(), name) == DOCUMENTED[name]
    assert getattr(StablehloConstantFoldPass(), name) == DOCUMENTED[name]
    assert getattr(StablehloConstantFoldPass().options(), name) == DOCUMENTED[name]


def test_defaults_without_names_in_the_table() -> None:
    options, pass_ = FoldOptions(), StablehloConstantFoldPass()
    assert (options.exactness, options.should_fold, options.custom_calls) == (Exactness.LIBM, None, {})
    assert (pass_.exactness, pass_.report, pass_.report_html) == ("libm", None, None)
    assert (pass_.print_report, pass_.verify) == (False, False)


@pytest.mark.parametrize("asked", Exactness)
@pytest.mark.parametrize("of_op", Exactness)
@pytest.mark.parametrize("floats", [False, True])
@pytest.mark.parametrize("optimize_float", [False, True])
def test_which_classes_are_allowed(
    asked: Exactness, of_op: Exactness, floats: bool, optimize_float: bool
) -> None:
    order = ["exact", "rounded", "libm"]
    allowed = order.index(of_op.value) <= order.index(asked.value)
    if of_op is not Exactness.EXACT and floats and not optimize_float:
        allowed = False
    assert FoldOptions(exactness=asked, optimize_float=optimize_float).allows(of_op, floats) is allowed


@pytest.mark.parametrize("name", [name for name, value in DOCUMENTED.items() if value is not None])
def test_options_of_the_pass_are_those_of_the_folder(name: str) -> None:
    value: Any = DOCUMENTED[name]
    other: Any = not value if isinstance(value, bool) else 7
    assert getattr(StablehloConstantFoldPass(**{name: other}).options(), name) == other
