"""What facts of many calls cost. What they say: `cases/calls.mlir`."""

from __future__ import annotations

from ..support import fold

I32 = "tensor<i32>"

SQUARE = f"""
func.func private @square(%x: {I32}) -> {I32} {{
  %square = stablehlo.multiply %x, %x : {I32}
  return %square : {I32}
}}"""


def test_facts_of_many_calls_are_bounded() -> None:
    """The time for n calls with different ranges grows with n, and not with the square."""
    lines: list[str] = []
    for i in range(60):
        lines.append(f"%m{i} = stablehlo.constant dense<{2 * i + 1}> : {I32}")
        lines.append(f"%a{i} = stablehlo.and %x, %m{i} : {I32}")
        lines.append(f"%r{i} = call @square(%a{i}) : ({I32}) -> {I32}")
    names, types = ", ".join([f"%r{i}" for i in range(60)]), ", ".join([I32] * 60)
    body = "\n  ".join(lines)
    text = f"func.func @main(%x: {I32}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}"
    folded = fold(text + SQUARE)
    without = fold(text + SQUARE, simplify=False)
    assert folded.report.work - without.report.work < 20 * 100_000
