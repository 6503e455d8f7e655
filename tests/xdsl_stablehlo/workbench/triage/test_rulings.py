"""Rulings on outcomes that are given, and on implementations with faults put in by hand."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from docs.findings import findings
from tests.helpers.programs import COUNTING_LOOP, named, parse
from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions, guided
from xdsl_stablehlo.workbench.permitted.evaluation import permitted
from xdsl_stablehlo.workbench.permitted.spans import Span, complex_span
from xdsl_stablehlo.workbench.running import Item, Processes
from xdsl_stablehlo.workbench.triage import rulings
from xdsl_stablehlo.workbench.triage.implementations import (
    CRASHED,
    HUNG,
    MOST_WAITS,
    REFUSED,
    AnyImplementation,
    BuiltIn,
    CommandLineTool,
    ProgramOutcome,
    implementation,
    rewrite_built_in,
    run_built_in,
)
from xdsl_stablehlo.workbench.triage.reports import groups_of, issue_text, write_report
from xdsl_stablehlo.workbench.triage.rulings import (
    Ruling,
    StillWrong,
    Task,
    judge_task,
    rule_on,
    tagged,
    untagged,
)
from xdsl_stablehlo.workbench.validation import proofs

PROGRAMS = named(__file__)

F32 = np.float32
SUM = PROGRAMS["sum"]
QUOTIENT = PROGRAMS["quotient"]
TINY = 1e-40


def ruled(text: str, arguments: list[Any], *results: Any, failure: str = "", message: str = "") -> Ruling:
    return rule_on(parse(text), arguments, ProgramOutcome(tuple(map(np.asarray, results)), failure, message))


@pytest.mark.parametrize(
    ("x", "y", "given", "difference"),
    [
        (1.0, 2.0, 4.0, "another number"),
        (1.0, 2.0, np.nextafter(F32(3), F32(4)), "last digits"),
        (1.0, 2.0, np.nan, "NaN in place of a number"),
        (1.0, 2.0, np.inf, "infinity in place of a finite number"),
        (np.inf, -np.inf, 0.0, "a number in place of NaN"),
        (0.0, -0.0, -0.0, "zero of the other sign"),
        (TINY, 0.0, 0.0, "zero in place of a subnormal number"),
        (np.inf, 1.0, 3e38, "a finite number in place of infinity"),
    ],
)
def test_a_wrong_number_is_found_and_named(x: float, y: float, given: float, difference: str) -> None:
    with np.errstate(invalid="ignore"):
        arguments = [np.asarray([1, x], F32), np.asarray([1, y], F32)]
    found = ruled(SUM, arguments, np.asarray([2, given], F32))
    assert (found.ruling, found.difference, found.place) == ("wrong", difference, "result 0 at [1]")


def test_a_permitted_result_is_allowed() -> None:
    assert ruled(SUM, [np.asarray([1, 2], F32)] * 2, np.asarray([2, 4], F32)) == Ruling("allowed")


def test_a_signalling_nan_is_a_nan() -> None:
    signalling = np.asarray([0x7F800001, 0x7F800001], np.uint32).view(F32)
    for given, ruling in ((np.nan, "allowed"), (1, "wrong")):
        assert ruled(SUM, [np.asarray([given, np.nan], F32)] * 2, signalling).ruling == ruling


def test_what_only_the_widest_tier_permits_is_allowed_by_a_sentence() -> None:
    text = SUM.replace("stablehlo.add %x, %y", "stablehlo.exponential %x")
    arguments = [np.asarray([1, 2], F32)] * 2
    found = ruled(text, arguments, (np.exp([1.0, 2.0]) * (1 + 2.0**-14)).astype(F32))
    assert found.ruling == "allowed"
    assert "spec: Accuracy" in found.reason


def test_a_result_without_a_definition_is_undefined_and_so_is_a_crash() -> None:
    arguments = [np.int32(1), np.int32(0)]
    for found in (
        ruled(QUOTIENT, arguments, np.int32(7)),
        ruled(QUOTIENT, arguments, failure=CRASHED, message="ended by signal 8"),
    ):
        assert found.ruling == "undefined"
        assert "spec: Errors" in found.reason


NOT_READ = PROGRAMS["not read"]
QUOTIENTS = PROGRAMS["quotients"]

SORTED = PROGRAMS["sorted"]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        pytest.param(NOT_READ, [np.int32(1), np.int32(0)], id="of an op that no result reads"),
        pytest.param(QUOTIENTS, [np.asarray([0, 1], np.int32), np.int32(3)], id="in a reducer"),
        pytest.param(SORTED, [np.asarray([3, 0, 5], np.int32), np.int32(0)], id="in a comparator"),
        pytest.param(
            QUOTIENTS, [np.asarray([2, 1], np.int32), np.int32(0)], id="in another order of a reduction"
        ),
    ],
)
def test_a_division_by_zero_may_end_a_process(text: str, arguments: list[Array]) -> None:
    found = ruled(text, arguments, failure=CRASHED, message="ended by signal 8")
    assert found.ruling == "undefined"
    assert "division by zero" in found.reason


def test_what_is_sorted_by_undefined_quotients_is_undefined() -> None:
    x, other = np.asarray([3, 0, 5], np.int32), np.asarray([5, 0, 3], np.int32)
    assert ruled(SORTED, [x, np.int32(0)], other).ruling == "undefined"
    assert ruled(SORTED, [x, np.int32(1)], other).ruling == "wrong"


def test_a_choice_of_the_implementation_is_no_reason_for_a_crash() -> None:
    text, arguments = QUOTIENTS.replace("divide", "subtract"), [np.asarray([2, 1], np.int32), np.int32(0)]
    assert ruled(text, arguments, np.int32(3)).ruling == "allowed"  # 2 - (0 - 1)
    assert ruled(text, arguments, np.int32(5)).ruling == "wrong"
    assert ruled(text, arguments, failure=CRASHED, message="ended").ruling == "wrong"


def test_a_crash_beside_what_cannot_be_judged_is_open() -> None:
    unknown = "stablehlo.custom_call @of_nobody(%x) : (tensor<i32>) -> tensor<i32>"
    text = NOT_READ.replace("stablehlo.divide %x, %y : tensor<i32>", unknown)
    assert ruled(text, [np.int32(1), np.int32(0)], failure=CRASHED, message="ended").ruling == "open"


def comparison(element: str, compare_type: str) -> str:
    t = f"tensor<{element}>"
    op = f"stablehlo.compare EQ, %x, %x{compare_type} : ({t}, {t}) -> tensor<i1>"
    return f"func.func @main(%x: {t}) -> tensor<i1> {{\n%r = {op}\nreturn %r : tensor<i1>\n}}"


def scattered(inputs: str, indices: str, updates: str) -> str:
    x, i, u, e = f"tensor<2x{inputs}>", f"tensor<1x{indices}>", f"tensor<{updates}>", f"tensor<{inputs}>"
    numbers = "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>"
    return f"""func.func @main(%x: {x}, %i: {i}, %u: {u}) -> {x} {{
      %r = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = {numbers}}}> ({{
      ^bb0(%a: {e}, %b: {e}):
        stablehlo.return %b : {e}
      }}) : ({x}, {i}, {u}) -> {x}
      return %r : {x}
    }}"""


def summed(element: str, into: str) -> str:
    return f"""func.func @main(%x: tensor<2x{element}>, %i: tensor<{element}>) -> tensor<{into}> {{
      %r = "stablehlo.reduce"(%x, %i) <{{dimensions = array<i64: 0>}}> ({{
      ^bb0(%a: tensor<{into}>, %b: tensor<{into}>):
        %s = stablehlo.add %a, %b : tensor<{into}>
        stablehlo.return %s : tensor<{into}>
      }}) : (tensor<2x{element}>, tensor<{element}>) -> tensor<{into}>
      return %r : tensor<{into}>
    }}"""


def convolved(result: str) -> str:
    x = "tensor<1x1xf32>"
    return f"""func.func @main(%x: {x}, %y: {x}) -> tensor<1x1x{result}> {{
      %r = stablehlo.convolution(%x, %y) dim_numbers = [b, f]x[i, o]->[b, f], window = {{}} {{
        batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({x}, {x}) -> tensor<1x1x{result}>
      return %r : tensor<1x1x{result}>
    }}"""


SCATTERED = [np.zeros(2, F32), np.asarray([1]), F32(7)]
BROKEN = [
    *[
        (comparison(element, compare_type), [np.zeros((), dtype)], [False], expected)
        for element, dtype, compare_type, expected in [
            ("i32", np.int32, ", SIGNED", ""),
            ("i32", np.int32, "", ""),
            ("i32", np.int32, ", NOTYPE", ""),
            ("i32", np.int32, ", UNSIGNED", "spec: compare (C3)"),
            ("ui32", np.uint32, ", UNSIGNED", ""),
            ("ui32", np.uint32, ", SIGNED", "spec: compare (C3)"),
            ("i1", np.bool_, ", UNSIGNED", ""),
            ("i1", np.bool_, ", FLOAT", "spec: compare (C3)"),
            ("f32", np.float32, ", TOTALORDER", ""),
            ("f32", np.float32, ", SIGNED", "spec: compare (C3)"),
            ("complex<f32>", np.complex64, ", FLOAT", ""),
            ("complex<f32>", np.complex64, ", TOTALORDER", "spec: compare (C3)"),
        ]
    ],
    (scattered("f32", "i64", "f32"), SCATTERED, [np.ones(2, F32)], ""),
    (scattered("f32", "i1", "f32"), [SCATTERED[0], np.asarray([True]), F32(7)], [np.ones(2, F32)], "(I2)"),
    (scattered("f64", "i64", "f32"), [np.zeros(2), *SCATTERED[1:]], [np.ones(2)], "spec: scatter (C6)"),
    (summed("i1", "i32"), [np.asarray([True, True]), np.False_], [np.int32(7)], "spec: is_promotable"),
    (summed("i1", "i1"), [np.asarray([True, True]), np.False_], [np.False_], ""),
    (summed("i8", "i32"), [np.asarray([1, 1], np.int8), np.int8(0)], [np.int32(7)], ""),
    (convolved("f64"), [np.ones((1, 1), F32)] * 2, [np.full((1, 1), 7.0)], "spec: convolution (C27)"),
    (convolved("f32"), [np.ones((1, 1), F32)] * 2, [np.full((1, 1), 7, F32)], ""),
]
"""Programs, their arguments, wrong results, and the constraint that a program breaks."""


@pytest.mark.parametrize(("text", "arguments", "results", "expected"), BROKEN)
def test_a_program_that_no_verifier_refuses_but_the_specification_is_undefined(
    text: str, arguments: list[Any], results: list[Any], expected: str
) -> None:
    found = ruled(text, arguments, *results)
    assert found.ruling == ("undefined" if expected else "wrong")
    assert expected in found.reason


def test_what_does_not_matter_to_a_right_result_is_not_looked_for() -> None:
    assert ruled(comparison("i32", ", UNSIGNED"), [np.int32(0)], True) == Ruling("allowed")


def test_a_crash_is_wrong_and_a_refusal_is_open() -> None:
    arguments = [np.int32(1), np.int32(1)]
    assert ruled(QUOTIENT, arguments, failure=CRASHED, message="ended").ruling == "wrong"
    assert ruled(QUOTIENT, arguments, failure=REFUSED, message="no such op").ruling == "open"


def test_results_have_the_number_and_the_shapes_that_are_declared() -> None:
    arguments = [np.asarray([1, 2], F32)] * 2
    assert ruled(SUM, arguments).difference == "number of results"
    assert ruled(SUM, arguments, np.zeros(3, F32)).difference == "shape"


def test_parts_of_complex_numbers_may_be_nan_alone() -> None:
    made = complex_span(Span.of(np.asarray([1.0])), Span.of(np.asarray([np.nan])))
    real, imaginary = made.parts()
    assert not real.nan.any()
    assert imaginary.nan.all()


# ---- implementations ----

SCRIPT = """import sys, numpy as np
program, arguments, results = sys.argv[1:]
x, y = np.load(arguments).values()
np.savez(results, BODY)
"""


class Faulty(CommandLineTool):
    """This project's interpreter, but for an error of one in each program that adds; what it takes runs here, because
    a program is made smaller in dozens of runs."""

    def run(self, module: ModuleOp, arguments: Sequence[Array], seconds: float, _: Any) -> ProgramOutcome:
        error = any(op.name == "stablehlo.add" for op in module.walk())
        return ProgramOutcome(tuple([np.asarray(x) + F32(error) for x in eval_module(module, arguments)]))


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> str:
    """How the command line names `Faulty`."""
    made = Faulty("mine", "mine {program} {arguments} {results}")
    spelled = f"{made.name}={made.command}"
    monkeypatch.setattr("xdsl_stablehlo.workbench.triage.rulings.implementation", {spelled: made}.get)
    return spelled


def tool(folder: Path, body: str) -> str:
    """The name and command of an implementation that computes `body`."""
    script = folder / "tool.py"
    script.write_text(SCRIPT.replace("BODY", body))
    return f"mine={sys.executable} {script} {{program}} {{arguments}} {{results}}"


def judged(text: str, against: str, *arguments: Any) -> dict[str, Any]:
    task = Task("one.mlir", text, tuple(map(np.asarray, arguments)), (against,), 60.0, 8)
    return json.loads(json.dumps(judge_task(Item.of(task, text))))


def test_a_command_is_an_implementation(tmp_path: Path) -> None:
    x = np.asarray([1, 2], F32)
    assert judged(SUM, tool(tmp_path, "x + y"), x, x)["rulings"]["mine"]["ruling"] == "allowed"


def test_a_fault_is_reduced_grouped_and_reported_alike_in_any_order(tmp_path: Path, faulty: str) -> None:
    x = np.asarray([1, 2], F32)
    text = SUM.replace("%r =", "%n = stablehlo.negate %y : tensor<2xf32>\n  %r =")
    found = judged(text, faulty, x, x)
    other = {**judged(SUM, faulty, x, x), "program": "two.mlir"}
    (group,) = groups_of([found, other])
    assert (group.form, group.difference, group.programs) == (
        "add",
        "another number",
        ["one.mlir", "two.mlir"],
    )
    assert "expected `2.0`, got `3.0`" in issue_text(group)
    contents: list[dict[str, bytes]] = []
    for name, results in (("a", [found, other]), ("b", [other, found])):
        write_report(results, tmp_path / name)
        files = [path for path in (tmp_path / name).rglob("*") if path.is_file()]
        contents.append({str(path.relative_to(tmp_path / name)): path.read_bytes() for path in files})
    assert contents[0] == contents[1]
    assert sorted(contents[0]) == ["findings/001.mlir", "index.html", "issues/001.md", "report.json"]


def test_a_group_is_written_as_a_finding_that_the_documentation_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faulty: str
) -> None:
    x = np.asarray([1, 2], F32)
    write_report([judged(SUM, faulty, x, x)], tmp_path / "report")
    monkeypatch.setattr("docs.findings.FOLDER", tmp_path / "report" / "findings")
    (finding,) = findings()
    assert (finding.tool, finding.title, finding.sentence) == ("mine", "Another number: add", "spec: add")
    arguments = [value.array.tolist() for value in finding.values()]
    sums = [sum(pair) for pair in zip(*arguments, strict=True)]
    assert finding.results("before")[0].array.tolist() == sums
    assert finding.results("after")[0].array.tolist() == [1 + each for each in sums]


class BusyMachine(Processes):
    """A process that gets little processor time in the place of its answer, which comes late or never."""

    def __init__(self, taken: Sequence[float], answer: Any = None):
        super().__init__(1)
        self.taken, self.answer = list(taken), answer

    def processor_seconds(self) -> float:
        return self.taken.pop(0)

    def submit(self, fn: Any, /, *_: Any, **__: Any) -> Any:
        return self

    def result(self, _: float) -> Any:
        if len(self.taken) > 1 or self.answer is None:
            raise TimeoutError
        return "", self.answer


@pytest.mark.parametrize(
    ("taken", "answer", "failure"),
    [
        ([0, 0.1, 0.2, 0.3], [np.ones(2, F32)], ""),
        ([5, 5.1, 5.2, 6.1], None, HUNG),
        ([n / 100 for n in range(MOST_WAITS + 1)], None, HUNG),
        ([5, 5.0005], None, HUNG),
    ],
    ids=["late", "endless", "always late", "waits for nothing"],
)
def test_a_run_on_a_busy_machine_hangs_by_its_processor_time(
    taken: list[float], answer: Any, failure: str
) -> None:
    machine = BusyMachine(taken, answer)
    outcome = BuiltIn("ours", machine).run(parse(SUM), [np.ones(2, F32)] * 2, 1.0, {})
    assert outcome.failure == failure
    assert len(machine.taken) == (1 if answer else 0)


CRASHES = """import os, sys
program = open(sys.argv[1]).read()
for op in ("sine", "add"):
    if op in program:
        sys.stderr.write(f"LLVM ERROR: no {op} of 7 at f32\\n")
        sys.stderr.flush()
        os.abort()
"""
SINE_AND_SUM = PROGRAMS["sine and sum"]


def test_a_hang_is_wrong_where_the_program_is_known_to_end() -> None:
    end, no_end = COUNTING_LOOP.replace("10000", "100"), COUNTING_LOOP.replace("LT", "NE")
    assert ruled(end, [np.int32(1)], failure=HUNG).ruling == "wrong"
    assert ruled(no_end, [np.int32(20_000)], failure=HUNG).ruling == "open"


def test_a_smaller_program_that_loops_for_long_is_not_run() -> None:
    class Never:
        def run(self, *_: object) -> ProgramOutcome:
            raise AssertionError

    class Other:
        def run(self, *_: object) -> ProgramOutcome:
            return ProgramOutcome((np.asarray(7, np.int32),))

    text = COUNTING_LOOP.replace("10000", "100")
    steps = permitted(parse(text), [np.int32(1)]).steps
    assert StillWrong(Other(), (), "another integer", 60.0, steps)(text)
    assert not StillWrong(Never(), (), "another integer", 60.0, steps - 1)(text)


def test_a_smaller_program_crashes_for_the_same_reason(tmp_path: Path) -> None:
    script = tmp_path / "crashes.py"
    script.write_text(CRASHES)
    spelled = f"mine={sys.executable} {script} {{program}} {{arguments}} {{results}}"
    ruling = judged(SINE_AND_SUM, spelled, np.zeros(2, F32))["rulings"]["mine"]
    assert ruling["ruling"] == "wrong"
    assert ruling["reason"] == "ended by signal 6: LLVM ERROR: no sine of 7 at f32"
    assert ruling["difference"] == "crash: LLVM ERROR: no sine of # at f32"
    assert ruling["smallest"]["form"] == "sine"


def test_arguments_of_smaller_programs_are_the_real_parts_of_complex_ones() -> None:
    kind = "tensor<2xcomplex<f32>>"
    text = f"func.func @main(%x: {kind}) -> {kind} {{ return %x : {kind} }}"
    real = print_module(tagged(parse(text))).replace("2xcomplex<f32>", "1xf32")
    (value,) = untagged(parse(real), [np.array([3 + 4j, 5], np.complex64)])
    assert value.tolist() == [3]


def test_a_command_that_fails_is_refused_with_its_last_line(tmp_path: Path) -> None:
    spelled = tool(tmp_path, "x + z")
    command = implementation(spelled)
    assert isinstance(command, CommandLineTool)
    outcome = command.run(parse(SUM), [np.zeros(2, F32)] * 2, 60.0, {})
    assert outcome.failure == REFUSED
    assert "name 'z' is not defined" in outcome.message


def test_a_command_that_writes_other_results_is_refused(tmp_path: Path) -> None:
    command = implementation(tool(tmp_path, "x[:1]"))
    assert "instead of" in command.run(parse(SUM), [np.zeros(2, F32)] * 2, 60.0, {}).message


def test_a_command_may_write_a_program_in_place_of_results(tmp_path: Path) -> None:
    script = tmp_path / "optimiser.py"
    script.write_text(
        "import sys\nopen(sys.argv[2], 'w').write(open(sys.argv[1]).read().replace('add', 'subtract'))"
    )
    x = np.asarray([1, 2], F32)
    ruling = judged(SUM, f"mine={sys.executable} {script} {{program}} {{rewritten}}", x, x)["rulings"]["mine"]
    assert (ruling["ruling"], ruling["expected"], ruling["given"]) == ("wrong", "2.0", "0.0")
    script.write_text("import sys\nopen(sys.argv[2], 'w').write('func.func @main(')")
    assert (
        judged(SUM, f"mine={sys.executable} {script} {{program}} {{rewritten}}", x, x)["rulings"]["mine"][
            "ruling"
        ]
        == "open"
    )


SWAPS = r"""
import re, sys
open(sys.argv[2], "w").write(re.sub(r"add (%\w+), (%\w+)", r"add \2, \1", open(sys.argv[1]).read()))
"""


def test_what_is_proved_of_an_optimiser_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is evaluated. If the proof fails with an exception, the program is run."""
    script = tmp_path / "optimiser.py"
    script.write_text(SWAPS)
    spelled = f"mine={sys.executable} {script} {{program}} {{rewritten}}"
    x = np.asarray([1, 2], F32)
    with monkeypatch.context() as patch:
        patch.setattr(rulings, "permitted", None)
        patch.setattr(CommandLineTool, "run", None)
        ruling = judged(SUM, spelled, x, x)["rulings"]["mine"]
        assert ruling["ruling"] == "allowed"
        assert ruling["reason"].startswith("proved for all arguments: ")
        given = guided.Candidate(0, guided.StoredProgram.of(parse(SUM), [x, x]), is_given=True)
        options = guided.GuidedOptions(FuzzOptions(), against=(spelled,))
        found = guided.judge_chunk(Item.of(guided.Candidates((given,), options, frozenset(), ""), ""))
        assert found["rulings"] == {"mine": {"allowed": 1}}
    monkeypatch.setattr(failures, "RAISES", False)
    monkeypatch.setattr(proofs, "NormalTerms", None)
    assert judged(SUM, spelled, x, x)["rulings"]["mine"] == asdict(Ruling("allowed"))


def test_what_enzyme_makes_of_a_program_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an optimiser in the place of Enzyme-JAX that takes sums for differences, and notes down facts."""

    def run_pass_pipeline(_: Any, text: str, pipeline: str) -> tuple[str, str]:
        assert pipeline == "enzyme-hlo-opt"
        hidden = text.replace("func.func @main(", "func.func private @main(")
        return "", hidden.replace(
            "stablehlo.add %x, %y", "stablehlo.subtract %x, %y {enzymexla.finite = [1 : i8]}"
        )

    package = SimpleNamespace(run_pass_pipeline=run_pass_pipeline)
    monkeypatch.setitem(sys.modules, "enzyme_ad.jax.enzyme_call", package)
    x = np.asarray([1, 2], F32)
    (result,) = cast(list[Array], run_built_in("enzyme", SUM, [x, x], {}))
    np.testing.assert_array_equal(result, [0, 0])
    differs = SUM.replace("stablehlo.add %x, %y", "stablehlo.subtract %x, %y {}")
    assert rewrite_built_in("enzyme", SUM) == differs


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("xla:abacus", "no device of the platform 'abacus', only of "),
        ("stablehlo", "this jaxlib does not register"),
    ],
)
def test_what_is_not_there_is_one_line(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' does not run here: .*{message}"):
        implementation(name).check(120.0)


@pytest.mark.parametrize("name", ["ours", "cpp", "xla", "xla:cpu"])
def test_what_is_built_in_gives_results_of_every_kind(name: str) -> None:
    text = PROGRAMS["what is built in gives results of every kind"]
    import ml_dtypes

    arguments = [
        np.asarray([1.5, -2], ml_dtypes.bfloat16),
        np.asarray([3, -5], ml_dtypes.int4),
        np.asarray([1 + 2j, -3j], np.complex64),
    ]
    engine: AnyImplementation = implementation(name)
    outcome = engine.run(parse(text), arguments, 120.0, {})
    assert outcome.failure == "", outcome.message
    assert [str(x.dtype) for x in outcome.results] == ["bfloat16", "int4", "complex64", "bool", "complex64"]
    assert rule_on(parse(text), arguments, outcome) == Ruling("allowed")


def test_an_unknown_implementation_is_an_error() -> None:
    for name, message in (
        ("iree", "is not one of"),
        ("ours:gpu", "is not one of"),
        ("a=cmd", "needs {program}"),
    ):
        with pytest.raises(ValueError, match=message):
            implementation(name)


@pytest.mark.parametrize(
    ("second", "given", "ruling"),
    [(5, 255, "allowed"), (5, 244, "allowed"), (2, 255, "wrong"), (2, 200, "allowed")],
)
def test_integer_products_may_saturate_only_where_they_overflow(second: int, given: int, ruling: str) -> None:
    """100 * 5 is more than 255: what that gives is left to the implementation (Errors); 100 * 2 is 200."""
    text = PROGRAMS["integer products may saturate only where they overflow"]
    arguments = [np.asarray([0, 100], np.uint8), np.asarray([7, second], np.uint8)]
    outcome = ProgramOutcome((np.asarray(given, np.uint8),))
    found = rule_on(parse(text), arguments, outcome)
    assert found.ruling == ruling
    assert ("overflow" in found.reason) is (given == 255 and ruling == "allowed")
