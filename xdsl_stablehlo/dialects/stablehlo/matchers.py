"""What is known of a value because a constant gives it."""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import ConstantLike

from ...elements import array_of
from .types import is_tensor


def constant_attribute(value: SSAValue) -> Attribute | None:
    """The attribute that a constant op gives to `value`; None for any other value."""
    owner = value.owner
    if not isinstance(owner, Operation) or not owner.has_trait(ConstantLike):
        return None
    return owner.properties.get("value", owner.attributes.get("value"))


def constant_ints(value: SSAValue) -> tuple[int, ...] | None:
    """The integers of a constant tensor, in row-major order; None where they are not known."""
    attribute = constant_attribute(value)
    if attribute is None or not is_tensor(value.type):
        return None
    if not isinstance(value.type.element_type, IntegerType | IndexType):
        return None
    return tuple(int(element) for element in array_of(attribute).reshape(-1))
