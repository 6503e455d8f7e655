"""One meaning in one place: what only one module of the project may spell.

Each row is a meaning, what code that says it contains (an expression that is searched in the text of every module), and
the modules in which it may stand. Everybody else asks them.
"""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from .imports import ROOT, modules

STABLEHLO = "xdsl_stablehlo.dialects.stablehlo"
EXECUTION = "xdsl_stablehlo.interpreter.execution"

MEANINGS = [
    ("facts of element types", r"ml_dtypes\.|\bfinfo\(", {"xdsl_stablehlo.values.element_types"}),
    ("rounding to an element type", r"def round_to\b|_round_to_\w+", {"xdsl_stablehlo.values.element_types"}),
    (
        "how an array is stored",
        r"as_strided|sliding_window_view|\b(array|operand|values?|data)\.strides\b",
        {"xdsl_stablehlo.values.storage"},
    ),
    ("splats of stored arrays", r"^def is_(splat|uniform)\b", {"xdsl_stablehlo.values.storage"}),
    ("pairs of padding", r"def padding_pairs\b", {f"{STABLEHLO}.ops.combining.windows"}),
    ("dimensions of gathers", r"class Gather\w*Dim(?!\w*Attr\b)", {f"{STABLEHLO}.dimension_numbers"}),
    ("dimensions of scatters", r"class Scatter\w*Dim(?!\w*Attr\b)", {f"{STABLEHLO}.dimension_numbers"}),
    (
        "what a declared type demands of a value",
        r"def conform\w*\b|class DeclaredForm",
        {f"{EXECUTION}.type_facts"},
    ),
    ("errors that evaluation makes its own", r"\bFAILURES = ", {"xdsl_stablehlo.interpreter.interface.errors"}),
    ("the place of an error", r"def located\b", {"xdsl_stablehlo.interpreter.interface.errors"}),
    ("catching what kernels raise", r"except FAILURES\b", {
        f"{EXECUTION}.{name}" for name in ("adapter", "blocks", "compiler", "executor", "loops")
    }),
    (
        "what is made once for each object",
        r"\.get\(id\((attr|attribute|key|t|op|location|value_type)\)\)",
        {"xdsl_stablehlo.ir.identity_cache"},
    ),
    (
        "what of JAX is private",
        r"""^\s*(from|import) jax(lib|\._src|\.interpreters)|["']jax(lib|\._src)[."']""",
        # In reports it is the text of a script, which a test runs.
        {"xdsl_stablehlo.jax.private", "xdsl_stablehlo.workbench.triage.reports"},
    ),
    ("uniqueness by counting references", r"getrefcount\(", {f"{EXECUTION}.executor"}),
]  # fmt: skip


@cache
def _texts() -> dict[str, str]:
    return {name: path.read_text() for name, path in modules().items()}


@pytest.mark.parametrize(("meaning", "spelled", "homes"), MEANINGS, ids=[row[0] for row in MEANINGS])
def test_said_in_one_place(meaning: str, spelled: str, homes: set[str]) -> None:
    found = {name for name, text in _texts().items() if re.search(spelled, text, re.MULTILINE)}
    assert found == homes, meaning


def test_numbers_of_the_folder_are_in_one_file() -> None:
    """What bounds or tunes the folder is a number; what users decide is a default of `FoldOptions`."""
    number = re.compile(
        r"^([A-Z][A-Z_0-9, ]*)(?:: \w+)? = [-+*/<>()\d._e ]*\d[-+*/<>()\d._e ]*$", re.MULTILINE
    )
    found = {name: number.findall(text) for name, text in _texts().items() if ".folding." in name}
    assert len(found.pop("xdsl_stablehlo.folding.tuning")) > 50
    assert {name: numbers for name, numbers in found.items() if numbers} == {}


def test_private_attributes_of_jax_are_used_in_one_place() -> None:
    """Other modules that import JAX have private attributes of their own objects only."""
    used = {
        (name, ast.unparse(node))
        for name, text in _texts().items()
        if name.startswith("xdsl_stablehlo.jax") and name != "xdsl_stablehlo.jax.private"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__")
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    }
    assert used == set()


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
"""Functions of NumPy and the C library whose bits differ from machine to machine."""


def test_kernels_compute_no_function_of_the_machine() -> None:
    call = re.compile(rf"\b(np|math|cmath)\.({'|'.join(FUNCTIONS)})\b")
    paths = [path for folder in ("interpreter", "folding") for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 100
    found = {str(path.relative_to(ROOT)): call.findall(path.read_text()) for path in paths}
    assert {name: calls for name, calls in found.items() if calls} == {}
