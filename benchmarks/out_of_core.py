"""`python -m benchmarks.out_of_core FOLDER [--gigabytes 4]`: setup of a model that does not fit memory.

The model has layers of two bf16 weights of 90 MB, one of which is divided by the largest element of each row. Its
weights are random, in shards with an index. Then the shards are copied (`cp`), and the derived weights are computed in
a process of its own, whose resident memory is looked at all the time: it should stay below the largest live set + 1
GiB, and take at most twice as long as the copy. The folder needs room for the model twice. Seconds of the processor are
those of both: where other programs run, too, the elapsed ones say little.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

import ml_dtypes
import numpy as np

from xdsl_stablehlo.splitting import split
from xdsl_stablehlo.splitting.running import save_split
from xdsl_stablehlo.values.arrays import new_header

from .probes import parsed

ROWS, COLUMNS = 4096, 11008
WEIGHT = f"tensor<{ROWS}x{COLUMNS}xbf16>"
ROW, COLUMN = f"tensor<{ROWS}xbf16>", f"tensor<{COLUMNS}xbf16>"
LAYERS_OF_A_SHARD = 8
POLL = 0.02
"""Seconds between two looks at the memory of the process."""


def program(layers: int) -> str:
    """The text of a model with weights `%w0`, `%v0`, `%w1`, ..."""
    arguments = ", ".join([f"%w{i}: {WEIGHT}, %v{i}: {WEIGHT}" for i in range(layers)])
    lines = [
        f"""
  %a{i} = stablehlo.abs %w{i} : {WEIGHT}
  %m{i} = stablehlo.reduce(%a{i} init: %least) applies stablehlo.maximum across dimensions = [1]
    : ({WEIGHT}, tensor<bf16>) -> {ROW}
  %b{i} = stablehlo.broadcast_in_dim %m{i}, dims = [0] : ({ROW}) -> {WEIGHT}
  %d{i} = stablehlo.divide %w{i}, %b{i} : {WEIGHT}
  %y{i} = stablehlo.dot_general %x{i}, %d{i}, contracting_dims = [0] x [0] : ({ROW}, {WEIGHT}) -> {COLUMN}
  %x{i + 1} = stablehlo.dot_general %y{i}, %v{i}, contracting_dims = [0] x [1] : ({COLUMN}, {WEIGHT}) -> {ROW}"""
        for i in range(layers)
    ]
    return f"""func.func @main({arguments}, %x0: {ROW}) -> {ROW} {{
  %least = stablehlo.constant dense<0xFF80> : tensor<bf16>{"".join(lines)}
  return %x{layers} : {ROW}
}}"""


def make(folder: Path, layers: int) -> list[Path]:
    """Write the split and the weights into a folder; return the shards."""
    names = [f"{name}{i}" for i in range(layers) for name in "wv"]
    save_split(split(parsed(program(layers))[0], names), folder / "model")
    generator, dtype = np.random.default_rng(0), np.dtype(ml_dtypes.bfloat16)
    places: dict[str, str] = {}
    for first in range(0, len(names), 2 * LAYERS_OF_A_SHARD):
        group = names[first : first + 2 * LAYERS_OF_A_SHARD]
        shard = folder / f"w-{first:05}.safetensors"
        with open(shard, "wb") as file:
            file.write(new_header(dict.fromkeys(group, (dtype, (ROWS, COLUMNS))), {})[0])
            for name in group:
                file.write(generator.standard_normal((ROWS, COLUMNS), np.float32).astype(dtype).tobytes())
                places[name] = shard.name
    (folder / "w.safetensors.index.json").write_text(json.dumps({"weight_map": places}))
    return sorted(folder.glob("w-*.safetensors"))


class Watched(NamedTuple):
    """What a command took."""

    elapsed: float
    """Seconds."""
    processor: float
    """Seconds of the processor."""
    memory: int
    """The most bytes that were resident."""

    def __str__(self) -> str:
        return f"{self.elapsed:.1f} s ({self.processor:.1f} s of the processor)"


def _processor() -> float:
    """Seconds of the processor that ended commands took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def watched(command: Sequence[str]) -> Watched:
    """Run a command, and look at its resident memory meanwhile."""
    started, before, most = perf_counter(), _processor(), 0
    with subprocess.Popen(command) as process:
        while process.poll() is None:
            status = Path(f"/proc/{process.pid}/status").read_text()
            sizes = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")]
            most = max(most, *sizes, 0) if sizes else most
            sleep(POLL)
    if process.returncode:
        raise SystemExit(f"{command[0]} ends with {process.returncode}")
    return Watched(perf_counter() - started, _processor() - before, most * 1024)


def main() -> None:
    """Measure, and print one line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gigabytes", type=float, default=4.0)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    shards = make(given.folder, max(1, round(given.gigabytes * 1e9 / (4 * ROWS * COLUMNS))))
    size = sum([shard.stat().st_size for shard in shards])
    copies = given.folder / "copies"
    copies.mkdir()
    copied = watched(["sh", "-c", f"cp {' '.join(map(str, shards))} {copies} && sync"])
    shutil.rmtree(copies)
    weights, result = given.folder / "w.safetensors.index.json", given.folder / "derived.safetensors"
    tool = [sys.executable, "-m", "xdsl_stablehlo", "split", "--run", str(given.folder / "model")]
    ran = watched([*tool, f"--weights={weights}", "-o", str(result)])
    print(
        f"{size / 1e9:.1f} GB in {len(shards)} shards: cp {copied}, setup {ran},"
        f" at most {ran.memory / 2**20:.0f} MiB resident"
    )


if __name__ == "__main__":
    main()
