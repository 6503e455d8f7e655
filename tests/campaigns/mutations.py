"""Are the tests strict? Random small mutations of the code, and whether the tests that run the changed line notice.

    python -m tests.campaigns.mutations --seed 1 --count 60 [--only interpreter/kernels ..] [--jobs 2] [--coverage FILE]

Everything happens in copies of the tree. Which test runs which line is found out once, and kept in FILE. With `--keep`
what was stopped goes on where it was, until the code changes. The tests of `make prove` are asked where those of `make
test` notice nothing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from subprocess import DEVNULL
from typing import NamedTuple, cast

import coverage
import pytest

from xdsl_stablehlo.workbench.running import FAILED, Item, ItemResult

from .seeds import each_result, flags, names_of_code

ROOT = Path(__file__).parents[2]
CODE = [f"interpreter/{name}" for name in ("kernels", "numerics", "execution", "parallel", "special")]
CODE.append("folding")
TESTS = [
    "tests/interpreter",
    "tests/folding",
    "tests/golden",
    "tests/xdsl_stablehlo/values",
    "tests/xdsl_stablehlo/transforms",
    "tests/xdsl_stablehlo/tools",
    "tests/xdsl_stablehlo/jax/test_engine.py",
    "tests/xdsl_stablehlo/programs/test_costs.py",
    "tests/xdsl_stablehlo/values/test_arrays.py",
    "tests/xdsl_stablehlo/programs/test_threads.py",
    "tests/house/test_completeness.py",
]
OF_TABLES = ("tests/house/test_completeness.py", "tests/interpreter/kernels/support/test_table.py")
"""Tests of what is said when modules are imported: the tables of ops and kernels."""
FIRST_SECONDS, MOST_SECONDS, PROVING_SECONDS = 20.0, 200.0, 100.0
"""Of the tests that run the line, the cheapest: so long they took, all together, when coverage was measured. A few are
tried first, the others where those notice nothing, and at last those of `make prove`."""
TIMEOUT = 300
"""Seconds after which a mutation counts as noticed: it does not end."""
OPERATORS: tuple[tuple[type[ast.AST], type[ast.AST]], ...] = (
    *((ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.Div, ast.Mult), (ast.Mod, ast.Mult)),
    *((ast.LShift, ast.RShift), (ast.BitAnd, ast.BitOr), (ast.BitXor, ast.BitAnd), (ast.And, ast.Or)),
    *((ast.Lt, ast.LtE), (ast.GtE, ast.Gt), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)),
)
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {**{other: one for one, other in OPERATORS}, **dict(OPERATORS)}


class Mutation(NamedTuple):
    """One change: the text of a node replaced by another."""

    path: str
    node: ast.expr | ast.stmt
    text: str
    lines: range
    """Those of the statement, without the statements in it."""
    at_import: bool
    """Whether it is outside of all functions."""

    def apply(self, source: str) -> str:
        """`source` with the change made; columns of nodes count bytes."""
        lines = [line.encode() for line in source.splitlines(keepends=True)]
        assert self.node.end_lineno is not None
        assert self.node.end_col_offset is not None
        head = b"".join(lines[: self.node.lineno - 1]) + lines[self.node.lineno - 1][: self.node.col_offset]
        last = lines[self.node.end_lineno - 1][self.node.end_col_offset :]
        return (head + self.text.encode() + last + b"".join(lines[self.node.end_lineno :])).decode()


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """What `node` may become."""

    def with_(**fields: object) -> ast.AST:
        other = copy.copy(node)
        for name, value in fields.items():
            setattr(other, name, value)
        return other

    match node:
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED:
            yield with_(op=SWAPPED[type(op)]())
        case ast.Compare(ops=[op]):
            yield with_(ops=[SWAPPED[type(op)]()])
        case ast.Constant(value=bool(value)):
            yield with_(value=not value)
        case ast.Constant(value=int(value) | float(value)):
            yield with_(value=value + 1 if abs(value) < 100 else value * 2)
        case ast.IfExp(test=test):
            yield with_(test=ast.UnaryOp(ast.Not(), test))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Pass()
        case _:
            pass


def mutations(path: str) -> Iterator[Mutation]:
    """Every mutation of a file, in order. What is no computation is left out: annotations, decorators, f-strings."""

    def walk(node: ast.AST, lines: range, at_import: bool) -> Iterator[Mutation]:
        if isinstance(node, ast.stmt):
            inner = [child.lineno for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]
            lines = range(node.lineno, min(inner) if inner else (node.end_lineno or node.lineno) + 1)
        if isinstance(node, ast.expr | ast.stmt):
            for other in _changed(node):
                text = ast.unparse(other)
                text = f"({text})" if isinstance(node, ast.expr) else text
                yield Mutation(path, node, text, lines, at_import)
        if isinstance(node, ast.If | ast.While) and "TYPE_CHECKING" not in ast.unparse(node.test):
            yield Mutation(path, node.test, f"(not ({ast.unparse(node.test)}))", lines, at_import)
        left_out = [getattr(node, "returns", None), getattr(node, "annotation", None)]
        left_out += getattr(node, "decorator_list", [])
        at_import = at_import and not isinstance(node, ast.FunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            strict = isinstance(child, ast.keyword) and child.arg == "strict"
            if not isinstance(child, ast.JoinedStr | ast.arguments) and child not in left_out and not strict:
                yield from walk(child, lines, at_import)

    return walk(ast.parse((ROOT / path).read_text()), range(0), True)


def lines_in_functions(path: str) -> set[int]:
    """The lines of a file that run when something is called; the others run when it is imported."""
    functions = [
        node
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, ast.FunctionDef | ast.Lambda)
    ]
    bodies = [node.body if isinstance(node.body, list) else [node.body] for node in functions]
    return {line for body in bodies for line in range(body[0].lineno, (body[-1].end_lineno or 0) + 1)}


class Coverage:
    """Which tests run a line, how long each takes, and which of them are in `make prove`."""

    def __init__(self, file: Path):
        self.data = coverage.CoverageData(str(file))
        self.data.read()
        said = json.loads(Path(f"{file}-tests.json").read_text())
        self.seconds: dict[str, float] = said["seconds"]
        self.proving: set[str] = set(said["proving"])

    def tests(self, mutation: Mutation) -> list[tuple[str, list[str]]]:
        """The tests that may notice it, by the command that runs them, the cheapest first.

        They are those that run the line, and other tests in files that call functions of the module.

        Constants have no line of their own in bytecode: where nobody runs a line, its statement counts. What runs at
        import, or behind a cache, runs in whichever test comes first: the other tests may notice it as well.
        """
        by_line = self.data.contexts_by_lineno(mutation.path)
        contexts = by_line.get(mutation.node.lineno, [])
        if not contexts:
            contexts = [context for line in mutation.lines for context in by_line.get(line, [])]
        running = set[str]() if mutation.at_import else self._named(contexts)
        called = lines_in_functions(mutation.path)
        calling = self._named(
            context for line, found in by_line.items() if line in called for context in found
        )
        files = {name.partition("::")[0] for name in calling}
        others = {name for name in self.seconds if name.startswith((*files, *OF_TABLES))} - running
        every = running | others
        first = self._cheapest(running - self.proving, mutation.path, FIRST_SECONDS)
        rest = self._cheapest(every - self.proving.union(first), mutation.path, MOST_SECONDS)
        proofs = self._cheapest(every & self.proving, mutation.path, PROVING_SECONDS)
        return [("make test", first), ("make test", rest), ("make prove", proofs)]

    def _named(self, contexts: Iterable[str]) -> set[str]:
        return {context.rpartition("|")[0] for context in contexts} & self.seconds.keys()

    def _cheapest(self, names: Iterable[str], path: str, seconds: float) -> list[str]:
        """So many of the tests as took so long; tests of the file itself count as cheaper, and of many cases of one
        test function the later ones as dearer."""
        cases: Counter[str] = Counter()
        weights: dict[str, float] = {}
        own = f"{Path(path).stem}.py"
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            cases[name.partition("[")[0]] += 1
            weights[name] = self.seconds[name] * cases[name.partition("[")[0]] * (0.2 if own in name else 1.0)
        chosen = sorted(weights, key=lambda name: (weights[name], name))
        ends = list(accumulate(self.seconds[name] for name in chosen))
        return chosen[: bisect_right(ends, seconds)]


class Durations:
    """A plugin of pytest that writes down how long each test takes; one that fails without a mutation says nothing."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self.proving: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)
        if "prove" in report.keywords:
            self.proving.add(report.nodeid)


def gather(file: Path) -> None:
    """Run all tests once, with a context for each. In the process of its own that `main` starts."""
    durations = Durations()
    options = ["-q", "-n", "2", "--cov", "--cov-context=test", "--cov-report="]
    pytest.main([*options, f"--cov-config={file}-settings.ini", *TESTS], plugins=[durations])
    print("failed:", *durations.failed)
    passed = {name: seconds for name, seconds in durations.seconds.items() if name not in durations.failed}
    said = {"seconds": passed, "proving": sorted(durations.proving)}
    Path(f"{file}-tests.json").write_text(json.dumps(said))


def copied(folder: Path) -> Path:
    """A copy of the tree in a folder of its own, with bytecode that is used where a hash says that it is the file's."""
    hidden = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache")
    tree = Path(shutil.copytree(ROOT, folder, symlinks=True, ignore=hidden))
    run(tree, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", ".")
    return tree


def run(tree: Path, *arguments: str, seconds: float | None = None) -> int:
    """Run Python in a copy; its exit code, or 1 when it takes too long."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        command = [sys.executable, *arguments]
        return subprocess.call(
            command, cwd=tree, env=environment, timeout=seconds, stdout=DEVNULL, stderr=DEVNULL
        )
    except subprocess.TimeoutExpired:
        return 1


def try_out(mutation: Mutation, tree: Path, tests: list[str]) -> bool:
    """Whether the tests notice the mutation, which is made in the copy `tree` and undone again."""
    if not tests:
        return False
    source = (ROOT / mutation.path).read_text()
    listed = tree / "chosen-tests"
    listed.write_text("\n".join(tests))
    (tree / mutation.path).write_text(mutation.apply(source))
    try:
        options = ["-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
        return run(tree, "-m", "pytest", *options, f"@{listed}", seconds=TIMEOUT) != 0
    finally:
        (tree / mutation.path).write_text(source)


def shown(mutation: Mutation) -> str:
    """The change, as a diff without context."""
    source = (ROOT / mutation.path).read_text()
    pair = source.splitlines(), mutation.apply(source).splitlines()
    return "\n".join(difflib.unified_diff(*pair, mutation.path, mutation.path, lineterm="", n=0))


def tried(coverage_file: Path, folder: Path, item: Item) -> ItemResult:
    """Which tests notice a mutation, and how many there are. In any process, each of which has a copy of the tree."""
    tree = folder / f"{os.getpid()}"
    tests = _coverage_in(coverage_file).tests(item.payload)
    if not tree.exists():
        copied(tree)
    noticed = next((command for command, some in tests if try_out(item.payload, tree, some)), "")
    return {"noticed": noticed, "tests": sum([len(some) for _, some in tests])}


_coverage_in = cache(Coverage)


def main() -> int:
    """Try the chosen mutations; 1 where one is not noticed."""
    parser = flags(cast(str, __doc__))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", nargs="*", default=CODE, metavar="PLACE", help="folders or files")
    parser.add_argument("--coverage", type=Path, help="made where it is not there yet")
    parser.add_argument("--gather", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.gather:
        gather(asked.gather)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return _try_all(asked, Path(folder))


def _try_all(asked: argparse.Namespace, folder: Path) -> int:
    file: Path = (asked.coverage or folder / "coverage").absolute()
    if not file.exists():
        paths = f"[run]\nsource = {','.join(CODE)}\ndata_file = {file}\nrelative_files = true\n"
        Path(f"{file}-settings.ini").write_text(paths)
        run(copied(folder / "gather"), "-m", "tests.campaigns.mutations", "--gather", str(file))
    places = [ROOT / place for place in asked.only]
    files = [
        path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))
    ]
    every = [mutation for path in files for mutation in mutations(str(path.relative_to(ROOT)))]
    chosen = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    code = names_of_code()
    items = [
        Item.of(mutation, code, mutation.path, shown(mutation), f"{mutation.node.col_offset}")
        for mutation in chosen
    ]
    noticed: Counter[str] = Counter()
    for item, result in each_result(asked, items, partial(tried, file, folder)):
        if FAILED in result:
            raise RuntimeError(result[FAILED])
        by = result["noticed"]
        noticed[by] += 1
        says = f"noticed by `{by}`" if by else "UNNOTICED"
        print(f"{says} ({result['tests']} tests)\n{shown(item.payload)}\n", flush=True)
    seen, unnoticed = noticed.total(), noticed[""]
    print(f"{seen - unnoticed} of {seen} noticed, {noticed['make test']} by `make test` alone")
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main())
