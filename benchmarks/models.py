"""`python -m benchmarks.models [NAME ...]`: folding real models of several producers.

They need packages besides those of development (`pip install -e '.[dev,models]'`, in an environment of its own). Each
model of `model_programs.py` is exported once by `jax.export` into a cache and folded with default options, in a process
of its own, in turn with XLA's compile in another. It has to hold that

- time: folding takes at most as long as XLA's compile;
- size: the module as a portable artifact, constants included, grows by at most 1%;
- values: XLA computes the same with the folded module: equal integers, floats within 1e-4 of the largest of the array;
- again: a second fold changes nothing and takes at most half as long, or 50 ms.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from .alone import answer, arguments, fold_alone, measure_table, reasons, verdict
from .model_programs import MODELS
from .peers import Absent, optional

CACHE = Path.home() / ".cache" / "xdsl-stablehlo-models"
GROWTH = 1.01
TOLERANCE = 1e-4
SHORT = 0.05
"""Seconds below which a second fold need not be twice as fast."""
HEAD = (
    "model",
    "fold s (CPU)",
    "XLA compiles in s (CPU)",
    "... folded",
    "time",
    "artifact MB",
    "constants MB",
    "size",
    "memory MB",
    "evaluated MB",
    "made MB",
    "ops",
    "clones",
    "largest difference",
    "values",
    "again s",
    "again holds",
    "stays for",
)


def export(name: str, cache: Path) -> dict[str, float]:
    """Export a model into `cache`: `name.jax`, as `jax.export` serialises it, and `name.npz`, its arguments."""
    jax, export = optional("jax"), optional("jax.export")
    model = MODELS[name]()
    shapes = [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in model.arguments]
    exported = export.export(jax.jit(model.closed))(*shapes)
    cache.mkdir(parents=True, exist_ok=True)
    np.savez(cache / f"{name}.npz", *model.arguments)
    part = cache / f"{name}.part"
    part.write_bytes(exported.serialize())
    part.rename(cache / f"{name}.jax")
    return {"bytes": float((cache / f"{name}.jax").stat().st_size)}


def compile_in_xla(name: str, cache: Path, folded: Path | None) -> dict[str, Any]:
    """Seconds of XLA's compile; with `folded`, those for it as well, and how far the values are from each other."""
    jax, export = optional("jax"), optional("jax.export")
    replace = optional("dataclasses").replace
    jax.block_until_ready(jax.jit(jax.numpy.cos)(1.0))
    stored = np.load(cache / f"{name}.npz")
    arguments = [stored[key] for key in stored.files]
    exported = export.deserialize(bytearray((cache / f"{name}.jax").read_bytes()))

    def compiled(exported: Any) -> tuple[dict[str, float], list[Array]]:
        lowered = jax.jit(exported.call).lower(*arguments)
        cpu, started = process_time(), perf_counter()
        program = lowered.compile()
        figures = {"seconds": perf_counter() - started, "cpu": process_time() - cpu}
        return figures, [np.asarray(leaf) for leaf in jax.tree.leaves(program(*arguments))]

    found, values = compiled(exported)
    answered: dict[str, Any] = dict(found)
    if folded is not None:
        answered["folded"], others = compiled(replace(exported, mlir_module_serialized=folded.read_bytes()))
        answered["difference"] = difference(values, others)
    return answered


def difference(ours: Sequence[Array], theirs: Sequence[Array]) -> float:
    """The largest difference, relative to the largest finite value of its array.

    It is infinite for integers that differ, and where only one of the values is no finite number.
    """
    worst = 0.0
    for a, b in zip(ours, theirs, strict=True):
        if a.dtype.kind in "biu":
            worst = max(worst, 0.0 if np.array_equal(a, b) else np.inf)
        elif a.size:
            wide = np.complex128 if a.dtype.kind == "c" else np.float64
            a, b = a.astype(wide), b.astype(wide)
            finite = np.isfinite(a) & np.isfinite(b)
            if not np.array_equal(a[~finite], b[~finite], equal_nan=True):
                return np.inf
            scale = float(np.max(np.abs(a[finite]), initial=np.finfo(np.float32).tiny))
            worst = max(worst, float(np.max(np.abs(a - b)[finite], initial=0.0)) / scale)
    return worst


def measure(name: str, rounds: int, tree: Path, cache: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The medians of folding and of XLA's compile, in turn. Raises `Failed`."""
    module, folded = cache / f"{name}.jax", cache / f"{name}.folded.mlir.bc"
    if not module.exists():
        answer("-m", "benchmarks.models", "--export", name, "--cache", str(cache))
    folds: list[dict[str, Any]] = []
    compiles: list[dict[str, Any]] = []
    for number in range(rounds):
        folds.append(fold_alone(module, tree, folded))
        with_folded = [] if number else ["--folded", str(folded)]
        compiles.append(answer("-m", "benchmarks.models", "--xla", name, "--cache", str(cache), *with_folded))
    found = folds[0] | {key: median([fold[key] for fold in folds]) for key in ("seconds", "cpu", "memory")}
    found["again"]["seconds"] = median([fold["again"]["seconds"] for fold in folds])
    return found, compiles[0] | {key: median([one[key] for one in compiles]) for key in ("seconds", "cpu")}


def size_holds(found: dict[str, Any]) -> bool:
    """Whether the artifact did not grow by more than a hundredth."""
    return found["artifact_after"] <= GROWTH * found["artifact_before"]


def again_holds(found: dict[str, Any]) -> bool:
    """Whether the second fold changed nothing and took at most half as long."""
    again = found["again"]
    return not again["changed"] and again["seconds"] <= max(found["seconds"] / 2, SHORT)


def cells(name: str, found: dict[str, Any], xla: dict[str, Any]) -> list[str]:
    """A line of the table."""
    again = found["again"]
    return [
        name,
        f"{found['seconds']:.2f} ({found['cpu']:.2f})",
        f"{xla['seconds']:.2f} ({xla['cpu']:.2f})",
        f"{xla['folded']['seconds']:.2f}",
        verdict(found["seconds"] <= xla["seconds"]),
        _change(found["artifact_before"], found["artifact_after"]),
        _change(found["bytes_before"], found["bytes_after"]),
        verdict(size_holds(found)),
        f"{found['memory'] / 1e6:.0f}",
        f"{found['evaluated'] / 1e6:.3g}",
        f"{found['made'] / 1e6:.3g}",
        f"{found['ops_before']} -> {found['ops_after']}",
        str(found["cloned"]),
        f"{xla['difference']:.1e}",
        verdict(xla["difference"] <= TOLERANCE),
        f"{again['seconds']:.2f}{', **changes**' if again['changed'] else ''}",
        verdict(again_holds(found)),
        reasons(found, 4),
    ]


def _change(before: float, after: float) -> str:
    return f"{before / 1e6:.4g} -> {after / 1e6:.4g}"


def in_this_process(options: argparse.Namespace) -> int:
    """Export or compile one model, and print the figures; one line and 1 where a package is missing."""
    try:
        if options.export:
            print(json.dumps(export(options.export, options.cache)))
        else:
            print(json.dumps(compile_in_xla(options.xla, options.cache, options.folded)))
    except Absent as absent:
        print(f"needs a package: {absent}", file=sys.stderr)
        return 1
    return 0


def main() -> int:
    parser = arguments("benchmarks.models", __doc__)
    parser.add_argument("--cache", type=Path, default=CACHE, help="where exported models are kept")
    parser.add_argument("--export", help=argparse.SUPPRESS)
    parser.add_argument("--xla", help=argparse.SUPPRESS)
    parser.add_argument("--folded", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.export or options.xla:
        return in_this_process(options)

    def row(name: str) -> list[str]:
        return cells(name, *measure(name, options.rounds, options.tree, options.cache))

    measure_table("Models", __doc__, HEAD, options.names or MODELS, row, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
