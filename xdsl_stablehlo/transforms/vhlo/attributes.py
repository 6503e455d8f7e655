"""Attributes of StableHLO and builtin converted to VHLO's and back: single ones, and those of ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from struct import pack
from typing import Any, cast

import numpy as np
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import IRDLOperation
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.bytecode.codecs.builtin import BUILTIN_CODEC, integer_form
from xdsl_stablehlo.bytecode.format.codec import encode, present
from xdsl_stablehlo.dialects.stablehlo import StableHLO, attributes as S, meshes
from xdsl_stablehlo.dialects.stablehlo.hlo_types import TypeExtensionsAttr, int_of
from xdsl_stablehlo.dialects.stablehlo.ops.structure.custom_call import CustomCallApiVersion
from xdsl_stablehlo.dialects.vhlo.attributes import (
    ATTRIBUTES_BY_NAME as A,
    ENUMS,
    elements_of_tensor,
    tensor_of_elements,
)
from xdsl_stablehlo.dialects.vhlo.definition import VhloAttribute, payload
from xdsl_stablehlo.dialects.vhlo.ops import ACCURATE_NAMES
from xdsl_stablehlo.dialects.vhlo.vhlo_types import (
    PLAIN,
    TYPES_BY_NAME as T,
    UnsupportedError,
    encoding_from_vhlo,
    encoding_to_vhlo,
    from_vhlo,
    to_vhlo,
)
from xdsl_stablehlo.ir.versions import EnumAttribute
from xdsl_stablehlo.text.locations import unverified
from xdsl_stablehlo.values.elements import SplatElementsAttr, array_of, attribute_of

from .to_version import (
    DEFAULT_ACCURACY,
    EMPTY_ARRAY,
    EMPTY_TENSOR,
    FALSE,
    NO_TYPE,
    TYPED_FFI,
    i64_tensor,
    is_empty_tensor,
)

MAX_DIMENSIONS = 1 << 16
"""The most elements of a list of dimensions: a splat of a huge type would fill the memory."""

_ENUM_NAMES: dict[type[Attribute], str] = {kind: name for _, name, _, kind in ENUMS}
_ENUM_KINDS = {name: kind for _, name, _, kind in ENUMS}


def _make(name: str, *parameters: Attribute) -> VhloAttribute:
    return A[name].new(parameters)


def string_v1(text: str) -> VhloAttribute:
    return _make("string_v1", builtin.StringAttr(text))


def is_type(attr: Attribute) -> bool:
    """Whether MLIR calls `attr` a type; not all of xDSL's builtin types say so."""
    return isinstance(attr, TypeAttribute) or type(attr) in BUILTIN_CODEC.type_writers


class ToVhlo:
    """Converts attributes to VHLO. With `other_dialects`, those without a counterpart stay as they are."""

    def __init__(self, other_dialects: bool = False):
        self.other_dialects = other_dialects

    def __call__(self, attr: Attribute) -> Attribute:
        """The VHLO attribute for `attr`. Raises `UnsupportedError`."""
        converter = _TO_VHLO.get(type(attr))
        if converter is not None:
            return converter(self, attr)
        enum = _ENUM_NAMES.get(type(attr))
        if enum is not None:
            return _make(enum, builtin.StringAttr(str(cast("EnumAttribute[Any]", attr).data)))
        if is_type(attr):
            return _make("type_v1", to_vhlo(attr))
        if self.other_dialects or isinstance(attr, VhloAttribute):
            return attr
        raise UnsupportedError(f"attribute '{attr}' has no counterpart in VHLO")

    def array(self, attr: builtin.ArrayAttr[Attribute]) -> Attribute:
        return _make("array_v1", builtin.ArrayAttr([self(item) for item in attr]))

    def dictionary(self, attr: builtin.DictionaryAttr) -> Attribute:
        keys = sorted(attr.data, key=encode)
        return _make(
            "dict_v1",
            builtin.ArrayAttr([builtin.ArrayAttr([string_v1(key), self(attr.data[key])]) for key in keys]),
        )

    def integer(self, attr: builtin.IntegerAttr[Any]) -> Attribute:
        t, value = attr.type, attr.value.data
        if t == builtin.i1:
            return _make("bool_v1", builtin.IntAttr(value & 1))
        if integer_form(t)[0] == 2:
            raise UnsupportedError("an integer attribute of two bits cannot be read back by the C++ library")
        return _make("integer_v1", builtin.IntAttr(value), to_vhlo(t))

    def symbol(self, attr: builtin.SymbolRefAttr) -> Attribute:
        if attr.nested_references.data:
            raise UnsupportedError(f"nested symbol '{attr}' has no counterpart in VHLO")
        return string_v1(attr.root_reference.data)

    def numbers(self, attr: builtin.DenseArrayBase[builtin.IntegerType]) -> Attribute:
        if attr.elt_type not in (builtin.i64, builtin.i1):
            raise UnsupportedError(f"attribute '{attr}' has no counterpart in VHLO")
        dtype = np.int64 if attr.elt_type == builtin.i64 else np.bool_
        values = np.array(attr.get_values(), dtype)
        return tensor_of_elements(attribute_of(values, builtin.TensorType(attr.elt_type, [len(values)])))


_TO_VHLO: dict[type[Attribute], Callable[[ToVhlo, Any], Attribute]] = {
    builtin.ArrayAttr: ToVhlo.array,
    builtin.DenseArrayBase: ToVhlo.numbers,
    builtin.DenseIntOrFPElementsAttr: lambda c, a: tensor_of_elements(a),
    builtin.DictionaryAttr: ToVhlo.dictionary,
    builtin.FloatAttr: lambda c, a: _make("float_v1", a.value, to_vhlo(a.type)),
    builtin.IntegerAttr: ToVhlo.integer,
    SplatElementsAttr: lambda c, a: tensor_of_elements(a),
    builtin.StringAttr: lambda c, a: string_v1(a.data),
    builtin.SymbolRefAttr: ToVhlo.symbol,
    TypeExtensionsAttr: lambda c, a: encoding_to_vhlo(a),
}


def api_version_to_vhlo(attr: Attribute) -> Attribute:
    """custom_call's API version, a number in StableHLO."""
    number = int_of(attr)
    if number not in set(CustomCallApiVersion):
        raise UnsupportedError(f"{number} is not an API version")
    return _make("api_version_v1", builtin.StringAttr(CustomCallApiVersion(number).name))


# Back


def from_vhlo_attribute(attr: Attribute) -> Attribute:
    """Convert a VHLO attribute back; those of other dialects stay. Raises `UnsupportedError`."""
    if not isinstance(attr, VhloAttribute):
        return attr
    name = attr.SPEC.name
    if name in _ENUM_KINDS:
        kind = _ENUM_KINDS[name]
        return kind(kind.enum_type(attr.value.data))
    converter = _FROM_VHLO.get(name)
    if converter is None:
        raise UnsupportedError(f"attribute '{attr}' has no counterpart in StableHLO")
    try:
        return converter(attr)
    except (VerifyException, ValueError) as error:
        raise UnsupportedError(f"attribute '{name}' does not hold what StableHLO has: {error}") from None


def _text_of(attr: Attribute) -> str:
    """The text of a VHLO string."""
    if not isinstance(attr, A["string_v1"]):
        raise UnsupportedError(f"a string expected where '{attr}' stands")
    return attr.value.data


def symbol_of(attr: Attribute) -> Attribute:
    """The symbol, or the array of symbols, that VHLO has as strings."""
    if isinstance(attr, A["array_v1"]):
        return builtin.ArrayAttr([symbol_of(item) for item in attr.value])
    return builtin.SymbolRefAttr(_text_of(attr))


def array_of_tensor(attr: Attribute) -> Attribute:
    """The `array<i64>` or `array<i1>` of a VHLO tensor."""
    if not isinstance(attr, A["tensor_v1"]):
        raise UnsupportedError(f"a tensor expected where '{attr}' stands")
    elements = elements_of_tensor(attr)
    array = array_of(elements)
    if (
        array.ndim != 1
        or array.dtype not in (np.dtype(np.int64), np.dtype(np.bool_))
        or array.size > MAX_DIMENSIONS
    ):
        raise UnsupportedError(f"a tensor of type '{elements.type}' is not a list of i64 or i1")
    return builtin.DenseArrayBase.from_list(
        builtin.i64 if array.dtype == np.int64 else builtin.i1, array.tolist()
    )


_FROM_VHLO: dict[str, Callable[[VhloAttribute], Attribute]] = {
    "api_version_v1": lambda a: builtin.IntegerAttr(CustomCallApiVersion[a.value.data].value, builtin.i32),
    "array_v1": lambda a: builtin.ArrayAttr([from_vhlo_attribute(item) for item in a.value]),
    "bool_v1": lambda a: builtin.BoolAttr(a.value.data, builtin.i1),
    "dict_v1": lambda a: builtin.DictionaryAttr(
        {_text_of(key): from_vhlo_attribute(value) for key, value in a.value}
    ),
    "float_v1": lambda a: unverified(builtin.FloatAttr, a.value, from_vhlo(a.type)),
    "integer_v1": lambda a: builtin.IntegerAttr(a.value.data, cast(builtin.IntegerType, from_vhlo(a.type))),
    "string_v1": lambda a: a.value,
    "tensor_v1": elements_of_tensor,
    "type_extensions_v1": encoding_from_vhlo,
    "type_v1": lambda a: from_vhlo(a.value),
}

# Attributes that consist of the same parameters in both dialects


@dataclass(frozen=True)
class Parameter:
    """The conversions of one parameter to VHLO and back."""

    to: Callable[[ToVhlo, Any], Attribute]
    back: Callable[[Any], Attribute]


def _mesh_or_symbol(attr: Attribute) -> Attribute:
    return (
        builtin.SymbolRefAttr(_text_of(attr))
        if isinstance(attr, A["string_v1"])
        else from_vhlo_attribute(attr)
    )


INT = Parameter(lambda _, a: a.value, lambda a: builtin.IntegerAttr(a.data, builtin.i64))
FLOAT = Parameter(lambda _, a: a.value, lambda a: builtin.FloatAttr(a.data, builtin.f64))
INTS = Parameter(
    lambda _, a: builtin.ArrayAttr([builtin.IntAttr(i) for i in a.get_values()]),
    lambda a: builtin.DenseArrayBase.from_list(builtin.i64, [i.data for i in a]),
)
ANY = Parameter(lambda convert, a: convert(a), from_vhlo_attribute)
OPTIONAL = Parameter(lambda convert, a: a if present(a) is None else convert(a), from_vhlo_attribute)
MESH = Parameter(lambda convert, a: convert(a), _mesh_or_symbol)

STRUCTS: tuple[tuple[type[ParametrizedAttribute], str, tuple[Parameter, ...]], ...] = (
    (S.AxisRefAttr, "axis_ref_v1", (ANY, OPTIONAL)),
    (meshes.MeshAttr, "mesh_v1", (ANY, OPTIONAL)),
    (meshes.MeshAxisAttr, "mesh_axis_v1", (ANY, INT)),
    (S.OutputOperandAliasAttr, "output_operand_alias_v1", (INTS, INT, INTS)),
    (meshes.ReplicaGroupMeshAxesAttr, "replica_group_mesh_axes_v1", (MESH, ANY)),
    (S.ResultAccuracyAttr, "result_accuracy_v1", (FLOAT, FLOAT, INT, ANY)),
    (meshes.SubAxisInfoAttr, "sub_axis_info_v1", (INT, INT)),
)


def _declare(kind: type[ParametrizedAttribute], name: str, parts: tuple[Parameter, ...]) -> None:
    _TO_VHLO[kind] = lambda c, a: _make(name, *[part.to(c, p) for part, p in zip(parts, a.parameters)])
    _FROM_VHLO[name] = lambda a: kind.new([part.back(p) for part, p in zip(parts, a.parameters)])


for row in STRUCTS:
    _declare(*row)


# Differences between the attributes of an op in StableHLO and in VHLO, as tables for both directions.


OPS_OF_FUNC = {
    "func.func": "func",
    "func.call": "call",
    "func.return": "return",
    "stablehlo.return": "return",
}
"""The ops of VHLO for ops of `func`, and for the terminator of regions."""

FLATTENED: dict[str, dict[str, type[ParametrizedAttribute]]] = {
    "convolution": {"dimension_numbers": S.ConvDimensionNumbersAttr},
    "dot_general": {"dot_dimension_numbers": S.DotDimensionNumbersAttr, "algorithm": S.DotAlgorithmAttr},
    "dynamic_conv": {"dimension_numbers": S.ConvDimensionNumbersAttr},
    "dynamic_gather": {"dimension_numbers": S.GatherDimensionNumbersAttr},
    "gather": {"dimension_numbers": S.GatherDimensionNumbersAttr},
    "scatter": {"scatter_dimension_numbers": S.ScatterDimensionNumbersAttr},
}
"""Attributes of StableHLO whose parameters are attributes of their own in VHLO, under the same names."""

TRANSFER_OPS = frozenset({"send", "recv"})
"""Ops whose channel_handle becomes a channel_id and a channel_type. That of others loses its type."""

SYMBOLS = {"call": "callee", "composite": "decomposition", "custom_call": "called_computations"}
"""Symbols of StableHLO that VHLO has as strings."""


@cache
def properties_of(name: str, kind: type[Attribute]) -> frozenset[str]:
    """The names of the properties of the StableHLO op `name` that are attributes of one class.

    VHLO has a unit attribute as a boolean, and a dense array as a tensor.
    """
    op_class = StableHLO.operation(name)
    if op_class is None or not issubclass(op_class, IRDLOperation):
        return frozenset()
    properties = op_class.get_irdl_definition().properties
    return frozenset([key for key, each in properties.items() if kind in (each.constr.get_bases() or ())])


def parameters_of(kind: type[ParametrizedAttribute]) -> tuple[str, ...]:
    """The names of an attribute's parameters."""
    return tuple(name for name, _ in kind.get_irdl_definition().parameters)


# Defaults: the values in VHLO of attributes that StableHLO may omit

Default = Callable[[Operation], "VhloAttribute | None"]
"""Returns the value for a StableHLO or VHLO op; None if the op has no such default."""


def _always(value: VhloAttribute) -> Default:
    return lambda _: value


def _enum(kind: str, value: str) -> VhloAttribute:
    return _make(kind, builtin.StringAttr(value))


def integer(value: int) -> VhloAttribute:
    return _make("integer_v1", builtin.IntAttr(value), PLAIN["i64_v1"])


def _rank(op: Operation, operand: int) -> int | None:
    """The rank of an operand, in either dialect."""
    t = op.operands[operand].type if len(op.operands) > operand else None
    if isinstance(t, T["tensor_v1"]):
        return len(t.shape)
    get_shape: Callable[[], Sequence[int]] | None = getattr(t, "get_shape", None)
    return len(get_shape()) if get_shape is not None else None


def _filled(element: bytes, *pair: int, less: int = 0) -> Default:
    """An element, or a pair, for each dimension of the first operand except `less` of them."""

    def make(op: Operation) -> VhloAttribute | None:
        rank = _rank(op, 0)
        return None if rank is None else i64_tensor(rank - less, *pair, data=element if rank > less else b"")

    return make


def _no_reversal(op: Operation) -> VhloAttribute | None:
    rank = _rank(op, 0)
    if rank is None:
        return None
    shape = builtin.ArrayAttr([builtin.IntAttr(rank - SPATIAL)])
    tensor_type = T["tensor_v1"].new((shape, PLAIN["bool_v1"], builtin.NoneAttr()))
    return A["tensor_v1"].new((tensor_type, payload(b"\0" if rank > SPATIAL else b"")))


def _backend_config(op: Operation) -> VhloAttribute:
    api = op.properties.get("api_version")
    value: builtin.IntAttr | None = None if isinstance(api, VhloAttribute) else getattr(api, "value", None)
    typed = value is not None and value.data == CustomCallApiVersion.API_VERSION_TYPED_FFI
    return A["dict_v1"].new((builtin.ArrayAttr(()),)) if typed or api == TYPED_FFI else string_v1("")


SPATIAL = 2
"""The dimensions of a convolution's operand that are not spatial: batch and feature."""

_ONES, _ZEROS = _filled(pack("<q", 1)), _filled(bytes(8), 2)
_SPATIAL_ONES = _filled(pack("<q", 1), less=SPATIAL)

_ZERO, _FALSE, _EMPTY = _always(integer(0)), _always(FALSE), _always(EMPTY_ARRAY)
_NO_DIMENSIONS = _always(EMPTY_TENSOR)
_DEFAULT = _enum("precision_v1", "DEFAULT")
_DEFAULT_PRECISION = A["array_v1"].new((builtin.ArrayAttr([_DEFAULT, _DEFAULT]),))
_PRECISION: dict[str, Default] = {"precision_config": _always(_DEFAULT_PRECISION)}
_CHANNEL: dict[str, Default] = {"channel_id": _ZERO}
_REDUCTION: dict[str, Default] = {**_CHANNEL, "use_global_device_ids": _FALSE}
_ACCURACY: dict[str, Default] = {"result_accuracy": _always(DEFAULT_ACCURACY)}
_CONVOLUTION: dict[str, Default] = {
    **_PRECISION,
    "lhs_dilation": _SPATIAL_ONES,
    "rhs_dilation": _SPATIAL_ONES,
    "window_reversal": _no_reversal,
    "window_strides": _SPATIAL_ONES,
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
    "composite": {
        "composite_attributes": _always(A["dict_v1"].new((builtin.ArrayAttr(()),))),
        "version": _ZERO,
    },
    "convolution": {**_CONVOLUTION, "padding": _filled(bytes(8), 2, less=SPATIAL)},
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
    "dot_general": {**_PRECISION, **dict.fromkeys(parameters_of(S.DotAlgorithmAttr), _always(NO_TYPE))},
    "dynamic_broadcast_in_dim": dict.fromkeys(
        ("known_expanding_dimensions", "known_nonexpanding_dimensions"), _NO_DIMENSIONS
    ),
    "dynamic_conv": _CONVOLUTION,
    "dynamic_gather": {"indices_are_sorted": _FALSE},
    "func": {"arg_attrs": _EMPTY, "res_attrs": _EMPTY, "sym_visibility": _always(string_v1(""))},
    "gather": {"indices_are_sorted": _FALSE},
    "infeed": {"infeed_config": _always(string_v1("")), "layout": _EMPTY},
    "outfeed": {"outfeed_config": _always(string_v1(""))},
    "recv": {"is_host_transfer": _FALSE, "source_target_pairs": _NO_DIMENSIONS},
    "reduce_scatter": _REDUCTION,
    "reduce_window": {
        "base_dilations": _ONES,
        "padding": _ZEROS,
        "window_dilations": _ONES,
        "window_strides": _ONES,
    },
    "scatter": {"indices_are_sorted": _FALSE, "unique_indices": _FALSE},
    "select_and_scatter": {"padding": _ZEROS, "window_strides": _ONES},
    "send": {"is_host_transfer": _FALSE, "source_target_pairs": _NO_DIMENSIONS},
    "sort": {"dimension": _always(integer(-1)), "is_stable": _FALSE},
    **dict.fromkeys(ACCURATE_NAMES, _ACCURACY),
}
"""Defaults by op and attribute."""


OF_EACH_DIMENSION = {
    *("lhs_dilation", "rhs_dilation", "window_reversal", "window_strides", "padding"),
    *("base_dilations", "window_dilations"),
}
"""Attributes with an element for each dimension of a window. C++ writes them if there are no dimensions."""


def is_left_out(op: Operation, name: str, value: Attribute, default: Default) -> bool:
    """Whether StableHLO omits an attribute that has this value in VHLO."""
    if name in OF_EACH_DIMENSION and is_empty_tensor(value):
        return False
    if name == "precision_config":
        return isinstance(value, A["array_v1"]) and all(entry == _DEFAULT for entry in value.value)
    if name in ("operand_layouts", "result_layouts"):
        return op.properties["operand_layouts"] == op.properties["result_layouts"] == EMPTY_ARRAY
    if name == "backend_config":
        return value in (string_v1(""), A["dict_v1"].new((builtin.ArrayAttr(()),)))
    if name == "version":
        return isinstance(value, A["integer_v1"]) and value.parameters[0] == builtin.IntAttr(0)
    if name == "source_target_pairs":
        return is_empty_tensor(value)
    return value == default(op)
