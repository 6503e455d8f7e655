"""Shardy: shardings change nothing, and manual computations run on a grid of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from tests.folding.support import fold, values
from tests.helpers.oracle import Array
from tests.helpers.programs import evaluate
from xdsl_stablehlo.dialects.sdy import structure
from xdsl_stablehlo.dialects.sdy.attributes import MeshAttr, ShardingAttr
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.parallel.groups import Mesh, sharding_along

X = np.arange(32, dtype=np.float32).reshape(8, 4)
MESH = 'sdy.mesh @mesh = <["x"=2, "y"=2]>'


def manual(
    body: str,
    local: str,
    given: str,
    result: str,
    ins: str,
    outs: str,
    axes: str = '{"x", "y"}',
    mesh: str = MESH,
) -> str:
    """A program whose `main` runs `body` on %p, of the type `local`, for each device; it returns %r."""
    return f"""
    {mesh}
    func.func @main(%a: tensor<8x4xf32>) -> {result} {{
      %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, {ins}>] out_shardings=[<@mesh, {outs}>]
          manual_axes={axes} (%p: {local}) {{
        {body}
        sdy.return %r : {given}
      }} : (tensor<8x4xf32>) -> {result}
      return %0 : {result}
    }}
    """


def reduce(groups: str, kind: str) -> str:
    return f"""
    %r = "stablehlo.all_reduce"(%p) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        replica_groups = dense<{groups}> : tensor<2x2xi64>, use_global_device_ids}}> ({{
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %s = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : ({kind}) -> {kind}
    """


def test_a_sum_along_an_axis() -> None:
    text = manual(
        reduce("[[0, 2], [1, 3]]", "tensor<4x2xf32>"),
        *("tensor<4x2xf32>", "tensor<4x2xf32>", "tensor<4x4xf32>"),
        *('[{"x"}, {"y"}]', '[{}, {"y"}]'),
    )
    assert (evaluate(text, X)[0] == X[:4] + X[4:]).all()


def test_each_device_knows_its_number() -> None:
    body = """
    %i = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>
    %r = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    """
    text = manual(
        body, "tensor<2x4xf32>", "tensor<2x4xf32>", "tensor<8x4xf32>", '[{"x", "y"}, {}]', '[{"y", "x"}, {}]'
    )
    # The parts are put together with y first: devices 0 and 2 have y = 0.
    assert evaluate(text, X)[0][:, 0].tolist() == [0, 0, 2, 2, 1, 1, 3, 3]


def test_axes_that_are_not_manual_stay_whole() -> None:
    text = manual(
        reduce("[[0, 2], [1, 3]]", "tensor<4x4xf32>"),
        *("tensor<4x4xf32>", "tensor<4x4xf32>", "tensor<4x4xf32>"),
        *('[{"x"}, {"y"}]', "[{}, {}]", '{"x"}'),
    )
    assert (evaluate(text, X)[0] == X[:4] + X[4:]).all()


def test_a_manual_computation_in_another_one() -> None:
    inner = """
    %r = sdy.manual_computation(%p) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>]
        manual_axes={"y"} (%q: tensor<4x2xf32>) {
      %i = stablehlo.partition_id : tensor<ui32>
      %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>
      %r = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
      sdy.return %r : tensor<4x2xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    """
    text = manual(
        inner, "tensor<4x4xf32>", "tensor<4x4xf32>", "tensor<8x4xf32>", '[{"x"}, {}]', '[{"x"}, {}]', '{"x"}'
    )
    assert evaluate(text, X)[0][[0, 4]].tolist() == [[0, 0, 1, 1], [2, 2, 3, 3]]


def test_one_device_needs_no_grid() -> None:
    text = manual(
        "%r = stablehlo.add %p, %p : tensor<8x4xf32>",
        *("tensor<8x4xf32>", "tensor<8x4xf32>", "tensor<8x4xf32>"),
        *('[{"x"}, {}]', '[{"x"}, {}]', '{"x"}', 'sdy.mesh @mesh = <["x"=1]>'),
    )
    assert (evaluate(text, X)[0] == X + X).all()


def test_a_mesh_that_is_not_there_is_an_error() -> None:
    text = manual(
        "%r = stablehlo.add %p, %p : tensor<4x4xf32>",
        *("tensor<4x4xf32>", "tensor<4x4xf32>", "tensor<8x4xf32>"),
        *('[{"x"}, {}]', '[{"x"}, {}]', '{"x"}', ""),
    )
    with pytest.raises(VerifyException, match="unknown mesh: @mesh"):
        evaluate(text, X)


def test_shardings_are_the_identity_and_fold() -> None:
    text = f"""
    {MESH}
    func.func @main() -> tensor<2xf32> {{
      %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %0 = sdy.sharding_constraint %c <@mesh, [{{"x"}}]> : tensor<2xf32>
      %1 = sdy.reshard %0 <@mesh, [{{}}]> : tensor<2xf32>
      %2 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<2xf32>
      sdy.sharding_group %2 group_id=1 : tensor<2xf32>
      return %2 : tensor<2xf32>
    }}
    """
    assert evaluate(text)[0].tolist() == [1.0, 2.0]
    assert values(fold(text, check=False).constants()[0]) == [1.0, 2.0]


def read(kind: type[MeshAttr] | type[ShardingAttr], text: str) -> Any:
    return kind.read(Parser(Context(), text))


def parts(text: str, mesh: str, shape: tuple[int, ...]) -> dict[int, Array]:
    said: structure.TensorSharding = read(ShardingAttr, text)
    inline = said.mesh if isinstance(said.mesh, structure.DeviceMesh) else read(MeshAttr, mesh)
    sharding = sharding_along(Mesh.of(inline), said)
    whole = np.arange(np.prod(shape)).reshape(shape)
    return {device: whole[sharding.part(shape, device)] for device in sharding.mesh.devices}


def test_devices_may_be_in_any_order_and_axes_in_parts() -> None:
    held = parts('<@m, [{"x"}]>', '<["x"=2], device_ids=[1, 0]>', (4,))
    assert [held[device].tolist() for device in (0, 1)] == [[2, 3], [0, 1]]
    held = parts('<@m, [{"x":(2)2}]>', '<["x"=4]>', (4,))
    assert [held[device].tolist() for device in range(4)] == [[0, 1], [2, 3], [0, 1], [2, 3]]
    held = parts('<@m, [{"x":(1)2}]>', '<["x"=4]>', (4,))
    assert [held[device].tolist() for device in range(4)] == [[0, 1], [0, 1], [2, 3], [2, 3]]
    held = parts('<mesh<["x"=2]>, [{?}, {"x", ?}p1]>', "", (1, 4))
    assert held[1].tolist() == [[2, 3]]


def test_what_cannot_be_cut_says_so() -> None:
    with pytest.raises(EvaluationError, match="cuts a dimension of size 3 into 2 parts"):
        parts('<@m, [{"x"}]>', '<["x"=2]>', (3,))


def test_places_of_devices() -> None:
    mesh = Mesh.of(read(MeshAttr, '<["x"=2, "y"=3]>'))
    assert mesh.place(4) == {"x": 1, "y": 1}


COLLECTIVES = f"""
{MESH}
func.func @main(%x: tensor<8x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}}) -> tensor<8x4xf32> {{
  %0 = sdy.all_to_all [{{"x"}}: 0->1] %x out_sharding=<@mesh, [{{}}, {{"x"}}]> : tensor<8x4xf32>
  %1 = sdy.all_gather [{{}}, {{"x"}}] %0 out_sharding=<@mesh, [{{}}, {{}}]> : tensor<8x4xf32>
  %2 = sdy.all_slice [{{"y"}}, {{}}] %1 out_sharding=<@mesh, [{{"y"}}, {{}}]> : tensor<8x4xf32>
  %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{{"x"}}, {{}}]> : tensor<8x4xf32>
  %4 = sdy.sharded_to_unreduced [{{"x"}}, {{}}] %3 out_sharding=<@mesh, [{{}}, {{}}], unreduced={{"x"}}>
    : tensor<8x4xf32>
  %5 = sdy.reduce_scatter [{{}}, {{"x"}}] %4 out_sharding=<@mesh, [{{}}, {{"x"}}]> : tensor<8x4xf32>
  return %5 : tensor<8x4xf32>
}}
"""


def test_collectives_keep_the_whole() -> None:
    assert (evaluate(COLLECTIVES, X)[0] == X).all()


def test_a_sum_of_what_is_no_term_is_not_evaluated() -> None:
    """Each of two devices has the whole: what their sum is to mean, Shardy does not say."""
    text = f"""
    {MESH}
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {{
      %0 = sdy.all_reduce {{"x"}} %x out_sharding=<@mesh, [{{}}, {{}}]> : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }}
    """
    with pytest.raises(EvaluationError, match=r'reduces along "x", along which its operand is not unreduced'):
        evaluate(text, X)


def test_a_named_computation_gives_what_its_body_gives() -> None:
    text = """
    func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<2xf32>) {
      %c = sdy.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %0:2 = sdy.named_computation<"twice">(%x, %c) (%a: tensor<8x4xf32>, %b: tensor<2xf32>) {
        %s = stablehlo.add %a, %a : tensor<8x4xf32>
        sdy.return %s, %b : tensor<8x4xf32>, tensor<2xf32>
      } : (tensor<8x4xf32>, tensor<2xf32>) -> (tensor<8x4xf32>, tensor<2xf32>)
      return %0#0, %0#1 : tensor<8x4xf32>, tensor<2xf32>
    }
    """
    twice, constant = evaluate(text, X)
    assert (twice == X + X).all()
    assert constant.tolist() == [1, 2]
