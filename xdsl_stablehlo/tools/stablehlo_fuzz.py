"""`stablehlo-fuzz`: random programs with arguments, to test compilers with."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .command_line import FUZZ, CommandLine, Tool, ToolError, read_list
from .driver import main_of

if TYPE_CHECKING:
    from xdsl_stablehlo.workbench.fuzzing import FuzzedProgram, FuzzOptions

TOOL = Tool(
    FUZZ,
    "stablehlo-fuzz [options]",
    "Prints random StableHLO programs, which are valid and defined, between lines `// -----`.",
)
SEPARATOR = "// -----\n"


def _work(line: CommandLine) -> int:
    if line.inputs:
        raise ToolError(f"there is no input: '{line.inputs[0]}'")
    first, count = line.count("seed", 0), line.count("count", 1)
    options = _options(line)
    for seed in range(first, first + count):
        _write(_made(seed, options, "constants" in line.switches), line.values.get("o"), seed > first)
    return 0


def _options(line: CommandLine) -> FuzzOptions:
    from xdsl_stablehlo.workbench.fuzzing import FuzzOptions

    values, given = line.values, FuzzOptions()
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


def _made(seed: int, options: FuzzOptions, constants: bool) -> FuzzedProgram:
    from xdsl_stablehlo.workbench.fuzzing import FuzzedProgram, fuzz

    made = fuzz(seed, options)
    if not constants:
        return made
    from xdsl_stablehlo.folding.passes.bind import bind_arguments

    bind_arguments(made.module, {str(i): array for i, array in enumerate(made.arguments)})
    return FuzzedProgram(seed, made.module, [])


def _write(made: FuzzedProgram, folder: str | None, separated: bool) -> None:
    if folder is None:
        print(f"{SEPARATOR if separated else ''}// seed {made.seed}\n{made.text}", end="")
        return
    from numpy import savez

    from xdsl_stablehlo.values.files import new_content
    from xdsl_stablehlo.values.storage import native_bits

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with new_content(Path(folder, f"seed-{made.seed}.mlir"), sync=False) as stream:
            stream.write(made.text.encode())
        with new_content(Path(folder, f"seed-{made.seed}.npz"), sync=False) as stream:
            savez(stream, *map(native_bits, made.arguments))
    except OSError as error:
        raise ToolError(f"cannot write into '{folder}': {error.strerror or error}") from None


run = partial(TOOL.run, _work)
main = partial(main_of, run)

if __name__ == "__main__":
    main()
