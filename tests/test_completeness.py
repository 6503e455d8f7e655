"""Nothing is forgotten: every op has an entry and a lit file, and the list of ops is the generated one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from xdsl.ir import Operation

from docs.ops import BY_THE_PROGRAM, text
from xdsl_stablehlo.dialects.check import Check
from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.interpreter import Interpreter
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.interpreter.kernels.families import KERNELS

ROOT = Path(__file__).parents[1]
OPS = [op for dialect in (StableHLO, Chlo, Check, Interpreter) for op in dialect.operations]
WRITTEN = "\n".join(path.read_text() for path in (ROOT / "filecheck").rglob("*.mlir"))
MENTIONED = set(re.findall(r"(?:stablehlo|chlo|check|interpreter)\.[\w-]+", WRITTEN))


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_op_evaluates(op: type[Operation]) -> None:
    assert op in KERNELS or op in BY_THE_PROGRAM


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_op_has_a_lit_file(op: type[Operation]) -> None:
    assert op.name in MENTIONED


def test_list_of_ops_is_as_generated() -> None:
    """`python -m docs.ops` writes it."""
    assert (ROOT / "docs" / "ops.md").read_text() == text()
