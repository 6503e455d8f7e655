"""`python -m benchmarks.scoreboard [NAME ...] [--write]`: what each way makes of each model, and the page of it.

Every model and way has a file of results in the cache, and what is there is not measured again. Each step is a process
of its own with limits of memory and time; a crash is a result, too. STABLEHLO_FOLDER is the directory of
`pip install --no-deps --target .. jaxlib==0.5.0`, for StableHLO's own folder; ENZYME_PYTHON is a Python that has
`enzyme_ad`, where this one has not.

`--recheck` measures again, in three times as many rounds, the times that are losses on the page that there is, and adds
them to it; it folds these programs anew. `--making` calls nothing, and adds to the page what folding takes beside XLA's
compile, and the memory.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import Any

from ..alone import Failed, answer
from .artifacts import ENZYME_PYTHON, Store
from .making import row
from .page import DOCS, write_pages
from .programs.catalogue import CATALOGUE
from .results import DIFFERENT, OURS, cell, reason
from .ways import MEASURES, WAYS, same

CACHE = Path.home() / ".cache" / "xdsl-stablehlo-scoreboard"
MOST_SECONDS = 600
"""Seconds for a step: XLA takes 40 to compile a model of 500 MB of constants, four times and more."""
FIGURES, TIMES = DOCS / "assets" / "scoreboard.json", ("compile", "call")
PACKAGES = ("xdsl-stablehlo", "xdsl", "numpy", "jax", "jaxlib")
ENZYME_VERSION = "import importlib.metadata as m; print(m.version('enzyme_ad'))"


REASONS = ("failed", "absent", "dash")


def step(kind: str, name: str, store: Store, ways: Sequence[str]) -> dict[str, Any]:
    """What a process says. Raises `Failed`."""
    devices = CATALOGUE[name].devices
    environment = {
        "JAX_PLATFORMS": "cpu",
        "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}" if devices > 1 else "",
        "TF_CPP_MIN_LOG_LEVEL": "3",
    }
    command = ("-m", "benchmarks.scoreboard.alone", kind, name, str(store.folder), *ways)
    return answer(*command, environment=environment, seconds=MOST_SECONDS)


def make(name: str, store: Store) -> None:
    """Make the program in all ways that have no figures; where the process ends before, that is the way's result."""
    while missing := [way for way in WAYS if not store.written(way)]:
        try:
            step("make", name, store, missing)
        except Failed as failure:
            dead = next(way for way in missing if not store.written(way))
            store.write(dead, {"failed": str(failure), "seconds": 0.0})


def run(name: str, store: Store) -> dict[str, Any]:
    """XLA's figures of all ways at once, or of each by itself where that fails; not of programs like their base."""
    made = {way: store.figures(way) for way in WAYS}
    there = [
        way
        for way, spec in WAYS.items()
        if way != "plain" and not {*REASONS} & made[way].keys() and not same(made, way, spec.base)
    ]
    try:
        return step("run", name, store, there) if there else {}
    except Failed:
        found: dict[str, Any] = {}
        for way in there:
            try:
                found |= step("run", name, store, [way])
            except Failed as failure:
                found[way] = {"failed": str(failure)}
        return found


def judge(name: str, store: Store) -> dict[str, str]:
    """What the specification says of the ways whose results differ from those of the program as it is."""
    found: dict[str, str] = {}
    for way, figures in store.figures("run").items():
        if figures.get("difference", 0) > DIFFERENT:
            try:
                found |= step("judge", name, store, [way])
            except Failed as failure:
                found[way] = f"open; {failure}"
    return found


def measure_model(name: str, store: Store) -> None:
    """Measure what has no file yet."""
    started = perf_counter()
    make(name, store)
    if not store.written("run"):
        store.write("run", run(name, store))
    if not store.written("judged"):
        store.write("judged", judge(name, store))
    seconds = perf_counter() - started
    before = store.figures("took")["seconds"] if store.written("took") else 0.0
    store.write("took", {"seconds": before + seconds})
    said = [f"{way} {key}" for way in WAYS for key in REASONS if key in store.figures(way)]
    print(f"{name}: {', '.join(said) or 'all'} ({seconds:.0f} s)", flush=True)


def machine() -> dict[str, Any]:
    """The machine and the versions."""
    versions: dict[str, str] = {}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "absent"
    asked = [ENZYME_PYTHON, "-c", ENZYME_VERSION]
    of_enzyme = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    versions["enzyme_ad"] = of_enzyme or "absent"
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "versions": versions,
    }


def collected(store: Store) -> dict[str, Any]:
    """The figures of a model by way, those of XLA under `run`, and under `ruling` where results differ."""
    more = {"run": store.figures("run"), "ruling": store.figures("judged")}
    return {
        way: store.figures(way) | {key: found[way] for key, found in more.items() if way in found}
        for way in WAYS
    }


def recheck(names: Sequence[str], cache: Path) -> None:
    """Measure the losses of time of the page again, as far as the packages are there, and write them into it."""
    found: dict[str, Any] = json.loads(FIGURES.read_text())
    again: dict[str, Any] = {}
    for name, ways in found["models"].items():
        cells = {way: [cell(ways, way, measure) for measure in TIMES] for way in OURS}
        lost = [
            way
            for way, times in cells.items()
            if any(at.is_above(MEASURES[measure].bar) for at, measure in zip(times, TIMES))
        ]
        if not lost or (names and name not in names):
            continue
        store = Store(cache / name)
        try:
            there = [way for way in ("plain", "closed") if not (store.written("plain") and store.has(way))]
            step("make", name, store, [*there, *lost])
            figures = step("recheck", name, store, lost)
            again[name] = {way: {measure: figures[way][measure] for measure in TIMES} for way in lost}
        except Failed as failure:
            print(f"{name}: {failure}", flush=True)
    write_pages({**found, "again": {**machine(), "models": again}})


def making(names: Sequence[str], cache: Path) -> None:
    """Measure what folding takes and the memory of what it gives, as far as the packages are there, into the page."""
    found: dict[str, Any] = json.loads(FIGURES.read_text())
    models: dict[str, Any] = {}
    for name in names or CATALOGUE:
        store = Store(cache / name)
        try:
            if not store.written("plain"):
                step("make", name, store, ["plain"])
            if why := reason(store.figures("plain")):
                print(f"{name}: {why}", flush=True)
                continue
            models[name] = step("making", name, store, [])
            print(*row(name, models[name]), flush=True)
        except Failed as failure:
            print(f"{name}: {failure}", flush=True)
    write_pages({**found, "making": {**machine(), "models": models}})


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.scoreboard", description=__doc__)
    parser.add_argument("names", nargs="*", help="models; all without any")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where programs and results are kept")
    parser.add_argument(
        "--again", action="append", default=[], metavar="WAY", help='a way, or "run", that is measured anew'
    )
    parser.add_argument("--write", action="store_true", help="write the pages in docs/")
    parser.add_argument("--recheck", action="store_true", help="measure losses of time again")
    parser.add_argument("--making", action="store_true", help="measure what folding takes, and memory")
    options = parser.parse_args()
    if options.making:
        making(options.names, options.cache)
        return 0
    if options.recheck:
        recheck(options.names, options.cache)
        return 0
    for name in options.names or CATALOGUE:
        for stored in options.again:
            for measured in (stored, "judged"):
                (options.cache / name / f"{measured}.json").unlink(missing_ok=True)
        measure_model(name, Store(options.cache / name))
    if options.write:
        stores = {name: Store(options.cache / name) for name in CATALOGUE}
        done = {name: store for name, store in stores.items() if store.written("took")}
        seconds = sum(store.figures("took")["seconds"] for store in done.values())
        models = {name: collected(store) for name, store in done.items()}
        write_pages({**machine(), "seconds": seconds, "models": models})
    return 0


if __name__ == "__main__":
    sys.exit(main())
