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
from xdsl.ir import Operation

from tests.helpers.oracle import oracle
from tests.helpers.programs import assert_same
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.constraints import ranked
from xdsl_stablehlo.element_types import is_int, is_pred
from xdsl_stablehlo.elements import array_of
from xdsl_stablehlo.fuzzing import FuzzedProgram, FuzzOptions, fuzz
from xdsl_stablehlo.interpreter import eval_module

ALWAYS = {"builtin.module", "func.func", "func.return", "stablehlo.constant", "stablehlo.return"}


def programs(count: int, options: FuzzOptions | None = None) -> Iterator[FuzzedProgram]:
    return (fuzz(seed, options) for seed in range(count))


def ops(count: int, options: FuzzOptions | None = None) -> Iterator[Operation]:
    return (op for made in programs(count, options) for op in made.module.walk())


@pytest.mark.parametrize("batch", range(4))
def test_the_oracle_computes_the_same(batch: int) -> None:
    """A program that leaves nothing open has one outcome, in C++ as here."""
    for seed in range(8 * batch, 8 * (batch + 1)):
        made = fuzz(seed)
        expected = oracle(made.text, *made.arguments)
        for ours, theirs in zip(eval_module(made.module, made.arguments), expected, strict=True):
            assert_same(np.asarray(ours.array), theirs, 1)


@pytest.mark.parametrize(
    ("family", "its_ops"),
    [
        ("indexing", {"stablehlo.dynamic_slice", "stablehlo.dynamic_update_slice"}),
        ("reduction", {"stablehlo.reduce", "stablehlo.add", "stablehlo.multiply"}),
        ("structure", {"stablehlo.optimization_barrier", "func.call"}),
        ("control-flow", {"stablehlo.if", "stablehlo.case", "stablehlo.while"}),
    ],
)
def test_families(family: str, its_ops: set[str]) -> None:
    found = {op.name for op in ops(20, FuzzOptions(families=(family,)))}
    counters = {"stablehlo.add", "stablehlo.compare"} if family == "control-flow" else set[str]()
    extremes = {"stablehlo.maximum", "stablehlo.minimum"} if family == "reduction" else set[str]()
    assert its_ops <= found <= its_ops | ALWAYS | counters | extremes


def test_types() -> None:
    """Conditions and indices are i1, i32 and i64 all the same."""
    options = FuzzOptions(types=("bf16",), families=("elementwise", "movement", "reduction"))
    found = {str(ranked(result).element_type) for op in ops(20, options) for result in op.results}
    assert found == {"bf16", "i1"}


def test_defined_programs_convert_what_fits_and_divide_no_integers() -> None:
    converted = 0
    for op in ops(60):
        assert not isinstance(op, hlo.ShiftLeftOp | hlo.ShiftRightArithmeticOp)
        assert not isinstance(op, hlo.DivOp | hlo.RemOp | hlo.PowOp) or not is_int(
            ranked(op.lhs).element_type
        )
        if not isinstance(op, hlo.ConvertOp) or is_pred(ranked(op.operand).element_type):
            continue
        if is_int(ranked(op.result).element_type):
            assert isinstance(op.operand.owner, hlo.ClampOp)
            converted += 1
    assert converted > 20


def test_undefined_programs_divide_integers() -> None:
    kinds = {type(op) for op in ops(60, FuzzOptions(undefined=True, families=("elementwise",)))}
    assert {hlo.DivOp, hlo.RemOp, hlo.ShiftLeftOp} <= kinds


def test_reductions_of_defined_programs_begin_with_what_changes_nothing() -> None:
    seen = set[str]()
    for op in ops(80, FuzzOptions(families=("movement", "reduction"))):
        if isinstance(op, hlo.ReduceOp):
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
            elif not is_int(element) and not is_pred(element):
                assert start == (-np.inf if body.name == "stablehlo.maximum" else np.inf)
            seen.add(body.name)
    assert seen == {f"stablehlo.{name}" for name in ("add", "multiply", "maximum", "minimum")}


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
    code = "from xdsl_stablehlo.fuzzing import fuzz; m = fuzz(5); print(m.text, [a.tobytes() for a in m.arguments])"
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
        ({"types": ("f16",)}, "'f16' is not a type: there are i8, i32"),
        ({"special": 1.5}, "special: 1.5 is not a probability, from 0 to 1"),
        ({"size": 0}, "size: 0 is not a number of ops, from 1 on"),
    ],
)
def test_options_that_mean_nothing(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FuzzOptions(**options)
