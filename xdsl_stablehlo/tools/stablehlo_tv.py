"""`stablehlo-tv`: whether a rewritten program gives what the original may give, function by function."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from .support.completion import FLAGS as COMPLETION, completion
from .support.driver import (
    Chunk,
    ToolError,
    all_pass_names,
    chunks,
    complain,
    diagnostics_of,
    errors_in,
    load_program,
    main_of,
    new_context,
    pass_named,
    read_input,
)
from .support.options import CommandLine, Flag, UsageError, help_text, read_command_line, read_list
from .support.pass_table import read_pass_table

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp

    from xdsl_stablehlo.workbench.validation import ValidationOptions, Verdict

    from ..interpreter.tensor import Tensor

FLAGS = (
    Flag("help", "this text", aliases=("h",)),
    Flag("version", "the version of this project and of StableHLO"),
    Flag("passes", "validate each pass of a pipeline on one program", "PIPELINE", ("p",)),
    Flag("pass-pipeline", "the same, builtin.module(a,func.func(b))", "PIPELINE"),
    Flag(
        "floats", "bits: the same bits; rounding (default): as rounding explains; ulp=N: N ULPs apart", "HOW"
    ),
    Flag("inputs", "random arguments behind the directed ones (200)", "N"),
    Flag("seed", "another number, other random arguments (0)", "N"),
    Flag("work-budget", "estimated nanoseconds that evaluating one function may take (34359738368)", "N"),
    Flag(
        "seconds", "seconds of the clock that one function may take; verdicts then depend on the machine", "N"
    ),
    Flag("steps", "ops that one evaluation may take (200000)", "N"),
    Flag("arguments", "for each argument after, the number of the one before: 1,0", "LIST"),
    Flag("results", "for each result after, the number of the one before: 1,0", "LIST"),
    Flag("bind", "arguments before that have one value and are none after: 1=dense<3> : tensor<i32>", "LIST"),
    Flag("disable-proofs", "only try arguments"),
    Flag("disable-proofs-by-folding", "no proof by what this project folds, as always with --passes"),
    Flag("split-input-file", "the programs between lines `// -----`, one by one"),
    Flag("json", "a line of JSON for each function"),
    *COMPLETION,
)

USAGE = "stablehlo-tv [options] BEFORE AFTER | stablehlo-tv [options] --passes=PIPELINE FILE"
SUMMARY = (
    "Validates a translation: does AFTER give what the specification lets BEFORE give? Two files, or two folders\n"
    "with files of the same names. Ends with 0 where nothing is refuted, 1 where something is, 2 where it cannot say."
)

CANNOT_SAY = 2


def main() -> NoReturn:
    """The entry point."""
    main_of(run)


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; the exit code."""
    try:
        line = read_command_line(arguments, FLAGS, all_pass_names())
        if "help" in line.switches:
            print(help_text(USAGE, SUMMARY, FLAGS, read_pass_table()))
            return 0
        if "completion" in line.values or "complete" in line.values:
            print(completion("stablehlo-tv", line.values, FLAGS, read_pass_table()), end="")
            return 0
        if "version" in line.switches:
            from .. import __version__

            print(f"xdsl-stablehlo {__version__}, StableHLO 1.20")
            return 0
        return _Run(line).all()
    except (UsageError, ToolError) as error:
        complain(f"error: {error}")
        return CANNOT_SAY


class Finding(NamedTuple):
    """One line of what comes out: where, and what is said of a function or of the whole program."""

    place: tuple[str, ...]
    """The file where there are several, and the pass."""
    verdict: Verdict

    def line(self, as_json: bool) -> str:
        if not as_json:
            return ": ".join([*self.place, str(self.verdict)])
        return json.dumps({"place": list(self.place), **self.verdict.to_json()})


class _Run:
    """One run of the tool."""

    def __init__(self, line: CommandLine):
        self._line = line
        self._passes = [pass_named(spec) for spec in line.passes]
        wanted = 1 if self._passes else 2
        if len(line.inputs) != wanted:
            raise ToolError(f"{wanted} input(s) needed, not {len(line.inputs)}: {USAGE}")
        self._options = options_of(line)

    def all(self) -> int:
        """Validate everything, and print a line for each function."""
        from xdsl_stablehlo.workbench.validation import Kind

        kinds: set[Kind] = set()
        for finding in self._findings():
            kinds.add(finding.verdict.kind)
            print(finding.line("json" in self._line.switches), flush=True)
        if Kind.REFUTED in kinds:
            return 1
        return CANNOT_SAY if Kind.CANNOT in kinds else 0

    def _findings(self) -> Iterator[Finding]:
        first = self._line.inputs[0]
        if not os.path.isdir(first):
            yield from self._of_files((), self._line.inputs)
            return
        if not self._passes and not os.path.isdir(self._line.inputs[1]):
            raise ToolError(f"'{first}' is a folder, and '{self._line.inputs[1]}' is none")
        for name in _files_below(first):
            paths = [os.path.join(folder, name) for folder in self._line.inputs]
            missing = [path for path in paths if not os.path.exists(path)]
            if missing:
                yield _cannot((name,), f"there is no '{missing[0]}'")
                continue
            try:
                yield from self._of_files((name,), paths)
            except ToolError as error:
                yield _cannot((name,), str(error))

    def _of_files(self, place: tuple[str, ...], paths: Sequence[str]) -> Iterator[Finding]:
        split = "split-input-file" in self._line.switches
        programs = [list(chunks(*read_input(path), split)) for path in paths]
        if len({len(each) for each in programs}) > 1:
            counts = " and ".join([str(len(each)) for each in programs])
            raise ToolError(f"there are {counts} programs")
        for index, group in enumerate(zip(*programs)):
            where = (*place, f"program {index}") if len(programs[0]) > 1 else place
            yield from self._of_programs(where, group)

    def _of_programs(self, place: tuple[str, ...], group: Sequence[Chunk]) -> Iterator[Finding]:
        from xdsl_stablehlo.workbench.validation import validate, validate_passes

        context = new_context()
        try:
            modules = [_verified(chunk, context) for chunk in group]
            if self._passes:
                for name, verdicts in validate_passes(modules[0], self._passes, context, self._options):
                    yield from [Finding((*place, name), verdict) for verdict in verdicts]
                return
            for verdict in validate(modules[0], modules[1], self._options):
                yield Finding(place, verdict)
        except Exception as error:
            yield _cannot(place, str(diagnostics_of(error)[0]))


def _verified(chunk: Chunk, context: Context) -> ModuleOp:
    """The program of a chunk. Raises `ToolError` where it is not valid."""
    module = load_program(chunk, context)
    errors = errors_in(module)
    if errors:
        raise ValueError(str(errors[0]))
    return module


def _cannot(place: tuple[str, ...], reason: str) -> Finding:
    from xdsl_stablehlo.workbench.validation import Kind, Verdict

    return Finding(place, Verdict("", Kind.CANNOT, reason))


def _files_below(folder: str) -> list[str]:
    """The files in a folder and those below, as they are called from there."""
    found = [
        os.path.relpath(os.path.join(path, name), folder)
        for path, _, names in os.walk(folder)
        for name in names
    ]
    return sorted(found)


def options_of(line: CommandLine) -> ValidationOptions:
    """What the flags say about a validation. Raises `ToolError` for wrong values."""
    from xdsl_stablehlo.workbench.validation import FloatTolerance, ValidationOptions

    values = line.values
    try:
        floats = FloatTolerance.of(values.get("floats", "rounding"))
    except ValueError as error:
        raise ToolError(f"--floats: {error}") from None
    default = ValidationOptions()
    return ValidationOptions(
        floats=floats,
        inputs=_count(values, "inputs", default.inputs),
        work_budget=_count(values, "work-budget", default.work_budget),
        seconds=_seconds(values),
        steps=_count(values, "steps", default.steps),
        seed=_count(values, "seed", default.seed),
        arguments=_numbers(values, "arguments"),
        results=_numbers(values, "results"),
        bound=_bound(values.get("bind", "")),
        proofs="disable-proofs" not in line.switches,
        proofs_by_folding="disable-proofs-by-folding" not in line.switches,
    )


def _count(values: Mapping[str, str], name: str, default: int) -> int:
    text = values.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise ToolError(f"'{text[:40]}' is not a number for --{name}")
    return int(text)


def _seconds(values: Mapping[str, str]) -> float | None:
    text = values.get("seconds")
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < 1e9:
        raise ToolError(f"'{text[:40]}' is not a number for --seconds")
    return seconds


def _numbers(values: Mapping[str, str], name: str) -> Sequence[int] | None:
    if name not in values:
        return None
    items = read_list(values[name])
    if not all(item.isascii() and item.isdigit() and len(item) < 10 for item in items):
        raise ToolError(f"'{values[name][:40]}' is not a list of numbers for --{name}")
    return [int(item) for item in items]


def _bound(text: str) -> dict[int, Tensor]:
    """The tensors of `1=dense<3> : tensor<i32>, ..`. Raises `ToolError`."""
    from .interpret import parse_arguments

    bound: dict[int, Tensor] = {}
    for item in read_list(text):
        number, _, value = item.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            raise ToolError(
                f"'{item[:40]}' does not begin with the number of an argument, as in 1=dense<3> : .."
            )
        bound[int(number)] = parse_arguments(f"[{value}]", new_context())[0]
    return bound


if __name__ == "__main__":
    main()
