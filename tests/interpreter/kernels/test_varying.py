"""What is known of a result's repetitions before it is evaluated, and what the kernels make of repeated operands."""

from __future__ import annotations

from math import prod
from random import Random
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from tests.helpers.drawn import op_programs_special as special, op_programs_structured as structured
from tests.helpers.drawn.op_programs import ELEMENTWISE, MOVEMENT, Case, one_op, values
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.programs import assert_same, combining, i64s, parse, sample
from xdsl_stablehlo.dialects.stablehlo import ConstantOp, DynamicConvOp, DynamicGatherOp, ReduceOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, kernel_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.tensor import array_of
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import Varying, first_along, varying_of
from xdsl_stablehlo.workbench.fuzzing.sketch import drawn_shape

_WITH_CONTROL_FLOW = (special.if_, structured.case, *structured.DYNAMIC, structured.while_)
FAMILIES = sorted(
    {*ELEMENTWISE, *MOVEMENT, *structured.STRUCTURED, *special.SPECIAL} - {*_WITH_CONTROL_FLOW},
    key=lambda family: family.__name__,
)


def first_op(module: ModuleOp) -> tuple[Operation, Entry]:
    func = cast(FuncOp, module.body.block.first_op)
    op = func.body.block.first_op
    assert op is not None
    entry = kernel_of(type(op))
    assert entry is not None
    return op, entry


def results(op: Operation, arguments: list[Array]) -> tuple[Array, ...]:
    with quiet():
        return cast("tuple[Array, ...]", Compiler().prepare(op).run([*arguments]))


def repeated(r: Random, array: Array) -> Array:
    """The array with its first index along some dimensions in place of all."""
    dimensions = [d for d in range(array.ndim) if r.random() < 0.5]
    return np.broadcast_to(first_along(array, dimensions), array.shape) if array.size else array


def known_varying(text: str, arguments: list[Array]) -> Varying:
    op, entry = first_op(parse(text))
    return entry.varying(op, [varying_of(array) for array in arguments])


def assert_repeats(case: Case, arguments: list[Array]) -> None:
    """The op gives for repeated operands the bits that it gives for dense ones, repeated where that is known."""
    op, entry = first_op(parse(case.program))
    if (op.next_op is not None and op.next_op.results) or Compiler().prepare(op).captured:
        return
    if isinstance(op, DynamicConvOp | DynamicGatherOp):
        # Its sizes are an operand, too.
        arguments[2:] = case.args[2:]
    given_ = results(op, arguments)
    for ours, dense in zip(given_, results(op, [np.array(a) for a in arguments]), strict=True):
        with quiet():
            assert_same(ours, dense)
    if len(given_) == 1:
        known = entry.varying(op, [varying_of(array) for array in arguments])
        stored = varying_of(given_[0])
        assert not [d for d, (is_, may) in enumerate(zip(stored, known, strict=True)) if is_ and not may]


@pytest.mark.prove
@settings(max_examples=1500)
@given(st.integers(0, len(FAMILIES) - 1), st.integers(0, 1 << 30))
def test_repeated_operands(family: int, seed: int):
    r = Random(seed)
    case = FAMILIES[family](r)
    assert_repeats(case, [repeated(r, array) for array in case.args])


@pytest.mark.prove
@settings(max_examples=150)
@given(st.integers(0, 1 << 30))
def test_programs(seed: int):
    """What is known of one result is what the next op is asked with."""
    module = parse(random_program(seed))
    compiler = Compiler(functions_of(module))
    (func,) = [f for f in functions_of(module).values() if f.sym_name.data == "main"]
    arrays: dict[SSAValue, Array] = {}
    known: dict[SSAValue, Varying] = {}
    for argument in func.body.block.args:
        size = cast(AnyTensorType, argument.type).get_shape()
        element = str(cast(AnyTensorType, argument.type).element_type)
        arrays[argument] = repeated(Random(seed), sample(element, size, seed))
        known[argument] = varying_of(arrays[argument])
    for op in list(func.body.block.ops)[:-1]:
        if isinstance(op, ConstantOp):
            arrays[op.output] = array_of(op.value)
            known[op.output] = varying_of(arrays[op.output])
            continue
        prepared, entry = compiler.prepare(op), kernel_of(type(op))
        with quiet():
            given_ = prepared.run([arrays[value] for value in (*op.operands, *prepared.captured)])
        for result, array in zip(op.results, given_, strict=True):
            arrays[result] = cast(Array, array)
            known[result] = () if isinstance(array, tuple) else varying_of(arrays[result])
        if len(op.results) == 1 and entry is not None and entry.cost.varying is not None:
            may = entry.varying(op, [known[operand] for operand in op.operands])
            assert not [d for d, (is_, may_) in enumerate(zip(known[op.results[0]], may)) if is_ and not may_]
            known[op.results[0]] = may


def reduction(r: Random, element: str, reducer_op: str) -> Case:
    """A reduction of up to some thousands of elements."""
    shape = drawn_shape(r, r.randint(1, 3), 1, r.choice((3, 40, 70)))
    dims = sorted(r.sample(range(len(shape)), r.randint(1, len(shape))))
    target = tuple([n for d, n in enumerate(shape) if d not in dims])
    body = combining(reducer_op, element)
    text = f'%r0 = "stablehlo.reduce"(%a0, %a1) {body} {{dimensions = {i64s(dims)}}} : TYPES'
    program = one_op(text, [(shape, element), ((), element)], [(target, element)])
    return Case(program, (values(r, element, shape), values(r, element, ())))


COMBINED = [
    *[
        (element, op)
        for element in ("i1", "i4", "ui8", "i32", "i64")
        for op in ("add", "multiply", "xor", "and")
    ],
    *[(element, op) for element in ("bf16", "f32", "i8") for op in ("maximum", "minimum")],
    *[("f64", op) for op in ("add", "multiply", "maximum")],
]


@pytest.mark.prove
@settings(max_examples=300)
@given(st.sampled_from(COMBINED), st.integers(0, 1 << 30))
def test_reductions_of_what_repeats(of: tuple[str, str], seed: int):
    """Halving equal elements gives the bits of combining all of them: integers in any order, floats in this one."""
    r = Random(seed)
    case = reduction(r, *of)
    assert_repeats(case, [repeated(r, array) for array in case.args])


@pytest.mark.prove
@settings(max_examples=200)
@given(st.sampled_from(["f16", "f32"]), st.integers(0, 1 << 30))
def test_float_sums_of_what_repeats(element: str, seed: int):
    """As near to the sum as five roundings allow: of four steps by halves, and of the result."""
    r = Random(seed)
    case = reduction(r, element, "add")
    op, _ = first_op(parse(case.program))
    assert isinstance(op, ReduceOp)
    operand = repeated(r, case.args[0])
    (given_,) = results(op, [operand, case.args[1]])
    axes = ints(op.dimensions)
    steady = [d for d in axes if not varying_of(operand)[d] and operand.shape[d] > 1]
    if steady and prod([operand.shape[d] for d in axes]) > 32:
        with quiet():
            wide, first = operand.astype(np.float64), case.args[1].astype(np.float64)
            total = np.add.reduce(wide, axis=axes) + first
            size = np.add.reduce(np.abs(wide), axis=axes) + np.abs(first)
            unit, least = {"f16": (2.0**-11, 2.0**-24), "f32": (2.0**-24, 2.0**-149)}[element]
            finite = np.isfinite(size) & np.isfinite(given_.astype(np.float64))
            apart = np.abs(given_.astype(np.float64) - total)
            assert (apart <= 5 * unit * size + least)[finite].all()


@pytest.mark.parametrize("family", range(len(FAMILIES)))
def test_repeated_operands_of_each_family(family: int) -> None:
    """A sample of what Hypothesis tries in `make prove`."""
    for seed in range(4):
        r = Random(seed)
        case = FAMILIES[family](r)
        assert_repeats(case, [repeated(r, array) for array in case.args])


@pytest.mark.parametrize("of", COMBINED)
def test_a_reduction_of_what_repeats(of: tuple[str, str]) -> None:
    r = Random(0)
    case = reduction(r, *of)
    assert_repeats(case, [repeated(r, array) for array in case.args])


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_a_rounded_sum_of_what_repeats_has_the_bits_of_the_sum_of_all(element: str) -> None:
    shapes: list[tuple[int, ...]] = [(50, 3), ()]
    text = f'%r0 = "stablehlo.reduce"(%a0, %a1) {combining("add", element)} {{dimensions = {i64s([0, 1])}}} : TYPES'
    case = one_op(text, [(shape, element) for shape in shapes], [((), element)])
    dtype = {"f32": np.float32, "f64": np.float64}[element]
    column = np.random.default_rng(0).standard_normal((50, 1)).astype(dtype)
    assert_repeats(Case(case, ()), [np.broadcast_to(column, shapes[0]), np.zeros((), dtype)])


@pytest.mark.parametrize(
    "body",
    [
        "%c = stablehlo.add %a, %b : S",
        "%d = stablehlo.reshape %a : (S) -> tensor<1xi32>\n"
        "%e = stablehlo.reshape %d : (tensor<1xi32>) -> S\n%c = stablehlo.add %e, %b : S",
    ],
)
def test_windows_of_what_repeats_repeat_where_the_body_is_elementwise(body: str) -> None:
    scalar = "tensor<i32>"
    region = f"({{ ^bb0(%a: S, %b: S):\n{body}\nstablehlo.return %c : S }})".replace("S", scalar)
    text = (
        f'%r0 = "stablehlo.reduce_window"(%a0, %a1) {region} {{window_dimensions = {i64s([2, 1])}}} : TYPES'
    )
    program = one_op(text, [((4, 3), "i32"), ((), "i32")], [((3, 3), "i32")])
    operand = np.broadcast_to(np.arange(4, dtype=np.int32)[:, None], (4, 3))
    assert known_varying(program, [operand, np.zeros((), np.int32)]) == (True, "reshape" in body)


@pytest.mark.parametrize(
    ("padding", "dilation", "columns"), [((1, 0), 1, 4), ((0, 1), 1, 4), ((0, 0), 2, 5), ((-1, 0), 1, 2)]
)
def test_windows_of_what_repeats_vary_with_what_is_inserted(
    padding: tuple[int, int], dilation: int, columns: int
) -> None:
    text = (
        f'%r0 = "stablehlo.reduce_window"(%a0, %a1) {combining("add", "i32")}'
        f" {{window_dimensions = {i64s([2, 1])}, base_dilations = {i64s([1, dilation])},"
        f" padding = dense<[[0, 0], [{padding[0]}, {padding[1]}]]> : tensor<2x2xi64>}} : TYPES"
    )
    program = one_op(text, [((4, 3), "i32"), ((), "i32")], [((3, columns), "i32")])
    operand = np.broadcast_to(np.arange(4, dtype=np.int32)[:, None], (4, 3))
    assert known_varying(program, [operand, np.zeros((), np.int32)]) == (True, columns > 3)
