"""What the specification leaves open: allowed where the original does, refuted where only the rewrite does."""

from __future__ import annotations

import pytest

from tests.helpers.tiers import one_of
from xdsl_stablehlo.workbench.validation import Kind

from .support import verdict

KEYS, VALUES = "tensor<4xi8>", "tensor<4xi32>"
UPDATES, INDICES = "tensor<3xi32>", "tensor<3x1xi64>"
MATRIX = "tensor<2x2xf32>"


def sort(stable: str) -> str:
    """The values in the order of their keys."""
    return f"""%k, %r0 = "stablehlo.sort"(%a0, %a1) ({{
    ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }}) {{dimension = 0 : i64, is_stable = {stable}}} : ({KEYS}, {VALUES}) -> ({KEYS}, {VALUES})"""


def sort_backwards() -> str:
    """The same with equal keys the other way round: both inputs reversed first."""
    return f"""%x = stablehlo.reverse %a0, dims = [0] : {KEYS} %y = stablehlo.reverse %a1, dims = [0] : {VALUES}
    {sort("true").replace("(%a0, %a1)", "(%x, %y)")}"""


def scatter(updates: str = "%a1", indices: str = "%a0", unique: str = "false", op: str = "") -> str:
    """Zeros with `updates` put to `indices`, or combined by `op`."""
    combined = f"%s = stablehlo.{op} %a, %b : tensor<i32>" if op else ""
    return f"""%z = stablehlo.constant dense<0> : {VALUES}
    %r0 = "stablehlo.scatter"(%z, {indices}, {updates}) ({{
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      {combined}
      stablehlo.return {"%s" if op else "%b"} : tensor<i32>
    }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false,
      unique_indices = {unique}}} : ({VALUES}, {INDICES}, {UPDATES}) -> {VALUES}"""


def scatter_backwards(op: str = "") -> str:
    return f"""%x = stablehlo.reverse %a0, dims = [0] : {INDICES} %y = stablehlo.reverse %a1, dims = [0] : {UPDATES}
    {scatter("%y", "%x", op=op)}"""


def total(init: int, op: str = "add") -> str:
    """The sum of the values, beginning with `init`."""
    return f"""%i = stablehlo.constant dense<{init}> : tensor<i32>
    %r0 = stablehlo.reduce(%a0 init: %i) applies stablehlo.{op} across dimensions = [0]
      : ({VALUES}, tensor<i32>) -> tensor<i32>"""


def total_and(init: int, more: int) -> str:
    body = total(init).replace("%r0", "%t")
    return (
        f"{body} %m = stablehlo.constant dense<{more}> : tensor<i32> %r0 = stablehlo.add %t, %m : tensor<i32>"
    )


CONVERT = f"%r0 = stablehlo.convert %a0 : (tensor<2x2xf32>) -> {MATRIX.replace('f32', 'i32')}"
CLAMPED = f"""%l = stablehlo.constant dense<-2147483648.0> : tensor<f32>
    %h = stablehlo.constant dense<2147483520.0> : tensor<f32>
    %c = stablehlo.clamp %l, %a0, %h : (tensor<f32>, {MATRIX}, tensor<f32>) -> {MATRIX}
    %r0 = stablehlo.convert %c : ({MATRIX}) -> {MATRIX.replace("f32", "i32")}"""
CHOLESKY = f"%r0 = stablehlo.cholesky %a0, lower = true : {MATRIX}"
WITHOUT_ZEROS = f"""%f = stablehlo.cholesky %a0, lower = true : {MATRIX}
    %m = stablehlo.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1>
    %r0 = stablehlo.select %m, %a0, %f : tensor<2x2xi1>, {MATRIX}"""
RNG = f"""%l = stablehlo.constant dense<0> : tensor<i32> %h = stablehlo.constant dense<9> : tensor<i32>
    %s = stablehlo.constant dense<4> : tensor<1xi64>
    %r0 = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> {VALUES}"""

CASES: dict[str, tuple[str, str, list[str], str, Kind, str]] = {
    "a stable sort for any": (sort("false"), sort("true"), [KEYS, VALUES], VALUES, Kind.NOT_REFUTED, ""),
    "any sort for a stable": (sort("true"), sort("false"), [KEYS, VALUES], VALUES, Kind.REFUTED, ""),
    "equal keys the other way round": (
        sort("false"),
        sort_backwards(),
        [KEYS, VALUES],
        VALUES,
        Kind.ALLOWED,
        "order of equal keys",
    ),
    "a stable sort the other way round": (
        sort("true"),
        sort_backwards(),
        [KEYS, VALUES],
        VALUES,
        Kind.REFUTED,
        "",
    ),
    "updates the other way round": (
        scatter(),
        scatter_backwards(),
        [INDICES, UPDATES],
        VALUES,
        Kind.ALLOWED,
        "order of updates to one element",
    ),
    "sums of updates the other way round": (
        scatter(op="add"),
        scatter_backwards("add"),
        [INDICES, UPDATES],
        VALUES,
        Kind.NOT_REFUTED,
        "",
    ),
    "a promise that nobody made": (
        scatter(),
        scatter(unique="true"),
        [INDICES, UPDATES],
        VALUES,
        Kind.REFUTED,
        "",
    ),
    "a promise that is broken": (
        scatter(unique="true"),
        scatter(op="add"),
        [INDICES, UPDATES],
        VALUES,
        Kind.ALLOWED,
        "updates to one element in spite of unique_indices",
    ),
    "an init value left out": (
        total(5),
        total(0),
        [VALUES],
        "tensor<i32>",
        Kind.ALLOWED,
        "order of reductions and use of init values",
    ),
    "an init value used once more": (
        total(5),
        total_and(5, 5),
        [VALUES],
        "tensor<i32>",
        Kind.ALLOWED,
        "order of reductions and use of init values",
    ),
    "another init value": (total(5), total(6), [VALUES], "tensor<i32>", Kind.REFUTED, ""),
    "a neutral init value changed": (total(0), total(5), [VALUES], "tensor<i32>", Kind.REFUTED, ""),
    "an init value used as often as wanted": (
        total_and(0, 5),
        total(5),
        [VALUES],
        "tensor<i32>",
        Kind.REFUTED,
        "",
    ),
    "floats too large for an integer": (
        CONVERT,
        CLAMPED,
        [MATRIX],
        MATRIX.replace("f32", "i32"),
        Kind.ALLOWED,
        "conversion of a float to integers that do not hold it",
    ),
    "the other triangle": (CHOLESKY, WITHOUT_ZEROS, [MATRIX], MATRIX, Kind.ALLOWED, "the other triangle"),
    "nothing random": (
        RNG,
        f"%r0 = stablehlo.constant dense<3> : {VALUES}",
        [],
        VALUES,
        Kind.ALLOWED,
        "random numbers",
    ),
    "random numbers from nowhere": (
        f"%r0 = stablehlo.constant dense<3> : {VALUES}",
        RNG,
        [],
        VALUES,
        Kind.REFUTED,
        "",
    ),
}


SLOW = {"the other triangle"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.prove if name in SLOW else ()) for name in CASES]
)
def test_what_is_open(name: str):
    before, after, inputs, output, kind, reason = CASES[name]
    found = verdict(before, after, inputs, [output])
    assert found.kind is kind, str(found)
    assert found.reason.startswith(reason)


def test_what_is_open_only_after_is_said():
    found = verdict(sort("true"), sort("false"), [KEYS, VALUES], [VALUES])
    assert "depends on what is open only after: order of equal keys" in str(found)


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
