"""Constant operands: their integers, where a constant op defines them."""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects.builtin import AnyTensorType, IndexType, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import ConstantLike

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.elements import array_of


def constant_attribute(value: SSAValue) -> Attribute | None:
    """The attribute that a constant op gives to `value`; None for any other value."""
    owner = value.owner
    if not isinstance(owner, Operation) or not owner.has_trait(ConstantLike):
        return None
    return owner.properties.get("value", owner.attributes.get("value"))


def is_constant_ints(value: SSAValue) -> bool:
    """Whether a constant gives `value`, a tensor of integers; their number may be any."""
    return _integers(value) is not None


def constant_ints(value: SSAValue, count: int) -> tuple[int, ...] | None:
    """The `count` integers of a constant tensor, in row-major order; None where they are not known, or not so many.

    The shape is looked at first: a few characters can make a constant that no time suffices to read.
    """
    attribute = _integers(value)
    if attribute is None or prod(cast("AnyTensorType", value.type).get_shape()) != count:
        return None
    return tuple(int(element) for element in array_of(attribute).reshape(-1))


def all_constant_ints(value: SSAValue) -> tuple[int, ...] | None:
    """The integers of a constant tensor, however many its type says."""
    if not is_tensor_type(value.type) or not value.type.has_static_shape():
        return None
    return constant_ints(value, prod(value.type.get_shape()))


def _integers(value: SSAValue) -> Attribute | None:
    if not is_tensor_type(value.type) or not isinstance(value.type.element_type, IntegerType | IndexType):
        return None
    return constant_attribute(value)
