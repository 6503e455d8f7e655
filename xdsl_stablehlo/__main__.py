"""`stablehlo opt ...` and `python -m xdsl_stablehlo opt ...` run `stablehlo-opt ...` of this project, whichever tool of
that name comes first on PATH."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import PackageNotFoundError, distribution

from xdsl_stablehlo.ir.printable import nearest
from xdsl_stablehlo.tools.command_line.texts import summary_line
from xdsl_stablehlo.tools.driver import TOOLS, main_of

PREFIX = "stablehlo-"


def others() -> Mapping[str, Callable[[], object]]:
    """Tools of the installed package that are no commands of this table, such as a server, by their names."""
    try:
        points = distribution("xdsl-stablehlo").entry_points.select(group="console_scripts")
    except PackageNotFoundError:
        return {}
    found = {point.name.removeprefix(PREFIX): point for point in points if point.name.startswith(PREFIX)}
    return {name: lambda point=point: point.load()() for name, point in found.items() if name not in TOOLS}


def main() -> None:
    """Run the tool that the first argument names, or list all of them."""
    name = sys.argv[1].removeprefix(PREFIX) if len(sys.argv) > 1 else ""
    tools = {**{name: partial(main_of, tool.run) for name, tool in TOOLS.items()}, **others()}
    if name in tools:
        del sys.argv[1]
        tools[name]()
        return
    if name in ("--version", "-version"):
        sys.argv[1:] = ["--version"]
        main_of(TOOLS["opt"].run)
    lines = [f"  {each:<12}{summary_line(PREFIX + each)}".rstrip() for each in tools]
    print("usage: stablehlo TOOL [options] [FILE]", "", *lines, sep="\n")
    print("\n`stablehlo TOOL --help` prints the options of a tool; `stablehlo-TOOL` is the same command.")
    if name not in ("", "-h", "--help", "help"):
        print(f"error: there is no tool '{name}'{nearest(name, tools)}", file=sys.stderr)
    sys.exit(name not in ("-h", "--help", "help"))


if __name__ == "__main__":
    main()
