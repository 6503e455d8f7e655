"""Which ops are constants, and the bytes of the elements of an attribute."""

from __future__ import annotations

from functools import cache

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import (
    SplatElementsAttr,
    array_of,
    array_of_scalar,
    element_bytes,
    is_elements,
)
from xdsl_stablehlo.values.storage import SPLAT_BYTES


@cache
def is_constant(kind: type[Operation]) -> bool:
    """Whether ops of a class are constants. Does not import the dialect `arith`."""
    return kind is ConstantOp or kind.name == "arith.constant"


def array_of_constant(op: Operation) -> Array:
    """The elements of a constant of StableHLO or `arith`; those of a scalar as an array of rank 0.

    Raises `ValueError` where it has none that is an array's.
    """
    if isinstance(op, ConstantOp):
        return op.array()
    value = op.properties["value"]
    scalar = array_of_scalar(value)
    return array_of(value) if scalar is None else scalar


def is_defined_constant(value: SSAValue) -> bool:
    """Whether a constant op defines a value, which may be a scalar of another dialect."""
    return isinstance(value.owner, Operation) and is_constant(type(value.owner))


def attribute_bytes(attribute: Attribute) -> int:
    """Bytes of the elements of an attribute; of one element for a splat."""
    if not is_elements(attribute):
        return 0
    raw = attribute.data.data
    whole = len(raw)
    # Elements have 1, 2, 4, 8 or 16 bytes.
    if (
        whole > SPLAT_BYTES
        or type(attribute) is SplatElementsAttr
        or (whole >= 32 and raw[:16] != raw[16:32])
    ):
        return whole
    size = element_bytes(attribute.get_element_type())
    first = raw[:size]
    if raw[size : 2 * size] not in (first, b""):
        return whole
    return size if bytes(first) * (whole // max(size, 1)) == raw else whole
