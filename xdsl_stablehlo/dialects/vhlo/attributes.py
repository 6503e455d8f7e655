"""VHLO's attributes: code, first version, parameters, text; numbers and elements, which have a type, first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import AnyFloat, IndexType, IntAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xdsl_stablehlo.bytecode.builtin import (
    check_size,
    elements_of_payload,
    integer_form,
    pack_bits,
    payload_of,
    read_float,
    read_integer,
    write_float,
)
from xdsl_stablehlo.bytecode.codec import Decoder, Encoder, Field, write_bits, write_blob
from xdsl_stablehlo.ir.guards import is_integer_or_index, is_tensor_type
from xdsl_stablehlo.ir.versions import EnumAttribute
from xdsl_stablehlo.text.floats import float_text
from xdsl_stablehlo.text.literals import LiteralError, float_attr, parse_elements, scan_number
from xdsl_stablehlo.values.element_types import FLOATS, is_pred
from xdsl_stablehlo.values.elements import AnyElementsAttr

from ..stablehlo import attributes as S
from ..stablehlo.attributes import numbers_of
from ..stablehlo.hlo_types import ranked_type
from ..stablehlo.ops.structure.custom_call import CustomCallApiVersion
from .definition import (
    ATTRIBUTE,
    ATTRIBUTES,
    F64,
    FLAG,
    OPTIONAL_AFTER_FLAG,
    OPTIONAL_WITH_FLAG,
    PAIRS,
    SIGNED,
    SIGNEDS,
    TEXT,
    TYPE,
    ParameterKind,
    Payload,
    Spec,
    VhloAttribute,
    VhloEnum,
    enumeration,
    make_attribute,
    payload,
)
from .versions import Version
from .vhlo_types import TypeExtensions, from_vhlo, to_vhlo


class FloatBase(VhloAttribute):
    """A float: its value and its type. The value is a double, which holds all values of all types.

    Hexadecimal digits are the bits of a value of that type.
    """

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            start = parser.pos
            literal = scan_number(parser)
            parser.parse_punctuation(":")
            t = parser.parse_type()
            builtin = from_vhlo(t)
            if type(builtin) not in FLOATS:
                parser.raise_error("expected VHLO float type")
            try:
                return float_attr(literal, cast(AnyFloat, builtin)).value, t
            except LiteralError as error:
                parser.raise_error(str(error), start, start + len(literal))

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{float_text(self.value.data, from_vhlo(self.type))} : ")
        printer.print_attribute(self.type)
        printer.print_string(">")


def _read_float(decoder: Decoder) -> Attribute:
    t = decoder.type()
    builtin = from_vhlo(t)
    if type(builtin) not in FLOATS:
        raise decoder.cursor.error(f"a float type expected where '{t}' stands")
    return FloatAttribute.new((read_float(decoder, builtin), t))


def _write_float(encoder: Encoder, attr: VhloAttribute) -> None:
    encoder.type(attr.type)
    write_float(encoder, attr.value.data, from_vhlo(attr.type))


class IntegerBase(VhloAttribute):
    """An integer: its value and its type, in text the builtin one."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            attr = parser.parse_attribute()
            if not isinstance(attr, IntegerAttr):
                parser.raise_error("expected an integer attribute")
            number = cast("IntegerAttr[IntegerType | IndexType]", attr)
            return IntAttr(number.value.data), to_vhlo(number.type)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(IntegerAttr(self.value.data, cast(IntegerType, from_vhlo(self.type))))


def _integer_type(t: Attribute) -> Attribute:
    """The integer type that a VHLO type stands for."""
    builtin = from_vhlo(t)
    if not is_integer_or_index(builtin):
        raise ValueError(f"an integer type expected where '{t}' stands")
    return builtin


def _read_integer(decoder: Decoder) -> Attribute:
    t = decoder.type()
    return IntegerAttribute.new((IntAttr(read_integer(decoder, _integer_type(t))), t))


def _write_integer(encoder: Encoder, attr: VhloAttribute) -> None:
    encoder.type(attr.type)
    write_bits(encoder, attr.value.data, integer_form(_integer_type(attr.type))[0])


class TensorBase(VhloAttribute):
    """Elements of a tensor: its type and its payload, in text a builtin `dense`."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            elements = cast(AnyElementsAttr, parse_elements(parser))
            return to_vhlo(elements.type), payload(payload_of(elements))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(elements_of_tensor(self))


def elements_of_tensor(attr: VhloAttribute) -> AnyElementsAttr:
    """The builtin attribute of a VHLO tensor."""
    return elements_of_payload(ranked_type(from_vhlo(attr.type)), attr.data.data)


def tensor_of_elements(attr: AnyElementsAttr) -> VhloAttribute:
    """The VHLO tensor of a builtin attribute."""
    return TensorAttribute.new((to_vhlo(attr.type), payload(payload_of(attr))))


def _read_tensor(decoder: Decoder) -> Attribute:
    t = decoder.type()
    data = decoder.cursor.blob()
    builtin = from_vhlo(t)
    if not is_tensor_type(builtin):
        raise decoder.cursor.error(f"a tensor type expected where '{t}' stands")
    shape, element_type = builtin.get_shape(), builtin.element_type
    check_size(shape, element_type, data)
    if is_pred(element_type):
        data = pack_bits(data, shape)
    return TensorAttribute.new((t, payload(data)))


def _write_tensor(encoder: Encoder, attr: VhloAttribute) -> None:
    encoder.type(attr.type)
    write_blob(encoder, attr.data.data)


_FIRST = Version(0, 9, 0)

FloatAttribute = make_attribute(
    Spec(
        "float_v1",
        8,
        _FIRST,
        {"value": F64, "type": TYPE},
        "$value : $type",
        encoding=Field(_read_float, _write_float),
    ),
    FloatBase,
)
IntegerAttribute = make_attribute(
    Spec(
        "integer_v1",
        9,
        _FIRST,
        {"value": SIGNED, "type": TYPE},
        "",
        encoding=Field(_read_integer, _write_integer),
    ),
    IntegerBase,
)
PAYLOAD = ParameterKind(
    Payload, SIGNED.field, Printer.print_attribute, lambda parser: parser.parse_attribute()
)
TensorAttribute = make_attribute(
    Spec(
        "tensor_v1",
        15,
        _FIRST,
        {"type": TYPE, "data": PAYLOAD},
        "",
        encoding=Field(_read_tensor, _write_tensor),
    ),
    TensorBase,
)


ENUMS: tuple[tuple[int, str, str, type[EnumAttribute[Any]]], ...] = (
    (3, "comparison_direction_v1", "0.9.0", S.ComparisonDirectionAttr),
    (4, "comparison_type_v1", "0.9.0", S.ComparisonTypeAttr),
    (7, "fft_type_v1", "0.9.0", S.FftTypeAttr),
    (11, "precision_v1", "0.9.0", S.PrecisionAttr),
    (12, "rng_algorithm_v1", "0.9.0", S.RngAlgorithmAttr),
    (13, "rng_distribution_v1", "0.9.0", S.RngDistributionAttr),
    (16, "transpose_v1", "0.9.0", S.TransposeAttr),
    (19, "result_accuracy_mode_v1", "1.9.0", S.ResultAccuracyModeAttr),
)
"""Enumerations with the cases and numbers of StableHLO's."""

STRUCTS: tuple[tuple[int, str, str, str, dict[str, ParameterKind]], ...] = (
    (1, "array_v1", "0.9.0", "$value", {"value": ATTRIBUTES}),
    (2, "bool_v1", "0.9.0", "$value", {"value": FLAG}),
    (6, "dict_v1", "0.9.0", "$value", {"value": PAIRS}),
    (
        10,
        "output_operand_alias_v1",
        "0.9.0",
        "",
        {"outputTupleIndices": SIGNEDS, "operandIndex": SIGNED, "operandTupleIndices": SIGNEDS},
    ),
    (14, "string_v1", "0.9.0", "$value", {"value": TEXT}),
    (17, "type_v1", "0.9.0", "$value", {"value": TYPE}),
    (20, "result_accuracy_v1", "1.9.0", "", {"atol": F64, "rtol": F64, "ulps": SIGNED, "mode": ATTRIBUTE}),
    (21, "sub_axis_info_v1", "1.16.0", "", {"pre_size": SIGNED, "size": SIGNED}),
    (22, "axis_ref_v1", "1.16.0", "", {"name_": ATTRIBUTE, "sub_axis_info": OPTIONAL_AFTER_FLAG}),
    (23, "replica_group_mesh_axes_v1", "1.16.0", "", {"mesh": ATTRIBUTE, "axes": ATTRIBUTE}),
    (24, "mesh_axis_v1", "1.16.0", "", {"name_": ATTRIBUTE, "size": SIGNED}),
    (25, "mesh_v1", "1.16.0", "", {"axes": ATTRIBUTE, "device_ids": OPTIONAL_WITH_FLAG}),
)


OWN = {"result_accuracy_v1": {"mode": "expected VHLO result accuracy mode"}}
"""Parameters that have to be VHLO's own, and what is said of others."""


def _struct(code: int, name: str, since: str, text: str, parameters: dict[str, ParameterKind]) -> Spec:
    closed = name == "mesh_axis_v1"
    return Spec(name, code, Version.parse(since), parameters, text, closed, own=OWN.get(name, {}))


def _enum(code: int, name: str, since: str, numbers: dict[str, int]) -> type[VhloAttribute]:
    return make_attribute(Spec(name, code, Version.parse(since), {"value": enumeration(numbers)}), VhloEnum)


API_VERSIONS = {version.name: version.value for version in CustomCallApiVersion}
"""custom_call's API versions, which StableHLO has as numbers."""

ATTRIBUTES_BY_NAME: dict[str, type[VhloAttribute]] = {
    cls.SPEC.name: cls
    for cls in (
        FloatAttribute,
        IntegerAttribute,
        TensorAttribute,
        TypeExtensions,
        *(make_attribute(_struct(*row), VhloAttribute) for row in STRUCTS),
        *(_enum(code, name, since, numbers_of(kind.enum_type)) for code, name, since, kind in ENUMS),
        _enum(5, "api_version_v1", "0.9.0", API_VERSIONS),
    )
}
"""All attributes, by their name without the dialect."""
