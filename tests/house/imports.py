"""The import graph of the project: which module imports which, when, and which of these arrows should not be.

Imports inside functions, for type checkers only, and by name (a string that spells a module) count: a circle that is
hidden there is still a circle for the reader. What Python adds by itself, that importing `a.b` runs `a/__init__.py`
first, is no arrow here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from xdsl_stablehlo.ir.graphs import postorder

ROOT = Path(__file__).parents[2]
PACKAGE = "xdsl_stablehlo"
FOLDERS = {"interpreter": f"{PACKAGE}.interpreter", "folding": f"{PACKAGE}.folding"}
"""The folders at the top that are imported under a name inside the package."""


class When(StrEnum):
    """When an import runs: with the module, in a function, or never (for type checkers)."""

    AT_ONCE = "at once"
    LATER = "later"
    TYPES = "types only"


@dataclass(frozen=True, order=True)
class Arrow:
    """`source` imports `target` in this line; both are dotted names of modules."""

    source: str
    target: str
    when: When
    line: int


@cache
def modules() -> Mapping[str, Path]:
    """The file of every module of the project, by its dotted name; a package has the name of its folder."""
    files = [(name, ROOT / folder) for folder, name in FOLDERS.items()]
    files.append((PACKAGE, ROOT / PACKAGE))
    found: dict[str, Path] = {}
    for name, folder in files:
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            if folder.name == PACKAGE and parts[0] in FOLDERS:
                continue  # the links for type checkers
            found[".".join((name, *(part for part in parts if part != "__init__")))] = path
    return found


@cache
def arrows() -> tuple[Arrow, ...]:
    """Every import of one module of the project by another, in order."""
    return tuple(sorted(arrow for name in modules() for arrow in _arrows_of(name)))


def _arrows_of(source: str) -> Iterator[Arrow]:
    for name, when, line in named(modules()[source], source):
        target = name if name in modules() else name.rpartition(".")[0]
        if target in modules() and target != source:
            yield Arrow(source, target, when, line)


def named(path: Path, module: str) -> Iterator[tuple[str, When, int]]:
    """The absolute names that a module may import, `package.module.member`, when, and in which line."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node, when in _imports(ast.parse(path.read_text()), When.AT_ONCE):
        for name in _names(node, package):
            yield name, when, node.lineno


def _imports(node: ast.AST, when: When) -> Iterator[tuple[ast.Import | ast.ImportFrom | ast.Constant, When]]:
    """The import statements and the strings below `node`, and when each of them runs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant):
            yield child, When.LATER
        elif isinstance(child, ast.Import | ast.ImportFrom):
            yield child, when
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            yield from _imports(child, When.TYPES)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports(child, When.LATER)
        else:
            yield from _imports(child, when)


def _names(node: ast.Import | ast.ImportFrom | ast.Constant, package: list[str]) -> list[str]:
    """The absolute names that a statement or a string inside `package` may import."""
    if isinstance(node, ast.Constant):
        name, member, _ = node.value.partition(":") if isinstance(node.value, str) else ("", "", "")
        return [name, *([f"{PACKAGE}.{name}"] if member else [])] if "." in name else []
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = package[: len(package) - node.level + 1] if node.level else []
    base = [*base, *(node.module.split(".") if node.module else [])]
    return [".".join([*base, alias.name]) for alias in node.names]


ROOMS = (
    "ir",
    "",
    "values",
    "text",
    "text.read",
    "bytecode",
    "dialects.base",
    "dialects.patched",
    "dialects.stablehlo",
    "dialects.stablehlo.ops",
    "dialects.stablehlo.ops.movement",
    "dialects.stablehlo.ops.structure",
    "dialects.stablehlo.ops.combining",
    "dialects.stablehlo.ops.arithmetic",
    "dialects.stablehlo.ops.processes",
    "dialects",
    "dialects.sdy",
    "dialects.chlo",
    "dialects.codecs",
    "programs",
    "dialects.vhlo",
    "transforms",
    "transforms.chlo",
    "transforms.shapes",
    "transforms.vhlo",
    "interpreter.interface",
    "interpreter.rounded",
    "interpreter.special",
    "interpreter.numerics",
    "interpreter.parallel",
    "interpreter.kernels.support",
    "interpreter.kernels",
    "interpreter.kernels.ops",
    "interpreter.kernels.ops.movement",
    "interpreter.kernels.ops.combining",
    "interpreter.kernels.ops.arithmetic",
    "interpreter.kernels.ops.processes",
    "interpreter.kernels.chlo",
    "interpreter.kernels.custom_calls",
    "interpreter.kernels.ops.structure",
    "interpreter.kernels.sdy",
    "interpreter.execution",
    "interpreter",
    "folding",
    "folding.terms",
    "folding.facts",
    "folding.rules",
    "folding.evaluate",
    "folding.report",
    "folding.solver",
    "folding.plan",
    "folding.fold",
    "folding.explanations.page",
    "folding.explanations",
    "folding.passes",
    "splitting",
    "jax",
    "workbench",
    "workbench.permitted.choices",
    "workbench.permitted",
    "workbench.reducing",
    "workbench.validation.terms",
    "workbench.validation",
    "workbench.triage",
    "workbench.fuzzing",
    "tools.command_line",
    "tools",
    "lsp",
    "__main__",
)
"""Every folder of the project, from the ground up: its modules import each other, and modules of folders before it.

The core never imports `splitting`, `jax`, `workbench`, `tools` and `lsp`, which use it.
"""

DOORS = frozenset(
    f"{PACKAGE}{name}"
    for name in (
        "",
        ".bytecode",
        ".dialects.chlo",
        ".dialects.base.definition",
        ".dialects.stablehlo",
        ".folding",
        ".folding.fold.adopted",
        ".interpreter",
        ".interpreter.api",
        ".interpreter.kernels.support.table",
        ".ir.runtime",
        ".lsp.command",
        ".programs.registry",
        ".programs.universe",
        ".text",
        ".tools",
    )
)
"""Modules that import when they are called, so that `--help` is quick, and nobody pays for ops that a program has not.

Dialects and the table of kernels import a family of ops with the first of its ops that is asked for, `folding` and
`interpreter` the file of a name with the name. What these names are is said to type checkers, and so to the graph.
"""


def folder(module: str) -> str:
    """The folder of a module, as a dotted name below the package; a package is a module of its own folder."""
    inside = module.removeprefix(PACKAGE).removeprefix(".")
    if inside.rpartition(".")[2] == "__main__":
        return "__main__"
    return inside if modules()[module].name == "__init__.py" else inside.rpartition(".")[0]


def unplaced() -> set[str]:
    """The folders without a row in `ROOMS`, and the rows without a folder."""
    return {folder(module) for module in modules()} ^ set(ROOMS)


def upward() -> list[Arrow]:
    """The imports of folders further up, doors aside that only lead there when they are asked to."""
    height = {name: i for i, name in enumerate(ROOMS)}
    return [
        arrow
        for arrow in arrows()
        if height[folder(arrow.target)] > height[folder(arrow.source)]
        and (arrow.when is When.AT_ONCE or not _is_door(arrow.source))
    ]


def late() -> list[Arrow]:
    """The imports inside functions and by name of modules that are no doors."""
    return [arrow for arrow in arrows() if arrow.when is When.LATER and not _is_door(arrow.source)]


def _is_door(module: str) -> bool:
    return module in DOORS or module.startswith(f"{PACKAGE}.tools.")


def circles() -> list[list[str]]:
    """The groups of modules that all import each other, directly or through others, each sorted (Kosaraju)."""
    there: dict[str, list[str]] = {name: [] for name in modules()}
    back: dict[str, list[str]] = {name: [] for name in modules()}
    for arrow in arrows():
        there[arrow.source].append(arrow.target)
        back[arrow.target].append(arrow.source)
    placed: set[str] = set()
    groups: list[list[str]] = []
    for name in reversed(list(postorder(there, there.__getitem__))):
        if name not in placed:
            group = sorted(postorder([name], lambda node: [n for n in back[node] if n not in placed]))
            groups.append(group)
            placed.update(group)
    return sorted(group for group in groups if len(group) > 1)
