"""Reports: groups by cause, and pastes in which a result is seen again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from docs.findings import findings
from tests.helpers.oracle import dtype_named
from tests.helpers.programs import function, parse
from xdsl_stablehlo.jax.engine import AS_WRITTEN
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.workbench.triage.reports import REPRODUCE, CauseGroup, groups_of, issue_text, write_report
from xdsl_stablehlo.workbench.triage.rulings import IN_PLACE, in_python

F32 = np.float32
SUM = function("%r0 = stablehlo.add %a0, %a1 : tensor<2xf32>", ["tensor<2xf32>"] * 2, ["tensor<2xf32>"])


def test_a_known_cause_is_one_group_whatever_the_form() -> None:
    def wrong(program: str, difference: str, decisive: str, form: str) -> dict[str, Any]:
        small: dict[str, Any] = {"pass": decisive, "form": form, "program": form, "results": []}
        return {
            "program": program,
            "rulings": {"cpp": {"ruling": "wrong", "difference": difference, "smallest": small}},
        }

    results = [
        wrong("a", "another integer", IN_PLACE, "scatter sort"),
        wrong("b", "another number", IN_PLACE, "scatter"),
        wrong("c", "crash: LLVM ERROR: no", "", "compare sort"),
        wrong("d", "crash: LLVM ERROR: no", "", "compare"),
        wrong("e", "crash: LLVM ERROR: other", "", "compare"),
        wrong("f", "crash", "", "sort"),
        wrong("g", "crash", "", "add"),
        wrong("h", "another number", "", "sort"),
        wrong("i", "another number", "", "add"),
    ]
    groups = [("".join(g.programs), g.difference, g.form) for g in groups_of(results)]
    assert groups[:2] == [("ab", "another number", "scatter"), ("cd", "crash: LLVM ERROR: no", "compare")]
    assert sorted(each[0] for each in groups[2:]) == ["e", "f", "g", "h", "i"]


@pytest.mark.parametrize("difference", ["crash", "crash: no add"])
def test_a_crash_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, difference: str) -> None:
    small: dict[str, Any] = {
        "program": print_module(parse(SUM)),
        "arguments": [],
        "results": [],
        "reason": "ended: no add",
    }
    small |= {"pass": "", "form": "add", "arrays": [], "place": "", "expected": "", "given": ""}
    ruling: dict[str, Any] = {"ruling": "wrong", "difference": difference, "smallest": small}
    write_report([{"program": "a", "rulings": {"cpp": ruling}}], tmp_path)
    monkeypatch.setattr("docs.findings.FOLDER", tmp_path / "findings")
    (finding,) = findings()
    assert (finding.ends, finding.given) == ("ended: no add", "")


@pytest.mark.parametrize("element", ["i1", "i4", "ui64", "bf16", "f8E4M3FN", "f32", "f64", "complex<f32>"])
@pytest.mark.parametrize("shape", [(), (0,), (2, 2)])
def test_arguments_in_python_are_the_arguments(element: str, shape: tuple[int, ...]) -> None:
    value = np.resize(np.asarray([1, 0, np.nan, -0.0, 1e-41] if element[0] in "bfc" else [1, 0]), shape)
    value = value.astype(dtype_named(element))
    names = {"array": np.array, "inf": np.inf, "nan": np.nan}
    again = eval(in_python(value), names)
    assert (again.dtype, again.shape) == (value.dtype, value.shape)
    np.testing.assert_array_equal(again.astype(complex), value.astype(complex))


def pasted(implementation: str, folder: Path) -> str:
    """What the paste of an issue about a sum prints."""
    small = {
        "program": print_module(parse(SUM)),
        "arguments": [f"dense<[1.0, {n}.0]> : tensor<2xf32>" for n in (2, 3)],
        "arrays": [in_python(np.asarray([1, n], F32)) for n in (2, 3)],
        **{"place": "", "expected": "", "reason": "", "given": "", "results": []},
    }
    text = issue_text(CauseGroup(implementation, "last digits", "", "add", small))
    language, _, code = text.partition("To reproduce:\n\n```")[2].partition("```")[0].partition("\n")
    command = [sys.executable, "-c"] if language == "python" else ["bash", "-c"]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        [*command, code], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_what_an_issue_says_is_seen_again_in_one_paste(tmp_path: Path) -> None:
    assert pasted("xla", tmp_path) == "[array([2., 5.], dtype=float32)]\n"
    assert pasted("cpp", tmp_path).split() == ["tensor<2xf32>", "{", "[2.000000e+00,", "5.000000e+00]", "}"]


def test_the_paste_has_the_options_of_the_engine() -> None:
    flags = [f"--{name}={str(value).lower()}" for name, value in AS_WRITTEN.items()]
    assert f'"{" ".join(flags)}"' in REPRODUCE["xla"]
