"""Derived weights are sharded as Shardy, which jaxlib carries, shards them."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import named, parse
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.splitting.shardings import carried_shardings

PROGRAMS = named(__file__)

WEIGHTS = PROGRAMS["weights"]

CARRIED = {
    "tensor<8x16xf32>": [
        "%0 = stablehlo.exponential %w : tensor<8x16xf32>",
        "%0 = stablehlo.add %w, %s : tensor<8x16xf32>",
        "%0 = stablehlo.add %w, %v : tensor<8x16xf32>",
        "%0 = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>",
        "%0 = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [0]"
        " : (tensor<2x8x16xf32>, tensor<f32>) -> tensor<8x16xf32>",
        """%1 = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
        %0 = stablehlo.multiply %w, %1 : tensor<8x16xf32>""",
        PROGRAMS["tensor<8x16xf32>"],
    ],
    "tensor<16x8xf32>": ["%0 = stablehlo.transpose %v, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>"],
    "tensor<8x4x4xf32>": ["%0 = stablehlo.reshape %w : (tensor<8x16xf32>) -> tensor<8x4x4xf32>"],
    "tensor<2x1x8x16xf32>": ["%0 = stablehlo.reshape %t : (tensor<2x8x16xf32>) -> tensor<2x1x8x16xf32>"],
    "tensor<8xf32>": [
        "%0 = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [1]"
        " : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>",
    ],
    "tensor<16xf32>": [
        "%0 = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [0, 1]"
        " : (tensor<2x8x16xf32>, tensor<f32>) -> tensor<16xf32>",
    ],
    "tensor<16x2xf32>": [
        PROGRAMS["tensor<16x2xf32>"],
    ],
    "tensor<1x8x16xf32>": ["%0 = stablehlo.slice %t [1:2, 0:8, 0:16] : (tensor<2x8x16xf32>) -> tensor<1x8x16xf32>"],
}  # fmt: skip

LOST = {
    "tensor<4x16xf32>": ["%0 = stablehlo.slice %w [0:4, 0:16] : (tensor<8x16xf32>) -> tensor<4x16xf32>"],
    "tensor<8x4x4xf32>": ["%0 = stablehlo.reshape %v : (tensor<8x16xf32>) -> tensor<8x4x4xf32>"],
    "tensor<128xf32>": ["%0 = stablehlo.reshape %w : (tensor<8x16xf32>) -> tensor<128xf32>"],
    "tensor<8x16xf32>": [
        PROGRAMS["tensor<8x16xf32> 2"],
        "%0 = stablehlo.reverse %w, dims = [1] : tensor<8x16xf32>",
    ],
    "tensor<16x8xf32>": ["%0 = stablehlo.reshape %w : (tensor<8x16xf32>) -> tensor<16x8xf32>"],
}


def program(kind: str, ops: str) -> str:
    return f"""module {{
      sdy.mesh @mesh = <["a"=2, "b"=2]>
      func.func @main({WEIGHTS}) -> {kind} {{
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        {ops}
        return %0 : {kind}
      }}
    }}"""


def ours(text: str) -> str | None:
    """The sharding of the result of a program."""
    func: FuncOp = functions_of(parse(text))["main"]
    *ops, end = func.body.block.ops
    said = carried_shardings(func, range(5), ops).get(end.operands[0], {})
    assert said.keys() <= {"sdy.sharding"}
    return str(said["sdy.sharding"]) if said else None


def shardy(text: str) -> str | None:
    """What Shardy's propagation makes of it."""
    jax_mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    passes: Any = importlib.import_module("jaxlib.mlir.passmanager")
    with jax_mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        passes.PassManager.parse("builtin.module(sdy-propagation-pipeline)").run(module.operation)
        _, func = module.body.operations
        if "res_attrs" not in func.attributes:
            return None
        return str(ir.DictAttr(ir.ArrayAttr(func.attributes["res_attrs"])[0])["sdy.sharding"])


@pytest.mark.parametrize(("kind", "ops"), [(kind, each) for kind, cases in CARRIED.items() for each in cases])
def test_a_result_is_sharded_as_shardy_does(kind: str, ops: str) -> None:
    text = program(kind, ops)
    assert ours(text) == shardy(text)


@pytest.mark.parametrize(("kind", "ops"), [(kind, each) for kind, cases in LOST.items() for each in cases])
def test_a_sharded_dimension_that_is_lost_leaves_no_sharding(kind: str, ops: str) -> None:
    assert ours(program(kind, ops)) is None


def test_terms_of_a_sum_and_other_attributes() -> None:
    """Devices that hold terms of a weight do not have its exponential; GSPMD's text is carried by elementwise ops."""
    text = program("tensor<8x16xf32>", "%0 = stablehlo.exponential %w : tensor<8x16xf32>")
    rows = 'sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>'
    assert ours(text.replace(rows, rows[:-1] + ', unreduced={"b"}>')) is None
    gspmd = text.replace(rows, 'mhlo.sharding = "{devices=[2,1]<=[2]}"')
    func = functions_of(parse(gspmd))["main"]
    *ops, end = func.body.block.ops
    assert [*carried_shardings(func, range(5), ops)[end.operands[0]]] == ["mhlo.sharding"]
    moved = program("tensor<8x4x4xf32>", CARRIED["tensor<8x4x4xf32>"][0])
    assert ours(moved.replace(rows, 'mhlo.sharding = "{devices=[2,1]<=[2]}"')) is None
