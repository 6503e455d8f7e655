"""Lit files of which each command would be a process of its own: their commands, one after another in this process.

`make prove` runs the same files with lit. Those of the other folders are about processes, and lit always runs them.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options

from xdsl_stablehlo.tools import stablehlo_opt, stablehlo_translate
from xdsl_stablehlo.tools.driver import run_tool

ROOT = Path(__file__).parents[2] / "filecheck"
FILES = [
    path for folder in ("dialects", "transforms", "vhlo") for path in sorted((ROOT / folder).glob("*.mlir"))
]


def filecheck(arguments: Sequence[str]) -> int:
    return Matcher.from_opts(parse_argv_options(["filecheck", *arguments])).run()


TOOLS: dict[str, Callable[[Sequence[str]], int]] = {
    "stablehlo-opt": lambda arguments: run_tool(stablehlo_opt.run, arguments),
    "stablehlo-translate": lambda arguments: run_tool(stablehlo_translate.run, arguments),
    "filecheck": filecheck,
}


def commands(path: Path, scratch: Path) -> list[str]:
    """What stands behind `RUN:`, with the file and the place for results put in."""
    lines = re.findall(r"^// RUN: (.*)$", path.read_text(), re.MULTILINE)
    return [line.replace("%s", str(path)).replace("%t", str(scratch / path.stem)) for line in lines]


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit code of commands with pipes between them: of the first that is not 0."""
    data = b""
    for part in command.split(" | "):
        name, *arguments = shlex.split(part)
        written = io.BytesIO()
        with monkeypatch.context() as streams:
            streams.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
            streams.setattr(sys, "stdout", io.TextIOWrapper(written, "utf-8", write_through=True))
            if code := TOOLS[name](arguments):
                return code
            sys.stdout.flush()
            data = written.getvalue()
    return 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_do_what_the_file_says(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = commands(path, tmp_path)
    assert lines
    for line in lines:
        assert run(line, monkeypatch) == 0, f"{line}\n{capsys.readouterr().err}"


def test_what_a_file_does_not_expect_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "vhlo" / "mixed.mlir").read_text()
    path = tmp_path / "mixed.mlir"
    for part, instead in (("// CHECK", "// CHECK: another line\n// CHECK"), ("\nfunc.func", "\nfunc.fun")):
        path.write_text(text.replace(part, instead, 1))
        line = commands(path, tmp_path)[0]
        assert run(line, monkeypatch) == 1
        assert "error" in capsys.readouterr().err
