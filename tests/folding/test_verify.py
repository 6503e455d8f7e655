"""What `verify_fold` finds: values that differ, failures that come or go, and failures that change."""

from __future__ import annotations

import re

import pytest

from xdsl_stablehlo.folding import verify_fold

from ..helpers.programs import parse


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
