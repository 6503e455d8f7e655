"""Certificates of proofs: a module whose tests marked `prove` have all passed is not run again while it reads the same.

What a module reads is found by the graph of imports: its own file, and every file of the project that it imports,
directly or through others, late imports and packages around them included. A module that starts processes reads the
whole project; `tests/helpers` starts them for itself only. Who names `docs`, `benchmarks` or `examples` reads these
folders, and all read the data of `tests/`. What else no import shows is said by a mark:

    pytestmark = [pytest.mark.prove, pytest.mark.reads("filecheck/folding")]

A certificate is the hash of these files, of the versions of the packages that compute, and of the kind of machine. It
is kept in pytest's cache, which CI restores (`.ci/run`). Without it and with `--all` every proof runs. A test that is
named, `FILE::TEST`, runs, too.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.house.imports import DOORS, PACKAGE, ROOT, When, modules, named
from xdsl_stablehlo.programs.registry import DIALECTS, PASSES

COMPUTING = ("hypothesis", "jaxlib", "ml_dtypes", "mpmath", "numpy", "scipy", "xdsl", "z3-solver")
"""Packages whose version may decide what a proof finds."""

BESIDE = ("tests", "docs", "benchmarks", "examples")
WHOLE = (
    *BESIDE,
    "filecheck",
    "folding",
    "interpreter",
    "xdsl_stablehlo",
    "README.md",
    "pyproject.toml",
    "mkdocs.yml",
)
COMPOSED = (
    f"{PACKAGE}.interpreter.kernels.custom_calls.registry",
    f"{PACKAGE}.interpreter.kernels.support.table",
    f"{PACKAGE}.tools.driver",
    f"{PACKAGE}.workbench.validation.proofs",
)
"""Modules that import others of their folder by names that they put together: they read all of it."""

REGISTRY = f"{PACKAGE}.programs.registry"
BY_PASSES = (
    f"{PACKAGE}.workbench.",
    f"{PACKAGE}.tools.",
    f"{PACKAGE}.jax.",
    *(f"{name}." for name in BESIDE),
)
"""Modules that run passes by their names: they read those that they spell. To others the registry gives dialects."""

DATA = (".mlir", ".txt", ".xz")
"""What is beside the code of tests: few files, which seldom change, so that every proof reads all of them."""

KEY, PROPERTY = "proofs/certificates", "certificate"

ReadBy = Callable[[Path], Iterable[Path]]
"""The files that a module of tests reads, itself included."""


class Certificates:
    """The plugin: says which proofs need not run, and notes which modules have passed whole."""

    def __init__(self, config: pytest.Config, read_by: ReadBy | None = None):
        self._config = config
        self._read_by = files_read_by if read_by is None else read_by
        self._named = any("::" in arg for arg in config.args)
        self._cache: Any = getattr(config, "cache", None)
        self._passed: Counter[str] = Counter()
        self._wanted: dict[str, tuple[str, int]] = {}
        self._failed: set[str] = set()

    @staticmethod
    def add_option(parser: pytest.Parser) -> None:
        parser.addoption("--all", action="store_true", help="run proofs that are certified, too")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Skip what is certified; a proof that runs carries the hash of its module and how many there are in it."""
        proofs: dict[Path, list[pytest.Item]] = {}
        for item in items:
            if item.get_closest_marker("prove") is not None:
                proofs.setdefault(item.path, []).append(item)
        if self._cache is None or self._named or self._config.option.markexpr == "not prove":
            return
        known = self._known()
        for path, those in proofs.items():
            stated = {name for item in those for mark in item.iter_markers("reads") for name in mark.args}
            hashed = hash_of([*self._read_by(path), *(ROOT / name for name in sorted(stated))])
            for item in those:
                if known.get(_module(item.nodeid)) == hashed and not self._config.option.all:
                    item.add_marker(pytest.mark.skip(reason="certified"))
                else:
                    item.user_properties.append((PROPERTY, f"{hashed} {len(those)}"))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == PROPERTY:
                hashed, number = str(value).split()
                self._wanted[_module(report.nodeid)] = hashed, int(number)
                if report.failed:
                    self._failed.add(_module(report.nodeid))
                elif report.when == "call" and report.passed:
                    self._passed[_module(report.nodeid)] += 1

    def pytest_sessionfinish(self) -> None:
        """Written by the process that hears of every test, not by those that run them for it."""
        if self._cache is None or not self._wanted or hasattr(self._config, "workerinput"):
            return
        known = {name: hashed for name, hashed in self._known().items() if name not in self._failed}
        for module, (hashed, number) in self._wanted.items():
            if module not in self._failed and self._passed[module] == number:
                known[module] = hashed
        self._cache.set(KEY, known)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        skipped = terminalreporter.stats.get("skipped", [])
        certified = [report for report in skipped if "certified" in str(report.longrepr)]
        if certified:
            number = len({_module(report.nodeid) for report in certified})
            terminalreporter.write_line(
                f"certified: {len(certified)} proofs in {number} modules; --all runs them"
            )

    def _known(self) -> Mapping[str, str]:
        return self._cache.get(KEY, {})


def _module(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def hash_of(paths: Iterable[Path]) -> str:
    """Of the names and contents of files and of all files in folders, of versions, and of the kind of machine."""
    machine = platform.system(), platform.machine(), platform.libc_ver()
    found = hashlib.sha256(repr((machine, sys.version_info[:3], versions())).encode())
    for file in sorted({file for path in paths for file in _files(path)}):
        found.update(f"\n{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
    return found.hexdigest()


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        inside = (file for file in path.rglob("*") if file.is_file())
        yield from (file for file in inside if not {"__pycache__", "Output"} & {*file.parts})
    elif path.exists():
        yield path


@cache
def versions() -> tuple[tuple[str, str], ...]:
    """The installed ones of `COMPUTING`."""
    there = {dist.name.replace("_", "-").lower(): dist.version for dist in metadata.distributions()}
    return tuple((name, there.get(name.replace("_", "-"), "")) for name in COMPUTING)


@cache
def _everything() -> Mapping[str, Path]:
    """The file of every module of the product, and of what lies beside it."""
    beside = [path for name in BESIDE for path in sorted((ROOT / name).rglob("*.py"))]
    return {**modules(), **{_dotted(path): path for path in beside}}


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def files_read_by(test: Path) -> frozenset[Path]:
    """By the graph of imports."""
    known = _everything()
    start, conftest = _dotted(test), "tests.conftest"
    data = {path for path in (ROOT / "tests").rglob("*.*") if path.suffix in DATA}
    waiting, seen = [(start, True), (conftest, True)], set[tuple[str, bool]]()
    while waiting:
        module, whole = waiting.pop()
        if (module, whole) in seen or module == __name__:  # what is asked here decides no proof
            continue
        seen.add((module, whole))
        waiting += [(package, False) for package in _around(module)]
        for name, when in _named(module):
            if name == "subprocess" and not module.startswith((PACKAGE, "tests.helpers.")):
                return frozenset(ROOT / each for each in WHOLE)
            if (whole or when is When.AT_ONCE) and (module != REGISTRY or name in DIALECTS.values()):
                waiting += _reached(name, when)
        if module.startswith(BY_PASSES) and module in known:
            waiting += [(home, True) for home in _passes_of(known[module])]
        if module.startswith(BESIDE) and module in known:
            text = known[module].read_text()
            data |= {ROOT / name for name in BESIDE[1:] if f'"{name}"' in text}
        if module in COMPOSED:
            waiting += [(name, True) for name in known if name.startswith(f"{module.rpartition('.')[0]}.")]
    return frozenset({*data, *(known[module] for module, _ in seen if module in known)})


def _passes_of(path: Path) -> list[str]:
    """The modules of the passes whose names stand in a file."""
    text = path.read_text()
    found = [f"{PACKAGE}.{home.partition(':')[0]}" for name, home in PASSES.items() if name in text]
    return [*found, *([f"{PACKAGE}.folding.patterns"] if "canonicalize" in text else [])]


def _around(module: str) -> list[str]:
    """The packages that Python imports before a module."""
    parts = module.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts))]


def _reached(name: str, when: When) -> Iterator[tuple[str, bool]]:
    """The module that a name is in, and whether all that it imports is meant; not so where a door has the name."""
    known = _everything()
    package, _, member = name.rpartition(".")
    if name in known:
        yield name, not (when is When.AT_ONCE and _is_lazy(name))
    elif package in known and member:
        offered = _offered(package) if _is_lazy(package) else dict[str, str]()
        yield package, member not in offered
        if member in offered:
            yield offered[member], True


def _is_lazy(package: str) -> bool:
    """Whether it imports what it offers when that is asked for by name; ops and kernels are asked for otherwise."""
    return package in DOORS and "dialects" not in package and _everything()[package].name == "__init__.py"


@cache
def _offered(package: str) -> Mapping[str, str]:
    """The module that has each name that a door offers."""
    found: dict[str, str] = {}
    for name, when in _named(package):
        module, _, member = name.rpartition(".")
        if when is When.TYPES and module in _everything():
            found[member] = module
    return found


@cache
def _named(module: str) -> tuple[tuple[str, When], ...]:
    path = _everything().get(module)
    return () if path is None else tuple((name, when) for name, when, _ in named(path, module))
