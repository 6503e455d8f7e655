"""The custom form of an op says everything: types that the verifier lets differ are read back as they were."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from tests.campaigns.random_programs import random_case
from tests.helpers.programs import named
from tests.helpers.tiers import sampled
from tests.xdsl_stablehlo.text.programs import parsed, printed
from xdsl_stablehlo.ir.guards import is_tensor_type

PROGRAMS = named(__file__)

LOOP = PROGRAMS["loop"]
OTHERS = PROGRAMS["others"]


def alone(op: Operation) -> tuple[ModuleOp, Operation]:
    """A module with a copy of an op, in which everything that it uses from outside is an argument."""
    inner = list(op.walk())
    own = {value for each in inner for value in values_of(each)[len(each.operands) :]}
    used = dict.fromkeys(value for each in inner for value in each.operands if value not in own)
    block = Block(arg_types=[value.type for value in used])
    copy = op.clone(dict(zip(used, block.args)))
    block.add_ops([copy, ReturnOp()])
    return ModuleOp([FuncOp("main", ([*block.arg_types], ()), Region(block))]), copy


def values_of(op: Operation) -> list[SSAValue]:
    """The values whose types an op may say: its operands, its results, and the arguments of its regions."""
    arguments = [argument for region in op.regions for block in region.blocks for argument in block.args]
    return [*op.operands, *op.results, *arguments]


def variants(op: Operation) -> Iterator[tuple[ModuleOp, Operation]]:
    """Copies of an op in which one size in the type of one value is not known."""
    for position, value in enumerate(values_of(op)):
        if not is_tensor_type(value.type):
            continue
        shape = value.type.get_shape()
        for dimension in range(len(shape)):
            module, copy = alone(op)
            sizes = [*shape]
            sizes[dimension] = DYNAMIC_INDEX
            changed = values_of(copy)[position]
            Rewriter.replace_value_with_new_type(changed, TensorType(value.type.element_type, sizes))
            func = copy.parent_op()
            assert isinstance(func, FuncOp)
            func.update_function_type()
            yield module, copy


def is_valid(op: Operation) -> bool:
    try:
        op.verify(verify_nested_ops=True)
    except VerifyException:
        return False
    return True


def check(text: str) -> int:
    """Check all variants of the ops in a program that are valid; return their number."""
    checked = 0
    for op in list(parsed(text).walk()):
        if not op.name.startswith(("stablehlo.", "chlo.")) or op.name == "stablehlo.return":
            continue
        for module, copy in variants(op):
            if is_valid(copy):
                checked += 1
                text = printed(module)
                assert printed(parsed(text), generic=True) == printed(module, generic=True), text
    return checked


@pytest.mark.parametrize("program", [LOOP, OTHERS])
def test_of_ops_with_regions_and_short_types(program: str) -> None:
    assert check(program) >= 3


@pytest.mark.long
@sampled("count", 20, 200)
def test_of_drawn_ops(count: int) -> None:
    assert sum([check(random_case(seed).program) for seed in range(count)]) > count
