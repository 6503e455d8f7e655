"""What the constructors of ops are made of: the fields of an op, and what makes attributes of plain Python values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias, cast

from xdsl.dialects.builtin import ArrayAttr, ArrayOfConstraint, StringAttr, UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import AttrConstraint, IRDLOperation, RangeOf

AttributeMaker: TypeAlias = Callable[[Any], "Attribute | None"]


class Fields(NamedTuple):
    """The names of an op's operands and regions, and what makes attributes of its properties."""

    operands: Sequence[str]
    regions: Sequence[str]
    properties: Mapping[str, AttributeMaker]
    has_results: bool


@cache
def fields_of(op_type: type[IRDLOperation]) -> Fields:
    """The fields of an op. A name that is taken in xDSL, `operands_`, is here without its underscore."""
    definition = op_type.get_irdl_definition()
    return Fields(
        [name.rstrip("_") for name, _ in definition.operands],
        [name for name, _ in definition.regions],
        {name: _attribute_maker(prop.constr) for name, prop in definition.properties.items()},
        bool(definition.results),
    )


def values_of(names: Iterable[str], parameters: Mapping[str, Any]) -> list[Any]:
    """The operands or regions of these names, one or a sequence each, in one list."""
    values: list[Any] = []
    for name in names:
        value = parameters[name]
        if isinstance(value, Sequence):
            values.extend(cast("Sequence[Any]", value))
        else:
            values.append(value)
    return values


def attributes_of(
    makers: Mapping[str, AttributeMaker], parameters: Mapping[str, Any]
) -> dict[str, Attribute]:
    """The properties that are given, as attributes; a flag that is not set is none."""
    attributes: dict[str, Attribute] = {}
    for name, make in makers.items():
        value = parameters.get(name)
        attribute = make(value) if value is not None and not isinstance(value, Attribute) else value
        if attribute is not None:
            attributes[name] = attribute
    return attributes


def _attribute_maker(constraint: AttrConstraint) -> AttributeMaker:
    """What makes an attribute that `constraint` accepts of a plain value: its `make`, or the attribute's class."""
    if isinstance(constraint, ArrayOfConstraint):
        elements = cast("RangeOf[Attribute]", cast("Any", constraint).elem_range_constraint)
        make_element = cast("Callable[[Any], Attribute]", _attribute_maker(elements.constr))
        return lambda values: ArrayAttr(v if isinstance(v, Attribute) else make_element(v) for v in values)
    bases = cast("set[AttributeMaker]", constraint.get_bases() or {StringAttr})
    make = getattr(constraint, "make", StringAttr if StringAttr in bases else bases.pop())
    return make if make is not UnitAttr else lambda flag: UnitAttr() if flag else None
