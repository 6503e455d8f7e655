"""Where StableHLO and VHLO spell the attributes of an op differently, as tables that are read in both directions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import pack
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, IntAttr, NoneAttr, StringAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute

from xdsl_stablehlo.dialects.stablehlo.attributes import (
    ConvDimensionNumbersAttr,
    DotAlgorithmAttr,
    DotDimensionNumbersAttr,
    GatherDimensionNumbersAttr,
    ScatterDimensionNumbersAttr,
)
from xdsl_stablehlo.dialects.stablehlo.ops.structure.custom_call import CustomCallApiVersion
from xdsl_stablehlo.dialects.vhlo.attributes import ATTRIBUTES_BY_NAME as A
from xdsl_stablehlo.dialects.vhlo.definition import VhloAttribute, payload
from xdsl_stablehlo.dialects.vhlo.ops import ACCURATE_NAMES
from xdsl_stablehlo.dialects.vhlo.vhlo_types import PLAIN, TYPES_BY_NAME as T

from .changes import (
    DEFAULT_ACCURACY,
    EMPTY_ARRAY,
    EMPTY_TENSOR,
    FALSE,
    NO_TYPE,
    TYPED_FFI,
    i64_tensor,
    is_empty_tensor,
)

OPS_OF_FUNC = {
    "func.func": "func",
    "func.call": "call",
    "func.return": "return",
    "stablehlo.return": "return",
}
"""Ops of other dialects that VHLO has as its own, and the one that two ops become."""

FLATTENED: dict[str, dict[str, type[ParametrizedAttribute]]] = {
    "convolution": {"dimension_numbers": ConvDimensionNumbersAttr},
    "dot_general": {"dot_dimension_numbers": DotDimensionNumbersAttr, "algorithm": DotAlgorithmAttr},
    "dynamic_conv": {"dimension_numbers": ConvDimensionNumbersAttr},
    "dynamic_gather": {"dimension_numbers": GatherDimensionNumbersAttr},
    "gather": {"dimension_numbers": GatherDimensionNumbersAttr},
    "scatter": {"scatter_dimension_numbers": ScatterDimensionNumbersAttr},
}
"""Attributes of StableHLO whose parameters are attributes of their own in VHLO, under the same names."""

TRANSFER_OPS = frozenset({"send", "recv"})
"""Ops whose channel_handle is a channel_id and a channel_type. That of other ops is a channel_id: the type is lost."""

FLAGS = frozenset({"use_global_device_ids", "has_dynamic_root"})
"""Unit attributes of StableHLO that VHLO has as booleans."""

SYMBOLS = {"call": "callee", "composite": "decomposition", "custom_call": "called_computations"}
"""Symbols of StableHLO that VHLO has as strings."""

ARRAYS = frozenset(
    [
        "base_dilations",
        "broadcast_dimensions",
        "broadcast_sizes",
        "dimensions",
        "edge_padding_high",
        "edge_padding_low",
        "fft_length",
        "interior_padding",
        "known_expanding_dimensions",
        "known_nonexpanding_dimensions",
        "lhs_dilation",
        "limit_indices",
        "permutation",
        "rhs_dilation",
        "slice_sizes",
        "start_indices",
        "strides",
        "window_dilations",
        "window_dimensions",
        "window_reversal",
        "window_strides",
    ]
)
"""Tensors of VHLO that are `array<i64>` or `array<i1>` in StableHLO; all others are dense elements there."""


def parameters_of(kind: type[ParametrizedAttribute]) -> tuple[str, ...]:
    """The names of an attribute's parameters."""
    return tuple(name for name, _ in kind.get_irdl_definition().parameters)


# Defaults: what an absent attribute of StableHLO is in VHLO, and what is left out on the way back

Default = Callable[[Operation], "VhloAttribute | None"]
"""Makes the value from the StableHLO or VHLO op; None where the op has no such default."""


def _always(value: VhloAttribute) -> Default:
    return lambda _: value


def _string(text: str) -> VhloAttribute:
    return A["string_v1"].new((StringAttr(text),))


def _enum(kind: str, value: str) -> VhloAttribute:
    return A[kind].new((StringAttr(value),))


def integer(value: int, kind: str = "i64_v1") -> VhloAttribute:
    return A["integer_v1"].new((IntAttr(value), PLAIN[kind]))


def _rank(op: Operation, operand: int) -> int | None:
    """The rank of an operand, in either dialect."""
    t = op.operands[operand].type if len(op.operands) > operand else None
    if isinstance(t, T["tensor_v1"]):
        return len(cast("ArrayAttr[IntAttr]", t.parameters[0]))
    get_shape: Callable[[], Sequence[int]] | None = getattr(t, "get_shape", None)
    return len(get_shape()) if get_shape is not None else None


def _ones(less: int = 0) -> Default:
    """As many ones as the first operand has dimensions, but for `less` of them."""

    def make(op: Operation) -> VhloAttribute | None:
        rank = _rank(op, 0)
        return None if rank is None else i64_tensor(rank - less, data=pack("<q", 1) if rank > less else b"")

    return make


def _zeros(less: int = 0) -> Default:
    """A pair of zeros for each of these dimensions."""

    def make(op: Operation) -> VhloAttribute | None:
        rank = _rank(op, 0)
        return None if rank is None else i64_tensor(rank - less, 2, data=bytes(8) if rank > less else b"")

    return make


def _no_reversal(op: Operation) -> VhloAttribute | None:
    rank = _rank(op, 0)
    if rank is None:
        return None
    shape = ArrayAttr([IntAttr(rank - SPATIAL)])
    tensor_type = T["tensor_v1"].new((shape, PLAIN["bool_v1"], NoneAttr()))
    return A["tensor_v1"].new((tensor_type, payload(b"\0" if rank > SPATIAL else b"")))


def _backend_config(op: Operation) -> VhloAttribute:
    return (
        A["dict_v1"].new((ArrayAttr(()),)) if _is_typed_ffi(op.properties.get("api_version")) else _string("")
    )


def _is_typed_ffi(api: Attribute | None) -> bool:
    if isinstance(api, VhloAttribute):
        return api == TYPED_FFI
    value: IntAttr | None = getattr(api, "value", None)
    return value is not None and value.data == CustomCallApiVersion.API_VERSION_TYPED_FFI


SPATIAL = 2
"""The dimensions of a convolution's operand that are not spatial: batch and feature."""

_ZERO, _FALSE, _EMPTY = _always(integer(0)), _always(FALSE), _always(EMPTY_ARRAY)
_NO_DIMENSIONS = _always(EMPTY_TENSOR)
_DEFAULT = _enum("precision_v1", "DEFAULT")
_DEFAULT_PRECISION = A["array_v1"].new((ArrayAttr([_DEFAULT, _DEFAULT]),))
_PRECISION: dict[str, Default] = {"precision_config": _always(_DEFAULT_PRECISION)}
_CHANNEL: dict[str, Default] = {"channel_id": _ZERO}
_REDUCTION: dict[str, Default] = {**_CHANNEL, "use_global_device_ids": _FALSE}
_ACCURACY: dict[str, Default] = {"result_accuracy": _always(DEFAULT_ACCURACY)}
_CONVOLUTION: dict[str, Default] = {
    **_PRECISION,
    "lhs_dilation": _ones(SPATIAL),
    "rhs_dilation": _ones(SPATIAL),
    "window_reversal": _no_reversal,
    "window_strides": _ones(SPATIAL),
}

DEFAULTS: dict[str, dict[str, Default]] = {
    "all_gather": _REDUCTION,
    "all_reduce": _REDUCTION,
    "all_to_all": _CHANNEL,
    "cholesky": {"lower": _FALSE},
    "collective_broadcast": {**_CHANNEL, "has_dynamic_root": _FALSE},
    "collective_permute": _CHANNEL,
    "collective_reduce": {**_REDUCTION, "has_dynamic_root": _FALSE},
    "compare": {"compare_type": _always(_enum("comparison_type_v1", "NOTYPE"))},
    "composite": {"composite_attributes": _always(A["dict_v1"].new((ArrayAttr(()),))), "version": _ZERO},
    "convolution": {**_CONVOLUTION, "padding": _zeros(SPATIAL)},
    "custom_call": {
        "api_version": _always(_enum("api_version_v1", "API_VERSION_ORIGINAL")),
        "backend_config": _backend_config,
        "called_computations": _EMPTY,
        "has_side_effect": _FALSE,
        "operand_layouts": _EMPTY,
        "output_operand_aliases": _EMPTY,
        "result_layouts": _EMPTY,
        "result_tilings": _EMPTY,
    },
    "dot": _PRECISION,
    "dot_general": {**_PRECISION, **dict.fromkeys(parameters_of(DotAlgorithmAttr), _always(NO_TYPE))},
    "dynamic_broadcast_in_dim": {
        "known_expanding_dimensions": _NO_DIMENSIONS,
        "known_nonexpanding_dimensions": _NO_DIMENSIONS,
    },
    "dynamic_conv": _CONVOLUTION,
    "dynamic_gather": {"indices_are_sorted": _FALSE},
    "func": {"arg_attrs": _EMPTY, "res_attrs": _EMPTY, "sym_visibility": _always(_string(""))},
    "gather": {"indices_are_sorted": _FALSE},
    "infeed": {"infeed_config": _always(_string("")), "layout": _EMPTY},
    "outfeed": {"outfeed_config": _always(_string(""))},
    "recv": {"is_host_transfer": _FALSE, "source_target_pairs": _NO_DIMENSIONS},
    "reduce_scatter": _REDUCTION,
    "reduce_window": {
        "base_dilations": _ones(),
        "padding": _zeros(),
        "window_dilations": _ones(),
        "window_strides": _ones(),
    },
    "scatter": {"indices_are_sorted": _FALSE, "unique_indices": _FALSE},
    "select_and_scatter": {"padding": _zeros(), "window_strides": _ones()},
    "send": {"is_host_transfer": _FALSE, "source_target_pairs": _NO_DIMENSIONS},
    "sort": {"dimension": _always(integer(-1)), "is_stable": _FALSE},
    **dict.fromkeys(ACCURATE_NAMES, _ACCURACY),
}
"""Defaults by op and attribute."""


OF_EACH_DIMENSION = {
    *("lhs_dilation", "rhs_dilation", "window_reversal", "window_strides", "padding"),
    *("base_dilations", "window_dilations"),
}
"""What is said of each dimension of a window. Where there are none, C++ says so."""


def is_left_out(op: Operation, name: str, value: Attribute, default: Default) -> bool:
    """Whether StableHLO says nothing where VHLO says `value`."""
    if name in OF_EACH_DIMENSION and is_empty_tensor(value):
        return False
    if name == "precision_config":
        return isinstance(value, A["array_v1"]) and all(entry == _DEFAULT for entry in value.value)
    if name in ("operand_layouts", "result_layouts"):
        return op.properties["operand_layouts"] == op.properties["result_layouts"] == EMPTY_ARRAY
    if name == "backend_config":
        return value in (_string(""), A["dict_v1"].new((ArrayAttr(()),)))
    if name == "version":
        return isinstance(value, A["integer_v1"]) and value.parameters[0] == IntAttr(0)
    if name == "source_target_pairs":
        return is_empty_tensor(value)
    return value == default(op)
