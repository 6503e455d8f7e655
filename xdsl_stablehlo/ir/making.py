"""Ops made of their parts, and blocks of ops, by setting the links between them.

xDSL's constructors check and copy what a reader of files has just checked and made, which takes half of its time.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue, SSAValues, Use
from xdsl.irdl import IRDLOperation


def declared_field(op: Operation, name: str) -> object:
    """The operand, result, region or property that the class of an op declares by a name, or the sequence of them."""
    return getattr(op, name)


@lru_cache(1 << 12)
def is_plain(op_class: type[Operation]) -> bool:
    """Whether `op_of_parts` makes ops of this class: `create` gives them no more than it is given."""
    if not issubclass(op_class, IRDLOperation) or op_class.__post_init__ is not IRDLOperation.__post_init__:
        return False
    definition = op_class.get_irdl_definition()
    fields = (*definition.properties.values(), *definition.attributes.values())
    return "create" not in vars(op_class) and all(field.default_value is None for field in fields)


def op_of_parts(
    op_class: type[Operation],
    operands: Sequence[SSAValue],
    result_types: Iterable[Attribute],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    location: LocationAttr,
) -> Operation:
    """An op without regions and successors, as `op_class.create` makes it. It keeps the dictionaries."""
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
