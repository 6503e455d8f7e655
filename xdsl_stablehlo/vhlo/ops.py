"""VHLO's ops: versions, operands, attributes, regions, results. Attributes are encoded in alphabetical order."""

from __future__ import annotations

from collections.abc import Iterator

from .definition import OpSpec, VhloOp, make_op
from .func_text import FuncBase
from .versions import CURRENT, Version

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
    (
        "0.9.0",
        "1.10.0",
        "cbrt cosine exponential_minus_one log log_plus_one logistic rsqrt sine sqrt tanh",
    ),
    ("1.4.0", "1.10.0", "tan"),
)
"""Transcendental ops: first version, the version that gave them a result_accuracy, names."""

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
ONE, MANY = "result", "*results"

# name, operands, attributes, regions, results, first version, last version (none: the current one)
Row = tuple[str, str, str, str, str, str, str]

ROWS: tuple[Row, ...] = (
    ("all_gather_v1", "operand", f"all_gather_dim {ALL_REDUCE}", "", ONE, "0.9.0", "1.4.0"),
    ("all_gather_v2", "*operands", f"all_gather_dim {ALL_REDUCE}", "", MANY, "1.5.0", ""),
    ("all_reduce_v1", "operand", ALL_REDUCE, "computation", ONE, "0.9.0", "1.4.0"),
    ("all_reduce_v2", "*operands", ALL_REDUCE, "computation", MANY, "1.5.0", ""),
    ("all_to_all_v1", "operand", ALL_TO_ALL, "", ONE, "0.9.0", "1.4.0"),
    ("all_to_all_v2", "*operands", ALL_TO_ALL, "", MANY, "1.5.0", ""),
    ("async_done_v1", "future", "", "", MANY, "1.15.0", ""),
    ("async_start_v1", "*operands", "", "collective", ONE, "1.15.0", ""),
    (
        "batch_norm_grad_v1",
        "operand scale mean variance grad_output",
        BATCH_NORM,
        "",
        "grad_operand grad_scale grad_offset",
        "0.9.0",
        "",
    ),
    ("batch_norm_inference_v1", "operand scale offset mean variance", BATCH_NORM, "", ONE, "0.9.0", ""),
    (
        "batch_norm_training_v1",
        "operand scale offset",
        BATCH_NORM,
        "",
        "output batch_mean batch_var",
        "0.9.0",
        "",
    ),
    ("broadcast_in_dim_v1", "operand", "broadcast_dimensions", "", ONE, "0.9.0", ""),
    ("broadcast_v1", "operand", "broadcast_sizes", "", ONE, "0.9.0", ""),
    ("call_v1", "*operands", "callee", "", MANY, "0.9.0", ""),
    ("case_v1", "index", "", "*branches", MANY, "0.9.0", ""),
    ("cholesky_v1", "a", "lower", "", ONE, "0.9.0", ""),
    ("collective_broadcast_v1", "operand", "channel_id replica_groups", "", ONE, "0.16.0", "1.19.0"),
    (
        "collective_broadcast_v2",
        "*operands",
        "channel_id has_dynamic_root replica_groups",
        "",
        MANY,
        "1.20.0",
        "",
    ),
    ("collective_permute_v1", "operand", "channel_id source_target_pairs", "", ONE, "0.9.0", ""),
    (
        "collective_reduce_v1",
        "*operands",
        f"has_dynamic_root {ALL_REDUCE}",
        "computation",
        MANY,
        "1.19.0",
        "",
    ),
    ("compare_v1", "lhs rhs", "compare_type comparison_direction", "", ONE, "0.9.0", ""),
    ("composite_v1", "*inputs", COMPOSITE, "", MANY, "0.19.0", "1.13.0"),
    ("composite_v2", "*inputs", COMPOSITE, "*composite_regions", MANY, "1.14.0", ""),
    ("concatenate_v1", "*inputs", "dimension", "", ONE, "0.9.0", ""),
    ("constant_v1", "", "value", "", "output", "0.9.0", ""),
    ("convolution_v1", "lhs rhs", f"{CONVOLUTION} padding", "", ONE, "0.9.0", ""),
    ("cross-replica-sum_v1", "operand", "replica_groups", "", ONE, "0.9.0", ""),
    ("custom_call_v1", "*inputs", CUSTOM_CALL, "", MANY, "0.9.0", "1.17.0"),
    ("custom_call_v2", "*inputs", f"{CUSTOM_CALL} result_tilings", "", MANY, "1.18.0", ""),
    ("dot_general_v1", "lhs rhs", DOT_GENERAL, "", ONE, "0.9.0", "1.5.0"),
    ("dot_general_v2", "lhs rhs", f"{DOT_GENERAL} {DOT_ALGORITHM}", "", ONE, "1.6.0", ""),
    ("dot_v1", "lhs rhs", "precision_config", "", ONE, "0.9.0", ""),
    (
        "dynamic_broadcast_in_dim_v1",
        "operand output_dimensions",
        "broadcast_dimensions known_expanding_dimensions known_nonexpanding_dimensions",
        "",
        ONE,
        "0.9.0",
        "",
    ),
    ("dynamic_conv_v1", "lhs rhs d_padding", f"{CONVOLUTION} padding", "", ONE, "0.9.0", "0.19.0"),
    ("dynamic_conv_v2", "lhs rhs padding", CONVOLUTION, "", ONE, "0.20.0", ""),
    ("dynamic_gather_v1", "operand start_indices slice_sizes", GATHER, "", ONE, "0.9.0", "1.0.0"),
    ("dynamic_gather_v2", "operand start_indices slice_sizes", GATHER_BATCHING, "", ONE, "1.1.0", ""),
    ("dynamic_iota_v1", "output_shape", "iota_dimension", "", ONE, "0.9.0", ""),
    ("dynamic_slice_v1", "operand *start_indices", "slice_sizes", "", ONE, "0.9.0", ""),
    ("einsum_v1", "lhs rhs", "einsum_config", "", ONE, "0.9.0", ""),
    ("fft_v1", "operand", "fft_length fft_type", "", ONE, "0.9.0", ""),
    (
        "func_v1",
        "",
        "arg_attrs function_type res_attrs sym_name sym_visibility",
        "body",
        "",
        "0.9.0",
        "",
    ),
    ("gather_v1", "operand start_indices", f"{GATHER} slice_sizes", "", ONE, "0.9.0", "1.0.0"),
    ("gather_v2", "operand start_indices", f"{GATHER_BATCHING} slice_sizes", "", ONE, "1.1.0", ""),
    ("get_dimension_size_v1", "operand", "dimension", "", ONE, "0.9.0", ""),
    ("get_tuple_element_v1", "operand", "index", "", ONE, "0.9.0", ""),
    ("if_v1", "pred", "", "true_branch false_branch", MANY, "0.9.0", ""),
    ("infeed_v1", "token", "infeed_config layout", "", MANY, "0.9.0", ""),
    ("iota_v1", "", "iota_dimension", "", "output", "0.9.0", ""),
    ("map_v1", "*inputs", "dimensions", "computation", ONE, "0.9.0", ""),
    ("optimization_barrier_v1", "*operand", "", "", MANY, "0.9.0", ""),
    ("outfeed_v1", "*inputs token", "outfeed_config", "", ONE, "0.9.0", ""),
    (
        "pad_v1",
        "operand padding_value",
        "edge_padding_high edge_padding_low interior_padding",
        "",
        ONE,
        "0.9.0",
        "",
    ),
    ("recv_v1", "token", TRANSFER, "", MANY, "0.9.0", "1.11.0"),
    ("recv_v2", "token", f"{TRANSFER} source_target_pairs", "", MANY, "1.12.0", ""),
    ("reduce_precision_v1", "operand", "exponent_bits mantissa_bits", "", "output", "0.9.0", ""),
    (
        "reduce_scatter_v1",
        "operand",
        f"{ALL_REDUCE} scatter_dimension",
        "computation",
        ONE,
        "0.9.0",
        "",
    ),
    ("reduce_v1", "*inputs *init_values", "dimensions", "body", MANY, "0.9.0", ""),
    ("reduce_window_v1", "*inputs *init_values", WINDOWS, "body", MANY, "0.9.0", ""),
    ("return_v1", "*results", "", "", "", "0.9.0", ""),
    ("reverse_v1", "operand", "dimensions", "", ONE, "0.9.0", ""),
    ("rng_bit_generator_v1", "initial_state", "rng_algorithm", "", "output_state output", "0.9.0", ""),
    ("rng_v1", "a b shape", "rng_distribution", "", ONE, "0.9.0", ""),
    (
        "scatter_v1",
        "*inputs scatter_indices *updates",
        SCATTER,
        "update_computation",
        MANY,
        "0.9.0",
        "1.0.0",
    ),
    (
        "scatter_v2",
        "*inputs scatter_indices *updates",
        SCATTER_BATCHING,
        "update_computation",
        MANY,
        "1.1.0",
        "",
    ),
    (
        "select_and_scatter_v1",
        "operand source init_value",
        "padding window_dimensions window_strides",
        "select scatter",
        ONE,
        "0.9.0",
        "",
    ),
    ("send_v1", "*inputs token", TRANSFER, "", ONE, "0.9.0", "1.11.0"),
    ("send_v2", "*inputs token", f"{TRANSFER} source_target_pairs", "", ONE, "1.12.0", ""),
    ("set_dimension_size_v1", "operand size", "dimension", "", ONE, "0.9.0", ""),
    ("slice_v1", "operand", "limit_indices start_indices strides", "", ONE, "0.9.0", ""),
    ("sort_v1", "*inputs", "dimension is_stable", "comparator", MANY, "0.9.0", ""),
    ("torch_index_select_v1", "operand index", "batch_dims dim", "", ONE, "0.9.0", ""),
    ("transpose_v1", "operand", "permutation", "", ONE, "0.9.0", ""),
    ("triangular_solve_v1", "a b", "left_side lower transpose_a unit_diagonal", "", ONE, "0.9.0", ""),
    ("unary_einsum_v1", "operand", "einsum_config", "", ONE, "0.9.0", ""),
    ("while_v1", "*operand", "", "cond body", MANY, "0.9.0", ""),
)


def _specs() -> Iterator[OpSpec]:
    first = Version(0, 9, 0)
    for operands, names in ELEMENTWISE:
        for name in names.split():
            yield OpSpec(f"{name}_v1", first, CURRENT, tuple(operands.split()))
    for since, accuracy_since, names in ACCURATE:
        accurate = Version.parse(accuracy_since)
        last = accurate._replace(minor=accurate.minor - 1)
        for name in names.split():
            yield OpSpec(f"{name}_v1", Version.parse(since), last, ("operand",))
            yield OpSpec(f"{name}_v2", accurate, CURRENT, ("operand",), ("result_accuracy",))
    for name, operands, attributes, regions, results, since, until in ROWS:
        yield OpSpec(
            name,
            Version.parse(since),
            Version.parse(until) if until else CURRENT,
            tuple(operands.split()),
            tuple(sorted(attributes.split())),
            tuple(regions.split()),
            tuple(results.split()),
            terminator=name == "return_v1",
        )


OPS_BY_NAME: dict[str, type[VhloOp]] = {
    spec.name: make_op(spec, FuncBase if spec.name == "func_v1" else VhloOp) for spec in _specs()
}
"""All ops, by their name without the dialect."""


def latest(name: str) -> type[VhloOp] | None:
    """The newest version of the op `name`, which is without a version."""
    return OPS_BY_NAME.get(f"{name}_v2") or OPS_BY_NAME.get(f"{name}_v1")
