"""What `verify_fold` finds: values that differ, failures that come or go, and failures that change."""

from __future__ import annotations

import re

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import parse
from xdsl_stablehlo.folding import FoldOptions, RefutedFoldError, fold_module, verify_fold
from xdsl_stablehlo.folding.passes.verify import random_tensor, same_numbers
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, parts
from xdsl_stablehlo.workbench.validation import Kind, Verdict


def gives(value: str, kind: str = "i32", checked: str = "") -> str:
    """A function of one constant, which is first checked to be `checked`."""
    check = f"%c = stablehlo.constant dense<{checked}> : tensor<{kind}>\n" if checked else ""
    check += f"check.expect_eq %r, %c : tensor<{kind}>\n" if checked else ""
    return (
        f"func.func @main() -> tensor<{kind}> {{\n%r = stablehlo.constant dense<{value}> : tensor<{kind}>\n"
        f"{check}return %r : tensor<{kind}>\n}}"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (gives("1"), gives("1")),
        (gives("0x7FC00000", "f32"), gives("0xFFC00001", "f32")),
        (gives("1", checked="2"), gives("1", checked="2")),
    ],
    ids=["values", "NaNs", "failures"],
)
def test_what_is_the_same(before: str, after: str) -> None:
    assert verify_fold(parse(before), parse(after)) == []


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (gives("1"), gives("2"), r"result 0 is .*1.*, and after folding .*2.*"),
        (gives("0.0", "f32"), gives("-0.0", "f32"), r"result 0 is .*0.*, and after folding .*-0.*"),
        (gives("1"), gives("1", "i64"), r"result 0 is .*"),
        (gives("1", checked="2"), gives("1"), r"fails: .*1 .* vs 2 .*, and after folding gives results"),
        (gives("1"), gives("1", checked="2"), r"gives results, and after folding fails: .*1 .* vs 2 .*"),
        (
            gives("1", checked="2"),
            gives("1", checked="3"),
            r"fails: .* vs 2 .*, and after folding fails: .* vs 3 .*",
        ),
    ],
    ids=["values", "zeros", "types", "no failure", "a failure", "another failure"],
)
def test_what_differs(before: str, after: str, message: str) -> None:
    (found,) = verify_fold(parse(before), parse(after))
    assert (found.function, found.sample) == ("main", 0)
    assert re.fullmatch(message, found.message)


def tensors(element: str, count: int = 40, shape: str = "10x10") -> list[Array]:
    """Random arguments of one type, as floats; complex numbers as pairs of them."""
    module = parse(f"func.func private @f(tensor<{shape}x{element}>)")
    (func,) = [op for op in module.ops if isinstance(op, FuncOp)]
    declared = func.function_type.inputs.data[0]
    assert is_tensor_type(declared)
    generator = np.random.default_rng(3)
    drawn = [random_tensor(declared, generator) for _ in range(count)]
    assert all(str(tensor.type) == str(declared).replace("?", "2") for tensor in drawn)
    return [tensor.array for tensor in drawn]


def test_about_half_of_random_booleans_are_true() -> None:
    assert 0.4 < np.mean(tensors("i1")) < 0.6


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ("i1", {0, 1}),
        ("i2", {-2, -1, 0, 1}),
        ("ui2", {0, 1, 2, 3}),
        ("i4", set(range(-4, 5))),
        ("i32", set(range(-4, 5))),
        ("ui8", set(range(5))),
        ("ui64", set(range(5))),
    ],
)
def test_random_integers_are_small_and_of_their_signs(element: str, expected: set[int]) -> None:
    found = {int(value) for array in tensors(element) for value in array.astype(np.int64).reshape(-1)}
    if element == "ui2":
        assert found <= expected
    else:
        assert found == expected


@pytest.mark.parametrize("element", ["f64", "f32", "f16", "bf16", "f8E5M2", "complex<f32>"])
def test_random_floats_have_the_special_ones_among_them(element: str) -> None:
    arrays = tensors(element)
    values = np.concatenate([array.reshape(-1) for array in arrays])
    real = parts(values)[0] if element.startswith("complex") else values.astype(np.float64)
    rare = np.isnan(real).mean(), np.isposinf(real).mean()
    assert all(0.01 < share < 0.06 for share in rare)
    assert not np.isneginf(real).any()
    finite = real[np.isfinite(real)]
    assert np.abs(finite).max() < 10
    assert 0.01 < (finite == 0).mean() < 0.06
    assert (finite < 0).any()
    assert (finite > 0).any()


def test_open_sizes_are_two() -> None:
    assert [array.shape for array in tensors("f32", 2, "?x3x?")] == [(2, 3, 2)] * 2


FAILING = """
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> { %c = stablehlo.constant dense<VALUE> : tensor<2xi32>
  return %c : tensor<2xi32> }
"""


@pytest.mark.parametrize("samples", [1, 2, 3])
def test_functions_with_arguments_are_evaluated_so_often(samples: int) -> None:
    found = verify_fold(parse(FAILING.replace("VALUE", "1")), parse(FAILING.replace("VALUE", "2")), samples)
    assert [difference.sample for difference in found] == list(range(samples))
    assert str(found[0]) == "@main, sample 0: result 0 is [1 1], and after folding [2 2]"


def test_which_functions_are_compared() -> None:
    """Those that both modules offer, with bodies, whose arguments are tensors."""
    before = (
        FAILING.replace("VALUE", "1").replace("@main", "@gone")
        + FAILING.replace("VALUE", "1").replace("@main", "private @hidden")
        + "func.func private @declared(tensor<2xi32>) -> tensor<2xi32>\n"
        + "func.func @tuples(%t: tuple<tensor<i32>>) -> tensor<i32> "
        + "{ %c = stablehlo.constant dense<1> : tensor<i32>\nreturn %c : tensor<i32> }\n"
        + FAILING.replace("VALUE", "1").replace("@main", "@last")
    )
    after = before.replace("@gone", "@new").replace("dense<1>", "dense<2>")
    found = verify_fold(parse(before), parse(after), 1)
    assert [difference.function for difference in found] == ["last"]


FOLDS = """
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> { %c = stablehlo.constant dense<1> : tensor<2xi32>
  %d = stablehlo.add %c, %c : tensor<2xi32>
  %r = stablehlo.multiply %d, %x : tensor<2xi32>
  return %r : tensor<2xi32> }
"""


@pytest.mark.parametrize("work_budget", [1 << 33, 0])
def test_a_fold_is_judged_by_the_program_before(work_budget: int) -> None:
    seen: list[tuple[str, str]] = []

    def judge(before: ModuleOp, after: ModuleOp) -> list[Verdict]:
        seen.append((str(before), str(after)))
        return [Verdict("main", Kind.PROVED), Verdict("other", Kind.NOT_REFUTED, inputs=3)]

    module = parse(FOLDS)
    text = str(module)
    report = fold_module(module, FoldOptions(prove=judge, work_budget=work_budget))
    assert seen == [(text, str(module))]
    assert report.summary().endswith("; 1 of 2 functions proved for all inputs")
    assert "@other: not refuted (3 inputs)" in str(report)
    assert report.to_dict()["verdicts"] == ["@main: proved", "@other: not refuted (3 inputs)"]
    del report.verdicts[1]
    assert report.summary().endswith("; proved for all inputs")


def test_a_fold_that_is_refuted_is_undone() -> None:
    def judge(_: ModuleOp, __: ModuleOp) -> list[Verdict]:
        return [Verdict("main", Kind.REFUTED, "why")]

    module = parse(FOLDS)
    text = str(module)
    with pytest.raises(
        RefutedFoldError, match="folding changed what the module computes: @main: refuted: why"
    ):
        fold_module(module, FoldOptions(prove=judge))
    assert str(module) == text


NAN, OTHER_NAN = np.array([0x7FC00000, 0xFFC00001], np.uint32).view(np.float32)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ([1.0, NAN], [1.0, OTHER_NAN], True),
        ([1.0, NAN], [NAN, 1.0], False),
        ([1.0, NAN], [2.0, OTHER_NAN], False),
        ([0.0], [-0.0], False),
        ([1.0], [1.0, 1.0], False),
    ],
)
def test_the_same_but_for_the_bits_of_nans(a: list[float], b: list[float], same: bool) -> None:
    left, right = np.array(a, np.float32), np.array(b, np.float32)
    assert same_numbers(left, right) is same
    if left.shape == right.shape:
        one = np.ones(left.shape, np.float32)
        complexes = [np.stack([part, one], -1).view(np.complex64)[..., 0] for part in (left, right)]
        assert same_numbers(*complexes) is same
        complexes = [np.stack([one, part], -1).view(np.complex64)[..., 0] for part in (left, right)]
        assert same_numbers(*complexes) is same


def test_other_dtypes_and_integers_are_compared_to_the_bit() -> None:
    assert not same_numbers(np.zeros(2, np.int32), np.zeros(2, np.float32))
    assert not same_numbers(np.array([1, 2]), np.array([1, 3]))
    assert same_numbers(np.array([1, 2]), np.array([1, 2]))
    assert same_numbers(np.zeros((0, 2)), np.zeros((0, 2)))
    assert not same_numbers(np.zeros((0, 2)), np.zeros((0, 3)))
