"""What the specification leaves open, where a test needs Python; the other cases are in `cases/open_choices.mlir`."""

from __future__ import annotations

import pytest

from tests.helpers.tiers import one_of
from xdsl_stablehlo.workbench.validation import Kind

from .support import verdict

KEYS, VALUES = "tensor<4xi8>", "tensor<4xi32>"
MATRIX = "tensor<2x2xf32>"
CHOLESKY = f"%r0 = stablehlo.cholesky %a0, lower = true : {MATRIX}"
WITHOUT_ZEROS = f"""%f = stablehlo.cholesky %a0, lower = true : {MATRIX}
    %m = stablehlo.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1>
    %r0 = stablehlo.select %m, %a0, %f : tensor<2x2xi1>, {MATRIX}"""


def sort(stable: str) -> str:
    """The values in the order of their keys."""
    return f"""%k, %r0 = "stablehlo.sort"(%a0, %a1) ({{
    ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }}) {{dimension = 0 : i64, is_stable = {stable}}} : ({KEYS}, {VALUES}) -> ({KEYS}, {VALUES})"""


@pytest.mark.prove
def test_the_other_triangle_is_open():
    found = verdict(CHOLESKY, WITHOUT_ZEROS, [MATRIX], [MATRIX])
    assert found.kind is Kind.ALLOWED, str(found)
    assert found.reason.startswith("the other triangle")


def test_what_is_open_only_after_is_said():
    found = verdict(sort("true"), sort("false"), [KEYS, VALUES], [VALUES])
    assert "depends on what is open only after: order of equal keys" in str(found)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "storage", "most", "below"),
    one_of(2, [("f32", "i8", 100, 127), ("bf16", "i16", 30000, 32767)], rows=True),
)
def test_quantizing_leaves_open_what_its_conversion_does(kind: str, storage: str, most: int, below: int):
    """NaN, and 32767 in bf16: all that a program says of the integer must hold of it, however it was written."""
    scalar, vector = f"tensor<{kind}>", f"tensor<21x{kind}>"
    quantized = f"tensor<!quant.uniform<{storage}:{kind}, 1.0>>"
    at_least = [most * i // 10 for i in range(-10, 11)]
    whether = f"""%s = stablehlo.broadcast_in_dim %x, dims = [] : ({scalar}) -> {vector}
        %c = stablehlo.constant dense<{[float(x) for x in at_least]}> : {vector}
        %r0 = stablehlo.maximum %s, %c : {vector}"""
    before = f"""%q = stablehlo.uniform_quantize %a0 : ({scalar}) -> {quantized}
        %x = stablehlo.uniform_dequantize %q : ({quantized}) -> {scalar}
        {whether}"""
    after = f"""%least = stablehlo.constant dense<{-below - 1}.0> : {scalar}
        %most = stablehlo.constant dense<{below}.0> : {scalar}
        %inside = stablehlo.clamp %least, %a0, %most : {scalar}
        %near = stablehlo.round_nearest_even %inside : {scalar}
        %i = stablehlo.convert %near : ({scalar}) -> tensor<{storage}>
        %x = stablehlo.convert %i : (tensor<{storage}>) -> {scalar}
        {whether}"""
    for first, second in ((before, after), (after, before)):
        found = verdict(first, second, [scalar], [vector])
        assert found.kind in (Kind.NOT_REFUTED, Kind.ALLOWED, Kind.PROVED), str(found)
    wrong = after.replace(f"dense<{below}.0>", f"dense<{most // 2}.0>")
    assert verdict(before, wrong, [scalar], [vector]).kind is Kind.REFUTED


def stages(kind: str, rows: int, columns: int) -> tuple[str, str]:
    """The sum of a matrix from the init value `%a1`: of all elements at once, and of each row first."""

    def total(of: str, size: str, result: str, dimension: int) -> str:
        return f""""stablehlo.reduce"({of}, %a1) ({{
        ^bb0(%a: tensor<{kind}>, %b: tensor<{kind}>):
          %s = stablehlo.add %a, %b : tensor<{kind}>
          stablehlo.return %s : tensor<{kind}>
        }}) {{dimensions = array<i64: {dimension}>}} : (tensor<{size}x{kind}>, tensor<{kind}>) -> {result}"""

    matrix, scalar = f"tensor<{rows}x{columns}x{kind}>", f"tensor<{kind}>"
    at_once = f"""%x = stablehlo.reshape %a0 : ({matrix}) -> tensor<{rows * columns}x{kind}>
        %r0 = {total("%x", str(rows * columns), scalar, 0)}"""
    one_by_one = f"""%x = {total("%a0", f"{rows}x{columns}", f"tensor<{rows}x{kind}>", 1)}
        %r0 = {total("%x", str(rows), scalar, 0)}"""
    return at_once, one_by_one


@pytest.mark.prove
@pytest.mark.parametrize(("kind", "rows", "columns"), [("i32", 12, 5), ("f32", 4, 6)])
def test_two_stages_use_the_init_value_as_often_as_there_are_rows(kind: str, rows: int, columns: int):
    at_once, one_by_one = stages(kind, rows, columns)
    takes = [f"tensor<{rows}x{columns}x{kind}>", f"tensor<{kind}>"]
    for before, after in ((at_once, one_by_one), (one_by_one, at_once)):
        found = verdict(before, after, takes, [f"tensor<{kind}>"], proofs=False, inputs=3)
        assert found.kind is Kind.ALLOWED, str(found)
    doubled = at_once.replace("%r0 =", "%t =") + f" %r0 = stablehlo.add %t, %t : tensor<{kind}>"
    assert (
        verdict(one_by_one, doubled, takes, [f"tensor<{kind}>"], proofs=False, inputs=3).kind is Kind.REFUTED
    )
