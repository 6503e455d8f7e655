"""Nothing is forgotten: every op has an entry and a lit file, and the list of ops is the generated one."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.ir import Operation, ParametrizedAttribute
from xdsl.irdl import ParamAttrDef

from docs.ops import WITHOUT_KERNEL, text
from xdsl_stablehlo.dialects.check import Check
from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.interpreter import Interpreter
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.interpreter.kernels.support.table import every_kernel
from xdsl_stablehlo.programs.registry import DIALECTS, register_all_dialects

ROOT = Path(__file__).parents[2]
OPS = [op for dialect in (StableHLO, Chlo, Check, Interpreter) for op in dialect.operations]
WRITTEN = "\n".join(path.read_text() for path in (ROOT / "filecheck").rglob("*.mlir"))
MENTIONED = set(re.findall(r"(?:stablehlo|chlo|check|interpreter)\.[\w-]+", WRITTEN))


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_op_evaluates(op: type[Operation]) -> None:
    assert op in every_kernel() or op in WITHOUT_KERNEL


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_op_has_a_lit_file(op: type[Operation]) -> None:
    assert op.name in MENTIONED


DOCUMENT = (ROOT / "docs" / "ops.md").read_text()
CHECKED = dict(re.findall(r"^\| `(\S+)` .*\| ([^|]*) \|$", DOCUMENT, re.MULTILINE))


def test_list_of_ops_is_up_to_date() -> None:
    """`python -m docs.ops` writes it."""
    assert text() == DOCUMENT


def upto(last: int, *missing: int) -> set[str]:
    return {f"C{number}" for number in range(1, last + 1) if number not in missing}


@pytest.mark.parametrize(
    ("op", "labels"),
    [
        ("stablehlo.gather", upto(23)),
        ("stablehlo.dynamic_gather", upto(14)),
        ("stablehlo.reduce_window", upto(16)),
        ("stablehlo.convolution", upto(34)),
        ("stablehlo.compare", upto(2)),
        ("stablehlo.reduce_scatter", upto(9, 1, 4)),
        ("stablehlo.after_all", set[str]()),
        ("chlo.tan", set[str]()),
    ],
)
def test_list_of_ops_names_the_constraints_of_the_specification(op: str, labels: set[str]) -> None:
    assert set(CHECKED[op].split()) == labels


def test_attributes_are_equal_where_all_their_parameters_are() -> None:
    """A parameter that a base class defines and the class does not repeat is none for `==`."""
    ctx = Context()
    register_all_dialects(ctx)
    found = [
        (kind.name, [name for name, _ in definition.parameters], [field.name for field in fields(kind)])
        for dialect in map(ctx.get_dialect, ("builtin", "func", "tensor", *DIALECTS))
        for kind in dialect.attributes
        if issubclass(kind, ParametrizedAttribute) and (definition := _definition(kind)) is not None
    ]
    assert len(found) > 100
    assert [name for name, parameters, compared in found if parameters != compared] == []


def _definition(kind: type[ParametrizedAttribute]) -> ParamAttrDef | None:
    return kind.get_irdl_definition()


SHOWS_NOTHING = {
    "tests/campaigns/mutations.py": "its tests are pytest's, for which `tests/conftest.py` says it",
    "tests/campaigns/accuracy/exam.py": "evaluates programs, and does not fold",
    "tests/campaigns/accuracy/permitted_results.py": "evaluates programs, and does not fold",
    "tests/campaigns/accuracy/bounds.py": "evaluates functions, and does not fold",
    "tests/campaigns/accuracy/compiled.py": "evaluates functions, and does not fold",
    "tests/campaigns/accuracy/rounding.py": "evaluates functions, and does not fold",
    "tests/campaigns/conformance/public_files.py": "reads and prints programs, and does not fold",
    "tests/helpers/oracle.py": "is C++'s side",
    "tests/end_to_end/environments.py": "folds in processes of its own, where an exception ends them",
    "tests/house/__main__.py": "reads the code",
}
"""Programs beside pytest in which no exception of the folder can be hidden, and why."""

FOLDS_FOR = {
    "tests/campaigns/hostile/__main__.py": "tests/campaigns/hostile/judge.py",
    **{
        f"tests/campaigns/{name}_programs.py": "tests/campaigns/seeds.py"
        for name in ("legalized", "partial", "random", "split")
    },
}
"""The module that says it for a program, for example in processes of its own."""


def test_programs_that_fold_hide_no_exception_of_the_folder() -> None:
    """Without `failures.RAISES` a defect of the folder looks like a program in which there was nothing to fold."""
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in (ROOT / "tests").rglob("*.py")}
    programs = {
        name for name, text in texts.items() if '__name__ == "__main__"' in text or "__main__.py" in name
    }
    hiding = {name for name in programs if "failures.RAISES = " not in texts[FOLDS_FOR.get(name, name)]}
    assert hiding - {str(Path(__file__).relative_to(ROOT))} == SHOWS_NOTHING.keys()


# ---- a family of ops has the same file name in every room: definitions, kernels, and the tests of both ----

KERNEL_FILES = ROOT / "interpreter" / "kernels"
DEFINITIONS, KERNELS = "xdsl_stablehlo/dialects", "interpreter/kernels"
"""Where the tests of definitions and of kernels are."""


def family_of(op: type[Operation]) -> str:
    """Where the op lies in every room: `ops/combining/sort`, `chlo/scan`, `check`; a folder of a family counts as
    its file."""
    parts = op.__module__.removeprefix("xdsl_stablehlo.dialects.").split(".")
    return "/".join(parts[1:4] if parts[0] == "stablehlo" else parts)


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


@pytest.mark.parametrize("room", [DEFINITIONS, KERNELS])
@pytest.mark.parametrize("family", FAMILIES)
def test_families_have_tests_of_their_name(family: str, room: str) -> None:
    ops = {op for op in OPS if family_of(op) == family}
    folder, _, name = family.rpartition("/")
    if room == DEFINITIONS and any(op in set(StableHLO.operations) for op in ops):
        folder = f"stablehlo/{folder}"
    place = ROOT / "tests" / room / folder
    there = (place / f"test_{name}.py").exists() or (place / "cases" / f"{name}.mlir").exists()
    assert there or (room == KERNELS and ops <= set(WITHOUT_KERNEL))


def test_modules_of_execution_have_tests_of_their_name() -> None:
    modules = {path.name for path in (ROOT / "interpreter" / "execution").rglob("[a-z]*.py")}
    tests = {path.name for path in (ROOT / "tests" / "interpreter" / "execution").rglob("test_*.py")}
    assert {name for name in modules if f"test_{name}" not in tests} == set()
