"""`stablehlo-translate` from its command line to its output and exit code."""

from __future__ import annotations

import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from tests.helpers.clock import Clock
from tests.helpers.programs import named
from tests.helpers.terminal import Terminal, visible
from xdsl_stablehlo.tools import interpret
from xdsl_stablehlo.tools.driver import run_tool
from xdsl_stablehlo.tools.stablehlo_translate import run

PROGRAMS = named(__file__)

Captured = pytest.CaptureFixture[str]

ADD = PROGRAMS["add"]
CONSTANTS = PROGRAMS["constants"]


def translate(captured: Captured, *arguments: str | Path) -> tuple[int, str, str]:
    """The exit code, what is printed, and what is complained about."""
    code = run_tool(run, [str(argument) for argument in arguments])
    out, err = captured.readouterr()
    return code, out, err


@pytest.fixture
def add(tmp_path: Path) -> Path:
    path = tmp_path / "add.mlir"
    path.write_text(ADD)
    return path


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "program.mlir"
    path.write_text(text)
    return path


def test_results_of_every_shape_as_the_reference_interpreter_prints_them(tmp_path: Path, capsys: Captured):
    code, out, err = translate(capsys, "--interpret", written(tmp_path, CONSTANTS))
    assert (code, err) == (0, "")
    expected = PROGRAMS["expected"]
    assert out == expected


def test_results_as_dense_attributes(tmp_path: Path, capsys: Captured):
    _, out, _ = translate(capsys, "-interpret", "-interpreter-print-dense", written(tmp_path, CONSTANTS))
    assert out.splitlines()[:5] == [
        "dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>",
        "dense<255> : tensor<ui8>",
        "dense<[true, false]> : tensor<2xi1>",
        "dense<0x7C00> : tensor<1xf16>",
        "dense<(1.500000e+00,-2.500000e-01)> : tensor<1xcomplex<f32>>",
    ]


def test_arguments_on_the_command_line(add: Path, capsys: Captured):
    arguments = "--args=[dense<1> : tensor<2xi32>, dense<[2, 3]> : tensor<2xi32>]"
    assert translate(capsys, add, "--interpret", arguments) == (0, "tensor<2xi32> {\n  [3, 4]\n}\n", "")


@pytest.mark.parametrize(
    ("argument", "message", "column"),
    [
        (
            "[dense<[1, 2]> : tensor<2xf32>]",
            "unexpected decimal integer literal for a floating point value",
            9,
        ),
        ("[] garbage", "nothing more expected", 4),
        ("[dense<1> : tensor<2xi32>", "expected ']'", 26),
    ],
)
def test_a_wrong_argument_is_shown(add: Path, capsys: Captured, argument: str, message: str, column: int):
    code, out, err = translate(capsys, add, "--interpret", f"--args={argument}")
    assert (code, out) == (1, "")
    first, *shown = err.splitlines()
    assert first.startswith(
        f"error: --args:1:{column}: {message}; expectected array attribute string for args"
    )
    assert shown == [argument, " " * (column - 1) + "^"]


def test_artifacts_are_of_the_current_version_by_default(
    add: Path, capsysbinary: pytest.CaptureFixture[bytes]
):
    written: list[bytes] = []
    for arguments in ([], ["--target=current"], ["--target=1.0.0"]):
        assert run_tool(run, ["--serialize", *arguments, str(add)]) == 0
        written.append(capsysbinary.readouterr().out)
    assert written[0] == written[1] != written[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "--args=not_array",
            "expectected array attribute string for args, i.e. --args=[dense<1> : tensor<2xi32>, ...]",
        ),
        ("--args=[4.0 : f32]", "expected dense elements attribute for args elements, i.e. --args=[dense<1>"),
        ("--args=[dense<1> : tensor<2xi32>]", "@main takes 2 argument(s), but 1 given"),
        ("--args=[dense<1> : tensor<3xi32>, dense<1> : tensor<2xi32>]", "argument 0 of @main"),
        ("--args-npz=/nowhere.npz", "cannot read arrays from /nowhere.npz"),
        ("--rng-seed=x", "'x' is not a value for --rng-seed"),
    ],
)
def test_wrong_arguments_are_one_line(add: Path, capsys: Captured, arguments: str, message: str):
    code, out, err = translate(capsys, "--interpret", add, arguments)
    assert (code, out) == (1, "")
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1


def test_arrays_in_files(tmp_path: Path, capsys: Captured):
    program = PROGRAMS["arrays in files"]
    numbers = np.array([1.5, 2]).astype(ml_dtypes.bfloat16)
    np.savez(tmp_path / "in.npz", x=numbers.view("u2"), y=np.arange(3))
    files = [f"--args-npz={tmp_path / 'in.npz'}", f"--results-npz={tmp_path / 'out.npz'}"]
    code, _, err = translate(capsys, "--interpret", written(tmp_path, program), *files)
    assert (code, err) == (0, "")
    with np.load(tmp_path / "out.npz") as results:
        np.testing.assert_array_equal(results["result0"].view(ml_dtypes.bfloat16).astype(float), [3, 4])
        np.testing.assert_array_equal(results["result1"], np.arange(3))


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ([np.zeros(2, "i4")], "holds 1 arrays, but @main takes 2"),
        ([np.zeros(2, "i4"), np.zeros(3, "i4")], "argument 1 from"),
        ([np.zeros(2, "i4"), np.zeros(2, "f4")], "argument 1 from"),
    ],
)
def test_arrays_that_do_not_fit(
    add: Path, tmp_path: Path, capsys: Captured, arrays: list[np.ndarray], message: str
):
    np.savez(tmp_path / "in.npz", *arrays)
    code, _, err = translate(capsys, "--interpret", add, f"--args-npz={tmp_path / 'in.npz'}")
    assert code == 1
    assert message in err


def test_results_that_cannot_be_written(tmp_path: Path, capsys: Captured):
    code, _, err = translate(
        capsys, "--interpret", written(tmp_path, CONSTANTS), f"--results-npz={tmp_path / 'no' / 'out.npz'}"
    )
    assert code == 1
    assert "cannot write" in err


def test_a_failed_check_says_where_what_and_of_which_types(tmp_path: Path, capsys: Captured):
    program = PROGRAMS["a failed check says where what and of which types"]
    path = written(tmp_path, program)
    code, _, err = translate(capsys, "--interpret", path, "--args=[dense<[1, 3]> : tensor<2xi32>]")
    assert code == 1
    assert err.startswith(
        f"{path}:2:3: error: 'check.expect_eq_const' op Element values don't match: 3 (actual) vs 2"
    )
    assert "tensor<2xi32>" in err
    assert translate(capsys, "--interpret", path, "--args=[dense<[1, 2]> : tensor<2xi32>]") == (0, "", "")


def test_chunks_run_one_by_one_with_the_lines_of_the_file(tmp_path: Path, capsys: Captured):
    good = PROGRAMS["chunks run one by one with the lines of the file"]
    bad = good.replace("dense<true>", "dense<maybe>")
    text = "\n// -----\n".join(["// nothing here", good, bad, good])
    path = written(tmp_path, text)
    code, out, err = translate(capsys, "--interpret", "-split-input-file", path)
    assert code == 1
    assert out == "tensor<i1> {true}\n" * 2
    line = text[: text.index("maybe")].count("\n") + 1
    assert err.startswith(f"{path}:{line}:")


def test_errors_that_are_expected(tmp_path: Path, capsys: Captured):
    program = PROGRAMS["errors that are expected"]
    right = written(tmp_path, program.replace("MESSAGE", "number of output elements"))
    assert translate(capsys, "--interpret", "--verify-diagnostics", right)[0] == 0
    wrong = written(tmp_path, program.replace("MESSAGE", "something else"))
    code, _, err = translate(capsys, "--interpret", "--verify-diagnostics", wrong)
    assert code == 1
    assert "something else" in err


def test_results_in_a_file_come_together_or_not_at_all(tmp_path: Path, capsys: Captured):
    constant = "%c = stablehlo.constant dense<true> : tensor<i1>"
    good = f"func.func @f() -> tensor<i1> {{ {constant} return %c : tensor<i1> }}"
    path = written(tmp_path, f"{good}\n// -----\n{good}")
    out = tmp_path / "out"
    assert translate(capsys, "--interpret", "--split-input-file", path, "-o", out) == (0, "", "")
    assert out.read_text() == "tensor<i1> {true}\n" * 2
    path = written(tmp_path, f"{good}\n// -----\n{good.replace('true', 'maybe')}")
    for target in (out, path):
        before = target.read_text()
        code, _, err = translate(capsys, "--interpret", "--split-input-file", path, "-o", target)
        assert code == 1
        assert err.endswith(f"error: '{target}' is not written: not every program could be\n")
        assert target.read_text() == before


def test_modules_without_main(tmp_path: Path, capsys: Captured):
    assert translate(capsys, "--interpret", written(tmp_path, "module {}")) == (0, "", "")
    only = ADD.replace("@main", "@other")
    code, _, err = translate(
        capsys, "--interpret", written(tmp_path, only + only.replace("other", "another"))
    )
    assert code == 1
    assert "entry func with name main" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "one of --interpret, --serialize, --deserialize is needed"),
        (["--interpret", "--serialize"], "one of --interpret"),
        (["--interpret", "--no-such-flag"], "unknown option '--no-such-flag'"),
        (["--interpret", "a", "b"], "one input file at a time"),
        (["--interpret", "/nowhere.mlir"], "cannot open input file '/nowhere.mlir'"),
    ],
)
def test_wrong_command_lines(capsys: Captured, arguments: list[str], message: str):
    code, out, err = translate(capsys, *arguments)
    assert (code, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


def test_input_that_is_no_program(tmp_path: Path, capsys: Captured):
    path = tmp_path / "noise"
    path.write_bytes(b"\xff\xfe\x00")
    code, _, err = translate(capsys, "--interpret", path)
    assert code == 1
    assert "neither text nor MLIR bytecode" in err


def test_help_and_version(capsys: Captured):
    code, out, _ = translate(capsys, "--help")
    assert code == 0
    assert "--args-npz" in out
    code, out, _ = translate(capsys, "--version")
    assert code == 0
    assert "StableHLO 1." in out


def test_random_numbers_need_a_seed(tmp_path: Path, capsys: Captured):
    program = PROGRAMS["random numbers need a seed"]
    path = written(tmp_path, program)
    assert "explicit seed" in translate(capsys, "--interpret", path)[2]
    first = translate(capsys, "--interpret", "--rng-seed=7", path)
    assert first[0] == 0
    assert translate(capsys, "--interpret", "--rng-seed=7", path) == first
    assert translate(capsys, "--interpret", "--rng-seed=8", path)[1] != first[1]


def test_probes_write_into_the_directory(tmp_path: Path, capsys: Captured):
    program = PROGRAMS["probes write into the directory"]
    arguments = [
        "--interpret",
        f"--probe-output-dir={tmp_path / 'probes'}",
        "--args=[dense<5> : tensor<i32>]",
    ]
    assert translate(capsys, *arguments, written(tmp_path, program)) == (0, "", "")
    assert np.load(tmp_path / "probes" / "probe1.npy").item() == 5


def test_an_artifact_and_back(add: Path, tmp_path: Path, capsys: Captured):
    artifact = tmp_path / "add.bc"
    assert translate(capsys, "--serialize", "--target=1.0.0", "--strip-debuginfo", add, "-o", artifact) == (
        0,
        "",
        "",
    )
    assert artifact.read_bytes().startswith(b"ML\xefR")
    code, out, _ = translate(capsys, "--deserialize", "--print-stablehlo-version", artifact)
    assert code == 0
    assert out.startswith("// Reading portable artifact with StableHLO version: 1.0.0\n")
    assert "stablehlo.add" in out
    _, generic, _ = translate(capsys, "--deserialize", "--mlir-print-op-generic", artifact)
    assert '"stablehlo.add"' in generic
    _, located, _ = translate(capsys, "--deserialize", "--mlir-print-debuginfo", artifact)
    assert "loc(" in located


def test_an_artifact_is_a_program_like_any_other(add: Path, tmp_path: Path, capsys: Captured):
    old, new = tmp_path / "old.bc", tmp_path / "new.bc"
    assert translate(capsys, "--serialize", "--target=0.9.0", add, "-o", old)[0] == 0
    arguments = "--args=[dense<1> : tensor<2xi32>, dense<[2, 3]> : tensor<2xi32>]"
    assert translate(capsys, "--interpret", old, arguments) == (0, "tensor<2xi32> {\n  [3, 4]\n}\n", "")
    assert translate(capsys, "--serialize", "--target=1.5.0", old, "-o", new) == (0, "", "")
    out = translate(capsys, "--deserialize", "--print-stablehlo-version", new)[1]
    assert out.startswith("// Reading portable artifact with StableHLO version: 1.5.0\n")


def test_text_where_an_artifact_is_expected_is_read_as_text(add: Path, capsys: Captured):
    code, out, _ = translate(capsys, "--deserialize", "--print-stablehlo-version", add)
    assert code == 0
    assert out.startswith("// Failed parsing StableHLO version from portable artifact\n")
    assert "stablehlo.add" in out


def test_what_is_no_artifact(tmp_path: Path, capsys: Captured):
    path = tmp_path / "broken.bc"
    path.write_bytes(b"ML\xefR\x0d" + bytes(9))
    code, out, err = translate(capsys, "--deserialize", path)
    assert (code, out) == (1, "")
    assert "error: " in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("target", ["0.1.0", "999.0.0", "nonsense"])
def test_versions_that_cannot_be_written(add: Path, capsys: Captured, target: str):
    code, out, err = translate(capsys, "--serialize", f"--target={target}", add)
    assert (code, out) == (1, "")
    assert target in err


def test_a_long_run_says_where_it_is(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch):
    program = PROGRAMS["a long run says where it is"]
    path = written(tmp_path, program)
    # Once before, so that the time is not that of importing.
    translate(capsys, "--interpret", "--args=[dense<1> : tensor<i32>]", path)
    with Terminal(400) as terminal, open(terminal.name, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr(interpret, "PROGRESS_AFTER", 0.05)
        code, out, _ = translate(capsys, "--interpret", "--args=[dense<1000000> : tensor<i32>]", path)
        shown = terminal.read()
        monkeypatch.setattr(interpret, "PROGRESS_AFTER", 60.0)
        translate(capsys, "--interpret", "--args=[dense<1> : tensor<i32>]", path)
        assert terminal.read() == ""
    assert (code, out) == (0, "tensor<i32> {0}\n")
    assert "interpreting for " in shown
    assert "'stablehlo." in shown
    assert visible(shown) == ""


def test_one_file_does_not_hold_the_results_of_many_programs(tmp_path: Path, capsys: Captured):
    out = tmp_path / "out.npz"
    program = written(tmp_path, CONSTANTS)
    code, printed, err = translate(
        capsys, "--interpret", "--split-input-file", program, f"--results-npz={out}"
    )
    assert (code, printed) == (1, "")
    assert err == "error: --results-npz is for the results of one program: not with --split-input-file\n"
    assert not out.exists()


FOREVER = PROGRAMS["forever"]


def test_an_evaluation_ends_where_the_flags_say(tmp_path: Path, capsys: Captured, clock: Clock):
    clock.step = 0.05
    forever = written(tmp_path, FOREVER)
    for flag, said in (
        ("--max-seconds=0.1", "takes more than the 0.1 seconds that are allowed"),
        ("--max-steps=1e4", "takes more than the 10000 steps that are allowed"),
    ):
        code, out, err = translate(capsys, "--interpret", flag, forever)
        assert (code, out, err.count("\n")) == (1, "", 3)
        assert f"program.mlir:3:8: error: 'stablehlo.while' op {said}" in err

    large = written(
        tmp_path,
        "func.func @main() -> tensor<4096xf32> { %x = stablehlo.iota dim = 0 : tensor<4096xf32> "
        "%y = stablehlo.sine %x : tensor<4096xf32> return %y : tensor<4096xf32> }",
    )
    code, _, err = translate(capsys, "--interpret", "--max-bytes=20000", large)
    assert (code, err.count("\n")) == (1, 3)
    assert "20000 are allowed" in err
    # Two results of 16 KiB.
    assert translate(capsys, "--interpret", "--max-bytes=32KiB", "--max-steps=2", large)[0] == 0
    assert translate(capsys, "--interpret", "--max-bytes=32KiB", "--max-steps=1", large)[0] == 1

    for flag in ("max-seconds", "max-bytes", "max-steps"):
        for wrong in ("", "-1", "ten", "1e999", "4XB", "nan", "\u0661"):
            code, out, err = translate(capsys, "--interpret", f"--{flag}={wrong}", large)
            assert (code, out, err.count("\n")) == (1, "", 1)
            assert f"'{wrong}' is not a value for --{flag}" in err
