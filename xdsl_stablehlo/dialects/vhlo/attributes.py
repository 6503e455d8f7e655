"""VHLO's attributes: code, first version, parameters, text."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.utils import EnumAttribute

from ..stablehlo import attributes as S
from ..stablehlo.enums import numbers_of
from ..stablehlo.ops.structure.custom_call import CustomCallApiVersion
from .definition import Spec, VhloAttribute, VhloEnum, make_attribute
from .parameters import (
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
    enumeration,
)
from .typed_values import FloatAttribute, IntegerAttribute, TensorAttribute
from .versions import Version
from .vhlo_types import TypeExtensions

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
    (
        20,
        "result_accuracy_v1",
        "1.9.0",
        "",
        {"atol": F64, "rtol": F64, "ulps": SIGNED, "mode": ATTRIBUTE},
    ),
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
