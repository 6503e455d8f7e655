"""A family of ops has the same file name in every room: definitions, kernels, and the tests of both."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest
from xdsl.ir import Operation

from docs.ops import WITHOUT_KERNEL
from xdsl_stablehlo.dialects.check import Check
from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.interpreter import Interpreter
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.interpreter.kernels.support.table import every_kernel

ROOT = Path(__file__).parents[2]
KERNEL_FILES = ROOT / "interpreter" / "kernels"
DIALECTS, KERNELS = "xdsl_stablehlo/dialects", "interpreter/kernels"
"""Where the tests of definitions and of kernels are."""


def family_of(op: type[Operation]) -> str:
    """Where the op lies in every room: `ops/combining/sort`, `chlo/scan`, `check`; a folder of a family counts as
    its file."""
    parts = op.__module__.removeprefix("xdsl_stablehlo.dialects.").split(".")
    return "/".join(parts[1:4] if parts[0] == "stablehlo" else parts)


OPS = [op for dialect in (StableHLO, Chlo, Check, Interpreter) for op in dialect.operations]
FAMILIES = sorted({family_of(op) for op in OPS})


def registered(path: Path) -> list[type[Operation]]:
    """The op classes that a file of kernels registers."""
    relative = path.relative_to(KERNEL_FILES).with_suffix("")
    module = import_module(".".join(("xdsl_stablehlo.interpreter.kernels", *relative.parts)))
    body = ast.parse(path.read_text()).body
    calls = [node.value for node in body if isinstance(node, ast.Expr)]
    loops = [ast.unparse(node) for node in body if isinstance(node, ast.For)]
    found: list[type[Operation]] = []
    for loop in loops:
        if re.search(r"\b(register_made\(kind,|KERNELS\[kind\] =)", loop):
            found += eval(loop.partition(" in ")[2].partition(":\n")[0], vars(module))
    return found + [
        attrgetter(ast.unparse(call.args[0]))(module)
        for call in calls
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id.startswith("register")
        and isinstance(call.args[0], ast.Name | ast.Attribute)
    ]


def test_kernels_are_in_the_file_of_their_family() -> None:
    files = {path: registered(path) for path in KERNEL_FILES.rglob("*.py")}
    wrong = [
        f"{op.name} is in {path.relative_to(KERNEL_FILES)}"
        for path, ops in files.items()
        for op in ops
        if path != KERNEL_FILES / f"{family_of(op)}.py"
    ]
    assert not wrong
    assert {op for ops in files.values() for op in ops} == set(every_kernel())


@pytest.mark.parametrize("room", [DIALECTS, KERNELS])
@pytest.mark.parametrize("family", FAMILIES)
def test_families_have_tests_of_their_name(family: str, room: str) -> None:
    ops = {op for op in OPS if family_of(op) == family}
    folder, _, name = family.rpartition("/")
    if room == DIALECTS and any(op in set(StableHLO.operations) for op in ops):
        folder = f"stablehlo/{folder}"
    there = (ROOT / "tests" / room / folder / f"test_{name}.py").exists()
    assert there or (room == KERNELS and ops <= set(WITHOUT_KERNEL))


def test_modules_of_execution_have_tests_of_their_name() -> None:
    modules = {path.name for path in (ROOT / "interpreter" / "execution").rglob("[a-z]*.py")}
    tests = {path.name for path in (ROOT / "tests" / "interpreter" / "execution").rglob("test_*.py")}
    assert {name for name in modules if f"test_{name}" not in tests} == set()
