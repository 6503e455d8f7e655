"""`stablehlo-triage`: says whose result is wrong by the specification, where implementations of StableHLO differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions
from xdsl_stablehlo.workbench.fuzzing.api import random_arguments
from xdsl_stablehlo.workbench.running import Item, Processes, run as run_items
from xdsl_stablehlo.workbench.triage.implementations import implementation
from xdsl_stablehlo.workbench.triage.reports import counts_of, write_report
from xdsl_stablehlo.workbench.triage.rulings import OPEN, WRONG, Task, judge_task

from . import programs
from .command_line.reading import CommandLine, ToolError, read_list
from .driver import complain, writing
from .interpret import load_arguments

DEFAULT_TIMEOUT = 60.0
DEFAULT_CANDIDATES = 200
CANNOT_SAY = 2


def run(line: CommandLine) -> int:
    """Judge the programs of a folder, and write a report; return the exit code."""
    if len(line.inputs) != 1:
        raise ToolError(f"one folder or file is needed: {line.usage}")
    if "o" not in line.values:
        raise ToolError("-o is needed: the folder of the report")
    items, folder = list(_items(line)), Path(line.values["o"])
    executor = Processes(line.count("jobs", 0))
    shard = programs.shard_of(line)
    try:
        with writing(f"into '{folder}'"):
            found = list(run_items(items, judge_task, folder / "results", executor=executor, shard=shard))
            groups = write_report(found, folder)
    finally:
        executor.shutdown(cancel_futures=True)
    counts = counts_of(found)
    print_rulings(counts)
    failed = [result for result in found if "failed" in result]
    for result in failed:
        complain(f"a program was not judged: {result['failed']}")
    complain(
        f"{counted(len(found), 'program')}, {counted(len(groups), 'group')}; see {folder / 'index.html'}"
    )
    if any(count[WRONG] for count in counts.values()):
        return 1
    return CANNOT_SAY if failed or any(count[OPEN] for count in counts.values()) else 0


def _items(line: CommandLine) -> Iterator[Item]:
    """The programs of the folder, with their arguments. Raises `ToolError`."""
    seconds = line.amount("timeout", DEFAULT_TIMEOUT)
    against = checked_implementations(line, "ours,cpp,xla", seconds)
    candidates = line.count("max-candidates", DEFAULT_CANDIDATES)
    files = tuple(read_list(line.values.get("load", "")))
    for path, module, arguments in programs_in(line.inputs[0], line.count("seed", 0)):
        task = Task(path.name, print_module(module), tuple(arguments), against, seconds, candidates, files)
        contents = [array.tobytes() for array in arguments]
        options = f"{task.name} {against} {seconds} {candidates} {files}"
        yield Item.of(task, task.text, options, *contents)


def programs_in(place: str, seed: int) -> Iterator[tuple[Path, ModuleOp, list[Array]]]:
    """The programs of a folder, or that of a file, with the arguments in the .npz file beside each, or drawn ones.

    Raises `ToolError`.
    """
    given = Path(place)
    paths = [given] if given.is_file() else sorted(given.glob("*.mlir*"))
    if not paths:
        raise ToolError(f"there is no program in '{place}': NAME.mlir")
    for path in paths:
        try:
            (chunk,) = programs.chunks(*programs.read_input(str(path)), split=False)
            module = programs.load(chunk, programs.new_context())
        except Exception as error:
            raise ToolError(str(programs.diagnostics_of(error)[0])) from None
        main = functions_of(module).get("main")
        if main is None:
            raise ToolError(f"{path}: there is no function @main")
        stored = path.with_suffix(".npz")
        if stored.exists():
            yield path, module, [x.array for x in load_arguments(str(stored), main)]
        else:
            yield path, module, random_arguments(module, seed, FuzzOptions())


def checked_implementations(line: CommandLine, default: str, seconds: float) -> tuple[str, ...]:
    """The implementations that `--against` names. Raises `ToolError` if one is not there."""
    against = tuple(read_list(line.values.get("against", default)))
    try:
        for spelled in against:
            implementation(spelled).check(seconds)
    except ValueError as error:
        raise ToolError(f"--against: {error}") from None
    return against


def print_rulings(counts: Mapping[str, Mapping[str, int]]) -> None:
    """Print how many programs have each ruling, a line for each implementation."""
    for name, count in counts.items():
        print(f"{name}: {', '.join([f'{number} {ruling}' for ruling, number in sorted(count.items())])}")
