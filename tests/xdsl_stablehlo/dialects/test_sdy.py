"""What JAX writes for sharded programs: read, printed as C++ prints it, kept by passes."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.oracle import reprinted
from tests.xdsl_stablehlo.text.programs import parsed, printed
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.transforms.functions import InlinePass

SHARDED = """
sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
sdy.mesh @m2 = <["x"=2], device_ids=[1, 0]>
sdy.mesh @m3 = <[], device_ids=[3]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y"}p1]>}, %b: tensor<8x8xf32>)
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}], replicated={"x"}>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x":(1)2}, {"y"}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=3 : tensor<8x8xf32>
  %2:2 = sdy.manual_computation(%0, %b) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x"}
      (%c: tensor<2x8xf32>, %d: tensor<8x8xf32>) {
    %3 = stablehlo.add %c, %c : tensor<2x8xf32>
    sdy.return %3, %d : tensor<2x8xf32>, tensor<8x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  %4 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8x8xf32>
  %5 = stablehlo.add %4, %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced={"y"}>]>}
    : tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}
"""


@pytest.mark.parametrize("generic", [False, True])
def test_as_cpp_prints_it(generic: bool):
    module = parsed(SHARDED)
    verify_module(module)
    text = printed(module, generic=generic)
    assert text == reprinted(SHARDED, generic=generic).rstrip()
    assert reprinted(text) == reprinted(SHARDED)
    assert printed(parsed(text)) == printed(module)


def test_a_mesh_in_place():
    text = 'func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) { return }'
    assert '#sdy.sharding<mesh<["a"=2]>, [{"a"}]>' in printed(parsed(text))


def test_passes_keep_it():
    module = parsed(SHARDED)
    before = printed(module)
    InlinePass().apply(Context(), module)
    assert printed(module) == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('{"x":(1)2}', "{x}", "string literal expected for an axis"),
        ("{?}]", "{?}q]", "expected a priority, but got 'q'"),
        ("replicated=", "shared=", "in a sharding"),
        ("allowed_direction=FORWARD", "allowed_direction=UP", "'FORWARD'"),
        ('<["x"=2], device_ids=[1, 0]>', '<["x"], device_ids=[1, 0]>', "expected '='"),
    ],
)
def test_malformed(old: str, new: str, message: str):
    assert old in SHARDED
    with pytest.raises(ParseError) as caught:
        parsed(SHARDED.replace(old, new))
    assert message in caught.value.msg


def test_a_constraint_does_not_change_the_type():
    text = printed(parsed(SHARDED), generic=True).replace(
        '"sdy.reshard"(%0) <{sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>',
        '"sdy.reshard"(%0) <{sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x9xf32>',
    )
    with pytest.raises(VerifyException, match="requires the same type for all operands and results"):
        verify_module(parsed(text))
