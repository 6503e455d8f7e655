"""Facts around branches and loops: what a condition implies, what a loop keeps true, what arguments state."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from xdsl_stablehlo import parse_module
from xdsl_stablehlo.folding import ConstantAnalysis, FloatKinds, FoldOptions, IntegerFact, fold_module

from ...helpers.programs import context, parse

I32 = "tensor<i32>"


def loop(body: str, start: str = "%zero", bound: str = "%n", direction: str = "LT", behind: str = "") -> str:
    """A loop with a counter %i and a carried value %a; `%r` is returned behind it."""
    return f"""
func.func @main(%x: {I32}, %n: {I32}, %big: {I32}) -> {I32} {{
  %zero = stablehlo.constant dense<0> : {I32}
  %one = stablehlo.constant dense<1> : {I32}
  %ten = stablehlo.constant dense<10> : {I32}
  %k, %r = stablehlo.while(%i = {start}, %a = %x) : {I32}, {I32}
   cond {{
    %p = stablehlo.compare {direction}, %i, {bound} : ({I32}, {I32}) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %j = stablehlo.add %i, %one : {I32}
    {body}
    stablehlo.return %j, %b : {I32}, {I32}
  }}
  {behind or f"return %r : {I32}"}
}}"""


def test_what_is_true_of_a_carried_value_stays_true() -> None:
    positive = f"""%m = stablehlo.maximum %a, %ten : {I32}
    %b = stablehlo.minimum %m, %n : {I32}"""
    analysis, module = analysed(loop(positive))
    assert analysis.fact(result(module, "stablehlo.maximum")) == fact(10, (1 << 31) - 1)


# ---- what arguments state ----


def analysed(text: str) -> tuple[ConstantAnalysis, ModuleOp]:
    module = parse(text)
    return ConstantAnalysis(module), module


def result(module: ModuleOp, name: str) -> SSAValue:
    (op,) = [op for op in module.walk() if op.name == name]
    return op.results[0]


def argument(module: ModuleOp) -> SSAValue:
    (func,) = [op for op in module.ops if isinstance(op, FuncOp)]
    return func.body.block.args[0]


def fact(low: int, high: int) -> IntegerFact:
    free = (1 << (low ^ high).bit_length()) - 1
    return IntegerFact(low, high, ~high & ~free & 0xFFFFFFFF, low & ~free)


def stated(attributes: str, element: str = "i32") -> str:
    return f"""
func.func @main(%x: tensor<4x{element}> {{{attributes}}}) -> tensor<4x{element}> {{
  %r = stablehlo.abs %x : tensor<4x{element}>
  return %r : tensor<4x{element}>
}}"""


def test_bounds_of_arguments_are_believed_and_named() -> None:
    text = stated("enzymexla.bounds = [3 : i32, 10 : i32]")
    analysis, module = analysed(text)
    assert analysis.fact(result(module, "stablehlo.abs")) == fact(3, 10)
    report = fold_module(module)
    assert not [op for op in module.walk() if op.name == "stablehlo.abs"]
    assert report.believed == ["argument 0 of @main: enzymexla.bounds"]
    assert "believed, because attributes say so:\n  argument 0 of @main: enzymexla.bounds" in str(report)
    assert fold_module(parse(text), options=FoldOptions(simplify=False)).believed == []


@pytest.mark.parametrize(
    "attributes",
    ["", "enzymexla.bounds = [10 : i32, 3 : i32]", "enzymexla.bounds = [3 : i32]", "enzymexla.finite"],
)
def test_what_is_no_statement_about_integers_is_not_believed(attributes: str) -> None:
    analysis, module = analysed(stated(attributes))
    assert analysis.fact(argument(module)) is None


@pytest.mark.parametrize(
    ("attributes", "kinds"),
    [
        ("enzymexla.finite", FloatKinds.FINITE),
        ("enzymexla.no_nan, enzymexla.non_negative", FloatKinds.ZERO | FloatKinds.POSITIVE),
        ("enzymexla.finite = false", None),
        ("enzymexla.finite = #enzymexla<guaranteed GUARANTEED>", FloatKinds.FINITE),
        ("enzymexla.finite = #enzymexla<guaranteed NOTGUARANTEED>", None),
    ],
)
def test_kinds_of_float_arguments_are_believed(attributes: str, kinds: FloatKinds | None) -> None:
    ctx = context().clone()
    ctx.allow_unregistered = True
    module = parse_module(stated(attributes, "f32"), ctx)
    assert ConstantAnalysis(module).fact(argument(module)) == kinds
