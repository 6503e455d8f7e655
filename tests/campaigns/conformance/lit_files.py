"""Upstream's lit files, RUN lines as they are: lit runs them, LLVM's FileCheck and `not` judge, the tools are ours.

`LIT_FILTER=math` in the environment runs only files whose name matches, `LIT_OPTS=-j1` one at a time.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .outcome import Outcome

CONFIGURATION = """
import lit.formats
config.name = "stablehlo"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = {tests!r}
config.test_exec_root = {scratch!r}
config.environment.update({environment!r})
"""

CONTROLS = (
    "chlo/chlo_legalize_to_stablehlo.mlir",
    "chlo/chlo_legalize_to_stablehlo_dynamic.mlir",
    "infer_stablehlo.mlir",
    "interpret/reverse.mlir",
    "interpret/reduce_window.mlir",
    "math/asin_complex64.mlir",
    "math/log_float32.mlir",
    "math/square_float64.mlir",
    "ops_stablehlo.mlir",
    "print_while.mlir",
    "transforms/stablehlo_compatibility_expander.mlir",
    "transforms/stablehlo_refine_shapes.mlir",
    "verify_while.mlir",
    "vhlo/stablehlo_legalize_to_vhlo.1_0_0.mlir",
)
"""Files of which a damaged copy must fail: a tool that does nothing and exits with 0 would pass most files."""

_DAMAGES = {
    "FileCheck": re.compile(r"(// *CHECK(?!-WARN)[\w-]*: *)(?=\S)"),
    "-verify-diagnostics": re.compile(r"(expected-error *(?:@[-+\w]+)? *\{\{)"),
    "| stablehlo-translate": re.compile(r'(@expected(?:.*\n){1,2}.*dense<"0x[0-9A-F]*)[0-9A-F]{2}(?=">)'),
    "--interpret": re.compile(r"(check\.expect_\w*eq_const.*dense<\D*)"),
}
"""What of a file is damaged, by a word of its RUN lines: what FileCheck, an error or a value is expected to be."""


def lit_files(upstream: Path) -> Iterator[Outcome]:
    """Every lit file passes, and the damaged copies fail."""
    tests = upstream / "tests"
    with tempfile.TemporaryDirectory() as scratch:
        copies = Path(scratch) / "copies"
        for name in CONTROLS:
            _damaged_copy(tests, copies, name)
        yield from _run(tests, Path(scratch) / "files")
        for outcome in _run(copies, Path(scratch) / "controls"):
            yield Outcome(f"damaged {outcome.name}", not outcome.holds, "passes")


def _damaged_copy(tests: Path, copies: Path, name: str) -> None:
    """A copy of a file, and of the artifact beside it, that expects something else."""
    text = (tests / name).read_text()
    run_lines = "".join(line for line in text.splitlines() if "RUN:" in line)
    damage = next(damage for word, damage in _DAMAGES.items() if word in run_lines)
    damaged = damage.sub(r"\g<1>77", text, count=1)
    copy = copies / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(damaged)
    if (artifact := tests / f"{name}.bc").exists():
        shutil.copy(artifact, f"{copy}.bc")


def _run(tests: Path, scratch: Path) -> Iterator[Outcome]:
    """What lit says of the files below a folder."""
    scratch.mkdir()
    configuration = {"tests": str(tests), "scratch": str(scratch), "environment": _environment()}
    (scratch / "lit.cfg.py").write_text(CONFIGURATION.format(**configuration))
    verdicts = scratch / "verdicts.json"
    command = [sys.executable, "-c", "from lit.main import main; main()"]
    said = subprocess.run(
        [*command, "-q", "--allow-empty-runs", f"--output={verdicts}", str(scratch)],
        capture_output=True,
        text=True,
        check=False,
    )
    if not verdicts.exists():
        raise SystemExit(said.stderr or said.stdout)
    for test in json.loads(verdicts.read_text())["tests"]:
        errors = [line for line in test["output"].splitlines() if "error:" in line]
        name = test["name"].removeprefix("stablehlo :: ")
        if test["code"] not in ("EXCLUDED", "SKIPPED", "UNSUPPORTED"):
            yield Outcome(name, test["code"] in ("PASS", "XFAIL"), errors[0] if errors else test["output"])


def _environment() -> dict[str, str]:
    """This environment's tools first on the path, and LLVM's wherever they are."""
    path = os.pathsep.join(
        [
            str(Path(sys.executable).parent),
            os.environ["PATH"],
            *map(str, sorted(Path("/usr/lib").glob("llvm-*/bin"), reverse=True)),
        ]
    )
    found = shutil.which("FileCheck", path=path)
    if found is None or shutil.which("not", path=path) is None:
        raise SystemExit("'lit' needs LLVM's FileCheck and not on the path (Debian: llvm-14-tools)")
    return {
        "PATH": path,
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "FILECHECK_OPTS": "-enable-var-scope",
    }
