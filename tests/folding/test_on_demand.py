"""Traps for a folder that evaluates on demand: what fails late, never ends, is read from afar or by several.

Everything is asked through the public doors, and about results: the module computes what it did, or is as it was.
"""

from __future__ import annotations

from .support import fold

LARGE = "tensor<300x300xf32>"
"""Beyond what may become a constant."""


def test_what_is_changed_before_a_second_look_is_changed_once() -> None:
    """A loop that turns out to stay is looked into after splats were merged."""
    text = f"""func.func @main(%x: tensor<2xf32>) -> (tensor<10xf32>, {LARGE}) {{
      %a = stablehlo.constant dense<1.0> : tensor<2xf32>
      %b = stablehlo.constant dense<3.0> : tensor<2xf32>
      %r = stablehlo.concatenate %a, %a, %x, %b, %b, dim = 0 :
          (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<10xf32>
      %i = stablehlo.iota dim = 0 : tensor<90000xf32>
      %s = stablehlo.sine %i : tensor<90000xf32>
      %m = stablehlo.reshape %s : (tensor<90000xf32>) -> {LARGE}
      %c = stablehlo.constant dense<0> : tensor<i32>
      %w:2 = stablehlo.while(%k = %c, %v = %m) : tensor<i32>, {LARGE} cond {{
        %three = stablehlo.constant dense<3> : tensor<i32>
        %t = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %t : tensor<i1>
      }} do {{
        %one = stablehlo.constant dense<1> : tensor<i32>
        %k2 = stablehlo.add %k, %one : tensor<i32>
        %v2 = stablehlo.cosine %v : {LARGE}
        stablehlo.return %k2, %v2 : tensor<i32>, {LARGE}
      }}
      return %r, %w#1 : tensor<10xf32>, {LARGE}
    }}"""
    folded = fold(text, samples=1)
    assert len(folded.op("stablehlo.concatenate").operands) == 3
