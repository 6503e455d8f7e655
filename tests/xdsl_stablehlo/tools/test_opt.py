"""`stablehlo-opt`: options, streams, and what a user can get wrong."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.programs import named, parse
from xdsl_stablehlo.programs.registry import PASSES
from xdsl_stablehlo.tools.command_line.reading import (
    Flag,
    PassSpec,
    ToolError,
    read_command_line,
    read_list,
    read_pipeline,
)
from xdsl_stablehlo.tools.driver import run_tool
from xdsl_stablehlo.tools.programs import disagreements, expectations
from xdsl_stablehlo.tools.stablehlo_opt import run
from xdsl_stablehlo.transforms.vhlo.artifacts import serialize_portable_artifact

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]
INLINED = PROGRAMS["inlined"]


FOLD = "stablehlo-constant-fold"


class Result:
    def __init__(self, code: int, out: str, err: str):
        self.code, self.out, self.err = code, out, err


class Tool:
    """Runs the tool in this process, on a file or on standard input."""

    def __init__(self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
        self._path, self._capsys, self._monkeypatch = tmp_path, capsys, monkeypatch

    def __call__(self, text: str | bytes, *arguments: str, stdin: bool = False) -> Result:
        data = text if isinstance(text, bytes) else text.encode()
        if stdin:
            self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
            code = run_tool(run, arguments)
        else:
            file = self._path / "a.mlir"
            file.write_bytes(data)
            code = run_tool(run, [*arguments, str(file)])
        captured = self._capsys.readouterr()
        return Result(code, captured.out, captured.err.replace(f"{self._path}/", ""))


@pytest.fixture
def opt(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tool:
    return Tool(tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--inline"],
        ["-inline"],
        ["-p", "inline"],
        ["--passes=inline"],
        ["-pass-pipeline=builtin.module(func.func(canonicalize{test-convergence}),inline)"],
    ],
)
def test_passes_in_every_spelling(opt: Tool, arguments: list[str]):
    result = opt(PROGRAM, *arguments)
    assert (result.code, result.out.rstrip(), result.err) == (0, INLINED.rstrip(), "")


def test_standard_input(opt: Tool):
    assert opt(PROGRAM, "--inline", stdin=True).out.rstrip() == INLINED.rstrip()
    assert opt(PROGRAM, "--inline", "-", stdin=True).out.rstrip() == INLINED.rstrip()


def test_output_to_a_file(opt: Tool, tmp_path: Path):
    target = tmp_path / "out.mlir"
    assert opt(PROGRAM, "--inline", "-o", str(target)).out == ""
    assert target.read_text().rstrip() == INLINED.rstrip()
    target.unlink()
    assert opt("nonsense", "-o", str(target)).code == 1
    assert not target.exists()


@pytest.mark.parametrize("arguments", [[], ["--emit-bytecode"], ["--split-input-file"]])
def test_a_program_that_is_its_own_output_survives_what_goes_wrong(
    opt: Tool, tmp_path: Path, arguments: list[str]
):
    # The second program has no bytecode: a vector type.
    text = "func.func @a() { return }\n// -----\n" + (
        "func.func @b() attributes {x = vector<[4]xf32>} { return }"
        if "--emit-bytecode" in arguments
        else "nonsense"
    )
    result = opt(text, *arguments, "--split-input-file", "-o", str(tmp_path / "a.mlir"))
    assert (result.code, result.out) == (1, "")
    assert (tmp_path / "a.mlir").read_text() == text
    assert result.err.splitlines()[-1] == "error: 'a.mlir' is not written: not every program could be"


def test_bytes_that_are_no_text_are_read_and_written_in_strings_and_comments(opt: Tool):
    result = opt(b'// caf\xe9\nfunc.func @f() attributes {x = "a\xffb"} { return }')
    assert (result.code, result.err) == (0, "")
    assert 'x = "a\\FFb"' in result.out


def test_programs_cannot_command_the_terminal(opt: Tool):
    name = "\x1b[2J\nb.mlir:1:1: error: forged"
    result = opt(
        f'func.func @f() {{ return }} loc("{name}":1:1) func.func @f() {{ return }} loc("{name}":1:1)'
    )
    assert result.code == 1
    assert len(result.err.splitlines()) == 3
    assert "\x1b" not in result.err


def test_ways_to_print(opt: Tool):
    assert "%sum = stablehlo.add" in opt(PROGRAM, "--keep-names").out
    assert '"stablehlo.add"(%arg0, %arg0) :' in opt(PROGRAM, "-mlir-print-op-generic").out
    assert "loc(#loc" in opt(PROGRAM, "--mlir-print-debuginfo").out
    local = opt(PROGRAM, "--mlir-print-debuginfo", "--mlir-print-local-scope").out
    assert 'a.mlir":6:10)' in local
    assert "#loc" not in local
    assert "loc(unknown)" in opt(PROGRAM, "--strip-debuginfo", "--mlir-print-debuginfo").out


def test_bytecode_both_ways(opt: Tool, tmp_path: Path):
    target = tmp_path / "out.bc"
    assert opt(PROGRAM, "--stablehlo-legalize-to-vhlo", "--emit-bytecode", "-o", str(target)).code == 0
    data = target.read_bytes()
    assert data[:4] == b"ML\xefR"
    result = opt(data, "--vhlo-legalize-to-stablehlo", "--inline")
    assert (result.out.rstrip(), result.err) == (INLINED.rstrip(), "")


def test_chunks_are_worked_on_one_by_one(opt: Tool):
    text = (
        "func.func @a() { return }\n// -----\nfunc.func @b() { retur }\n// -----\nfunc.func @c() { return }\n"
    )
    result = opt(text, "--split-input-file")
    assert result.code == 1
    assert result.err.splitlines() == [
        "a.mlir:3:18: error: custom op 'retur' is unknown: did you mean 'return'?",
        "func.func @b() { retur }",
        "                 ^",
    ]
    assert result.out.count("// -----") == 1
    assert "@a" in result.out
    assert "@c" in result.out


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        ("func.func @f(", [], "a.mlir:1:14: error: custom op 'func.func' expected non-function type"),
        (
            "stablehlo.ad %a, %a",
            [],
            "a.mlir:1:1: error: custom op 'stablehlo.ad' is unknown: did you mean 'stablehlo.add'?",
        ),
        (PROGRAM[:-20], [], "a.mlir:7:13: error: custom op 'func.return' expected ':'"),
        ("foo.bar", [], "a.mlir:1:1: error: custom op 'foo.bar' is unknown\n"),
        ("enzyme.negate", [], "a.mlir:1:1: error: custom op 'enzyme.negate' is unknown\n"),
        (
            "stablehl.not",
            [],
            "a.mlir:1:1: error: custom op 'stablehl.not' is unknown: did you mean 'stablehlo.not'?",
        ),
        (
            '"foo.bar"() : () -> ()',
            [],
            "a.mlir:1:1: error: operation 'foo.bar' is unknown. If this is intended, use --allow-unregistered-dialect",
        ),
        (b"\xff\xfe\n", [], "a.mlir:1:1: error: unexpected character: \\\n"),
        (b"\xff\xfe\0", [], "error: a.mlir: neither text nor MLIR bytecode"),
        (b"ML\xefR\x06", [], "error: "),
        (
            "func.func @f(%x: tensor<2xf32>) {\n  func.call @g() : () -> ()\n  return\n}",
            [],
            "a.mlir:2:3: error: 'func.call' op 'g' does not reference a valid function",
        ),
        (PROGRAM, ["--nonsense"], "error: unknown option '--nonsense'"),
        (PROGRAM, ["-p", "nonsense"], "error: 'nonsense' is not a pass"),
        (PROGRAM, ["-p", "inline{x=1}"], "error: inline: no such option x"),
        (PROGRAM, ["-p", "inline{x=1"], "error: 'inline{x=1' lacks a closing '}'"),
        (PROGRAM, ["--stablehlo-x"], "error: unknown option '--stablehlo-x'"),
        (
            PROGRAM,
            ["--stablehlo-constant-fold=fold-op-element-limit=x"],
            "error: stablehlo-constant-fold: 'x' is not a number for the option fold-op-element-limit",
        ),
        (
            PROGRAM,
            ["--stablehlo-constant-fold=optimize-float=perhaps"],
            "error: stablehlo-constant-fold: 'perhaps' is not a value for the switch optimize-float",
        ),
        (
            PROGRAM,
            ["--split-input-file=perhaps"],
            "error: 'perhaps' is not a value for the switch --split-input-file",
        ),
        (
            PROGRAM,
            ["-o", "/nowhere/x.mlir"],
            "error: cannot write '/nowhere/x.mlir': No such file or directory",
        ),
        (PROGRAM, ["other.mlir"], "error: one input file at a time, not 2"),
    ],
)
def test_mistakes_are_one_line(opt: Tool, text: str | bytes, arguments: list[str], message: str):
    result = opt(text, *arguments)
    assert result.code == 1
    assert result.out == ""
    assert result.err.startswith(message)
    assert result.err.count("\n") == (3 if message.startswith("a.mlir:") else 1)


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]):
    assert run_tool(run, ["nowhere.mlir"]) == 1
    assert (
        capsys.readouterr().err == "error: cannot open input file 'nowhere.mlir': No such file or directory\n"
    )


def test_unregistered_dialects(opt: Tool):
    assert opt('"foo.bar"() {a = #x.y<z>} : () -> ()', "--allow-unregistered-dialect").code == 0


def test_verification_can_be_left_out(opt: Tool):
    wrong = "func.func @f() {\n  %0 = call @g() : () -> tensor<f32>\n  return\n}"
    assert opt(wrong).code == 1
    assert opt(wrong, "--disable-verify").code == 0


def test_deep_nesting(opt: Tool):
    depth = 1200
    text = (
        "func.func @f(%p: tensor<i1>, %x: tensor<f32>) {\n"
        + "".join(f'%r{i} = "stablehlo.if"(%p) ({{\n' for i in range(depth))
        + "stablehlo.return %x : tensor<f32>\n"
        + "}, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>\nstablehlo.return %x : tensor<f32>\n"
        * (depth - 1)
        + "}, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>\nreturn\n}"
    )
    assert opt(text).code == 0


def test_help_imports_next_to_nothing():
    script = (
        "import sys; from xdsl_stablehlo.tools.stablehlo_opt import run; code = run(['--help']);"
        "sys.exit(code or any(name in sys.modules for name in ('xdsl', 'numpy', 'ml_dtypes')))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 0
    for name in PASSES:
        assert f"  --{name} " in result.stdout.replace("\n", " ")


def test_version(opt: Tool, capsys: pytest.CaptureFixture[str]):
    assert run_tool(run, ["--version"]) == 0
    assert capsys.readouterr().out.startswith("xdsl-stablehlo ")


# ---- expected-error annotations ----

ANNOTATED = """
func.func @f() {
  // expected-error@+1 {{custom op 'foo.bar' is unknown}}
  foo.bar
}
// -----
// expected-error-re@below {{operation '{{[a-z.]+}}' is unknown}}
"foo.bar"() : () -> ()
// -----
func.func @f() { return }
// -----
func.func @g() {
  call @h() : () -> () // expected-error {{'h' does not reference a valid function}}
  return
}
"""


def test_expected_errors(opt: Tool):
    result = opt(ANNOTATED, "--split-input-file", "--verify-diagnostics")
    assert (result.code, result.err) == (0, "")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "'foo.bar' is unknown",
            "is known",
            "a.mlir:4: error: unexpected error: custom op 'foo.bar' is unknown",
        ),
        ("@+1", "@+2", "a.mlir:5: error: expected error"),
        ("[a-z.]+", "[0-9]+", "a.mlir:8: error: expected error"),
        (
            "func.func @f() { return }",
            "// expected-error@below {{x}}\nfunc.func @f() { return }",
            "a.mlir:11: error: expected",
        ),
        (
            "// expected-error {{'h' does",
            "// expect {{'h' does",
            "a.mlir:13: error: unexpected error: 'func.call' op 'h'",
        ),
        ("expected-error-re", "expected-warning-re", "a.mlir:8: error: expected warning"),
    ],
)
def test_wrong_expectations_fail(opt: Tool, old: str, new: str, message: str):
    result = opt(ANNOTATED.replace(old, new, 1), "--split-input-file", "--verify-diagnostics")
    assert result.code == 1
    assert message in result.err


def test_places_of_expectations():
    text = (
        "// expected-error@below {{a}}\n// expected-error@below {{b}}\nx\n// expected-error@above {{c}}\n"
        "// expected-error@unknown {{d}}\n// expected-error@-4 {{e}}"
    )
    assert [(e.text, e.line) for e in expectations(text)] == [
        ("a", 3),
        ("b", 3),
        ("c", 3),
        ("d", 0),
        ("e", 2),
    ]


def test_what_mlir_says_twice_is_met_by_one_error():
    text = "// expected-error@below {{words}}\n// expected-error@below {{failed to infer returned types}}\nx"
    assert not list(disagreements(expectations(text), [("error", 3, "some words")], "f"))
    assert len(list(disagreements(expectations(text), [], "f"))) == 2


# ---- command lines ----


def test_command_lines():
    flags = (Flag("a", ""), Flag("b", "", "VALUE", ("bb",)))
    line = read_command_line(
        ["-a", "--bb=1", "x", "--pass=k=v w", "--a=false", "-b", "2"], flags, {"pass": None}
    )
    assert line.switches == set()
    assert line.values == {"b": "2"}
    assert line.inputs == ["x"]
    assert line.passes == [PassSpec("pass", (("k", "v"), ("w", None)))]
    with pytest.raises(ToolError, match="--b needs a value: VALUE"):
        read_command_line(["-b"], flags)


def test_pipelines():
    assert list(
        read_pipeline("a,b{x-y=1,2 z='p q'},builtin.module(func.func(c{t=tensor<1x?xf32>,!a.b}),d)")
    ) == [
        PassSpec("a"),
        PassSpec("b", (("x_y", "1,2"), ("z", "p q"))),
        PassSpec("c", (("t", "tensor<1x?xf32>,!a.b"),)),
        PassSpec("d"),
    ]
    assert read_list("tensor<1x2xf32>,!stablehlo.token,tensor<*xf32>") == [
        "tensor<1x2xf32>",
        "!stablehlo.token",
        "tensor<*xf32>",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-p", FOLD, "--fold-report=r", "--split-input-file"], "'r' is for the report of one program"),
        (["-p", FOLD, "--fold-report-html=r", "--split-input-file"], "'r' is for the report of one program"),
        (["-p", f"{FOLD}{{report=r}}", "--split-input-file"], "'r' is for the report of one program"),
        (["-p", f"{FOLD},{FOLD}", "--fold-report=r"], "'r' would hold only the last of several fold reports"),
        (["-p", FOLD, "--fold-report=r", "--fold-report-html=r"], "'r' would hold only the last"),
    ],
)
def test_no_report_replaces_another(
    opt: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
):
    monkeypatch.chdir(tmp_path)
    result = opt("func.func @main() { return }", *arguments)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"error: {message}")
    assert not (tmp_path / "r").exists()


def test_a_version_to_convert_to_is_asked_for_in_two_lines(opt: Tool):
    result = opt(PROGRAM, "--vhlo-to-version")
    assert result.code == 1
    first, second = result.err.splitlines()
    assert first.endswith("No target version specified.")
    assert second.endswith("Target version must be of the form `#.#.#`.")


def test_warnings_are_shown_and_change_nothing(opt: Tool):
    text = PROGRAMS["warnings are shown and change nothing"]
    result = opt(text, "--hlo-test-broadcast")
    assert result.code == 0
    assert "numpy_broadcast" in result.out
    assert (
        "warning: 'hlo_test_broadcast.numpy_broadcast' op incompatible shapes for broadcasting" in result.err
    )


TABLES = PROGRAMS["tables"]

GOES = "its op goes when the module is folded"


@pytest.mark.parametrize(
    ("arguments", "fate"),
    [
        ([], GOES),
        ([f"--{FOLD}=fold-op-element-limit=10"], "it has 20 elements, fold-op-element-limit is 10"),
        (["-p", f"inline,{FOLD}{{fold-op-element-limit=11}},{FOLD}"], "fold-op-element-limit is 11"),
        ([f"--pass-pipeline=builtin.module({FOLD}{{optimize-float=false}})"], "exactness class 'rounded'"),
        (["--stablehlo-aggressive-folder=as-upstream=false fold-op-element-limit=12"], "limit is 12"),
        (["--stablehlo-aggressive-folder=as-upstream=false"], GOES),
    ],
)
def test_a_story_is_that_of_the_fold_in_the_pipeline(opt: Tool, arguments: list[str], fate: str):
    result = opt(TABLES, "--explain", "%y", *arguments)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("%y in @main: tensor<20xf32>, a result of stablehlo.sine (")
    assert fate in result.out


def test_a_story_does_not_keep_the_pipeline_from_running(opt: Tool, tmp_path: Path):
    report = tmp_path / "r.json"
    assert GOES in opt(TABLES, "--explain", "%y", f"--{FOLD}", f"--fold-report={report}").out
    assert '"folded_ops": 4' in report.read_text()


def test_artifacts_have_stories_in_stablehlo(opt: Tool):
    artifact = serialize_portable_artifact(parse(TABLES), "1.0.0")
    assert "a result of stablehlo.iota" in opt(artifact, "--explain", "%0").out


DUMP_BEFORE = "// -----// IR Dump Before InlinePass (inline) //----- //"
DUMP_AFTER = "// -----// IR Dump After InlinePass (inline) //----- //"


@pytest.mark.parametrize(
    ("flags", "titles"),
    [
        (["--mlir-print-ir-before-all", "--mlir-print-ir-after-all"], [DUMP_BEFORE, DUMP_AFTER]),
        (["--mlir-print-ir-before=inline"], [DUMP_BEFORE]),
        (["-mlir-print-ir-after=inline"], [DUMP_AFTER]),
        (["--print-between-passes"], [DUMP_AFTER]),
    ],
)
def test_programs_around_passes_are_printed(opt: Tool, flags: list[str], titles: list[str]):
    result = opt(PROGRAM, "-p", "inline,dce", *flags)
    assert (result.code, result.out.rstrip()) == (0, INLINED.rstrip())
    lines = result.err.splitlines()
    assert [line for line in lines if "(inline)" in line] == titles
    if titles[-1] == DUMP_AFTER:
        assert INLINED in result.err
    assert ("call @g" in result.err) == (DUMP_BEFORE in titles)


def test_what_runs_and_how_long_it_takes(opt: Tool):
    result = opt(
        PROGRAM, "-p", "inline,dce", "--stablehlo-constant-fold=loop-limit=3", "--dump-pass-pipeline"
    )
    pipeline = "builtin.module(inline,dce,stablehlo-constant-fold{loop-limit=3})"
    assert result.err == f"Pass Manager with 3 passes:\n{pipeline}\n"
    assert opt(PROGRAM, f"--pass-pipeline={pipeline}").out == result.out
    for flag in ("--mlir-timing", "--time-passes"):
        lines = opt(PROGRAM, "-p", "inline", flag).err.splitlines()
        assert [line.split()[-1] for line in lines[6:]] == [
            "Parser",
            "Verifier",
            "InlinePass",
            "Output",
            "Total",
        ]


def test_large_constants_are_left_out(opt: Tool):
    text = PROGRAMS["large constants are left out"]
    out = opt(text, "--mlir-elide-elementsattrs-if-larger=2").out
    assert "%c = stablehlo.constant dense_resource<__elided__> : tensor<3xi32>" in out
    assert "stablehlo.constant dense<[1, 2]> : tensor<2xi32>" in out
    assert "{x = dense_resource<__elided__> : tensor<3xi32>} dense<7> : tensor<3xi32>" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--fold-report=r.json"],
            "--fold-report is for the pass stablehlo-constant-fold, which does not run",
        ),
        (
            ["--verify-fold", "-p", "dce"],
            "--verify-fold is for the pass stablehlo-constant-fold, which does not run",
        ),
        (["--fold-report-html=r.html"], "--fold-report-html is for the pass stablehlo-constant-fold"),
        (
            ["--inline", "--mlir-print-ir-after=inlin"],
            "--mlir-print-ir-after: 'inlin' does not run: did you mean",
        ),
        (
            ["--mlir-elide-elementsattrs-if-larger=x"],
            "'x' is not a value for --mlir-elide-elementsattrs-if-larger",
        ),
        (["--explain=%7"], "no value is called '%7': names are those of the program that was read"),
    ],
)
def test_flags_that_would_have_no_effect(opt: Tool, arguments: list[str], message: str):
    result = opt(PROGRAM, *arguments)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"error: {message}")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("name", ["flow.tensor.dynamic_constant", "sf.br"])
def test_advice_names_no_op_that_there_is_not(opt: Tool, name: str):
    advice = f"custom op '{name}' is unknown\n"
    assert advice in opt(f"func.func @f() {{ {name} return }}", "--allow-unregistered-dialect").err


def test_an_op_of_mhlo_is_one_of_stablehlo(opt: Tool):
    text = "func.func @f(%x: tensor<2xf32>) { %y = mhlo.add %x, %x : tensor<2xf32> return }"
    assert "custom op 'mhlo.add' is unknown: did you mean 'stablehlo.add'?" in opt(text).err
    assert "did you mean 'mhlo.tan'?" in opt(text.replace("add", "tann")).err
