"""Values on demand: nothing large is evaluated before the plan or a decision asks for it, and then once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from tests.folding.support import Folded, fold, main
from tests.helpers.counting import with_peak
from tests.helpers.programs import named, parse
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import FoldReport, fold_module
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of

PROGRAMS = named(__file__)

ROWS = 100_000
BIG = f"tensor<{ROWS}xf32>"
IOTA = f"%i = stablehlo.iota dim = 0 : {BIG}\n"
ADDED = (
    "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = stablehlo.reduce(%a init: %z) applies stablehlo.add "
    f"across dimensions = [0] : ({BIG}, tensor<f32>) -> tensor<f32>"
)


def evaluated(report: FoldReport) -> dict[str, int]:
    """How many ops of each name were evaluated."""
    return {
        name.removeprefix("stablehlo."): kind.evaluations
        for name, kind in report.folded.items()
        if kind.evaluations
    }


class Counted:
    """A custom call's function that counts how often it is called."""

    def __init__(self, function: Callable[..., Array]):
        self.function, self.calls = function, 0

    def __call__(self, *operands: Array) -> Array:
        self.calls += 1
        return self.function(*operands)


def custom(name: str, operands: str, types: str) -> str:
    return f"stablehlo.custom_call @{name}({operands}) : {types}"


def double(operand: Array) -> Array:
    return operand + operand


def folded(text: str, result: str, arguments: str = "", **functions: Callable[..., Any]) -> Folded:
    return fold(
        main(text, result, arguments),
        check=False,
        twice=False,
        custom_calls=functions,
        assume_no_undeclared_side_effects=True,
    )


def test_what_is_too_large_is_not_evaluated() -> None:
    text = IOTA + f"%s = stablehlo.sine %i : {BIG}\n%r = stablehlo.multiply %s, %x : {BIG}"
    report = fold(main(text, BIG, f"%x: {BIG}")).report
    assert evaluated(report) == {}
    assert {kept.op: kept.code for kept in report.kept} == {
        "stablehlo.iota": "element-limit",
        "stablehlo.sine": "element-limit",
        "stablehlo.multiply": "not-constant",
    }


def test_rules_do_not_evaluate_what_is_large_to_find_out_whether_they_apply() -> None:
    """Were all its elements one, or zero: but asking takes as long as the product itself."""
    table = "tensor<70000xf32>"
    for op in ("multiply", "add", "maximum"):
        text = f"""%i = stablehlo.iota dim = 0 : {table}
          %s = stablehlo.sine %i : {table}
          %r = stablehlo.{op} %s, %x : {table}"""
        assert evaluated(fold(main(text, table, f"%x: {table}")).report) == {}


def test_what_is_small_behind_something_large_is_evaluated() -> None:
    report = fold(main(IOTA + f"%a = stablehlo.sine %i : {BIG}\n" + ADDED, "tensor<f32>")).report
    assert evaluated(report) == {"iota": 1, "sine": 1, "reduce": 1}
    assert report.bytes_materialized == 4
    assert report.bytes_in_vain == 0


def test_large_chains_run_in_blocks() -> None:
    """No array of the chain exists as a whole, whatever reads its end."""
    rows = f"tensor<{50 * ROWS}xf32>"
    text = f"""
        %i = stablehlo.iota dim = 0 : {rows}
        %s = stablehlo.negate %i : {rows}
        %a = stablehlo.abs %s : {rows}
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %r = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [0]
          : ({rows}, tensor<f32>) -> tensor<f32>"""
    module = parse(main(text, "tensor<f32>"))
    report, peak = with_peak(lambda: fold_module(module))
    assert peak < 4_000_000
    assert evaluated(report) == {"iota": 1, "negate": 1, "abs": 1, "reduce": 1}
    assert report.bytes_evaluated == 4
    (made,) = [op for op in module.walk() if isinstance(op, ConstantOp)]
    assert array_of(made.value) == 50 * ROWS - 1


def looped(kind: str, times: int = 3) -> str:
    """A loop from `%a` on, and the first element of what it ends with."""
    return f"""
        %n = stablehlo.constant dense<{times}> : tensor<i32>
        %z = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %l:2 = stablehlo.while(%c = %z, %v = %a) : tensor<i32>, {kind}
        cond {{
          %p = stablehlo.compare LT, %c, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }} do {{
          %d = stablehlo.add %c, %one : tensor<i32>
          %w = stablehlo.negate %v : {kind}
          stablehlo.return %d, %w : tensor<i32>, {kind}
        }}
        %r = stablehlo.slice %l#1 [0:1] : ({kind}) -> tensor<1xf32>"""


def test_a_loop_lets_go_of_what_it_begins_with() -> None:
    size = 8_000_000
    kind = f"tensor<{size}xf32>"
    made = f"%i = stablehlo.iota dim = 0 : {kind}\n%a = stablehlo.sine %i : {kind}\n"
    module = parse(main(made + looped(kind), "tensor<1xf32>"))
    report, peak = with_peak(lambda: fold_module(module))
    assert evaluated(report) == {"iota": 1, "sine": 1, "while": 1, "slice": 1}
    assert peak < 2.1 * 4 * size


@pytest.mark.parametrize(
    ("size", "made"), [(40_000, ["stablehlo.constant"]), (ROWS, ["stablehlo.iota", "stablehlo.sine"])]
)
def test_what_a_failing_loop_began_with_is_what_it_was(size: int, made: list[str]) -> None:
    """A constant is made of it unless it is too large for one."""
    kind = f"tensor<{size}xf32>"
    text = f"%i = stablehlo.iota dim = 0 : {kind}\n%a = stablehlo.sine %i : {kind}\n" + looped(kind)
    folded = fold(main(text, "tensor<1xf32>"), loop_limit=2)
    assert folded.reasons()["stablehlo.while"] == "loop-limit"
    assert evaluated(folded.report)["sine"] == 1
    ops = folded.ops()
    assert [op for op in made if op in ops] == made


def test_each_op_is_evaluated_once() -> None:
    """Two constants and a decision read it; equal ops are one."""
    mine = Counted(double)
    call = custom("mine", "%i", f"({BIG}) -> {BIG}")
    text = (
        IOTA
        + f"""
        %a = {call}
        %b = {call}
        %x0 = stablehlo.slice %a [0:4] : ({BIG}) -> tensor<4xf32>
        %x1 = stablehlo.slice %b [7:11] : ({BIG}) -> tensor<4xf32>
        %one = stablehlo.slice %b [1:2] : ({BIG}) -> tensor<1xf32>
        %two = stablehlo.reshape %one : (tensor<1xf32>) -> tensor<f32>
        %p = stablehlo.compare GT, %two, %two : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %c = "stablehlo.if"(%p) ({{ stablehlo.return %x0 : tensor<4xf32> }},
                                 {{ stablehlo.return %x1 : tensor<4xf32> }}) : (tensor<i1>) -> tensor<4xf32>
        %r = stablehlo.add %c, %x0 : tensor<4xf32>"""
    )
    result = folded(text, "tensor<4xf32>", mine=mine)
    assert mine.calls == 1
    assert result.ops() == ["stablehlo.constant"]
    assert list(result.constants()[0]) == [14.0, 18.0, 22.0, 26.0]


def test_what_reads_a_number_that_rules_find_again_and_again_is_evaluated_once() -> None:
    """Each walk through the body of the loop finds that a comparison holds."""
    text = main(
        PROGRAMS["what reads a number that rules find again and again is evaluated once"],
        "tensor<i32>",
        "%n: tensor<i32>",
    ).replace("return %r", "return %w#1")
    assert evaluated(fold_module(parse(text)))["convert"] == 1


def test_what_nobody_reads_is_not_evaluated() -> None:
    mine = Counted(double)
    text = (
        IOTA
        + f"""
        %a = {custom("mine", "%i", f"({BIG}) -> {BIG}")}
        %p = stablehlo.constant dense<true> : tensor<i1>
        %s = stablehlo.select %p, %i, %a : (tensor<i1>, {BIG}, {BIG}) -> {BIG}
        %0 = "stablehlo.if"(%p) ({{ stablehlo.return %x : {BIG} }}, {{ stablehlo.return %a : {BIG} }})
          : (tensor<i1>) -> {BIG}
        %r = stablehlo.add %0, %x : {BIG}"""
    )
    assert folded(text, BIG, f"%x: {BIG}", mine=mine).ops() == ["stablehlo.add"]
    assert mine.calls == 0


def test_a_failure_is_planned_around() -> None:
    """What fails stays, with all that reads it; what does not read it becomes a constant all the same."""

    def fails(_: Array) -> Array:
        raise ValueError("no")

    good, bad = Counted(double), Counted(fails)
    text = (
        IOTA
        + f"""
        %a = {custom("bad", "%i", f"({BIG}) -> {BIG}")}
        %b = {custom("good", "%i", f"({BIG}) -> {BIG}")}
        %0 = stablehlo.slice %a [0:1] : ({BIG}) -> tensor<1xf32>
        %1 = stablehlo.slice %b [3:4] : ({BIG}) -> tensor<1xf32>
        %2 = stablehlo.add %1, %1 : tensor<1xf32>
        %r = stablehlo.add %0, %2 : tensor<1xf32>"""
    )
    result = folded(text, "tensor<1xf32>", bad=bad, good=good)
    assert (bad.calls, good.calls) == (1, 1)
    assert result.ops() == [
        *("stablehlo.iota", "stablehlo.custom_call", "stablehlo.slice"),
        *("stablehlo.constant", "stablehlo.add"),
    ]
    (failed,) = [kept for kept in result.report.kept if kept.code == "failed"]
    assert failed.reason == "fails to evaluate: cannot be evaluated: no"
    assert "dense<1.200000e+01>" in result.text


@pytest.mark.parametrize(
    ("elements", "dtype", "evaluations"),
    [(4096, "f32", 1), (4097, "f32", 0), (2048, "f64", 1), (2049, "f64", 0)],
)
def test_sixteen_kibibytes_are_evaluated_at_once(elements: int, dtype: str, evaluations: int) -> None:
    """Whether or not somebody needs them: here nobody does."""
    kind = f"tensor<{elements}x{dtype}>"
    text = f"""
        %i = stablehlo.iota dim = 0 : {kind}
        %p = stablehlo.constant dense<true> : tensor<i1>
        %s = stablehlo.select %p, %x, %i : (tensor<i1>, {kind}, {kind}) -> {kind}
        %r = stablehlo.add %s, %x : {kind}"""
    assert evaluated(fold(main(text, kind, f"%x: {kind}")).report).get("iota", 0) == evaluations


def test_a_loop_that_stays_is_looked_into() -> None:
    """Its result is known, and too large for a constant: what is constant inside becomes one."""
    text = PROGRAMS["a loop that stays is looked into"]
    result = fold(main(text, BIG, f"%x: {BIG}"))
    assert "stablehlo.while" in result.ops()
    assert "stablehlo.cosine" not in result.ops()
    assert "while" not in evaluated(result.report)
    assert result.report.bytes_in_vain == 0


def test_equal_tables_count_once() -> None:
    """Five readers of one table of 128 KiB grow the module by 128 KiB."""
    table = "tensor<32768xf32>"
    text = "\n".join(
        [
            f"%i{n} = stablehlo.iota dim = 0 : {table}\n%s{n} = stablehlo.sine %i{n} : {table}\n"
            f"%v{n + 1} = stablehlo.add %v{n}, %s{n} : {table}"
            for n in range(5)
        ]
    )
    program = main(text, table, f"%v0: {table}", returned="%v5")
    result = fold(program, growth_budget=1 << 17)
    assert result.ops().count("stablehlo.constant") == 1
    assert evaluated(result.report) == {"iota": 1, "sine": 1}
    assert "stablehlo.constant" not in fold(program, growth_budget=(1 << 17) - 1).ops()


# ---- what is worth a constant ----

SMALL, WIDE = "tensor<8192xi8>", "tensor<8192xf32>"


def weights(bytes_: int = 8192) -> str:
    elements = np.resize(np.arange(256, dtype=np.uint8), bytes_).tobytes().hex()
    return f'%w = stablehlo.constant dense<"0x{elements}"> : tensor<{bytes_}xi8>\n'


DEQUANTIZED = PROGRAMS["dequantized"]


def test_dequantized_weights_stay_small() -> None:
    text = main(weights() + DEQUANTIZED, WIDE, f"%x: {WIDE}")
    report = fold(text).report
    assert report.bytes_after == report.bytes_before
    assert report.reasons() == {"expansion": 2, "not-constant": 1}
    assert fold(text, fold_expansions=True).ops() == ["stablehlo.constant", "stablehlo.add"]


@pytest.mark.parametrize(("elements", "made"), [(5461, 1), (5462, 0)])
def test_sixteen_kibibytes_may_be_added(elements: int, made: int) -> None:
    """Four bytes for each element are made, one is freed."""
    small, wide = f"tensor<{elements}xi8>", f"tensor<{elements}xf32>"
    text = (
        weights(elements)
        + f"%f = stablehlo.convert %w : ({small}) -> {wide}\n%r = stablehlo.add %f, %x : {wide}"
    )
    assert len(fold(main(text, wide, f"%x: {wide}")).report.constants) == made


def test_results_may_be_larger() -> None:
    """Those of a public function; what a private one returns is computed on by its callers."""
    converted = f"%r = stablehlo.convert %w : ({SMALL}) -> {WIDE}"
    assert fold(main(weights() + converted, WIDE)).ops() == ["stablehlo.constant"]
    calls = f"%0 = func.call @f(%p) : (tensor<i1>) -> {WIDE}\n%r = stablehlo.add %0, %x : {WIDE}"
    branches = f"""
        {weights()}
        %v = stablehlo.convert %w : ({SMALL}) -> {WIDE}
        %z = stablehlo.constant dense<0.0> : {WIDE}
        %r = stablehlo.select %p, %v, %z : (tensor<i1>, {WIDE}, {WIDE}) -> {WIDE}"""
    private = main(branches, WIDE, "%p: tensor<i1>").replace("func @main", "func private @f")
    result = fold(private + main(calls, WIDE, f"%x: {WIDE}, %p: tensor<i1>"))
    assert "stablehlo.convert" in result.ops("f")


@pytest.mark.parametrize(("sines", "made"), [(0, 0), (1, 1)])
def test_what_takes_long_is_worth_its_bytes(sines: int, made: int) -> None:
    chain = [f"%f{n + 1} = stablehlo.sine %f{n} : {WIDE}" for n in range(sines)]
    text = weights() + f"%f0 = stablehlo.convert %w : ({SMALL}) -> {WIDE}\n" + "\n".join(chain)
    text += f"\n%r = stablehlo.add %f{sines}, %x : {WIDE}"
    assert len(fold(main(text, WIDE, f"%x: {WIDE}")).report.constants) == made


@pytest.mark.parametrize(("ops", "made"), [(15, 0), (16, 1)])
def test_sixteen_operations_are_quick(ops: int, made: int) -> None:
    chain = [f"%f{n + 1} = stablehlo.negate %f{n} : {WIDE}" for n in range(ops)]
    text = weights() + f"%f0 = stablehlo.convert %w : ({SMALL}) -> {WIDE}\n" + "\n".join(chain)
    text += f"\n%r = stablehlo.add %f{ops}, %x : {WIDE}"
    assert len(fold(main(text, WIDE, f"%x: {WIDE}")).report.constants) == made


def test_progress_is_told_of_each_evaluation() -> None:
    told: list[tuple[int, int, str]] = []
    text = IOTA + f"%a = stablehlo.sine %i : {BIG}\n" + ADDED
    fold(main(text.replace(str(ROWS), "50000"), "tensor<f32>"), twice=False, on_progress=told.append)
    assert [op for _, _, op in told] == ["stablehlo.iota", "stablehlo.sine", "stablehlo.reduce"]
    done: Sequence[int] = [done for done, _, _ in told]
    assert done == sorted(done)
    assert all(done < planned for done, planned, _ in told)


@pytest.mark.parametrize(("budget", "sums"), [(1 << 33, 3), (2_000_000, 0)])
def test_what_is_left_goes_to_the_first_values(budget: int, sums: int) -> None:
    """Three sums over one table: where the budget ends before the first of them, nothing is evaluated for any."""
    mine = Counted(double)
    lines = (
        IOTA
        + f"%a = {custom('mine', '%i', f'({BIG}) -> {BIG}')}\n%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
    )
    for n in range(3):
        lines += f"%s{n} = stablehlo.sine %a : {BIG}\n%r{n} = stablehlo.reduce(%s{n} init: %z) applies stablehlo.add "
        lines += f"across dimensions = [0] : ({BIG}, tensor<f32>) -> tensor<f32>\n"
    returned = "tensor<f32>, tensor<f32>, tensor<f32>"
    text = f"func.func @main() -> ({returned}) {{\n{lines}return %r0, %r1, %r2 : {returned}\n}}"
    report = fold(
        text,
        check=False,
        twice=False,
        custom_calls={"mine": mine},
        assume_no_undeclared_side_effects=True,
        work_budget=budget,
    ).report
    assert mine.calls == bool(sums)
    assert evaluated(report).get("sine", 0) == bool(sums)  # they are equal, so they are one
    assert evaluated(report).get("reduce", 0) == sums
    assert len(report.constants) == (1 if sums else 0)


@pytest.mark.prove
def test_known_loops_in_loops_that_stay_are_looked_into_together() -> None:
    """Each is known, and too large for a constant; looking into one after the other would take the depth squared."""
    depth = 20
    opened, closed = "", ""
    for level in range(depth):
        opened += f"""
            %l{level}:2 = stablehlo.while(%i{level} = %zero, %a{level} = %v) : tensor<i32>, {BIG}
              cond {{
                %p = stablehlo.compare LT, %i{level}, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
                stablehlo.return %p : tensor<i1>
              }} do {{
                %k{level} = stablehlo.add %i{level}, %one : tensor<i32>"""
        inner = "%v" if level == depth - 1 else f"%l{level + 1}#1"
        added = f"%w{level} = stablehlo.add {inner}, %a{level} : {BIG}"
        closed = f"{added}\nstablehlo.return %k{level}, %w{level} : tensor<i32>, {BIG}\n}}\n{closed}"
    text = f"""
        %n = stablehlo.constant dense<3> : tensor<i32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %v = stablehlo.iota dim = 0 : {BIG}
        {opened}
        {closed}
        %r = stablehlo.add %l0#1, %x : {BIG}"""
    report = fold(main(text, BIG, f"%x: {BIG}"), check=False).report
    assert report.ops_after == report.ops_before
    reasons = [kept.reason for kept in report.kept if kept.op == "stablehlo.while"]
    assert len(reasons) == depth
    assert all(reason.startswith("has 100000 elements") for reason in reasons)
