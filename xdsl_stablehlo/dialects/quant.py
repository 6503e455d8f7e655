"""The quantized element types of MLIR's `quant` dialect, as StableHLO uses them (spec: Quantized types)."""

from __future__ import annotations

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntAttr
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def


class AnyQuantizedType(ParametrizedAttribute, TypeAttribute):
    """Storage integers that stand for real numbers: real = (stored - zero_point) * scale."""

    storage_type: Attribute
    expressed_type: Attribute


@irdl_attr_definition
class UniformQuantizedType(AnyQuantizedType):
    """`!quant.uniform<i8<-128:127>:f32, 0.1:3>`: one scale and zero point for the whole tensor."""

    name = "quant.uniform"
    storage_type: Attribute = param_def(Attribute)
    expressed_type: Attribute = param_def(Attribute)


@irdl_attr_definition
class UniformQuantizedPerAxisType(AnyQuantizedType):
    """`!quant.uniform<i8:f32:1, {0.1:3, 0.2}>`: a scale and zero point for each index along one axis."""

    name = "quant.uniform_per_axis"
    storage_type: Attribute = param_def(Attribute)
    expressed_type: Attribute = param_def(Attribute)


Quant = Dialect("quant", [], [UniformQuantizedType])
