"""`stablehlo-fuzz`: random programs with arguments, to test compilers with."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from functools import partial
from pathlib import Path

from xdsl_stablehlo import __version__
from xdsl_stablehlo.folding.fold.bind import bind_arguments
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions, fuzz, guided
from xdsl_stablehlo.workbench.running import FAILED, Item, ItemResult, Processes, ThisProcess

from .command_line.reading import CommandLine, ToolError, read_list
from .driver import complain, writing
from .programs import SPLIT_MARKER, each_result, shard_of
from .stablehlo_triage import DEFAULT_TIMEOUT, checked_implementations, print_rulings, programs_in

GUIDED_SIZE = 8
"""The size of new programs with --guided: small programs are made and judged fast."""
GUIDED_COUNT = 1000


def run(line: CommandLine) -> int:
    """Print random programs, or go on with a corpus; return the exit code."""
    if "guided" in line.switches:
        return _guide(line)
    unused = next((name for name in ("against", "timeout") if name in line.values), None)
    if unused is not None:
        raise ToolError(f"--{unused} has an effect with --guided only")
    if line.inputs:
        raise ToolError(f"there is no input: '{line.inputs[0]}'")
    first, count = line.count("seed", 0), line.count("count", 1)
    options, constants = _options(line), "constants" in line.switches
    known = (__version__, repr(options), str(constants))
    items = (Item.of(seed, *known, str(seed)) for seed in range(first, first + count))
    separator = ""
    for item, made in each_result(line, items, partial(_made, options, constants)):
        if FAILED in made:
            raise ToolError(f"seed {item.payload}: {made[FAILED]}")
        stored, folder = guided.StoredProgram(**made), line.values.get("o")
        if folder is not None:
            with writing(f"into '{folder}'"):
                Path(folder).mkdir(parents=True, exist_ok=True)
                stored.write(Path(folder), f"seed-{item.payload}")
        else:
            print(f"{separator}// seed {item.payload}\n{stored.text}", end="")
        separator = f"{SPLIT_MARKER}\n"
    return 0


def _guide(line: CommandLine) -> int:
    """Go on with a corpus, and say what is in it."""
    unused = [name for name in ("constants", "undefined", "keep") if name in (*line.switches, *line.values)]
    if unused:
        raise ToolError(f"--{unused[0]} has no effect with --guided")
    if "o" not in line.values:
        raise ToolError("-o is needed with --guided: the folder of the corpus")
    seconds, seed = line.amount("timeout", DEFAULT_TIMEOUT), line.count("seed", 0)
    options = guided.GuidedOptions(
        new=_options(line, size=GUIDED_SIZE),
        seed=seed,
        against=checked_implementations(line, "", seconds),
        seconds=seconds,
        files=tuple(read_list(line.values.get("load", ""))),
    )
    places = [each for place in line.inputs for each in programs_in(place, seed)]
    given = [guided.StoredProgram.of(module, arguments) for _, module, arguments in places]
    folder, jobs, shard = Path(line.values["o"]), line.count("jobs", 0, least=1), shard_of(line)
    executor = Processes(jobs) if jobs else ThisProcess()

    def progress(corpus: guided.Corpus, programs: int) -> None:
        cells, kinds = counted(len(corpus.cells), "cell"), counted(len(corpus.kinds), "kind")
        complain(f"{counted(programs, 'program')}: {cells}, {kinds} of wrong results")

    with writing(f"into '{folder}'"):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            guided.guided(
                options,
                folder,
                line.count("count", GUIDED_COUNT),
                given=given,
                executor=executor,
                shard=shard,
                progress=progress,
            )
        finally:
            executor.shutdown(cancel_futures=True)
            found = guided.write_corpus(folder)
    for message in found.failed:
        complain(f"some programs were not judged: {message}")
    cells = counted(len(found.cells), "cell")
    print(f"{counted(found.programs, 'program')}: {found.kept} kept, {cells}; see {folder / 'index.html'}")
    print_rulings(found.rulings)
    if found.kinds:
        print(f"{counted(len(found.kinds), 'kind')} of wrong results; make them small and find their causes:")
        against = f"--against={line.values['against']}"
        print(
            shlex.join(["stablehlo-triage", str(folder / "findings"), "-o", str(folder / "report"), against])
        )
    return int(bool(found.kinds))


def _options(line: CommandLine, size: int | None = None) -> FuzzOptions:
    """The options of flags; `size` where no flag gives one."""
    values, given = line.values, FuzzOptions() if size is None else FuzzOptions(size=size)
    try:
        return FuzzOptions(
            size=line.count("size", given.size),
            families=tuple(read_list(values["families"])) if "families" in values else given.families,
            types=tuple(read_list(values["types"])) if "types" in values else given.types,
            special=line.amount("special", given.special),
            equal=line.amount("equal", given.equal),
            extreme=line.amount("extreme", given.extreme),
            undefined="undefined" in line.switches,
        )
    except ValueError as error:
        raise ToolError(str(error)) from None


def _made(options: FuzzOptions, constants: bool, item: Item) -> ItemResult:
    """The fields of the stored program of a seed."""
    made = fuzz(item.payload, options)
    if constants:
        bind_arguments(made.module, {str(i): array for i, array in enumerate(made.arguments)})
    return asdict(guided.StoredProgram.of(made.module, () if constants else made.arguments))
