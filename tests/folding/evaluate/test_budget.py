"""The work budget ends every fold: calls, loops and contexts are charged what they take."""

from __future__ import annotations

import pytest

from tests.folding.support import fold
from tests.helpers.clock import Clock

I32 = "tensor<i32>"


def binary_tree(depth: int) -> str:
    """2^depth calls of the last function, with a known argument."""
    functions = [
        f"func.func @main() -> {I32} {{ %x = stablehlo.constant dense<1> : {I32} "
        f"%r = func.call @f0(%x) : ({I32}) -> {I32} return %r : {I32} }}"
    ]
    for k in range(depth):
        call = f"func.call @f{k + 1}"
        functions.append(
            f"func.func private @f{k}(%a: {I32}) -> {I32} {{ %b = {call}(%a) : ({I32}) -> {I32} "
            f"%c = {call}(%b) : ({I32}) -> {I32} return %c : {I32} }}"
        )
    functions.append(f"func.func private @f{depth}(%a: {I32}) -> {I32} {{ return %a : {I32} }}")
    return "\n".join(functions)


def other_constants(depth: int) -> str:
    """2^depth calls, each with another constant and with an argument that is not known."""
    types = f"({I32}, {I32}) -> {I32}"
    functions = [
        f"func.func @main(%x: {I32}) -> {I32} {{ %c = stablehlo.constant dense<1> : {I32} "
        f"%r = func.call @f0(%x, %c) : {types} return %r : {I32} }}"
    ]
    for k in range(depth):
        call = f"func.call @f{k + 1}"
        functions.append(
            f"func.func private @f{k}(%x: {I32}, %a: {I32}) -> {I32} {{ %one = stablehlo.constant dense<1> : {I32} "
            f"%d = stablehlo.add %a, %a : {I32} %e = stablehlo.add %d, %one : {I32} "
            f"%b = {call}(%x, %d) : {types} %c = {call}(%b, %e) : {types} return %c : {I32} }}"
        )
    functions.append(f"func.func private @f{depth}(%x: {I32}, %a: {I32}) -> {I32} {{ return %x : {I32} }}")
    return "\n".join(functions)


LOOP = """%q:2 = stablehlo.while(%k = %zero, %w = %x) : tensor<i32>, tensor<f32> cond {
    %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %kk = stablehlo.add %k, %one : tensor<i32>
    %ww = stablehlo.add %w, %y : tensor<f32>
    stablehlo.return %kk, %ww : tensor<i32>, tensor<f32>
  }"""


def with_loop_in_body(op: str) -> str:
    values = "tensor<50xf32>"
    body = f"({{ ^bb0(%x: tensor<f32>, %y: tensor<f32>): {LOOP} stablehlo.return %q#1 : tensor<f32> }})"
    less = (
        f"({{ ^bb0(%x: tensor<f32>, %y: tensor<f32>): {LOOP} "
        "%less = stablehlo.compare LT, %q#1, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> "
        "stablehlo.return %less : tensor<i1> })"
    )
    window = "<{window_dimensions = array<i64: 1>}>"
    ops = {
        "map": f'"stablehlo.map"(%v, %v) <{{dimensions = array<i64: 0>}}> {body} : ({values}, {values}) -> {values}',
        "reduce": '"stablehlo.reduce"(%v, %init) <{dimensions = array<i64: 0>}> '
        f"{body} : ({values}, tensor<f32>) -> tensor<f32>",
        "sort": f'"stablehlo.sort"(%v) <{{dimension = 0 : i64}}> {less} : ({values}) -> {values}',
        "reduce_window": f'"stablehlo.reduce_window"(%v, %init) {window} {body} : ({values}, tensor<f32>) -> {values}',
        "select_and_scatter": f'"stablehlo.select_and_scatter"(%v, %v, %init) {window} ({less[1:-1]}, {body[1:-1]}) '
        f": ({values}, {values}, tensor<f32>) -> {values}",
        "scatter": '"stablehlo.scatter"(%v, %at, %v) <{scatter_dimension_numbers = #stablehlo.scatter<'
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> "
        f"{body} : ({values}, tensor<50x1xi32>, {values}) -> {values}",
    }
    result = "tensor<f32>" if op == "reduce" else values
    return f"""func.func @main() -> {result} {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.constant dense<1000000> : tensor<i32>
      %init = stablehlo.constant dense<0.0> : tensor<f32>
      %at = stablehlo.constant dense<0> : tensor<50x1xi32>
      %v = stablehlo.iota dim = 0 : {values}
      %r = {ops[op]}
      return %r : {result}
    }}"""


def test_a_tree_of_calls_ends_within_the_budget() -> None:
    folded = fold(binary_tree(40), check=False, twice=False, work_budget=50_000_000)
    assert folded.reasons() == {"func.call": "work-budget"}
    assert folded.report.work < 60_000_000


def test_contexts_are_charged() -> None:
    folded = fold(other_constants(30), check=False, twice=False, work_budget=50_000_000)
    assert folded.report.work < 60_000_000
    small = fold(other_constants(3), check=False, twice=False)
    # 2^4 - 1 contexts, each looked at.
    assert small.report.work > 15 * 50_000


@pytest.mark.parametrize("op", ["map", "reduce", "scatter", "sort", "reduce_window", "select_and_scatter"])
def test_loops_in_bodies_are_charged(op: str) -> None:
    """Each of the 50 elements runs a loop of a million iterations."""
    folded = fold(with_loop_in_body(op), check=False, twice=False, work_budget=50_000_000)
    assert folded.reasons()[f"stablehlo.{op}"] == "work-budget"
    assert 50_000_000 < folded.report.work < 200_000_000


def test_after_the_deadline_nothing_is_evaluated(clock: Clock) -> None:
    clock.step = 0.001
    text = f"""func.func @main() -> {I32} {{
      %x = stablehlo.constant dense<1> : {I32}
      %r = stablehlo.add %x, %x : {I32}
      return %r : {I32}
    }}"""
    assert fold(text, seconds=0.0, twice=False).reasons() == {"stablehlo.add": "seconds"}
    assert fold(text, seconds=1.0).ops() == ["stablehlo.constant"]


def test_modules_in_a_module_share_its_budget() -> None:
    inner = f"""func.func @main() -> {I32} {{
      %x = stablehlo.constant dense<1> : {I32}
      %r = stablehlo.add %x, %x : {I32}
      return %r : {I32}
    }}"""
    text = "\n".join([f"module @m{k} {{ {inner} }}" for k in range(20)])
    folded = fold(text, check=False, twice=False, work_budget=100_000)
    assert folded.reasons()["stablehlo.add"] == "work-budget"
    assert folded.report.folded["stablehlo.add"].count < 10


def test_batches_of_small_matrices_are_charged_for_each() -> None:
    """A thousand matrices of 4 x 4, whose rows are eliminated together, take more than one of them."""
    matrices = "tensor<1000x4x4xf32>"
    text = f"""func.func @main() -> {matrices} {{
      %i = stablehlo.iota dim = 1 : {matrices}
      %j = stablehlo.iota dim = 2 : {matrices}
      %one = stablehlo.constant dense<1.0> : {matrices}
      %m = stablehlo.minimum %i, %j : {matrices}
      %a = stablehlo.add %m, %one : {matrices}
      %r = "stablehlo.cholesky"(%a) {{lower = true}} : ({matrices}) -> {matrices}
      return %r : {matrices}
    }}"""
    reasons = fold(text, twice=False, op_work_limit=100_000).reasons()
    assert reasons["stablehlo.cholesky"] == "op-work-limit"
    one = fold(
        text.replace("1000x4x4", "4x4").replace("dim = 2", "dim = 0"), twice=False, op_work_limit=100_000
    )
    assert "stablehlo.cholesky" not in one.reasons()


def test_updates_of_one_element_are_charged_one_by_one() -> None:
    """They are combined in as many rounds as there are updates."""
    body = """^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %p = stablehlo.multiply %x, %y : tensor<f32>
      %q = stablehlo.add %p, %y : tensor<f32>
      stablehlo.return %q : tensor<f32>"""
    values, where = "tensor<2000xf32>", "tensor<2000x1xi32>"
    text = f"""func.func @main() -> {values} {{
      %v = stablehlo.iota dim = 0 : {values}
      %at = stablehlo.constant dense<0> : {where}
      %r = "stablehlo.scatter"(%v, %at, %v) <{{scatter_dimension_numbers = #stablehlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{ {body} }})
        : ({values}, {where}, {values}) -> {values}
      return %r : {values}
    }}"""
    assert fold(text, twice=False).report.work > 2000 * 10_000
