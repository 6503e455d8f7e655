"""No kernel asks NumPy or the C library for a function whose bits differ from machine to machine."""

from __future__ import annotations

import re

from .imports import ROOT

FUNCTIONS = (
    *(
        "exp",
        "exp2",
        "expm1",
        "log",
        "log2",
        "log10",
        "log1p",
        "logaddexp",
        "logaddexp2",
        "power",
        "float_power",
    ),
    *("sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "arctan2"),
    *("arcsinh", "arccosh", "arctanh", "cbrt", "hypot", "sinc", "i0"),
    *("pow", "asin", "acos", "atan", "atan2", "asinh", "acosh", "atanh", "erf", "erfc", "gamma", "lgamma"),
)


def test_kernels_compute_no_function_of_the_machine() -> None:
    call = re.compile(rf"\b(np|math|cmath)\.({'|'.join(FUNCTIONS)})\b")
    paths = [path for folder in ("interpreter", "folding") for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 100
    found = {str(path.relative_to(ROOT)): call.findall(path.read_text()) for path in paths}
    assert {name: calls for name, calls in found.items() if calls} == {}
