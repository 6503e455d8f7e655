"""`stablehlo-fuzz`: random programs with arguments, to test compilers with."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from xdsl_stablehlo import __version__

from .command_line import FUZZ, CommandLine, Tool, ToolError, read_list
from .driver import main_of
from .programs import each_result

if TYPE_CHECKING:
    from xdsl_stablehlo.workbench.fuzzing import FuzzOptions
    from xdsl_stablehlo.workbench.running import Item, Result

TOOL = Tool(
    FUZZ,
    "stablehlo-fuzz [options]",
    "Prints random StableHLO programs, which are valid and defined, between lines `// -----`.",
)
SEPARATOR = "// -----\n"


def _work(line: CommandLine) -> int:
    from xdsl_stablehlo.workbench.running import FAILED, Item

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
        if "o" in line.values:
            _write(line.values["o"], item.payload, made)
        else:
            print(f"{separator}// seed {item.payload}\n{made['text']}", end="")
        separator = SEPARATOR
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


def _made(options: FuzzOptions, constants: bool, item: Item) -> Mapping[str, str]:
    """The text of the program of a seed, and its arguments as an .npz file in base64."""
    from numpy import savez

    from xdsl_stablehlo.folding.passes.bind import bind_arguments
    from xdsl_stablehlo.text import print_module
    from xdsl_stablehlo.values.storage import native_bits
    from xdsl_stablehlo.workbench.fuzzing import fuzz

    made, stream = fuzz(item.payload, options), BytesIO()
    if constants:
        bind_arguments(made.module, {str(i): array for i, array in enumerate(made.arguments)})
    savez(stream, *map(native_bits, () if constants else made.arguments))
    return {"text": print_module(made.module), "npz": b64encode(stream.getvalue()).decode()}


def _write(folder: str, seed: int, made: Result) -> None:
    from xdsl_stablehlo.values.files import new_content

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for suffix, content in ((".mlir", made["text"].encode()), (".npz", b64decode(made["npz"]))):
            with new_content(Path(folder, f"seed-{seed}{suffix}"), sync=False) as stream:
                stream.write(content)
    except OSError as error:
        raise ToolError(f"cannot write into '{folder}': {error.strerror or error}") from None


run = partial(TOOL.run, _work)
main = partial(main_of, run)

if __name__ == "__main__":
    main()
