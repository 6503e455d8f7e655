"""Runs the code of the pages: `python -m docs.pages` shows what prints something else, `--write` writes it anew.

In a page, in order, in a folder of its own:

- a block with a `title="name"` is a file of that name, whatever its language;
- another block of `python` runs, all of a page in one namespace, and what it prints is the `text` block behind it;
- a block of `console` holds commands behind `$`, each followed by what it prints.

A block behind `<!-- not run: ... -->` is left alone, for the reason given; numbers that are times, and those of a block
behind `<!-- numbers vary -->`, need not be the same.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent

BLOCK = re.compile(
    r"^```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<code>.*?)^```\n", re.MULTILINE | re.DOTALL
)
NOT_RUN = re.compile(r"<!-- not run: .+? -->\n\s*\Z", re.DOTALL)
NUMBERS_VARY = "<!-- numbers vary -->\n"
TIME = re.compile(r"\d+(\.\d+)?(?= ?(ns|us|ms|s)\b)")
NUMBER = re.compile(r"\d+(\.\d+)?")


def pages() -> list[Path]:
    """The README, and the pages of the site that have code."""
    return [
        ROOT / "README.md",
        *sorted(page for page in HERE.rglob("*.md") if BLOCK.search(page.read_text())),
    ]


@dataclass
class _Block:
    """A block of a page, and what stands before it."""

    language: str
    title: str | None
    code: str
    before: str

    @property
    def runs(self) -> bool:
        return NOT_RUN.search(self.before) is None

    def with_code(self, code: str) -> str:
        title = f' title="{self.title}"' if self.title else ""
        return f"{self.before}```{self.language}{title}\n{code}```\n"

    def prints(self, printed: str) -> str:
        """What is printed in the place of the code, which stays where it differs in times alone."""
        vary = NUMBER if self.before.endswith(NUMBERS_VARY) else TIME
        same = [_masked(text, vary) for text in (self.code, printed)]
        return self.code if same[0] == same[1] else printed


def _masked(text: str, vary: re.Pattern[str]) -> str:
    """The text without what varies, and without the widths of columns that follow from it."""
    return re.sub(r"[ -]+", " ", vary.sub("0", text))


def run(page: Path, folder: Path, command: Callable[[str], str] | None = None) -> str:
    """The text of a page with what its code prints, run in an empty folder. Raises what the code raises.

    `command` gives what a command prints; by default a shell runs it.
    """
    text, end, parts = page.read_text(), 0, list[str]()
    command = command or partial(printed_in_shell, tools=_tools(folder.parent / f"{folder.name}-bin"))
    names: dict[str, Any] = {"__name__": "__main__"}
    printed: str | None = None
    with contextlib.chdir(folder):
        for found in BLOCK.finditer(text):
            block = _Block(found["language"], found["title"], found["code"], text[end : found.start()])
            end = found.end()
            code = block.code
            if not block.runs:
                pass
            elif block.title is not None:
                Path(block.title).write_text(code)
            elif block.language == "python":
                printed = printed_by(code, page, names)
            elif block.language == "console":
                code = block.prints(_console(code, command))
            elif block.language == "text" and printed is not None:
                code = block.prints(printed)
                printed = None
            parts.append(block.with_code(code))
    return "".join(parts) + text[end:]


def printed_by(code: str, page: Path, names: dict[str, Any]) -> str:
    """What Python code prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(page), "exec"), names)
    return printed.getvalue()


def _console(code: str, command: Callable[[str], str]) -> str:
    """The commands of a block, each with what it prints."""
    given = [line[2:] for line in code.splitlines() if line.startswith("$ ")]
    return "".join([f"$ {each}\n{command(each)}" for each in given])


def printed_in_shell(command: str, tools: Path) -> str:
    """What a command prints on both streams, run by the shell with the commands in `tools`."""
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    done = subprocess.run(
        command,
        shell=True,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def _tools(folder: Path) -> Path:
    """A folder with the commands of this project and of xDSL, which need not be installed."""
    folder.mkdir(parents=True, exist_ok=True)
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for name, entry in {**scripts, "xdsl-opt": "xdsl.tools.xdsl_opt:main"}.items():
        module, function = entry.split(":")
        tool = folder / name
        call = f"import sys; from {module} import {function}; sys.argv[0] = '{name}'; sys.exit({function}())"
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{call}" "$@"\n')
        tool.chmod(0o755)
    return folder


def main() -> int:
    """Run the pages, or those that are named. 1 where one prints something else than it says."""
    write = "--write" in sys.argv[1:]
    named = [Path(name).resolve() for name in sys.argv[1:] if name != "--write"]
    stale = 0
    for page in named or pages():
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "page").mkdir()
            text = run(page, Path(folder) / "page")
        before = page.read_text()
        if text != before:
            stale += 1
            name = str(page.relative_to(ROOT))
            if write:
                page.write_text(text)
            old, new = before.splitlines(keepends=True), text.splitlines(keepends=True)
            sys.stdout.writelines(unified_diff(old, new, name, f"{name} as it runs"))
    return 0 if write else min(stale, 1)


if __name__ == "__main__":
    sys.exit(main())
