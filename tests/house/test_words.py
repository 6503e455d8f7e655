"""One word, one thing: a public function or class has its name for itself."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from .imports import ROOT, modules
from .test_sizes import FOLDERS

DOORS = {
    *("evaluate", "main", "parse_module", "print_module", "run", "split", "verify_module"),
    *("eval_module", "serialize_portable_artifact"),
}
"""Entry points: of tools, and those that the package, or upstream's API, offers beside the modules that do the work."""

MATHEMATICS = {
    *("atan2", "exp", "expm1", "imag", "is_finite", "log", "log1p", "maximum", "minimum", "polynomial"),
    *("power", "real", "remainder", "sign"),
    *("cbrt", "clip", "erf", "erf_slope", "erfc", "half_pi", "is_negative", "ln2", "pi", "rsqrt"),
    *("scaled", "scaled_erfc", "select", "sin_cos", "sqrt"),
    *("acos", "acosh", "asin", "atanh", "cos", "cosh", "sinh", "tanh"),
    *("bessel_i1e", "digamma", "erf_inv", "lgamma", "polygamma", "zeta"),
}
"""Functions of several kinds of numbers: arrays, double doubles, decimals, ranges, formulas in ops."""


def _defined(path: Path) -> set[str]:
    """The public functions and classes of a file. An op or attribute is named with its dialect, `chlo.ConstantOp`."""
    nodes = ast.parse(path.read_text()).body
    names = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return {name for name in names if not name.startswith("_") and not name.endswith(("Op", "Attr"))}


def _classes_and_aliases(path: Path) -> Iterator[str]:
    """The classes, private ones too, and the type aliases of a file; ops and attributes have a dialect in front."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).endswith("TypeAlias"):
            name = ast.unparse(node.target)
        else:
            continue
        if not name.endswith(("Op", "Attr")):
            yield name


def test_types_have_names_of_their_own() -> None:
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for module, path in modules().items():
        for name in _classes_and_aliases(path):
            homes[name].append(module)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}
    assert {"Array", "Cost", "Fact", "_Loop"} & homes.keys()


def test_names_are_defined_once() -> None:
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for module, path in modules().items():
        for name in _defined(path):
            homes[name].append(module)
    twice = {name: found for name, found in homes.items() if len(found) > 1}
    assert twice.keys() <= DOORS | MATHEMATICS, twice
    assert {"eval_gather", "padding_pairs", "GatherDims", "ScatterDims"} <= homes.keys()


@pytest.mark.parametrize("package", ["folding", "interpreter"])
def test_no_module_is_named_like_what_its_package_offers(package: str) -> None:
    """Importing such a module would put it in the place of what it has."""
    offered = set(import_module(f"xdsl_stablehlo.{package}").__all__)
    assert offered
    assert {path.stem for path in (ROOT / package).glob("*.py")}.isdisjoint(offered)


def test_no_module_is_named_like_one_of_python() -> None:
    """A script that runs in a folder finds the modules there before those of Python: `random.py` would break NumPy."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 500
    names = sys.stdlib_module_names - {"__init__", "__main__"}
    assert [str(path.relative_to(ROOT)) for path in paths if path.stem in names] == []
