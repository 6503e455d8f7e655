"""`stablehlo-opt`: what no session shows, and how command lines, pipelines and expectations are read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.programs import named
from xdsl_stablehlo.programs.registry import PASSES
from xdsl_stablehlo.tools.command_line.reading import (
    Flag,
    PassSpec,
    ToolError,
    read_command_line,
    read_list,
    read_pipeline,
)
from xdsl_stablehlo.tools.driver import TOOLS, run_tool
from xdsl_stablehlo.tools.programs import WIDEST, disagreements, excerpt, expectations, source_line

run = TOOLS["opt"].run

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]


class Result:
    def __init__(self, code: int, out: str, err: str):
        self.code, self.out, self.err = code, out, err


class Tool:
    """Runs the tool in this process, on a file."""

    def __init__(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
        self._path, self._capsys = tmp_path, capsys

    def __call__(self, text: str, *arguments: str) -> Result:
        file = self._path / "a.mlir"
        file.write_text(text)
        code = run_tool(run, [*arguments, str(file)])
        captured = self._capsys.readouterr()
        return Result(code, captured.out, captured.err.replace(f"{self._path}/", ""))


@pytest.fixture
def opt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Tool:
    return Tool(tmp_path, capsys)


def test_programs_cannot_command_the_terminal(opt: Tool):
    name = "\x1b[2J\nb.mlir:1:1: error: forged"
    result = opt(
        f'func.func @f() {{ return }} loc("{name}":1:1) func.func @f() {{ return }} loc("{name}":1:1)'
    )
    assert result.code == 1
    assert len(result.err.splitlines()) == 3
    assert "\x1b" not in result.err


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
        "import sys; from xdsl_stablehlo.tools.driver import TOOLS; code = TOOLS['opt'].run(['--help']);"
        "sys.exit(code or any(name in sys.modules for name in ('xdsl', 'numpy', 'ml_dtypes')))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 0
    for name in PASSES:
        assert f"  --{name} " in result.stdout.replace("\n", " ")


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


def test_how_long_passes_take(opt: Tool):
    for flag in ("--mlir-timing", "--time-passes"):
        lines = opt(PROGRAM, "-p", "inline", flag).err.splitlines()
        assert [line.split()[-1] for line in lines[6:]] == [
            "Parser",
            "Verifier",
            "InlinePass",
            "Output",
            "Total",
        ]


# The line under an error, and the caret.


@pytest.mark.parametrize(
    ("line", "column", "shown"),
    [
        ("  return %y : i32", 10, ["  return %y : i32", "         ^"]),
        ("\treturn\t%y", 9, [" return %y", "        ^"]),
        ("a \x1b[2J b", 7, ["a \\1B[2J b", "        ^"]),
        ("func.func @f(", 14, ["func.func @f(", "             ^"]),
        ("   ", 2, []),
        ("", 1, []),
    ],
)
def test_a_caret_is_under_its_character(line: str, column: int, shown: list[str]) -> None:
    assert excerpt(line, column) == shown


def test_of_a_long_line_what_is_around_the_place_is_shown() -> None:
    line = "0123456789" * 100
    for column in (1, 40, 500, 1000):
        text, caret = excerpt(line, column)
        assert len(text) <= WIDEST
        assert text[len(caret) - 1] == line[column - 1]
        assert text.strip(".") in line


def test_a_line_of_a_text_or_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "a.mlir"
    file.write_text("one\ntwo\nthree")
    for text in ("one\ntwo\nthree", ""):
        lines = [source_line(text, str(file), number) for number in (1, 2, 3, 4)]
        assert [line and line.rstrip() for line in lines] == ["one", "two", "three", None]
    assert source_line("", "-", 1) is None
