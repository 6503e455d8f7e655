"""Verification of modules: what is found, in one line, and in linear time."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, ModuleOp, TensorType, f32
from xdsl.dialects.func import CallOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from tests.helpers.programs import named
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp
from xdsl_stablehlo.programs.verification import diagnostics

from .programs import parsed

PROGRAMS = named(__file__)

T2, T3 = "tensor<2xf32>", "tensor<3xf32>"
GOOD = f"func.func @g(%x: {T2}) -> {T2} {{\n  return %x : {T2}\n}}\n"


def found(text: str, allow_unregistered: bool = False) -> list[str]:
    return [str(diagnostic) for diagnostic in diagnostics(parsed(text, allow_unregistered))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"func.func @f(%x: {T2}) -> {T3} {{\n  return %x : {T2}\n}}",
            f"-:2:3: error: 'func.return' op type of return operand 0 ('{T2}') doesn't match "
            f"function result type ('{T3}') in function @f",
        ),
        (
            f"func.func @f(%x: {T2}) -> {T2} {{\n  return\n}}",
            "-:2:3: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1",
        ),
        (
            f"func.func @f(%x: {T2}) {{\n  %0 = call @h(%x) : ({T2}) -> {T2}\n  return\n}}",
            "-:2:8: error: 'func.call' op 'h' does not reference a valid function",
        ),
        (
            f"func.func @f(%x: {T3}) {{\n  %0 = call @g(%x) : ({T3}) -> {T2}\n  return\n}}\n{GOOD}",
            f"-:2:8: error: 'func.call' op operand type mismatch: expected operand type '{T2}', "
            f"but provided '{T3}' for operand number 0",
        ),
        (
            f"func.func @f() {{\n  %0 = call @g() : () -> {T2}\n  return\n}}\n{GOOD}",
            "-:2:8: error: 'func.call' op incorrect number of operands for callee",
        ),
        (
            f"func.func @f(%x: {T2}) {{\n  call @g(%x) : ({T2}) -> ()\n  return\n}}\n{GOOD}",
            "-:2:3: error: 'func.call' op incorrect number of results for callee",
        ),
        (
            f"func.func @f(%x: {T2}) {{\n  %0 = call @g(%x) : ({T2}) -> {T3}\n  return\n}}\n{GOOD}",
            f"-:2:8: error: 'func.call' op result type mismatch at index 0: '{T3}' where the callee returns '{T2}'",
        ),
        (
            f"func.func @f(%x: {T2}) {{\n  %0 = stablehlo.abs %1 : {T2}\n  %1 = stablehlo.abs %x : {T2}\n  return\n}}",
            "-:2:8: error: 'stablehlo.abs' op operand #0 does not dominate this use",
        ),
        (
            "func.func @f() {\n  return\n  return\n}",
            "-:2:3: error: 'func.return' op must be the last operation in the parent block",
        ),
        (
            f"func.func @f(%x: {T2}) {{\n  %0 = stablehlo.abs %x : {T2}\n}}",
            "-:2:8: error: 'stablehlo.abs' op block with no terminator, has this op at its end",
        ),
        (f"{GOOD}{GOOD}", "-:4:1: error: 'func.func' op redefinition of symbol named 'g'"),
        (
            'func.func @f() {\n  %0 = "stablehlo.constant"() : () -> tensor<2xf32>\n  return\n}',
            "-:2:8: error: 'stablehlo.constant' op requires attribute 'value'",
        ),
        (
            "func.func @f(%x: tensor<2xf32>) {\n"
            '  %0 = "stablehlo.not"(%x) : (tensor<2xf32>) -> tensor<2xf32> loc(callsite("a" at "f.py":7:8))\n'
            "  return\n}",
            "f.py:7:8: error: 'stablehlo.not' op operand #0 must be ranked tensor of bool or "
            "2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'",
        ),
    ],
)
def test_errors(text: str, expected: str):
    assert found(text) == [expected]
    with pytest.raises(VerifyException) as caught:
        verify_module(parsed(text))
    assert str(caught.value) == expected
    assert not getattr(caught.value, "__notes__", [])


def test_one_error_for_each_function():
    bad = "{\n  return\n  return\n}\n"
    assert len(found(f"func.func @a() {bad}func.func @b() {bad}{GOOD}")) == 2


def test_an_op_inside_a_region_is_found():
    assert [line[:6] for line in found(PROGRAMS["an op inside a region is found"])] == ["-:3:10"]


def test_values_of_one_region_are_not_seen_in_another():
    text = PROGRAMS["values of one region are not seen in another"]
    module = parsed(text)
    assert not list(diagnostics(module))
    first, second = (op for op in module.walk() if op.name == "stablehlo.abs")
    second.operands[0] = first.results[0]
    assert "does not dominate this use" in str(next(diagnostics(module)))


def test_blocks_see_what_dominates_them():
    text = PROGRAMS["blocks see what dominates them"]
    assert found(text, allow_unregistered=True) == [
        "-:7:3: error: 'a.d' op operand #0 does not dominate this use"
    ]


def test_a_verifier_that_breaks_on_what_is_wrong_inside(monkeypatch: pytest.MonkeyPatch):
    """The error further inside is the one to report, and nothing ends in a traceback."""

    def broken(self: Operation) -> None:
        raise IndexError("no such operand")

    text = PROGRAMS["a verifier that breaks on what is wrong inside"]
    wrong, good = parsed(text), parsed(text.replace("3xf32", "2xf32"))
    op = next(op for op in good.walk() if op.name == "stablehlo.if")
    monkeypatch.setattr(type(op), "verify_", broken)
    assert [str(d)[:6] for d in diagnostics(wrong)] == ["-:3:10"]
    assert [str(d) for d in diagnostics(good)] == [
        "-:2:8: error: 'stablehlo.if' op could not be verified: IndexError: no such operand"
    ]


def test_dense_elements_of_the_wrong_size():
    wrong = DenseIntOrFPElementsAttr(TensorType(f32, [3]), BytesAttr(bytes(8)))
    module = ModuleOp([ConstantOp(wrong)])
    assert [str(d) for d in diagnostics(module)] == [
        "error: 'stablehlo.constant' op dense elements hold 2 values where 'tensor<3xf32>' has 3"
    ]


def test_functions_are_looked_up_in_a_table(monkeypatch: pytest.MonkeyPatch):
    """xDSL's way walks the module for each call: 3,000 of them take a quarter of a minute."""
    text = GOOD + "\n".join(
        f"func.func @f{i}(%x: {T2}) -> {T2} {{\n  %0 = call @g(%x) : ({T2}) -> {T2}\n  return %0 : {T2}\n}}"
        for i in range(50)
    )
    module = parsed(text)

    def refuse(*_: object) -> None:
        raise AssertionError("verified by a walk")

    for trait in CallOp.traits:
        monkeypatch.setattr(type(trait), "verify", refuse)
    verify_module(module)
