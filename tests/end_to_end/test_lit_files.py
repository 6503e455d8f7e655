"""The commands of every lit file, in this process and without a shell: `make prove` gives each a process, by lit."""

from __future__ import annotations

import io
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options
from lit.ShCommands import Seq
from lit.ShUtil import ShParser
from xdsl.xdsl_opt_main import xDSLOptMain

from xdsl_stablehlo.tools import stablehlo_opt, stablehlo_translate
from xdsl_stablehlo.tools.driver import run_tool

ROOT = Path(__file__).parents[2] / "filecheck"


def filecheck(arguments: Sequence[str]) -> int:
    return Matcher.from_opts(parse_argv_options(["filecheck", *arguments])).run()


def xdsl_opt(arguments: Sequence[str]) -> int:
    xDSLOptMain(args=arguments).run()
    return 0


def python3(arguments: Sequence[str]) -> int:
    """A tool of ours as `python3 -m MODULE`."""
    return run_tool(import_module(arguments[1]).run, arguments[2:])


def remove(arguments: Sequence[str]) -> int:
    shutil.rmtree(arguments[-1], ignore_errors=True)
    return 0


def make_directory(arguments: Sequence[str]) -> int:
    Path(arguments[-1]).mkdir(parents=True, exist_ok=True)
    return 0


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "stablehlo-opt": lambda arguments: run_tool(stablehlo_opt.run, arguments),
    "stablehlo-translate": lambda arguments: run_tool(stablehlo_translate.run, arguments),
    "xdsl-opt": xdsl_opt,
    "filecheck": filecheck,
    "python3": python3,
    "rm": remove,
    "mkdir": make_directory,
}


def run_lines(path: Path, scratch: Path) -> list[str]:
    """The lines behind `RUN:`, with the file and the place for results put in."""
    lines = re.findall(r"^// RUN: (.*)$", path.read_text(), re.MULTILINE)
    values = {"%%": "%", "%s": str(path), "%t": str(scratch / path.stem)}
    return [re.sub("%[%st]", lambda found: values[found[0]], line) for line in lines]


class Shell:
    """Runs what lit parses: pipelines, `not`, `&&` and redirections. An exit code is that of the first failure."""

    def __init__(self, streams: pytest.MonkeyPatch):
        self._streams = streams
        self.errors = ""
        """All that the last line wrote on standard error."""

    def run(self, line: str) -> int:
        self.errors = ""
        return self._run(ShParser(line, pipefail=True).parse())

    def _run(self, parsed: Any) -> int:
        if type(parsed) is Seq:
            assert parsed.op == "&&"
            return self._run(parsed.lhs) or self._run(parsed.rhs)
        data, code = b"", 0
        for command in parsed.commands:
            failed, data = self._run_command(command, data)
            code = code or failed
        return code

    def _run_command(self, command: Any, data: bytes) -> tuple[int, bytes]:
        """The exit code and what goes to the next command."""
        out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
        err = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
        files = {"stdin": io.TextIOWrapper(io.BytesIO(data), "utf-8"), "stdout": out, "stderr": err}
        for operator, target in command.redirects:
            match operator, target:
                case (">&", 2), "1":
                    files["stderr"] = files["stdout"]
                case (">",), "/dev/null":
                    files["stdout"] = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
                case ("<",), path:
                    files["stdin"] = io.TextIOWrapper(io.BytesIO(Path(path).read_bytes()), "utf-8")
                case _:
                    pytest.fail(f"lit files here redirect nothing as in '{operator} {target}'")
        words: list[str] = command.args
        inverted = words[0] == "not"
        name, *arguments = words[inverted:]
        with self._streams.context() as streams:
            for stream, file in files.items():
                streams.setattr(sys, stream, file)
            code = COMMANDS[name](arguments)
        self.errors += _written(err)
        return (int(not code) if inverted else code), out.buffer.getvalue()


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(monkeypatch)


FILES = [path for path in sorted(ROOT.rglob("*.mlir")) if path.parent.name != "Output"]  # which lit writes


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_do_what_the_file_says(path: Path, tmp_path: Path, shell: Shell) -> None:
    lines = run_lines(path, tmp_path)
    assert lines
    for line in lines:
        assert shell.run(line) == 0, f"{line}\n{shell.errors}"


def test_what_a_file_does_not_expect_is_noticed(tmp_path: Path, shell: Shell) -> None:
    text = (ROOT / "vhlo" / "mixed.mlir").read_text()
    path = tmp_path / "mixed.mlir"
    for part, instead in (("// CHECK", "// CHECK: another line\n// CHECK"), ("\nfunc.func", "\nfunc.fun")):
        path.write_text(text.replace(part, instead, 1))
        assert shell.run(run_lines(path, tmp_path)[0]) == 1
        assert "error" in shell.errors
