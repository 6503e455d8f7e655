"""What runs of blocks are charged: work, steps and bytes, added up by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import function
from tests.interpreter.execution.bodies import CALLING, body, compiler, replace_kernel, unary
from xdsl_stablehlo.dialects.stablehlo import CbrtOp
from xdsl_stablehlo.interpreter.execution.meter import ARITHMETIC, CALL, FREE, METERED, RUN, holding
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.values import as_array
from xdsl_stablehlo.values.element_types import Array

F4 = "tensor<4xf32>"


def price(text: str) -> tuple[int, int, int, int]:
    return body(text, Limits()).price


def test_a_body_without_limits_is_free() -> None:
    assert body(unary("abs")).price == FREE == (0, 0, 0, 0)


def test_work_and_steps_are_those_of_the_ops() -> None:
    assert price(unary("abs", "negate", kind=F4)) == (RUN + 2 * (ARITHMETIC + 4), 2, 2, 32)
    assert price(unary(kind=F4)) == (RUN, 0, 0, 0)
    assert price(unary("abs", kind="tensor<4xbf16>"))[:3] == (RUN + ARITHMETIC + 16, 1, 4)


def test_constants_are_neither_steps_nor_bytes() -> None:
    text = function(
        f"%c = stablehlo.constant dense<1.0> : {F4}\n%r0 = stablehlo.add %a0, %c : {F4}", [F4], [F4]
    )
    assert price(text) == (RUN + ARITHMETIC + 4, 1, 1, 16)


@pytest.mark.parametrize(
    ("lines", "most"),
    [
        # A result and its operand live at once, more only where it is read later.
        (["%x = abs %a0", "%y = abs %x", "%r0 = abs %y"], 32),
        (["%x = abs %a0", "%y = abs %a0", "%r0 = add %x, %y"], 48),
        (["%x = abs %a0", "%y = abs %x", "%z = abs %y", "%r0 = add %z, %x"], 48),
        (["%x = abs %a0", "%unused = abs %a0", "%r0 = abs %a0"], 16),
    ],
)
def test_bytes_are_those_that_are_alive_at_once(lines: list[str], most: int) -> None:
    text = "\n".join([line.replace("= ", "= stablehlo.") + f" : {F4}" for line in lines])
    assert price(function(text, [F4], [F4]))[3] == most


LOOP = function(
    f"""%one = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%i = %a0, %x = %a1) : tensor<i32>, {F4}
    cond {{
      %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.abs %x : {F4}
      stablehlo.return %j, %y : tensor<i32>, {F4}
    }}""",
    ["tensor<i32>", F4],
    [F4],
    ["%r#1"],
)


def test_the_state_of_a_loop_belongs_to_its_blocks() -> None:
    """20 bytes of state; the condition adds 1, the body 4 while `%i` goes, and 16 while `%x` is read."""
    made = compiler(LOOP, Limits())
    (loop,) = [op for op in made.functions["main"].walk() if op.name == "stablehlo.while"]
    cond, inside = [made.region(region).price for region in loop.regions]
    assert (cond.steps, cond.bytes) == (1, 21)
    assert (inside.steps, inside.bytes) == (2, 36)


def test_a_call_counts_itself_and_not_what_it_calls() -> None:
    made = compiler(CALLING, Limits())
    assert made.function("main").price[:2] == (RUN + 2 * (ARITHMETIC + 1) + CALL, 3)
    assert made.function("f").price[:2] == (RUN + ARITHMETIC + 1, 1)


def big(size: int) -> str:
    return unary("abs", kind=f"tensor<{size}xf32>")


@pytest.mark.parametrize("heavy", [False, True])
def test_a_heavy_op_is_charged_when_it_runs(heavy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    size = METERED - ARITHMETIC - (not heavy)
    assert price(big(size))[:2] == (RUN + (0 if heavy else ARITHMETIC + size), 1)
    limits = Limits()
    body(big(size), limits)(np.zeros(size, np.float32))
    assert limits.spent == RUN + ARITHMETIC + size
    ran: list[int] = []

    def note(operand: Array) -> Array:
        ran.append(1)
        return operand

    replace_kernel(monkeypatch, CbrtOp, lambda _: note)
    # What it takes is charged before it runs.
    text = unary("cbrt", kind=f"tensor<{size}xf32>")
    limits = Limits(work=RUN + 10_000)
    with pytest.raises(LimitExceeded):
        body(text, limits)(np.zeros(size, np.float32))
    assert not ran


DYNAMIC = unary("abs", "negate", kind="tensor<?xf32>")


def test_an_op_of_unknown_size_is_charged_for_what_it_gets() -> None:
    for size in (0, 1, 1000):
        limits = Limits()
        body(DYNAMIC, limits)(np.zeros(size, np.float32))
        assert (limits.spent, limits.taken) == (RUN + 2 * (ARITHMETIC + size), 2)


def test_a_result_of_unknown_size_is_charged_for_what_it_is() -> None:
    text = function(
        "%r0 = stablehlo.dynamic_iota %a0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>",
        ["tensor<1xi32>"],
        ["tensor<?xi32>"],
    )
    limits = Limits()
    body(text, limits)(np.array([500], np.int32))
    assert limits.spent == RUN + ARITHMETIC + 500


def test_an_op_of_unknown_size_that_writes_in_place_is_charged_for_what_it_gives() -> None:
    text = function(
        f"""%x = stablehlo.abs %a0 : {F4}
        %r0 = stablehlo.dynamic_update_slice %x, %a1, %a2 : ({F4}, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>""",
        [F4, "tensor<1xf32>", "tensor<i32>"],
        ["tensor<?xf32>"],
    )
    limits = Limits()
    (result,) = body(text, limits)(
        np.array([-1, 2, 3, 4], np.float32), np.array([9], np.float32), np.array(2, np.int32)
    )
    assert np.array_equal(as_array(result), [1, 2, 9, 4])
    assert limits.taken == 2
    assert limits.spent >= RUN + 2 * (ARITHMETIC + 4)


@pytest.mark.parametrize(("size", "allowed"), [(4, 16), (5, 16)])
def test_results_of_unknown_size_are_measured(size: int, allowed: int) -> None:
    run = body(unary("abs", kind="tensor<?xf32>"), Limits(bytes=allowed))
    if size * 4 <= allowed:
        run(np.zeros(size, np.float32))
        return
    with pytest.raises(
        LimitExceeded, match=r"'stablehlo.abs' op has results of more than the 16 bytes"
    ) as caught:
        run(np.zeros(size, np.float32))
    assert caught.value.limit == "bytes"


def test_the_largest_of_the_bodies_is_held_as_long_as_one_runs() -> None:
    limits = Limits()
    small, large = body(unary("abs"), limits), body(unary("abs", "abs", kind=F4), limits)
    with holding(limits, [small, large]):
        assert limits.held == large.price.bytes == 32
    assert limits.held == 0
    with pytest.raises(KeyError), holding(limits, [large]):
        raise KeyError
    assert limits.held == 0
    with holding(limits, []):
        assert limits.held == 0


@pytest.mark.parametrize("ops", [["negate"], ["reshape"], ["negate", "abs"]])
def test_what_repeats_is_charged_once(ops: list[str]) -> None:
    """Of 2**32 elements one, or one row of 2**12, where the operand is stored like that."""
    t = "tensor<1048576x4096xi8>"
    lines = [f"%r{i} = stablehlo.{op} %{f'r{i - 1}' if i else 'a0'} : " for i, op in enumerate(ops)]
    lines = [line + (f"({t}) -> {t}" if "reshape" in line else t) for line in lines]
    program = function("\n".join(lines), [t], [t], [f"%r{len(ops) - 1}"])
    row = np.broadcast_to(np.arange(4096).astype(np.int8), (1 << 20, 4096))
    for operand, elements in ((row[:, :1], 1), (row, 4096)):
        limits = Limits()
        body(program, limits)(np.broadcast_to(operand[:, : operand.shape[1]], (1 << 20, 4096)))
        assert RUN <= limits.spent <= RUN + len(ops) * (ARITHMETIC + elements)
