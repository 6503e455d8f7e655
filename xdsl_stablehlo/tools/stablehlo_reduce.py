"""`stablehlo-reduce`: finds a small program that still shows what a large one does. Used like `llvm-reduce`."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.folding import BindingError, bind_arguments
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.values.files import new_content
from xdsl_stablehlo.workbench import reducing
from xdsl_stablehlo.workbench.reducing import Command, Crashes, Interesting, Reduced, count_ops

from . import programs
from .command_line.reading import CommandLine, ToolError, read_list
from .driver import complain, writing
from .interpret import entry_function, given_arguments
from .stablehlo_tv import Refuted

TESTS = ("test", "crashes", "refuted-by")
DEFAULT_TIMEOUT = 60.0


def run(line: CommandLine) -> int:
    """Reduce the program of a file; return the exit code."""
    path = line.inputs[0] if line.inputs else None
    interesting, output = _interesting(line), _output(path, line.values.get("o"))
    module = programs.reported_program(path, allow_unregistered=True)
    if module is None:
        return 1
    _bind(module, line.values)
    _reduce(module, interesting, output, line)
    return 0


def _interesting(line: CommandLine) -> Interesting:
    """The test of whether a program is interesting. Raises `ToolError` for wrong options."""
    values = line.values
    asked = [name for name in TESTS if name in values]
    if len(asked) != 1:
        raise ToolError(f"one of {', '.join('--' + name for name in TESTS)} is needed")
    if "stderr" in values and "crashes" not in values:
        raise ToolError("--stderr says what --crashes looks for")
    (name,) = asked
    timeout = line.amount("timeout", DEFAULT_TIMEOUT)
    if name == "refuted-by":
        return Refuted(values[name], tuple(read_list(values.get("load", ""))))
    try:
        words = tuple(shlex.split(values[name]))
        re.compile(values.get("stderr", ""))
    except ValueError as error:
        raise ToolError(f"--{name}: '{values[name]}': {error}") from None
    except re.error as error:
        raise ToolError(f"--stderr: '{values['stderr']}' is not a regular expression: {error}") from None
    if not words:
        raise ToolError(f"--{name} needs a command")
    return Command(words, timeout) if name == "test" else Crashes(words, timeout, values.get("stderr"))


def _output(path: str | None, given: str | None) -> str:
    """The path of the output. Raises `ToolError` if it is the input."""
    name = "reduced.mlir" if path in (None, "-") else f"{Path(str(path)).with_suffix('')}.reduced.mlir"
    found = name if given is None else given
    if path is not None and os.path.exists(found) and os.path.exists(path) and os.path.samefile(found, path):
        raise ToolError(f"'{found}' is the input, which stays as it is")
    return found


def _bind(module: ModuleOp, values: Mapping[str, str]) -> None:
    """Make the given arguments of `main` constants. Raises `ToolError` if they do not fit."""
    if "args" not in values and "args-npz" not in values:
        return
    function = entry_function(module)
    if function is None:
        raise ToolError("the module has no function whose arguments could be given")
    given = given_arguments(function, programs.new_context(), values)
    name, count = function.sym_name.data, len(function.function_type.inputs)
    if len(given) != count:
        raise ToolError(f"@{name} takes {count} arguments, {len(given)} are given")
    try:
        bind_arguments(module, {str(i): value for i, value in enumerate(given)}, name)
    except BindingError as error:
        raise ToolError(str(error)) from None


def _reduce(module: ModuleOp, interesting: Interesting, output: str, line: CommandLine) -> None:
    before, length = count_ops(module), len(print_module(module))

    def improved(found: Reduced) -> None:
        _write(output, found.text)
        if "verbose" in line.switches:
            complain(f"{found.seconds:.1f} s: {counted(found.ops, 'op')}, {counted(len(found.text), 'byte')}")

    try:
        found = reducing.reduce_program(
            module,
            interesting,
            jobs=line.count("jobs", os.cpu_count() or 1, least=1),
            timeout=line.amount("timeout", DEFAULT_TIMEOUT),
            seconds=line.amount("max-seconds", None),
            candidates=line.count("max-candidates", None),
            improved=improved,
            arguments=interesting.arguments if isinstance(interesting, Refuted) else None,
        )
    except reducing.NotInterestingError as error:
        raise ToolError(str(error)) from None
    except OSError as error:
        raise ToolError(f"cannot run the test: {error}") from None
    _write(output, found.text)
    complain(
        f"{counted(before, 'op')} became {found.ops:,}, {counted(length, 'byte')} {len(found.text):,},"
        f" in {found.seconds:.1f} s"
    )
    kept = ", ".join(f"{count} by {name}" for name, count in found.kept.most_common()) or "none was smaller"
    complain(f"{counted(found.tried, 'candidate')}; {kept}; the program is in {output}")


def _write(output: str, text: str) -> None:
    with writing(f"'{output}'"), new_content(output, sync=False) as stream:
        stream.write(text.encode(errors="surrogateescape"))
