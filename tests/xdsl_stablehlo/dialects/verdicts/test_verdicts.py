"""Types, numbers and meshes that C++ refuses, and what stands beside them that it takes: the verdict is the same."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp, TensorType, f32
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import assert_verdict_as_cpp, context
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    BytecodeError,
    LegalizationError,
    read_portable_artifact,
    serialize_portable_artifact,
)

ELEMENTS = (
    "tensor<2xf32>", "tensor<*xf32>", "tuple<f32>", "none", "memref<2xf32>", "memref<*xf32>", "vector<2xf32>",
    "() -> ()", "complex<f32>", "index", "i1", "!stablehlo.token", "!stablehlo.future<tensor<f32>>", "!vhlo.f32_v1",
    "!shape.shape",
)  # fmt: skip
SHAPES = ("tensor<2x{}>", "tensor<*x{}>", "tensor<{}>", "memref<2x{}>", "memref<*x{}>", "vector<2x{}>")
TYPES = [
    *[shape.format(element) for element in ELEMENTS for shape in SHAPES],
    "vector<0xf32>", "vector<2x0xf32>", "vector<f32>", "vector<[0]xf32>", "memref<0xf32>", "tensor<0xf32>",
    "tensor<9223372036854775807xf32>", "tensor<9223372036854775808xf32>", "!shape.size", "!shape.value_shape",
    "!shape.witness", "!shape.other",
]  # fmt: skip

NUMBERS = (
    "9223372036854775807",
    "9223372036854775808",
    "0xFFFFFFFFFFFFFFFF",
    f"1{'0' * 30}",
    "-9223372036854775809",
)
PLACES = (
    "#stablehlo.gather<offset_dims = [{}]>", "#stablehlo.gather<index_vector_dim = {}>", "array<i64: {}>",
    "#stablehlo.channel_handle<handle = {}, type = 0>", "{} : index", "dense<{}> : tensor<1xindex>",
    '#sdy.mesh<["a"={}]>', "#sdy.mesh<[], device_ids=[{}]>", '#sdy.sharding<@m, [{{"a":(1){}}}]>',
    '#sdy.sharding<@m, [{{"a"}}p{}]>',
)  # fmt: skip
MESHES = (
    '["a"=0]', '["a"=-1]', '["a"=2, "a"=2]', '["a"=2], device_ids=[0, 0]', '["a"=2], device_ids=[0]',
    "[], device_ids=[5]", '["a"=2], device_ids=[1, 0]', '["a"=2], device_ids=[]', '["a"=1], device_ids=[3]',
    '["a"=2], device_ids=[-1, 0]',
)  # fmt: skip
TOLERANCES = (
    "0", "1", "0.0", "-0.0", "-1.0e-400", "0x3FF0000000000000", "0x8000000000000000", "0xBFF0000000000000",
    "0x7FF8000000000000", "0xFFF8000000000000",
)  # fmt: skip
ATTRIBUTES = [
    *[place.format(number) for place in PLACES for number in NUMBERS],
    *[f"#sdy.mesh<{mesh}>" for mesh in MESHES],
    '#sdy.sharding<@m, [{"a":(-1)-2}]>',
    '#sdy.sharding<@m, [{"a"}p01]>',
    *[f"#sdy.op_sharding_rule<([i])->([i]) {{i={number}}}>" for number in ("-1", "0", *NUMBERS[1:])],
    *[
        f"#stablehlo.result_accuracy<{name} = {value}, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>"
        for name in ("atol", "rtol")
        for value in TOLERANCES
    ],
    "#vhlo.type_v1<i32>",
    "#vhlo.type_v1<!vhlo.tensor_v1<2xi32>>",
    "#vhlo.type_v1<!vhlo.tuple_v1<!vhlo.i32_v1, i32>>",
]
OPS = [
    "%0 = stablehlo.pad %a, %b, low = [9223372036854775807], high = [0], interior = [0] "
    ": (tensor<2xf32>, tensor<f32>) -> tensor<?xf32>",
    f"%0 = stablehlo.transpose %a, dims = [1{'0' * 30}] : (tensor<2xf32>) -> tensor<2xf32>",
    "%0 = stablehlo.transpose %a, dims = [0xFFFFFFFFFFFFFFFF] : (tensor<2xf32>) -> tensor<2xf32>",
]
PROGRAMS = [
    *[f"func.func private @f({t})" for t in TYPES],
    *[f"module attributes {{jax.x = {attribute}}} {{}}" for attribute in ATTRIBUTES],
    *[f"func.func @f(%a: tensor<2xf32>, %b: tensor<f32>) {{\n {op}\n return }}" for op in OPS],
    'module {} loc("\\FF":1:2)',
    'func.func private @"\\FF"()',
]


@pytest.mark.parametrize("text", PROGRAMS)
def test_as_cpp(text: str):
    assert_verdict_as_cpp(text)


@pytest.mark.parametrize("size", [-1, -5, -(1 << 62)])
def test_artifacts_have_no_negative_sizes(size: int):
    artifact = serialize_portable_artifact(ModuleOp([FuncOp.external("f", [TensorType(f32, [size])], [])]))
    with pytest.raises(BytecodeError, match=f"a size of {size}"):
        read_portable_artifact(artifact, context())


def test_tensors_in_artifacts_hold_no_tensors():
    t = TensorType(TensorType(f32, [2]), [2])
    artifact = serialize_portable_artifact(ModuleOp([FuncOp.external("f", [t], [])]))
    with pytest.raises(LegalizationError, match="invalid tensor element type"):
        read_portable_artifact(artifact, context())
