"""Tuples, tokens, barriers, calls to the outside: what the ops reject, infer and print."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import StringAttr, TupleType, UnitAttr, f32, i32
from xdsl.ir import Attribute
from xdsl.traits import is_side_effect_free
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import HloOp, TokenType, infer_return_types

from ..helpers.oracle import verifies
from ..helpers.programs import function, parse
from .cases import Case, check_printed, check_rejected, tensor, value

F32, F64, TOKEN = "tensor<2xf32>", "tensor<2xf64>", "!stablehlo.token"
TUPLE = f"tuple<{F32}, {TOKEN}>"
MISMATCH = "incompatible with return type(s) of operation"
DECOMPOSITION = f"func.func private @f(%a: {F32}) -> {F32} {{ return %a : {F32} }}\n"


def composite(name: str = "my.op", decomposition: str = "f") -> str:
    return (
        f'name = "{name}", decomposition = @{decomposition}, composite_attributes = {{}}, version = 0 : i32'
    )


REJECTED = [
    Case("get_tuple_element_c1", "get_tuple_element", [TUPLE], [F32], "index = 2 : i32",
         "index 2 is out of bounds of operand with size 2"),
    Case("get_tuple_element_c1_negative", "get_tuple_element", [TUPLE], [F32], "index = -1 : i32",
         "'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative"),
    Case("get_tuple_element_c2", "get_tuple_element", [TUPLE], [TOKEN], "index = 0 : i32", MISMATCH),
    Case("optimization_barrier_c1", "optimization_barrier", [F32], [F64], "",
         "requires the same type for operand and result at index 0"),
    Case("optimization_barrier_c1_count", "optimization_barrier", [F32, F32], [F32], "",
         "requires the same number of operands and results"),
    Case("tuple_c1", "tuple", [F32, TOKEN], [f"tuple<{F32}, {F32}>"], "", MISMATCH),
    Case("composite_c1", "composite", [F32], [F32], composite("op"), "name must be a valid namespaced op name",
         prelude=DECOMPOSITION),
    Case("composite_c2", "composite", [F32], [F32], composite(decomposition="g"),
         "'g' does not reference a valid function", prelude=DECOMPOSITION),
    Case("composite_c3", "composite", [F64], [F32], composite(),
         "operand at index 0 has type 'tensor<2xf64>', but decomposition has type 'tensor<2xf32>'",
         prelude=DECOMPOSITION),
    Case("composite_c3_count", "composite", [F32, F32], [F32], composite(),
         "has 2 operand(s), but decomposition has 1", prelude=DECOMPOSITION),
    Case("composite_c4", "composite", [F32], [F64], composite(),
         "result at index 0 has type 'tensor<2xf64>', but decomposition has type 'tensor<2xf32>'",
         prelude=DECOMPOSITION),
    Case("composite_c4_count", "composite", [F32], [F32, F32], composite(),
         "has 2 result(s), but decomposition has 1", prelude=DECOMPOSITION),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


INFERRED: list[tuple[HloOp, Attribute]] = [
    (hlo.AfterAllOp([value(TokenType())]), TokenType()),
    (hlo.CreateTokenOp(), TokenType()),
    (hlo.TupleOp([value(tensor(f32)), value(TokenType())]), TupleType((tensor(f32), TokenType()))),
    (hlo.GetTupleElementOp(value(TupleType((tensor(f32), tensor(i32)))), 1), tensor(i32)),
    (hlo.OptimizationBarrierOp([value(tensor(f32))]), tensor(f32)),
]


@pytest.mark.parametrize(("op", "result"), INFERRED, ids=lambda x: x.name if isinstance(x, HloOp) else "")
def test_builders_infer_result_types(op: HloOp, result: Attribute):
    op.verify()
    assert op.result_types == (result,)
    assert infer_return_types(op) == (result,)


BUFFER = "memref<2xf32>"


def call(
    name: str, inputs: list[str], outputs: list[str], attributes: str, message: str, target: str = "f"
) -> Case:
    """A custom call. What one must fulfil has no number in the specification."""
    attributes = f'call_target_name = "{target}"' + (f", {attributes}" if attributes else "")
    return Case(f"custom_call_{name}", "custom_call", inputs, outputs, attributes, message)


def layouts(operand: str, result: str) -> str:
    return f"operand_layouts = [{operand}], result_layouts = [{result}]"


def alias(output: str, index: int, operand: str) -> str:
    fields = (
        f"output_tuple_indices = [{output}], operand_index = {index}, operand_tuple_indices = [{operand}]"
    )
    return f"output_operand_aliases = [#stablehlo.output_operand_alias<{fields}>]"


ROW, WRONG = "dense<0> : tensor<1xindex>", "dense<1> : tensor<1xindex>"
CUSTOM_CALLS = [
    call("one_layout", [F32], [F32], f"operand_layouts = [{ROW}]",
         "Layout attributes should be specified for either both operands and results or none."),
    call("layout_count", [F32], [F32], layouts("", ROW),
         "Number of operands must match the number of operand layouts, 1 != 0"),
    call("layout", [F32], [F32], layouts(WRONG, ROW), "layout must be a permutation of [0, 1)"),
    call("tuple_layout", [TUPLE], [F32], layouts(ROW, ROW),
         "Tuple types are not fully supported with layout constraints yet"),
    call("token_layout", [TOKEN], [F32], layouts(ROW, ROW),
         "Only tensor types can have non-empty layout: operand #0 of type '!stablehlo.token'"),
    call("ffi_config", [F32], [F32], 'backend_config = "", api_version = 4 : i32',
         "backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute."),
    call("string_config", [F32], [F32], "backend_config = {}, api_version = 1 : i32",
         "backend_config for api_version API_VERSION_ORIGINAL must be a string attribute."),
    call("alias_index", [F32], [F32], alias("", 1, ""), "to be in range [0, 1); got: 1."),
    call("alias_operand", [F32], [F32], alias("", 0, "0"),
         "operand_tuple_indices in the output_operand_alias attribute out of bounds"),
    call("alias_output", [F32], [F32], alias("0", 0, ""),
         "output_tuple_indices in the output_operand_alias attribute out of bounds"),
    call("alias_type", [F32], [F64], alias("", 0, ""),
         "operand part has type 'tensor<2xf32>' and output part has type 'tensor<2xf64>'"),
    call("buffer", [F32], [BUFFER], "", "buffer output [] is not used in output_operand_alias"),
    call("create_inputs", [F32], [BUFFER], "", "CreateBuffer custom_call shouldn't have any inputs", "CreateBuffer"),
    call("create_result", [], [F32], "", "CreateBuffer custom_call should have a memref result", "CreateBuffer"),
    call("pin", [BUFFER], [BUFFER], "", "Pin custom_call should have a tensor input", "Pin"),
    call("pin_type", [F64], [BUFFER], "", "Pin custom_call should have compatible input and output types", "Pin"),
    call("unpin", [BUFFER], [BUFFER], "", "Unpin custom_call should have a tensor output", "Unpin"),
]  # fmt: skip


@pytest.mark.parametrize("case", CUSTOM_CALLS, ids=lambda case: case.name)
def test_custom_call_rejected(case: Case):
    check_rejected(case)


@pytest.mark.parametrize("version", [-1, 5])
def test_custom_call_api_version(version: int):
    text = function(f"stablehlo.custom_call @f() {{api_version = {version} : i32}} : () -> ()")
    message = "attribute 'api_version' failed to satisfy constraint: Custom call API version"
    with pytest.raises(VerifyException, match=message):
        parse(text)
    assert message in (verifies(text) or "")


def test_custom_call_effects():
    assert is_side_effect_free(hlo.CustomCallOp([], "f", []))
    assert not is_side_effect_free(hlo.CustomCallOp([], "f", [], has_side_effect=True))


def test_composite_is_built_with_its_properties():
    op = hlo.CompositeOp([], "my.op", "f", [tensor(f32)], {"x": UnitAttr()}, 3)
    assert op.composite_name == StringAttr("my.op")
    assert op.properties["name"] == op.composite_name
    assert (op.version.value.data, dict(op.composite_attributes.data)) == (3, {"x": UnitAttr()})


PRINTED = [
    function("%r0 = stablehlo.after_all %a0, %a0 : !stablehlo.token", [TOKEN], [TOKEN]),
    function("%r0 = stablehlo.after_all : !stablehlo.token", [], [TOKEN]),
    function("%r0 = stablehlo.create_token : !stablehlo.token", [], [TOKEN]),
    function(f"%r0 = stablehlo.tuple %a0, %a1 : {TUPLE}", [F32, TOKEN], [TUPLE]),
    function(f"%r0 = stablehlo.get_tuple_element %a0[0] : ({TUPLE}) -> {F32}", [TUPLE], [F32]),
    function(f"%r:2 = stablehlo.optimization_barrier %a0, %a1 : {F32}, {TOKEN}", [F32, TOKEN]),
    function("stablehlo.optimization_barrier()"),
    function(f'%r0 = stablehlo.einsum %a0, %a0, config = "i,i->i" : ({F32}, {F32}) -> {F32}', [F32], [F32]),
    function(f'%r0 = stablehlo.unary_einsum %a0, config = "i->i" : ({F32}) -> {F32}', [F32], [F32]),
    function(
        '%r0 = stablehlo.custom_call @f(%a0) {backend_config = "x", has_side_effect = true} '
        f": ({F32}) -> {F32}",
        [F32],
        [F32],
    ),
    function('stablehlo.custom_call @"strange name"() : () -> ()'),
    DECOMPOSITION
    + function(
        '%r0 = stablehlo.composite "my.op" %a0 {composite_attributes = {x = 1 : i64}, decomposition = @f} '
        f": ({F32}) -> {F32}",
        [F32],
        [F32],
    ),
]


def test_composite_with_regions():
    regions = "({\n    stablehlo.return\n  }, {\n    stablehlo.return\n  })"
    text = DECOMPOSITION + function(
        f'%r0 = stablehlo.composite "my.op" %a0 {regions} {{decomposition = @f}} : ({F32}) -> {F32}',
        [F32],
        [F32],
    )
    printed = print_module(parse(text))
    assert "%a0 ({" in printed
    assert "}, {" in printed
    assert print_module(parse(print_module(parse(text), generic=True))) == printed


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
