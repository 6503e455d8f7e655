"""`python -m benchmarks.stamp`: every table says at which commit it was measured, and whether kernels changed since.

A stamp is the first line of a table: the commit, the machine, and a digest of the code on which figures depend. With a
digest that is not today's, the stamp must say so; this command adds these words, and prints what measures each such
table anew.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
RIGHT = ROOT / "docs" / "right.md"
TABLES = (RESULTS, RIGHT)
"""The files with figures that commands measure."""

KERNELS = ("kernels", "numerics", "rounded", "special", "execution")
"""The folders of `interpreter/` on which figures depend."""

CHANGED = " The kernels have changed since."
PATTERN = re.compile(
    r"^(Measured at commit `[^`\n]*`[^\n]*?, kernels `(?P<digest>[0-9a-f]{8})`\.)(?P<changed>"
    + CHANGED
    + r")?",
    re.MULTILINE,
)
_NOT_IN_EVERY_PYTHON = {"kind", "type_comment", "type_ignores", "type_params"}


@cache
def digest() -> str:
    """A short hash of the code of all `KERNELS`, the same on every version of Python."""
    files = [path for folder in KERNELS for path in (ROOT / "interpreter" / folder).rglob("*.[cp]*")]
    code = [path for path in sorted(files) if path.suffix in (".py", ".c")]
    return digest_of((path.relative_to(ROOT).as_posix(), path.read_text()) for path in code)


def digest_of(files: Iterable[tuple[str, str]]) -> str:
    """A short hash of the names of files and their code: of Python's but docstrings, comments and the layout."""
    found = hashlib.sha256()
    for name, text in files:
        code = "".join(_code(ast.parse(text))) if name.endswith(".py") else text
        found.update(f"{name}\n{code}\n".encode())
    return found.hexdigest()[:8]


def _code(node: object) -> Iterator[str]:
    """What a tree of Python says, in pieces."""
    if isinstance(node, ast.AST):
        yield f"{type(node).__name__}("
        for field, value in ast.iter_fields(node):
            if field not in _NOT_IN_EVERY_PYTHON:
                yield f"{field}="
                yield from _code(_without_docstrings(value) if field == "body" else value)
        yield ")"
    elif isinstance(node, list):
        yield "["
        for each in cast("list[object]", node):
            yield from _code(each)
        yield "]"
    else:
        yield repr(node)


def _without_docstrings(body: object) -> object:
    """Statements without strings that stand alone: of modules, classes, functions and constants."""
    if not isinstance(body, list):
        return body
    return [
        each
        for each in cast("list[object]", body)
        if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
    ]


def commit() -> str:
    """The commit that is checked out, with a `+` where the code differs from it."""
    name = _git("rev-parse", "--short=10", "HEAD").stdout.strip() or "unknown"
    code = ("interpreter", "folding", "xdsl_stablehlo")
    return name + "+" * bool(_git("diff", "--quiet", "HEAD", "--", *code).returncode)


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=False, cwd=ROOT)


def machine() -> str:
    """The processor, its cores, and the versions of Python and of the packages that take part."""
    found = [f"{_processor()}, {os.cpu_count()} cores", f"Python {platform.python_version()}"]
    for name in ("xdsl", "numpy", "ml_dtypes", "jaxlib", "enzyme_ad", "xdsl-jax"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def _processor() -> str:
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text().splitlines() if cpus.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(iter(names), platform.processor() or platform.machine())


def stamp() -> str:
    """The first line of a table that was measured now."""
    return f"Measured at commit `{commit()}` on {machine()}, kernels `{digest()}`."


def tables(text: str) -> dict[str, str]:
    """The measured tables of a Markdown file by name: sections of RESULTS.md, elsewhere what is between markers."""
    marked = re.findall(r"<!-- python -m (\S+) --write -->\n(.*?)<!-- end -->", text, re.DOTALL)
    if marked:
        return dict(marked)
    parts = re.split(r"(?m)^## (.*)\n", text)
    return dict(zip(parts[1::2], parts[2::2]))


def wrong(text: str, today: str) -> list[str]:
    """What is wrong with the stamps of a file, where the digest of the code is `today`: one line for each table."""
    found: list[str] = []
    for name, body in tables(text).items():
        stamps = list(PATTERN.finditer(body))
        if len(stamps) != 1:
            found.append(f"'{name}' has {len(stamps)} stamps")
        elif (stamps[0]["digest"] != today) != bool(stamps[0]["changed"]):
            said = "changed" if stamps[0]["changed"] else "are those that were measured"
            found.append(f"'{name}' says that the kernels {said}, which is not so")
    return found


def restamped(text: str, today: str) -> str:
    """The file, each of whose stamps says whether kernels changed since."""
    return PATTERN.sub(lambda match: match[1] + (CHANGED if match["digest"] != today else ""), text)


def replace_marked(path: Path, command: str, body: str) -> None:
    """Put a table that `command` measured now between its markers in a file."""
    opening, closing = f"<!-- python -m {command} --write -->\n", "<!-- end -->"
    before, _, rest = path.read_text().partition(opening)
    _, _, after = rest.partition(closing)
    if not after:
        raise ValueError(f"{path} has no markers of {command}")
    path.write_text(f"{before}{opening}{stamp()}\n\n{body.strip()}\n{closing}{after}")


def main() -> None:
    for path in TABLES:
        text = restamped(path.read_text(), digest())
        path.write_text(text)
        for name, body in tables(text).items():
            if CHANGED in body:
                print(f"{path.relative_to(ROOT)}: '{name}' was measured before the kernels changed")


if __name__ == "__main__":
    main()
