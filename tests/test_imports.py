"""The layers of the house: imports point one way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def _modules() -> list[tuple[str, Path]]:
    found = [(f"xdsl_stablehlo.{d}", p) for d in ("interpreter", "folding") for p in (ROOT / d).rglob("*.py")]
    package = ROOT / "xdsl_stablehlo"
    linked = ("interpreter", "folding")
    found += [
        ("xdsl_stablehlo", p) for p in package.rglob("*.py") if p.relative_to(package).parts[0] not in linked
    ]
    return found


def _layer(dotted: str) -> str:
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "xdsl_stablehlo" else ""


def _dotted(package: str, path: Path) -> str:
    root = ROOT / package.split(".")[-1] if "." in package else ROOT / "xdsl_stablehlo"
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join((package, *(p for p in parts if p != "__init__")))


def _imported(package: str, path: Path) -> list[str]:
    """What the module at `path` imports when it is imported itself, as absolute names."""
    here = _dotted(package, path).split(".")
    if path.name != "__init__.py":
        here = here[:-1]
    names: list[str] = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else []
            base = [*base, *(node.module.split(".") if node.module else [])]
            names += [".".join([*base, alias.name]) for alias in node.names]
    return names


GROUND = {"runtime", "files", "printable", "arrays"}
"""What knows no programs: Python, files and lines of text."""
PROGRAM = {"dialects", "dominance", "elements", "text", "bytecode", "verification", "transforms", *GROUND}
"""What a program is: everything that knows no values."""
API = {"parse_module", "print_module", "register_dialects", "verify_module"}
ALLOWED = {
    **dict.fromkeys(PROGRAM, PROGRAM | API),
    "interpreter": {*PROGRAM, *API, "interpreter"},
    "folding": {*PROGRAM, *API, "interpreter", "folding"},
}
"""What each layer may import at import time; tools and the universe may import everything."""


@pytest.mark.parametrize("layer", sorted(ALLOWED))
def test_imports_point_one_way(layer: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for package, path in _modules()
        if _layer(_dotted(package, path)) == layer
        for name in _imported(package, path)
        if name.startswith("xdsl_stablehlo.") and _layer(name) not in ALLOWED[layer]
    ]
    assert not wrong


def test_the_layers_are_seen() -> None:
    """The test above looks at real modules: it would pass on an empty list."""
    seen = {_layer(_dotted(package, path)) for package, path in _modules()}
    assert {"dialects", "interpreter", "folding", "tools"} <= seen
