"""custom_call: what it rejects, its effects, how it is printed."""

from __future__ import annotations

import pytest
from xdsl.traits import is_side_effect_free
from xdsl.utils.exceptions import ParseError

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import verifies
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import Case, check_printed, check_rejected

F32, F64, TOKEN = "tensor<2xf32>", "tensor<2xf64>", "!stablehlo.token"
TUPLE = f"tuple<{F32}, {TOKEN}>"
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
    with pytest.raises(ParseError, match=message):
        parse(text)
    assert message in (verifies(text) or "")


def test_custom_call_effects():
    assert is_side_effect_free(hlo.CustomCallOp([], "f", []))
    assert not is_side_effect_free(hlo.CustomCallOp([], "f", [], has_side_effect=True))


PRINTED = [
    function(
        '%r0 = stablehlo.custom_call @f(%a0) {backend_config = "x", has_side_effect = true} '
        f": ({F32}) -> {F32}",
        [F32],
        [F32],
    ),
    function('stablehlo.custom_call @"strange name"() : () -> ()'),
]


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
