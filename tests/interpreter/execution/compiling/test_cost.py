"""The estimates of an op's work, by the formulas that its documentation states."""

from __future__ import annotations

import pytest
from xdsl.dialects import test as foreign
from xdsl.ir import Operation

from tests.helpers.programs import function, parse
from xdsl_stablehlo.interpreter.execution.meter import (
    ARITHMETIC,
    CALL,
    TRANSCENDENTAL,
    has_unknown_size,
    work_of,
)
from xdsl_stablehlo.interpreter.execution.type_facts import COMPLEX_ARITHMETIC, KnownTypes
from xdsl_stablehlo.interpreter.kernels.support.table import Cost, Entry, Exactness, Kernel

TYPES = KnownTypes()


def op_on(kind: str, body: str = "%r0 = stablehlo.add %a0, %a0 : {0}") -> Operation:
    text = function(body.format(kind), [kind], [kind])
    (func,) = parse(text).ops
    op = func.regions[0].block.first_op
    assert op is not None
    return op


def entry(cost: Cost | None = None, exactness: Exactness = Exactness.EXACT, function: bool = False) -> Entry:
    def make(_: Operation) -> Kernel:
        return lambda *_: ()

    return Entry(make, cost or Cost(), exactness=exactness, function=function)


@pytest.mark.parametrize(
    ("kind", "each"),
    [
        ("tensor<10xf32>", 1),
        ("tensor<10xbf16>", 4),
        ("tensor<10xf16>", 12),
        ("tensor<10xcomplex<f32>>", COMPLEX_ARITHMETIC),
    ],
)
def test_arithmetic_takes_what_its_element_type_takes(kind: str, each: int) -> None:
    op = op_on(kind)
    assert work_of(op, entry(), TYPES) == ARITHMETIC + 10 * each
    assert work_of(op, entry(), TYPES, 3) == ARITHMETIC + 3 * each
    assert work_of(op, entry(exactness=Exactness.ROUNDED), TYPES) == ARITHMETIC + 10 * each
    assert work_of(op, entry(function=True), TYPES, 0) == TRANSCENDENTAL


@pytest.mark.parametrize(
    ("kind", "each"), [("f32", 25), ("bf16", 25), ("f64", 400), ("complex<f32>", 60), ("complex<f64>", 60)]
)
def test_functions_take_what_their_element_type_takes(kind: str, each: int) -> None:
    op = op_on(f"tensor<10x{kind}>")
    assert work_of(op, entry(function=True), TYPES) == TRANSCENDENTAL + 10 * each


def test_what_an_op_states_counts_and_complex_numbers_take_more() -> None:
    stated = entry(Cost(500, 3), function=True)
    assert work_of(op_on("tensor<10xf32>"), stated, TYPES) == 500 + 30
    assert work_of(op_on("tensor<10xf16>"), stated, TYPES) == 500 + 30
    assert work_of(op_on("tensor<10xcomplex<f64>>"), stated, TYPES) == 500 + 20_000 + 10 * 15


def test_quantized_operands_take_more() -> None:
    op = op_on("tensor<10x!quant.uniform<i8:f32, 1.0>>")
    assert work_of(op, entry(Cost(500, 3)), TYPES) == 500 + 30_000 + 10 * 33


def test_an_op_without_an_entry_is_a_call() -> None:
    assert work_of(op_on("tensor<10xf32>"), None, TYPES) == CALL
    assert work_of(op_on("tensor<10xf32>"), None, TYPES, 1000) == CALL


@pytest.mark.parametrize(("counted", "elements"), [(0, 10), (9, 10), (10, 10), (11, 11)])
def test_counted_work_counts_where_it_is_more_than_the_elements(counted: int, elements: int) -> None:
    stated = entry(Cost(7, 2, work=lambda _: counted))
    op = op_on("tensor<10xf32>")
    assert work_of(op, stated, TYPES) == 7 + 2 * elements
    assert work_of(op, stated, TYPES, 4) == 7 + 2 * 4


def test_the_largest_operand_or_result_counts() -> None:
    widened = op_on(
        "tensor<10xf32>",
        "%b = stablehlo.broadcast_in_dim %a0, dims = [1] : ({0}) -> tensor<5x10xf32>\n"
        "%r0 = stablehlo.add %a0, %a0 : {0}",
    )
    assert work_of(widened, entry(Cost(0, 1)), TYPES) == 50


def test_sizes_that_nobody_knows_count_as_one() -> None:
    op = op_on("tensor<?xf32>")
    assert has_unknown_size(op, TYPES)
    assert not has_unknown_size(op_on("tensor<3xf32>"), TYPES)
    assert work_of(op, entry(Cost(5, 2, work=lambda _: 1000)), TYPES) == 5 + 2
    assert work_of(op, entry(Cost(5, 2)), TYPES, 100) == 5 + 200


def test_an_op_without_values_takes_what_it_takes_once() -> None:
    op = foreign.TestOp()
    assert not has_unknown_size(op, TYPES)
    assert work_of(op, entry(Cost(5, 3)), TYPES) == 5
    assert work_of(op, entry(), TYPES, 10) == ARITHMETIC + 10
