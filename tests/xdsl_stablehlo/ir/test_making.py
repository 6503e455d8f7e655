"""Ops that are made of their parts are those that xDSL's constructors make."""

from __future__ import annotations

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import NameLoc, StringAttr, UnknownLoc, UnregisteredOp, i32
from xdsl.ir import Attribute, Block, Operation, Use

from xdsl_stablehlo.dialects.stablehlo import AddOp, CustomCallOp
from xdsl_stablehlo.ir.making import append_op, is_plain, op_with

LOCATION = NameLoc(StringAttr("here"), UnknownLoc())


def block_of_ops(with_links: bool) -> Block:
    """Four ops, one of which reads an argument twice, and one of which reads and gives nothing."""
    block = Block(arg_types=[i32, i32])
    first, second = block.args
    for name, operands in (("a", [first, second, first]), ("b", [first]), ("c", []), ("d", [second])):
        kinds: list[Attribute] = [i32] * len(operands)
        properties: dict[str, Attribute] = {"p": StringAttr(name)}
        attributes: dict[str, Attribute] = {"q": StringAttr(name)}
        if with_links:
            append_op(block, op_with(test.TestOp, operands, kinds, properties, attributes, LOCATION))
        else:
            block.add_op(
                test.TestOp.create(
                    operands=operands,
                    result_types=kinds,
                    properties=properties,
                    attributes=attributes,
                    location=LOCATION,
                )
            )
    return block


def links(block: Block) -> list[object]:
    """The order of ops in both directions, and the order of uses in both directions."""
    ops = list(block.ops)
    numbers = {op: number for number, op in enumerate(ops)}
    backwards: list[Operation] = []
    op = block.last_op
    while op is not None:
        backwards.append(op)
        op = op.prev_op

    def place(use: Use) -> tuple[int, int]:
        return numbers[use.operation], use.index

    reads = [[place(use) for use in value.uses] for value in block.args]
    return [len(ops), [numbers[op] for op in backwards], reads, [op.parent is block for op in ops]]


def test_links_are_those_of_xdsl() -> None:
    made, expected = block_of_ops(with_links=True), block_of_ops(with_links=False)
    assert made.is_structurally_equivalent(expected)
    assert links(made) == links(expected)
    assert [op.location for op in made.ops] == [LOCATION] * 4
    first = made.args[0]
    for op in reversed(list(made.ops)):
        op.detach()
        op.erase()
    assert first.first_use is None
    assert made.first_op is None


@pytest.mark.parametrize(
    ("op_class", "plain"),
    [(AddOp, True), (test.TestOp, True), (CustomCallOp, False), (UnregisteredOp.with_name("a.b"), False)],
)
def test_ops_that_get_more_than_they_are_given(op_class: type[Operation], plain: bool) -> None:
    assert is_plain(op_class) == plain
