"""Nothing is forgotten: every op has an entry and a lit file, and the list of ops is the generated one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from xdsl.ir import Operation

from docs.ops import WITHOUT_KERNEL, text
from xdsl_stablehlo.dialects.check import Check
from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.interpreter import Interpreter
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.interpreter.kernels.table import every_kernel

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
