"""What is said of other tools is so: both programs evaluate as stated, here and in C++, and are told apart."""

from __future__ import annotations

import subprocess
import sys
from signal import Signals

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from docs.findings import HERE, IMPLEMENTATIONS, Finding, findings, issue, page
from tests.helpers.oracle import Array, oracle
from xdsl_stablehlo import parse_module, print_module
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.jax.private import VERSION
from xdsl_stablehlo.tools.programs import new_context
from xdsl_stablehlo.workbench.reducing import count_ops
from xdsl_stablehlo.workbench.triage.implementations import CRASHED, implementation
from xdsl_stablehlo.workbench.validation import validate

FINDINGS = findings()
GIVING = [each for each in FINDINGS if not each.ends]


def is_shown(finding: Finding) -> bool:
    """Whether the installed version of jaxlib is one that does it."""
    return not finding.until or tuple(map(int, finding.until.split("."))) > VERSION


def given_in_cpp(finding: Finding, name: str) -> list[Array]:
    """What the reference interpreter gives."""
    module = finding.module
    for function in list(module.ops):
        if isinstance(function, FuncOp) and function.sym_name.data != name:
            function.detach()
    text = print_module(module).replace(f"@{name}(", "@main(")
    return list(oracle(text, *[np.asarray(value) for value in finding.values()]))


def signs(array: Array) -> Array:
    """Which elements have a sign, zeros among them."""
    given: Array = np.signbit(array.astype(np.float64))
    return given


def bits(results: tuple[Tensor, ...]) -> list[bytes]:
    """The bytes of results."""
    return [np.ascontiguousarray(result.array).tobytes() for result in results]


@pytest.mark.parametrize("finding", GIVING, ids=[finding.name for finding in GIVING])
def test_both_programs_give_what_cpp_gives(finding: Finding) -> None:
    for name in ("before",) if finding.given else ("before", "after"):
        stated = "after" if finding.name.startswith("cpp") and is_shown(finding) else name
        for ours, theirs in zip(finding.results(stated), given_in_cpp(finding, name), strict=True):
            np.testing.assert_array_equal(ours.array, theirs)
            zeros: Array = np.equal(theirs, 0)
            np.testing.assert_array_equal(signs(ours.array)[zeros], signs(theirs)[zeros])
    assert bits(finding.results("before")) != bits(finding.results("after"))
    assert count_ops(finding.module) <= 12


@pytest.mark.parametrize(
    "finding", ENDING := [each for each in FINDINGS if each.ends], ids=[each.name for each in ENDING]
)
def test_the_process_ends(finding: Finding) -> None:
    engine = implementation(IMPLEMENTATIONS[finding.name.partition("_")[0]])
    program = parse_module(finding.before.replace("@before(", "@main("), new_context())
    arguments = [value.array for value in finding.values()]
    outcome = engine.run(program, arguments, 60.0, {})
    if not is_shown(finding):
        assert outcome.failure != CRASHED
        return
    assert outcome.failure == CRASHED
    assert outcome.message == finding.ends
    if finding.right_without:
        outcome = engine.run(program, arguments, 60.0, {"xla_disable_hlo_passes": finding.right_without})
        assert list(outcome.results) == [value.array for value in finding.results("before")]


@pytest.mark.parametrize("finding", GIVING, ids=[finding.name for finding in GIVING])
def test_they_are_refuted(finding: Finding) -> None:
    bound = dict(enumerate(finding.values())) if finding.given else {}
    (verdict,) = validate(finding.function("before"), finding.function("after"), bound=bound)
    assert verdict.is_refuted, str(verdict)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each.name, marks=[] if each.name == "xla_add_of_booleans" else pytest.mark.prove)
        for each in FINDINGS
        if "XLA on CPU" in each.tool
    ],
)
def test_the_text_of_an_issue_shows_what_xla_gives(name: str) -> None:
    finding = next(each for each in FINDINGS if each.name == name)
    code = issue(finding).partition("```python\n")[2].partition("```")[0]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if finding.ends:
        signal, _, reason = finding.ends.removeprefix("the process was killed by ").partition(": ")
        if not is_shown(finding):
            assert done.returncode >= 0
            return
        assert done.returncode == -Signals[signal]
        assert reason in done.stderr
        return
    assert done.returncode == 0, done.stderr
    names = {**vars(ml_dtypes), **vars(np), "array": np.array}
    given = [np.ascontiguousarray(x).tobytes() for x in eval(done.stdout, names)]
    assert given == bits(finding.results("after" if is_shown(finding) else "before"))


def test_an_issue_about_the_cpp_interpreter_has_its_command() -> None:
    finding = next(each for each in FINDINGS if each.name == "cpp_scatter_in_place")
    assert "stablehlo-translate --interpret program.mlir --args='[dense<[4, 5]> : tensor<2xi32>]'" in issue(
        finding
    )


def test_an_issue_about_an_optimiser_has_its_pipeline() -> None:
    finding = next(each for each in FINDINGS if each.name == "enzyme_log_of_quotient")
    text = issue(finding)
    assert f"run_pass_pipeline([], program, {finding.call!r})" in text
    assert "@after" not in text
    assert "@before" not in text


def test_the_page_is_made_of_the_programs() -> None:
    assert (HERE / "findings.md").read_text() == page(FINDINGS)
    assert len(FINDINGS) >= 10
