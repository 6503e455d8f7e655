"""What evaluations are charged: work and steps added up block by block, bytes that are alive, the clock."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.ir import Operation

from tests.helpers.programs import named
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.execution.meter import has_unknown_size, work_of
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.table import kernel_of

from ..helpers.clock import Clock
from ..helpers.programs import function, parse

PROGRAMS = named(__file__)

# ---- the count itself ----


def test_work_and_steps_are_allowed_up_to_their_limits() -> None:
    limits = Limits(work=100, steps=3)
    limits.spend(60, 1)
    limits.spend(40, 2)
    assert (limits.spent, limits.taken) == (100, 3)
    with pytest.raises(
        LimitExceeded, match="takes more than the 100 ns of estimated work that are allowed"
    ) as work:
        limits.spend(1)
    assert work.value.limit == "work"
    with pytest.raises(LimitExceeded, match="work"):
        limits.spend(0)
    steps = Limits(steps=3)
    steps.spend(10**15, 3)
    with pytest.raises(LimitExceeded, match="takes more than the 3 steps that are allowed") as taken:
        steps.spend(0, 1)
    assert taken.value.limit == "steps"


def test_nothing_is_limited_unless_somebody_says_so() -> None:
    limits = Limits()
    limits.spend(10**18, 10**9)
    limits.hold(10**15)
    assert not limits.is_late()
    assert limits.deadline is None
    assert (limits.spent, limits.taken, limits.held) == (10**18, 10**9, 10**15)


def test_the_clock_is_looked_at_after_a_million_nanoseconds_of_work(clock: Clock) -> None:
    limits = Limits(seconds=2.0)
    limits.spend(1)
    assert limits.deadline == 102.0
    clock.now = 103.0
    limits.spend(999_999)  # not yet
    with pytest.raises(LimitExceeded, match="takes more than the 2 seconds that are allowed") as late:
        limits.spend(1)
    assert late.value.limit == "seconds"
    # Everybody finds out.
    with pytest.raises(LimitExceeded):
        limits.spend(0)


def test_the_seconds_begin_when_they_are_first_asked_for(clock: Clock) -> None:
    limits = Limits(seconds=1.0)
    assert not limits.is_late()
    clock.now = 101.0
    assert not limits.is_late()
    clock.now = 101.5
    assert limits.is_late()


def test_bytes_that_are_alive() -> None:
    limits = Limits(bytes=10)
    limits.hold(6)
    limits.hold(4)
    limits.release(4)
    with pytest.raises(LimitExceeded, match="holds 11 bytes at once; 10 are allowed") as held:
        limits.hold(5)
    assert held.value.limit == "bytes"
    limits.release(5)
    assert limits.held == 6


# ---- estimates ----


def op_of(body: str, *inputs: str) -> Operation:
    """The last op of `body`."""
    (main,) = parse(function(body, inputs)).ops
    return list(main.regions[0].block.ops)[-2]


def work(body: str, *inputs: str) -> int:
    op = op_of(body, *inputs)
    return work_of(op, kernel_of(type(op)), Compiler().types)


def add(kind: str) -> int:
    return work(f"%r = stablehlo.add %a0, %a0 : {kind}", kind)


def per_element(element: str) -> int:
    """What one element more takes."""
    return add(f"tensor<1001x{element}>") - add(f"tensor<1000x{element}>")


def test_arithmetic_on_elements() -> None:
    assert per_element("f32") == per_element("i64") == per_element("i1") == 1
    # These go through float32 and back.
    assert min(map(per_element, ("f16", "bf16", "i4"))) > 2 * per_element("f32")
    assert per_element("complex<f32>") > 2 * per_element("f32")
    assert per_element("!quant.uniform<i8:f32, 1.0>") > per_element("complex<f32>")
    assert add("tensor<0xf32>") == add("tensor<1xf32>") - 1
    assert add("tensor<?xf32>") == add("tensor<1xf32>")


def test_transcendentals_take_longer() -> None:
    small, large = [
        work(f"%r = stablehlo.sine %a0 : tensor<{n}xf32>", f"tensor<{n}xf32>") for n in (1000, 2000)
    ]
    assert large - small > 10 * 1000 * per_element("f32")


def test_the_largest_operand_or_result_counts() -> None:
    wide = work("%r = stablehlo.slice %a0 [0:1] : (tensor<9xf32>) -> tensor<1xf32>", "tensor<9xf32>")
    assert wide == work("%r = stablehlo.slice %a0 [0:1] : (tensor<1xf32>) -> tensor<1xf32>", "tensor<1xf32>")
    reduced = [
        work(
            f"%r = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [0] : "
            f"(tensor<{n}xf32>, tensor<f32>) -> tensor<f32>",
            f"tensor<{n}xf32>",
            "tensor<f32>",
        )
        for n in (10, 20)
    ]
    assert reduced[1] > reduced[0]
    grown = [
        work(f"%r = stablehlo.pad %a0, %a1, low = [{n}], high = [0], interior = [0] : (tensor<1xf32>, tensor<f32>) "
             f"-> tensor<{n + 1}xf32>", "tensor<1xf32>", "tensor<f32>")
        for n in (10, 20)
    ]  # fmt: skip
    assert grown[1] > grown[0]


def test_complex_numbers_take_longer_in_ops_with_prices_of_their_own() -> None:
    def dot(kind: str, size: int) -> int:
        t = f"tensor<{size}x{size}x{kind}>"
        return work(f"%r = stablehlo.dot %a0, %a0 : ({t}, {t}) -> {t}", t)

    assert dot("complex<f32>", 4) > dot("f32", 4)
    assert dot("complex<f32>", 256) > 2 * dot("f32", 256)


def test_sizes_that_nobody_knows() -> None:
    types = Compiler().types
    assert has_unknown_size(op_of("%r = stablehlo.negate %a0 : tensor<?xf32>", "tensor<?xf32>"), types)
    assert has_unknown_size(
        op_of("%r = stablehlo.reverse %a0, dims = [0] : tensor<?xf32>", "tensor<?xf32>"), types
    )
    assert not has_unknown_size(op_of("%r = stablehlo.negate %a0 : tensor<2xf32>", "tensor<2xf32>"), types)


# ---- blocks ----


def charged(text: str, *arguments: Any, **allowed: Any) -> Limits:
    limits = Limits(**allowed)
    eval_module(parse(text), arguments, limits=limits)
    return limits


def sum_of(op: str, count: int, kind: str) -> str:
    lines = [f"%v{i + 1} = stablehlo.{op} %v{i} : {kind}" for i in range(count)]
    return function("\n".join(lines).replace("%v0 ", "%a0 "), [kind], [kind], [f"%v{count}"])


def test_a_block_is_charged_for_all_its_ops() -> None:
    x = np.ones(10, np.float32)
    one, two, three = [charged(sum_of("negate", n, "tensor<10xf32>"), x) for n in (1, 2, 3)]
    assert three.spent - two.spent == two.spent - one.spent > 2_000
    assert [one.taken, two.taken, three.taken] == [1, 2, 3]
    assert one.spent - (two.spent - one.spent) == 3_000  # setting up the run


def test_ops_of_unknown_sizes_are_charged_for_the_sizes_that_they_have() -> None:
    text = sum_of("negate", 1, "tensor<?xf32>")
    small, large = [charged(text, np.ones(n, np.float32)).spent for n in (1000, 501_000)]
    assert large - small == 500_000
    static = charged(sum_of("negate", 1, "tensor<1000xf32>"), np.ones(1000, np.float32)).spent
    assert small == static


def test_ops_are_charged_for_results_that_are_larger_than_what_they_read() -> None:
    text = function(
        "%r0 = stablehlo.dynamic_iota %a0, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>",
        ["tensor<1xi64>"],
        ["tensor<?xf32>"],
    )
    small, large = [charged(text, np.array([n])).spent for n in (1000, 501_000)]
    assert large - small == 500_000


def test_results_of_unknown_sizes_are_held_to_the_limit_of_bytes() -> None:
    text = sum_of("negate", 1, "tensor<?xf32>")
    charged(text, np.ones(25, np.float32), bytes=100)
    with pytest.raises(EvaluationError, match="has results of more than the 100 bytes that are allowed"):
        charged(text, np.ones(26, np.float32), bytes=100)


HEAVY = "tensor<4000xf32>"


def test_heavy_ops_are_charged_before_they_run() -> None:
    """A million nanoseconds or more: the op's own charge, as it runs, and not that of its block."""
    text = function(
        f"%0 = stablehlo.negate %a0 : {HEAVY}\n%1 = chlo.lgamma %0 : {HEAVY} -> {HEAVY}\n"
        f"%r0 = stablehlo.negate %1 : {HEAVY}",
        [HEAVY],
        [HEAVY],
    )
    seen: list[str] = []
    limits = Limits(work=1_000_000)
    with pytest.raises(LimitExceeded, match="estimated work"):
        eval_module(
            parse(text), [np.ones(4000, np.float32)], limits=limits, on_step=lambda op: seen.append(op.name)
        )
    assert seen == ["stablehlo.negate", "chlo.lgamma"]
    assert limits.spent > 10_000_000
    whole = charged(text, np.ones(4000, np.float32))
    negations = charged(sum_of("negate", 2, HEAVY), np.ones(4000, np.float32))
    assert whole.spent - negations.spent == work(f"%r = chlo.lgamma %a0 : {HEAVY} -> {HEAVY}", HEAVY)


@pytest.mark.parametrize(("allowed", "fits"), [(80, True), (79, False)])
def test_what_is_alive_at_once(allowed: int, fits: bool) -> None:
    """Of a chain of ops each needs the one before it: two results of 40 bytes, however long the chain is."""
    text = sum_of("negate", 6, "tensor<10xf32>")
    arguments = np.ones(10, np.float32)
    if fits:
        assert charged(text, arguments, bytes=allowed).held == 0
    else:
        with pytest.raises(LimitExceeded, match="80 bytes at once; 79 are allowed"):
            charged(text, arguments, bytes=allowed)


LOOP = function(PROGRAMS["loop"], ["tensor<i32>", "tensor<10xf32>"], ["tensor<10xf32>"], ["%q#1"])


def test_loops_are_charged_for_every_iteration() -> None:
    v = np.ones(10, np.float32)
    four, five, six = [charged(LOOP, np.int32(n), v) for n in (4, 5, 6)]
    assert six.spent - five.spent == five.spent - four.spent > 10_000
    assert six.taken - five.taken == five.taken - four.taken == 3
    with pytest.raises(LimitExceeded, match="iterations"):
        charged(LOOP, np.int32(6), v, iterations=5)
    charged(LOOP, np.int32(5), v, iterations=5)
    with pytest.raises(LimitExceeded, match="steps"):
        charged(LOOP, np.int32(6), v, steps=six.taken - 1)
    charged(LOOP, np.int32(6), v, steps=six.taken)


SCALARS = LOOP.replace("tensor<10xf32>", "tensor<f32>")


@pytest.mark.parametrize("limit", ["work", "steps", "iterations"])
def test_loops_over_scalars_stop_where_their_limit_is(limit: str) -> None:
    """They are many iterations at a time."""
    x = np.float32(1)
    two, three = [charged(SCALARS, np.int32(n), x) for n in (1002, 1003)]
    work, steps = three.spent - two.spent, three.taken - two.taken
    assert steps == 3
    allowed = {"work": 10_000_000, "steps": 10_000, "iterations": 5_000}[limit]
    limits = Limits(**{limit: allowed})
    with pytest.raises(LimitExceeded, match=limit):
        eval_module(parse(SCALARS), [np.int32(2**31 - 1), x], limits=limits)
    if limit == "work":
        assert allowed < limits.spent <= allowed + 100 * work
    elif limit == "steps":
        assert allowed < limits.taken <= allowed + 100
    else:
        assert abs(limits.taken - 3 * allowed) <= 100


def test_loops_hold_their_state_and_what_their_bodies_make() -> None:
    """The loop's result, its state, and in the body the next counter, in whose place the last one goes, and vector."""
    v = np.ones(10, np.float32)
    needed = 44 + 44 + 4 - 4 + 40
    assert charged(LOOP, np.int32(3), v, bytes=needed).held == 0
    with pytest.raises(LimitExceeded, match=f"holds {needed} bytes at once; {needed - 1} are allowed"):
        charged(LOOP, np.int32(3), v, bytes=needed - 1)


def test_calls_are_charged_as_they_run() -> None:
    callee = PROGRAMS["calls are charged as they run"]
    texts = [
        function(
            "\n".join([f"%v{i + 1} = func.call @f(%v{i}) : (tensor<10xf32>) -> tensor<10xf32>" for i in range(n)])
            .replace("(%v0)", "(%a0)"),
            ["tensor<10xf32>"], ["tensor<10xf32>"], [f"%v{n}"],
        )
        + callee
        for n in (1, 2, 3)
    ]  # fmt: skip
    one, two, three = [charged(text, np.ones(10, np.float32)) for text in texts]
    body = charged(sum_of("negate", 1, "tensor<10xf32>"), np.ones(10, np.float32)).spent
    assert three.spent - two.spent == two.spent - one.spent == body + 3_000  # entering the function
    assert [one.taken, two.taken, three.taken] == [2, 4, 6]
    assert one.held == 0


def test_elements_that_are_evaluated_at_once_are_charged_for_each() -> None:
    def mapped(size: int) -> Limits:
        kind = f"tensor<{size}xf32>"
        body = f"""%r0 = "stablehlo.map"(%a0) <{{dimensions = array<i64: 0>}}> ({{ ^bb0(%x: tensor<f32>):
          %s = stablehlo.add %x, %x : tensor<f32>
          %t = stablehlo.multiply %s, %x : tensor<f32>
          stablehlo.return %t : tensor<f32>
        }}) : ({kind}) -> {kind}"""
        return charged(function(body, [kind], [kind]), np.ones(size, np.float32))

    small, large = mapped(1000), mapped(2000)
    # Two for each element by `map`, one for each op of the body.
    assert large.spent - small.spent == 1000 * (2 + 1 + 1)
    assert small.taken == large.taken == 3
