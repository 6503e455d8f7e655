"""StableHLO's and builtin's attributes as VHLO's, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    f64,
    i1,
    i32,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.bytecode.codecs.builtin import BUILTIN_CODEC, integer_form
from xdsl_stablehlo.bytecode.format.codec import encode, present
from xdsl_stablehlo.dialects.stablehlo import attributes as S
from xdsl_stablehlo.dialects.stablehlo.hlo_types import TypeExtensionsAttr
from xdsl_stablehlo.dialects.stablehlo.meshes import (
    MeshAttr,
    MeshAxisAttr,
    ReplicaGroupMeshAxesAttr,
    SubAxisInfoAttr,
)
from xdsl_stablehlo.dialects.stablehlo.ops.structure.custom_call import CustomCallApiVersion
from xdsl_stablehlo.dialects.vhlo.attributes import (
    ATTRIBUTES_BY_NAME as A,
    ENUMS,
    elements_of_tensor,
    tensor_of_elements,
)
from xdsl_stablehlo.dialects.vhlo.definition import VhloAttribute
from xdsl_stablehlo.dialects.vhlo.vhlo_types import (
    UnsupportedError,
    encoding_from_vhlo,
    encoding_to_vhlo,
    from_vhlo,
    to_vhlo,
)
from xdsl_stablehlo.text.locations import unverified
from xdsl_stablehlo.values.elements import SplatElementsAttr, array_of, attribute_of

MAX_DIMENSIONS = 1 << 16
"""A list of dimensions longer than this is not one: a splat of a huge type would fill the memory."""

_ENUM_NAMES: dict[type[Attribute], str] = {kind: name for _, name, _, kind in ENUMS}
_ENUM_KINDS = {name: kind for _, name, _, kind in ENUMS}


def _make(name: str, *parameters: Attribute) -> VhloAttribute:
    return A[name].new(parameters)


def string_v1(text: str) -> VhloAttribute:
    return _make("string_v1", StringAttr(text))


def is_type(attr: Attribute) -> bool:
    """Whether MLIR calls `attr` a type; not all of xDSL's builtin types say so."""
    return isinstance(attr, TypeAttribute) or type(attr) in BUILTIN_CODEC.type_writers


class ToVhlo:
    """Converts attributes to VHLO. `other_dialects` lets those without a counterpart stand as they are."""

    def __init__(self, other_dialects: bool = False):
        self.other_dialects = other_dialects

    def __call__(self, attr: Attribute) -> Attribute:
        """The VHLO attribute for `attr`. Raises `UnsupportedError`."""
        converter = _TO_VHLO.get(type(attr))
        if converter is not None:
            return converter(self, attr)
        enum = _ENUM_NAMES.get(type(attr))
        if enum is not None:
            return _make(enum, StringAttr(str(cast("EnumAttribute[Any]", attr).data)))
        if is_type(attr):
            return _make("type_v1", to_vhlo(attr))
        if self.other_dialects or isinstance(attr, VhloAttribute):
            return attr
        raise UnsupportedError(f"attribute '{attr}' has no counterpart in VHLO")

    def array(self, attr: ArrayAttr[Attribute]) -> Attribute:
        return _make("array_v1", ArrayAttr([self(item) for item in attr]))

    def dictionary(self, attr: DictionaryAttr) -> Attribute:
        keys = sorted(attr.data, key=encode)
        return _make(
            "dict_v1", ArrayAttr([ArrayAttr([string_v1(key), self(attr.data[key])]) for key in keys])
        )

    def integer(self, attr: IntegerAttr[Any]) -> Attribute:
        t, value = attr.type, attr.value.data
        if t == i1:
            return _make("bool_v1", IntAttr(value & 1))
        if integer_form(t)[0] == 2:
            raise UnsupportedError("an integer attribute of two bits cannot be read back by the C++ library")
        return _make("integer_v1", IntAttr(value), to_vhlo(t))

    def symbol(self, attr: SymbolRefAttr) -> Attribute:
        if attr.nested_references.data:
            raise UnsupportedError(f"nested symbol '{attr}' has no counterpart in VHLO")
        return string_v1(attr.root_reference.data)

    def numbers(self, attr: DenseArrayBase[IntegerType]) -> Attribute:
        if attr.elt_type not in (i64, i1):
            raise UnsupportedError(f"attribute '{attr}' has no counterpart in VHLO")
        dtype = np.int64 if attr.elt_type == i64 else np.bool_
        values = np.array(attr.get_values(), dtype)
        return tensor_of_elements(attribute_of(values, TensorType(attr.elt_type, [len(values)])))


_TO_VHLO: dict[type[Attribute], Callable[[ToVhlo, Any], Attribute]] = {
    ArrayAttr: ToVhlo.array,
    DenseArrayBase: ToVhlo.numbers,
    DenseIntOrFPElementsAttr: lambda c, a: tensor_of_elements(a),
    DictionaryAttr: ToVhlo.dictionary,
    FloatAttr: lambda c, a: _make("float_v1", a.value, to_vhlo(a.type)),
    IntegerAttr: ToVhlo.integer,
    SplatElementsAttr: lambda c, a: tensor_of_elements(a),
    StringAttr: lambda c, a: string_v1(a.data),
    SymbolRefAttr: ToVhlo.symbol,
    TypeExtensionsAttr: lambda c, a: encoding_to_vhlo(a),
}


def api_version_to_vhlo(attr: Attribute) -> Attribute:
    """custom_call's API version, a number in StableHLO."""
    number = cast("IntegerAttr[IntegerType]", attr).value.data
    if number not in set(CustomCallApiVersion):
        raise UnsupportedError(f"{number} is not an API version")
    return _make("api_version_v1", StringAttr(CustomCallApiVersion(number).name))


# Back


def from_vhlo_attribute(attr: Attribute) -> Attribute:
    """The attribute that a VHLO attribute stands for; other dialects' as they are. Raises `UnsupportedError`."""
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


def text_of(attr: Attribute) -> str:
    """The text of a VHLO string."""
    if not isinstance(attr, A["string_v1"]):
        raise UnsupportedError(f"a string expected where '{attr}' stands")
    return attr.value.data


def symbol_of(attr: Attribute) -> Attribute:
    """The symbol, or the array of symbols, that VHLO has as strings."""
    if isinstance(attr, A["array_v1"]):
        return ArrayAttr([symbol_of(item) for item in attr.value])
    return SymbolRefAttr(text_of(attr))


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
    return DenseArrayBase.from_list(i64 if array.dtype == np.int64 else i1, array.tolist())


def _dictionary(attr: VhloAttribute) -> Attribute:
    return DictionaryAttr({text_of(key): from_vhlo_attribute(value) for key, value in attr.value})


_FROM_VHLO: dict[str, Callable[[VhloAttribute], Attribute]] = {
    "api_version_v1": lambda a: IntegerAttr(CustomCallApiVersion[a.value.data].value, i32),
    "array_v1": lambda a: ArrayAttr([from_vhlo_attribute(item) for item in a.value]),
    "bool_v1": lambda a: BoolAttr(a.value.data, i1),
    "dict_v1": _dictionary,
    "float_v1": lambda a: unverified(FloatAttr, a.value, from_vhlo(a.type)),
    "integer_v1": lambda a: IntegerAttr(a.value.data, cast(IntegerType, from_vhlo(a.type))),
    "string_v1": lambda a: a.value,
    "tensor_v1": elements_of_tensor,
    "type_extensions_v1": encoding_from_vhlo,
    "type_v1": lambda a: from_vhlo(a.value),
}

# Attributes that consist of the same parameters in both dialects


@dataclass(frozen=True)
class Parameter:
    """How one parameter is converted to VHLO, and back."""

    to: Callable[[ToVhlo, Any], Attribute]
    back: Callable[[Any], Attribute]


def _mesh_or_symbol(attr: Attribute) -> Attribute:
    return SymbolRefAttr(text_of(attr)) if isinstance(attr, A["string_v1"]) else from_vhlo_attribute(attr)


INT = Parameter(lambda _, a: a.value, lambda a: IntegerAttr(a.data, i64))
FLOAT = Parameter(lambda _, a: a.value, lambda a: FloatAttr(a.data, f64))
INTS = Parameter(
    lambda _, a: ArrayAttr([IntAttr(i) for i in a.get_values()]),
    lambda a: DenseArrayBase.from_list(i64, [i.data for i in a]),
)
ANY = Parameter(lambda convert, a: convert(a), from_vhlo_attribute)
OPTIONAL = Parameter(lambda convert, a: a if present(a) is None else convert(a), from_vhlo_attribute)
MESH = Parameter(lambda convert, a: convert(a), _mesh_or_symbol)

STRUCTS: tuple[tuple[type[ParametrizedAttribute], str, tuple[Parameter, ...]], ...] = (
    (S.AxisRefAttr, "axis_ref_v1", (ANY, OPTIONAL)),
    (MeshAttr, "mesh_v1", (ANY, OPTIONAL)),
    (MeshAxisAttr, "mesh_axis_v1", (ANY, INT)),
    (S.OutputOperandAliasAttr, "output_operand_alias_v1", (INTS, INT, INTS)),
    (ReplicaGroupMeshAxesAttr, "replica_group_mesh_axes_v1", (MESH, ANY)),
    (S.ResultAccuracyAttr, "result_accuracy_v1", (FLOAT, FLOAT, INT, ANY)),
    (SubAxisInfoAttr, "sub_axis_info_v1", (INT, INT)),
)


def _declare(kind: type[ParametrizedAttribute], name: str, parts: tuple[Parameter, ...]) -> None:
    _TO_VHLO[kind] = lambda c, a: _make(name, *[part.to(c, p) for part, p in zip(parts, a.parameters)])
    _FROM_VHLO[name] = lambda a: kind.new([part.back(p) for part, p in zip(parts, a.parameters)])


for row in STRUCTS:
    _declare(*row)
