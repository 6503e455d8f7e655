"""`python -m benchmarks.probes`: which small programs, decided by a constant or a fact, are decided, and by whom.

Every probe is optimised by this project with its default options and by the peers that are named: `--enzyme PYTHON`,
a Python that has `enzyme_ad`, `--xla PYTHON` one that has `jax`, `--stablehlo PYTHON` one that has jaxlib 0.5.0; each
works in a process of its own. A probe is won where the program afterwards is as `index.tsv` says; it is WRONG where the
program computes something else on special values: other bits, a NaN's payload aside. A trap has nothing to win.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import ParseError

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_of

from .probe_graphs import graph_of_hlo, graph_of_module

PROBES = Path(__file__).with_name("probes")
CHILD = Path(__file__).with_name("probe_peer.py")
RUNS = 192
INTEGERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 100, 127, 255, 256, 16777217, 1 << 30, (1 << 31) - 1)
FLOATS = (
    0.0,
    1.0,
    0.1,
    0.5,
    1.5,
    2.0,
    3.0,
    7.0,
    10.0,
    1e-8,
    1e-45,
    1e-39,
    1e30,
    3.4028235e38,
    np.inf,
    np.nan,
)
NORMAL = tuple(f for f in FLOATS if f not in (1e-45, 1e-39))
"""XLA's programs run with subnormals flushed to zero, whatever its simplifier did."""
WON, LEFT, WRONG, FAILED = "won", "-", "WRONG", "fails"
Inputs = list[list[Array]]


@dataclass
class Probe:
    """A program, the condition under which it is won, `trap` where there is nothing to win, and why."""

    name: str
    group: str
    won: str
    why: str
    text: str

    @property
    def trap(self) -> bool:
        return self.won == "trap"


def read_probes(folder: Path) -> list[Probe]:
    """The probes of `index.tsv`, in its order."""
    with (folder / "index.tsv").open(newline="") as file:
        rows = list(csv.reader(file, delimiter="\t"))[1:]
    return [
        Probe(name, group, won, why, (folder / f"{name}.mlir").read_text()) for name, group, won, why in rows
    ]


def parsed(text: str) -> tuple[ModuleOp, Context]:
    ctx = Context()
    register_dialects(ctx)
    return parse_module(text, ctx), ctx


def special_inputs(module: ModuleOp, floats: Sequence[float] = FLOATS) -> Inputs:
    """Arguments for each run, of values that identities stumble over: extremes, both zeros, infinities, NaN."""
    random = np.random.default_rng(0)
    main = next(op for op in module.ops if isinstance(op, FuncOp))
    types = [type for type in main.function_type.inputs.data if is_tensor_type(type)]
    return [[_special(type, random, floats) for type in types] for _ in range(RUNS)]


def _special(type: TensorType[Any], random: np.random.Generator, floats: Sequence[float]) -> Array:
    dtype, shape = dtype_of(type.element_type), type.get_shape()
    if dtype == np.bool_:
        return random.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        of_both_signs = {*INTEGERS, *(-i for i in INTEGERS), limits.min, limits.min + 1, limits.max}
        pool = np.array(sorted(i for i in of_both_signs if limits.min <= i <= limits.max), dtype)
        return np.where(
            random.integers(0, 2, shape), random.choice(pool, shape), random.integers(0, 4, shape, dtype)
        )
    with np.errstate(over="ignore", invalid="ignore"):
        pool = np.array([*floats, *(-f for f in floats)])
        if dtype.kind == "c":
            return (random.choice(pool, shape) + 1j * random.choice(pool, shape)).astype(dtype)
        return random.choice(pool, shape).astype(dtype)


def evaluated(module: ModuleOp, inputs: Inputs) -> list[list[Array]]:
    """The results of each run."""
    program = Program.of(module)
    return [[np.asarray(result) for result in program(*arguments)] for arguments in inputs]


def same(left: list[list[Array]], right: list[list[Array]]) -> bool:
    """Whether all results have the same bits, payloads of NaNs aside."""
    pairs = [(a, b) for one, other in zip(left, right) for a, b in zip(one, other, strict=True)]
    return all(a.shape == b.shape and _bits(a) == _bits(b) for a, b in pairs)


def _bits(array: Array) -> bytes:
    if array.dtype.kind == "c":
        return _bits(np.stack([np.real(array), np.imag(array)]))
    if array.dtype.kind in "iub":
        return array.tobytes()
    nan = np.isnan(array.astype(np.float64))
    return np.where(nan, np.zeros_like(array), array).tobytes() + nan.tobytes()


def ours(probes: Sequence[Probe]) -> list[dict[str, Any]]:
    """What this project makes of the probes, as the peers answer."""
    answers: list[dict[str, Any]] = []
    for probe in probes:
        module, _ = parsed(probe.text)
        fold_module(module)
        answers.append({"text": str(module)})
    return answers


def peer(python: str, name: str, probes: Sequence[Probe]) -> list[dict[str, Any]]:
    """What a peer makes of the probes; where it aborts, it starts again with the next one."""
    answers: list[dict[str, Any]] = []
    while len(answers) < len(probes):
        asked = "".join(json.dumps(_question(probe)) + "\n" for probe in probes[len(answers) :])
        child = subprocess.run(
            [python, str(CHILD), name], input=asked, capture_output=True, text=True, timeout=600, check=False
        )
        before = len(answers)
        answers += [json.loads(line) for line in child.stdout.splitlines()]
        if len(answers) == before and "Error" in child.stderr and before == 0:
            raise SystemExit(f"{name} does not start: {child.stderr[-2000:]}")
        if len(answers) < len(probes):
            answers.append({"error": f"aborts: {child.stderr[-300:]}"})
    return answers


def _question(probe: Probe) -> dict[str, Any]:
    runs = special_inputs(parsed(probe.text)[0], NORMAL)
    inputs = [[(str(a.dtype), a.shape, a.tobytes().hex()) for a in arguments] for arguments in runs]
    return {"text": probe.text, "inputs": inputs}


def verdict(probe: Probe, answer: dict[str, Any]) -> str:
    """Won, left as it is, WRONG, or fails."""
    if "error" in answer:
        return FAILED
    before, _ = parsed(probe.text)
    inputs = special_inputs(before, NORMAL if "outputs" in answer else FLOATS)
    expected = evaluated(before, inputs)
    if "outputs" in answer:
        graph = graph_of_hlo(answer["text"])
        got = [[_like(a, data) for a, data in zip(*run)] for run in zip(expected, answer["outputs"])]
    else:
        try:
            after, _ = parsed(answer["text"])
        except ParseError as error:
            answer["error"] = f"{error}\n{answer['text']}"
            return FAILED
        graph, got = graph_of_module(after), evaluated(after, inputs)
    if not same(expected, got):
        return WRONG
    return WON if not probe.trap and graph.wins(probe.won) else LEFT


def _like(array: Array, data: str) -> Array:
    return cast(Array, np.frombuffer(bytes.fromhex(data), array.dtype).reshape(array.shape))


def table(probes: Sequence[Probe], columns: dict[str, list[str]]) -> str:
    """The sums, and a row for each probe, as Markdown tables."""
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    proper = [i for i, probe in enumerate(probes) if not probe.trap]
    traps = [i for i, probe in enumerate(probes) if probe.trap]
    for title, rows, what in (
        (f"won, of {len(proper)}", proper, WON),
        ("wrong", proper, WRONG),
        ("fails", proper, FAILED),
        (f"trapped, of {len(traps)}", traps, WRONG),
    ):
        counts = [Counter(column[i] for i in rows)[what] for column in columns.values()]
        lines.append(f"| {title} | {' | '.join(map(str, counts))} |")
    lines += ["", f"| probe | won where | {' | '.join(columns)} |", f"|---|---|{'---|' * len(columns)}"]
    for i, probe in enumerate(probes):
        won = f"never: {probe.why}" if probe.trap else probe.won.replace("stablehlo.", "")
        lines.append(f"| {probe.name} | {won} | {' | '.join(column[i] for column in columns.values())} |")
    return "\n".join(lines) + "\n"


def write_verdicts(path: Path, probes: Sequence[Probe], columns: dict[str, list[str]]) -> None:
    """Store what came out, a row for each probe."""
    with path.open("w", newline="") as file:
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        rows.writerow(["probe", *columns])
        rows.writerows([(probe.name, *found) for probe, *found in zip(probes, *columns.values())])


def read_verdicts(path: Path) -> tuple[list[str], dict[str, list[str]]]:
    """The names of probes, and the verdicts of each column."""
    with path.open(newline="") as file:
        head, *rows = csv.reader(file, delimiter="\t")
    return [row[0] for row in rows], {title: [row[i] for row in rows] for i, title in enumerate(head) if i}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--probes", type=Path, default=PROBES)
    parser.add_argument("--only", default="", help="part of the names of the probes")
    parser.add_argument(
        "--write", type=Path, help="where the verdicts go: `docs/probes.tsv`, for docs/rules.md"
    )
    parser.add_argument("--show", action="store_true", help="print what each makes of each probe")
    for name in ("enzyme", "xla", "stablehlo"):
        parser.add_argument(f"--{name}", metavar="PYTHON")
    options = parser.parse_args()
    probes = [probe for probe in read_probes(options.probes) if options.only in probe.name]
    answers = {"ours": ours(probes)}
    for name, title in (("enzyme", "Enzyme"), ("xla", "XLA"), ("stablehlo", "StableHLO")):
        if python := getattr(options, name):
            answers[title] = peer(python, name, probes)
    columns = {title: [verdict(*pair) for pair in zip(probes, given)] for title, given in answers.items()}
    if options.show:
        for i, probe in enumerate(probes):
            for title, given in answers.items():
                print(f"// {probe.name}: {title}: {columns[title][i]}")
                print(given[i].get("error") or given[i]["text"])
    if options.write:
        write_verdicts(options.write, probes, columns)
    print(table(probes, columns))


if __name__ == "__main__":
    main()
