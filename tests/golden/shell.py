"""Commands of a shell in this process: the tools of the project, and what lit files and sessions use beside them."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options
from lit.ShCommands import Seq
from lit.ShUtil import ShParser
from xdsl.xdsl_opt_main import xDSLOptMain

from xdsl_stablehlo.tools.driver import TOOLS, run_tool


def filecheck(arguments: Sequence[str]) -> int:
    return Matcher.from_opts(parse_argv_options(["filecheck", *arguments])).run()


def xdsl_opt(arguments: Sequence[str]) -> int:
    xDSLOptMain(args=arguments).run()
    return 0


def python3(arguments: Sequence[str]) -> int:
    """A tool of ours as `python3 -m xdsl_stablehlo NAME`."""
    return run_tool(TOOLS[arguments[2]].run, arguments[3:])


def remove(arguments: Sequence[str]) -> int:
    shutil.rmtree(arguments[-1], ignore_errors=True)
    return 0


def make_directory(arguments: Sequence[str]) -> int:
    Path(arguments[-1]).mkdir(parents=True, exist_ok=True)
    return 0


def show(arguments: Sequence[str]) -> int:
    for path in arguments:
        sys.stdout.write(Path(path).read_text())
    return 0


def list_files(arguments: Sequence[str]) -> int:
    print(*sorted(os.listdir(*arguments)), sep="\n")
    return 0


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    **{f"stablehlo-{name}": partial(run_tool, tool.run) for name, tool in TOOLS.items()},
    "xdsl-opt": xdsl_opt,
    "filecheck": filecheck,
    "python3": python3,
    "rm": remove,
    "mkdir": make_directory,
    "cat": show,
    "ls": list_files,
}


class Shell:
    """Runs what lit parses: pipelines, `not`, `&&` and redirections. An exit code is that of the first failure."""

    def __init__(self, streams: pytest.MonkeyPatch):
        self._streams = streams
        self.output = self.errors = ""
        """All that the last line wrote on standard output and on standard error."""

    def run(self, line: str) -> int:
        self.output = self.errors = ""
        return self._run(ShParser(line, pipefail=True).parse())

    def _run(self, parsed: Any) -> int:
        if type(parsed) is Seq:
            assert parsed.op == "&&"
            return self._run(parsed.lhs) or self._run(parsed.rhs)
        data, code = b"", 0
        for command in parsed.commands:
            failed, data = self._run_command(command, data)
            code = code or failed
        self.output += data.decode()
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
                    pytest.fail(f"nothing is redirected here as in '{operator} {target}'")
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
