"""The wheel in environments of its own, from the lowest versions of what it needs to the newest: `make compat`.

    python -m tests.end_to_end.environments                  # the lowest and the newest, in build/environments
    python -m tests.end_to_end.environments all
    python -m tests.end_to_end.environments jax-0.8 --write

For each environment, pip installs the wheel and a row's requirements, and `pip check` looks at them. Then the core of
the tests runs against the wheel, and programs are folded: one with constants, and one of `qjit` where Catalyst is
installed. It needs an interpreter for each Python version of a row, which `.ci/python` finds; a row without one is left
out and named. An environment that is there already is brought up to date; without the network it is used as it is.

It prints the lines of the table in `docs/install.md`; `--write` writes those of rows that passed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "environments"
PAGE = ROOT / "docs" / "install.md"
NEEDED = ("pytest", "pytest-xdist", "hypothesis", "mpmath", "flatbuffers", "filecheck", "scipy")
"""What the core needs beside the package."""

CORE = (
    "tests/xdsl_stablehlo/ir/test_versions.py",
    "tests/xdsl_stablehlo/programs",
    "tests/interpreter/test_program.py",
    "tests/interpreter/execution",
    "tests/folding/evaluate",
    "tests/folding/passes",
    "tests/xdsl_stablehlo/jax",
    "tests/golden/test_cases.py",
)
OTHER_CASES = "test_case and not (interpreter/execution or folding/evaluate or folding/passes)"
"""Golden files of other rooms than those of the core."""
PYTEST = ("-n", "2", "-m", "not prove", "-p", "no:cacheprovider", "--tb=short")
OF_A_CHECKOUT = "documented_spelling or private_names_of_others or asked_for_in_one_place"
"""Tests that read the sources of the project."""
NO_SMALL_FLOATS = (
    "f4E or f6E or f8E or TF32 or leaves_its_ops_to_the_interpreter or lists_are_bound_where_they_lose"
)
"""Tests that need floats of 8 bits and less and tf32, which xDSL has since 0.69."""
NO_CANONICALIZE = "canonicalize.mlir"
"""Cases of xDSL's own canonicalization, which removes less in 0.59."""
NO_SCAN = "as_jax_writes_them_for_gpus"
"""The test that needs `chlo.scan` of JAX's MLIR."""
SHOWN = ("xdsl", "jax", "numpy", "ml_dtypes")


class Row(NamedTuple):
    """One environment."""

    python: str
    requirements: Sequence[str]
    without: Sequence[str] = ()
    """Tests that its versions cannot run, as pytest's `-k` names them."""


ROWS: Mapping[str, Row] = {
    "lowest": Row(
        "3.11",
        ("xdsl==0.59.0", "jax==0.7.1", "jaxlib==0.7.1", "numpy==2.0.0", "ml_dtypes==0.5.1", "scipy==1.13.0"),
        (NO_SMALL_FLOATS, NO_CANONICALIZE, NO_SCAN),
    ),
    "catalyst": Row("3.11", ("pennylane-catalyst==0.15.0",), (NO_SMALL_FLOATS, NO_CANONICALIZE, NO_SCAN)),
    "xdsl-jax-0.5": Row("3.11", ("xdsl-jax==0.5.3",), (NO_SMALL_FLOATS, NO_CANONICALIZE)),
    "python-3.11": Row("3.11", ()),
    "xdsl-jax-0.6": Row("3.12", ("xdsl-jax==0.6.0",)),
    "jax-0.8": Row("3.12", ("jax==0.8.3", "jaxlib==0.8.3", "xdsl==0.69.0"), (NO_SCAN,)),
    "jax-0.11": Row("3.12", ("jax<0.12", "jaxlib<0.12")),
    "jax-0.9": Row("3.13", ("jax==0.9.2", "jaxlib==0.9.2", "xdsl==0.71.0"), (NO_SCAN,)),
    "jax-0.10": Row("3.13", ("jax==0.10.2", "jaxlib==0.10.2", "xdsl==0.74.0")),
    "newest": Row("3.13", ()),
    "python-3.14": Row("3.14", ()),
}

FOLDS = """
from xdsl.context import Context
from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
from xdsl_stablehlo.folding import fold_module

def folded(text):
    context = Context(allow_unregistered=True)
    register_dialects(context)
    module = parse_module(text, context)
    verify_module(module)
    fold_module(module)
    return print_module(module)

text = folded('''func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4xf32>
  %c = stablehlo.cosine %i : tensor<4xf32>
  %y = stablehlo.add %x, %c : tensor<4xf32>
  return %y : tensor<4xf32>
}''')
assert "cosine" not in text and "add" in text
"""
QJIT = """
import jax.numpy as jnp
from catalyst import qjit

table = jnp.linspace(0.0, 1.0, 8)

@qjit
def circuit(x):
    return jnp.sum(jnp.sort(jnp.cos(table))[2:5]) * jnp.sin(x) + x

circuit(0.5)
text = folded(circuit.mlir_module.operation.get_asm(print_generic_op_form=True))
assert "sort" not in text and "sine" in text
"""


def interpreter(version: str) -> str | None:
    """The path of this version of Python; None if there is none."""
    found = subprocess.run([ROOT / ".ci" / "python", version], capture_output=True, text=True, check=False)
    return found.stdout.strip() or None


def run(*command: str | Path) -> str:
    """The output of a command, run beside a copy of the tests; raises where it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)), cwd=FOLDER, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def installed(python: Path, requirements: Sequence[str]) -> None:
    """Bring an environment up to date. Without the network it stays, if it has what is required."""
    install = (python, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    try:
        run(*install, "--upgrade", "--upgrade-strategy", "eager", *requirements)
    except RuntimeError as error:
        try:
            run(*install, "--no-index", *requirements)
        except RuntimeError:
            raise error from None


def tried(name: str, wheel: Path) -> str | None:
    """The line of the table for a row; None without an interpreter for it."""
    row = ROWS[name]
    executable = interpreter(row.python)
    if executable is None:
        return None
    folder = FOLDER / name
    python = folder / "bin" / "python"
    if not python.exists():
        run(executable, "-m", "venv", "--clear", folder)
    run(python, "-m", "pip", "uninstall", "-q", "-y", "xdsl-stablehlo")
    installed(python, (f"{wheel}[jax]", *row.requirements, *NEEDED))
    run(python, "-m", "pip", "check")
    without = " or ".join((OF_A_CHECKOUT, *row.without))
    tests = run(python, "-m", "pytest", *PYTEST, "-k", f"not ({without}) and not ({OTHER_CASES})", *CORE)
    (passed,) = re.findall(r"^(?:.* )?(\d+) passed", tests, re.MULTILINE)
    run(python, "-c", FOLDS + (QJIT if name == "catalyst" else ""))
    versions = run(
        python, "-c", f"from importlib.metadata import version\nprint(*map(version, {SHOWN!r}), sep=' | ')"
    )
    day = datetime.now(UTC).strftime("%-d %B %Y")
    return f"| {name} | {row.python} | {versions.strip()} | {int(passed):,} | {day} |"


def written(page: str, name: str, line: str) -> str:
    """A page with the line of a row in the place of the one that it has."""
    row = re.compile(rf"^\| {re.escape(name)} \|.*$", re.MULTILINE)
    if row.search(page) is None:
        raise ValueError(f"{PAGE} has no row '{name}'")
    return row.sub(lambda _: line, page)


def main(args: Sequence[str]) -> int:
    """Try the environments of these names, or the lowest and the newest; return how many failed."""
    names = [arg for arg in args if arg != "--write"] or ["lowest", "newest"]
    FOLDER.mkdir(parents=True, exist_ok=True)
    for folder in ("tests", "benchmarks"):  # xDSL 0.59 has a package `benchmarks` of its own
        shutil.rmtree(FOLDER / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, FOLDER / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", FOLDER)
    for old in FOLDER.glob("*.whl"):
        old.unlink()
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", FOLDER, ROOT)
    (wheel,) = FOLDER.glob("*.whl")
    failed = 0
    for name in list(ROWS) if names == ["all"] else names:
        try:
            line = tried(name, wheel)
        except RuntimeError as error:
            failed += 1
            print(f"{name} fails: {error}", flush=True)
            continue
        print(line or f"{name}: there is no Python {ROWS[name].python}", flush=True)
        if line is not None and "--write" in args:
            PAGE.write_text(written(PAGE.read_text(), name, line))
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
