"""The constant op (spec: constant)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Self, cast

import numpy as np
from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.text.literals import parse_elements, print_elements
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import AnyElementsAttr, SplatElementsAttr, array_of, attribute_of_array
from xdsl_stablehlo.values.storage import on_varying_part

from ..base.quant import AnyQuantizedType
from .definition import HloOp, Violation
from .hlo_types import HLO_StaticShapeTensorOrPerAxisQuantizedTensor, ranked_type
from .shapes import element_type_of, is_static_tensor
from .symbols import look_around

ELEMENTS: tuple[type[Attribute], ...] = (
    builtin.DenseIntOrFPElementsAttr,
    SplatElementsAttr,
    builtin.DenseResourceAttr,
)
"""The attributes that hold the elements of a tensor."""


class ElementsOp(HloOp):
    """A tensor of known elements. `value` of a quantized one is a tensor of the storage type."""

    value = prop_def(Attribute)
    output = result_def(HLO_StaticShapeTensorOrPerAxisQuantizedTensor)

    def __init__(self, value: Attribute | Array | np.generic, result_type: Attribute | None = None):
        """`value` is an attribute of elements, or an array, which is copied."""
        if not isinstance(value, Attribute):
            value = attribute_of_array(value, result_type)
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        if not isinstance(self.value, ELEMENTS):
            raise Violation(
                "attribute 'value' failed to satisfy constraint: constant vector/tensor attribute"
            )
        return (cast(AnyElementsAttr, self.value).type,)

    def accepts_return_types(self, inferred: Sequence[Attribute], declared: Sequence[Attribute]) -> bool:
        return _stored(declared[0]) == inferred[0]

    def array(self) -> Array:
        """The elements, read-only. Those of a quantized constant are integers of its storage type: 200 of u8 where
        `value` has the i8 of the same bits, -56. Raises `ValueError` as `array_of` does.
        """
        array = array_of(self.value)
        element_type = element_type_of(self.output.type)
        if not isinstance(element_type, AnyQuantizedType):
            return array
        dtype = dtype_of(element_type)

        def stored(integers: Array) -> Array:
            return integers.astype(np.int64).astype(dtype)  # ml_dtypes knows no cast from int4 to uint4

        return array if array.dtype == dtype else on_varying_part(stored, 1)(array)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        if parser.parse_optional_punctuation("(") is not None:
            return cls._parse_generic(parser)
        attributes = parser.parse_optional_attr_dict()
        value = parse_elements(parser)
        if not isinstance(value, ELEMENTS):
            parser.raise_error("expected the elements of a tensor")
        op = cls(value)
        op.attributes.update(attributes)
        return op

    @classmethod
    def _parse_generic(cls, parser: Parser) -> Self:
        """Parse the generic form, which is used where the result type is not that of the elements."""
        parser.parse_punctuation(")")
        properties = parser.parse_optional_properties_dict()
        attributes = parser.parse_optional_attr_dict()
        value = properties.get("value", attributes.pop("value", None))
        if value is None:
            parser.raise_error(f"'{cls.name}' op requires attribute 'value'")
        for punctuation in (":", "(", ")", "->"):
            parser.parse_punctuation(punctuation)
        op = cls(value, parser.parse_type())
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        if cast(AnyElementsAttr, self.value).type != self.output.type:
            printer.print_op_with_default_format(self)
            return
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        print_elements(printer, self.value)


class ConstantOp(ElementsOp, op="stablehlo.constant", init=False):
    """A tensor of known elements (spec: constant)."""

    traits = traits_def(ConstantLike(), Pure())

    def fold(self) -> Sequence[SSAValue | Attribute]:
        return (self.value,)


def may_be_constant(t: Attribute) -> bool:
    """Whether a constant may have the type `t`."""
    return HLO_StaticShapeTensorOrPerAxisQuantizedTensor.accepts(t)


def _stored(declared: Attribute) -> Attribute:
    """The tensor type that the elements of a constant of type `declared` have."""
    if is_tensor_type(declared) and isinstance(declared.element_type, AnyQuantizedType):
        return builtin.TensorType(declared.element_type.storage_type, declared.shape, declared.encoding)
    return declared


class MaterializeConstants(ConstantMaterializationInterface):
    """Elements become a `ConstantOp`."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        return ConstantOp(value, type) if isinstance(value, ELEMENTS) else None

    def attribute_for_value(self, value: object, type: Attribute) -> Attribute | None:
        """The elements of a tensor of xDSL's interpreter (`docs/upstream`)."""
        if not is_static_tensor(type) or not hasattr(value, "__array__"):
            return None
        return attribute_of_array(np.asarray(value), type)


def is_constant_ints(value: SSAValue) -> bool:
    """Whether a constant gives `value`, a tensor of integers; their number may be any."""
    return _integers(value) is not None


def constant_ints(value: SSAValue, count: int) -> tuple[int, ...] | None:
    """The `count` integers of a constant tensor, in row-major order; None where they are not known, or not so many.

    The shape is looked at first: a few characters can make a constant that no time suffices to read.
    """
    attribute = _integers(value)
    if attribute is None or prod(ranked_type(value.type).get_shape()) != count:
        return None
    return tuple(int(element) for element in array_of(attribute).reshape(-1))


def all_constant_ints(value: SSAValue) -> tuple[int, ...] | None:
    """The integers of a constant tensor, however many its type says."""
    return constant_ints(value, prod(value.type.get_shape())) if is_static_tensor(value.type) else None


def _integers(value: SSAValue) -> Attribute | None:
    if not is_tensor_type(value.type) or not isinstance(
        value.type.element_type, builtin.IntegerType | builtin.IndexType
    ):
        return None
    look_around()
    owner = value.owner
    if not isinstance(owner, Operation) or not owner.has_trait(ConstantLike, value_if_unregistered=False):
        return None
    return owner.properties.get("value", owner.attributes.get("value"))
