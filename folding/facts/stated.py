"""Facts that attributes on function arguments state, which are trusted. The spelling is Enzyme-JAX's.

`enzymexla.bounds = [0 : i32, 9 : i32]` for integers, and for floats `enzymexla.finite`, `enzymexla.no_nan` and
`enzymexla.non_negative` (not below 0, nor -0.0), as `#enzymexla.guaranteed<GUARANTEED>`, `true` or nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from xdsl.dialects.builtin import IntegerAttr, UnitAttr, UnregisteredAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, SSAValue

from xdsl_stablehlo.ir.guards import is_array_attr, is_tensor_type
from xdsl_stablehlo.values.element_types import is_float

from .lattice import Elements, FloatKinds
from .transfer import kind_of

BOUNDS = "enzymexla.bounds"
TRUE = IntegerAttr.from_bool(True)

KINDS_STATED = {
    "enzymexla.finite": FloatKinds.FINITE,
    "enzymexla.no_nan": FloatKinds.ANY & ~FloatKinds.NAN,
    "enzymexla.non_negative": FloatKinds.NAN | FloatKinds.ZERO | FloatKinds.POSITIVE,
}
"""The kinds of floats that each attribute leaves."""


class Statement(NamedTuple):
    """A statement on an argument."""

    fact: Elements
    attributes: tuple[str, ...]
    """The names of the attributes that state it."""


def statement_on(value: SSAValue) -> Statement | None:
    """The statement on an argument of a function; None if there is none, and for any other value."""
    if not isinstance(value, BlockArgument):
        return None
    func = value.block.parent_op()
    if not isinstance(func, FuncOp) or func.arg_attrs is None or value.block is not func.body.first_block:
        return None
    attributes = func.arg_attrs.data[value.index].data
    bounds, kind = _bounds(attributes.get(BOUNDS)), kind_of(value)
    if kind is not None:
        if bounds is None or not kind.least <= bounds[0] <= bounds[1] <= kind.most:
            return None
        return Statement(kind.between(*bounds), (BOUNDS,))
    names = tuple([name for name in KINDS_STATED if _is_guaranteed(attributes.get(name))])
    if not names or not is_tensor_type(value.type) or not is_float(value.type.element_type):
        return None
    kinds = FloatKinds.ANY
    for name in names:
        kinds &= KINDS_STATED[name]
    return Statement(kinds, names)


def _bounds(attribute: Attribute | None) -> tuple[int, int] | None:
    numbers = attribute.data if is_array_attr(attribute) else ()
    values = [number.value.data for number in numbers if isinstance(number, IntegerAttr)]
    return (values[0], values[1]) if len(values) == len(numbers) == 2 else None


def _is_guaranteed(attribute: Attribute | None) -> bool:
    if isinstance(attribute, UnregisteredAttr):
        return attribute.value.data.strip("<> ") == "GUARANTEED"
    return isinstance(attribute, UnitAttr) or attribute == TRUE
