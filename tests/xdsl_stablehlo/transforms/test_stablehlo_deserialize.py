"""An old artifact's program, as StableHLO, in one pass."""

from __future__ import annotations

from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.transforms.vhlo.conversion import (
    StablehloDeserializePass,
    StablehloLegalizeToVhloPass,
    VhloToVersionPass,
)

PROGRAM = """
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
"""


def test_back_from_the_oldest_version() -> None:
    ctx, module = context(), parse(PROGRAM)
    wanted = print_module(module)
    StablehloLegalizeToVhloPass().apply(ctx, module)
    VhloToVersionPass("0.9.0").apply(ctx, module)
    assert "stablehlo" not in print_module(module)
    StablehloDeserializePass().apply(ctx, module)
    verify_module(module)
    assert print_module(module).replace("%arg0", "%x").replace("%0", "%r") == wanted
