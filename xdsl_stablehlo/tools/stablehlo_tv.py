"""`stablehlo-tv`: validates that each function of a rewritten program gives only results that the original may give."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from xdsl_stablehlo import __version__
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.programs.universe import load_files
from xdsl_stablehlo.workbench import validation
from xdsl_stablehlo.workbench.reducing import read_program
from xdsl_stablehlo.workbench.running import FAILED, Item, ItemResult
from xdsl_stablehlo.workbench.validation import Verdict

from . import programs
from .command_line.reading import CommandLine, PassSpec, ToolError, load_first, read_list, read_pipeline
from .interpret import parse_arguments

CANNOT_SAY = 2


def run(line: CommandLine) -> int:
    """Validate the programs of files or folders; return the exit code."""
    return _TvRun(line).all()


class Finding(NamedTuple):
    """One line of the output: a place, and the verdict on a function or on the whole program."""

    place: Sequence[str]
    """The file, if there are several, and the pass."""
    text: str
    fields: Mapping[str, object]
    """The verdict as an object of JSON."""

    @classmethod
    def of(cls, place: Sequence[str], verdict: Verdict, explains: bool = False) -> Finding:
        if not explains or not verdict.steps:
            return cls(place, str(verdict), verdict.to_json())
        text = "\n  ".join([str(verdict), *verdict.steps])
        return cls(place, text, {**verdict.to_json(), "proof": list(verdict.steps)})

    def line(self, as_json: bool) -> str:
        if not as_json:
            return ": ".join([*self.place, self.text])
        return json.dumps({"place": list(self.place), **self.fields})


class _TvRun:
    """One run of the tool."""

    def __init__(self, line: CommandLine):
        self._line = line
        self._passes = [programs.pass_named(spec) for spec in line.passes]
        wanted = 1 if self._passes else 2
        if len(line.inputs) != wanted:
            raise ToolError(f"{wanted} input(s) needed, not {len(line.inputs)}: {line.usage}")
        self._options = options_of(line)

    def all(self) -> int:
        """Validate everything, and print a line for each function."""
        kinds: set[object] = set()
        for finding in self._findings():
            kinds.add(finding.fields["verdict"])
            print(finding.line("json" in self._line.switches), flush=True)
        if validation.Kind.REFUTED.value in kinds:
            return 1
        return CANNOT_SAY if validation.Kind.CANNOT.value in kinds else 0

    def _findings(self) -> Iterator[Finding]:
        folder = self._line.inputs[0]
        if not os.path.isdir(folder):
            useless = next((name for name in programs.RUNNING if name in self._line.values), None)
            if useless is not None:
                raise ToolError(f"--{useless} is for folders, and '{folder}' is none")
            yield from self._of_files((), self._line.inputs)
            return
        if not self._passes and not os.path.isdir(self._line.inputs[1]):
            raise ToolError(f"'{folder}' is a folder, and '{self._line.inputs[1]}' is none")
        for item, result in programs.each_result(self._line, self._items(), partial(_of_name, self._line)):
            if FAILED in result:
                yield _cannot((item.payload,), result[FAILED])
            else:
                yield from [Finding(**finding) for finding in result["findings"]]

    def _items(self) -> Iterator[Item]:
        """The names of the files, each with everything on which a verdict depends."""
        line = self._line
        used = [f"{name}={value}" for name, value in line.values.items() if name not in programs.RUNNING]
        words = [
            __version__,
            *used,
            *line.switches - {"json"},
            *line.inputs,
            *map(PassSpec.spelled, line.passes),
        ]
        loaded = [programs.read_input(path)[0] for path in read_list(line.values.get("load", ""))]
        for name in _files_below(line.inputs[0]):
            paths = [Path(folder, name) for folder in line.inputs]
            contents = [path.read_bytes() if path.is_file() else b"" for path in paths]
            yield Item.of(name, name, *sorted(words), *loaded, *contents)

    def of_name(self, name: str) -> Iterator[Finding]:
        """The findings for the files of a name in the folders."""
        paths = [os.path.join(folder, name) for folder in self._line.inputs]
        missing = [path for path in paths if not os.path.exists(path)]
        if missing:
            yield _cannot((name,), f"there is no '{missing[0]}'")
            return
        try:
            yield from self._of_files((name,), paths)
        except ToolError as error:
            yield _cannot((name,), str(error))

    def _of_files(self, place: tuple[str, ...], paths: Sequence[str]) -> Iterator[Finding]:
        split = "split-input-file" in self._line.switches
        contents = [list(programs.chunks(*programs.read_input(path), split)) for path in paths]
        if len({len(each) for each in contents}) > 1:
            counts = " and ".join([str(len(each)) for each in contents])
            raise ToolError(f"there are {counts} programs")
        for index, group in enumerate(zip(*contents)):
            where = (*place, f"program {index}") if len(contents[0]) > 1 else place
            yield from self._of_programs(where, group)

    def _of_programs(self, place: tuple[str, ...], group: Sequence[programs.Chunk]) -> Iterator[Finding]:
        context, explains = programs.new_context(allow_unregistered=True), "explain" in self._line.switches
        try:
            modules = [programs.load_verified(chunk, context) for chunk in group]
            if self._passes:
                for name, verdicts in validation.validate_passes(
                    modules[0], self._passes, context, self._options
                ):
                    yield from [Finding.of((*place, name), verdict, explains) for verdict in verdicts]
                return
            for verdict in validation.validate(modules[0], modules[1], self._options):
                yield Finding.of(place, verdict, explains)
        except Exception as error:
            yield _cannot(place, str(programs.diagnostics_of(error)[0]))


def _of_name(line: CommandLine, item: Item) -> ItemResult:
    """The findings for the files of a name, in any process."""
    load_first([f"--load={line.values.get('load', '')}"])
    return {"findings": [finding._asdict() for finding in _TvRun(line).of_name(item.payload)]}


def _cannot(place: tuple[str, ...], reason: str) -> Finding:
    return Finding.of(place, Verdict("", validation.Kind.CANNOT, reason))


def _files_below(folder: str) -> list[str]:
    """The files of programs; beside them there may be files of arguments."""
    return sorted(
        os.path.relpath(os.path.join(path, name), folder)
        for path, _, names in os.walk(folder)
        for name in names
        if not name.endswith(".npz")
    )


def options_of(line: CommandLine) -> validation.ValidationOptions:
    """The options of a validation that the flags give. Raises `ToolError` for wrong values."""
    values = line.values
    try:
        floats = validation.FloatTolerance.of(values.get("floats", "rounding"))
    except ValueError as error:
        raise ToolError(f"--floats: {error}") from None
    default = validation.ValidationOptions()
    return validation.ValidationOptions(
        floats=floats,
        inputs=line.count("inputs", default.inputs),
        work_budget=line.count("work-budget", default.work_budget),
        seconds=line.amount("seconds", None),
        steps=line.count("steps", default.steps),
        seed=line.count("seed", default.seed),
        arguments=line.counts("arguments"),
        results=line.counts("results"),
        bound=_bound(values.get("bind", "")),
        proofs="disable-proofs" not in line.switches,
    )


def _bound(text: str) -> dict[int, Tensor]:
    """The tensors of `1=dense<3> : tensor<i32>, ..`. Raises `ToolError`."""
    bound: dict[int, Tensor] = {}
    for item in read_list(text):
        number, _, value = item.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            example = "as in 1=dense<3> : .."
            raise ToolError(f"'{item[:40]}' does not begin with the number of an argument, {example}")
        bound[int(number)] = parse_arguments(f"[{value}]", programs.new_context())[0]
    return bound


@dataclass(frozen=True)
class Refuted:
    """A program is interesting if `stablehlo-tv` refutes one of the passes of a pipeline on it, and none refuses it."""

    pipeline: str
    files: tuple[str, ...] = ()
    """Files that define passes: a process that tries candidates runs them, too."""

    def __call__(self, text: str) -> bool:
        return self._refutation(text) is not None

    def arguments(self, text: str) -> Mapping[str, Sequence[object]]:
        """The arguments of a counterexample, by the name of the function."""
        found = self._refutation(text)
        if found is None or found.counterexample is None:
            return {}
        return {found.function: found.counterexample.arguments}

    def _refutation(self, text: str) -> Verdict | None:
        """The first verdict that refutes a pass on a program."""
        load_files(self.files)
        passes = [programs.pass_named(spec) for spec in read_pipeline(self.pipeline)]
        all_verdicts = validation.validate_passes(
            read_program(text), passes, programs.new_context(), proofs=False
        )
        try:
            return next((v for each in all_verdicts for v in each.verdicts if v.is_refuted), None)
        except Exception as error:
            programs.diagnostics_of(error)  # raises errors that are not about the program
            return None

    @property
    def denied(self) -> str:
        """The message for a program that is not interesting."""
        return f"stablehlo-tv does not refute '{self.pipeline}'"
