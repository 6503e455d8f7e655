"""`fuzz`: programs as the options ask for them, defined, and the same in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from math import isnan
from typing import Any

import numpy as np
import pytest
from xdsl.ir import Operation, SSAValue

from tests.helpers.oracle import Array, oracle
from tests.helpers.programs import assert_same
from tests.helpers.tiers import one_of
from tests.helpers.upstream.copied import with_copied_inputs
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import is_float, is_int, is_pred
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.workbench.fuzzing import FuzzedProgram, FuzzOptions, fuzz
from xdsl_stablehlo.workbench.fuzzing.generator import FAMILIES, TYPES
from xdsl_stablehlo.workbench.fuzzing.writers import WRITERS

ALWAYS = {"builtin.module", "func.func", "func.return", "stablehlo.constant", "stablehlo.return"}
MADE_FIT = {
    f"stablehlo.{name}"
    for name in (
        "add",
        "broadcast_in_dim",
        "clamp",
        "compare",
        "complex",
        "imag",
        "pad",
        "real",
        "reshape",
        "select",
    )
}
"""What makes operands as they have to be."""
INSIDE = {
    f"stablehlo.{name}"
    for name in ("and", "compare", "maximum", "minimum", "multiply", "or", "select", "xor", "iota")
}
"""What is in the bodies of reductions, and their places."""


def programs(count: int, options: FuzzOptions | None = None) -> Iterator[FuzzedProgram]:
    return (fuzz(seed, options) for seed in range(count))


def ops(count: int, options: FuzzOptions | None = None) -> Iterator[Operation]:
    return (op for made in programs(count, options) for op in made.module.walk())


@pytest.mark.parametrize("batch", one_of(4, range(4)))
def test_the_oracle_computes_the_same(batch: int) -> None:
    """A program that leaves nothing open has one outcome, in C++ as here, bit by bit."""
    for seed in range(12 * batch, 12 * (batch + 1)):
        made = fuzz(seed)
        expected = oracle(with_copied_inputs(made.module), *made.arguments)
        for ours, theirs in zip(eval_module(made.module, made.arguments), expected, strict=True):
            assert_same(np.asarray(ours.array), theirs)


FAMILY_OPS = {
    "movement": "broadcast_in_dim reshape transpose reverse slice concatenate pad iota",
    "indexing": "dynamic_slice dynamic_update_slice gather dynamic_gather scatter",
    "reduction": "reduce map",
    "windows": "reduce_window select_and_scatter",
    "contraction": "dot_general convolution",
    "sorting": "sort",
    "complex": "complex real imag multiply abs",
    "dynamic": "dynamic_reshape dynamic_broadcast_in_dim dynamic_pad get_dimension_size",
    "structure": "optimization_barrier tuple get_tuple_element composite",
    "control-flow": "if case while",
}


@pytest.mark.parametrize("family", one_of(4, FAMILY_OPS))
def test_families(family: str) -> None:
    its_ops = {f"stablehlo.{name}" for name in FAMILY_OPS[family].split()}
    found = {op.name for op in ops(60, FuzzOptions(families=(family,)))}
    assert its_ops <= found
    assert found - its_ops <= ALWAYS | MADE_FIT | INSIDE | {"func.call", "stablehlo.dynamic_conv"}


def test_every_family_has_writers() -> None:
    assert WRITERS.keys() == set(FAMILIES) == {"elementwise", *FAMILY_OPS}


@pytest.mark.parametrize("element", one_of(10, TYPES))
def test_types(element: str) -> None:
    """Conditions and indices are i1, i32 and i64 all the same; complex numbers have parts."""
    found = {
        str(ranked(result).element_type)
        for op in ops(20, FuzzOptions(types=(element,)))
        for result in op.results
        if is_tensor_type(result.type)
    }
    part = {element.removeprefix("complex<").removesuffix(">")}
    assert {element} <= found <= {element, "i1", "i32", "i64"} | part


@pytest.mark.prove
def test_defined_programs_convert_what_fits() -> None:
    converted = 0
    for op in ops(60):
        if not isinstance(op, hlo.ConvertOp) or is_pred(ranked(op.operand).element_type):
            continue
        if is_int(ranked(op.result).element_type):
            assert isinstance(op.operand.owner, hlo.ClampOp)
            converted += 1
    assert converted > 20


def test_defined_programs_divide_by_what_is_positive_and_shift_by_less_than_there_are_bits() -> None:
    seen = set[str]()
    for op in ops(80, FuzzOptions(families=("elementwise",))):
        shifts = isinstance(op, hlo.ShiftLeftOp | hlo.ShiftRightArithmeticOp | hlo.ShiftRightLogicalOp)
        divides = isinstance(op, hlo.DivOp | hlo.RemOp)
        if (shifts or divides) and is_int(ranked(op.results[0]).element_type):
            bounds = op.operands[1].owner
            assert isinstance(bounds, hlo.ClampOp)
            least, most = (_numbers_of(bound) for bound in (bounds.min, bounds.max))
            assert np.all(least == (0 if shifts else 1))
            assert divides or np.all(most < 8 * most.dtype.itemsize)
            seen.add(op.name)
    assert seen == {
        f"stablehlo.{name}"
        for name in ("divide", "remainder", "shift_left", "shift_right_arithmetic", "shift_right_logical")
    }


def _numbers_of(value: SSAValue) -> Array:
    assert isinstance(value.owner, hlo.ConstantOp)
    return array_of(value.owner.value)


@pytest.mark.prove
def test_sums_of_floats_are_of_small_odd_numbers() -> None:
    """Sums of at most 256 products of them are exact in f32: no order can be seen."""
    seen = set[type]()
    for op in ops(
        80, FuzzOptions(types=("f32",), families=("contraction", "windows", "reduction", "indexing"))
    ):
        body = op.regions[0].block.first_op if op.regions else None
        sums = isinstance(op, hlo.DotGeneralOp | hlo.ConvolutionOp | hlo.DynamicConvOp)
        if sums or (isinstance(body, hlo.AddOp) and not isinstance(op, hlo.MapOp)):
            summed = op.operands[0] if not isinstance(op, hlo.ScatterOp) else op.operands[2]
            if not is_float(ranked(summed).element_type):
                continue
            assert isinstance(summed.owner, hlo.SelectOp)
            for side in (summed.owner.on_true, summed.owner.on_false):
                assert set(_numbers_of(side).reshape(-1).tolist()) <= {-3.0, -1.0, 1.0, 3.0}
            seen.add(type(op))
    assert {hlo.DotGeneralOp, hlo.ConvolutionOp, hlo.ReduceOp, hlo.ReduceWindowOp, hlo.ScatterOp} <= seen


@pytest.mark.prove
def test_updates_that_replace_come_alone() -> None:
    """Which one of several stays is not said."""
    replaced = 0
    for op in ops(120, FuzzOptions(families=("indexing",))):
        if isinstance(op, hlo.ScatterOp):
            block = op.update_computation.block
            if block.first_op is block.last_op:
                window = ints(op.scatter_dimension_numbers.update_window_dims)
                sizes = enumerate(ranked(op.updates[0]).get_shape())
                assert all(size == 1 for d, size in sizes if d not in window)
                replaced += 1
    assert replaced > 5


def test_sorted_and_selected_floats_are_no_nan() -> None:
    sorted_ = 0
    for op in ops(60, FuzzOptions(types=("f32",), families=("sorting", "windows", "movement"))):
        if isinstance(op, hlo.SortOp | hlo.SelectAndScatterOp) and is_float(
            ranked(op.operands[0]).element_type
        ):
            assert isinstance(op.operands[0].owner, hlo.SelectOp)
            sorted_ += 1
    assert sorted_ > 20


def test_undefined_programs_divide_integers() -> None:
    kinds = {type(op) for op in ops(60, FuzzOptions(undefined=True, families=("elementwise",)))}
    assert {hlo.DivOp, hlo.RemOp, hlo.ShiftLeftOp} <= kinds


def test_reductions_of_defined_programs_begin_with_what_changes_nothing() -> None:
    seen = set[str]()
    for op in ops(80, FuzzOptions(types=("f32", "i8"), families=("movement", "reduction", "windows"))):
        if isinstance(op, hlo.ReduceOp | hlo.ReduceWindowOp) and len(op.init_values) == 1:
            (initial,) = op.init_values
            assert isinstance(initial.owner, hlo.ConstantOp)
            start = array_of(initial.owner.value).astype(np.float64)
            body = op.body.block.first_op
            assert body is not None
            element = ranked(initial).element_type
            if body.name == "stablehlo.add":
                assert start == 0
            elif body.name == "stablehlo.multiply":
                assert start == 1
            elif is_float(element):
                assert start == (-np.inf if body.name == "stablehlo.maximum" else np.inf)
            seen.add(body.name)
    assert seen >= {f"stablehlo.{name}" for name in ("add", "multiply", "maximum", "minimum")}


@pytest.mark.prove
def test_scalars_are_special_as_often_as_other_elements() -> None:
    options = FuzzOptions(size=1, types=("f32",), special=1.0)
    scalars = [float(a) for made in programs(400, options) for a in made.arguments if a.shape == ()]
    assert any(map(isnan, scalars))
    assert {np.inf, -np.inf, 0.0} <= set(scalars)


def test_equal_elements_and_operands() -> None:
    options = FuzzOptions(equal=1.0, families=("elementwise",), types=("i32",))
    assert all(
        np.all(a == a.reshape(-1)[:1]) for made in programs(30, options) for a in made.arguments if a.size
    )
    assert all(op.lhs is op.rhs for op in ops(30, options) if isinstance(op, hlo.AddOp))


@pytest.mark.prove
def test_extreme_indices() -> None:
    options = FuzzOptions(extreme=1.0, families=("indexing",))
    starts = {
        int(array_of(start.owner.value))
        for op in ops(120, options)
        if isinstance(op, hlo.DynamicSliceOp)
        for start in op.start_indices
        if isinstance(start.owner, hlo.ConstantOp)
    }
    assert {-1, -(2**31), 2**31 - 1, -(2**63), 2**63 - 1} <= starts


def test_a_seed_gives_the_same_in_every_process() -> None:
    code = (
        "from xdsl_stablehlo.workbench.fuzzing import fuzz; m = fuzz(5); "
        "print(m.text, [a.tobytes() for a in m.arguments])"
    )
    command = [sys.executable, "-c", code]
    environments = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    printed = {subprocess.run(command, env=e, capture_output=True, check=True).stdout for e in environments}
    made = fuzz(5)
    assert printed == {f"{made.text} {[a.tobytes() for a in made.arguments]}\n".encode()}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"families": ("loops",)}, "'loops' is not a family: there are elementwise, movement"),
        ({"families": ()}, "no family: there are"),
        ({"types": ("f17",)}, "'f17' is not a type: there are i1, i2"),
        ({"special": 1.5}, "special: 1.5 is not a probability, from 0 to 1"),
        ({"size": 0}, "size: 0 is not a number of ops, from 1 on"),
    ],
)
def test_options_that_mean_nothing(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FuzzOptions(**options)
