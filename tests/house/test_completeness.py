"""Nothing is forgotten: every op has an entry and a lit file, and the list of ops is the generated one."""

from __future__ import annotations

import re
from dataclasses import fields
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
