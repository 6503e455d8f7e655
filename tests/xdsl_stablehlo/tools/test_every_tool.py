"""What every tool has: help, version, completion, files that it loads, passes of plugins, and another way to run it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.universe import Universe

from xdsl_stablehlo import __main__, __version__, tools
from xdsl_stablehlo.interpreter.kernels.custom_calls.registry import REGISTERED
from xdsl_stablehlo.programs import universe
from xdsl_stablehlo.tools import programs
from xdsl_stablehlo.tools.command_line.completion import SHELLS
from xdsl_stablehlo.tools.driver import run_tool

Run = Callable[[Sequence[str]], int]

RUNS: dict[str, Run] = {f"stablehlo-{name}": tool.run for name, tool in __main__.TOOLS.items()}
PROGRAM = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<2xf32>
  %d = stablehlo.custom_call @my_call(%c) : (tensor<2xf32>) -> tensor<2xf32>
  %r = stablehlo.add %x, %d : tensor<2xf32>
  return %r : tensor<2xf32>
}
"""
PLUGIN = """
from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects.stablehlo import AddOp, SubtractOp
from xdsl_stablehlo.interpreter import register_custom_call


@irdl_op_definition
class TwiceOp(IRDLOperation):
    name = "my.twice"
    x = operand_def()
    y = result_def()
    assembly_format = "$x attr-dict `:` type($x) `->` type($y)"


My = Dialect("my", [TwiceOp])


@dataclass(frozen=True)
class MyFold(ModulePass):
    name = "my-fold"
    wrong: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for each in list(op.walk()):
            if isinstance(each, AddOp) and self.wrong:
                Rewriter.replace_op(each, SubtractOp(*each.operands))


register_custom_call("my_call", lambda x: x * 2, exactness="exact")
"""


def test_every_command_is_a_tool_here() -> None:
    commands = [path.stem for path in Path(str(tools.__file__)).parent.glob("stablehlo_*.py")]
    assert sorted(commands) == sorted(name.replace("-", "_") for name in RUNS)


@pytest.mark.parametrize("name", RUNS)
def test_help_version_and_completion(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_tool(RUNS[name], ["--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: {name} ")
    for flag in ("--help", "--version", "--completion=", "--load="):
        assert f"  {flag}" in text
    assert run_tool(RUNS[name], ["--version"]) == 0
    assert capsys.readouterr().out.startswith(f"xdsl-stablehlo {__version__}, StableHLO ")
    for shell in SHELLS:
        assert run_tool(RUNS[name], [f"--completion={shell}"]) == 0
        assert name in capsys.readouterr().out
    assert run_tool(RUNS[name], [f"--complete={name} --vers"]) == 0
    assert capsys.readouterr().out == "ion \n"
    assert run_tool(RUNS[name], ["--versoin"]) != 0
    assert "did you mean '--version'?" in capsys.readouterr().err


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program and a file to load; what is loaded is forgotten behind the test."""
    (tmp_path / "mine.py").write_text(PLUGIN)
    (tmp_path / "a.mlir").write_text(PROGRAM)
    (tmp_path / "b.mlir").write_text(
        "func.func @main(%x: tensor<f32>) { %y = my.twice %x : tensor<f32> -> tensor<f32> return }"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(universe, "_LOADED", {})
    monkeypatch.setitem(REGISTERED, "my_call", None)
    for name in ("mine", "bad", "taken"):
        monkeypatch.setitem(sys.modules, name, sys)
    return tmp_path


COMMANDS = {
    "stablehlo-opt": (["--my-fold=wrong=true", "--load=mine.py", "a.mlir"], 0, "stablehlo.subtract"),
    "stablehlo-translate": (
        ["--load", "mine.py", "--interpret", "--args=[dense<1.0> : tensor<2xf32>]", "a.mlir"],
        0,
        "[7.000000e+00, 7.000000e+00]",
    ),
    "stablehlo-tv": (["--load=mine.py", "--passes=my-fold{wrong}", "a.mlir"], 1, "my-fold: @main: refuted"),
    "stablehlo-reduce": (
        ["--load=mine.py", "--refuted-by=my-fold{wrong}", "--max-candidates=3", "--jobs=1", "a.mlir"],
        0,
        "candidates",
    ),
    "stablehlo-fold": (["--load=mine.py", "a.mlir"], 0, "dense<6.000000e+00>"),
    "stablehlo-split": (["--load=mine.py", "--setup-arguments=x", "-o", "both", "a.mlir"], 0, "setup"),
    "stablehlo-fuzz": (["--load=mine.py", "--size=2"], 0, "func.func"),
    "stablehlo-triage": (
        ["--load=mine.py", "--against=ours", "--jobs=1", "-o", "r", "a.mlir"],
        2,
        "1 program",
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_file_is_loaded(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, code, expected = COMMANDS[name]
    assert run_tool(RUNS[name], arguments) == code, capsys.readouterr().err
    captured = capsys.readouterr()
    assert expected in captured.out + captured.err
    assert REGISTERED["my_call"] is not None


def test_a_dialect_of_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opt = RUNS["stablehlo-opt"]
    assert run_tool(opt, ["b.mlir"]) == 1
    assert "custom op 'my.twice' is unknown" in capsys.readouterr().err
    assert run_tool(opt, ["--load=mine.py", "b.mlir"]) == 0
    assert "my.twice %arg0 : tensor<f32> -> tensor<f32>" in capsys.readouterr().out
    assert run_tool(opt, ["--load=mine.py", "--list-passes"]) == 0
    assert "my-fold" in capsys.readouterr().out.splitlines()
    assert run_tool(opt, ["--load=mine.py", "--show-dialects"]) == 0
    assert ", my, " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("none.py", None, "--load: cannot open 'none.py': No such file or directory"),
        ("a.txt", "", "--load: 'a.txt' is not a Python file"),
        (
            "bad.py",
            "\nimport nothing_there\n",
            "--load: bad.py:2: ModuleNotFoundError: No module named 'nothing_there'",
        ),
        ("bad.py", "def f(:\n", "--load: bad.py: SyntaxError: "),
        (
            "taken.py",
            "from xdsl.ir import Dialect\nChlo = Dialect('chlo', [])\n",
            "--load: 'taken.py' defines 'chlo', which is a name of this project",
        ),
    ],
)
def test_a_file_that_cannot_be_loaded(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str | None, message: str
) -> None:
    if text is not None:
        (folder / name).write_text(text)
    assert run_tool(RUNS["stablehlo-opt"], [f"--load={name}", "a.mlir"]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"error: {message}")
    assert err.count("\n") == 1


def test_the_passes_of_plugins(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Negates(ModulePass):
        """Makes a program wrong."""

        name = "their-fold"

        def apply(self, ctx: Context, op: ModuleOp) -> None:
            from xdsl.rewriter import Rewriter

            from xdsl_stablehlo.dialects.stablehlo import AddOp, SubtractOp

            for each in list(op.walk()):
                if isinstance(each, AddOp):
                    Rewriter.replace_op(each, SubtractOp(each.lhs, each.rhs))

    monkeypatch.setattr(universe, "OTHERS", Universe(all_passes={"their-fold": lambda: Negates}))
    assert run_tool(RUNS["stablehlo-opt"], ["--their-fold", "a.mlir"]) == 0
    assert "stablehlo.subtract" in capsys.readouterr().out
    assert run_tool(RUNS["stablehlo-tv"], ["--passes=their-fold", "a.mlir"]) != 0
    assert "their-fold: @main: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "out", "err"),
    [
        (["opt", "--version"], 0, f"xdsl-stablehlo {__version__}, ", ""),
        (["--help"], 0, "usage: stablehlo TOOL ", ""),
        ([], 1, "usage: ", ""),
        (["optt"], 1, "usage: ", "error: there is no tool 'optt': did you mean 'opt'?"),
    ],
)
def test_tools_are_run_by_their_short_names(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    out: str,
    err: str,
) -> None:
    monkeypatch.setattr(sys, "argv", ["xdsl_stablehlo", *arguments])
    with pytest.raises(SystemExit) as ended:
        __main__.main()
    captured = capsys.readouterr()
    assert int(ended.value.code or 0) == code
    assert captured.out.startswith(out)
    assert captured.err.startswith(err)


class Noted(bytes):
    """Bytes of which it is noted when they go."""

    gone = False

    def __del__(self) -> None:
        Noted.gone = True


@pytest.mark.parametrize(
    ("tool", "options"),
    [
        ("opt", ["-p", "stablehlo-constant-fold"]),
        ("fold", []),
        ("translate", ["--serialize", "--target=current"]),
        ("split", ["--setup-arguments=0", "-o", "parts"]),
    ],
)
def test_a_text_is_in_memory_once_when_it_is_parsed(
    tool: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights of 100 MB are 200 MB of text: the bytes of the file go when they are decoded."""
    module: Any = __main__.TOOLS[tool]
    original, gone = programs.load, list[bool]()

    def load(*arguments: Any, **more: Any) -> Any:
        gone.append(Noted.gone)
        return original(*arguments, **more)

    def read_input(name: str) -> tuple[bytes, str]:
        return Noted(Path(name).read_bytes()), name

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Noted, "gone", False)
    monkeypatch.setattr(programs, "load", load)
    monkeypatch.setattr(programs, "read_input", read_input)
    Path("in.mlir").write_text(
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
    )
    assert module.run(["in.mlir", *options]) == 0
    assert gone == [True]


def test_the_front_lists_all_tools_in_one_line_each(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["stablehlo", "--help"])
    with pytest.raises(SystemExit):
        __main__.main()
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    texts = {line.split()[0]: line[14:] for line in lines}
    assert texts.keys() >= {name.removeprefix("stablehlo-") for name in RUNS}
    assert all(text and len(text) < 90 for name, text in texts.items() if f"stablehlo-{name}" in RUNS)
