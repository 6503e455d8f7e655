"""if, case, while, and calls: values from outside, nesting, and limits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.helpers.programs import assert_as_oracle, function, named, parse
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.interpreter.interface.errors import LimitExceeded
from xdsl_stablehlo.interpreter.interface.limits import Limits, memory_of_this_machine

PROGRAMS = named(__file__)


@pytest.mark.parametrize("index", [-1, 0, 1, 2, 7])
def test_case_takes_the_last_branch_where_there_is_none_of_that_number(index: int) -> None:
    body = PROGRAMS["case takes the last branch where there is none of that number"]
    program = function(body, ["tensor<i32>", "tensor<2xi32>"], ["tensor<2xi32>"])
    assert_as_oracle(program, np.int32(index), np.array([3, 4], np.int32))


COUNT = PROGRAMS["count"]
COUNTING = function(
    COUNT,
    ["tensor<i32>", "tensor<2xi32>", "tensor<2xi32>"],
    ["tensor<i32>", "tensor<2xi32>"],
    ("%r#0", "%r#1"),
)


def test_while_stops_at_the_limit_of_work() -> None:
    arguments = np.int32(-(1 << 31)), np.array([1, 2], np.int32), np.array([3, 4], np.int32)
    limits = Limits(work=1_000_000)
    with pytest.raises(LimitExceeded, match=r"'stablehlo.while' op takes more than the 1000000 ns"):
        eval_module(parse(COUNTING), arguments, limits=limits)
    assert 1_000_000 < limits.spent < 1_100_000


def test_work_in_called_functions_counts() -> None:
    program = PROGRAMS["work in called functions counts"]
    whole = Limits()
    eval_module(parse(program), [np.zeros(100, np.int32)], limits=whole)
    assert whole.taken == 2
    with pytest.raises(LimitExceeded, match=f"'func.call' op takes more than the {whole.spent - 1} ns"):
        eval_module(parse(program), [np.zeros(100, np.int32)], limits=Limits(work=whole.spent - 1))


@pytest.mark.prove
def test_a_chain_of_3000_calls() -> None:
    last = 3000
    functions = [f"func.func @f{last}(%x: tensor<i32>) -> tensor<i32> {{ return %x : tensor<i32> }}"]
    functions += [
        f"""func.func @f{i}(%x: tensor<i32>) -> tensor<i32> {{
          %y = func.call @f{i + 1}(%x) : (tensor<i32>) -> tensor<i32>
          %z = stablehlo.add %y, %x : tensor<i32>
          return %z : tensor<i32>
        }}"""
        for i in range(last)
    ]
    (given,) = eval_module(parse("\n".join(functions)), [np.int32(1)], "f0")
    assert int(np.asarray(given)) == last + 1


def filling(size: int, width: int, update: str) -> str:
    """A loop that fills `%acc`, a tensor of `size` rows, by the lines `update`, which define `%new`."""
    rows, row = f"tensor<{size}x{width}xf32>", f"tensor<1x{width}xf32>"
    body = f"""%zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.constant dense<{size}> : tensor<i32>
    %nothing = stablehlo.constant dense<0.0> : tensor<f32>
    %empty = stablehlo.broadcast_in_dim %nothing, dims = [] : (tensor<f32>) -> {rows}
    %r:3 = stablehlo.while(%i = %zero, %row = %a0, %acc = %empty) : tensor<i32>, {row}, {rows}
    cond {{
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %j = stablehlo.add %i, %one : tensor<i32>
      %next = stablehlo.add %row, %a0 : {row}
      {update.replace("ROWS", rows).replace("ROW", row)}
      stablehlo.return %j, %next, %new : tensor<i32>, {row}, {rows}
    }}"""
    return function(body, [row], [rows, rows], ("%r#2", "%empty"))


UPDATE = "dynamic_update_slice %acc, %next, %i, %zero : (ROWS, ROW, tensor<i32>, tensor<i32>) -> ROWS"


def test_a_message_is_short_whatever_names_are_long() -> None:
    name = "a" * 10_000
    program = f"func.func private @{name}() func.func @main() {{ func.call @{name}() : () -> () return }}"
    with pytest.raises(
        EvaluationError, match=r"'func.call' op calls @a+ \.\.\. a+, which has no body$"
    ) as caught:
        eval_module(parse(program))
    assert len(str(caught.value)) < 2_100


def test_a_loop_that_fills_a_large_tensor() -> None:
    module = parse(filling(2000, 1000, f"%new = stablehlo.{UPDATE}"))
    filled, _ = eval_module(module, [np.ones((1, 1000), np.float32)])
    assert np.asarray(filled)[:, 7].tolist() == list(range(2, 2002))


def test_a_container_may_have_less_memory_than_the_machine(tmp_path: Path) -> None:
    group = tmp_path / "memory.max"
    machine = memory_of_this_machine(group)
    group.write_text("max\n")
    assert memory_of_this_machine(group) == machine
    group.write_text("1048576\n")
    assert memory_of_this_machine(group) == 1 << 20
