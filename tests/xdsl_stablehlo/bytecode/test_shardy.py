"""Artifacts of sharded programs: Shardy stays what it is, between casts where its values meet those of VHLO."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    BytecodeError,
    read_portable_artifact,
    serialize_portable_artifact,
)

SHARDED = """module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  sdy.mesh @d = <["x"=2], device_ids=[1, 0]>
  sdy.mesh @e = <[]>
  func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y":(1)2}p1, {}], replicated={"y":(2)2}>}) {
    %0 = sdy.sharding_constraint %arg0 <@m, [{"x", ?}p0, {"y"}]> : tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <mesh<["z"=3]>, [{}, {}], unreduced={"z"}> : tensor<8x8xf32>
    %2 = sdy.manual_computation(%1) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
      sdy.return %arg1 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.sharding_group %2 group_id=3 : tensor<8x8xf32>
    %3 = sdy.propagation_barrier %2 allowed_direction=FORWARD : tensor<8x8xf32>
    %4 = stablehlo.abs %3 : tensor<8x8xf32>
    %5 = sdy.reshard %4 <@m, [{"x"}, {?}]> : tensor<8x8xf32>
    %6 = stablehlo.custom_call @foo(%5) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i, jk]) {i=8, j=2, k=4} need_replication={k}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %6 : tensor<8x8xf32>
  }
}
"""  # noqa: E501 - one op, one line, as it is printed


def cpp_artifact(text: str, version: str) -> bytes:
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    hlo: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")
    with mlir.make_ir_context():
        return bytes(
            hlo.serialize_portable_artifact(ir.Module.parse(text), version, allow_other_dialects=True)
        )


def test_a_sharded_program_of_cpp_is_read():
    module = read_portable_artifact(cpp_artifact(SHARDED, "1.17.0"), context())
    assert print_module(module) == SHARDED


@pytest.mark.parametrize("version", ["1.11.0", "1.17.0"])
def test_a_sharded_program_is_written_as_by_cpp(version: str):
    program = SHARDED.replace("stablehlo.custom_call @foo(%5)", '"stablehlo.abs"(%5)')
    theirs = cpp_artifact(program, version)
    module = read_portable_artifact(theirs, context())
    assert serialize_portable_artifact(module, version, allow_other_dialects=True) == theirs


OTHERS = """module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @f(%arg0: tensor<8x8xf32>) {
    %0 = sdy.all_slice [{"y":(1)2}, {}] %arg0 out_sharding=<@m, [{"y":(1)2}, {}]> : tensor<8x8xf32>
    %1 = sdy.all_reduce {"x"} %arg0 out_sharding=<@m, [{}, {}]> {jax.moves = #sdy<all_to_all_param_list[{"x"}: 0->1]>} : tensor<8x8xf32>
    %2 = sdy.named_computation<"n">(%arg0) in_shardings=[<@m, [{"x"}, {"y"}]>] (%arg1: tensor<8x8xf32>) {
      sdy.return %arg1 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = sdy.constant dense<1.000000e+00> : tensor<2xf32>
    %4 = stablehlo.abs %3 {jax.edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<2xf32>
    return
  }
}
"""  # noqa: E501 - one op, one line, as it is printed


def test_other_ops_are_read_and_written_as_by_cpp():
    theirs = cpp_artifact(OTHERS, "1.17.0")
    module = read_portable_artifact(theirs, context())
    assert print_module(module) == OTHERS
    assert serialize_portable_artifact(module, "1.17.0", allow_other_dialects=True) == theirs


def test_how_an_all_reduce_reduces_is_kept():
    text = OTHERS.replace('sdy.all_reduce {"x"}', 'sdy.all_reduce max {"x"}')
    data = serialize_portable_artifact(parse(text), allow_other_dialects=True)
    assert print_module(read_portable_artifact(data, context())) == text


def test_an_op_that_is_not_registered_is_named():
    data = cpp_artifact('module { sdy.mesh @m = <["x"=2]> }', "1.17.0").replace(b"sdy\0", b"sdx\0")
    with pytest.raises(BytecodeError, match=r"'sdx.mesh' op has \d+ properties"):
        read_portable_artifact(data, context())


def test_programs_without_shardings_have_none_of_it():
    assert b"sdy" not in serialize_portable_artifact(
        parse("func.func @f() { return }"), allow_other_dialects=True
    )
