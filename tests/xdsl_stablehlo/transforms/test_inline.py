"""The passes `inline` and `strip-debuginfo`."""

from __future__ import annotations

import pytest
from xdsl.context import Context

from tests.xdsl_stablehlo.text.programs import parsed, printed
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.transforms.debugging import StripDebuginfoPass
from xdsl_stablehlo.transforms.functions import InlinePass

T = "tensor<f32>"
DOUBLE = f"func.func private @double(%x: {T}) -> {T} {{\n  %0 = stablehlo.add %x, %x : {T}\n  return %0 : {T}\n}}\n"


def inlined(text: str) -> str:
    module = parsed(text, allow_unregistered=True)
    InlinePass().apply(Context(), module)
    verify_module(module)
    before = printed(module)
    InlinePass().apply(Context(), module)
    assert printed(module) == before
    return before


def caller(body: str, result: str) -> str:
    return f"func.func @f(%x: {T}) -> {T} {{\n{body}\n  return {result} : {T}\n}}\n"


def test_calls_of_calls():
    four = f"func.func private @four(%x: {T}) -> {T} {{\n  %0 = call @double(%x) : ({T}) -> {T}\n" + (
        f"  %1 = call @double(%0) : ({T}) -> {T}\n  return %1 : {T}\n}}\n"
    )
    text = inlined(caller(f"  %0 = call @four(%x) : ({T}) -> {T}", "%0") + four + DOUBLE)
    assert text.count("stablehlo.add") == 2
    assert "call" not in text
    assert "@four" not in text
    assert "@double" not in text


def test_calls_in_regions_and_a_callee_that_gives_its_argument_back():
    same = f"func.func private @same(%x: {T}, %y: {T}) -> ({T}, {T}) {{\n  return %y, %x : {T}, {T}\n}}\n"
    body = f"""  %p = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%p) ({{
    %1 = func.call @double(%x) : ({T}) -> {T}
    stablehlo.return %1 : {T}
  }}, {{
    %1:2 = func.call @same(%x, %x) : ({T}, {T}) -> ({T}, {T})
    stablehlo.return %1#1 : {T}
  }}) : (tensor<i1>) -> {T}"""
    text = inlined(caller(body, "%0") + DOUBLE + same)
    assert "stablehlo.add %arg0, %arg0" in text
    assert "stablehlo.return %arg0" in text


@pytest.mark.parametrize(
    ("body", "rest", "stays"),
    [
        (f"  %0 = call @double(%x) {{no_inline}} : ({T}) -> {T}", DOUBLE, "@double"),
        (
            f"  %0 = call @double(%x) : ({T}) -> {T}",
            DOUBLE.replace(") -> tensor<f32> {", ") -> tensor<f32> attributes {no_inline} {"),
            "@double",
        ),
        (f"  %0 = call @f(%x) : ({T}) -> {T}", "", "call @f"),
        (f"  %0 = call @g(%x) : ({T}) -> {T}", f"func.func private @g({T}) -> {T}\n", "call @g"),
        (
            f"  %0 = call @g(%x) : ({T}) -> {T}",
            f'func.func private @g(%x: {T}) -> {T} {{\n  "a.b"()[^c] : () -> ()\n^c:\n  return %x : {T}\n}}\n',
            "call @g",
        ),
    ],
)
def test_calls_that_stay(body: str, rest: str, stays: str):
    assert stays in inlined(caller(body, "%0") + rest)


def test_functions_that_something_else_names_stay():
    body = '  "a.b"() {callees = [@double, 1 : i32]} : () -> ()'
    assert "@double" in inlined(caller(body, "%x") + DOUBLE)


def test_no_locations():
    module = parsed(caller(f'  %0 = stablehlo.abs %x : {T} loc("here")', "%0"))
    StripDebuginfoPass().apply(Context(), module)
    text = printed(module, debuginfo=True, local_scope=True)
    assert text.count("loc(") == text.count("loc(unknown)") == 5
