"""Attributes and types: their text, and what they reject."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ArrayAttr, StringAttr, SymbolRefAttr, f32
from xdsl.ir import Attribute
from xdsl.utils.exceptions import ParseError, VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.oracle import verifies
from tests.helpers.programs import parse
from tests.xdsl_stablehlo.dialects.cases import check_printed
from xdsl_stablehlo import print_module

TEXTS = [
    "#stablehlo<comparison_direction LT>",
    "#stablehlo<comparison_type TOTALORDER>",
    "#stablehlo<fft_type IRFFT>",
    "#stablehlo<precision HIGHEST>",
    "#stablehlo<rng_algorithm THREE_FRY>",
    "#stablehlo<rng_distribution NORMAL>",
    "#stablehlo<transpose ADJOINT>",
    "#stablehlo.result_accuracy_mode<HIGHEST>",
    "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1]>",
    "#stablehlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1, 2]>",
    "#stablehlo.dot<>",
    "#stablehlo.gather<offset_dims = [1], index_vector_dim = 2>",
    "#stablehlo.gather<index_vector_dim = 0, operand_batching_dims = [0], start_indices_batching_dims = [1]>",
    "#stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>",
    "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[f, 1, 0, b]>",
    "#stablehlo.conv<[b, f]x[o, i]->[b, f]>",
    "#stablehlo.channel_handle<type = 2, handle = 1>",
    "#stablehlo.output_operand_alias<output_tuple_indices = [0, 1], operand_index = 2, operand_tuple_indices = []>",
    "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, "
    "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, "
    "allow_imprecise_accumulation = false>",
    "#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>",
    "#stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.1, ulps = 3, mode = "
    "#stablehlo.result_accuracy_mode<TOLERANCE>>",
    "#stablehlo.axis_ref<name = \"x\">",
    "#stablehlo.axis_ref<name = \"x\", sub_axis_info = (2)4>",
    "#stablehlo.mesh_axis<size = 4, name = \"x\">",
    "#stablehlo.mesh<axes=[<name = \"x\", size = 4>, #stablehlo.mesh_axis<name = \"y\", size = 2>]>",
    "#stablehlo.mesh<axes=[<name = \"x\", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>",
    "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = \"x\", size = 4>]>, "
    "axes = [#stablehlo.axis_ref<name = \"x\">]>",
    "tensor<?x2xf32, #stablehlo.bounds<3, ?>>",
    "tensor<?x2xf32, #stablehlo.type_extensions<bounds = [3, ?]>>",
    "#stablehlo.bounds<>",
    "!stablehlo.token",
    "!stablehlo.future<tensor<2xf32>, tensor<i1>>",
]  # fmt: skip


def program(text: str) -> str:
    """A program that has `text` as an attribute."""
    return f"func.func private @f() attributes {{a = {text}}}"


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_that_of_cpp(text: str):
    check_printed(program(text))


INVALID = [
    ("#stablehlo<precision LOW>", "expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST"),
    ("#stablehlo.dot<lhs = [0]>", "expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`"),
    ("#stablehlo.dot<lhs_batching_dimensions = [0], lhs_batching_dimensions = [0]>",
     "duplicated `lhs_batching_dimensions` entry"),
    ("#stablehlo.conv<[b, 0, c, f]x[0, i, o]->[b, 0, f]>", "Unexpected dimension c, expecting f"),
    ("#stablehlo.conv<[b, 0, b, f]x[0, i, o]->[b, 0, f]>", "Unexpected dimension b, expecting f"),
    ("#stablehlo.conv<[b, 0]x[0, i, o]->[b, 0, f]>", "xpected dimensions f not specified"),
    ("#stablehlo.conv<[b, 0, 0, f]x[0, i, o]->[b, 0, f]>", "Duplicate entries for spatial dimension 0"),
    ("#stablehlo.conv<[b, 1, f]x[0, i, o]->[b, 0, f]>", "xpected spatial dimensions 0 not specified"),
    ("#stablehlo.conv<[b, -2, f]x[0, i, o]->[b, 0, f]>", "Unexpected dimension -2"),
    ("#stablehlo.conv<[b, f, 0, x]x[0, i, o]->[b, 0, f]>", "Unexpected keyword x"),
    ("#stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<HIGHEST>>",
     "Invalid tolerances for ResultAccuracyAttr with mode HIGHEST, must be all zero."),
    ("#stablehlo.result_accuracy<atol = -1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>",
    "Negative tolerance"),
    ("#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = \"x\", size = 4>]>, "
     "axes = [#stablehlo.axis_ref<name = \"y\">]>", "axis 'y' not found in mesh definition"),
    ("!stablehlo.future<f32>", "future element type must be a ranked tensor, but got 'f32'"),
    ("!stablehlo.nothing", "unknown stablehlo type: nothing"),
    ("tensor<?x2xf32, #stablehlo.bounds<3>>", "Bounds length is 1, expected to be equal to rank(2) of the tensor"),
    ("tensor<2xf32, #stablehlo.bounds<3>>", "Static dimension 0 cannot have a bound"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), INVALID)
def test_invalid(text: str, message: str):
    with pytest.raises((ParseError, VerifyException)) as raised:
        parse(program(text))
    assert message in str(raised.value)
    theirs = verifies(program(text))
    assert theirs is not None
    assert message in theirs


def test_raw_convolution_dimensions():
    raw = "raw input_batch_dimension = 1, input_feature_dimension = 0, kernel_output_feature_dimension = 1, "
    raw += "output_feature_dimension = 1"
    assert verifies(program(f"#stablehlo.conv<{raw}>")) is None
    (function,) = parse(program(f"#stablehlo.conv<{raw}>")).ops
    attribute = function.attributes["a"]
    assert attribute == hlo.ConvDimensionNumbersAttr(1, 0, [], 0, 1, [], 0, 1, [])
    assert str(attribute) == "#stablehlo.conv<[f, b]x[i, o]->[b, f]>"


def test_convolution_dimensions_that_the_short_form_cannot_say():
    """Two dimensions in one place, or one outside: upstream's printer ends the process."""
    raw = "raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], "
    raw += "kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, "
    raw += "kernel_spatial_dimensions = [0, 1], output_batch_dimension = {}, output_feature_dimension = 3, "
    raw += "output_spatial_dimensions = [0, 1]"
    for output_batch in (0, 1, 3, 7, -1):
        text = f"#stablehlo.conv<{raw.format(output_batch)}>"
        (function,) = parse(program(text)).ops
        assert str(function.attributes["a"]) == text
        (again,) = parse(print_module(parse(program(text)))).ops
        assert again.attributes["a"] == function.attributes["a"]


ALGORITHMS = [
    # {lhs, rhs, accumulation, operations, imprecise}: what verifyDotAlgorithmAttr knows, and what it does not
    (("f8E5M2", "f8E4M3FN", "f32", 1, True), True),
    (("f8E5M2", "f8E4M3FN", "f32", 1, False), True),
    (("bf16", "bf16", "f32", 9, False), True),
    (("bf16", "bf16", "f32", 1, True), False),
    (("bf16", "bf16", "f32", 2, False), False),
    (("f16", "bf16", "f32", 1, False), False),
    (("f64", "f64", "f64", 1, False), True),
    (("tf32", "tf32", "f64", 1, False), False),
]


@pytest.mark.parametrize(("algorithm", "known"), ALGORITHMS)
def test_known_dot_algorithms(algorithm: tuple[str, str, str, int, bool], known: bool):
    lhs, rhs, accumulation, operations, imprecise = algorithm
    text = (
        f"#stablehlo.dot_algorithm<lhs_precision_type = {lhs}, rhs_precision_type = {rhs}, "
        f"accumulation_type = {accumulation}, lhs_component_count = 1, rhs_component_count = 1, "
        f"num_primitive_operations = {operations}, allow_imprecise_accumulation = {str(imprecise).lower()}>"
    )
    assert (verifies(program(text)) is None) is known
    if known:
        parse(program(text))
    else:
        with pytest.raises(ParseError, match="not known to be supported on any hardware"):
            parse(program(text))


def test_a_mesh_that_is_a_symbol_is_not_looked_up_by_the_attribute():
    axes: ArrayAttr[Attribute] = ArrayAttr([hlo.AxisRefAttr("x", hlo.SubAxisInfoAttr(2, 4))])
    attribute = hlo.ReplicaGroupMeshAxesAttr(SymbolRefAttr("mesh"), axes)
    assert 'mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)4>]' in str(attribute)
    with pytest.raises(VerifyException, match="mesh must be a FlatSymbolRefAttr or MeshAttr"):
        hlo.ReplicaGroupMeshAxesAttr(StringAttr("mesh"), axes)


def test_parameters_are_made_of_python_values():
    numbers = hlo.GatherDimensionNumbersAttr([1], (), (), (), [0], 1)
    assert str(numbers) == "#stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>"
    accuracy = hlo.ResultAccuracyAttr(1e-5, 0, 2, hlo.ResultAccuracyMode.TOLERANCE)
    assert accuracy.atol.type.name == "f64"
    algorithm = hlo.DotAlgorithmAttr(f32, f32, f32, 1, 1, 1, False)
    assert algorithm.num_primitive_operations.value.data == 1
