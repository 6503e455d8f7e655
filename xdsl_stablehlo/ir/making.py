"""Ops made of their parts, and blocks of ops, by setting the links between them.

xDSL's constructors check and copy what a reader of files has just checked and made, which takes half of its time.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import (
    Attribute,
    Block,
    Operation,
    OpResult,
    ParametrizedAttribute,
    Region,
    SSAValue,
    SSAValues,
    Use,
)
from xdsl.irdl import IRDLOperation


def declared_field(op: Operation, name: str) -> object:
    """The operand, result, region or property that the class of an op declares by a name, or the sequence of them."""
    return getattr(op, name)


@cache
def parameters_of(kind: type[ParametrizedAttribute]) -> tuple[str, ...]:
    """The names of an attribute's parameters."""
    return tuple([name for name, _ in kind.get_irdl_definition().parameters])


class OpParts(NamedTuple):
    """The parts of an op that many ops have in common."""

    op_class: type[Operation]
    result_types: Sequence[Attribute]
    properties: Mapping[str, Attribute]
    attributes: Mapping[str, Attribute]


def op_with(
    op_class: type[Operation],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    location: LocationAttr,
    successors: Sequence[Block] = (),
    regions: Sequence[Region] = (),
) -> Operation:
    """An op as `op_class.create` makes it. It keeps the dictionaries."""
    if not successors and not regions and is_plain(op_class):
        return _op_of_parts(op_class, operands, result_types, properties, attributes, location)
    return op_class.create(
        operands=operands,
        result_types=result_types,
        properties=properties,
        attributes=attributes,
        location=location,
        successors=successors,
        regions=regions,
    )


@lru_cache(1 << 12)
def is_plain(op_class: type[Operation]) -> bool:
    """Whether `create` gives ops of this class no more than it is given."""
    if not issubclass(op_class, IRDLOperation) or op_class.__post_init__ is not IRDLOperation.__post_init__:
        return False
    definition = op_class.get_irdl_definition()
    fields = (*definition.properties.values(), *definition.attributes.values())
    return "create" not in vars(op_class) and all(field.default_value is None for field in fields)


def _op_of_parts(
    op_class: type[Operation],
    operands: Sequence[SSAValue],
    result_types: Iterable[Attribute],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    location: LocationAttr,
) -> Operation:
    op = op_class.__new__(op_class)
    if operands:
        uses: list[Use] = []
        for value in operands:
            following = value.first_use
            use = value.first_use = Use(op, len(uses), None, following)
            if following is not None:
                following._prev_use = use
            uses.append(use)
        op._operands, op._operand_uses = SSAValues(operands), tuple(uses)
    op.results = SSAValues([OpResult(kind, op, index) for index, kind in enumerate(result_types)])
    op.properties = properties
    op.attributes = attributes
    op.location = location
    return op


def append_op(block: Block, op: Operation) -> None:
    """Put a new op at the end of a block."""
    last = block._last_op
    op.parent, op._prev_op, block._last_op = block, last, op
    if last is None:
        block._first_op = op
    else:
        last._next_op = op
