"""Values of VHLO's attributes that StableHLO, or an earlier version of an op, leaves out: by the attribute's name."""

from __future__ import annotations

from struct import pack

from xdsl.dialects.builtin import ArrayAttr, FloatData, IntAttr, IntegerAttr, NoneAttr, ShapedType, StringAttr
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.stablehlo.ops.structure.custom_call import CustomCallApiVersion
from xdsl_stablehlo.dialects.vhlo.attributes import ATTRIBUTES_BY_NAME as A
from xdsl_stablehlo.dialects.vhlo.definition import OpSpec, VhloAttribute, payload
from xdsl_stablehlo.dialects.vhlo.ops import DOT_ALGORITHM
from xdsl_stablehlo.dialects.vhlo.vhlo_types import PLAIN, TYPES_BY_NAME as T


def make(name: str, *parameters: Attribute) -> VhloAttribute:
    return A[name].new(parameters)


def string_v1(text: str) -> VhloAttribute:
    return make("string_v1", StringAttr(text))


def bool_v1(value: bool) -> VhloAttribute:
    return make("bool_v1", IntAttr(int(value)))


def integer_v1(value: int) -> VhloAttribute:
    return make("integer_v1", IntAttr(value), PLAIN["i64_v1"])


def _tensor(element_type: str, shape: tuple[int, ...], data: bytes) -> VhloAttribute:
    sizes = ArrayAttr([IntAttr(size) for size in shape])
    return make("tensor_v1", T["tensor_v1"].new((sizes, PLAIN[element_type], NoneAttr())), payload(data))


EMPTY_ARRAY = make("array_v1", ArrayAttr(()))
EMPTY_DICTIONARY = make("dict_v1", ArrayAttr(()))
EMPTY_STRING = string_v1("")
EMPTY_TENSOR = _tensor("i64_v1", (0,), b"")
NO_TYPE = make("type_v1", PLAIN["none_v1"])
DEFAULT_PRECISION = make("precision_v1", StringAttr("DEFAULT"))
DEFAULT_MODE = make("result_accuracy_mode_v1", StringAttr("DEFAULT"))
DEFAULT_ACCURACY = make("result_accuracy_v1", FloatData(0.0), FloatData(0.0), IntAttr(0), DEFAULT_MODE)
TYPED_FFI = make("api_version_v1", StringAttr("API_VERSION_TYPED_FFI"))

UNSAID: dict[str, VhloAttribute] = {
    "api_version": make("api_version_v1", StringAttr("API_VERSION_ORIGINAL")),
    "channel_id": integer_v1(0),
    "compare_type": make("comparison_type_v1", StringAttr("NOTYPE")),
    "composite_attributes": EMPTY_DICTIONARY,
    "dimension": integer_v1(-1),
    "precision_config": make("array_v1", ArrayAttr((DEFAULT_PRECISION, DEFAULT_PRECISION))),
    "result_accuracy": DEFAULT_ACCURACY,
    "version": integer_v1(0),
    **dict.fromkeys(DOT_ALGORITHM.split(), NO_TYPE),
    **dict.fromkeys(("infeed_config", "outfeed_config", "sym_visibility"), EMPTY_STRING),
    **dict.fromkeys(("arg_attrs", "called_computations", "layout", "operand_layouts"), EMPTY_ARRAY),
    **dict.fromkeys(("output_operand_aliases", "res_attrs", "result_layouts", "result_tilings"), EMPTY_ARRAY),
    **dict.fromkeys(("has_dynamic_root", "has_side_effect", "indices_are_sorted"), bool_v1(False)),
    **dict.fromkeys(("is_host_transfer", "is_stable", "lower", "unique_indices"), bool_v1(False)),
    "use_global_device_ids": bool_v1(False),
    **dict.fromkeys(("known_expanding_dimensions", "known_nonexpanding_dimensions"), EMPTY_TENSOR),
    **dict.fromkeys(("operand_batching_dims", "start_indices_batching_dims"), EMPTY_TENSOR),
    **dict.fromkeys(("input_batching_dims", "scatter_indices_batching_dims"), EMPTY_TENSOR),
    "source_target_pairs": EMPTY_TENSOR,
}
"""The values that are the same for all ops."""

_ONE, _PAIR_OF_ZEROS = ("i64_v1", (), pack("<q", 1)), ("i64_v1", (2,), bytes(8))

OF_EACH_DIMENSION: dict[str, tuple[str, tuple[int, ...], bytes]] = {
    **dict.fromkeys(("base_dilations", "lhs_dilation", "rhs_dilation"), _ONE),
    **dict.fromkeys(("window_dilations", "window_strides"), _ONE),
    "padding": _PAIR_OF_ZEROS,
    "window_reversal": ("bool_v1", (), b"\0"),
}
"""Attributes with an entry for each dimension of a window: element type, shape and bytes of an entry."""

NOT_SPATIAL = 2
"""The dimensions of a convolution's operand that no window goes along: batch and feature."""


def unsaid(op: Operation, name: str, spec: OpSpec) -> VhloAttribute | None:
    """The value of an attribute that says nothing, for an op of StableHLO or VHLO that `spec` describes.

    None if the attribute has no such value, or if it depends on a rank that is not known.
    """
    if name == "backend_config":
        return EMPTY_DICTIONARY if _is_typed_ffi(op.properties.get("api_version")) else EMPTY_STRING
    if name not in OF_EACH_DIMENSION:
        return UNSAID.get(name)
    rank = _rank_of_first(op)
    if rank is None:
        return None
    element_type, shape, data = OF_EACH_DIMENSION[name]
    count = rank - (NOT_SPATIAL if "input_spatial_dimensions" in spec.attributes else 0)
    return _tensor(element_type, (count, *shape), data if count > 0 else b"")


def _is_typed_ffi(api_version: Attribute | None) -> bool:
    if isinstance(api_version, IntegerAttr):
        return api_version.value.data == CustomCallApiVersion.API_VERSION_TYPED_FFI
    return api_version == TYPED_FFI


def _rank_of_first(op: Operation) -> int | None:
    """The rank of the first operand, in either dialect."""
    t = op.operands[0].type if op.operands else None
    if isinstance(t, T["tensor_v1"]):
        return len(t.shape)
    return t.get_num_dims() if isinstance(t, ShapedType) else None


def is_empty_tensor(value: Attribute) -> bool:
    return isinstance(value, A["tensor_v1"]) and not len(value.data.data)


def is_unsaid_before(name: str, value: Attribute) -> bool:
    """Whether an attribute has the value that ops mean which are older than it."""
    default = UNSAID[name]
    if default is EMPTY_TENSOR:
        return is_empty_tensor(value)
    if default is DEFAULT_ACCURACY and isinstance(value, A["result_accuracy_v1"]):
        # Zeros of either sign.
        return not (value.atol.data or value.rtol.data or value.ulps.data) and value.mode == DEFAULT_MODE
    return value == default


def is_left_out(op: Operation, name: str, value: Attribute, spec: OpSpec) -> bool:
    """Whether StableHLO omits an attribute that it may omit, and that has this value in a VHLO op."""
    if name in OF_EACH_DIMENSION and is_empty_tensor(value):
        return False  # C++ writes them if there are no dimensions
    if name == "precision_config":
        return isinstance(value, A["array_v1"]) and all(entry == DEFAULT_PRECISION for entry in value.value)
    if name in ("operand_layouts", "result_layouts"):
        return op.properties["operand_layouts"] == op.properties["result_layouts"] == EMPTY_ARRAY
    if name == "backend_config":
        return value in (EMPTY_STRING, EMPTY_DICTIONARY)
    if name == "version":
        return isinstance(value, A["integer_v1"]) and value.parameters[0] == IntAttr(0)
    if name == "source_target_pairs":
        return is_empty_tensor(value)
    return value == unsaid(op, name, spec)
