"""`stablehlo-split`: divides a program in setup and main, and runs setup for a file of weights."""

from __future__ import annotations

from xdsl_stablehlo.folding.explanations.page.markup import today
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.interface.engines import EngineError
from xdsl_stablehlo.splitting import SplitOptions, split
from xdsl_stablehlo.splitting.page import split_page
from xdsl_stablehlo.splitting.running import LIMIT, SavedSetup, SplitError, run_setup, save_split
from xdsl_stablehlo.values.arrays import ArrayFileError
from xdsl_stablehlo.values.files import new_content

from . import programs
from .command_line.reading import CommandLine, ToolError, read_list
from .driver import complain, writing

OF_RUNS = ("weights", "since", "limit", "shard-bytes", "engine")
OF_SPLITS = ("setup-arguments", "growth", "report", "report-html")


def run(line: CommandLine) -> int:
    """Split the program of a file, or run a setup; return the exit code."""
    runs = "run" in line.switches
    wrong = [name for name in (OF_SPLITS if runs else OF_RUNS) if name in line.values]
    if wrong:
        raise ToolError(f"--{wrong[0]} is {'not ' if runs else ''}for --run")
    for name in ("o", "weights" if runs else "setup-arguments"):
        if name not in line.values:
            raise ToolError(f"{'-' if name == 'o' else '--'}{name} is needed: {line.usage}")
    return _run(line) if runs else _split(line)


def _split(line: CommandLine) -> int:
    values = line.values
    names = read_list(values["setup-arguments"])
    if not names:
        raise ToolError("--setup-arguments names no argument")
    path = line.inputs[0] if line.inputs else None
    module = programs.reported_program(path)
    if module is None:
        return 1
    try:
        growth = line.amount("growth", SplitOptions.growth)
        found = split(module, names, SplitOptions(growth=growth))
    except ValueError as error:
        raise ToolError(str(error)) from None
    with writing(f"'{values['o']}'"):
        save_split(found, values["o"])
    if "report" in values:
        with writing(f"'{values['report']}'"), new_content(values["report"]) as file:
            file.write(f"{found.report.to_json()}\n".encode())
    if "report-html" in values:
        command = f"stablehlo-split --setup-arguments={values['setup-arguments']}"
        page = split_page(found, path or "-", command, today())
        with writing(f"'{values['report-html']}'"), new_content(values["report-html"]) as file:
            file.write(page.encode(errors="backslashreplace"))
    for text in str(found.report).splitlines():
        complain(text)
    return 0


def _run(line: CommandLine) -> int:
    if not line.inputs:
        raise ToolError("--run needs the folder of a split")
    values = line.values
    try:
        with writing(f"'{values['o']}'"):
            done = run_setup(
                SavedSetup.read(line.inputs[0], programs.new_context()),
                values["weights"],
                values["o"],
                since=values.get("since"),
                limit=line.count("limit", LIMIT, 1),
                shard_bytes=line.count("shard-bytes", None, 1),
                engine=values.get("engine"),
            )
    except (SplitError, ArrayFileError, EvaluationError, EngineError) as error:
        raise ToolError(str(error)) from None
    complain(done)
    return 0
