"""The command `stablehlo-lsp-server`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xdsl_stablehlo import __version__
from xdsl_stablehlo.tools.command_line.reading import Flag, ToolError, load_first, read_command_line
from xdsl_stablehlo.tools.command_line.texts import help_text, usage_of
from xdsl_stablehlo.tools.driver import main_of

FLAGS = [
    Flag("allow-unregistered-dialect", "accept ops of dialects that are not known"),
    Flag("load", "run Python files, which may define dialects", "FILE,..."),
    Flag("stdio", "use standard input and output, as always"),
    Flag("version", "print the version"),
    Flag("help", "print this text", aliases=("h",)),
]


def serve(arguments: Sequence[str]) -> int:
    """Serve a client until it leaves; return the exit code. Raises `ToolError`."""
    load_first(arguments)
    line = read_command_line(arguments, FLAGS)
    usage, summary = usage_of("stablehlo-lsp-server")
    if "help" in line.switches:
        print(help_text(usage, summary, FLAGS, {}))
        return 0
    if "version" in line.switches:
        print(f"xdsl-stablehlo {__version__}")
        return 0
    if line.inputs:
        raise ToolError(f"no files are given on the command line: usage: {usage}")
    try:
        from .server import Server
    except ModuleNotFoundError as error:
        install = "pip install 'xdsl-stablehlo[lsp]'"
        raise ToolError(f"stablehlo-lsp-server needs '{error.name}': {install}") from None
    Server("allow-unregistered-dialect" in line.switches).run()
    return 0


main = partial(main_of, serve)
