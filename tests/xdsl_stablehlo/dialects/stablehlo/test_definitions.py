"""What the definitions demand before any shape function is asked: kinds of operands, results, attributes."""

from __future__ import annotations

import ast
import re

import pytest
from xdsl.dialects.builtin import IntegerType, TensorType, f32, i32
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.house.imports import modules
from tests.xdsl_stablehlo.dialects.cases import value
from xdsl_stablehlo.dialects.stablehlo import hlo_types


def test_xdsl_itself_reports_the_same():
    op = hlo.CosineOp(value(TensorType(i32, [2])))
    with pytest.raises(VerifyException, match=r"^'stablehlo.cosine' op operand #0 must be ranked tensor of"):
        op.verify()


KINDS: list[tuple[hlo_types.TypeConstraint, Attribute, bool]] = [
    (hlo_types.HLO_Tuple, hlo.TokenType(), False),
    (hlo_types.HLO_TensorOrToken, hlo.TokenType(), True),
    (hlo_types.HLO_IntTensor, TensorType(IntegerType(10), []), False),
    (hlo_types.HLO_StaticDimensionTensor, TensorType(i32, [3]), True),
    (hlo_types.HLO_StaticDimensionTensor, TensorType(i32, [3, 1]), False),
    (hlo_types.HLO_ScalarTensor, TensorType(f32, []), True),
    (hlo_types.HLO_ScalarTensor, TensorType(f32, [1]), False),
]


@pytest.mark.parametrize(("constraint", "t", "accepted"), KINDS)
def test_kinds(constraint: hlo_types.TypeConstraint, t: Attribute, accepted: bool):
    assert constraint.accepts(t) is accepted


AROUND = {"owner", "parent", "parent_block", "parent_op", "parent_region", "uses", "first_use", "prev_op"}
"""Attributes that lead from an op to what is around it."""
OF_THE_INTERFACES = {"successor_regions"}
"""Methods that analyses ask, and no verifier."""


def test_verifiers_look_around_by_a_function_that_notes_it() -> None:
    """An op's verdict would be taken for that of all ops of its signature."""
    dialects = re.compile(r"xdsl_stablehlo\.dialects\.(stablehlo|chlo|check|interpreter)\b")
    functions = [
        node
        for module, path in modules().items()
        if dialects.match(module)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
    ]
    looking = [
        each
        for each in functions
        if AROUND & names_in(each, ast.Attribute) and each.name not in OF_THE_INTERFACES
    ]
    assert len(looking) >= 3
    assert [each.name for each in looking if "look_around" not in names_in(each, ast.Name)] == []


def names_in(function: ast.FunctionDef, kind: type[ast.Name | ast.Attribute]) -> set[str]:
    """The names, or those of attributes, in a function."""
    found = [node for node in ast.walk(function) if isinstance(node, kind)]
    return {node.id if isinstance(node, ast.Name) else node.attr for node in found}
