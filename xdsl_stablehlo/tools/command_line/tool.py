"""The common part of the tools: flags, help, version, completion.

Nothing in this folder imports xDSL before a tool works, so that `--help` is fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from xdsl_stablehlo import __version__

from .completion import completion
from .passes import PassEntry, all_pass_names, help_entry, pass_lines, read_pass_table
from .reading import CommandLine, Flag, ToolError, load_first, read_command_line

FLAGS = Path(__file__).with_name("flags.txt")


class Tool(NamedTuple):
    """A tool with its texts and flags."""

    name: str
    usage: str
    summary: str
    takes_passes: bool = False
    most_inputs: int = 1

    @property
    def flags(self) -> Sequence[Flag]:
        return [flag for tools, flag in read_flags() if self.name in tools]

    def run(self, work: Callable[[CommandLine], int], arguments: Sequence[str]) -> int:
        """Do the work that a command line asks for, or print a text about the tool; return the exit code."""
        names = all_pass_names() if self.takes_passes else None
        load_first(arguments)
        line = read_command_line(arguments, self.flags, names)
        if "help" in line.switches:
            print(help_text(self.usage, self.summary, self.flags, self._passes()))
        elif "completion" in line.values or "complete" in line.values:
            print(completion(self.name, line.values, self.flags, self._passes()), end="")
        elif "version" in line.switches:
            from xdsl_stablehlo.dialects.vhlo.versions import CURRENT

            print(f"xdsl-stablehlo {__version__}, StableHLO {CURRENT}")
        elif len(line.inputs) > self.most_inputs:
            most = f"at most {self.most_inputs} inputs"
            few = "one input file at a time" if self.most_inputs == 1 else most
            raise ToolError(f"{few}, not {len(line.inputs)}")
        else:
            return work(line)
        return 0

    def _passes(self) -> Mapping[str, PassEntry]:
        return read_pass_table() if self.takes_passes else {}


@cache
def read_flags() -> Sequence[tuple[Sequence[str], Flag]]:
    """Each flag of the table, with the names of the tools that have it."""
    found: list[tuple[Sequence[str], Flag]] = []
    tools: Sequence[str] = ()
    for line in FLAGS.read_text().splitlines():
        if line.startswith("  "):
            spelled, text = re.split("  +", line.strip(), maxsplit=1)
            names, _, value = spelled.partition("=")
            name, *aliases = names.split(", ")
            found.append((tools, Flag(name, text, value, tuple(aliases))))
        elif line.endswith(":"):
            tools = line.removesuffix(":").split()
    return found


def help_text(
    usage: str, summary: str, flags: Sequence[Flag], passes: Mapping[str, PassEntry] | None = None
) -> str:
    """The text that `--help` prints."""
    lines = [f"usage: {usage}", "", summary, "", "options:"]
    for flag in flags:
        dashes = "-" if len(flag.name) == 1 else "--"
        names = ", ".join([dashes + flag.name, *(f"-{alias}" for alias in flag.aliases)])
        lines += help_entry("  " + names + (f"={flag.value}" if flag.value else ""), flag.help)
    if passes:
        lines += ["", *pass_lines(passes)]
    return "\n".join(lines)
