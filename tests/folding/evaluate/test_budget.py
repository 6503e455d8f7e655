"""The work budget ends every fold: calls, loops and contexts are charged what they take."""

from __future__ import annotations

import pytest

from tests.folding.support import fold
from tests.helpers.clock import Clock
from tests.helpers.programs import named

PROGRAMS = named(__file__)

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


LOOP = PROGRAMS["loop"]


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
    folded = fold(binary_tree(40), check=False, work_budget=50_000_000)
    assert folded.reasons() == {"func.call": "work-budget"}
    assert folded.report.work < 80_000_000


def test_contexts_are_charged() -> None:
    folded = fold(other_constants(30), check=False, work_budget=50_000_000)
    assert folded.report.work < 80_000_000
    small = fold(other_constants(3), check=False, twice=False)
    # 2^4 - 1 contexts, each looked at.
    assert small.report.work > 15 * 50_000


@pytest.mark.parametrize("op", ["map", "reduce", "scatter", "sort", "reduce_window", "select_and_scatter"])
def test_loops_in_bodies_are_charged(op: str) -> None:
    """Each of the 50 elements runs a loop of a million iterations."""
    folded = fold(with_loop_in_body(op), check=False, work_budget=50_000_000)
    assert folded.reasons()[f"stablehlo.{op}"] == "work-budget"
    assert 50_000_000 < folded.report.work < 200_000_000


def test_after_the_deadline_nothing_is_evaluated(clock: Clock) -> None:
    clock.step = 0.001
    text = PROGRAMS["after the deadline nothing is evaluated"]
    assert fold(text, seconds=0.0, twice=False).reasons() == {"stablehlo.add": "seconds"}
    assert fold(text, seconds=1.0).ops() == ["stablehlo.constant"]


def hashing(trips: int) -> str:
    """A loop whose result only running it tells."""
    return f"""func.func @main() -> {I32} {{
      %zero = stablehlo.constant dense<0> : {I32}
      %r:2 = stablehlo.while(%i = %zero, %h = %zero) : {I32}, {I32} cond {{
        %n = stablehlo.constant dense<{trips}> : {I32}
        %c = stablehlo.compare LT, %i, %n : ({I32}, {I32}) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %one = stablehlo.constant dense<1> : {I32}
        %k = stablehlo.add %i, %one : {I32}
        %m = stablehlo.constant dense<1103515245> : {I32}
        %g = stablehlo.multiply %h, %m : {I32}
        %f = stablehlo.xor %g, %k : {I32}
        stablehlo.return %k, %f : {I32}, {I32}
      }}
      return %r#1 : {I32}
    }}"""


@pytest.mark.parametrize(
    ("loops", "budget", "folded"), [(3, 1 << 33, 3), (3, 15_000_000, 0), (1, 15_000_000, 1)]
)
def test_modules_in_a_module_share_its_budget(loops: int, budget: int, folded: int) -> None:
    """All loops are evaluated, or those only that take no longer than a look."""
    modules = [hashing(trips) for trips in [*[20_000 + n for n in range(loops)], 3]]
    text = "\n".join([f"module @m{n} {{ {module} }}" for n, module in enumerate(modules)])
    found = fold(text, check=False, work_budget=budget).report
    assert found.folded["stablehlo.while"].count == folded + 1
    assert found.reasons()["work-budget"] == loops - folded
    assert ("work-budget" in found.summary()) is (folded < loops)


# ---- constants are chosen by what they take ----


def cones(*lengths: int, shared: bool = False) -> str:
    """For each of `lengths` a result that so many additions of large tensors give, of one table or of tables apart."""
    lines, names, types = list[str](), list[str](), list[str]()
    for n, length in enumerate(lengths):
        long = f"tensor<{20_000 + n * (not shared)}xf32>"
        lines.append(f"%t{n} = stablehlo.iota dim = 0 : {long}")
        lines.append(f"%v{n}_0 = stablehlo.sine %t{n} : {long}")
        lines += [f"%v{n}_{k + 1} = stablehlo.add %v{n}_{k}, %v{n}_{k} : {long}" for k in range(length)]
        lines.append(f"%w{n} = stablehlo.constant dense<{n}.0> : {long}")
        lines.append(f"%u{n} = stablehlo.multiply %v{n}_{length}, %w{n} : {long}")
        names.append(f"%u{n}")
        types.append(long)
    body = "\n".join(lines)
    return f"func.func @main() -> ({', '.join(types)}) {{\n{body}\nreturn {', '.join(names)} : {', '.join(types)}\n}}"


def additions_left(text: str, budget: int) -> int:
    """How many additions stay, the second time as well."""
    return fold(text, check=False, work_budget=budget).ops().count("stablehlo.add")


def test_a_chain_is_folded_to_its_end_or_left_as_it_is() -> None:
    text = cones(100)
    whole = fold(text, check=False).report.work
    for budget in (0, whole // 100, whole // 10, whole // 2):
        folded = fold(text, check=False, work_budget=budget)
        assert folded.ops().count("stablehlo.add") == 100
        assert not folded.report.changed
        assert "left 103 ops (work-budget: they take an estimated" in folded.report.summary()
        assert folded.reasons() == {"stablehlo.iota": "work-budget"}
    assert additions_left(text, whole) == 0


def test_many_small_additions_are_folded_to_the_end() -> None:
    """Each takes as long as a look at it, so that they are no more than the program has ops."""
    lines = [f"%v{n + 1} = stablehlo.add %v{n}, %v{n} : {I32}" for n in range(1000)]
    body = "\n".join([f"%v0 = stablehlo.constant dense<1> : {I32}", *lines])
    text = f"func.func @main() -> {I32} {{\n{body}\nreturn %v1000 : {I32}\n}}"
    assert fold(text, work_budget=1_000_000).ops() == ["stablehlo.constant"]
    assert len(fold(text, work_budget=10_000).ops()) == 1001


@pytest.mark.parametrize("lengths", [(100, 20, 20, 60, 20), (20, 60, 20, 20, 100)])
def test_the_largest_winnings_come_first(lengths: tuple[int, ...]) -> None:
    """The longest takes more than the budget; the next one fits; the others fit, too, but not with each other."""
    budget = fold(cones(60), check=False).report.work
    folded = fold(cones(*lengths), check=False, work_budget=budget)
    assert folded.ops().count("stablehlo.add") == 100 + 3 * 20
    assert len(folded.report.constants) == 1


def test_what_is_shared_counts_once() -> None:
    """Of two values that share a chain, the second one takes no more than its own op."""
    shared = fold(cones(60, 60, shared=True), check=False).report.work
    assert additions_left(cones(60, 60, shared=True), shared) == 0


def test_updates_of_one_element_are_charged_one_by_one() -> None:
    """They are combined in as many rounds as there are updates."""
    body = PROGRAMS["updates of one element are charged one by one"]
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
