"""VHLO's ops: versions, operands, attributes, regions, results; the dialect of all of VHLO's tables, and its bytecode.

Attributes are encoded in alphabetical order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Dialect, Region
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_stablehlo.bytecode.codec import DialectCodec, present

from .attributes import ATTRIBUTES_BY_NAME
from .definition import OpSpec, VhloAttribute, VhloOp, field_of, make_op
from .versions import CURRENT, Version
from .vhlo_types import ENCODED_TENSOR, TYPES_BY_NAME, RankedTensor


class FuncBase(VhloOp):
    """`vhlo.func_v1 @name(%a: type) -> (types) { .. } {other attributes}`; the body of a declaration is empty.

    As upstream prints it, a declaration does not say its argument types: the generic form does.
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name()
        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument)
        parser.parse_punctuation("->")
        results = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        body = parser.parse_region(arguments)
        if not arguments and body.blocks and not body.block.ops:
            body = Region()
        attributes = parser.parse_optional_attr_dict()
        function_type = TYPES_BY_NAME["func_v1"].new(
            (ArrayAttr([argument.type for argument in arguments]), ArrayAttr(results))
        )
        properties: dict[str, Attribute] = {
            "sym_name": ATTRIBUTES_BY_NAME["string_v1"].new((StringAttr(name.data),)),
            "function_type": ATTRIBUTES_BY_NAME["type_v1"].new((function_type,)),
        }
        for key in cls.SPEC.attributes:
            if key in attributes:
                properties[key] = attributes.pop(key)
        return cls.create(properties=properties, attributes=attributes, regions=[body])

    def print(self, printer: Printer) -> None:
        name, function_type = self.properties["sym_name"], self.properties["function_type"]
        assert isinstance(name, VhloAttribute)
        assert isinstance(function_type, VhloAttribute)
        printer.print_string(" ")
        printer.print_symbol_name(name.value.data)
        body = self.regions[0]
        with printer.in_parens():
            block = body.blocks.first
            printer.print_list(() if block is None else block.args, printer.print_block_argument)
        printer.print_string(" -> ")
        with printer.in_parens():
            printer.print_list(function_type.value.outputs, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(body, print_entry_block_args=False, print_empty_block=True)
        rest = {k: v for k, v in self.properties.items() if k not in ("sym_name", "function_type")}
        rest |= self.attributes
        if rest:
            printer.print_string(" ")
            printer.print_attr_dict(dict(sorted(rest.items())))


ELEMENTWISE: tuple[tuple[str, str], ...] = (
    (
        "operand",
        "abs bitcast_convert ceil convert count_leading_zeros floor imag is_finite negate not popcnt real",
    ),
    ("operand", "reshape round_nearest_afz round_nearest_even sign uniform_dequantize uniform_quantize"),
    ("lhs rhs", "add and atan2 complex divide maximum minimum multiply or power remainder shift_left"),
    ("lhs rhs", "shift_right_arithmetic shift_right_logical subtract xor"),
    ("operand output_shape", "dynamic_reshape"),
    ("min operand max", "clamp"),
    ("pred on_true on_false", "select"),
    ("operand start_indices limit_indices strides", "real_dynamic_slice"),
    ("operand padding_value edge_padding_low edge_padding_high interior_padding", "dynamic_pad"),
    ("", "create_token partition_id replica_id"),
    ("*inputs", "after_all"),
    ("*val", "tuple"),
    ("operand update *start_indices", "dynamic_update_slice"),
)
"""Ops of all versions with operands and one result, and nothing else."""

ACCURATE: tuple[tuple[str, str, str], ...] = (
    ("0.9.0", "1.9.0", "exponential"),
    ("0.9.0", "1.10.0", "cbrt cosine exponential_minus_one log log_plus_one logistic rsqrt sine sqrt tanh"),
    ("1.4.0", "1.10.0", "tan"),
)
"""Transcendental ops: first version, the version that gave them a result_accuracy, names."""

ACCURATE_NAMES = [name for _, _, names in ACCURATE for name in names.split()]

CONVOLUTION = (
    "batch_group_count feature_group_count input_batch_dimension input_feature_dimension input_spatial_dimensions "
    "kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation "
    "output_batch_dimension output_feature_dimension output_spatial_dimensions precision_config rhs_dilation "
    "window_reversal window_strides"
)
GATHER = "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims start_index_map"
GATHER_BATCHING = f"{GATHER} operand_batching_dims start_indices_batching_dims"
SCATTER = (
    "index_vector_dim indices_are_sorted inserted_window_dims scatter_dims_to_operand_dims unique_indices "
    "update_window_dims"
)
SCATTER_BATCHING = f"{SCATTER} input_batching_dims scatter_indices_batching_dims"
CUSTOM_CALL = (
    "api_version backend_config call_target_name called_computations has_side_effect operand_layouts "
    "output_operand_aliases result_layouts"
)
DOT_GENERAL = (
    "lhs_batching_dimensions lhs_contracting_dimensions precision_config rhs_batching_dimensions "
    "rhs_contracting_dimensions"
)
DOT_ALGORITHM = (
    "accumulation_type allow_imprecise_accumulation lhs_component_count lhs_precision_type num_primitive_operations "
    "rhs_component_count rhs_precision_type"
)
ALL_REDUCE = "channel_id replica_groups use_global_device_ids"
ALL_TO_ALL = "channel_id concat_dimension replica_groups split_count split_dimension"
BATCH_NORM = "epsilon feature_index"
COMPOSITE = "composite_attributes decomposition name version"
TRANSFER = "channel_id channel_type is_host_transfer"
WINDOWS = "base_dilations padding window_dilations window_dimensions window_strides"
MANY = "*results"


def _op(
    name: str,
    operands: str = "",
    attributes: str = "",
    *,
    regions: str = "",
    results: str = "result",
    since: str = "0.9.0",
    until: str = "",
) -> OpSpec:
    """The names of an op's operands, attributes, regions and results, and its versions; the current one is the last."""
    last = Version.parse(until) if until else CURRENT
    return OpSpec(
        name,
        Version.parse(since),
        last,
        tuple(operands.split()),
        tuple(sorted(attributes.split())),
        tuple(regions.split()),
        tuple(results.split()),
        terminator=name == "return_v1",
    )


ROWS: tuple[OpSpec, ...] = (
    _op("all_gather_v1", "operand", f"all_gather_dim {ALL_REDUCE}", until="1.4.0"),
    _op("all_gather_v2", "*operands", f"all_gather_dim {ALL_REDUCE}", results=MANY, since="1.5.0"),
    _op("all_reduce_v1", "operand", ALL_REDUCE, regions="computation", until="1.4.0"),
    _op("all_reduce_v2", "*operands", ALL_REDUCE, regions="computation", results=MANY, since="1.5.0"),
    _op("all_to_all_v1", "operand", ALL_TO_ALL, until="1.4.0"),
    _op("all_to_all_v2", "*operands", ALL_TO_ALL, results=MANY, since="1.5.0"),
    _op("async_done_v1", "future", results=MANY, since="1.15.0"),
    _op("async_start_v1", "*operands", regions="collective", since="1.15.0"),
    _op(
        "batch_norm_grad_v1",
        "operand scale mean variance grad_output",
        BATCH_NORM,
        results="grad_operand grad_scale grad_offset",
    ),
    _op("batch_norm_inference_v1", "operand scale offset mean variance", BATCH_NORM),
    _op("batch_norm_training_v1", "operand scale offset", BATCH_NORM, results="output batch_mean batch_var"),
    _op("broadcast_in_dim_v1", "operand", "broadcast_dimensions"),
    _op("broadcast_v1", "operand", "broadcast_sizes"),
    _op("call_v1", "*operands", "callee", results=MANY),
    _op("case_v1", "index", regions="*branches", results=MANY),
    _op("cholesky_v1", "a", "lower"),
    _op("collective_broadcast_v1", "operand", "channel_id replica_groups", since="0.16.0", until="1.19.0"),
    _op(
        "collective_broadcast_v2",
        "*operands",
        "channel_id has_dynamic_root replica_groups",
        results=MANY,
        since="1.20.0",
    ),
    _op("collective_permute_v1", "operand", "channel_id source_target_pairs"),
    _op(
        "collective_reduce_v1",
        "*operands",
        f"has_dynamic_root {ALL_REDUCE}",
        regions="computation",
        results=MANY,
        since="1.19.0",
    ),
    _op("compare_v1", "lhs rhs", "compare_type comparison_direction"),
    _op("composite_v1", "*inputs", COMPOSITE, results=MANY, since="0.19.0", until="1.13.0"),
    _op("composite_v2", "*inputs", COMPOSITE, regions="*composite_regions", results=MANY, since="1.14.0"),
    _op("concatenate_v1", "*inputs", "dimension"),
    _op("constant_v1", "", "value", results="output"),
    _op("convolution_v1", "lhs rhs", f"{CONVOLUTION} padding"),
    _op("cross-replica-sum_v1", "operand", "replica_groups"),
    _op("custom_call_v1", "*inputs", CUSTOM_CALL, results=MANY, until="1.17.0"),
    _op("custom_call_v2", "*inputs", f"{CUSTOM_CALL} result_tilings", results=MANY, since="1.18.0"),
    _op("dot_general_v1", "lhs rhs", DOT_GENERAL, until="1.5.0"),
    _op("dot_general_v2", "lhs rhs", f"{DOT_GENERAL} {DOT_ALGORITHM}", since="1.6.0"),
    _op("dot_v1", "lhs rhs", "precision_config"),
    _op(
        "dynamic_broadcast_in_dim_v1",
        "operand output_dimensions",
        "broadcast_dimensions known_expanding_dimensions known_nonexpanding_dimensions",
    ),
    _op("dynamic_conv_v1", "lhs rhs d_padding", f"{CONVOLUTION} padding", until="0.19.0"),
    _op("dynamic_conv_v2", "lhs rhs padding", CONVOLUTION, since="0.20.0"),
    _op("dynamic_gather_v1", "operand start_indices slice_sizes", GATHER, until="1.0.0"),
    _op("dynamic_gather_v2", "operand start_indices slice_sizes", GATHER_BATCHING, since="1.1.0"),
    _op("dynamic_iota_v1", "output_shape", "iota_dimension"),
    _op("dynamic_slice_v1", "operand *start_indices", "slice_sizes"),
    _op("einsum_v1", "lhs rhs", "einsum_config"),
    _op("fft_v1", "operand", "fft_length fft_type"),
    _op(
        "func_v1", "", "arg_attrs function_type res_attrs sym_name sym_visibility", regions="body", results=""
    ),
    _op("gather_v1", "operand start_indices", f"{GATHER} slice_sizes", until="1.0.0"),
    _op("gather_v2", "operand start_indices", f"{GATHER_BATCHING} slice_sizes", since="1.1.0"),
    _op("get_dimension_size_v1", "operand", "dimension"),
    _op("get_tuple_element_v1", "operand", "index"),
    _op("if_v1", "pred", regions="true_branch false_branch", results=MANY),
    _op("infeed_v1", "token", "infeed_config layout", results=MANY),
    _op("iota_v1", "", "iota_dimension", results="output"),
    _op("map_v1", "*inputs", "dimensions", regions="computation"),
    _op("optimization_barrier_v1", "*operand", results=MANY),
    _op("outfeed_v1", "*inputs token", "outfeed_config"),
    _op("pad_v1", "operand padding_value", "edge_padding_high edge_padding_low interior_padding"),
    _op("recv_v1", "token", TRANSFER, results=MANY, until="1.11.0"),
    _op("recv_v2", "token", f"{TRANSFER} source_target_pairs", results=MANY, since="1.12.0"),
    _op("reduce_precision_v1", "operand", "exponent_bits mantissa_bits", results="output"),
    _op("reduce_scatter_v1", "operand", f"{ALL_REDUCE} scatter_dimension", regions="computation"),
    _op("reduce_v1", "*inputs *init_values", "dimensions", regions="body", results=MANY),
    _op("reduce_window_v1", "*inputs *init_values", WINDOWS, regions="body", results=MANY),
    _op("return_v1", "*results", results=""),
    _op("reverse_v1", "operand", "dimensions"),
    _op("rng_bit_generator_v1", "initial_state", "rng_algorithm", results="output_state output"),
    _op("rng_v1", "a b shape", "rng_distribution"),
    _op(
        "scatter_v1",
        "*inputs scatter_indices *updates",
        SCATTER,
        regions="update_computation",
        results=MANY,
        until="1.0.0",
    ),
    _op(
        "scatter_v2",
        "*inputs scatter_indices *updates",
        SCATTER_BATCHING,
        regions="update_computation",
        results=MANY,
        since="1.1.0",
    ),
    _op(
        "select_and_scatter_v1",
        "operand source init_value",
        "padding window_dimensions window_strides",
        regions="select scatter",
    ),
    _op("send_v1", "*inputs token", TRANSFER, until="1.11.0"),
    _op("send_v2", "*inputs token", f"{TRANSFER} source_target_pairs", since="1.12.0"),
    _op("set_dimension_size_v1", "operand size", "dimension"),
    _op("slice_v1", "operand", "limit_indices start_indices strides"),
    _op("sort_v1", "*inputs", "dimension is_stable", regions="comparator", results=MANY),
    _op("torch_index_select_v1", "operand index", "batch_dims dim"),
    _op("transpose_v1", "operand", "permutation"),
    _op("triangular_solve_v1", "a b", "left_side lower transpose_a unit_diagonal"),
    _op("unary_einsum_v1", "operand", "einsum_config"),
    _op("while_v1", "*operand", regions="cond body", results=MANY),
)


def _specs() -> Iterator[OpSpec]:
    for operands, names in ELEMENTWISE:
        for name in names.split():
            yield _op(f"{name}_v1", operands)
    for since, accuracy_since, names in ACCURATE:
        accurate = Version.parse(accuracy_since)
        last = accurate._replace(minor=accurate.minor - 1)
        for name in names.split():
            yield _op(f"{name}_v1", "operand", since=since, until=str(last))
            yield _op(f"{name}_v2", "operand", "result_accuracy", since=accuracy_since)
    yield from ROWS


OPS_BY_NAME: dict[str, type[VhloOp]] = {
    spec.name: make_op(spec, FuncBase if spec.name == "func_v1" else VhloOp) for spec in _specs()
}
"""All ops, by their name without the dialect."""


def latest(name: str) -> type[VhloOp] | None:
    """The newest version of the op `name`, which is without a version."""
    return OPS_BY_NAME.get(f"{name}_v2") or OPS_BY_NAME.get(f"{name}_v1")


VHLO = Dialect("vhlo", list(OPS_BY_NAME.values()), [*ATTRIBUTES_BY_NAME.values(), *TYPES_BY_NAME.values()])


def _codec() -> DialectCodec:
    codec = DialectCodec("vhlo")
    for attribute in ATTRIBUTES_BY_NAME.values():
        codec.attributes.add(attribute.SPEC.code, attribute, field_of(attribute))
    for t in TYPES_BY_NAME.values():
        codec.types.add(t.SPEC.code, t, field_of(t))
    codec.types.add(21, RankedTensor, ENCODED_TENSOR, where=lambda t: present(t.encoding) is not None)
    return codec


VHLO_CODEC = _codec()
