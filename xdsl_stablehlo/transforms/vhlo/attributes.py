"""Attributes of StableHLO and builtin converted to VHLO's and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from xdsl.dialects import builtin
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.bytecode.builtin import BUILTIN_CODEC, integer_form
from xdsl_stablehlo.bytecode.codec import present
from xdsl_stablehlo.bytecode.format import encode
from xdsl_stablehlo.dialects.stablehlo import attributes as S, meshes
from xdsl_stablehlo.dialects.stablehlo.hlo_types import TypeExtensionsAttr, int_of
from xdsl_stablehlo.dialects.stablehlo.ops.structure.custom_call import CustomCallApiVersion
from xdsl_stablehlo.dialects.vhlo.attributes import (
    ATTRIBUTES_BY_NAME as A,
    ENUMS,
    elements_of_tensor,
    tensor_of_elements,
)
from xdsl_stablehlo.dialects.vhlo.definition import (
    ATTRIBUTE,
    F64,
    OPTIONAL_AFTER_FLAG,
    OPTIONAL_WITH_FLAG,
    SIGNED,
    SIGNEDS,
    ParameterKind,
    VhloAttribute,
)
from xdsl_stablehlo.dialects.vhlo.vhlo_types import (
    UnsupportedError,
    encoding_from_vhlo,
    encoding_to_vhlo,
    from_vhlo,
    to_vhlo,
)
from xdsl_stablehlo.ir.guards import is_integer_type
from xdsl_stablehlo.ir.versions import EnumAttribute
from xdsl_stablehlo.text.locations import unverified
from xdsl_stablehlo.values.elements import SplatElementsAttr, array_of, attribute_of

from .defaults import bool_v1, make, string_v1

MAX_DIMENSIONS = 1 << 16
"""The most elements of a list of dimensions: a splat of a huge type would fill the memory."""


def is_type(attr: Attribute) -> bool:
    """Whether MLIR calls `attr` a type; not all of xDSL's builtin types say so."""
    return isinstance(attr, TypeAttribute) or type(attr) in BUILTIN_CODEC.types.writers


class ToVhlo:
    """Converts attributes to VHLO. With `other_dialects`, those without a counterpart stay as they are."""

    def __init__(self, other_dialects: bool = False):
        self.other_dialects = other_dialects

    def __call__(self, attr: Attribute) -> Attribute:
        """The VHLO attribute for `attr`. Raises `UnsupportedError`."""
        converter = _TO_VHLO.get(type(attr))
        if converter is not None:
            return converter(self, attr)
        if is_type(attr):
            return make("type_v1", to_vhlo(attr))
        if self.other_dialects or isinstance(attr, VhloAttribute):
            return attr
        raise UnsupportedError(f"attribute '{attr}' has no counterpart in VHLO")

    def array(self, attr: builtin.ArrayAttr[Attribute]) -> Attribute:
        return make("array_v1", builtin.ArrayAttr([self(item) for item in attr]))

    def dictionary(self, attr: builtin.DictionaryAttr) -> Attribute:
        keys = sorted(attr.data, key=encode)
        return make(
            "dict_v1",
            builtin.ArrayAttr([builtin.ArrayAttr([string_v1(key), self(attr.data[key])]) for key in keys]),
        )

    def integer(self, attr: builtin.IntegerAttr) -> Attribute:
        t, value = attr.type, attr.value.data
        if t == builtin.i1:
            return bool_v1(value & 1 == 1)
        if integer_form(t)[0] == 2:
            raise UnsupportedError("an integer attribute of two bits cannot be read back by the C++ library")
        return make("integer_v1", builtin.IntAttr(value), to_vhlo(t))

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
    builtin.FloatAttr: lambda c, a: make("float_v1", a.value, to_vhlo(a.type)),
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
    return make("api_version_v1", builtin.StringAttr(CustomCallApiVersion(number).name))


# Back


def from_vhlo_attribute(attr: Attribute) -> Attribute:
    """Convert a VHLO attribute back; those of other dialects stay. Raises `UnsupportedError`."""
    if not isinstance(attr, VhloAttribute):
        return attr
    name = attr.SPEC.name
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


def _integer_of(value: int, t: Attribute) -> Attribute:
    if not is_integer_type(t) and not isinstance(t, builtin.IndexType):
        raise VerifyException(f"'{t}' is no integer type")
    return builtin.IntegerAttr(value, t)


_FROM_VHLO: dict[str, Callable[[VhloAttribute], Attribute]] = {
    "api_version_v1": lambda a: builtin.IntegerAttr(CustomCallApiVersion[a.value.data].value, builtin.i32),
    "array_v1": lambda a: builtin.ArrayAttr([from_vhlo_attribute(item) for item in a.value]),
    "bool_v1": lambda a: builtin.BoolAttr(a.value.data, builtin.i1),
    "dict_v1": lambda a: builtin.DictionaryAttr(
        {_text_of(key): from_vhlo_attribute(value) for key, value in a.value}
    ),
    "float_v1": lambda a: unverified(builtin.FloatAttr, a.value, from_vhlo(a.type)),
    "integer_v1": lambda a: _integer_of(a.value.data, from_vhlo(a.type)),
    "string_v1": lambda a: a.value,
    "tensor_v1": elements_of_tensor,
    "type_extensions_v1": encoding_from_vhlo,
    "type_v1": lambda a: from_vhlo(a.value),
}

# Attributes that consist of the same parameters in both dialects.


@dataclass(frozen=True)
class Parameter:
    """The conversions of one parameter to VHLO and back."""

    to: Callable[[ToVhlo, Any], Attribute]
    back: Callable[[Any], Attribute]


def _symbol_or_attribute(attr: Attribute) -> Attribute:
    return symbol_of(attr) if isinstance(attr, A["string_v1"]) else from_vhlo_attribute(attr)


ANY = Parameter(lambda convert, a: convert(a), from_vhlo_attribute)
OPTIONAL = Parameter(lambda convert, a: a if present(a) is None else convert(a), from_vhlo_attribute)
MESH = Parameter(lambda convert, a: convert(a), _symbol_or_attribute)

PARAMETERS: dict[ParameterKind, Parameter] = {
    ATTRIBUTE: ANY,
    F64: Parameter(lambda _, a: a.value, lambda a: builtin.FloatAttr(a.data, builtin.f64)),
    OPTIONAL_AFTER_FLAG: OPTIONAL,
    OPTIONAL_WITH_FLAG: OPTIONAL,
    SIGNED: Parameter(lambda _, a: a.value, lambda a: builtin.IntegerAttr(a.data, builtin.i64)),
    SIGNEDS: Parameter(
        lambda _, a: builtin.ArrayAttr([builtin.IntAttr(i) for i in a.get_values()]),
        lambda a: builtin.DenseArrayBase.from_list(builtin.i64, [i.data for i in a]),
    ),
}
"""The conversions of each kind of parameter that VHLO has."""

STRUCTS: tuple[type[ParametrizedAttribute], ...] = (
    S.AxisRefAttr,
    meshes.MeshAttr,
    meshes.MeshAxisAttr,
    S.OutputOperandAliasAttr,
    meshes.ReplicaGroupMeshAxesAttr,
    S.ResultAccuracyAttr,
    meshes.SubAxisInfoAttr,
)


def _declare_struct(kind: type[ParametrizedAttribute], name: str) -> None:
    spec = A[name].SPEC
    parts = [MESH if key == "mesh" else PARAMETERS[each] for key, each in spec.parameters.items()]
    _TO_VHLO[kind] = lambda c, a: make(name, *[part.to(c, p) for part, p in zip(parts, a.parameters)])
    _FROM_VHLO[name] = lambda a: kind.new([part.back(p) for part, p in zip(parts, a.parameters)])


def _declare_enumeration(kind: type[EnumAttribute[Any]], name: str) -> None:
    _TO_VHLO[kind] = lambda _, a: make(name, builtin.StringAttr(str(a.data)))
    _FROM_VHLO[name] = lambda a: kind(kind.enum_type(a.value.data))


for struct in STRUCTS:
    _declare_struct(struct, f"{struct.name.removeprefix('stablehlo.')}_v1")
for _, enumeration, _, enumerated in ENUMS:
    _declare_enumeration(enumerated, enumeration)
