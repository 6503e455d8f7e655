"""Two ops that compute the same from the same values give one value, as far as rules about `x op x` ask."""

from __future__ import annotations

import pytest

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.folding.facts.families import transfer_of

from ..support import fold

X = "tensor<4xi32>"


def subtracted(first: str, second: str) -> list[str]:
    """The ops that are left of the difference of two values."""
    return fold(f"""
func.func @main(%x: {X}, %y: {X}, %i: tensor<i32>, %p: tensor<4xi1>) -> {X} {{
  {first}
  {second}
  %r = stablehlo.subtract %a, %b : {X}
  return %r : {X}
}}""").ops()


@pytest.mark.parametrize(
    "lines",
    [
        f"%N = stablehlo.add %x, %y : {X}",
        f"%N1 = stablehlo.multiply %x, %y : {X}\n%N = stablehlo.xor %N1, %x : {X}",
        f"%N = stablehlo.dynamic_slice %x, %i, sizes = [4] : ({X}, tensor<i32>) -> {X}",
        f"%N1 = stablehlo.compare LT, %x, %y : ({X}, {X}) -> tensor<4xi1>\n"
        f"%N = stablehlo.convert %N1 : (tensor<4xi1>) -> {X}",
    ],
)
def test_twins_are_one_value(lines: str) -> None:
    assert subtracted(lines.replace("%N", "%a"), lines.replace("%N", "%b")) == ["stablehlo.constant"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"%a = stablehlo.add %x, %y : {X}", f"%b = stablehlo.add %x, %x : {X}"),
        (f"%a = stablehlo.add %x, %y : {X}", f"%b = stablehlo.or %x, %y : {X}"),
        (
            f"%a1 = stablehlo.compare LT, %x, %y : ({X}, {X}) -> tensor<4xi1>\n"
            f"%a = stablehlo.convert %a1 : (tensor<4xi1>) -> {X}",
            f"%b1 = stablehlo.compare LE, %x, %y : ({X}, {X}) -> tensor<4xi1>\n"
            f"%b = stablehlo.convert %b1 : (tensor<4xi1>) -> {X}",
        ),
    ],
)
def test_others_are_not(first: str, second: str) -> None:
    assert "stablehlo.subtract" in subtracted(first, second)


def test_what_chance_or_effects_decide_is_never_taken_for_twins() -> None:
    kinds = (hlo.RngOp, hlo.CustomCallOp, hlo.InfeedOp, hlo.RecvOp, hlo.PartitionIdOp)
    assert [transfer_of(kind) for kind in kinds] == [None] * len(kinds)


def test_no_more_than_a_few_ops_are_compared() -> None:
    lines = {n: [f"%{n}0 = stablehlo.multiply %x, %y : {X}"] for n in "ab"}
    for n, written in lines.items():
        written += [f"%{n}{i + 1} = stablehlo.multiply %{n}{i}, %{'xy'[i % 2]} : {X}" for i in range(20)]
        written.append(f"%{n} = stablehlo.add %{n}20, %x : {X}")
    assert "stablehlo.subtract" in subtracted(*["\n".join(written) for written in lines.values()])
