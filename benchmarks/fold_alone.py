"""Folds one module in a process of its own and prints what that took and gave, as JSON.

`PYTHONPATH=<a tree of this project> python -P fold_alone.py MODULE [--folded OUT]` reads text or a portable artifact;
with `--folded`, module sizes are given as artifacts as well, and the folded module is written to OUT as one. It is run
by path, so that the tree that is measured need not be the one that measures.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import resource
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.folding import FoldReport, fold_module
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    artifact_version,
    get_current_version,
    read_portable_artifact,
    serialize_portable_artifact,
)

Result = TypeVar("Result")

ADDRESS_SPACE = 16 << 30
"""Bytes that this process may map."""
SAMPLE = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4xf32>
  %c = stablehlo.cosine %i : tensor<4xf32>
  %r = stablehlo.add %x, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}"""
"""A program that folds in part. It is folded first, so that what is imported for it is not measured."""


def memory(field: str) -> int:
    """Bytes of this process by a field of Linux's `status`: `VmRSS`, what it has; `VmHWM`, the most that it had."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def measured(work: Callable[[], Result]) -> tuple[Result, dict[str, float]]:
    """Do `work`; seconds of the clock and of the processors, and bytes on top of what there was before."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")
    resident, cpu, started = memory("VmRSS"), process_time(), perf_counter()
    result = work()
    seconds, cpu = perf_counter() - started, process_time() - cpu
    return result, {"seconds": seconds, "cpu": cpu, "memory": max(0, memory("VmHWM") - resident)}


def account(report: FoldReport) -> dict[str, Any]:
    """The report in numbers, those that other versions have besides included."""
    report.tell()
    numbers = {name: value for name, value in vars(report).items() if type(value) in (int, bool)}
    return numbers | {
        "constants": len(report.constants),
        "made": sum(constant.bytes for constant in report.constants),
        "evaluated": sum(kind.bytes for kind in report.folded.values()),
        "reasons": dict(report.reasons()),
        "refused": dict(Counter(f"{kept.code} {kept.op}" for kept in report.explained()).most_common(8)),
        "cloned": len(report.functions_cloned),
    }


def read(path: Path, ctx: Context) -> tuple[ModuleOp, str]:
    """The module in a file, and the version of the artifact that it is, or that is written for it."""
    data = path.read_bytes()
    version = artifact_version(data)
    if version is None:
        return parse_module(data.decode(), ctx), get_current_version()
    return read_portable_artifact(data, ctx), str(version)


def fold_twice(module: ModuleOp) -> dict[str, Any]:
    """What folding takes and gives, and under `again` what folding the result takes."""
    report, figures = measured(lambda: fold_module(module))
    again, others = measured(lambda: fold_module(module))
    return {**figures, **account(report), "again": {**others, "changed": again.changed}}


def fold_artifact(module: ModuleOp, version: str, folded: Path) -> dict[str, Any]:
    """The same with the sizes of artifacts, the folded one of which is written; bytes say what changes again."""

    def written() -> bytes:
        return serialize_portable_artifact(module, version, allow_other_dialects=True)

    size = len(written())
    report, figures = measured(lambda: fold_module(module))
    data = written()
    folded.write_bytes(data)
    found = {**figures, **account(report), "artifact_before": size, "artifact_after": len(data)}
    digest = hashlib.sha256(data).digest()
    del data
    again, figures = measured(lambda: fold_module(module))
    same = digest == hashlib.sha256(written()).digest()
    return {**found, "again": {**figures, "changed": again.changed or not same}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("--folded", type=Path)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    ctx = Context()
    register_dialects(ctx)
    fold_module(parse_module(SAMPLE, ctx))
    module, version = read(options.module, ctx)
    folded = options.folded
    print(json.dumps(fold_artifact(module, version, folded) if folded else fold_twice(module)))


if __name__ == "__main__":
    main()
