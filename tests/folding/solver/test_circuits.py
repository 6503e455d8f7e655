"""Constants for passes on quantum circuits: every angle, bound and qubit index that NumPy can compute is found."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import StringAttr, UnregisteredOp
from xdsl.ir import SSAValue

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.folding import ConstantAnalysis

CIRCUITS = (Path(__file__).parent / "circuits.mlir").read_text().split("// -----\n")


def analysed(text: str) -> tuple[ConstantAnalysis, list[tuple[SSAValue, str]]]:
    """The analysis of a circuit, and the values that `circuit.known` reads, each with what NumPy computes."""
    context = Context(allow_unregistered=True)
    register_dialects(context)
    module = parse_module(text, context, verify=True)
    read: list[tuple[SSAValue, str]] = []
    for op in module.walk():
        if isinstance(op, UnregisteredOp) and op.op_name.data == "circuit.known":
            expression = op.attributes["numpy"]
            assert isinstance(expression, StringAttr)
            read.append((op.operands[0], expression.data))
    return ConstantAnalysis(module), read


def test_there_are_twenty() -> None:
    assert len(CIRCUITS) == 20


@pytest.mark.parametrize(
    "text", CIRCUITS, ids=lambda text: text.split("func.func")[0].split("// ")[-1].strip()
)
def test_what_numpy_computes_is_found(text: str) -> None:
    analysis, read = analysed(text)
    assert read
    for value, expression in read:
        wanted: Any = eval(expression, {"np": np})
        found: Any = analysis.number(value)
        assert found is not None, expression
        assert isinstance(found, float if isinstance(wanted, float) else type(wanted)), expression
        # NumPy rounds `arctan2` within one unit in the last place, the folder correctly.
        assert found == wanted or abs(found - wanted) <= math.ulp(wanted), expression


def test_arguments_are_not_known() -> None:
    analysis, read = analysed(CIRCUITS[0].replace("%pi, %two", "%x, %two"))
    assert [analysis.number(value) for value, _ in read] == [None]
