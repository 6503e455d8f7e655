"""`stablehlo-fuzz`: random programs with arguments, to test compilers with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from .support.driver import ToolError, main_of
from .support.options import CommandLine, Flag, help_text, read_command_line, read_list

if TYPE_CHECKING:
    from xdsl_stablehlo.workbench.fuzzing import FuzzedProgram, FuzzOptions

FLAGS = (
    Flag("help", "this text", aliases=("h",)),
    Flag("version", "the version of this project"),
    Flag("seed", "the seed of the first program (0)", "N"),
    Flag("count", "how many programs, of as many seeds (1)", "N"),
    Flag("size", "the most ops in main, nested ones aside (20)", "N"),
    Flag("families", "of ops: elementwise,movement,indexing,reduction,windows,contraction,... (all)", "LIST"),
    Flag("types", "of elements: i1,i8,ui16,bf16,f8E5M2,complex<f32>,... (all but i2, i4, f8)", "LIST"),
    Flag("special", "how likely an element is NaN, infinite, a zero, the largest (0.2)", "P"),
    Flag("equal", "how likely two operands are one value, two elements equal (0.2)", "P"),
    Flag("extreme", "how likely an index is far out of bounds (0.2)", "P"),
    Flag("undefined", "programs may do what the specification leaves open: divide integers by zero"),
    Flag("constants", "main takes no arguments: they are constants in it"),
    Flag("o", "write seed-N.mlir and seed-N.npz into a folder; without it, print programs", "FOLDER"),
)

USAGE = "stablehlo-fuzz [options]"
SUMMARY = "Prints random StableHLO programs, which are valid and defined, between lines `// -----`."
SEPARATOR = "// -----\n"


def main() -> NoReturn:
    """The entry point."""
    main_of(run)


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; 0 where it worked out."""
    line = read_command_line(arguments, FLAGS)
    if "help" in line.switches:
        print(help_text(USAGE, SUMMARY, FLAGS))
        return 0
    if "version" in line.switches:
        from .. import __version__

        print(f"xdsl-stablehlo {__version__}")
        return 0
    if line.inputs:
        raise ToolError(f"there is no input: '{line.inputs[0]}'")
    first, count = (_whole(line.values, name, default) for name, default in (("seed", 0), ("count", 1)))
    options = _options(line)
    for seed in range(first, first + count):
        _write(_made(seed, options, "constants" in line.switches), line.values.get("o"), seed > first)
    return 0


def _whole(values: Mapping[str, str], name: str, default: int) -> int:
    text = values.get(name, str(default))
    if not text.isdecimal():
        raise ToolError(f"--{name}: '{text}' is not a number from 0 on")
    return int(text)


def _options(line: CommandLine) -> FuzzOptions:
    from xdsl_stablehlo.workbench.fuzzing import FuzzOptions

    values, given = line.values, FuzzOptions()
    try:
        return FuzzOptions(
            size=_whole(values, "size", given.size),
            families=tuple(read_list(values["families"])) if "families" in values else given.families,
            types=tuple(read_list(values["types"])) if "types" in values else given.types,
            special=float(values.get("special", given.special)),
            equal=float(values.get("equal", given.equal)),
            extreme=float(values.get("extreme", given.extreme)),
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


if __name__ == "__main__":
    main()
