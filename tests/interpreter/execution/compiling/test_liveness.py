"""Which values blocks read from outside, and for the last time."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import test as foreign
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from tests.helpers.programs import function, named, parse
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.dialects.stablehlo import IfOp, WhileOp
from xdsl_stablehlo.interpreter.execution.compiler import Captures, last_uses

PROGRAMS = named(__file__)

NESTED = function(PROGRAMS["nested"], ["tensor<i1>", "tensor<f32>", "tensor<f32>"], ["tensor<f32>"])


def entry(text: str) -> Block:
    (func,) = [op for op in parse(text).ops if isinstance(op, FuncOp)]
    return func.body.block


def names(values: tuple[SSAValue, ...]) -> list[str]:
    return [str(value.name_hint) for value in values]


def test_captures_are_in_order_of_first_use_and_through_all_blocks_inside() -> None:
    block = entry(NESTED)
    outer, inner = [op for op in block.walk() if isinstance(op, IfOp)]
    captures = Captures()
    assert names(captures.of(outer.true_branch.block)) == ["a2", "c", "a0", "a1"]
    assert names(captures.of(outer.false_branch.block)) == ["a1"]
    assert names(captures.of(inner.true_branch.block)) == ["x", "a1"]
    assert names(captures.of(inner.false_branch.block)) == ["a2"]
    assert names(tuple(captures.read_by(outer))) == ["a0", "a2", "c", "a0", "a1", "a1"]


def test_a_function_reads_nothing_from_outside() -> None:
    assert Captures().of(entry(NESTED)) == ()
    assert Captures().of(Block()) == ()


def test_arguments_of_a_block_are_its_own() -> None:
    text = function(PROGRAMS["arguments of a block are its own"], ["tensor<i32>"] * 2, ["tensor<i32>"])
    (loop,) = [op for op in entry(text).walk() if isinstance(op, WhileOp)]
    captures = Captures()
    assert names(captures.of(loop.cond.block)) == ["a1"]
    assert captures.of(loop.body.block) == ()


def test_a_region_of_several_blocks_reads_what_none_of_them_defines() -> None:
    ctx = Context()
    register_dialects(ctx)
    ctx.load_op(foreign.TestOp)
    text = PROGRAMS["a region of several blocks reads what none of them defines"]
    module = parse_module(text, ctx)
    (func,) = module.ops
    op = func.regions[0].block.first_op
    assert op is not None
    assert names(tuple(Captures().read_by(op))) == ["a", "b", "a"]


def dead_slots(block: Block) -> dict[str, list[str]]:
    """By the name of an op's first result (or of the op): the values that no later op reads."""
    values: list[SSAValue] = [*block.args, *[result for op in block.ops for result in op.results]]
    numbers = {value: number for number, value in enumerate(values)}
    ops = list(block.ops)
    returns = tuple([numbers[value] for value in ops.pop().operands])
    found = last_uses(ops, numbers, returns, Captures())

    def name(op: Operation) -> str:
        return str(op.results[0].name_hint) if op.results else op.name

    return {name(op): sorted([str(values[slot].name_hint) for slot in slots]) for op, slots in found.items()}


def test_values_die_where_they_are_read_last() -> None:
    text = function(PROGRAMS["values die where they are read last"], ["tensor<f32>"] * 2, ["tensor<f32>"])
    # An argument that nobody reads stays with the frame, and so does what is returned.
    assert dead_slots(entry(text)) == {"x": ["c"], "y": ["a0"], "never": ["never", "x"], "r0": ["y"]}


def test_values_that_regions_read_die_with_the_op_of_the_regions() -> None:
    assert dead_slots(entry(NESTED)) == {"r0": ["a0", "a1", "a2", "c"]}


def test_a_constant_that_nobody_reads_is_not_freed() -> None:
    text = function("%c = stablehlo.constant dense<1.0> : tensor<f32>", ["tensor<f32>"])
    assert dead_slots(entry(text)) == {}
