"""Measurements in processes of their own, and the tables that they become."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from signal import Signals
from typing import Any

from .stamp import RESULTS, ROOT, stamp

HERE = Path(__file__).parent
MOST_SECONDS = 550


class Failed(Exception):
    """The process ended without a figure; the message is its last words."""


def answer(
    *command: str,
    environment: Mapping[str, str] | None = None,
    seconds: float = MOST_SECONDS,
    given: str = "",
    python: str = sys.executable,
) -> Any:
    """What a process prints as JSON in its last line, with `given` as its input. Raises `Failed`."""
    try:
        done = subprocess.run(
            [python, *command],
            check=False,
            # Without files of bytecode, which `pip install` writes, all imports compile their sources.
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **(environment or {})},
            capture_output=True,
            text=True,
            cwd=ROOT,
            input=given,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"more than {seconds:g} s") from None
    if done.returncode < 0:
        raise Failed(f"ended by {Signals(-done.returncode).name}")
    if done.returncode:
        raise Failed((done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1][:200])
    return json.loads(done.stdout.splitlines()[-1])


def fold_alone(module: Path, tree: Path = ROOT, folded: Path | None = None) -> dict[str, Any]:
    """What `fold_alone.py` says of folding `module` with the code in `tree`. Raises `Failed`."""
    where = [] if folded is None else ["--folded", str(folded)]
    command = ("-P", str(HERE / "fold_alone.py"), str(module), *where)
    return answer(*command, environment={"PYTHONPATH": str(tree)})


def arguments(module: str, text: str | None) -> argparse.ArgumentParser:
    """What a table of measurements is asked with; `text` is the docstring of its module."""
    parser = argparse.ArgumentParser(prog=module, description=text)
    parser.add_argument("names", nargs="*", help="rows; all without any")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    parser.add_argument("--tree", type=Path, default=ROOT, help="a checkout of this project that is measured")
    parser.add_argument("--out", type=Path, help="a file for the table")
    parser.add_argument("--write", action="store_true", help="put the table into RESULTS.md")
    return parser


def measure_table(
    title: str,
    text: str | None,
    head: Sequence[str],
    names: Iterable[str],
    row: Callable[[str], Sequence[str]],
    options: argparse.Namespace,
) -> None:
    """Measure and print every row, and write the table where `options` say so.

    `row` gives the cells for a name, or raises `Failed`; `text` is the docstring of the module, whose first paragraph
    says how it is called and is left out of the results.
    """
    rows: list[Sequence[str]] = []
    for name in names:
        try:
            rows.append(row(name))
        except Failed as failure:
            rows.append([name, f"failed: {failure}", *[""] * (len(head) - 2)])
        print(_line(rows[-1]), flush=True)
    table = markdown(head, rows)
    if options.out:
        options.out.write_text(table)
    if options.write:
        write_sections({title: f"{(text or '').split(chr(10), 2)[-1].strip()}\n\n{table}"})


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    return "\n".join([_line(line) for line in (head, ["---"] * len(head), *rows)]) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def verdict(holds: bool) -> str:
    """The cell for a criterion."""
    return "yes" if holds else "**no**"


def reasons(found: dict[str, Any], most: int = 3) -> str:
    """The reasons for which ops with constant operands stay, the most frequent ones first."""
    counts = {code: count for code, count in found["reasons"].items() if code != "not-constant"}
    ordered = sorted(counts.items(), key=lambda item: -item[1])[:most]
    return ", ".join([f"{code} {count}" for code, count in ordered]) or "-"


def sections(text: str) -> dict[str, str]:
    """The parts of a Markdown text by the titles of their level two headings; what comes before has the title ''."""
    parts = re.split(r"(?m)^## (.*)\n", text)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2]))}


def write_sections(bodies: Mapping[str, str], path: Path = RESULTS) -> None:
    """Put what was measured now under its headings in a Markdown file, in the place of what is there or at the end."""
    stamped = {title: f"{stamp()}\n\n{body.strip()}" for title, body in bodies.items()}
    parts = sections(path.read_text()) | stamped
    head = parts.pop("").strip()
    path.write_text(
        "\n".join([head, *[f"\n## {title}\n\n{part.strip()}" for title, part in parts.items()], ""])
    )
