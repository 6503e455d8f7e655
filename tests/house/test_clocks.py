"""No test knows the time: on a slow or a busy machine the verdicts are the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .imports import ROOT

CLOCKS = {"time", "timeit", "datetime", "sched"}
"""Modules of Python that look at a clock."""

LIMITS = {"seconds", "timeout", "deadline", "max_seconds"}
"""What an argument is called that is a number of seconds."""

SPENT = {"RLIMIT_CPU", "alarm", "getitimer", "ru_stime", "ru_utime", "setitimer", "times"}
"""Names of what the system says of the time that a process has taken, and of what ends it after some."""

WAITING = {"acquire", "communicate", "join", "poll", "wait"}
"""Methods of processes and threads that take a number of seconds."""

ALLOWED = {"PATIENCE", "AT_ONCE"}
"""The numbers of `tests/helpers/clock.py`."""

FOR_PEOPLE = {
    "campaigns/conformance/__main__.py": "says how long a suite took",
    "campaigns/conformance/proved_programs.py": "says how long a proof takes beside a fold",
    "end_to_end/environments.py": "says on which day an environment was tried",
    "helpers/clock.py": "is where the numbers are",
    "xdsl_stablehlo/jax/plugin.py": "ends a test of JAX's after as many seconds as somebody says",
    "campaigns/hostile/__main__.py": "goes on for as long as somebody says",
    "campaigns/hostile/campaign.py": "makes a finding smaller for as long as somebody says",
    "campaigns/hostile/pool.py": "counts the processor time of a mutant; the tests give it `PATIENCE`",
    "campaigns/mutations.py": "chooses the fastest tests, and ends changes that hang",
}
"""What no test runs, or what decides nothing there, and why it looks at a clock."""

_IN_TEXT = re.compile(
    r"\b(?:seconds|timeout)=[\"']?(?:0?\.)?[1-9]|\bresource\.RLIMIT_CPU|\.ru_[us]time|\btime\.\w+\("
)


def said_of_time(tree: ast.AST) -> Iterator[str]:
    """Where code reads a clock, or sets a time that is not zero, outside of functions that turn a `clock`."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef) and any(arg.arg == "clock" for arg in node.args.args):
            continue
        waiting += ast.iter_child_nodes(node)
        said = _said_by(node)
        if said is not None:
            yield f"{getattr(node, 'lineno', 0)}: {said}"


def _said_by(node: ast.AST) -> str | None:
    if isinstance(node, ast.Import) and any(alias.name.partition(".")[0] in CLOCKS for alias in node.names):
        return ast.unparse(node)
    if isinstance(node, ast.ImportFrom) and node.module in CLOCKS:
        return ast.unparse(node)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value if _IN_TEXT.search(node.value) or node.value == "timeout" else None
    if isinstance(node, ast.Attribute) and node.attr in SPENT:
        return ast.unparse(node)
    if isinstance(node, ast.Call):
        numbers = [each.value for each in node.keywords if each.arg in LIMITS]
        if isinstance(node.func, ast.Attribute) and node.func.attr in WAITING:
            numbers += [arg for arg in node.args if isinstance(arg, ast.Constant)]
        return None if all(map(_is_allowed, numbers)) else ast.unparse(node)
    return None


def _is_allowed(number: ast.expr) -> bool:
    """Nothing, zero, which is over at once, or a number of `tests/helpers/clock.py`."""
    if isinstance(number, ast.Constant):
        return not number.value
    return isinstance(number, ast.Name) and number.id in ALLOWED


def test_no_test_knows_the_time() -> None:
    found = dict[str, list[str]]()
    for path in (ROOT / "tests").rglob("*.py"):
        name = str(path.relative_to(ROOT / "tests"))
        if path != Path(__file__) and (said := [*said_of_time(ast.parse(path.read_text()))]):
            found[name] = said
    assert {name: said for name, said in found.items() if name not in FOR_PEOPLE} == {}
    assert FOR_PEOPLE.keys() == found.keys(), "an exception that is none any more"


def test_no_file_of_commands_knows_the_time() -> None:
    files = [*(ROOT / "filecheck").rglob("*.mlir")]
    assert len(files) > 50
    commands = {str(path): [x for x in path.read_text().splitlines() if "RUN:" in x] for path in files}
    assert [line for lines in commands.values() for line in lines if re.search("seconds|timeout", line)] == []


@pytest.mark.parametrize(
    "text",
    [
        "import time",
        "resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime < 60",
        "resource.setrlimit(resource.RLIMIT_CPU, (60, 60))",
        "CHILD = 'resource.setrlimit(resource.RLIMIT_CPU, (60, 60))'",
        "from time import monotonic",
        "f(seconds=2)",
        "f(timeout=most)",
        "thread.join(5)",
        "solver.set('timeout', most)",
        "run('--max-seconds=0.5')",
        "settings(deadline=200)",
        "def test(other): f(seconds=2)",
    ],
)
def test_time_is_noticed(text: str) -> None:
    assert len([*said_of_time(ast.parse(text))]) == 1


@pytest.mark.parametrize(
    "text",
    [
        "def test(clock): f(seconds=2)",
        "f(seconds=0, timeout=PATIENCE, deadline=None)",
        "thread.join()",
        "', '.join(names)",
        "run(f'--timeout={AT_ONCE}')",
        "def within(nanoseconds): pass",
    ],
)
def test_what_has_nothing_to_do_with_time(text: str) -> None:
    assert [*said_of_time(ast.parse(text))] == []
